#include "utilities/transactions/optimistic_transaction.h"

#include <algorithm>

#include "db/db_impl.h"
#include "util/hash.h"
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
  tracked_.Add(cf->GetID(), key, since, access.read, access.exclusive);
  return Status::OK();
}

Status OptimisticTransaction::Check() {
  for (const auto& [cf, keys] : tracked_.families()) {
    if (keys.empty()) continue;
    const std::shared_ptr<ColumnFamilyHandle> handle = base_.families->Find(cf);
    if (handle == nullptr) {
      return Status::InvalidArgument("Could not access column family " + std::to_string(cf));
    }
    for (const auto& [key, tracked] : keys) {
      Status s = LookForConflict(base_.engine, handle.get(), key, tracked.since, true);
      if (!s.ok()) return s;
    }
  }
  return Status::OK();
}

std::vector<size_t> OptimisticTransaction::LockPlaces() const {
  std::vector<size_t> places;
  for (const auto& [cf, keys] : tracked_.families()) {
    for (const auto& entry : keys) {
      places.push_back(Hash64(entry.first.data(), entry.first.size(), cf) % locks_->count());
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

Status OptimisticTransaction::Commit() {
  Status s;
  if (locks_ == nullptr) {
    TransactionalWrite write;
    write.check = this;
    s = base_.engine->WriteTransaction(write_options_, batch_.GetWriteBatch(), &write);
  } else {
    // Held until the batch is visible: whoever has a key in common validates after that.
    const std::vector<size_t> places = LockPlaces();
    const OccLockTable::Hold hold(locks_, places);
    s = Check();
    if (s.ok()) s = base_.engine->Write(write_options_, batch_.GetWriteBatch());
  }
  if (s.ok()) ClearWrites();
  return s;
}

Status OptimisticTransaction::Rollback() {
  ClearWrites();
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
