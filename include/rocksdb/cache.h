// Read caches as an application sees them: how to describe one and how to make one.
// Included by applications and by table.h / options.h; what a cache can do is in advanced_cache.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/compression_type.h"
#include "rocksdb/data_structure.h"
#include "rocksdb/memory_allocator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Cache;
class SecondaryCache;
struct ConfigOptions;

// One implementation serves all three uses; the names let code say which it means.
using BlockCache = Cache;
using RowCache = Cache;
using GeneralCache = Cache;

// What a cache entry is, for accounting only.
enum class CacheEntryRole {
  kDataBlock,
  kFilterBlock,
  kFilterMetaBlock,
  kDeprecatedFilterBlock,  // never assigned any more; keeps its number
  kIndexBlock,
  kOtherBlock,
  kWriteBuffer,  // a WriteBufferManager's share
  kCompressionDictionaryBuildingBuffer,
  kFilterConstruction,
  kBlockBasedTableReader,
  kFileMetadata,
  kBlobValue,
  kBlobCache,
  kMisc,
};
constexpr uint32_t kNumCacheEntryRoles = static_cast<uint32_t>(CacheEntryRole::kMisc) + 1;

// "DataBlock", "FilterBlock", ...
const std::string& GetCacheEntryRoleName(CacheEntryRole role);

using CacheEntryRoleSet = SmallEnumSet<CacheEntryRole, CacheEntryRole::kMisc>;

// Keys of the map that DB::Properties::kBlockCacheEntryStats answers with.
struct BlockCacheEntryStatsMapKeys {
  static const std::string& CacheId();
  static const std::string& CacheCapacityBytes();
  static const std::string& LastCollectionDurationSeconds();
  static const std::string& LastCollectionAgeSeconds();
  static std::string EntryCount(CacheEntryRole role);
  static std::string UsedBytes(CacheEntryRole role);
  static std::string UsedPercent(CacheEntryRole role);
};

extern const bool kDefaultToAdaptiveMutex;

// Whether the cache's own bookkeeping counts against its capacity.
enum CacheMetadataChargePolicy {
  kDontChargeCacheMetadata,
  kFullChargeCacheMetadata,
};
const CacheMetadataChargePolicy kDefaultCacheMetadataChargePolicy = kFullChargeCacheMetadata;

struct ShardedCacheOptions {
  // Total charge the cache tries to stay within.
  size_t capacity = 0;

  // log2 of the number of independent shards; negative picks it from the capacity.
  int num_shard_bits = -1;

  // true: an insert that would exceed the capacity fails with Status::MemoryLimit.
  // false: the cache may exceed it while entries are pinned.
  bool strict_capacity_limit = false;

  // Where block contents are allocated; nullptr is the heap.
  std::shared_ptr<MemoryAllocator> memory_allocator;

  CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy;

  // Lower tier that evicted entries spill to.
  std::shared_ptr<SecondaryCache> secondary_cache;

  // Seed of the shard and table hash: a fixed number in [0, 2^31), or one of the two below.
  static constexpr int32_t kQuasiRandomHashSeed = -1;  // differs between caches of one process
  static constexpr int32_t kHostHashSeed = -2;         // the same for every cache on a host
  int32_t hash_seed = kHostHashSeed;

  ShardedCacheOptions() = default;
  ShardedCacheOptions(
      size_t _capacity, int _num_shard_bits, bool _strict_capacity_limit,
      std::shared_ptr<MemoryAllocator> _memory_allocator = nullptr,
      CacheMetadataChargePolicy _metadata_charge_policy = kDefaultCacheMetadataChargePolicy)
      : capacity(_capacity),
        num_shard_bits(_num_shard_bits),
        strict_capacity_limit(_strict_capacity_limit),
        memory_allocator(std::move(_memory_allocator)),
        metadata_charge_policy(_metadata_charge_policy) {}
  ShardedCacheOptions(const ShardedCacheOptions&) = default;
  ShardedCacheOptions& operator=(const ShardedCacheOptions&) = default;
  virtual ~ShardedCacheOptions() = default;
};

