// See the header.
#include "db/state/retry_thread.h"

#include <algorithm>
#include <system_error>

#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

uint64_t After(uint64_t delay_micros) {
  const uint64_t now = CondVar::NowMicros();
  // A user's interval may be as long as can be written.
  return delay_micros < RetryThread::kEnough - now ? now + delay_micros : RetryThread::kEnough;
}

}  // namespace

bool RetryThread::Wake(uint64_t delay_micros) {
  MutexLock lock(&mutex_);
  if (stopped_) return true;
  due_micros_ = std::min(due_micros_, After(delay_micros));
  if (thread_.joinable()) {
    wake_.SignalAll();
    return true;
  }
  bool refused = false;
  BUCKETLSM_SYNC_POINT_ARG("RetryThread::Wake:NewThread", &refused);
  if (refused) return false;
  try {
    thread_ = std::thread([this] { Loop(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void RetryThread::Loop() {
  MutexLock lock(&mutex_);
  while (!stopped_) {
    if (due_micros_ == kEnough) {
      wake_.Wait();
    } else if (CondVar::NowMicros() < due_micros_) {
      (void)wake_.TimedWaitUntilMicros(due_micros_);
    } else {
      // Before the step: a Wake during it sets a new time, which the minimum below keeps (invariant
      // 2).
      due_micros_ = kEnough;
      uint64_t delay;
      {
        MutexUnlock unlock(&mutex_);
        delay = step_();
      }
      if (delay != kEnough) due_micros_ = std::min(due_micros_, After(delay));
    }
  }
}

void RetryThread::Stop() {
  std::thread finished;
  {
    MutexLock lock(&mutex_);
    stopped_ = true;
    wake_.SignalAll();
    // Joined without the lock, which the thread needs to see that it is over.
    finished.swap(thread_);
  }
  if (finished.joinable()) finished.join();
}

}  // namespace ROCKSDB_NAMESPACE
