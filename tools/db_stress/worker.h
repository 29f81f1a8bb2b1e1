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
  // Chooses a write to a key whose word is `now`, within the contract of SingleDelete.
  Record ChooseWrite(uint32_t slot, uint32_t key, Word now);
  Record ChooseRange(uint32_t slot, uint32_t key);
  // Enters the records in the trace, writes them as one, applies them to live(), and acknowledges
  // them. A failed write leaves live() unchanged.
  void Commit(std::vector<Record> records);
  rocksdb::WriteOptions ChooseWriteOptions(bool* synced);
  rocksdb::Status Direct(const rocksdb::WriteOptions& write, const Record& record);
  void ApplyToLive(const Record& record);

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
};

// A half-open range of keys in the order of the comparator.
struct RangeEnds {
  std::string begin, end;
};
// The range [key, end) of a record, which holds key numbers, as a range of keys.
RangeEnds EndsOf(const Record& record, bool reverse);

}  // namespace stress
