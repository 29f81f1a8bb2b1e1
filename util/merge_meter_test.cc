// What a thread's work says about processors and device.
#include "util/merge_meter.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace ROCKSDB_NAMESPACE {
namespace {

void Sleep(int millis) { std::this_thread::sleep_for(std::chrono::milliseconds(millis)); }

// Has a processor for so long.
void Compute(uint64_t millis) {
  const DemandMeter clock;
  while (clock.Wanted() < millis * 1000000) {
  }
}

TEST(MergeMeter, NobodyKnowsAnythingBeforeTheFirstWorkHasEnded) {
  MergeMeter meter;
  const MergeWork work(&meter);
  Sleep(5);
  EXPECT_EQ(meter.demand().percent(), 100u);
  EXPECT_EQ(meter.useful().count(), UsefulThreads::kUnknown);
}

TEST(MergeMeter, WorkThatWaitsForItsDeviceWantsLittleOfAProcessor) {
  MergeMeter meter;
  {
    const MergeWork work(&meter);
    Sleep(50);
  }
  EXPECT_LT(meter.demand().percent(), 50u);
}

TEST(MergeMeter, WhatAThreadStandsStillForOthersIsNoWork) {
  MergeMeter meter;
  {
    MergeWork work(&meter);
    Compute(20);
    work.StandStill([] { Sleep(200); });
    EXPECT_GE(work.Passed(), 200000000u);
    EXPECT_LT(work.Computed(), 200000000u);
  }
  EXPECT_GT(meter.demand().percent(), 50u);
}

TEST(MergeMeter, OnlyThreadsAtWorkCount) {
  MergeMeter meter;
  MergeWork work(&meter);
  const uint64_t before = meter.useful().ThreadNanos();
  uint64_t while_still = 0;
  work.StandStill([&] {
    const uint64_t from = meter.useful().ThreadNanos();
    Sleep(20);
    while_still = meter.useful().ThreadNanos() - from;
  });
  EXPECT_EQ(while_still, 0u);
  Sleep(5);
  EXPECT_GE(meter.useful().ThreadNanos() - before, 5000000u);
}

TEST(MergeMeter, WithoutOneNothingIsMeasured) {
  MergeWork work(nullptr);
  bool called = false;
  work.StandStill([&] { called = true; });
  EXPECT_TRUE(called);
  EXPECT_EQ(work.Passed(), 0u);
  EXPECT_EQ(work.Computed(), 0u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
