// Merges iterators over internal keys into one, in InternalKeyOrder. Reads across levels, flush and
// compaction use it. It knows nothing of deletions, snapshots or range tombstones. One thread.
//
// Invariants
// 1. Going forward, every child but the top is at its first key after the current one; going
//    backward, at its last key before it. Among equal internal keys the child with the lower index
//    comes first.
// 2. The heap holds valid children only. A child that fails leaves the heap; its status is kept.
// 3. Once a status is kept, the iterator shows nothing until the next seek: entries of the failed
//    child may be missing between those of the others, and a merge that went on would show older
//    versions.
#pragma once

#include <memory>
#include <vector>

#include "util/internal_iterator.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// Never nullptr. The caller owns the result, and the result owns the children. A single child is
// returned as it is; no children give an empty iterator. The order of `children` settles ties
// only: newest source first.
InternalIterator* NewMergingIterator(const InternalKeyOrder& order,
                                     std::vector<std::unique_ptr<InternalIterator>> children);

}  // namespace ROCKSDB_NAMESPACE
