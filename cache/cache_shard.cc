// Looking up, inserting and releasing in a cache shard. Eviction is in cache_shard_evict.cc.
//
//   hit, no lock:     search the index -> pin (atomic add) -> compare the key -> mark as hit
//   release, no lock: unpin (atomic subtract); the lock only if parked, detached or over capacity
//   insert, erase:    lock -> change index and queues -> unlock -> destroy what went
#include "cache/cache_shard.h"

#include <algorithm>
#include <new>

namespace ROCKSDB_NAMESPACE {

using namespace slot_state;

namespace {
// Slots are allocated in chunks that grow with the table, so that small shards stay small. Chosen,
// not measured.
constexpr size_t kFirstChunk = 16;
constexpr size_t kLargestChunk = 1024;
}  // namespace

void CacheShard::Configure(const CacheShardSettings* settings, size_t capacity, bool strict) {
  settings_ = settings;
  index_.Configure(settings->memory);
  MutexLock lock(&mu_);
  ChangeCapacity(capacity);
  strict_ = strict;
}

CacheShard::~CacheShard() {
  if (disowned_) return;
  // Entries pinned at this point are a bug of their owners; they are not destroyed.
  size_t from = 0;
  while (Visit(&from, SIZE_MAX,
               [this](const Slice&, Cache::ObjectPtr object, size_t, const Helper* h) {
                 if (h->del_cb != nullptr) h->del_cb(object, settings_->allocator);
               })) {
  }
  for (const Chunk& chunk : chunks_) std::destroy_n(chunk.slots, chunk.size);
}

// ---- Lookup and release: the paths without a lock ----

bool CacheShard::PinIfMatch(CacheSlot* slot, const Slice& key) {
  // Pin first, test afterwards: once pinned, a Visible slot keeps its key (invariant 3 of
  // cache_slot.h). A test before the pin would race with eviction and reuse.
  const uint64_t before = slot->state.fetch_add(kOnePin, std::memory_order_acq_rel);
  if ((before & kVisible) != 0 && slot->KeyEquals(key)) {
    // Only the first hit writes the mark; otherwise the cache line of a hot entry would move
    // between cores at every hit.
    if ((before & kHit) == 0) {
      slot->state.fetch_or(kHit | kEverHit, std::memory_order_relaxed);
    }
    return true;
  }
  // This pin may have become the last one of the slot's new entry, so it is released like any
  // other.
  Release(slot, false);
  return false;
}

CacheSlot* CacheShard::Lookup(const Slice& key, uint64_t hash) {
  return index_.Find(hash, [&](CacheSlot* slot) {
    return (slot->state.load(std::memory_order_relaxed) & kVisible) != 0 && PinIfMatch(slot, key);
  });
}

bool CacheShard::Release(CacheSlot* slot, bool erase_if_last_ref) {
  // A test without the lock is enough to choose the path; ReleaseAndErase tests again under the
  // lock.
  if (erase_if_last_ref && Pins(slot->state.load(std::memory_order_relaxed)) == 1) {
    return ReleaseAndErase(slot);
  }
  const uint64_t before = slot->state.fetch_sub(kOnePin, std::memory_order_acq_rel);
  if (Pins(before) != 1) return false;
  // The usual case: the entry stays in place, and one atomic subtraction is the whole cost.
  const bool quiet = (before & (kDetached | kParked)) == 0;
  if (quiet && !over_capacity_.load(std::memory_order_relaxed)) return false;
  return AfterLastPin(slot, before);
}

bool CacheShard::AfterLastPin(CacheSlot* slot, uint64_t before) {
  if ((before & kDetached) == 0) {
    Unpark(slot);
    return false;
  }
  if (!ClaimDetached(slot)) return false;
  DoomedList doomed;
  {
    MutexLock lock(&mu_);
    FreeSlot(slot, &doomed);
  }
  Destroy(doomed);
  return true;
}

// The pin count drops under the lock, so that no thread evicts and reuses the slot between the last
// pin and Detach.
bool CacheShard::ReleaseAndErase(CacheSlot* slot) {
  DoomedList doomed;
  {
    MutexLock lock(&mu_);
    const uint64_t before = slot->state.fetch_sub(kOnePin, std::memory_order_acq_rel);
    if (Pins(before) != 1) return false;
    if ((before & kVisible) != 0) {
      Detach(slot, &doomed);
    } else if (ClaimDetached(slot)) {
      FreeSlot(slot, &doomed);
    }
  }
  Destroy(doomed);
  return !doomed.empty();
}

// ---- Changes under the lock ----

Status CacheShard::Insert(const Slice& key, uint64_t hash, Cache::ObjectPtr object,
                          const Helper* helper, size_t charge, CacheSlot** pinned,
                          Cache::Priority priority) {
  const size_t total = TotalCharge(key, charge);
  DoomedList doomed;
  bool replaced = false, fits = false;
  {
    MutexLock lock(&mu_);
    // Before the search for the old entry with this key, which may be evicted here.
    EvictToFit(total, &doomed);
    // A caller that wants a handle gets it even when everything is pinned, unless the limit is
    // strict. A caller without a handle gets OK, because an eviction may follow any insert.
    fits = HasRoom(total) || (pinned != nullptr && !strict_);
    CacheSlot* const slot = fits ? NewSlot(key) : nullptr;
    if (slot == nullptr && pinned != nullptr) {
      *pinned = nullptr;
    } else {
      // Also when the new entry does not fit: a new object makes the old one stale.
      if (CacheSlot* old = Find(key, hash)) {
        Detach(old, &doomed);
        replaced = slot != nullptr;
      }
    }
    if (slot != nullptr) {
      FillSlot(slot, hash, object, helper, charge, total);
      slot->passing = priority == Cache::Priority::BOTTOM;
      // Added, not stored, because mistaken pins of readers must stay counted. Release order
      // publishes the fields (invariant 2) before the index shows the slot.
      slot->state.fetch_add(kVisible | (pinned != nullptr ? kOnePin : 0),
                            std::memory_order_release);
      index_.Add(slot);
      Enqueue(slot, PoolFor(priority));
      if (pinned != nullptr) *pinned = slot;
    } else if (pinned == nullptr) {
      doomed.Add({object, helper, nullptr, false});
    }
  }
  Destroy(doomed);
  if (pinned != nullptr && *pinned == nullptr) {
    return Status::MemoryLimit(fits ? "No memory for an entry of the cache"
                                    : "Cache is full and its capacity limit is strict");
  }
  return replaced ? Status::OkOverwritten() : Status::OK();
}

CacheSlot* CacheShard::CreateStandalone(const Slice& key, uint64_t hash, Cache::ObjectPtr object,
                                        const Helper* helper, size_t charge, bool allow_uncharged) {
  size_t total = TotalCharge(key, charge);
  DoomedList doomed;
  CacheSlot* slot = nullptr;
  {
    MutexLock lock(&mu_);
    EvictToFit(total, &doomed);
    const bool charged = HasRoom(total) || !strict_;
    // Without charge the entry does not count against the capacity and stays usable.
    if (!charged) charge = total = 0;
    if (charged || allow_uncharged) slot = NewSlot(key);
    if (slot != nullptr) {
      FillSlot(slot, hash, object, helper, charge, total);
      slot->state.fetch_add(kDetached | kOnePin, std::memory_order_release);
    }
  }
  Destroy(doomed);
  return slot;
}

void CacheShard::Erase(const Slice& key, uint64_t hash) {
  DoomedList doomed;
  {
    MutexLock lock(&mu_);
    CacheSlot* slot = Find(key, hash);
    if (slot != nullptr) Detach(slot, &doomed);
  }
  Destroy(doomed);
}

CacheSlot* CacheShard::Find(const Slice& key, uint64_t hash) {
  return index_.Find(hash, [&](const CacheSlot* slot) { return slot->KeyEquals(key); });
}

void CacheShard::AddFreeSlots() {
  const size_t n =
      chunks_.empty() ? kFirstChunk : std::clamp(index_.room() / 4, kFirstChunk, kLargestChunk);
  auto* slots = static_cast<CacheSlot*>(settings_->memory->Take(n * sizeof(CacheSlot)));
  std::uninitialized_default_construct_n(slots, n);
  chunks_.push_back({slots, n});
  // Backwards, so that the free list begins with the front of the chunk.
  for (size_t i = n; i-- > 0;) {
    slots[i].older = free_;
    free_ = &slots[i];
  }
}

CacheSlot* CacheShard::NewSlot(const Slice& key) {
  try {
    index_.Reserve();
    if (free_ == nullptr) AddFreeSlots();
    free_->SetKey(key);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  CacheSlot* slot = free_;
  free_ = slot->older;
  slot->older = nullptr;
  return slot;
}

void CacheShard::FillSlot(CacheSlot* slot, uint64_t hash, Cache::ObjectPtr object,
                          const Helper* helper, size_t charge, size_t total) {
  slot->object = object;
  slot->helper = helper;
  slot->charge = charge;
  slot->total = total;
  slot->hash.store(hash, std::memory_order_relaxed);
  SetUsage(Usage() + total);
}

// Keeps the mistaken pins of other threads. REQUIRES: the slot is Busy and the caller owns it.
void CacheShard::Recycle(CacheSlot* slot) {
  // No thread reads the key: a mistaken pin tests the state first and finds Busy.
  slot->FreeKey();
  slot->object = nullptr;
  slot->older = free_;
  free_ = slot;
  slot->state.fetch_and(kPinMask, std::memory_order_release);
}

void CacheShard::FreeSlot(CacheSlot* slot, DoomedList* doomed) {
  SetUsage(Usage() - slot->total);
  // Without the slot, because erased and replaced entries need no callback.
  doomed->Add({slot->object, slot->helper, nullptr, false});
  Recycle(slot);
}

bool CacheShard::ClaimDetached(CacheSlot* slot) {
  uint64_t state = slot->state.load(std::memory_order_acquire);
  while (Pins(state) == 0 && (state & kDetached) != 0) {
    if (slot->state.compare_exchange_weak(state, kBusy, std::memory_order_acq_rel)) return true;
  }
  return false;
}

// REQUIRES: the slot is Visible.
void CacheShard::Detach(CacheSlot* slot, DoomedList* doomed) {
  // First out of the index, so that no new lookup finds it; then the state tells the threads that
  // hold it.
  index_.Remove(slot);
  Dequeue(slot);
  uint64_t state = slot->state.load(std::memory_order_relaxed);
  while (!slot->state.compare_exchange_weak(state, (state & ~(kVisible | kParked)) | kDetached,
                                            std::memory_order_acq_rel)) {
  }
  if (ClaimDetached(slot)) FreeSlot(slot, doomed);
}

size_t CacheShard::TotalCharge(const Slice& key, size_t charge) const {
  if (!settings_->charge_metadata) return charge;
  const size_t heap_key = key.size() > CacheSlot::kInlineKey ? key.size() : 0;
  return charge + sizeof(CacheSlot) + SlotIndex::kBytesPerEntry + heap_key;
}

// ---- Observation ----

size_t CacheShard::PinnedUsage() const {
  MutexLock lock(&mu_);
  size_t sum = 0;
  for (const Chunk& chunk : chunks_) {
    for (size_t i = 0; i < chunk.size; ++i) {
      const uint64_t state = chunk.slots[i].state.load(std::memory_order_relaxed);
      if (Pins(state) > 0 && (state & (kVisible | kDetached)) != 0) sum += chunk.slots[i].total;
    }
  }
  return sum;
}

size_t CacheShard::Occupancy() const {
  MutexLock lock(&mu_);
  return index_.size();
}

size_t CacheShard::TableSize() const {
  MutexLock lock(&mu_);
  return index_.room();
}

bool CacheShard::Visit(size_t* from, size_t limit, const Cache::EntryVisitor& visitor) const {
  MutexLock lock(&mu_);
  size_t first = 0;  // index of the chunk's first slot
  size_t budget = limit;
  for (const Chunk& chunk : chunks_) {
    for (size_t i = *from - first; *from < first + chunk.size; ++i, ++*from) {
      // The lock is released between parts, so that a walk over a large shard does not block its
      // users.
      if (budget-- == 0) return true;
      const CacheSlot& slot = chunk.slots[i];
      if ((slot.state.load(std::memory_order_acquire) & kVisible) != 0) {
        visitor(slot.key(), slot.object, slot.charge, slot.helper);
      }
    }
    first += chunk.size;
  }
  return false;
}

}  // namespace ROCKSDB_NAMESPACE
