// Stall verdicts over time; see the header.
#include "schedule/stall_rules.h"

#include <algorithm>
#include <utility>

#include "compaction/picker.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Near a slow-down: a quarter of the way in Level 0's depth or in pending bytes. In stock's way,
// with depth in place of the file count (hazard 14).
bool NearSlowdown(const FamilyState& family) {
  const ColumnFamilyOptions& o = family.config()->options;
  if (o.disable_auto_compactions || o.level0_file_num_compaction_trigger < 0) return false;
  const int64_t trigger = o.level0_file_num_compaction_trigger;
  const int64_t depth =
      std::min(2 * trigger, trigger + (o.level0_slowdown_writes_trigger - trigger) / 4);
  if (static_cast<int64_t>(family.tree()->l0().MaxDepth()) >= std::max<int64_t>(depth, 1))
    return true;
  return o.soft_pending_compaction_bytes_limit > 0 &&
         family.pending_bytes >= o.soft_pending_compaction_bytes_limit / 4;
}

// The only memtable that is not sealed is the last that writers may fill. Once Level 0 is half-way
// to the slow-down, its jobs matter as much to writers.
bool FlushGoesFirst(const FamilyState& family) {
  const ColumnFamilyOptions& o = family.config()->options;
  const size_t sealed = family.flushes.unflushed + family.flushes.flushing;
  if (sealed == 0 || sealed + 1 < static_cast<size_t>(o.max_write_buffer_number)) return false;
  const bool at_work = family.flushes.running > 0 || family.NeedsFlush();
  if (!at_work || o.level0_slowdown_writes_trigger < 0) return at_work;
  const int64_t trigger = std::max(o.level0_file_num_compaction_trigger, 0);
  const int64_t half_way = (trigger + o.level0_slowdown_writes_trigger) / 2;
  return static_cast<int64_t>(family.tree()->l0().MaxDepth()) < half_way;
}

StallVerdict VerdictOn(const FamilyState& family, const CompactionPolicy& policy) {
  StallInput in;
  in.tree = family.tree().get();
  in.map = family.map();
  in.jobs = &family.running();
  // Those being flushed count as well: their memory is not free yet.
  in.unflushed_memtables = static_cast<int>(family.flushes.unflushed + family.flushes.flushing);
  in.pending_bytes = family.pending_bytes;
  in.limits = policy.Limits(*family.config());
  return JudgeStall(in);
}

// Two files from the stop.
bool NearStop(const FamilyState& family) {
  const int stop = family.config()->options.level0_stop_writes_trigger;
  return family.stall.cause == StallVerdict::kL0Depth &&
         family.stall.value + 2 >= static_cast<uint64_t>(stop);
}

}  // namespace

StallStep Judge(FamilyState* family) {
  const CfConfig& config = *family->config();
  const CompactionPolicy& policy = PolicyFor(config.options.compaction_style);
  StallStep step;
  step.previous_backlog = family->pending_bytes;
  const LevelTargets targets = LevelTargets::Of(*family->tree(), config.options, &config);
  family->pending_bytes = policy.Debt(*family->tree(), config, family->map(), targets);
  step.previous = std::exchange(family->stall, VerdictOn(*family, policy));
  const StallVerdict& now = family->stall;
  step.pressed = now.kind != StallVerdict::kNone || NearSlowdown(*family);
  step.flush_first = FlushGoesFirst(*family);
  step.changed = now.kind != step.previous.kind || now.cause != step.previous.cause;
  if (now.kind == StallVerdict::kDelay) {
    step.rate = StallStep::kAdapt;
    // Just out of a stop counts as near the next one.
    step.near_stop = NearStop(*family) || step.previous.kind == StallVerdict::kStop;
  } else if (now.kind == StallVerdict::kNone && step.previous.kind == StallVerdict::kDelay) {
    step.rate = StallStep::kEnded;
  }
  return step;
}

StallVerdict Forgive(FamilyState* family) { return std::exchange(family->stall, StallVerdict()); }

}  // namespace ROCKSDB_NAMESPACE
