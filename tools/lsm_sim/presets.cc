// The table of machines, workloads and configurations: see presets.h.
#include "tools/lsm_sim/presets.h"

#include <algorithm>

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: option names only

constexpr double kMB = 1e6;
constexpr uint64_t kMiB = 1 << 20;

// Flags of the device suite (tools/bench/suites.py).
SimSpec Emulated() {
  SimSpec spec;
  spec.cf.write_buffer_size = 16 * kMiB;
  spec.cf.max_write_buffer_number = 2;
  spec.cf.max_bytes_for_level_base = 16 * kMiB;
  spec.cf.target_file_size_base = 4 * kMiB;
  spec.cf.bucket_options.initial_buckets = 16;
  spec.cf.bucket_options.flush_threads = 1;
  spec.db.delayed_write_rate = 900'000;
  spec.db.max_background_jobs = 48;
  return spec;
}

// Two processors of 20 cores with two threads each, counted as 50 cores' worth; a fast NVMe device.
// 115 MB/s of one merging thread follow from the published 100 MB/s of a baseline whose base level
// is one memtable, 270 MB/s of the writers from its stalls. A flush writes three times as fast as a
// merge.
SimSpec Paper() {
  SimSpec spec;
  spec.keys = spec.writes = 100'000'000;
  spec.processors = 80;
  spec.sample_seconds = 5;
  spec.machine.cores = 50;
  spec.machine.device_rate = 6000 * kMB;
  spec.machine.merge_rate = 115 * kMB;
  spec.machine.flush_rate = 345 * kMB;
  spec.machine.merge_cores = spec.machine.flush_cores = 1;
  spec.machine.write_rate = 270 * kMB;
  spec.machine.write_cores = 8;
  // Chosen, not measured.
  spec.machine.job_seconds = spec.machine.flush_seconds = 0.001;
  spec.cf.write_buffer_size = 256 * kMiB;
  spec.cf.max_write_buffer_number = 2;
  spec.cf.max_bytes_for_level_base = 256 * kMiB;
  spec.cf.target_file_size_base = 64 * kMiB;
  spec.cf.bucket_options.flush_threads = 1;
  spec.db.max_background_jobs = 80;
  return spec;
}

// `names` in one line.
std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Status CheckName(const char* what, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return Status::OK();
  return Status::InvalidArgument(std::string("--") + what + "=" + name, "known: " + Listed(known));
}

}  // namespace

std::vector<std::string> PresetNames() { return {"emulated", "paper"}; }
std::vector<std::string> WorkloadNames() { return {"fillrandom", "mixgraph1"}; }
std::vector<std::string> ConfigNames() { return {"buckets", "static", "off", "off8"}; }

Status MakeSpec(const std::string& preset, const std::string& workload, const std::string& config,
                SimSpec* spec) {
  Status s = CheckName("preset", preset, PresetNames());
  if (s.ok()) s = CheckName("workload", workload, WorkloadNames());
  if (s.ok()) s = CheckName("config", config, ConfigNames());
  if (!s.ok()) return s;
  *spec = preset == "paper" ? Paper() : Emulated();
  spec->name = preset + " " + workload + " " + config;
  spec->cf.compression = kNoCompression;
  // db_bench's default.
  spec->cf.level_compaction_dynamic_level_bytes = false;
  if (workload == "mixgraph1") spec->load = LoadSpec{10, 50, 10};
  spec->cf.bucket_options.enabled = config == "buckets" || config == "static";
  spec->cf.bucket_options.dynamic = config == "buckets";
  if (config == "off8") spec->db.max_subcompactions = 8;
  return s;
}

}  // namespace lsm_sim
