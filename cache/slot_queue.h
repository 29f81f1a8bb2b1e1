// SlotQueue: the slots of one priority pool in order of age, with the sum of their charges.
// Owned by CacheShard, whose lock guards every call.
#pragma once

#include <cstddef>

#include "cache/cache_slot.h"

namespace ROCKSDB_NAMESPACE {

// Linked through the slots themselves, so moving allocates nothing.
class SlotQueue {
 public:
  explicit SlotQueue(CacheSlot::Queue id) : id_(id) {}
  SlotQueue(const SlotQueue&) = delete;
  SlotQueue& operator=(const SlotQueue&) = delete;

  CacheSlot* oldest() const { return oldest_; }
  size_t usage() const { return usage_; }

  // REQUIRES: the slot is in no queue.
  void PushNewest(CacheSlot* slot) {
    slot->queue = id_;
    slot->newer = nullptr;
    slot->older = newest_;
    (newest_ != nullptr ? newest_->newer : oldest_) = slot;
    newest_ = slot;
    usage_ += slot->total;
  }
  // REQUIRES: the slot is in this queue.
  void Remove(CacheSlot* slot) {
    (slot->newer != nullptr ? slot->newer->older : newest_) = slot->older;
    (slot->older != nullptr ? slot->older->newer : oldest_) = slot->newer;
    slot->queue = CacheSlot::Queue::kNone;
    usage_ -= slot->total;
  }

 private:
  const CacheSlot::Queue id_;
  CacheSlot* oldest_ = nullptr;
  CacheSlot* newest_ = nullptr;
  size_t usage_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
