// Universal style: the tree as a list of sorted runs, newest first, merged when they are many or
// large. Pure. Every level-0 file is a run, every non-empty deeper level one more; buckets play no
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
// older data and below newer. The output goes as deep as it may without jumping over a run: just
// above the next run, or the last level when all older runs are in it.
//
// Order of trial:
//   1. period: a file is older than periodic_compaction_seconds: all idle runs down to the oldest;
//   2. size amplification, size ratio, mere count: only from the trigger on;
//   3. marked files (FilesMarkedForCompaction), one at a time, to the next run below, as leveled
//      compaction takes them. A tree of level 0 only merges the run with all older ones.
#pragma once

#include "compaction/policy.h"

namespace ROCKSDB_NAMESPACE {

const CompactionPolicy& UniversalPolicy();

}  // namespace ROCKSDB_NAMESPACE
