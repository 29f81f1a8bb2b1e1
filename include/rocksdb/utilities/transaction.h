// Transactions: groups of reads and writes that commit together or not at all. TransactionDB
// makes those that lock keys, OptimisticTransactionDB those that look for conflicts at commit.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Iterator;
class TransactionDB;
class WriteBatchWithIndex;

using TransactionID = uint64_t;
using TransactionName = std::string;
using TxnTimestamp = uint64_t;

constexpr TxnTimestamp kMaxTxnTimestamp = std::numeric_limits<TxnTimestamp>::max();

// One end of a range lock: just before all keys that begin with `slice`, or, with `inf_suffix`,
// just after them. The bytes are borrowed.
class Endpoint {
 public:
  Endpoint() : inf_suffix(false) {}
  explicit Endpoint(const Slice& key, bool after = false) : slice(key), inf_suffix(after) {}
  explicit Endpoint(const char* key, bool after = false) : Endpoint(Slice(key), after) {}
  Endpoint(const char* key, size_t size, bool after = false) : Endpoint(Slice(key, size), after) {}

  Slice slice;
  bool inf_suffix;
};

// Learns which snapshot a transaction got that asked for one with SetSnapshotOnNextOperation().
class TransactionNotifier {
 public:
  virtual ~TransactionNotifier() = default;

  // Called by the thread that uses the transaction. The snapshot belongs to the transaction.
  virtual void SnapshotCreated(const Snapshot* newSnapshot) = 0;
};

// One transaction. BeginTransaction() makes it and the caller deletes it before the DB; deleting
// one that has not been committed rolls it back. One thread at a time uses it.
//
// Writes collect in an indexed batch, where the transaction's own reads see them, and reach the DB
// with Commit(). A write of a transaction that locks keys can fail with Busy (a conflict with the
// snapshot, or a deadlock), TimedOut (the lock), TryAgain (memtables keep too little history to
// decide), Aborted (the lock count is at its limit). Optimistic transactions return Busy or
// TryAgain from Commit().
class Transaction {
 public:
  // Where a transaction stands. LOCKS_STOLEN: another transaction took
  // the locks after this one had expired. COMMITED is an older spelling.
  enum TransactionState {
    STARTED = 0,
    AWAITING_PREPARE = 1,
    PREPARED = 2,
    AWAITING_COMMIT = 3,
    COMMITTED = 4,
    COMMITED = COMMITTED,
    AWAITING_ROLLBACK = 5,
    ROLLEDBACK = 6,
    LOCKS_STOLEN = 7,
  };

  Transaction(const Transaction&) = delete;
  void operator=(const Transaction&) = delete;

  virtual ~Transaction() = default;

  // ---- End ----

  // Writes the prepared section to the log; afterwards Commit() can only fail for reasons of I/O.
  // Needs a name.
  virtual Status Prepare() = 0;

  // Applies all writes at once and ends the transaction. After a failure it may be tried again or
  // rolled back.
  virtual Status Commit() = 0;

  // Commits, and makes a snapshot that carries `ts` of the state after it, in which commits of
  // others may be too. Without `ts` the timestamp set by SetCommitTimestamp() is used. OK with a
  // null *snapshot: the commit succeeded and the snapshot was not made.
  Status CommitAndTryCreateSnapshot(std::shared_ptr<TransactionNotifier> notifier = nullptr,
                                    TxnTimestamp ts = kMaxTxnTimestamp,
                                    std::shared_ptr<const Snapshot>* snapshot = nullptr);

  // Drops all writes and locks, and ends the transaction.
  virtual Status Rollback() = 0;

  // Save points form a stack. Going back to the latest undoes the writes and locks made since;
  // popping keeps them. NotFound without a save point.
  virtual void SetSavePoint() = 0;
  virtual Status RollbackToSavePoint() = 0;
  virtual Status PopSavePoint() = 0;

  // ---- Snapshot ----

