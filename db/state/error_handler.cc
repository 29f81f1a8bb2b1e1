// Background errors: which one stays in force, who hears of it, when recovery runs.
//
//            hard, automatic                 an attempt works, or the last one fails
//   kNone  ------------------>  kByThread  ----------------------------------------> kNone
//     |                             ^
//     |  soft, automatic            | a hard error comes on top
//     '------------>  kAwaitingCompaction  --- a compaction works, or too many fail --> kNone
//     |                             |
//     |  Resume                     v Resume
//     '------------------------>  kByHand  ------------- its one attempt is over --> kNone
#include "db/state/error_handler.h"

#include <algorithm>

#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Severity = Status::Severity;

constexpr uint64_t kShortestRetryMicros = 1000;  // an interval of 0 must not become a busy loop

}  // namespace

int ErrorHandler::MaxAttempts() const {
  return context_->config()->options.max_bgerror_resume_count;
}

uint64_t ErrorHandler::RetryMicros() const {
  return std::max(kShortestRetryMicros, context_->config()->options.bgerror_resume_retry_interval);
}

void ErrorHandler::Arm(Attempt attempt) {
  MutexLock lock(&mutex_);
  attempt_ = std::move(attempt);
}

void ErrorHandler::Stop() {
  // Before the lock is taken: the step that this waits for takes it too.
  thread_.Stop();
  Status old;
  {
    MutexLock lock(&mutex_);
    attempt_ = nullptr;
    // The caller of Resume reports how its recovery ends.
    if (recovery_ == Recovery::kNone || recovery_ == Recovery::kByHand) return;
    recovery_ = Recovery::kNone;
    old = error_;
  }
  TellEnd(old, Status::ShutdownInProgress());
}

Status ErrorHandler::error() const {
  MutexLock lock(&mutex_);
  return error_;
}

Status ErrorHandler::Stopping() const {
  if (!writes_stopped()) return Status::OK();
  MutexLock lock(&mutex_);
  return error_.severity() >= Severity::kHardError ? error_ : Status::OK();
}

bool ErrorHandler::recovering() const {
  MutexLock lock(&mutex_);
  return recovery_ != Recovery::kNone;
}

// ---- an error comes ----

void ErrorHandler::Count(const ErrorVerdict& verdict) {
  count_.fetch_add(1, std::memory_order_relaxed);
  RecordTick(context_->stats, ERROR_HANDLER_BG_ERROR_COUNT);
  if (verdict.io) RecordTick(context_->stats, ERROR_HANDLER_BG_IO_ERROR_COUNT);
  if (verdict.retryable) RecordTick(context_->stats, ERROR_HANDLER_BG_RETRYABLE_IO_ERROR_COUNT);
}

// Claims the recovery of this error: true when the caller has to begin it. An error that recovery
// has given up on starts no other.
bool ErrorHandler::ClaimRecovery(const ErrorVerdict& verdict) {
  if (!verdict.automatic || MaxAttempts() <= 0) return false;
  const bool soft = verdict.severity < Severity::kHardError;
  MutexLock lock(&mutex_);
  // No attempts before Arm: while the database opens, its own errors fail the opening.
  if (attempt_ == nullptr || recovery_ != Recovery::kNone) return false;
  if (error_.severity() >= verdict.severity) return false;
  recovery_ = soft ? Recovery::kAwaitingCompaction : Recovery::kByThread;
  attempts_ = 0;
  return true;
}

void ErrorHandler::Keep(const Status& error, BackgroundErrorReason reason, bool automatic) {
  // Invariant 1.
  if (error_.ok() || error_.severity() < error.severity()) {
    error_ = error;
    reason_ = reason;
    automatic_ = automatic;
    came_by_hand_ = recovery_ == Recovery::kByHand;
  }
  soft_.store(error_.severity() == Severity::kSoftError, std::memory_order_relaxed);
  // After error_: a writer that sees stopped_ asks for the reason next.
  if (error_.severity() >= Severity::kHardError) stopped_.store(true, std::memory_order_release);
}

// False when a listener forbids it.
bool ErrorHandler::BeginRecovery(const Status& error, BackgroundErrorReason reason) {
  bool automatic = true;
  const auto config = context_->config();
  for (const auto& listener : config->options.listeners) {
    if (automatic) listener->OnErrorRecoveryBegin(reason, error, &automatic);
  }
  if (automatic) RecordTick(context_->stats, ERROR_HANDLER_AUTORESUME_COUNT);
  return automatic;
}

