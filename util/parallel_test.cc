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

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
