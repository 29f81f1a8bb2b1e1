// Which range tombstones a flush or compaction must carry over: per fragment, the newest of each
// snapshot stripe, except those that every snapshot sees and that have nothing left to delete
// below.
#pragma once

#include <functional>
#include <vector>

#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

// `snapshots` ascending. `obsolete(start, end)`: nothing older than the inputs can exist in that
// range (null: never); it is called only for tombstones that every snapshot sees. The result is
// ordered by start, then newest first; its slices live as long as `all`.
std::vector<RangeTombstone> ReduceTombstones(
    const FragmentedRangeTombstones& all, const std::vector<SequenceNumber>& snapshots,
    const std::function<bool(const Slice&, const Slice&)>& obsolete);

}  // namespace ROCKSDB_NAMESPACE
