// Searching and linking in the memtable's skip list; the picture and the invariants are in
// skip_list.h.
#include "memtable/skip_list.h"

#include <algorithm>
#include <new>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Each thread has a generator for heights of its own, so that writers with short-lived fingers get
// varied heights, too.
uint32_t NextRandom() {
  thread_local uint32_t state = 0;
  if (state == 0) {
    state = static_cast<uint32_t>((reinterpret_cast<uintptr_t>(&state) >> 4) * 0x9e3779b9u) | 1;
  }
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

}  // namespace

SkipList::SkipList(const InternalKeyOrder& order, ConcurrentArena* arena)
    : order_(order), arena_(arena), head_(NewNode(kMaxHeight, 0)) {}

SkipList::Node* SkipList::NewNode(int height, size_t entry_bytes) {
  const size_t upper = sizeof(Link) * static_cast<size_t>(height - 1);
  char* raw = arena_->AllocateAligned(upper + sizeof(Node) + entry_bytes);
  // Upper links lie before the node, the highest first.
  for (int i = 0; i < height - 1; ++i) new (raw + sizeof(Link) * static_cast<size_t>(i)) Link;
  return new (raw + upper) Node;
}

SkipList::Draft SkipList::Allocate(size_t entry_bytes) {
  Draft draft;
  draft.height = RandomHeight();
  draft.node = NewNode(draft.height, entry_bytes);
  draft.entry = draft.node->entry();
  draft.bytes = entry_bytes + sizeof(Link) * static_cast<size_t>(draft.height);
  return draft;
}

int SkipList::RandomHeight() {
  // Each level has half of the nodes: the height follows the trailing zero bits of the number. The
  // set bit limits it.
  const uint32_t bits = NextRandom() | (uint32_t{1} << (kMaxHeight - 1));
  return 1 + __builtin_ctz(bits);
}

// ---- Comparing ----

SkipList::Target SkipList::TargetOf(const Slice& internal_key) const {
  const Slice user_key = UserKeyOf(internal_key);
  return {user_key, TailOf(internal_key), order_.bytewise() ? BytewisePrefix(user_key) : 0};
}

uint64_t SkipList::PrefixOf(const Node* node) const {
  return order_.bytewise() ? BytewisePrefix(UserKeyOf(node->key())) : 0;
}

bool SkipList::SameKeyAndSequence(const Node* node, const Target& target) const {
  if (node == nullptr || node == head_) return false;
  const Slice key = node->key();
  return TailSequence(TailOf(key)) == TailSequence(target.tail) &&
         order_.SameUserKey(UserKeyOf(key), target.user_key);
}

// ---- Searching ----

// The last node before the target on a level, starting from one that is before it. Unless kExact, a
// bound may end the walk early (invariant 5). A smaller bound proves that the next node is before
// the target, so its key, which mostly lies on another cache line than its link, is not read.
template <bool kExact>
inline SkipList::Node* SkipList::Advance(Node* at, int level, const Target& target,
                                         uint64_t* looked) const {
  for (;;) {
    const Link& link = at->At(level);
    const uint64_t bound = kExact ? target.prefix : link.Bound();
    if (bound > target.prefix) return at;
    Node* const next = link.Next();
    if (looked != nullptr) ++*looked;
    // Equal prefixes decide nothing.
    if (bound >= target.prefix && (next == nullptr || !Before(next, target))) return at;
    at = next;
  }
}

SkipList::Node* SkipList::LastBefore(const Target& target) const {
  Node* at = head_;
  uint64_t looked = 0;
  for (int level = height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    at = Advance<false>(at, level, target, &looked);
  }
  // A bound may have ended the walk early (invariant 5), so the last steps go by entries.
  at = Advance<true>(at, 0, target, &looked);
  PERF_COUNT(user_key_comparison_count, looked);
  return at;
}

SkipList::Node* SkipList::FirstAtOrAfter(const Target& target) const {
  // Other threads may insert entries right behind the predecessor meanwhile; skip those before the
  // target.
  Node* node = LastBefore(target)->Next(0);
  while (node != nullptr && Before(node, target)) node = node->Next(0);
  return node;
}

SkipList::Node* SkipList::Last() const {
  Node* at = head_;
  for (int level = height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    for (Node* next = at->Next(level); next != nullptr; next = at->Next(level)) at = next;
  }
  return at == head_ ? nullptr : at;
}

// ---- Linking ----

// Whether the target belongs right behind `before` on this level (a wrong answer costs only time).
bool SkipList::IsNear(const Node* before, int level, const Target& target) const {
  if (before != head_ && !Before(before, target)) return false;
  const Link& link = before->At(level);
  if (link.StopsBefore(target.prefix)) return true;
  const Node* next = link.Next();
  return next == nullptr || !Before(next, target);
}

