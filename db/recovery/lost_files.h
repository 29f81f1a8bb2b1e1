// What best_efforts_recovery leaves out of the database is moved to lost/ beside it: a later repair
// may want it. Nothing is deleted.
#pragma once

#include <string>
#include <vector>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// Moves a file into the directory lost/ beside it. A file that is gone already is no error.
[[nodiscard]] Status MoveToLost(FileSystem* fs, const std::string& path);

// Moves `logs`, which are not replayed. Where a part of the MANIFEST was left out, also all tables
// and MANIFESTs that the recovered database does not consist of; the MANIFEST in use is copied.
// REQUIRES: the trees are recovered, and the numbers of all files that are there are marked as
// used; nobody writes files yet.
[[nodiscard]] Status MoveLeftOut(DbParts* parts, const std::vector<uint64_t>& logs)
    EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
