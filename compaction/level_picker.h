// Leveled compaction: what to compact next. Pure; the scheduler calls it as long as it answers and
// threads are free.
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
// idle file of L can not lie where that job writes.
#pragma once

#include <optional>

#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// All: REQUIRES: the tree has two levels or more (cleaning the options of a leveled family sees to
// that).
std::optional<CompactionPick> PickLevelCompaction(const PickContext& ctx);

// Cheap forms of the question, for the scheduler. LevelNeedsCompaction may answer yes where
// everything due is busy.
bool LevelNeedsCompaction(const PickContext& ctx);
// Jobs that could start side by side now, at most `limit`: threads to ask for (hazard 13). Bounds
// from above, roughly. REQUIRES: PickLevelCompaction() finds one, so that nothing exclusive runs.
size_t EligibleLevelJobs(const PickContext& ctx, size_t limit);

}  // namespace ROCKSDB_NAMESPACE
