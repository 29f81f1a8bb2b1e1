// Cells: reading them, their bars, and the measured ones of testdata/.
#include "tools/lsm_sim/validation.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tools/lsm_sim/settings.h"

namespace lsm_sim {
namespace {

constexpr char kCell[] =
    "fillrandom off seed=7 writes=20000 jobs=8 : ops=25000 write_amp=2 mean_jobs=1 depth=8 stall=0";

TEST(Cells, AreReadWithWhatTheyChange) {
  std::vector<Cell> cells;
  ASSERT_TRUE(ParseCells(std::string("# comment\n\n") + kCell + "\n", &cells).ok());
  ASSERT_EQ(1u, cells.size());
  EXPECT_EQ("off", cells[0].config);
  EXPECT_EQ(7u, cells[0].seed);
  EXPECT_EQ(8, cells[0].measured.depth);
  SimSpec spec;
  ASSERT_TRUE(SpecOf(cells[0], &spec).ok());
  EXPECT_EQ(20'000u, spec.writes);
  EXPECT_EQ(8, spec.db.max_background_jobs);
  EXPECT_EQ(7u, spec.seed);
}

TEST(Cells, AreRefusedByLine) {
  std::vector<Cell> cells;
  const std::string good = std::string(kCell) + "\n";
  for (const char* bad :
       {"fillrandom off : ops=1",
        "fillrandom on seed=1 : ops=1 write_amp=1 mean_jobs=1 depth=1 stall=1",
        "fillrandom off speed=1 : ops=1 write_amp=1 mean_jobs=1 depth=1 stall=1",
        "fillrandom off seed=x : ops=1 write_amp=1 mean_jobs=1 depth=1 stall=1"}) {
    const auto s = ParseCells(good + bad + "\n", &cells);
    EXPECT_TRUE(s.IsCorruption()) << bad;
    EXPECT_NE(std::string::npos, s.ToString().find("line 2")) << s.ToString();
  }
}

TEST(Cells, MissABarJustBeyondIt) {
  const CellFigures measured{1000, 4, 2, 10, 20};
  EXPECT_TRUE(Missed(measured, {1150, 3.4, 2.3, 12, 23}).empty());
  EXPECT_EQ((std::vector<std::string>{"ops", "write_amp", "mean_jobs", "depth", "stall"}),
            Missed(measured, {1151, 3.39, 2.31, 13, 23.1}));
  // Where hardly anything stalls, seconds count and not shares.
  EXPECT_TRUE(Missed({1, 1, 1, 1, 0.1}, {1, 1, 1, 1, 2.1}).empty());
}

TEST(Settings, RefuseWhatIsNoNumberAndNameWhatTheyKnow) {
  SimSpec spec;
  EXPECT_TRUE(ApplySettings("writes=1000,merge_mbps=2.5", &spec).ok());
  EXPECT_EQ(2.5e6, spec.machine.merge_rate);
  for (const char* bad : {"writes", "writes=", "writes=1k", "=3"})
    EXPECT_TRUE(ApplySettings(bad, &spec).IsInvalidArgument()) << bad;
  EXPECT_NE(std::string::npos, ApplySettings("speed=1", &spec).ToString().find("merge_mbps"));
}

// The cell that the model is calibrated on must meet every bar. Three others miss five, which
// docs/evaluation.md names; that there are no more holds the model together. Cells of more than a
// million writes are left to lsm_sim --validate, which takes its time.
TEST(Validation, TheSmallMeasuredCellsAreMetButForAFew) {
  std::ifstream file(LSM_SIM_TESTDATA "/cells.txt");
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<Cell> cells;
  ASSERT_TRUE(ParseCells(text.str(), &cells).ok());
  ASSERT_GE(cells.size(), 12u);
  size_t missed = 0, calibration = 0;
  for (const Cell& cell : cells) {
    SimSpec spec;
    ASSERT_TRUE(SpecOf(cell, &spec).ok());
    if (spec.writes > 1'000'000) continue;
    CellFigures simulated;
    ASSERT_TRUE(Simulate(cell, &simulated).ok());
    const size_t here = Missed(cell.measured, simulated).size();
    missed += here;
    if (cell.workload != "fillrandom" || cell.config != "off" || cell.settings != "writes=1000000")
      continue;
    ++calibration;
    EXPECT_EQ(0u, here);
  }
  EXPECT_EQ(1u, calibration);
  EXPECT_LE(missed, 5u);
}

}  // namespace
}  // namespace lsm_sim
