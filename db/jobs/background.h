// Runs flushes and compactions on the Env's thread pools and installs what they made. When to run
// them and whose turn it is, schedule/scheduler.h decides; how, FlushJob and CompactionRunner.
//
//   a change of tree or memtables -> MaybeSchedule -> Env pool -> FlushCall / CompactionCall
//            ^                                                       | picks only now
//            '--- AfterJob <--- installed <--- Run (no lock) <-------'
//
// A call handed to a pool names no work: it looks for the best work when it begins, since the tree
// may be another one by then, and returns at once when there is none.
//
// Invariants
//  1. At most one flush of a family writes at a time (hazard 5), with atomic_flush at most one of
//     all (db/jobs/flush_group.h). Flushes are installed in the order of their memtables, one after
//     the other, and the last counts as running until the boundaries it leads to are in the
//     MANIFEST: they get there in the order in which they came into use. Compactions of a family
//     run side by side as the picker allows.
//  2. calls_ counts every call handed to the pools that has not returned; Shutdown waits for them,
//     and for jobs that run in the threads of manual compactions.
//  3. Every change of a tree, a memtable list or a running set is followed by MaybeSchedule under
//     the same lock hold: no work is left lying while threads are idle.
//  4. Where the next memtable waits already and no compaction runs, a flush is synced and installed
//     by another thread while the pool's writes the next one. No flush ends before the one in front
//     of it has:
//
//       pool's thread    write m1 | write m2           | write m3        | sync, install m3
//       another                   | sync, install m1   | sync, install m2
#pragma once

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "db/jobs/job_services.h"
#include "db/jobs/stall_tracker.h"
#include "db/state/db_parts.h"
#include "db/state/job_hooks.h"
#include "schedule/scheduler.h"

namespace ROCKSDB_NAMESPACE {

class FlushGroup;
class ParallelWork;
class ThreadOperation;

class Background final : public JobHooks {
 public:
  explicit Background(DbParts* parts)
      : parts_(*parts), services_(parts), stalls_(parts, &services_.right_of_way()) {}

  // Work may be scheduled from now on.
  void Start() REQUIRES_LOCK(state_lock);
  // Hands calls to the pools for whatever is due and not yet asked for. Cheap to call too often;
  // does nothing while paused, stopped, closing, or while an error stops writes.
  void MaybeSchedule() override REQUIRES_LOCK(state_lock);
  // After a change of files, their options, or the oldest snapshot: DbParts::held_back, and work.
  void LookAtDeletions() REQUIRES_LOCK(state_lock);
  // Stops scheduling and waits for everything that runs. Jobs are asked to stop when `cancel`.
  void Shutdown(bool cancel) REQUIRES_LOCK(state_lock);
  // Nothing new starts, and what runs is waited for, jobs of manual compactions included, and what
  // follows them; the latter not by a listener that is called from there. Nests: as many Continue
  // calls let work go on.
  void Pause() REQUIRES_LOCK(state_lock);
  void Continue() REQUIRES_LOCK(state_lock);
  bool paused() const REQUIRES_LOCK(state_lock) { return paused_ > 0; }

  // Waits until some job finishes or the state changes otherwise.
  void WaitForChange() REQUIRES_LOCK(state_lock) { services_.WaitForChange(); }
  bool WaitForChangeUntil(uint64_t deadline_micros) REQUIRES_LOCK(state_lock) {
    return services_.WaitForChangeUntil(deadline_micros);
  }
  // See JobServices.
  void SignalChange() { services_.SignalChange(); }
  bool SpaceIsUsedUp() const { return services_.SpaceIsUsedUp(); }
  // Stalls: see StallTracker, which is reached through here.
  void UpdateStall(const FamilyPtr& family) override REQUIRES_LOCK(state_lock) {
    stalls_.Update(family);
  }
  void AccountStall(uint64_t micros) override REQUIRES_LOCK(state_lock) { stalls_.Charge(micros); }
  void ForgetStall(const FamilyPtr& family) REQUIRES_LOCK(state_lock) { stalls_.Forget(family); }
  void AnnounceStalls() override EXCLUDES_LOCK(state_lock) { stalls_.Announce(); }

  // Anything runs, deletes what a job has left behind, or could start (ignoring thread limits),
  // flushes included: for WaitForCompact and tests.
  bool HasWork() const REQUIRES_LOCK(state_lock);
  int running_flushes() const REQUIRES_LOCK(state_lock) { return load_.running_flushes; }
  int running_compactions() const REQUIRES_LOCK(state_lock) { return load_.running_compactions; }
  // What jobs get from here, those of a recovery too.
  JobServices* services() { return &services_; }
  // While `stop`, manual compactions end early; returns after those that run have.
  void StopManual(bool stop) REQUIRES_LOCK(state_lock);

  // The inputs of a pick as they are now. REQUIRES: the family outlives the context.
  PickContext PickContextOf(const ColumnFamily& family) const REQUIRES_LOCK(state_lock);
  // What blocks or calls out behind a job, in another thread beside what its caller does next. Made
  // and destroyed without the state lock.
  class Aftermath {
   public:
    Aftermath();
    ~Aftermath();  // waits
    Aftermath(const Aftermath&) = delete;
    Aftermath& operator=(const Aftermath&) = delete;

