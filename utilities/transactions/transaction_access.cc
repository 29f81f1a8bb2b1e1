// TransactionCore: reads and writes. Each form ends in one function for its operation.
#include "db/db_impl.h"
#include "rocksdb/attribute_groups.h"
#include "utilities/transactions/transaction_core.h"

namespace ROCKSDB_NAMESPACE {

// ---- Reads ----

Status TransactionCore::Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                            PinnableSlice* value) {
  return batch_.GetFromBatchAndDB(base_.db, options, Named(cf), key, value);
}

Status TransactionCore::Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                            std::string* value) {
  return batch_.GetFromBatchAndDB(base_.db, options, Named(cf), key, value);
}

Status TransactionCore::Get(const ReadOptions& options, const Slice& key, std::string* value) {
  return Get(options, nullptr, key, value);
}

Status TransactionCore::Get(const ReadOptions& options, const Slice& key, PinnableSlice* value) {
  return Get(options, nullptr, key, value);
}

Status TransactionCore::GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf,
                                  const Slice& key, PinnableWideColumns* columns) {
  return batch_.GetEntityFromBatchAndDB(base_.db, options, Named(cf), key, columns);
}

std::vector<Status> TransactionCore::MultiGet(const ReadOptions& options,
                                              const std::vector<ColumnFamilyHandle*>& cfs,
                                              const std::vector<Slice>& keys,
                                              std::vector<std::string>* values) {
  std::vector<Status> statuses(keys.size());
  values->resize(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    statuses[i] = Get(options, cfs.empty() ? nullptr : cfs[i], keys[i], &(*values)[i]);
  }
  return statuses;
}

std::vector<Status> TransactionCore::MultiGet(const ReadOptions& options,
                                              const std::vector<Slice>& keys,
                                              std::vector<std::string>* values) {
  return MultiGet(options, {}, keys, values);
}

void TransactionCore::MultiGet(const ReadOptions& options, ColumnFamilyHandle* cf,
                               const size_t num_keys, const Slice* keys, PinnableSlice* values,
                               Status* statuses, const bool sorted_input) {
  batch_.MultiGetFromBatchAndDB(base_.db, options, Named(cf), num_keys, keys, values, statuses,
                                sorted_input);
}

void TransactionCore::MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf,
                                     size_t num_keys, const Slice* keys,
                                     PinnableWideColumns* results, Status* statuses,
                                     bool sorted_input) {
  batch_.MultiGetEntityFromBatchAndDB(base_.db, options, Named(cf), num_keys, keys, results,
                                      statuses, sorted_input);
}

Iterator* TransactionCore::GetIterator(const ReadOptions& options) {
  return GetIterator(options, nullptr);
}

Iterator* TransactionCore::GetIterator(const ReadOptions& options, ColumnFamilyHandle* cf) {
  ColumnFamilyHandle* const named = Named(cf);
  return batch_.NewIteratorWithBase(named, base_.db->NewIterator(options, named), &options);
}

std::unique_ptr<Iterator> TransactionCore::GetCoalescingIterator(
    const ReadOptions& /*options*/, const std::vector<ColumnFamilyHandle*>& /*families*/) {
  return std::unique_ptr<Iterator>(
      NewErrorIterator(Status::NotSupported("Transaction::GetCoalescingIterator")));
}

std::unique_ptr<AttributeGroupIterator> TransactionCore::GetAttributeGroupIterator(
    const ReadOptions& /*options*/, const std::vector<ColumnFamilyHandle*>& /*families*/) {
  return NewAttributeGroupErrorIterator(
      Status::NotSupported("Transaction::GetAttributeGroupIterator"));
}

// ---- Reads that protect ----

Status TransactionCore::ProtectRead(const ReadOptions& options, ColumnFamilyHandle* cf,
                                    const Slice& key, bool exclusive, bool validate) {
  if (!validate && options.snapshot != nullptr) {
    return Status::InvalidArgument(
        "If do_validate is false then GetForUpdate with snapshot is not defined.");
  }
  return Protect(Named(cf), key, {true, exclusive, validate, false});
}

Status TransactionCore::GetForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf,
                                     const Slice& key, std::string* value, bool exclusive,
                                     const bool do_validate) {
  Status s = ProtectRead(options, cf, key, exclusive, do_validate);
  return s.ok() && value != nullptr ? Get(options, cf, key, value) : s;
}

Status TransactionCore::GetForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf,
                                     const Slice& key, PinnableSlice* value, bool exclusive,
                                     const bool do_validate) {
  Status s = ProtectRead(options, cf, key, exclusive, do_validate);
  return s.ok() && value != nullptr ? Get(options, cf, key, value) : s;
}

