// One thread of random operations on the keys it owns, each read checked at once. Every choice
// comes from the worker's own random stream; only the interleaving with other threads is not
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
  // REQUIRES: gate held alone, or called by the worker itself.
  void ReleaseSnapshots();

 private:
  // A snapshot and what one block of own keys held when it was taken.
  struct Held {
    const rocksdb::Snapshot* snapshot;
    uint32_t slot, generation, first;
    std::vector<Word> words;
  };

  void One();
  // One of so many operations is administration, or needs the database alone.
  uint64_t AdminEvery() const;
  uint64_t AloneEvery() const;
  bool Chance(uint64_t in) { return random_.Below(in) == 0; }
  uint32_t OwnBlock();
  uint32_t KeyIn(uint32_t block) {
    return block + static_cast<uint32_t>(random_.Below(BlockEnd(block) - block));
  }
  uint32_t BlockEnd(uint32_t first) const;
  uint32_t ExistingSlot();
  Word LiveOf(uint32_t slot, uint32_t key) const { return session_.live()[slot].words[key]; }
  void Expect(const rocksdb::Status& s, const char* what);

  // worker_writes.cc
  void WriteSome();
  void WriteBatchOfSome();
  void WriteWide();
  // What to do with one key that holds `now`; keeps to the contract of SingleDelete.
  Record ChooseWrite(uint32_t slot, uint32_t key, Word now);
  Record ChooseRange(uint32_t slot, uint32_t key);
  // Enters the records in the trace, writes them as one, takes them over into live(), acknowledges
  // them. After a failed write live() stays as it was.
  void Commit(std::vector<Record> records);
  rocksdb::WriteOptions ChooseWriteOptions(bool* synced);
  rocksdb::Status Direct(const rocksdb::WriteOptions& write, const Record& record);
  void ApplyToLive(const Record& record);

  // worker_reads.cc
  void GetOne();
  void GetMany();
  void WalkBlock(const Held* held);
  void WalkFar();
  void TakeSnapshot();
  void CheckSnapshot();
  // The sentence for a word that should be another, with where both come from.
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
  uint64_t next_id_;  // of values: unlike any other of any run
  uint64_t done_ = 0;
  // Of the present opening: released before anybody closes the database.
  std::vector<Held> snapshots_;
};

// Adds a record to a batch, or hands it to the database directly: the one translation from records
// to calls. `Target` has Put, Merge, Delete, SingleDelete and DeleteRange.
struct RangeEnds {
  std::string begin, end;
};
// [key, end) in numbers as the comparator's half-open range of keys.
RangeEnds EndsOf(const Record& record, bool reverse);

}  // namespace stress
