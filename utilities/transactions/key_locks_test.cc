// KeyLocks and WaitGraph: who gets a lock, who waits, who is turned away. No database.
#include "utilities/transactions/key_locks.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "rocksdb/system_clock.h"
#include "test/support/status_assertions.h"
#include "utilities/transactions/default_mutex.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A clock that the test moves.
class HandClock final : public SystemClockWrapper {
 public:
  HandClock() : SystemClockWrapper(SystemClock::Default()) {}
  const char* Name() const override { return "HandClock"; }
  uint64_t NowMicros() override { return now.load(); }

  std::atomic<uint64_t> now{1000};
};

// A transaction as the locks see it; lets a test wait until it sleeps.
class Asker final : public LockAsker {
 public:
  explicit Asker(TransactionID number, int64_t wait = 0) {
    id = number;
    timeout = wait;
  }
  bool TakeOver(TransactionID holder) override {
    taken_over.push_back(holder);
    return gives_way;
  }
  void SetWaiting(uint32_t /*cf*/, const std::string& key,
                  const std::vector<TransactionID>& holders) override {
    std::lock_guard<std::mutex> lock(mutex_);
    waits_for_ = holders;
    key_ = key;
    changed_.notify_all();
  }
  // The holders that it sleeps for.
  std::vector<TransactionID> AwaitSleep() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return !waits_for_.empty(); });
    return waits_for_;
  }

  bool gives_way = true;
  std::vector<TransactionID> taken_over;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<TransactionID> waits_for_;
  std::string key_;
};

class KeyLocksTest : public testing::Test {
 protected:
  void Make(const KeyLocks::Settings& settings) {
    locks_ = std::make_unique<KeyLocks>(settings, clock_);
    locks_->AddFamily(0);
  }
  KeyLocksTest() { Make(KeyLocks::Settings()); }

  Status Lock(Asker* asker, const Slice& key, bool exclusive = true) {
    return locks_->Lock(asker, {0, key}, exclusive);
  }
  void Unlock(Asker& asker, const Slice& key) { locks_->Unlock(&asker, {0, key}); }

  const std::shared_ptr<HandClock> clock_ = std::make_shared<HandClock>();
  std::unique_ptr<KeyLocks> locks_;
};

TEST_F(KeyLocksTest, AnExclusiveLockKeepsOthersOut) {
  Asker a(1), b(2);
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_TRUE(Lock(&b, "k").IsLockTimeout());
  EXPECT_TRUE(Lock(&b, "k", false).IsLockTimeout());
  ASSERT_OK(Lock(&b, "other"));
  ASSERT_OK(Lock(&a, "k"));
  Unlock(a, "k");
  ASSERT_OK(Lock(&b, "k"));
}

TEST_F(KeyLocksTest, SharedLocksStandSideBySide) {
  Asker a(1), b(2), c(3);
  ASSERT_OK(Lock(&a, "k", false));
  ASSERT_OK(Lock(&b, "k", false));
  EXPECT_TRUE(Lock(&c, "k").IsLockTimeout());
  Unlock(a, "k");
  EXPECT_TRUE(Lock(&c, "k").IsLockTimeout());
  Unlock(b, "k");
  ASSERT_OK(Lock(&c, "k"));
}

TEST_F(KeyLocksTest, OnlyTheSoleHolderTurnsItsLockIntoAnExclusiveOne) {
  Asker a(1), b(2);
  ASSERT_OK(Lock(&a, "k", false));
  ASSERT_OK(Lock(&b, "k", false));
  EXPECT_TRUE(Lock(&a, "k").IsLockTimeout());
  Unlock(b, "k");
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_TRUE(Lock(&b, "k", false).IsLockTimeout());
}

TEST_F(KeyLocksTest, AnExclusiveHolderThatReadsKeepsItsLockExclusive) {
  Asker a(1), b(2);
  ASSERT_OK(Lock(&a, "k"));
  ASSERT_OK(Lock(&a, "k", false));
  EXPECT_TRUE(Lock(&b, "k", false).IsLockTimeout());
}

TEST_F(KeyLocksTest, FamiliesHaveLocksOfTheirOwn) {
  Asker a(1), b(2);
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_EQ(locks_->Lock(&b, {7, "k"}, true).ToString(),
            "Invalid argument: Column family id not found: 7");
  locks_->AddFamily(7);
  ASSERT_OK(locks_->Lock(&b, {7, "k"}, true));
  EXPECT_EQ(locks_->List().size(), 2u);
  locks_->RemoveFamily(7);
  locks_->Unlock(&b, {7, "k"});
  EXPECT_EQ(locks_->List().size(), 1u);
}

