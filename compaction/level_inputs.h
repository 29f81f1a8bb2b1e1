// Choosing and completing the inputs of a job between two levels. Used by the leveled and universal
// policies, the aged-file rules and the manual picker. Pure.
//
// Every answer keeps these rules:
//  1. Whole user keys on both levels (clean cut): a version left behind on the upper level would be
//     older than what went below it.
//  2. All inputs idle, and no running job writes into the range they span at the output level.
//  3. Everything of the output level under the taken files is an input.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compaction/compaction_pick.h"
#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// Indexes of the files of `level` in the order in which compaction_pri wants them to go down; all
// of them, busy ones too. REQUIRES: level + 1 < number of levels.
std::vector<uint32_t> OrderByPriority(const PickContext& ctx, int level);

// A job that takes `start` (files of one level >= 1, cut clean here) to output_level: everything
// they overlap there comes too, and more of the start level where that is free. Empty when
// something needed is busy or the output range is not free.
std::optional<CompactionPick> BuildDownward(const PickContext& ctx, int level, FileList start,
                                            int output_level, CompactionReason reason);

// A job that rewrites `file` on its own level (>= 1). Empty when it is busy.
std::optional<CompactionPick> BuildInPlace(const PickContext& ctx, int level, const FilePtr& file,
                                           CompactionReason reason);

// A job that takes level-0 file `index` and all it must bring along to the base level. Empty when
// that is not possible now.
std::optional<CompactionPick> BuildFromL0File(const PickContext& ctx, uint32_t index,
                                              CompactionReason reason);

}  // namespace ROCKSDB_NAMESPACE
