// Makes caches from option structs and option strings. Only this file decides which class serves
// which options.
#include <cmath>

#include "cache/sharded_cache.h"
#include "cache/tiered_cache.h"
#include "rocksdb/secondary_cache.h"
#include "rocksdb/utilities/options_type.h"
#include "util/registered_object.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr int kMaxShardBits = 19;
// The smallest LRU shard holds a hundred blocks of the usual size. Both are chosen, not measured.
constexpr size_t kMinLruShard = 512 << 10;
constexpr size_t kMinClockShard = size_t{32} << 20;

// Null for options out of range. A secondary cache makes it a TieredCache.
std::shared_ptr<Cache> MakeSharded(const char* name, const ShardedCacheOptions& options,
                                   size_t min_shard, double high_ratio, double low_ratio) {
  const int bits = options.num_shard_bits >= 0 ? options.num_shard_bits
                                               : DefaultShardBits(options.capacity, min_shard);
  // Null tells the application that its options are out of range, as with stock.
  if (bits > kMaxShardBits) return nullptr;
  auto cache = std::make_shared<ShardedCache>(name, options, bits, high_ratio, low_ratio);
  if (options.secondary_cache == nullptr) return cache;
  return std::make_shared<TieredCache>(std::move(cache), options.secondary_cache);
}

// Applies one "name=value" of an option string.
Status SetOption(const ConfigOptions& /*config*/, const std::string& name, const std::string& value,
                 LRUCacheOptions* options) {
  uint64_t number = 0;
  if (name == "capacity") {
    Status s = ParseUint64(value, &number);
    options->capacity = static_cast<size_t>(number);
    return s;
  }
  if (name == "num_shard_bits") return ParseInt(value, &options->num_shard_bits);
  if (name == "strict_capacity_limit") return ParseBool(value, &options->strict_capacity_limit);
  if (name == "high_pri_pool_ratio") return ParseDouble(value, &options->high_pri_pool_ratio);
  if (name == "low_pri_pool_ratio") return ParseDouble(value, &options->low_pri_pool_ratio);
  if (name == "hash_seed") return ParseInt(value, &options->hash_seed);
  return Status::InvalidArgument("Unrecognized cache option", name);
}

Status SetOption(const ConfigOptions& config, const std::string& name, const std::string& value,
                 CompressedSecondaryCacheOptions* options) {
  if (name == "compression_type") {
    return OptionTypeInfo(0, OptionType::kCompressionType)
        .Parse(config, name, value, &options->compression_type);
  }
  if (name == "compress_format_version")
    return ParseUint32(value, &options->compress_format_version);
  if (name == "enable_custom_split_merge")
    return ParseBool(value, &options->enable_custom_split_merge);
  return SetOption(config, name, value, static_cast<LRUCacheOptions*>(options));
}

template <class Options>
Status ParseOptions(const ConfigOptions& config, const std::string& text, std::string* id,
                    Options* options) {
  for (const std::string& part : Split(text, ';')) {
    const std::string item = Trim(part);
    if (item.empty()) continue;
    const size_t eq = item.find('=');
    if (eq == std::string::npos) return Status::InvalidArgument("Expected name=value", item);
    const std::string name = Trim(item.substr(0, eq));
    const std::string value = Trim(item.substr(eq + 1));
    if (name == "id") {
      *id = value;
      continue;
    }
    if (Status s = SetOption(config, name, value, options); !s.ok()) return s;
  }
  return Status::OK();
}

}  // namespace

std::shared_ptr<Cache> LRUCacheOptions::MakeSharedCache() const {
  if (!IsRatio(high_pri_pool_ratio) || !IsRatio(low_pri_pool_ratio) ||
      !IsRatio(high_pri_pool_ratio + low_pri_pool_ratio)) {
    return nullptr;
  }
  return MakeSharded("LRUCache", *this, kMinLruShard, high_pri_pool_ratio, low_pri_pool_ratio);
}

std::shared_ptr<RowCache> LRUCacheOptions::MakeSharedRowCache() const {
  // The entries of a row cache have no flat form that a lower tier could keep.
  return secondary_cache == nullptr ? MakeSharedCache() : nullptr;
}

std::shared_ptr<GeneralCache> LRUCacheOptions::MakeSharedGeneralCache() const {
  return secondary_cache == nullptr ? MakeSharedCache() : nullptr;
}

std::shared_ptr<Cache> HyperClockCacheOptions::MakeSharedCache() const {
  // Both names make the same class: its lock-free hits and second-chance queues serve the purpose
  // of a clock cache.
  const char* name = estimated_entry_charge > 0 ? "FixedHyperClockCache" : "AutoHyperClockCache";
  return MakeSharded(name, *this, kMinClockShard, LRUCacheOptions().high_pri_pool_ratio, 0.0);
}

std::shared_ptr<Cache> NewClockCache(size_t capacity, int num_shard_bits,
                                     bool strict_capacity_limit,
                                     CacheMetadataChargePolicy metadata_charge_policy) {
  return NewLRUCache(capacity, num_shard_bits, strict_capacity_limit,
                     LRUCacheOptions().high_pri_pool_ratio, nullptr, kDefaultToAdaptiveMutex,
                     metadata_charge_policy);
}

Status Cache::CreateFromString(const ConfigOptions& config_options, const std::string& value,
                               std::shared_ptr<Cache>* result) {
  const std::string text = Trim(value);
  if (text.find("://") != std::string::npos) {
    return LoadRegistered<Cache>(config_options, text, result);
  }
  LRUCacheOptions options;
  std::string id = "LRUCache";
  Status s;
  if (text.find('=') == std::string::npos) {
    uint64_t capacity = 0;
    s = ParseUint64(text, &capacity);
    // A bare number is a capacity.
    options.capacity = static_cast<size_t>(capacity);
  } else {
    s = ParseOptions(config_options, text, &id, &options);
  }
  if (!s.ok()) return s;
  std::shared_ptr<Cache> cache;
  if (id == "LRUCache") {
    cache = options.MakeSharedCache();
  } else if (id == "HyperClockCache" || id == "AutoHyperClockCache") {
    HyperClockCacheOptions clock(options.capacity, 0, options.num_shard_bits,
                                 options.strict_capacity_limit);
    clock.hash_seed = options.hash_seed;
    cache = clock.MakeSharedCache();
  } else {
    return Status::NotFound("No cache goes by the name", id);
  }
  if (cache == nullptr) return Status::InvalidArgument("Cache options are out of range", text);
  *result = std::move(cache);
  return Status::OK();
}

Status SecondaryCache::CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                        std::shared_ptr<SecondaryCache>* result) {
  const std::string scheme = "compressed_secondary_cache://";
  if (!StartsWith(id, scheme)) {
    return LoadRegistered<SecondaryCache>(config_options, id, result);
  }
  CompressedSecondaryCacheOptions options;
  std::string ignored;
  Status s = ParseOptions(config_options, id.substr(scheme.size()), &ignored, &options);
  if (!s.ok()) return s;
  auto cache = options.MakeSharedSecondaryCache();
  if (cache == nullptr) return Status::InvalidArgument("Cache options are out of range", id);
  *result = std::move(cache);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
