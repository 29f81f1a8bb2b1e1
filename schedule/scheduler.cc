// Turns, limits and the plan of each family; see the header.
#include "schedule/scheduler.h"

#include <algorithm>
#include <utility>

#include "bucket/l0_picker.h"
#include "compaction/picker.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Only the rule about tombstones in the lower levels looks at snapshots (compaction/aged_files.h).
// Without such files a plan outlives new snapshots, and the writes that count as one.
bool SnapshotsMatter(const FamilyState& family) {
  const TreeVersion& tree = *family.tree();
  for (int level = 1; level < tree.num_levels(); ++level) {
    if (tree.summary(level).any_deletions) return true;
  }
  return false;
}

bool SameQuestion(const PickPlan& plan, const PickPlan& asked) {
  return plan.now_seconds == asked.now_seconds && plan.oldest_snapshot == asked.oldest_snapshot &&
         plan.pace == asked.pace && plan.most_leaving == asked.most_leaving &&
         plan.flush_first == asked.flush_first &&
         plan.max_subcompactions == asked.max_subcompactions;
}

// The plan for the present state, with eligible jobs counted up to `limit` at least. REQUIRES:
// limit > 0.
PickPlan* PlanOf(FamilyState* family, const Machine& machine, size_t limit) {
  const PickContext ctx = MakePickContext(*family, machine);
  PickPlan asked;
  asked.now_seconds = machine.now_seconds;
  asked.oldest_snapshot = SnapshotsMatter(*family) ? machine.oldest_snapshot : 0;
  asked.pace = ctx.pace;
  asked.most_leaving = ctx.most_leaving;
  asked.flush_first = ctx.flush_first;
  asked.max_subcompactions = ctx.max_subcompactions;
  std::optional<PickPlan>& plan = family->plan();
  const CompactionPolicy& policy = PolicyFor(ctx.options().compaction_style);
  if (!plan || !SameQuestion(*plan, asked)) {
    // A real pick, not an estimate: an estimate that is wrong at zero would wake threads for ever.
    asked.pick = policy.Pick(ctx);
    plan = std::move(asked);
  }
  // A count below its bound is exact, whatever the bound.
  if (plan->pick && plan->eligible == plan->counted_to && plan->counted_to < limit) {
    plan->eligible = std::max<size_t>(1, policy.Eligible(ctx, limit));
    plan->counted_to = limit;
  }
  return &*plan;
}

// Jobs that could start now beside those that run, counted up to `limit` (hazard 13).
size_t CountEligible(Scheduler::Families families, const Machine& machine, size_t limit) {
  size_t total = 0;
  for (FamilyState* family : families) {
    if (total >= limit) break;
    if (!family->MayCompact()) continue;
    total += std::min(limit - total, PlanOf(family, machine, limit - total)->eligible);
  }
  return total;
}

bool IsDue(const FamilyState* family) {
  return family->flushes.running == 0 && family->NeedsFlush();
}

// Round robin by id: a family that always has work must not starve the others. The number of
// families when there is none behind.
size_t FirstBehind(Scheduler::Families families, uint32_t last) {
  const auto after =
      std::upper_bound(families.begin(), families.end(), last,
                       [](uint32_t id, const FamilyState* family) { return id < family->id(); });
  return static_cast<size_t>(after - families.begin());
}

bool SharedDevice(const Machine& machine) {
  if (machine.useful_threads == UsefulThreads::kUnknown) return machine.direct_writes;
  return machine.useful_threads != UsefulThreads::kNoLimit;
}

}  // namespace

PickContext MakePickContext(const FamilyState& family, const Machine& machine) {
  const CfConfig& config = *family.config();
  // With one bucket levels that wait for Level 0 win nothing: it has no other job to give.
  const BucketMap* const map = family.buckets()->size() > 1 ? family.map() : nullptr;
  PickContext ctx = PickContext::Of(family.tree(), config, map, family.running());
  ctx.cursors = &family.cursors();
  ctx.now_seconds = machine.now_seconds;
  ctx.oldest_snapshot = machine.oldest_snapshot;
  ctx.pace = JobsAtTheTrigger(machine.processors, static_cast<uint32_t>(machine.limits.compactions),
                              machine.merge_demand);
  if (ctx.map != nullptr && SharedDevice(machine)) {
    // One of them is the flush.
    ctx.most_leaving = std::max<uint32_t>(2, machine.useful_threads) - 1;
    ctx.pace = std::min(ctx.pace, ctx.most_leaving);
  }
  ctx.flush_first =
      ctx.map != nullptr &&
      (FlushHasDevice(ctx.most_leaving) ? family.FlushIsAtWork() : family.WritersWaitForFlush());
  ctx.max_subcompactions = std::max<uint32_t>(1, machine.max_subcompactions);
  return ctx;
}

Calls Scheduler::Wanted(Families families, const Machine& machine, const Load& load) {
  Calls calls;
  // One call for each family that waits, not for each memtable: a flush takes all that are sealed.
  const auto due = machine.atomic_flush
                       ? static_cast<int>(AnyFlushDue(families, true))
                       : static_cast<int>(std::count_if(families.begin(), families.end(), IsDue));
  const int idle_flushes = machine.limits.flushes - load.queued_flushes - load.running_flushes;
  calls.flushes = std::max(0, std::min(idle_flushes, due - load.queued_flushes));
  const int idle = machine.limits.compactions - load.queued_compactions - load.running_compactions;
  if (idle <= 0) return calls;
  // Eligible jobs are those beside the running ones; queued calls, which have not picked yet, will
  // take theirs from the same number. More than `most` could not start anyhow.
  const auto most = static_cast<size_t>(machine.limits.compactions - load.running_compactions);
  const auto eligible = static_cast<int>(CountEligible(families, machine, most));
  calls.compactions = std::max(0, std::min(idle, eligible - load.queued_compactions));
  return calls;
}

bool Scheduler::AnyFlushDue(Families families, bool together) {
  if (together && std::any_of(families.begin(), families.end(),
                              [](const FamilyState* one) { return one->flushes.running > 0; }))
    return false;
  return std::any_of(families.begin(), families.end(), IsDue);
}

FamilyState* Scheduler::NextFlush(Families families, bool together) {
  if (!AnyFlushDue(families, together)) return nullptr;
  const size_t first = last_flushed_ ? FirstBehind(families, *last_flushed_) : 0;
  for (size_t i = first;; i = (i + 1) % families.size()) {
    FamilyState* const family = families[i % families.size()];
    if (!IsDue(family)) continue;
    last_flushed_ = family->id();
    return family;
  }
}

std::optional<Scheduler::Choice> Scheduler::NextCompaction(Families families,
                                                           const Machine& machine) {
  const size_t first = FirstBehind(families, last_compacted_);
  for (size_t i = 0; i < families.size(); ++i) {
    FamilyState* family = families[(first + i) % families.size()];
    if (!family->MayCompact()) continue;
    PickPlan* plan = PlanOf(family, machine, 1);
    if (!plan->pick) continue;
    last_compacted_ = family->id();
    Choice choice{family, std::move(*plan->pick)};
    family->plan().reset();
    return choice;
  }
  return std::nullopt;
}

bool Scheduler::AnyDue(Families families, const Machine& machine) {
  return AnyFlushDue(families, machine.atomic_flush) || CountEligible(families, machine, 1) > 0;
}

}  // namespace ROCKSDB_NAMESPACE
