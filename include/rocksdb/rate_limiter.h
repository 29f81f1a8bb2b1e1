// RateLimiter: spreads background I/O over time, so that it leaves bandwidth to the foreground.
// Any number of databases may share one, and each keeps it alive through its options. Thread-safe.
// The engine limits the writes of flushes (IO_HIGH) and compactions (IO_LOW), and the reads of
// compactions and those whose ReadOptions name a priority. Logs are not limited.
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
  // The kind of transfers that are limited; the others pass at once and are not counted.
  enum class Mode { kReadsOnly, kWritesOnly, kAllIo };

  explicit RateLimiter(Mode mode = Mode::kWritesOnly) : mode_(mode) {}
  virtual ~RateLimiter() = default;

  // Applies to refills from now on; with auto_tuned it is the new upper end. REQUIRES:
  // bytes_per_second > 0.
  virtual void SetBytesPerSecond(int64_t bytes_per_second) = 0;
  // NotSupported unless overridden; 0 means the bytes of one refill. A negative number gives
  // InvalidArgument.
  virtual Status SetSingleBurstBytes(int64_t single_burst_bytes) {
    (void)single_burst_bytes;
    return Status::NotSupported();
  }

  // Waits until `bytes` may be transferred. A subclass overrides one of the first two forms; the
  // third calls them for limited transfers. REQUIRES: bytes <= GetSingleBurstBytes(), pri <
  // IO_TOTAL.
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
  // Waits for as much of `bytes` as one request may have, in whole multiples of `alignment` (0:
  // any), and returns that number: at least one aligned unit. Transfers that are not limited, or
  // have priority IO_TOTAL, get all of `bytes` at once. The engine calls this form until it has
  // all it needs.
  virtual size_t RequestToken(size_t bytes, size_t alignment, Env::IOPriority io_priority,
                              Statistics* stats, RateLimiter::OpType op_type);

  // Most bytes of one Request.
  virtual int64_t GetSingleBurstBytes() const = 0;
  // The present rate, which auto_tuned moves.
  virtual int64_t GetBytesPerSecond() const = 0;
  // Totals since the start, for one priority or (IO_TOTAL) for all. A request counts once it has
  // been granted.
  virtual int64_t GetTotalBytesThrough(const Env::IOPriority pri = Env::IO_TOTAL) const = 0;
  virtual int64_t GetTotalRequests(const Env::IOPriority pri = Env::IO_TOTAL) const = 0;
  // The number of waiting requests. NotSupported unless overridden.
  virtual Status GetTotalPendingRequests(int64_t* total_pending_requests,
                                         const Env::IOPriority pri = Env::IO_TOTAL) const {
    (void)total_pending_requests;
    (void)pri;
    return Status::NotSupported();
  }

  // Decides by the mode given to the constructor.
  virtual bool IsRateLimited(OpType op_type) {
    return mode_ == Mode::kAllIo || (mode_ == Mode::kReadsOnly) == (op_type == OpType::kRead);
  }

 protected:
  Mode GetMode() { return mode_; }

 private:
  const Mode mode_;
};

// A token bucket, refilled every refill_period_us microseconds with that period's share of
// rate_bytes_per_sec; unused bytes are lost. Requests of one priority are served in order; about
// one in `fairness` (1 to 100) times a lower priority goes first, except before IO_USER. Part of
// each period is reserved for IO_HIGH and IO_USER, as much as they lately used and some more, so
// that a flush need not share with many compactions. With auto_tuned the rate starts at half, and
// every 100 periods it follows the demand between 1/20 of rate_bytes_per_sec and all of it.
// single_burst_bytes 0 means the bytes of one period. The caller owns the result; deleting it
// releases waiting requests.
RateLimiter* NewGenericRateLimiter(int64_t rate_bytes_per_sec,
                                   int64_t refill_period_us = 100 * 1000, int32_t fairness = 10,
                                   RateLimiter::Mode mode = RateLimiter::Mode::kWritesOnly,
                                   bool auto_tuned = false, int64_t single_burst_bytes = 0);

}  // namespace ROCKSDB_NAMESPACE
