// Leveled compaction: see leveled_policy.h.
#include "compaction/leveled_policy.h"

#include <algorithm>

#include "bucket/l0_picker.h"
#include "compaction/aged_files.h"
#include "compaction/level_inputs.h"
#include "compaction/patience.h"
#include "compaction/pick_completion.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// With buckets off, a job from the base level that starts while level 0 waits for the base level
// would make it wait longer still.
bool WouldStarveL0(const PickContext& ctx, bool l0_blocked, int level) {
  return l0_blocked && ctx.map == nullptr && level == ctx.targets.base_level;
}

// A level may be due that is within its target: it drains.
bool IsDue(const PickContext& ctx, const LevelScore& level) {
  if (level.score < 1) return false;
  if (level.level == 0) return true;
  const uint64_t target = ctx.targets.bytes[static_cast<size_t>(level.level)];
  return level.idle <= target || level.idle >= PatientBytes(ctx, level.level);
}

std::optional<CompactionPick> FromL0Pick(const PickContext& ctx, L0Pick&& l0) {
  CompactionPick pick;
  pick.tree = ctx.tree;
  pick.reason = CompactionReason::kLevelL0FilesNum;
  pick.score = l0.weight;
  pick.bucket = l0.bucket;
  pick.output_level = l0.intra_l0 ? 0 : ctx.targets.base_level;
  pick.inputs.push_back(CompactionPick::Inputs{0, std::move(l0.l0)});
  if (!l0.base.empty()) {
    pick.inputs.push_back(CompactionPick::Inputs{pick.output_level, std::move(l0.base)});
  }
  CompletePick(ctx, &pick);
  return pick;
}

std::optional<CompactionPick> FromL0(const PickContext& ctx, const LevelScore& due) {
  auto l0 = PickL0ToBase(ctx.l0(), due.by_size);
  if (!l0) return std::nullopt;
  return FromL0Pick(ctx, std::move(*l0));
}

std::optional<CompactionPick> WithinL0(const PickContext& ctx) {
  auto l0 = PickIntraL0(ctx.l0());
  if (!l0) return std::nullopt;
  return FromL0Pick(ctx, std::move(*l0));
}

// Round-robin must not skip a busy file: it takes the next file in turn or none.
bool OnlyFirst(const PickContext& ctx) { return ctx.options().compaction_pri == kRoundRobin; }

std::optional<CompactionPick> FromLevel(const PickContext& ctx, int level) {
  const FileList& files = ctx.tree->files(level);
  for (uint32_t i : OrderByPriority(ctx, level)) {
    if (ctx.held().Holds(*files[i]) && !OnlyFirst(ctx)) continue;
    auto pick =
        BuildDownward(ctx, level, {files[i]}, level + 1, CompactionReason::kLevelMaxLevelSize);
    if (pick || OnlyFirst(ctx)) return pick;
  }
  return std::nullopt;
}

std::optional<CompactionPick> ByScore(const PickContext& ctx, bool* l0_blocked) {
  for (const LevelScore& due : ScoreLevels(ctx.l0(), *ctx.config, ctx.targets)) {
    // Sorted: none of the rest is due.
    if (due.score < 1) break;
    if (!IsDue(ctx, due) || WouldStarveL0(ctx, *l0_blocked, due.level)) continue;
    auto pick = due.level == 0 ? FromL0(ctx, due) : FromLevel(ctx, due.level);
    if (pick) {
      pick->score = due.score;
      return pick;
    }
    if (due.level == 0) *l0_blocked = true;
  }
  return std::nullopt;
}

// Jobs that the excess of a level over what it may hold is worth, by whole files.
size_t JobsForExcess(const PickContext& ctx, const LevelScore& due) {
  const uint64_t most = PatientBytes(ctx, due.level);
  if (due.idle <= most) return 1;
  const uint64_t file = ctx.config->MaxFileSizeForLevel(due.level, ctx.targets.base_level);
  return 1 + static_cast<size_t>((due.idle - most) / std::max<uint64_t>(1, file));
}

class Leveled final : public CompactionPolicy {
 public:
  std::optional<CompactionPick> Pick(const PickContext& ctx) const override {
    if (ctx.l0().any_exclusive()) return std::nullopt;
    bool l0_blocked = false;
    if (auto pick = ByScore(ctx, &l0_blocked)) return pick;
    // Only while level 0 is blocked: a job out of level 0 rewrites the same data again.
    if (l0_blocked) {
      if (auto pick = WithinL0(ctx)) return pick;
    }
    return PickAged(ctx);
  }

  bool Needs(const PickContext& ctx) const override {
    const auto scores = ScoreLevels(ctx.l0(), *ctx.config, ctx.targets);
    return scores.front().score >= 1 || AnyAged(ctx);
  }

  // Counts a little more than can start, where jobs meet.
  size_t Eligible(const PickContext& ctx, size_t limit) const override {
    if (limit < 2) return limit;
    size_t jobs = 0;
    for (const LevelScore& due : ScoreLevels(ctx.l0(), *ctx.config, ctx.targets)) {
      if (due.score < 1 || jobs >= limit) break;
      if (!IsDue(ctx, due)) continue;
      if (due.level > 0) {
        jobs += JobsForExcess(ctx, due);
        continue;
      }
      jobs += EligibleL0Jobs(ctx.l0(), limit, due.by_size);
    }
    if (jobs == 0 && AnyAged(ctx)) jobs = 1;
    return std::min(jobs, limit);
  }

  uint64_t Debt(const TreeVersion& tree, const CfConfig& config, const BucketMap* map,
                const LevelTargets& targets) const override {
    return PendingCompactionBytes(tree, config, map, targets);
  }
};

}  // namespace

const CompactionPolicy& LeveledPolicy() {
  static const Leveled policy;
  return policy;
}

}  // namespace ROCKSDB_NAMESPACE