struct LRUCacheOptions : public ShardedCacheOptions {
  // Share of the capacity kept for entries of Priority::HIGH and for entries that were hit again.
  double high_pri_pool_ratio = 0.5;

  // Share kept for entries of Priority::LOW against those of Priority::BOTTOM.
  // REQUIRES: both ratios in [0, 1], their sum too.
  double low_pri_pool_ratio = 0.0;

  // Accepted for compatibility; a hit takes no lock here.
  bool use_adaptive_mutex = kDefaultToAdaptiveMutex;

  LRUCacheOptions() = default;
  LRUCacheOptions(
      size_t _capacity, int _num_shard_bits, bool _strict_capacity_limit,
      double _high_pri_pool_ratio, std::shared_ptr<MemoryAllocator> _memory_allocator = nullptr,
      bool _use_adaptive_mutex = kDefaultToAdaptiveMutex,
      CacheMetadataChargePolicy _metadata_charge_policy = kDefaultCacheMetadataChargePolicy,
      double _low_pri_pool_ratio = 0.0)
      : ShardedCacheOptions(_capacity, _num_shard_bits, _strict_capacity_limit,
                            std::move(_memory_allocator), _metadata_charge_policy),
        high_pri_pool_ratio(_high_pri_pool_ratio),
        low_pri_pool_ratio(_low_pri_pool_ratio),
        use_adaptive_mutex(_use_adaptive_mutex) {}

  // nullptr when the options are out of range.
  std::shared_ptr<Cache> MakeSharedCache() const;
  std::shared_ptr<RowCache> MakeSharedRowCache() const;
  std::shared_ptr<GeneralCache> MakeSharedGeneralCache() const;
};

inline std::shared_ptr<Cache> NewLRUCache(const LRUCacheOptions& cache_opts) {
  return cache_opts.MakeSharedCache();
}

inline std::shared_ptr<Cache> NewLRUCache(
    size_t capacity, int num_shard_bits = -1, bool strict_capacity_limit = false,
    double high_pri_pool_ratio = 0.5, std::shared_ptr<MemoryAllocator> memory_allocator = nullptr,
    bool use_adaptive_mutex = kDefaultToAdaptiveMutex,
    CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy,
    double low_pri_pool_ratio = 0.0) {
  return LRUCacheOptions(capacity, num_shard_bits, strict_capacity_limit, high_pri_pool_ratio,
                         std::move(memory_allocator), use_adaptive_mutex, metadata_charge_policy,
                         low_pri_pool_ratio)
      .MakeSharedCache();
}

// A second tier in memory that holds what the first evicts, compressed.
struct CompressedSecondaryCacheOptions : LRUCacheOptions {
  CompressionType compression_type = CompressionType::kLZ4Compression;
  CompressionOptions compression_opts;

  // Store long values as a chain of pieces instead of one allocation.
  bool enable_custom_split_merge = false;

  // Roles kept as they are.
  CacheEntryRoleSet do_not_compress_roles = {CacheEntryRole::kFilterBlock};

  CompressedSecondaryCacheOptions() = default;
  CompressedSecondaryCacheOptions(
      size_t _capacity, int _num_shard_bits, bool _strict_capacity_limit,
      double _high_pri_pool_ratio, double _low_pri_pool_ratio = 0.0,
      std::shared_ptr<MemoryAllocator> _memory_allocator = nullptr,
      bool _use_adaptive_mutex = kDefaultToAdaptiveMutex,
      CacheMetadataChargePolicy _metadata_charge_policy = kDefaultCacheMetadataChargePolicy,
      CompressionType _compression_type = CompressionType::kLZ4Compression,
      bool _enable_custom_split_merge = false,
      const CacheEntryRoleSet& _do_not_compress_roles = {CacheEntryRole::kFilterBlock})
      : LRUCacheOptions(_capacity, _num_shard_bits, _strict_capacity_limit, _high_pri_pool_ratio,
                        std::move(_memory_allocator), _use_adaptive_mutex, _metadata_charge_policy,
                        _low_pri_pool_ratio),
        compression_type(_compression_type),
        enable_custom_split_merge(_enable_custom_split_merge),
        do_not_compress_roles(_do_not_compress_roles) {}

