// What a flush decides beside writing: how many epochs it reserves, which buckets it counts by,
// where it cuts, how its walks share the memtables, and what it leaves behind in the family's
// counters. Pure: the flush job brings facts and samples, and follows the decision.
//
//   EpochsToReserve (at the pick) -> PlanFlush -> ShareOut -> files written -> RecordFlush
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bucket/bucket_sizing.h"
#include "bucket/bucket_stats.h"
#include "bucket/flush_splitter.h"
#include "options/cf_config.h"

namespace ROCKSDB_NAMESPACE {

// All pointers must outlive the call.
struct FlushInputs {
  const CfConfig* config = nullptr;
  const TreeVersion* tree = nullptr;  // as at the pick
  BucketMapPtr map;                   // the family's, as at the pick
  BucketSizingInputs around;
  bool has_points = true;  // false: the memtables hold range tombstones only
};

struct FlushDecision {
  BucketMapPtr map;          // as it was, or as this flush has chosen it
  bool map_changed = false;  // it has chosen one
  FlushPlan plan;
};

// How many epochs a flush over `map` reserves: no fewer than there can be pieces.
uint64_t EpochsToReserve(const BucketMap& map, const BucketOptions& options,
                         const BucketSizingInputs& around);

// How many keys a flush samples of its memtables.
size_t SamplesToTake(const BucketMap& map);

// `samples`: of the memtables, `bytes` of data in all; not looked at without buckets. The first
// flush of a family chooses boundaries that halve, quarter ... its own keys; later changes are the
// rebalancer's (bucket/bucket_manager.h).
FlushDecision PlanFlush(const FlushInputs& in, const std::vector<VolumeSample>& samples,
                        uint64_t bytes);

// User keys [*lower, *upper); null is without end.
struct WalkRange {
  const std::string* lower = nullptr;
  const std::string* upper = nullptr;
};

// Shares the plan's cuts out to at most `walks` ranges of similar expected volume; `plan` must
// outlive them. At least one range.
std::vector<WalkRange> ShareOut(const FlushPlan& plan, size_t walks);

// Counts an installed flush in the family's map and windows, which the rebalancer reads afterwards.
// The family's map may have changed since the pick: then `pieces` were counted by another one and
// say nothing.
void RecordFlush(const FlushDecision& done, const std::vector<BucketPiece>& pieces,
                 const BucketOptions& options, BucketMapPtr* map, BucketStats* stats);

}  // namespace ROCKSDB_NAMESPACE
