// A write batch that can be read before it is written. It keeps an ordered index over the updates
// of a WriteBatch, so an application looks up or iterates its own pending updates, alone or laid
// over what the database holds. Transactions keep their updates in one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/iterator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/write_batch.h"
#include "rocksdb/write_batch_base.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class DB;
struct DBOptions;
struct ReadOptions;

// The kind of an indexed update. Batches with an index hold no range deletions; log data and
// transaction marks are in the batch and not in its index.
enum WriteType {
  kPutRecord,
  kMergeRecord,
  kDeleteRecord,
  kSingleDeleteRecord,
  kDeleteRangeRecord,
  kLogDataRecord,
  kXIDRecord,
  kPutEntityRecord,
  kUnknownRecord,
};

// One update as WBWIIterator shows it. The slices point into the batch.
struct WriteEntry {
  WriteType type = kUnknownRecord;
  Slice key;
  // The value, the merge operand, or the encoded entity. Empty for deletions.
  Slice value;
};

// Walks the updates of one column family by key, and those of one key in the order in which they
// were added. One thread at a time. Adding updates to the batch invalidates the entry, not the
// iterator's position; removing updates (rollback, Clear) invalidates the iterator.
class WBWIIterator {
 public:
  virtual ~WBWIIterator() = default;

  // Never an error, but for updates that no longer parse: Corruption.
  virtual Status status() const = 0;
  virtual bool Valid() const = 0;

  // Seek() moves to the first update of the first key at or after `key`. SeekForPrev() moves to the
  // last update of the last key at or before it.
  virtual void Seek(const Slice& key) = 0;
  virtual void SeekForPrev(const Slice& key) = 0;
  virtual void SeekToFirst() = 0;
  virtual void SeekToLast() = 0;

  // One update forward or back. REQUIRES: Valid()
  virtual void Next() = 0;
  virtual void Prev() = 0;

  // The update at the position. REQUIRES: Valid()
  virtual WriteEntry Entry() const = 0;

  // The number of updates of this key up to the one at the position, those that overwriting has
  // taken out of the index included. 0 unless the batch was made with `overwrite_key`.
  // REQUIRES: Valid()
  virtual uint32_t GetUpdateCount() const { return 0; }
  // Whether a SingleDelete() of this key was taken out of the index by a later update, which only
  // happens with `overwrite_key`. REQUIRES: Valid()
  virtual bool HasOverWrittenSingleDel() const { return false; }
};

// Not thread-safe; const calls may run side by side. It holds references to no database: handles
// and databases are used during the calls that name them, except by iterators.
//
// Updates are ordered by column family, then by that family's comparator, then by when they were
// added. `overwrite_key` leaves only the newest update of each key in the index, except that merge
// operands stay beside what they are merged with. The WriteBatch always has every update.
//
// Reads merge in the order of a write: what the batch says about a key hides what the database
// says, and operands without a base in the batch are applied to the database's value with the
// merge operator of the column family.
class WriteBatchWithIndex : public WriteBatchBase {
 public:
  // `backup_index_comparator` orders the keys of updates that name no column family.
  // `reserved_bytes`, `max_bytes` and `protection_bytes_per_key` are as for WriteBatch.
  explicit WriteBatchWithIndex(const Comparator* backup_index_comparator = BytewiseComparator(),
                               size_t reserved_bytes = 0, bool overwrite_key = false,
                               size_t max_bytes = 0, size_t protection_bytes_per_key = 0);
  ~WriteBatchWithIndex() override;

  // A moved-from batch may only be destroyed or assigned to.
  WriteBatchWithIndex(WriteBatchWithIndex&& other);
  WriteBatchWithIndex& operator=(WriteBatchWithIndex&& other);

  // ---- Updates: copied into the batch, then indexed. An update that fails changes neither ----