// Judges the error, counts it, tells listeners and keeps it unless they clear it. Runs in the
// thread that met the error.
Status ErrorHandler::Set(const Status& error, BackgroundErrorReason reason, bool marks_section) {
  // These end a job without anything being wrong.
  if (error.ok() || error.IsShutdownInProgress() || error.IsColumnFamilyDropped() ||
      error.IsManualCompactionPaused())
    return error;
  const auto config = context_->config();
  ErrorCircumstances around;
  around.reason = reason;
  around.paranoid_checks = config->options.paranoid_checks;
  around.manual_wal_flush = config->options.manual_wal_flush;
  around.marks_section = marks_section;
  const ErrorVerdict verdict = JudgeError(error, around);
  Count(verdict);
  Status told(error, verdict.severity);
  LogError(context_->info_log.get(), "Background error (%s): %s",
           GetBackgroundErrorReasonString(reason), told.ToString().c_str());
  // Where writes stop there may be no later line that takes this one along.
  LogFlush(context_->info_log);
  // A listener may set it to OK; then it does not come into force.
  for (const auto& listener : config->options.listeners) listener->OnBackgroundError(reason, &told);
  if (told.ok() || !verdict.kept) return error;
  // This thread claims the recovery under the lock, begins it without (invariant 4), and enters it
  // under the lock again. The claim keeps others from beginning one in between.
  const bool claimed = ClaimRecovery(verdict);
  const bool begun = claimed && BeginRecovery(told, reason);
  Status gave_up_on;
  bool wake;
  {
    MutexLock lock(&mutex_);
    if (claimed && !begun) recovery_ = Recovery::kNone;
    Keep(told, reason, verdict.automatic && (begun || !claimed));
    const bool hard = told.severity() >= Severity::kHardError;
    wake = begun && hard;
    if (recovery_ == Recovery::kAwaitingCompaction && hard) {
      // A compaction cannot end this one.
      recovery_ = Recovery::kByThread;
      wake = true;
    } else if (recovery_ == Recovery::kAwaitingCompaction && !begun &&
               ++attempts_ >= MaxAttempts()) {
      recovery_ = Recovery::kNone;
      gave_up_on = error_;
    }
    // The caller's job failed either way; it reports the error that now stops writers.
    told = error_.severity() > told.severity() ? error_ : told;
  }
  if (wake) WakeThread(FirstDelay(told));
  if (!gave_up_on.ok()) TellEnd(gave_up_on, Status::Aborted("Exceeded resume retry count"));
  return told;
}

void ErrorHandler::WakeThread(uint64_t delay_micros) {
  if (thread_.Wake(delay_micros)) return;
  Status old;
  {
    MutexLock lock(&mutex_);
    if (recovery_ != Recovery::kByThread) return;
    recovery_ = Recovery::kNone;
    old = error_;
  }
  TellEnd(old, Status::Aborted("No thread could be started for the recovery"));
}

// ---- an error goes ----

Status ErrorHandler::Clear() {
  MutexLock lock(&mutex_);
  if (error_.severity() >= Severity::kFatalError) return error_;
  // Listeners hear which error is over.
  cleared_ = error_;
  error_ = Status::OK();
  soft_.store(false, std::memory_order_relaxed);
  stopped_.store(false, std::memory_order_release);
  return Status::OK();
}

void ErrorHandler::TellEnd(const Status& old_error, const Status& outcome) {
  LogInfo(context_->info_log.get(), "Recovery from \"%s\" ended: %s", old_error.ToString().c_str(),
          outcome.ToString().c_str());
  BackgroundErrorRecoveryInfo info;
  info.old_bg_error = old_error;
  info.new_bg_error = outcome;
  const auto config = context_->config();
  for (const auto& listener : config->options.listeners) {
    if (outcome.ok()) listener->OnErrorRecoveryCompleted(old_error);
    listener->OnErrorRecoveryEnd(info);
  }
}

