// When levels wait for level 0: see patience.h.
#include "compaction/patience.h"

#include <algorithm>
#include <cmath>

#include "bucket/l0_picker.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Level 0 has a bucket that is due, or a job that leaves it.
bool L0HasWork(const PickContext& ctx) {
  const auto trigger = std::max(1, ctx.options().level0_file_num_compaction_trigger);
  if (ctx.l0().MaxWeight() >= static_cast<size_t>(trigger)) return true;
  return std::any_of(ctx.jobs->begin(), ctx.jobs->end(),
                     [](const RunningJob& job) { return job.start_level == 0; });
}

// As many jobs run, or could leave level 0 now, as keep the processors busy.
bool ThreadsAreBusy(const PickContext& ctx) {
  if (ctx.pace == 0) return false;
  const size_t running = ctx.jobs->size();
  if (running >= ctx.pace) return true;
  const size_t idle = ctx.pace - running;
  return EligibleL0Jobs(ctx.l0(), idle) >= idle;
}

// The same part of a limit as that from which the database counts as pressed
// (schedule/stall_rules.cc). A limit of 0 is none.
bool OwesMuch(const PickContext& ctx) {
  constexpr uint64_t kNone = UINT64_MAX;
  const uint64_t soft = ctx.options().soft_pending_compaction_bytes_limit;
  const uint64_t hard = ctx.options().hard_pending_compaction_bytes_limit;
  const uint64_t limit = std::min(soft > 0 ? soft : kNone, hard > 0 ? hard : kNone);
  return limit != kNone &&
         PendingCompactionBytes(*ctx.tree, *ctx.config, ctx.map, ctx.targets) >= limit / 4;
}

double MeanOfNeighbours(const PickContext& ctx, int level) {
  const int above = level == ctx.targets.base_level ? 0 : level - 1;
  return std::sqrt(static_cast<double>(ctx.tree->level_bytes(above)) *
                   static_cast<double>(ctx.tree->level_bytes(level + 1)));
}

}  // namespace

uint64_t PatientBytes(const PickContext& ctx, int level) {
  const uint64_t target = ctx.targets.bytes[static_cast<size_t>(level)];
  if (ctx.map == nullptr) return target;
  const uint64_t twice = target > UINT64_MAX / 2 ? UINT64_MAX : 2 * target;
  const bool others = ctx.pace > 0 && ctx.jobs->size() >= ctx.pace;
  uint64_t most = ctx.flush_first || others ? twice : target;
  if (L0HasWork(ctx) && ThreadsAreBusy(ctx)) {
    const auto mean = static_cast<uint64_t>(MeanOfNeighbours(ctx, level));
    most = std::max(most, level == ctx.targets.base_level ? mean : std::min(mean, twice));
  }
  // Last, for it walks over level 0.
  return most > target && OwesMuch(ctx) ? target : most;
}

}  // namespace ROCKSDB_NAMESPACE
