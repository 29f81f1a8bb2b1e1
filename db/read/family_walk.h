// The iterators over several column families at once: DB::NewCoalescingIterator and
// NewAttributeGroupIterator. A FamilyWalk merges the families' own iterators by key; what a key's
// families make together is put into words by the two classes around it.
//
//   family 0    a:{x=1}   c:{x=1}           coalesced   a:{x=1}  b:{y=2}  c:{x=3 y=2}
//   family 1    b:{y=2}   c:{y=2}           the later family's column wins
//   family 2    c:{x=3}
//
// Invariants
//  1. While the walk is valid, at_ lists the families that stand on key(), in the caller's order.
//  2. Forward, every other family stands behind key() or at its end; backward, before it.
//  3. An error of one family ends the walk.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/comparator.h"
#include "rocksdb/iterator.h"

namespace ROCKSDB_NAMESPACE {

class FamilyWalk {
 public:
  // REQUIRES: all families are ordered by `order`, which outlives this, as do the families.
  FamilyWalk(const Comparator* order, std::vector<ColumnFamilyHandle*> families,
             std::vector<std::unique_ptr<Iterator>> iterators);

  bool Valid() const { return !at_.empty(); }
  Slice key() const { return iterators_[at_.front()]->key(); }
  Status status() const { return status_; }
  void SeekToFirst();
  void SeekToLast();
  void Seek(const Slice& target);
  void SeekForPrev(const Slice& target);
  void Next();
  void Prev();

  // The families of the present key.
  const std::vector<size_t>& at() const { return at_; }
  ColumnFamilyHandle* family(size_t i) const { return families_[i]; }
  const WideColumns& columns(size_t i) const { return iterators_[i]->columns(); }

 private:
  // Moves every family by fn(iterator), then Settle.
  template <typename Fn>
  void MoveAll(bool forward, Fn fn);
  // Finds the next key in the present direction.
  void Settle();

  const Comparator* const order_;
  std::vector<ColumnFamilyHandle*> families_;
  std::vector<std::unique_ptr<Iterator>> iterators_;
  bool forward_ = true;
  std::vector<size_t> at_;
  Status status_;
  std::string key_space_;
};

// The moves that both kinds have in common. After each of them Show() makes the result.
template <typename Base>
class FamilyWalkIterator : public Base {
 public:
  explicit FamilyWalkIterator(FamilyWalk walk) : walk_(std::move(walk)) {}

  bool Valid() const override { return walk_.Valid(); }
  Slice key() const override { return walk_.key(); }
  Status status() const override { return walk_.status(); }
  void SeekToFirst() override { Then(&FamilyWalk::SeekToFirst); }
  void SeekToLast() override { Then(&FamilyWalk::SeekToLast); }
  void Next() override { Then(&FamilyWalk::Next); }
  void Prev() override { Then(&FamilyWalk::Prev); }
  void Seek(const Slice& target) override { Then(&FamilyWalk::Seek, target); }
  void SeekForPrev(const Slice& target) override { Then(&FamilyWalk::SeekForPrev, target); }

 protected:
  virtual void Show() = 0;
  const FamilyWalk& walk() const { return walk_; }

 private:
  template <typename Move, typename... Target>
  void Then(Move move, const Target&... target) {
    (walk_.*move)(target...);
    Show();
  }

  FamilyWalk walk_;
};

class CoalescingIterator final : public FamilyWalkIterator<Iterator> {
 public:
  using FamilyWalkIterator::FamilyWalkIterator;

  // The default column.
  Slice value() const override;
  const WideColumns& columns() const override { return columns_; }

 private:
  void Show() override;
  // Adds columns by name over those that are there.
  void Overlay(const WideColumns& upper);

  WideColumns columns_;
  WideColumns merged_;
};

class AttributeGroupWalkIterator final : public FamilyWalkIterator<AttributeGroupIterator> {
 public:
  using FamilyWalkIterator::FamilyWalkIterator;

  const IteratorAttributeGroups& attribute_groups() const override { return groups_; }

 private:
  void Show() override;

  IteratorAttributeGroups groups_;
};

}  // namespace ROCKSDB_NAMESPACE
