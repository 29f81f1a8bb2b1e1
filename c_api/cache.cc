// Block caches, and the allocators they may use.
#include "rocksdb/cache.h"

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"
#include "rocksdb/advanced_cache.h"

using ROCKSDB_NAMESPACE::HyperClockCacheOptions;
using ROCKSDB_NAMESPACE::LRUCacheOptions;

// ---- Caches ----

rocksdb_cache_t* rocksdb_cache_create_lru(size_t capacity) {
  return new rocksdb_cache_t{ROCKSDB_NAMESPACE::NewLRUCache(capacity)};
}

rocksdb_cache_t* rocksdb_cache_create_lru_with_strict_capacity_limit(size_t capacity) {
  LRUCacheOptions options;
  options.capacity = capacity;
  options.strict_capacity_limit = true;
  return new rocksdb_cache_t{options.MakeSharedCache()};
}

rocksdb_cache_t* rocksdb_cache_create_lru_opts(const rocksdb_lru_cache_options_t* cache_options) {
  return new rocksdb_cache_t{cache_options->rep.MakeSharedCache()};
}

rocksdb_cache_t* rocksdb_cache_create_hyper_clock(size_t capacity, size_t estimated_entry_charge) {
  return new rocksdb_cache_t{
      HyperClockCacheOptions(capacity, estimated_entry_charge).MakeSharedCache()};
}

rocksdb_cache_t* rocksdb_cache_create_hyper_clock_opts(
    const rocksdb_hyper_clock_cache_options_t* cache_options) {
  return new rocksdb_cache_t{cache_options->rep.MakeSharedCache()};
}

void rocksdb_cache_destroy(rocksdb_cache_t* cache) { delete cache; }

void rocksdb_cache_disown_data(rocksdb_cache_t* cache) { cache->rep->DisownData(); }

void rocksdb_cache_set_capacity(rocksdb_cache_t* cache, size_t capacity) {
  cache->rep->SetCapacity(capacity);
}

size_t rocksdb_cache_get_capacity(const rocksdb_cache_t* cache) {
  return cache->rep->GetCapacity();
}

size_t rocksdb_cache_get_usage(const rocksdb_cache_t* cache) { return cache->rep->GetUsage(); }

size_t rocksdb_cache_get_pinned_usage(const rocksdb_cache_t* cache) {
  return cache->rep->GetPinnedUsage();
}

size_t rocksdb_cache_get_table_address_count(const rocksdb_cache_t* cache) {
  return cache->rep->GetTableAddressCount();
}

size_t rocksdb_cache_get_occupancy_count(const rocksdb_cache_t* cache) {
  return cache->rep->GetOccupancyCount();
}

// ---- Their options ----

C_API_LIFE(rocksdb_lru_cache_options_t, rocksdb_lru_cache_options)
C_API_SETTER(rocksdb_lru_cache_options_t, rocksdb_lru_cache_options, capacity, size_t, capacity)
C_API_SETTER(rocksdb_lru_cache_options_t, rocksdb_lru_cache_options, num_shard_bits, int,
             num_shard_bits)

void rocksdb_lru_cache_options_set_memory_allocator(rocksdb_lru_cache_options_t* cache_options,
                                                    rocksdb_memory_allocator_t* allocator) {
  cache_options->rep.memory_allocator = allocator->rep;
}

rocksdb_hyper_clock_cache_options_t* rocksdb_hyper_clock_cache_options_create(
    size_t capacity, size_t estimated_entry_charge) {
  return new rocksdb_hyper_clock_cache_options_t{
      HyperClockCacheOptions(capacity, estimated_entry_charge)};
}

void rocksdb_hyper_clock_cache_options_destroy(rocksdb_hyper_clock_cache_options_t* options) {
  delete options;
}

C_API_SETTER(rocksdb_hyper_clock_cache_options_t, rocksdb_hyper_clock_cache_options, capacity,
             size_t, capacity)
C_API_SETTER(rocksdb_hyper_clock_cache_options_t, rocksdb_hyper_clock_cache_options,
             estimated_entry_charge, size_t, estimated_entry_charge)
C_API_SETTER(rocksdb_hyper_clock_cache_options_t, rocksdb_hyper_clock_cache_options, num_shard_bits,
             int, num_shard_bits)

void rocksdb_hyper_clock_cache_options_set_memory_allocator(
    rocksdb_hyper_clock_cache_options_t* cache_options, rocksdb_memory_allocator_t* allocator) {
  cache_options->rep.memory_allocator = allocator->rep;
}

// ---- Allocators ----

rocksdb_memory_allocator_t* rocksdb_jemalloc_nodump_allocator_create(char** error) {
  auto allocator = std::make_unique<rocksdb_memory_allocator_t>();
  const auto status = ROCKSDB_NAMESPACE::NewJemallocNodumpAllocator(
      ROCKSDB_NAMESPACE::JemallocAllocatorOptions(), &allocator->rep);
  return c_api::Failed(status, error) ? nullptr : allocator.release();
}

void rocksdb_memory_allocator_destroy(rocksdb_memory_allocator_t* allocator) { delete allocator; }
