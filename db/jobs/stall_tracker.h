// Keeps every family's stall verdict current, passes changes to the write controller, and remembers
// why and for how long writers were held up. The verdict itself comes from bucket/bucket_stall.
// Owned by Background.
//
//   tree or memtables change -> Update -> JudgeStall -> controller (state, rate) -> writers
//                                            '-> changes_ -> Announce: LOG, listeners (no lock)
#pragma once

#include <set>
#include <vector>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

class StallTracker {
 public:
  explicit StallTracker(DbParts* parts) : parts_(*parts) {}

  // Judges `family` again; to be called after each change of its tree or memtable list. Wakes
  // stopped writers.
  void Update(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // The family goes away: it no longer holds anybody up.
  void Forget(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // A writer waited: charged to the families that caused it.
  void Charge(uint64_t micros) REQUIRES_LOCK(state_lock);
  // Tells listeners and the LOG what has changed since the last call.
  void Announce() EXCLUDES_LOCK(state_lock);

 private:
  struct Change {
    WriteStallInfo info;
    std::string text;
  };
  static WriteController::State StateOf(const StallVerdict& v);
  void Count(ColumnFamily* family, const StallVerdict& verdict);
  // Whether low-priority writers should give way, though nobody is held up yet.
  void NotePressure(const ColumnFamily& family, const StallVerdict& verdict);

  DbParts& parts_;
  std::vector<Change> changes_;  // guarded by the state lock
  std::set<uint32_t> pressed_;   // families whose compaction falls behind; likewise
};

// Index into FamilyStats' arrays.
StallCause CauseOf(const StallVerdict& verdict);

}  // namespace ROCKSDB_NAMESPACE
