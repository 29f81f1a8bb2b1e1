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

// One implementation serves all three uses; the names let code say which it means. Row caches have
// no use here: DBOptions::row_cache has no effect.
using BlockCache = Cache;
using RowCache = Cache;
using GeneralCache = Cache;

// What an entry is: for statistics, and for do_not_compress_roles. Eviction does not look at it.
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

// "DataBlock", "FilterBlock", ... Valid for the whole life of the process.
const std::string& GetCacheEntryRoleName(CacheEntryRole role);

using CacheEntryRoleSet = SmallEnumSet<CacheEntryRole, CacheEntryRole::kMisc>;

// Keys of the map that DB::Properties::kBlockCacheEntryStats answers with. Sizes are bytes, times
// seconds.
struct BlockCacheEntryStatsMapKeys {
  static const std::string& CacheId();
  static const std::string& CacheCapacityBytes();
  static const std::string& LastCollectionDurationSeconds();
  static const std::string& LastCollectionAgeSeconds();
  static std::string EntryCount(CacheEntryRole role);
  static std::string UsedBytes(CacheEntryRole role);
  static std::string UsedPercent(CacheEntryRole role);
};

// False, and without effect.
extern const bool kDefaultToAdaptiveMutex;

// Whether the cache's own bookkeeping, key included, counts against its capacity.
enum CacheMetadataChargePolicy {
  kDontChargeCacheMetadata,
  kFullChargeCacheMetadata,
};
const CacheMetadataChargePolicy kDefaultCacheMetadataChargePolicy = kFullChargeCacheMetadata;

// What both kinds of cache understand. Copied when a cache is made; later changes do not reach it.
struct ShardedCacheOptions {
  // Bytes of charge the cache tries to stay within, divided evenly among the shards.
  size_t capacity = 0;

  // log2 of the number of independent shards, at most 19. Negative: so many that each has 512 KiB
  // (32 MiB for HyperClockCacheOptions) or more, up to 64 shards.
  int num_shard_bits = -1;

  // true: an insert that asks for a handle and would exceed the capacity of its shard fails with
  // Status::MemoryLimit; without a handle the object is dropped with OK. false: the cache may
  // exceed its capacity while entries are pinned.
  bool strict_capacity_limit = false;

  // Where block contents are allocated; nullptr is the heap. Lives as long as the cache does.
  std::shared_ptr<MemoryAllocator> memory_allocator;

  CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy;

  // Lower tier that evicted entries spill to, and that is asked after a miss.
  std::shared_ptr<SecondaryCache> secondary_cache;

  // Seed of the shard and table hash: a fixed number in [0, 2^31), or one of the two below.
  static constexpr int32_t kQuasiRandomHashSeed = -1;  // differs between caches of one process
  static constexpr int32_t kHostHashSeed = -2;         // the same for every cache on a host
  // Reported by Cache::GetHashSeed.
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

// A cache with three pools, of which the lowest is emptied first. An entry that was found since it
// was last looked at gets a second chance instead of being evicted.
struct LRUCacheOptions : public ShardedCacheOptions {
  // Share of the capacity kept for entries of Priority::HIGH and for entries that were hit again.
  // Beyond it the oldest of them count as LOW.
  double high_pri_pool_ratio = 0.5;

  // Share kept for entries of Priority::LOW against those of Priority::BOTTOM.
  // REQUIRES: both ratios in [0, 1], their sum too.
  double low_pri_pool_ratio = 0.0;

  // Without effect; a hit takes no lock here.
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

  // nullptr when the options are out of range. The other two give nullptr with a secondary cache,
  // too.
  std::shared_ptr<Cache> MakeSharedCache() const;
  std::shared_ptr<RowCache> MakeSharedRowCache() const;
  std::shared_ptr<GeneralCache> MakeSharedGeneralCache() const;
};

// A cache may be shared by any number of databases and must be kept by shared_ptr.
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

// A second tier in memory that holds what the first evicts, compressed. An object is stored at the
// second offer, or at the first if it was hit above; before that only a mark is left.
struct CompressedSecondaryCacheOptions : LRUCacheOptions {
  // What does not get smaller is stored as it is. Without the library of the type everything is.
  CompressionType compression_type = CompressionType::kLZ4Compression;
  CompressionOptions compression_opts;

  // Without effect: every value is one allocation.
  bool enable_custom_split_merge = false;

  // Roles stored as they are.
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

