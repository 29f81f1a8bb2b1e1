// One thread of random operations on the keys that it owns. It checks each read at once. Every
// choice comes from its own random stream, so only the interleaving with other threads is not
// repeatable.
#pragma once

#include <string>
#include <vector>

#include "tools/db_bench/random.h"
#include "tools/db_stress/session.h"

namespace stress {

class Worker {
 public:
  // REQUIRES: the thread owns at least one block of keys.
  Worker(Session* session, uint32_t id, uint64_t seed);

  void Run(uint64_t operations);

 private:
  void One();
  // One in this many operations is administration, or needs the database alone.
  uint64_t AdminEvery() const;
  uint64_t AloneEvery() const;
  static constexpr uint64_t kIngestEvery = 250;
  bool Chance(uint64_t in) { return random_.Below(in) == 0; }
  uint32_t OwnBlock();
  uint32_t KeyIn(uint32_t block) {
    return block + static_cast<uint32_t>(random_.Below(BlockEnd(block) - block));
  }
  uint32_t BlockEnd(uint32_t first) const;
  uint32_t ExistingSlot();
  // A word for updates and names, unlike all others of all runs.
  uint64_t FreshId() { return next_id_++; }
  Word LiveOf(uint32_t slot, uint32_t key) const { return session_.live()[slot].words[key]; }
  void Expect(const rocksdb::Status& s, const char* what);

  // worker_writes.cc
  void WriteSome();
  void WriteBatchOfSome();
  void WriteWide();
  // Chooses a write to a key whose word is `now`, within the contract of SingleDelete.
  Record ChooseWrite(uint32_t slot, uint32_t key, Word now);
  Record ChooseRange(uint32_t slot, uint32_t key);
  // Enters the records in the trace, writes them as one, applies them to live(), and acknowledges
  // them. A failed write leaves live() unchanged.
  void Commit(std::vector<Record> records);
  // Enters the records in the trace, calls `write`, and applies and acknowledges them. `refused`
  // tells whether a status means that nothing was written, which is no fault.
  template <typename Write, typename Refused>
  bool Enter(std::vector<Record>* records, Write write, Refused refused);
  static bool LockTimedOut(const rocksdb::Status& s) { return s.IsTimedOut(); }
  rocksdb::WriteOptions ChooseWriteOptions(bool* synced);
  rocksdb::Status Direct(const rocksdb::WriteOptions& write, const Record& record);
  void ApplyToLive(const Record& record);
  // The word of a key after `records`, which are not applied yet.
  Word WordAfterAll(uint32_t slot, uint32_t key, const std::vector<Record>& records) const;

  // worker_transactions.cc
  struct OpenTransaction;
  // A prepared transaction of this worker.
  struct Pending {
    uint64_t id;
    // It holds its locks as long as this opening lasts.
    uint64_t opening;
    std::vector<Record> updates;
  };
  void Transact();
  void TransactAtOnce();
  void PrepareSome();
  void EndPrepared();
  OpenTransaction BeginTransaction();
  // False: the transaction has to be given up.
  bool TransactionStep(OpenTransaction* open, bool two_phase);
  bool WriteInTransaction(OpenTransaction* open, bool two_phase);
  bool ReadInTransaction(OpenTransaction* open, uint32_t slot, uint32_t key);
  bool LockForeign(OpenTransaction* open);
  void CommitAtOnce(OpenTransaction* open);
  // Locked by a prepared transaction.
  bool IsHeld(uint32_t slot, uint32_t key) const;
  void CountPending(const Pending& pending, int by);

  // worker_ingestion.cc
  void Ingest();
  bool IngestFiles();
  rocksdb::Status MakeTable(const std::string& path, const std::vector<Record>& records);

  // worker_reads.cc
  void GetOne();
  void GetMany();
  void WalkBlock(const HeldSnapshot* held);
  void WalkFar();
  void TakeSnapshot();
  void CheckSnapshot();
  // A sentence about a wrong word that names the origins of both words.
  std::string Wrong(const std::string& how, uint32_t slot, uint32_t key, Word want, Word found);
  void CheckWord(const char* how, uint32_t slot, uint32_t key, Word want, const rocksdb::Status& s,
                 const rocksdb::Slice& value);

  // worker_admin.cc
  void Admin();
  void FlushSome();
  void CompactSome();
  void ChangeOptions();
  void FlushLog();
  void AskProperties();
  void Alone();
  void ChangeFamily();

  Session& session_;
  const uint32_t id_;
  bench::Random random_;
  // The id of the next value: unlike that of any other value of any run.
  uint64_t next_id_;
  uint64_t done_ = 0;
  std::vector<Pending> pending_;
};

// These keys are put only while absent and deleted by SingleDelete, as its contract requires.
inline bool IsSingle(uint32_t key) { return key % 8 == 7; }

// A prepared transaction: who made it, and its number. False: the name is of nobody.
std::string PreparedName(uint32_t thread, uint64_t id);
bool ParsePreparedName(const std::string& name, uint32_t* thread, uint64_t* id);

// A half-open range of keys in the order of the comparator.
struct RangeEnds {
  std::string begin, end;
};
// The range [key, end) of a record, which holds key numbers, as a range of keys.
RangeEnds EndsOf(const Record& record, bool reverse);

template <typename Write, typename Refused>
bool Worker::Enter(std::vector<Record>* records, Write write, Refused refused) {
  // Before the database gets the write (invariant 1 of trace.h).
  const uint64_t first = session_.trace().Issue(id_, *records);
  const rocksdb::Status s = write();
  if (refused(s)) {
    session_.trace().Withdraw(id_, first, records->size());
    return false;
  }
  Expect(s, "write");
  if (!s.ok()) return false;
  for (const Record& r : *records) ApplyToLive(r);
  session_.trace().Acknowledge(id_, first, records->size());
  session_.trace().Count(kTallyWrites);
  return true;
}

}  // namespace stress
