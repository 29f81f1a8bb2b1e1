// PrometheusText: statistics and properties of a database in the text format that Prometheus
// scrapes (version 0.0.4). An addition of this library; stock RocksDB has no such call.
//
// Names are RocksDB's own, with underscores for dots and dashes; the HELP line has the original.
//
//   tickers      counters     rocksdb_block_cache_miss_total
//   histograms   summaries    rocksdb_db_get_micros{quantile="0.5"}, ..._sum, ..._count
//   properties   gauges       rocksdb_estimate_num_keys{cf="default"}
//   levels       gauges       rocksdb_num_files_at_level{cf="default",level="0"}
//   buckets      gauges       rocksdb_bucket_stats_max_depth{cf="default"}
//                             rocksdb_bucket_stats_depth{cf="default",bucket="3"}
//
// Tickers and histograms need DBOptions::statistics; without it the rest is written. Quantiles are
// 0.5, 0.95, 0.99 and 1 (the maximum), since the statistics began or were last reset.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Replaces *text. `families` are those to report on; none means the default family alone. `labels`
// are added to every line, for a process with several databases. Label values may be any text;
// names must match [a-zA-Z_][a-zA-Z0-9_]* and be none of cf, level, bucket and quantile, else the
// call returns InvalidArgument and leaves *text alone. Thread-safe; takes what GetProperty takes.
Status PrometheusText(DB* db, const std::vector<ColumnFamilyHandle*>& families, std::string* text,
                      const std::map<std::string, std::string>& labels = {});

}  // namespace ROCKSDB_NAMESPACE