Status TransactionCore::GetForUpdate(const ReadOptions& options, const Slice& key,
                                     std::string* value, bool exclusive, const bool do_validate) {
  return GetForUpdate(options, nullptr, key, value, exclusive, do_validate);
}

Status TransactionCore::GetForUpdate(const ReadOptions& options, const Slice& key,
                                     PinnableSlice* value, bool exclusive, const bool do_validate) {
  return GetForUpdate(options, nullptr, key, value, exclusive, do_validate);
}

Status TransactionCore::GetEntityForUpdate(const ReadOptions& options, ColumnFamilyHandle* cf,
                                           const Slice& key, PinnableWideColumns* columns,
                                           bool exclusive, bool do_validate) {
  Status s = ProtectRead(options, cf, key, exclusive, do_validate);
  return s.ok() && columns != nullptr ? GetEntity(options, cf, key, columns) : s;
}

// All keys are protected before one is read: a failure fails them all.
std::vector<Status> TransactionCore::MultiGetForUpdate(const ReadOptions& options,
                                                       const std::vector<ColumnFamilyHandle*>& cfs,
                                                       const std::vector<Slice>& keys,
                                                       std::vector<std::string>* values) {
  values->resize(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    Status s = ProtectRead(options, cfs.empty() ? nullptr : cfs[i], keys[i], true, true);
    if (!s.ok()) return std::vector<Status>(keys.size(), s);
  }
  return MultiGet(options, cfs, keys, values);
}

std::vector<Status> TransactionCore::MultiGetForUpdate(const ReadOptions& options,
                                                       const std::vector<Slice>& keys,
                                                       std::vector<std::string>* values) {
  return MultiGetForUpdate(options, {}, keys, values);
}

void TransactionCore::UndoGetForUpdate(ColumnFamilyHandle* cf, const Slice& key) {
  const FamilyKey id(Named(cf)->GetID(), key);
  if (tracked_.RemoveRead(id)) Release(id);
}

// ---- Writes ----

WriteBatchBase* TransactionCore::Target() {
  if (indexing_) return &batch_;
  return batch_.GetWriteBatch();
}

template <typename Add>
Status TransactionCore::Write(ColumnFamilyHandle* cf, const Slice& key, const Access& access,
                              uint64_t* counter, Add add) {
  ColumnFamilyHandle* const named = Named(cf);
  Status s = Protect(named, key, access);
  if (s.ok()) s = add(Target(), named);
  if (s.ok()) ++*counter;
  return s;
}

Status TransactionCore::PutAs(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                              const Access& access) {
  return Write(cf, key, access, &counts_.puts, [&](WriteBatchBase* batch, ColumnFamilyHandle* h) {
    return batch->Put(h, key, value);
  });
}

Status TransactionCore::PutEntityAs(ColumnFamilyHandle* cf, const Slice& key,
                                    const WideColumns& columns, const Access& access) {
  return Write(cf, key, access, &counts_.entities,
               [&](WriteBatchBase* batch, ColumnFamilyHandle* h) {
                 return batch->PutEntity(h, key, columns);
               });
}

Status TransactionCore::MergeAs(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand,
                                const Access& access) {
  return Write(cf, key, access, &counts_.merges, [&](WriteBatchBase* batch, ColumnFamilyHandle* h) {
    return batch->Merge(h, key, operand);
  });
}

Status TransactionCore::DeleteAs(ColumnFamilyHandle* cf, const Slice& key, const Access& access) {
  return Write(cf, key, access, &counts_.deletes,
               [&](WriteBatchBase* batch, ColumnFamilyHandle* h) { return batch->Delete(h, key); });
}

Status TransactionCore::SingleDeleteAs(ColumnFamilyHandle* cf, const Slice& key,
                                       const Access& access) {
  return Write(
      cf, key, access, &counts_.deletes,
      [&](WriteBatchBase* batch, ColumnFamilyHandle* h) { return batch->SingleDelete(h, key); });
}

