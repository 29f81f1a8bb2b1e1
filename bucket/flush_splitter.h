// Where a flush cuts the memtable it writes. Pure: the flush job brings sizes and samples, and
// follows the plan.
//
//   map          |    A    |  B  |     C      |  D  |     four buckets
//   expected          20M     3M      17M       4M        of this memtable; smallest piece 8M
//   plan         |    A    |     B + C        + D   |     one cut used: the others would make
//                                                         pieces of 3M and 4M
//
// Not cutting at a boundary is always correct: the file then straddles, and the pick that takes it
// grows (bucket/l0_picker). Every version of a user key stays in one file because cuts are user
// keys. Range tombstones are cut at the cuts too, by the flush job, with exclusive ends (hazard 3).
//
// Nothing here promises that the pieces come out as expected: samples are a guess. A piece that
// turns out small or empty does no harm, and an empty one makes no file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "bucket/bucket_stats.h"
#include "bucket/volume_sampler.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

struct FlushPlan {
  // User keys at which a new file starts, ascending; all are boundaries of the map.
  std::vector<std::string> cuts;
  // Bytes expected in each piece: cuts.size() + 1 entries.
  std::vector<uint64_t> expected;
};

// How many of `total` bytes each bucket will get, by a sorted sample of the memtable that ends at
// `total` bytes. The volumes of earlier flushes would mislead where the load moves.
std::vector<uint64_t> ExpectBySamples(const BucketMap& map,
                                      const std::vector<VolumeSample>& samples, uint64_t total);

// Uses as many boundaries as leave no piece below `smallest_piece` bytes.
// REQUIRES: expected.size() == map.size().
FlushPlan PlanCuts(const BucketMap& map, const std::vector<uint64_t>& expected,
                   uint64_t smallest_piece);
// For a memtable of range tombstones only: tiny, but a single file would tie together every bucket
// it reaches into, so all boundaries are used; pieces that no tombstone touches make no file
// (hazard 3).
FlushPlan PlanTombstoneFlush(const BucketMap& map);

// Boundaries for `buckets` buckets that halve, quarter ... the sampled keys by volume. Fewer when
// the sample does not hold enough distinct keys.
std::vector<std::string> ChooseInitialBoundaries(const InternalKeyOrder& order,
                                                 const std::vector<VolumeSample>& samples,
                                                 uint64_t total, size_t buckets);

// Boundaries from what lies in level 0 and the first level below it, for a database whose record of
// them is absent or stale: the files' smallest keys, weighted by size. Empty when the tree is too
// small to tell.
std::vector<std::string> DeriveBoundaries(const TreeVersion& tree, size_t buckets);

// Counts, while a flush walks its keys in order, what falls into each bucket of the map, whether or
// not a file is cut there. Feeds BucketStats::RecordFlush.
class FlushTally {
 public:
  // `map` must outlive it.
  explicit FlushTally(const BucketMap& map);

  // REQUIRES: ascending user keys.
  void Add(const Slice& user_key, uint64_t bytes) {
    if (next_boundary_ != nullptr && PastBoundary(user_key)) MoveOn(user_key);
    sampler_.Add(user_key, bytes);
  }
  // Closes the last bucket and returns all pieces that received bytes.
  std::vector<BucketPiece> Finish();

 private:
  bool PastBoundary(const Slice& user_key) const;
  void MoveOn(const Slice& user_key);
  void ClosePiece();

  const BucketMap& map_;
  size_t bucket_ = 0;
  const std::string* next_boundary_;
  uint64_t next_prefix_ = 0;
  VolumeSampler sampler_;
  std::vector<BucketPiece> pieces_;
};

}  // namespace ROCKSDB_NAMESPACE
