// The engine's door into WriteBatch: header fields, joining batches, two-phase commit marks. The
// write path, recovery and transactions use it; applications cannot reach it.
#pragma once

#include <string>

#include "db/batch/batch_guards.h"
#include "db/batch/batch_reader.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {

class BatchAccess {
 public:
  // What kinds of record a batch has; kUnknown until a batch made from bytes is first asked.
  enum Contents : uint32_t {
    kHasPut = 1 << 0,
    kHasDelete = 1 << 1,
    kHasSingleDelete = 1 << 2,
    kHasDeleteRange = 1 << 3,
    kHasMerge = 1 << 4,
    kHasBlobIndex = 1 << 5,
    kHasEntity = 1 << 6,
    kHasTimedPut = 1 << 7,
    kHasBeginPrepare = 1 << 8,
    kHasEndPrepare = 1 << 9,
    kHasCommit = 1 << 10,
    kHasRollback = 1 << 11,
    kUnknown = 1u << 31,
  };

  // The bit for a record's plain type; 0 for log data and no-ops.
  static uint32_t ContentsBit(uint8_t plain_type);

  static SequenceNumber Sequence(const WriteBatch& batch) { return LoadFixed64(batch.rep_.data()); }
  static void SetSequence(WriteBatch* batch, SequenceNumber seq) {
    StoreFixed64(batch->rep_.data(), seq);
  }
  static void SetCount(WriteBatch* batch, uint32_t count) {
    StoreFixed32(batch->rep_.data() + 8, count);
  }
  static uint32_t Flags(const WriteBatch& batch) { return batch.Flags(); }
  // Without a walk: true also for a batch that nobody has looked at.
  static bool MayHaveMerge(const WriteBatch& batch) {
    return (batch.flags_.load(std::memory_order_relaxed) & (kHasMerge | kUnknown)) != 0;
  }

  static bool IsProtected(const WriteBatch& batch) { return batch.protected_; }
  // Replaces *guards by those of the batch's records. Corruption when these are not what a
  // protected batch was made of.
  [[nodiscard]] static Status MakeGuards(const WriteBatch& batch, BatchGuards* guards);

  // Keys were added without the timestamp their column family demands.
  static bool NeedsTimestamps(const WriteBatch& batch) { return batch.needs_timestamps_; }

  // Only the newest committed state matters after recovery; set on batches of commit-time updates.
  static void SetAsLatestPersistentState(WriteBatch* batch) {
    batch->persistent_prepared_state_ = true;
  }
  static bool IsLatestPersistentState(const WriteBatch& batch) {
    return batch.persistent_prepared_state_;
  }

  // What would be in the log for good but could not be applied, now or at recovery, or not be read
  // afterwards, must not get there: malformed bytes and entities, marks, blob indexes, timed puts.
  // Costs a look at the flags unless the batch was made from bytes. `with_marks`: the batch is a
  // transaction's, which may have marks.
  [[nodiscard]] static Status CheckWritable(const WriteBatch& batch, bool with_marks = false);

  // Replaces everything. Corruption, batch unchanged, when there is not even a header.
  [[nodiscard]] static Status SetContents(WriteBatch* batch, const Slice& bytes);

  // The part of `batch` up to its WAL termination point, all of it without one, and its number of
  // updates. For Append; writes log whole batches.
  static Slice WalPart(const WriteBatch& batch, uint32_t* updates);

  // Adds the records of `src` (up to its WAL termination point, with `wal_only`) after those of
  // *dst.
  [[nodiscard]] static Status Append(WriteBatch* dst, const WriteBatch& src, bool wal_only);

  // Two-phase commit. A transaction's batch begins with a no-op that keeps the place of the
  // begin-prepare mark; ClosePrepared() turns it into one and adds the end mark.
  static void AppendNoop(WriteBatch* batch);
  [[nodiscard]] static Status ClosePrepared(WriteBatch* batch, const Slice& xid,
                                            bool write_after_commit, bool unprepared);
  // Takes that back: the batch had `size` bytes before. REQUIRES: nothing was added since.
  static void ReopenPrepared(WriteBatch* batch, size_t size);
  static void AppendCommit(WriteBatch* batch, const Slice& xid);
  static void AppendCommitWithTimestamp(WriteBatch* batch, const Slice& xid,
                                        const Slice& commit_ts);
  static void AppendRollback(WriteBatch* batch, const Slice& xid);

  [[nodiscard]] static Status AppendBlobIndex(WriteBatch* batch, uint32_t cf_id, const Slice& key,
                                              const Slice& index);

  // Hands each record of a batch's bytes to `handler`.
  [[nodiscard]] static Status Dispatch(const Slice& contents, WriteBatch::Handler* handler);

 private:
  friend class WriteBatch;

  // A record that is no update; fields may be null.
  static void AppendMark(WriteBatch* batch, uint8_t tag, const Slice* first, const Slice* second);
  // `nothing_yet`: the record begins the batch or follows the end of a section.
  static Status DispatchOne(const BatchReader& record, bool nothing_yet,
                            WriteBatch::Handler* handler);
  static Status DispatchUpdate(const BatchReader& record, WriteBatch::Handler* handler);
  // NotSupported: the section was prepared under a write policy that the handler does not take.
  static Status CheckPolicy(const BatchReader& record, const WriteBatch::Handler& handler);
};

}  // namespace ROCKSDB_NAMESPACE
