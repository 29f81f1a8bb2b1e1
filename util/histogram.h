// Histogram: a distribution of non-negative integers in a fixed set of buckets; the base of
// Statistics' histograms. Recording is wait-free and thread-safe. A reader that runs beside
// recorders may see parts of their updates.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "rocksdb/statistics.h"

namespace ROCKSDB_NAMESPACE {

// The upper bounds of buckets: 1, 2, then growing by half, rounded down to two significant
// digits, up to the largest that fits 64 bits.
class HistogramBounds {
 public:
  // More than the bounds that grow by half up to 64 bits.
  static constexpr size_t kMaxBuckets = 112;
  static const HistogramBounds& Get();

  size_t count() const { return count_; }
  uint64_t upper(size_t bucket) const { return upper_[bucket]; }
  // The first bucket whose upper bound is >= value; the last one for larger values.
  size_t BucketOf(uint64_t value) const;

 private:
  HistogramBounds();

  uint64_t upper_[kMaxBuckets];
  size_t count_ = 0;
};

// A copy merges into an empty histogram, so copying while other threads record is safe. The numbers
// of one reading need not agree exactly, because each is read on its own.
class Histogram {
 public:
  Histogram() { Clear(); }
  Histogram(const Histogram& other) : Histogram() { Merge(other); }
  Histogram& operator=(const Histogram& other) {
    if (this != &other) {
      Clear();
      Merge(other);
    }
    return *this;
  }

  // Values recorded meanwhile may be lost or kept.
  void Clear();
  void Add(uint64_t value);
  void Merge(const Histogram& other);

  bool Empty() const { return Count() == 0; }
  uint64_t Count() const { return count_.load(std::memory_order_relaxed); }
  uint64_t Sum() const { return sum_.load(std::memory_order_relaxed); }
  uint64_t Min() const { return min_.load(std::memory_order_relaxed); }
  uint64_t Max() const { return max_.load(std::memory_order_relaxed); }
  double Average() const;
  double StandardDeviation() const;
  double Median() const { return Percentile(50.0); }
  // Interpolated inside the bucket, within [Min(), Max()]; 0 when empty.
  double Percentile(double percent) const;

  void FillData(HistogramData* data) const;
  // Several lines: totals, percentiles, then a line per bucket in use.
  std::string ToString() const;

 private:
  std::atomic<uint64_t> min_;
  std::atomic<uint64_t> max_;
  std::atomic<uint64_t> count_;
  std::atomic<uint64_t> sum_;
  std::atomic<double> sum_squares_;
  // Counts by bucket of HistogramBounds; the rest are sums over all values.
  std::atomic<uint64_t> buckets_[HistogramBounds::kMaxBuckets];
};

}  // namespace ROCKSDB_NAMESPACE
