// Builds the internal iterator over everything one SuperVersion holds: memtables, L0 as sorted
// runs, levels end to end. Used by user iterators and by tools.
//
//   merging <- mem, imm..., L0 run (newest) ... L0 run (oldest), L1, L2, ...
//
// L0 costs one child per *run* (files that overlap nowhere share one), not per file: a scan over N
// buckets costs what a scan over one costs.
#pragma once

#include <memory>

#include "db/read/range_del_view.h"
#include "db/state/super_version.h"
#include "db/state/table_cache.h"
#include "util/internal_iterator.h"

namespace ROCKSDB_NAMESPACE {

// REQUIRES: `sv`, `tables` and what `options` points at outlive the result.
std::unique_ptr<InternalIterator> NewTreeIterator(const ReadOptions& options,
                                                  const SuperVersion& sv, TableCache* tables);
// The range tombstones of the same sources; null when there are none.
std::unique_ptr<RangeDelView> NewRangeDelView(const ReadOptions& options, const SuperVersion& sv,
                                              TableCache* tables);

}  // namespace ROCKSDB_NAMESPACE
