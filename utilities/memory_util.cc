// MemoryUtil: sums of properties over databases, and of the usage of caches.
#include "rocksdb/utilities/memory_util.h"

#include "rocksdb/advanced_cache.h"

namespace ROCKSDB_NAMESPACE {

namespace {

uint64_t SumOf(const std::string& property, const std::vector<DB*>& dbs) {
  uint64_t sum = 0;
  for (DB* db : dbs) {
    uint64_t value = 0;
    if (db != nullptr && db->GetAggregatedIntProperty(property, &value)) sum += value;
  }
  return sum;
}

}  // namespace

Status MemoryUtil::GetApproximateMemoryUsageByType(
    const std::vector<DB*>& dbs, const std::unordered_set<const Cache*> cache_set,
    std::map<MemoryUtil::UsageType, uint64_t>* usage_by_type) {
  uint64_t cached = 0;
  for (const Cache* cache : cache_set) {
    if (cache != nullptr) cached += cache->GetUsage();
  }
  usage_by_type->clear();
  (*usage_by_type)[kMemTableTotal] = SumOf(DB::Properties::kSizeAllMemTables, dbs);
  (*usage_by_type)[kMemTableUnFlushed] = SumOf(DB::Properties::kCurSizeAllMemTables, dbs);
  (*usage_by_type)[kTableReadersTotal] = SumOf(DB::Properties::kEstimateTableReadersMem, dbs);
  (*usage_by_type)[kCacheTotal] = cached;
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
