// Mutex and CondVar: who holds a lock, and which clock a deadline follows.
#include "util/mutex.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <cerrno>
#include <thread>

namespace {

std::atomic<bool> waited_on_system_clock{false};

}  // namespace

// Takes the place of the C library's function in this program: the only wait whose deadline is a
// time of the system clock. A clock that was set forward ends such a wait at once.
extern "C" int pthread_cond_timedwait(pthread_cond_t*, pthread_mutex_t*, const struct timespec*) {
  waited_on_system_clock.store(true);
  return ETIMEDOUT;
}

namespace ROCKSDB_NAMESPACE {

namespace {

TEST(CondVarTest, ADeadlineDoesNotFollowTheSystemClock) {
  constexpr uint64_t kWaitMicros = 2000;
  Mutex mu;
  CondVar changed(&mu);
  const uint64_t start = CondVar::NowMicros();
  {
    MutexLock lock(&mu);
    while (!changed.TimedWaitUntilMicros(start + kWaitMicros)) {
    }
  }
  EXPECT_GE(CondVar::NowMicros() - start, kWaitMicros);
  EXPECT_FALSE(waited_on_system_clock.load());
}

TEST(CondVarTest, ADeadlineTooFarForTheClockDoesNotEndTheWait) {
  for (const uint64_t deadline : {UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 1000}) {
    Mutex mu;
    CondVar changed(&mu);
    bool ready = false;
    bool timed_out = false;
    MutexLock lock(&mu);
    std::thread other([&] {
      MutexLock inner(&mu);
      ready = true;
      changed.Signal();
    });
    while (!ready && !timed_out) timed_out = changed.TimedWaitUntilMicros(deadline);
    EXPECT_FALSE(timed_out) << deadline;
    MutexUnlock unlocked(&mu);
    other.join();
  }
}

TEST(MutexTest, AnUnlockedScopeLetsAnotherThreadIn) {
  Mutex mu;
  int value = 0;
  MutexLock lock(&mu);
  {
    MutexUnlock unlocked(&mu);
    std::thread([&] {
      MutexLock inner(&mu);
      ++value;
    }).join();
  }
  mu.AssertHeld();
  EXPECT_EQ(value, 1);
}

#ifdef BUCKETLSM_CHECK_LOCK_OWNER

constexpr char kNotHeld[] = "the calling thread does not hold mutex";

TEST(MutexDeathTest, AssertHeldAbortsWhenNoThreadHoldsTheLock) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Mutex mu;
  EXPECT_DEATH(mu.AssertHeld(), kNotHeld);
  mu.Lock();
  mu.AssertHeld();
  mu.Unlock();
  EXPECT_DEATH(mu.AssertHeld(), kNotHeld);
}

TEST(MutexDeathTest, AssertHeldAbortsWhenAnotherThreadHoldsTheLock) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Mutex mu;
  MutexLock lock(&mu);
  EXPECT_DEATH(std::thread([&] { mu.AssertHeld(); }).join(), kNotHeld);
}

TEST(MutexDeathTest, AWaitWithoutTheLockAborts) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Mutex mu;
  CondVar changed(&mu);
  EXPECT_DEATH(changed.Wait(), kNotHeld);
}

TEST(MutexTest, AWaitHandsTheLockToAnotherThreadAndTakesItBack) {
  Mutex mu;
  CondVar changed(&mu);
  bool asked = false;
  bool answered = false;
  MutexLock lock(&mu);
  std::thread other([&] {
    MutexLock inner(&mu);
    while (!asked) changed.Wait();
    mu.AssertHeld();
    answered = true;
    changed.SignalAll();
  });
  asked = true;
  changed.SignalAll();
  while (!answered) changed.Wait();
  mu.AssertHeld();
  while (!changed.TimedWaitMicros(100)) {
  }
  mu.AssertHeld();
  MutexUnlock unlocked(&mu);
  other.join();
}

#endif

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
