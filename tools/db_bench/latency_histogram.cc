// Latencies of one kind of operation: see latency_histogram.h.
#include "tools/db_bench/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace bench {
namespace {

// Upper limits of the printed buckets: 1, 2, then each 1.5 times the last, cut to two digits.
const std::vector<uint64_t>& PrintedLimits() {
  static const std::vector<uint64_t> limits = [] {
    std::vector<uint64_t> made{1, 2};
    for (double exact = 3; exact < 1.0e19; exact *= 1.5) {
      uint64_t head = static_cast<uint64_t>(exact);
      uint64_t scale = 1;
      for (; head >= 110; head /= 10) scale *= 10;
      made.push_back(head * scale);
    }
    return made;
  }();
  return limits;
}

std::string Bar(double share) { return std::string(static_cast<size_t>(20 * share + 0.5), '#'); }

}  // namespace

uint64_t LatencyHistogram::LowerBound(int index) {
  if (index < kSubBuckets) return static_cast<uint64_t>(index);
  const int shift = index / kSubBuckets - 1;
  return static_cast<uint64_t>(kSubBuckets + index % kSubBuckets) << shift;
}

void LatencyHistogram::Merge(const LatencyHistogram& other) {
  for (int i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  sum_of_squares_ += other.sum_of_squares_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

double LatencyHistogram::AverageMicros() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_) / 1000.0;
}

double LatencyHistogram::StdDevMicros() const {
  if (count_ == 0) return 0;
  const double mean = static_cast<double>(sum_) / static_cast<double>(count_);
  const double variance = sum_of_squares_ / static_cast<double>(count_) - mean * mean;
  return std::sqrt(std::max(0.0, variance)) / 1000.0;
}

double LatencyHistogram::PercentileMicros(double percent) const {
  if (count_ == 0) return 0;
  const double wanted = static_cast<double>(count_) * percent / 100.0;
  double before = 0;
  for (int i = 0; i < kBuckets; ++i) {
    const double here = static_cast<double>(buckets_[i]);
    if (here > 0 && before + here >= wanted) {
      const double low = static_cast<double>(LowerBound(i));
      const double high = i + 1 < kBuckets ? static_cast<double>(LowerBound(i + 1)) : low;
      const double nanos = low + (high - low) * (wanted - before) / here;
      return std::clamp(nanos, static_cast<double>(min_), static_cast<double>(max_)) / 1000.0;
    }
    before += here;
  }
  return static_cast<double>(max_) / 1000.0;
}

std::string LatencyHistogram::ToString() const {
  char line[256];
  std::snprintf(line, sizeof(line), "Count: %llu Average: %.4f  StdDev: %.2f\n",
                static_cast<unsigned long long>(count_), AverageMicros(), StdDevMicros());
  std::string text = line;
  std::snprintf(line, sizeof(line), "Min: %llu  Median: %.4f  Max: %llu\n",
                static_cast<unsigned long long>(count_ == 0 ? 0 : min_ / 1000),
                PercentileMicros(50), static_cast<unsigned long long>(max_ / 1000));
  text += line;
  std::snprintf(line, sizeof(line),
                "Percentiles: P50: %.2f P75: %.2f P99: %.2f P99.9: %.2f P99.99: %.2f\n",
                PercentileMicros(50), PercentileMicros(75), PercentileMicros(99),
                PercentileMicros(99.9), PercentileMicros(99.99));
  text += line;
  text += "------------------------------------------------------\n";
  if (count_ == 0) return text;

  const std::vector<uint64_t>& limits = PrintedLimits();
  std::vector<uint64_t> printed(limits.size(), 0);
  for (int i = 0; i < kBuckets; ++i) {
    if (buckets_[i] == 0) continue;
    // The whole fine bucket counts for the coarse one that holds its middle.
    const uint64_t width = i < kSubBuckets ? 1 : uint64_t{1} << (i / kSubBuckets - 1);
    const uint64_t micros = (LowerBound(i) + width / 2) / 1000;
    const auto at = std::lower_bound(limits.begin(), limits.end(), micros);
    printed[std::min<size_t>(at - limits.begin(), limits.size() - 1)] += buckets_[i];
  }
  double cumulative = 0;
  for (size_t b = 0; b < printed.size(); ++b) {
    if (printed[b] == 0) continue;
    const double share = static_cast<double>(printed[b]) / static_cast<double>(count_);
    cumulative += share;
    std::snprintf(line, sizeof(line), "%c %7llu, %7llu ] %8llu %7.3f%% %7.3f%% ",
                  b == 0 ? '[' : '(', static_cast<unsigned long long>(b == 0 ? 0 : limits[b - 1]),
                  static_cast<unsigned long long>(limits[b]),
                  static_cast<unsigned long long>(printed[b]), share * 100, cumulative * 100);
    text += line + Bar(share) + "\n";
  }
  return text;
}

}  // namespace bench
