// Whether a memtable has to be flushed before work on a range of keys.
#pragma once

#include "memtable/memtable.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

// Whether `mem` has an entry in the range: a point, or a range tombstone that reaches into it.
// Damaged entries count, so that the flush finds them.
bool HoldsAnyOf(const MemTable& mem, const UserRange& range);

}  // namespace ROCKSDB_NAMESPACE
