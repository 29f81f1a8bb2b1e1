// CacheReservation: charges memory that is used elsewhere to a cache, by pinning empty entries, so
// that the cache evicts blocks for it. WriteBufferManager uses it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/status.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. The destructor releases the pins. One lock for everything; a call takes it and may
// then evict from the cache, so callers hold no lock that a deleter could take.
class CacheReservation {
 public:
  // Entries are charged in units of this many bytes, so that small changes cost nothing. Chosen,
  // not measured.
  static constexpr size_t kUnit = 256 << 10;

  // delayed_decrease: releases pins only when usage has fallen below 3/4 of the reservation.
  // REQUIRES: cache is not null.
  CacheReservation(std::shared_ptr<Cache> cache, CacheEntryRole role,
                   bool delayed_decrease = false);
  ~CacheReservation();
  CacheReservation(const CacheReservation&) = delete;
  CacheReservation& operator=(const CacheReservation&) = delete;

  // Makes the reservation cover `bytes`. MemoryLimit when a strict cache is full; then less is
  // reserved, and the next call tries again to cover `bytes`.
  [[nodiscard]] Status Update(size_t bytes) EXCLUDES_LOCK(mu_);
  // Adds `bytes` to the covered bytes.
  [[nodiscard]] Status Add(size_t bytes) EXCLUDES_LOCK(mu_);
  [[nodiscard]] Status Subtract(size_t bytes) EXCLUDES_LOCK(mu_);

  // Bytes charged to the cache, a multiple of kUnit.
  size_t reserved() const { return reserved_.load(std::memory_order_relaxed); }
  size_t used() const;

 private:
  [[nodiscard]] Status Adjust() REQUIRES_LOCK(mu_);
  [[nodiscard]] Status Grow() REQUIRES_LOCK(mu_);

  const std::shared_ptr<Cache> cache_;
  const Cache::CacheItemHelper* const helper_;
  const bool delayed_decrease_;
  // Makes keys that no other user of the cache has.
  const uint64_t cache_id_;
  // The bytes of held_, for readers without the lock.
  std::atomic<size_t> reserved_{0};
  mutable Mutex mu_;
  size_t used_ GUARDED_BY(mu_) = 0;
  uint64_t next_key_ GUARDED_BY(mu_) = 0;
  std::vector<Cache::Handle*> held_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
