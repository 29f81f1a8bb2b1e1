// The record of one run, in a memory-mapped file that outlives the process. A worker enters each
// write before it calls the database, and marks it when the database has acknowledged it. The
// verifier reads the file after the process has ended. It must never depend on the database.
//
// Invariants
//  1. A write reaches the database only after its records are counted (Issue), so the trace holds
//     every write that a crash can leave.
//  2. Each thread writes one list, in program order, and waits for each write: only the last write
//     of a list can lack its acknowledgement.
//  3. Tickets come from one counter. finish(a) < begin(b) means: a was acknowledged before b
//     started, in the same thread or in another.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rocksdb/status.h"

namespace stress {

inline constexpr uint32_t kMaxThreads = 32;
inline constexpr uint32_t kMaxSlots = 8;  // a slot holds one column family at a time

enum class WriteKind : uint8_t {
  kPut = 1,
  kDelete,
  kSingleDelete,
  kDeleteRange,
  kMerge,
  kPrepare,   // the updates behind it, marked kPending, wait in the prepared transaction `id`
  kCommit,    // the prepared transaction `id` ends; its updates follow as part of this write
  kRollback,  // it ends without them
  kNothing,   // a write that the database refused
};
// The record is about a prepared transaction, not about keys.
inline bool IsAboutTransaction(WriteKind kind) {
  return kind == WriteKind::kPrepare || kind == WriteKind::kCommit || kind == WriteKind::kRollback;
}

// The change of one key or range by one write, as it lies in the file.
struct Record {
  WriteKind kind = WriteKind::kPut;
  uint8_t slot = 0;
  uint8_t more = 0;   // the next record belongs to the same atomic write
  uint8_t flags = 0;  // kWide, kSynced, kPending
  uint32_t generation = 0;
  uint32_t key = 0;
  uint32_t end = 0;     // of a range: keys in [key, end)
  uint64_t id = 0;      // of a put, a merge or a prepared transaction
  uint64_t begin = 0;   // ticket when issued
  uint64_t finish = 0;  // ticket when acknowledged; 0: not acknowledged

  static constexpr uint8_t kWide = 1;  // a write over the keys of all threads; every list holds it
  static constexpr uint8_t kSynced = 2;   // durable once acknowledged, whatever the WAL mode
  static constexpr uint8_t kPending = 4;  // an update of a kPrepare: it changes no key
};

// The promise of a run about a crash of the process.
enum class Guarantee : uint32_t {
  kAcknowledged = 1,  // every acknowledged write survives
  kWalFlushed,        // writes before the last successful FlushWAL or SyncWAL survive; a prefix
  kFlushed,           // no WAL: writes before the last flush of a family; a prefix of each
};

enum class SlotPhase : uint32_t { kStable = 0, kCreating, kDropping };

// What a run is at. tools/crashtest.sh asks before it kills a run whose time is up: workers must
// take tickets, and a run that is closing must come to its end.
enum class Stage : uint32_t { kOpening = 0, kWorking, kClosing };

// Counters of the summary; they outlive the process.
enum Tally : uint32_t {
  kTallyWrites,
  kTallyReads,
  kTallyIterators,
  kTallySnapshots,
  kTallyFlushes,
  kTallyCompactions,
  kTallySplits,
  kTallyMerges,
  kTallyReopens,
  kTallyFamilies,
  kTallyOptionChanges,
  kTallyTransactions,
  kTallyPrepared,
  kTallyRolledBack,
  kTallyIngestions,
  kTallyCount
};
const char* TallyName(uint32_t tally);

struct TraceHeader {
  uint64_t magic;
  uint64_t epoch;  // of the base state from which this run started
  uint32_t threads;
  uint32_t capacity;  // records of one thread
  Guarantee guarantee;
  std::atomic<Stage> stage;
  std::atomic<uint64_t> tickets;
  std::atomic<uint64_t> durable;                  // writes finished before this ticket are durable
  std::atomic<uint64_t> durable_slot[kMaxSlots];  // the same for one family
  std::atomic<uint32_t> generation[kMaxSlots];    // of the stable family; 0: none
  std::atomic<uint32_t> pending[kMaxSlots];  // the largest one used; its creation may be under way
  std::atomic<SlotPhase> phase[kMaxSlots];
  // The length of each list; records behind it are not part of the history.
  std::atomic<uint64_t> count[kMaxThreads];
  std::atomic<uint64_t> tally[kTallyCount];
};

class Trace {
 public:
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // The file begins sparse, as zeros, so unused capacity costs nothing.
  static rocksdb::Status Create(const std::string& path, uint64_t epoch, uint32_t threads,
                                uint32_t capacity, Guarantee guarantee,
                                std::unique_ptr<Trace>* trace);
  // NotFound if the file is missing.
  static rocksdb::Status Open(const std::string& path, std::unique_ptr<Trace>* trace);

  bool HasRoom(uint32_t thread, size_t records) const {
    return header().count[thread].load(std::memory_order_relaxed) + records <= header().capacity;
  }
  // Enters one atomic write and returns the `first` of Acknowledge(). REQUIRES: HasRoom(); the
  // caller is `thread`, or no worker runs.
  uint64_t Issue(uint32_t thread, std::span<Record> records);
  // The thread that issued the write calls it when the database has returned OK.
  void Acknowledge(uint32_t thread, uint64_t first, size_t records);
  uint64_t NextTicket() { return header().tickets.fetch_add(1, std::memory_order_acq_rel); }
  // The database refused the write, and nothing of it is there. The same conditions.
  void Withdraw(uint32_t thread, uint64_t first, size_t records);
  // The same with a given begin ticket, which the records of a wide write share.
  uint64_t IssueAt(uint64_t ticket, uint32_t thread, std::span<Record> records);
  void AcknowledgeAt(uint64_t ticket, uint32_t thread, uint64_t first, size_t records);

  void Count(Tally tally, uint64_t n = 1) {
    header().tally[tally].fetch_add(n, std::memory_order_relaxed);
  }
  // Writes that finished before the ticket are durable: all of them, or those of one family.
  void Promise(uint64_t ticket) { Raise(&header().durable, ticket); }
  void PromiseSlot(uint32_t slot, uint64_t ticket) { Raise(&header().durable_slot[slot], ticket); }
  TraceHeader& header() const { return *static_cast<TraceHeader*>(map_); }
  std::vector<Record> ListOf(uint32_t thread) const;

 private:
  Trace(void* map, size_t bytes) : map_(map), bytes_(bytes) {}
  Record* RecordsOf(uint32_t thread) const;
  static void Raise(std::atomic<uint64_t>* mark, uint64_t to) {
    uint64_t now = mark->load();
    while (now < to && !mark->compare_exchange_weak(now, to)) {
    }
  }

  // The whole file, mapped shared: stores survive SIGKILL, but not a power failure.
  void* const map_;
  const size_t bytes_;
};

}  // namespace stress
