// TieredCache: a primary cache whose evicted objects go to a secondary cache and return from there
// on a miss. Options that name a secondary cache make it; callers use it as a Cache.
#pragma once

#include <memory>
#include <utility>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/secondary_cache.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// A part of a capacity; what is not a number is none.
inline bool IsRatio(double r) { return r >= 0.0 && r <= 1.0; }

//   Lookup:  primary --hit--> handle
//             | miss
//             v
//           secondary --hit--> rebuilt by create_cb and put into the primary; the secondary
//                              may let go of it
//             | miss
//             v
//           null: the caller reads the file
//
// Thread-safe. Handles are the primary's.
class TieredCache final : public CacheWrapper {
 public:
  // REQUIRES: neither is null; primary is not shared yet.
  TieredCache(std::shared_ptr<Cache> primary, std::shared_ptr<SecondaryCache> secondary);
  ~TieredCache() override;

  const char* Name() const override { return target_->Name(); }

  Handle* Lookup(const Slice& key, const CacheItemHelper* helper, CreateContext* create_context,
                 Priority priority, Statistics* stats) override;
  void Erase(const Slice& key) override;
  // Every lookup completes at once, also in the secondary cache.
  void StartAsyncLookup(AsyncLookupHandle& async_handle) override {
    Cache::StartAsyncLookup(async_handle);
  }
  void WaitAll(AsyncLookupHandle* async_handles, size_t count) override {
    Cache::WaitAll(async_handles, count);
  }
  void ApplyToHandle(Cache* /*cache*/, Handle* handle,
                     const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                                              const CacheItemHelper* helper)>& callback) override {
    target_->ApplyToHandle(target_.get(), handle, callback);
  }

  Status GetSecondaryCacheCapacity(size_t& size) const override {
    return secondary_->GetCapacity(size);
  }

  // One budget for both tiers: `ratio` of the capacity belongs to the secondary cache.
  void ShareBudget(size_t total, double ratio);
  // Changes total and ratio; a negative total or a ratio outside of [0, 1] keeps the present
  // one.
  Status UpdateBudget(int64_t total, double ratio);
  void SetCapacity(size_t capacity) override;
  size_t GetCapacity() const override;

 private:
  // The primary's eviction callback: offers the object to the secondary cache.
  bool Spill(const Slice& key, Handle* handle, bool was_hit);
  // Inserts the object that the secondary cache found into the primary. Null when it found none
  // or there is no memory for the entry.
  Handle* Promote(const Slice& key, const CacheItemHelper* helper,
                  SecondaryCacheResultHandle* found, bool kept, Priority priority);

  const std::shared_ptr<SecondaryCache> secondary_;
  mutable Mutex budget_mu_;
  // False: each tier keeps its initial capacity.
  bool shared_budget_ GUARDED_BY(budget_mu_) = false;
  size_t total_ GUARDED_BY(budget_mu_) = 0;
  double ratio_ GUARDED_BY(budget_mu_) = 0.0;
};

}  // namespace ROCKSDB_NAMESPACE
