// CacheShard: one independent part of a block cache. A hit takes no lock: it searches the index,
// pins the slot with one atomic add and compares the key. Every change of the shard's entries takes
// its lock. Objects are destroyed after the lock is released. Called by ShardedCache only.
//
// Eviction gives a second chance: each pool is a queue by age; eviction begins with the oldest
// entry of the lowest pool.
//    pinned        -> parked: leaves its queue and returns to one when it is unpinned
//    hit since     -> becomes the newest of the best pool, hit mark cleared
//    otherwise     -> evicted
// A pool above its share of the capacity moves its oldest entries to the next lower pool.
// Entries of BOTTOM priority pass through a queue of their own, which gives way first as long as it
// has more than its small share: who reads a lot only once neither drives out what others use nor
// wanders through all of the memory.
//
// Invariants (those of cache_slot.h and slot_index.h besides)
//  1. A Visible slot is in exactly one queue, or parked.
//  2. usage_ is the sum of `total` over all slots that are Visible or Detached. It changes under
//     the lock.
//  3. over_capacity_ is set under the lock whenever usage_ exceeds capacity_, so that the next
//     unpin evicts.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "cache/cache_memory.h"
#include "cache/cache_slot.h"
#include "cache/slot_index.h"
#include "cache/slot_queue.h"
#include "rocksdb/advanced_cache.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// The settings that all shards of a cache share, set before the first use. Pool ratios are shares
// of a shard's capacity; together at most 1.
struct CacheShardSettings {
  double high_pool_ratio = 0;
  double low_pool_ratio = 0;
  bool charge_metadata = true;
  MemoryAllocator* allocator = nullptr;
  CacheMemory* memory = nullptr;
  const Cache::EvictionCallback* eviction_callback = nullptr;
};

// Thread-safe once configured. A returned slot is pinned: the caller owes one Release.
class CacheShard {
 public:
  using Helper = Cache::CacheItemHelper;

  // REQUIRES: called once before any other method. settings outlives the shard.
  void Configure(const CacheShardSettings* settings, size_t capacity, bool strict);
  ~CacheShard();

  // See Cache for all of these; hash is the key's and selects this shard. A lookup beside the
  // Insert that replaces its entry may find neither. Insert owns the object when it returns OK; if
  // the entry does not fit and the caller wants no handle, Insert destroys the object at once.
  // After MemoryLimit the caller still owns it. CreateStandalone: null when the entry does not fit
  // and must not go uncharged. Either way an entry for which there is no memory does not fit.
  // Release: true when it destroyed the entry.
  [[nodiscard]] Status Insert(const Slice& key, uint64_t hash, Cache::ObjectPtr object,
                              const Helper* helper, size_t charge, CacheSlot** pinned,
                              Cache::Priority priority);
  CacheSlot* CreateStandalone(const Slice& key, uint64_t hash, Cache::ObjectPtr object,
                              const Helper* helper, size_t charge, bool allow_uncharged);
  CacheSlot* Lookup(const Slice& key, uint64_t hash);
  bool Release(CacheSlot* slot, bool erase_if_last_ref);
  void Erase(const Slice& key, uint64_t hash);
  void EraseUnpinned();

  void SetCapacity(size_t capacity);
  void SetStrict(bool strict);
  size_t Usage() const { return usage_.load(std::memory_order_relaxed); }
  // Whether an Insert would evict, now or soon.
  bool NearlyFull() const { return Usage() >= nearly_full_.load(std::memory_order_relaxed); }
  // Walks all slots; only for statistics.
  size_t PinnedUsage() const;
  size_t Occupancy() const;
  size_t TableSize() const;

  // Visits entries of slots [*from, *from + limit); false when there are no more. The visitor runs
  // under the shard's lock and must not call the cache. Entries added or removed between two calls
  // may or may not be seen.
  bool Visit(size_t* from, size_t limit, const Cache::EntryVisitor& visitor) const;
  // Makes the destructor free nothing: for caches that live until the process ends.
  void Disown() { disowned_ = true; }

 private:
  // An object to destroy once the lock is released. `slot` is set when the eviction callback needs
  // it.
  struct Doomed {
    Cache::ObjectPtr object;
    const Helper* helper;
    CacheSlot* slot;
    bool was_hit;
  };
  // Usually one or two entries at a time, so the list holds a few without allocating.
  class DoomedList {
   public:
    void Add(const Doomed& d) {
      if (size_ < kInline) {
        first_[size_] = d;
      } else {
        rest_.push_back(d);
      }
      ++size_;
    }
    bool empty() const { return size_ == 0; }
    size_t size() const { return size_; }
    const Doomed& operator[](size_t i) const {
      return i < kInline ? first_[i] : rest_[i - kInline];
    }

   private:
    // Chosen, not measured.
    static constexpr size_t kInline = 4;
    Doomed first_[kInline];
    size_t size_ = 0;
    std::vector<Doomed> rest_;
  };

  // Lives in the memory of the cache's bookkeeping.
  struct Chunk {
    CacheSlot* slots;
    size_t size;
  };