  std::shared_ptr<SecondaryCache> MakeSharedSecondaryCache() const;
  std::shared_ptr<Cache> MakeSharedCache() const = delete;
};

inline std::shared_ptr<SecondaryCache> NewCompressedSecondaryCache(
    const CompressedSecondaryCacheOptions& opts) {
  return opts.MakeSharedSecondaryCache();
}

// A cache whose hits take no lock. Here that holds for every cache, so this differs from
// LRUCacheOptions only in its knobs: there are no priority pools to size.
struct HyperClockCacheOptions : public ShardedCacheOptions {
  // Expected charge of an average entry; 0 lets the table grow as needed (it always does here).
  size_t estimated_entry_charge;

  // Lower bound on the average charge that the table is sized for.
  size_t min_avg_entry_charge = 450;

  // How hard an insert tries to evict before it gives up or overshoots.
  int eviction_effort_cap = 30;

  HyperClockCacheOptions(
      size_t _capacity, size_t _estimated_entry_charge, int _num_shard_bits = -1,
      bool _strict_capacity_limit = false,
      std::shared_ptr<MemoryAllocator> _memory_allocator = nullptr,
      CacheMetadataChargePolicy _metadata_charge_policy = kDefaultCacheMetadataChargePolicy)
      : ShardedCacheOptions(_capacity, _num_shard_bits, _strict_capacity_limit,
                            std::move(_memory_allocator), _metadata_charge_policy),
        estimated_entry_charge(_estimated_entry_charge) {}

  std::shared_ptr<Cache> MakeSharedCache() const;
};

// Older spelling of a lock-free cache; kept for callers that still use it.
std::shared_ptr<Cache> NewClockCache(
    size_t capacity, int num_shard_bits = -1, bool strict_capacity_limit = false,
    CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy);

enum PrimaryCacheType {
  kCacheTypeLRU,
  kCacheTypeHCC,
  kCacheTypeMax,
};

// Which evicted entries the lower tiers accept.
enum TieredAdmissionPolicy {
  kAdmPolicyAuto,
  kAdmPolicyPlaceholder,
  kAdmPolicyAllowCacheHits,
  kAdmPolicyThreeQueue,
  kAdmPolicyAllowAll,
  kAdmPolicyMax,
};

// Several tiers behind one Cache, with one budget for the tiers in memory.
struct TieredCacheOptions {
  // An LRUCacheOptions or HyperClockCacheOptions, as cache_type says; its capacity is ignored.
  ShardedCacheOptions* cache_opts = nullptr;
  PrimaryCacheType cache_type = PrimaryCacheType::kCacheTypeLRU;
  TieredAdmissionPolicy adm_policy = TieredAdmissionPolicy::kAdmPolicyAuto;
  CompressedSecondaryCacheOptions comp_cache_opts;
  size_t total_capacity = 0;
  // Share of total_capacity given to the compressed tier.
  double compressed_secondary_ratio = 0.0;
  std::shared_ptr<SecondaryCache> nvm_sec_cache;
};

std::shared_ptr<Cache> NewTieredCache(const TieredCacheOptions& cache_opts);

// Changes what is given and leaves the defaults' meanings alone.
Status UpdateTieredCache(const std::shared_ptr<Cache>& cache, int64_t total_capacity = -1,
                         double compressed_secondary_ratio = std::numeric_limits<double>::max(),
                         TieredAdmissionPolicy adm_policy = TieredAdmissionPolicy::kAdmPolicyMax);

}  // namespace ROCKSDB_NAMESPACE
