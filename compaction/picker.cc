// Choosing the picker of a compaction style: see picker.h.
#include "compaction/picker.h"

#include <algorithm>

#include "compaction/fifo_picker.h"
#include "compaction/level_picker.h"
#include "compaction/universal_picker.h"

namespace ROCKSDB_NAMESPACE {

std::optional<CompactionPick> PickCompaction(const PickContext& ctx) {
  switch (ctx.options().compaction_style) {
    case kCompactionStyleLevel:
      return PickLevelCompaction(ctx);
    case kCompactionStyleUniversal:
      return PickUniversalCompaction(ctx);
    case kCompactionStyleFIFO:
      return PickFifoCompaction(ctx);
    default:
      return std::nullopt;
  }
}

bool NeedsCompaction(const PickContext& ctx) {
  switch (ctx.options().compaction_style) {
    case kCompactionStyleLevel:
      return LevelNeedsCompaction(ctx);
    case kCompactionStyleUniversal:
      return UniversalNeedsCompaction(ctx);
    case kCompactionStyleFIFO:
      return FifoScore(ctx) >= 1;
    default:
      return false;
  }
}

size_t EligibleJobs(const PickContext& ctx, size_t limit) {
  // A real pick, not an estimate: an estimate that is wrong at zero would wake threads for ever.
  if (limit == 0 || !PickCompaction(ctx)) return 0;
  if (ctx.options().compaction_style != kCompactionStyleLevel || limit == 1) return 1;
  return std::max<size_t>(1, EligibleLevelJobs(ctx, limit));
}

}  // namespace ROCKSDB_NAMESPACE
