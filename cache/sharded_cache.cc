// Routes cache calls to shards, which cache_shard.cc implements.
#include "cache/sharded_cache.h"

#include <unistd.h>

#include <cinttypes>
#include <cstdio>

#include "util/coding.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// 64 shards: hits take no lock, so more shards would only split the capacity further. Chosen, not
// measured.
constexpr int kMaxDefaultShardBits = 6;

CacheSlot* SlotOf(Cache::Handle* handle) { return reinterpret_cast<CacheSlot*>(handle); }
Cache::Handle* HandleOf(CacheSlot* slot) { return reinterpret_cast<Cache::Handle*>(slot); }

uint32_t ResolveHashSeed(int32_t wanted) {
  constexpr uint32_t kSeedMask = 0x7fffffff;
  if (wanted >= 0) return static_cast<uint32_t>(wanted);
  // The same for all caches of one host and different on other hosts, so that hot spots do not
  // repeat over a fleet.
  if (wanted == ShardedCacheOptions::kHostHashSeed) {
    char host[256] = {};
    if (gethostname(host, sizeof(host) - 1) != 0) return 0;
    return static_cast<uint32_t>(Xxh3_64(host, sizeof(host))) & kSeedMask;
  }
  // Otherwise a different one for each cache of the process, in a fixed order, so that runs repeat.
  static std::atomic<uint32_t> sequence{1};
  return (sequence.fetch_add(1) * 2654435769u) & kSeedMask;
}

