// A list of updates that DB::Write() applies atomically, in order. Applications build it; the
// contents are RocksDB's batch bytes: fixed64 sequence, fixed32 count, then the records. Different
// batches are independent; threads that share one batch need a lock unless all calls are const.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "rocksdb/status.h"
#include "rocksdb/write_batch_base.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class Slice;
struct SliceParts;

// A position to which a batch can be cut back: bytes, number and kinds of records. Applications
// use SetSavePoint() instead.
struct SavePoint {
  size_t size = 0;
  uint32_t count = 0;
  uint32_t content_flags = 0;

  SavePoint() = default;
  SavePoint(size_t bytes, uint32_t records, uint32_t flags)
      : size(bytes), count(records), content_flags(flags) {}

  bool is_cleared() const { return size == 0 && count == 0 && content_flags == 0; }
  void clear() { *this = SavePoint(); }
};

// Each call copies its keys and values, so the caller's bytes need not stay. A handle only gives
// its number: it may be returned before the write, and the write fails if the family does not
// exist. Updates return OK, InvalidArgument (4 GiB less 16 MiB for key and value together),
// MemoryLimit (`max_bytes`), or Corruption when a protected batch finds its own copy damaged;
// except in the last case a failed update leaves the batch as it was.
class WriteBatch : public WriteBatchBase {
 public:
  // Allocates `reserved_bytes` up front. `max_bytes`: see SetMaxBytes(); 0 is no limit.
  // `protection_bytes_per_key` is 0 or 8 (other sizes count as 8): with 8 the batch keeps a
  // checksum of its records, which VerifyChecksum() checks. `default_cf_ts_sz` is the timestamp
  // size of the default column family.
  explicit WriteBatch(size_t reserved_bytes = 0, size_t max_bytes = 0)
      : WriteBatch(reserved_bytes, max_bytes, 0, 0) {}
  explicit WriteBatch(size_t reserved_bytes, size_t max_bytes, size_t protection_bytes_per_key,
                      size_t default_cf_ts_sz);

  // Makes a batch from the Data() of another one. Damage is found when the batch is walked or
  // written. Such a batch is not protected.
  explicit WriteBatch(const std::string& bytes);
  explicit WriteBatch(std::string&& bytes);

  // Copies and moves include save points, limit and protection; a moved-from batch is empty.
  WriteBatch(const WriteBatch& other);
  WriteBatch(WriteBatch&& other) noexcept;
  WriteBatch& operator=(const WriteBatch& other);
  WriteBatch& operator=(WriteBatch&& other) noexcept;
  ~WriteBatch() override;

