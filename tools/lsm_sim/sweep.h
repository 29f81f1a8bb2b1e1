// One number varied, everything else as the preset has it: how throughput, stalls and jobs follow.
#pragma once

#include <string>
#include <vector>

#include "tools/lsm_sim/sim_report.h"
#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

struct SweepPoint {
  double value = 0;
  NamedOutcome run;  // named after its configuration
};

// degree: jobs (with as many buckets) where buckets are on, else subcompactions; writers as fast as
// they can. buckets: the initial number. window: flushes. temperature: of a split; merges at a
// quarter of it. base: the base level in buffers. job_size: max_compaction_bytes in files.
std::vector<std::string> SweepNames();

struct SweepRequest {
  std::string name;
  std::string preset = "emulated";
  std::string workload = "fillrandom";
  std::vector<std::string> configs;
  std::string settings;  // over the preset, below the number that varies; see settings.h
  uint64_t seed = 42;
};

[[nodiscard]] rocks::Status RunSweep(const SweepRequest& request, std::vector<SweepPoint>* points);

// One row a point, by configuration; throughput over that of the configuration's first value and of
// the value before.
std::string SweepTable(const std::string& name, const std::vector<SweepPoint>& points);
std::string SweepCsv(const std::string& name, const std::vector<SweepPoint>& points);

}  // namespace lsm_sim
