// WaitingEntries: the newest entries of a memtable, which its skip list does not have yet. Linked
// one by one, each would wait alone for the nodes of its search; a few that wait for each other are
// linked in a fraction of the time (SkipList::InsertTogether).
//
//   ring:  | 32 | 33 | 34 | .. | 30 | 31 |    numbers count from the memtable's first entry
//                      ^taken  ^linked       30 to 34 wait: who needs one of them links them all
//
// Invariants
//  1. Entries before `linked` are in the list. Entries from there to `taken` are in the ring.
//  2. Only a thread that holds mu_ links, so the list has one inserting thread at a time.
//  3. An entry's place is written again only after it was linked: who does not find an entry in the
//     ring finds it in the list afterwards. Places are written with release and read with acquire,
//     so who sees a place's next entry sees the links of the one before.
#pragma once

#include <atomic>
#include <cstdint>

#include "memtable/skip_list.h"
#include "rocksdb/slice.h"
#include "util/coding.h"
#include "util/internal_key.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class WaitingEntries {
 public:
  // REQUIRES: the list outlives it.
  explicit WaitingEntries(SkipList* list) : list_(list) {}
  WaitingEntries(const WaitingEntries&) = delete;
  WaitingEntries& operator=(const WaitingEntries&) = delete;

  // Takes a filled draft; links what waits when there is no more room. Any time later it is linked.
  // REQUIRES: one thread at a time; user keys are ordered by memcmp; the (key, sequence) is neither
  // in the list nor here.
  void Take(const SkipList::Draft& draft, const Slice& user_key) EXCLUDES_LOCK(mu_) {
    const uint64_t at = taken_.load(std::memory_order_relaxed);
    if (at - linked_.load(std::memory_order_acquire) == kPlaces) LinkAll();
    const uint64_t tag = TagOf(user_key);
    drafts_[at % kPlaces] = draft;
    tags_[at % kPlaces].store(tag, std::memory_order_release);
    StoreByte(at % kPlaces, tag & 0xff);
    taken_.store(at + 1, std::memory_order_release);
  }

  // For these: any thread, at any time; entries taken meanwhile may or may not count.
  // Whether all entries are linked.
  bool Empty() const {
    const uint64_t taken = taken_.load(std::memory_order_acquire);
    return linked_.load(std::memory_order_acquire) >= taken;
  }
  // False: none of the user key waits.
  bool MayHave(const Slice& user_key) const {
    const uint64_t taken = taken_.load(std::memory_order_acquire);
    const uint64_t tag = TagOf(user_key);
    if (!AnyByteIs(tag & 0xff)) return false;
    for (uint64_t at = linked_.load(std::memory_order_acquire); at < taken; ++at) {
      if (tags_[at % kPlaces].load(std::memory_order_acquire) == tag) return true;
    }
    return false;
  }
  void LinkAll() EXCLUDES_LOCK(mu_);

 private:
  static constexpr uint64_t kPlaces = SkipList::kMostTogether;

  // Keys of one prefix, or of one suffix, mostly differ in it.
  static uint64_t TagOf(const Slice& user_key) {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15u;
    uint64_t tag = BytewisePrefix(user_key) * kGolden;
    if (user_key.size() > 8) {
      tag = (tag ^ LoadFixed64(user_key.data() + user_key.size() - 8)) * kGolden;
    }
    // The low byte, which is looked at first, follows all others.
    return tag ^ (tag >> 56);
  }

  // Places whose tags end in this byte, those of linked entries among them: eight at a time.
  bool AnyByteIs(uint64_t byte) const {
    constexpr uint64_t kOnes = 0x0101010101010101u;
    uint64_t zeroes = 0;
    for (const std::atomic<uint64_t>& word : bytes_) {
      const uint64_t differs = word.load(std::memory_order_acquire) ^ (byte * kOnes);
      zeroes |= (differs - kOnes) & ~differs;
    }
    return (zeroes & (0x80 * kOnes)) != 0;
  }
  void StoreByte(uint64_t place, uint64_t byte) {
    std::atomic<uint64_t>& word = bytes_[place / 8];
    const uint64_t shift = place % 8 * 8;
    const uint64_t others = word.load(std::memory_order_relaxed) & ~(uint64_t{0xff} << shift);
    word.store(others | (byte << shift), std::memory_order_release);
  }

  SkipList* const list_;
  // Written by the writer for each entry; readers mostly see here that nothing waits for them.
  alignas(64) std::atomic<uint64_t> taken_{0};
  std::atomic<uint64_t> linked_{0};
  std::atomic<uint64_t> bytes_[kPlaces / 8] = {};
  std::atomic<uint64_t> tags_[kPlaces] = {};
  // A place is the writer's before `taken` passes it, and then that of whoever holds mu_.
  SkipList::Draft drafts_[kPlaces];
  Mutex mu_;
  SkipList::Finger finger_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
