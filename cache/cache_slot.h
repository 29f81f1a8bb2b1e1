// CacheSlot: one entry of a cache shard, and the meaning of its state word. The shard frees the
// memory of slots only in its destructor, so a reader without a lock may touch any slot at any
// time; the state word says what the slot is.
//
//            +--------- Insert (lock) -------+
//            v                               |
//         Visible --Erase, replace (lock)--> Detached --last unpin--> Busy --(lock)--> Free
//            |                                                         ^
//            +-------------- eviction, pins == 0 (lock) ---------------+
//
// Invariants
//  1. A slot is in exactly one state; only Visible slots are in the hash index.
//  2. Key, object, helper and charge change only while the slot is Free or Busy and one thread owns
//     it. That thread writes them before it sets Visible (or Detached, for standalone entries) with
//     release order.
//  3. Visible -> Busy happens by compare-and-swap from pins == 0, so a pin on a Visible or Detached
//     slot keeps all of 2.
//  4. A pin taken by mistake (the slot changed state between test and pin) is released without
//     touching the fields of 2.
//  5. The queue links belong to the shard's lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// Bits of CacheSlot::state. The low 31 bits count pins.
namespace slot_state {
inline constexpr uint64_t kOnePin = 1;
inline constexpr uint64_t kPinMask = (uint64_t{1} << 31) - 1;
inline constexpr uint64_t kVisible = uint64_t{1} << 32;
inline constexpr uint64_t kDetached = uint64_t{1} << 33;
inline constexpr uint64_t kBusy = uint64_t{1} << 34;
// Hit since eviction last considered the slot.
inline constexpr uint64_t kHit = uint64_t{1} << 35;
// Hit at least once.
inline constexpr uint64_t kEverHit = uint64_t{1} << 36;
// Visible, and pinned when eviction considered the slot; in no queue.
inline constexpr uint64_t kParked = uint64_t{1} << 37;
inline constexpr uint64_t kFlags = ~kPinMask;

inline uint64_t Pins(uint64_t state) { return state & kPinMask; }
}  // namespace slot_state

struct alignas(64) CacheSlot {
  static constexpr size_t kInlineKey = 16;

  enum class Queue : uint8_t { kPassing, kBottom, kLow, kHigh, kNone };

  // All that a hit touches is in one cache line.
  std::atomic<uint64_t> state{0};
  std::atomic<uint64_t> hash{0};
  union {
    char inline_key[kInlineKey];
    char* heap_key;
  };
  Cache::ObjectPtr object = nullptr;
  uint32_t key_size = 0;
  Queue queue = Queue::kNone;
  // Inserted with BOTTOM priority: while nobody hits it, it belongs to the passing queue.
  bool passing = false;
  CacheSlot* newer = nullptr;
  // What follows is for inserting and evicting.
  CacheSlot* older = nullptr;
  const Cache::CacheItemHelper* helper = nullptr;
  size_t charge = 0;  // as given by the caller
  size_t total = 0;   // charged against the capacity, bookkeeping included

  CacheSlot() : inline_key{} {}
  CacheSlot(const CacheSlot&) = delete;
  CacheSlot& operator=(const CacheSlot&) = delete;
  ~CacheSlot() { FreeKey(); }

  // REQUIRES for all below: the slot is pinned, or its fields are owned (invariants 2 and 3).
  Slice key() const { return Slice(key_size <= kInlineKey ? inline_key : heap_key, key_size); }
  bool KeyEquals(const Slice& k) const {
    return k.size() == key_size && std::memcmp(key().data(), k.data(), k.size()) == 0;
  }
  void SetKey(const Slice& k) {
    FreeKey();
    char* dst = inline_key;
    if (k.size() > kInlineKey) dst = heap_key = new char[k.size()];
    if (!k.empty()) std::memcpy(dst, k.data(), k.size());
    key_size = static_cast<uint32_t>(k.size());
  }
  void FreeKey() {
    if (key_size > kInlineKey) delete[] heap_key;
    key_size = 0;
  }
};

}  // namespace ROCKSDB_NAMESPACE
