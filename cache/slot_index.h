// SlotIndex: the hash table of a cache shard, read without a lock and changed under the shard's
// lock.
//
// A reader that walks a changing chain may end up in another chain and miss an entry. It then finds
// that changes() moved, and looks up again with the lock held.
//
// Invariants
//  1. Links change only under the owner's lock, through release stores.
//  2. changes() is odd while entries are being unlinked or moved, and grows with each such change.
//     Adding an entry at the head of a chain leaves readers on a correct path and does not count.
//  3. Old bucket arrays are kept until the index dies; their sizes sum to less than the present
//     one's.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "cache/cache_slot.h"

namespace ROCKSDB_NAMESPACE {

// Chains of slots, linked through CacheSlot::next; at least as many buckets as entries. Never
// shrinks.
class SlotIndex {
 public:
  SlotIndex();

  // First slot of the chain that `hash` belongs to.
  CacheSlot* Head(uint64_t hash) const {
    const Buckets* b = buckets_.load(std::memory_order_acquire);
    return b->heads[hash & b->mask].load(std::memory_order_acquire);
  }
  void FetchHead(uint64_t hash) const {
    const Buckets* b = buckets_.load(std::memory_order_acquire);
    __builtin_prefetch(&b->heads[hash & b->mask]);
  }
  // A reader compares the values before and after its walk; see CacheShard::Lookup.
  uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

  // REQUIRES for the rest: the owner's lock is held.
  void Add(CacheSlot* slot);
  // REQUIRES: the slot is in the index.
  void Remove(CacheSlot* slot);
  // Null when the key is not there. Does not pin.
  CacheSlot* Find(const Slice& key, uint64_t hash) const;
  size_t size() const { return size_; }
  size_t bucket_count() const { return buckets_.load(std::memory_order_relaxed)->mask + 1; }

 private:
  struct Buckets {
    explicit Buckets(size_t n) : mask(n - 1), heads(new std::atomic<CacheSlot*>[n]()) {}
    const uint64_t mask;
    const std::unique_ptr<std::atomic<CacheSlot*>[]> heads;
  };

  void Grow();

  std::atomic<Buckets*> buckets_;
  std::atomic<uint64_t> changes_{0};
  size_t size_ = 0;
  // Owns the present buckets (the last) and all earlier ones, which readers may still walk.
  std::vector<std::unique_ptr<Buckets>> all_;
};

}  // namespace ROCKSDB_NAMESPACE
