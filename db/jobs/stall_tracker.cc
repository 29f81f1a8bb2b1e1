// Carries out what the stall rules say. Judging is cheap, so it follows every change, under the
// state lock; LOG and listeners hear of it in Announce, without the lock.
#include "db/jobs/stall_tracker.h"

#include "db/write/write_path.h"
#include "schedule/stall_rules.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

WriteStallCondition ConditionOf(const StallVerdict& v) {
  if (v.kind == StallVerdict::kStop) return WriteStallCondition::kStopped;
  return v.kind == StallVerdict::kDelay ? WriteStallCondition::kDelayed
                                        : WriteStallCondition::kNormal;
}

WriteStallCause PublicCauseOf(const StallVerdict& v) {
  if (v.kind == StallVerdict::kNone) return WriteStallCause::kNone;
  switch (CauseOf(v)) {
    case StallCause::kMemtables:
      return WriteStallCause::kMemtableLimit;
    case StallCause::kL0:
      return WriteStallCause::kL0FileCountLimit;
    default:
      return WriteStallCause::kPendingCompactionBytes;
  }
}

WriteStallDetails DetailsOf(const std::string& family, const StallVerdict& previous,
                            const StallVerdict& current) {
  WriteStallDetails d;
  d.cf_name = family;
  d.prev = ConditionOf(previous);
  d.cur = ConditionOf(current);
  d.cause = PublicCauseOf(current);
  d.value = current.value;
  d.limit = current.limit;
  if (d.cause != WriteStallCause::kL0FileCountLimit) return d;
  d.bucket = current.bucket;
  d.has_begin = current.has_begin;
  d.has_end = current.has_end;
  d.begin = current.begin;
  d.end = current.end;
  d.being_cleared = current.clearing_job.has_value();
  return d;
}

WriteController::State StateOf(const StallVerdict& v) {
  if (v.kind == StallVerdict::kStop) return WriteController::kStopped;
  return v.kind == StallVerdict::kDelay ? WriteController::kDelayed : WriteController::kNormal;
}

}  // namespace

StallCause CauseOf(const StallVerdict& v) {
  if (v.cause == StallVerdict::kMemtables) return StallCause::kMemtables;
  return v.cause == StallVerdict::kL0Depth ? StallCause::kL0 : StallCause::kPendingBytes;
}

// How often, not how long: once for each change of kind or cause.
void StallTracker::Count(ColumnFamily* family, const StallVerdict& verdict) {
  const auto cause = static_cast<size_t>(CauseOf(verdict));
  if (verdict.kind == StallVerdict::kStop)
    family->stats().stops[cause].fetch_add(1, std::memory_order_relaxed);
  if (verdict.kind == StallVerdict::kDelay)
    family->stats().slowdowns[cause].fetch_add(1, std::memory_order_relaxed);
  if (verdict.cause != StallVerdict::kL0Depth || !verdict.clearing_job) return;
  auto& clearing = verdict.kind == StallVerdict::kStop ? family->stats().l0_stops_clearing
                                                       : family->stats().l0_slowdowns_clearing;
  clearing.fetch_add(1, std::memory_order_relaxed);
}

void StallTracker::SetPressed(uint32_t family, bool pressed) {
  if (pressed) {
    pressed_.insert(family);
  } else {
    pressed_.erase(family);
  }
  parts_.controller->SetPressed(!pressed_.empty());
}

void StallTracker::Update(const FamilyPtr& family) {
  // Forget has taken it out of the controller's sums for good.
  if (family->dropped) return;
  FamilyState& state = family->state();
  const StallStep step = Judge(&state);
  SetPressed(family->id, step.pressed);
  right_of_way_.Set(family->id, step.flush_first);
  if (step.rate == StallStep::kAdapt)
    parts_.controller->AdaptRate(state.pending_bytes, step.previous_backlog, step.near_stop);
  if (step.rate == StallStep::kEnded) parts_.controller->StallEnded();
  if (step.changed) {
    Count(family.get(), state.stall);
    parts_.controller->FamilyChanged(StateOf(step.previous), StateOf(state.stall));
    Change change;
    change.details = DetailsOf(family->name, step.previous, state.stall);
    change.text = Describe(state.stall, true);
    changes_.push_back(std::move(change));
    // The next leader must look, also where the state was normal before.
    parts_.writes->RaiseAttention();
  }
  // By the controller's state, not by this family's verdict: another may still stop writers.
  if (parts_.controller->state() != WriteController::kStopped) parts_.writes->SignalStall();
}

void StallTracker::Forget(const FamilyPtr& family) {
  parts_.controller->FamilyChanged(StateOf(Forgive(&family->state())), WriteController::kNormal);
  SetPressed(family->id, false);
  right_of_way_.Set(family->id, false);
  parts_.writes->SignalStall();
}

// To each family with a verdict in force now, by its cause; sums over families may exceed the time.
void StallTracker::Charge(uint64_t micros) {
  bool by_depth = false;
  for (const auto& [id, family] : parts_.families.all()) {
    const StallVerdict& stall = family->state().stall;
    if (stall.kind == StallVerdict::kNone) continue;
    const auto cause = static_cast<size_t>(CauseOf(stall));
    family->stats().stall_micros[cause].fetch_add(micros, std::memory_order_relaxed);
    by_depth |= stall.cause == StallVerdict::kL0Depth;
  }
  if (by_depth) RecordTick(parts_.context.stats, BUCKET_STALL_MICROS, micros);
}

void StallTracker::Announce() {
  StateLock lock(&parts_.context.mutex);
  if (announcing_) return;
  announcing_ = true;
  while (!changes_.empty()) {
    std::vector<Change> mine;
    mine.swap(changes_);
    StateUnlock unlock(&parts_.context.mutex);
    for (const Change& change : mine) Tell(change);
  }
  announcing_ = false;
}

void StallTracker::Tell(const Change& change) const {
  LogWarn(parts_.context.info_log.get(), "[%s] Writers: %s", change.details.cf_name.c_str(),
          change.text.c_str());
  parts_.events->Write(parts_.events->Begin()
                           .Text("event", "stall_changed")
                           .Text("cf_name", change.details.cf_name)
                           .Text("verdict", change.text));
  parts_.events->StallChanged(change.details);
}

}  // namespace ROCKSDB_NAMESPACE