   private:
    friend class Background;
    void Await() EXCLUDES_LOCK(state_lock);
    std::unique_ptr<ParallelWork> work_;
  };
  // Runs one pick from registration to installation; `info` may be null. Ends early with Incomplete
  // once *cancel_this (may be null) is true. Where the caller goes on with a further pick at once,
  // `beside` takes what comes behind the job, after it has waited for what it had; null: the call
  // does that as well. REQUIRES: the state lock; it is released while the job works.
  [[nodiscard]] Status RunPick(const FamilyPtr& family, CompactionPick pick,
                               CompactionJobInfo* info,
                               const std::atomic<bool>* cancel_this = nullptr,
                               Aftermath* beside = nullptr) REQUIRES_LOCK(state_lock);
  // Flushes what `family` has sealed, with atomic_flush what all have, in the calling thread.
  // REQUIRES: FlushRuns(*family) is false.
  [[nodiscard]] Status FlushNow(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // A flush of the family, or with atomic_flush of any, is under way.
  bool FlushRuns(const ColumnFamily& family) const REQUIRES_LOCK(state_lock);
  // Logs that no family needs any more may go. REQUIRES: state lock.
  void ReleaseLogs() REQUIRES_LOCK(state_lock);

 private:
  class FlushEnd;

  bool MayRun() const REQUIRES_LOCK(state_lock);
  // The clock, the snapshots and the limits as they are now: the scheduler reads none of them.
  Machine MachineNow() const REQUIRES_LOCK(state_lock);
  // Those that are not dropped, ascending by id.
  std::vector<FamilyState*> Families() const REQUIRES_LOCK(state_lock);
  // For a replay of the LOG: families and machine before the first decision.
  void LogFamilies() const REQUIRES_LOCK(state_lock);
  // What the pools call.
  void FlushCall() EXCLUDES_LOCK(state_lock);
  void CompactionCall() EXCLUDES_LOCK(state_lock);
  void Rebalance(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // The threads that flush.
  Env::Priority FlushPool() const;
  // Takes what `family` has sealed, and what is flushed with it. Null: there is nothing.
  std::unique_ptr<FlushGroup> PickFlush(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // The same for a flush that begins before `one` is installed. Null: nothing waits, or it is
  // somebody else's turn.
  std::unique_ptr<FlushGroup> PickBehind(const FlushGroup& one) REQUIRES_LOCK(state_lock);
  // As what the calling thread does, until *shown goes.
  void ShowFlush(const FlushGroup& group, std::optional<ThreadOperation>* shown) const;
  // Syncs and installs what a group has written, or gives it back. `last`: no flush of its families
  // runs from then on. Releases the lock for a while.
  Status EndFlush(FlushGroup* group, const Status& written, bool last) REQUIRES_LOCK(state_lock);
  // Those that are flushed with `family`: itself, or with atomic_flush all.
  std::vector<FamilyPtr> FlushedWith(const FamilyPtr& family) const REQUIRES_LOCK(state_lock);
  // Installs what a group has written, or not, and tells the error handler what went wrong.
  Status FinishFlush(FlushGroup* group, const Status& run) REQUIRES_LOCK(state_lock);
  bool WorkIsLeft() const REQUIRES_LOCK(state_lock) {
    return load_.queued_flushes + load_.running_flushes + load_.queued_compactions +
               load_.running_compactions >
           0;
  }
  // Tables wait to be written over only while work is left. Releases the lock for a while.
  void DropSparesIfIdle() REQUIRES_LOCK(state_lock);
  // What follows any job, successful or not: releases logs and the lock for a while.
  void AfterJob(const std::vector<FamilyPtr>& families) REQUIRES_LOCK(state_lock);
  // Its part under the lock, and the one that blocks or calls out.
  void SettleJob(const std::vector<FamilyPtr>& families) REQUIRES_LOCK(state_lock);
  void CleanUp() REQUIRES_LOCK(state_lock);
  void CleanUpBeside(Aftermath* beside) REQUIRES_LOCK(state_lock);
  // Does `rest` with the lock released.
  template <typename Fn>
  void Leave(Fn rest) REQUIRES_LOCK(state_lock);
  // Keeps the pool thread for a moment after a failed job, so that the same job is not picked again
  // in a busy loop. The lock is released meanwhile.
  void SleepAfterError() REQUIRES_LOCK(state_lock);

  DbParts& parts_;
  JobServices services_;
  StallTracker stalls_;
  Scheduler scheduler_ GUARDED_BY(state_lock);
  bool started_ GUARDED_BY(state_lock) = false;
  int paused_ GUARDED_BY(state_lock) = 0;
  // Handed to the pools and not returned.
  int calls_ GUARDED_BY(state_lock) = 0;
  // Of those the ones that have not begun, and the jobs that run.
  Load load_ GUARDED_BY(state_lock);
  int running_manual_ GUARDED_BY(state_lock) = 0;
  // Threads in Leave, and those on their way to it.
  std::vector<std::thread::id> leaving_ GUARDED_BY(state_lock);
  int about_to_leave_ GUARDED_BY(state_lock) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
