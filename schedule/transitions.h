// How a family's buckets follow the load. Pure: the caller holds the state lock and makes durable
// what the MANIFEST must know. What jobs change in a family is in schedule/family_state.h.
#pragma once

#include <string>
#include <vector>

#include "bucket/bucket_manager.h"
#include "bucket/bucket_sizing.h"
#include "schedule/family_state.h"

namespace ROCKSDB_NAMESPACE {

// Splits hot buckets and merges cold ones. Returns the steps taken, in order; empty when the map
// stays, or where buckets are off or fixed. The caller writes the new boundaries to the MANIFEST.
std::vector<RebalanceStep> Rebalance(FamilyState* family, const BucketSizingInputs& sizing);

// Whether the end of a job from level `from` to level `to` asks for it, beside the end of each
// flush: where a file of level 0 lay, a boundary may fit now. Not while a flush runs, which is
// counted by the boundaries it was cut at. REQUIRES: the job has ended.
bool AsksForRebalance(const FamilyState& family, int from, int to);

// The boundaries in use, for the MANIFEST.
std::string EncodedBoundaries(const FamilyState& family);

}  // namespace ROCKSDB_NAMESPACE
