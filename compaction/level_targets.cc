// Targets, scores and debt of levels: see level_targets.h.
//
// Dynamic targets, as DynamicTargets() works them out (base 256M, multiplier 10):
//
//   1. the largest level's size, divided by 10 for each level up to the first one with data
//   2. that is at most 25.6M: the tree is small; the first level with data is the base level
//      that is above 256M:    the base level moves up, divided by 10 again each time
//   3. from the base level down: times 10 each, but never below 256M
//
// A level that step 1 gives at most 25.6M although it holds data is `unnecessary`: it drains into
// the next, so that a tree that shrank loses levels again.
#include "compaction/level_targets.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

// Scores of levels that really need work are spread out above those that merely reached their size,
// so that one level's small excess does not come before another's large one. 10 is stock's value;
// kBarelyDue only has to exceed 1.
constexpr double kUrgency = 10;
constexpr double kBarelyDue = 1.01;

uint64_t Scaled(uint64_t bytes, double factor) {
  const double v = static_cast<double>(bytes) * factor;
  if (v >= static_cast<double>(LevelTargets::kUnlimited)) return LevelTargets::kUnlimited;
  return static_cast<uint64_t>(v);
}

double Multiplier(const ColumnFamilyOptions& options) {
  return std::max(1.0, options.max_bytes_for_level_multiplier);
}

void StaticTargets(const TreeVersion& tree, const ColumnFamilyOptions& options,
                   const CfConfig* config, LevelTargets* t) {
  t->base_level = 1;
  for (int level = 1; level < tree.num_levels(); ++level) {
    const double growth =
        level == 1 ? 1 : (config ? config->LevelMultiplier(level - 1) : Multiplier(options));
    t->bytes[level] =
        level == 1 ? options.max_bytes_for_level_base : Scaled(t->bytes[level - 1], growth);
  }
}

// The tree below level 0: its largest level and its first one with data.
struct Extent {
  uint64_t largest = 0;
  int first = -1;
};

Extent Measure(const TreeVersion& tree) {
  Extent e;
  for (int level = 1; level < tree.num_levels(); ++level) {
    if (tree.level_bytes(level) > 0 && e.first < 0) e.first = level;
    e.largest = std::max(e.largest, tree.level_bytes(level));
  }
  return e;
}

void DynamicTargets(const TreeVersion& tree, const ColumnFamilyOptions& options, LevelTargets* t) {
  const int last = tree.num_levels() - 1;
  const double growth = Multiplier(options);
  const uint64_t most = std::max<uint64_t>(1, options.max_bytes_for_level_base);
  const double fair = static_cast<double>(most) / growth;
  // A first level smaller than `least` is not worth a level of its own: it is not made, or drained.
  const uint64_t least = fair >= static_cast<double>(LevelTargets::kUnlimited)
                             ? LevelTargets::kUnlimited - 1
                             : static_cast<uint64_t>(fair);
  const Extent e = Measure(tree);
  if (e.first < 0) {
    t->base_level = std::max(1, last);
    t->bytes[t->base_level] = most;
    return;
  }
  // What the first non-empty level would get, counted up from the largest at the bottom.
  uint64_t size = e.largest;
  for (int level = last - 1; level >= e.first; --level) {
    size = Scaled(size, 1 / growth);
    // The deepest such level, since sizes fall on the way up.
    if (t->unnecessary < 0 && size <= least) t->unnecessary = level;
  }
  t->base_level = e.first;
  if (size <= least) {
    // The data is too small for its levels; the first one keeps its place, its target just not too
    // small.
    size = least + 1;
  } else {
    while (t->base_level > 1 && size > most) {
      --t->base_level;
      size = Scaled(size, 1 / growth);
    }
    size = std::clamp<uint64_t>(size, 1, most);
  }
  for (int level = t->base_level; level <= last; ++level) {
    t->bytes[level] = std::max(size, most);
    size = Scaled(size, growth);
  }
}

