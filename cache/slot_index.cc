// Changes to the hash table of a cache shard; slot_index.h says what readers may see meanwhile.
#include "cache/slot_index.h"

namespace ROCKSDB_NAMESPACE {

namespace {
// Chosen, not measured.
constexpr size_t kFirstBuckets = 16;
}  // namespace

SlotIndex::SlotIndex() {
  all_.push_back(std::make_unique<Buckets>(kFirstBuckets));
  buckets_.store(all_.back().get(), std::memory_order_release);
}

void SlotIndex::Add(CacheSlot* slot) {
  if (size_ >= bucket_count()) Grow();
  ++size_;
  Buckets* b = buckets_.load(std::memory_order_relaxed);
  std::atomic<CacheSlot*>& head = b->heads[slot->hash.load(std::memory_order_relaxed) & b->mask];
  // The link before the head: a reader that sees the slot finds the rest of the chain behind it.
  slot->next.store(head.load(std::memory_order_relaxed), std::memory_order_release);
  head.store(slot, std::memory_order_release);
}

void SlotIndex::Remove(CacheSlot* slot) {
  Buckets* b = buckets_.load(std::memory_order_relaxed);
  std::atomic<CacheSlot*>* link = &b->heads[slot->hash.load(std::memory_order_relaxed) & b->mask];
  while (link->load(std::memory_order_relaxed) != slot) {
    link = &link->load(std::memory_order_relaxed)->next;
  }
  // Odd while the link changes: a walk that overlaps the change sees a different number at its end.
  changes_.fetch_add(1, std::memory_order_acq_rel);
  link->store(slot->next.load(std::memory_order_relaxed), std::memory_order_release);
  changes_.fetch_add(1, std::memory_order_release);
  --size_;
}

CacheSlot* SlotIndex::Find(const Slice& key, uint64_t hash) const {
  CacheSlot* slot = Head(hash);
  while (slot != nullptr &&
         !(slot->hash.load(std::memory_order_relaxed) == hash && slot->KeyEquals(key))) {
    slot = slot->next.load(std::memory_order_relaxed);
  }
  return slot;
}

void SlotIndex::Grow() {
  const Buckets* from = buckets_.load(std::memory_order_relaxed);
  all_.push_back(std::make_unique<Buckets>((from->mask + 1) * 2));
  Buckets* to = all_.back().get();
  // Entries move one by one, so a reader may find neither half complete; it then looks up again.
  changes_.fetch_add(1, std::memory_order_acq_rel);
  for (uint64_t i = 0; i <= from->mask; ++i) {
    CacheSlot* slot = from->heads[i].load(std::memory_order_relaxed);
    while (slot != nullptr) {
      CacheSlot* rest = slot->next.load(std::memory_order_relaxed);
      auto& head = to->heads[slot->hash.load(std::memory_order_relaxed) & to->mask];
      slot->next.store(head.load(std::memory_order_relaxed), std::memory_order_release);
      head.store(slot, std::memory_order_release);
      slot = rest;
    }
  }
  buckets_.store(to, std::memory_order_release);
  changes_.fetch_add(1, std::memory_order_release);
}

}  // namespace ROCKSDB_NAMESPACE
