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
  // Counts a job that was installed.
  void CountEnd(CompactionJob* job, uint64_t micros) const;

  // For listeners. Without the state lock, since table properties may have to be read.
  CompactionJobInfo Info(const Status& s, CompactionJob* job, uint64_t micros) const;
  SubcompactionJobInfo InfoOfPart(const CompactionJob::PartReport& part) const;

 private:
  CompactionJobStats Stats(CompactionJob* job, uint64_t micros) const;
  void CountBytes(uint64_t read, uint64_t written) const;
  void AddInputs(CompactionJobInfo* info) const;
  void AddOutputs(CompactionJob* job, CompactionJobInfo* info) const;

  DbParts& parts_;
  const ColumnFamily& family_;
  const CfConfig& config_;
  const CompactionPick& pick_;
  const int job_id_;
};

}  // namespace ROCKSDB_NAMESPACE