void ErrorHandler::EndSoftError() {
  Status old;
  bool awaited;
  {
    MutexLock lock(&mutex_);
    if (error_.severity() != Severity::kSoftError) return;
    awaited = recovery_ == Recovery::kAwaitingCompaction;
    if (awaited) recovery_ = Recovery::kNone;
    old = error_;
    error_ = Status::OK();
    soft_.store(false, std::memory_order_relaxed);
  }
  if (!awaited) return;
  RecordTick(context_->stats, ERROR_HANDLER_AUTORESUME_SUCCESS_COUNT);
  TellEnd(old, Status::OK());
}

Status ErrorHandler::ResumeByHand() {
  Attempt attempt;
  {
    MutexLock lock(&mutex_);
    if (error_.ok()) return Status::OK();
    if (error_.severity() >= Severity::kFatalError) return error_;
    // Resume may end a soft error that waits for a compaction.
    if (recovery_ == Recovery::kByThread || recovery_ == Recovery::kByHand)
      return Status::Busy("Recovery in progress");
    if (attempt_ == nullptr) return error_;
    recovery_ = Recovery::kByHand;
    came_by_hand_ = false;
    attempt = attempt_;
  }
  const Status outcome = attempt();
  Status old;
  bool another;
  {
    MutexLock lock(&mutex_);
    old = cleared_;
    another = outcome.ok() || came_by_hand_;
    if (!another) recovery_ = Recovery::kNone;
  }
  if (outcome.ok()) TellEnd(old, outcome);
  if (!another) return outcome;
  // Not earlier: listeners hear of this end before the next recovery begins.
  const uint64_t delay = BeginNext();
  if (delay != RetryThread::kEnough) WakeThread(delay);
  return outcome;
}

// A recovery is over, but another error may have arisen after the first was cleared. Returns the
// delay until the step that handles it.
uint64_t ErrorHandler::BeginNext() {
  Status next;
  BackgroundErrorReason reason;
  {
    MutexLock lock(&mutex_);
    attempts_ = 0;
    recovery_ = Recovery::kNone;
    if (error_.ok() || !automatic_ || attempt_ == nullptr || MaxAttempts() <= 0)
      return RetryThread::kEnough;
    const bool soft = error_.severity() < Severity::kHardError;
    recovery_ = soft ? Recovery::kAwaitingCompaction : Recovery::kByThread;
    next = error_;
    reason = reason_;
  }
  if (BeginRecovery(next, reason))
    return next.severity() < Severity::kHardError ? RetryThread::kEnough : FirstDelay(next);
  MutexLock lock(&mutex_);
  recovery_ = Recovery::kNone;
  return RetryThread::kEnough;
}

// Runs one attempt in the recovery thread. Returns the delay until the next one.
uint64_t ErrorHandler::Step() {
  Attempt attempt;
  {
    MutexLock lock(&mutex_);
    if (recovery_ != Recovery::kByThread || attempt_ == nullptr) return RetryThread::kEnough;
    ++attempts_;
    attempt = attempt_;
  }
  RecordTick(context_->stats, ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT);
  BUCKETLSM_SYNC_POINT("ErrorHandler::Step:BeforeAttempt");
  return AfterAttempt(attempt());
}

uint64_t ErrorHandler::AfterAttempt(const Status& outcome) {
  if (outcome.IsShutdownInProgress()) return RetryThread::kEnough;  // Stop reports the end
  Status old, told = outcome;
  int attempts;
  {
    MutexLock lock(&mutex_);
    attempts = attempts_;
    old = outcome.ok() ? cleared_ : error_;
    // A fatal error came during the attempt: further ones could only repeat it.
    const bool hopeless = !outcome.ok() && error_.severity() >= Severity::kFatalError;
    if (hopeless) told = error_;
    if (!outcome.ok() && !hopeless) {
      if (attempts_ < MaxAttempts()) return RetryMicros();
      told = Status::Aborted("Exceeded resume retry count");
    }
  }
  if (outcome.ok()) RecordTick(context_->stats, ERROR_HANDLER_AUTORESUME_SUCCESS_COUNT);
  RecordInHistogram(context_->stats, ERROR_HANDLER_AUTORESUME_RETRY_COUNT,
                    static_cast<uint64_t>(attempts));
  TellEnd(old, told);
  if (outcome.ok()) return BeginNext();
  MutexLock lock(&mutex_);
  recovery_ = Recovery::kNone;
  return RetryThread::kEnough;
}

}  // namespace ROCKSDB_NAMESPACE
