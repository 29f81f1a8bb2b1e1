// The table of compaction styles: see picker.h.
#include "compaction/picker.h"

#include "compaction/fifo_policy.h"
#include "compaction/leveled_policy.h"
#include "compaction/universal_policy.h"

namespace ROCKSDB_NAMESPACE {

namespace {

struct StyleRow {
  CompactionStyle style;
  const CompactionPolicy& (*policy)();
};

constexpr StyleRow kStyles[] = {
    {kCompactionStyleLevel, LeveledPolicy},
    {kCompactionStyleUniversal, UniversalPolicy},
    {kCompactionStyleFIFO, FifoPolicy},
};

const CompactionPolicy& PolicyOf(const PickContext& ctx) {
  return PolicyFor(ctx.options().compaction_style);
}

}  // namespace

const CompactionPolicy& PolicyFor(CompactionStyle style) {
  static const CompactionPolicy never;
  for (const StyleRow& row : kStyles) {
    if (row.style == style) return row.policy();
  }
  return never;
}

std::optional<CompactionPick> PickCompaction(const PickContext& ctx) {
  return PolicyOf(ctx).Pick(ctx);
}

bool NeedsCompaction(const PickContext& ctx) { return PolicyOf(ctx).Needs(ctx); }

TreeShape ShapeOf(const PickContext& ctx) {
  return PolicyOf(ctx).Shape(*ctx.config, ctx.tree->num_levels());
}

}  // namespace ROCKSDB_NAMESPACE
