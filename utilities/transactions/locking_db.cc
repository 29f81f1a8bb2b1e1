#include "utilities/transactions/locking_db.h"

#include <set>

#include "db/db_impl.h"
#include "db/engine_of.h"

namespace ROCKSDB_NAMESPACE {

namespace {

KeyLocks::Settings LockSettings(const TransactionDBOptions& options) {
  return {options.num_stripes, options.max_num_locks, options.custom_mutex_factory,
          options.max_num_deadlocks};
}

// The keys of a batch, in the one order in which every batch locks them. InvalidArgument for a
// range, which has no lock.
class KeyCollector final : public WriteBatch::Handler {
 public:
  Status PutCF(uint32_t cf, const Slice& key, const Slice& /*value*/) override {
    return Add(cf, key);
  }
  Status PutEntityCF(uint32_t cf, const Slice& key, const Slice& /*entity*/) override {
    return Add(cf, key);
  }
  Status MergeCF(uint32_t cf, const Slice& key, const Slice& /*operand*/) override {
    return Add(cf, key);
  }
  Status DeleteCF(uint32_t cf, const Slice& key) override { return Add(cf, key); }
  Status SingleDeleteCF(uint32_t cf, const Slice& key) override { return Add(cf, key); }
  Status MarkNoop(bool /*empty_batch*/) override { return Status::OK(); }

  const std::set<std::pair<uint32_t, std::string>>& keys() const { return keys_; }

 private:
  Status Add(uint32_t cf, const Slice& key) {
    keys_.emplace(cf, key.ToString());
    return Status::OK();
  }

  std::set<std::pair<uint32_t, std::string>> keys_;
};

}  // namespace

// The locks of one write outside of transactions, for the length of a scope.
class LockingDb::WriteLocks final : private LockAsker {
 public:
  explicit WriteLocks(LockingDb* db) : db_(db) {
    id = LockingTransaction::NextId();
    timeout = db->options_.default_lock_timeout < 0 ? -1 : db->options_.default_lock_timeout * 1000;
  }
  ~WriteLocks() override {
    for (const FamilyKey& key : held_) db_->locks_.Unlock(this, key);
  }

  // REQUIRES: the bytes of the key outlive this.
  Status Take(uint32_t cf, const Slice& key) {
    held_.emplace_back(cf, key);
    Status s = db_->locks_.Lock(this, held_.back(), true);
    if (!s.ok()) held_.pop_back();
    return s;
  }

 private:
  bool TakeOver(TransactionID holder) override { return db_->registry_.TakeOver(holder); }
  void SetWaiting(uint32_t /*cf*/, const std::string& /*key*/,
                  const std::vector<TransactionID>& /*holders*/) override {}

  LockingDb* const db_;
  std::vector<FamilyKey> held_;
};

LockingDb::LockingDb(DB* db, DBImpl* engine, const TransactionDBOptions& options)
    : TransactionDB(db),
      options_(options),
      engine_(engine),
      families_(engine),
      locks_(LockSettings(options), db->GetEnv()->GetSystemClock()),
      snapshots_(db) {}

LockingDb::~LockingDb() {
  for (Transaction* txn : registry_.Named()) delete txn;
}

// ---- Transactions ----

LockingTransaction* LockingDb::Make(const WriteOptions& write_options,
                                    const TransactionOptions& options) {
  const TransactionCore::Base base{this, engine_, &families_,
                                   DefaultColumnFamily()->GetComparator(), true};
  return new LockingTransaction(base, {options_, &locks_, &registry_, &snapshots_}, write_options,
                                options);
}

Transaction* LockingDb::BeginTransaction(const WriteOptions& write_options,
                                         const TransactionOptions& txn_options,
                                         Transaction* old_txn) {
  if (old_txn == nullptr) return Make(write_options, txn_options);
  static_cast<LockingTransaction*>(old_txn)->Begin(write_options, txn_options);
  return old_txn;
}

Transaction* LockingDb::GetTransactionByName(const TransactionName& name) {
  return registry_.Find(name);
}

void LockingDb::GetAllPreparedTransactions(std::vector<Transaction*>* transactions) {
  *transactions = registry_.Prepared();
}

Status LockingDb::Start(const std::vector<ColumnFamilyHandle*>& families) {
  locks_.AddFamily(DefaultColumnFamily()->GetID());
  for (ColumnFamilyHandle* cf : families) locks_.AddFamily(cf->GetID());
  return TakeOverPrepared();
}

Status LockingDb::TakeOverPrepared() {
  TransactionOptions no_locks;
  no_locks.skip_concurrency_control = true;
  // Whoever decides after a crash counts on what Commit and Rollback answer.
  WriteOptions synced;
  synced.sync = true;
  for (RecoveredTransaction& found : engine_->TakeRecoveredTransactions()) {
    std::unique_ptr<LockingTransaction> txn(Make(synced, no_locks));
    Status s = txn->RebuildRecovered(found.batch.get());
    if (s.ok()) s = txn->BeginPrepared(found.name, found.log_number);
    if (!s.ok()) return s;
    // The registry has it.
    (void)txn.release();
  }
  return Status::OK();
}

// ---- Families ----

Status LockingDb::CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                                     ColumnFamilyHandle** handle) {
  Status s = StackableDB::CreateColumnFamily(options, cf_name, handle);
  if (s.ok()) locks_.AddFamily((*handle)->GetID());
  return s;
}

