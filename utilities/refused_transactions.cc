// Transaction databases, which this library cannot open yet: every way to one is refused by name.
#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"

namespace ROCKSDB_NAMESPACE {

namespace {

template <typename Database>
Status Refuse(const char* call, Database** db) {
  *db = nullptr;
  return Status::NotSupported(call);
}

}  // namespace

// ---- TransactionDB ----

Status TransactionDB::Open(const Options& /*options*/, const TransactionDBOptions& /*txn_options*/,
                           const std::string& /*name*/, TransactionDB** db) {
  return Refuse("TransactionDB::Open", db);
}

Status TransactionDB::Open(const DBOptions& /*db_options*/,
                           const TransactionDBOptions& /*txn_options*/, const std::string& /*name*/,
                           const std::vector<ColumnFamilyDescriptor>& /*families*/,
                           std::vector<ColumnFamilyHandle*>* /*handles*/, TransactionDB** db) {
  return Refuse("TransactionDB::Open", db);
}

Status TransactionDB::WrapDB(DB* /*base*/, const TransactionDBOptions& /*txn_options*/,
                             const std::vector<size_t>& /*compaction_enabled_cf_indices*/,
                             const std::vector<ColumnFamilyHandle*>& /*handles*/,
                             TransactionDB** db) {
  return Refuse("TransactionDB::WrapDB", db);
}

Status TransactionDB::WrapStackableDB(StackableDB* /*base*/,
                                      const TransactionDBOptions& /*txn_options*/,
                                      const std::vector<size_t>& /*compaction_enabled_cf_indices*/,
                                      const std::vector<ColumnFamilyHandle*>& /*handles*/,
                                      TransactionDB** db) {
  return Refuse("TransactionDB::WrapStackableDB", db);
}

// Conflicts are found in memtables, so those must be kept for a while; compactions begin only when
// the transactions that a crash left over are known.
void TransactionDB::PrepareWrap(DBOptions* db_options,
                                std::vector<ColumnFamilyDescriptor>* families,
                                std::vector<size_t>* compaction_enabled_cf_indices) {
  compaction_enabled_cf_indices->clear();
  for (size_t i = 0; i < families->size(); ++i) {
    ColumnFamilyOptions* options = &(*families)[i].options;
    if (options->max_write_buffer_size_to_maintain == 0) {
      options->max_write_buffer_size_to_maintain = -1;
    }
    if (!options->disable_auto_compactions) {
      options->disable_auto_compactions = true;
      compaction_enabled_cf_indices->push_back(i);
    }
  }
  db_options->allow_2pc = true;
}

RangeLockManagerHandle* NewRangeLockManager(std::shared_ptr<TransactionDBMutexFactory> /*mutex*/) {
  return nullptr;
}

Status Transaction::CommitAndTryCreateSnapshot(std::shared_ptr<TransactionNotifier> /*notifier*/,
                                               TxnTimestamp /*ts*/,
                                               std::shared_ptr<const Snapshot>* /*snapshot*/) {
  return Status::NotSupported("Transaction::CommitAndTryCreateSnapshot");
}

// ---- OptimisticTransactionDB ----

Status OptimisticTransactionDB::Open(const Options& /*options*/, const std::string& /*name*/,
                                     OptimisticTransactionDB** db) {
  return Refuse("OptimisticTransactionDB::Open", db);
}

Status OptimisticTransactionDB::Open(const DBOptions& /*db_options*/, const std::string& /*name*/,
                                     const std::vector<ColumnFamilyDescriptor>& /*families*/,
                                     std::vector<ColumnFamilyHandle*>* /*handles*/,
                                     OptimisticTransactionDB** db) {
  return Refuse("OptimisticTransactionDB::Open", db);
}

Status OptimisticTransactionDB::Open(const DBOptions& /*db_options*/,
                                     const OptimisticTransactionDBOptions& /*occ_options*/,
                                     const std::string& /*name*/,
                                     const std::vector<ColumnFamilyDescriptor>& /*families*/,
                                     std::vector<ColumnFamilyHandle*>* /*handles*/,
                                     OptimisticTransactionDB** db) {
  return Refuse("OptimisticTransactionDB::Open", db);
}

// The locks that a validation in parallel would take; until there is one they are only counted.
class OccLockTable final : public OccLockBuckets {
 public:
  OccLockTable(size_t locks, size_t bytes_of_each) : bytes_(locks * bytes_of_each) {}
  size_t ApproximateMemoryUsage() const override { return bytes_; }

 private:
  const size_t bytes_;
};

std::shared_ptr<OccLockBuckets> MakeSharedOccLockBuckets(size_t bucket_count, bool cache_aligned) {
  constexpr size_t kCacheLine = 64;
  return std::make_shared<OccLockTable>(bucket_count, cache_aligned ? kCacheLine : sizeof(void*));
}

}  // namespace ROCKSDB_NAMESPACE
