#include "utilities/transactions/default_mutex.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ROCKSDB_NAMESPACE {

namespace {

using Clock = std::chrono::steady_clock;

// When a wait of `micros` ends. The clock counts nanoseconds in 63 bits, so a wait of more than a
// day counts as a day; whoever waits looks again then.
Clock::time_point EndOfWait(int64_t micros) {
  constexpr std::chrono::microseconds kDay = std::chrono::hours(24);
  return Clock::now() + std::min(std::chrono::microseconds(micros), kDay);
}

class StdMutex final : public TransactionDBMutex {
 public:
  Status Lock() override {
    mutex_.lock();
    return Status::OK();
  }
  // The lock table holds a mutex for a few instructions only, so a limit needs no clock.
  Status TryLockFor(int64_t micros) override {
    if (micros != 0) return Lock();
    return mutex_.try_lock() ? Status::OK() : Status::TimedOut(Status::kMutexTimeout);
  }
  void UnLock() override { mutex_.unlock(); }

  std::mutex* impl() { return &mutex_; }

 private:
  std::mutex mutex_;
};

class StdCondVar final : public TransactionDBCondVar {
 public:
  void Notify() override { changed_.notify_one(); }
  void NotifyAll() override { changed_.notify_all(); }

  Status Wait(std::shared_ptr<TransactionDBMutex> mutex) override { return WaitFor(mutex, -1); }

  // REQUIRES: `mutex` is of the same factory.
  Status WaitFor(std::shared_ptr<TransactionDBMutex> mutex, int64_t micros) override {
    std::mutex* const impl = static_cast<StdMutex*>(mutex.get())->impl();
    std::unique_lock<std::mutex> held(*impl, std::adopt_lock);
    std::cv_status result = std::cv_status::no_timeout;
    if (micros < 0) {
      changed_.wait(held);
    } else {
      result = changed_.wait_until(held, EndOfWait(micros));
    }
    held.release();
    return result == std::cv_status::timeout ? Status::TimedOut(Status::kMutexTimeout)
                                             : Status::OK();
  }

 private:
  std::condition_variable changed_;
};

class StdMutexFactory final : public TransactionDBMutexFactory {
 public:
  std::shared_ptr<TransactionDBMutex> AllocateMutex() override {
    return std::make_shared<StdMutex>();
  }
  std::shared_ptr<TransactionDBCondVar> AllocateCondVar() override {
    return std::make_shared<StdCondVar>();
  }
};

}  // namespace

std::shared_ptr<TransactionDBMutexFactory> NewDefaultMutexFactory() {
  return std::make_shared<StdMutexFactory>();
}

}  // namespace ROCKSDB_NAMESPACE
