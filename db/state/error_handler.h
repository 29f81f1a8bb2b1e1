// Keeps the background error in force, stops writes while it is a hard one, tells listeners, and
// drives recovery: it retries where the cause may go away (a full disk, an error that the file
// system calls retryable) and waits for Resume otherwise. Thread-safe.
//
//   Set -> JudgeError -> listeners -> kept?  soft:  jobs go on; a compaction that succeeds ends it
//                                            hard:  writes stop; attempts by the thread, or Resume
//                                            fatal: writes stop; only a new opening helps
//
// Invariants
//  1. The error kept is the most severe one seen since the last one was cleared.
//  2. writes_stopped() is a single atomic load: the write path asks it for every batch.
//  3. At most one recovery goes on. A hard error is recovered from by attempts (on a thread of our
//     own, or in Resume's caller); a soft one ends with the next compaction that succeeds.
//  4. Listeners hear of a recovery's begin and end in turn, never with a lock held.
#pragma once

#include <atomic>
#include <functional>

#include "db/state/db_context.h"
#include "db/state/error_verdict.h"
#include "db/state/retry_thread.h"
#include "rocksdb/listener.h"

namespace ROCKSDB_NAMESPACE {

class ErrorHandler {
 public:
  // Repairs what the error left behind and, if all went well, calls Clear.
  using Attempt = std::function<Status()>;

  explicit ErrorHandler(DbContext* context)
      : context_(context), thread_([this] { return Step(); }) {}

  // Recovery is possible from now on. REQUIRES: called once, before background work starts.
  void Arm(Attempt attempt) EXCLUDES_LOCK(mutex_);
  // Ends a running recovery and starts none afterwards. REQUIRES: attempts can see that the
  // database is shutting down.
  void Stop() EXCLUDES_LOCK(mutex_);

  // Classifies and keeps `error`, unless a listener clears it by setting it to OK. Always returns
  // a failure: the error in force, or `error`. `marks_section`: see ErrorCircumstances.
  Status Set(const Status& error, BackgroundErrorReason reason, bool marks_section = false)
      EXCLUDES_LOCK(state_lock);
  bool writes_stopped() const { return stopped_.load(std::memory_order_acquire); }
  // The error in force; OK: none.
  Status error() const;
  // The error that stops writes, or OK if none does. A writer that saw writes_stopped() returns
  // this, since recovery may have ended meanwhile.
  Status Stopping() const;
  bool recovering() const;
  // Ends a soft error: compaction works again.
  void CompactionSucceeded() {
    if (soft_.load(std::memory_order_relaxed)) EndSoftError();
  }
  // What DB::Resume does. Busy while the thread recovers; the error itself when it is fatal.
  [[nodiscard]] Status ResumeByHand() EXCLUDES_LOCK(mutex_);
  // For attempts: forgets an error that is not fatal. Returns the error if it must stay.
  [[nodiscard]] Status Clear();
  // How long a failed job waits before it is tried again.
  uint64_t RetryMicros() const;
  // All errors ever set, kept or not: rocksdb.background-errors.
  uint64_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  // Who recovers; kNone: nobody.
  enum class Recovery {
    kNone,
    kAwaitingCompaction,  // of a soft error
    kByThread,
    kByHand
  };

  void Count(const ErrorVerdict& verdict);
  bool ClaimRecovery(const ErrorVerdict& verdict);
  void Keep(const Status& error, BackgroundErrorReason reason, bool automatic)
      REQUIRES_LOCK(mutex_);
  // Asks the listeners; any of them may forbid the recovery.
  bool BeginRecovery(const Status& error, BackgroundErrorReason reason);
  void EndSoftError();
  // The thread's steps: both return microseconds until the next step, or RetryThread::kEnough.
  uint64_t Step();
  uint64_t AfterAttempt(const Status& outcome);
  uint64_t BeginNext();
  // Ends the recovery when there is no thread for it: Resume may try then.
  void WakeThread(uint64_t delay_micros) EXCLUDES_LOCK(mutex_);
  void TellEnd(const Status& old_error, const Status& outcome);
  int MaxAttempts() const;
  uint64_t FirstDelay(const Status& error) const { return error.IsNoSpace() ? RetryMicros() : 0; }

  DbContext* const context_;
  mutable Mutex mutex_;  // leaf
  Status error_ GUARDED_BY(mutex_);
  BackgroundErrorReason reason_ GUARDED_BY(mutex_) = BackgroundErrorReason::kFlush;
  // The thread may recover from error_.
  bool automatic_ GUARDED_BY(mutex_) = false;
  // error_ arose while Resume ran, and is more severe than the error Resume was called for.
  bool came_by_hand_ GUARDED_BY(mutex_) = false;
  Status cleared_ GUARDED_BY(mutex_);  // what the last Clear forgot
  Recovery recovery_ GUARDED_BY(mutex_) = Recovery::kNone;
  int attempts_ GUARDED_BY(mutex_) = 0;  // of the running recovery
  Attempt attempt_ GUARDED_BY(mutex_);
  std::atomic<bool> stopped_{false};
  std::atomic<bool> soft_{false};
  std::atomic<uint64_t> count_{0};
  RetryThread thread_;  // last: its step uses the rest
};

}  // namespace ROCKSDB_NAMESPACE
