// The two-way merge of a database's iterator with the keys of a batch.
#include "utilities/write_batch_with_index/layered_iterator.h"

#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {

LayeredIterator::LayeredIterator(const WriteBatch* batch, BatchIndex* index, ColumnFamilyHandle* cf,
                                 Iterator* base, const ReadOptions* options)
    : updates_(batch),
      index_(index),
      family_(index->Get(cf)),
      base_(base),
      lower_(options == nullptr ? nullptr : options->iterate_lower_bound),
      upper_(options == nullptr ? nullptr : options->iterate_upper_bound),
      no_operator_(MergeOperatorOf(cf, &merge_operator_)),
      batch_(family_) {}

// ---- placing both sides ----

void LayeredIterator::Begin(bool forward) {
  forward_ = forward;
  removals_ = index_->removals();
  status_ = Status::OK();
}

void LayeredIterator::SeekToFirst() {
  Begin(true);
  base_->SeekToFirst();
  lower_ == nullptr ? batch_.SeekToFirst() : batch_.SeekAtOrAfter(*lower_);
  Settle();
}

void LayeredIterator::SeekToLast() {
  Begin(false);
  base_->SeekToLast();
  upper_ == nullptr ? batch_.SeekToLast() : batch_.SeekBefore(*upper_);
  Settle();
}

void LayeredIterator::Seek(const Slice& target) {
  Begin(true);
  base_->Seek(target);
  const bool below = lower_ != nullptr && family_->order()->Compare(target, *lower_) < 0;
  batch_.SeekAtOrAfter(below ? *lower_ : target);
  Settle();
}

void LayeredIterator::SeekForPrev(const Slice& target) {
  Begin(false);
  base_->SeekForPrev(target);
  const bool beyond = upper_ != nullptr && family_->order()->Compare(target, *upper_) >= 0;
  beyond ? batch_.SeekBefore(*upper_) : batch_.SeekAtOrBefore(target);
  Settle();
}

void LayeredIterator::Next() {
  if (!Valid()) {
    status_ = Status::NotSupported("Next() on invalid iterator");
    return;
  }
  Leave(true);
  Settle();
}

void LayeredIterator::Prev() {
  if (!Valid()) {
    status_ = Status::NotSupported("Prev() on invalid iterator");
    return;
  }
  Leave(false);
  Settle();
}

void LayeredIterator::Leave(bool forward) {
  const bool turned = forward != forward_;
  forward_ = forward;
  const Slice here = key();
  // The batch first: `here` may lie in the base's memory, which its next move gives up.
  const bool base_stands_on_key = shows_ == kBase || same_key_;
  if (!base_stands_on_key && turned && !base_->Valid()) {
    // It ran out on the other side. The key is not in it, so it comes to stand beyond.
    forward ? base_->Seek(here) : base_->SeekForPrev(here);
  } else if (!base_stands_on_key && turned) {
    StepBase();
  }
  if (turned || removals_ != index_->removals()) {
    removals_ = index_->removals();
    forward ? batch_.SeekAfter(here) : batch_.SeekBefore(here);
  } else if (shows_ == kBatch) {
    StepBatch();
  }
  if (base_stands_on_key) StepBase();
}

// ---- what to show ----

bool LayeredIterator::BatchHasKey() const {
  if (!batch_.Valid()) return false;
  const Slice* const bound = forward_ ? upper_ : lower_;
  if (bound == nullptr) return true;
  const int order = family_->order()->Compare(batch_.key(), *bound);
  return forward_ ? order < 0 : order >= 0;
}

int LayeredIterator::WhichFirst(bool base_has_key) const {
  if (!base_has_key) return 1;
  const int order = family_->order()->Compare(base_->key(), batch_.key());
  return forward_ ? order : -order;
}

void LayeredIterator::Settle() {
  shows_ = kNeither;
  while (true) {
    same_key_ = false;
    const bool base_has_key = base_->Valid();
    // What lies behind a failure of the base is not known, whatever the batch has.
    if (!base_has_key && !base_->status().ok()) return;
    if (!BatchHasKey()) {
      if (base_has_key) shows_ = kBase;
      return;
    }
    const int order = WhichFirst(base_has_key);
    if (order < 0) {
      shows_ = kBase;
      return;
    }
    same_key_ = order == 0;
    if (TakeFromBatch()) {
      if (status_.ok()) shows_ = kBatch;
      return;
    }
    if (same_key_) StepBase();
    StepBatch();
  }
}

bool LayeredIterator::TakeFromBatch() {
  merged_ = false;
  status_ = lookup_.Collect(*updates_, *family_, batch_.newest());
  if (!status_.ok()) return true;
  if (lookup_.finding() == BatchLookup::kDeleted) return false;
  if (lookup_.finding() == BatchLookup::kValue) return true;
  MergeBase base = lookup_.base();
  std::string space;
  status_ = no_operator_;
  if (status_.ok() && lookup_.finding() == BatchLookup::kOperands && same_key_) {
    // Applications' own iterators may have values only.
    const WideColumns& columns = base_->columns();
    base = MergeBase{MergeBase::kPlain, base_->value()};
    if (!columns.empty()) status_ = StoredFormOf(columns, &space, &base);
  }
  if (status_.ok()) status_ = lookup_.Fold(merge_operator_.get(), batch_.key(), base, &merge_);
  if (status_.ok() && merge_.is_operand) {
    // The operand lies in the batch, whose memory moves when it grows.
    merge_.bytes.assign(merge_.operand.data(), merge_.operand.size());
    merge_.is_operand = false;
  }
  merged_ = true;
  return true;
}

// ---- the current entry ----

Slice LayeredIterator::key() const { return shows_ == kBase ? base_->key() : batch_.key(); }

Slice LayeredIterator::timestamp() const { return shows_ == kBase ? base_->timestamp() : Slice(); }

// Read from the batch each time: its string may have moved since the last time.
MergeBase LayeredIterator::Stored() const {
  if (merged_) return StoredForm(merge_);
  IndexedUpdate update;
  if (!IndexedUpdate::Read(*updates_, batch_.newest(), &update).ok()) return MergeBase();
  const bool entity = update.type == kTypeWideColumnEntity;
  return MergeBase{entity ? MergeBase::kEntity : MergeBase::kPlain, update.value};
}

Slice LayeredIterator::value() const {
  if (shows_ == kBase) return base_->value();
  Slice plain;
  return PlainValueOf(Stored(), &plain).ok() ? plain : Slice();
}

const WideColumns& LayeredIterator::columns() const {
  if (shows_ == kBase) return base_->columns();
  const MergeBase stored = Stored();
  if (stored.kind != MergeBase::kEntity) {
    columns_.assign(1, WideColumn(kDefaultWideColumnName, stored.bytes));
  } else if (!DecodeEntity(stored.bytes, &columns_).ok()) {
    columns_.clear();
  }
  return columns_;
}

}  // namespace ROCKSDB_NAMESPACE
