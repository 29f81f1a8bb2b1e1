// Reads the blocks that the searches of a MultiGet wait for: those of all tables at once, or,
// without optimize_multiget_for_io, table by table; a block that several keys need once.
#pragma once

#include <memory>
#include <vector>

#include "db/read/key_search.h"

namespace ROCKSDB_NAMESPACE {

// Afterwards the block of each search was read, or has the status that says why not. REQUIRES: all
// of them wait.
void ReadAwaited(const ReadOptions& options, std::vector<KeySearch*> searches);

}  // namespace ROCKSDB_NAMESPACE
