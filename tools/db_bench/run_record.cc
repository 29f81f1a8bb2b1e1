// The effect of a benchmark on the tree and the machine: see run_record.h.
#include "tools/db_bench/run_record.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "tools/db_bench/json_line.h"

namespace bench {

namespace {

// The peak resident memory of this process.
uint64_t PeakMemoryBytes() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) << 10 : 0;
}

}  // namespace

CpuTimes CpuTimes::Now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

void RunRecord::Begin(const TreeSample& first, const CpuTimes& cpu) {
  *this = RunRecord();
  first_ = last_ = first;
  max_depth_ = first.l0_depth;
  max_files_ = first.l0_files;
  cpu_ = cpu;
}

void RunRecord::Add(const TreeSample& sample) {
  std::array<double, kStallCauses> rise{};
  double total = 0;
  for (int i = 0; i < kStallCauses; ++i) {
    rise[i] = std::max(0.0, sample.stall_events[i] - last_.stall_events[i]);
    total += rise[i];
  }
  // Weights stay the same until an event is counted: a long stall is counted once, when it begins.
  if (total > 0) {
    for (int i = 0; i < kStallCauses; ++i) weights_[i] = rise[i] / total;
  }
  const double seconds = Micros(sample.stall_micros, last_.stall_micros) / 1e6;
  for (int i = 0; i < kStallCauses; ++i) by_cause_[i] += seconds * weights_[i];

  max_depth_ = std::max(max_depth_, sample.l0_depth);
  max_files_ = std::max(max_files_, sample.l0_files);
  max_running_ = std::max(max_running_, sample.running_compactions);
  running_sum_ += sample.running_compactions;
  ++samples_;
  last_ = sample;
}

void RunRecord::End(const TreeSample& last, const CpuTimes& cpu) {
  Add(last);
  cpu_ = {cpu.user - cpu_.user, cpu.system - cpu_.system};
}

double RunRecord::WriteAmplification(int64_t user_bytes) const {
  if (user_bytes <= 0) return 0;
  return std::max(0.0, last_.background_bytes - first_.background_bytes) /
         static_cast<double>(user_bytes);
}

double RunRecord::AverageRunning() const {
  return samples_ == 0 ? 0 : static_cast<double>(running_sum_) / static_cast<double>(samples_);
}

std::string RunRecord::Json(const std::string& name, const OpStats& stats, const std::string& label,
                            const OpenCost& open) const {
  JsonLine json;
  json.Add("benchmark", name).Add("label", label).Add("engine", EngineVersion());
  json.Add("ops", stats.done()).Add("secs", stats.ElapsedSeconds());
  json.Add("ops_per_sec", stats.OpsPerSecond()).Add("mb_per_sec", stats.MegabytesPerSecond());
  if (const auto latencies = stats.AllLatencies()) {
    json.Add("p50_us", latencies->PercentileMicros(50));
    json.Add("p99_us", latencies->PercentileMicros(99));
    json.Add("p999_us", latencies->PercentileMicros(99.9));
    json.Add("avg_us", latencies->AverageMicros());
  }
  for (int k = 0; k < kOpKinds; ++k) {
    const auto kind = static_cast<OpKind>(k);
    const LatencyHistogram* latencies = stats.LatenciesOf(kind);
    if (latencies == nullptr) continue;
    const std::string key = std::string("p99_us_") + OpKindName(kind);
    json.Add(key.c_str(), latencies->PercentileMicros(99));
  }
  json.Add("user_cpu_secs", cpu_.user).Add("system_cpu_secs", cpu_.system);
  json.Add("user_bytes_written", stats.written());
  json.Add("background_bytes_written", last_.background_bytes - first_.background_bytes);
  json.Add("write_amp", WriteAmplification(stats.written()));
  json.Add("stall_secs", StallSeconds());
  for (int i = 0; i < kStallCauses; ++i) {
    const std::string key = std::string("stall_secs_") + StallCauseName(static_cast<StallCause>(i));
    json.Add(key.c_str(), by_cause_[i]);
  }
  json.Add("max_l0_files", max_files_).Add("max_l0_depth", max_depth_);
  json.Add("max_running_compactions", max_running_);
  json.Add("avg_running_compactions", AverageRunning());
  json.Add("pending_bytes_after", last_.pending_bytes).Add("disk_bytes_after", last_.disk_bytes);
  json.Add("live_bytes_after", last_.live_bytes).Add("buckets_after", last_.buckets);
  json.Add("open_secs", open.secs).Add("open_user_cpu_secs", open.cpu.user);
  json.Add("open_system_cpu_secs", open.cpu.system);
  json.Add("peak_memory_bytes", PeakMemoryBytes());
  return json.Text();
}

std::string RunRecord::StallText() const {
  char text[64];
  std::snprintf(text, sizeof(text), "stall seconds: %.3f", StallSeconds());
  std::string line = text;
  for (int i = 0; i < kStallCauses; ++i) {
    if (by_cause_[i] <= 0) continue;
    std::snprintf(text, sizeof(text), "; %s %.3f", StallCauseName(static_cast<StallCause>(i)),
                  by_cause_[i]);
    line += text;
  }
  return line;
}

}  // namespace bench
