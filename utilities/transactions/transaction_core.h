// TransactionCore: what both kinds of transactions have in common. It keeps the writes in an
// indexed batch, reads through that batch, holds the snapshot, counts, and goes back to save
// points. What protects a key, and what commits, is the subclass's.
//
//   Put(k) -> Protect(k): lock it, or note it for validation -> batch
//   Get(k) -> batch -> database
//
// Invariants
//  1. The batch, the tracked keys and save_points_ have the same save points.
//  2. A key whose write failed in the batch stays protected until the transaction or a save point
//     gives it back.
// One thread at a time, as Transaction demands.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "utilities/transactions/tracked_keys.h"

namespace ROCKSDB_NAMESPACE {

class DBImpl;
class FamilyHandles;

class TransactionCore : public Transaction {
 public:
  // What a transaction stands on; all outlive it.
  struct Base {
    DB* db;
    DBImpl* engine;
    FamilyHandles* families;
    // Orders the keys of updates that name no column family.
    const Comparator* order;
    // The batch begins with the place for a begin-prepare mark.
    bool two_phase;
  };

  // ---- Save points and snapshot ----

  void SetSavePoint() override;
  Status RollbackToSavePoint() override;
  Status PopSavePoint() override;

  void SetSnapshot() override;
  void SetSnapshotOnNextOperation(std::shared_ptr<TransactionNotifier> notifier) override;
  void ClearSnapshot() override;
  const Snapshot* GetSnapshot() const override { return snapshot_.get(); }
  std::shared_ptr<const Snapshot> GetTimestampedSnapshot() const override { return snapshot_; }

