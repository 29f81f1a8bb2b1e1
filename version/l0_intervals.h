// Level 0 cut into intervals at every file bound. Computed once per tree version, outside any lock
// (hazard 15); used by point reads, scans, pickers, stall rules and properties. Never changes once
// built, never reads a table.
//
//      key space   a----c----f----k----p----z
//      run 1            [--f5---]    [--f6--]      run = 1 + highest run of older files it overlaps
//      run 0       [---f1--][---f2---][--f3-]
//      interval    0    1   2   3     4           depth(i) = files that cover interval i
//
// A "run" is a set of L0 files that overlap nowhere: reads lay a run's files end to end. Runs are
// numbered from the oldest (0) upward, so reading newest first means walking runs from the highest
// to the lowest. MaxDepth() is the number of L0 files that the unluckiest key has to probe: what
// stalls, scores and properties count (hazard 14).
//
// A file is a stretch of whole intervals: two files overlap exactly where their spans of interval
// numbers do. That is what makes later decisions cheap: closures, disjointness and places in
// buckets are integer arithmetic on spans, without another key comparison.
//
// Invariants
//  1. Files within one run are disjoint (exclusive ends respected) and sorted by smallest key.
//  2. If files A and B overlap and A is newer, run(A) > run(B).
//  3. MaxDepth() <= RunCount(), and both are 0 only when L0 is empty.
//  4. Bounds ascend strictly; the last interval is always empty, so that every covered one has an
//     end.
//  5. Built in O(n log n + total interval coverage); immutable afterwards, so any number of threads
//     may read it without a lock.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "util/internal_key.h"
#include "version/file_meta.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

// Lifetime: intervals hold slices into the files' bounds, not copies. The file list, and with it
// the TreeVersion that owns both, must outlive this object and everything read from it.
class L0Intervals {
 public:
  struct Interval {
    Slice begin;                   // user key; the interval reaches to the next one's begin
    bool begin_exclusive = false;  // the interval starts just after `begin`
    std::vector<uint32_t> files;   // indexes into the newest-first file list, newest first
    uint64_t bytes = 0;  // of the files, apportioned evenly over the intervals each covers
  };

  L0Intervals() = default;
  // REQUIRES: `newest_first` is in L0 order and outlives this object. A file whose bounds are in
  // the wrong order covers one interval.
  L0Intervals(const InternalKeyOrder& order, const FileList& newest_first);

  const std::vector<Interval>& intervals() const { return intervals_; }
  // One child iterator of a scan each. runs()[0] is the oldest; each is sorted by key. Values are
  // indexes into the newest-first list.
  const std::vector<std::vector<uint32_t>>& runs() const { return runs_; }
  // REQUIRES: file < number of files; here and below files are named by their index in that list.
  uint32_t RunOf(uint32_t file) const { return run_of_[file]; }
  size_t RunCount() const { return runs_.size(); }
  // Most files covering any one key, running jobs' files included.
  size_t MaxDepth() const { return max_depth_; }
  // Interval in which the largest depth is reached first; 0 when L0 is empty.
  size_t DeepestInterval() const { return deepest_; }
  // Most files covering any one key of `range`.
  size_t MaxDepthIn(const InternalKeyOrder& order, const UserRange& range) const;
  // Interval that holds `user_key`, or -1 when no file covers it (outside all files, or in a gap).
  // O(log n), mostly on 8-byte prefixes. A Get then probes intervals()[i].files in their order and
  // nothing else of level 0.
  int Find(const InternalKeyOrder& order, const Slice& user_key) const;
  // Depth of interval `i`.
  size_t DepthAt(size_t i) const { return intervals_[i].files.size(); }
  // [first, last] intervals covered by file `i`, both inclusive; never empty.
  std::pair<uint32_t, uint32_t> SpanOf(uint32_t file) const { return span_of_[file]; }

 private:
  void MakeBounds(const InternalKeyOrder& order, const FileList& files);
  void PlaceFiles(const InternalKeyOrder& order, const FileList& files);
  void MakeRuns(size_t file_count);
  size_t UpperBound(const InternalKeyOrder& order, const Slice& key, bool exclusive) const;

  std::vector<Interval> intervals_;
  std::vector<std::vector<uint32_t>> runs_;
  std::vector<uint32_t> run_of_;
  std::vector<std::pair<uint32_t, uint32_t>> span_of_;
  std::vector<uint64_t> prefixes_;  // of the bounds, when keys order bytewise; else empty
  size_t max_depth_ = 0;
  size_t deepest_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
