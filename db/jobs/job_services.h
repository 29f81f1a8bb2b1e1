// What a flush or a compaction needs from the open database beside its inputs: an id, the settings
// of its output files, the sizes that bucket rules depend on, the flags that cancel it, and the
// signal that some job has ended. Background owns it; FlushJob and CompactionRunner get a pointer.
//
// Thread-safe. What is guarded by the state lock says so.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bucket/bucket_sizing.h"
#include "compaction/table_outputs.h"
#include "db/state/db_parts.h"
#include "util/merge_meter.h"
#include "util/right_of_way.h"

namespace ROCKSDB_NAMESPACE {

class JobServices {
 public:
  explicit JobServices(DbParts* parts);

  // Flushes, compactions and files dropped by range share the numbers; LOG, events and properties
  // show them.
  int NextJobId() { return next_job_id_.fetch_add(1, std::memory_order_relaxed); }

  // Settings of the Level 0 files that a flush of `family` writes, cut at `cut_points`. `reason`:
  // kFlush, or kRecovery while the database opens. Without times of keys.
  TableOutputs::Settings FlushOutputs(const ColumnFamily& family,
                                      std::shared_ptr<const CfConfig> config, int job_id,
                                      TableFileCreationReason reason,
                                      std::vector<std::string> cut_points) const;
  // Settings of a compaction's files, without what CompactionJob takes from the pick. `path_id`:
  // the pick's. `flushed_logs`: see TableBuilderOptions.
  TableOutputs::Settings CompactionOutputs(const ColumnFamily& family,
                                           std::shared_ptr<const CfConfig> config, int job_id,
                                           uint32_t path_id, uint64_t flushed_logs) const;
  // What the sizes of buckets and of a flush's pieces depend on, beside the bucket options.
  BucketSizingInputs SizingInputs(const CfConfig& config) const;
  uint32_t processors() const { return processors_; }
  RightOfWay& right_of_way() { return right_of_way_; }
  // Of all compactions and flushes.
  MergeMeter& merge_meter() { return merge_meter_; }
  const MergeMeter& merge_meter() const { return merge_meter_; }

  // Tells DBOptions::sst_file_manager, if there is one, of tables that are about to enter a tree.
  void CountTables(const CfConfig& config,
                   const std::vector<std::shared_ptr<FileMeta>>& files) const;
  // Whether tables take the space that it allows.
  bool SpaceIsUsedUp() const;

  // Running compactions read the flag between records and end early once it is true. Shutdown sets
  // both flags, DisableManualCompaction the one of manual compactions.
  const std::atomic<bool>* cancel_flag(bool manual) const {
    return manual ? &cancel_manual_ : &cancel_;
  }
  bool canceled() const { return cancel_.load(std::memory_order_acquire); }
  void Cancel();
  // `cancel` false lets manual compactions run again, unless Cancel() was called.
  void CancelManual(bool cancel);

  // Waits until some job finishes or the state changes otherwise.
  void WaitForChange() REQUIRES_LOCK(state_lock) { changed_.Wait(); }
  // True when `deadline_micros` has passed.
  bool WaitForChangeUntil(uint64_t deadline_micros) REQUIRES_LOCK(state_lock) {
    return changed_.TimedWaitUntilMicros(deadline_micros);
  }
  // REQUIRES: the caller changed what waiters look at under the state lock, or a waiter may miss
  // it.
  void SignalChange() { changed_.SignalAll(); }

 private:
  // What flushes and compactions have in common.
  TableOutputs::Settings CommonOutputs(const ColumnFamily& family,
                                       std::shared_ptr<const CfConfig> config, int job_id,
                                       TableFileCreationReason reason, uint32_t path_id) const;

  DbParts& parts_;
  const uint32_t processors_ = std::thread::hardware_concurrency();
  RightOfWay right_of_way_{processors_};
  MergeMeter merge_meter_;
  std::atomic<int> next_job_id_{1};
  std::atomic<bool> cancel_{false};
  // True also whenever cancel_ is.
  std::atomic<bool> cancel_manual_{false};
  // Goes with the state lock.
  CondVar changed_;
};

}  // namespace ROCKSDB_NAMESPACE
