// What a family's stall verdict leads to: may its writers go on, how the rate of delayed writers
// changes, and whether low-priority writers should give way. The verdict itself comes from
// bucket/bucket_stall.h. Pure; StallTracker carries the steps out under the state lock, after each
// change of a tree or a memtable list.
#pragma once

#include "schedule/family_state.h"

namespace ROCKSDB_NAMESPACE {

// What follows from one judgement. The verdict now in force is FamilyState::stall.
struct StallStep {
  enum Rate {
    kKeep,
    // The family is delayed: the rate follows the growth of its backlog.
    kAdapt,
    // Its delay is over.
    kEnded,
  };
  StallVerdict previous;
  // Another kind or another cause than before: people are told what holds writers up now.
  bool changed = false;
  // Compaction falls behind, though not necessarily far enough to hold anybody up.
  bool pressed = false;
  // Writers stop once the memtable that they fill is full: the flush of those before it goes before
  // compactions.
  bool flush_first = false;
  Rate rate = kKeep;
  // Of kAdapt: FamilyState::pending_bytes before, and whether to brake harder than usual.
  uint64_t previous_backlog = 0;
  bool near_stop = false;
};

// Judges the family anew and keeps the verdict and the pending bytes in it.
StallStep Judge(FamilyState* family);

// The family was dropped and holds nobody up any more. Returns the verdict that was in force.
StallVerdict Forgive(FamilyState* family);

}  // namespace ROCKSDB_NAMESPACE
