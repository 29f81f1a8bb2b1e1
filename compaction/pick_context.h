// What every compaction picker looks at: an immutable picture of one column family, and how a list
// of inputs becomes a complete CompactionPick. Pure; built by the database's background scheduler
// under the state lock, and by tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "compaction/compaction_pick.h"
#include "compaction/level_targets.h"
#include "options/cf_config.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// One decision, one thread: l0() fills a cache. Copies share what was worked out so far.
struct PickContext {
  TreePtr tree;
  const CfConfig* config = nullptr;
  const BucketMap* map = nullptr;  // null: buckets off, or not leveled
  const std::vector<RunningJob>* jobs = nullptr;
  LevelTargets targets;
  // Round-robin: per level the internal key after which the next pick begins (may be shorter than
  // the levels).
  const std::vector<std::string>* cursors = nullptr;
  // Since 1970, as file times are. The caller reads the clock; pickers must not.
  uint64_t now_seconds = 0;
  SequenceNumber oldest_snapshot = kLargestSequence;
  uint32_t max_subcompactions = 1;
  uint32_t pace = 0;  // see L0PickInput

  // REQUIRES: all outlive the context. Computes the targets.
  static PickContext Of(TreePtr tree, const CfConfig& config, const BucketMap* map,
                        const std::vector<RunningJob>& jobs);

  const ColumnFamilyOptions& options() const { return config->options; }
  const InternalKeyOrder& order() const { return tree->order(); }
  // Level 0 as of tree, map, jobs and targets, made on first use: make a new context when one of
  // them has changed.
  const L0View& l0() const;
  // Files of all levels that running jobs hold.
  const FilesInJobs& held() const { return l0().held(); }

 private:
  mutable std::shared_ptr<const L0View> l0_;
};

// Born more than `limit` seconds before `now`. A limit of 0 is none, neither is one that goes back
// beyond the clock's start; a birth at 0 is not known.
inline bool Older(uint64_t born, uint64_t limit, uint64_t now) {
  return limit > 0 && born > 0 && now > limit && born < now - limit;
}

// Which directory a new file of `level` goes to: paths fill up in order, shallow levels first.
// REQUIRES: the targets are of a tree with that level.
uint32_t PathForLevel(const CfConfig& config, const LevelTargets& targets, int level);

// Fills in everything that follows from inputs and output level: sizes, compression, temperature,
// grandparents, cut points, whether anything lies below, whether it is a mere move. REQUIRES:
// pick->tree, inputs, output_level, reason are set; inputs[0].files is not empty.
void CompletePick(const PickContext& ctx, CompactionPick* pick);

// An output that stays in level 0 is one file: pieces would share an epoch and a range of sequence
// numbers, which neither the order of level 0 nor stock knows. Who changes a complete pick calls
// this last.
void KeepLevel0Whole(CompactionPick* pick);

// True when no running job writes into `range` of `level`, and none demands to be alone. A flush is
// no such job: it writes into level 0 on top of everything.
bool OutputFree(const PickContext& ctx, int level, const UserRange& range);

// Range of some files. REQUIRES: !files.empty().
UserRange RangeOf(const InternalKeyOrder& order, const FileList& files);
uint64_t BytesOf(const FileList& files);

}  // namespace ROCKSDB_NAMESPACE
