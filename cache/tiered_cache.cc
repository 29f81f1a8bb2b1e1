// Moving objects between the primary and the secondary cache.
#include "cache/tiered_cache.h"

#include <algorithm>

#include "util/perf_context_imp.h"
#include "util/rtti.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

void CountSecondaryHit(Statistics* stats, CacheEntryRole role) {
  PERF_COUNT(secondary_cache_hit_count, 1);
  if (stats == nullptr) return;
  RecordTick(stats, SECONDARY_CACHE_HITS);
  if (role == CacheEntryRole::kFilterBlock || role == CacheEntryRole::kFilterMetaBlock) {
    RecordTick(stats, SECONDARY_CACHE_FILTER_HITS);
  } else if (role == CacheEntryRole::kIndexBlock) {
    RecordTick(stats, SECONDARY_CACHE_INDEX_HITS);
  } else if (role == CacheEntryRole::kDataBlock) {
    RecordTick(stats, SECONDARY_CACHE_DATA_HITS);
  }
}

}  // namespace

TieredCache::TieredCache(std::shared_ptr<Cache> primary, std::shared_ptr<SecondaryCache> secondary)
    : CacheWrapper(std::move(primary)), secondary_(std::move(secondary)) {
  // Shares ownership of the primary cache, which owns the allocator.
  memory_allocator_ = std::shared_ptr<MemoryAllocator>(target_, target_->memory_allocator());
  // `this` is safe: destroying the primary destroys entries without calling back.
  target_->SetEvictionCallback([this](const Slice& key, Handle* handle, bool was_hit) {
    return Spill(key, handle, was_hit);
  });
}

TieredCache::~TieredCache() {
  // The primary goes first: objects from the secondary cache were made with the allocator of that
  // cache, which may die with it.
  memory_allocator_.reset();
  target_.reset();
}

// Never takes the object over, because the secondary cache stores its flat form.
bool TieredCache::Spill(const Slice& key, Handle* handle, bool was_hit) {
  const CacheItemHelper* helper = target_->GetCacheItemHelper(handle);
  if (helper->IsSecondaryCacheCompatible()) {
    // The next lookup of a declined object is a miss.
    Status s = secondary_->Insert(key, target_->Value(handle), helper, was_hit);
    static_cast<void>(s);
  }
  return false;
}

Cache::Handle* TieredCache::Lookup(const Slice& key, const CacheItemHelper* helper,
                                   CreateContext* create_context, Priority priority,
                                   Statistics* stats) {
  Handle* handle = target_->Lookup(key, helper, create_context, priority, stats);
  // Without create_cb the object could not be rebuilt from its flat form.
  if (handle != nullptr || helper == nullptr || helper->create_cb == nullptr) return handle;
  bool kept = false;
  std::unique_ptr<SecondaryCacheResultHandle> found =
      secondary_->Lookup(key, helper, create_context, true, true, stats, kept);
  if (found == nullptr) return nullptr;
  CountSecondaryHit(stats, helper->role);
  return Promote(key, helper, found.get(), kept, priority);
}

Cache::Handle* TieredCache::Promote(const Slice& key, const CacheItemHelper* helper,
                                    SecondaryCacheResultHandle* found, bool kept,
                                    Priority priority) {
  if (!found->IsReady()) found->Wait();
  ObjectPtr object = found->Value();
  if (object == nullptr) return nullptr;
  // An object that the secondary cache kept need not be stored there again.
  const CacheItemHelper* used = kept ? helper->without_secondary_compat : helper;
  Handle* handle = nullptr;
  if (target_->Insert(key, object, used, found->Size(), &handle, priority).ok()) return handle;
  // The primary is full and strict: the lookup succeeds without charge.
  handle = target_->CreateStandalone(key, object, used, found->Size(), true);
  if (handle == nullptr && used->del_cb != nullptr) used->del_cb(object, memory_allocator());
  return handle;
}

void TieredCache::Erase(const Slice& key) {
  target_->Erase(key);
  // A lookup between the two calls can bring the entry back from the secondary cache. That is
  // harmless, because a block key never gets other contents.
  secondary_->Erase(key);
}

