// Scheduling of flushes and compactions; see the header.
#include "db/jobs/background.h"

#include <algorithm>

#include "compaction/aged_files.h"
#include "db/jobs/compaction_runner.h"
#include "db/jobs/decision_log.h"
#include "db/jobs/flush_group.h"
#include "db/state/log_need.h"
#include "db/write/write_path.h"
#include "schedule/transitions.h"
#include "util/parallel.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"
#include "util/thread_activity.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A pause keeps a thread of the pool, which other families' jobs may need, so the user's retry
// interval (bgerror_resume_retry_interval) counts only up to here.
constexpr uint64_t kLongestPauseMicros = 1000000;

}  // namespace

void Background::Start() {
  started_ = true;
  LogFamilies();
  MaybeSchedule();
}

bool Background::MayRun() const {
  return started_ && paused_ == 0 && !parts_.context.shutting_down.load(std::memory_order_acquire);
}

void Background::Pause() {
  ++paused_;
  // A listener that is called from Leave cannot wait for its own return.
  const auto self = std::find(leaving_.begin(), leaving_.end(), std::this_thread::get_id());
  const bool leaves = self != leaving_.end();
  // Calls that are queued need not be waited for: MayRun() turns them back when they begin.
  while (load_.running_flushes + load_.running_compactions + about_to_leave_ > 0 ||
         (!leaves && !leaving_.empty()))
    services_.WaitForChange();
}

void Background::Continue() {
  if (paused_ > 0) --paused_;
  MaybeSchedule();
  services_.SignalChange();  // manual compactions, which run in their callers' threads
}

Machine Background::MachineNow() const {
  const auto config = parts_.context.config();
  Machine machine;
  machine.processors = services_.processors();
  machine.limits = config->background;
  machine.merge_demand = services_.merge_meter().demand().percent();
  machine.useful_threads = services_.merge_meter().useful().count();
  machine.direct_writes = config->options.use_direct_io_for_flush_and_compaction;
  machine.max_subcompactions = config->options.max_subcompactions;
  machine.atomic_flush = config->options.atomic_flush;
  machine.now_seconds = parts_.context.NowSeconds();
  machine.oldest_snapshot =
      parts_.snapshots.empty() ? parts_.versions->last_sequence() : parts_.snapshots.oldest();
  return machine;
}

std::vector<FamilyState*> Background::Families() const {
  std::vector<FamilyState*> families;
  families.reserve(parts_.families.all().size());
  for (const auto& [id, family] : parts_.families.all()) {
    if (!family->dropped) families.push_back(&family->state());
  }
  return families;
}

void Background::LogFamilies() const {
  const Machine machine = MachineNow();
  for (const auto& [id, family] : parts_.families.all()) {
    DecisionLog(parts_.events.get())
        .Opened({family->name, 0, family->state().changes()}, *family->state().tree(), machine);
  }
}

PickContext Background::PickContextOf(const ColumnFamily& family) const {
  return MakePickContext(family.state(), MachineNow());
}

bool Background::HasWork() const {
  if (calls_ + load_.running_flushes + load_.running_compactions > 0) return true;
  return Scheduler::AnyDue(Families(), MachineNow());
}

// An application may have taken all threads from the HIGH pool: flushes then share the LOW one.
Env::Priority Background::FlushPool() const {
  return parts_.context.env->GetBackgroundThreads(Env::HIGH) > 0 ? Env::HIGH : Env::LOW;
}

void Background::MaybeSchedule() {
  if (!MayRun() || parts_.errors->writes_stopped()) return;
  const Calls wanted = Scheduler::Wanted(Families(), MachineNow(), load_);
  calls_ += wanted.flushes + wanted.compactions;
  load_.queued_flushes += wanted.flushes;
  load_.queued_compactions += wanted.compactions;
  Env* env = parts_.context.env;
  const Env::Priority pool = FlushPool();
  for (int i = 0; i < wanted.flushes; ++i) {
    env->Schedule([](void* self) { static_cast<Background*>(self)->FlushCall(); }, this, pool,
                  this);
  }
  for (int i = 0; i < wanted.compactions; ++i) {
    env->Schedule([](void* self) { static_cast<Background*>(self)->CompactionCall(); }, this,
                  Env::LOW, this);
  }
}

