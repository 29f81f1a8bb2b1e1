// StatisticsImpl: the Statistics that CreateDBStatistics returns, and the null-safe helpers through
// which the engine records. Each core has its own counters, so that threads on different cores
// never write the same cache line.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "rocksdb/statistics.h"
#include "rocksdb/system_clock.h"
#include "util/histogram.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Memory: one Core for each processor, each with every ticker and histogram. Recording takes no
// lock; a reader sums over the cores, so reading is the slow side.
class StatisticsImpl : public Statistics {
 public:
  StatisticsImpl();
  ~StatisticsImpl() override;

  const char* Name() const override { return kClassName(); }
  static const char* kClassName() { return "BasicStatistics"; }

  uint64_t getTickerCount(uint32_t ticker) const override;
  void recordTick(uint32_t ticker, uint64_t count) override;
  void setTickerCount(uint32_t ticker, uint64_t count) override;
  uint64_t getAndResetTickerCount(uint32_t ticker) override;
  bool getTickerMap(std::map<std::string, uint64_t>* tickers) const override;
  void histogramData(uint32_t type, HistogramData* const data) const override;
  std::string getHistogramString(uint32_t type) const override;
  void recordInHistogram(uint32_t type, uint64_t value) override;
  Status Reset() override;
  using Statistics::ToString;
  std::string ToString() const override;

 private:
  struct alignas(64) Core {
    std::atomic<uint64_t> tickers[TICKER_ENUM_MAX] = {};
    Histogram histograms[HISTOGRAM_ENUM_MAX];
  };

  Core& MyCore() const;
  uint64_t SumTicker(uint32_t ticker) const REQUIRES_LOCK(totals_mu_);
  Histogram SumHistogram(uint32_t type) const;

  const size_t core_mask_;
  std::unique_ptr<Core[]> cores_;
  mutable Mutex totals_mu_;  // between readers and those who set or reset; recording needs none
};

inline void RecordTick(Statistics* stats, uint32_t ticker, uint64_t count = 1) {
  if (stats != nullptr) {
    stats->recordTick(ticker, count);
  }
}
inline void RecordInHistogram(Statistics* stats, uint32_t histogram, uint64_t value) {
  if (stats != nullptr) {
    stats->recordInHistogram(histogram, value);
  }
}
inline void RecordTimeInHistogram(Statistics* stats, uint32_t histogram, uint64_t micros) {
  if (stats != nullptr) {
    stats->reportTimeToHistogram(histogram, micros);
  }
}

// Records the microseconds of a scope in one or two histograms, if times are collected.
class HistogramTimer {
 public:
  HistogramTimer(SystemClock* clock, Statistics* stats, uint32_t histogram,
                 uint32_t second = HISTOGRAM_ENUM_MAX)
      : clock_(clock),
        stats_(stats != nullptr && stats->get_stats_level() > kExceptTimers ? stats : nullptr),
        histogram_(histogram),
        second_(second),
        start_(stats_ == nullptr ? 0 : clock->NowNanos()) {}
  ~HistogramTimer() {
    if (stats_ != nullptr) {
      const uint64_t micros = ElapsedMicros();
      stats_->reportTimeToHistogram(histogram_, micros);
      if (second_ < HISTOGRAM_ENUM_MAX) stats_->reportTimeToHistogram(second_, micros);
    }
  }
  HistogramTimer(const HistogramTimer&) = delete;
  HistogramTimer& operator=(const HistogramTimer&) = delete;

  // REQUIRES: times are collected.
  uint64_t ElapsedMicros() const { return (clock_->NowNanos() - start_) / 1000; }

 private:
  SystemClock* const clock_;
  Statistics* const stats_;
  const uint32_t histogram_;
  const uint32_t second_;
  const uint64_t start_;
};

}  // namespace ROCKSDB_NAMESPACE
