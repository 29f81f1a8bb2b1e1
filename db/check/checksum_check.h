// DB::VerifyChecksum: reads every block of every table and compares it with its checksum. Changes
// nothing.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// The first fault ends it.
[[nodiscard]] Status VerifyAllChecksums(DbParts* parts, const ReadOptions& options)
    EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
