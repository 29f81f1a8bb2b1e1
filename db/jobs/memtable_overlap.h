// Whether a memtable has to be flushed before work on a range of keys.
#pragma once

#include "memtable/memtable.h"

namespace ROCKSDB_NAMESPACE {

// Whether `mem` has an entry in [begin, end]: a point, or a range tombstone that reaches into it.
// Damaged entries count, so that the flush finds them.
bool HoldsAnyOf(const MemTable& mem, const Slice& begin, const Slice& end);

}  // namespace ROCKSDB_NAMESPACE