  // Pins a slot and then compares its key; releases the pin when the slot holds another entry.
  bool PinIfMatch(CacheSlot* slot, const Slice& key);
  // Null when the key is not there. Does not pin.
  CacheSlot* Find(const Slice& key, uint64_t hash) REQUIRES_LOCK(mu_);
  // Called after the last pin went: destroys a Detached slot, queues a parked one, evicts.
  bool AfterLastPin(CacheSlot* slot, uint64_t before) EXCLUDES_LOCK(mu_);
  bool ReleaseAndErase(CacheSlot* slot) EXCLUDES_LOCK(mu_);
  void Unpark(CacheSlot* slot) EXCLUDES_LOCK(mu_);

  void AddFreeSlots() REQUIRES_LOCK(mu_);
  // A slot with the key, and room for it in the index: what follows needs no memory. Null: there is
  // none.
  CacheSlot* NewSlot(const Slice& key) REQUIRES_LOCK(mu_);
  void FillSlot(CacheSlot* slot, uint64_t hash, Cache::ObjectPtr object, const Helper* helper,
                size_t charge, size_t total) REQUIRES_LOCK(mu_);
  size_t PassingShare() const REQUIRES_LOCK(mu_);
  // Puts the slot on the free list.
  void Recycle(CacheSlot* slot) REQUIRES_LOCK(mu_);
  // Moves the object to `doomed` and recycles the slot. REQUIRES: the slot is Busy and the caller
  // owns it.
  void FreeSlot(CacheSlot* slot, DoomedList* doomed) REQUIRES_LOCK(mu_);
  // Makes a Detached slot without pins Busy; true for exactly one caller.
  bool ClaimDetached(CacheSlot* slot);
  // Removes the slot from index and queue; frees it at once if it has no pins, else the last
  // Release does.
  void Detach(CacheSlot* slot, DoomedList* doomed) REQUIRES_LOCK(mu_);

  SlotQueue* PoolFor(Cache::Priority priority) REQUIRES_LOCK(mu_);
  // Where a slot goes that was pinned when its turn came.
  SlotQueue* PoolAfterPin(const CacheSlot& slot, uint64_t state) REQUIRES_LOCK(mu_);
  bool HasRoom(size_t extra) const REQUIRES_LOCK(mu_);
  SlotQueue* QueueOf(CacheSlot* slot) REQUIRES_LOCK(mu_);
  void Enqueue(CacheSlot* slot, SlotQueue* pool) REQUIRES_LOCK(mu_);
  void Dequeue(CacheSlot* slot) REQUIRES_LOCK(mu_);
  // Moves the entries beyond each pool's share to the next lower pool.
  void Spill() REQUIRES_LOCK(mu_);

  void EvictToFit(size_t extra, DoomedList* doomed) REQUIRES_LOCK(mu_);
  // Frees one entry. False when every one is pinned.
  bool EvictOne(DoomedList* doomed) REQUIRES_LOCK(mu_);
  // The same, out of one queue. False: it holds no more than `share`, or every entry is pinned.
  bool EvictFrom(SlotQueue* queue, size_t share, DoomedList* doomed) REQUIRES_LOCK(mu_);
  void FetchNext(const SlotQueue& queue) REQUIRES_LOCK(mu_);
  // True: evicted. False: parked, or spared because it was hit.
  bool ConsiderForEviction(CacheSlot* slot, DoomedList* doomed) REQUIRES_LOCK(mu_);
  void SetUsage(size_t usage) REQUIRES_LOCK(mu_);
  void ChangeCapacity(size_t capacity) REQUIRES_LOCK(mu_);
  size_t TotalCharge(const Slice& key, size_t charge) const;
  // REQUIRES: mu_ is not held, because deleters and the eviction callback may call the cache.
  void Destroy(const DoomedList& doomed) EXCLUDES_LOCK(mu_);

  // Read by every lookup and release.
  SlotIndex index_;
  std::atomic<bool> over_capacity_{false};
  const CacheShardSettings* settings_ = nullptr;

  alignas(64) mutable Mutex mu_;
  // Bytes charged; written under mu_.
  std::atomic<size_t> usage_{0};
  size_t capacity_ GUARDED_BY(mu_) = 0;
  // Written under mu_, with capacity_.
  std::atomic<size_t> nearly_full_{0};
  bool strict_ GUARDED_BY(mu_) = false;
  bool disowned_ = false;
  SlotQueue passing_ GUARDED_BY(mu_){CacheSlot::Queue::kPassing};
  SlotQueue bottom_ GUARDED_BY(mu_){CacheSlot::Queue::kBottom};
  SlotQueue low_ GUARDED_BY(mu_){CacheSlot::Queue::kLow};
  SlotQueue high_ GUARDED_BY(mu_){CacheSlot::Queue::kHigh};
  CacheSlot* free_ GUARDED_BY(mu_) = nullptr;  // chained through `older`
  std::vector<Chunk> chunks_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
