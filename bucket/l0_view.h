// Level 0 for one decision: which files are busy, which buckets each file touches, how loaded each
// bucket is. Built once for each state of tree and running jobs; scores, picks and eligibility
// share it. Pure; refers to its inputs.
//
// Cost: O(files + intervals + buckets) integer work and about as many key comparisons as there are
// intervals and buckets, because both are sorted and are walked side by side:
//
//     intervals   |--0--|-1-|----2----|--3--|-4-|     file f covers intervals 1..3 (known from
//     buckets     |     0      |     1      |   2     L0Intervals); interval 1 begins in bucket 0,
//                                                     3 ends in bucket 1: f is in 0..1
// It is built under the state lock, so nothing here may cost more than that (hazard 15).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bucket/bucket_map.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// The inputs of decisions about level 0. All pointers but `map` are set.
struct L0PickInput {
  const TreeVersion* tree = nullptr;
  const BucketMap* map = nullptr;  // null: buckets off
  const std::vector<RunningJob>* jobs = nullptr;
  int base_level = 1;
  int trigger = 4;                      // level0_file_num_compaction_trigger; < 1 picks nothing
  uint64_t max_job_bytes = UINT64_MAX;  // max_compaction_bytes
  // A job within level 0 rewrites fewer bytes for each file that it saves.
  uint64_t max_bytes_saving_a_file = UINT64_MAX;
  // Jobs that may start at the trigger; further ones wait for buckets half-way to `slowdown`
  // (level0_slowdown_writes_trigger) and deeper. 0: all may.
  uint32_t pace = 0;
  int slowdown = 0;
  // Jobs that may leave level 0 at once, with buckets; 0: any number.
  uint32_t most_leaving = 0;
  // Writers wait for memtables to be flushed; where FlushHasDevice(): a flush is at work.
  bool flush_first = false;
};

// Decides when a bucket is picked.
struct BucketLoad {
  size_t bucket = 0;
  size_t depth = 0;       // most idle files over one key; with buckets off, idle files
  size_t depth_all = 0;   // the same, files under compaction included (hazard 14)
  size_t files = 0;       // idle files touching the bucket
  uint64_t l0_bytes = 0;  // of those
  uint64_t base_bytes = 0;
  bool filling = false;  // one of the last two flushes or so put a file here
  bool overdue = false;  // some idle file has waited for kPatience flushes or more
  UserRange hull;        // of the idle files; meaningless when files == 0
};

// Flushes after which a bucket is overdue. Far more than a bucket under load waits: other buckets,
// always fuller, have kept such a bucket from being picked. Chosen, not measured.
inline constexpr uint64_t kPatience = 64;

// Depth, or the number of files over kSpread when many files lie side by side (sequential loads):
// those cost reads nothing but must leave level 0 some time. Chosen, not measured.
inline constexpr size_t kSpread = 4;
size_t BucketWeight(const BucketLoad& load);

// Immutable once made, so it may be read from several threads; files are named by their index in
// the tree's newest-first list.
class L0View {
 public:
  // REQUIRES: what `in` points to outlives the view.
  explicit L0View(const L0PickInput& in);

  const L0PickInput& in() const { return in_; }
  const FileList& files() const { return in_.tree->files(0); }
  const InternalKeyOrder& order() const { return in_.tree->order(); }
  // Files of all levels that running jobs hold.
  const FilesInJobs& held() const { return held_; }
  // True when level-0 file i is held.
  bool busy(uint32_t i) const { return busy_[i]; }
  bool InBucket(uint32_t i, size_t bucket) const {
    return buckets_of_[i].first <= bucket && bucket <= buckets_of_[i].second;
  }
  // In bucket order; one entry with buckets off.
  const std::vector<BucketLoad>& loads() const { return loads_; }
  // Of the heaviest bucket.
  size_t MaxWeight() const;
  bool any_exclusive() const { return any_exclusive_; }
  // Jobs that may leave level 0 beside those that run: with buckets off one, and none beside a job
  // at level 0.
  size_t may_leave() const { return may_leave_; }
  // Jobs within level 0 that run.
  size_t within() const { return within_; }

 private:
  // First and last bucket of each interval.
  std::vector<std::pair<uint32_t, uint32_t>> PlaceIntervals() const;
  void PlaceFiles();
  void MeasureDepths(const std::vector<std::pair<uint32_t, uint32_t>>& places);
  void MeasureFiles();

  const L0PickInput in_;
  const FilesInJobs held_;
  bool any_exclusive_ = false;
  size_t may_leave_ = 0;
  size_t within_ = 0;
  std::vector<bool> busy_;
  std::vector<std::pair<uint32_t, uint32_t>> buckets_of_;
  std::vector<BucketLoad> loads_;
};

}  // namespace ROCKSDB_NAMESPACE
