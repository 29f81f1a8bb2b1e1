// Gives index blocks the digests of their separators.
#pragma once

#include "table/block.h"
#include "table/index_format.h"

namespace ROCKSDB_NAMESPACE {

// Leaves a malformed block without them: a search will meet what is wrong. REQUIRES: user keys
// order bytewise.
void AddDigests(const IndexFormat& format, const Block& block);

}  // namespace ROCKSDB_NAMESPACE
