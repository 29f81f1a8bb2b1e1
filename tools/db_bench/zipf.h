// Zipf-distributed ranks for the YCSB workloads. A draw takes O(1) time and no table, for any
// exponent and billions of keys.
#pragma once

#include <cmath>
#include <cstdint>

#include "tools/db_bench/random.h"

namespace bench {

// P(rank = r) is proportional to (r + 1)^-theta for r in [0, n). Rejection-inversion after
// Hormann and Derflinger (1996): invert the integral of the density, then reject the small excess
// of the integral over the sum.
class Zipf {
 public:
  // REQUIRES: n > 0, theta > 0 (theta = 1 is allowed).
  Zipf(uint64_t n, double theta)
      : n_(static_cast<double>(n)),
        theta_(theta),
        low_(Integral(1.5) - 1.0),
        high_(Integral(n_ + 0.5)),
        sure_(2.0 - InverseIntegral(Integral(2.5) - Density(2.0))) {}

  uint64_t Next(Random* rng) const {
    while (true) {
      const double u = high_ + rng->Unit() * (low_ - high_);
      const double x = InverseIntegral(u);
      double rank = std::floor(x + 0.5);
      rank = std::fmin(std::fmax(rank, 1.0), n_);
      if (rank - x <= sure_ || u >= Integral(rank + 0.5) - Density(rank)) {
        return static_cast<uint64_t>(rank) - 1;
      }
    }
  }

 private:
  double Density(double x) const { return std::exp(-theta_ * std::log(x)); }

  // (x^(1-theta) - 1) / (1-theta), which tends to log x as theta tends to 1.
  double Integral(double x) const {
    const double log_x = std::log(x);
    const double t = (1.0 - theta_) * log_x;
    return std::fabs(t) > 1e-8 ? std::expm1(t) / t * log_x : log_x * (1.0 + t / 2);
  }

  double InverseIntegral(double y) const {
    const double t = std::fmax(y * (1.0 - theta_), -1.0);
    return std::exp(std::fabs(t) > 1e-8 ? std::log1p(t) / t * y : y * (1.0 - t / 2));
  }

  // low_ and high_ bound the inverted integral. A draw below sure_ is accepted without the exact
  // test.
  double n_;
  double theta_;
  double low_;
  double high_;
  double sure_;
};

}  // namespace bench
