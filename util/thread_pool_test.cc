// Tests of the background thread pools.
#include "util/thread_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>
#include <thread>

#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Holds jobs until the test releases them.
class Gate {
 public:
  void Open() {
    MutexLock lock(&mu_);
    open_ = true;
    changed_.SignalAll();
  }
  void Pass() {
    MutexLock lock(&mu_);
    ++inside_;
    changed_.SignalAll();
    while (!open_) {
      changed_.Wait();
    }
  }
  void AwaitInside(int n) {
    MutexLock lock(&mu_);
    while (inside_ < n) {
      changed_.Wait();
    }
  }

 private:
  Mutex mu_;
  CondVar changed_{&mu_};
  bool open_ GUARDED_BY(mu_) = false;
  int inside_ GUARDED_BY(mu_) = 0;
};

}  // namespace

TEST(WorkerPool, EveryJobRunsOnceAndInOrderWithOneThread) {
  WorkerPool pool("test", Env::LOW);
  std::vector<int> seen;
  for (int i = 0; i < 1000; ++i) {
    pool.Schedule([&seen, i] { seen.push_back(i); });
  }
  pool.WaitForJobsAndJoinAllThreads();
  ASSERT_EQ(seen.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(WorkerPool, AsManyJobsRunAtOnceAsThereAreThreads) {
  WorkerPool pool("test", Env::LOW);
  pool.SetBackgroundThreads(4);
  Gate gate;
  for (int i = 0; i < 6; ++i) {
    pool.Schedule([&gate] { gate.Pass(); });
  }
  gate.AwaitInside(4);
  EXPECT_EQ(pool.GetQueueLen(), 2u);
  pool.SetBackgroundThreads(6);
  gate.AwaitInside(6);
  gate.Open();
  pool.WaitForJobsAndJoinAllThreads();
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST(WorkerPool, AThreadThatTheSystemRefusesLeavesItsJobQueued) {
  std::atomic<bool> refuse{true};
  SyncPoints::Get().SetCallback("WorkerPool::StartWorker", [&](void*) {
    if (refuse) throw std::system_error(std::make_error_code(std::errc::not_enough_memory));
  });
  SyncPoints::Get().Enable();
  std::atomic<int> ran{0};
  WorkerPool pool("test", Env::LOW);
  pool.SetBackgroundThreads(2);
  pool.Schedule([&] { ++ran; });
  EXPECT_EQ(pool.GetQueueLen(), 1u);
  // Ending the pool runs the jobs for which no thread could start.
  pool.WaitForJobsAndJoinAllThreads();
  EXPECT_EQ(ran, 1);
  pool.Schedule([&] { ++ran; });
  EXPECT_EQ(ran, 1);
  refuse = false;
  Gate gate;
  pool.Schedule([&] { gate.Pass(); });
  gate.AwaitInside(1);
  refuse = true;
  // Whether one thread is alive or two, the jobs behind the first run.
  for (int i = 0; i < 10; ++i) pool.Schedule([&] { ++ran; });
  gate.Open();
  pool.WaitForJobsAndJoinAllThreads();
  EXPECT_EQ(ran, 12);
  SyncPoints::Get().Clear();
}
#endif

TEST(WorkerPool, IncreasingNeverShrinks) {
  WorkerPool pool("test", Env::LOW);
  pool.IncreaseThreadsTo(5);
  pool.IncreaseThreadsTo(2);
  EXPECT_EQ(pool.GetBackgroundThreads(), 5);
}

TEST(WorkerPool, ShrinkingLetsRunningJobsEndAndLaterOnesRunOneByOne) {
  WorkerPool pool("test", Env::LOW);
  pool.SetBackgroundThreads(4);
  Gate gate;
  for (int i = 0; i < 4; ++i) {
    pool.Schedule([&gate] { gate.Pass(); });
  }
  gate.AwaitInside(4);
  pool.SetBackgroundThreads(1);
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  for (int i = 0; i < 50; ++i) {
    pool.Schedule([&] {
      most = std::max(most.load(), ++running);
      --running;
    });
  }
  gate.Open();
  pool.WaitForJobsAndJoinAllThreads();
  EXPECT_EQ(most.load(), 1);
}

// Mappings of the process, of which a thread's stack is one.
size_t Mappings() {
  std::ifstream maps("/proc/self/maps");
  return static_cast<size_t>(std::count(std::istreambuf_iterator<char>(maps), {}, '\n'));
}

TEST(WorkerPool, ThreadsThatHaveLeftAreNotKept) {
  WorkerPool pool("test", Env::USER);
  size_t before = 0;
  for (int round = 0; round < 60; ++round) {
    if (round == 10) before = Mappings();
    Gate gate;
    pool.SetBackgroundThreads(8);
    for (int i = 0; i < 8; ++i) pool.Schedule([&gate] { gate.Pass(); });
    gate.AwaitInside(8);
    gate.Open();
    pool.SetBackgroundThreads(0);
    // As many leave as there are, before the next round begins.
    while (pool.live_workers() > 0) std::this_thread::yield();
  }
  EXPECT_LT(Mappings(), before + 100) << "50 rounds of 8 threads";
}

TEST(WorkerPool, UnscheduleRunsTheCancelFunctionsOfWaitingJobs) {
  WorkerPool pool("test", Env::LOW);
  Gate gate;
  int tag = 0;
  int cancelled = 0;
  std::atomic<int> ran{0};
  pool.Schedule([&gate] { gate.Pass(); }, &tag);
  gate.AwaitInside(1);
  for (int i = 0; i < 3; ++i) {
    pool.Schedule([&ran] { ++ran; }, &tag, [&cancelled] { ++cancelled; });
  }
  pool.Schedule([&ran] { ++ran; });
  EXPECT_EQ(pool.Unschedule(&tag), 3);
  EXPECT_EQ(cancelled, 3);
  gate.Open();
  pool.WaitForJobsAndJoinAllThreads();
  EXPECT_EQ(ran.load(), 1);
}

TEST(WorkerPool, ReservedThreadsTakeNoJobsUntilReleased) {
  WorkerPool pool("test", Env::LOW);
  pool.SetBackgroundThreads(3);
  EXPECT_EQ(pool.ReserveThreads(2), 2);
  EXPECT_EQ(pool.ReserveThreads(5), 1);
  Gate gate;
  pool.Schedule([&gate] { gate.Pass(); });
  EXPECT_EQ(pool.GetQueueLen(), 1u);
  EXPECT_EQ(pool.ReleaseThreads(9), 3);
  gate.AwaitInside(1);
  gate.Open();
  pool.WaitForJobsAndJoinAllThreads();
}

TEST(WorkerPool, ManyProducersLoseNothing) {
  auto pool = std::make_unique<WorkerPool>("test", Env::LOW);
  pool->SetBackgroundThreads(4);
  std::atomic<int> ran{0};
  std::vector<std::thread> producers;
  for (int t = 0; t < 4; ++t) {
    producers.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        pool->Schedule([&ran] { ++ran; });
      }
    });
  }
  for (std::thread& producer : producers) {
    producer.join();
  }
  pool->WaitForJobsAndJoinAllThreads();
  EXPECT_EQ(ran.load(), 8000);
}

}  // namespace ROCKSDB_NAMESPACE
