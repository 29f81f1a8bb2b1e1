// What every compaction picker looks at: the inputs of one decision about one column family. Pure;
// built by the scheduler under the state lock, and by tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "compaction/level_targets.h"
#include "options/cf_config.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// For one decision and one thread: l0() fills a cache. Copies share what was computed so far.
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
  uint32_t pace = 0;          // see L0PickInput
  uint32_t most_leaving = 0;  // the same
  bool flush_first = false;   // the same

  // REQUIRES: all outlive the context. Computes the targets.
  static PickContext Of(TreePtr tree, const CfConfig& config, const BucketMap* map,
                        const std::vector<RunningJob>& jobs);

  // True for what was born more than `limit` seconds ago. False with a limit of 0, which is none,
  // with one that goes back beyond the clock's start, and with a birth at 0, which means unknown.
  bool Older(uint64_t born, uint64_t limit) const {
    return limit > 0 && born > 0 && now_seconds > limit && born < now_seconds - limit;
  }
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

}  // namespace ROCKSDB_NAMESPACE
