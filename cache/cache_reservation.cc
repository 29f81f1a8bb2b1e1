// Keeps the number of pinned empty entries in step with the memory that they represent.
#include "cache/cache_reservation.h"

#include <utility>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

template <size_t... kRoles>
const Cache::CacheItemHelper* EmptyEntryHelper(CacheEntryRole role,
                                               std::index_sequence<kRoles...>) {
  // Made in place, because they refer to themselves.
  static const Cache::CacheItemHelper helpers[] = {
      Cache::CacheItemHelper(static_cast<CacheEntryRole>(kRoles))...};
  return &helpers[static_cast<size_t>(role)];
}

}  // namespace

CacheReservation::CacheReservation(std::shared_ptr<Cache> cache, CacheEntryRole role,
                                   bool delayed_decrease)
    : cache_(std::move(cache)),
      helper_(EmptyEntryHelper(role, std::make_index_sequence<kNumCacheEntryRoles>())),
      delayed_decrease_(delayed_decrease),
      cache_id_(cache_->NewId()) {}

CacheReservation::~CacheReservation() {
  // Erased at once: if they stayed in the cache, they would displace blocks until they are evicted.
  for (Cache::Handle* handle : held_) cache_->Release(handle, true);
}

Status CacheReservation::Update(size_t bytes) {
  MutexLock lock(&mu_);
  used_ = bytes;
  return Adjust();
}

Status CacheReservation::Add(size_t bytes) {
  MutexLock lock(&mu_);
  used_ += bytes;
  return Adjust();
}

Status CacheReservation::Subtract(size_t bytes) {
  MutexLock lock(&mu_);
  // Never below zero: a caller that subtracts too much must not reserve the whole cache.
  used_ -= bytes <= used_ ? bytes : used_;
  return Adjust();
}

size_t CacheReservation::used() const {
  MutexLock lock(&mu_);
  return used_;
}

Status CacheReservation::Adjust() {
  while (held_.size() * kUnit < used_) {
    if (Status s = Grow(); !s.ok()) return s;
  }
  // used_ is below 3/4 of the held bytes exactly when these are above 4/3 of used_.
  const size_t keep = delayed_decrease_ ? used_ + used_ / 3 : used_;
  if (held_.size() * kUnit > keep) {
    // Down to the used bytes, not to the threshold, so that the next change does not release again.
    while (!held_.empty() && (held_.size() - 1) * kUnit >= used_) {
      cache_->Release(held_.back(), true);
      held_.pop_back();
    }
  }
  reserved_.store(held_.size() * kUnit, std::memory_order_relaxed);
  return Status::OK();
}

Status CacheReservation::Grow() {
  char key[16];
  StoreFixed64(key, ~cache_id_);  // apart from block keys, which start with a file's unique id
  StoreFixed64(key + 8, ++next_key_);
  Cache::Handle* handle = nullptr;
  Status s = cache_->Insert(Slice(key, sizeof(key)), nullptr, helper_, kUnit, &handle);
  if (s.ok()) {
    held_.push_back(handle);
    reserved_.store(held_.size() * kUnit, std::memory_order_relaxed);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