  // nullptr when the ratios are out of range.
  std::shared_ptr<SecondaryCache> MakeSharedSecondaryCache() const;
  std::shared_ptr<Cache> MakeSharedCache() const = delete;
};

inline std::shared_ptr<SecondaryCache> NewCompressedSecondaryCache(
    const CompressedSecondaryCacheOptions& opts) {
  return opts.MakeSharedSecondaryCache();
}

// A cache whose hits take no lock. Here that holds for every cache: this makes the same one as
// LRUCacheOptions with the default pool ratios, under another Name() and with larger shards.
struct HyperClockCacheOptions : public ShardedCacheOptions {
  // Picks the name only: 0 for AutoHyperClockCache, else FixedHyperClockCache. The table grows as
  // needed.
  size_t estimated_entry_charge;

  // Without effect, like the next.
  size_t min_avg_entry_charge = 450;

  // Without effect: an insert goes on evicting until there is room or only pinned entries are left.
  int eviction_effort_cap = 30;

  HyperClockCacheOptions(
      size_t _capacity, size_t _estimated_entry_charge, int _num_shard_bits = -1,
      bool _strict_capacity_limit = false,
      std::shared_ptr<MemoryAllocator> _memory_allocator = nullptr,
      CacheMetadataChargePolicy _metadata_charge_policy = kDefaultCacheMetadataChargePolicy)
      : ShardedCacheOptions(_capacity, _num_shard_bits, _strict_capacity_limit,
                            std::move(_memory_allocator), _metadata_charge_policy),
        estimated_entry_charge(_estimated_entry_charge) {}

  // nullptr when num_shard_bits is above 19.
  std::shared_ptr<Cache> MakeSharedCache() const;
};

// NewLRUCache with the default pool ratios; kept for callers of the older name.
std::shared_ptr<Cache> NewClockCache(
    size_t capacity, int num_shard_bits = -1, bool strict_capacity_limit = false,
    CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy);

// Of which type TieredCacheOptions::cache_opts is.
enum PrimaryCacheType {
  kCacheTypeLRU,
  kCacheTypeHCC,
  kCacheTypeMax,
};

// Which evicted entries the lower tier accepts. All values but kAdmPolicyMax are taken and mean the
// same here: the lower tier decides, as described at CompressedSecondaryCacheOptions.
enum TieredAdmissionPolicy {
  kAdmPolicyAuto,
  kAdmPolicyPlaceholder,
  kAdmPolicyAllowCacheHits,
  kAdmPolicyThreeQueue,
  kAdmPolicyAllowAll,
  kAdmPolicyMax,
};

// Two tiers behind one Cache, with one budget where both are in memory.
struct TieredCacheOptions {
  // An LRUCacheOptions or HyperClockCacheOptions, as cache_type says, else behaviour is undefined.
  // Read while the cache is made; its capacity and secondary_cache are ignored.
  ShardedCacheOptions* cache_opts = nullptr;
  PrimaryCacheType cache_type = PrimaryCacheType::kCacheTypeLRU;
  TieredAdmissionPolicy adm_policy = TieredAdmissionPolicy::kAdmPolicyAuto;
  // Its capacity is ignored.
  CompressedSecondaryCacheOptions comp_cache_opts;
  // Bytes of all tiers in memory.
  size_t total_capacity = 0;
  // Share of total_capacity given to the compressed tier, 0 to 1.
  double compressed_secondary_ratio = 0.0;
  // Takes the place of the compressed tier, outside total_capacity; the primary cache then gets all
  // of it.
  std::shared_ptr<SecondaryCache> nvm_sec_cache;
};

// nullptr when something is out of range or missing. SetCapacity of the result sets the sum of both
// tiers and keeps the ratio.
std::shared_ptr<Cache> NewTieredCache(const TieredCacheOptions& cache_opts);

// Changes what is given: a negative capacity and a ratio outside [0, 1] leave the present value.
// InvalidArgument for a cache that NewTieredCache did not make; NotSupported for a change of
// policy, and for tiers without a common budget. May be called while the cache is in use.
Status UpdateTieredCache(const std::shared_ptr<Cache>& cache, int64_t total_capacity = -1,
                         double compressed_secondary_ratio = std::numeric_limits<double>::max(),
                         TieredAdmissionPolicy adm_policy = TieredAdmissionPolicy::kAdmPolicyMax);

}  // namespace ROCKSDB_NAMESPACE
