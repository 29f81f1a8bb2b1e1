// Scheduling of flushes and compactions; see the header.
#include "db/jobs/background.h"

#include <algorithm>

#include "bucket/bucket_manager.h"
#include "bucket/bucket_sizing.h"
#include "bucket/l0_picker.h"
#include "compaction/picker.h"
#include "db/jobs/compaction_runner.h"
#include "db/jobs/flush_job.h"
#include "db/write/write_path.h"
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
  MaybeSchedule();
}

bool Background::MayRun() const {
  return started_ && paused_ == 0 && !parts_.context.shutting_down.load(std::memory_order_acquire);
}

void Background::Pause() {
  ++paused_;
  // Calls that are queued need not be waited for: MayRun() turns them back when they begin.
  while (running_flushes_ + running_compactions_ > 0) services_.WaitForChange();
}

void Background::Continue() {
  if (paused_ > 0) --paused_;
  MaybeSchedule();
  services_.SignalChange();  // manual compactions, which run in their callers' threads
}

// Everything a decision depends on, the clock and the snapshots included, is read here once, so
// that the pickers stay pure.
PickContext Background::PickContextOf(const ColumnFamily& family) const {
  // A family without buckets is shown without a map: pickers then behave as stock does (hazard 17).
  PickContext ctx =
      PickContext::Of(family.tree, *family.config,
                      family.config->bucketized ? family.buckets.get() : nullptr, family.running);
  ctx.cursors = &family.compact_cursors;
  ctx.now_seconds = parts_.context.NowSeconds();
  ctx.oldest_snapshot =
      parts_.snapshots.empty() ? parts_.versions->last_sequence() : parts_.snapshots.oldest();
  const int base = ctx.targets.base_level;
  ctx.pace =
      JobsAtTheTrigger(services_.processors(),
                       static_cast<uint32_t>(parts_.context.config()->background.compactions),
                       family.config->CompressionFor(base, base, family.tree->num_levels()));
  ctx.max_subcompactions =
      std::max<uint32_t>(1, parts_.context.config()->options.max_subcompactions);
  return ctx;
}

bool Background::MayCompactByItself(const ColumnFamily& family) {
  if (family.dropped || family.config->options.disable_auto_compactions) return false;
  // A manual compaction needs all files of its range at once, an exclusive one the whole family.
  // Under steady writes some automatic job would always be in the way: so none begins while one
  // waits for those that run. Behind another manual compaction it waits without holding work back.
  return family.manual_waiting == 0 || family.manual_running > 0;
}

size_t Background::EligibleCompactions(size_t limit) const {
  size_t total = 0;
  for (const auto& [id, family] : parts_.families.all()) {
    if (!MayCompactByItself(*family) || total >= limit) continue;
    total += EligibleJobs(PickContextOf(*family), limit - total);
  }
  return total;
}

FamilyPtr Background::FamilyToFlush() const {
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->running_flushes == 0 && family->NeedsFlush()) return family;
  }
  return nullptr;
}

bool Background::HasWork() const {
  if (calls_ + running_flushes_ + running_compactions_ > 0 || FamilyToFlush() != nullptr)
    return true;
  return EligibleCompactions(1) > 0;
}