// Fills levels [0, from) downwards. REQUIRES: before[from] is before the target, or `from` is
// above all levels in use.
void SkipList::Descend(const Target& target, int from, Finger* finger) const {
  Node* at = from < finger->levels ? finger->before[from] : head_;
  for (int level = from - 1; level >= 0; --level) {
    at = Advance<false>(at, level, target);
    finger->before[level] = at;
  }
}

// Makes the finger valid for the target on at least `height` levels. If the target is near the last
// key on a low level, then (invariant 6) the levels above are valid as well; otherwise the search
// starts from the top.
void SkipList::FindSplice(const Target& target, int height, Finger* finger) const {
  const int top = height_.load(std::memory_order_relaxed);
  int from = top;
  // A finger with fewer levels than the list cannot replace a search from the top.
  if (finger->levels >= top) {
    for (int level = 0; level < kNearLevels && level < top && from == top; ++level) {
      if (IsNear(finger->before[level], level, target)) from = level;
    }
  }
  // The finger's nodes belong to another position.
  if (from == top) finger->levels = 0;
  Descend(target, from, finger);
  finger->levels = std::max(finger->levels, top);
  // Unused levels begin at the head.
  while (finger->levels < height) finger->before[finger->levels++] = head_;
}

void SkipList::RaiseHeight(int height) {
  int seen = height_.load(std::memory_order_relaxed);
  while (seen < height && !height_.compare_exchange_weak(seen, height, std::memory_order_relaxed)) {
  }
}

// A single inserting thread sees exact bounds and need not read the next node. Beside other writers
// it reads the node, and tries again when one of them was faster.
template <bool kConcurrent>
bool SkipList::LinkDraft(const Draft& draft, Finger* finger) {
  Node* const node = draft.node;
  const Target target = TargetOf(node->key());
  FindSplice(target, draft.height, finger);
  for (int level = 0; level < draft.height; ++level) {
    for (;;) {
      Node* before = Advance<kConcurrent>(finger->before[level], level, target);
      finger->before[level] = before;
      Link& link = before->At(level);
      Node* after = link.Next();
      uint64_t bound = link.bound.load(std::memory_order_relaxed);
      if (kConcurrent) bound = after == nullptr ? Link::kNoBound : PrefixOf(after);
      // Unequal prefixes mean unequal keys, so most inserts of a single writer never read the next
      // node.
      const bool may_equal = after != nullptr && bound == target.prefix;
      if (level == 0 && (SameKeyAndSequence(before, target) ||
                         (may_equal && SameKeyAndSequence(after, target)))) {
        return false;
      }
      // Another writer put a node before the target here since Advance.
      if (kConcurrent && after != nullptr && Before(after, target)) continue;
      Link& own = node->At(level);
      // Relaxed suffices: no thread reaches the node on this level before the store below publishes
      // it, because levels are linked upwards and a search only goes down.
      own.next.store(after, std::memory_order_relaxed);
      own.bound.store(bound, std::memory_order_relaxed);
      if (!kConcurrent) {
        link.next.store(node, std::memory_order_release);
      } else if (!link.next.compare_exchange_strong(after, node, std::memory_order_release,
                                                    std::memory_order_relaxed)) {
        continue;
      }
      // Until here the bound is that of the next node: a search may stop one node early, as
      // invariant 5 says. Two writers may lower the bound in any order; the smaller prefix stays.
      if (kConcurrent) {
        link.LowerBoundTo(target.prefix);
      } else if (bound > target.prefix) {
        link.bound.store(target.prefix, std::memory_order_release);
      }
      break;
    }
    // The next key is likely to follow this one.
    finger->before[level] = node;
  }
  // After linking, and without order: see height_.
  RaiseHeight(draft.height);
  return true;
}

bool SkipList::Insert(const Draft& draft, Finger* finger) {
  return LinkDraft<false>(draft, finger);
}
bool SkipList::InsertConcurrently(const Draft& draft, Finger* finger) {
  return LinkDraft<true>(draft, finger);
}

// ---- Estimating ----

// Counts on the highest level that has enough entries in the range; each of them represents 2^level
// entries.
uint64_t SkipList::EstimateCount(const Slice& start, const Slice& end) const {
  // Chosen, not measured.
  constexpr uint64_t kEnough = 64;
  const Target first = TargetOf(start);
  const Target last = TargetOf(end);
  Node* at = head_;
  uint64_t count = 0;
  int level = height_.load(std::memory_order_relaxed);
  while (level > 0 && count < kEnough) {
    --level;
    at = Advance<false>(at, level, first);
    count = 0;
    for (const Node* n = at->Next(level); n != nullptr && Before(n, last); n = n->Next(level)) {
      if (!Before(n, first)) ++count;
    }
  }
  return count << level;
}