void Background::Shutdown(bool cancel) {
  // Order: first no new work (started_), then wake sleepers, then take back, then wait.
  if (cancel) services_.Cancel();
  started_ = false;
  services_.SignalChange();  // whoever pauses after an error
  // Calls that have not begun are taken back; those that have are waited for.
  parts_.context.mutex.Unlock();
  const int taken_flushes = parts_.context.env->UnSchedule(this, Env::HIGH);
  const int taken_low = parts_.context.env->UnSchedule(this, Env::LOW);
  parts_.context.mutex.Lock();
  calls_ -= taken_flushes + taken_low;
  // Jobs of manual compactions run in their callers' threads.
  while (calls_ + load_.running_flushes + load_.running_compactions > 0) services_.WaitForChange();
  load_.queued_flushes = load_.queued_compactions = 0;
}

void Background::StopManual(bool stop) {
  services_.CancelManual(stop);
  services_.SignalChange();  // those that wait for their turn
  while (stop && running_manual_ > 0) services_.WaitForChange();
}

void Background::SleepAfterError() {
  if (parts_.errors->writes_stopped()) return;  // nothing is scheduled until that is over
  const uint64_t pause = std::min(kLongestPauseMicros, parts_.errors->RetryMicros());
  const uint64_t deadline = CondVar::NowMicros() + pause;
  // Woken by every change; only the end of the database ends the pause early.
  while (CondVar::NowMicros() < deadline && started_ &&
         !parts_.context.shutting_down.load(std::memory_order_acquire))
    (void)services_.WaitForChangeUntil(deadline);
}

// ---- flush ----

std::vector<FamilyPtr> Background::FlushedWith(const FamilyPtr& family) const {
  if (!parts_.context.config()->options.atomic_flush) return {family};
  std::vector<FamilyPtr> all;
  for (const auto& [id, one] : parts_.families.all()) {
    if (!one->dropped) all.push_back(one);
  }
  return all;
}

bool Background::FlushRuns(const ColumnFamily& family) const {
  return parts_.context.config()->options.atomic_flush ? load_.running_flushes > 0
                                                       : family.state().flushes.running > 0;
}

// The end of a flush in another thread (invariant 4).
class Background::FlushEnd {
 public:
  FlushEnd(Background* background, std::unique_ptr<FlushGroup> group)
      : group_(std::move(group)), work_(1, [this, background](size_t) {
          StateLock lock(&background->parts_.context.mutex);
          status_ = background->EndFlush(group_.get(), Status::OK(), false);
        }) {
    work_.AddHelper();
  }
  // How it ended; once. Where the system gave no thread, it begins only now.
  Status Await() EXCLUDES_LOCK(state_lock) {
    work_.Finish(1);
    return status_;
  }

 private:
  const std::unique_ptr<FlushGroup> group_;
  Status status_;
  ParallelWork work_;  // last: it uses the others
};

std::unique_ptr<FlushGroup> Background::PickFlush(const FamilyPtr& family) {
  auto group = std::make_unique<FlushGroup>(&parts_, &services_);
  if (!group->Pick(FlushedWith(family))) return nullptr;
  return group;
}

std::unique_ptr<FlushGroup> Background::PickBehind(const FlushGroup& one) {
  if (!MayRun() || parts_.errors->writes_stopped()) return nullptr;
  if (parts_.context.config()->options.atomic_flush) return nullptr;
  const FamilyPtr& family = one.families().front();
  const FamilyState& state = family->state();
  if (family->dropped || !state.NeedsFlush()) return nullptr;
  // A flush that waits takes all that is sealed by then: fewer and larger files for compactions.
  if (load_.running_compactions > 0) return nullptr;
  // The first flush of a family chooses its boundaries, and the next one cuts at them.
  if (state.config()->bucketized && state.buckets()->size() == 1) return nullptr;
  // This thread may be wanted by other families and databases.
  if (Scheduler::AnyFlushDue(Families())) return nullptr;
  if (parts_.context.env->GetThreadPoolQueueLen(FlushPool()) > 0) return nullptr;
  return PickFlush(family);
}