Status TransactionCore::Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                            const bool assume_tracked) {
  return PutAs(cf, key, value, Writing(assume_tracked));
}
Status TransactionCore::Put(const Slice& key, const Slice& value) {
  return PutAs(nullptr, key, value, Writing(false));
}
Status TransactionCore::Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value,
                            const bool assume_tracked) {
  std::string key_bytes;
  std::string value_bytes;
  return PutAs(cf, Slice(key, &key_bytes), Slice(value, &value_bytes), Writing(assume_tracked));
}
Status TransactionCore::Put(const SliceParts& key, const SliceParts& value) {
  return Put(nullptr, key, value, false);
}
Status TransactionCore::PutEntity(ColumnFamilyHandle* cf, const Slice& key,
                                  const WideColumns& columns, bool assume_tracked) {
  return PutEntityAs(cf, key, columns, Writing(assume_tracked));
}
Status TransactionCore::Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand,
                              const bool assume_tracked) {
  return MergeAs(cf, key, operand, Writing(assume_tracked));
}
Status TransactionCore::Merge(const Slice& key, const Slice& operand) {
  return MergeAs(nullptr, key, operand, Writing(false));
}
Status TransactionCore::Delete(ColumnFamilyHandle* cf, const Slice& key,
                               const bool assume_tracked) {
  return DeleteAs(cf, key, Writing(assume_tracked));
}
Status TransactionCore::Delete(const Slice& key) { return DeleteAs(nullptr, key, Writing(false)); }
Status TransactionCore::Delete(ColumnFamilyHandle* cf, const SliceParts& key,
                               const bool assume_tracked) {
  std::string bytes;
  return DeleteAs(cf, Slice(key, &bytes), Writing(assume_tracked));
}
Status TransactionCore::Delete(const SliceParts& key) { return Delete(nullptr, key, false); }
Status TransactionCore::SingleDelete(ColumnFamilyHandle* cf, const Slice& key,
                                     const bool assume_tracked) {
  return SingleDeleteAs(cf, key, Writing(assume_tracked));
}
Status TransactionCore::SingleDelete(const Slice& key) {
  return SingleDeleteAs(nullptr, key, Writing(false));
}
Status TransactionCore::SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key,
                                     const bool assume_tracked) {
  std::string bytes;
  return SingleDeleteAs(cf, Slice(key, &bytes), Writing(assume_tracked));
}
Status TransactionCore::SingleDelete(const SliceParts& key) {
  return SingleDelete(nullptr, key, false);
}

Status TransactionCore::PutUntracked(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) {
  return PutAs(cf, key, value, Untracked());
}
Status TransactionCore::PutUntracked(const Slice& key, const Slice& value) {
  return PutAs(nullptr, key, value, Untracked());
}
Status TransactionCore::PutUntracked(ColumnFamilyHandle* cf, const SliceParts& key,
                                     const SliceParts& value) {
  std::string key_bytes;
  std::string value_bytes;
  return PutAs(cf, Slice(key, &key_bytes), Slice(value, &value_bytes), Untracked());
}
Status TransactionCore::PutUntracked(const SliceParts& key, const SliceParts& value) {
  return PutUntracked(nullptr, key, value);
}
Status TransactionCore::PutEntityUntracked(ColumnFamilyHandle* cf, const Slice& key,
                                           const WideColumns& columns) {
  return PutEntityAs(cf, key, columns, Untracked());
}
Status TransactionCore::MergeUntracked(ColumnFamilyHandle* cf, const Slice& key,
                                       const Slice& operand) {
  return MergeAs(cf, key, operand, Untracked());
}
Status TransactionCore::MergeUntracked(const Slice& key, const Slice& operand) {
  return MergeAs(nullptr, key, operand, Untracked());
}
Status TransactionCore::DeleteUntracked(ColumnFamilyHandle* cf, const Slice& key) {
  return DeleteAs(cf, key, Untracked());
}
Status TransactionCore::DeleteUntracked(const Slice& key) {
  return DeleteAs(nullptr, key, Untracked());
}
Status TransactionCore::DeleteUntracked(ColumnFamilyHandle* cf, const SliceParts& key) {
  std::string bytes;
  return DeleteAs(cf, Slice(key, &bytes), Untracked());
}
Status TransactionCore::DeleteUntracked(const SliceParts& key) {
  return DeleteUntracked(nullptr, key);
}
Status TransactionCore::SingleDeleteUntracked(ColumnFamilyHandle* cf, const Slice& key) {
  return SingleDeleteAs(cf, key, Untracked());
}
Status TransactionCore::SingleDeleteUntracked(const Slice& key) {
  return SingleDeleteAs(nullptr, key, Untracked());
}

// A batch that is full or damaged says so at the next update and at commit.
void TransactionCore::PutLogData(const Slice& blob) {
  batch_.PutLogData(blob).PermitUncheckedError();
}

Status TransactionCore::CollapseKey(const ReadOptions& options, const Slice& key,
                                    ColumnFamilyHandle* cf) {
  std::string value;
  Status s = GetForUpdate(options, cf, key, &value, true, true);
  return s.ok() ? Put(cf, key, value, true) : s;
}

}  // namespace ROCKSDB_NAMESPACE
