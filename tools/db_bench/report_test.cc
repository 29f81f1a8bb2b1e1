// Tests of what benchmarks report: histograms, result lines, budgets, stall accounting.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>
#include <string>

#include "tools/db_bench/json_line.h"
#include "tools/db_bench/latency_histogram.h"
#include "tools/db_bench/op_budget.h"
#include "tools/db_bench/op_stats.h"
#include "tools/db_bench/rate_gate.h"
#include "tools/db_bench/run_record.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

TEST(LatencyHistogram, PercentilesAreWithinTwoPercent) {
  LatencyHistogram h;
  for (uint64_t i = 1; i <= 100000; ++i) h.Add(i * 1000);
  EXPECT_EQ(100000u, h.Count());
  EXPECT_NEAR(50000, h.PercentileMicros(50), 1000);
  EXPECT_NEAR(99000, h.PercentileMicros(99), 2000);
  EXPECT_NEAR(99900, h.PercentileMicros(99.9), 2000);
  EXPECT_NEAR(50000.5, h.AverageMicros(), 0.01);
  EXPECT_NEAR(28867, h.StdDevMicros(), 10);
}

TEST(LatencyHistogram, EmptyOneHasNoDivisionByZero) {
  const LatencyHistogram h;
  EXPECT_EQ(0, h.PercentileMicros(99));
  EXPECT_EQ(0, h.AverageMicros());
  EXPECT_NE(std::string::npos, h.ToString().find("Count: 0 Average: 0.0000  StdDev: 0.00"));
}

TEST(LatencyHistogram, ExtremeValuesAreCounted) {
  LatencyHistogram h;
  h.Add(0);
  h.Add(UINT64_MAX);
  EXPECT_EQ(2u, h.Count());
  EXPECT_FALSE(h.ToString().empty());
}

TEST(LatencyHistogram, MergeEqualsAddingEverythingToOne) {
  LatencyHistogram a, b, both;
  for (uint64_t i = 0; i < 1000; ++i) {
    (i % 3 == 0 ? a : b).Add(i * i);
    both.Add(i * i);
  }
  a.Merge(b);
  EXPECT_EQ(both.ToString(), a.ToString());
}

TEST(LatencyHistogram, TextHasRocksdbBucketLimits) {
  LatencyHistogram h;
  for (uint64_t micros : {0, 1, 2, 5, 8, 120, 30000}) h.Add(micros * 1000);
  const std::string text = h.ToString();
  for (const char* line :
       {"[       0,       1 ]        2  28.571%  28.571% ######", "(       1,       2 ]        1",
        "(       4,       6 ]        1", "(       6,      10 ]        1",
        "(     110,     170 ]        1", "(   22000,   33000 ]        1"}) {
    EXPECT_NE(std::string::npos, text.find(line)) << line << "\n" << text;
  }
}

TEST(OpStats, ResultLineHasRocksdbShape) {
  OpStats stats;
  LiveCount live;
  stats.Start(0, {}, &live);
  stats.Finish(OpKind::kWrite, 5);
  stats.AddBytes(1000);
  stats.Stop();
  EXPECT_EQ(5u, live.ops.load());
  OpStats merged;
  merged.Merge(stats);
  const std::string line = merged.ResultLine("fillrandom", "(x)");
  EXPECT_EQ(0u, line.find("fillrandom   : "));
  EXPECT_NE(std::string::npos, line.find(" seconds 5 operations; "));
  EXPECT_NE(std::string::npos, line.find(" MB/s (x)"));
}

TEST(OpStats, MergeTakesTheEarliestStartAndTheLatestEnd) {
  LiveCount live;
  OpStats first, second, merged;
  first.Start(0, {}, &live);
  second.Start(1, {}, &live);
  first.Finish(OpKind::kRead);
  second.Finish(OpKind::kRead, 2);
  first.Stop();
  second.Stop();
  merged.Merge(first);
  merged.Merge(second);
  EXPECT_EQ(3, merged.done());
  EXPECT_GE(merged.ElapsedSeconds(), first.ElapsedSeconds());
  EXPECT_GE(merged.ElapsedSeconds(), second.ElapsedSeconds());
}

TEST(OpBudget, GivesExactlyItsOperations) {
  std::atomic<bool> stop{false};
  for (int64_t max : {0, 1, 999, 1000, 1001, 2500}) {
    OpBudget budget(max, 0, 1000, &stop);
    int64_t done = 0;
    while (budget.Next()) ++done;
    EXPECT_EQ(max, done);
    EXPECT_EQ(1, budget.Progress());
  }
}

TEST(OpBudget, TheLastBatchHasWhatIsLeft) {
  std::atomic<bool> stop{false};
  for (int64_t max : {0, 1, 999, 1000, 1001, 2500}) {
    for (int64_t batch : {1, 7, 1000, 3000}) {
      OpBudget budget(max, 0, 100, &stop);
      int64_t done = 0;
      while (const int64_t claimed = budget.Claim(batch)) {
        EXPECT_LE(claimed, batch);
        done += claimed;
      }
      EXPECT_EQ(max, done);
    }
  }
}

