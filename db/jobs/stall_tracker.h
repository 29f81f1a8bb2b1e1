// Keeps every family's stall verdict current, passes changes to the write controller, and counts
// why and for how long writers were held up. The verdict and what follows from it come from
// schedule/stall_rules.h. Owned by Background.
//
//   tree or memtables change -> Update -> Judge -> controller (state, rate) -> writers
//                                            '-> changes_ -> Announce: LOG, listeners (no lock)
#pragma once

#include <set>
#include <vector>

#include "db/state/db_parts.h"
#include "util/right_of_way.h"

namespace ROCKSDB_NAMESPACE {

class StallTracker {
 public:
  StallTracker(DbParts* parts, RightOfWay* right_of_way)
      : parts_(*parts), right_of_way_(*right_of_way) {}

  // Judges `family` again; to be called after each change of its tree or memtable list. Wakes
  // stopped writers.
  void Update(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // The family goes away: it no longer holds anybody up.
  void Forget(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // A writer waited: charged to the families that caused it.
  void Charge(uint64_t micros) REQUIRES_LOCK(state_lock);
  // Tells listeners and the LOG what has changed since the last call, in that order: a thread that
  // comes while another one tells leaves its changes to that one.
  void Announce() EXCLUDES_LOCK(state_lock);

 private:
  struct Change {
    WriteStallDetails details;
    std::string text;
  };
  void Count(ColumnFamily* family, const StallVerdict& verdict) REQUIRES_LOCK(state_lock);
  void Tell(const Change& change) const EXCLUDES_LOCK(state_lock);
  // Low-priority writers give way while compaction of any family falls behind.
  void SetPressed(uint32_t family, bool pressed) REQUIRES_LOCK(state_lock);

  DbParts& parts_;
  RightOfWay& right_of_way_;
  std::vector<Change> changes_ GUARDED_BY(state_lock);
  bool announcing_ GUARDED_BY(state_lock) = false;  // some thread is in Announce
  // Families whose compaction falls behind.
  std::set<uint32_t> pressed_ GUARDED_BY(state_lock);
};

// Index into FamilyStats' arrays.
StallCause CauseOf(const StallVerdict& verdict);

}  // namespace ROCKSDB_NAMESPACE
