// Published and simulated numbers: see figures.h.
#include "tools/lsm_sim/figures.h"

#include <algorithm>
#include <numeric>

#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/print.h"
#include "tools/lsm_sim/settings.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: Status only

class Maker {
 public:
  Maker(std::string preset, std::string settings, uint64_t seed, FigureData* data)
      : preset_(std::move(preset)), settings_(std::move(settings)), seed_(seed), data_(*data) {}

  Status Run() {
    Status s = RunAll();
    if (s.ok()) s = Spreads();
    if (s.ok()) s = Degrees();
    if (!s.ok()) return s;
    Inputs();
    BusyThreads();
    Ratios();
    Stalls();
    Completion();
    Buckets();
    std::stable_sort(
        data_.values.begin(), data_.values.end(),
        [](const FigureValue& a, const FigureValue& b) { return a.figure < b.figure; });
    return s;
  }

 private:
  Status Simulate(const std::string& workload, const std::string& config, const char* more,
                  NamedOutcome* run) {
    SimSpec spec;
    Status s = MakeSpec(preset_, workload, config, &spec);
    if (s.ok()) s = ApplySettings(settings_, &spec);
    if (s.ok()) s = ApplySettings(more, &spec);
    if (!s.ok()) return s;
    spec.seed = seed_;
    *run = NamedOutcome{workload + " " + config, spec.user_bytes, {}};
    run->outcome = Simulation(std::move(spec)).Run();
    return s;
  }

  Status RunAll() {
    for (const std::string& workload : WorkloadNames()) {
      for (const std::string& config : ConfigNames()) {
        NamedOutcome run;
        Status s = Simulate(workload, config, "", &run);
        if (!s.ok()) return s;
        data_.runs.push_back(std::move(run));
      }
    }
    return Status::OK();
  }

  const NamedOutcome& Of(const std::string& name) const {
    return *std::find_if(data_.runs.begin(), data_.runs.end(),
                         [&](const NamedOutcome& run) { return run.name == name; });
  }

  void Add(const char* figure, std::string what, std::optional<double> published,
           double simulated) {
    data_.values.push_back({figure, std::move(what), published, simulated});
  }

  // Seconds between the first and the last part of a job from Level 0.
  Status Spreads() {
    struct Row {
      const char* settings;
      const char* what;
      double published;
    };
    constexpr Row kRows[] = {{"subcompactions=2", "2 subcompactions, s", 0.607},
                             {"subcompactions=4", "4 subcompactions, s", 17.289},
                             {"subcompactions=8", "8 subcompactions, s", 27.833},
                             {"subcompactions=16", "16 subcompactions, s", 29.540}};
    for (const Row& row : kRows) {
      NamedOutcome run;
      Status s = Simulate("fillrandom", "off", row.settings, &run);
      if (!s.ok()) return s;
      const std::vector<double>& spreads = run.outcome.part_spreads;
      Add("Table I", row.what, row.published,
          spreads.empty() ? 0 : *std::max_element(spreads.begin(), spreads.end()));
    }
    return Status::OK();
  }

  // Throughput over that of the lowest degree; published is where it peaks.
  Status Degrees() {
    SweepRequest request;
    request.name = "degree";
    request.preset = preset_;
    request.configs = {"buckets", "off"};
    request.settings = settings_;
    request.seed = seed_;
    Status s = RunSweep(request, &data_.degrees);
    if (!s.ok()) return s;
    for (const char* config : {"buckets", "off"}) {
      double most = 0, at = 0;
      for (const SweepPoint& point : data_.degrees) {
        if (point.run.name != config) continue;
        const double ops = Throughput(point.run);
        Add("Figure 10",
            std::string(config) + " at " + std::to_string(static_cast<int>(point.value)) +
                ", ops/s",
            std::nullopt, ops);
        // What is not above by 1 % is no higher.
        if (ops > 1.01 * most) most = ops, at = point.value;
      }
      const bool buckets = std::string(config) == "buckets";
      Add("Figure 10", std::string(config) + ": degree of most", buckets ? 64 : 8, at);
    }
    return s;
  }

  void Inputs() {
    const Counters& c = Of("fillrandom off").outcome.counters;
    if (c.inputs[0].jobs > 0) {
      Add("Figure 4", "L0 to base, files a job", 10, c.inputs[0].FilesAJob());
      Add("Figure 4", "L0 to base, GB a job", 1.014, c.inputs[0].BytesAJob() / 1e9);
    }
    Counters::Inputs deeper;
    for (size_t level = 1; level < c.inputs.size(); ++level) {
      deeper.jobs += c.inputs[level].jobs;
      deeper.files += c.inputs[level].files;
      deeper.bytes += c.inputs[level].bytes;
    }
    if (deeper.jobs == 0) return;
    Add("Figure 4", "deeper levels, files a job", 3.5, deeper.FilesAJob());
    Add("Figure 4", "deeper levels, GB a job", 0.179, deeper.BytesAJob() / 1e9);
  }

