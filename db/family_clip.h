// DB::ClipColumnFamily in terms of other calls of DB.
#pragma once

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

// Deletes every key outside of [begin, end) and compacts what lies there. InvalidArgument when
// `begin` sorts after `end`.
[[nodiscard]] Status ClipFamily(DB* db, ColumnFamilyHandle* cf, const Slice& begin,
                                const Slice& end);

}  // namespace ROCKSDB_NAMESPACE
