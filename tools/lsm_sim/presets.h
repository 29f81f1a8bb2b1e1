// Machines, workloads and configurations by name. The numbers of a machine are assumptions; each
// says where it comes from.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

// "emulated": the device of tools/bench.sh --suite device. "paper": the published machine, 100 GB.
std::vector<std::string> PresetNames();
// "fillrandom"; "mixgraph1": five phases of 10, 20, 30, 40, 50 key ranges.
std::vector<std::string> WorkloadNames();
// "buckets", "static" (buckets that never split or merge), "off" (one bucket), "off8" (the same
// with 8 subcompactions).
std::vector<std::string> ConfigNames();

// InvalidArgument names what is not known, and what is.
[[nodiscard]] rocks::Status MakeSpec(const std::string& preset, const std::string& workload,
                                     const std::string& config, SimSpec* spec);

}  // namespace lsm_sim
