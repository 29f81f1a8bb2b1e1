// The buckets of a column family for people and programs: the text of the property
// rocksdb.bucket-stats. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "bucket/bucket_stats.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// All pointers must outlive the call. Taken under the state lock, or of copies.
struct BucketPropertiesInput {
  const TreeVersion* tree = nullptr;
  const BucketMap* map = nullptr;
  const BucketStats* stats = nullptr;
  const std::vector<RunningJob>* jobs = nullptr;
  int base_level = 1;
  uint64_t splits = 0;  // since the database was opened
  uint64_t merges = 0;
};

// One line a bucket: range, L0 depth and files, bytes in L0 and at the base below it, bytes flushed
// in the window, temperature, running jobs.
std::string BucketTable(const BucketPropertiesInput& in, bool hex = true);

// The same as "bucket.3.depth" -> "4" ... plus "buckets", "max-depth", "splits", "merges".
std::map<std::string, std::string> BucketProperties(const BucketPropertiesInput& in);

}  // namespace ROCKSDB_NAMESPACE
