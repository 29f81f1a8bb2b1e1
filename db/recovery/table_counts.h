// Reads what the MANIFEST does not record of a table, its numbers of entries and deletions and its
// raw sizes, from the properties of the tables. Called once by DbOpener, which is alone with the
// database; properties, metadata of live files and picks for deletions need the counts.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// Reads every table when max_open_files is -1, since readers stay open then. Otherwise it reads a
// sample of each family, from the newest table on. A table that cannot be read keeps unknown counts
// and a line in LOG: whoever reads its keys gets the error.
[[nodiscard]] Status LoadTableCounts(DbParts* parts) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
