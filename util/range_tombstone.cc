// Fragmenting range tombstones and searching the fragments.
//
//    written      a-----------------f @9
//                       c---------------------k @5
//    position     a     c           f         k
//    active       {9}   {9, 5}      {5}       {}
//    fragments    a-----c           f---------k
//                       c-----------f
//
// A fragment ends where the set of active tombstones changes: at the next start or the nearest end.
#include "util/range_tombstone.h"

#include <algorithm>

#include "util/internal_iterator.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

FragmentedRangeTombstones::FragmentedRangeTombstones(const Comparator* user,
                                                     std::vector<RangeTombstone> tombstones,
                                                     bool copy_keys)
    : user_(user) {
  const auto deletes_nothing = [user](const RangeTombstone& t) {
    return user->Compare(t.start, t.end) >= 0;
  };
  num_tombstones_ = tombstones.size();
  tombstones.erase(std::remove_if(tombstones.begin(), tombstones.end(), deletes_nothing),
                   tombstones.end());
  if (copy_keys) CopyKeys(&tombstones);
  Build(&tombstones);
}

void FragmentedRangeTombstones::CopyKeys(std::vector<RangeTombstone>* tombstones) {
  size_t total = 0;
  for (const RangeTombstone& t : *tombstones) total += t.start.size() + t.end.size();
  key_bytes_.reserve(total);  // so that the slices below stay valid
  const auto copy = [this](Slice* key) {
    const size_t at = key_bytes_.size();
    key_bytes_.append(key->data(), key->size());
    *key = Slice(key_bytes_.data() + at, key->size());
  };
  for (RangeTombstone& t : *tombstones) {
    copy(&t.start);
    copy(&t.end);
  }
}

// Sweeps the key space from left to right. `active` holds the tombstones over the present position,
// newest first; a fragment ends where the next one starts or the first active one ends.
void FragmentedRangeTombstones::Build(std::vector<RangeTombstone>* tombstones) {
  std::sort(tombstones->begin(), tombstones->end(),
            [this](const RangeTombstone& a, const RangeTombstone& b) {
              return user_->Compare(a.start, b.start) < 0;
            });
  const auto newer = [](const RangeTombstone* a, const RangeTombstone* b) {
    return a->seq > b->seq;
  };
  std::vector<const RangeTombstone*> active;
  auto next = tombstones->cbegin();
  Slice at;
  while (next != tombstones->cend() || !active.empty()) {
    if (active.empty()) at = next->start;
    for (; next != tombstones->cend() && user_->Compare(next->start, at) == 0; ++next) {
      active.insert(std::upper_bound(active.begin(), active.end(), &*next, newer), &*next);
    }
    // All of `active` cover the same piece from `at` on, up to the nearest end or start.
    Slice end = active.front()->end;
    for (const RangeTombstone* t : active) {
      if (user_->Compare(t->end, end) < 0) end = t->end;
    }
    if (next != tombstones->cend() && user_->Compare(next->start, end) < 0) end = next->start;
    AddFragment(at, end, active);
    const auto ended = [&](const RangeTombstone* t) { return user_->Compare(t->end, end) <= 0; };
    active.erase(std::remove_if(active.begin(), active.end(), ended), active.end());
    at = end;
  }
}

void FragmentedRangeTombstones::AddFragment(const Slice& start, const Slice& end,
                                            const std::vector<const RangeTombstone*>& active) {
  Fragment fragment{start, end, static_cast<uint32_t>(seqs_.size()), 0};
  for (const RangeTombstone* t : active) {
    // Equal numbers side by side (one tombstone, cut earlier) count once: invariant 2.
    if (seqs_.size() == fragment.first_seq || seqs_.back() != t->seq) seqs_.push_back(t->seq);
  }
  fragment.last_seq = static_cast<uint32_t>(seqs_.size());
  fragments_.push_back(fragment);
}

Status FragmentedRangeTombstones::FromIterator(const Comparator* user, InternalIterator* it,
                                               std::unique_ptr<FragmentedRangeTombstones>* result) {
  std::vector<RangeTombstone> list;
  std::list<std::string> unpinned;
  const auto keep = [&unpinned](const Slice& bytes, bool pinned) {
    return pinned ? bytes : Slice(unpinned.emplace_back(bytes.data(), bytes.size()));
  };
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    ParsedInternalKey key;
    Status s = ParseInternalKey(it->key(), &key);
    if (s.ok() && key.type != kTypeRangeDeletion) {
      s = Status::Corruption("Range tombstone has type " + std::to_string(key.type));
    }
    if (!s.ok()) return s;
    list.push_back(
        {keep(key.user_key, it->KeyPinned()), keep(it->value(), it->ValuePinned()), key.sequence});
  }
  if (Status s = it->status(); !s.ok()) return s;
  // Copied into one string, because the iterator and what it pins may be destroyed.
  *result = std::make_unique<FragmentedRangeTombstones>(user, std::move(list), true);
  return Status::OK();
}

size_t FragmentedRangeTombstones::ApproximateMemoryUsage() const {
  return sizeof(*this) + fragments_.capacity() * sizeof(Fragment) +
         seqs_.capacity() * sizeof(SequenceNumber) + key_bytes_.capacity();
}

