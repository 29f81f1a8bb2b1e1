// Works out max_total_wal_size for the families there are. Called after each change of their
// options or number.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

void UpdateWalLimit(DbParts* parts) REQUIRES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
