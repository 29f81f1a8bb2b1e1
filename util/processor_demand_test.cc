// What counts as wanting a processor.
#include "util/processor_demand.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

TEST(ProcessorDemand, WhoKnowsNothingTakesWorkToWantAProcessorAllTheTime) {
  ProcessorDemand demand;
  EXPECT_EQ(100u, demand.percent());
  demand.Add(0, 0);
  EXPECT_EQ(100u, demand.percent());
}

TEST(ProcessorDemand, ThreadsCountByTheirTime) {
  ProcessorDemand demand;
  demand.Add(kSecond / 10, kSecond);
  EXPECT_EQ(10u, demand.percent());
  demand.Add(kSecond * 2, kSecond * 2);
  EXPECT_EQ(70u, demand.percent());
}

TEST(ProcessorDemand, ItIsAPercentageWhateverIsAdded) {
  ProcessorDemand demand;
  demand.Add(0, kSecond);
  EXPECT_EQ(1u, demand.percent()) << "never 0: callers divide by it";
  ProcessorDemand other;
  other.Add(kSecond * 3, kSecond);
  EXPECT_EQ(100u, other.percent());
}

TEST(ProcessorDemand, WhatIsNewOutweighsWhatIsOld) {
  ProcessorDemand demand;
  for (int i = 0; i < 100; ++i) demand.Add(kSecond, kSecond);
  for (int i = 0; i < 24; ++i) demand.Add(0, kSecond);
  EXPECT_LT(demand.percent(), 20u);
}

TEST(ProcessorDemand, AThreadThatSleepsWantsNoProcessor) {
  const uint64_t from = ProcessorNanosWanted();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(ProcessorNanosWanted() - from, kSecond / 20);
}

TEST(ProcessorDemand, AThreadThatWaitsForItsTurnWantsAProcessor) {
  // More of them than processors: each one has less than all of the time.
  const unsigned threads = std::thread::hardware_concurrency() * 3;
  std::atomic<uint64_t> wanted{0}, passed{0};
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      const uint64_t began = ReadClockNanos(CLOCK_MONOTONIC), from = ProcessorNanosWanted();
      uint64_t now = began;
      while (now - began < kSecond / 2) now = ReadClockNanos(CLOCK_MONOTONIC);
      wanted += ProcessorNanosWanted() - from;
      passed += now - began;
    });
  }
  for (std::thread& thread : all) thread.join();
  EXPECT_GT(wanted.load() * 100, passed.load() * 60);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
