// Decides when buckets split and merge. A pure function of the map, the counters, the options and
// the tree. After each flush, and after jobs out of level 0 while no flush runs, the database calls
// it under the lock that guards map and counters, applies the steps, and writes the new map to the
// MANIFEST.
//
// Temperature of bucket i over the last W flushes:  BT(i) = N * F(i) / sum F.   1.0 = exactly its
// share.
//
//   BT > split_temperature    split at the median of the medians of the pieces flushed into it;
//                             each half inherits half.
//   BT <= merge_temperature   merge into the colder neighbour; volumes add. Needs no compaction:
//                             forgetting a boundary moves no data (hazard 10).
//
//        BT   0.3   0.4        3.1          0.2        before: N = 4
//           |-----|-----|-------------|-------------|
//           |-----------|------|------|-------------|  after:  merge 0+1, split 2
//
// Where a boundary may be drawn. A boundary through an L0 file ties the two buckets together until
// that file is compacted, so normally only a place where no L0 file lies across is taken. Two
// exceptions, because ties only cost parallelism, once, while never splitting costs it for ever:
//   * fewer buckets than `floor` (one bucket above all, hazard 9): its share always equals its
//     expected share, and an L0 file nearly always lies across;
//   * a bucket that stayed hot for long without such a place turning up: flushes times temperature
//     reach window times split_temperature. A hot bucket gets a file from every flush, so waiting
//     for it to be empty can last as long as the load does.
// Files held by running jobs out of level 0 do not count: they are about to leave.
//
// How many. `floor` (the initial number) <= N <= max_buckets, once reached. No merge goes below the
// floor. No merge makes a bucket hot enough to be split again. No split makes halves that flushes
// would not cut (average piece below twice the smallest piece, hazard 16).
#pragma once

#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "bucket/bucket_stats.h"
#include "rocksdb/bucket_options.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// One change of the map. Steps are applied in their order, each to the result of the one before;
// their bucket numbers mean nothing otherwise.
struct RebalanceStep {
  enum Kind { kSplit, kMerge };
  Kind kind = kSplit;
  // As numbered after the steps before this one. A merge joins bucket and bucket + 1.
  size_t bucket = 0;
  std::string key;           // of a split
  uint64_t temperature = 0;  // thousandths, for the event and the LOG
};

// The inputs of a decision. All of them must outlive the call and not change during it.
struct RebalanceInput {
  const BucketMap* map = nullptr;
  const BucketStats* stats = nullptr;
  const BucketOptions* options = nullptr;
  const TreeVersion* tree = nullptr;
  const std::vector<RunningJob>* jobs = nullptr;
  size_t floor = 1;             // InitialBuckets()
  uint64_t smallest_piece = 0;  // SmallestPiece()
};

// The steps to take now, in order; empty when the map is good, when `dynamic` is off, or when
// nothing was flushed yet. Changes none of its inputs. Integer arithmetic only: a temperature sums
// up the windows of all buckets, O(N * window), and is computed once a bucket and once more for
// each merge; a split looks at all L0 files too. REQUIRES: map and stats have the same number of
// buckets.
std::vector<RebalanceStep> DecideRebalance(const RebalanceInput& in);

// Applies one step: returns the map that follows `map` and changes *stats along with it.
// REQUIRES: map and *stats agree, and the step was decided for them.
BucketMapPtr ApplyStep(const RebalanceStep& step, const BucketMap& map, BucketStats* stats);

// To be called once after each RecordFlush: counts for how many flushes in a row each bucket has
// been hot. Without it no bucket is ever split through a file.
void NoteTemperatures(const BucketOptions& options, BucketStats* stats);

// "split bucket 2 at <key> (temperature 3.1)".
std::string Describe(const RebalanceStep& step, bool hex);

}  // namespace ROCKSDB_NAMESPACE
