// Finds files that belong to nothing, left by a crash between writing and recording them.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// Reports them obsolete. REQUIRES: the trees are recovered, the MANIFEST is written, and nobody
// writes files yet.
void ReportStrayFiles(DbParts* parts) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
