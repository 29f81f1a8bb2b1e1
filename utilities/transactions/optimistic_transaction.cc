#include "utilities/transactions/optimistic_transaction.h"

#include <algorithm>

#include "db/db_impl.h"
#include "utilities/transactions/conflict.h"
#include "utilities/transactions/family_handles.h"

namespace ROCKSDB_NAMESPACE {

OptimisticTransaction::OptimisticTransaction(const Base& base, const WriteOptions& write_options,
                                             OccLockTable* locks)
    : TransactionCore(base, write_options), locks_(locks) {
  Restart(write_options);
}

Status OptimisticTransaction::Prepare() {
  return Status::InvalidArgument("Two phase commit not supported for optimistic transactions.");
}

Status OptimisticTransaction::SetName(const TransactionName& /*name*/) {
  return Status::InvalidArgument("Optimistic transactions cannot be named.");
}

Status OptimisticTransaction::Protect(ColumnFamilyHandle* cf, const Slice& key,
                                      const Access& access) {
  if (!access.validate) return Status::OK();
  TakeDueSnapshot();
  const SequenceNumber since =
      snapshot_ != nullptr ? snapshot_->GetSequenceNumber() : base_.db->GetLatestSequenceNumber();
  const FamilyKey id(cf->GetID(), key);
  // The table is too large for caches: the lock is here when Commit() wants it.
  if (locks_ != nullptr) locks_->Prefetch(id.hash % locks_->count());
  tracked_.Add(id, since, access.read, access.exclusive);
  return Status::OK();
}

Status OptimisticTransaction::Check() {
  std::shared_ptr<ColumnFamilyHandle> handle;
  const TrackedKeys::Keys& keys = tracked_.keys();
  for (size_t i = 0; i < keys.size(); ++i) {
    const TrackedKeys::Keys::Node& node = *keys.at(i);
    // Mostly all are of one family.
    if (handle == nullptr || handle->GetID() != node.cf) handle = base_.families->Find(node.cf);
    if (handle == nullptr) {
      return Status::InvalidArgument("Could not access column family " + std::to_string(node.cf));
    }
    Status s = LookForConflict(base_.engine, handle.get(), node.key, node.value.since, true);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

void OptimisticTransaction::FindLockPlaces() {
  const TrackedKeys::Keys& keys = tracked_.keys();
  places_.clear();
  for (size_t i = 0; i < keys.size(); ++i) places_.push_back(keys.at(i)->hash % locks_->count());
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
}

Status OptimisticTransaction::Commit() {
  Status s;
  TransactionalWrite write;
  if (locks_ == nullptr) {
    write.check = this;
    s = base_.engine->WriteTransaction(write_options_, batch_.GetWriteBatch(), &write);
  } else {
    // Held until the batch is visible: whoever has a key in common validates after that.
    FindLockPlaces();
    const OccLockTable::Hold hold(locks_, places_);
    s = Check();
    if (s.ok()) s = base_.engine->WriteTransaction(write_options_, batch_.GetWriteBatch(), &write);
  }
  if (s.ok()) ClearWrites();
  return s;
}

Status OptimisticTransaction::Rollback() {
  ClearWrites();
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