  // From now on a write fails with Busy when somebody else has changed its key since the
  // snapshot. Reads use a snapshot only if ReadOptions names it.
  virtual void SetSnapshot() = 0;
  // The same, but the snapshot is taken by the next write or GetForUpdate(), which then calls
  // `notifier`.
  virtual void SetSnapshotOnNextOperation(
      std::shared_ptr<TransactionNotifier> notifier = nullptr) = 0;
  virtual void ClearSnapshot() = 0;

  // Null without one. Valid until the transaction ends or sets or clears its snapshot.
  virtual const Snapshot* GetSnapshot() const = 0;
  virtual std::shared_ptr<const Snapshot> GetTimestampedSnapshot() const = 0;

  // ---- Reads: the transaction's own writes over the DB's state ----
  // Those into a PinnableSlice copy, unless they are overridden.

  virtual Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     std::string* value) = 0;
  virtual Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     PinnableSlice* value) {
    return Keep(Get(options, cf, key, value->GetSelf()), value);
  }
  virtual Status Get(const ReadOptions& options, const Slice& key, std::string* value) = 0;
  virtual Status Get(const ReadOptions& options, const Slice& key, PinnableSlice* value) {
    return Keep(Get(options, key, value->GetSelf()), value);
  }
  virtual Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           PinnableWideColumns* columns) = 0;

  virtual std::vector<Status> MultiGet(const ReadOptions& options,
                                       const std::vector<ColumnFamilyHandle*>& cfs,
                                       const std::vector<Slice>& keys,
                                       std::vector<std::string>* values) = 0;
  virtual std::vector<Status> MultiGet(const ReadOptions& options, const std::vector<Slice>& keys,
                                       std::vector<std::string>* values) = 0;
  virtual void MultiGet(const ReadOptions& options, ColumnFamilyHandle* cf, const size_t num_keys,
                        const Slice* keys, PinnableSlice* values, Status* statuses,
                        const bool /*sorted_input*/ = false) {
    for (size_t i = 0; i < num_keys; ++i) statuses[i] = Get(options, cf, keys[i], &values[i]);
  }
  virtual void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false) = 0;

  // The caller owns the iterators. Writes made after an iterator was positioned may move or spoil
  // its place.
  virtual Iterator* GetIterator(const ReadOptions& options) = 0;
  virtual Iterator* GetIterator(const ReadOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual std::unique_ptr<Iterator> GetCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) = 0;
  virtual std::unique_ptr<AttributeGroupIterator> GetAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) = 0;

  // ---- Reads that protect the key until the end, as a write of it would ----

  // `value` may be null. Not exclusive: other transactions may read the key for update too.
  // Without do_validate the key may have changed since the snapshot.
  virtual Status GetForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                              std::string* value, bool exclusive = true,
                              const bool do_validate = true) = 0;
  virtual Status GetForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                              PinnableSlice* value, bool exclusive = true,
                              const bool do_validate = true) {
    std::string* const copy = value != nullptr ? value->GetSelf() : nullptr;
    return Keep(GetForUpdate(options, cf, key, copy, exclusive, do_validate), value);
  }
  virtual Status GetForUpdate(const ReadOptions& options, const Slice& key, std::string* value,
                              bool exclusive = true, const bool do_validate = true) = 0;
  virtual Status GetForUpdate(const ReadOptions& options, const Slice& key, PinnableSlice* value,
                              bool exclusive = true, const bool do_validate = true) {
    std::string* const copy = value != nullptr ? value->GetSelf() : nullptr;
    return Keep(GetForUpdate(options, key, copy, exclusive, do_validate), value);
  }
  virtual Status GetEntityForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf,
                                    const Slice& key, PinnableWideColumns* columns,
                                    bool exclusive = true, bool do_validate = true) = 0;
  virtual std::vector<Status> MultiGetForUpdate(const ReadOptions& options,
                                                const std::vector<ColumnFamilyHandle*>& cfs,
                                                const std::vector<Slice>& keys,
                                                std::vector<std::string>* values) = 0;
  virtual std::vector<Status> MultiGetForUpdate(const ReadOptions& options,
                                                const std::vector<Slice>& keys,
                                                std::vector<std::string>* values) = 0;

  // Releases the key if a GetForUpdate() alone protects it; not those before a save point.
  virtual void UndoGetForUpdate(ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual void UndoGetForUpdate(const Slice& key) = 0;

  // Locks all keys from `first` to `last`, both included. Only with a range lock manager.
  virtual Status GetRangeLock(ColumnFamilyHandle* /*cf*/, const Endpoint& /*first*/,
                              const Endpoint& /*last*/) {
    return Status::NotSupported("Transaction::GetRangeLock: no range lock manager");
  }

  // ---- Writes ----

  // With assume_tracked the key is already protected by this transaction, so it is not locked or
  // checked again.
  virtual Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                     const bool assume_tracked = false) = 0;
  virtual Status Put(const Slice& key, const Slice& value) = 0;
  virtual Status Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value,
                     const bool assume_tracked = false) = 0;
  virtual Status Put(const SliceParts& key, const SliceParts& value) = 0;
  virtual Status PutEntity(ColumnFamilyHandle* cf, const Slice& key, const WideColumns& columns,
                           bool assume_tracked = false) = 0;
  virtual Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand,
                       const bool assume_tracked = false) = 0;
  virtual Status Merge(const Slice& key, const Slice& operand) = 0;
  virtual Status Delete(ColumnFamilyHandle* cf, const Slice& key,
                        const bool assume_tracked = false) = 0;
  virtual Status Delete(const Slice& key) = 0;
  virtual Status Delete(ColumnFamilyHandle* cf, const SliceParts& key,
                        const bool assume_tracked = false) = 0;
  virtual Status Delete(const SliceParts& key) = 0;
  virtual Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key,
                              const bool assume_tracked = false) = 0;
  virtual Status SingleDelete(const Slice& key) = 0;
  virtual Status SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key,
                              const bool assume_tracked = false) = 0;
  virtual Status SingleDelete(const SliceParts& key) = 0;

  // Writes that look for no conflict: a locking transaction still takes the lock, an optimistic one
  // leaves the key out of its validation.
  virtual Status PutUntracked(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) = 0;
  virtual Status PutUntracked(const Slice& key, const Slice& value) = 0;
  virtual Status PutUntracked(ColumnFamilyHandle* cf, const SliceParts& key,
                              const SliceParts& value) = 0;
  virtual Status PutUntracked(const SliceParts& key, const SliceParts& value) = 0;
  virtual Status PutEntityUntracked(ColumnFamilyHandle* cf, const Slice& key,
                                    const WideColumns& columns) = 0;
  virtual Status MergeUntracked(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) = 0;
  virtual Status MergeUntracked(const Slice& key, const Slice& operand) = 0;
  virtual Status DeleteUntracked(ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual Status DeleteUntracked(const Slice& key) = 0;
  virtual Status DeleteUntracked(ColumnFamilyHandle* cf, const SliceParts& key) = 0;
  virtual Status DeleteUntracked(const SliceParts& key) = 0;
  virtual Status SingleDeleteUntracked(ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual Status SingleDeleteUntracked(const Slice& key) = 0;

  // Adds bytes to the log record that are not data; see WriteBatch::PutLogData().
  virtual void PutLogData(const Slice& blob) = 0;

  // Folds the merge operands of a key into one value.
  virtual Status CollapseKey(const ReadOptions& /*options*/, const Slice& /*key*/,
                             ColumnFamilyHandle* /*cf*/ = nullptr) {
    return Status::NotSupported("Transaction::CollapseKey");
  }

  // Between the two, writes are not indexed: they cost less, and reads of this transaction do not
  // see them.
  virtual void DisableIndexing() = 0;
  virtual void EnableIndexing() = 0;

  // ---- Batches ----

  // The writes so far; the transaction keeps the batch. Locks do not cover what a caller writes
  // into it.
  virtual WriteBatchWithIndex* GetWriteBatch() = 0;

  // A batch that is committed with the transaction and is not part of the prepared section.
  virtual WriteBatch* GetCommitTimeWriteBatch() = 0;

  // Makes the writes of `src_batch` one by one; stops at the first that fails.
  virtual Status RebuildFromWriteBatch(WriteBatch* src_batch) = 0;

  // ---- Numbers and settings ----

  virtual uint64_t GetNumKeys() const = 0;
  virtual uint64_t GetNumPuts() const = 0;
  virtual uint64_t GetNumPutEntities() const = 0;
  virtual uint64_t GetNumDeletes() const = 0;
  virtual uint64_t GetNumMerges() const = 0;

  // Milliseconds since the transaction began.
  virtual uint64_t GetElapsedTime() const = 0;

  // Milliseconds that a write waits for a lock: negative for ever, 0 not at all.
  virtual void SetLockTimeout(int64_t timeout) = 0;

  virtual void SetWriteOptions(const WriteOptions& write_options) = 0;
  virtual WriteOptions* GetWriteOptions() = 0;

  // The log that holds the prepared section.
  virtual void SetLogNumber(uint64_t log) { log_number_ = log; }
  virtual uint64_t GetLogNumber() const { return log_number_; }

  // Two-phase commit finds a transaction after a crash by its name. InvalidArgument: another one
  // has it, it is empty or longer than 512 bytes, or this one has a name or has been prepared.
  virtual Status SetName(const TransactionName& name) = 0;
  virtual TransactionName GetName() const { return name_; }

  virtual TransactionID GetID() const { return 0; }
  TransactionID GetId() { return id_; }

  virtual bool IsDeadlockDetect() const { return false; }

  // The transactions that hold the lock for which this one waits, with the family and the key.
  // Both pointers may be null. Only for transactions that lock.
  virtual std::vector<TransactionID> GetWaitingTxns(uint32_t* /*column_family_id*/,
                                                    std::string* /*key*/) const {
    assert(false);
    return {};
  }

  TransactionState GetState() const { return txn_state_; }
  // For the DB only.
  void SetState(TransactionState state) { txn_state_ = state; }

  // User-defined timestamps.
  virtual Status SetReadTimestampForValidation(TxnTimestamp /*ts*/) {
    return Status::NotSupported("Transaction::SetReadTimestampForValidation");
  }
  virtual Status SetCommitTimestamp(TxnTimestamp /*ts*/) {
    return Status::NotSupported("Transaction::SetCommitTimestamp");
  }
  virtual TxnTimestamp GetCommitTimestamp() const { return kMaxTxnTimestamp; }

 private:
  // What was read into value->GetSelf().
  static Status Keep(Status s, PinnableSlice* value) {
    if (s.ok() && value != nullptr) value->PinSelf();
    return s;
  }

 protected:
  explicit Transaction(const TransactionDB* /*db*/) {}
  Transaction() = default;

  virtual void SetId(uint64_t id) {
    assert(id_ == 0);
    id_ = id;
  }
  virtual uint64_t GetLastLogNumber() const { return log_number_; }
  // Reads without the checks of Get().
  virtual Status GetImpl(const ReadOptions& /*options*/, ColumnFamilyHandle* /*cf*/,
                         const Slice& /*key*/, std::string* /*value*/) {
    return Status::NotSupported("Transaction::GetImpl");
  }
  virtual Status GetImpl(const ReadOptions& /*options*/, ColumnFamilyHandle* /*cf*/,
                         const Slice& /*key*/, PinnableSlice* /*value*/) {
    return Status::NotSupported("Transaction::GetImpl");
  }

  uint64_t log_number_ = 0;
  TransactionName name_;
  std::atomic<TransactionState> txn_state_{STARTED};
  uint64_t id_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
