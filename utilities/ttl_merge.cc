// Merging values that carry times.
#include "utilities/ttl_merge.h"

#include <vector>

#include "rocksdb/env.h"
#include "utilities/ttl_values.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The value without its time; false, with a line in the LOG, when it has none.
bool TakeTimeOff(const Slice& stored, Slice* value, Logger* logger) {
  int32_t seconds = 0;
  Status s = SplitTtlValue(stored, value, &seconds);
  if (!s.ok()) Error(logger, "Merge in a database with ttl: %s", s.ToString().c_str());
  return s.ok();
}

}  // namespace

bool TtlMergeOperator::FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const {
  Slice base;
  if (in.existing_value != nullptr && !TakeTimeOff(*in.existing_value, &base, in.logger)) {
    return false;
  }
  std::vector<Slice> operands(in.operand_list.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!TakeTimeOff(in.operand_list[i], &operands[i], in.logger)) return false;
  }
  const MergeOperationInput inner(in.key, in.existing_value == nullptr ? nullptr : &base, operands,
                                  in.logger);
  Slice chosen(nullptr, 0);
  MergeOperationOutput result(out->new_value, chosen);
  const bool merged = user_->FullMergeV2(inner, &result);
  out->op_failure_scope = result.op_failure_scope;
  if (!merged) return false;
  // An operand that is the result must be copied, because it gets a new time.
  if (chosen.data() != nullptr) out->new_value.assign(chosen.data(), chosen.size());
  return AppendTtlTime(clock_.get(), &out->new_value).ok();
}

bool TtlMergeOperator::PartialMergeMulti(const Slice& key, const std::deque<Slice>& operand_list,
                                         std::string* new_value, Logger* logger) const {
  std::deque<Slice> operands;
  for (const Slice& stored : operand_list) {
    operands.emplace_back();
    if (!TakeTimeOff(stored, &operands.back(), logger)) return false;
  }
  return user_->PartialMergeMulti(key, operands, new_value, logger) &&
         AppendTtlTime(clock_.get(), new_value).ok();
}

}  // namespace ROCKSDB_NAMESPACE
