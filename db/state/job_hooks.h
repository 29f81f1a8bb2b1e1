// What the modules below db/jobs/ ask of background work. Background implements it; the write path
// calls it through DbParts::jobs, so that db/write/ need not know db/jobs/.
#pragma once

#include <cstdint>

#include "db/state/column_family.h"

namespace ROCKSDB_NAMESPACE {

class JobHooks {
 public:
  virtual ~JobHooks() = default;

  // A memtable was sealed or a flush requested: starts the flushes and compactions that are due.
  virtual void MaybeSchedule() REQUIRES_LOCK(state_lock) = 0;
  // The family's memtable list has changed: judges its stall anew.
  virtual void UpdateStall(const FamilyPtr& family) REQUIRES_LOCK(state_lock) = 0;
  // Tells LOG and listeners of stalls that began, changed or ended. Not as leader of the write
  // queue: a listener may write.
  virtual void AnnounceStalls() EXCLUDES_LOCK(state_lock) = 0;
  // A writer has waited: charges the families that held it up.
  virtual void AccountStall(uint64_t micros) REQUIRES_LOCK(state_lock) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
