// A binary heap of children. Each entry caches the first eight bytes of its child's user key as an
// integer, which decides most comparisons under a bytewise comparator. A move changes the top
// only, and costs one comparison as long as the same child keeps providing the next key, because
// the heap remembers the better of the top's two followers.
//
//              top          moves; stays the top while it is before the runner-up
//            /     \        .
//      follower   follower  <- runner_up_: the better one, compared once per change of the top
//        /  \      /  \     .
#include "table/merging_iterator.h"

#include <utility>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

struct HeapEntry {
  uint64_t prefix;
  // The child's; it has the child's position.
  InternalIterator* mover;
  // Position among the children.
  size_t rank;
};

class MergingIterator final : public InternalIterator {
 public:
  MergingIterator(const InternalKeyOrder& order,
                  std::vector<std::unique_ptr<InternalIterator>> children)
      : order_(order), children_(std::move(children)) {
    heap_.reserve(children_.size());
  }

  void SeekToFirst() override {
    forward_ = true;
    Rebuild([](InternalIterator* child) { child->SeekToFirst(); });
  }
  void SeekToLast() override {
    forward_ = false;
    Rebuild([](InternalIterator* child) { child->SeekToLast(); });
  }
  void Seek(const Slice& target) override {
    forward_ = true;
    Rebuild([&](InternalIterator* child) { child->Seek(target); });
  }
  void SeekForPrev(const Slice& target) override {
    forward_ = false;
    Rebuild([&](InternalIterator* child) { child->SeekForPrev(target); });
  }

  void Next() override {
    if (!forward_) TurnForward();
    heap_[0].mover->Next();
    AdjustTop();
  }
  void Prev() override {
    if (forward_) TurnBackward();
    heap_[0].mover->Prev();
    AdjustTop();
  }
  void SetTotalOrder(bool on) override {
    for (const auto& child : children_) child->SetTotalOrder(on);
  }

  Status status() const override { return status_; }
  bool KeyPinned() const override { return valid_ && TopChild().KeyPinned(); }
  bool ValuePinned() const override { return valid_ && TopChild().ValuePinned(); }

 private:
  InternalIterator& TopChild() const { return *children_[heap_[0].rank]; }

  uint64_t PrefixOf(const InternalIterator& mover) const {
    return order_.bytewise() ? BytewisePrefix(UserKeyOf(mover.key())) : 0;
  }

  // Whether `a` comes before `b` in the direction of travel. Unequal prefixes settle it; equal
  // ones settle nothing (without bytewise order all are 0).
  bool Before(const HeapEntry& a, const HeapEntry& b) const {
    if (a.prefix != b.prefix) return (a.prefix < b.prefix) == forward_;
    const int r = order_.Compare(a.mover->key(), b.mover->key());
    if (r != 0) return (r < 0) == forward_;
    return (a.rank < b.rank) == forward_;
  }

  template <class Move>
  void Rebuild(Move move) {
    heap_.clear();
    status_ = Status::OK();
    PERF_COUNT(seek_child_seek_count, children_.size());
    PERF_TIMER(seek_child_seek_time);
    for (size_t i = 0; i < children_.size(); ++i) {
      InternalIterator* child = children_[i].get();
      move(child);
      Admit(child, i);
    }
    PERF_TIMER_STOP(seek_child_seek_time);
    const PerfTimer heap_timer(forward_ ? &PerfContextBase::seek_min_heap_time
                                        : &PerfContextBase::seek_max_heap_time);
    Heapify();
  }

  // Puts a valid child into the heap; keeps the status of any other.
  void Admit(InternalIterator* child, size_t rank) {
    InternalIterator* const mover = child->Mover();
    if (mover->Valid()) {
      heap_.push_back({PrefixOf(*mover), mover, rank});
    } else {
      NoteStatus(child->status());
    }
  }

  void NoteStatus(const Status& s) {
    if (!s.ok() && status_.ok()) status_ = s;
  }

