// What a skip list's nodes are made of; the picture and the invariants are in skip_list.h.
#pragma once

#include <atomic>
#include <cstdint>

#include "rocksdb/slice.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

struct SkipListNode;

struct SkipListLink {
  static constexpr uint64_t kNoBound = UINT64_MAX;

  std::atomic<SkipListNode*> next{nullptr};
  std::atomic<uint64_t> bound{kNoBound};

  SkipListNode* Next() const { return next.load(std::memory_order_acquire); }
  // Read before the next node, it holds for that node and for whichever one replaces it.
  uint64_t Bound() const { return bound.load(std::memory_order_acquire); }
  // True: no node past this link sorts before the prefix (as far as this link knows).
  bool StopsBefore(uint64_t prefix) const { return bound.load(std::memory_order_relaxed) > prefix; }

  // Release: who reads the bound finds the node that it was lowered for, or one before that.
  void LowerBoundTo(uint64_t prefix) {
    uint64_t seen = bound.load(std::memory_order_relaxed);
    while (seen > prefix && !bound.compare_exchange_weak(seen, prefix, std::memory_order_release,
                                                         std::memory_order_relaxed)) {
    }
  }
};

// Link i of a node is the one i places before `link0`.
struct SkipListNode {
  using Link = SkipListLink;

  Link link0;

  char* entry() { return reinterpret_cast<char*>(this + 1); }
  const char* entry() const { return reinterpret_cast<const char*>(this + 1); }
  Link& At(int level) { return *(&link0 - level); }
  const Link& At(int level) const { return *(&link0 - level); }
  SkipListNode* Next(int level) const { return At(level).Next(); }

  Slice key() const {
    constexpr int kMaxVarint32 = 5;
    uint32_t size;
    const char* p = LoadVarint32(entry(), entry() + kMaxVarint32, &size);
    return Slice(p, size);
  }
};

}  // namespace ROCKSDB_NAMESPACE