// Some may have been made although the call fails.
Status LockingDb::CreateColumnFamilies(const ColumnFamilyOptions& options,
                                       const std::vector<std::string>& cf_names,
                                       std::vector<ColumnFamilyHandle*>* handles) {
  Status s = StackableDB::CreateColumnFamilies(options, cf_names, handles);
  for (ColumnFamilyHandle* cf : *handles) locks_.AddFamily(cf->GetID());
  return s;
}

Status LockingDb::CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                                       std::vector<ColumnFamilyHandle*>* handles) {
  Status s = StackableDB::CreateColumnFamilies(families, handles);
  for (ColumnFamilyHandle* cf : *handles) locks_.AddFamily(cf->GetID());
  return s;
}

Status LockingDb::CreateColumnFamilyWithImport(
    const ColumnFamilyOptions& options, const std::string& cf_name,
    const ImportColumnFamilyOptions& import_options,
    const std::vector<const ExportImportFilesMetaData*>& metadatas, ColumnFamilyHandle** handle) {
  Status s = StackableDB::CreateColumnFamilyWithImport(options, cf_name, import_options, metadatas,
                                                       handle);
  if (s.ok()) locks_.AddFamily((*handle)->GetID());
  return s;
}

Status LockingDb::DropColumnFamily(ColumnFamilyHandle* cf) { return DropColumnFamilies({cf}); }

Status LockingDb::DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) {
  Status s = StackableDB::DropColumnFamilies(families);
  // Some may be gone although the call fails.
  for (ColumnFamilyHandle* cf : families) families_.Forget(cf->GetID());
  if (!s.ok()) return s;
  for (ColumnFamilyHandle* cf : families) locks_.RemoveFamily(cf->GetID());
  return s;
}

// ---- Closing ----

// Nobody else could release those: the application has their numbers only.
Status LockingDb::Close() {
  snapshots_.ReleaseOlderThan(kMaxTxnTimestamp);
  return StackableDB::Close();
}

Status LockingDb::WaitForCompact(const WaitForCompactOptions& options) {
  WaitForCompactOptions without_close = options;
  without_close.close_db = false;
  Status s = StackableDB::WaitForCompact(without_close);
  return s.ok() && options.close_db ? Close() : s;
}

// ---- Writes outside of transactions ----

template <typename DoWrite>
Status LockingDb::WriteLocked(ColumnFamilyHandle* cf, const Slice& key, DoWrite write) {
  if (options_.skip_concurrency_control) return write();
  WriteLocks locks(this);
  // The call below judges a null handle.
  Status s = locks.Take(cf != nullptr ? cf->GetID() : 0, key);
  return s.ok() ? write() : s;
}

Status LockingDb::Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                      const Slice& value) {
  return WriteLocked(cf, key, [&] { return StackableDB::Put(options, cf, key, value); });
}

Status LockingDb::PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                            const WideColumns& columns) {
  return WriteLocked(cf, key, [&] { return StackableDB::PutEntity(options, cf, key, columns); });
}

// Locks of several families, which Write takes in an order of its own.
Status LockingDb::PutEntity(const WriteOptions& options, const Slice& key,
                            const AttributeGroups& groups) {
  WriteBatch batch(0, 0, options.protection_bytes_per_key, 0);
  Status s = batch.PutEntity(key, groups);
  return s.ok() ? Write(options, &batch) : s;
}

Status LockingDb::Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                        const Slice& operand) {
  return WriteLocked(cf, key, [&] { return StackableDB::Merge(options, cf, key, operand); });
}

Status LockingDb::Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) {
  return WriteLocked(cf, key, [&] { return StackableDB::Delete(options, cf, key); });
}

Status LockingDb::SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf,
                               const Slice& key) {
  return WriteLocked(cf, key, [&] { return StackableDB::SingleDelete(options, cf, key); });
}

Status LockingDb::Write(const WriteOptions& options, WriteBatch* updates) {
  return Write(options, TransactionDBWriteOptimizations(), updates);
}

Status LockingDb::Write(const WriteOptions& options,
                        const TransactionDBWriteOptimizations& optimizations, WriteBatch* updates) {
  if (options_.skip_concurrency_control || optimizations.skip_concurrency_control) {
    return StackableDB::Write(options, updates);
  }
  if (updates == nullptr) return Status::InvalidArgument("Batch is nullptr!");
  KeyCollector collector;
  Status s = updates->Iterate(&collector);
  WriteLocks locks(this);
  for (const auto& [cf, key] : collector.keys()) {
    if (s.ok()) s = locks.Take(cf, key);
  }
  return s.ok() ? StackableDB::Write(options, updates) : s;
}

