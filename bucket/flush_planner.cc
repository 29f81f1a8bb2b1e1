// Decisions of a flush: see flush_planner.h.
#include "bucket/flush_planner.h"

#include <algorithm>
#include <numeric>

#include "bucket/bucket_manager.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Keys sampled from the memtables to choose boundaries: error of a quantile below half a percent.
constexpr size_t kSamplesToChoose = 256;
// To tell which of the boundaries are worth a cut. Each sample costs a cache miss or two: 256 took
// 3 % of a flush's processor time.
constexpr size_t kSamplesToCut = 64;
constexpr size_t kSamplesPerBucket = 16;

// Boundaries for a family that has none; empty when neither memtables nor files show where the data
// lies.
std::vector<std::string> FirstBoundaries(const FlushInputs& in,
                                         const std::vector<VolumeSample>& samples, uint64_t bytes) {
  const size_t wanted = InitialBuckets(in.config->options.bucket_options, in.around);
  if (in.map->size() > 1 || wanted <= 1) return {};
  std::vector<std::string> boundaries =
      ChooseInitialBoundaries(in.config->order, samples, bytes, wanted);
  // Too few distinct keys in memory, yet the files below may show where the data lies (hazard 11).
  if (boundaries.empty()) boundaries = DeriveBoundaries(*in.tree, wanted);
  return boundaries;
}

}  // namespace

uint64_t EpochsToReserve(const BucketMap& map, const BucketOptions& options,
                         const BucketSizingInputs& around) {
  return std::max(map.size(), InitialBuckets(options, around)) + 1;
}

size_t SamplesToTake(const BucketMap& map) {
  const size_t least = map.size() > 1 ? kSamplesToCut : kSamplesToChoose;
  return std::max(least, kSamplesPerBucket * map.size());
}

FlushDecision PlanFlush(const FlushInputs& in, const std::vector<VolumeSample>& samples,
                        uint64_t bytes) {
  FlushDecision decision;
  decision.map = in.map;
  if (!in.config->bucketized) {
    decision.plan.expected = {bytes};
    return decision;
  }
  std::vector<std::string> boundaries = FirstBoundaries(in, samples, bytes);
  if (!boundaries.empty()) {
    decision.map = std::make_shared<BucketMap>(in.config->order, std::move(boundaries));
    decision.map_changed = true;
  }
  if (!in.has_points) {
    decision.plan = PlanTombstoneFlush(*decision.map);
    return decision;
  }
  // Boundaries whose pieces would be tiny are passed over; such a file straddles (hazard 16).
  decision.plan = PlanCuts(*decision.map, ExpectBySamples(*decision.map, samples, bytes),
                           SmallestCut(in.config->options.bucket_options, in.around));
  return decision;
}

std::vector<WalkRange> ShareOut(const FlushPlan& plan, size_t walks) {
  std::vector<WalkRange> ranges(1);
  const uint64_t total = std::accumulate(plan.expected.begin(), plan.expected.end(), uint64_t{0});
  uint64_t before = 0;  // expected below the cut
  for (size_t i = 0; i < plan.cuts.size() && ranges.size() < walks; ++i) {
    if (i < plan.expected.size()) before += plan.expected[i];
    // The k-th range ends at the first cut by which k shares of the volume are expected. Without a
    // volume (tombstones only) every cut qualifies, so there are `walks` ranges.
    if (before * walks < total * ranges.size()) continue;
    ranges.back().upper = &plan.cuts[i];
    ranges.push_back(WalkRange{&plan.cuts[i], nullptr});
  }
  return ranges;
}

void RecordFlush(const FlushDecision& done, const std::vector<BucketPiece>& pieces,
                 const BucketOptions& options, BucketMapPtr* map, BucketStats* stats) {
  // The family still has one bucket, so no other flush has chosen a map meanwhile.
  if (done.map_changed && (*map)->size() == 1) {
    *map = done.map;
    *stats = BucketStats(done.map->size(), options.window_flushes);
  }
  if (!(**map == *done.map)) return;
  stats->RecordFlush(pieces);
  NoteTemperatures(options, stats);
}

}  // namespace ROCKSDB_NAMESPACE
