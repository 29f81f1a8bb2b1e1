// Which range tombstones a flush or compaction must carry over: per fragment, the newest of each
// snapshot stripe, and none that every reader already sees applied with nothing left below.
#pragma once

#include <functional>
#include <vector>

#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

// `snapshots` ascending. `obsolete(start, end)`: nothing older than the inputs can exist in that
// range (null: never); it is asked only about tombstones that every snapshot sees. The result is
// ordered by start, then newest first; its slices live as long as `all`.
std::vector<RangeTombstone> ReduceTombstones(
    const FragmentedRangeTombstones& all, const std::vector<SequenceNumber>& snapshots,
    const std::function<bool(const Slice&, const Slice&)>& obsolete);

}  // namespace ROCKSDB_NAMESPACE
