// Folds merge operands into the value that a reader sees.
#include "db/read/merge_helper.h"

#include "rocksdb/wide_columns.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {

Status MergeStored(const MergeOperator* merge_operator, const Slice& user_key,
                   const MergeBase& base, const std::vector<Slice>& operands, Logger* logger,
                   Statistics* stats, std::string* result, bool* is_entity) {
  MergeResult merged;
  // `base` or an operand may live in *result, so its buffer is not lent to the operator.
  Status s = FoldFull(merge_operator, user_key, base, operands, logger, stats, &merged);
  if (!s.ok()) return s;
  *is_entity = merged.is_entity;
  // The operator chose an operand as it stands; its bytes are the caller's, so they are copied.
  if (merged.is_operand) {
    result->assign(merged.operand.data(), merged.operand.size());
  } else {
    *result = std::move(merged.bytes);
  }
  return s;
}

Status MergeForRead(const MergeOperator* merge_operator, const Slice& user_key,
                    const MergeBase& base, const std::vector<Slice>& operands, Logger* logger,
                    Statistics* stats, std::string* result) {
  bool is_entity = false;
  Status s =
      MergeStored(merge_operator, user_key, base, operands, logger, stats, result, &is_entity);
  if (!s.ok() || !is_entity) return s;
  const std::string entity = std::move(*result);
  Slice default_value;
  s = EntityDefaultValue(entity, &default_value);
  if (s.ok()) result->assign(default_value.data(), default_value.size());
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
