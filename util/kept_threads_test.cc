// Threads that are kept for the next work.
#include "util/kept_threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr uint64_t kLong = 3600ull * 1000 * 1000;

// The thread that does the work, once it has.
std::thread::id WorkerOf(KeptThreads* threads) {
  const auto id = std::make_shared<std::promise<std::thread::id>>();
  EXPECT_TRUE(threads->Run([id] { id->set_value(std::this_thread::get_id()); }));
  return id->get_future().get();
}

void AwaitIdle(const KeptThreads& threads, size_t n) {
  while (threads.idle() != n) std::this_thread::yield();
}

TEST(KeptThreadsTest, TheNextWorkGetsTheThreadThatIsIdle) {
  KeptThreads threads(4, kLong);
  const std::thread::id first = WorkerOf(&threads);
  EXPECT_NE(first, std::this_thread::get_id());
  for (int i = 0; i < 100; ++i) {
    AwaitIdle(threads, 1);
    EXPECT_EQ(first, WorkerOf(&threads));
  }
}

TEST(KeptThreadsTest, WorkNeverWaitsForOtherWorkAndNoMoreThanAllowedStay) {
  KeptThreads threads(2, kLong);
  std::atomic<int> here{0};
  std::atomic<int> gone{0};
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(threads.Run([&] {
      here++;
      // Nobody goes on before all are here.
      while (here < 5) std::this_thread::yield();
      gone++;
    }));
  }
  while (gone < 5) std::this_thread::yield();
  AwaitIdle(threads, 2);
}

// Says that its thread has ended.
struct EndOfThread {
  std::shared_ptr<std::promise<void>> said;
  ~EndOfThread() {
    if (said != nullptr) said->set_value();
  }
};

TEST(KeptThreadsTest, AnIdleThreadEndsAfterItsTime) {
  KeptThreads threads(4, 1000);
  const auto ended = std::make_shared<std::promise<void>>();
  ASSERT_TRUE(threads.Run([ended] {
    thread_local EndOfThread end;
    end.said = ended;
  }));
  ended->get_future().wait();
  EXPECT_EQ(0u, threads.idle());
  (void)WorkerOf(&threads);
}

TEST(KeptThreadsTest, ACallerOfAnotherPriorityGetsAThreadOfItsOwnPriority) {
  KeptThreads threads(4, kLong);
  const std::thread::id usual = WorkerOf(&threads);
  AwaitIdle(threads, 1);
  std::thread([&threads, usual] {
    const int lower = getpriority(PRIO_PROCESS, 0) + 1;
    ASSERT_EQ(0, setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), lower));
    EXPECT_NE(usual, WorkerOf(&threads));
    const auto priority = std::make_shared<std::promise<int>>();
    ASSERT_TRUE(threads.Run([priority] { priority->set_value(getpriority(PRIO_PROCESS, 0)); }));
    EXPECT_EQ(lower, priority->get_future().get());
  }).join();
  EXPECT_EQ(usual, WorkerOf(&threads));
}

TEST(KeptThreadsTest, TheirOwnerMayGoWhileTheyWork) {
  const auto go = std::make_shared<std::promise<void>>();
  const auto done = std::make_shared<std::promise<void>>();
  {
    KeptThreads threads(4, kLong);
    (void)WorkerOf(&threads);
    AwaitIdle(threads, 1);
    ASSERT_TRUE(threads.Run([go, done] {
      go->get_future().wait();
      done->set_value();
    }));
  }
  go->set_value();
  done->get_future().wait();
}

// ThreadSanitizer starts no thread in the child of a fork.
#ifndef __SANITIZE_THREAD__
TEST(KeptThreadsTest, TheChildOfAForkWaitsForNoThreadOfItsParent) {
  KeptThreads threads(4, kLong);
  (void)WorkerOf(&threads);
  AwaitIdle(threads, 1);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    (void)WorkerOf(&threads);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_TRUE(WIFEXITED(status));
}
#endif

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
