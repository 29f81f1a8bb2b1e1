// Locks with clang thread-safety annotations; the only locks the engine uses.
// A Mutex is not recursive. CondVar takes its deadlines in microseconds of the monotonic clock.
//
// What the annotations say, to clang (-Wthread-safety) and to readers; gcc sees nothing of them:
//
//   GUARDED_BY(mu)        on a field: read and written only while mu is held
//   REQUIRES_LOCK(mu)     on a function: the caller holds mu
//   EXCLUDES_LOCK(mu)     on a function: it takes mu itself, so the caller must not hold it
//   NO_LOCK_ANALYSIS      the function does something clang can not follow
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <shared_mutex>

#include "rocksdb/rocksdb_namespace.h"

#if defined(__clang__)
#define BUCKETLSM_TSA(x) __attribute__((x))
#else
#define BUCKETLSM_TSA(x)
#endif

#define CAPABILITY(name) BUCKETLSM_TSA(capability(name))
#define SCOPED_CAPABILITY BUCKETLSM_TSA(scoped_lockable)
#define GUARDED_BY(lock) BUCKETLSM_TSA(guarded_by(lock))
#define PT_GUARDED_BY(lock) BUCKETLSM_TSA(pt_guarded_by(lock))
#define REQUIRES_LOCK(...) BUCKETLSM_TSA(requires_capability(__VA_ARGS__))
#define REQUIRES_SHARED_LOCK(...) BUCKETLSM_TSA(requires_shared_capability(__VA_ARGS__))
#define EXCLUDES_LOCK(...) BUCKETLSM_TSA(locks_excluded(__VA_ARGS__))
#define ACQUIRES_LOCK(...) BUCKETLSM_TSA(acquire_capability(__VA_ARGS__))
#define ACQUIRES_SHARED_LOCK(...) BUCKETLSM_TSA(acquire_shared_capability(__VA_ARGS__))
#define RELEASES_LOCK(...) BUCKETLSM_TSA(release_capability(__VA_ARGS__))
#define RELEASES_SHARED_LOCK(...) BUCKETLSM_TSA(release_shared_capability(__VA_ARGS__))
#define TRY_ACQUIRES_LOCK(...) BUCKETLSM_TSA(try_acquire_capability(__VA_ARGS__))
#define ASSERTS_LOCK(...) BUCKETLSM_TSA(assert_capability(__VA_ARGS__))
#define NO_LOCK_ANALYSIS BUCKETLSM_TSA(no_thread_safety_analysis)

namespace ROCKSDB_NAMESPACE {

// Sleeps when it must wait. Which one may be taken under which: db/state/locks.h.
class CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() ACQUIRES_LOCK() { impl_.lock(); }
  void Unlock() RELEASES_LOCK() { impl_.unlock(); }
  bool TryLock() TRY_ACQUIRES_LOCK(true) { return impl_.try_lock(); }
  // Tells the analysis, not the machine, that the calling thread holds the lock.
  void AssertHeld() ASSERTS_LOCK() {}

 private:
  friend class CondVar;
  std::mutex impl_;
};

// Holds a Mutex for the length of a scope.
class SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex* mu) ACQUIRES_LOCK(mu) : mu_(mu) { mu_->Lock(); }
  ~MutexLock() RELEASES_LOCK() { mu_->Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex* const mu_;
};

// The reverse of MutexLock: gives a held lock up for the length of a scope.
class MutexUnlock {
 public:
  explicit MutexUnlock(Mutex* mu) NO_LOCK_ANALYSIS : mu_(mu) { mu_->Unlock(); }
  ~MutexUnlock() NO_LOCK_ANALYSIS { mu_->Lock(); }
  MutexUnlock(const MutexUnlock&) = delete;
  MutexUnlock& operator=(const MutexUnlock&) = delete;

 private:
  Mutex* const mu_;
};

