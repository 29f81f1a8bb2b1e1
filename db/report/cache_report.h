// What a block cache holds, by kind of entry: rocksdb.block-cache-entry-stats and the lines about
// the cache in rocksdb.cfstats. Walks the whole cache; never pins anything in it.
#pragma once

#include <map>
#include <string>

#include "options/cf_config.h"
#include "rocksdb/advanced_cache.h"

namespace ROCKSDB_NAMESPACE {

// The block cache of a column family's tables; null when they use none. Lives as long as `config`.
Cache* BlockCacheOf(const CfConfig& config);

// Two lines: the cache, and its content by kind.
std::string CacheReport(Cache* cache);
// The same under the names of BlockCacheEntryStatsMapKeys.
std::map<std::string, std::string> CacheReportMap(Cache* cache);

}  // namespace ROCKSDB_NAMESPACE
