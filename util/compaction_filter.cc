// Default bodies of CompactionFilter: each newer decision form falls back to the one before it.
#include "rocksdb/compaction_filter.h"

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

CompactionFilter::Decision CompactionFilter::FilterV2(int level, const Slice& key,
                                                      ValueType value_type,
                                                      const Slice& existing_value,
                                                      std::string* new_value,
                                                      std::string* /*skip_until*/) const {
  if (value_type == kMergeOperand) {
    return FilterMergeOperand(level, key, existing_value) ? Decision::kRemove : Decision::kKeep;
  }
  if (value_type != kValue) return Decision::kKeep;
  bool changed = false;
  if (Filter(level, key, existing_value, new_value, &changed)) return Decision::kRemove;
  return changed ? Decision::kChangeValue : Decision::kKeep;
}

CompactionFilter::Decision CompactionFilter::FilterV3(
    int level, const Slice& key, ValueType value_type, const Slice* existing_value,
    const WideColumns* /*existing_columns*/, std::string* new_value,
    std::vector<std::pair<std::string, std::string>>* /*new_columns*/,
    std::string* skip_until) const {
  // A filter that knows only plain values never sees an entity, because it would see only a part of
  // it.
  if (value_type == kWideColumnEntity || existing_value == nullptr) return Decision::kKeep;
  return FilterV2(level, key, value_type, *existing_value, new_value, skip_until);
}

}  // namespace ROCKSDB_NAMESPACE
