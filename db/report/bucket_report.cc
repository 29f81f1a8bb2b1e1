// The buckets of a column family as text and map.
#include "db/report/bucket_report.h"

#include <algorithm>

#include "bucket/bucket_properties.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

BucketPropertiesInput PropertiesInputOf(const FamilyView& view) {
  BucketPropertiesInput in;
  in.tree = &view.tree();
  in.map = view.buckets.get();
  in.stats = &view.bucket_stats;
  in.jobs = &view.running;
  in.base_level = view.Targets().base_level;
  in.splits = view.jobs.bucket_splits;
  in.merges = view.jobs.bucket_merges;
  return in;
}

std::string BucketStallText(const FamilyView& view) {
  return view.stall.kind == StallVerdict::kNone ? "none" : Describe(view.stall, true);
}

}  // namespace

std::string BucketReport(const FamilyView& view) {
  return BucketTable(PropertiesInputOf(view), true) + "Stall: " + BucketStallText(view) + "\n";
}

// Keys of the map are names that monitoring depends on. Bounds are escaped: user keys are any
// bytes.
std::map<std::string, std::string> BucketReportMap(const FamilyView& view) {
  std::map<std::string, std::string> out = BucketProperties(PropertiesInputOf(view));
  const std::vector<std::string>& boundaries = view.buckets->boundaries();
  for (size_t i = 0; i < boundaries.size(); ++i) {
    out["boundary." + std::to_string(i + 1)] = EscapeKey(boundaries[i]);
  }
  // Out of Level 0 and down, not within it: what buckets are for.
  const auto running = std::count_if(
      view.running.begin(), view.running.end(),
      [](const RunningJob& job) { return job.start_level == 0 && job.output_level > 0; });
  out["running-l0-jobs"] = std::to_string(running);
  out["max-parallel-l0-jobs"] = std::to_string(view.jobs.max_parallel_l0_jobs);
  out["stall"] = BucketStallText(view);
  const std::pair<const char*, StallCause> causes[] = {
      {"stall-micros-memtables", StallCause::kMemtables},
      {"stall-micros-l0", StallCause::kL0},
      {"stall-micros-pending", StallCause::kPendingBytes}};
  for (const auto& [name, cause] : causes) {
    out[name] = std::to_string(view.stalls.micros[static_cast<size_t>(cause)]);
  }
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