void TieredCache::ShareBudget(size_t total, double ratio) {
  MutexLock lock(&budget_mu_);
  shared_budget_ = true;
  total_ = total;
  ratio_ = ratio;
  const size_t lower = static_cast<size_t>(static_cast<double>(total) * ratio);
  target_->SetCapacity(total - lower);
  // A tier that cannot be resized keeps its size.
  Status s = secondary_->SetCapacity(lower);
  static_cast<void>(s);
}

Status TieredCache::UpdateBudget(int64_t total, double ratio) {
  size_t new_total;
  double new_ratio;
  {
    MutexLock lock(&budget_mu_);
    if (!shared_budget_) return Status::NotSupported("The cache's tiers have budgets of their own");
    new_total = total < 0 ? total_ : static_cast<size_t>(total);
    new_ratio = IsRatio(ratio) ? ratio : ratio_;
  }
  // Without the lock, which ShareBudget takes itself. Of two concurrent updates one stays.
  ShareBudget(new_total, new_ratio);
  return Status::OK();
}

void TieredCache::SetCapacity(size_t capacity) {
  double ratio = 0.0;
  {
    MutexLock lock(&budget_mu_);
    if (!shared_budget_) {
      target_->SetCapacity(capacity);
      return;
    }
    ratio = ratio_;
  }
  ShareBudget(capacity, ratio);
}

size_t TieredCache::GetCapacity() const {
  MutexLock lock(&budget_mu_);
  return shared_budget_ ? total_ : target_->GetCapacity();
}

// ---- Public constructors ----

std::shared_ptr<Cache> NewTieredCache(const TieredCacheOptions& cache_opts) {
  if (cache_opts.cache_opts == nullptr || !IsRatio(cache_opts.compressed_secondary_ratio) ||
      cache_opts.adm_policy >= TieredAdmissionPolicy::kAdmPolicyMax) {
    return nullptr;
  }
  const size_t total = cache_opts.total_capacity;
  const double ratio = cache_opts.compressed_secondary_ratio;
  CompressedSecondaryCacheOptions lower = cache_opts.comp_cache_opts;
  lower.capacity = static_cast<size_t>(static_cast<double>(total) * ratio);
  // A tier on storage replaces the compressed tier, because objects live in only one lower tier.
  std::shared_ptr<SecondaryCache> secondary = cache_opts.nvm_sec_cache;
  if (secondary == nullptr) secondary = lower.MakeSharedSecondaryCache();
  std::shared_ptr<Cache> primary;
  if (cache_opts.cache_type == PrimaryCacheType::kCacheTypeLRU) {
    LRUCacheOptions options = *static_cast<const LRUCacheOptions*>(cache_opts.cache_opts);
    // A budget that the tiers share is split below, once both exist.
    options.capacity = total;
    options.secondary_cache = nullptr;
    primary = options.MakeSharedCache();
  } else if (cache_opts.cache_type == PrimaryCacheType::kCacheTypeHCC) {
    HyperClockCacheOptions options =
        *static_cast<const HyperClockCacheOptions*>(cache_opts.cache_opts);
    options.capacity = total;
    options.secondary_cache = nullptr;
    primary = options.MakeSharedCache();
  }
  if (primary == nullptr || secondary == nullptr) return nullptr;
  auto cache = std::make_shared<TieredCache>(std::move(primary), std::move(secondary));
  if (cache_opts.nvm_sec_cache == nullptr) cache->ShareBudget(total, ratio);
  return cache;
}

Status UpdateTieredCache(const std::shared_ptr<Cache>& cache, int64_t total_capacity,
                         double compressed_secondary_ratio, TieredAdmissionPolicy adm_policy) {
  auto* tiered = CastIfTyped<TieredCache>(cache.get());
  if (tiered == nullptr) return Status::InvalidArgument("Not a tiered cache");
  if (adm_policy < TieredAdmissionPolicy::kAdmPolicyMax &&
      adm_policy != TieredAdmissionPolicy::kAdmPolicyAuto) {
    return Status::NotSupported("The admission policy is fixed when the cache is made");
  }
  return tiered->UpdateBudget(total_capacity, compressed_secondary_ratio);
}

}  // namespace ROCKSDB_NAMESPACE
