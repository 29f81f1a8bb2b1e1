// Work that several threads share.
#include "util/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(RunInParallelTest, CallsEachNumberOnceHoweverManyThreadsThereAre) {
  for (const size_t threads : {0, 1, 3, 100}) {
    std::vector<std::atomic<int>> calls(40);
    RunInParallel(calls.size(), threads, [&calls](size_t i) { calls[i]++; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
  RunInParallel(0, 4, [](size_t) { ADD_FAILURE() << "there is no work"; });
}

TEST(RunInParallelTest, UsesAsManyThreadsAsThereIsWorkForAtOnce) {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> waiting{3};
  RunInParallel(3, 8, [&](size_t) {
    waiting--;
    // Nobody goes on before three threads are here.
    while (waiting > 0) std::this_thread::yield();
    const std::lock_guard<std::mutex> lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(ids.size(), 3u);
  EXPECT_EQ(ids.count(std::this_thread::get_id()), 1u);
}

TEST(ParallelWorkTest, HelpersWorkWhileTheCallerDoesSomethingElse) {
  std::atomic<int> calls{0};
  ParallelWork work(20, [&calls](size_t) { calls++; });
  work.AddHelper();
  while (calls < 20) std::this_thread::yield();
  work.Finish();
  EXPECT_EQ(calls, 20);
}

TEST(ParallelWorkTest, WithoutHelpersTheCallerDoesItAll) {
  std::set<std::thread::id> ids;
  ParallelWork work(5, [&ids](size_t) { ids.insert(std::this_thread::get_id()); });
  work.Finish();
  EXPECT_EQ(ids, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(ParallelWorkTest, ACallerWithEnoughHelpersOnlyWaits) {
  std::atomic<int> own{0}, calls{0};
  std::atomic<bool> go{false};
  const std::thread::id caller = std::this_thread::get_id();
  ParallelWork work(50, [&](size_t) {
    while (!go) std::this_thread::yield();
    if (std::this_thread::get_id() == caller) own++;
    calls++;
  });
  work.AddHelper();
  go = true;
  work.Finish(1);
  EXPECT_EQ(calls, 50);
  EXPECT_EQ(own, 0);
}

TEST(ParallelWorkTest, TheWorkItselfMayAddHelpers) {
  std::atomic<int> calls{0};
  ParallelWork* self = nullptr;
  ParallelWork work(200, [&](size_t i) {
    if (i % 50 == 0) self->AddHelper();
    calls++;
  });
  self = &work;
  work.Finish();
  EXPECT_EQ(calls, 200);
}

TEST(ParallelWorkTest, WhoIsDestroyedEarlyWaitsForWhatHasBegunAndBeginsNothingElse) {
  std::atomic<int> began{0}, ended{0};
  {
    ParallelWork work(1000000, [&](size_t) {
      began++;
      std::this_thread::yield();
      ended++;
    });
    work.AddHelper();
    while (began == 0) std::this_thread::yield();
  }
  EXPECT_EQ(began, ended);
  EXPECT_LT(began, 1000000);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
