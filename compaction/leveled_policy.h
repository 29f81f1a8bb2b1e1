// Leveled compaction: what to compact next. Pure.
//
// Order of trial:
//   1. levels whose score is >= 1, highest first: level 0 by buckets (bucket/l0_picker), deeper
//      levels file by file in the order of compaction_pri, each with a full conflict check (hazard
//      8);
//   2. a job within level 0, when level 0 was due but blocked;
//   3. files past their ttl, files marked for compaction, last-level files whose tombstones no
//      snapshot needs any more, files past their period.
//
// A job from level L takes whole user keys (clean cut) at both levels. Beside everything it
// overlaps at level L+1 it takes more of level L where that needs nothing more of level L+1:
//
//     L      [--a--]  [-b-][-c-]          picked: b;  needs x and y;
//     L+1   [------x------][-----y-----]  a and c lie within x and y: taken along
//
// Jobs from L run beside jobs into L: a file that a job into L overlaps is one of its inputs, so an
// idle file of L cannot lie where that job writes.
#pragma once

#include "compaction/policy.h"

namespace ROCKSDB_NAMESPACE {

// REQUIRES for each function: the tree has two levels or more (cleaning the options of a leveled
// family sees to that).
const CompactionPolicy& LeveledPolicy();

}  // namespace ROCKSDB_NAMESPACE
