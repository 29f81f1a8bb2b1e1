// lsm_sim: runs the scheduling, picking, splitting and stall rules of this engine under a virtual
// clock, on a machine that the command line describes.
#include <gflags/gflags.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/replay.h"
#include "tools/lsm_sim/rules.h"
#include "tools/lsm_sim/settings.h"
#include "tools/lsm_sim/sim_report.h"
#include "tools/lsm_sim/validation.h"

DEFINE_string(preset, "emulated",
              "machine and options: emulated (tools/bench.sh --suite device), paper (100 GB)");
DEFINE_string(workload, "fillrandom",
              "fillrandom, or mixgraph1: five phases of 10 to 50 key ranges");
DEFINE_string(
    configs, "buckets,static,off,off8",
    "runs to compare: buckets, static (they never split or merge), off (one bucket), off8 (8 "
    "subcompactions)");
DEFINE_bool(property, false,
            "check the rules on random machines under random loads: --seeds runs from --seed on");
DEFINE_uint64(seeds, 100, "runs of --property");
DEFINE_string(csv, "", "write the timelines of all runs to this file");
DEFINE_uint64(seed, 42, "seed of all random numbers");
DEFINE_string(set, "", "name=value,... over the preset; --list_settings names them");
DEFINE_bool(list_settings, false, "list what --set knows");
DEFINE_string(validate, "",
              "simulate the measured cells of this file; fails where a figure misses its bar");
DEFINE_string(replay, "",
              "make the compaction picks of this LOG again; fails below 99 % identical ones");
DEFINE_string(options_file, "", "options of --replay; empty: the first OPTIONS file beside it");

namespace lsm_sim {
namespace {

constexpr double kWantedShareOfPicks = 0.99;

int Fail(const rocks::Status& s) {
  std::fprintf(stderr, "lsm_sim: %s\n", s.ToString().c_str());
  return 1;
}

int ListSettings() {
  for (const std::string& line : SettingNames()) std::printf("%s\n", line.c_str());
  return 0;
}

int Replay() {
  ReplayResult result;
  const rocks::Status s = ReplayFile(FLAGS_replay, FLAGS_options_file, &result);
  if (!s.ok()) return Fail(s);
  std::printf("%s", Describe(result).c_str());
  return result.Share() >= kWantedShareOfPicks ? 0 : 1;
}

int Validate() {
  std::ifstream file(FLAGS_validate);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.good()) return Fail(rocks::Status::IOError("cannot read", FLAGS_validate));
  std::vector<Cell> cells;
  std::string table;
  bool passed = false;
  rocks::Status s = ParseCells(text.str(), &cells);
  if (s.ok()) s = ValidationTable(cells, &table, &passed);
  if (!s.ok()) return Fail(s);
  std::printf("%s", table.c_str());
  return passed ? 0 : 1;
}

// Tells each seed that breaks a rule.
int CheckRules() {
  uint64_t broken = 0;
  for (uint64_t seed = FLAGS_seed; seed < FLAGS_seed + FLAGS_seeds; ++seed) {
    const std::string what = CheckSeed(seed);
    if (what.empty()) continue;
    ++broken;
    std::printf("%s\n", what.c_str());
  }
  std::printf("%llu of %llu seeds from %llu on broke a rule\n",
              static_cast<unsigned long long>(broken), static_cast<unsigned long long>(FLAGS_seeds),
              static_cast<unsigned long long>(FLAGS_seed));
  return broken == 0 ? 0 : 1;
}

int Run() {
  std::vector<NamedOutcome> runs;
  std::stringstream names(FLAGS_configs);
  for (std::string name; std::getline(names, name, ',');) {
    SimSpec spec;
    rocks::Status s = MakeSpec(FLAGS_preset, FLAGS_workload, name, &spec);
    if (s.ok()) s = ApplySettings(FLAGS_set, &spec);
    if (!s.ok()) return Fail(s);
    spec.seed = FLAGS_seed;
    const auto start = std::chrono::steady_clock::now();
    const double user_bytes = spec.user_bytes;
    runs.push_back(NamedOutcome{name, user_bytes, Simulation(std::move(spec)).Run()});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%s: simulated %.0f s in %.1f s\n", name.c_str(),
                 runs.back().outcome.write_seconds + runs.back().outcome.drain_seconds,
                 taken.count());
  }
  std::printf("preset %s, workload %s, seed %llu\n\n%s\n", FLAGS_preset.c_str(),
              FLAGS_workload.c_str(), static_cast<unsigned long long>(FLAGS_seed),
              SummaryTable(runs).c_str());
  for (const NamedOutcome& run : runs) std::printf("%s\n", InputTable(run).c_str());
  if (FLAGS_csv.empty()) return 0;
  std::ofstream csv(FLAGS_csv);
  csv << TimelineCsv(runs);
  csv.close();
  if (csv.good()) return 0;
  std::fprintf(stderr, "lsm_sim: cannot write --csv=%s\n", FLAGS_csv.c_str());
  return 1;
}

}  // namespace
}  // namespace lsm_sim

int main(int argc, char** argv) {
  gflags::SetUsageMessage(
      "simulates Level 0 and compaction with the production rules under a virtual clock");
  gflags::ParseCommandLineFlags(&argc, &argv, true);
  if (argc > 1) {
    std::fprintf(stderr, "lsm_sim: unexpected argument %s\n", argv[1]);
    return 1;
  }
  if (FLAGS_list_settings) return lsm_sim::ListSettings();
  if (!FLAGS_replay.empty()) return lsm_sim::Replay();
  if (!FLAGS_validate.empty()) return lsm_sim::Validate();
  return FLAGS_property ? lsm_sim::CheckRules() : lsm_sim::Run();
}