  // ---- Reads ----

  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             std::string* value) override;
  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             PinnableSlice* value) override;
  Status Get(const ReadOptions& options, const Slice& key, std::string* value) override;
  Status Get(const ReadOptions& options, const Slice& key, PinnableSlice* value) override;
  Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   PinnableWideColumns* columns) override;
  std::vector<Status> MultiGet(const ReadOptions& options,
                               const std::vector<ColumnFamilyHandle*>& cfs,
                               const std::vector<Slice>& keys,
                               std::vector<std::string>* values) override;
  std::vector<Status> MultiGet(const ReadOptions& options, const std::vector<Slice>& keys,
                               std::vector<std::string>* values) override;
  void MultiGet(const ReadOptions& options, ColumnFamilyHandle* cf, const size_t num_keys,
                const Slice* keys, PinnableSlice* values, Status* statuses,
                const bool sorted_input) override;
  void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                      const Slice* keys, PinnableWideColumns* results, Status* statuses,
                      bool sorted_input) override;
  Iterator* GetIterator(const ReadOptions& options) override;
  Iterator* GetIterator(const ReadOptions& options, ColumnFamilyHandle* cf) override;
  std::unique_ptr<Iterator> GetCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override;
  std::unique_ptr<AttributeGroupIterator> GetAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override;

  // ---- Reads that protect ----

  Status GetForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                      std::string* value, bool exclusive, const bool do_validate) override;
  Status GetForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                      PinnableSlice* value, bool exclusive, const bool do_validate) override;
  Status GetForUpdate(const ReadOptions& options, const Slice& key, std::string* value,
                      bool exclusive, const bool do_validate) override;
  Status GetForUpdate(const ReadOptions& options, const Slice& key, PinnableSlice* value,
                      bool exclusive, const bool do_validate) override;
  Status GetEntityForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                            PinnableWideColumns* columns, bool exclusive,
                            bool do_validate) override;
  std::vector<Status> MultiGetForUpdate(const ReadOptions& options,
                                        const std::vector<ColumnFamilyHandle*>& cfs,
                                        const std::vector<Slice>& keys,
                                        std::vector<std::string>* values) override;
  std::vector<Status> MultiGetForUpdate(const ReadOptions& options, const std::vector<Slice>& keys,
                                        std::vector<std::string>* values) override;
  void UndoGetForUpdate(ColumnFamilyHandle* cf, const Slice& key) override;
  void UndoGetForUpdate(const Slice& key) override { UndoGetForUpdate(nullptr, key); }

  // ---- Writes ----

  Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
             const bool assume_tracked) override;
  Status Put(const Slice& key, const Slice& value) override;
  Status Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value,
             const bool assume_tracked) override;
  Status Put(const SliceParts& key, const SliceParts& value) override;
  Status PutEntity(ColumnFamilyHandle* cf, const Slice& key, const WideColumns& columns,
                   bool assume_tracked) override;
  Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand,
               const bool assume_tracked) override;
  Status Merge(const Slice& key, const Slice& operand) override;
  Status Delete(ColumnFamilyHandle* cf, const Slice& key, const bool assume_tracked) override;
  Status Delete(const Slice& key) override;
  Status Delete(ColumnFamilyHandle* cf, const SliceParts& key, const bool assume_tracked) override;
  Status Delete(const SliceParts& key) override;
  Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key, const bool assume_tracked) override;
  Status SingleDelete(const Slice& key) override;
  Status SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key,
                      const bool assume_tracked) override;
  Status SingleDelete(const SliceParts& key) override;

  Status PutUntracked(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) override;
  Status PutUntracked(const Slice& key, const Slice& value) override;
  Status PutUntracked(ColumnFamilyHandle* cf, const SliceParts& key,
                      const SliceParts& value) override;
  Status PutUntracked(const SliceParts& key, const SliceParts& value) override;
  Status PutEntityUntracked(ColumnFamilyHandle* cf, const Slice& key,
                            const WideColumns& columns) override;
  Status MergeUntracked(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) override;
  Status MergeUntracked(const Slice& key, const Slice& operand) override;
  Status DeleteUntracked(ColumnFamilyHandle* cf, const Slice& key) override;
  Status DeleteUntracked(const Slice& key) override;
  Status DeleteUntracked(ColumnFamilyHandle* cf, const SliceParts& key) override;
  Status DeleteUntracked(const SliceParts& key) override;
  Status SingleDeleteUntracked(ColumnFamilyHandle* cf, const Slice& key) override;
  Status SingleDeleteUntracked(const Slice& key) override;

  void PutLogData(const Slice& blob) override;
  Status CollapseKey(const ReadOptions& options, const Slice& key, ColumnFamilyHandle* cf) override;
  void DisableIndexing() override { indexing_ = false; }
  void EnableIndexing() override { indexing_ = true; }

  // ---- Batches, numbers, settings ----

  WriteBatchWithIndex* GetWriteBatch() override { return &batch_; }
  WriteBatch* GetCommitTimeWriteBatch() override { return &commit_time_batch_; }
  Status RebuildFromWriteBatch(WriteBatch* src_batch) override;
  // The same of a prepared section that an opening found: updates of families dropped since are
  // passed over.
  [[nodiscard]] Status RebuildRecovered(WriteBatch* section);

  uint64_t GetNumKeys() const override { return tracked_.keys().size(); }
  uint64_t GetNumPuts() const override { return counts_.puts; }
  uint64_t GetNumPutEntities() const override { return counts_.entities; }
  uint64_t GetNumDeletes() const override { return counts_.deletes; }
  uint64_t GetNumMerges() const override { return counts_.merges; }
  uint64_t GetElapsedTime() const override;
  void SetWriteOptions(const WriteOptions& write_options) override {
    write_options_ = write_options;
  }
  WriteOptions* GetWriteOptions() override { return &write_options_; }

 protected:
  // How an operation wants its key protected.
  struct Access {
    bool read = false;
    bool exclusive = true;
    // The key must not have changed since the snapshot.
    bool validate = true;
    // The caller knows that the key is protected already.
    bool assume_tracked = false;
  };

  // REQUIRES: the subclass calls Restart() before it is used.
  TransactionCore(const Base& base, const WriteOptions& write_options);

  // Makes sure that nobody else changes the key unnoticed. A snapshot that waits for the next
  // operation has to be taken with TakeDueSnapshot().
  virtual Status Protect(ColumnFamilyHandle* cf, const Slice& key, const Access& access) = 0;
  // The key is no longer tracked.
  virtual void Release(const FamilyKey& key) = 0;

  void TakeDueSnapshot() {
    if (snapshot_due_) [[unlikely]]
      TakeSnapshotNow();
  }
  // Forgets writes, tracked keys, save points and counts. Locks are the subclass's.
  void ClearWrites();
  // Keeps the writes and keys, and forgets what save points could take back.
  void DropSavePoints();
  // Begins a transaction: the first in this memory, or another one.
  void Restart(const WriteOptions& write_options);

  const Base base_;
  WriteOptions write_options_;
  WriteBatchWithIndex batch_;
  WriteBatch commit_time_batch_;
  TrackedKeys tracked_;
  std::shared_ptr<const Snapshot> snapshot_;
  bool snapshot_due_ = false;
  std::shared_ptr<TransactionNotifier> notifier_;
  // Microseconds of the database's clock.
  uint64_t started_ = 0;

 private:
  struct Counts {
    uint64_t puts = 0;
    uint64_t entities = 0;
    uint64_t deletes = 0;
    uint64_t merges = 0;
  };
  // What a save point brings back beside batch and tracked keys.
  struct SavePointState {
    std::shared_ptr<const Snapshot> snapshot;
    bool snapshot_due;
    std::shared_ptr<TransactionNotifier> notifier;
    Counts counts;
  };

  void TakeSnapshotNow();
  ColumnFamilyHandle* Named(ColumnFamilyHandle* cf) const;
  // Where writes go: the batch with its index, or past it.
  WriteBatchBase* Target();
  // Protects the key, makes the update with `add(batch)`, and counts it.
  template <typename Add>
  Status Write(ColumnFamilyHandle* cf, const Slice& key, const Access& access, uint64_t* counter,
               Add add);
  static Access Writing(bool assume_tracked) {
    return {false, true, !assume_tracked, assume_tracked};
  }
  static Access Untracked() { return {false, true, false, false}; }
  Status PutAs(ColumnFamilyHandle* cf, const Slice& key, const Slice& value, const Access& access);
  Status PutEntityAs(ColumnFamilyHandle* cf, const Slice& key, const WideColumns& columns,
                     const Access& access);
  Status MergeAs(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand,
                 const Access& access);
  Status DeleteAs(ColumnFamilyHandle* cf, const Slice& key, const Access& access);
  Status SingleDeleteAs(ColumnFamilyHandle* cf, const Slice& key, const Access& access);
  // GetForUpdate() up to the read.
  Status ProtectRead(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     bool exclusive, bool validate);

  bool indexing_ = true;
  Counts counts_;
  std::vector<SavePointState> save_points_;
};

}  // namespace ROCKSDB_NAMESPACE
