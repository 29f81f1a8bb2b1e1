// Write batches from bytes: counted, iterated, rebuilt, joined, and written into a database.
// Whatever the database answers, it must open again, and show then what it showed before.
//
// Input: one byte of flags, then the batch (twelve bytes of header first).
#include "rocksdb/write_batch.h"

#include "test/fuzz/memory_db.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kRightCount = 1;  // the header's count is put right
constexpr uint8_t kTwice = 2;
constexpr uint8_t kNoLog = 4;

// Counts updates and makes the batch again; refuses what a rebuilt batch cannot say.
class Rebuilder : public WriteBatch::Handler {
 public:
  Status PutCF(uint32_t cf, const Slice& key, const Slice& value) override {
    return Keep(cf, cf == 0 ? batch.Put(key, value) : Status::OK());
  }
  Status DeleteCF(uint32_t cf, const Slice& key) override {
    return Keep(cf, cf == 0 ? batch.Delete(key) : Status::OK());
  }
  Status SingleDeleteCF(uint32_t cf, const Slice& key) override {
    return Keep(cf, cf == 0 ? batch.SingleDelete(key) : Status::OK());
  }
  Status DeleteRangeCF(uint32_t cf, const Slice& begin, const Slice& end) override {
    return Keep(cf, cf == 0 ? batch.DeleteRange(begin, end) : Status::OK());
  }
  Status MergeCF(uint32_t cf, const Slice& key, const Slice& operand) override {
    return Keep(cf, cf == 0 ? batch.Merge(key, operand) : Status::OK());
  }
  Status TimedPutCF(uint32_t, const Slice&, const Slice&, uint64_t) override { return Other(); }
  Status PutEntityCF(uint32_t, const Slice&, const Slice&) override { return Other(); }
  Status PutBlobIndexCF(uint32_t, const Slice&, const Slice&) override { return Other(); }
  void LogData(const Slice& blob) override { FUZZ_OK(batch.PutLogData(blob)); }
  Status MarkBeginPrepare(bool) override { return Mark(); }
  Status MarkEndPrepare(const Slice&) override { return Mark(); }
  Status MarkNoop(bool) override { return Mark(); }
  Status MarkRollback(const Slice&) override { return Mark(); }
  Status MarkCommit(const Slice&) override { return Mark(); }
  Status MarkCommitWithTimestamp(const Slice&, const Slice&) override { return Mark(); }

  WriteBatch batch;
  uint32_t updates = 0;
  bool exact = true;  // `batch` holds all there was

 private:
  Status Keep(uint32_t cf, const Status& s) {
    if (cf != 0) exact = false;
    updates++;
    return s;
  }
  Status Other() {
    exact = false;
    updates++;
    return Status::OK();
  }
  Status Mark() {
    exact = false;
    return Status::OK();
  }
};

void CheckBatch(const WriteBatch& batch) {
  (void)batch.Count();
  (void)(batch.HasPut() || batch.HasMerge() || batch.HasDeleteRange() || batch.HasRollback());
  Rebuilder first;
  const Status s = batch.Iterate(&first);
  if (!s.ok() || !first.exact) return;
  FUZZ_CHECK(first.batch.Count() == first.updates, "count of a rebuilt batch");
  Rebuilder second;
  FUZZ_OK(first.batch.Iterate(&second));
  FUZZ_CHECK(first.batch.Data() == second.batch.Data(), "rebuilt twice it is another");
}

void WriteIt(uint8_t flags, WriteBatch* batch) {
  MemoryDb memory;
  memory.options().avoid_flush_during_shutdown = (flags & kNoLog) == 0;
  FUZZ_OK(memory.Open());
  FUZZ_OK(memory.db()->Put(WriteOptions(), "before", "1"));
  WriteOptions how;
  how.disableWAL = (flags & kNoLog) != 0;
  const Status s = memory.db()->Write(how, batch);
  if (s.ok()) FUZZ_CHECK(batch->Count() <= batch->GetDataSize(), "more updates than bytes");
  if ((flags & kTwice) != 0) memory.db()->Write(how, batch).PermitUncheckedError();
  const Status after = memory.db()->Put(WriteOptions(), "later", "2");
  const auto seen = memory.Contents(ReadOptions());
  FUZZ_OK(memory.Close());
  FUZZ_OK(memory.Open());
  const auto again = memory.Contents(ReadOptions());
  FUZZ_CHECK(again == seen, "other contents when opened again: " + std::to_string(again.size()) +
                                " for " + std::to_string(seen.size()) + " after " + s.ToString() +
                                ", " + after.ToString());
  FUZZ_CHECK(!s.ok() || after.ok(), "writes stop after a good one: " + after.ToString());
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(write_batch) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  WriteBatch batch(draws.Rest().ToString());
  CheckBatch(batch);
  if ((flags & kRightCount) != 0) {
    Rebuilder counter;
    if (batch.Iterate(&counter).ok() && batch.GetDataSize() >= 12) {
      std::string bytes = batch.Data();
      for (int i = 0; i < 4; i++) bytes[8 + i] = static_cast<char>(counter.updates >> (8 * i));
      batch = WriteBatch(bytes);
    }
  }
  WriteIt(flags, &batch);
}