// ---- Snapshots ----

std::pair<Status, std::shared_ptr<const Snapshot>> LockingDb::CreateTimestampedSnapshot(
    TxnTimestamp ts) {
  std::shared_ptr<const Snapshot> snapshot;
  Status s = snapshots_.Create(ts, &snapshot);
  return {std::move(s), std::move(snapshot)};
}

Status LockingDb::GetTimestampedSnapshots(
    TxnTimestamp ts_lb, TxnTimestamp ts_ub,
    std::vector<std::shared_ptr<const Snapshot>>& snapshots) const {
  if (ts_lb >= ts_ub) return Status::InvalidArgument("the range of timestamps is empty");
  snapshots = snapshots_.Range(ts_lb, ts_ub);
  return Status::OK();
}

// ---- Opening ----

namespace {

// What these options ask for that is not there.
Status CheckOptions(const TransactionDBOptions& options) {
  if (options.write_policy != WRITE_COMMITTED) {
    return Status::NotSupported("TxnDBWritePolicy", options.write_policy == WRITE_PREPARED
                                                        ? "write-prepared transactions"
                                                        : "write-unprepared "
                                                          "transactions");
  }
  if (options.lock_mgr_handle != nullptr) {
    return Status::NotSupported("TransactionDBOptions::lock_mgr_handle");
  }
  if (!options.secondary_indices.empty()) {
    return Status::NotSupported("TransactionDBOptions::secondary_indices");
  }
  return Status::OK();
}

Status CheckDBOptions(const DBOptions& options) {
  if (!options.unordered_write) return Status::OK();
  return Status::NotSupported("WRITE_COMMITTED is incompatible with unordered_writes");
}

}  // namespace

Status TransactionDB::Open(const Options& options, const TransactionDBOptions& txn_db_options,
                           const std::string& name, TransactionDB** db) {
  std::vector<ColumnFamilyHandle*> handles;
  Status s =
      Open(options, txn_db_options, name, {{kDefaultColumnFamilyName, options}}, &handles, db);
  if (!s.ok()) return s;
  return (*db)->DestroyColumnFamilyHandle(handles[0]);
}

Status TransactionDB::Open(const DBOptions& db_options, const TransactionDBOptions& txn_db_options,
                           const std::string& name,
                           const std::vector<ColumnFamilyDescriptor>& families,
                           std::vector<ColumnFamilyHandle*>* handles, TransactionDB** db) {
  *db = nullptr;
  Status s = CheckOptions(txn_db_options);
  if (s.ok()) s = CheckDBOptions(db_options);
  if (!s.ok()) return s;
  DBOptions prepared_options = db_options;
  std::vector<ColumnFamilyDescriptor> prepared_families = families;
  std::vector<size_t> compacted;
  PrepareWrap(&prepared_options, &prepared_families, &compacted);
  DB* base = nullptr;
  s = DB::Open(prepared_options, name, prepared_families, handles, &base);
  if (!s.ok()) return s;
  s = WrapDB(base, txn_db_options, compacted, *handles, db);
  if (!s.ok()) {
    for (ColumnFamilyHandle* handle : *handles) {
      base->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
    }
    handles->clear();
    delete base;
  }
  return s;
}

// Flushed memtables are kept for a while, to find conflicts without reading tables. Compactions
// begin only when the transactions that a crash left over are known.
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

Status TransactionDB::WrapDB(DB* base, const TransactionDBOptions& txn_db_options,
                             const std::vector<size_t>& compaction_enabled_cf_indices,
                             const std::vector<ColumnFamilyHandle*>& handles, TransactionDB** db) {
  *db = nullptr;
  Status s = CheckOptions(txn_db_options);
  if (s.ok()) s = CheckDBOptions(base->GetDBOptions());
  if (!s.ok()) return s;
  DBImpl* const engine = EngineOf(base);
  if (engine == nullptr) {
    return Status::NotSupported("TransactionDB::WrapDB: a database of another implementation");
  }
  auto* wrapped = new LockingDb(base, engine, txn_db_options);
  s = wrapped->Start(handles);
  if (s.ok()) {
    std::vector<ColumnFamilyHandle*> compacted;
    for (const size_t i : compaction_enabled_cf_indices) compacted.push_back(handles[i]);
    s = wrapped->EnableAutoCompaction(compacted);
  }
  if (!s.ok()) {
    wrapped->LeaveBase();
    delete wrapped;
    return s;
  }
  *db = wrapped;
  return s;
}

Status TransactionDB::WrapStackableDB(StackableDB* base, const TransactionDBOptions& txn_db_options,
                                      const std::vector<size_t>& compaction_enabled_cf_indices,
                                      const std::vector<ColumnFamilyHandle*>& handles,
                                      TransactionDB** db) {
  return WrapDB(base, txn_db_options, compaction_enabled_cf_indices, handles, db);
}

RangeLockManagerHandle* NewRangeLockManager(std::shared_ptr<TransactionDBMutexFactory> /*mutex*/) {
  return nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