uint64_t IdleL0Bytes(const L0View& view) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < view.files().size(); ++i) {
    if (!view.busy(i)) bytes += view.files()[i]->file_size;
  }
  return bytes;
}

// With buckets off, level 0 is also due when it outweighs the base level: stock's rule. With
// buckets on the unit is a bucket, and a trigger's worth of files in it is what pays.
double SizeScore(const L0PickInput& in, const LevelTargets& t, uint64_t l0_bytes, bool dynamic) {
  if (in.map != nullptr) return 0;
  const uint64_t base_target = std::max<uint64_t>(1, t.bytes[0]);
  if (!dynamic) return static_cast<double>(l0_bytes) / static_cast<double>(base_target);
  if (l0_bytes < base_target) return 0;
  const uint64_t base = std::max(in.tree->level_bytes(t.base_level), t.bytes[t.base_level]);
  if (l0_bytes <= t.bytes[t.base_level]) return kBarelyDue;
  return std::max(kBarelyDue, static_cast<double>(l0_bytes) / static_cast<double>(base));
}

LevelScore ScoreL0(const L0View& view, const CfConfig& config, const LevelTargets& t) {
  LevelScore s;
  if (view.in().trigger < 1) return s;
  const bool dynamic = config.options.level_compaction_dynamic_level_bytes;
  const double by_depth = static_cast<double>(view.MaxWeight()) / view.in().trigger;
  const double by_size = SizeScore(view.in(), t, IdleL0Bytes(view), dynamic);
  s.by_size = by_depth < 1 && by_size >= 1;
  s.score = std::max(by_depth, by_size);
  if (dynamic && s.score > 1) s.score *= kUrgency;
  return s;
}

bool AnyJobTouches(const std::vector<RunningJob>& jobs, int level) {
  return std::any_of(jobs.begin(), jobs.end(), [&](const RunningJob& job) {
    return job.start_level <= level && level <= job.output_level;
  });
}

uint64_t IdleBytes(const L0View& view, int level) {
  const TreeVersion& tree = *view.in().tree;
  uint64_t bytes = tree.summary(level).weight;
  if (!AnyJobTouches(*view.in().jobs, level)) return bytes;
  for (const FilePtr& f : tree.files(level)) {
    if (view.held().Holds(*f)) bytes -= std::max(f->compensated_size, f->file_size);
  }
  return bytes;
}

// `incoming`: bytes that levels above will send down; a level about to receive much is less urgent
// to empty.
double ScoreDeep(const LevelTargets& t, int level, uint64_t idle, uint64_t incoming, bool dynamic) {
  const uint64_t target = std::max<uint64_t>(1, t.bytes[level]);
  const double fullness = static_cast<double>(idle) / static_cast<double>(target);
  if (!dynamic || idle < target) {
    const bool drain = dynamic && level <= t.unnecessary && idle > 0;
    return drain ? std::max(fullness, kBarelyDue) : fullness;
  }
  return kUrgency * static_cast<double>(idle) / static_cast<double>(target + incoming);
}

// Bytes of level 0 that are deep enough to be compacted, and of the base level under them.
struct L0Debt {
  uint64_t l0 = 0;
  uint64_t base = 0;
};

L0Debt DebtOfL0(const L0PickInput& in, uint64_t size_limit) {
  L0Debt debt;
  const bool by_size = in.map == nullptr && in.tree->level_bytes(0) >= size_limit;
  const L0View view(in);
  for (const BucketLoad& load : view.loads()) {
    const bool due = by_size || BucketWeight(load) >= static_cast<size_t>(in.trigger);
    if (!due || load.files == 0) continue;
    debt.l0 += load.l0_bytes;
    debt.base += load.base_bytes;
  }
  // A file that straddles buckets was counted in each.
  debt.l0 = std::min(debt.l0, in.tree->level_bytes(0));
  debt.base = std::min(debt.base, in.tree->level_bytes(in.base_level));
  return debt;
}

}  // namespace

