// How an application describes and makes a read cache. Applications, table.h and options.h include
// it; advanced_cache.h has the operations of a cache.
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

// One implementation serves all three uses; the names let code say which use it means.
using BlockCache = Cache;
using RowCache = Cache;
using GeneralCache = Cache;

// The kind of an entry, for statistics and for do_not_compress_roles. Eviction does not look at
// it.
enum class CacheEntryRole {
  kDataBlock,
  kFilterBlock,
  kFilterMetaBlock,
  // No longer assigned; keeps its number.
  kDeprecatedFilterBlock,
  kIndexBlock,
  kOtherBlock,
  // The share of a WriteBufferManager.
  kWriteBuffer,
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

// Keys of the map that DB::Properties::kBlockCacheEntryStats returns. Sizes are in bytes, times in
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

// False; has no effect.
extern const bool kDefaultToAdaptiveMutex;

// Whether the cache's own bookkeeping, key included, counts against its capacity.
enum CacheMetadataChargePolicy {
  kDontChargeCacheMetadata,
  kFullChargeCacheMetadata,
};
const CacheMetadataChargePolicy kDefaultCacheMetadataChargePolicy = kFullChargeCacheMetadata;

// Options of both kinds of cache. Copied when a cache is made; later changes do not reach it.
struct ShardedCacheOptions {
  // Bytes of charge within which the cache tries to stay, divided evenly among the shards.
  size_t capacity = 0;

  // log2 of the number of independent shards, at most 19. A negative value gives each shard at
  // least 512 KiB (32 MiB for HyperClockCacheOptions), with at most 64 shards.
  int num_shard_bits = -1;

  // true: an insert that asks for a handle and would exceed the capacity of its shard fails with
  // Status::MemoryLimit; without a handle the insert returns OK and drops the object. false: the
  // cache may exceed its capacity while entries are pinned.
  bool strict_capacity_limit = false;

  // Allocates block contents; nullptr means the heap. Lives as long as the cache does.
  std::shared_ptr<MemoryAllocator> memory_allocator;

  CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy;

  // The lower tier: evicted entries spill to it, and lookups try it after a miss.
  std::shared_ptr<SecondaryCache> secondary_cache;

  // Seed of the shard and table hash: a fixed number in [0, 2^31), or one of the two below.
  static constexpr int32_t kQuasiRandomHashSeed = -1;  // differs between caches of one process
  static constexpr int32_t kHostHashSeed = -2;         // the same for every cache on a host
  // Cache::GetHashSeed returns the resulting seed.
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

// A cache with three pools; eviction empties the lowest one first. An entry that a lookup found
// since eviction last looked at it gets a second chance.
struct LRUCacheOptions : public ShardedCacheOptions {
  // The share of the capacity for entries of Priority::HIGH and for entries that were hit again.
  // Beyond it the oldest of them count as LOW.
  double high_pri_pool_ratio = 0.5;

  // The share of the capacity for entries of Priority::LOW, protected from those of
  // Priority::BOTTOM. REQUIRES: both ratios and their sum are in [0, 1].
  double low_pri_pool_ratio = 0.0;

  // Has no effect; a hit takes no lock here.
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

  // nullptr when the options are out of range. The other two return nullptr with a secondary
  // cache, too.
  std::shared_ptr<Cache> MakeSharedCache() const;
  std::shared_ptr<RowCache> MakeSharedRowCache() const;
  std::shared_ptr<GeneralCache> MakeSharedGeneralCache() const;
};

// Any number of databases may share a cache. A cache must be kept by shared_ptr.
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

// A second tier in memory, which holds compressed what the first tier evicts. It stores an object
// at the second offer, or at the first if the object was hit in the first tier; before that it
// leaves only a mark.
struct CompressedSecondaryCacheOptions : LRUCacheOptions {
  // Objects that do not shrink are stored as they are; so is everything when the type's library is
  // missing.
  CompressionType compression_type = CompressionType::kLZ4Compression;
  CompressionOptions compression_opts;

  // Has no effect: 2, and only this library reads what it stores.
  uint32_t compress_format_version = 2;

  // Has no effect: every value is one allocation.
  bool enable_custom_split_merge = false;

  // Roles that are stored uncompressed.
  CacheEntryRoleSet do_not_compress_roles = {CacheEntryRole::kFilterBlock};

