// Splitting and merging buckets: see bucket_manager.h.
#include "bucket/bucket_manager.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>

#include "bucket/bucket_sizing.h"

namespace ROCKSDB_NAMESPACE {

namespace {

uint64_t Thousandths(double temperature) {
  return temperature <= 0 ? 0 : static_cast<uint64_t>(std::llround(temperature * 1000));
}

// A working copy of map and counters. Steps are tried on it one after another, so that each is
// judged by the result of those before. The order matters: growing comes first and gives a young
// map its buckets before temperatures mean anything; merging comes last, because splits of the same
// decision lift the number of buckets above the floor and so allow merges.
class Rebalancer {
 public:
  explicit Rebalancer(const RebalanceInput& in)
      : in_(in),
        map_(std::make_shared<const BucketMap>(*in.map)),
        stats_(*in.stats),
        leaving_(LeavingFiles(*in.jobs)) {}

  std::vector<RebalanceStep> Decide() {
    if (!in_.options->enabled || !in_.options->dynamic || stats_.Total() == 0) return {};
    GrowToFloor();
    SplitHot();
    MergeCold();
    return std::move(steps_);
  }

 private:
  // Jobs within level 0 leave a file where theirs were: only those that write below count.
  static FilesInJobs LeavingFiles(const std::vector<RunningJob>& jobs) {
    std::vector<RunningJob> leaving;
    for (const RunningJob& job : jobs) {
      if (job.output_level > 0) leaving.push_back(job);
    }
    return FilesInJobs(leaving);
  }

  bool Hot(size_t i) const {
    return stats_.Temperature(i) > Thousandths(in_.options->split_temperature);
  }
  bool Cold(size_t i) const {
    return stats_.Temperature(i) <= Thousandths(in_.options->merge_temperature);
  }
  bool RoomForMore() const { return map_->size() < MaxBuckets(*in_.options); }

  // In the units of a flush, not of the window: what counts is the size of the files to come.
  bool HalvesUseful(size_t i) const {
    const uint64_t flushes = std::max<uint32_t>(1, stats_.flushes());
    return stats_.Volume(i) / flushes >= 2 * in_.smallest_piece;
  }

  // True when an L0 file that stays lies on both sides of `key`.
  bool CutsAFile(const Slice& key) const {
    for (const FilePtr& f : in_.tree->files(0)) {
      if (leaving_.Holds(*f)) continue;
      const InternalKeyOrder& order = map_->order();
      // A file that begins at the key lies on one side of it: boundaries belong to the bucket they
      // begin.
      const bool below = ComparePlaces(order, f->smallest_user_key(), key) < 0;
      if (below && Contains(order, UserRange::Of(*f), key)) return true;
    }
    return false;
  }

  // Temperature first: applying the step changes the counters it is computed from.
  void Take(RebalanceStep step) {
    step.temperature = stats_.Temperature(step.bucket);
    map_ = ApplyStep(step, *map_, &stats_);
    steps_.push_back(std::move(step));
  }

  // Without a key there is no split: nothing was flushed strictly inside the bucket, for instance
  // because all its volume is one key.
  bool TrySplit(size_t i, bool may_cut) {
    if (!RoomForMore() || !HalvesUseful(i)) return false;
    const std::string key = stats_.MiddleKey(*map_, i);
    if (key.empty() || (!may_cut && CutsAFile(key))) return false;
    Take(RebalanceStep{RebalanceStep::kSplit, i, key, 0});
    return true;
  }

  // Buckets from the largest volume to the smallest.
  std::vector<size_t> ByVolume() const {
    std::vector<uint64_t> volume(stats_.size());
    std::vector<size_t> order(stats_.size());
    for (size_t i = 0; i < order.size(); ++i) {
      volume[i] = stats_.Volume(i);
      order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return volume[a] > volume[b]; });
    return order;
  }

