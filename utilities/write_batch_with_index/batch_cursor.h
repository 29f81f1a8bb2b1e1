// BatchCursor: a position among the keys of one family of an indexed batch, one step per key. The
// layered iterator walks the batch's side with it.
#pragma once

#include "rocksdb/slice.h"
#include "utilities/write_batch_with_index/batch_index.h"

namespace ROCKSDB_NAMESPACE {

// The position is the newest entry of a key, until another one of it is added behind. It stays
// right while updates are added, and the steps from it meet those that lie in their way.
class BatchCursor {
 public:
  explicit BatchCursor(const BatchIndex::Family* family) : family_(family) {}

  bool Valid() const { return node_ != nullptr; }
  // REQUIRES: Valid()
  const BatchIndex::Node* newest() const { return node_; }
  Slice key() const { return family_->KeyOf(node_); }

  void SeekToFirst() { node_ = NewestOf(family_->First()); }
  void SeekToLast() { node_ = family_->Last(); }
  void SeekAtOrAfter(const Slice& key) { node_ = NewestOf(family_->AtOrAfter(key)); }
  void SeekAfter(const Slice& key) { node_ = NewestOf(family_->After(key)); }
  // The last entry of a key is its newest.
  void SeekAtOrBefore(const Slice& key) { node_ = family_->AtOrBefore(key); }
  void SeekBefore(const Slice& key) { node_ = family_->Before(key); }

  // REQUIRES: Valid()
  void NextKey() {
    // Entries of this key may have been added since.
    node_ = NewestOf(NewestOf(node_)->next[0]);
  }
  void PrevKey() {
    const Slice here = key();
    do {
      node_ = node_->previous;
    } while (node_ != nullptr && family_->SameKey(node_, here));
  }

 private:
  // The last of the entries that have the key of `node`, at or after it.
  const BatchIndex::Node* NewestOf(const BatchIndex::Node* node) const {
    if (node == nullptr) return nullptr;
    while (node->next[0] != nullptr && family_->SameKey(node->next[0], family_->KeyOf(node))) {
      node = node->next[0];
    }
    return node;
  }

  const BatchIndex::Family* family_;
  const BatchIndex::Node* node_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
