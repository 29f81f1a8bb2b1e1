// Which threads of compactions stand still for a flush, and for how long.
#include "util/right_of_way.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace ROCKSDB_NAMESPACE {
namespace {

// A compaction's thread that asks for as long as it may; counts its records.
class AskingThread {
 public:
  explicit AskingThread(RightOfWay* way)
      : thread_([this, way] {
          way->Begin();
          while (!stop_.load()) {
            records_.fetch_add(1);
            if (way->turn() != 0) way->GiveWay();
          }
          way->End();
        }) {
    AwaitRecords();
  }
  ~AskingThread() {
    stop_.store(true);
    thread_.join();
  }
  void AwaitRecords() const {
    const uint64_t from = records_.load();
    while (records_.load() < from + 1000) std::this_thread::yield();
  }
  // Whether no record passes for a while, soon.
  bool Stands() const {
    for (int i = 0; i < 100; ++i) {
      const uint64_t from = records_.load();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (records_.load() == from) return true;
    }
    return false;
  }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<uint64_t> records_{0};
  std::thread thread_;
};

// Longer than any test runs.
constexpr uint64_t kMinutes = 600000000;

TEST(RightOfWay, ACompactionStandsStillWhileAFlushGoesFirstAndGoesOnAfterIt) {
  RightOfWay way(2, kMinutes);
  AskingThread compaction(&way);
  way.Set(7, true);
  EXPECT_TRUE(compaction.Stands());
  way.Set(7, false);
  compaction.AwaitRecords();
}

TEST(RightOfWay, ItGoesOnOnlyOnceTheFlushesOfAllFamiliesAreDone) {
  RightOfWay way(2, kMinutes);
  AskingThread compaction(&way);
  way.Set(7, true);
  way.Set(8, true);
  way.Set(7, false);
  EXPECT_TRUE(compaction.Stands());
  way.Set(8, false);
  compaction.AwaitRecords();
}

TEST(RightOfWay, NobodyWaitsWhereTheProcessorsSuffice) {
  RightOfWay way(3, kMinutes);
  AskingThread compaction(&way);
  way.Set(7, true);
  compaction.AwaitRecords();
  way.Set(7, false);
}

TEST(RightOfWay, AFlushThatHangsHoldsCompactionsUpForALimitedTimeOnce) {
  RightOfWay way(2, 10000);
  const uint64_t began = CondVar::NowMicros();
  way.Set(7, true);
  way.Begin();
  way.GiveWay();
  EXPECT_GE(CondVar::NowMicros() - began, 10000u);
  // Said again, it is the same flush.
  way.Set(7, true);
  EXPECT_EQ(way.turn(), 0u);
  way.End();
  way.Set(7, false);
  way.Set(7, true);
  EXPECT_NE(way.turn(), 0u);
}

TEST(RightOfWay, ADatabaseThatClosesWaitsForNoFlush) {
  RightOfWay way(2, kMinutes);
  AskingThread compaction(&way);
  way.Set(7, true);
  EXPECT_TRUE(compaction.Stands());
  way.Cancel();
  compaction.AwaitRecords();
  way.Set(8, true);
  EXPECT_EQ(way.turn(), 0u);
}

TEST(RightOfWay, AThreadThatMostlyWaitsForItsDeviceIsInNobodysWay) {
  EXPECT_TRUE(RightOfWay::InTheWay(100, 100));
  EXPECT_TRUE(RightOfWay::InTheWay(25, 100));
  EXPECT_FALSE(RightOfWay::InTheWay(24, 100));
  RightOfWay way(2, kMinutes);
  MergeMeter meter;
  MergeWork work(&meter);
  RightOfWayHold hold(&way, &work);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  way.Set(7, true);
  hold.GiveWay();
  EXPECT_NE(way.turn(), 0u);
}

TEST(RightOfWay, WithoutOneNothingGoesFirst) {
  MergeWork work(nullptr);
  RightOfWayHold hold(nullptr, &work);
  hold.GiveWay();
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