  // Hazard 9: below the floor the fullest bucket is split whatever its temperature.
  void GrowToFloor() {
    while (map_->size() < in_.floor) {
      bool grown = false;
      for (size_t i : ByVolume()) {
        if ((grown = TrySplit(i, true))) break;
      }
      if (!grown) return;
    }
  }

  // The hotter a bucket, the fewer flushes it waits for a place where no file lies across: just
  // above the split temperature a whole window.
  bool OutOfPatience(size_t i) const {
    return stats_.HotFor(i) * stats_.Temperature(i) >=
           stats_.window() * Thousandths(in_.options->split_temperature);
  }

  // Each bucket that is hot now is split at most once; halves wait for the next decision.
  void SplitHot() {
    // From the right, so that a split does not renumber the buckets still to be looked at.
    for (size_t i = map_->size(); i-- > 0;) {
      if (!Hot(i)) continue;
      TrySplit(i, OutOfPatience(i));
    }
  }

  // The neighbour that receives bucket i, as the left one of the pair to join.
  // REQUIRES: there are two buckets or more.
  size_t PairFor(size_t i) const {
    if (i == 0) return 0;
    if (i + 1 == map_->size()) return i - 1;
    return stats_.Volume(i - 1) < stats_.Volume(i + 1) ? i - 1 : i;
  }

  // A pair that does not stay cool would be split again by the next decision, then merged, then
  // split.
  bool StaysCool(size_t left) const {
    return stats_.Temperature(left) + stats_.Temperature(left + 1) <=
           Thousandths(in_.options->split_temperature);
  }

  // Coldest first. Needs a full window: a bucket is not cold because it is young.
  void MergeCold() {
    if (stats_.flushes() < stats_.window()) return;
    while (map_->size() > std::max<size_t>(1, in_.floor)) {
      std::vector<size_t> coldest = ByVolume();
      std::reverse(coldest.begin(), coldest.end());
      bool merged = false;
      for (size_t i : coldest) {
        // Sorted by volume, and temperature follows volume: all after it are warmer.
        if (!Cold(i)) break;
        const size_t left = PairFor(i);
        if (!StaysCool(left)) continue;
        Take(RebalanceStep{RebalanceStep::kMerge, left, "", 0});
        merged = true;
        break;
      }
      if (!merged) return;
    }
  }

  const RebalanceInput& in_;
  BucketMapPtr map_;
  BucketStats stats_;
  FilesInJobs leaving_;
  std::vector<RebalanceStep> steps_;
};

}  // namespace

std::vector<RebalanceStep> DecideRebalance(const RebalanceInput& in) {
  assert(in.map->size() == in.stats->size());
  return Rebalancer(in).Decide();
}

BucketMapPtr ApplyStep(const RebalanceStep& step, const BucketMap& map, BucketStats* stats) {
  if (step.kind == RebalanceStep::kMerge) {
    stats->Merge(step.bucket);
    return map.WithMerge(step.bucket);
  }
  // Counters and map must change together: their numbers of buckets are one.
  stats->Split(map.order(), step.bucket, step.key);
  return map.WithSplit(step.bucket, step.key);
}

void NoteTemperatures(const BucketOptions& options, BucketStats* stats) {
  const std::vector<uint64_t> temperatures = stats->Temperatures();
  for (size_t i = 0; i < stats->size(); ++i) {
    stats->NoteHot(i, temperatures[i] > Thousandths(options.split_temperature));
  }
}

std::string Describe(const RebalanceStep& step, bool hex) {
  char warmth[32];
  std::snprintf(warmth, sizeof(warmth), " (temperature %.2f)",
                static_cast<double>(step.temperature) / 1000);
  const std::string bucket = std::to_string(step.bucket);
  if (step.kind == RebalanceStep::kSplit) {
    return "split bucket " + bucket + " at " + Slice(step.key).ToString(hex) + warmth;
  }
  return "merge buckets " + bucket + " and " + std::to_string(step.bucket + 1) + warmth;
}

}  // namespace ROCKSDB_NAMESPACE
