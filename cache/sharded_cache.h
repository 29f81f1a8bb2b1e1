// ShardedCache: the built-in block cache, 2^n independent shards chosen by the key's hash.
// LRUCacheOptions and HyperClockCacheOptions make it; all other code uses it as a Cache.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "cache/admission.h"
#include "cache/cache_shard.h"
#include "rocksdb/advanced_cache.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. A Handle is a pinned CacheSlot. Keeps no statistics; its callers count hits and
// misses.
class ShardedCache final : public Cache {
 public:
  // `name` is a literal. The number of shards never changes. REQUIRES: 0 <= shard_bits < 20, pool
  // ratios in range.
  ShardedCache(const char* name, const ShardedCacheOptions& options, int shard_bits,
               double high_pool_ratio, double low_pool_ratio);
  ~ShardedCache() override;

  const char* Name() const override { return name_; }

  Status Insert(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper, size_t charge,
                Handle** handle, Priority priority, const Slice& compressed,
                CompressionType type) override;
  Handle* CreateStandalone(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                           size_t charge, bool allow_uncharged) override;
  Handle* Lookup(const Slice& key, const CacheItemHelper* helper, CreateContext* create_context,
                 Priority priority, Statistics* stats) override;
  bool Ref(Handle* handle) override;
  using Cache::Release;
  bool Release(Handle* handle, bool erase_if_last_ref) override;
  ObjectPtr Value(Handle* handle) override;
  void Erase(const Slice& key) override;
  uint64_t NewId() override;

  void SetCapacity(size_t capacity) override;
  size_t GetCapacity() const override;
  void SetStrictCapacityLimit(bool strict) override;
  bool HasStrictCapacityLimit() const override;

  size_t GetUsage() const override;
  size_t GetPinnedUsage() const override;
  size_t GetUsage(Handle* handle) const override;
  size_t GetCharge(Handle* handle) const override;
  size_t GetOccupancyCount() const override;
  size_t GetTableAddressCount() const override;
  const CacheItemHelper* GetCacheItemHelper(Handle* handle) const override;

  void DisownData() override;
  void ApplyToAllEntries(const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                                                  const CacheItemHelper* helper)>& callback,
                         const ApplyToAllEntriesOptions& opts) override;
  void ApplyToHandle(Cache* cache, Handle* handle,
                     const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                                              const CacheItemHelper* helper)>& callback) override;
  void EraseUnRefEntries() override;

  std::string GetPrintableOptions() const override;
  uint32_t GetHashSeed() const override { return hash_seed_; }

  // Whether an entry is worth inserting that Lookup did not find and that the caller has made by
  // reading. True while there is room. Called once for each such miss.
  bool Admits(const Slice& key);

 private:
  // All 64 bits are used: the upper ones choose the shard, the lower ones the line of its index.
  uint64_t HashOf(const Slice& key) const;
  size_t ShardNumber(uint64_t hash) const {
    return shard_bits_ == 0 ? 0 : hash >> (64 - shard_bits_);
  }
  CacheShard& ShardOf(uint64_t hash) const { return shards_[ShardNumber(hash)]; }
  size_t NumShards() const { return size_t{1} << shard_bits_; }
  // Rounded up, so that the shards together hold the capacity.
  size_t CapacityOfShard(size_t capacity) const;

  template <typename Get>
  size_t SumOverShards(Get get) const;

  const char* const name_;
  const int shard_bits_;
  const uint32_t hash_seed_;
  // All shards use these, so they are constructed before them and destroyed after them.
  CacheShardSettings settings_;
  std::unique_ptr<CacheMemory> memory_ = std::make_unique<CacheMemory>();
  std::unique_ptr<CacheShard[]> shards_;
  Admission admission_;
  std::atomic<uint64_t> last_id_{0};

  // Held around a change of all shards, so that two changes do not mix; taken before a shard's
  // lock.
  mutable Mutex config_mu_;
  size_t capacity_ GUARDED_BY(config_mu_);
  bool strict_ GUARDED_BY(config_mu_);
};

// The default number of shard bits for this capacity: shards of at least min_shard_bytes, at most
// 64 of them.
int DefaultShardBits(size_t capacity, size_t min_shard_bytes);

}  // namespace ROCKSDB_NAMESPACE
