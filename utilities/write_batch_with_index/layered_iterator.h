// LayeredIterator: the keys of a database with an indexed batch laid over them, as if the batch had
// been written. WriteBatchWithIndex::NewIteratorWithBase() makes it.
#pragma once

#include <memory>

#include "rocksdb/iterator.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/options.h"
#include "utilities/write_batch_with_index/batch_cursor.h"
#include "utilities/write_batch_with_index/batch_lookup.h"

namespace ROCKSDB_NAMESPACE {

// Two positions, one in the base and one in the batch, both at or beyond the current key in the
// direction of the walk:
//
//   base      a . . d . f           walking forward from a: base a, batch b -> show b, then c, d
//   ... batch     . b c - . f           '-' removes d: both sides step over it
//
// Invariants, when Valid():
//  1. The side that shows the key stands on it; the other side stands on the next key in the
//     direction of the walk, or, with same_key_, on the same one.
//  2. With same_key_ the batch decides: the base's entry is hidden, or is the base of a merge.
//  3. removals_ is what the index counted when the batch's side was last placed. If nodes have gone
//     since, that side is placed anew before it moves. What is added is seen beyond the node that
//     it stands on only, and not at all once it has come to its end: as stock does.
class LayeredIterator final : public Iterator {
 public:
  // `options` may be null; its bounds must live as long as this. `cf` may be null.
  LayeredIterator(const WriteBatch* batch, BatchIndex* index, ColumnFamilyHandle* cf,
                  Iterator* base, const ReadOptions* options);

  bool Valid() const override { return shows_ != kNeither; }
  void SeekToFirst() override;
  void SeekToLast() override;
  void Seek(const Slice& target) override;
  void SeekForPrev(const Slice& target) override;
  void Next() override;
  void Prev() override;
  Slice key() const override;
  Slice value() const override;
  const WideColumns& columns() const override;
  Slice timestamp() const override;
  Status status() const override { return status_.ok() ? base_->status() : status_; }

 private:
  enum Side : uint8_t { kNeither, kBase, kBatch };

  // Next or Prev: makes both sides stand beyond the current key.
  void Leave(bool forward);
  // Both sides stand where the walk goes on: finds the next key that is to be shown.
  void Settle();
  // The batch's side as far as the bounds allow.
  bool BatchHasKey() const;
  // <0: the base's key comes first in the direction of the walk; 0: the same key.
  int WhichFirst(bool base_has_key) const;
  // The batch's key is next. False: the batch removes it.
  bool TakeFromBatch();
  void StepBase() { forward_ ? base_->Next() : base_->Prev(); }
  void StepBatch() { forward_ ? batch_.NextKey() : batch_.PrevKey(); }
  void Begin(bool forward);
  // What the batch's side shows, as stored.
  MergeBase Stored() const;

  const WriteBatch* const updates_;
  const BatchIndex* const index_;
  const BatchIndex::Family* const family_;
  const std::unique_ptr<Iterator> base_;
  const Slice* const lower_;
  const Slice* const upper_;
  std::shared_ptr<MergeOperator> merge_operator_;
  // Not OK: why there is none, the answer of a merge. Its initializer fills merge_operator_.
  const Status no_operator_;

  BatchCursor batch_;
  uint64_t removals_ = 0;
  BatchLookup lookup_;
  bool forward_ = true;
  Side shows_ = kNeither;
  bool same_key_ = false;
  // The batch's side shows `merge_`, not the entry's own value.
  bool merged_ = false;
  MergeResult merge_;
  mutable WideColumns columns_;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
