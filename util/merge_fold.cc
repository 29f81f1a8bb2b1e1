// One full or partial merge of one key.
#include "util/merge_fold.h"

#include <deque>

#include "rocksdb/statistics.h"
#include "util/entity_codec.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using InputV3 = MergeOperator::MergeOperationInputV3;
using OutputV3 = MergeOperator::MergeOperationOutputV3;

Status MakeExisting(const MergeBase& base, InputV3::ExistingValue* existing) {
  if (base.kind == MergeBase::kPlain) {
    *existing = base.bytes;
  } else if (base.kind == MergeBase::kEntity) {
    WideColumns columns;
    Status s = DecodeEntity(base.bytes, &columns);
    if (!s.ok()) return s;
    *existing = std::move(columns);
  }
  return Status::OK();
}

Status TakeColumns(const OutputV3::NewColumns& columns, MergeResult* result) {
  WideColumns view;
  view.reserve(columns.size());
  for (const auto& [name, value] : columns) view.emplace_back(Slice(name), Slice(value));
  result->is_entity = true;
  result->bytes.clear();
  return EncodeEntity(view, &result->bytes);
}

Status TakeOutput(OutputV3&& out, MergeResult* result) {
  if (auto* operand = std::get_if<Slice>(&out.new_value)) {
    result->is_operand = true;
    result->operand = *operand;
    result->bytes.clear();
    return Status::OK();
  }
  if (auto* columns = std::get_if<OutputV3::NewColumns>(&out.new_value)) {
    return TakeColumns(*columns, result);
  }
  result->bytes = std::move(std::get<std::string>(out.new_value));
  return Status::OK();
}

}  // namespace

Status FoldFull(const MergeOperator* merge_operator, const Slice& user_key, const MergeBase& base,
                const std::vector<Slice>& operands, Logger* logger, Statistics* stats,
                MergeResult* result) {
  // Callers reuse the object for the next key.
  result->is_operand = false;
  result->is_entity = false;
  result->compaction_may_keep_operands = false;
  if (merge_operator == nullptr) {
    return Status::InvalidArgument("The key has merge operands and no merge_operator is set");
  }
  InputV3::ExistingValue existing;
  Status s = MakeExisting(base, &existing);
  if (!s.ok()) return s;
  const InputV3 in(user_key, std::move(existing), operands, logger);
  OutputV3 out;
  // An operator that appends to a string reuses the old buffer.
  result->bytes.clear();
  out.new_value = std::move(result->bytes);
  PERF_TIMER(merge_operator_time_nanos);
  const uint64_t began = stats != nullptr ? ReadClockNanos(CLOCK_MONOTONIC) : 0;
  const bool merged = merge_operator->FullMergeV3(in, &out);
  if (stats != nullptr) {
    RecordTick(stats, MERGE_OPERATION_TOTAL_TIME, ReadClockNanos(CLOCK_MONOTONIC) - began);
  }
  // Stopped before the result is taken over, because only the application's time counts.
  PERF_TIMER_STOP(merge_operator_time_nanos);
  if (merged) return TakeOutput(std::move(out), result);
  result->bytes.clear();
  result->compaction_may_keep_operands =
      out.op_failure_scope == MergeOperator::OpFailureScope::kMustMerge;
  RecordTick(stats, NUMBER_MERGE_FAILURES, 1);
  // Without operator and key: programs compare the text with stock's.
  return Status::Corruption(Status::SubCode::kMergeOperatorFailed);
}

bool FoldPartial(const MergeOperator* merge_operator, const Slice& user_key,
                 const std::vector<Slice>& operands, Logger* logger, std::string* result) {
  if (merge_operator == nullptr) return false;
  const size_t least = merge_operator->AllowSingleOperand() ? 1 : 2;
  if (operands.size() < least) return false;
  const std::deque<Slice> list(operands.begin(), operands.end());
  result->clear();
  return merge_operator->PartialMergeMulti(user_key, list, result, logger);
}

}  // namespace ROCKSDB_NAMESPACE
