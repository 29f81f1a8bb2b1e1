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

// The boundaries in use, for the MANIFEST.
std::string EncodedBoundaries(const FamilyState& family);

}  // namespace ROCKSDB_NAMESPACE