  // One thread at work while Level 0 is merged, then many.
  void BusyThreads() {
    const Outcome& o = Of("fillrandom off").outcome;
    double alone = 0, merging = 0;
    int most = 0;
    for (const Sample& sample : o.timeline) {
      if (sample.seconds > o.write_seconds) break;
      most = std::max(most, sample.threads);
      if (sample.l0_compactions == 0) continue;
      ++merging;
      alone += sample.threads <= 2 ? 1 : 0;
    }
    Add("Figure 5", "share of L0 compactions with at most one thread beside, %", std::nullopt,
        merging > 0 ? 100 * alone / merging : 0);
    Add("Figure 5", "most merging threads", std::nullopt, most);
  }

  // Seconds until nothing is left to merge.
  double UntilQuiet(const std::string& run) {
    const Outcome& o = Of(run).outcome;
    return o.write_seconds + o.drain_seconds;
  }

  // What is published does not say whether it counts the merges that are left when writers end, so
  // both are shown.
  void Ratio(const char* figure, const std::string& what, double published, const std::string& run,
             const std::string& base) {
    Add(figure, what, published, Throughput(Of(run)) / Throughput(Of(base)));
    Add(figure, what + ", until quiet", published, UntilQuiet(base) / UntilQuiet(run));
  }

  void Ratios() {
    Ratio("Figure 11", "fillrandom, buckets over one bucket", 1.94, "fillrandom buckets",
          "fillrandom off");
    Ratio("Figure 11", "fillrandom, buckets over 8 subcompactions", 1.43, "fillrandom buckets",
          "fillrandom off8");
    Ratio("Figure 11", "mixgraph1, buckets over one bucket", 2.60, "mixgraph1 buckets",
          "mixgraph1 off");
    Ratio("Figure 11", "mixgraph1, buckets over 8 subcompactions", 1.75, "mixgraph1 buckets",
          "mixgraph1 off8");
  }

  void Stalls() {
    const auto change = [this](const std::string& workload, const char* base) {
      const double before = Of(workload + " " + base).outcome.stall_seconds;
      const double after = Of(workload + " buckets").outcome.stall_seconds;
      return before > 0 ? 100 * (after / before - 1) : 0;
    };
    Add("Figure 12", "fillrandom, stalls against one bucket, %", -73, change("fillrandom", "off"));
    Add("Figure 12", "fillrandom, stalls against 8 subcompactions, %", -61,
        change("fillrandom", "off8"));
    Add("Figure 12", "mixgraph1, stalls against one bucket, %", -94, change("mixgraph1", "off"));
  }

  void Completion() {
    Add("Figure 13", "fillrandom, one bucket, s", 1000, Of("fillrandom off").outcome.write_seconds);
    Add("Figure 13", "fillrandom, 8 subcompactions, s", 700,
        Of("fillrandom off8").outcome.write_seconds);
    Add("Figure 13", "fillrandom, buckets, s", 500, Of("fillrandom buckets").outcome.write_seconds);
  }

  void Buckets() {
    for (const char* workload : {"fillrandom", "mixgraph1"}) {
      const NamedOutcome& moving = Of(std::string(workload) + " buckets");
      const NamedOutcome& fixed = Of(std::string(workload) + " static");
      Ratio("Figure 15", std::string(workload) + ", dynamic over static",
            std::string(workload) == "mixgraph1" ? 1.12 : 1.0, moving.name, fixed.name);
      const auto mb = [](const NamedOutcome& run) {
        const Counters::Inputs& in = run.outcome.counters.inputs[0];
        return in.jobs > 0 ? in.BytesAJob() / 1e6 : 0;
      };
      Add("Figure 15", std::string(workload) + ", MB out of L0 a job, dynamic", std::nullopt,
          mb(moving));
      Add("Figure 15", std::string(workload) + ", MB out of L0 a job, static", std::nullopt,
          mb(fixed));
    }
  }

  const std::string preset_;
  const std::string settings_;
  const uint64_t seed_;
  FigureData& data_;
};

}  // namespace

Status MakeFigures(const std::string& preset, const std::string& settings, uint64_t seed,
                   FigureData* data) {
  *data = FigureData();
  return Maker(preset, settings, seed, data).Run();
}

std::string FigureTable(const FigureData& data) {
  std::string text;
  Print(&text, "%-10s %-62s %10s %10s %10s\n", "figure", "value", "published", "simulated",
        "difference");
  for (const FigureValue& v : data.values) {
    Print(&text, "%-10s %-62s ", v.figure.c_str(), v.what.c_str());
    if (v.published && v.what.back() == '%') {
      Print(&text, "%10.3f %10.3f %+8.0f pt\n", *v.published, v.simulated,
            v.simulated - *v.published);
    } else if (v.published && *v.published != 0) {
      Print(&text, "%10.3f %10.3f %+8.0f %%\n", *v.published, v.simulated,
            100 * (v.simulated / *v.published - 1));
    } else {
      Print(&text, "%10s %10.3f\n", "", v.simulated);
    }
  }
  return text;
}

std::string FigureCsv(const FigureData& data) {
  std::string text = "figure,value,published,simulated\n";
  for (const FigureValue& v : data.values) {
    Print(&text, "%s,\"%s\",", v.figure.c_str(), v.what.c_str());
    if (v.published) Print(&text, "%g", *v.published);
    Print(&text, ",%.6g\n", v.simulated);
  }
  return text;
}

}  // namespace lsm_sim
