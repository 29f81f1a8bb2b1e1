// Merges iterators over internal keys into one, in InternalKeyOrder. Used by reads across levels
// and by compaction. Knows nothing of deletions, snapshots or range tombstones.
//
// Invariants
//  1. Going forward, every child but the top is at its first key after the current one (ties
//  between children: the
//     lower index is first, so equal internal keys come out in child order); going backward, the
//     mirror image.
//  2. The heap holds valid children only; a child that fails leaves the heap and its status is
//  kept.
#pragma once

#include <memory>
#include <vector>

#include "util/internal_iterator.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// Never nullptr. A single child is returned as it is, none gives an empty iterator.
InternalIterator* NewMergingIterator(const InternalKeyOrder& order,
                                     std::vector<std::unique_ptr<InternalIterator>> children);

}  // namespace ROCKSDB_NAMESPACE