  CompressedSecondaryCacheOptions() = default;
  CompressedSecondaryCacheOptions(
      size_t _capacity, int _num_shard_bits, bool _strict_capacity_limit,
      double _high_pri_pool_ratio, double _low_pri_pool_ratio = 0.0,
      std::shared_ptr<MemoryAllocator> _memory_allocator = nullptr,
      bool _use_adaptive_mutex = kDefaultToAdaptiveMutex,
      CacheMetadataChargePolicy _metadata_charge_policy = kDefaultCacheMetadataChargePolicy,
      CompressionType _compression_type = CompressionType::kLZ4Compression,
      uint32_t _compress_format_version = 2, bool _enable_custom_split_merge = false,
      const CacheEntryRoleSet& _do_not_compress_roles = {CacheEntryRole::kFilterBlock})
      : LRUCacheOptions(_capacity, _num_shard_bits, _strict_capacity_limit, _high_pri_pool_ratio,
                        std::move(_memory_allocator), _use_adaptive_mutex, _metadata_charge_policy,
                        _low_pri_pool_ratio),
        compression_type(_compression_type),
        compress_format_version(_compress_format_version),
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

inline std::shared_ptr<SecondaryCache> NewCompressedSecondaryCache(
    size_t capacity, int num_shard_bits = -1, bool strict_capacity_limit = false,
    double high_pri_pool_ratio = 0.5, double low_pri_pool_ratio = 0.0,
    std::shared_ptr<MemoryAllocator> memory_allocator = nullptr,
    bool use_adaptive_mutex = kDefaultToAdaptiveMutex,
    CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy,
    CompressionType compression_type = CompressionType::kLZ4Compression,
    uint32_t compress_format_version = 2, bool enable_custom_split_merge = false,
    const CacheEntryRoleSet& do_not_compress_roles = {CacheEntryRole::kFilterBlock}) {
  return CompressedSecondaryCacheOptions(
             capacity, num_shard_bits, strict_capacity_limit, high_pri_pool_ratio,
             low_pri_pool_ratio, std::move(memory_allocator), use_adaptive_mutex,
             metadata_charge_policy, compression_type, compress_format_version,
             enable_custom_split_merge, do_not_compress_roles)
      .MakeSharedSecondaryCache();
}

// A cache whose hits take no lock. In this library that is true of every cache: this makes the
// same one as LRUCacheOptions with the default pool ratios, under another Name() and with larger
// shards.
struct HyperClockCacheOptions : public ShardedCacheOptions {
  // Only selects the name: 0 for AutoHyperClockCache, else FixedHyperClockCache. The table grows
  // as needed.
  size_t estimated_entry_charge;

  // This field and the next have no effect.
  size_t min_avg_entry_charge = 450;

  // Has no effect: an insert goes on evicting until the entry fits or only pinned entries are
  // left.
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

// Makes the cache of NewLRUCache with the default pool ratios; kept for callers of the older name.
std::shared_ptr<Cache> NewClockCache(
    size_t capacity, int num_shard_bits = -1, bool strict_capacity_limit = false,
    CacheMetadataChargePolicy metadata_charge_policy = kDefaultCacheMetadataChargePolicy);

// The type of TieredCacheOptions::cache_opts.
enum PrimaryCacheType {
  kCacheTypeLRU,
  kCacheTypeHCC,
  kCacheTypeMax,
};

// Which evicted entries the lower tier accepts. All values but kAdmPolicyMax are accepted and mean
// the same here: the lower tier decides, as described at CompressedSecondaryCacheOptions.
enum TieredAdmissionPolicy {
  kAdmPolicyAuto,
  kAdmPolicyPlaceholder,
  kAdmPolicyAllowCacheHits,
  kAdmPolicyThreeQueue,
  kAdmPolicyAllowAll,
  kAdmPolicyMax,
};

// Two tiers behind one Cache, with one budget if both are in memory.
struct TieredCacheOptions {
  // Points to an LRUCacheOptions or HyperClockCacheOptions, as cache_type says; otherwise
  // behaviour is undefined. Read while the cache is made; its capacity and secondary_cache are
  // ignored.
  ShardedCacheOptions* cache_opts = nullptr;
  PrimaryCacheType cache_type = PrimaryCacheType::kCacheTypeLRU;
  TieredAdmissionPolicy adm_policy = TieredAdmissionPolicy::kAdmPolicyAuto;
  // The capacity in these options is ignored.
  CompressedSecondaryCacheOptions comp_cache_opts;
  // Bytes of all tiers in memory.
  size_t total_capacity = 0;
  // The share of total_capacity for the compressed tier, 0 to 1.
  double compressed_secondary_ratio = 0.0;
  // Takes the place of the compressed tier and does not count against total_capacity; the primary
  // cache then gets all of it.
  std::shared_ptr<SecondaryCache> nvm_sec_cache;
};

// nullptr when a value is out of range or missing. SetCapacity of the result sets the sum of both
// tiers and keeps the ratio.
std::shared_ptr<Cache> NewTieredCache(const TieredCacheOptions& cache_opts);

// Changes the given values; a negative capacity or a ratio outside [0, 1] keeps the present one.
// InvalidArgument for a cache that NewTieredCache did not make; NotSupported for a change of
// policy, and for tiers without a common budget. Safe while the cache is in use.
Status UpdateTieredCache(const std::shared_ptr<Cache>& cache, int64_t total_capacity = -1,
                         double compressed_secondary_ratio = std::numeric_limits<double>::max(),
                         TieredAdmissionPolicy adm_policy = TieredAdmissionPolicy::kAdmPolicyMax);

}  // namespace ROCKSDB_NAMESPACE