  using WriteBatchBase::Put;
  Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) override;
  // Forms with `ts` return InvalidArgument unless its size is the one that the comparator
  // declares. No family with timestamps can be opened here, so the write is refused in any case.
  Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
             const Slice& value) override;
  Status Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value) override;
  Status Put(const Slice& key, const Slice& value) override { return Put(nullptr, key, value); }
  Status Put(const SliceParts& key, const SliceParts& value) override {
    return Put(nullptr, key, value);
  }

  // NotSupported: this engine writes no preferred sequence numbers. Adds nothing.
  Status TimedPut(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                  uint64_t write_unix_time) override;

  // The columns may have any order; they are sorted by name when they are stored. InvalidArgument
  // for two columns of one name, and for no groups at all. If one of several groups fails, those
  // before it stay in the batch.
  Status PutEntity(ColumnFamilyHandle* cf, const Slice& key, const WideColumns& columns) override;
  Status PutEntity(const Slice& key, const AttributeGroups& groups) override;

  using WriteBatchBase::Delete;
  Status Delete(ColumnFamilyHandle* cf, const Slice& key) override;
  Status Delete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) override;
  Status Delete(ColumnFamilyHandle* cf, const SliceParts& key) override;
  Status Delete(const Slice& key) override { return Delete(nullptr, key); }
  Status Delete(const SliceParts& key) override { return Delete(nullptr, key); }

  using WriteBatchBase::SingleDelete;
  Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key) override;
  Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) override;
  Status SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key) override;
  Status SingleDelete(const Slice& key) override { return SingleDelete(nullptr, key); }
  Status SingleDelete(const SliceParts& key) override { return SingleDelete(nullptr, key); }

  using WriteBatchBase::DeleteRange;
  // The call accepts an end before the beginning; the write then fails with InvalidArgument.
  Status DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) override;
  Status DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end,
                     const Slice& ts) override;
  Status DeleteRange(ColumnFamilyHandle* cf, const SliceParts& begin,
                     const SliceParts& end) override;
  Status DeleteRange(const Slice& begin, const Slice& end) override {
    return DeleteRange(nullptr, begin, end);
  }
  Status DeleteRange(const SliceParts& begin, const SliceParts& end) override {
    return DeleteRange(nullptr, begin, end);
  }

  using WriteBatchBase::Merge;
  Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) override;
  Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
               const Slice& operand) override;
  Status Merge(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& operand) override;
  Status Merge(const Slice& key, const Slice& operand) override {
    return Merge(nullptr, key, operand);
  }
  Status Merge(const SliceParts& key, const SliceParts& operand) override {
    return Merge(nullptr, key, operand);
  }

  // Count() does not include it. A batch with nothing else can be written: it goes to the log.
  Status PutLogData(const Slice& blob) override;

  // Limit and protection stay.
  void Clear() override;
  void SetSavePoint() override;
  Status RollbackToSavePoint() override;
  Status PopSavePoint() override;
  void SetMaxBytes(size_t max_bytes) override { max_bytes_ = max_bytes; }
  WriteBatch* GetWriteBatch() override { return this; }

  // Receives the records of a batch in order. Iterate() calls the ...CF forms; their defaults pass
  // updates of the default column family (id 0) to the short forms, and refuse others. A status
  // other than OK ends the walk and becomes its result. The thread that iterates makes the calls;
  // slices point into the batch and are valid until it changes. After TryAgain a record is passed
  // once more, and a second TryAgain is Corruption.
  class Handler {
   public:
    virtual ~Handler();

    virtual Status PutCF(uint32_t cf_id, const Slice& key, const Slice& value);
    virtual Status TimedPutCF(uint32_t cf_id, const Slice& key, const Slice& value,
                              uint64_t write_time);
    virtual Status PutEntityCF(uint32_t cf_id, const Slice& key, const Slice& entity);
    virtual Status DeleteCF(uint32_t cf_id, const Slice& key);
    virtual Status SingleDeleteCF(uint32_t cf_id, const Slice& key);
    virtual Status DeleteRangeCF(uint32_t cf_id, const Slice& begin, const Slice& end);
    virtual Status MergeCF(uint32_t cf_id, const Slice& key, const Slice& operand);
    virtual Status PutBlobIndexCF(uint32_t cf_id, const Slice& key, const Slice& index);

    virtual void Put(const Slice& /*key*/, const Slice& /*value*/) {}
    virtual void Delete(const Slice& /*key*/) {}
    virtual void SingleDelete(const Slice& /*key*/) {}
    virtual void Merge(const Slice& /*key*/, const Slice& /*operand*/) {}

    // The default drops the blob.
    virtual void LogData(const Slice& blob);

    // Records of two-phase commit. The defaults refuse, so that no reader mistakes a prepared
    // section for committed data.
    virtual Status MarkBeginPrepare(bool unprepared = false);
    virtual Status MarkEndPrepare(const Slice& xid);
    virtual Status MarkNoop(bool empty_batch);
    virtual Status MarkRollback(const Slice& xid);
    virtual Status MarkCommit(const Slice& xid);
    virtual Status MarkCommitWithTimestamp(const Slice& xid, const Slice& commit_ts);

    // Called before each record: false ends the walk with OK.
    virtual bool Continue();

   protected:
    friend class BatchAccess;

    // The policy with which the receiver's transactions were written, so that it notices a batch
    // of another policy.
    enum class OptionState { kUnknown, kDisabled, kEnabled };
    virtual OptionState WriteAfterCommit() const { return OptionState::kUnknown; }
    virtual OptionState WriteBeforePrepare() const { return OptionState::kUnknown; }
  };

  // Walks all records. Corruption when the bytes do not parse or the count is wrong. REQUIRES: the
  // batch does not change meanwhile.
  Status Iterate(Handler* handler) const;

  // The bytes as they go to the WAL; valid until the batch changes. They begin with the sequence
  // number of the last write, 0 before.
  const std::string& Data() const { return rep_; }
  size_t GetDataSize() const { return rep_.size(); }
  // Gives the bytes away and leaves the batch as Clear() does.
  std::string Release();

  // The number of updates; log data and transaction marks do not count.
  uint32_t Count() const;

  // Whether the batch has a record of the kind. O(1) once known; the first call walks a batch made
  // from bytes. Several threads may call it at once.
  bool HasPut() const;
  bool HasTimedPut() const;
  bool HasPutEntity() const;
  bool HasDelete() const;
  bool HasSingleDelete() const;
  bool HasDeleteRange() const;
  bool HasMerge() const;
  bool HasBeginPrepare() const;
  bool HasEndPrepare() const;
  bool HasCommit() const;
  bool HasRollback() const;

  // Writes `ts` over the timestamp of every key whose column family has timestamps of that size;
  // `ts_sz_func` gives the size by column family id.
  Status UpdateTimestamps(const Slice& ts, std::function<size_t(uint32_t cf_id)> ts_sz_func);

  // While it is on, the batch notes the timestamp size of each column family that it gets an update
  // of with timestamps; whoever applies the batch elsewhere needs them. Off at first.
  void SetTrackTimestampSize(bool track) { tracks_timestamp_sizes_ = track; }
  // Notes one size by hand, if tracking is on and the family has none yet.
  void MaybeTrackTimestampSize(uint32_t cf_id, size_t ts_size);
  // By column family id. Clear() empties it.
  const std::unordered_map<uint32_t, size_t>& GetColumnFamilyToTimestampSize();

  // OK without protection; else Corruption when records no longer match their checksum. Walks the
  // whole batch; a write does the same.
  Status VerifyChecksum() const;
  // Returns 8 or 0.
  size_t GetProtectionBytesPerKey() const;

  // Remembers the present end of the batch for GetWalTerminationPoint(). Writes ignore it: the
  // whole batch goes to the log.
  void MarkWalTerminationPoint();
  const SavePoint& GetWalTerminationPoint() const { return wal_end_; }

 private:
  friend class BatchAccess;
  struct SavePointStack;

  struct Joined;

  // Adds one update; `tag` is its type without column family. `ts` is null when the caller gave no
  // timestamp.
  Status AddUpdate(ColumnFamilyHandle* cf, uint8_t tag, const Slice& key, const Slice* payload,
                   const Slice* ts);
  Status AddUpdate(ColumnFamilyHandle* cf, uint8_t tag, const SliceParts& key,
                   const SliceParts* payload);
  Status AddStamped(ColumnFamilyHandle* cf, uint8_t tag, const Slice& key, const Slice* payload,
                    const Slice* ts, size_t ts_size);
  Status AddRecord(uint32_t cf_id, uint8_t tag, const Joined& key, const Joined* payload);
  size_t TimestampSize(ColumnFamilyHandle* cf) const;

  void FinishRecord(size_t record_start, uint8_t plain_type, bool is_update);
  uint64_t SealOf(size_t end) const;
  void Reseal();
  void DropSavePoints();
  uint32_t Flags() const;

  mutable std::atomic<uint32_t> flags_;
  bool needs_timestamps_ = false;
  bool persistent_prepared_state_ = false;
  bool protected_ = false;
  bool tracks_timestamp_sizes_ = false;
  size_t default_cf_ts_sz_ = 0;
  size_t max_bytes_ = 0;
  uint64_t seal_ = 0;
  SavePoint wal_end_;
  std::unique_ptr<SavePointStack> save_points_;
  // Null: none was noted.
  std::unique_ptr<std::unordered_map<uint32_t, size_t>> timestamp_sizes_;

 protected:
  std::string rep_;
};

}  // namespace ROCKSDB_NAMESPACE
