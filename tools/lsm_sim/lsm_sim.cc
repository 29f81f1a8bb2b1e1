// lsm_sim: runs the scheduling, picking, splitting and stall rules of this engine under a virtual
// clock, on a machine that the command line describes.
#include <gflags/gflags.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "tools/lsm_sim/figures.h"
#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/replay.h"
#include "tools/lsm_sim/rules.h"
#include "tools/lsm_sim/settings.h"
#include "tools/lsm_sim/show.h"
#include "tools/lsm_sim/sim_report.h"
#include "tools/lsm_sim/sweep.h"
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
DEFINE_string(
    sweep, "",
    "vary one number: degree, buckets, window, temperature, base, job_size; --configs says "
    "of which runs, --csv where its table goes");
DEFINE_bool(figures, false,
            "the published figures beside simulated ones; --csv: their data, and the timelines of "
            "the runs in FILE.timeline");
DEFINE_bool(show, false,
            "show the first of --configs step by step; on a terminal Enter goes on and q ends");
DEFINE_double(show_every, 1, "simulated seconds between two frames of --show");
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

// Writes `text` to `path`; an empty path is none.
int Save(const std::string& path, const std::string& text) {
  if (path.empty()) return 0;
  std::ofstream csv(path);
  csv << text;
  csv.close();
  return csv.good() ? 0 : Fail(rocks::Status::IOError("cannot write", path));
}

std::vector<std::string> Configs() {
  std::vector<std::string> configs;
  std::stringstream names(FLAGS_configs);
  for (std::string name; std::getline(names, name, ',');) configs.push_back(name);
  return configs;
}

int Sweep() {
  SweepRequest request;
  request.name = FLAGS_sweep;
  request.preset = FLAGS_preset;
  request.workload = FLAGS_workload;
  request.configs = Configs();
  request.settings = FLAGS_set;
  request.seed = FLAGS_seed;
  std::vector<SweepPoint> points;
  const rocks::Status s = RunSweep(request, &points);
  if (!s.ok()) return Fail(s);
  std::printf("preset %s, workload %s, seed %llu\n\n%s", FLAGS_preset.c_str(),
              FLAGS_workload.c_str(), static_cast<unsigned long long>(FLAGS_seed),
              SweepTable(FLAGS_sweep, points).c_str());
  return Save(FLAGS_csv, SweepCsv(FLAGS_sweep, points));
}

int Figures() {
  FigureData data;
  const rocks::Status s = MakeFigures(FLAGS_preset, FLAGS_set, FLAGS_seed, &data);
  if (!s.ok()) return Fail(s);
  std::printf("preset %s, seed %llu\n\n%s", FLAGS_preset.c_str(),
              static_cast<unsigned long long>(FLAGS_seed), FigureTable(data).c_str());
  if (FLAGS_csv.empty()) return 0;
  const int failed = Save(FLAGS_csv, FigureCsv(data));
  return failed != 0 ? failed : Save(FLAGS_csv + ".timeline", TimelineCsv(data.runs));
}

int Show() {
  SimSpec spec;
  rocks::Status s = MakeSpec(FLAGS_preset, FLAGS_workload, Configs().at(0), &spec);
  if (s.ok()) s = ApplySettings(FLAGS_set, &spec);
  if (s.ok() && !(FLAGS_show_every > 0))
    s = rocks::Status::InvalidArgument("--show_every must be above 0");
  if (!s.ok()) return Fail(s);
  spec.seed = FLAGS_seed;
  const bool steps = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  ShowFrames(std::move(spec), FLAGS_show_every, [steps](const std::string& frame) {
    std::printf("%s%s\n", steps ? "\033[H\033[2J" : "", frame.c_str());
    std::fflush(stdout);
    if (!steps) return true;
    const int c = std::getchar();
    return c != 'q' && c != EOF;
  });
  return 0;
}

int Run() {
  std::vector<NamedOutcome> runs;
  for (const std::string& name : Configs()) {
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
  return Save(FLAGS_csv, TimelineCsv(runs));
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
  if (!FLAGS_sweep.empty()) return lsm_sim::Sweep();
  if (FLAGS_figures) return lsm_sim::Figures();
  if (FLAGS_show) return lsm_sim::Show();
  return FLAGS_property ? lsm_sim::CheckRules() : lsm_sim::Run();
}