LevelTargets LevelTargets::Of(const TreeVersion& tree, const ColumnFamilyOptions& options,
                              const CfConfig* config) {
  LevelTargets t;
  t.bytes.assign(static_cast<size_t>(std::max(2, tree.num_levels())), kUnlimited);
  t.bytes[0] = options.max_bytes_for_level_base;
  if (tree.num_levels() < 2) return t;
  if (options.level_compaction_dynamic_level_bytes) {
    DynamicTargets(tree, options, &t);
  } else {
    StaticTargets(tree, options, config, &t);
  }
  return t;
}

L0PickInput MakeL0Input(const TreeVersion& tree, const CfConfig& config, const BucketMap* map,
                        const std::vector<RunningJob>& jobs, const LevelTargets& targets) {
  L0PickInput in;
  in.tree = &tree;
  in.map = map;
  in.jobs = &jobs;
  in.base_level = targets.base_level;
  in.trigger = config.options.level0_file_num_compaction_trigger;
  in.slowdown = config.options.level0_slowdown_writes_trigger;
  // With buckets off level 0 is taken whole, however large: stock's behaviour (hazard 17).
  if (map != nullptr) in.max_job_bytes = config.options.max_compaction_bytes;
  return in;
}

std::vector<LevelScore> ScoreLevels(const L0View& view, const CfConfig& config,
                                    const LevelTargets& targets) {
  const TreeVersion& tree = *view.in().tree;
  std::vector<LevelScore> scores;
  if (tree.num_levels() < 2) return scores;
  const bool dynamic = config.options.level_compaction_dynamic_level_bytes;
  scores.push_back(ScoreL0(view, config, targets));
  uint64_t incoming = 0;
  // Levels above the base level are empty; the last one has nowhere to go.
  for (int level = std::max(1, targets.base_level); level + 1 < tree.num_levels(); ++level) {
    const uint64_t idle = IdleBytes(view, level);
    const double score = ScoreDeep(targets, level, idle, incoming, dynamic);
    scores.push_back(LevelScore{level, score, false, idle});
    if (idle > targets.bytes[level]) incoming += idle - targets.bytes[level];
  }
  std::stable_sort(scores.begin(), scores.end(),
                   [](const LevelScore& a, const LevelScore& b) { return a.score > b.score; });
  return scores;
}

std::vector<LevelScore> ScoreLevels(const TreeVersion& tree, const CfConfig& config,
                                    const BucketMap* map, const std::vector<RunningJob>& jobs,
                                    const LevelTargets& targets) {
  return ScoreLevels(L0View(MakeL0Input(tree, config, map, jobs, targets)), config, targets);
}

uint64_t PendingCompactionBytes(const TreeVersion& tree, const CfConfig& config,
                                const BucketMap* map, const LevelTargets& targets) {
  if (tree.num_levels() < 2 || tree.deepest_level() < 0) return 0;
  // Running jobs do not count as done: their bytes are still owed.
  const std::vector<RunningJob> none;
  const L0PickInput in = MakeL0Input(tree, config, map, none, targets);
  const L0Debt debt = DebtOfL0(in, config.options.max_bytes_for_level_base);
  uint64_t owed = debt.l0 + (debt.l0 > 0 ? debt.base : 0);
  uint64_t incoming = debt.l0;
  for (int level = targets.base_level; level + 1 < tree.num_levels(); ++level) {
    const uint64_t size = tree.level_bytes(level) + incoming;
    incoming = size > targets.bytes[level] ? size - targets.bytes[level] : 0;
    if (incoming == 0) continue;
    const double fan = static_cast<double>(tree.level_bytes(level + 1)) / static_cast<double>(size);
    owed += Scaled(incoming, fan + 1);
  }
  return owed;
}

}  // namespace ROCKSDB_NAMESPACE
