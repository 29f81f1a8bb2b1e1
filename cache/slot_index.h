// SlotIndex: the hash table of a cache shard, read without a lock and changed under the shard's
// lock.
//
// A line of the processor's cache holds the entries of one hash value; those that find it full live
// in the lines behind it. A search reads one line nearly always, and of the slots only the one it
// looks for, because an entry has 16 bits of its slot's hash beside the slot's address.
//
//   line   | tag, slot | tag, slot | ...  7 of them | passed |      passed: entries that went by,
//                                                                   on their way to a later line
// Invariants
//  1. Entries change only under the owner's lock, each by one store, with release order.
//  2. An entry stays where it is as long as it is in the index and the table is the present one.
//     Nobody changes an earlier table any more. So a search without a lock finds every entry that
//     is there from its beginning to its end.
//  3. An entry is in the first line that had room, from the line of its hash on. The lines before
//     count it in `passed`, and a search goes on behind a line whose count is not zero.
//  4. Earlier tables are kept until the index dies; their sizes sum to less than the present one's.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "cache/cache_memory.h"
#include "cache/cache_slot.h"

namespace ROCKSDB_NAMESPACE {

// Never shrinks. At most kMostPerLine entries a line, on average.
class SlotIndex {
 public:
  static constexpr size_t kLineEntries = 7;
  // A bookkeeping entry's share of the lines, when they are as full as they become on average.
  static constexpr size_t kBytesPerEntry = 16;

  // REQUIRES: called once, before anything else; `memory` outlives the index.
  void Configure(CacheMemory* memory);

  // The slot with this hash for which accept(slot) is true, or null. Any thread, with or without
  // the owner's lock; without it a slot may hold another entry by now, which `accept` has to see.
  template <class Accept>
  CacheSlot* Find(uint64_t hash, Accept accept) const {
    const Table& t = *table_.load(std::memory_order_acquire);
    for (size_t i = hash & t.mask, end = i + t.mask;; ++i) {
      const Line& line = t.lines[i & t.mask];
      for (const std::atomic<uint64_t>& entry : line.entries) {
        const uint64_t word = entry.load(std::memory_order_acquire);
        if (TagOf(word) != TagOfHash(hash) || word == 0) continue;
        CacheSlot* slot = SlotOf(word);
        if (slot->hash.load(std::memory_order_relaxed) == hash && accept(slot)) return slot;
      }
      if (line.passed.load(std::memory_order_acquire) == 0 || i == end) return nullptr;
    }
  }
  // Brings the line of `hash` nearer.
  void Fetch(uint64_t hash) const {
    const Table& t = *table_.load(std::memory_order_acquire);
    __builtin_prefetch(&t.lines[hash & t.mask]);
  }

  // REQUIRES for the rest: the owner's lock is held.
  // Makes room for one more entry: without others between, the next Add throws nothing. Throws
  // std::bad_alloc, and then nothing has changed.
  void Reserve();
  void Add(CacheSlot* slot);
  // REQUIRES: the slot is in the index, with the hash it was added with.
  void Remove(CacheSlot* slot);
  size_t size() const { return size_; }
  // How many entries there is room for.
  size_t room() const { return (table_.load(std::memory_order_relaxed)->mask + 1) * kLineEntries; }

 private:
  struct alignas(64) Line {
    std::array<std::atomic<uint64_t>, kLineEntries> entries;
    std::atomic<uint32_t> passed;
  };
  struct Table {
    uint64_t mask = 0;  // of the number of a line
    Line* lines = nullptr;
  };
  // Each is twice as large as the one before.
  static constexpr size_t kMostTables = 48;

  // Addresses have 48 bits. The bits of a hash above those that choose a line, and below those that
  // choose a shard.
  static constexpr int kTagShift = 48, kHashTagShift = 24;
  static uint64_t TagOf(uint64_t word) { return word >> kTagShift; }
  static uint64_t TagOfHash(uint64_t hash) { return (hash >> kHashTagShift) & 0xffff; }
  static CacheSlot* SlotOf(uint64_t word) {
    return reinterpret_cast<CacheSlot*>(word & ((uint64_t{1} << kTagShift) - 1));
  }
  static uint64_t WordOf(CacheSlot* slot, uint64_t hash) {
    return TagOfHash(hash) << kTagShift | reinterpret_cast<uint64_t>(slot);
  }

  // Makes the next table, empty and not yet seen by others.
  Table* NewTable(uint64_t lines);
  static void AddTo(const Table& table, uint64_t word, uint64_t hash);
  void Grow();

  std::atomic<const Table*> table_{nullptr};
  size_t size_ = 0;
  CacheMemory* memory_ = nullptr;
  size_t tables_made_ = 0;
  std::array<Table, kMostTables> tables_;
};

}  // namespace ROCKSDB_NAMESPACE
