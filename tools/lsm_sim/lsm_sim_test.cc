// The simulator: arithmetic of its model, and what the production rules do on it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/rules.h"
#include "tools/lsm_sim/sim_report.h"

namespace lsm_sim {
namespace {

SimSpec Small(const std::string& workload, const std::string& config, uint64_t seed) {
  SimSpec spec;
  EXPECT_TRUE(MakeSpec("emulated", workload, config, &spec).ok());
  spec.keys = spec.writes = 400'000;
  spec.seed = seed;
  return spec;
}

TEST(KeyCells, ANameLeadsBackToItsCell) {
  const KeyCells cells(1000, 300);
  for (uint32_t cell = 0; cell < 300; ++cell) {
    EXPECT_EQ(cell, cells.CellOf(cells.Begin(cell)));
    EXPECT_EQ(cell, cells.CellOf(cells.Last(cell)));
    EXPECT_LT(cells.Begin(cell), cells.Last(cell));
    if (cell > 0) {
      EXPECT_LT(cells.Last(cell - 1), cells.Begin(cell));
    }
  }
}

TEST(KeyCells, AMergeCountsKeysOfSeveralInputsOnce) {
  const Contents a{0, {10, 10}}, b{1, {10, 100}};
  const Contents merged = Merge({&a, &b}, 0, 3, 100);
  EXPECT_DOUBLE_EQ(10, merged.At(0));
  EXPECT_DOUBLE_EQ(19, merged.At(1));
  EXPECT_DOUBLE_EQ(100, merged.At(2));
  EXPECT_DOUBLE_EQ(129, merged.Total());
}

TEST(KeyCells, RandomWritesHitKeysAgain) {
  EXPECT_NEAR(100 * (1 - std::exp(-1)), Distinct(100, 100), 1e-9);
  EXPECT_NEAR(1, Distinct(1, 1e9), 1e-6);
}

TEST(MachineModel, StreamsShareWhatDoesNotSuffice) {
  MachineSpec machine;
  machine.cores = 2;
  machine.device_rate = 100;
  std::list<Stream> streams(3);
  for (Stream& s : streams) s.work = 1000, s.top_rate = 10, s.cores = 1;
  Share(machine, &streams);
  for (const Stream& s : streams) EXPECT_DOUBLE_EQ(20.0 / 3, s.rate);
  for (Stream& s : streams) s.cores = 0.1, s.device = 10;
  Share(machine, &streams);
  for (const Stream& s : streams) EXPECT_DOUBLE_EQ(10.0 / 3, s.rate);
  // Merges get what flushes leave.
  streams.front().first = true;
  streams.front().device = 6;
  Share(machine, &streams);
  EXPECT_DOUBLE_EQ(10, streams.front().rate);
  EXPECT_DOUBLE_EQ(2, streams.back().rate);
}

TEST(WriteLoad, PhasesMoveTheWritesAndKeepTheirSum) {
  WriteLoad load(LoadSpec{10, 50, 10}, 1024, 7);
  ASSERT_EQ(5u, load.phases());
  std::vector<double> before;
  for (uint32_t phase = 0; phase < 5; ++phase) {
    const std::vector<double> shares = load.Shares(phase);
    double sum = 0;
    for (double share : shares) sum += share;
    EXPECT_NEAR(1, sum, 0.02);
    EXPECT_NE(before, shares);
    before = shares;
  }
  EXPECT_EQ(0u, load.PhaseAt(0.19));
  EXPECT_EQ(4u, load.PhaseAt(1));
}

TEST(Presets, RefuseUnknownNamesAndListTheKnownOnes) {
  SimSpec spec;
  const auto s = MakeSpec("emulated", "fillrandom", "bucket", &spec);
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_NE(std::string::npos, s.ToString().find("buckets, static, off, off8"));
}

TEST(Simulation, EqualSeedsGiveEqualBytes) {
  const auto run = [](uint64_t seed) {
    const SimSpec spec = Small("mixgraph1", "buckets", seed);
    const NamedOutcome outcome{"buckets", spec.user_bytes, Simulation(spec).Run()};
    return TimelineCsv({outcome}) + SummaryTable({outcome}) + InputTable(outcome);
  };
  EXPECT_EQ(run(5), run(5));
  EXPECT_NE(run(5), run(6));
}

TEST(Simulation, NoKeyIsLost) {
  for (const std::string& config : ConfigNames()) {
    for (const std::string& workload : WorkloadNames()) {
      Simulation simulation(Small(workload, config, 11));
      const Outcome outcome = simulation.Run();
      EXPECT_GT(outcome.counters.compactions, 0u);
      const Contents all = simulation.engine().Everything();
      for (uint32_t cell = 0; cell < all.end(); ++cell) {
        ASSERT_NEAR(simulation.written()[cell], all.At(cell), 1e-4) << config << " " << workload;
      }
    }
  }
}

TEST(Rules, HoldOnRandomMachinesUnderRandomLoads) {
  const uint64_t first = std::random_device{}();
  for (uint64_t seed = first; seed < first + 24; ++seed) {
    ASSERT_EQ("", CheckSeed(seed)) << "lsm_sim --property --seeds=1 --seed=" << seed;
  }
}

TEST(Rules, TellAFileThatIsAboveNewerData) {
  SimSpec spec = RandomSpec(1);
  spec.cf.disable_auto_compactions = true;
  Simulation simulation(spec);
  std::string broken;
  simulation.set_observer([&](const Simulation& now) {
    // The engine is const to observers, but its tree is what this test spoils.
    auto& family = const_cast<ROCKSDB_NAMESPACE::FamilyState&>(now.engine().family());
    if (!broken.empty() || family.tree()->files(0).size() < 2) return;
    ROCKSDB_NAMESPACE::FileList files = family.tree()->files(0);
    std::reverse(files.begin(), files.end());
    std::vector<ROCKSDB_NAMESPACE::FileList> levels(
        static_cast<size_t>(family.tree()->num_levels()));
    levels[0] = files;
    const auto sound = family.tree();
    family.SetTree(std::make_shared<ROCKSDB_NAMESPACE::TreeVersion>(sound->order(), levels));
    broken = BrokenRule(now);
    family.SetTree(sound);
  });
  simulation.Run();
  EXPECT_NE(std::string::npos, broken.find("older data above newer")) << broken;
}

TEST(Simulation, BucketsLetJobsRunSideBySideWhereWritersAreFasterThanOneMerge) {
  SimSpec spec = Small("fillrandom", "buckets", 3);
  spec.keys = spec.writes = 1'600'000;
  const Outcome buckets = Simulation(spec).Run();
  spec.cf.bucket_options.enabled = false;
  const Outcome off = Simulation(spec).Run();
  EXPECT_GT(buckets.MeanJobs(), 3 * off.MeanJobs());
  EXPECT_LT(buckets.stall_seconds, off.stall_seconds / 4);
  EXPECT_GT(off.write_seconds, 1.2 * buckets.write_seconds);
}

TEST(Simulation, BucketsGainNothingWhereOneMergingThreadIsFasterThanTheWriters) {
  SimSpec spec = Small("fillrandom", "buckets", 3);
  spec.machine.write_rate = 0.6 * spec.machine.merge_rate;
  const Outcome buckets = Simulation(spec).Run();
  spec.cf.bucket_options.enabled = false;
  EXPECT_NEAR(1, Simulation(spec).Run().write_seconds / buckets.write_seconds, 0.03);
}

TEST(Simulation, StoppedWritersGoOnWhenTheFlushIsDone) {
  SimSpec spec = Small("fillrandom", "buckets", 3);
  spec.machine.flush_rate = 0.2 * spec.machine.write_rate;
  const Outcome outcome = Simulation(spec).Run();
  EXPECT_GT(outcome.stop_seconds, 0.5 * outcome.write_seconds);
  EXPECT_GE(outcome.stall_seconds, outcome.stop_seconds);
  EXPECT_NEAR(5, outcome.write_seconds / (400'000 * spec.user_bytes / spec.machine.write_rate), 1);
}

}  // namespace
}  // namespace lsm_sim
