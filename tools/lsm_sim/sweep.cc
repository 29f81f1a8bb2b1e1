// The table of sweeps: see sweep.h.
#include "tools/lsm_sim/sweep.h"

#include <algorithm>
#include <map>

#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/print.h"
#include "tools/lsm_sim/settings.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: option names only

// Faster than any flush: the writers are never what a sweep of the degree finds.
constexpr double kUnlimited = 1e10;

void SetDegree(double v, SimSpec* spec) {
  spec->machine.write_rate = kUnlimited;
  if (spec->cf.bucket_options.enabled) {
    spec->db.max_background_jobs = static_cast<int>(v);
    spec->cf.bucket_options.initial_buckets = static_cast<uint32_t>(v);
  } else {
    spec->db.max_subcompactions = static_cast<uint32_t>(v);
  }
}

struct Sweep {
  const char* name;
  std::vector<double> values;
  void (*apply)(double value, SimSpec* spec);
};

const std::vector<Sweep>& Sweeps() {
  static const std::vector<Sweep> sweeps = {
      {"degree", {2, 4, 8, 16, 32, 64}, SetDegree},
      {"buckets",
       {4, 8, 16, 32, 60, 120},
       [](double v, SimSpec* s) {
         s->cf.bucket_options.initial_buckets = static_cast<uint32_t>(v);
       }},
      {"window",
       {2, 4, 8, 16, 32},
       [](double v, SimSpec* s) {
         s->cf.bucket_options.window_flushes = static_cast<uint32_t>(v);
       }},
      {"temperature",
       {1.25, 1.5, 2, 3, 4},
       [](double v, SimSpec* s) {
         s->cf.bucket_options.split_temperature = v;
         s->cf.bucket_options.merge_temperature = v / 4;
       }},
      {"base",
       {1, 2, 4, 8},
       [](double v, SimSpec* s) {
         s->cf.max_bytes_for_level_base = static_cast<uint64_t>(v) * s->cf.write_buffer_size;
       }},
      {"job_size",
       {5, 10, 25, 50, 100},
       [](double v, SimSpec* s) {
         s->cf.max_compaction_bytes = static_cast<uint64_t>(v) * s->cf.target_file_size_base;
       }},
  };
  return sweeps;
}

}  // namespace

std::vector<std::string> SweepNames() {
  std::vector<std::string> names;
  for (const Sweep& sweep : Sweeps()) names.emplace_back(sweep.name);
  return names;
}

Status RunSweep(const SweepRequest& request, std::vector<SweepPoint>* points) {
  points->clear();
  const auto& all = Sweeps();
  const auto sweep =
      std::find_if(all.begin(), all.end(), [&](const Sweep& s) { return request.name == s.name; });
  if (sweep == all.end()) {
    std::string known;
    for (const std::string& name : SweepNames()) known += (known.empty() ? "" : ", ") + name;
    return Status::InvalidArgument("--sweep=" + request.name, "known: " + known);
  }
  for (const std::string& config : request.configs) {
    for (const double value : sweep->values) {
      SimSpec spec;
      Status s = MakeSpec(request.preset, request.workload, config, &spec);
      if (s.ok()) s = ApplySettings(request.settings, &spec);
      if (!s.ok()) return s;
      spec.seed = request.seed;
      sweep->apply(value, &spec);
      SweepPoint point{value, {config, spec.user_bytes, {}}};
      point.run.outcome = Simulation(std::move(spec)).Run();
      points->push_back(std::move(point));
    }
  }
  return Status::OK();
}

std::string SweepTable(const std::string& name, const std::vector<SweepPoint>& points) {
  std::string text;
  Print(&text, "%-12s %-8s %9s %9s %9s %8s %6s %6s %6s %5s %7s %7s\n", name.c_str(), "config",
        "ops/s", "of first", "of last", "stall s", "W-amp", "depth", "jobs", "most", "splits",
        "merges");
  std::map<std::string, std::pair<double, double>> seen;  // first and last throughput
  for (const SweepPoint& point : points) {
    const Outcome& o = point.run.outcome;
    const double ops = Throughput(point.run);
    auto& [first, last] = seen.try_emplace(point.run.name, ops, ops).first->second;
    Print(&text, "%-12g %-8s %9.0f %8.2fx %8.2fx %8.1f %6.2f %6llu %6.2f %5d %7llu %7llu\n",
          point.value, point.run.name.c_str(), ops, ops / first, ops / last, o.stall_seconds,
          o.WriteAmplification(), Whole(o.most_depth), o.MeanJobs(), o.most_jobs,
          Whole(o.counters.splits), Whole(o.counters.merges));
    last = ops;
  }
  return text;
}

std::string SweepCsv(const std::string& name, const std::vector<SweepPoint>& points) {
  std::string text =
      "sweep,value,config,ops_per_sec,stall_secs,write_amp,depth,mean_jobs,most_jobs\n";
  for (const SweepPoint& point : points) {
    const Outcome& o = point.run.outcome;
    Print(&text, "%s,%g,%s,%.1f,%.3f,%.4f,%llu,%.4f,%d\n", name.c_str(), point.value,
          point.run.name.c_str(), Throughput(point.run), o.stall_seconds, o.WriteAmplification(),
          Whole(o.most_depth), o.MeanJobs(), o.most_jobs);
  }
  return text;
}

}  // namespace lsm_sim