TEST(OpBudget, BatchesAreWholeWhereTimeDecides) {
  std::atomic<bool> stop{false};
  OpBudget budget(1, 3600, 1000, &stop);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(300, budget.Claim(300));
}

TEST(OpBudget, EndsSoonAfterAnotherThreadFailed) {
  std::atomic<bool> stop{false};
  OpBudget budget(1000000, 0, 10, &stop);
  int64_t done = 0;
  while (budget.Next()) {
    if (++done == 25) stop = true;
  }
  EXPECT_EQ(30, done);
}

TEST(OpBudget, TimeEndsItWhateverTheOperations) {
  std::atomic<bool> stop{false};
  OpBudget budget(1, 1, 1000, &stop);
  const uint64_t start = NowNanos();
  double progress = 0;
  while (budget.Next()) {
    EXPECT_GE(budget.Progress(), progress);
    progress = budget.Progress();
  }
  EXPECT_NEAR(1e9, static_cast<double>(NowNanos() - start), 5e8);
}

TEST(SineCurve, IsTheSumOfItsParts) {
  const SineCurve curve{2, 1, 3, 4};
  EXPECT_DOUBLE_EQ(4, curve.At(0));
  EXPECT_NEAR(2 * std::sin(1.5) + 4.5 + 4, curve.At(1.5), 1e-12);
}

TreeSample SampleAt(uint64_t stall_micros, double l0_stops, double memtable_stops) {
  TreeSample sample;
  sample.stall_micros = stall_micros;
  sample.stall_events[static_cast<int>(StallCause::kL0Stop)] = l0_stops;
  sample.stall_events[static_cast<int>(StallCause::kMemtableStop)] = memtable_stops;
  return sample;
}

TEST(RunRecord, StallTimeGoesToTheCausesWhoseEventsRose) {
  RunRecord record;
  record.Begin(SampleAt(1000000, 5, 5), {});
  record.Add(SampleAt(3000000, 6, 5));  // 2 s: L0
  record.Add(SampleAt(4000000, 6, 5));  // 1 s more, nothing rose: still L0
  record.Add(SampleAt(8000000, 7, 8));  // 4 s: one part L0, three parts memtable
  record.End(SampleAt(8000000, 7, 8), {});
  EXPECT_DOUBLE_EQ(7, record.StallSeconds());
  EXPECT_DOUBLE_EQ(4, record.StallSeconds(StallCause::kL0Stop));
  EXPECT_DOUBLE_EQ(3, record.StallSeconds(StallCause::kMemtableStop));
  EXPECT_DOUBLE_EQ(0, record.StallSeconds(StallCause::kPendingStop));
}

TEST(RunRecord, WriteAmplificationIsBackgroundBytesPerUserByte) {
  RunRecord record;
  TreeSample sample;
  sample.background_bytes = 100;
  record.Begin(sample, {});
  sample.background_bytes = 700;
  record.End(sample, {1.5, 0.5});
  EXPECT_DOUBLE_EQ(3, record.WriteAmplification(200));
  EXPECT_DOUBLE_EQ(0, record.WriteAmplification(0));
}

TEST(RunRecord, KeepsTheDeepestSampleAndAveragesCompactions) {
  RunRecord record;
  record.Begin({}, {});
  for (uint64_t i = 1; i <= 3; ++i) {
    TreeSample sample;
    sample.l0_depth = i == 2 ? 9 : 1;
    sample.running_compactions = i;
    record.Add(sample);
  }
  record.End({}, {});
  EXPECT_EQ(9u, record.MaxDepth());
  EXPECT_EQ(3u, record.MaxRunning());
  EXPECT_DOUBLE_EQ(1.5, record.AverageRunning());
}

TEST(JsonLine, EscapesTextAndSeparatesFields) {
  JsonLine json;
  json.Add("a", std::string("x\"y\\\n")).Add("b", uint64_t{3}).Add("c", 0.5);
  EXPECT_EQ("{\"a\": \"x\\\"y\\\\\\u000a\", \"b\": 3, \"c\": 0.5}", json.Text());
}

TEST(Workloads, NamesAreUniqueAndEachHasABodyAndASentence) {
  std::set<std::string> names;
  for (const Workload& w : AllWorkloads()) {
    EXPECT_TRUE(names.insert(w.name).second) << w.name;
    EXPECT_TRUE((w.body == nullptr) != (w.action == nullptr)) << w.name;
    EXPECT_NE(std::string(), w.sentence);
    EXPECT_NE(nullptr, FindWorkload(w.name));
  }
  EXPECT_EQ(nullptr, FindWorkload("nosuch"));
}

}  // namespace
}  // namespace bench
