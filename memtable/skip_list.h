// SkipList: the ordered set of encoded entries inside a memtable. Lives in the memtable's arena;
// nothing is ever removed. Used by MemTable only.
//
// Encoded entry: varint32 length of internal key | user key | 8-byte tail | varint32 length of
// value | value.
//
// A node, growing to the left for its upper links, so that link 0, the key prefix and the entry
// share a cache line:
//
//      ... link 2 | link 1 | link 0 | prefix | entry bytes
//                            ^Node*
//
// Invariants
//  1. Level 0 links every entry in ascending order; each level above links a subset of the level
//  below.
//  2. A node's prefix and entry are written before it is linked and never change after.
//  3. Links are published with release and followed with acquire: whoever sees a node sees its
//  entry.
//  4. No two nodes have the same user key and sequence number.
//  5. prefix is the first 8 bytes of the user key in big-endian order when the comparator is
//  bytewise, else 0; so
//     unequal prefixes decide a comparison and equal ones decide nothing.
//  6. A Finger's nodes were linked when it was filled, and links only ever gain nodes: before[i]
//  stays a node of
//     level i, with everything between it and after[i] newly inserted.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "rocksdb/slice.h"
#include "util/arena.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

class SkipList {
 public:
  static constexpr int kMaxHeight = 14;
  static constexpr uint32_t kBranching = 4;

  struct Node;

  // A search path: on each level the last node before a key and the first after it. A writer keeps
  // one between inserts so that neighbouring keys need not search from the top.
  struct Finger {
    Node* before[kMaxHeight];
    Node* after[kMaxHeight];
    int levels = 0;  // valid levels, counted from 0; 0: nothing known
  };

  // REQUIRES: the arena outlives the list.
  SkipList(const InternalKeyOrder& order, ConcurrentArena* arena);
  SkipList(const SkipList&) = delete;
  SkipList& operator=(const SkipList&) = delete;

  // An entry being built: space in the arena that Insert links.
  struct Draft {
    Node* node = nullptr;
    char* entry = nullptr;
    int height = 0;
    size_t bytes = 0;  // taken from the arena
  };
  Draft Allocate(size_t entry_bytes);

  // Links a filled draft; false (and the draft is abandoned) when its (key, sequence) is present.
  // REQUIRES: for Insert, no other insert runs; for InsertConcurrently, `finger` belongs to this
  // thread.
  bool Insert(const Draft& draft, Finger* finger);
  bool InsertConcurrently(const Draft& draft, Finger* finger);

  // A position; plain value, valid as long as the list. node == nullptr: past either end.
  class Cursor {
   public:
    explicit Cursor(const SkipList* list) : list_(list) {}
    bool Valid() const { return node_ != nullptr; }
    // REQUIRES for these: Valid().
    const char* entry() const;
    void Next();
    void Prev();
    // First entry at or after / last entry at or before the internal key.
    void Seek(const Slice& internal_key);
    void SeekForPrev(const Slice& internal_key);
    void SeekToFirst();
    void SeekToLast();

   private:
    const SkipList* list_;
    const Node* node_ = nullptr;
  };

  // Estimated number of entries before the internal key.
  uint64_t EstimateCountBefore(const Slice& internal_key) const;
  // Entries of the lowest level that has about `target` or more, in order; all of them when fewer
  // exist.
  std::vector<const char*> Sample(size_t target) const;

 private:
  friend class Cursor;

  // A search key, decoded once.
  struct Target {
    Slice user_key;
    uint64_t tail;
    uint64_t prefix;
  };

  Target TargetOf(const Slice& internal_key) const;
  int CompareEqualPrefix(const Node* node, const Target& target) const;
  bool Before(const Node* node, const Target& target) const;
  bool SameKeyAndSequence(const Node* node, const Target& target) const;

  Node* FirstAtOrAfter(const Target& target) const;
  // Last node before target; the head when there is none.
  Node* LastBefore(const Target& target) const;
  Node* Last() const;

  bool Brackets(const Finger& finger, int level, const Target& target) const;
  void Tighten(const Target& target, int level, Finger* finger) const;
  void Descend(const Target& target, int from, Finger* finger) const;
  void FindSplice(const Target& target, int height, Finger* finger) const;

  Node* NewNode(int height, size_t entry_bytes);
  static int RandomHeight();
  void RaiseHeight(int height);
  template <bool kConcurrent>
  bool LinkDraft(const Draft& draft, Finger* finger);

  const InternalKeyOrder order_;
  ConcurrentArena* const arena_;
  Node* const head_;
  std::atomic<int> height_{1};
};

}  // namespace ROCKSDB_NAMESPACE
