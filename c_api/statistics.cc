// Statistics, which live in the options that a database was opened with.
#include "rocksdb/statistics.h"

#include <algorithm>

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"

using ROCKSDB_NAMESPACE::StatsLevel;

void rocksdb_options_enable_statistics(rocksdb_options_t* options) {
  options->rep.statistics = ROCKSDB_NAMESPACE::CreateDBStatistics();
}

void rocksdb_options_set_statistics_level(rocksdb_options_t* options, int value) {
  if (options->rep.statistics != nullptr) {
    const int lowest = StatsLevel::kDisableAll;
    const int highest = StatsLevel::kAll;
    options->rep.statistics->set_stats_level(
        static_cast<StatsLevel>(std::clamp(value, lowest, highest)));
  }
}

int rocksdb_options_get_statistics_level(rocksdb_options_t* options) {
  return options->rep.statistics != nullptr ? options->rep.statistics->get_stats_level()
                                            : StatsLevel::kDisableAll;
}

char* rocksdb_options_statistics_get_string(rocksdb_options_t* options) {
  return options->rep.statistics != nullptr ? c_api::CopyText(options->rep.statistics->ToString())
                                            : nullptr;
}

uint64_t rocksdb_options_statistics_get_ticker_count(rocksdb_options_t* options, uint32_t ticker) {
  return options->rep.statistics != nullptr ? options->rep.statistics->getTickerCount(ticker) : 0;
}

void rocksdb_options_statistics_get_histogram_data(
    rocksdb_options_t* options, uint32_t type,
    rocksdb_statistics_histogram_data_t* const histogram) {
  histogram->rep = {};
  if (options->rep.statistics != nullptr) {
    options->rep.statistics->histogramData(type, &histogram->rep);
  }
}

C_API_LIFE(rocksdb_statistics_histogram_data_t, rocksdb_statistics_histogram_data)

#define ROW(NAME, TYPE, MEMBER)                                                                    \
  C_API_GETTER(rocksdb_statistics_histogram_data_t, rocksdb_statistics_histogram_data, NAME, TYPE, \
               MEMBER)
ROW(median, double, median)
ROW(p95, double, percentile95)
ROW(p99, double, percentile99)
ROW(average, double, average)
ROW(std_dev, double, standard_deviation)
ROW(max, double, max)
ROW(min, double, min)
ROW(count, uint64_t, count)
ROW(sum, uint64_t, sum)
#undef ROW
