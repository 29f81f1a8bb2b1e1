// What one benchmark did to the tree and the machine between its start and its end: filled by the
// monitor from samples, printed by the summary. Pure arithmetic; must never call the engine.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tools/db_bench/db_probe.h"
#include "tools/db_bench/op_stats.h"

namespace bench {

// Processor time of this process so far.
struct CpuTimes {
  double user = 0;
  double system = 0;
  static CpuTimes Now();
};

// Begin and End on the runner's thread, Add on the monitor's between them; read after End.
class RunRecord {
 public:
  void Begin(const TreeSample& first, const CpuTimes& cpu);
  // One more sample. Stall time since the last one goes to the causes whose events rose meanwhile,
  // in proportion; if none rose, to those of the last rise. So seconds by cause are as fine as the
  // sampling, their sum is exact.
  void Add(const TreeSample& sample);
  void End(const TreeSample& last, const CpuTimes& cpu);

  double StallSeconds() const { return Micros(last_.stall_micros, first_.stall_micros) / 1e6; }
  double StallSeconds(StallCause cause) const { return by_cause_[static_cast<int>(cause)]; }
  // Bytes that flush and compaction wrote per byte the user wrote; 0 for a benchmark without
  // writes.
  double WriteAmplification(int64_t user_bytes) const;
  uint64_t MaxDepth() const { return max_depth_; }
  uint64_t MaxL0Files() const { return max_files_; }
  uint64_t MaxRunning() const { return max_running_; }
  double AverageRunning() const;
  const CpuTimes& cpu() const { return cpu_; }

  // One line of JSON, without the newline.
  std::string Json(const std::string& name, const OpStats& stats, const std::string& label) const;
  // "stall seconds: 1.234 (l0_stop 1.0, ...)" for people.
  std::string StallText() const;

 private:
  static double Micros(uint64_t now, uint64_t then) {
    return now > then ? static_cast<double>(now - then) : 0;
  }

  TreeSample first_;
  TreeSample last_;
  CpuTimes cpu_;
  std::array<double, kStallCauses> by_cause_{};
  // Shares of the causes at the last rise of a counter; they add up to 1, or all are 0.
  std::array<double, kStallCauses> weights_{};
  uint64_t max_depth_ = 0;
  uint64_t max_files_ = 0;
  uint64_t max_running_ = 0;
  uint64_t running_sum_ = 0;
  uint64_t samples_ = 0;
};

}  // namespace bench
