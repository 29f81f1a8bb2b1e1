// Limits benchmark threads to a rate that is constant or follows a sine. The threads of one
// benchmark share a gate. Without a limit Wait() is one comparison.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <thread>

#include "tools/db_bench/op_stats.h"
#include "tools/db_bench/random.h"

namespace bench {

// a*sin(b*t) + c*t + d, t in seconds.
struct SineCurve {
  double a, b, c, d;
  double At(double t) const { return a * std::sin(b * t) + c * t + d; }
};

// Every unit takes 1/rate seconds of a common schedule. A thread reserves its stretch of the
// schedule and sleeps until the stretch begins. Unused time expires after kBurstNanos.
class RateGate {
 public:
  // Units (bytes or operations) per second; 0 removes the limit.
  void SetRate(double per_second) {
    nanos_per_unit_.store(per_second > 0 ? 1e9 / per_second : 0, std::memory_order_relaxed);
  }

  // From now on the rate is curve * unit, but at least 1 per second. It is computed anew every
  // `interval_ms`, and each time changed by a random fraction of at most `noise`. REQUIRES: no
  // thread waits.
  void Follow(const SineCurve& curve, double unit, double noise, uint64_t interval_ms,
              uint64_t seed) {
    curve_ = curve;
    unit_ = unit;
    noise_ = noise;
    noise_source_ = Random(seed);
    interval_nanos_ = std::max<uint64_t>(1, interval_ms) * 1000000;
    start_ = NowNanos();
    next_change_ = start_ + interval_nanos_;
    SetRate(RateAt(0));
  }

  bool limited() const { return nanos_per_unit_.load(std::memory_order_relaxed) > 0; }

  // Returns when the caller may issue `units` more.
  void Wait(int64_t units) {
    if (!limited()) return;
    const uint64_t now = NowNanos();
    if (interval_nanos_ > 0) AdjustIfDue(now);
    const auto cost = static_cast<uint64_t>(static_cast<double>(units) *
                                            nanos_per_unit_.load(std::memory_order_relaxed));
    uint64_t free = free_at_.load(std::memory_order_relaxed);
    uint64_t begin;
    do {
      // A late thread catches up 10 ms at most: a pause must not end in a burst.
      begin = std::max(free, now - kBurstNanos);
    } while (!free_at_.compare_exchange_weak(free, begin + cost));
    if (begin > now) std::this_thread::sleep_for(std::chrono::nanoseconds(begin - now));
  }

 private:
  static constexpr uint64_t kBurstNanos = 10'000'000;

  double RateAt(double seconds) const { return std::max(1.0, curve_.At(seconds) * unit_); }

  void AdjustIfDue(uint64_t now) {
    uint64_t due = next_change_.load(std::memory_order_relaxed);
    if (now < due || !next_change_.compare_exchange_strong(due, now + interval_nanos_)) return;
    // The thread that won the exchange is alone here until the next interval has passed.
    const double off = 1.0 + noise_ * (2.0 * noise_source_.Unit() - 1.0);
    SetRate(std::max(1.0, off * RateAt(static_cast<double>(now - start_) / 1e9)));
  }

  std::atomic<double> nanos_per_unit_{0};
  // The common schedule is free from here on, in nanoseconds; each Wait() reserves the next
  // stretch.
  std::atomic<uint64_t> free_at_{0};
  SineCurve curve_{0, 0, 0, 0};
  double unit_ = 1;
  double noise_ = 0;
  // Only the thread that won next_change_ uses it.
  Random noise_source_{0};
  uint64_t interval_nanos_ = 0;
  uint64_t start_ = 0;
  std::atomic<uint64_t> next_change_{0};
};

}  // namespace bench
