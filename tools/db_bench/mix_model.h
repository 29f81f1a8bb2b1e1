// The distributions behind mixgraph: the popularity of key ranges and of keys within them, the
// length of values and scans. After Cao et al., "Characterizing, Modeling, and Benchmarking RocksDB
// Key-Value Workloads at Facebook" (FAST 2020). A draw runs once per operation and never allocates.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "tools/db_bench/alias_table.h"
#include "tools/db_bench/random.h"

namespace bench {

// Popularity of the i-th most popular range, i = 1, 2, ...: a*exp(b*i) + c*exp(d*i).
struct RangePopularity {
  double a = 0, b = 0, c = 0, d = 0;
  bool flat() const { return a == 0 && c == 0; }
  double At(int64_t i) const {
    const double x = static_cast<double>(i);
    return std::fmax(0.0, a * std::exp(b * x) + c * std::exp(d * x));
  }
};

// The published popularity of one production workload; the default of time-varying runs.
inline constexpr RangePopularity kTypicalPopularity{14.18, -2.917, 0.0164, -0.08082};

// Weights of `count` ranges in key order; a shuffle that depends on seed and count decides which
// are the popular ones, so that each step of a time-varying run moves them.
std::vector<double> RangeWeights(size_t count, const RangePopularity& popularity, uint64_t seed);

// Popularity within a range: the cumulative share of its x most popular keys is a * x^b.
// a or b = 0: uniform.
struct KeyPopularity {
  double a = 0, b = 0;
  bool uniform() const { return a == 0 || b == 0; }
};

// Divides [0, keys) into equal ranges; a seeded shuffle decides which of them are the popular ones.
// The popularity of ranges counts with every KeyPopularity, the uniform one included.
class KeyRangeModel {
 public:
  // More ranges than keys: each key is a range. REQUIRES: keys > 0, ranges > 0.
  KeyRangeModel(uint64_t keys, int64_t ranges, const RangePopularity& range_popularity,
                const KeyPopularity& key_popularity, uint64_t seed);

  uint64_t Next(Random* rng) const {
    const uint64_t range = table_.Next(rng);
    const uint64_t start = StartOf(range);
    const uint64_t size = StartOf(range + 1) - start;
    return start + (key_.uniform() ? rng->Below(size) : PopularKey(rng) % size);
  }

  int64_t ranges() const { return static_cast<int64_t>(table_.size()); }
  uint64_t StartOf(uint64_t range) const {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(keys_) * range / table_.size());
  }

 private:
  // The inverse of the cumulative share gives a rank. Scatter() spreads the ranks, so that the
  // popular keys of a range are not neighbours.
  uint64_t PopularKey(Random* rng) const {
    return Scatter(static_cast<uint64_t>(std::pow(rng->Unit() / key_.a, 1.0 / key_.b)));
  }

  uint64_t keys_;
  KeyPopularity key_;
  // Draws a range; its index is the place of the range in the key space.
  AliasTable table_;
};

// The number of ranges of a time-varying run whose progress is `progress` (0 to 1): from `begin` to
// `end`, by `step` at once, each number for an equal share of the run. REQUIRES: step > 0.
inline int64_t RangesAt(int64_t begin, int64_t end, int64_t step, double progress) {
  const int64_t phases = (end > begin ? end - begin : begin - end) / step + 1;
  const auto passed = static_cast<int64_t>(std::fmin(
      static_cast<double>(phases - 1), std::floor(progress * static_cast<double>(phases))));
  return end > begin ? begin + passed * step : begin - passed * step;
}

// Generalized Pareto distribution by inversion: location theta, shape k, scale sigma.
struct Pareto {
  double theta, k, sigma;

  // Whole numbers in [least, most]; larger ones wrap around. With sigma = 0 it returns theta,
  // whatever the limits.
  int64_t Next(Random* rng, int64_t least, int64_t most) const {
    if (sigma == 0) return static_cast<int64_t>(std::ceil(theta));
    const double u = 1.0 - rng->Unit();
    const double x =
        k == 0 ? theta - sigma * std::log(u) : theta + sigma * (std::pow(u, -k) - 1) / k;
    if (!(x < 9e18)) return most;
    int64_t whole = static_cast<int64_t>(std::ceil(x));
    if (whole > most) whole %= most;
    return whole < least ? least : whole;
  }
};

}  // namespace bench
