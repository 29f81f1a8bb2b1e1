// Decides when flushes and compactions run, runs them on the Env's thread pools, and installs what
// they made. What to run is decided by the pure pickers; how, by FlushJob and CompactionRunner.
//
// Invariants
//  1. At most one flush of a family runs at a time; compactions of a family run side by side as the
//  picker allows.
//  2. calls_ counts every call handed to the pools that has not returned; Shutdown waits for them,
//  and for jobs that run in the threads of manual compactions.
//  3. Every change of a tree, a memtable list or a running set is followed by MaybeSchedule under
//  the same lock hold.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <thread>

#include "bucket/bucket_sizing.h"
#include "compaction/pick_context.h"
#include "compaction/table_outputs.h"
#include "db/db_parts.h"
#include "db/stall_tracker.h"

namespace ROCKSDB_NAMESPACE {

class Background {
 public:
  explicit Background(DbParts* parts)
      : parts_(*parts), stalls_(parts), changed_(&parts->context.mutex) {}

  // Work may be scheduled from now on.
  void Start() REQUIRES_LOCK(parts_.context.mutex);
  void MaybeSchedule() REQUIRES_LOCK(parts_.context.mutex);
  // Stops scheduling and waits for everything that runs. Jobs are asked to stop when `cancel`.
  void Shutdown(bool cancel) REQUIRES_LOCK(parts_.context.mutex);
  bool stopped() const { return !started_; }
  void Pause() REQUIRES_LOCK(parts_.context.mutex);
  void Continue() REQUIRES_LOCK(parts_.context.mutex);
  bool paused() const { return paused_ > 0; }

  // Waits until some job finishes or the state changes otherwise.
  void WaitForChange() REQUIRES_LOCK(parts_.context.mutex) { changed_.Wait(); }
  bool WaitForChangeUntil(uint64_t deadline_micros) REQUIRES_LOCK(parts_.context.mutex) {
    return changed_.TimedWaitUntilMicros(deadline_micros);
  }
  void SignalChange() { changed_.SignalAll(); }
  void UpdateStall(const FamilyPtr& family) REQUIRES_LOCK(parts_.context.mutex) {
    stalls_.Update(family);
  }
  void AccountStall(uint64_t micros) REQUIRES_LOCK(parts_.context.mutex) { stalls_.Charge(micros); }
  void ForgetStall(const FamilyPtr& family) REQUIRES_LOCK(parts_.context.mutex) {
    stalls_.Forget(family);
  }
  void AnnounceStalls() { stalls_.Announce(); }

  // Anything runs, deletes what a job has left behind, or could start (ignoring thread limits),
  // flushes included: for WaitForCompact and tests.
  bool HasWork() const REQUIRES_LOCK(parts_.context.mutex);
  int running_flushes() const { return running_flushes_; }
  int running_compactions() const { return running_compactions_; }
  int NextJobId() { return next_job_id_.fetch_add(1, std::memory_order_relaxed); }
  const std::atomic<bool>* cancel_flag() const { return &cancel_; }

  // A picture of `family` for the pickers. REQUIRES: state lock; the family outlives it.
  PickContext PictureOf(const ColumnFamily& family) const;
  // What the sizes of buckets and pieces depend on, beside the bucket options.
  BucketSurroundings SurroundingsOf(const CfConfig& config) const;
  // Runs one pick from registration to installation. REQUIRES: the state lock; it is released while
  // the job works.
  [[nodiscard]] Status RunPick(const FamilyPtr& family, CompactionPick pick,
                               std::vector<std::shared_ptr<FileMeta>>* made)
      REQUIRES_LOCK(parts_.context.mutex);
  // Flushes what `family` has sealed, in the calling thread. REQUIRES: state lock.
  [[nodiscard]] Status FlushNow(const FamilyPtr& family,
                                TableFileCreationReason reason = TableFileCreationReason::kFlush)
      REQUIRES_LOCK(parts_.context.mutex);
  // What all output files of `family` have in common.
  TableOutputs::Settings OutputSettings(const ColumnFamily& family,
                                        std::shared_ptr<const CfConfig> config, int job_id,
                                        TableFileCreationReason reason);
  // Logs that no family needs any more may go. REQUIRES: state lock.
  void ReleaseLogs() REQUIRES_LOCK(parts_.context.mutex);

 private:
  bool MayRun() const;
  size_t EligibleCompactions(size_t limit) const;
  FamilyPtr FamilyToFlush() const;
  void FlushCall();
  void CompactionCall();
  std::optional<CompactionPick> PickBest(FamilyPtr* family);
  void Rebalance(const FamilyPtr& family) REQUIRES_LOCK(parts_.context.mutex);
  void AfterJob(const FamilyPtr& family) REQUIRES_LOCK(parts_.context.mutex);
  void SleepAfterError();

  DbParts& parts_;
  StallTracker stalls_;
  CondVar changed_;
  const uint32_t processors_ = std::thread::hardware_concurrency();
  bool started_ = false;
  int paused_ = 0;
  int calls_ = 0;           // handed to the pools and not returned
  int queued_flushes_ = 0;  // of those, not begun
  int queued_compactions_ = 0;
  int running_flushes_ = 0;
  int running_compactions_ = 0;
  uint32_t last_family_ = 0;  // compactions take turns between families
  std::atomic<int> next_job_id_{1};
  std::atomic<bool> cancel_{false};
};

}  // namespace ROCKSDB_NAMESPACE