// Folds the 128-bit product; both operands spread over all result bits.
uint64_t MixProduct(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

int DefaultShardBits(size_t capacity, size_t min_shard_bytes) {
  int bits = 0;
  for (size_t shards = capacity / min_shard_bytes; shards > 1 && bits < kMaxDefaultShardBits;
       shards /= 2) {
    ++bits;
  }
  return bits;
}

ShardedCache::ShardedCache(const char* name, const ShardedCacheOptions& options, int shard_bits,
                           double high_pool_ratio, double low_pool_ratio)
    : Cache(options.memory_allocator),
      name_(name),
      shard_bits_(shard_bits),
      hash_seed_(ResolveHashSeed(options.hash_seed)),
      shards_(new CacheShard[size_t{1} << shard_bits]),
      admission_(size_t{1} << shard_bits),
      capacity_(options.capacity),
      strict_(options.strict_capacity_limit) {
  settings_.high_pool_ratio = high_pool_ratio;
  settings_.low_pool_ratio = low_pool_ratio;
  settings_.charge_metadata = options.metadata_charge_policy == kFullChargeCacheMetadata;
  settings_.allocator = memory_allocator();
  settings_.memory = memory_.get();
  settings_.eviction_callback = &eviction_callback_;
  for (size_t i = 0; i < NumShards(); ++i) {
    shards_[i].Configure(&settings_, CapacityOfShard(options.capacity),
                         options.strict_capacity_limit);
  }
  admission_.SetCapacity(options.capacity);
}

ShardedCache::~ShardedCache() = default;

uint64_t ShardedCache::HashOf(const Slice& key) const {
  constexpr uint64_t kOdd1 = 0x9e3779b97f4a7c15u, kOdd2 = 0xd6e8feb86659fd93u;
  if (key.size() == 16) {  // the size of a block's key
    const uint64_t low = LoadFixed64(key.data()), high = LoadFixed64(key.data() + 8);
    return MixProduct(MixProduct(low ^ kOdd1, high ^ kOdd2 ^ hash_seed_), kOdd1);
  }
  return MixProduct(Xxh3_64(key.data(), key.size()) ^ hash_seed_, kOdd1);
}

size_t ShardedCache::CapacityOfShard(size_t capacity) const {
  const size_t n = NumShards();
  return capacity / n + (capacity % n != 0 ? 1 : 0);
}

Status ShardedCache::Insert(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                            size_t charge, Handle** handle, Priority priority,
                            const Slice& /*compressed*/, CompressionType /*type*/) {
  const uint64_t hash = HashOf(key);
  CacheSlot* slot = nullptr;
  Status s = ShardOf(hash).Insert(key, hash, obj, helper, charge,
                                  handle == nullptr ? nullptr : &slot, priority);
  if (handle != nullptr) *handle = HandleOf(slot);
  return s;
}

Cache::Handle* ShardedCache::CreateStandalone(const Slice& key, ObjectPtr obj,
                                              const CacheItemHelper* helper, size_t charge,
                                              bool allow_uncharged) {
  const uint64_t hash = HashOf(key);
  return HandleOf(ShardOf(hash).CreateStandalone(key, hash, obj, helper, charge, allow_uncharged));
}

Cache::Handle* ShardedCache::Lookup(const Slice& key, const CacheItemHelper* /*helper*/,
                                    CreateContext* /*create_context*/, Priority /*priority*/,
                                    Statistics* /*stats*/) {
  const uint64_t hash = HashOf(key);
  return HandleOf(ShardOf(hash).Lookup(key, hash));
}

bool ShardedCache::Ref(Handle* handle) {
  // The caller holds a pin, so the slot cannot change state.
  SlotOf(handle)->state.fetch_add(slot_state::kOnePin, std::memory_order_relaxed);
  return true;
}

bool ShardedCache::Release(Handle* handle, bool erase_if_last_ref) {
  if (handle == nullptr) return false;
  CacheSlot* slot = SlotOf(handle);
  // The slot is pinned, so the hash is still that of its entry.
  return ShardOf(slot->hash.load(std::memory_order_relaxed)).Release(slot, erase_if_last_ref);
}

Cache::ObjectPtr ShardedCache::Value(Handle* handle) { return SlotOf(handle)->object; }

void ShardedCache::Erase(const Slice& key) {
  const uint64_t hash = HashOf(key);
  ShardOf(hash).Erase(key, hash);
}

uint64_t ShardedCache::NewId() { return last_id_.fetch_add(1, std::memory_order_relaxed) + 1; }

void ShardedCache::SetCapacity(size_t capacity) {
  MutexLock lock(&config_mu_);
  capacity_ = capacity;
  // One shard after the other: meanwhile the cache may hold more or less than either capacity.
  for (size_t i = 0; i < NumShards(); ++i) shards_[i].SetCapacity(CapacityOfShard(capacity));
  admission_.SetCapacity(capacity);
}

bool ShardedCache::Admits(const Slice& key) {
  const uint64_t hash = HashOf(key);
  const size_t shard = ShardNumber(hash);
  return !shards_[shard].NearlyFull() || admission_.Note(hash, shard);
}

size_t ShardedCache::GetCapacity() const {
  MutexLock lock(&config_mu_);
  return capacity_;
}

void ShardedCache::SetStrictCapacityLimit(bool strict) {
  MutexLock lock(&config_mu_);
  strict_ = strict;
  for (size_t i = 0; i < NumShards(); ++i) shards_[i].SetStrict(strict);
}

bool ShardedCache::HasStrictCapacityLimit() const {
  MutexLock lock(&config_mu_);
  return strict_;
}

template <typename Get>
size_t ShardedCache::SumOverShards(Get get) const {
  size_t sum = 0;
  for (size_t i = 0; i < NumShards(); ++i) sum += get(shards_[i]);
  return sum;
}

size_t ShardedCache::GetUsage() const {
  return SumOverShards([](const CacheShard& s) { return s.Usage(); });
}
size_t ShardedCache::GetPinnedUsage() const {
  return SumOverShards([](const CacheShard& s) { return s.PinnedUsage(); });
}
size_t ShardedCache::GetOccupancyCount() const {
  return SumOverShards([](const CacheShard& s) { return s.Occupancy(); });
}
size_t ShardedCache::GetTableAddressCount() const {
  return SumOverShards([](const CacheShard& s) { return s.TableSize(); });
}
size_t ShardedCache::GetUsage(Handle* handle) const { return SlotOf(handle)->total; }
size_t ShardedCache::GetCharge(Handle* handle) const { return SlotOf(handle)->charge; }

const Cache::CacheItemHelper* ShardedCache::GetCacheItemHelper(Handle* handle) const {
  return SlotOf(handle)->helper;
}

void ShardedCache::DisownData() {
  for (size_t i = 0; i < NumShards(); ++i) shards_[i].Disown();
  static_cast<void>(memory_.release());
}

void ShardedCache::ApplyToAllEntries(
    const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                             const CacheItemHelper* helper)>& callback,
    const ApplyToAllEntriesOptions& opts) {
  // At least one, or the walk would not end.
  const size_t step = opts.average_entries_per_lock == 0 ? 1 : opts.average_entries_per_lock;
  for (size_t i = 0; i < NumShards(); ++i) {
    size_t from = 0;
    while (shards_[i].Visit(&from, step, callback)) {
    }
  }
}

void ShardedCache::ApplyToHandle(
    Cache* /*cache*/, Handle* handle,
    const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                             const CacheItemHelper* helper)>& callback) {
  const CacheSlot* slot = SlotOf(handle);
  callback(slot->key(), slot->object, slot->charge, slot->helper);
}

void ShardedCache::EraseUnRefEntries() {
  for (size_t i = 0; i < NumShards(); ++i) shards_[i].EraseUnpinned();
}

std::string ShardedCache::GetPrintableOptions() const {
  char text[512];
  std::snprintf(text, sizeof(text),
                "    capacity : %zu\n"
                "    num_shard_bits : %d\n"
                "    strict_capacity_limit : %d\n"
                "    memory_allocator : %s\n"
                "    high_pri_pool_ratio: %.3f\n"
                "    low_pri_pool_ratio: %.3f\n",
                GetCapacity(), shard_bits_, HasStrictCapacityLimit() ? 1 : 0,
                memory_allocator() != nullptr ? "custom" : "None", settings_.high_pool_ratio,
                settings_.low_pool_ratio);
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
