// Default bodies of MergeOperator: newer call forms expressed through older ones, and the
// associative short form expressed through all of them.
#include "rocksdb/merge_operator.h"

#include <cassert>

namespace ROCKSDB_NAMESPACE {

namespace {

using Columns = MergeOperator::MergeOperationOutputV3::NewColumns;

// All columns of `entity`, with the default column replaced by `value` (or added in front).
Columns ReplaceDefaultColumn(const WideColumns& entity, const Slice& value) {
  Columns result;
  result.reserve(entity.size() + 1);
  result.emplace_back(std::string(), value.ToString());
  for (const WideColumn& column : entity) {
    if (column.name() == kDefaultWideColumnName) continue;
    result.emplace_back(column.name().ToString(), column.value().ToString());
  }
  return result;
}

// The base value that an operator without knowledge of columns sees; null when there is none. An
// entity without a default column has an empty one, as for readers.
const Slice* PlainBase(const MergeOperator::MergeOperationInputV3& in) {
  static const Slice kEmpty;
  if (const Slice* plain = std::get_if<Slice>(&in.existing_value)) return plain;
  const WideColumns* entity = std::get_if<WideColumns>(&in.existing_value);
  if (entity == nullptr) return nullptr;
  const bool has_default = !entity->empty() && entity->front().name() == kDefaultWideColumnName;
  return has_default ? &entity->front().value() : &kEmpty;
}

}  // namespace

bool MergeOperator::FullMergeV3(const MergeOperationInputV3& in,
                                MergeOperationOutputV3* out) const {
  std::string value;
  // A null pointer means that the operator named no operand as the result; an empty operand differs
  // from that.
  Slice operand(nullptr, 0);
  const MergeOperationInput plain_in(in.key, PlainBase(in), in.operand_list, in.logger);
  MergeOperationOutput plain_out(value, operand);
  const bool merged = FullMergeV2(plain_in, &plain_out);
  out->op_failure_scope = plain_out.op_failure_scope;
  if (!merged) return false;
  const bool is_operand = operand.data() != nullptr;
  if (const WideColumns* entity = std::get_if<WideColumns>(&in.existing_value)) {
    out->new_value = ReplaceDefaultColumn(*entity, is_operand ? operand : Slice(value));
  } else if (is_operand) {
    out->new_value = operand;
  } else {
    out->new_value = std::move(value);
  }
  return true;
}

bool MergeOperator::FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const {
  std::deque<std::string> copies;
  // The oldest form takes strings, so this one copies. An operator that must avoid the copies
  // overrides a newer form.
  for (const Slice& operand : in.operand_list) copies.emplace_back(operand.data(), operand.size());
  return FullMerge(in.key, in.existing_value, copies, &out->new_value, in.logger);
}

bool MergeOperator::FullMerge(const Slice& /*key*/, const Slice* /*existing_value*/,
                              const std::deque<std::string>& /*operand_list*/,
                              std::string* /*new_value*/, Logger* /*logger*/) const {
  assert(false);  // a subclass overrides one of the three full merges
  return false;
}

bool MergeOperator::PartialMergeMulti(const Slice& key, const std::deque<Slice>& operand_list,
                                      std::string* new_value, Logger* logger) const {
  assert(operand_list.size() >= 2);
  std::string folded;
  Slice left = operand_list.front();
  for (size_t i = 1; i < operand_list.size(); ++i) {
    std::string next;
    if (!PartialMerge(key, left, operand_list[i], &next, logger)) return false;
    folded.swap(next);
    left = folded;
  }
  new_value->swap(folded);
  return true;
}

bool AssociativeMergeOperator::FullMergeV2(const MergeOperationInput& in,
                                           MergeOperationOutput* out) const {
  std::string folded;
  Slice left;
  const Slice* base = in.existing_value;
  for (const Slice& operand : in.operand_list) {
    std::string next;
    if (!Merge(in.key, base, operand, &next, in.logger)) return false;
    folded.swap(next);
    left = folded;
    base = &left;
  }
  out->new_value.swap(folded);
  return true;
}

bool AssociativeMergeOperator::PartialMerge(const Slice& key, const Slice& left_operand,
                                            const Slice& right_operand, std::string* new_value,
                                            Logger* logger) const {
  return Merge(key, &left_operand, right_operand, new_value, logger);
}

}  // namespace ROCKSDB_NAMESPACE
