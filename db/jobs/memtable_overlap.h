// Whether entries lie in a range of keys: those of a memtable, which then has to be flushed before
// work on the range, and range tombstones of a memtable or a table.
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
