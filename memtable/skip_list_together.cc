// Inserting several entries at once. A search waits for one node after another; searches that take
// turns wait for their nodes at the same time.
#include <algorithm>

#include "memtable/skip_list.h"

namespace ROCKSDB_NAMESPACE {

// One search on its way down.
struct SkipList::Walk {
  const Draft* draft;
  Target target;
  Node* at;
  int level;
  bool fetched = false;  // the key of the next node
  Finger finger;
};

// Goes on by a node or down by a level; false when the bottom is passed. Unequal prefixes, which
// are the usual case, take no branch: which way a search goes is a coin's toss, and a wrong guess
// costs more than the step.
inline bool SkipList::Step(Walk* walk) const {
  const int level = walk->level;
  Node* const from = walk->at;
  const Link& link = from->At(level);
  const uint64_t bound = link.Bound();
  Node* const next = link.Next();
  uintptr_t goes = bound < walk->target.prefix;
  if (bound == walk->target.prefix) [[unlikely]] {
    // The keys decide, and the next node's is first fetched.
    walk->fetched = !walk->fetched && next != nullptr;
    if (walk->fetched) {
      __builtin_prefetch(next->entry());
      return true;
    }
    goes = next != nullptr && Compare(next, walk->target) < 0;
  }
  const auto here = reinterpret_cast<uintptr_t>(from);
  const auto there = reinterpret_cast<uintptr_t>(next);
  Node* const at = reinterpret_cast<Node*>(here ^ ((here ^ there) & (0 - goes)));
  __builtin_prefetch(&at->At(level));
  __builtin_prefetch(&at->At(level - 1));
  walk->at = at;
  walk->finger.before[level] = at;
  walk->level = level - 1 + static_cast<int>(goes);
  return walk->level >= 0;
}

void SkipList::FindTogether(Walk* walks, size_t n) const {
  Walk* turn[kMostTogether];
  for (size_t i = 0; i < n; ++i) turn[i] = &walks[i];
  while (n > 0) {
    for (size_t i = 0; i < n;) {
      if (Step(turn[i])) {
        ++i;
      } else {
        turn[i] = turn[--n];
      }
    }
  }
}

// Whether a search from the finger's lower levels is shorter than one from the top.
bool SkipList::IsNearFinger(const Target& target, const Finger& finger) const {
  const int top = height_.load(std::memory_order_relaxed);
  const int level = std::min(top, kNearLevels) - 1;
  return finger.levels >= top && IsNear(finger.before[level], level, target);
}

void SkipList::InsertTogether(const Draft* drafts, size_t n, Finger* finger) {
  Walk walks[kMostTogether];
  size_t far = 0;
  const int top = height_.load(std::memory_order_relaxed);
  for (size_t i = 0; i < n; ++i) {
    const Target target = TargetOf(drafts[i].node->key());
    if (IsNearFinger(target, *finger)) {
      (void)Insert(drafts[i], finger);
      continue;
    }
    Walk& walk = walks[far++];
    walk.draft = &drafts[i];
    walk.target = target;
    walk.at = head_;
    walk.level = top - 1;
    walk.finger.levels = top;
  }
  FindTogether(walks, far);
  // Each search starts behind its finger, so it meets what the others have linked there meanwhile.
  for (size_t i = 0; i < far; ++i) (void)Insert(*walks[i].draft, &walks[i].finger);
  if (far > 0) *finger = walks[far - 1].finger;
}

}  // namespace ROCKSDB_NAMESPACE