TEST_F(KeyLocksTest, AFamilyThatIsMadeAgainKnowsNoLocksOfTheOldOne) {
  Asker a(1), b(2), c(3);
  locks_->AddFamily(7);
  ASSERT_OK(locks_->Lock(&a, {7, "k"}, true));
  locks_->RemoveFamily(7);
  EXPECT_TRUE(locks_->Lock(&a, {7, "other"}, true).IsInvalidArgument());
  locks_->AddFamily(7);
  ASSERT_OK(locks_->Lock(&b, {7, "k"}, true));
  locks_->Unlock(&a, {7, "k"});
  EXPECT_TRUE(locks_->Lock(&c, {7, "k"}, true).IsLockTimeout());
  EXPECT_TRUE(locks_->Lock(&a, {7, "k"}, true).IsLockTimeout());
}

TEST_F(KeyLocksTest, WhoWaitsForALockOfAFamilyThatIsRemovedIsToldSo) {
  Asker a(1), b(2, -1);
  locks_->AddFamily(7);
  ASSERT_OK(locks_->Lock(&a, {7, "k"}, true));
  Status result;
  std::thread sleeper([&] { result = locks_->Lock(&b, {7, "k"}, true); });
  b.AwaitSleep();
  locks_->RemoveFamily(7);
  locks_->Unlock(&a, {7, "k"});
  sleeper.join();
  EXPECT_EQ(result.ToString(), "Invalid argument: Column family id not found: 7");
}

TEST_F(KeyLocksTest, TheLimitCountsKeysAndNotHolders) {
  KeyLocks::Settings settings;
  settings.max_locks = 2;
  Make(settings);
  Asker a(1), b(2);
  ASSERT_OK(Lock(&a, "1"));
  ASSERT_OK(Lock(&a, "2", false));
  ASSERT_OK(Lock(&b, "2", false));
  const Status s = Lock(&a, "3");
  EXPECT_TRUE(s.IsAborted() && s.IsLockLimit()) << s.ToString();
  Unlock(a, "1");
  ASSERT_OK(Lock(&a, "3"));
}

TEST_F(KeyLocksTest, WhoMeetsTheLimitWaitsForAPlaceUntilItsTimeout) {
  KeyLocks::Settings settings;
  settings.max_locks = 1;
  Make(settings);
  Asker a(1), b(2, 1000), c(3, -1);
  ASSERT_OK(Lock(&a, "1"));
  std::atomic<bool> over{false};
  std::thread impatient([&] {
    EXPECT_TRUE(Lock(&b, "2").IsLockLimit());
    over = true;
  });
  while (!over) clock_->now += 100;
  impatient.join();
  Status result = Status::Busy();
  std::thread sleeper([&] { result = Lock(&c, "2"); });
  Unlock(a, "1");
  sleeper.join();
  EXPECT_OK(result);
}

TEST_F(KeyLocksTest, ASleeperGetsTheLockWhenItIsReleased) {
  Asker a(1), b(2, -1);
  ASSERT_OK(Lock(&a, "k"));
  Status result = Status::Busy();
  std::thread sleeper([&] { result = Lock(&b, "k"); });
  EXPECT_EQ(b.AwaitSleep(), std::vector<TransactionID>{1});
  Unlock(a, "k");
  sleeper.join();
  ASSERT_OK(result);
  EXPECT_EQ(locks_->List().begin()->second.ids, std::vector<TransactionID>{2});
}

TEST_F(KeyLocksTest, ASleeperGivesUpWhenItsTimeHasPassed) {
  locks_ = std::make_unique<KeyLocks>(KeyLocks::Settings(), SystemClock::Default());
  locks_->AddFamily(0);
  Asker a(1), b(2, 2000);
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_TRUE(Lock(&b, "k").IsLockTimeout());
  Unlock(a, "k");
  ASSERT_OK(Lock(&b, "k"));
}

TEST_F(KeyLocksTest, AnExpiredLockIsTakenAway) {
  Asker a(1), b(2);
  a.expires_at = 2000;
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_TRUE(Lock(&b, "k").IsLockTimeout());
  clock_->now = 2000;
  b.gives_way = false;
  EXPECT_TRUE(Lock(&b, "k").IsLockTimeout());
  b.gives_way = true;
  ASSERT_OK(Lock(&b, "k"));
  EXPECT_EQ(b.taken_over, (std::vector<TransactionID>{1, 1}));
  // It is no longer the first one's to release.
  Unlock(a, "k");
  EXPECT_TRUE(Lock(&a, "k").IsLockTimeout());
}

