// Merges iterators over internal keys into one, in InternalKeyOrder. Used by reads across levels,
// by flush and by compaction. Knows nothing of deletions, snapshots or range tombstones. One
// thread.
//
// Invariants
// 1. Going forward, every child but the top is at its first key after the current one (ties between
//    children: the lower index is first, so equal internal keys come out in child order); going
//    backward, the mirror image.
// 2. The heap holds valid children only; a child that fails leaves the heap and its status is kept.
// 3. Once a status is kept nothing is shown until the next seek: entries of the failed child may be
//    missing between those of the others, and a merge that went on would show older versions.
#pragma once

#include <memory>
#include <vector>

#include "util/internal_iterator.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// Never nullptr; the caller owns it and with it the children. A single child is returned as it is,
// none gives an empty iterator. The order of `children` settles ties only: newest source first.
InternalIterator* NewMergingIterator(const InternalKeyOrder& order,
                                     std::vector<std::unique_ptr<InternalIterator>> children);

}  // namespace ROCKSDB_NAMESPACE
