// Joining of stall verdicts, and the delayed write rate.
#include "db/state/write_controller.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

using WC = WriteController;

TEST(WriteController, TheWorstFamilyDecides) {
  WC c(1 << 20);
  EXPECT_EQ(c.state(), WC::kNormal);
  c.FamilyChanged(WC::kNormal, WC::kDelayed);
  c.FamilyChanged(WC::kNormal, WC::kStopped);
  EXPECT_EQ(c.state(), WC::kStopped);
  c.FamilyChanged(WC::kStopped, WC::kNormal);
  EXPECT_EQ(c.state(), WC::kDelayed);
  c.FamilyChanged(WC::kDelayed, WC::kNormal);
  EXPECT_EQ(c.state(), WC::kNormal);
}

TEST(WriteController, TheRateFollowsTheBacklog) {
  WC c(1000000);
  c.AdaptRate(200, 100, false);
  EXPECT_EQ(c.rate(), 800000u);
  c.AdaptRate(100, 200, false);
  EXPECT_EQ(c.rate(), 1000000u);
  c.AdaptRate(100, 200, true);
  EXPECT_EQ(c.rate(), 600000u);
  c.StallEnded();
  EXPECT_EQ(c.rate(), 840000u);
  c.StallEnded();
  EXPECT_EQ(c.rate(), 1000000u) << "never above the largest rate";
}

TEST(WriteController, TheRateHasAFloor) {
  WC c(1 << 20);
  for (int i = 0; i < 100; ++i) c.AdaptRate(200, 100, true);
  EXPECT_EQ(c.rate(), 16u << 10);
  c.set_max_rate(1);
  EXPECT_EQ(c.rate(), 16u << 10) << "whatever the options say";
}

TEST(WriteController, WritersBeyondTheRateWait) {
  WC c(1000000);
  EXPECT_EQ(c.DelayMicros(1000, 500000), 0u) << "the first write passes on credit";
  EXPECT_EQ(c.DelayMicros(1000, 500000), 500000u);
  EXPECT_EQ(c.DelayMicros(1000, 1), 1000000u);
  EXPECT_EQ(c.DelayMicros(3000000, 1), 0u) << "the elapsed time has paid for it";
}

TEST(WriteController, WhoWillNotWaitPutsOffNobody) {
  WC c(1000000);
  EXPECT_EQ(c.DelayMicros(1000, 500000), 0u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(c.DelayMicros(1000, 500000, false), 500000u);
  EXPECT_EQ(c.DelayMicros(1000, 1), 500000u);
  EXPECT_EQ(c.DelayMicros(3000000, 500000, false), 0u);
  EXPECT_EQ(c.DelayMicros(3000000, 1), 500000u) << "the write that passed has to be paid for";
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
