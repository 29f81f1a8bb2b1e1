// The effect of one benchmark on the tree and the machine, from samples that the monitor takes.
// Pure arithmetic: it never calls the engine.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tools/db_bench/cpu_times.h"
#include "tools/db_bench/db_probe.h"
#include "tools/db_bench/op_stats.h"

namespace bench {

// The runner's thread calls Begin() and End(); the monitor's thread calls Add() between them. The
// other methods may be called after End().
class RunRecord {
 public:
  void Begin(const TreeSample& first, const CpuTimes& cpu);
  // Adds a sample. The stall time since the last sample goes to the causes whose events were
  // counted meanwhile, in proportion; if none was counted, to the causes of the last count. So
  // seconds by cause are as fine as the sampling, and their sum is exact.
  void Add(const TreeSample& sample);
  void End(const TreeSample& last, const CpuTimes& cpu);

  double StallSeconds() const { return Micros(last_.stall_micros, first_.stall_micros) / 1e6; }
  double StallSeconds(StallCause cause) const { return by_cause_[static_cast<int>(cause)]; }
  // Bytes that flushes and compactions wrote per byte that the user wrote; 0 for a benchmark
  // without writes.
  double WriteAmplification(int64_t user_bytes) const;
  uint64_t MaxDepth() const { return max_depth_; }
  uint64_t MaxL0Files() const { return max_files_; }
  uint64_t MaxRunning() const { return max_running_; }
  double AverageRunning() const;
  const CpuTimes& cpu() const { return cpu_; }

  // One line of JSON, without the newline.
  // `open`: how the database was opened that the benchmark ran on.
  std::string Json(const std::string& name, const OpStats& stats, const std::string& label,
                   const OpenCost& open) const;
  // "stall seconds: 1.234 (l0_stop 1.0, ...)".
  std::string StallText() const;

 private:
  static double Micros(uint64_t now, uint64_t then) {
    return now > then ? static_cast<double>(now - then) : 0;
  }

  TreeSample first_;
  TreeSample last_;
  CpuTimes cpu_;
  std::array<double, kStallCauses> by_cause_{};
  // Shares of the causes when a counter last rose; they add up to 1, or all are 0.
  std::array<double, kStallCauses> weights_{};
  uint64_t max_depth_ = 0;
  uint64_t max_files_ = 0;
  uint64_t max_running_ = 0;
  uint64_t running_sum_ = 0;
  uint64_t samples_ = 0;
};

}  // namespace bench
