// The front door of all compaction styles: which policy decides for a column family, and what it
// should compact next. Pure. The scheduler calls PickCompaction as long as it finds a job and
// threads are free.
#pragma once

#include <optional>

#include "compaction/policy.h"

namespace ROCKSDB_NAMESPACE {

// Never fails: a style that is not in the table, kCompactionStyleNone, picks nothing. The object
// lives as long as the process.
const CompactionPolicy& PolicyFor(CompactionStyle style);

// Empty when nothing is due or everything due is busy. A pick is only valid as long as tree and
// running jobs are those of `ctx`: register it before the lock is released.
std::optional<CompactionPick> PickCompaction(const PickContext& ctx);

// Whether something is due; may be true where everything due is busy.
bool NeedsCompaction(const PickContext& ctx);

TreeShape ShapeOf(const PickContext& ctx);

}  // namespace ROCKSDB_NAMESPACE
