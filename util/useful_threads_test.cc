// How many threads make work faster on devices of several kinds.
#include "util/useful_threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <thread>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr uint64_t kMegabyte = 1 << 20;

// A device that serves `streams` threads at once, `serve` nanoseconds for a megabyte, for which a
// thread computes `compute`; more of them share it.
struct Device {
  double streams;
  double serve;
  double compute;

  // What one of `threads` threads did for `megabytes`.
  UsefulThreads::Work WorkOf(double threads, uint64_t megabytes) const {
    const double wait = serve * std::max(1.0, threads / streams);
    const double passed = (compute + wait) * static_cast<double>(megabytes);
    UsefulThreads::Work work;
    work.bytes = megabytes * kMegabyte;
    work.passed = static_cast<uint64_t>(passed);
    work.threads = static_cast<uint64_t>(passed * threads);
    work.wanted = work.computed = static_cast<uint64_t>(compute) * megabytes;
    return work;
  }
};

void Measure(const Device& device, std::initializer_list<double> threads, UsefulThreads* useful) {
  for (const double n : threads) useful->Add(device.WorkOf(n, 64));
}

constexpr Device kOneStream{1, 1000, 500};
constexpr Device kSharesForAll{1e9, 1000, 500};

TEST(UsefulThreads, ADeviceThatServesOneAfterTheOtherHasWorkForOneThreadAndWhatItComputes) {
  UsefulThreads useful;
  Measure(kOneStream, {1, 2, 3, 5}, &useful);
  EXPECT_EQ(1u, useful.count());
  UsefulThreads other;
  Measure({1, 1000, 4500}, {1, 2, 3, 5, 8}, &other);
  EXPECT_EQ(5u, other.count());
}

TEST(UsefulThreads, ADeviceWithAShareForEachThreadHasNoLimit) {
  UsefulThreads useful;
  Measure(kSharesForAll, {1, 2, 3, 5}, &useful);
  EXPECT_EQ(UsefulThreads::kNoLimit, useful.count());
}

TEST(UsefulThreads, ADeviceThatServesSomeThreadsAtOnceHasWorkForThese) {
  UsefulThreads useful;
  Measure({4, 1000, 100}, {1, 2, 4, 8, 12}, &useful);
  EXPECT_GE(useful.count(), 3u);
  EXPECT_LE(useful.count(), 6u);
}

TEST(UsefulThreads, NumbersThatLieCloseTogetherStillTellAShareOfOneDevice) {
  UsefulThreads useful;
  Measure(kOneStream, {1.9, 2.6}, &useful);
  EXPECT_GE(useful.count(), 1u);
  EXPECT_LE(useful.count(), 2u);
}

TEST(UsefulThreads, WhoKnowsWorkBesideOneNumberOfThreadsOnlyKnowsNothing) {
  UsefulThreads useful;
  EXPECT_EQ(UsefulThreads::kUnknown, useful.count());
  Measure(kOneStream, {2, 2.2, 1.8}, &useful);
  EXPECT_EQ(UsefulThreads::kUnknown, useful.count());
  useful.Add(kOneStream.WorkOf(5, 1));
  EXPECT_EQ(UsefulThreads::kUnknown, useful.count()) << "a megabyte tells nothing";
}

TEST(UsefulThreads, ThreadsThatHardlyWaitHaveNoLimitThatMatters) {
  UsefulThreads useful;
  Measure({1, 10, 1000}, {1, 2, 4, 8}, &useful);
  EXPECT_GE(useful.count(), 90u);
}

TEST(UsefulThreads, WhatIsNewOutweighsWhatIsOld) {
  UsefulThreads useful;
  for (int i = 0; i < 50; ++i) Measure(kOneStream, {1, 2, 3, 5}, &useful);
  EXPECT_EQ(1u, useful.count());
  for (int i = 0; i < 50; ++i) Measure(kSharesForAll, {1, 2}, &useful);
  EXPECT_EQ(UsefulThreads::kNoLimit, useful.count());
}

TEST(UsefulThreads, WorkThatTellsNothingIsLeftOut) {
  UsefulThreads useful;
  Measure(kOneStream, {1, 3}, &useful);
  const uint32_t before = useful.count();
  useful.Add({});
  UsefulThreads::Work no_bytes = kOneStream.WorkOf(9, 64);
  no_bytes.bytes = 0;
  useful.Add(no_bytes);
  EXPECT_EQ(before, useful.count());
}

TEST(UsefulThreads, TimeOfThreadsIsCountedWhileTheyWork) {
  UsefulThreads useful;
  EXPECT_EQ(0u, useful.ThreadNanos());
  useful.Begin();
  {
    const UsefulThreadsScope second(&useful);
    const uint64_t from = useful.ThreadNanos();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_GE(useful.ThreadNanos() - from, 100'000'000u);
  }
  useful.End();
  const uint64_t ended = useful.ThreadNanos();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(ended, useful.ThreadNanos());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
