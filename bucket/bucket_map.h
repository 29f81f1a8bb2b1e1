// The buckets of one column family: N-1 boundary user keys cut the whole key space into N ranges.
// Immutable and shared between threads without a lock; flushes, compactions and the bucket manager
// each hold the map they started with. A policy only: no read, pick or recovery step may rely on an
// L0 file lying inside one bucket.
//
//      bucket 0      bucket 1      bucket 2
//   ------------- g ------------ p -----------
//     keys < g       g <= k < p      p <= k
//
// Invariants
//  1. Boundaries ascend strictly by the column family's comparator, timestamps excluded (hazard 4).
//  2. A boundary carries the largest timestamp, so that it sorts before every version of its key
//     and may be compared with ordinary user keys.
//  3. N >= 1, and every key lies in exactly one bucket.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/status.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

class BucketMap;
using BucketMapPtr = std::shared_ptr<const BucketMap>;

// Searches are binary, O(log N). Numbers of buckets are places in this very map: after a split or a
// merge they mean others.
class BucketMap {
 public:
  // One bucket.
  explicit BucketMap(const InternalKeyOrder& order) : order_(order) {}
  // Sorts and dedupes `keys` (user keys, with timestamp if the comparator has them).
  BucketMap(const InternalKeyOrder& order, std::vector<std::string> keys);

  size_t size() const { return boundaries_.size() + 1; }
  const InternalKeyOrder& order() const { return order_; }
  const std::vector<std::string>& boundaries() const { return boundaries_; }

  // The bucket that `user_key` falls into. A boundary belongs to the bucket it begins.
  size_t BucketOf(const Slice& user_key) const;
  // First and last bucket that `range` touches. A range that ends exclusively at a boundary does
  // not touch the bucket behind it (hazard 3).
  std::pair<size_t, size_t> BucketsOf(const UserRange& range) const;
  // Bounds of bucket i: null where it reaches to the end of the key space.
  const std::string* Begin(size_t i) const { return i == 0 ? nullptr : &boundaries_[i - 1]; }
  const std::string* End(size_t i) const { return i + 1 >= size() ? nullptr : &boundaries_[i]; }
  // True when some key of `range` lies in bucket i.
  bool Touches(size_t i, const UserRange& range) const;
  // Boundaries strictly inside `range`: where an output covering it has to be cut. Ascending.
  std::vector<std::string> BoundariesInside(const UserRange& range) const;
  // "[g, p)", "(-inf, g)": for people. Keys escaped as hex when `hex`.
  std::string RangeText(size_t i, bool hex) const;

  // Cuts bucket i at `user_key`; what was bucket i + 1 becomes i + 2.
  // REQUIRES: the key lies inside the bucket and is not its begin.
  BucketMapPtr WithSplit(size_t i, const Slice& user_key) const;
  // Joins buckets i and i+1. REQUIRES: i + 1 < size().
  BucketMapPtr WithMerge(size_t i) const;

  // Body of the MANIFEST record; see docs/formats.md.
  void EncodeTo(std::string* dst) const;
  // Corruption when cut short, of an unknown generation, or not ascending by `order`; *out is
  // untouched then. Callers go on with one bucket: a lost map costs speed, never data.
  [[nodiscard]] static Status DecodeFrom(const InternalKeyOrder& order, Slice in,
                                         BucketMapPtr* out);

  bool operator==(const BucketMap& o) const { return boundaries_ == o.boundaries_; }

 private:
  const InternalKeyOrder order_;
  std::vector<std::string> boundaries_;
};

// `user_key` with its timestamp, if it has one, replaced by the largest: invariant 2.
std::string BoundaryKey(const InternalKeyOrder& order, const Slice& user_key);

}  // namespace ROCKSDB_NAMESPACE
