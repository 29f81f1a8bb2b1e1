// Frames, sweeps and figures: what a person reads of a simulation.
#include "tools/lsm_sim/show.h"

#include <gtest/gtest.h>

#include <vector>

#include "tools/lsm_sim/figures.h"
#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/settings.h"
#include "tools/lsm_sim/sweep.h"

namespace lsm_sim {
namespace {

std::vector<std::string> FramesOf(uint64_t seed) {
  SimSpec spec;
  EXPECT_TRUE(MakeSpec("emulated", "mixgraph1", "buckets", &spec).ok());
  EXPECT_TRUE(ApplySettings("writes=200000,buckets=4", &spec).ok());
  spec.seed = seed;
  std::vector<std::string> frames;
  ShowFrames(std::move(spec), 1, [&frames](const std::string& frame) {
    frames.push_back(frame);
    return true;
  });
  return frames;
}

bool AnyHas(const std::vector<std::string>& frames, const std::string& part) {
  for (const std::string& frame : frames) {
    if (frame.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(Show, AnEqualSeedGivesEqualFrames) {
  EXPECT_EQ(FramesOf(3), FramesOf(3));
  EXPECT_NE(FramesOf(3), FramesOf(4));
}

TEST(Show, FramesTellOfBucketsThatFillAndDrain) {
  const std::vector<std::string> frames = FramesOf(3);
  ASSERT_GT(frames.size(), 6u);
  EXPECT_NE(std::string::npos, frames[0].find("Level 0: 0 files, 0 deep, 1 buckets")) << frames[0];
  EXPECT_NE(std::string::npos,
            frames[0].find("memtable [....................], 1 full, 1 being flushed"));
  EXPECT_TRUE(AnyHas(frames, "4 buckets"));
  EXPECT_TRUE(AnyHas(frames, "3 deep"));
  EXPECT_TRUE(AnyHas(frames, "5 deep"));
  EXPECT_TRUE(AnyHas(frames, "L0 -> L1"));
  const std::string& last = frames.back();
  EXPECT_NE(std::string::npos, last.find("0 compactions")) << last;
  EXPECT_NE(std::string::npos, last.find("Level 1: "));
}

TEST(Show, EndsWhenNobodyWantsAnotherFrame) {
  SimSpec spec;
  ASSERT_TRUE(MakeSpec("emulated", "fillrandom", "off", &spec).ok());
  ASSERT_TRUE(ApplySettings("writes=100000", &spec).ok());
  int frames = 0;
  ShowFrames(std::move(spec), 0.5, [&frames](const std::string&) { return ++frames < 3; });
  EXPECT_EQ(3, frames);
}

TEST(Sweeps, RunEachConfigurationAtEachValue) {
  for (const std::string& name : SweepNames()) {
    SweepRequest request;
    request.name = name;
    request.configs = {"buckets", "off"};
    request.settings = "writes=60000";
    std::vector<SweepPoint> points;
    ASSERT_TRUE(RunSweep(request, &points).ok());
    EXPECT_GE(points.size(), 8u) << name;
    EXPECT_EQ("buckets", points.front().run.name);
    EXPECT_EQ("off", points.back().run.name);
    EXPECT_NE(std::string::npos, SweepTable(name, points).find("1.00x"));
    EXPECT_EQ(0u, SweepCsv(name, points).find("sweep,value,config,ops_per_sec"));
  }
  SweepRequest request;
  request.name = "luck";
  std::vector<SweepPoint> points;
  EXPECT_NE(std::string::npos, RunSweep(request, &points).ToString().find("known: degree"));
}

TEST(Figures, StandBesideThePublishedNumbers) {
  FigureData data;
  ASSERT_TRUE(MakeFigures("emulated", "writes=200000", 42, &data).ok());
  const std::string table = FigureTable(data);
  for (const char* figure : {"Figure 4", "Figure 5", "Figure 10", "Figure 11", "Figure 12",
                             "Figure 13", "Figure 15", "Table I"}) {
    EXPECT_NE(std::string::npos, table.find(figure)) << figure;
  }
  EXPECT_EQ(8u, data.runs.size());
  EXPECT_NE(std::string::npos,
            FigureCsv(data).find("Figure 11,\"fillrandom, buckets over one bucket\",1.94,"));
  EXPECT_NE(
      std::string::npos,
      FigureCsv(data).find("Figure 15,\"mixgraph1, dynamic over static, until quiet\",1.12,"));
}

}  // namespace
}  // namespace lsm_sim
