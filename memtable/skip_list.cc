// Searching and linking in the memtable's skip list; the picture and the invariants are in
// skip_list.h.
#include "memtable/skip_list.h"

#include <algorithm>
#include <new>

namespace ROCKSDB_NAMESPACE {

// Link i of a node is the word i places before `link0`.
struct SkipList::Node {
  std::atomic<Node*> link0;
  uint64_t prefix;

  char* entry() { return reinterpret_cast<char*>(this + 1); }
  const char* entry() const { return reinterpret_cast<const char*>(this + 1); }

  std::atomic<Node*>& Link(int level) { return *(&link0 - level); }
  const std::atomic<Node*>& Link(int level) const { return *(&link0 - level); }
  Node* Next(int level) const { return Link(level).load(std::memory_order_acquire); }

  Slice key() const {
    uint32_t size;
    const char* p = LoadVarint32(entry(), entry() + 5, &size);
    return Slice(p, size);
  }
};

namespace {

// Heights come from a generator of the thread's own, so that writers with short-lived fingers still
// get varied ones.
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

void Prefetch(const void* p) { __builtin_prefetch(p); }

}  // namespace

SkipList::SkipList(const InternalKeyOrder& order, ConcurrentArena* arena)
    : order_(order), arena_(arena), head_(NewNode(kMaxHeight, 0)) {
  for (int i = 0; i < kMaxHeight; ++i) head_->Link(i).store(nullptr, std::memory_order_relaxed);
}

SkipList::Node* SkipList::NewNode(int height, size_t entry_bytes) {
  const size_t upper = sizeof(std::atomic<Node*>) * static_cast<size_t>(height - 1);
  char* raw = arena_->AllocateAligned(upper + sizeof(Node) + entry_bytes);
  for (int i = 0; i < height - 1; ++i) {
    new (raw + sizeof(std::atomic<Node*>) * static_cast<size_t>(i)) std::atomic<Node*>(nullptr);
  }
  return new (raw + upper) Node{{nullptr}, 0};
}

SkipList::Draft SkipList::Allocate(size_t entry_bytes) {
  Draft draft;
  draft.height = RandomHeight();
  draft.node = NewNode(draft.height, entry_bytes);
  draft.entry = draft.node->entry();
  draft.bytes = entry_bytes + sizeof(Node) + sizeof(Node*) * static_cast<size_t>(draft.height - 1);
  return draft;
}

int SkipList::RandomHeight() {
  static_assert(kBranching == 4, "two random bits decide a level");
  uint32_t bits = NextRandom();
  int height = 1;
  while (height < kMaxHeight && (bits & 3) == 0) {
    ++height;
    bits >>= 2;
  }
  return height;
}

// ---- Comparing ----

SkipList::Target SkipList::TargetOf(const Slice& internal_key) const {
  const Slice user_key = UserKeyOf(internal_key);
  return {user_key, TailOf(internal_key), order_.bytewise() ? BytewisePrefix(user_key) : 0};
}

int SkipList::CompareEqualPrefix(const Node* node, const Target& target) const {
  const Slice key = node->key();
  const int r = order_.CompareUserKeys(UserKeyOf(key), target.user_key);
  if (r != 0) return r;
  const uint64_t tail = TailOf(key);
  return tail > target.tail ? -1 : (tail < target.tail ? 1 : 0);
}

// Whether the node sorts before the target.
inline bool SkipList::Before(const Node* node, const Target& target) const {
  if (node->prefix != target.prefix) return node->prefix < target.prefix;
  return CompareEqualPrefix(node, target) < 0;
}

bool SkipList::SameKeyAndSequence(const Node* node, const Target& target) const {
  if (node == nullptr || node == head_ || node->prefix != target.prefix) return false;
  const Slice key = node->key();
  return TailSequence(TailOf(key)) == TailSequence(target.tail) &&
         order_.SameUserKey(UserKeyOf(key), target.user_key);
}

// ---- Searching ----

SkipList::Node* SkipList::LastBefore(const Target& target) const {
  Node* at = head_;
  const Node* known_after = nullptr;  // the level above showed it is not before the target
  for (int level = height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    for (;;) {
      Node* next = at->Next(level);
      if (next == nullptr || next == known_after) break;
      if (level > 0) Prefetch(at->Next(level - 1));
      if (!Before(next, target)) {
        known_after = next;
        break;
      }
      at = next;
    }
  }
  return at;
}

SkipList::Node* SkipList::FirstAtOrAfter(const Target& target) const {
  // Between the two steps an entry may appear right behind the predecessor; skip what is still
  // before the target.
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

bool SkipList::Brackets(const Finger& finger, int level, const Target& target) const {
  const Node* before = finger.before[level];
  const Node* after = finger.after[level];
  return (before == head_ || Before(before, target)) &&
         (after == nullptr || !Before(after, target));
}

// Moves a bracket's ends together until no node is between them.
void SkipList::Tighten(const Target& target, int level, Finger* finger) const {
  Node* at = finger->before[level];
  Node* next = at->Next(level);
  while (next != finger->after[level] && next != nullptr && Before(next, target)) {
    at = next;
    next = at->Next(level);
  }
  finger->before[level] = at;
  finger->after[level] = next;
}

// Fills levels [0, from) downwards. REQUIRES: level `from` brackets the target, or is above all
// levels in use.
void SkipList::Descend(const Target& target, int from, Finger* finger) const {
  Node* at = from < finger->levels ? finger->before[from] : head_;
  Node* after = from < finger->levels ? finger->after[from] : nullptr;
  for (int level = from - 1; level >= 0; --level) {
    Node* next = at->Next(level);
    while (next != nullptr && next != after) {
      if (level > 0) Prefetch(at->Next(level - 1));
      if (!Before(next, target)) break;
      at = next;
      next = at->Next(level);
    }
    after = next;
    finger->before[level] = at;
    finger->after[level] = after;
  }
}

// Makes the finger bracket the target on `height` levels at least. Because brackets nest, one that
// holds on a level holds on all above it. A key near the last one is bracketed on a low level; any
// other is searched from the top.
void SkipList::FindSplice(const Target& target, int height, Finger* finger) const {
  constexpr int kNearLevels = 3;
  const int top = height_.load(std::memory_order_relaxed);
  int from = top;
  if (finger->levels >= top) {
    for (int level = 0; level < kNearLevels && level < top && from == top; ++level) {
      if (Brackets(*finger, level, target)) from = level;
    }
  }
  if (from == top) finger->levels = 0;
  Descend(target, from, finger);
  finger->levels = std::max(finger->levels, top);
  for (; finger->levels < height; ++finger->levels) {
    finger->before[finger->levels] = head_;
    finger->after[finger->levels] = nullptr;
  }
}

void SkipList::RaiseHeight(int height) {
  int seen = height_.load(std::memory_order_relaxed);
  while (seen < height && !height_.compare_exchange_weak(seen, height, std::memory_order_relaxed)) {
  }
}

template <bool kConcurrent>
bool SkipList::LinkDraft(const Draft& draft, Finger* finger) {
  Node* const node = draft.node;
  const Target target = TargetOf(node->key());
  node->prefix = target.prefix;
  FindSplice(target, draft.height, finger);
  for (int level = 0; level < draft.height; ++level) {
    for (;;) {
      Tighten(target, level, finger);
      Node* before = finger->before[level];
      Node* after = finger->after[level];
      if (level == 0 && (SameKeyAndSequence(before, target) || SameKeyAndSequence(after, target))) {
        return false;
      }
      node->Link(level).store(after, std::memory_order_relaxed);
      std::atomic<Node*>& link = before->Link(level);
      if (!kConcurrent) {
        link.store(node, std::memory_order_release);
        break;
      }
      if (link.compare_exchange_strong(after, node, std::memory_order_release,
                                       std::memory_order_relaxed)) {
        break;
      }
    }
    finger->before[level] = node;
  }
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

uint64_t SkipList::EstimateCountBefore(const Slice& internal_key) const {
  const Target target = TargetOf(internal_key);
  const Node* at = head_;
  uint64_t count = 0;
  for (int level = height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    // A step on this level passes kBranching^level entries on average.
    const uint64_t per_step = uint64_t{1} << (2 * level);
    for (const Node* next = at->Next(level); next != nullptr && Before(next, target);
         next = at->Next(level)) {
      at = next;
      count += per_step;
    }
  }
  return count;
}

std::vector<const char*> SkipList::Sample(size_t target) const {
  std::vector<const char*> entries;
  for (int level = height_.load(std::memory_order_relaxed) - 1; level >= 0; --level) {
    entries.clear();
    for (const Node* n = head_->Next(level); n != nullptr; n = n->Next(level)) {
      entries.push_back(n->entry());
    }
    if (entries.size() >= target) break;
  }
  return entries;
}

// ---- Cursor ----

const char* SkipList::Cursor::entry() const { return node_->entry(); }

void SkipList::Cursor::Next() {
  node_ = node_->Next(0);
  if (node_ != nullptr) Prefetch(node_->Next(0));
}

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
  if (next != nullptr && next->prefix == target.prefix &&
      list_->CompareEqualPrefix(next, target) == 0) {
    at = next;
  }
  node_ = at == list_->head_ ? nullptr : at;
}

void SkipList::Cursor::SeekToFirst() { node_ = list_->head_->Next(0); }
void SkipList::Cursor::SeekToLast() { node_ = list_->Last(); }

}  // namespace ROCKSDB_NAMESPACE
