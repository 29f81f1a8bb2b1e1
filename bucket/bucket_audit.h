// Checks a bucket map: boundaries in order, every key in exactly one bucket. Counts the Level 0
// files that reach over a boundary, which is no fault: files older than the boundary, and pieces
// too small to be cut, do. Called by the whole-tree check. No I/O.
#pragma once

#include "bucket/bucket_map.h"
#include "version/tree_audit.h"

namespace ROCKSDB_NAMESPACE {

// `boundaries` as they came, before any sorting.
void AuditBoundaries(const InternalKeyOrder& order, const std::vector<std::string>& boundaries,
                     FaultList* faults);
void AuditBuckets(const BucketMap& map, FaultList* faults);

uint64_t CountStraddlers(const BucketMap& map, const FileList& files);

}  // namespace ROCKSDB_NAMESPACE
