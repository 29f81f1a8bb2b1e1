// Blocks as entries of the block cache: their role and charge, and how a lower cache tier stores
// and rebuilds them. SstFile hands the helpers to the cache.
//
//   cache       Insert(block, helper)            the Block itself is the cached object
//   eviction    SaveCached -> bytes              to a lower tier: decompressed contents only
//   promotion   RebuildCached(bytes) -> Block    filter, guards and restarts are made anew
#pragma once

#include <cstddef>

#include "rocksdb/advanced_cache.h"
#include "table/block.h"
#include "table/index_format.h"

namespace ROCKSDB_NAMESPACE {

// What a lower cache tier needs in order to make the same block that SstFile would. SstFile owns
// it; the cache keeps no pointer to it beyond one lookup.
struct BlockContext : public Cache::CreateContext {
  size_t guard_bytes = 0;
  IndexFormat index_format;
  // User keys order bytewise: index blocks get digests of their separators.
  bool bytewise = false;
};

// The helper for blocks of a kind. It lives for ever.
const Cache::CacheItemHelper* CacheHelperFor(BlockKind kind);

}  // namespace ROCKSDB_NAMESPACE
