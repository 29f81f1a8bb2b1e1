// Holds benchmark threads back to a chosen rate, constant or following a sine. Shared by the
// threads of one benchmark; with no limit set, Wait() is one null check.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>

#include "rocksdb/rate_limiter.h"
#include "tools/db_bench/op_stats.h"
#include "tools/db_bench/random.h"

namespace bench {

// a*sin(b*t) + c*t + d, t in seconds.
struct SineCurve {
  double a, b, c, d;
  double At(double t) const { return a * std::sin(b * t) + c * t + d; }
};

class RateGate {
 public:
  RateGate() = default;

  // REQUIRES: no thread waits. Units (bytes or operations) per second; 0 removes the limit.
  void SetRate(uint64_t per_second) {
    if (per_second == 0) {
      limiter_.reset();
    } else if (limiter_ == nullptr) {
      limiter_.reset(ROCKSDB_NAMESPACE::NewGenericRateLimiter(static_cast<int64_t>(per_second)));
    } else {
      limiter_->SetBytesPerSecond(static_cast<int64_t>(per_second));
    }
  }

  // From now on the rate is curve * unit, recomputed every `interval_ms`, at least 1 per second,
  // each time off by a random fraction of at most `noise`.
  // REQUIRES: no thread waits.
  void Follow(const SineCurve& curve, double unit, double noise, uint64_t interval_ms,
              uint64_t seed) {
    curve_ = curve;
    noise_ = noise;
    noise_source_ = Random(seed);
    unit_ = unit;
    interval_nanos_ = interval_ms * 1000000;
    start_ = NowNanos();
    next_change_ = start_ + interval_nanos_;
    SetRate(RateAt(0));
  }

  bool limited() const { return limiter_ != nullptr; }

  // Returns when `units` more may be issued.
  void Wait(int64_t units) {
    if (limiter_ == nullptr) return;
    if (interval_nanos_ > 0) AdjustIfDue();
    for (int64_t burst = limiter_->GetSingleBurstBytes(); units > 0; units -= burst) {
      limiter_->Request(units < burst ? units : burst, ROCKSDB_NAMESPACE::Env::IO_HIGH, nullptr,
                        ROCKSDB_NAMESPACE::RateLimiter::OpType::kWrite);
    }
  }

 private:
  uint64_t RateAt(double seconds) const {
    const double rate = curve_.At(seconds) * unit_;
    return rate < 1 ? 1 : static_cast<uint64_t>(rate);
  }

  void AdjustIfDue() {
    const uint64_t now = NowNanos();
    uint64_t due = next_change_.load(std::memory_order_relaxed);
    if (now < due || !next_change_.compare_exchange_strong(due, now + interval_nanos_)) return;
    // Whoever won the exchange is alone here until the next interval has passed.
    const double off = 1.0 + noise_ * (2.0 * noise_source_.Unit() - 1.0);
    const double rate = off * static_cast<double>(RateAt(static_cast<double>(now - start_) / 1e9));
    limiter_->SetBytesPerSecond(rate < 1 ? 1 : static_cast<int64_t>(rate));
  }

  std::unique_ptr<ROCKSDB_NAMESPACE::RateLimiter> limiter_;
  SineCurve curve_{0, 0, 0, 0};
  double unit_ = 1;
  double noise_ = 0;
  Random noise_source_{0};
  uint64_t interval_nanos_ = 0;
  uint64_t start_ = 0;
  std::atomic<uint64_t> next_change_{0};
};

}  // namespace bench
