// Ends one benchmark thread: after a number of operations, after some seconds, or when another
// thread fails. Next() runs once per operation and rarely reads the clock.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "tools/db_bench/op_stats.h"

namespace bench {

class OpBudget {
 public:
  // `seconds` > 0: time decides; else `max_ops` does. Setting `stop` ends the thread early.
  OpBudget(int64_t max_ops, int64_t seconds, int64_t ops_between_checks,
           const std::atomic<bool>* stop)
      : max_ops_(max_ops),
        nanos_(static_cast<uint64_t>(seconds) * 1000000000),
        step_(ops_between_checks),
        stop_(stop),
        start_(NowNanos()) {
    next_check_ = seconds > 0 ? step_ : std::min(step_, max_ops_);
  }

  // Claims the next operation; false when the run is over.
  bool Next() { return Claim(1) > 0; }

  // Claims up to `most` operations, fewer where the run has fewer left; 0 when it is over.
  int64_t Claim(int64_t most) {
    if (claimed_ >= next_check_ && !Check()) return 0;
    const int64_t n = nanos_ == 0 ? std::min(most, max_ops_ - claimed_) : most;
    claimed_ += n;
    return n;
  }

  // The progress of the run, 0 to 1. If time decides, it is that of the last check.
  double Progress() const {
    if (nanos_ > 0) return progress_;
    return max_ops_ == 0
               ? 1
               : std::min(1.0, static_cast<double>(claimed_) / static_cast<double>(max_ops_));
  }

 private:
  bool Check() {
    if (stop_->load(std::memory_order_relaxed)) return false;
    next_check_ = claimed_ + step_;
    if (nanos_ == 0) {
      next_check_ = std::min(next_check_, max_ops_);
      return claimed_ < max_ops_;
    }
    const uint64_t passed = NowNanos() - start_;
    progress_ = std::min(1.0, static_cast<double>(passed) / static_cast<double>(nanos_));
    return passed < nanos_;
  }

  int64_t max_ops_;
  uint64_t nanos_;
  int64_t step_;
  const std::atomic<bool>* stop_;
  uint64_t start_;
  // Operations claimed so far; Next() reads the clock when they reach next_check_.
  int64_t claimed_ = 0;
  int64_t next_check_ = 0;
  double progress_ = 0;
};

}  // namespace bench
