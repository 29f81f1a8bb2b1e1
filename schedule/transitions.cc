// Decides and applies the steps; see the header.
#include "schedule/transitions.h"

#include <utility>

namespace ROCKSDB_NAMESPACE {

std::vector<RebalanceStep> Rebalance(FamilyState* family, const BucketSizingInputs& sizing) {
  const BucketOptions& options = family->config()->options.bucket_options;
  if (!family->config()->bucketized || !options.dynamic) return {};
  RebalanceInput in;
  in.map = family->buckets().get();
  in.stats = &family->bucket_stats();
  in.options = &options;
  in.tree = family->tree().get();
  in.jobs = &family->running();
  in.floor = InitialBuckets(options, sizing);
  in.smallest_piece = SmallestPiece(options, sizing);
  // No I/O and no sorting of keys: cheap enough for under the state lock.
  std::vector<RebalanceStep> steps = DecideRebalance(in);
  if (steps.empty()) return steps;
  BucketMapPtr map = family->buckets();
  BucketStats stats = family->bucket_stats();
  for (const RebalanceStep& step : steps) map = ApplyStep(step, *map, &stats);
  family->SetBuckets(std::move(map), std::move(stats));
  return steps;
}

bool AsksForRebalance(const FamilyState& family, int from, int to) {
  return from == 0 && to > 0 && family.flushes.running == 0;
}

std::string EncodedBoundaries(const FamilyState& family) {
  std::string boundaries;
  family.buckets()->EncodeTo(&boundaries);
  return boundaries;
}

}  // namespace ROCKSDB_NAMESPACE