Status Background::FlushNow(const FamilyPtr& family) {
  std::unique_ptr<FlushGroup> group = PickFlush(family);
  if (group == nullptr) return Status::OK();
  // Until the last result is installed no other flush of the family starts: epochs reserved by Pick
  // enter the tree in the order they were reserved (hazard 5).
  for (const FamilyPtr& one : group->families()) ++one->state().flushes.running;
  ++load_.running_flushes;
  std::optional<FlushEnd> in_front;  // of `group`
  while (true) {
    std::optional<ThreadOperation> shown;
    ShowFlush(*group, &shown);
    Status s;
    {
      StateUnlock unlock(&parts_.context.mutex);
      {
        const UsefulThreadsScope at_work(&services_.merge_meter().useful());
        s = group->Write();
      }
      // What could not be installed is flushed again before what comes behind it.
      const Status front = in_front ? in_front->Await() : Status::OK();
      in_front.reset();
      if (!front.ok()) s = front;
    }
    if (shown) shown->SetStage(ThreadStatus::STAGE_MEMTABLE_INSTALL_FLUSH_RESULTS);
    std::unique_ptr<FlushGroup> next = s.ok() ? PickBehind(*group) : nullptr;
    if (next == nullptr) return EndFlush(group.get(), s, true);
    StateUnlock unlock(&parts_.context.mutex);
    in_front.emplace(this, std::move(group));
    group = std::move(next);
  }
}

// In GetThreadList, where the application wants that.
void Background::ShowFlush(const FlushGroup& group, std::optional<ThreadOperation>* shown) const {
  if (!parts_.context.config()->options.enable_thread_tracking) return;
  shown->emplace(ThreadStatus::OP_FLUSH, parts_.context.dbname, group.families().front()->name);
  (*shown)->SetStage(ThreadStatus::STAGE_FLUSH_RUN);
  (*shown)->SetProperty(ThreadStatus::FLUSH_JOB_ID, static_cast<uint64_t>(group.first_job_id()));
  (*shown)->SetProperty(ThreadStatus::FLUSH_BYTES_MEMTABLES, group.data_bytes());
}

Status Background::EndFlush(FlushGroup* group, const Status& written, bool last) {
  Status s = written;
  if (s.ok()) {
    StateUnlock unlock(&parts_.context.mutex);
    s = group->Sync();
  }
  s = FinishFlush(group, s);
  if (last) {
    for (const FamilyPtr& one : group->families()) --one->state().flushes.running;
    --load_.running_flushes;
  }
  AfterJob(group->families());
  return s;
}

Status Background::FinishFlush(FlushGroup* group, const Status& run) {
  Status s = group->Install(run);
  // Before another flush of the family may begin, and come to other boundaries (invariant 1).
  for (const FamilyPtr& one : group->families()) {
    if (s.ok() && !one->dropped) Rebalance(one);
  }
  // The tables stay, but nothing may follow them.
  const bool no_space = s.ok() && services_.SpaceIsUsedUp();
  if (no_space) s = Status::SpaceLimit("Max allowed space was reached");
  if (s.ok() || s.IsShutdownInProgress() || s.IsColumnFamilyDropped()) return s;
  // Writing tables may fail and work later; a failed MANIFEST write leaves more doubt behind. The
  // handler judges them differently. It gets the error while the flush still counts as running: a
  // manual flush waits until then.
  StateUnlock unlock(&parts_.context.mutex);
  const auto reason =
      run.ok() && !no_space ? BackgroundErrorReason::kManifestWrite : BackgroundErrorReason::kFlush;
  return parts_.errors->Set(s, reason);
}

