// Shares of cells: see write_load.h.
#include "tools/lsm_sim/write_load.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tools/db_bench/mix_model.h"

namespace lsm_sim {

WriteLoad::WriteLoad(const LoadSpec& spec, uint32_t cells, uint64_t seed)
    : spec_(spec), cells_(cells), seed_(seed), phases_(1) {
  if (spec.ranges_begin > 0) {
    phases_ =
        static_cast<uint32_t>(std::abs(spec.ranges_end - spec.ranges_begin) / spec.ranges_step) + 1;
  }
}

uint32_t WriteLoad::PhaseAt(double progress) const {
  return std::min(phases_ - 1, static_cast<uint32_t>(progress * phases_));
}

const std::vector<double>& WriteLoad::Shares(uint32_t phase) {
  if (phase == made_for_) return shares_;
  made_for_ = phase;
  shares_.assign(cells_, 1.0 / cells_);
  if (spec_.ranges_begin == 0) return shares_;
  const int64_t step =
      spec_.ranges_end >= spec_.ranges_begin ? spec_.ranges_step : -spec_.ranges_step;
  const auto ranges = static_cast<size_t>(spec_.ranges_begin + step * phase);
  const std::vector<double> weights = bench::RangeWeights(ranges, bench::kTypicalPopularity, seed_);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (uint32_t cell = 0; cell < cells_; ++cell) {
    const size_t range = static_cast<size_t>(cell) * ranges / cells_;
    shares_[cell] = weights[range] / total * static_cast<double>(ranges) / cells_;
  }
  return shares_;
}

}  // namespace lsm_sim
