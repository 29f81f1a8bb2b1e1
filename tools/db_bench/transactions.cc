// Transactions over the engine's C++ classes: see transactions.h.
#include "tools/db_bench/transactions.h"

#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"

namespace bench {
namespace {

using ROCKSDB_NAMESPACE::OptimisticTransactionDB;
using ROCKSDB_NAMESPACE::OptimisticTransactionDBOptions;
using ROCKSDB_NAMESPACE::OptimisticTransactionOptions;
using ROCKSDB_NAMESPACE::Transaction;
using ROCKSDB_NAMESPACE::TransactionDB;
using ROCKSDB_NAMESPACE::TransactionDBOptions;
using ROCKSDB_NAMESPACE::TransactionOptions;

// `Base` and `BeginOptions` are those of one form.
template <typename Base, typename BeginOptions>
class TransactionOf final : public BenchTransaction {
 public:
  TransactionOf(DB* db, const BeginOptions& begin)
      : db_(static_cast<Base*>(db)), begin_(begin), snapshot_(begin.set_snapshot) {}

  void Begin(const WriteOptions& options) override {
    Transaction* begun = db_->BeginTransaction(options, begin_, transaction_.get());
    if (begun != transaction_.get()) transaction_.reset(begun);
  }
  Status GetForUpdate(const ReadOptions& options, const Slice& key, std::string* value) override {
    ReadOptions read = options;
    if (snapshot_) read.snapshot = transaction_->GetSnapshot();
    return transaction_->GetForUpdate(read, db_->DefaultColumnFamily(), key, value);
  }
  Status Put(const Slice& key, const Slice& value) override {
    return transaction_->Put(db_->DefaultColumnFamily(), key, value);
  }
  Status Prepare(const std::string& name) override {
    Status s = transaction_->SetName(name);
    return s.ok() ? transaction_->Prepare() : s;
  }
  Status Commit() override { return transaction_->Commit(); }
  Status Rollback() override { return transaction_->Rollback(); }

 private:
  Base* const db_;
  const BeginOptions begin_;
  const bool snapshot_;
  std::unique_ptr<Transaction> transaction_;
};

std::vector<ColumnFamilyDescriptor> Descriptors(const Options& options,
                                                const std::vector<std::string>& names) {
  std::vector<ColumnFamilyDescriptor> families;
  for (const std::string& name : names) {
    families.emplace_back(name, ROCKSDB_NAMESPACE::ColumnFamilyOptions(options));
  }
  return families;
}

}  // namespace

bool IsConflict(const Status& s) { return s.IsBusy() || s.IsTimedOut() || s.IsTryAgain(); }

Status OpenTransactional(TransactionForm form, const Options& options, const std::string& path,
                         const std::vector<std::string>& names,
                         std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  const std::vector<ColumnFamilyDescriptor> families = Descriptors(options, names);
  if (form == TransactionForm::kOptimistic) {
    OptimisticTransactionDB* opened = nullptr;
    Status s = OptimisticTransactionDB::Open(options, OptimisticTransactionDBOptions(), path,
                                             families, handles, &opened);
    db->reset(opened);
    return s;
  }
  TransactionDB* opened = nullptr;
  Status s = TransactionDB::Open(options, TransactionDBOptions(), path, families, handles, &opened);
  db->reset(opened);
  return s;
}

std::unique_ptr<BenchTransaction> NewTransaction(TransactionForm form, DB* db,
                                                 const BenchTransaction::Settings& settings) {
  if (form == TransactionForm::kOptimistic) {
    OptimisticTransactionOptions begin;
    begin.set_snapshot = settings.set_snapshot;
    return std::make_unique<TransactionOf<OptimisticTransactionDB, OptimisticTransactionOptions>>(
        db, begin);
  }
  TransactionOptions begin;
  begin.set_snapshot = settings.set_snapshot;
  begin.lock_timeout = settings.lock_timeout_ms;
  return std::make_unique<TransactionOf<TransactionDB, TransactionOptions>>(db, begin);
}

}  // namespace bench