size_t FragmentedRangeTombstones::LowerBound(const Slice& user_key) const {
  const auto ends_at_or_before = [this](const Fragment& f, const Slice& key) {
    return user_->Compare(f.end, key) <= 0;
  };
  return static_cast<size_t>(
      std::lower_bound(fragments_.begin(), fragments_.end(), user_key, ends_at_or_before) -
      fragments_.begin());
}

FragmentedRangeTombstones::SeqSpan FragmentedRangeTombstones::VisibleSeqsOf(
    const Fragment& f, SequenceNumber snapshot) const {
  const SeqSpan all = SeqsOf(f);
  return {std::lower_bound(all.first, all.last, snapshot, std::greater<SequenceNumber>()),
          all.last};
}

SequenceNumber FragmentedRangeTombstones::MaxCoveringSeq(const Slice& user_key,
                                                         SequenceNumber snapshot) const {
  // At most one fragment covers a key: they are disjoint.
  const size_t i = LowerBound(user_key);
  if (i == fragments_.size() || user_->Compare(fragments_[i].start, user_key) > 0) return 0;
  const SeqSpan visible = VisibleSeqsOf(fragments_[i], snapshot);
  return visible.size() == 0 ? 0 : *visible.first;
}

std::vector<RangeTombstone> FragmentedRangeTombstones::Cut(const Slice* lo, const Slice* hi) const {
  std::vector<RangeTombstone> pieces;
  for (size_t i = lo == nullptr ? 0 : LowerBound(*lo); i < fragments_.size(); ++i) {
    const Fragment& f = fragments_[i];
    if (hi != nullptr && user_->Compare(f.start, *hi) >= 0) break;
    const Slice start = lo != nullptr && user_->Compare(f.start, *lo) < 0 ? *lo : f.start;
    const Slice end = hi != nullptr && user_->Compare(f.end, *hi) > 0 ? *hi : f.end;
    for (const SequenceNumber seq : SeqsOf(f)) pieces.push_back({start, end, seq});
  }
  return pieces;
}

// ---- Iterator ----

void RangeTombstoneIterator::SetBounds(const Slice* lower, const Slice* upper) {
  has_lower_ = lower != nullptr;
  has_upper_ = upper != nullptr;
  if (has_lower_) lower_ = *lower;
  if (has_upper_) upper_ = *upper;
}

FragmentedRangeTombstones::SeqSpan RangeTombstoneIterator::seqs() const {
  return list_->VisibleSeqsOf(list_->fragments()[pos_], snapshot_);
}

// Shows the fragment at pos_; false when no part of it is visible and inside the bounds.
bool RangeTombstoneIterator::LoadFragment() {
  const Comparator* user = list_->user_comparator();
  const auto& f = list_->fragments()[pos_];
  const auto visible = list_->VisibleSeqsOf(f, snapshot_);
  if (visible.size() == 0) return false;
  start_ = has_lower_ && user->Compare(f.start, lower_) < 0 ? lower_ : f.start;
  end_ = has_upper_ && user->Compare(f.end, upper_) > 0 ? upper_ : f.end;
  seq_ = *visible.first;
  return user->Compare(start_, end_) < 0;
}

void RangeTombstoneIterator::SkipForward() {
  const size_t n = list_->fragments().size();
  while (pos_ < n && !LoadFragment()) ++pos_;
  valid_ = pos_ < n;
}

void RangeTombstoneIterator::SkipBackward() {
  while (pos_ > 0 && !LoadFragment()) --pos_;
  // When the loop skipped all others it stops at fragment 0 without having looked at it.
  valid_ = pos_ > 0 || (!list_->empty() && LoadFragment());
}

void RangeTombstoneIterator::SeekToFirst() {
  pos_ = has_lower_ ? list_->LowerBound(lower_) : 0;
  SkipForward();
}

void RangeTombstoneIterator::SeekToLast() {
  valid_ = false;
  if (list_->empty()) return;
  pos_ = list_->fragments().size() - 1;
  SkipBackward();
}

void RangeTombstoneIterator::Seek(const Slice& user_key) {
  pos_ = list_->LowerBound(user_key);
  SkipForward();
}

void RangeTombstoneIterator::SeekForPrev(const Slice& user_key) {
  valid_ = false;
  const auto& fragments = list_->fragments();
  const auto starts_at_or_before = [this](const Slice& key, const auto& f) {
    return list_->user_comparator()->Compare(key, f.start) < 0;
  };
  const auto after =
      std::upper_bound(fragments.begin(), fragments.end(), user_key, starts_at_or_before);
  if (after == fragments.begin()) return;
  pos_ = static_cast<size_t>(after - fragments.begin()) - 1;
  SkipBackward();
}

void RangeTombstoneIterator::Next() {
  ++pos_;
  SkipForward();
}

void RangeTombstoneIterator::Prev() {
  valid_ = false;
  if (pos_ == 0) return;
  --pos_;
  SkipBackward();
}

SequenceNumber RangeTombstoneIterator::MaxCoveringSeq(const Slice& user_key) const {
  const Comparator* user = list_->user_comparator();
  if (has_lower_ && user->Compare(user_key, lower_) < 0) return 0;
  if (has_upper_ && user->Compare(user_key, upper_) >= 0) return 0;
  return list_->MaxCoveringSeq(user_key, snapshot_);
}

}  // namespace ROCKSDB_NAMESPACE
