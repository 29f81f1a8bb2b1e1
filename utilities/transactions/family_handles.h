// FamilyHandles: handles by column family id, for transactions that know a family by its number
// only: those of a batch, and those whose keys are checked when the application's handle may be
// gone.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class DBImpl;

// Thread-safe. REQUIRES: destroyed before the database is.
class FamilyHandles {
 public:
  explicit FamilyHandles(DBImpl* engine) : engine_(engine) {}
  FamilyHandles(const FamilyHandles&) = delete;
  FamilyHandles& operator=(const FamilyHandles&) = delete;

  // Null when there is no such family. The handle is good until Forget(), for calls that have begun
  // before it also longer.
  std::shared_ptr<ColumnFamilyHandle> Find(uint32_t cf) EXCLUDES_LOCK(mutex_);
  // The family is dropped: lets its data go.
  void Forget(uint32_t cf) EXCLUDES_LOCK(mutex_);

 private:
  DBImpl* const engine_;
  Mutex mutex_;
  std::unordered_map<uint32_t, std::shared_ptr<ColumnFamilyHandle>> handles_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
