// Eviction in a cache shard: the second-chance queues, and destroying evicted objects.
//
//              oldest                          newest
//   high_      [ ...                            ... ] <- entries that were hit; HIGH priority
//                |  beyond its share
//                v
//   low_       [ ...                            ... ] <- LOW priority
//                |  beyond its share
//                v
//   bottom_    [ ...                            ... ] <- the rest
//                |
//                v  considered first: evicted, or moved to the top if it was hit
//
//   passing_   [ ...  ... ] <- BOTTOM priority; considered even before, while above its share
#include "cache/cache_shard.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

using namespace slot_state;

namespace {

// At most so much of a shard stays for entries of BOTTOM priority once the shard is full. With 64
// shards it is a quarter of the processor's second-level cache; with all of it readseq takes up to
// 8 % longer.
constexpr size_t kPassingPart = 64;
constexpr size_t kMostPassingBytes = 8 << 10;

// A shard is nearly full when less than this part of it is free: room for some blocks even in the
// smallest one. Chosen, not measured.
constexpr size_t kRoomPart = 16;

}  // namespace

bool CacheShard::HasRoom(size_t extra) const {
  const size_t used = Usage();
  return used <= capacity_ && extra <= capacity_ - used;
}

void CacheShard::SetUsage(size_t usage) {
  usage_.store(usage, std::memory_order_relaxed);
  const bool over = usage > capacity_;
  // Written only when it changes: every Release reads it.
  if (over != over_capacity_.load(std::memory_order_relaxed)) {
    over_capacity_.store(over, std::memory_order_relaxed);
  }
}

void CacheShard::ChangeCapacity(size_t capacity) {
  capacity_ = capacity;
  nearly_full_.store(capacity - capacity / kRoomPart, std::memory_order_relaxed);
}

SlotQueue* CacheShard::PoolFor(Cache::Priority priority) {
  if (priority == Cache::Priority::BOTTOM) return &passing_;
  if (priority == Cache::Priority::HIGH && settings_->high_pool_ratio > 0) return &high_;
  return settings_->low_pool_ratio > 0 ? &low_ : &bottom_;
}

// A pin counts as a hit, but that of whoever inserted an entry that only passes.
SlotQueue* CacheShard::PoolAfterPin(const CacheSlot& slot, uint64_t state) {
  if (slot.passing && (state & kEverHit) == 0) return &passing_;
  return PoolFor(Cache::Priority::HIGH);
}

size_t CacheShard::PassingShare() const {
  return std::min(capacity_ / kPassingPart, kMostPassingBytes);
}

SlotQueue* CacheShard::QueueOf(CacheSlot* slot) {
  switch (slot->queue) {
    case CacheSlot::Queue::kPassing:
      return &passing_;
    case CacheSlot::Queue::kBottom:
      return &bottom_;
    case CacheSlot::Queue::kLow:
      return &low_;
    case CacheSlot::Queue::kHigh:
      return &high_;
    case CacheSlot::Queue::kNone:
      break;
  }
  return nullptr;
}

void CacheShard::Enqueue(CacheSlot* slot, SlotQueue* pool) {
  pool->PushNewest(slot);
  Spill();
}

void CacheShard::Dequeue(CacheSlot* slot) {
  // A parked slot is in no queue.
  SlotQueue* queue = QueueOf(slot);
  if (queue != nullptr) queue->Remove(slot);
}

void CacheShard::Spill() {
  const auto shrink = [](SlotQueue* from, SlotQueue* to, double limit) {
    while (from->oldest() != nullptr && static_cast<double>(from->usage()) > limit) {
      CacheSlot* slot = from->oldest();
      from->Remove(slot);
      to->PushNewest(slot);
    }
  };
  const double capacity = static_cast<double>(capacity_);
  const bool has_low = settings_->low_pool_ratio > 0;
  shrink(&high_, has_low ? &low_ : &bottom_, capacity * settings_->high_pool_ratio);
  if (has_low) shrink(&low_, &bottom_, capacity * settings_->low_pool_ratio);
}

void CacheShard::EvictToFit(size_t extra, DoomedList* doomed) {
  while (!HasRoom(extra) && EvictOne(doomed)) {
  }
}

bool CacheShard::EvictOne(DoomedList* doomed) {
  if (EvictFrom(&passing_, PassingShare(), doomed)) return true;
  for (SlotQueue* queue : {&bottom_, &low_, &high_, &passing_}) {
    if (EvictFrom(queue, 0, doomed)) return true;
  }
  return false;
}

