#include "utilities/transactions/family_handles.h"

#include <utility>

#include "db/db_impl.h"

namespace ROCKSDB_NAMESPACE {

std::shared_ptr<ColumnFamilyHandle> FamilyHandles::Find(uint32_t cf) {
  MutexLock lock(&mutex_);
  std::shared_ptr<ColumnFamilyHandle>& handle = handles_[cf];
  if (handle != nullptr) return handle;
  DbParts* const parts = engine_->parts();
  FamilyPtr family;
  {
    StateLock state(&parts->context.mutex);
    family = parts->families.Find(cf);
  }
  if (family == nullptr) {
    handles_.erase(cf);
    return nullptr;
  }
  handle =
      std::make_shared<ColumnFamilyHandleImpl>(std::move(family), &parts->context, parts->obsolete);
  return handle;
}

void FamilyHandles::Forget(uint32_t cf) {
  std::shared_ptr<ColumnFamilyHandle> handle;
  {
    MutexLock lock(&mutex_);
    const auto found = handles_.find(cf);
    if (found == handles_.end()) return;
    handle = std::move(found->second);
    handles_.erase(found);
  }
  // The last handle of a dropped family removes its files here, without the lock.
}

}  // namespace ROCKSDB_NAMESPACE
