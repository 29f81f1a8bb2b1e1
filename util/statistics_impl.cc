// See statistics_impl.h. Recording touches only the caller's core, with relaxed atomics. Every sum
// takes totals_mu_, so that no sum sees half of a reset. An event recorded while a sum or a reset
// runs may fall on either side of it.
#include "util/statistics_impl.h"

#include "util/core_index.h"
#include "util/registered_object.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

std::shared_ptr<Statistics> CreateDBStatistics() { return std::make_shared<StatisticsImpl>(); }

Status Statistics::CreateFromString(const ConfigOptions& opts, const std::string& value,
                                    std::shared_ptr<Statistics>* result) {
  if (value.empty() || value == "null" || value == "nullptr") {
    result->reset();
    return Status::OK();
  }
  if (value != StatisticsImpl::kClassName()) {
    return LoadRegistered<Statistics>(opts, value, result);
  }
  *result = CreateDBStatistics();
  return Status::OK();
}

StatisticsImpl::StatisticsImpl()
    : core_mask_(PowerOfTwoCores() - 1), cores_(new Core[core_mask_ + 1]) {}

StatisticsImpl::~StatisticsImpl() = default;

StatisticsImpl::Core& StatisticsImpl::MyCore() const { return cores_[CurrentCore(core_mask_)]; }

void StatisticsImpl::recordTick(uint32_t ticker, uint64_t count) {
  if (ticker < TICKER_ENUM_MAX && get_stats_level() > StatsLevel::kExceptTickers) {
    // The system may move the thread to another core in between; the addition is atomic, so no
    // count is lost.
    MyCore().tickers[ticker].fetch_add(count, std::memory_order_relaxed);
  }
}

void StatisticsImpl::recordInHistogram(uint32_t type, uint64_t value) {
  if (type < HISTOGRAM_ENUM_MAX && get_stats_level() > StatsLevel::kExceptHistogramOrTimers) {
    MyCore().histograms[type].Add(value);
  }
}

uint64_t StatisticsImpl::SumTicker(uint32_t ticker) const {
  uint64_t sum = 0;
  for (size_t core = 0; core <= core_mask_; ++core) {
    sum += cores_[core].tickers[ticker].load(std::memory_order_relaxed);
  }
  return sum;
}

uint64_t StatisticsImpl::getTickerCount(uint32_t ticker) const {
  MutexLock lock(&totals_mu_);
  return ticker < TICKER_ENUM_MAX ? SumTicker(ticker) : 0;
}

void StatisticsImpl::setTickerCount(uint32_t ticker, uint64_t count) {
  if (ticker >= TICKER_ENUM_MAX) {
    return;
  }
  MutexLock lock(&totals_mu_);
  for (size_t core = 0; core <= core_mask_; ++core) {
    cores_[core].tickers[ticker].store(core == 0 ? count : 0, std::memory_order_relaxed);
  }
}

uint64_t StatisticsImpl::getAndResetTickerCount(uint32_t ticker) {
  if (ticker >= TICKER_ENUM_MAX) {
    return 0;
  }
  MutexLock lock(&totals_mu_);
  uint64_t sum = 0;
  for (size_t core = 0; core <= core_mask_; ++core) {
    sum += cores_[core].tickers[ticker].exchange(0, std::memory_order_relaxed);
  }
  return sum;
}

bool StatisticsImpl::getTickerMap(std::map<std::string, uint64_t>* tickers) const {
  MutexLock lock(&totals_mu_);
  tickers->clear();
  for (const auto& [ticker, name] : TickersNameMap) {
    (*tickers)[name] = SumTicker(ticker);
  }
  return true;
}

Histogram StatisticsImpl::SumHistogram(uint32_t type) const {
  Histogram sum;
  for (size_t core = 0; core <= core_mask_ && type < HISTOGRAM_ENUM_MAX; ++core) {
    sum.Merge(cores_[core].histograms[type]);
  }
  return sum;
}

void StatisticsImpl::histogramData(uint32_t type, HistogramData* const data) const {
  MutexLock lock(&totals_mu_);
  SumHistogram(type).FillData(data);
}

std::string StatisticsImpl::getHistogramString(uint32_t type) const {
  MutexLock lock(&totals_mu_);
  return SumHistogram(type).ToString();
}

Status StatisticsImpl::Reset() {
  MutexLock lock(&totals_mu_);
  for (size_t core = 0; core <= core_mask_; ++core) {
    for (auto& ticker : cores_[core].tickers) {
      ticker.store(0, std::memory_order_relaxed);
    }
    for (Histogram& histogram : cores_[core].histograms) {
      histogram.Clear();
    }
  }
  return Status::OK();
}

std::string StatisticsImpl::ToString() const {
  MutexLock lock(&totals_mu_);
  std::string text;
  for (const auto& [ticker, name] : TickersNameMap) {
    text += Format("%s COUNT : %lu\n", name.c_str(), SumTicker(ticker));
  }
  for (const auto& [type, name] : HistogramsNameMap) {
    const Histogram sum = SumHistogram(type);
    text += Format("%s P50 : %f P95 : %f P99 : %f P100 : %f COUNT : %lu SUM : %lu\n", name.c_str(),
                   sum.Median(), sum.Percentile(95), sum.Percentile(99),
                   static_cast<double>(sum.Max()), sum.Count(), sum.Sum());
  }
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
