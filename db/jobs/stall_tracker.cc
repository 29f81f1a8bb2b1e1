// Stall verdicts over time. Judging is pure and cheap, so it is done after every change, under the
// state lock; what it leads to outside (LOG, listeners) is put off to Announce.
#include "db/jobs/stall_tracker.h"

#include <algorithm>

#include "compaction/picker.h"
#include "db/write/write_path.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

WriteStallCondition ConditionOf(const StallVerdict& v) {
  if (v.kind == StallVerdict::kStop) return WriteStallCondition::kStopped;
  return v.kind == StallVerdict::kDelay ? WriteStallCondition::kDelayed
                                        : WriteStallCondition::kNormal;
}

}  // namespace

StallCause CauseOf(const StallVerdict& v) {
  if (v.cause == StallVerdict::kMemtables) return StallCause::kMemtables;
  return v.cause == StallVerdict::kL0Depth ? StallCause::kL0 : StallCause::kPendingBytes;
}

WriteController::State StallTracker::StateOf(const StallVerdict& v) {
  if (v.kind == StallVerdict::kStop) return WriteController::kStopped;
  return v.kind == StallVerdict::kDelay ? WriteController::kDelayed : WriteController::kNormal;
}

// How often, not how long: once for each change of kind or cause.
void StallTracker::Count(ColumnFamily* family, const StallVerdict& verdict) {
  const auto cause = static_cast<size_t>(CauseOf(verdict));
  if (verdict.kind == StallVerdict::kStop)
    family->stats.stops[cause].fetch_add(1, std::memory_order_relaxed);
  if (verdict.kind == StallVerdict::kDelay)
    family->stats.slowdowns[cause].fetch_add(1, std::memory_order_relaxed);
  if (verdict.cause != StallVerdict::kL0Depth || !verdict.clearing_job) return;
  auto& clearing = verdict.kind == StallVerdict::kStop ? family->stats.l0_stops_clearing
                                                       : family->stats.l0_slowdowns_clearing;
  clearing.fetch_add(1, std::memory_order_relaxed);
}

// Near a slow-down: a quarter of the way in Level 0's depth or in pending bytes.
void StallTracker::NotePressure(const ColumnFamily& family, const StallVerdict& verdict) {
  const ColumnFamilyOptions& o = family.config->options;
  bool pressed = verdict.kind != StallVerdict::kNone;
  if (!o.disable_auto_compactions && o.level0_file_num_compaction_trigger >= 0) {
    // In stock's way, with depth in place of the file count (hazard 14).
    const int64_t trigger = o.level0_file_num_compaction_trigger;
    const int64_t depth =
        std::min(2 * trigger, trigger + (o.level0_slowdown_writes_trigger - trigger) / 4);
    pressed |= static_cast<int64_t>(family.tree->l0().MaxDepth()) >= std::max<int64_t>(depth, 1);
    pressed |= o.soft_pending_compaction_bytes_limit > 0 &&
               family.pending_compaction_bytes >= o.soft_pending_compaction_bytes_limit / 4;
  }
  if (pressed) {
    pressed_.insert(family.id);
  } else {
    pressed_.erase(family.id);
  }
  parts_.controller->SetPressed(!pressed_.empty());
}

void StallTracker::Update(const FamilyPtr& family) {
  // Forget has taken it out of the controller's sums for good.
  if (family->dropped) return;
  const CfConfig& config = *family->config;
  const CompactionPolicy& policy = PolicyFor(config.options.compaction_style);
  const BucketMap* map = config.bucketized ? family->buckets.get() : nullptr;
  const LevelTargets targets = LevelTargets::Of(*family->tree, config.options, &config);
  // Whether the backlog grows decides about the rate.
  const uint64_t before = family->pending_compaction_bytes;
  family->pending_compaction_bytes = policy.Debt(*family->tree, config, map, targets);
  StallInput in;
  in.tree = family->tree.get();
  in.map = map;
  in.jobs = &family->running;
  // Those being flushed count as well: their memory is not free yet.
  in.unflushed_memtables = static_cast<int>(family->imm.size());
  in.pending_bytes = family->pending_compaction_bytes;
  in.limits = policy.Limits(config);
  StallVerdict verdict = JudgeStall(in);
  NotePressure(*family, verdict);
  const StallVerdict previous = std::move(family->stall);
  if (verdict.kind == StallVerdict::kDelay) {
    // Two files from the stop, or just out of one: brake harder than usual.
    const bool near =
        verdict.cause == StallVerdict::kL0Depth &&
        verdict.value + 2 >= static_cast<uint64_t>(config.options.level0_stop_writes_trigger);
    parts_.controller->AdaptRate(family->pending_compaction_bytes, before,
                                 near || previous.kind == StallVerdict::kStop);
  } else if (verdict.kind == StallVerdict::kNone && previous.kind == StallVerdict::kDelay) {
    parts_.controller->StallEnded();
  }
  if (verdict.kind != previous.kind || verdict.cause != previous.cause) {
    // Also a new cause of the same kind: people are told what holds writers up now.
    Count(family.get(), verdict);
    parts_.controller->FamilyChanged(StateOf(previous), StateOf(verdict));
    Change change;
    change.info.cf_name = family->name;
    change.info.condition.cur = ConditionOf(verdict);
    change.info.condition.prev = ConditionOf(previous);
    change.text = Describe(verdict, true);
    changes_.push_back(std::move(change));
    // The next leader must look, also where the state was normal before.
    parts_.writes->RaiseAttention();
  }
  family->stall = std::move(verdict);
  // By the controller's state, not by this family's verdict: another may still stop writers.
  if (parts_.controller->state() != WriteController::kStopped) parts_.writes->SignalStall();
}

void StallTracker::Forget(const FamilyPtr& family) {
  parts_.controller->FamilyChanged(StateOf(family->stall), WriteController::kNormal);
  family->stall = StallVerdict();
  pressed_.erase(family->id);
  parts_.controller->SetPressed(!pressed_.empty());
  parts_.writes->SignalStall();
}

// To each family with a verdict in force now, by its cause; sums over families may exceed the time.
void StallTracker::Charge(uint64_t micros) {
  bool by_depth = false;
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->stall.kind == StallVerdict::kNone) continue;
    const auto cause = static_cast<size_t>(CauseOf(family->stall));
    family->stats.stall_micros[cause].fetch_add(micros, std::memory_order_relaxed);
    by_depth |= family->stall.cause == StallVerdict::kL0Depth;
  }
  if (by_depth) RecordTick(parts_.context.stats, BUCKET_STALL_MICROS, micros);
}

void StallTracker::Announce() {
  std::vector<Change> mine;
  {
    StateLock lock(&parts_.context.mutex);
    // In the order in which they came. Two announcers at once may interleave.
    mine.swap(changes_);
  }
  for (const Change& change : mine) {
    LogWarn(parts_.context.info_log.get(), "[%s] Writers: %s", change.info.cf_name.c_str(),
            change.text.c_str());
    parts_.events->Write(parts_.events->Begin()
                             .Text("event", "stall_changed")
                             .Text("cf_name", change.info.cf_name)
                             .Text("verdict", change.text));
    // Listeners have no field for the cause, so a change of it alone is no news to them.
    if (change.info.condition.cur != change.info.condition.prev)
      parts_.events->StallChanged(change.info);
  }
}

}  // namespace ROCKSDB_NAMESPACE
