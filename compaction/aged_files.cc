// Compactions for a file's sake: see aged_files.h.
#include "compaction/aged_files.h"

#include <algorithm>
#include <functional>

#include "compaction/level_inputs.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// One reason of the table in the header. `possible` looks at a level's summary, so that a tree
// without such a file costs a few comparisons a level and no walk over files.
struct Rule {
  CompactionReason reason;
  bool downward;  // unless the file is on the deepest level
  std::function<bool(int level, const FileMeta& f)> applies;
  std::function<bool(const LevelSummary&)> possible;  // false: no file of the level can qualify
};

bool PastTtl(const PickContext& ctx, int level, const FileMeta& f) {
  // Below the deepest level with data it would meet nothing, there and on the levels under it.
  return level < ctx.tree->deepest_level() && ctx.Older(f.oldest_ancestor_time, ctx.options().ttl);
}

bool Marked(const PickContext& ctx, int level, const FileMeta& f) {
  // On the deepest level there is nothing below to merge with.
  return f.marked_for_compaction && level < ctx.tree->deepest_level();
}

bool HasDeletions(const FileMeta& f) {
  return f.stats_known && f.num_deletions > 1 && f.largest_seqno > 0;
}

// A file with more than one deletion: rewriting leaves none, so a file is not picked twice. Its
// newest record must be older than the oldest snapshot, else the rewrite could drop nothing.
bool Droppable(const PickContext& ctx, int level, const FileMeta& f) {
  const uint64_t delay = ctx.options().bottommost_file_compaction_delay;
  return level > 0 && !ctx.config->allow_ingest_behind && HasDeletions(f) &&
         f.largest_seqno < ctx.oldest_snapshot &&
         (delay == 0 || ctx.Older(f.creation_time, delay)) &&
         ctx.tree->NothingBelow(level, UserRange::Of(f));
}

bool PastPeriod(const PickContext& ctx, const FileMeta& f) {
  return ctx.Older(f.creation_time, ctx.options().periodic_compaction_seconds);
}

std::vector<Rule> Rules(const PickContext& ctx) {
  return {
      {CompactionReason::kTtl, true,
       [&ctx](int level, const FileMeta& f) { return PastTtl(ctx, level, f); },
       [&ctx](const LevelSummary& s) { return ctx.Older(s.oldest_ancestor, ctx.options().ttl); }},
      {CompactionReason::kFilesMarkedForCompaction, true,
       [&ctx](int level, const FileMeta& f) { return Marked(ctx, level, f); },
       [](const LevelSummary& s) { return s.any_marked; }},
      {CompactionReason::kBottommostFiles, false,
       [&ctx](int level, const FileMeta& f) { return Droppable(ctx, level, f); },
       [](const LevelSummary& s) { return s.any_deletions; }},
      {CompactionReason::kPeriodicCompaction, ctx.options().level_compaction_dynamic_level_bytes,
       [&ctx](int, const FileMeta& f) { return PastPeriod(ctx, f); },
       [&ctx](const LevelSummary& s) {
         const uint64_t period = ctx.options().periodic_compaction_seconds;
         return ctx.Older(s.oldest_creation, period);
       }},
  };
}

std::optional<CompactionPick> Build(const PickContext& ctx, const Rule& rule, int level,
                                    uint32_t index) {
  const FilePtr& f = ctx.tree->files(level)[index];
  if (level == 0) return BuildFromL0File(ctx, index, rule.reason);
  if (!rule.downward || level == ctx.tree->deepest_level())
    return BuildInPlace(ctx, level, f, rule.reason);
  return BuildDownward(ctx, level, {f}, std::max(level + 1, ctx.targets.base_level), rule.reason);
}

// Calls fn(rule, level, index) for each idle file a rule applies to, until it returns true.
template <typename Fn>
bool Visit(const PickContext& ctx, Fn fn) {
  for (const Rule& rule : Rules(ctx)) {
    for (int level = 0; level < ctx.tree->num_levels(); ++level) {
      if (!rule.possible(ctx.tree->summary(level))) continue;
      const FileList& files = ctx.tree->files(level);
      for (uint32_t i = 0; i < files.size(); ++i) {
        if (ctx.held().Holds(*files[i]) || !rule.applies(level, *files[i])) continue;
        if (fn(rule, level, i)) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<CompactionPick> PickAged(const PickContext& ctx) {
  std::optional<CompactionPick> pick;
  Visit(ctx, [&](const Rule& rule, int level, uint32_t index) {
    pick = Build(ctx, rule, level, index);
    return pick.has_value();
  });
  return pick;
}

bool AnyAged(const PickContext& ctx) {
  return Visit(ctx, [](const Rule&, int, uint32_t) { return true; });
}

// Whether something lies below is left to the pick: this is only a reason to look.
SequenceNumber FirstHeldBack(const TreeVersion& tree, const CfConfig& config,
                             SequenceNumber oldest_snapshot) {
  SequenceNumber first = kLargestSequence;
  const ColumnFamilyOptions& options = config.options;
  if (config.allow_ingest_behind || options.compaction_style != kCompactionStyleLevel ||
      options.disable_auto_compactions) {
    return first;
  }
  for (int level = 1; level < tree.num_levels(); ++level) {
    if (!tree.summary(level).any_deletions) continue;
    for (const FilePtr& f : tree.files(level)) {
      if (HasDeletions(*f) && f->largest_seqno >= oldest_snapshot)
        first = std::min(first, f->largest_seqno);
    }
  }
  return first;
}

}  // namespace ROCKSDB_NAMESPACE
