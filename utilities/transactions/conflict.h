// Whether somebody has changed a key since a transaction looked at it.
#pragma once

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class DBImpl;

// OK: `key` has no update newer than `since`. Busy: it has one. TryAgain, with `memory_only`, which
// reads no tables: the memtables do not reach back to `since`.
[[nodiscard]] Status LookForConflict(DBImpl* engine, ColumnFamilyHandle* cf, const Slice& key,
                                     SequenceNumber since, bool memory_only);

}  // namespace ROCKSDB_NAMESPACE
