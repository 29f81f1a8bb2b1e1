// BlockCacheCount: what a block cache holds, by kind of entry, as it was counted last. Counting
// walks the whole cache, so the count is shared: it is an entry of the cache itself, which every
// family whose tables use the cache pins. Two that begin at one moment may make two.
//
// Thread-safe. Who asks for a new count waits for one that is under way.
#pragma once

#include <array>
#include <cstdint>

#include "options/cf_config.h"
#include "rocksdb/advanced_cache.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// The block cache of a column family's tables; null when they use none. Lives as long as `config`.
Cache* BlockCacheOf(const CfConfig& config);

class BlockCacheCount {
 public:
  struct Content {
    std::array<uint64_t, kNumCacheEntryRoles> entries{};
    std::array<uint64_t, kNumCacheEntryRoles> bytes{};
    double seconds = 0;  // that counting took
    uint64_t counts = 0;
    // How often this count was told again, and how old it is.
    uint64_t repeats = 0;
    uint64_t age_seconds = 0;

    // Relative to the capacity, not to what is used, as in stock.
    double Percent(size_t role, size_t capacity) const;
  };

  explicit BlockCacheCount(CfConfigPtr config);
  BlockCacheCount(const BlockCacheCount&) = delete;
  BlockCacheCount& operator=(const BlockCacheCount&) = delete;
  ~BlockCacheCount();

  // Null: the family's tables use none.
  Cache* cache() const { return cache_; }
  // Counts anew unless that was done less than `max_age_seconds` ago. Others use the cache
  // meanwhile: the sums are no snapshot of one moment. REQUIRES: cache() is not null.
  Content Get(uint64_t max_age_seconds) const;

 private:
  struct Shared;
  static const Cache::CacheItemHelper& Helper();

  const CfConfigPtr config_;  // keeps the cache
  Cache* const cache_;
  // Null without a cache, and where a full cache with a strict limit does not take the count, which
  // then belongs to this object.
  Cache::Handle* pinned_ = nullptr;
  Shared* shared_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
