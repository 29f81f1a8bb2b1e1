// A thread that calls one function again after the delay that the function itself asks for, and
// sleeps in between. ErrorHandler owns one for automatic recovery; the thread exists only once it
// was woken.
//
// Invariants
//  1. The step is never called by two threads at once, and not after Stop has returned.
//  2. A Wake during a step is not lost: another step follows.
#pragma once

#include <functional>
#include <thread>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class RetryThread {
 public:
  static constexpr uint64_t kEnough = UINT64_MAX;

  // `step` returns microseconds until its next call, or kEnough: not before the next Wake.
  explicit RetryThread(std::function<uint64_t()> step) : step_(std::move(step)), wake_(&mutex_) {}
  ~RetryThread() { Stop(); }
  RetryThread(const RetryThread&) = delete;
  RetryThread& operator=(const RetryThread&) = delete;

  // The step is called after `delay_micros`, or earlier if it is already to be called earlier.
  // False: it is not, since the system gives no thread; a later Wake asks for one again.
  [[nodiscard]] bool Wake(uint64_t delay_micros) EXCLUDES_LOCK(mutex_);
  // Waits for a step that runs; later Wakes do nothing and return true. Idempotent.
  void Stop() EXCLUDES_LOCK(mutex_);

 private:
  void Loop();

  const std::function<uint64_t()> step_;
  Mutex mutex_;  // leaf
  CondVar wake_;
  std::thread thread_ GUARDED_BY(mutex_);
  // By CondVar::NowMicros; kEnough: sleeps until woken.
  uint64_t due_micros_ GUARDED_BY(mutex_) = kEnough;
  bool stopped_ GUARDED_BY(mutex_) = false;
};

}  // namespace ROCKSDB_NAMESPACE
