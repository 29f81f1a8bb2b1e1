// Bucket map checks: see bucket_audit.h.
#include "bucket/bucket_audit.h"

namespace ROCKSDB_NAMESPACE {

namespace {

TreeFault BucketFault(const std::string& what, const Slice& key) {
  TreeFault fault;
  fault.kind = TreeFault::kBuckets;
  fault.what = what;
  fault.key = key.ToString();
  return fault;
}

}  // namespace

void AuditBoundaries(const InternalKeyOrder& order, const std::vector<std::string>& boundaries,
                     FaultList* faults) {
  for (size_t i = 1; i < boundaries.size(); ++i) {
    if (ComparePlaces(order, boundaries[i - 1], boundaries[i]) < 0) continue;
    faults->Add(BucketFault("boundary " + std::to_string(i) + " does not ascend", boundaries[i]));
  }
}

// The second check runs the search itself: a map may be in order and its search still wrong.
void AuditBuckets(const BucketMap& map, FaultList* faults) {
  AuditBoundaries(map.order(), map.boundaries(), faults);
  for (size_t i = 0; i + 1 < map.size(); ++i) {
    const std::string& begin = *map.Begin(i + 1);
    if (map.BucketOf(begin) == i + 1) continue;
    faults->Add(BucketFault("a boundary does not fall into the bucket it begins", begin));
  }
}

uint64_t CountStraddlers(const BucketMap& map, const FileList& files) {
  uint64_t count = 0;
  for (const FilePtr& f : files) {
    const auto [first, last] = map.BucketsOf(UserRange::Of(*f));
    count += first != last;
  }
  return count;
}

}  // namespace ROCKSDB_NAMESPACE
