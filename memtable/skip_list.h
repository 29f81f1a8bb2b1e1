// SkipList: the ordered set of encoded entries inside a memtable. It lives in the memtable's arena
// and never removes an entry. Only MemTable uses it. memtable_entry.h defines the layout of
// entries.
//
// The cost of a search is one cache miss for each node that it reads. So a link carries, beside the
// pointer, a bound on the prefix of the node it points to: a search that would stop at that node
// stops without reading it. Because stopping is free, a branching of 2 is best: measured over
// 460,000 random keys, a search reads 21 nodes, against 31 with plain links and a branching of 4. A
// node grows to the left for its upper links:
//
//      ... link 2 | link 1 | link 0 | entry bytes        link = next node, bound
//                            ^Node*
//
// The prefix of a node is the first 8 bytes of its user key as an integer when the comparator is
// bytewise, else 0: unequal prefixes decide a comparison, equal ones decide nothing.
//
// Invariants
//  1. Level 0 links every entry in ascending order; each level above links some of those below.
//  2. An entry is written before its node is linked and never changes afterwards.
//  3. Links are published with release and followed with acquire, so a thread that sees a node sees
//     its entry.
//  4. No two nodes have the same user key and sequence number.
//  5. A link's bound is at least the prefix of the next node; the last link's is the largest
//     integer. It is larger only between two steps of an insert, which other threads can see, but
//     not the later searches of the inserting thread. So a bound may stop a search too early, never
//     too late; where the exact position matters, the search compares the entries on level 0. It is
//     lowered with release after the next node was linked: a thread that acquires a bound and then
//     follows the link meets a node whose prefix is not above that bound.
//  6. In a finger, before[i+1] is at or before before[i], and each sorts before the key it was
//     filled for. A walk on level i finds nodes inserted behind them since.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "memtable/skip_list_node.h"
#include "rocksdb/slice.h"
#include "util/arena.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

class SkipList {
 public:
  // Enough for 2^20 entries at a branching of 2; beyond that only the top level grows.
  static constexpr int kMaxHeight = 20;

  using Node = SkipListNode;

  // A search path: on each level the last node before a key. A writer keeps one between inserts, so
  // that neighbouring keys need no search from the top.
  struct Finger {
    Node* before[kMaxHeight];
    int levels = 0;  // valid levels, counted from 0; 0: none
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
  // Any thread, at any time. The caller fills draft.entry and inserts it, once.
  Draft Allocate(size_t entry_bytes);

  // Links a filled draft; false (and the draft is abandoned) when its (key, sequence) is present.
  // REQUIRES: for Insert, no other insert runs; for InsertConcurrently, `finger` belongs to this
  // thread.
  bool Insert(const Draft& draft, Finger* finger);
  bool InsertConcurrently(const Draft& draft, Finger* finger);

  // Links several filled drafts. Their searches take turns: while one waits for memory, the others
  // go on. REQUIRES: no other insert runs; no draft's (key, sequence) is present, or that of
  // another; n <= kMostTogether.
  static constexpr size_t kMostTogether = 32;
  void InsertTogether(const Draft* drafts, size_t n, Finger* finger);

  // A position; plain value, valid as long as the list.
  class Cursor {
   public:
    explicit Cursor(const SkipList* list) : list_(list) {}
    bool Valid() const { return node_ != nullptr; }
    // REQUIRES for these: Valid().
    const char* entry() const;
    // The entry that Next() goes to; null at the last one.
    const char* PeekNext() const;
    void Next();
    void Prev();
    // First entry at or after / last entry at or before the internal key.
    void Seek(const Slice& internal_key);
    void SeekForPrev(const Slice& internal_key);
    void SeekToFirst();
    void SeekToLast();

    // Called for each entry before a search compares its key; false ends the search.
    using Inspect = bool (*)(void* arg, const char* entry);
    // Seek, and a seek to the last entry before the key, for lists whose bytes may be damaged: they
    // compare only keys that `inspect` has accepted and rely on no bound. *neighbour receives the
    // entry on the other side of the position, null when there is none. False: *neighbour is the
    // refused entry, and the cursor is at the end.
    bool SeekInspecting(const Slice& internal_key, Inspect inspect, void* arg,
                        const char** neighbour);
    bool SeekBeforeInspecting(const Slice& internal_key, Inspect inspect, void* arg,
                              const char** neighbour);

   private:
    bool FindInspecting(const Slice& internal_key, Inspect inspect, void* arg, const Node** before,
                        const Node** after);

    const SkipList* list_;
    const Node* node_ = nullptr;
  };

  // Estimated number of entries in [start, end), both internal keys; exact when there are few.
  uint64_t EstimateCount(const Slice& start, const Slice& end) const;
  // The entries of the highest level that has `target` or more, in order; all entries when there
  // are fewer.
  std::vector<const char*> Sample(size_t target) const;

 private:
  friend class Cursor;
  using Link = SkipListLink;
  struct Walk;

  // A search key, decoded once.
  struct Target {
    Slice user_key;
    uint64_t tail;
    uint64_t prefix;
  };

  // How far up a finger is tried before a search from the top. Chosen, not measured.
  static constexpr int kNearLevels = 4;

  Target TargetOf(const Slice& internal_key) const;
  uint64_t PrefixOf(const Node* node) const;
  int Compare(const Node* node, const Target& target) const;
  bool Before(const Node* node, const Target& target) const;
  bool SameKeyAndSequence(const Node* node, const Target& target) const;

  Node* FirstAtOrAfter(const Target& target) const;
  // Last node before target; the head when there is none.
  Node* LastBefore(const Target& target) const;
  Node* Last() const;

  bool IsNear(const Node* before, int level, const Target& target) const;
  template <bool kExact>
  Node* Advance(Node* at, int level, const Target& target, uint64_t* looked = nullptr) const;
  void Descend(const Target& target, int from, Finger* finger) const;
  void FindSplice(const Target& target, int height, Finger* finger) const;
  bool IsNearFinger(const Target& target, const Finger& finger) const;
  bool Step(Walk* walk) const;
  void FindTogether(Walk* walks, size_t n) const;

  // The nodes of a level, in order. `above`: those of the level above, or the head alone.
  std::vector<const Node*> LevelBelow(const std::vector<const Node*>& above, int level) const;

  Node* NewNode(int height, size_t entry_bytes);
  static int RandomHeight();
  void RaiseHeight(int height);
  template <bool kConcurrent>
  bool LinkDraft(const Draft& draft, Finger* finger);

  const InternalKeyOrder order_;
  ConcurrentArena* const arena_;
  Node* const head_;
  // Levels in use. Only a hint: a search that misses a new level finds everything below it.
  std::atomic<int> height_{1};
};

inline int SkipList::Compare(const Node* node, const Target& target) const {
  const Slice key = node->key();
  const int r = order_.CompareUserKeys(UserKeyOf(key), target.user_key);
  if (r != 0) return r;
  const uint64_t tail = TailOf(key);
  // Newer entries first: a larger tail sorts before a smaller one.
  return tail > target.tail ? -1 : (tail < target.tail ? 1 : 0);
}

// Whether the node sorts before the target.
inline bool SkipList::Before(const Node* node, const Target& target) const {
  if (order_.bytewise()) {
    const uint64_t prefix = BytewisePrefix(UserKeyOf(node->key()));
    if (prefix != target.prefix) return prefix < target.prefix;
  }
  return Compare(node, target) < 0;
}

}  // namespace ROCKSDB_NAMESPACE
