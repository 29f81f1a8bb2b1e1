// How a list of inputs becomes a complete CompactionPick: everything that follows from inputs and
// output level. Used by every picker. Pure.
#pragma once

#include "compaction/compaction_pick.h"
#include "compaction/pick_context.h"
#include "rocksdb/sst_partitioner.h"

namespace ROCKSDB_NAMESPACE {

// Fills in sizes, compression, temperature, grandparents, cut points, whether anything lies below,
// whether it is a mere move. REQUIRES: pick->tree, inputs, output_level, reason are set;
// inputs[0].files is not empty.
void CompletePick(const PickContext& ctx, CompactionPick* pick);

// An output that stays in level 0 is one file: pieces would share an epoch and a range of sequence
// numbers, and neither the order of level 0 nor stock allows that. Callers that change a complete
// pick call this last.
void KeepLevel0Whole(CompactionPick* pick);

// Made by the options' factory for the pick's range; null: there is no factory, or it makes none.
std::unique_ptr<SstPartitioner> PartitionerFor(const ColumnFamilyOptions& options,
                                               const CompactionPick& pick);

}  // namespace ROCKSDB_NAMESPACE
