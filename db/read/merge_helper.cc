// Folds merge operands into the value that a reader sees.
#include "db/read/merge_helper.h"

#include "rocksdb/wide_columns.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {

Status MergeForRead(const MergeOperator* merge_operator, const Slice& user_key,
                    const Slice* base_value, const std::vector<Slice>& operands, Logger* logger,
                    Statistics* stats, std::string* result) {
  MergeBase base;
  if (base_value != nullptr) {
    base.kind = MergeBase::kPlain;
    base.bytes = *base_value;
  }
  return MergeForRead(merge_operator, user_key, base, operands, logger, stats, result);
}

Status MergeForRead(const MergeOperator* merge_operator, const Slice& user_key,
                    const MergeBase& base, const std::vector<Slice>& operands, Logger* logger,
                    Statistics* stats, std::string* result) {
  MergeResult merged;
  // `base` or an operand may live in *result, so its buffer is not lent to the operator.
  Status s = FoldFull(merge_operator, user_key, base, operands, logger, stats, &merged);
  if (!s.ok()) return s;
  if (merged.is_entity) {
    Slice default_value;
    s = EntityDefaultValue(merged.bytes, &default_value);
    if (s.ok()) result->assign(default_value.data(), default_value.size());
    // The operator chose an operand as it stands; its bytes are the caller's, so they are copied.
  } else if (merged.is_operand) {
    result->assign(merged.operand.data(), merged.operand.size());
  } else {
    *result = std::move(merged.bytes);
  }
  return s;
}

Status MergeForEntityRead(const MergeOperator* merge_operator, const Slice& user_key,
                          const MergeBase& base, const std::vector<Slice>& operands, Logger* logger,
                          Statistics* stats, PinnableWideColumns* result) {
  MergeResult merged;
  Status s = FoldFull(merge_operator, user_key, base, operands, logger, stats, &merged);
  if (!s.ok()) return s;
  if (merged.is_entity) return result->SetWideColumnValue(std::move(merged.bytes));
  result->SetPlainValue(merged.value());
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