// Between two nodes of the level above there is one more on average, which can be fetched ahead:
// along the level itself each node would have to arrive before the next one is known.
std::vector<const SkipList::Node*> SkipList::LevelBelow(const std::vector<const Node*>& above,
                                                        int level) const {
  constexpr size_t kAhead = 16;
  std::vector<const Node*> nodes;
  nodes.reserve(above.size() * 2 + kAhead);
  for (size_t i = 0; i < above.size(); ++i) {
    if (i + kAhead < above.size()) {
      const Node* later = above[i + kAhead]->Next(level);
      if (later != nullptr) __builtin_prefetch(&later->At(level));
    }
    const Node* end = i + 1 < above.size() ? above[i + 1] : nullptr;
    for (const Node* n = above[i]; n != end; n = n->Next(level)) nodes.push_back(n);
  }
  return nodes;
}

std::vector<const char*> SkipList::Sample(size_t target) const {
  std::vector<const Node*> nodes{head_};
  // The head is one of them.
  for (int level = height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    if (nodes.size() > target) break;
    nodes = LevelBelow(nodes, level);
  }
  std::vector<const char*> entries;
  entries.reserve(nodes.size());
  for (size_t i = 1; i < nodes.size(); ++i) entries.push_back(nodes[i]->entry());
  return entries;
}

// ---- Cursor ----

const char* SkipList::Cursor::entry() const { return node_->entry(); }

const char* SkipList::Cursor::PeekNext() const {
  const Node* next = node_->Next(0);
  return next == nullptr ? nullptr : next->entry();
}

void SkipList::Cursor::Next() {
  node_ = node_->Next(0);
  if (node_ == nullptr) return;
  // A scan would wait for each node. The one behind this was fetched a step ago.
  if (const Node* next = node_->Next(0)) __builtin_prefetch(next->Next(0));
}

// No backward links: they would have to change together with the forward ones.
void SkipList::Cursor::Prev() {
  const Node* found = list_->LastBefore(list_->TargetOf(node_->key()));
  node_ = found == list_->head_ ? nullptr : found;
}

void SkipList::Cursor::Seek(const Slice& internal_key) {
  node_ = list_->FirstAtOrAfter(list_->TargetOf(internal_key));
}

void SkipList::Cursor::SeekForPrev(const Slice& internal_key) {
  const Target target = list_->TargetOf(internal_key);
  const Node* at = list_->LastBefore(target);
  const Node* next = at->Next(0);
  if (next != nullptr && list_->Compare(next, target) == 0) at = next;
  node_ = at == list_->head_ ? nullptr : at;
}

// *after: the first node at or after the key, or the refused one.
bool SkipList::Cursor::FindInspecting(const Slice& internal_key, Inspect inspect, void* arg,
                                      const Node** before, const Node** after) {
  const Target target = list_->TargetOf(internal_key);
  const Node* at = list_->head_;
  const Node* next = nullptr;
  for (int level = list_->height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    for (next = at->Next(level); next != nullptr; next = at->Next(level)) {
      if (!inspect(arg, next->entry())) {
        *after = next;
        return false;
      }
      if (!list_->Before(next, target)) break;
      at = next;
    }
  }
  *before = at == list_->head_ ? nullptr : at;
  *after = next;
  return true;
}

bool SkipList::Cursor::SeekInspecting(const Slice& internal_key, Inspect inspect, void* arg,
                                      const char** neighbour) {
  const Node *before = nullptr, *after = nullptr;
  const bool passed = FindInspecting(internal_key, inspect, arg, &before, &after);
  const Node* other = passed ? before : after;
  *neighbour = other == nullptr ? nullptr : other->entry();
  node_ = passed ? after : nullptr;
  return passed;
}

bool SkipList::Cursor::SeekBeforeInspecting(const Slice& internal_key, Inspect inspect, void* arg,
                                            const char** neighbour) {
  const Node *before = nullptr, *after = nullptr;
  const bool passed = FindInspecting(internal_key, inspect, arg, &before, &after);
  *neighbour = after == nullptr ? nullptr : after->entry();
  node_ = passed ? before : nullptr;
  return passed;
}

void SkipList::Cursor::SeekToFirst() { node_ = list_->head_->Next(0); }
void SkipList::Cursor::SeekToLast() { node_ = list_->Last(); }

}  // namespace ROCKSDB_NAMESPACE
