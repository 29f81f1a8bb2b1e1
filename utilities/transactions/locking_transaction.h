// LockingTransaction: locks each key that it writes or reads for update until it ends, so nobody
// else can change the key. Commits in one step, or in two: Prepare() makes the writes durable in
// the log, Commit() or Rollback() decides, even after a crash.
//
//   STARTED -> AWAITING_PREPARE -> PREPARED -> AWAITING_COMMIT -> COMMITTED
//      |  \______________________________________^    \-> AWAITING_ROLLBACK -> ROLLEDBACK
//      \--> LOCKS_STOLEN: it has expired, and another transaction took a lock
//
// Invariants
//  1. Locks go after the writes are visible, or after they are forgotten.
//  2. An expiring transaction leaves STARTED by one exchange: it commits, or it loses its locks,
//     never both. A prepared one does not expire.
//  3. A transaction with a name is registered until it is committed or destroyed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "util/mutex.h"
#include "utilities/transactions/key_locks.h"
#include "utilities/transactions/timestamped_snapshots.h"
#include "utilities/transactions/transaction_core.h"
#include "utilities/transactions/transaction_registry.h"

namespace ROCKSDB_NAMESPACE {

class LockingTransaction final : public TransactionCore, private LockAsker, private Expiring {
 public:
  // What the transactions of one database share.
  struct Shared {
    const TransactionDBOptions& options;
    KeyLocks* locks;
    TransactionRegistry* registry;
    TimestampedSnapshots* snapshots;
  };

  LockingTransaction(const Base& base, const Shared& shared, const WriteOptions& write_options,
                     const TransactionOptions& options);
  ~LockingTransaction() override;

  // Another life in the same memory.
  void Begin(const WriteOptions& write_options, const TransactionOptions& options);
  // As if it had been prepared already; `log` holds its section. InvalidArgument: the name is
  // taken. REQUIRES: nothing was done with it but adding the section's updates.
  [[nodiscard]] Status BeginPrepared(const TransactionName& name, uint64_t log);

  Status Prepare() override;
  Status Commit() override;
  Status Rollback() override;
  Status RollbackToSavePoint() override;
  Status SetName(const TransactionName& name) override;

  TransactionID GetID() const override { return id_; }
  void SetLockTimeout(int64_t timeout) override { LockAsker::timeout = timeout * 1000; }
  bool IsDeadlockDetect() const override { return detect_depth >= 0; }
  std::vector<TransactionID> GetWaitingTxns(uint32_t* column_family_id,
                                            std::string* key) const override;
  Status SetCommitTimestamp(TxnTimestamp ts) override;
  TxnTimestamp GetCommitTimestamp() const override { return commit_timestamp_; }

  // The number of the next transaction, of all databases.
  static TransactionID NextId();

 private:
  Status Protect(ColumnFamilyHandle* cf, const Slice& key, const Access& access) override;
  void Release(const FamilyKey& key) override;
  bool LoseLocks() override;
  bool TakeOver(TransactionID holder) override { return shared_.registry->TakeOver(holder); }
  void SetWaiting(uint32_t cf, const std::string& key,
                  const std::vector<TransactionID>& holders) override;

  bool Expired() const;
  // From STARTED on the way to `next`. False: it was not STARTED.
  bool Leave(TransactionState next);
  // What a call says that the present state forbids.
  Status WrongState() const;
  Status CommitAtOnce();
  Status CommitPrepared();
  // For records that the log must have, whatever the transaction's own updates do without.
  WriteOptions Logged() const;
  // `prepared_in`: the log of the section that the batch commits; 0: it commits none.
  Status WriteCommit(WriteBatch* batch, uint64_t prepared_in);
  Status RollbackPrepared();
  // Ends as COMMITTED; the writes are visible.
  void FinishCommit();
  // Gives up the locks of all tracked keys.
  void ReleaseAll();
  // The same, and forgets writes and keys.
  void Clear();
  void Unregister();

  const Shared shared_;
  bool locks_keys_ = true;
  bool skip_prepare_ = true;
  // The registry has it among those that expire, until it ends.
  bool registered_expiring_ = false;
  TxnTimestamp commit_timestamp_ = kMaxTxnTimestamp;
  // The batch of CommitPrepared(), kept for its memory.
  WriteBatch committed_;

  // What it waits for, which other threads may ask.
  mutable Mutex waiting_mutex_;
  std::vector<TransactionID> waits_for_ GUARDED_BY(waiting_mutex_);
  uint32_t waiting_cf_ GUARDED_BY(waiting_mutex_) = 0;
  std::string waiting_key_ GUARDED_BY(waiting_mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
