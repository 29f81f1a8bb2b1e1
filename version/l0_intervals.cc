// Cutting level 0 into intervals and runs: see l0_intervals.h. Three passes:
//
//    MakeBounds   both ends of every file, sorted, equal ones folded: the intervals' begins
//    PlaceFiles   each file's span by two binary searches; lists, bytes, depths
//    MakeRuns     oldest first: one above the highest run in the span
#include "version/l0_intervals.h"

#include <algorithm>

#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A place between keys: just before `key`, or just after it.
struct Bound {
  Slice key;
  bool after = false;
};

Bound StartOf(const FileMeta& f) { return Bound{f.smallest_user_key(), false}; }

// A file whose exclusive end is its only key would cover nothing; it is taken to cover that key.
Bound EndOf(const InternalKeyOrder& order, const FileMeta& f) {
  const bool empty = ComparePlaces(order, f.smallest_user_key(), f.largest_user_key()) >= 0;
  return Bound{f.largest_user_key(), empty || !f.ends_exclusive()};
}

int CompareBounds(const InternalKeyOrder& order, const Bound& a, const Bound& b) {
  const int c = ComparePlaces(order, a.key, b.key);
  return c != 0 ? c : static_cast<int>(a.after) - static_cast<int>(b.after);
}

}  // namespace

L0Intervals::L0Intervals(const InternalKeyOrder& order, const FileList& newest_first) {
  if (!newest_first.empty()) BUCKETLSM_SYNC_POINT("L0Intervals:Build");
  MakeBounds(order, newest_first);
  PlaceFiles(order, newest_first);
  MakeRuns(newest_first.size());
}

// The only comparisons of keys: one sort of 2n bounds. Files that meet at a key share a bound.
void L0Intervals::MakeBounds(const InternalKeyOrder& order, const FileList& files) {
  std::vector<Bound> bounds;
  bounds.reserve(files.size() * 2);
  for (const FilePtr& f : files) {
    bounds.push_back(StartOf(*f));
    bounds.push_back(EndOf(order, *f));
  }
  std::sort(bounds.begin(), bounds.end(),
            [&](const Bound& a, const Bound& b) { return CompareBounds(order, a, b) < 0; });
  for (const Bound& b : bounds) {
    if (!intervals_.empty()) {
      const Interval& last = intervals_.back();
      if (CompareBounds(order, Bound{last.begin, last.begin_exclusive}, b) == 0) continue;
    }
    Interval interval;
    interval.begin = b.key;
    interval.begin_exclusive = b.after;
    intervals_.push_back(std::move(interval));
    if (order.bytewise()) prefixes_.push_back(BytewisePrefix(b.key));
  }
}

// First interval whose begin lies after the place (key, exclusive).
size_t L0Intervals::UpperBound(const InternalKeyOrder& order, const Slice& key,
                               bool exclusive) const {
  size_t lo = 0, hi = intervals_.size();
  if (!prefixes_.empty()) {
    const uint64_t p = BytewisePrefix(key);
    lo = static_cast<size_t>(std::lower_bound(prefixes_.begin(), prefixes_.end(), p) -
                             prefixes_.begin());
    hi = static_cast<size_t>(std::upper_bound(prefixes_.begin() + lo, prefixes_.end(), p) -
                             prefixes_.begin());
  }
  const Bound place{key, exclusive};
  // Only bounds whose first 8 bytes equal the key's are left; usually none.
  while (lo < hi) {
    const size_t mid = lo + (hi - lo) / 2;
    const Interval& at = intervals_[mid];
    if (CompareBounds(order, Bound{at.begin, at.begin_exclusive}, place) <= 0) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo;
}

void L0Intervals::PlaceFiles(const InternalKeyOrder& order, const FileList& files) {
  span_of_.reserve(files.size());
  for (uint32_t i = 0; i < files.size(); ++i) {
    const FileMeta& f = *files[i];
    // Both ends are bounds themselves, so UpperBound is one behind them.
    const Bound start = StartOf(f), end = EndOf(order, f);
    const auto first = static_cast<uint32_t>(UpperBound(order, start.key, start.after) - 1);
    // The interval that begins at the file's end is the first one it does not cover.
    const auto past = static_cast<uint32_t>(UpperBound(order, end.key, end.after) - 1);
    // A damaged file description may end before it begins.
    const uint32_t last = std::max(first + 1, past) - 1;
    span_of_.emplace_back(first, last);
    // i ascends, so each interval's list comes out newest first.
    for (uint32_t k = first; k <= last; ++k) {
      intervals_[k].files.push_back(i);
      intervals_[k].bytes += f.file_size / (last - first + 1);
    }
  }
  for (size_t k = 0; k < intervals_.size(); ++k) {
    if (DepthAt(k) > max_depth_) {
      max_depth_ = DepthAt(k);
      deepest_ = k;
    }
  }
}

// Oldest first, each file goes one above the highest run among the intervals it covers. So below
// every file that is not in the lowest run lies an older one in the run just below: there are no
// more runs than needed.
void L0Intervals::MakeRuns(size_t file_count) {
  std::vector<uint32_t> height(intervals_.size(), 0);
  run_of_.assign(file_count, 0);
  for (size_t n = file_count; n-- > 0;) {
    const auto [first, last] = span_of_[n];
    const uint32_t run = *std::max_element(height.begin() + first, height.begin() + last + 1);
    std::fill(height.begin() + first, height.begin() + last + 1, run + 1);
    run_of_[n] = run;
    if (run == runs_.size()) runs_.emplace_back();
    runs_[run].push_back(static_cast<uint32_t>(n));
  }
  for (auto& run : runs_) {
    std::sort(run.begin(), run.end(),
              [&](uint32_t a, uint32_t b) { return span_of_[a].first < span_of_[b].first; });
  }
}

size_t L0Intervals::MaxDepthIn(const InternalKeyOrder& order, const UserRange& range) const {
  if (intervals_.empty()) return 0;
  const size_t after_start = UpperBound(order, range.smallest, false);
  size_t depth = 0;
  // A range that ends exclusively ends just before `largest`: an interval beginning there is
  // outside.
  for (size_t i = after_start == 0 ? 0 : after_start - 1; i < intervals_.size(); ++i) {
    const int c = ComparePlaces(order, intervals_[i].begin, range.largest);
    const bool outside =
        c > 0 || (c == 0 && (range.exclusive_end || intervals_[i].begin_exclusive));
    // The interval before after_start holds the range's first key, even if it begins after its end.
    if (outside && i >= after_start) break;
    depth = std::max(depth, DepthAt(i));
  }
  return depth;
}

int L0Intervals::Find(const InternalKeyOrder& order, const Slice& user_key) const {
  const size_t after = UpperBound(order, user_key, false);
  if (after == 0 || intervals_[after - 1].files.empty()) return -1;
  return static_cast<int>(after - 1);
}

}  // namespace ROCKSDB_NAMESPACE