// The loop ends: each step evicts an entry, parks it or clears its hit mark, so it considers no
// entry more than twice unless that is hit again meanwhile.
bool CacheShard::EvictFrom(SlotQueue* queue, size_t share, DoomedList* doomed) {
  while (queue->oldest() != nullptr && queue->usage() > share) {
    const bool evicted = ConsiderForEviction(queue->oldest(), doomed);
    FetchNext(*queue);
    if (evicted) return true;
  }
  return false;
}

// What was not touched since it was inserted is in no processor cache. The next one to go was
// fetched the last time; what it refers to, and the one after it, come before they are needed.
void CacheShard::FetchNext(const SlotQueue& queue) {
  const CacheSlot* next = queue.oldest();
  if (next == nullptr) return;
  __builtin_prefetch(next->object);
  index_.Fetch(next->hash.load(std::memory_order_relaxed));
  const CacheSlot* later = next->newer;
  if (later == nullptr) return;
  __builtin_prefetch(&later->state);
  __builtin_prefetch(&later->newer);
}

// Evicts the slot, or moves it away from the old end of its queue.
bool CacheShard::ConsiderForEviction(CacheSlot* slot, DoomedList* doomed) {
  uint64_t state = slot->state.load(std::memory_order_relaxed);
  for (;;) {
    if (Pins(state) > 0) {
      // By compare-and-swap, because the pin may be released at the same moment. A thread that
      // unpins after it sees the mark and queues the slot again; before it, the exchange fails and
      // the slot is considered anew.
      if (!slot->state.compare_exchange_weak(state, state | kParked, std::memory_order_acq_rel)) {
        continue;
      }
      Dequeue(slot);
      return false;
    }
    if ((state & kHit) != 0) {
      slot->state.fetch_and(~kHit, std::memory_order_relaxed);
      Dequeue(slot);
      Enqueue(slot, PoolFor(Cache::Priority::HIGH));
      return false;
    }
    // Only from pins == 0: a lookup that pins meanwhile makes it fail, and the entry stays.
    if (slot->state.compare_exchange_weak(state, kBusy, std::memory_order_acq_rel)) break;
  }
  index_.Remove(slot);
  Dequeue(slot);
  // The callback needs key and object, so the slot stays Busy until Destroy has called it.
  if (*settings_->eviction_callback) {
    SetUsage(Usage() - slot->total);
    doomed->Add({slot->object, slot->helper, slot, (state & kEverHit) != 0});
  } else {
    FreeSlot(slot, doomed);
  }
  return true;
}

// Called when the last pin of a slot was released while the slot was parked or the shard over its
// capacity. The slot may hold another entry by now; every step here is right for that, too.
void CacheShard::Unpark(CacheSlot* slot) {
  DoomedList doomed;
  {
    MutexLock lock(&mu_);
    const uint64_t state = slot->state.load(std::memory_order_acquire);
    if ((state & kVisible) != 0 && (state & kParked) != 0 && Pins(state) == 0) {
      slot->state.fetch_and(~kParked, std::memory_order_relaxed);
      Enqueue(slot, PoolAfterPin(*slot, state));
    }
    EvictToFit(0, &doomed);
  }
  Destroy(doomed);
}

void CacheShard::EraseUnpinned() {
  DoomedList doomed;
  {
    MutexLock lock(&mu_);
    for (SlotQueue* queue : {&passing_, &bottom_, &low_, &high_}) {
      for (CacheSlot* slot = queue->oldest(); slot != nullptr;) {
        // Read before Detach unlinks the slot.
        CacheSlot* following = slot->newer;
        if (Pins(slot->state.load(std::memory_order_relaxed)) == 0) Detach(slot, &doomed);
        slot = following;
      }
    }
  }
  Destroy(doomed);
}

void CacheShard::SetCapacity(size_t capacity) {
  DoomedList doomed;
  {
    MutexLock lock(&mu_);
    ChangeCapacity(capacity);
    // The capacity changed, so over_capacity_ may have.
    SetUsage(Usage());
    Spill();
    EvictToFit(0, &doomed);
  }
  Destroy(doomed);
}

void CacheShard::SetStrict(bool strict) {
  MutexLock lock(&mu_);
  strict_ = strict;
}

void CacheShard::Destroy(const DoomedList& doomed) {
  for (size_t i = 0; i < doomed.size(); ++i) {
    const Doomed& d = doomed[i];
    bool taken = false;
    if (d.slot != nullptr) {
      taken = (*settings_->eviction_callback)(d.slot->key(),
                                              reinterpret_cast<Cache::Handle*>(d.slot), d.was_hit);
    }
    // A callback that returns true keeps the object.
    if (!taken && d.helper->del_cb != nullptr) d.helper->del_cb(d.object, settings_->allocator);
    if (d.slot != nullptr) {
      MutexLock lock(&mu_);
      Recycle(d.slot);
    }
  }
}

}  // namespace ROCKSDB_NAMESPACE
