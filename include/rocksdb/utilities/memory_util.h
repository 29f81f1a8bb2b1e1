// How much memory databases and caches take together, without counting shared caches twice.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

class Cache;

class MemoryUtil {
 public:
  enum UsageType : int {
    // Memtables with those that iterators or snapshots keep after their flush, without those.
    kMemTableTotal = 0,
    kMemTableUnFlushed = 1,
    // Indexes and filters that open tables hold outside of the cache.
    kTableReadersTotal = 2,
    // The given caches. A cache of a database counts only if it is among them.
    kCacheTotal = 3,
    kNumUsageTypes = 4,
  };

  // Fills *usage_by_type with bytes, one element for each kind, in sum over all column families.
  // Null databases and caches are left out. Always OK.
  static Status GetApproximateMemoryUsageByType(
      const std::vector<DB*>& dbs, const std::unordered_set<const Cache*> cache_set,
      std::map<MemoryUtil::UsageType, uint64_t>* usage_by_type);
};

}  // namespace ROCKSDB_NAMESPACE
