// rocksdb.bucket-stats: the buckets of one column family's level 0, the jobs in them, and what
// holds writers up. bucket/bucket_properties makes the table; this adds what only the database
// knows.
#pragma once

#include <map>
#include <string>

#include "db/state/family_view.h"

namespace ROCKSDB_NAMESPACE {

// REQUIRES: a deep view.
std::string BucketReport(const FamilyView& view);
std::map<std::string, std::string> BucketReportMap(const FamilyView& view);

}  // namespace ROCKSDB_NAMESPACE
