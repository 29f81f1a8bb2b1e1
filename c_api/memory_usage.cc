// Memory that databases and caches take together.
#include <map>

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"
#include "rocksdb/utilities/memory_util.h"

using ROCKSDB_NAMESPACE::MemoryUtil;

C_API_LIFE(rocksdb_memory_consumers_t, rocksdb_memory_consumers)

void rocksdb_memory_consumers_add_db(rocksdb_memory_consumers_t* consumers, rocksdb_t* db) {
  consumers->dbs.push_back(db->rep);
}

void rocksdb_memory_consumers_add_cache(rocksdb_memory_consumers_t* consumers,
                                        rocksdb_cache_t* cache) {
  consumers->caches.insert(cache->rep.get());
}

rocksdb_memory_usage_t* rocksdb_approximate_memory_usage_create(
    rocksdb_memory_consumers_t* consumers, char** error) {
  std::map<MemoryUtil::UsageType, uint64_t> usage;
  const auto status =
      MemoryUtil::GetApproximateMemoryUsageByType(consumers->dbs, consumers->caches, &usage);
  if (c_api::Failed(status, error)) {
    return nullptr;
  }
  return new rocksdb_memory_usage_t{
      usage[MemoryUtil::kMemTableTotal], usage[MemoryUtil::kMemTableUnFlushed],
      usage[MemoryUtil::kTableReadersTotal], usage[MemoryUtil::kCacheTotal]};
}

void rocksdb_approximate_memory_usage_destroy(rocksdb_memory_usage_t* usage) { delete usage; }

uint64_t rocksdb_approximate_memory_usage_get_mem_table_total(rocksdb_memory_usage_t* usage) {
  return usage->memtables;
}

uint64_t rocksdb_approximate_memory_usage_get_mem_table_unflushed(rocksdb_memory_usage_t* usage) {
  return usage->unflushed_memtables;
}

uint64_t rocksdb_approximate_memory_usage_get_mem_table_readers_total(
    rocksdb_memory_usage_t* usage) {
  return usage->table_readers;
}

uint64_t rocksdb_approximate_memory_usage_get_cache_total(rocksdb_memory_usage_t* usage) {
  return usage->caches;
}
