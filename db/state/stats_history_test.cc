// The history of tickers without a database.
#include "db/state/stats_history.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr size_t kNoLimit = SIZE_MAX;

class StatsHistoryTest : public testing::Test {
 protected:
  void Add(uint64_t second, const StatsHistory::Tickers& counts, size_t most_bytes = kNoLimit) {
    history_->Add(second, counts, most_bytes);
  }
  std::unique_ptr<StatsHistoryIterator> Walk(uint64_t begin = 0, uint64_t end = UINT64_MAX) const {
    return StatsHistory::Walk(history_, begin, end);
  }
  std::vector<uint64_t> Seconds(uint64_t begin = 0, uint64_t end = UINT64_MAX) const {
    std::vector<uint64_t> seconds;
    for (auto walk = Walk(begin, end); walk->Valid(); walk->Next())
      seconds.push_back(walk->GetStatsTime());
    return seconds;
  }

  std::shared_ptr<StatsHistory> history_ = std::make_shared<StatsHistory>();
};

using SecondList = std::vector<uint64_t>;

TEST_F(StatsHistoryTest, TheFirstCountsMakeNoSlice) {
  Add(10, {{"a", 5}});
  const auto walk = Walk();
  EXPECT_FALSE(walk->Valid());
  EXPECT_TRUE(walk->status().ok());
  EXPECT_TRUE(walk->GetStatsMap().empty());
  EXPECT_EQ(walk->GetFormatVersion(), -1);
  walk->Next();
  EXPECT_FALSE(walk->Valid());
}

TEST_F(StatsHistoryTest, ASliceHoldsWhatTickersGainedSinceTheLastCounts) {
  Add(10, {{"a", 5}, {"b", 1}});
  Add(20, {{"a", 7}, {"b", 1}});
  Add(30, {{"a", 17}, {"b", 2}});
  const auto walk = Walk();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsTime(), 20u);
  EXPECT_EQ(walk->GetStatsMap(), (StatsHistory::Tickers{{"a", 2}, {"b", 0}}));
  walk->Next();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsTime(), 30u);
  EXPECT_EQ(walk->GetStatsMap(), (StatsHistory::Tickers{{"a", 10}, {"b", 1}}));
  walk->Next();
  EXPECT_FALSE(walk->Valid());
}

TEST_F(StatsHistoryTest, ANewTickerIsLeftOutAndOneThatWentBackShowsItsCount) {
  Add(10, {{"a", 50}});
  Add(20, {{"a", 3}, {"new", 9}});
  Add(30, {{"a", 4}, {"new", 11}});
  const auto walk = Walk();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsMap(), (StatsHistory::Tickers{{"a", 3}}));
  walk->Next();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsMap(), (StatsHistory::Tickers{{"a", 1}, {"new", 2}}));
}

TEST_F(StatsHistoryTest, TheBeginningOfARangeIsInsideAndItsEndIsNot) {
  for (const uint64_t second : {10, 20, 30, 40}) Add(second, {{"a", second}});
  EXPECT_EQ(Seconds(), (SecondList{20, 30, 40}));
  EXPECT_EQ(Seconds(20, 40), (SecondList{20, 30}));
  EXPECT_EQ(Seconds(21, 41), (SecondList{30, 40}));
  EXPECT_EQ(Seconds(30, 30), SecondList());
  EXPECT_EQ(Seconds(40, 20), SecondList());
  EXPECT_EQ(Seconds(41), SecondList());
}

TEST_F(StatsHistoryTest, AClockThatStandsOrJumpsBackLosesNoGain) {
  Add(10, {{"a", 0}});
  Add(20, {{"a", 1}});
  Add(20, {{"a", 3}});
  Add(15, {{"a", 10}});
  EXPECT_EQ(Seconds(), (SecondList{15, 20}));
  const auto walk = Walk();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsMap().at("a"), 7u);
  walk->Next();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsMap().at("a"), 3u);
}

TEST_F(StatsHistoryTest, TheOldestSlicesGoWhileTheyAreTooLargeTogether) {
  const std::string name(1000, 'n');
  for (const uint64_t second : {1, 2, 3, 4, 5}) Add(second, {{name, second}}, 2500);
  EXPECT_EQ(Seconds(), (SecondList{4, 5}));
  Add(5, {{name, 6}}, 2500);
  EXPECT_EQ(Seconds(), (SecondList{4, 5})) << "counted once, though it was made twice";
  Add(6, {{name, 7}});
  EXPECT_EQ(Seconds(), (SecondList{4, 5, 6}));
  Add(7, {{name, 8}}, 0);
  EXPECT_EQ(Seconds(), SecondList());
  Add(8, {{name, 10}});
  const auto walk = Walk();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsMap().at(name), 2u) << "a limit of 0 still counts on";
}

TEST_F(StatsHistoryTest, AWalkKeepsItsSliceAndGoesOnToThoseThatCome) {
  Add(10, {{"a", 0}});
  Add(20, {{"a", 1}});
  const auto walk = Walk(0, 60);
  ASSERT_TRUE(walk->Valid());
  const StatsHistory::Tickers& gains = walk->GetStatsMap();
  Add(30, {{"a", 2}}, 0);  // drops 20 and 30
  Add(40, {{"a", 4}});
  Add(60, {{"a", 5}});
  EXPECT_EQ(walk->GetStatsTime(), 20u);
  EXPECT_EQ(gains.at("a"), 1u);
  walk->Next();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsTime(), 40u);
  EXPECT_EQ(walk->GetStatsMap().at("a"), 2u);
  walk->Next();
  EXPECT_FALSE(walk->Valid()) << "60 is the end";
}

TEST_F(StatsHistoryTest, ThreadsWalkWhileSlicesComeAndGo) {
  std::atomic<bool> done{false};
  const auto walk_until_done = [&] {
    while (!done.load()) {
      uint64_t last = 0;
      for (auto walk = Walk(); walk->Valid(); walk->Next()) {
        ASSERT_GT(walk->GetStatsTime(), last);
        last = walk->GetStatsTime();
        ASSERT_EQ(walk->GetStatsMap().at("a"), 3u);
      }
    }
  };
  std::thread first(walk_until_done), second(walk_until_done);
  for (uint64_t i = 0; i < 500; ++i) Add(i + 1, {{"a", 3 * i}}, 1000);
  done = true;
  first.join();
  second.join();
  EXPECT_EQ(Seconds().back(), 500u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
