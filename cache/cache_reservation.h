// CacheReservation: charges memory that is used elsewhere to a cache, by pinning entries that hold
// nothing, so that blocks make way for it. Used by WriteBufferManager, and fit for whoever else
// holds much memory that a cache's capacity should count.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/status.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe.
// Pins are given back by the destructor. One lock for everything; a call takes it and may then
// evict from the cache, so callers hold no lock that a deleter could want.
class CacheReservation {
 public:
  // Entries are charged in units of this many bytes, so that small changes cost nothing.
  static constexpr size_t kUnit = 256 << 10;

  // delayed_decrease: give back only once usage has fallen below 3/4 of what is reserved.
  // REQUIRES: cache is not null.
  CacheReservation(std::shared_ptr<Cache> cache, CacheEntryRole role,
                   bool delayed_decrease = false);
  ~CacheReservation();
  CacheReservation(const CacheReservation&) = delete;
  CacheReservation& operator=(const CacheReservation&) = delete;

  // Makes the reservation cover `bytes`. MemoryLimit when a strict cache has no room; then less is
  // reserved, `bytes` are remembered, and the next call tries again.
  [[nodiscard]] Status Update(size_t bytes) EXCLUDES_LOCK(mu_);
  // Changes what is covered by a difference.
  [[nodiscard]] Status Add(size_t bytes) EXCLUDES_LOCK(mu_);
  [[nodiscard]] Status Subtract(size_t bytes) EXCLUDES_LOCK(mu_);

  // Bytes charged to the cache, a multiple of kUnit.
  size_t reserved() const { return reserved_.load(std::memory_order_relaxed); }
  size_t used() const;

 private:
  [[nodiscard]] Status Adjust() REQUIRES_LOCK(mu_);
  [[nodiscard]] Status Grow() REQUIRES_LOCK(mu_);

  const std::shared_ptr<Cache> cache_;
  const Cache::CacheItemHelper helper_;
  const bool delayed_decrease_;
  // Makes keys that no other user of the cache has.
  const uint64_t cache_id_;
  // held_.size() units, for readers without the lock.
  std::atomic<size_t> reserved_{0};
  mutable Mutex mu_;
  size_t used_ GUARDED_BY(mu_) = 0;
  uint64_t next_key_ GUARDED_BY(mu_) = 0;
  std::vector<Cache::Handle*> held_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
