// See histogram.h.
#include "util/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// 172 -> 170: bounds that people can read.
uint64_t TwoDigits(uint64_t v) {
  uint64_t unit = 1;
  while (v / 10 > 10) {
    v /= 10;
    unit *= 10;
  }
  return v * unit;
}

// When the exchange fails, another value is at least as extreme, or the loop tries again.
void LowerTo(std::atomic<uint64_t>* target, uint64_t value) {
  uint64_t now = target->load(kRelaxed);
  while (value < now && !target->compare_exchange_weak(now, value, kRelaxed)) {
  }
}

void RaiseTo(std::atomic<uint64_t>* target, uint64_t value) {
  uint64_t now = target->load(kRelaxed);
  while (value > now && !target->compare_exchange_weak(now, value, kRelaxed)) {
  }
}

}  // namespace

HistogramBounds::HistogramBounds() {
  upper_[count_++] = 1;
  upper_[count_++] = 2;
  const auto last = static_cast<double>(std::numeric_limits<uint64_t>::max());
  for (double bound = 2.0 * 1.5; bound <= last && count_ < kMaxBuckets; bound *= 1.5) {
    upper_[count_++] = TwoDigits(static_cast<uint64_t>(bound));
  }
}

const HistogramBounds& HistogramBounds::Get() {
  static const HistogramBounds bounds;
  return bounds;
}

size_t HistogramBounds::BucketOf(uint64_t value) const {
  const size_t at = static_cast<size_t>(std::lower_bound(upper_, upper_ + count_, value) - upper_);
  return std::min(at, count_ - 1);
}

void Histogram::Clear() {
  min_.store(std::numeric_limits<uint64_t>::max(), kRelaxed);
  max_.store(0, kRelaxed);
  count_.store(0, kRelaxed);
  sum_.store(0, kRelaxed);
  sum_squares_.store(0.0, kRelaxed);
  for (auto& bucket : buckets_) {
    bucket.store(0, kRelaxed);
  }
}

void Histogram::Add(uint64_t value) {
  // Each number is updated on its own, without a lock: a reader in between may see the bucket
  // before the count.
  buckets_[HistogramBounds::Get().BucketOf(value)].fetch_add(1, kRelaxed);
  LowerTo(&min_, value);
  RaiseTo(&max_, value);
  count_.fetch_add(1, kRelaxed);
  sum_.fetch_add(value, kRelaxed);
  sum_squares_.fetch_add(static_cast<double>(value) * static_cast<double>(value), kRelaxed);
}

void Histogram::Merge(const Histogram& other) {
  LowerTo(&min_, other.Min());
  RaiseTo(&max_, other.Max());
  count_.fetch_add(other.Count(), kRelaxed);
  sum_.fetch_add(other.Sum(), kRelaxed);
  sum_squares_.fetch_add(other.sum_squares_.load(kRelaxed), kRelaxed);
  for (size_t b = 0; b < HistogramBounds::kMaxBuckets; ++b) {
    buckets_[b].fetch_add(other.buckets_[b].load(kRelaxed), kRelaxed);
  }
}

double Histogram::Average() const {
  return Empty() ? 0.0 : static_cast<double>(Sum()) / static_cast<double>(Count());
}

double Histogram::StandardDeviation() const {
  if (Empty()) {
    return 0.0;
  }
  const auto n = static_cast<double>(Count());
  const double mean = Average();
  const double variance = sum_squares_.load(kRelaxed) / n - mean * mean;
  return std::sqrt(std::max(variance, 0.0));
}

double Histogram::Percentile(double percent) const {
  if (Empty()) {
    return 0.0;
  }
  const HistogramBounds& bounds = HistogramBounds::Get();
  const double wanted = static_cast<double>(Count()) * (percent / 100.0);
  const auto smallest = static_cast<double>(Min());
  const auto largest = static_cast<double>(Max());
  double below = 0.0;
  for (size_t b = 0; b < bounds.count(); ++b) {
    const auto here = static_cast<double>(buckets_[b].load(kRelaxed));
    if (below + here >= wanted) {
      const double low = b == 0 ? 0.0 : static_cast<double>(bounds.upper(b - 1));
      const double width = static_cast<double>(bounds.upper(b)) - low;
      const double share = here == 0.0 ? 0.0 : (wanted - below) / here;
      // Inside the range of recorded values: a bucket's bounds may lie far outside it.
      return std::min(std::max(low + width * share, smallest), largest);
    }
    below += here;
  }
  return largest;
}

void Histogram::FillData(HistogramData* data) const {
  data->median = Median();
  data->percentile95 = Percentile(95);
  data->percentile99 = Percentile(99);
  data->average = Average();
  data->standard_deviation = StandardDeviation();
  data->max = static_cast<double>(Max());
  data->count = Count();
  data->sum = Sum();
  data->min = Empty() ? 0.0 : static_cast<double>(Min());
}

std::string Histogram::ToString() const {
  const uint64_t total = Count();
  std::string text =
      Format("Count: %lu Average: %.4f  StdDev: %.2f\n", total, Average(), StandardDeviation());
  text += Format("Min: %lu  Median: %.4f  Max: %lu\n", total == 0 ? 0 : Min(), Median(), Max());
  text +=
      Format("Percentiles: P50: %.2f P75: %.2f P99: %.2f P99.9: %.2f P99.99: %.2f\n",
             Percentile(50), Percentile(75), Percentile(99), Percentile(99.9), Percentile(99.99));
  text += std::string(54, '-') + "\n";
  const HistogramBounds& bounds = HistogramBounds::Get();
  uint64_t so_far = 0;
  for (size_t b = 0; b < bounds.count() && total > 0; ++b) {
    const uint64_t here = buckets_[b].load(kRelaxed);
    if (here == 0) {
      continue;
    }
    so_far += here;
    const double share = static_cast<double>(here) / static_cast<double>(total);
    const double share_so_far = static_cast<double>(so_far) / static_cast<double>(total);
    text += Format("%c %7lu, %7lu ] %8lu %7.3f%% %7.3f%% ", b == 0 ? '[' : '(',
                   b == 0 ? 0 : bounds.upper(b - 1), bounds.upper(b), here, 100 * share,
                   100 * share_so_far);
    text += std::string(static_cast<size_t>(20 * share + 0.5), '#') + "\n";
  }
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
