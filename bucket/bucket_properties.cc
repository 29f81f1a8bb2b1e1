// Buckets as text: see bucket_properties.h.
#include "bucket/bucket_properties.h"

#include <cstdio>

#include "bucket/l0_view.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::vector<BucketLoad> Loads(const BucketPropertiesInput& in) {
  // The pickers' own view of level 0, so that the table shows what they decide by.
  L0PickInput pick;
  pick.tree = in.tree;
  pick.map = in.map;
  pick.jobs = in.jobs;
  pick.base_level = in.base_level;
  return L0View(pick).loads();
}

size_t JobsIn(const BucketPropertiesInput& in, size_t bucket) {
  size_t n = 0;
  for (const RunningJob& job : *in.jobs) {
    if (job.start_level == 0 && in.map->Touches(bucket, job.range())) ++n;
  }
  return n;
}

double Megabytes(uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

std::string LineOf(const BucketPropertiesInput& in, const BucketLoad& load, bool hex) {
  char numbers[160];
  std::snprintf(numbers, sizeof(numbers), "%6zu %6zu %6zu %9.1f %9.1f %11.1f %6.2f %5zu  ",
                load.bucket, load.depth_all, load.files, Megabytes(load.l0_bytes),
                Megabytes(load.base_bytes), Megabytes(in.stats->Volume(load.bucket)),
                static_cast<double>(in.stats->Temperature(load.bucket)) / 1000,
                JobsIn(in, load.bucket));
  return numbers + in.map->RangeText(load.bucket, hex) + "\n";
}

}  // namespace

std::string BucketTable(const BucketPropertiesInput& in, bool hex) {
  std::string table = "Buckets: " + std::to_string(in.map->size()) +
                      "  max depth: " + std::to_string(in.tree->l0().MaxDepth()) +
                      "  splits: " + std::to_string(in.splits) +
                      "  merges: " + std::to_string(in.merges) + "\n";
  table += "bucket  depth  files     L0(MB)  base(MB) flushed(MB)   temp  jobs  range\n";
  for (const BucketLoad& load : Loads(in)) table += LineOf(in, load, hex);
  return table;
}

std::map<std::string, std::string> BucketProperties(const BucketPropertiesInput& in) {
  std::map<std::string, std::string> out;
  out["buckets"] = std::to_string(in.map->size());
  out["max-depth"] = std::to_string(in.tree->l0().MaxDepth());
  out["splits"] = std::to_string(in.splits);
  out["merges"] = std::to_string(in.merges);
  for (const BucketLoad& load : Loads(in)) {
    const std::string prefix = "bucket." + std::to_string(load.bucket) + ".";
    out[prefix + "depth"] = std::to_string(load.depth_all);
    out[prefix + "idle-files"] = std::to_string(load.files);
    out[prefix + "l0-bytes"] = std::to_string(load.l0_bytes);
    out[prefix + "base-bytes"] = std::to_string(load.base_bytes);
    out[prefix + "window-bytes"] = std::to_string(in.stats->Volume(load.bucket));
    out[prefix + "temperature-milli"] = std::to_string(in.stats->Temperature(load.bucket));
    out[prefix + "range"] = in.map->RangeText(load.bucket, true);
  }
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
