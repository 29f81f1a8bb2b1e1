// Whether a memtable has to be flushed before work on a range of keys, and what range tombstones
// have to do with it.
#pragma once

#include "memtable/memtable.h"
#include "util/range_tombstone.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

// Whether `mem` has an entry in the range: a point, or a range tombstone that reaches into it.
// Damaged entries count, so that the flush finds them.
bool HoldsAnyOf(const MemTable& mem, const UserRange& range);
// Whether one of the tombstones deletes a place of the range.
bool ReachInto(const InternalKeyOrder& order, const FragmentedRangeTombstones& tombstones,
               const UserRange& range);

}  // namespace ROCKSDB_NAMESPACE
