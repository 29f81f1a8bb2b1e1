#include "utilities/transactions/locking_transaction.h"

#include <atomic>

#include "db/batch/write_batch_internal.h"
#include "db/db_impl.h"
#include "rocksdb/env.h"
#include "util/dbformat.h"
#include "utilities/transactions/conflict.h"
#include "utilities/transactions/family_handles.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kLongestName = 512;
// Memory of the batches of commits that stays for the next one: chosen, not measured.
constexpr size_t kLargestKept = 64 << 10;

}  // namespace

TransactionID LockingTransaction::NextId() {
  static std::atomic<TransactionID> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

LockingTransaction::LockingTransaction(const Base& base, const Shared& shared,
                                       const WriteOptions& write_options,
                                       const TransactionOptions& options)
    : TransactionCore(base, write_options), shared_(shared) {
  Begin(write_options, options);
}

LockingTransaction::~LockingTransaction() {
  Unregister();
  ReleaseAll();
}

void LockingTransaction::Begin(const WriteOptions& write_options,
                               const TransactionOptions& options) {
  Unregister();
  ReleaseAll();
  Restart(write_options);
  id_ = NextId();
  LockAsker::id = id_;
  detect_depth = options.deadlock_detect ? options.deadlock_detect_depth : -1;
  SetLockTimeout(options.lock_timeout >= 0 ? options.lock_timeout
                                           : shared_.options.transaction_lock_timeout);
  batch_.SetMaxBytes(options.max_write_batch_size);
  locks_keys_ = !options.skip_concurrency_control && !shared_.options.skip_concurrency_control;
  skip_prepare_ = options.skip_prepare;
  commit_timestamp_ = kMaxTxnTimestamp;
  expires_at = 0;
  if (options.expiration >= 0) {
    expires_at = started_ + static_cast<uint64_t>(options.expiration) * 1000;
    shared_.registry->AddExpiring(this, id_);
    registered_expiring_ = true;
  }
  if (options.set_snapshot) SetSnapshot();
}

Status LockingTransaction::BeginPrepared(const TransactionName& name, uint64_t log) {
  Status s = SetName(name);
  if (!s.ok()) return s;
  SetLogNumber(log);
  SetState(PREPARED);
  return s;
}

void LockingTransaction::Unregister() {
  if (registered_expiring_) shared_.registry->RemoveExpiring(id_);
  registered_expiring_ = false;
  if (!name_.empty() && txn_state_ != COMMITTED) shared_.registry->RemoveName(name_);
}

void LockingTransaction::ReleaseAll() { shared_.locks->UnlockAll(this, tracked_.keys()); }

void LockingTransaction::Clear() {
  ReleaseAll();
  ClearWrites();
}

// ---- Locks ----

Status LockingTransaction::Protect(ColumnFamilyHandle* cf, const Slice& key, const Access& access) {
  if (!locks_keys_) [[unlikely]]
    return Status::OK();
  const FamilyKey id(cf->GetID(), key);
  const TrackedKey* const known = tracked_.Find(id);
  if (access.assume_tracked && known == nullptr) {
    return Status::InvalidArgument("assume_tracked is set but it is not tracked yet");
  }
  if (known == nullptr || (access.exclusive && !known->exclusive)) {
    Status s = shared_.locks->Lock(this, id, access.exclusive);
    if (!s.ok()) return s;
  }
  TakeDueSnapshot();
  // Nobody changes the key from here on. Since when it has not changed is known from an earlier
  // access, from the snapshot if that is looked at, or else only from now on.
  SequenceNumber since = known != nullptr ? known->since : kLargestSequence;
  if (!access.validate || snapshot_ == nullptr) {
    if (known == nullptr) since = base_.db->GetLatestSequenceNumber();
  } else if (since > snapshot_->GetSequenceNumber()) {
    since = snapshot_->GetSequenceNumber();
    Status s = LookForConflict(base_.engine, cf, key, since, false);
    if (!s.ok()) {
      if (known == nullptr) Release(id);
      return s;
    }
  }
  tracked_.Add(id, since, access.read, access.exclusive);
  return Status::OK();
}

void LockingTransaction::Release(const FamilyKey& key) { shared_.locks->Unlock(this, key); }

void LockingTransaction::SetWaiting(uint32_t cf, const std::string& key,
                                    const std::vector<TransactionID>& holders) {
  MutexLock lock(&waiting_mutex_);
  waits_for_ = holders;
  waiting_cf_ = cf;
  waiting_key_ = key;
}

std::vector<TransactionID> LockingTransaction::GetWaitingTxns(uint32_t* column_family_id,
                                                              std::string* key) const {
  MutexLock lock(&waiting_mutex_);
  const bool waits = !waits_for_.empty();
  if (key != nullptr) *key = waits ? waiting_key_ : std::string();
  if (column_family_id != nullptr) *column_family_id = waits ? waiting_cf_ : 0;
  return waits_for_;
}

bool LockingTransaction::LoseLocks() {
  TransactionState expected = STARTED;
  return txn_state_.compare_exchange_strong(expected, LOCKS_STOLEN) || expected == LOCKS_STOLEN;
}

bool LockingTransaction::Expired() const {
  return expires_at != 0 && base_.db->GetEnv()->NowMicros() >= expires_at;
}

bool LockingTransaction::Leave(TransactionState next) {
  TransactionState expected = STARTED;
  return txn_state_.compare_exchange_strong(expected, next);
}

// ---- Name and save points ----

Status LockingTransaction::SetName(const TransactionName& name) {
  if (txn_state_ != STARTED) {
    return Status::InvalidArgument("Transaction is beyond state for naming.");
  }
  if (!name_.empty()) return Status::InvalidArgument("Transaction has already been named.");
  if (name.empty() || name.size() > kLongestName) {
    return Status::InvalidArgument("Transaction name length must be between 1 and 512 chars.");
  }
  Status s = shared_.registry->AddName(this, name);
  if (s.ok()) name_ = name;
  return s;
}

Status LockingTransaction::RollbackToSavePoint() {
  if (txn_state_ != STARTED) {
    return Status::InvalidArgument("Transaction is beyond state for rollback.");
  }
  return TransactionCore::RollbackToSavePoint();
}

Status LockingTransaction::SetCommitTimestamp(TxnTimestamp ts) {
  commit_timestamp_ = ts;
  return Status::OK();
}

// ---- Ends ----

Status LockingTransaction::WrongState() const {
  switch (txn_state_) {
    case LOCKS_STOLEN:
      return Status::Expired();
    case PREPARED:
      return Status::InvalidArgument("Transaction has already been prepared.");
    case COMMITTED:
      return Status::InvalidArgument("Transaction has already been committed.");
    case ROLLEDBACK:
      return Status::InvalidArgument("Transaction has already been rolledback.");
    default:
      return Status::InvalidArgument("Transaction is not in state for commit.");
  }
}

WriteOptions LockingTransaction::Logged() const {
  WriteOptions how = write_options_;
  how.disableWAL = false;
  return how;
}

Status LockingTransaction::Prepare() {
  if (name_.empty()) {
    return Status::InvalidArgument("Cannot prepare a transaction that has not been named.");
  }
  if (Expired()) return Status::Expired();
  if (!Leave(AWAITING_PREPARE)) return WrongState();
  DropSavePoints();
  WriteBatch* const batch = batch_.GetWriteBatch();
  const size_t open_size = batch->GetDataSize();
  Status s = BatchAccess::ClosePrepared(batch, name_, true, false);
  TransactionalWrite write;
  write.log_only = true;
  if (s.ok()) {
    s = base_.engine->WriteTransaction(Logged(), batch, &write);
    if (!s.ok()) BatchAccess::ReopenPrepared(batch, open_size);
  }
  if (!s.ok()) {
    SetState(STARTED);
    return s;
  }
  SetLogNumber(write.log_number);
  // The promise to commit holds for ever. It stays registered: that keeps its locks from others,
  // who know the time at which they were to expire.
  expires_at = 0;
  SetState(PREPARED);
  return s;
}

Status LockingTransaction::Commit() {
  if (Expired()) return Status::Expired();
  if (txn_state_ == PREPARED) return CommitPrepared();
  if (txn_state_ == STARTED && !skip_prepare_) return Status::TxnNotPrepared();
  if (!Leave(AWAITING_COMMIT)) return WrongState();
  return CommitAtOnce();
}

Status LockingTransaction::CommitAtOnce() {
  Status s;
  if (commit_time_batch_.Count() > 0) {
    s = Status::InvalidArgument("Commit-time batch contains values that will not be committed.");
  }
  if (s.ok()) s = WriteCommit(batch_.GetWriteBatch(), 0);
  if (!s.ok()) {
    SetState(STARTED);
    return s;
  }
  FinishCommit();
  return s;
}

// The log gets the updates of the commit and the mark; the prepared ones are there already, and go
// to memtables only. Those of families dropped since are passed over, as a replay of the log does.
Status LockingTransaction::CommitPrepared() {
  SetState(AWAITING_COMMIT);
  WriteBatch* const batch = &committed_;
  batch->Clear();
  Status s = BatchAccess::Append(batch, commit_time_batch_, false);
  if (s.ok()) {
    BatchAccess::AppendCommit(batch, name_);
    batch->MarkWalTerminationPoint();
    s = BatchAccess::Append(batch, *batch_.GetWriteBatch(), false);
  }
  if (s.ok()) s = WriteCommit(batch, log_number_);
  // A large transaction does not keep its bytes twice.
  if (batch->GetDataSize() > kLargestKept) *batch = WriteBatch();
  if (!s.ok()) {
    SetState(PREPARED);
    return s;
  }
  FinishCommit();
  return s;
}

namespace {

// Takes the snapshot of a commit before another write becomes visible.
class SnapshotOfCommit final : public WriteCheck {
 public:
  SnapshotOfCommit(TimestampedSnapshots* snapshots, TxnTimestamp ts)
      : snapshots_(snapshots), ts_(ts) {}

  Status Check() override { return Status::OK(); }
  void Written() override { status_ = snapshots_->Create(ts_, &snapshot_); }
  const Status& status() const { return status_; }
  std::shared_ptr<const Snapshot>& snapshot() { return snapshot_; }

 private:
  TimestampedSnapshots* const snapshots_;
  const TxnTimestamp ts_;
  Status status_;
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace

// Every write of a commit, all of it or nothing. Only one with a snapshot goes alone.
Status LockingTransaction::WriteCommit(WriteBatch* batch, uint64_t prepared_in) {
  const bool takes_snapshot = commit_timestamp_ != kMaxTxnTimestamp && snapshot_due_;
  SnapshotOfCommit taken(shared_.snapshots, commit_timestamp_);
  TransactionalWrite write;
  write.prepared_in = prepared_in;
  if (takes_snapshot) write.check = &taken;
  WriteOptions how = prepared_in != 0 ? Logged() : write_options_;
  how.ignore_missing_column_families |= prepared_in != 0;
  Status s = base_.engine->WriteTransaction(how, batch, &write);
  if (!s.ok() || !takes_snapshot) return s;
  const std::shared_ptr<TransactionNotifier> notifier = notifier_;
  ClearSnapshot();
  snapshot_ = std::move(taken.snapshot());
  if (taken.status().ok() && notifier != nullptr) notifier->SnapshotCreated(snapshot_.get());
  return s;
}

void LockingTransaction::FinishCommit() {
  Unregister();
  Clear();
  SetState(COMMITTED);
}

Status LockingTransaction::Rollback() {
  switch (txn_state_) {
    case PREPARED:
      return RollbackPrepared();
    case STARTED:
      Clear();
      return Status::OK();
    case COMMITTED:
      return Status::InvalidArgument("This transaction has already been committed.");
    default:
      return Status::InvalidArgument("Two phase transaction is not in state for rollback.");
  }
}

Status LockingTransaction::RollbackPrepared() {
  SetState(AWAITING_ROLLBACK);
  WriteBatch batch;
  BatchAccess::AppendRollback(&batch, name_);
  TransactionalWrite write;
  write.log_only = true;
  Status s = base_.engine->WriteTransaction(Logged(), &batch, &write);
  if (!s.ok()) {
    SetState(PREPARED);
    return s;
  }
  base_.engine->EndPreparedSection(log_number_, write.log_number);
  Clear();
  SetState(ROLLEDBACK);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
