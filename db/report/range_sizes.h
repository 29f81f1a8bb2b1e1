// How much of a family lies in ranges of user keys, estimated. Reads indexes of tables at most.
#pragma once

#include "db/state/db_parts.h"
#include "memtable/memtable.h"

namespace ROCKSDB_NAMESPACE {

// sizes[i]: bytes of ranges[i], for n ranges.
[[nodiscard]] Status ApproximateSizes(DbParts* parts, const FamilyPtr& family,
                                      const SizeApproximationOptions& options, const Range* ranges,
                                      int n, uint64_t* sizes);
// Entries and bytes of the memtables.
MemTable::RangeStats ApproximateMemtableStats(const FamilyPtr& family, const Range& range);

}  // namespace ROCKSDB_NAMESPACE
