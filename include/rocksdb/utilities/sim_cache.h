// SimCache: a block cache that also finds out how many hits a cache of another size would have. The
// other one holds keys and sizes only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/env.h"
#include "rocksdb/slice.h"
#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class SimCache;

// Blocks go to `cache`, or are kept nowhere if it is null. The second form takes the simulated
// cache itself.
std::shared_ptr<SimCache> NewSimCache(std::shared_ptr<Cache> cache, size_t sim_capacity,
                                      int num_shard_bits);
std::shared_ptr<SimCache> NewSimCache(std::shared_ptr<Cache> sim_cache,
                                      std::shared_ptr<Cache> cache, int num_shard_bits);

class SimCache : public CacheWrapper {
 public:
  using CacheWrapper::CacheWrapper;
  ~SimCache() override = default;
  const char* Name() const override { return "SimCache"; }

  // Of the simulated cache, in bytes.
  virtual size_t GetSimCapacity() const = 0;
  virtual size_t GetSimUsage() const = 0;
  virtual void SetSimCapacity(size_t capacity) = 0;

  // What its lookups would have been; SIM_BLOCK_CACHE_HIT and _MISS count the same.
  virtual uint64_t get_hit_counter() const = 0;
  virtual uint64_t get_miss_counter() const = 0;
  virtual void reset_counter() = 0;
  virtual std::string ToString() const = 0;

  // Writes each lookup and insertion to a file, until it has so many bytes (0: no limit). Refused.
  virtual Status StartActivityLogging(const std::string& activity_log_file, Env* env,
                                      uint64_t max_logging_size = 0) = 0;
  virtual void StopActivityLogging() = 0;
  virtual Status GetActivityLoggingStatus() = 0;
};

}  // namespace ROCKSDB_NAMESPACE
