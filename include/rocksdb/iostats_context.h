// IOStatsContext: the file I/O one thread has caused. Each thread has one; see perf_level.h for
// which of the times are collected.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/perf_level.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Reads by the temperature of the file, where it has one.
// Files that have none are counted by the level of their table: the last of the tree, or another.
struct FileIOByTemperature {
  uint64_t hot_file_bytes_read = 0;
  uint64_t warm_file_bytes_read = 0;
  uint64_t cool_file_bytes_read = 0;
  uint64_t cold_file_bytes_read = 0;
  uint64_t ice_file_bytes_read = 0;
  uint64_t unknown_non_last_level_bytes_read = 0;
  uint64_t unknown_last_level_bytes_read = 0;
  uint64_t hot_file_read_count = 0;
  uint64_t warm_file_read_count = 0;
  uint64_t cool_file_read_count = 0;
  uint64_t cold_file_read_count = 0;
  uint64_t ice_file_read_count = 0;
  uint64_t unknown_non_last_level_read_count = 0;
  uint64_t unknown_last_level_read_count = 0;

  void Reset() { *this = FileIOByTemperature(); }
};

// Written by its own thread only, and never synchronized: other threads must not read it.
struct IOStatsContext {
  // Zeroes the numbers; thread_pool_id and disable_iostats stay.
  void Reset();
  // "name = value, name = value, ...".
  std::string ToString(bool exclude_zero_counters = false) const;

  uint64_t thread_pool_id = 0;  // an Env::Priority
  uint64_t bytes_written = 0;   // to files, by this thread
  uint64_t bytes_read = 0;

  // Times of the calls, in nanoseconds.
  // cpu_: processor time, at kEnableTimeAndCPUTimeExceptForMutex and above. logger_nanos: writing
  // the LOG.
  uint64_t open_nanos = 0;
  uint64_t allocate_nanos = 0;
  uint64_t write_nanos = 0;
  uint64_t read_nanos = 0;
  uint64_t range_sync_nanos = 0;
  uint64_t fsync_nanos = 0;
  uint64_t prepare_write_nanos = 0;
  uint64_t logger_nanos = 0;
  uint64_t cpu_write_nanos = 0;
  uint64_t cpu_read_nanos = 0;

  FileIOByTemperature file_io_stats_by_temperature;

  bool disable_iostats = false;  // true: byte counts are left alone
};

// Of the calling thread; valid until it ends.
// Never null.
IOStatsContext* get_iostats_context();

}  // namespace ROCKSDB_NAMESPACE
