// Universal style: see universal_policy.h.
#include "compaction/universal_policy.h"

#include <algorithm>

#include "bucket/l0_closure.h"
#include "compaction/level_inputs.h"
#include "compaction/pick_completion.h"
#include "compaction/pick_ranges.h"

namespace ROCKSDB_NAMESPACE {

namespace {

struct Run {
  int level = 0;
  FileList files;
  uint64_t bytes = 0;
  bool busy = false;
};

using Runs = std::vector<Run>;

// allow_ingest_behind keeps the last level for data that is ingested below everything.
int LastLevelOf(const CfConfig& config, int num_levels) {
  return std::max(0, num_levels - (config.allow_ingest_behind ? 2 : 1));
}

int LastLevel(const PickContext& ctx) { return LastLevelOf(*ctx.config, ctx.tree->num_levels()); }

Runs ListRuns(const PickContext& ctx) {
  const FilesInJobs& busy = ctx.held();
  Runs runs;
  for (const FilePtr& f : ctx.tree->files(0))
    runs.push_back({0, {f}, f->file_size, busy.Holds(*f)});
  for (int level = 1; level <= LastLevel(ctx); ++level) {
    const FileList& files = ctx.tree->files(level);
    if (files.empty()) continue;
    runs.push_back({level, files, ctx.tree->level_bytes(level), busy.AnyOf(files)});
  }
  return runs;
}

size_t RunLimit(const PickContext& ctx) {
  const int asked = ctx.options().compaction_options_universal.max_read_amp;
  const int trigger = ctx.options().level0_file_num_compaction_trigger;
  return static_cast<size_t>(std::max(1, asked > 0 ? asked : trigger));
}

// Just above the run after the last one taken; level 0 only when that run is in level 0 too.
int OutputLevel(const PickContext& ctx, const Runs& runs, size_t last) {
  // Not the last run's own level: the output goes as deep as it can at once.
  if (last + 1 >= runs.size()) return LastLevel(ctx);
  return std::max(0, runs[last + 1].level - 1);
}

std::vector<CompactionPick::Inputs> InputsOf(const Runs& runs, size_t first, size_t last) {
  std::vector<CompactionPick::Inputs> inputs;
  for (size_t i = first; i <= last; ++i) {
    // Adjacent level-0 runs are one entry of inputs, newest first, as CompactionPick requires.
    if (inputs.empty() || inputs.back().level != runs[i].level) {
      inputs.push_back(CompactionPick::Inputs{runs[i].level, {}});
    }
    FileList& files = inputs.back().files;
    files.insert(files.end(), runs[i].files.begin(), runs[i].files.end());
  }
  return inputs;
}

// compression_size_percent: the oldest data, up to that part of all of it, is compressed; what is
// newer is merged again soon.
bool SparesCompression(const PickContext& ctx, const Runs& runs, size_t last) {
  const int percent = ctx.options().compaction_options_universal.compression_size_percent;
  if (percent < 0 || last + 1 >= runs.size()) return false;
  double all = 0, older = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    all += static_cast<double>(runs[i].bytes);
    if (i > last) older += static_cast<double>(runs[i].bytes);
  }
  return older * 100 >= all * percent;
}

std::optional<CompactionPick> Merge(const PickContext& ctx, const Runs& runs, size_t first,
                                    size_t last, CompactionReason reason) {
  CompactionPick pick;
  pick.tree = ctx.tree;
  pick.reason = reason;
  pick.output_level = OutputLevel(ctx, runs, last);
  pick.inputs = InputsOf(runs, first, last);
  // A job over other runs may be writing to that level.
  if (!OutputFree(ctx, pick.output_level, pick.range())) return std::nullopt;
  CompletePick(ctx, &pick);
  pick.trivial_move =
      pick.trivial_move && ctx.options().compaction_options_universal.allow_trivial_move;
  if (SparesCompression(ctx, runs, last)) pick.compression = kNoCompression;
  // With every older run among the inputs nothing of any key lies below.
  pick.bottommost = last + 1 >= runs.size() && pick.output_level > 0 && !pick.older_may_come;
  return pick;
}

std::optional<CompactionPick> ByAmplification(const PickContext& ctx, const Runs& runs) {
  // Amplification is measured against the oldest run, so that one has to be in the job.
  if (runs.size() < 2 || runs.back().busy) return std::nullopt;
  size_t first = runs.size() - 1;
  uint64_t newer = 0;
  while (first > 0 && !runs[first - 1].busy) newer += runs[--first].bytes;
  const uint64_t limit = ctx.options().compaction_options_universal.max_size_amplification_percent;
  if (first == runs.size() - 1) return std::nullopt;
  const double allowed = static_cast<double>(runs.back().bytes) * static_cast<double>(limit) / 100;
  if (static_cast<double>(newer) < allowed) return std::nullopt;
  return Merge(ctx, runs, first, runs.size() - 1, CompactionReason::kUniversalSizeAmplification);
}

// An idle run from `first` on holds a file past its period. A level's summary spares the walk over
// its files.
bool AnyPastPeriod(const PickContext& ctx, const Runs& runs, size_t first) {
  const auto past = [&](uint64_t created) {
    return ctx.Older(created, ctx.options().periodic_compaction_seconds);
  };
  return std::any_of(runs.begin() + static_cast<ptrdiff_t>(first), runs.end(), [&](const Run& r) {
    if (r.busy || !past(ctx.tree->summary(r.level).oldest_creation)) return false;
    return std::any_of(r.files.begin(), r.files.end(),
                       [&](const FilePtr& f) { return past(f->creation_time); });
  });
}

// All idle runs down to the oldest one, since only there deletions leave. Empty while the oldest
// run is busy, and where the old files lie above a busy run: their turn comes when that job ends.
std::optional<CompactionPick> ByPeriod(const PickContext& ctx, const Runs& runs) {
  if (runs.back().busy) return std::nullopt;
  size_t first = runs.size() - 1;
  while (first > 0 && !runs[first - 1].busy) --first;
  if (!AnyPastPeriod(ctx, runs, first)) return std::nullopt;
  auto pick = Merge(ctx, runs, first, runs.size() - 1, CompactionReason::kPeriodicCompaction);
  // A move would leave the files as old as they are.
  if (pick) pick->trivial_move = false;
  return pick;
}

// Marked and idle. On the deepest level there is nothing below to merge with; level 0 has the last
// level below it even if that is empty.
bool MarkCounts(const PickContext& ctx, int level, const FileMeta& f) {
  return f.marked_for_compaction && !ctx.held().Holds(f) &&
         (level == 0 || level < std::min(LastLevel(ctx), ctx.tree->deepest_level()));
}

// The level of the next older run; the last level when there is none.
int LevelBelow(const PickContext& ctx, int level) {
  for (int below = level + 1; below < LastLevel(ctx); ++below) {
    if (!ctx.tree->files(below).empty()) return below;
  }
  return LastLevel(ctx);
}

// A marked file of level 0 with all older files it overlaps there, to the next run below.
std::optional<CompactionPick> MarkedFromL0(const PickContext& ctx, uint32_t index) {
  L0PickInput in = MakeL0Input(*ctx.tree, *ctx.config, nullptr, *ctx.jobs, ctx.targets);
  in.base_level = LevelBelow(ctx, 0);
  const L0View view(in);
  L0Closure closure(view);
  if (!closure.TryAdd(index)) return std::nullopt;
  CompactionPick pick;
  pick.tree = ctx.tree;
  pick.reason = CompactionReason::kFilesMarkedForCompaction;
  pick.output_level = in.base_level;
  pick.inputs.push_back(CompactionPick::Inputs{0, closure.Files()});
  if (!closure.base().empty()) {
    pick.inputs.push_back(CompactionPick::Inputs{in.base_level, closure.base()});
  }
  CompletePick(ctx, &pick);
  return pick;
}

// With a single level a marked run is merged with all older ones.
std::optional<CompactionPick> MarkedRunOfOneLevel(const PickContext& ctx, const Runs& runs,
                                                  uint32_t index) {
  const bool busy =
      std::any_of(runs.begin() + index, runs.end(), [](const Run& r) { return r.busy; });
  if (busy || index + 1 >= runs.size()) return std::nullopt;
  return Merge(ctx, runs, index, runs.size() - 1, CompactionReason::kFilesMarkedForCompaction);
}

std::optional<CompactionPick> TakeMarked(const PickContext& ctx, const Runs& runs, int level,
                                         uint32_t index) {
  if (LastLevel(ctx) == 0) return MarkedRunOfOneLevel(ctx, runs, index);
  auto pick = level == 0 ? MarkedFromL0(ctx, index)
                         : BuildDownward(ctx, level, {ctx.tree->files(level)[index]},
                                         LevelBelow(ctx, level),
                                         CompactionReason::kFilesMarkedForCompaction);
  if (pick) pick->trivial_move &= ctx.options().compaction_options_universal.allow_trivial_move;
  return pick;
}

// As in leveled compaction: a marked file and what it overlaps in the next run, not whole runs.
std::optional<CompactionPick> ByMark(const PickContext& ctx, const Runs& runs) {
  for (int level = 0; level <= LastLevel(ctx); ++level) {
    if (!ctx.tree->summary(level).any_marked) continue;
    const FileList& files = ctx.tree->files(level);
    for (uint32_t i = 0; i < files.size(); ++i) {
      if (!MarkCounts(ctx, level, *files[i])) continue;
      if (auto pick = TakeMarked(ctx, runs, level, i)) return pick;
    }
  }
  return std::nullopt;
}

bool AnyMarked(const PickContext& ctx) {
  for (int level = 0; level <= LastLevel(ctx); ++level) {
    if (!ctx.tree->summary(level).any_marked) continue;
    for (const FilePtr& f : ctx.tree->files(level)) {
      if (MarkCounts(ctx, level, *f)) return true;
    }
  }
  return false;
}

// How many runs from `first` on are of similar size, at most `most`.
size_t SimilarRuns(const CompactionOptionsUniversal& options, const Runs& runs, size_t first,
                   size_t most) {
  double taken = static_cast<double>(runs[first].bytes);
  size_t n = 1;
  for (size_t i = first + 1; i < runs.size() && n < most && !runs[i].busy; i++, n++) {
    const auto next = static_cast<double>(runs[i].bytes);
    // A run joins while it is not larger than what was taken, within size_ratio percent.
    if (taken * (100.0 + options.size_ratio) / 100.0 < next) break;
    if (options.stop_style == kCompactionStopStyleSimilarSize) {
      if (next * (100.0 + options.size_ratio) / 100.0 < taken) break;
      taken = next;
    } else {
      taken += next;
    }
  }
  return n;
}

// The first similar runs that are enough, from the newest run on: new runs are small and cheap to
// merge.
std::optional<CompactionPick> ByRatio(const PickContext& ctx, const Runs& runs) {
  const auto& options = ctx.options().compaction_options_universal;
  for (size_t first = 0; first < runs.size(); ++first) {
    if (runs[first].busy) continue;
    const size_t n = SimilarRuns(options, runs, first, options.max_merge_width);
    if (n < 2 || n < options.min_merge_width) continue;
    if (auto pick = Merge(ctx, runs, first, first + n - 1, CompactionReason::kUniversalSizeRatio))
      return pick;
  }
  return std::nullopt;
}

// Newest idle runs, enough to come down to the limit. REQUIRES: some run is idle.
std::optional<CompactionPick> ByCount(const PickContext& ctx, const Runs& runs) {
  size_t first = 0;
  if (runs.size() <= RunLimit(ctx)) return std::nullopt;
  while (runs[first].busy) ++first;
  // Merging n runs lowers the count by n - 1.
  const size_t wanted = runs.size() - RunLimit(ctx) + 1;
  size_t n = 0;
  while (first + n < runs.size() && n < wanted && !runs[first + n].busy) ++n;
  if (n < 2) return std::nullopt;
  return Merge(ctx, runs, first, first + n - 1, CompactionReason::kUniversalSortedRunNum);
}

size_t IdleRuns(const Runs& runs) {
  return static_cast<size_t>(
      std::count_if(runs.begin(), runs.end(), [](const Run& r) { return !r.busy; }));
}

class Universal final : public CompactionPolicy {
 public:
  std::optional<CompactionPick> Pick(const PickContext& ctx) const override {
    const int trigger = ctx.options().level0_file_num_compaction_trigger;
    const Runs runs = ListRuns(ctx);
    if (runs.empty()) return std::nullopt;
    if (auto pick = ByPeriod(ctx, runs)) return pick;
    if (trigger >= 1 && IdleRuns(runs) >= static_cast<size_t>(trigger)) {
      if (auto pick = ByAmplification(ctx, runs)) return pick;
      if (auto pick = ByRatio(ctx, runs)) return pick;
      if (auto pick = ByCount(ctx, runs)) return pick;
    }
    return ByMark(ctx, runs);
  }

  // A trigger below 1 never fires.
  bool Needs(const PickContext& ctx) const override {
    const int trigger = ctx.options().level0_file_num_compaction_trigger;
    const Runs runs = ListRuns(ctx);
    return (trigger >= 1 && IdleRuns(runs) >= static_cast<size_t>(trigger)) ||
           AnyPastPeriod(ctx, runs, 0) || AnyMarked(ctx);
  }

  TreeShape Shape(const CfConfig& config, int num_levels) const override {
    return TreeShape{LastLevelOf(config, num_levels), false};
  }
};

}  // namespace

const CompactionPolicy& UniversalPolicy() {
  static const Universal policy;
  return policy;
}

}  // namespace ROCKSDB_NAMESPACE
