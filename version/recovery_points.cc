// See the header.
#include "version/recovery_points.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

void RecoveryPoints::Take(const VersionEdit& edit) {
  seen_next_file_ |= edit.next_file_number.has_value();
  seen_log_ |= edit.log_number.has_value();
  seen_last_sequence_ |= edit.last_sequence.has_value();
  ++edits_;
  if (edit.drops_column_family) {
    families_.erase(edit.column_family);
    touched_.erase(edit.column_family);
  } else {
    Family& family = families_[edit.column_family];
    // Deletions first: a table that moves is in both lists.
    for (const auto& [level, number] : edit.deleted_files) family.missing.erase(number);
    for (const auto& [level, file] : edit.new_files) {
      if (!is_there_(edit.column_family, *file)) family.missing.insert(file->number);
    }
    touched_.insert(edit.column_family);
  }
  if (edit.atomic_group_remaining == 0) EndPoint();
}

void RecoveryPoints::EndPoint() {
  for (const uint32_t id : touched_) {
    Family& family = families_[id];
    const bool lacks = !family.missing.empty();
    if (lacks && !family.in_gap()) family.gaps.push_back(Gap{last_point_, edits_, SIZE_MAX});
    if (!lacks && family.in_gap()) family.gaps.back().end = edits_;
  }
  touched_.clear();
  last_point_ = edits_;
  if (complete_at_ == 0 && complete()) complete_at_ = edits_;
}

size_t RecoveryPoints::WholePoint(const Family& family, size_t point) {
  for (auto gap = family.gaps.rbegin(); gap != family.gaps.rend(); ++gap) {
    if (gap->first <= point && point < gap->end) point = gap->before;
  }
  return point;
}

RecoveryPlan RecoveryPoints::Choose(bool together) const {
  RecoveryPlan plan;
  plan.edits = edits_;
  // Each round goes back past some gap, so there is a last one.
  size_t common = last_point_;
  for (size_t before = SIZE_MAX; together && before != common;) {
    before = common;
    for (const auto& [id, family] : families_) common = WholePoint(family, common);
  }
  if (common < complete_at_) common = 0;
  for (const auto& [id, family] : families_) {
    const size_t point = together ? common : WholePoint(family, last_point_);
    if (point < last_point_) plan.limits[id] = point;
  }
  return plan;
}

const std::set<uint64_t>& RecoveryPoints::MissingOf(uint32_t family) const {
  static const std::set<uint64_t> none;
  const auto it = families_.find(family);
  return it == families_.end() ? none : it->second.missing;
}

}  // namespace ROCKSDB_NAMESPACE
