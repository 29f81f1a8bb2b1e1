// Reads what the MANIFEST does not record of a table, its numbers of entries and deletions and its
// raw sizes, from the properties of the tables. Properties, metadata of live files and picks for
// deletions need the counts. LoadTableCounts is called once by DbOpener, which is alone with the
// database; ReadTableCounts also by secondary instances, for each table that they meet.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// Reads every table when max_open_files is -1, since readers stay open then. Otherwise it reads a
// sample of each family, from the newest table on. A table that cannot be read keeps unknown counts
// and a line in LOG: whoever reads its keys gets the error.
[[nodiscard]] Status LoadTableCounts(DbParts* parts) EXCLUDES_LOCK(state_lock);

// Opens the table and takes its counts. Files of old libraries may stay without (stats_known).
// REQUIRES: nobody else uses `file` yet.
[[nodiscard]] Status ReadTableCounts(TableCache* tables, const CfConfig& config, int level,
                                     FileMeta* file);

}  // namespace ROCKSDB_NAMESPACE
