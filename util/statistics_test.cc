// Tests of histograms, statistics and the perf context.
#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <utility>

#include "util/histogram.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/ticker_table.h"

namespace ROCKSDB_NAMESPACE {

TEST(HistogramBounds, BoundsAreThoseOfStockReports) {
  const HistogramBounds& bounds = HistogramBounds::Get();
  const uint64_t kFirst[] = {1, 2, 3, 4, 6, 10, 15, 22, 34, 51, 76, 110, 170, 250, 380, 580};
  for (size_t i = 0; i < std::size(kFirst); ++i) {
    EXPECT_EQ(bounds.upper(i), kFirst[i]);
  }
  EXPECT_EQ(bounds.BucketOf(0), 0u);
  EXPECT_EQ(bounds.BucketOf(11), 6u);
  EXPECT_EQ(bounds.BucketOf(UINT64_MAX), bounds.count() - 1);
}

TEST(Histogram, PercentilesInterpolateInsideABucket) {
  Histogram h;
  for (uint64_t i = 1; i <= 100; ++i) {
    h.Add(i);
  }
  EXPECT_EQ(h.Count(), 100u);
  EXPECT_EQ(h.Min(), 1u);
  EXPECT_EQ(h.Max(), 100u);
  EXPECT_DOUBLE_EQ(h.Average(), 50.5);
  EXPECT_NEAR(h.Median(), 50.0, 1.0);
  EXPECT_NEAR(h.Percentile(99), 99.0, 2.0);
  EXPECT_NEAR(h.StandardDeviation(), 28.87, 0.01);
}

TEST(Histogram, AnEmptyOneReportsZeroes) {
  Histogram h;
  HistogramData data;
  h.FillData(&data);
  EXPECT_EQ(data.median, 0.0);
  EXPECT_EQ(data.min, 0.0);
  EXPECT_EQ(h.ToString().substr(0, 9), "Count: 0 ");
}

TEST(TickerTable, NamesAreUniqueAndSaySomething) {
  std::set<std::string> names;
  for (const auto& [ticker, name] : TickersNameMap) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_STRNE(TickerSentence(ticker), "") << name;
  }
  for (const auto& [histogram, name] : HistogramsNameMap) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_STRNE(HistogramSentence(histogram), "") << name;
  }
  EXPECT_EQ(names.size(), size_t{TICKER_ENUM_MAX} + HISTOGRAM_ENUM_MAX);
}

TEST(Statistics, CountsOfAllThreadsAddUp) {
  auto stats = CreateDBStatistics();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&stats] {
      for (int i = 0; i < 10000; ++i) {
        RecordTick(stats.get(), BYTES_READ, 3);
        RecordInHistogram(stats.get(), DB_GET, 5);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(stats->getTickerCount(BYTES_READ), 120000u);
  HistogramData data;
  stats->histogramData(DB_GET, &data);
  EXPECT_EQ(data.count, 40000u);
  EXPECT_EQ(stats->getAndResetTickerCount(BYTES_READ), 120000u);
  EXPECT_EQ(stats->getTickerCount(BYTES_READ), 0u);
}

TEST(Statistics, TheLevelDecidesWhatIsKept) {
  auto stats = CreateDBStatistics();
  stats->set_stats_level(kExceptTimers);
  stats->reportTimeToHistogram(DB_GET, 1);
  stats->recordInHistogram(BYTES_PER_READ, 1);
  HistogramData data;
  stats->histogramData(DB_GET, &data);
  EXPECT_EQ(data.count, 0u);
  stats->histogramData(BYTES_PER_READ, &data);
  EXPECT_EQ(data.count, 1u);
  stats->set_stats_level(kDisableAll);
  stats->recordTick(BYTES_READ, 1);
  EXPECT_EQ(stats->getTickerCount(BYTES_READ), 0u);
}

TEST(Statistics, ToStringHasALineForEachName) {
  auto stats = CreateDBStatistics();
  stats->recordTick(BLOCK_CACHE_MISS, 7);
  const std::string text = stats->ToString();
  EXPECT_EQ(text.substr(0, text.find('\n')), "rocksdb.block.cache.miss COUNT : 7");
  EXPECT_NE(text.find("rocksdb.db.get.micros P50 : 0.000000 P95 : 0.000000 P99 : 0.000000 "
                      "P100 : 0.000000 COUNT : 0 SUM : 0\n"),
            std::string::npos);
}

TEST(PerfContext, CountsStopBelowTheirLevelAndResetClears) {
  SetPerfLevel(kEnableCount);
  get_perf_context()->Reset();
  PERF_COUNT(user_key_comparison_count, 2);
  EXPECT_EQ(get_perf_context()->user_key_comparison_count, 2u);
  EXPECT_EQ(get_perf_context()->ToString(true), "user_key_comparison_count = 2");
  SetPerfLevel(kDisable);
  PERF_COUNT(user_key_comparison_count, 2);
  EXPECT_EQ(get_perf_context()->user_key_comparison_count, 2u);
  SetPerfLevel(kEnableCount);
  get_perf_context()->Reset();
  EXPECT_EQ(get_perf_context()->ToString(true), "");
}

TEST(PerfContext, TimersRunOnlyAtTheirLevel) {
  get_perf_context()->Reset();
  { PERF_TIMER(write_wal_time); }
  EXPECT_EQ(get_perf_context()->write_wal_time, 0u);
  SetPerfLevel(kEnableTime);
  { PERF_TIMER(write_wal_time); }
  EXPECT_GT(get_perf_context()->write_wal_time, 0u);
  SetPerfLevel(kEnableCount);
}

TEST(PerfContext, LevelMetricsAreKeptPerLevelAndCopied) {
  PerfContext* context = get_perf_context();
  context->EnablePerLevelPerfContext();
  PERF_COUNT_LEVEL(bloom_filter_useful, 3, 2);
  const PerfContext copy = *context;
  context->ClearPerLevelPerfContext();
  EXPECT_EQ(copy.level_to_perf_context->at(2).bloom_filter_useful, 3u);
  EXPECT_EQ(context->level_to_perf_context, nullptr);
}

TEST(PerfContext, AThreadWhoseContextIsMovedGoesOnCountingLevels) {
  PerfContext* context = get_perf_context();
  context->EnablePerLevelPerfContext();
  PERF_COUNT_LEVEL(bloom_filter_useful, 3, 2);
  const PerfContext saved(std::move(*context));
  EXPECT_EQ(saved.level_to_perf_context->at(2).bloom_filter_useful, 3u);
  ASSERT_TRUE(PerfCountingLevels());
  context->Reset();
  PERF_COUNT_LEVEL(bloom_filter_useful, 1, 2);
  EXPECT_EQ(context->level_to_perf_context->at(2).bloom_filter_useful, 1u);
  context->ClearPerLevelPerfContext();
}

TEST(PerfContext, LevelsThatOnlyTheFlagWantsAreNotCounted) {
  PerfContext* context = get_perf_context();
  context->per_level_perf_context_enabled = true;
  EXPECT_FALSE(PerfCountingLevels());
  context->EnablePerLevelPerfContext();
  EXPECT_TRUE(PerfCountingLevels());
  context->ClearPerLevelPerfContext();
}

}  // namespace ROCKSDB_NAMESPACE
