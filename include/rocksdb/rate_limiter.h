// RateLimiter: spreads background I/O over time, so that it leaves bandwidth to the foreground.
// Shared by as many databases as wanted. Thread-safe.
#pragma once

#include <cassert>
#include <cstdint>

#include "rocksdb/env.h"
#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class RateLimiter {
 public:
  enum class OpType { kRead, kWrite };
  enum class Mode { kReadsOnly, kWritesOnly, kAllIo };

  explicit RateLimiter(Mode mode = Mode::kWritesOnly) : mode_(mode) {}
  virtual ~RateLimiter() = default;

  // REQUIRES: bytes_per_second > 0.
  virtual void SetBytesPerSecond(int64_t bytes_per_second) = 0;
  // NotSupported unless overridden; 0 means chosen from the rate.
  virtual Status SetSingleBurstBytes(int64_t single_burst_bytes) {
    (void)single_burst_bytes;
    return Status::NotSupported();
  }

  // Waits until `bytes` may be transferred. REQUIRES: bytes <= GetSingleBurstBytes().
  virtual void Request(const int64_t bytes, const Env::IOPriority pri) {
    (void)bytes;
    (void)pri;
    assert(false);
  }
  virtual void Request(const int64_t bytes, const Env::IOPriority pri, Statistics* stats) {
    (void)stats;
    Request(bytes, pri);
  }
  virtual void Request(const int64_t bytes, const Env::IOPriority pri, Statistics* stats,
                       OpType op_type) {
    if (IsRateLimited(op_type)) {
      Request(bytes, pri, stats);
    }
  }
  // Waits for as much of `bytes` as one request may be, in whole multiples of `alignment` (0:
  // any), and returns how much that was.
  virtual size_t RequestToken(size_t bytes, size_t alignment, Env::IOPriority io_priority,
                              Statistics* stats, RateLimiter::OpType op_type);

  virtual int64_t GetSingleBurstBytes() const = 0;
  virtual int64_t GetBytesPerSecond() const = 0;
  // Totals since the start, of one priority or (IO_TOTAL) of all.
  virtual int64_t GetTotalBytesThrough(const Env::IOPriority pri = Env::IO_TOTAL) const = 0;
  virtual int64_t GetTotalRequests(const Env::IOPriority pri = Env::IO_TOTAL) const = 0;
  virtual Status GetTotalPendingRequests(int64_t* total_pending_requests,
                                         const Env::IOPriority pri = Env::IO_TOTAL) const {
    (void)total_pending_requests;
    (void)pri;
    return Status::NotSupported();
  }

  virtual bool IsRateLimited(OpType op_type) {
    return mode_ == Mode::kAllIo || (mode_ == Mode::kReadsOnly) == (op_type == OpType::kRead);
  }

 protected:
  Mode GetMode() { return mode_; }

 private:
  const Mode mode_;
};

// A token bucket refilled every refill_period_us. About one in `fairness` times a lower priority
// goes first. With auto_tuned the rate moves between 1/20 of rate_bytes_per_sec and all of it, as
// demand does. single_burst_bytes 0: what one period allows. The caller owns the result.
RateLimiter* NewGenericRateLimiter(int64_t rate_bytes_per_sec,
                                   int64_t refill_period_us = 100 * 1000, int32_t fairness = 10,
                                   RateLimiter::Mode mode = RateLimiter::Mode::kWritesOnly,
                                   bool auto_tuned = false, int64_t single_burst_bytes = 0);

}  // namespace ROCKSDB_NAMESPACE
