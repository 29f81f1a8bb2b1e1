// From the entries of one key to its value.
#include "utilities/write_batch_with_index/batch_lookup.h"

#include <algorithm>

#include "db/batch/batch_reader.h"
#include "db/state/column_family.h"
#include "util/entity_codec.h"
#include "util/rtti.h"

namespace ROCKSDB_NAMESPACE {

Status IndexedUpdate::Read(const WriteBatch& batch, const BatchIndex::Node* node,
                           IndexedUpdate* update) {
  const std::string& bytes = batch.Data();
  if (node->record >= bytes.size()) {
    return Status::Corruption("An indexed update is no longer in its write batch");
  }
  // The bytes before the record pass for the header that a reader steps over.
  const size_t begin = node->record - kBatchHeaderBytes;
  BatchReader reader(Slice(bytes.data() + begin, bytes.size() - begin));
  if (!reader.Next()) return reader.status();
  update->type = reader.type;
  update->key = reader.key;
  update->value = reader.value;
  return Status::OK();
}

// From the newest update of the key to the first that is no operand.
Status BatchLookup::Collect(const WriteBatch& batch, const BatchIndex::Family& family,
                            const BatchIndex::Node* newest) {
  finding_ = kNothing;
  base_ = MergeBase();
  operands_.clear();
  bool settled = false;
  for (const BatchIndex::Node* node = newest; node != nullptr && !settled; node = node->previous) {
    if (node != newest && !family.SameKey(node, family.KeyOf(newest))) break;
    IndexedUpdate update;
    Status s = IndexedUpdate::Read(batch, node, &update);
    if (!s.ok()) return s;
    settled = update.type != kTypeMerge;
    if (!settled) {
      operands_.push_back(update.value);
    } else if (update.type == kTypeValue) {
      base_ = MergeBase{MergeBase::kPlain, update.value};
    } else if (update.type == kTypeWideColumnEntity) {
      base_ = MergeBase{MergeBase::kEntity, update.value};
    }
  }
  std::reverse(operands_.begin(), operands_.end());
  if (!operands_.empty()) {
    finding_ = settled ? kMerges : kOperands;
  } else if (settled) {
    finding_ = base_.kind == MergeBase::kNone ? kDeleted : kValue;
  }
  return Status::OK();
}

Status BatchLookup::Fold(const MergeOperator* merge_operator, const Slice& key,
                         const MergeBase& base, MergeResult* result) const {
  return FoldFull(merge_operator, key, base, operands_, nullptr, nullptr, result);
}

Status MergeOperatorOf(ColumnFamilyHandle* cf, std::shared_ptr<MergeOperator>* merge_operator) {
  merge_operator->reset();
  if (cf == nullptr) return Status::InvalidArgument("Must provide a column family");
  // Handles that an application has made itself name a family and have no options.
  if (auto* handle = CastIfTyped<ColumnFamilyHandleImpl>(cf)) {
    SuperVersionHold sv(&handle->family()->super_versions);
    *merge_operator = sv->config->options.merge_operator;
  }
  if (*merge_operator != nullptr) return Status::OK();
  return Status::InvalidArgument("Merge operator must be set for column family");
}

// An entity of the default column alone reads and merges as a plain value does.
Status StoredFormOf(const WideColumns& columns, std::string* space, MergeBase* stored) {
  if (columns.size() == 1 && columns[0].name().empty()) {
    *stored = MergeBase{MergeBase::kPlain, columns[0].value()};
    return Status::OK();
  }
  Status s = EncodeEntity(columns, space);
  *stored = MergeBase{MergeBase::kEntity, *space};
  return s;
}

Status PlainValueOf(const MergeBase& stored, Slice* plain) {
  if (stored.kind == MergeBase::kEntity) return EntityDefaultValue(stored.bytes, plain);
  *plain = stored.bytes;
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
