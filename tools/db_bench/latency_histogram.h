// Latencies of one kind of operation, in nanoseconds, in constant memory. Each thread has its own;
// the runner merges them at the end. Add() runs once per timed operation and never allocates.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace bench {

// Each power of two has 32 linear buckets, so a percentile is off by 1.6 % at most. The printed
// text regroups them into RocksDB's coarser microsecond buckets.
class LatencyHistogram {
 public:
  void Add(uint64_t nanos) {
    ++buckets_[Index(nanos)];
    ++count_;
    sum_ += nanos;
    sum_of_squares_ += static_cast<double>(nanos) * static_cast<double>(nanos);
    if (nanos < min_) min_ = nanos;
    if (nanos > max_) max_ = nanos;
  }

  void Merge(const LatencyHistogram& other);

  uint64_t Count() const { return count_; }
  double AverageMicros() const;
  double StdDevMicros() const;
  // `percent` of the operations took less than this; 0 when empty.
  double PercentileMicros(double percent) const;

  // RocksDB's histogram text: totals, percentiles, and one line per non-empty bucket.
  std::string ToString() const;

 private:
  static constexpr int kSubBits = 5;
  static constexpr int kSubBuckets = 1 << kSubBits;
  static constexpr int kBuckets = (64 - kSubBits + 1) * kSubBuckets;

  // The octave, and the five bits below the leading one.
  static int Index(uint64_t v) {
    if (v < kSubBuckets) return static_cast<int>(v);
    const int exponent = 63 - __builtin_clzll(v);
    const int shift = exponent - kSubBits;
    return (shift + 1) * kSubBuckets + static_cast<int>((v >> shift) & (kSubBuckets - 1));
  }
  static uint64_t LowerBound(int index);

  std::array<uint64_t, kBuckets> buckets_{};
  uint64_t count_ = 0;
  uint64_t sum_ = 0;
  double sum_of_squares_ = 0;
  uint64_t min_ = UINT64_MAX;
  uint64_t max_ = 0;
};

}  // namespace bench