void Background::LookAtDeletions() {
  const SequenceNumber oldest = parts_.snapshots.oldest();
  SequenceNumber first = kLargestSequence;
  if (oldest != kLargestSequence) {
    for (const auto& [id, family] : parts_.families.all()) {
      const FamilyState& state = family->state();
      first = std::min(first, FirstHeldBack(*state.tree(), *state.config(), oldest));
    }
  }
  parts_.held_back.store(first, std::memory_order_relaxed);
  MaybeSchedule();
}

template <typename Fn>
void Background::Leave(Fn rest) {
  const std::thread::id self = std::this_thread::get_id();
  leaving_.push_back(self);
  {
    StateUnlock unlock(&parts_.context.mutex);
    rest();
  }
  leaving_.erase(std::find(leaving_.begin(), leaving_.end(), self));
  services_.SignalChange();  // whoever pauses the work
}

// Order: logs and the stall verdict first, since writers may wait for them; then new work, in which
// idle threads begin while this one still deletes files. What blocks or calls out comes last,
// unlocked.
void Background::AfterJob(const std::vector<FamilyPtr>& families) {
  SettleJob(families);
  CleanUp();
}

void Background::SettleJob(const std::vector<FamilyPtr>& families) {
  ReleaseLogs();
  for (const FamilyPtr& family : families) UpdateStall(family);
  if (parts_.errors->writes_stopped()) parts_.writes->SignalStall();  // they must be told
  LookAtDeletions();
  services_.SignalChange();
  if (parts_.spares != nullptr) parts_.spares->SetKept(WorkIsLeft());
}

void Background::CleanUp() {
  Leave([this] {
    BUCKETLSM_SYNC_POINT("Background::AfterJob:Unlocked");
    stalls_.Announce();
    parts_.obsolete->Purge();
    if (parts_.spares != nullptr) parts_.spares->DeleteUnlessKept(parts_.context.fs.get());
  });
}

void Background::CleanUpBeside(Aftermath* beside) {
  {
    StateUnlock unlock(&parts_.context.mutex);
    beside->Await();
  }
  ++about_to_leave_;
  beside->work_ = std::make_unique<ParallelWork>(1, [this](size_t) {
    StateLock lock(&parts_.context.mutex);
    --about_to_leave_;
    services_.SignalChange();
    CleanUp();
  });
  beside->work_->AddHelper();
  if (beside->work_->helpers() > 0) return;
  // The system gives no thread. Whoever pauses the work must not wait for the caller's next job.
  StateUnlock unlock(&parts_.context.mutex);
  beside->Await();
}

Background::Aftermath::Aftermath() = default;
Background::Aftermath::~Aftermath() { Await(); }

void Background::Aftermath::Await() {
  if (work_ == nullptr) return;
  work_->Finish(1);
  work_.reset();
}

// Calls that find nothing to do end without AfterJob.
void Background::DropSparesIfIdle() {
  if (parts_.spares == nullptr || WorkIsLeft()) return;
  parts_.spares->SetKept(false);
  Leave([this] { parts_.spares->DeleteUnlessKept(parts_.context.fs.get()); });
}

void Background::ReleaseLogs() {
  const uint64_t kept = OldestLogKept(parts_);
  if (kept == UINT64_MAX) return;
  parts_.prepared.ForgetBefore(kept);
  parts_.wals->ReleaseBefore(kept, parts_.families.max_id > 0);
}

void Background::FlushCall() {
  parts_.context.mutex.Lock();
  --load_.queued_flushes;
  FamilyPtr family;
  // What was true when this call was queued may be so no more.
  if (MayRun() && !parts_.errors->writes_stopped()) {
    const bool together = parts_.context.config()->options.atomic_flush;
    const FamilyState* due = scheduler_.NextFlush(Families(), together);
    if (due != nullptr) family = parts_.families.Find(due->id());
  }
  Status s;
  if (family != nullptr) s = FlushNow(family);
  family.reset();  // from the last line on the database may be gone, and what families point to
  if (!s.ok() && !s.IsShutdownInProgress() && !s.IsColumnFamilyDropped()) SleepAfterError();
  DropSparesIfIdle();
  --calls_;
  MaybeSchedule();
  services_.SignalChange();
  parts_.context.mutex.Unlock();
}