  using WriteBatchBase::Put;
  Status Put(const Slice& key, const Slice& value) override;
  Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) override;
  Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
             const Slice& value) override;

  using WriteBatchBase::Delete;
  Status Delete(const Slice& key) override;
  Status Delete(ColumnFamilyHandle* cf, const Slice& key) override;
  Status Delete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) override;

  using WriteBatchBase::SingleDelete;
  Status SingleDelete(const Slice& key) override;
  Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key) override;
  Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) override;

  using WriteBatchBase::Merge;
  Status Merge(const Slice& key, const Slice& operand) override;
  Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) override;
  // NotSupported: timestamps have no merge.
  Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
               const Slice& operand) override;

  Status PutEntity(ColumnFamilyHandle* cf, const Slice& key, const WideColumns& columns) override;

  // All NotSupported: an entry of the index is one key of one family, and preferred sequence
  // numbers are not written.
  Status PutEntity(const Slice& key, const AttributeGroups& groups) override;
  using WriteBatchBase::DeleteRange;
  Status DeleteRange(const Slice& begin, const Slice& end) override;
  Status DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) override;
  Status DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end,
                     const Slice& ts) override;
  Status TimedPut(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                  uint64_t write_unix_time) override;

  // Goes to the log with the batch; not indexed.
  Status PutLogData(const Slice& blob) override;

  // ---- The whole batch ----

  // Removes updates, index and save points; options stay.
  void Clear() override;
  void SetMaxBytes(size_t max_bytes) override;
  // Rolling back also takes updates out of the index, and puts back those that they overwrote.
  void SetSavePoint() override;
  Status RollbackToSavePoint() override;
  Status PopSavePoint() override;

  // For DB::Write(). Updates that are added to it directly are written and not indexed.
  WriteBatch* GetWriteBatch() override;
  size_t GetDataSize() const;

  bool GetOverwriteKey() const;
  // Updates that were added and not rolled back, overwritten ones included.
  size_t GetWBWIOpCount() const;

  // What the index has of one column family.
  struct CFStat {
    // Entries of the index.
    uint32_t entry_count = 0;
    // SingleDelete() updates that `overwrite_key` took out of the index.
    uint32_t overwritten_sd_count = 0;
  };
  // By column family id. Valid until the batch changes.
  const std::unordered_map<uint32_t, CFStat>& GetCFStats() const;

  // ---- Reading the batch alone ----

  // OK, NotFound (the batch deletes the key, or has nothing about it), or MergeInProgress: the
  // batch has operands whose base it does not have. Operands that have a base are merged. Without
  // a column family there is no merge operator: InvalidArgument where one is needed.
  Status GetFromBatch(const DBOptions& options, const Slice& key, std::string* value);
  Status GetFromBatch(ColumnFamilyHandle* cf, const DBOptions& options, const Slice& key,
                      std::string* value);

  // The caller owns the iterator, and deletes it before the batch.
  WBWIIterator* NewIterator();
  WBWIIterator* NewIterator(ColumnFamilyHandle* cf);

  // ---- Reading the batch over a database ----

  // As DB::Get() would answer if the batch had been written on top of the state that `options`
  // name. The `std::string` forms copy.
  Status GetFromBatchAndDB(DB* db, const ReadOptions& options, const Slice& key,
                           std::string* value);
  Status GetFromBatchAndDB(DB* db, const ReadOptions& options, const Slice& key,
                           PinnableSlice* value);
  Status GetFromBatchAndDB(DB* db, const ReadOptions& options, ColumnFamilyHandle* cf,
                           const Slice& key, std::string* value);
  Status GetFromBatchAndDB(DB* db, const ReadOptions& options, ColumnFamilyHandle* cf,
                           const Slice& key, PinnableSlice* value);

  // The same for several keys of one column family, with a status for each. Keys that the batch
  // decides are not looked up in the database.
  void MultiGetFromBatchAndDB(DB* db, const ReadOptions& options, ColumnFamilyHandle* cf,
                              const size_t num_keys, const Slice* keys, PinnableSlice* values,
                              Status* statuses, bool sorted_input);

  // Lays the batch over `base`, an iterator over the database's keys in the same family, which the
  // result owns from now on. Null `base` gives null. `options` gives the bounds, also for the
  // batch's keys; it must live as long as the result, as must the batch. It has the status of the
  // base where that fails. Updates that are added to the batch while the result stands on a key
  // show from the next move on.
  Iterator* NewIteratorWithBase(Iterator* base, const ReadOptions* options = nullptr);
  Iterator* NewIteratorWithBase(ColumnFamilyHandle* cf, Iterator* base,
                                const ReadOptions* options = nullptr);

  // ---- The same reads with all columns; a plain value is one column without a name ----

  Status GetEntityFromBatch(ColumnFamilyHandle* cf, const Slice& key, PinnableWideColumns* columns);
  Status GetEntityFromBatchAndDB(DB* db, const ReadOptions& options, ColumnFamilyHandle* cf,
                                 const Slice& key, PinnableWideColumns* columns);
  void MultiGetEntityFromBatchAndDB(DB* db, const ReadOptions& options, ColumnFamilyHandle* cf,
                                    size_t num_keys, const Slice* keys,
                                    PinnableWideColumns* results, Status* statuses,
                                    bool sorted_input);

 private:
  struct Rep;

  std::unique_ptr<Rep> rep_;
};

}  // namespace ROCKSDB_NAMESPACE
