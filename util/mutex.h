// Locks with clang thread-safety annotations; the only locks the engine uses.
// A Mutex is not recursive. CondVar takes its deadlines in microseconds of the monotonic clock.
//
// What the annotations say, to clang (-Wthread-safety) and to readers; gcc sees nothing of them:
//
//   GUARDED_BY(mu)        on a field: read and written only while mu is held
//   REQUIRES_LOCK(mu)     on a function: the caller holds mu
//   EXCLUDES_LOCK(mu)     on a function: it takes mu itself, so the caller must not hold it
//   NO_LOCK_ANALYSIS      the function does something clang cannot follow
//
// Debug and sanitized builds also check at run time who holds a Mutex (Mutex::AssertHeld).
#pragma once

#include <algorithm>
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

#if !defined(NDEBUG) || defined(BUCKETLSM_SANITIZED)
#define BUCKETLSM_CHECK_LOCK_OWNER
#include <cstdio>
#include <cstdlib>
#include <thread>
#endif

namespace ROCKSDB_NAMESPACE {

// Which thread holds a Mutex. Release builds keep nothing and check nothing.
class LockOwner {
 public:
#ifdef BUCKETLSM_CHECK_LOCK_OWNER
  void Take() { holder_.store(std::this_thread::get_id(), std::memory_order_relaxed); }
  void Drop() { holder_.store(std::thread::id(), std::memory_order_relaxed); }
  // Only the calling thread itself stores its own id, so the relaxed load cannot be wrong about it.
  void Assert() const {
    if (holder_.load(std::memory_order_relaxed) != std::this_thread::get_id()) {
      fprintf(stderr, "the calling thread does not hold mutex %p\n",
              static_cast<const void*>(this));
      abort();
    }
  }

 private:
  std::atomic<std::thread::id> holder_{};
#else
  void Take() {}
  void Drop() {}
  void Assert() const {}
#endif
};

// A thread that cannot get the lock sleeps. Which one may be taken under which: db/state/locks.h.
class CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() ACQUIRES_LOCK() {
    impl_.lock();
    owner_.Take();
  }
  void Unlock() RELEASES_LOCK() {
    owner_.Assert();
    owner_.Drop();
    impl_.unlock();
  }
  bool TryLock() TRY_ACQUIRES_LOCK(true) {
    const bool taken = impl_.try_lock();
    if (taken) owner_.Take();
    return taken;
  }
  // The calling thread holds the lock. Debug and sanitized builds abort when it does not; clang's
  // analysis believes it; a Release build does nothing.
  void AssertHeld() const ASSERTS_LOCK() { owner_.Assert(); }

 private:
  friend class CondVar;
  std::mutex impl_;
  [[no_unique_address]] LockOwner owner_;
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

// The reverse of MutexLock: releases a held lock for the length of a scope. To clang's analysis the
// destructor of a scoped capability undoes the constructor, so it is annotated as a release, too.
class SCOPED_CAPABILITY MutexUnlock {
 public:
  explicit MutexUnlock(Mutex* mu) RELEASES_LOCK(mu) : mu_(mu) { mu_->Unlock(); }
  ~MutexUnlock() RELEASES_LOCK() { mu_->Lock(); }
  MutexUnlock(const MutexUnlock&) = delete;
  MutexUnlock& operator=(const MutexUnlock&) = delete;

 private:
  Mutex* const mu_;
};

// Waits for a change of what a Mutex guards. A wait may end without a signal, so the caller tests
// its condition again in a loop.
// REQUIRES for both waits: the caller holds the mutex given at construction. The wait releases it
// and takes it again before it returns.
class CondVar {
 public:
  explicit CondVar(Mutex* mu) : mu_(mu) {}
  CondVar(const CondVar&) = delete;
  CondVar& operator=(const CondVar&) = delete;

  void Wait() NO_LOCK_ANALYSIS {
    Waiter waiter(mu_);
    impl_.wait(waiter.held);
  }

  // Waits until a signal comes or NowMicros() reaches `deadline`. True when the deadline ended it.
  bool TimedWaitUntilMicros(uint64_t deadline) NO_LOCK_ANALYSIS {
    using Clock = std::chrono::steady_clock;
    // The clock counts nanoseconds in 63 bits, so a far deadline would overflow it. The wait then
    // ends after a day, as if without a signal.
    const uint64_t until = std::min(deadline, NowMicros() + kDayMicros);
    Waiter waiter(mu_);
    const std::cv_status status =
        impl_.wait_until(waiter.held, Clock::time_point(std::chrono::microseconds(until)));
    return status == std::cv_status::timeout && until == deadline;
  }
  bool TimedWaitMicros(uint64_t micros) {
    const uint64_t now = NowMicros();
    return TimedWaitUntilMicros(now + std::min(micros, UINT64_MAX - now));
  }

  void Signal() { impl_.notify_one(); }
  void SignalAll() { impl_.notify_all(); }

  // The clock of the deadlines. Setting the machine's time does not move it.
  static uint64_t NowMicros() {
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                     std::chrono::steady_clock::now().time_since_epoch())
                                     .count());
  }

 private:
  static constexpr uint64_t kDayMicros = uint64_t{24} * 60 * 60 * 1000 * 1000;

  // Lends the mutex to a wait of the standard library, which releases it and takes it again.
  struct Waiter {
    explicit Waiter(Mutex* mutex) : mu(mutex), held(mu->impl_, std::adopt_lock) {
      mu->owner_.Assert();
      mu->owner_.Drop();
    }
    ~Waiter() {
      held.release();
      mu->owner_.Take();
    }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    Mutex* const mu;
    std::unique_lock<std::mutex> held;
  };

  Mutex* const mu_;
  std::condition_variable impl_;
};

// Many readers or one writer, for data that is read often and changed seldom. Threads that wait get
// the lock in no particular order.
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