TEST_F(KeyLocksTest, ASharedLockExpiresWithItsLastHolder) {
  Asker a(1), b(2), c(3);
  a.expires_at = 2000;
  b.expires_at = 3000;
  ASSERT_OK(Lock(&a, "k", false));
  ASSERT_OK(Lock(&b, "k", false));
  clock_->now = 2500;
  EXPECT_TRUE(Lock(&c, "k").IsLockTimeout());
  clock_->now = 3000;
  ASSERT_OK(Lock(&c, "k"));
  EXPECT_EQ(c.taken_over, (std::vector<TransactionID>{1, 2}));
}

TEST_F(KeyLocksTest, ASharedLockExpiresAsSoonAsWhoNeverDoesHasLeft) {
  Asker a(1), b(2), c(3);
  b.expires_at = 2000;
  ASSERT_OK(Lock(&a, "k", false));
  ASSERT_OK(Lock(&b, "k", false));
  clock_->now = 2000;
  EXPECT_TRUE(Lock(&c, "k").IsLockTimeout());
  EXPECT_TRUE(c.taken_over.empty());
  Unlock(a, "k");
  ASSERT_OK(Lock(&c, "k"));
  EXPECT_EQ(c.taken_over, std::vector<TransactionID>{2});
}

TEST_F(KeyLocksTest, ACircleOfTwoIsADeadlock) {
  Asker a(1, -1), b(2, -1);
  a.detect_depth = b.detect_depth = 50;
  ASSERT_OK(Lock(&a, "x"));
  ASSERT_OK(Lock(&b, "y"));
  Status result;
  std::thread sleeper([&] { result = Lock(&a, "y"); });
  a.AwaitSleep();
  EXPECT_TRUE(Lock(&b, "x", false).IsDeadlock());
  const std::vector<DeadlockPath> deadlocks = locks_->waits()->Deadlocks();
  ASSERT_EQ(deadlocks.size(), 1u);
  EXPECT_FALSE(deadlocks[0].limit_exceeded);
  ASSERT_EQ(deadlocks[0].path.size(), 2u);
  EXPECT_EQ(deadlocks[0].path[0].m_txn_id, 1u);
  EXPECT_EQ(deadlocks[0].path[0].m_waiting_key, "y");
  EXPECT_TRUE(deadlocks[0].path[0].m_exclusive);
  EXPECT_EQ(deadlocks[0].path[1].m_txn_id, 2u);
  EXPECT_EQ(deadlocks[0].path[1].m_waiting_key, "x");
  EXPECT_FALSE(deadlocks[0].path[1].m_exclusive);
  Unlock(b, "y");
  sleeper.join();
  ASSERT_OK(result);
}

TEST(WaitGraph, ALongChainIsGivenUpAtTheDepth) {
  WaitGraph graph(5);
  for (TransactionID id = 1; id < 10; ++id) {
    ASSERT_TRUE(graph.Begin(id, {0, "k", true, {id + 1}}, 50, 7));
  }
  EXPECT_FALSE(graph.Begin(20, {0, "k", true, {1}}, 3, 8));
  ASSERT_EQ(graph.Deadlocks().size(), 1u);
  EXPECT_TRUE(graph.Deadlocks()[0].limit_exceeded);
  EXPECT_TRUE(graph.Deadlocks()[0].path.empty());
  EXPECT_EQ(graph.Deadlocks()[0].deadlock_time, 8);
  EXPECT_TRUE(graph.Begin(20, {0, "k", true, {1}}, 50, 9));
}

TEST(WaitGraph, TheLatestDeadlocksAreRemembered) {
  WaitGraph graph(2);
  ASSERT_TRUE(graph.Begin(1, {0, "k", true, {2}}, 50, 0));
  for (int64_t time = 1; time <= 3; ++time) {
    EXPECT_FALSE(graph.Begin(2, {0, "m", true, {1}}, 50, time));
  }
  ASSERT_EQ(graph.Deadlocks().size(), 2u);
  EXPECT_EQ(graph.Deadlocks()[0].deadlock_time, 3);
  EXPECT_EQ(graph.Deadlocks()[1].deadlock_time, 2);
  graph.SetCapacity(1);
  ASSERT_EQ(graph.Deadlocks().size(), 1u);
  EXPECT_EQ(graph.Deadlocks()[0].deadlock_time, 3);
  graph.End(1);
  EXPECT_TRUE(graph.Begin(2, {0, "m", true, {1}}, 50, 4));
}

// Mutexes that count, and fail when they are told to.
class CountingFactory final : public TransactionDBMutexFactory {
 public:
  struct Shared {
    std::atomic<int> locked{0};
    std::atomic<bool> fails{false};
  };
  class CountingMutex final : public TransactionDBMutex {
   public:
    explicit CountingMutex(Shared* shared) : shared_(shared) {}
    Status Lock() override { return TryLockFor(-1); }
    Status TryLockFor(int64_t /*timeout_time*/) override {
      if (shared_->fails) return Status::TimedOut(Status::kMutexTimeout);
      mutex_.lock();
      ++shared_->locked;
      return Status::OK();
    }
    void UnLock() override {
      --shared_->locked;
      mutex_.unlock();
    }