// Waiting for a change of what a Mutex guards. The predicate is the caller's: a wait may end
// without a signal, so ask again in a loop.
// REQUIRES for both waits: the caller holds the mutex given at construction; it is held again when
// they return.
class CondVar {
 public:
  explicit CondVar(Mutex* mu) : mu_(mu) {}
  CondVar(const CondVar&) = delete;
  CondVar& operator=(const CondVar&) = delete;

  void Wait() NO_LOCK_ANALYSIS {
    std::unique_lock<std::mutex> held(mu_->impl_, std::adopt_lock);
    impl_.wait(held);
    held.release();
  }

  // Waits until signalled or until NowMicros() reaches `deadline`. True when it timed out.
  bool TimedWaitUntilMicros(uint64_t deadline) NO_LOCK_ANALYSIS {
    const uint64_t now = NowMicros();
    const std::chrono::microseconds rest(deadline > now ? deadline - now : 0);
    std::unique_lock<std::mutex> held(mu_->impl_, std::adopt_lock);
    // The system clock, since gcc 12's thread sanitizer does not know the monotonic wait.
    const bool timed_out =
        impl_.wait_until(held, std::chrono::system_clock::now() + rest) == std::cv_status::timeout;
    held.release();
    return timed_out;
  }
  bool TimedWaitMicros(uint64_t micros) { return TimedWaitUntilMicros(NowMicros() + micros); }

  void Signal() { impl_.notify_one(); }
  void SignalAll() { impl_.notify_all(); }

  // The clock that deadlines are measured on.
  static uint64_t NowMicros() {
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                     std::chrono::steady_clock::now().time_since_epoch())
                                     .count());
  }

 private:
  Mutex* const mu_;
  std::condition_variable impl_;
};

// Many readers or one writer, for what is read often and changed seldom. No order among those who
// wait.
class CAPABILITY("shared mutex") SharedMutex {
 public:
  SharedMutex() = default;
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void LockShared() ACQUIRES_SHARED_LOCK() { impl_.lock_shared(); }
  void UnlockShared() RELEASES_SHARED_LOCK() { impl_.unlock_shared(); }
  void Lock() ACQUIRES_LOCK() { impl_.lock(); }
  void Unlock() RELEASES_LOCK() { impl_.unlock(); }

 private:
  std::shared_mutex impl_;
};

class SCOPED_CAPABILITY ReadLock {
 public:
  explicit ReadLock(SharedMutex* mu) ACQUIRES_SHARED_LOCK(mu) : mu_(mu) { mu_->LockShared(); }
  ~ReadLock() RELEASES_LOCK() { mu_->UnlockShared(); }
  ReadLock(const ReadLock&) = delete;
  ReadLock& operator=(const ReadLock&) = delete;

 private:
  SharedMutex* const mu_;
};

class SCOPED_CAPABILITY WriteLock {
 public:
  explicit WriteLock(SharedMutex* mu) ACQUIRES_LOCK(mu) : mu_(mu) { mu_->Lock(); }
  ~WriteLock() RELEASES_LOCK() { mu_->Unlock(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  SharedMutex* const mu_;
};

// A lock for sections of a few instructions, where a sleeping mutex would cost more than it guards.
// Never hold one over a call that may sleep, other than into an allocator.
class CAPABILITY("spin lock") SpinLock {
 public:
  void Lock() ACQUIRES_LOCK() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
      while (flag_.test(std::memory_order_relaxed)) {
        Pause();
      }
    }
  }
  void Unlock() RELEASES_LOCK() { flag_.clear(std::memory_order_release); }

 private:
  static void Pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  std::atomic_flag flag_;
};

class SCOPED_CAPABILITY SpinLockHold {
 public:
  explicit SpinLockHold(SpinLock* lock) ACQUIRES_LOCK(lock) : lock_(lock) { lock_->Lock(); }
  ~SpinLockHold() RELEASES_LOCK() { lock_->Unlock(); }
  SpinLockHold(const SpinLockHold&) = delete;
  SpinLockHold& operator=(const SpinLockHold&) = delete;

 private:
  SpinLock* const lock_;
};

}  // namespace ROCKSDB_NAMESPACE
