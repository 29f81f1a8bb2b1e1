// What a block cache holds, by kind of entry: rocksdb.block-cache-entry-stats and the lines about
// the cache in rocksdb.cfstats.
#pragma once

#include <map>
#include <string>

#include "db/state/block_cache_count.h"

namespace ROCKSDB_NAMESPACE {

// Two lines: the cache, and its content by kind, as it was at most `max_age_seconds` ago. REQUIRES:
// there is a cache.
std::string CacheReport(const BlockCacheCount& count, uint64_t max_age_seconds);
// The same under the names of BlockCacheEntryStatsMapKeys.
std::map<std::string, std::string> CacheReportMap(const BlockCacheCount& count,
                                                  uint64_t max_age_seconds);

}  // namespace ROCKSDB_NAMESPACE
