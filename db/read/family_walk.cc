// See the header. Families are few, so the next key is found by looking at all of them.
#include "db/read/family_walk.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

FamilyWalk::FamilyWalk(const Comparator* order, std::vector<ColumnFamilyHandle*> families,
                       std::vector<std::unique_ptr<Iterator>> iterators)
    : order_(order), families_(std::move(families)), iterators_(std::move(iterators)) {}

template <typename Fn>
void FamilyWalk::MoveAll(bool forward, Fn fn) {
  forward_ = forward;
  for (const auto& it : iterators_) fn(it.get());
  Settle();
}

void FamilyWalk::Settle() {
  at_.clear();
  status_ = Status::OK();
  for (size_t i = 0; i < iterators_.size(); ++i) {
    const Iterator& it = *iterators_[i];
    if (!it.Valid()) {
      status_.UpdateIfOk(it.status());
      continue;
    }
    int c = at_.empty() ? 0 : order_->Compare(it.key(), key());
    if (!forward_) c = -c;
    if (c > 0) continue;
    if (c < 0) at_.clear();
    at_.push_back(i);
  }
  if (!status_.ok()) at_.clear();
}

void FamilyWalk::SeekToFirst() {
  MoveAll(true, [](Iterator* it) { it->SeekToFirst(); });
}
void FamilyWalk::SeekToLast() {
  MoveAll(false, [](Iterator* it) { it->SeekToLast(); });
}
void FamilyWalk::Seek(const Slice& target) {
  MoveAll(true, [&](Iterator* it) { it->Seek(target); });
}
void FamilyWalk::SeekForPrev(const Slice& target) {
  MoveAll(false, [&](Iterator* it) { it->SeekForPrev(target); });
}

// After a turn the families that do not have the key stand on its other side (invariant 2).
void FamilyWalk::Next() {
  if (!forward_) {
    key_space_ = key().ToString();
    MoveAll(true, [this](Iterator* it) { it->Seek(key_space_); });
    // A tailing family may have lost the key meanwhile.
    if (!Valid() || order_->Compare(key(), key_space_) != 0) return;
  }
  for (const size_t i : at_) iterators_[i]->Next();
  Settle();
}

void FamilyWalk::Prev() {
  if (forward_) {
    key_space_ = key().ToString();
    MoveAll(false, [this](Iterator* it) { it->SeekForPrev(key_space_); });
    // A tailing family may have lost the key meanwhile.
    if (!Valid() || order_->Compare(key(), key_space_) != 0) return;
  }
  for (const size_t i : at_) iterators_[i]->Prev();
  Settle();
}

Slice CoalescingIterator::value() const {
  const bool has_default = !columns_.empty() && columns_[0].name().empty();
  return has_default ? columns_[0].value() : Slice();
}

void CoalescingIterator::Show() {
  columns_.clear();
  if (!Valid()) return;
  for (const size_t i : walk().at()) Overlay(walk().columns(i));
}

// Both lists are ordered by name.
void CoalescingIterator::Overlay(const WideColumns& upper) {
  if (columns_.empty()) {
    columns_ = upper;
    return;
  }
  merged_.clear();
  auto lower = columns_.begin();
  for (const WideColumn& column : upper) {
    while (lower != columns_.end() && lower->name().compare(column.name()) < 0)
      merged_.push_back(*lower++);
    if (lower != columns_.end() && lower->name() == column.name()) ++lower;
    merged_.push_back(column);
  }
  merged_.insert(merged_.end(), lower, columns_.end());
  columns_.swap(merged_);
}

void AttributeGroupWalkIterator::Show() {
  groups_.clear();
  if (!Valid()) return;
  for (const size_t i : walk().at()) groups_.emplace_back(walk().family(i), &walk().columns(i));
}

}  // namespace ROCKSDB_NAMESPACE
