// Universal style: the tree as a row of sorted runs, newest first, merged when they are many or
// much. Pure. Every level-0 file is a run, every non-empty deeper level one more; buckets play no
// part (hazard 12).
//
//     run      0    1    2    3         4              5
//              f9   f8   f7   f6        L5             L6
//     bytes    1    1    2    4         16             64
//              |----similar-----|                            size ratio: 0..3 -> L4
//              |----------38 % of run 5---------|--base--|   size amplification: all, once newer
//                                                            runs are >= 200 % of the oldest
//
// Only runs next to each other in age are merged: a run that stays in between would end up above
// older data and below newer.
//
// The output goes as deep as it may without jumping over a run: just above the next run, or the
// last level when all older runs are in it. Order of trial: size amplification, size ratio, then
// mere count.
#pragma once

#include <optional>

#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// Empty while fewer idle runs than the trigger are there, or no rule finds a row of idle runs.
std::optional<CompactionPick> PickUniversalCompaction(const PickContext& ctx);

// Runs that are not being compacted, over the trigger; 0 with a trigger below 1, which never fires.
double UniversalScore(const PickContext& ctx);

}  // namespace ROCKSDB_NAMESPACE
