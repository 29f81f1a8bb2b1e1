// How large each level should be, how far each is over, and how many bytes compaction owes. Pure;
// computed once for a tree and its options, used by the leveled policy, stall rules and properties.
//
// Dynamic level bytes (the default): targets are counted from the bottom, so that the last level
// holds about nine tenths of the data whatever its size. Example with base 256M and multiplier 10:
//
//     L6  30 G    target 30 G      (its own size)
//     L5           3 G
//     L4         300 M             <= base target: L4 is the *base level*, where L0 is compacted to
//     L3..L1      empty, unlimited
//
// The base level moves up when its target outgrows max_bytes_for_level_base.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "bucket/l0_view.h"
#include "options/cf_config.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// How many bytes each level may hold. A copy of numbers; refers to nothing.
struct LevelTargets {
  static constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

  int base_level = 1;
  std::vector<uint64_t> bytes;  // per level; [0] is max_bytes_for_level_base

  // Level whose data should move down because the tree below does not need it any more (dynamic
  // sizes, data shrank or was laid out statically before); levels base_level..unnecessary drain.
  // -1: none.
  int unnecessary = -1;

  // REQUIRES: none of the number of levels; below two of them there is nothing to compact to.
  // `config` may be null: then per-level multipliers are taken as 1.
  static LevelTargets Of(const TreeVersion& tree, const ColumnFamilyOptions& options,
                         const CfConfig* config);
};

struct LevelScore {
  int level = 0;
  double score = 0;      // >= 1: is due
  bool by_size = false;  // level 0: for its bytes, not its depth
  uint64_t idle = 0;     // deeper levels: bytes that no job moves already
};

// What a view of level 0 needs, from the options. `jobs` and `tree` must outlive it.
L0PickInput MakeL0Input(const TreeVersion& tree, const CfConfig& config, const BucketMap* map,
                        const std::vector<RunningJob>& jobs, const LevelTargets& targets);

// All levels that can be compacted downward, highest score first; never the last one. Files under
// compaction do not count: a job already moves them. Empty when the tree has less than two levels.
std::vector<LevelScore> ScoreLevels(const TreeVersion& tree, const CfConfig& config,
                                    const BucketMap* map, const std::vector<RunningJob>& jobs,
                                    const LevelTargets& targets);

// The same over a view of level 0 that exists already.
std::vector<LevelScore> ScoreLevels(const L0View& view, const CfConfig& config,
                                    const LevelTargets& targets);

// Bytes that must be rewritten until every level is within its target: what is over, times what it
// overlaps below, level by level; level 0 counts where it is deep enough to be compacted (hazard
// 14).
uint64_t PendingCompactionBytes(const TreeVersion& tree, const CfConfig& config,
                                const BucketMap* map, const LevelTargets& targets);

}  // namespace ROCKSDB_NAMESPACE