// Splits hot buckets, merges cold ones, and writes the new boundaries down.
void Background::Rebalance(const FamilyPtr& family) {
  FamilyState& state = family->state();
  const std::vector<RebalanceStep> steps =
      ROCKSDB_NAMESPACE::Rebalance(&state, services_.SizingInputs(*state.config()));
  if (steps.empty()) return;
  BUCKETLSM_SYNC_POINT("Background::Rebalance:Decided");
  for (const RebalanceStep& step : steps) {
    LogInfo(parts_.context.info_log.get(), "[%s] Buckets: %s", family->name.c_str(),
            Describe(step, true).c_str());
    const bool split = step.kind == RebalanceStep::kSplit;
    RecordTick(parts_.context.stats, split ? BUCKET_SPLITS : BUCKET_MERGES, 1);
    ++(split ? family->stats().bucket_splits : family->stats().bucket_merges);
  }
  DecisionLog(parts_.events.get()).Rebalanced({family->name, 0, state.changes()}, *state.buckets());
  // The new map is in use already. Losing the record costs boundaries at the next open, never data,
  // so a failure is only logged; VersionSet replaces the doubtful MANIFEST before its next record.
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family;
  // Those in use when the record is written: another job may change them before.
  edits[0].complete = [this, &state](const TreeVersion&, VersionEdit* edit) {
    StateLock lock(&parts_.context.mutex);
    edit->bucket_boundaries = EncodedBoundaries(state);
  };
  Status s = parts_.versions->Apply(std::move(edits), nullptr);
  if (!s.ok())
    LogWarn(parts_.context.info_log.get(), "Boundaries not written: %s", s.ToString().c_str());
}

// ---- compaction ----

// Registered before the lock is let go: pickers in other threads see its inputs and its range as
// busy from the first moment (hazard 2).
Status Background::RunPick(const FamilyPtr& family, CompactionPick pick, CompactionJobInfo* info,
                           const std::atomic<bool>* cancel_this, Aftermath* beside) {
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  const bool manual = pick.manual;
  const int from = pick.start_level(), to = pick.output_level;
  ++load_.running_compactions;
  running_manual_ += manual;
  family->state().manual.running += manual;
  Status s;
  {
    CompactionRunner runner(&parts_, &services_, family, std::move(pick), cancel_this);
    runner.Register();
    MaybeSchedule();  // beside this job another may be eligible
    s = runner.Run(info);
  }
  if (s.ok() && !family->dropped && AsksForRebalance(family->state(), from, to)) Rebalance(family);
  // Only now: Close and PauseBackgroundWork wait for the record of the boundaries too.
  --load_.running_compactions;
  running_manual_ -= manual;
  family->state().manual.running -= manual;
  SettleJob({family});
  beside != nullptr ? CleanUpBeside(beside) : CleanUp();
  return s;
}

// There may be no pick: another call took it, or the tree has changed. Then the call just ends.
void Background::CompactionCall() {
  parts_.context.mutex.Lock();
  --load_.queued_compactions;
  Status s;
  if (MayRun() && !parts_.errors->writes_stopped()) {
    std::optional<Scheduler::Choice> choice = scheduler_.NextCompaction(Families(), MachineNow());
    // Both are gone before this call ends; see FlushCall.
    if (choice) {
      s = RunPick(parts_.families.Find(choice->family->id()), std::move(choice->pick), nullptr);
    }
  }
  if (!s.ok() && !s.IsShutdownInProgress() && !s.IsColumnFamilyDropped()) SleepAfterError();
  DropSparesIfIdle();
  --calls_;
  MaybeSchedule();
  services_.SignalChange();
  parts_.context.mutex.Unlock();
}

}  // namespace ROCKSDB_NAMESPACE
