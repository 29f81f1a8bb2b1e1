// SimCache: passes everything to the real cache, and asks a second one, of keys only, what it would
// have found.
#include "rocksdb/utilities/sim_cache.h"

#include <atomic>

namespace ROCKSDB_NAMESPACE {

namespace {

// An entry of the simulated cache has a charge and no object.
const Cache::CacheItemHelper kKeyOnly(CacheEntryRole::kMisc);

class SimulatingCache final : public SimCache {
 public:
  SimulatingCache(std::shared_ptr<Cache> sim, std::shared_ptr<Cache> real)
      : SimCache(std::move(real)), sim_(std::move(sim)) {}

  void SetCapacity(size_t capacity) override { target_->SetCapacity(capacity); }

  Status Insert(const Slice& key, ObjectPtr value, const CacheItemHelper* helper, size_t charge,
                Handle** handle, Priority priority, const Slice& compressed,
                CompressionType type) override {
    // A key that is there already keeps its place.
    if (Handle* known = sim_->Lookup(key); known != nullptr) {
      sim_->Release(known);
    } else {
      sim_->Insert(key, nullptr, &kKeyOnly, charge).PermitUncheckedError();
    }
    return target_->Insert(key, value, helper, charge, handle, priority, compressed, type);
  }

  Handle* Lookup(const Slice& key, const CacheItemHelper* helper, CreateContext* create_context,
                 Priority priority, Statistics* stats) override {
    Count(key, stats);
    return target_->Lookup(key, helper, create_context, priority, stats);
  }

  void Erase(const Slice& key) override {
    target_->Erase(key);
    sim_->Erase(key);
  }
  void EraseUnRefEntries() override {
    target_->EraseUnRefEntries();
    sim_->EraseUnRefEntries();
  }

  size_t GetSimCapacity() const override { return sim_->GetCapacity(); }
  size_t GetSimUsage() const override { return sim_->GetUsage(); }
  void SetSimCapacity(size_t capacity) override { sim_->SetCapacity(capacity); }

  uint64_t get_hit_counter() const override { return hits_.load(); }
  uint64_t get_miss_counter() const override { return misses_.load(); }
  void reset_counter() override {
    hits_.store(0);
    misses_.store(0);
  }
  std::string ToString() const override {
    return "SimCache MISSes:  " + std::to_string(get_miss_counter()) +
           "\nSimCache HITs:    " + std::to_string(get_hit_counter()) + "\n";
  }

  Status StartActivityLogging(const std::string& /*file*/, Env* /*env*/,
                              uint64_t /*max_logging_size*/) override {
    return Status::NotSupported("SimCache::StartActivityLogging");
  }
  void StopActivityLogging() override {}
  Status GetActivityLoggingStatus() override {
    return Status::NotSupported("SimCache::StartActivityLogging");
  }

 private:
  void Count(const Slice& key, Statistics* stats) {
    Handle* known = sim_->Lookup(key);
    if (known != nullptr) sim_->Release(known);
    (known != nullptr ? hits_ : misses_).fetch_add(1, std::memory_order_relaxed);
    if (stats != nullptr) {
      stats->recordTick(known != nullptr ? SIM_BLOCK_CACHE_HIT : SIM_BLOCK_CACHE_MISS, 1);
    }
  }

  const std::shared_ptr<Cache> sim_;
  std::atomic<uint64_t> hits_{0};
  std::atomic<uint64_t> misses_{0};
};

}  // namespace

std::shared_ptr<SimCache> NewSimCache(std::shared_ptr<Cache> cache, size_t sim_capacity,
                                      int num_shard_bits) {
  LRUCacheOptions options;
  options.capacity = sim_capacity;
  options.num_shard_bits = num_shard_bits;
  options.metadata_charge_policy = kDontChargeCacheMetadata;
  return NewSimCache(NewLRUCache(options), std::move(cache), num_shard_bits);
}

std::shared_ptr<SimCache> NewSimCache(std::shared_ptr<Cache> sim_cache,
                                      std::shared_ptr<Cache> cache, int num_shard_bits) {
  if (num_shard_bits >= 20) return nullptr;
  // Without a real cache nothing may be kept.
  if (cache == nullptr) cache = NewLRUCache(0, 0, /*strict_capacity_limit=*/false);
  return std::make_shared<SimulatingCache>(std::move(sim_cache), std::move(cache));
}

}  // namespace ROCKSDB_NAMESPACE
