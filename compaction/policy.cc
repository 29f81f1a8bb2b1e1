// What holds for every style that does not say otherwise: see policy.h.
#include "compaction/policy.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

std::optional<CompactionPick> CompactionPolicy::Pick(const PickContext&) const {
  return std::nullopt;
}

bool CompactionPolicy::Needs(const PickContext&) const { return false; }

size_t CompactionPolicy::Eligible(const PickContext&, size_t limit) const {
  return std::min<size_t>(1, limit);
}

uint64_t CompactionPolicy::Debt(const TreeVersion&, const CfConfig&, const BucketMap*,
                                const LevelTargets&) const {
  return 0;
}

// With a trigger below 1 level 0 is never compacted, so no writer may wait for it.
StallLimits CompactionPolicy::Limits(const CfConfig& config) const {
  const ColumnFamilyOptions& options = config.options;
  return StallLimits::Of(
      options, !options.disable_auto_compactions && options.level0_file_num_compaction_trigger > 0);
}

TreeShape CompactionPolicy::Shape(const CfConfig&, int num_levels) const {
  return TreeShape{std::max(0, num_levels - 1), false};
}

}  // namespace ROCKSDB_NAMESPACE
