// Stands in for the header of RocksDB's own sources that MariaDB's plugin includes: the histogram
// of its commit times.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ROCKSDB_NAMESPACE {

// Counts values in buckets that are a quarter of a power of two wide. Any thread may call anything
// at any time.
class HistogramImpl {
 public:
  void Add(uint64_t value) { counts_[BucketOf(value)].fetch_add(1, std::memory_order_relaxed); }

  // The upper end of the bucket below which `percent` of all values lie; 0 without values.
  double Percentile(double percent) const {
    uint64_t total = 0;
    for (const auto& count : counts_) total += count.load(std::memory_order_relaxed);
    double wanted = static_cast<double>(total) * percent / 100;
    uint64_t seen = 0;
    double last = 0;
    for (size_t bucket = 0; bucket < counts_.size(); ++bucket) {
      uint64_t count = counts_[bucket].load(std::memory_order_relaxed);
      if (count == 0) continue;
      seen += count;
      last = UpperEnd(bucket);
      if (static_cast<double>(seen) >= wanted) break;
    }
    return last;
  }

 private:
  static constexpr size_t kParts = 4;

  // Values below kParts have a bucket each; above, the two bits below the highest choose among a
  // power's four.
  static size_t BucketOf(uint64_t value) {
    if (value < kParts) return static_cast<size_t>(value);
    auto width = static_cast<size_t>(std::bit_width(value));
    return (width - 2) * kParts + static_cast<size_t>((value >> (width - 3)) & (kParts - 1));
  }
  static double UpperEnd(size_t bucket) {
    if (bucket < kParts) return static_cast<double>(bucket);
    double unit = static_cast<double>(uint64_t{1} << (bucket / kParts - 1));
    return unit * static_cast<double>(kParts + bucket % kParts + 1) - 1;
  }

  std::array<std::atomic<uint64_t>, 64 * kParts> counts_{};
};

}  // namespace ROCKSDB_NAMESPACE
