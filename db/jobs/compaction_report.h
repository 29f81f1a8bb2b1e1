// What one compaction tells the outside: statistics, and the description that listeners get. Called
// by the CompactionRunner; changes nothing.
#pragma once

#include "compaction/compaction_job.h"
#include "db/state/db_parts.h"
#include "rocksdb/listener.h"

namespace ROCKSDB_NAMESPACE {

class CompactionReport {
 public:
  // `job` may be null: nothing was rewritten.
  CompactionReport(DbParts* parts, const ColumnFamily& family, const CfConfig& config,
                   const CompactionPick& pick, int job_id)
      : parts_(*parts), family_(family), config_(config), pick_(pick), job_id_(job_id) {}

  // Counts a job that begins. `parallel`: jobs out of Level 0 now running, this one included.
  void CountBegin(uint64_t parallel) const;
  // Counts a job that was installed. `job`: null where files were moved or removed only.
  void CountEnd(CompactionJob* job, uint64_t micros) const;

  // For listeners and CompactFiles. Without the state lock, since table properties may have to be
  // read.
  CompactionJobInfo InfoOfBegin() const;
  // `job`: null where files were moved or removed only. `moved`: they are on the next level now.
  CompactionJobInfo InfoOfEnd(const Status& s, CompactionJob* job, uint64_t micros,
                              bool moved) const;
  // Of the inputs, by path. What cannot be read is left out: the job itself fails then.
  TablePropertiesCollection InputProperties() const;
  SubcompactionJobInfo InfoOfPart(const CompactionJob::PartReport& part) const;

 private:
  CompactionJobStats Stats(CompactionJob* job, uint64_t micros) const;
  void CountBytes(uint64_t read, uint64_t written) const;
  std::string PathOf(const FileMeta& file) const;
  void AddInputs(CompactionJobInfo* info) const;
  void AddOutputs(CompactionJob* job, CompactionJobInfo* info) const;
  void AddMoved(CompactionJobInfo* info) const;

  DbParts& parts_;
  const ColumnFamily& family_;
  const CfConfig& config_;
  const CompactionPick& pick_;
  const int job_id_;
};

}  // namespace ROCKSDB_NAMESPACE
