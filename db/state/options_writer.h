// Writes OPTIONS files. Called at opening and after every change of options or families.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// A new OPTIONS file with the options of all families as they are. Reports older files obsolete,
// except the last one before it. Does nothing for a read-only database.
[[nodiscard]] Status WriteOptionsFile(DbParts* parts) EXCLUDES_LOCK(state_lock);

// The two halves of it for a caller who syncs the directory between them for other reasons.
// *number is the number of the new file. REQUIRES: not read-only.
[[nodiscard]] Status PutOptionsFile(DbParts* parts, uint64_t* number) EXCLUDES_LOCK(state_lock);
[[nodiscard]] Status ReportOlderOptions(DbParts* parts, uint64_t number) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