void Background::MaybeSchedule() {
  if (!MayRun() || parts_.errors->writes_stopped()) return;
  const BackgroundLimits limits = parts_.context.config()->background;
  Env* env = parts_.context.env;
  size_t flushes = 0;
  for (const auto& [id, family] : parts_.families.all())
    flushes += family->running_flushes == 0 && family->NeedsFlush();
  // An application may have taken all threads from the HIGH pool: flushes then share the LOW one.
  const bool own_pool = env->GetBackgroundThreads(Env::HIGH) > 0;
  // One call for each family that waits, not for each memtable: a flush takes all that are sealed.
  while (queued_flushes_ + running_flushes_ < limits.flushes &&
         queued_flushes_ < static_cast<int>(flushes)) {
    ++queued_flushes_;
    ++calls_;
    env->Schedule([](void* self) { static_cast<Background*>(self)->FlushCall(); }, this,
                  own_pool ? Env::HIGH : Env::LOW, this);
  }
  const int busy = queued_compactions_ + running_compactions_;
  if (busy >= limits.compactions) return;
  // Eligible jobs are those beside the running ones; queued calls, which have not picked yet, will
  // take theirs from the same number. Counting ends at `room`: more could not start anyhow.
  const auto room = static_cast<size_t>(limits.compactions - running_compactions_);
  const auto eligible = static_cast<int>(EligibleCompactions(room));
  while (queued_compactions_ < eligible &&
         queued_compactions_ + running_compactions_ < limits.compactions) {
    ++queued_compactions_;
    ++calls_;
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
  while (calls_ + running_flushes_ + running_compactions_ > 0) services_.WaitForChange();
  queued_flushes_ = queued_compactions_ = 0;
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

Status Background::FlushNow(const FamilyPtr& family) {
  FlushJob job(&parts_, &services_, family, TableFileCreationReason::kFlush);
  if (!job.Pick()) return Status::OK();
  std::optional<ThreadOperation> shown;  // in GetThreadList
  if (parts_.context.config()->options.enable_thread_tracking) {
    shown.emplace(ThreadStatus::OP_FLUSH, parts_.context.dbname, family->name);
    shown->SetStage(ThreadStatus::STAGE_FLUSH_RUN);
    shown->SetProperty(ThreadStatus::FLUSH_JOB_ID, static_cast<uint64_t>(job.id()));
    shown->SetProperty(ThreadStatus::FLUSH_BYTES_MEMTABLES, job.data_bytes());
  }
  // From here until the result is installed no other flush of the family starts: epochs reserved by
  // Pick enter the tree in the order they were reserved (hazard 5).
  ++family->running_flushes;
  ++running_flushes_;
  Status s;
  {
    StateUnlock unlock(&parts_.context.mutex);
    s = job.Run();
  }
  const Status run = s;
  if (shown) shown->SetStage(ThreadStatus::STAGE_MEMTABLE_INSTALL_FLUSH_RESULTS);
  s = job.Install(run);
  // Before another flush of the family may begin, and come to other boundaries (invariant 1).
  if (s.ok()) Rebalance(family);
  --family->running_flushes;
  --running_flushes_;
  // Writing tables may fail and work later; a failed MANIFEST write leaves more doubt behind. The
  // handler judges them differently.
  if (!s.ok() && !s.IsShutdownInProgress() && !s.IsColumnFamilyDropped()) {
    StateUnlock unlock(&parts_.context.mutex);
    const auto reason =
        run.ok() ? BackgroundErrorReason::kManifestWrite : BackgroundErrorReason::kFlush;
    s = parts_.errors->Set(s, reason);
  }
  AfterJob(family);
  return s;
}

// Order: logs and the stall verdict first, since writers may wait for them; then new work, in which
// idle threads begin while this one still deletes files. What blocks or calls out comes last,
// unlocked.
void Background::AfterJob(const FamilyPtr& family) {
  ReleaseLogs();
  UpdateStall(family);
  if (parts_.errors->writes_stopped()) parts_.writes->SignalStall();  // they must be told
  MaybeSchedule();
  services_.SignalChange();
  StateUnlock unlock(&parts_.context.mutex);
  BUCKETLSM_SYNC_POINT("Background::AfterJob:Unlocked");
  stalls_.Announce();
  parts_.obsolete->Purge();
}

// The oldest log any family needs decides for all: logs are shared.
void Background::ReleaseLogs() {
  uint64_t needed = UINT64_MAX;
  for (const auto& [id, family] : parts_.families.all()) {
    if (!family->dropped) needed = std::min(needed, family->OldestLogNeeded());
  }
  if (needed != UINT64_MAX) parts_.wals->ReleaseBefore(needed);
}

void Background::FlushCall() {
  parts_.context.mutex.Lock();
  --queued_flushes_;
  // What was true when this call was queued may be so no more.
  FamilyPtr family = MayRun() && !parts_.errors->writes_stopped() ? FamilyToFlush() : nullptr;
  Status s;
  if (family != nullptr) s = FlushNow(family);
  family.reset();  // from the last line on the database may be gone, and what families point to
  if (!s.ok() && !s.IsShutdownInProgress() && !s.IsColumnFamilyDropped()) SleepAfterError();
  --calls_;
  MaybeSchedule();
  services_.SignalChange();
  parts_.context.mutex.Unlock();
}

// Follows the workload: splits hot buckets, merges cold ones, and writes the new boundaries down.
void Background::Rebalance(const FamilyPtr& family) {
  const CfConfig& config = *family->config;
  const BucketOptions& options = config.options.bucket_options;
  if (!config.bucketized || !options.dynamic) return;
  const BucketSizingInputs around = services_.SizingInputs(config);
  RebalanceInput in;
  in.map = family->buckets.get();
  in.stats = &family->bucket_stats;
  in.options = &options;
  in.tree = family->tree.get();
  in.jobs = &family->running;
  in.floor = InitialBuckets(options, around);
  in.smallest_piece = SmallestPiece(options, around);
  // No I/O and no sorting of keys: cheap enough for under the lock.
  const std::vector<RebalanceStep> steps = DecideRebalance(in);
  if (steps.empty()) return;
  BUCKETLSM_SYNC_POINT("Background::Rebalance:Decided");
  for (const RebalanceStep& step : steps) {
    LogInfo(parts_.context.info_log.get(), "[%s] Buckets: %s", family->name.c_str(),
            Describe(step, true).c_str());
    const bool split = step.kind == RebalanceStep::kSplit;
    RecordTick(parts_.context.stats, split ? BUCKET_SPLITS : BUCKET_MERGES, 1);
    ++(split ? family->stats.bucket_splits : family->stats.bucket_merges);
    family->buckets = ApplyStep(step, *family->buckets, &family->bucket_stats);
  }
  // The new map is in use already. Losing the record costs boundaries at the next open, never data,
  // so a failure is only logged; VersionSet replaces the doubtful MANIFEST before its next record.
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family;
  std::string boundaries;
  family->buckets->EncodeTo(&boundaries);
  edits[0].edit.bucket_boundaries = std::move(boundaries);
  Status s = parts_.versions->Apply(std::move(edits), nullptr);
  if (!s.ok())
    LogWarn(parts_.context.info_log.get(), "Boundaries not written: %s", s.ToString().c_str());
}

// ---- compaction ----

std::optional<CompactionPick> Background::PickBest(FamilyPtr* chosen) {
  const auto& all = parts_.families.all();
  // Round robin by id: a family that always has work must not starve the others.
  auto start = all.upper_bound(last_family_);
  for (size_t i = 0; i < all.size(); ++i, ++start) {
    if (start == all.end()) start = all.begin();
    const FamilyPtr& family = start->second;
    if (!MayCompactByItself(*family)) continue;
    std::optional<CompactionPick> pick = PickCompaction(PickContextOf(*family));
    if (!pick) continue;
    *chosen = family;
    last_family_ = family->id;
    return pick;
  }
  return std::nullopt;
}

// Registered before the lock is let go: pickers in other threads see its inputs and its range as
// busy from the first moment (hazard 2).
Status Background::RunPick(const FamilyPtr& family, CompactionPick pick,
                           std::vector<std::shared_ptr<FileMeta>>* made,
                           const std::atomic<bool>* cancel_this) {
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  const bool manual = pick.manual;
  ++running_compactions_;
  running_manual_ += manual;
  family->manual_running += manual;
  Status s;
  {
    CompactionRunner runner(&parts_, &services_, family, std::move(pick), cancel_this);
    runner.Register();
    MaybeSchedule();  // beside this job another may be eligible
    s = runner.Run(made);
  }
  --running_compactions_;
  running_manual_ -= manual;
  family->manual_running -= manual;
  AfterJob(family);
  return s;
}

// The best pick may be none: another call took it, or the tree has changed. The call just ends.
void Background::CompactionCall() {
  parts_.context.mutex.Lock();
  --queued_compactions_;
  FamilyPtr family;
  std::optional<CompactionPick> pick;
  if (MayRun() && !parts_.errors->writes_stopped()) pick = PickBest(&family);
  Status s;
  if (pick) s = RunPick(family, std::move(*pick), nullptr);
  pick.reset();
  family.reset();  // see FlushCall
  if (!s.ok() && !s.IsShutdownInProgress() && !s.IsColumnFamilyDropped()) SleepAfterError();
  --calls_;
  MaybeSchedule();
  services_.SignalChange();
  parts_.context.mutex.Unlock();
}

}  // namespace ROCKSDB_NAMESPACE
