// Where writes go: the share of each cell, and how it changes while a run goes on. The time-varying
// load is that of db_bench's mixgraph: key ranges, some of them popular, others popular in each
// phase.
#pragma once

#include <cstdint>
#include <vector>

namespace lsm_sim {

struct LoadSpec {
  // 0: uniform. Else the numbers of key ranges at the begin and the end, and their step.
  int64_t ranges_begin = 0;
  int64_t ranges_end = 0;
  int64_t ranges_step = 10;
};

class WriteLoad {
 public:
  WriteLoad(const LoadSpec& spec, uint32_t cells, uint64_t seed);

  // Phases are equally long, by writes.
  uint32_t phases() const { return phases_; }
  uint32_t PhaseAt(double progress) const;
  // Shares of the cells in a phase; they add up to 1.
  const std::vector<double>& Shares(uint32_t phase);

 private:
  const LoadSpec spec_;
  const uint32_t cells_;
  const uint64_t seed_;
  uint32_t phases_;
  uint32_t made_for_ = UINT32_MAX;
  std::vector<double> shares_;
};

}  // namespace lsm_sim