  void Heapify() {
    for (size_t i = heap_.size() / 2; i-- > 0;) SiftDown(i);
    runner_up_ = 0;
    Show();
  }

  // Moves entry i down to where both its followers come after it.
  void SiftDown(size_t i) {
    const size_t n = heap_.size();
    const HeapEntry moving = heap_[i];
    for (size_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
      if (child + 1 < n && Before(heap_[child + 1], heap_[child])) ++child;
      if (!Before(heap_[child], moving)) break;
      heap_[i] = heap_[child];
      i = child;
    }
    heap_[i] = moving;
  }

  // Restores the heap after the top's child has moved.
  void AdjustTop() {
    HeapEntry& top = heap_[0];
    if (!top.mover->Valid() && !TopGoesOn()) [[unlikely]] {
      NoteStatus(TopChild().status());
      // The followers changed places, so the runner-up is unknown.
      top = heap_.back();
      heap_.pop_back();
      if (heap_.size() > 1) SiftDown(0);
      runner_up_ = 0;
      Show();
      return;
    }
    top.prefix = PrefixOf(*top.mover);
    if (heap_.size() > 1) {
      if (runner_up_ == 0) {
        runner_up_ = heap_.size() > 2 && Before(heap_[2], heap_[1]) ? 2 : 1;
      }
      if (Before(heap_[runner_up_], top)) {
        // The old top may belong further down on that side; the other side is untouched.
        std::swap(top, heap_[runner_up_]);
        SiftDown(runner_up_);
        runner_up_ = 0;
      }
    }
    Show();
  }

  // The top's mover is at its end. Whether its child has more.
  bool TopGoesOn() {
    HeapEntry& top = heap_[0];
    InternalIterator& child = TopChild();
    if (top.mover == &child) return false;
    child.GoOn(forward_);
    top.mover = child.Mover();
    return top.mover->Valid();
  }

  void Show() {
    valid_ = !heap_.empty() && status_.ok();
    if (!valid_) return;
    key_ = heap_[0].mover->key();
    value_ = heap_[0].mover->value();
  }

  // Positions every child but the current one on the other side of the current key, then rebuilds
  // the heap. REQUIRES: valid_.
  template <class Move>
  void Turn(Move move) {
    const InternalIterator* const current = &TopChild();
    // A copy, because the moves below invalidate the bytes of key_.
    const std::string key = key_.ToString();
    heap_.clear();
    for (size_t i = 0; i < children_.size(); ++i) {
      InternalIterator* child = children_[i].get();
      if (child != current) move(child, Slice(key));
      Admit(child, i);
    }
    for (size_t i = heap_.size() / 2; i-- > 0;) SiftDown(i);
    runner_up_ = 0;
    // The others were moved past the key of the current child, so that child is the top.
  }

  void TurnForward() {
    forward_ = true;
    Turn([this](InternalIterator* child, const Slice& key) {
      child->Seek(key);
      if (child->Valid() && order_.Compare(child->key(), key) == 0) child->Next();
    });
  }
  void TurnBackward() {
    forward_ = false;
    Turn([this](InternalIterator* child, const Slice& key) {
      child->SeekForPrev(key);
      if (child->Valid() && order_.Compare(child->key(), key) == 0) child->Prev();
    });
  }

  const InternalKeyOrder order_;
  const std::vector<std::unique_ptr<InternalIterator>> children_;
  std::vector<HeapEntry> heap_;
  // Index of the better follower of the top, 1 or 2; 0: unknown.
  size_t runner_up_ = 0;
  bool forward_ = true;
  Status status_;
};

}  // namespace

InternalIterator* NewMergingIterator(const InternalKeyOrder& order,
                                     std::vector<std::unique_ptr<InternalIterator>> children) {
  if (children.empty()) return NewEmptyInternalIterator();
  if (children.size() == 1) return children[0].release();
  return new MergingIterator(order, std::move(children));
}

}  // namespace ROCKSDB_NAMESPACE
