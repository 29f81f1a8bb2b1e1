// Everything that scheduling decisions know of one column family: its options, tree, buckets,
// running jobs, memtables as counts, and the last stall verdict. ColumnFamily holds one under the
// state lock; the scheduler and the stall rules read it, schedule/transitions.h changes it. Pure:
// no I/O, no lock, no clock, so that a test or a simulator holds one without a database.
//
// Invariants
//  1. What compaction picks depend on (options, tree, buckets, running jobs, cursors) changes only
//     through the functions below, and each of them forgets the plan. A plan is therefore always of
//     the present state; and it never keeps a replaced tree, or files that nobody reads, alive.
//  2. bucket_stats() has as many buckets as buckets().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "bucket/bucket_stall.h"
#include "bucket/bucket_stats.h"
#include "bucket/flush_planner.h"
#include "compaction/compaction_pick.h"
#include "options/cf_config.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// The compaction that is due, worked out once for each state of the family.
struct PickPlan {
  // What the plan was worked out for, beside the family's state. `oldest_snapshot` is 0 where no
  // rule looks at it.
  uint64_t now_seconds = 0;
  SequenceNumber oldest_snapshot = 0;
  uint32_t pace = 0;
  uint32_t most_leaving = 0;
  bool flush_first = false;
  uint32_t max_subcompactions = 0;
  // Empty: nothing is due, or everything due is busy.
  std::optional<CompactionPick> pick;
  // Jobs that could start side by side, counted up to `counted_to`; 0 exactly when `pick` is empty.
  size_t eligible = 0;
  size_t counted_to = 0;
};

// Immutable memtables and the flushes that take them.
struct FlushQueue {
  // Memtables that no flush has taken, and those that one has and that are still in memory.
  size_t unflushed = 0;
  size_t flushing = 0;
  // Flush though fewer than min_write_buffer_number_to_merge memtables wait.
  bool requested = false;
  // 0 or 1; see invariant 1 of Background.
  uint32_t running = 0;
};

// Manual compactions that wait for other jobs of the family, and those that run.
struct ManualQueue {
  int waiting = 0;
  int running = 0;
};

class FamilyState {
 public:
  // One bucket and a tree of empty levels.
  FamilyState(uint32_t id, std::shared_ptr<const CfConfig> config);

  uint32_t id() const { return id_; }
  const std::shared_ptr<const CfConfig>& config() const { return config_; }
  const TreePtr& tree() const { return tree_; }
  // Never null; one bucket when buckets are off.
  const BucketMapPtr& buckets() const { return buckets_; }
  // The map for deciders: null when Level 0 is not split, so that they behave as stock does (hazard
  // 17).
  const BucketMap* map() const { return config_->bucketized ? buckets_.get() : nullptr; }
  const BucketStats& bucket_stats() const { return bucket_stats_; }
  // Jobs that hold files, with their inputs and key ranges; pickers keep clear of them.
  const std::vector<RunningJob>& running() const { return running_; }
  // By level, for kRoundRobin; may be shorter than the levels.
  const std::vector<std::string>& cursors() const { return cursors_; }

  void SetConfig(std::shared_ptr<const CfConfig> config);
  void SetTree(TreePtr tree);
  // REQUIRES: as many buckets in both.
  void SetBuckets(BucketMapPtr buckets, BucketStats stats);
  // Counts what an installed flush brought to each bucket, and takes up the map that it has chosen
  // (bucket/flush_planner.h).
  void CountFlush(const FlushDecision& done, const std::vector<BucketPiece>& pieces,
                  const BucketOptions& options);
  // A pick runs from now on; its level's cursor moves (compaction/pick_edit.h).
  void StartJob(const CompactionPick& pick, uint64_t job_id);
  // The same for a job that no picker has chosen.
  void AddJob(RunningJob job);
  void EndJob(uint64_t job_id);
  void SetCursor(int level, std::string cursor);

  // How many changes of invariant 1 there have been; a tree that replaces itself is none. Orders
  // the decisions in a LOG.
  uint64_t changes() const { return changes_; }

  // Reserves `n` epochs for a flush, at the moment it takes its memtables (hazard 5). Those that it
  // does not use are lost.
  uint64_t TakeEpochs(uint64_t n);
  // For recovery: epochs below `next` are in use.
  void RaiseNextEpoch(uint64_t next);

  // Memtables wait, and enough of them or a request.
  bool NeedsFlush() const;
  // Writers are held up behind memtables that a flush is writing.
  bool WritersWaitForFlush() const;
  // Memtables are written or wait for it, or writers that would fill more are held up by Level 0.
  bool FlushIsAtWork() const;
  // Automatic compactions are wanted, and hold up no manual one.
  bool MayCompact() const;

  // The scheduler's; empty unless worked out for the present state (invariant 1).
  std::optional<PickPlan>& plan() { return plan_; }

  FlushQueue flushes;
  ManualQueue manual;
  // The last verdict of the stall rules, and the bytes that compaction owes as they saw them.
  StallVerdict stall;
  uint64_t pending_bytes = 0;

 private:
  void Changed();

  const uint32_t id_;
  std::shared_ptr<const CfConfig> config_;
  TreePtr tree_;
  BucketMapPtr buckets_;
  BucketStats bucket_stats_;
  std::vector<RunningJob> running_;
  std::vector<std::string> cursors_;
  // A file of a higher epoch is newer (bucket/flush_numbers.h).
  uint64_t next_epoch_;
  uint64_t changes_ = 0;
  std::optional<PickPlan> plan_;
};

}  // namespace ROCKSDB_NAMESPACE
