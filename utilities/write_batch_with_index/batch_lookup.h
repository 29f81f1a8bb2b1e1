// BatchLookup: what an indexed batch says about one key, and how operands without a base in the
// batch are merged with what a database has. Reads and the layered iterator use it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/merge_operator.h"
#include "rocksdb/wide_columns.h"
#include "util/merge_fold.h"
#include "utilities/write_batch_with_index/batch_index.h"

namespace ROCKSDB_NAMESPACE {

// A record of the batch as its reader sees it. Corruption when it does not parse, which only
// happens after the batch was changed behind the index's back.
struct IndexedUpdate {
  ValueType type = kTypeDeletion;
  Slice key;
  Slice value;

  [[nodiscard]] static Status Read(const WriteBatch& batch, const BatchIndex::Node* node,
                                   IndexedUpdate* update);
};

class BatchLookup {
 public:
  enum Finding {
    kNothing,   // the batch has no update of the key
    kDeleted,   // its last update removes the key
    kValue,     // base() is the value
    kMerges,    // operands over base(), which is known
    kOperands,  // operands over what is not in the batch
  };

  // Collects the updates of the key whose newest entry is `newest`; null: there is none. Slices
  // point into the batch.
  [[nodiscard]] Status Collect(const WriteBatch& batch, const BatchIndex::Family& family,
                               const BatchIndex::Node* newest);

  Finding finding() const { return finding_; }
  // Of kValue and kMerges; in a kMerges after a deletion it is none.
  const MergeBase& base() const { return base_; }

  // Folds the operands over `base`. InvalidArgument when there is no operator, Corruption when it
  // fails. REQUIRES: kMerges or kOperands.
  [[nodiscard]] Status Fold(const MergeOperator* merge_operator, const Slice& key,
                            const MergeBase& base, MergeResult* result) const;

 private:
  Finding finding_ = kNothing;
  MergeBase base_;
  // Oldest first.
  std::vector<Slice> operands_;
};

// The merge operator of a family. InvalidArgument for a null handle, and when there is no operator.
[[nodiscard]] Status MergeOperatorOf(ColumnFamilyHandle* cf,
                                     std::shared_ptr<MergeOperator>* merge_operator);

// What Get() shows of a stored value: of an entity its default column.
[[nodiscard]] Status PlainValueOf(const MergeBase& stored, Slice* plain);

// How a database stores what it shows as `columns`; *space keeps an encoded entity.
[[nodiscard]] Status StoredFormOf(const WideColumns& columns, std::string* space,
                                  MergeBase* stored);

// The same of the outcome of a merge.
inline MergeBase StoredForm(const MergeResult& merged) {
  return MergeBase{merged.is_entity ? MergeBase::kEntity : MergeBase::kPlain, merged.value()};
}

}  // namespace ROCKSDB_NAMESPACE
