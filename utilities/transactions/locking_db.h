// LockingDb: a database whose writes lock their keys, in transactions and outside of them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/utilities/transaction_db.h"
#include "utilities/transactions/family_handles.h"
#include "utilities/transactions/key_locks.h"
#include "utilities/transactions/locking_transaction.h"
#include "utilities/transactions/timestamped_snapshots.h"
#include "utilities/transactions/transaction_registry.h"

namespace ROCKSDB_NAMESPACE {

// As safe for threads as the database underneath. Transactions with a name that are alive when it
// is destroyed go with it; a prepared one is found again by the next opening.
class LockingDb final : public TransactionDB {
 public:
  LockingDb(DB* db, DBImpl* engine, const TransactionDBOptions& options);
  ~LockingDb() override;

  // Makes `families` lockable and takes over what recovery found prepared.
  [[nodiscard]] Status Start(const std::vector<ColumnFamilyHandle*>& families);
  // The database underneath stays its owner's. The destructor alone may follow.
  void LeaveBase() { db_ = nullptr; }

  Transaction* BeginTransaction(const WriteOptions& write_options,
                                const TransactionOptions& txn_options,
                                Transaction* old_txn) override;
  Transaction* GetTransactionByName(const TransactionName& name) override;
  void GetAllPreparedTransactions(std::vector<Transaction*>* transactions) override;

  Status Close() override;
  Status WaitForCompact(const WaitForCompactOptions& options) override;

  // ---- Families ----

  using StackableDB::CreateColumnFamilies;
  Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                            ColumnFamilyHandle** handle) override;
  Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                              const std::vector<std::string>& cf_names,
                              std::vector<ColumnFamilyHandle*>* handles) override;
  Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                              std::vector<ColumnFamilyHandle*>* handles) override;
  Status CreateColumnFamilyWithImport(const ColumnFamilyOptions& options,
                                      const std::string& cf_name,
                                      const ImportColumnFamilyOptions& import_options,
                                      const ExportImportFilesMetaData& metadata,
                                      ColumnFamilyHandle** handle) override {
    return CreateColumnFamilyWithImport(options, cf_name, import_options,
                                        std::vector<const ExportImportFilesMetaData*>{&metadata},
                                        handle);
  }
  Status CreateColumnFamilyWithImport(
      const ColumnFamilyOptions& options, const std::string& cf_name,
      const ImportColumnFamilyOptions& import_options,
      const std::vector<const ExportImportFilesMetaData*>& metadatas,
      ColumnFamilyHandle** handle) override;
  Status DropColumnFamily(ColumnFamilyHandle* cf) override;
  Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) override;

  // ---- Writes outside of transactions ----

  using StackableDB::Put;
  Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             const Slice& value) override;
  using StackableDB::PutEntity;
  Status PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   const WideColumns& columns) override;
  Status PutEntity(const WriteOptions& options, const Slice& key,
                   const AttributeGroups& groups) override;
  using StackableDB::Merge;
  Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
               const Slice& operand) override;
  using StackableDB::Delete;
  Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) override;
  using StackableDB::SingleDelete;
  Status SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf,
                      const Slice& key) override;
  Status Write(const WriteOptions& options, WriteBatch* updates) override;
  Status Write(const WriteOptions& options, const TransactionDBWriteOptimizations& optimizations,
               WriteBatch* updates) override;

  // ---- Reports and snapshots ----

  std::unordered_multimap<uint32_t, KeyLockInfo> GetLockStatusData() override {
    return locks_.List();
  }
  std::vector<DeadlockPath> GetDeadlockInfoBuffer() override { return locks_.waits()->Deadlocks(); }
  void SetDeadlockInfoBufferSize(uint32_t target_size) override {
    locks_.waits()->SetCapacity(target_size);
  }
  std::pair<Status, std::shared_ptr<const Snapshot>> CreateTimestampedSnapshot(
      TxnTimestamp ts) override;
  std::shared_ptr<const Snapshot> GetTimestampedSnapshot(TxnTimestamp ts) const override {
    return snapshots_.Get(ts);
  }
  Status GetTimestampedSnapshots(
      TxnTimestamp ts_lb, TxnTimestamp ts_ub,
      std::vector<std::shared_ptr<const Snapshot>>& snapshots) const override;
  void ReleaseTimestampedSnapshotsOlderThan(TxnTimestamp ts) override {
    snapshots_.ReleaseOlderThan(ts);
  }

 private:
  class WriteLocks;

  // Calls `write` with the key locked.
  template <typename DoWrite>
  Status WriteLocked(ColumnFamilyHandle* cf, const Slice& key, DoWrite write);
  LockingTransaction* Make(const WriteOptions& write_options, const TransactionOptions& options);
  // For transactions that recovery found: no locks, as nobody has held them since the crash.
  [[nodiscard]] Status TakeOverPrepared();

  const TransactionDBOptions options_;
  DBImpl* const engine_;
  FamilyHandles families_;
  KeyLocks locks_;
  TransactionRegistry registry_;
  TimestampedSnapshots snapshots_;
};

}  // namespace ROCKSDB_NAMESPACE
