// The engine as db_bench sees it. This header hides every difference between the versions of
// RocksDB's C++ API. With BENCH_OVER_C_API the same names come from a thin layer over RocksDB's C
// API, so that db_bench can also measure a library without headers. Besides this header only
// option_builder.cc and device.cc, which it calls, include headers of an engine.
#pragma once

#ifdef BENCH_OVER_C_API
#include "tools/db_bench/capi/engine.h"
#else

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/db.h"
#include "rocksdb/options.h"
#include "rocksdb/perf_context.h"
#include "rocksdb/perf_level.h"
#include "rocksdb/statistics.h"
#include "rocksdb/version.h"

namespace bench {

using ROCKSDB_NAMESPACE::Cache;
using ROCKSDB_NAMESPACE::ColumnFamilyDescriptor;
using ROCKSDB_NAMESPACE::ColumnFamilyHandle;
using ROCKSDB_NAMESPACE::DB;
using ROCKSDB_NAMESPACE::Iterator;
using ROCKSDB_NAMESPACE::Options;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::ReadOptions;
using ROCKSDB_NAMESPACE::Slice;
using ROCKSDB_NAMESPACE::Statistics;
using ROCKSDB_NAMESPACE::Status;
using ROCKSDB_NAMESPACE::WriteBatch;
using ROCKSDB_NAMESPACE::WriteOptions;

#ifdef BUCKETLSM
inline constexpr bool kHasBuckets = true;
#else
inline constexpr bool kHasBuckets = false;
#endif

// The engine that this binary was compiled against: "10.6.2 (bucketlsm)" or "7.8.3".
inline std::string EngineVersion() {
  std::string text = std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." +
                     std::to_string(ROCKSDB_PATCH);
  return kHasBuckets ? text + " (bucketlsm)" : text;
}

// Opens the database through the raw-pointer form that every version has, and creates what is
// missing as far as the options allow. The first family is the default one.
inline Status OpenEngine(const Options& options, const std::string& path, bool read_only,
                         const std::vector<std::string>& names,
                         std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  std::vector<ColumnFamilyDescriptor> families;
  for (const std::string& name : names) {
    families.emplace_back(name, ROCKSDB_NAMESPACE::ColumnFamilyOptions(options));
  }
  DB* opened = nullptr;
  Status s = read_only ? DB::OpenForReadOnly(options, path, families, handles, &opened)
                       : DB::Open(options, path, families, handles, &opened);
  db->reset(opened);
  return s;
}

// `wal_dir`: the directory of the logs, or empty if the logs lie with the database.
inline Status DestroyEngine(const std::string& path, const std::string& wal_dir) {
  Options options;
  options.wal_dir = wal_dir;
  return ROCKSDB_NAMESPACE::DestroyDB(path, options);
}

// `bottom`: also what lies in the deepest level already.
inline Status CompactEverything(DB* db, ColumnFamilyHandle* family, uint32_t subcompactions,
                                bool bottom) {
  ROCKSDB_NAMESPACE::CompactRangeOptions options;
  if (bottom)
    options.bottommost_level_compaction =
        ROCKSDB_NAMESPACE::BottommostLevelCompaction::kForceOptimized;
  options.max_subcompactions = subcompactions;
  return db->CompactRange(options, family, nullptr, nullptr);
}

inline Status FlushFamilies(DB* db, const std::vector<ColumnFamilyHandle*>& families) {
  return db->Flush(ROCKSDB_NAMESPACE::FlushOptions(), families);
}

// BeginPerf() sets the performance counters of the thread to zero and counts at this level from
// then on; PerfText() prints them.
inline void BeginPerf(int level) {
  ROCKSDB_NAMESPACE::SetPerfLevel(static_cast<ROCKSDB_NAMESPACE::PerfLevel>(level));
  ROCKSDB_NAMESPACE::get_perf_context()->Reset();
}
inline std::string PerfText() { return ROCKSDB_NAMESPACE::get_perf_context()->ToString(true); }

// A hash-table block cache. Before version 8 it needs an estimate of the size of its entries.
inline std::shared_ptr<Cache> NewHyperClockCache(size_t capacity, size_t entry_charge,
                                                 int shard_bits) {
#if ROCKSDB_MAJOR < 8
  if (entry_charge == 0) entry_charge = 8192;
#endif
  return ROCKSDB_NAMESPACE::HyperClockCacheOptions(capacity, entry_charge, shard_bits)
      .MakeSharedCache();
}

}  // namespace bench

#endif  // BENCH_OVER_C_API
