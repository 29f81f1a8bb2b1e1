// One column family at one moment, copied for reports: files and memtables through a super version,
// everything else under the state lock, which is released before anybody looks at it. Made by
// properties and metadata calls; never changes the family.
//
// The super version is taken first. A job may be installed before the lock is: the lists copied
// under it can then be a step ahead of the files. Good enough for reports, not for decisions.
#pragma once

#include <memory>
#include <vector>

#include "compaction/level_targets.h"
#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

class FamilyView {
 public:
  // `deep` copies bucket statistics, running jobs and counters as well; without it these are empty.
  FamilyView(DbParts* db, FamilyPtr family, bool deep);
  FamilyView(const FamilyView&) = delete;
  FamilyView& operator=(const FamilyView&) = delete;

  DbParts& parts;
  const FamilyPtr family;
  const SuperVersionHold sv;

  const TreeVersion& tree() const { return *sv->tree; }
  const CfConfig& config() const { return *sv->config; }
  // Whether level 0 is cut into buckets; else bucket_map() is null.
  const BucketMap* bucket_map() const;
  LevelTargets Targets() const;

  // Files that the running jobs hold.
  FilesInJobs BusyFiles() const { return FilesInJobs(running); }

  std::shared_ptr<const BucketMap> buckets;
  BucketStats bucket_stats{1, 1};
  std::vector<RunningJob> running;
  StallVerdict stall;
  JobTotals jobs;
  StallTotals stalls;
  uint64_t opened_micros = 0;  // since when `jobs` and `stalls` count
  ReportMark last_report;
  uint64_t pending_compaction_bytes = 0;
};

}  // namespace ROCKSDB_NAMESPACE
