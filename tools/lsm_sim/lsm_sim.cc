// lsm_sim: runs the scheduling, picking, splitting and stall rules of this engine under a virtual
// clock, on a machine that the command line describes.
#include <gflags/gflags.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/rules.h"
#include "tools/lsm_sim/sim_report.h"

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
DEFINE_uint64(writes, 0, "writes; 0: the preset's");
DEFINE_double(write_mbps, 0,
              "MB/s that the application writes where nothing holds it up; 0: the preset's");
DEFINE_double(merge_mbps, 0, "MB/s that one merging thread writes; 0: the preset's");
DEFINE_double(flush_mbps, 0, "MB/s that one flushing thread writes; 0: the preset's");
DEFINE_double(device_mbps, 0, "MB/s of the device, reads and writes together; 0: the preset's");
DEFINE_double(cores, 0, "processors; 0: the preset's");
DEFINE_int32(jobs, 0, "max_background_jobs; 0: the preset's");
DEFINE_uint32(buckets, 0, "initial_buckets; 0: the preset's");

namespace lsm_sim {
namespace {

void ApplyFlags(SimSpec* spec) {
  spec->seed = FLAGS_seed;
  if (FLAGS_writes > 0) spec->writes = spec->keys = FLAGS_writes;
  if (FLAGS_write_mbps > 0) spec->machine.write_rate = FLAGS_write_mbps * 1e6;
  if (FLAGS_merge_mbps > 0) spec->machine.merge_rate = FLAGS_merge_mbps * 1e6;
  if (FLAGS_flush_mbps > 0) spec->machine.flush_rate = FLAGS_flush_mbps * 1e6;
  if (FLAGS_device_mbps > 0) spec->machine.device_rate = FLAGS_device_mbps * 1e6;
  if (FLAGS_cores > 0) spec->machine.cores = FLAGS_cores;
  if (FLAGS_jobs > 0) spec->db.max_background_jobs = FLAGS_jobs;
  if (FLAGS_buckets > 0) spec->cf.bucket_options.initial_buckets = FLAGS_buckets;
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
    const rocks::Status s = MakeSpec(FLAGS_preset, FLAGS_workload, name, &spec);
    if (!s.ok()) {
      std::fprintf(stderr, "lsm_sim: %s\n", s.ToString().c_str());
      return 1;
    }
    ApplyFlags(&spec);
    const auto start = std::chrono::steady_clock::now();
    const double entry_bytes = spec.entry_bytes;
    runs.push_back(NamedOutcome{name, entry_bytes, Simulation(std::move(spec)).Run()});
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
  return FLAGS_property ? lsm_sim::CheckRules() : lsm_sim::Run();
}
