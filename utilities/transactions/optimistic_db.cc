// OptimisticTransactionDB: opening, and the transactions it makes.
#include <memory>
#include <utility>

#include "db/db_impl.h"
#include "db/engine_of.h"
#include "utilities/transactions/family_handles.h"
#include "utilities/transactions/optimistic_transaction.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// As safe for threads as the database underneath.
class OptimisticDb final : public OptimisticTransactionDB {
 public:
  // `locks` may be null: validation by the leader of the write queue.
  OptimisticDb(std::unique_ptr<DB> db, DBImpl* engine, std::shared_ptr<OccLockTable> locks)
      : OptimisticTransactionDB(db.release()),
        engine_(engine),
        families_(engine),
        locks_(std::move(locks)) {}

  Transaction* BeginTransaction(const WriteOptions& write_options,
                                const OptimisticTransactionOptions& txn_options,
                                Transaction* old_txn) override {
    auto* txn = static_cast<OptimisticTransaction*>(old_txn);
    if (txn != nullptr) {
      txn->Begin(write_options);
    } else {
      const TransactionCore::Base base{this, engine_, &families_, txn_options.cmp, false};
      txn = new OptimisticTransaction(base, write_options, locks_.get());
    }
    if (txn_options.set_snapshot) txn->SetSnapshot();
    return txn;
  }

  // A transaction could not see that a range which it read was removed.
  Status Write(const WriteOptions& options, WriteBatch* batch) override {
    if (batch != nullptr && batch->HasDeleteRange()) return Status::NotSupported();
    return StackableDB::Write(options, batch);
  }

  Status DropColumnFamily(ColumnFamilyHandle* cf) override { return DropColumnFamilies({cf}); }
  Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) override {
    Status s = StackableDB::DropColumnFamilies(families);
    // Some may be gone although the call fails.
    for (ColumnFamilyHandle* cf : families) families_.Forget(cf->GetID());
    return s;
  }

 private:
  DBImpl* const engine_;
  FamilyHandles families_;
  const std::shared_ptr<OccLockTable> locks_;
};

std::shared_ptr<OccLockTable> LocksFor(const OptimisticTransactionDBOptions& options) {
  if (options.validate_policy == OccValidationPolicy::kValidateSerial) return nullptr;
  if (options.shared_lock_buckets != nullptr) {
    // Only MakeSharedOccLockBuckets() makes them.
    return std::static_pointer_cast<OccLockTable>(options.shared_lock_buckets);
  }
  return std::make_shared<OccLockTable>(options.occ_lock_buckets, false);
}

}  // namespace

Status OptimisticTransactionDB::Open(const Options& options, const std::string& name,
                                     OptimisticTransactionDB** db) {
  std::vector<ColumnFamilyHandle*> handles;
  Status s = Open(options, name, {{kDefaultColumnFamilyName, options}}, &handles, db);
  if (!s.ok()) return s;
  return (*db)->DestroyColumnFamilyHandle(handles[0]);
}

Status OptimisticTransactionDB::Open(const DBOptions& db_options, const std::string& name,
                                     const std::vector<ColumnFamilyDescriptor>& families,
                                     std::vector<ColumnFamilyHandle*>* handles,
                                     OptimisticTransactionDB** db) {
  return Open(db_options, OptimisticTransactionDBOptions(), name, families, handles, db);
}

Status OptimisticTransactionDB::Open(const DBOptions& db_options,
                                     const OptimisticTransactionDBOptions& occ_options,
                                     const std::string& name,
                                     const std::vector<ColumnFamilyDescriptor>& families,
                                     std::vector<ColumnFamilyHandle*>* handles,
                                     OptimisticTransactionDB** db) {
  *db = nullptr;
  // Validation reads memtables only, so flushed ones are kept for a while.
  std::vector<ColumnFamilyDescriptor> kept = families;
  for (ColumnFamilyDescriptor& family : kept) {
    int64_t* const size = &family.options.max_write_buffer_size_to_maintain;
    if (*size == 0) *size = -1;
  }
  DB* raw = nullptr;
  Status s = DB::Open(db_options, name, kept, handles, &raw);
  if (!s.ok()) return s;
  std::unique_ptr<DB> base(raw);
  DBImpl* const engine = EngineOf(raw);
  *db = new OptimisticDb(std::move(base), engine, LocksFor(occ_options));
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