   private:
    Shared* const shared_;
    std::mutex mutex_;
  };
  // Nobody sleeps in the test of this factory.
  class NoCondVar final : public TransactionDBCondVar {
   public:
    void Notify() override {}
    void NotifyAll() override {}
    Status Wait(std::shared_ptr<TransactionDBMutex> mutex) override {
      mutex->UnLock();
      EXPECT_OK(mutex->Lock());
      return Status::Aborted("no waiting");
    }
    Status WaitFor(std::shared_ptr<TransactionDBMutex> mutex, int64_t) override {
      return Wait(mutex);
    }
  };
  std::shared_ptr<TransactionDBMutex> AllocateMutex() override {
    return std::make_shared<CountingMutex>(&shared);
  }
  std::shared_ptr<TransactionDBCondVar> AllocateCondVar() override {
    return std::make_shared<NoCondVar>();
  }

  Shared shared;
};

TEST_F(KeyLocksTest, MutexesOfTheApplicationAreUsedAndMayFail) {
  const auto factory = std::make_shared<CountingFactory>();
  KeyLocks::Settings settings;
  settings.mutexes = factory;
  settings.stripes = 1;
  Make(settings);
  Asker a(1), b(2, 1000);
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_EQ(Lock(&b, "k").ToString(), "Operation aborted: no waiting");
  EXPECT_EQ(factory->shared.locked, 0);
  factory->shared.fails = true;
  EXPECT_TRUE(Lock(&b, "k").IsMutexTimeout());
  factory->shared.fails = false;
  Unlock(a, "k");
  ASSERT_OK(Lock(&b, "k"));
  EXPECT_EQ(factory->shared.locked, 0);
}

// Its sleepers are told at once that their time is over, as by a server that kills a query.
class KillingFactory final : public TransactionDBMutexFactory {
 public:
  class KillingCondVar final : public TransactionDBCondVar {
   public:
    explicit KillingCondVar(int* sleeps) : sleeps_(sleeps) {}
    void Notify() override {}
    void NotifyAll() override {}
    Status Wait(std::shared_ptr<TransactionDBMutex> /*mutex*/) override {
      ++*sleeps_;
      return Status::TimedOut();
    }
    Status WaitFor(std::shared_ptr<TransactionDBMutex> mutex, int64_t) override {
      return Wait(mutex);
    }

   private:
    int* const sleeps_;
  };
  std::shared_ptr<TransactionDBMutex> AllocateMutex() override {
    return standard_->AllocateMutex();
  }
  std::shared_ptr<TransactionDBCondVar> AllocateCondVar() override {
    return std::make_shared<KillingCondVar>(&sleeps);
  }

  int sleeps = 0;

 private:
  const std::shared_ptr<TransactionDBMutexFactory> standard_ = NewDefaultMutexFactory();
};

// Whatever the sleeper waits for: its own deadline, nothing, or that the holder expires.
TEST_F(KeyLocksTest, TheApplicationEndsAWaitLongBeforeItsTime) {
  constexpr int64_t kMinute = 60'000'000;
  const auto factory = std::make_shared<KillingFactory>();
  KeyLocks::Settings settings;
  settings.mutexes = factory;
  Make(settings);
  Asker a(1), patient(2, kMinute), for_ever(3, -1);
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_TRUE(Lock(&patient, "k").IsLockTimeout());
  EXPECT_TRUE(Lock(&for_ever, "k").IsLockTimeout());
  Unlock(a, "k");
  a.expires_at = clock_->now + kMinute / 2;
  ASSERT_OK(Lock(&a, "k"));
  EXPECT_TRUE(Lock(&patient, "k").IsLockTimeout());
  EXPECT_TRUE(Lock(&for_ever, "k").IsLockTimeout());
  EXPECT_EQ(factory->sleeps, 4);
  Unlock(a, "k");
  EXPECT_OK(Lock(&patient, "k"));
}

TEST_F(KeyLocksTest, ManyThreadsNeverHoldOneKeyAtOnce) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 300;
  int counters[3] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds; ++round) {
        Asker me(static_cast<TransactionID>(t * kRounds + round + 1), -1);
        const int at = (t + round) % 3;
        const std::string key = std::to_string(at);
        ASSERT_OK(Lock(&me, key));
        ++counters[at];
        Unlock(me, key);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counters[0] + counters[1] + counters[2], kThreads * kRounds);
  EXPECT_TRUE(locks_->List().empty());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
