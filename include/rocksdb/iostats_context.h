// IOStatsContext: the file I/O that one thread has caused. Each thread has one; perf_level.h says
// which of the times are collected.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/perf_level.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Reads by the temperature of the file. Files without a temperature are counted by the level of
// their table: the last level of the tree, or another.
struct FileIOByTemperature {
  uint64_t hot_file_bytes_read = 0;
  uint64_t warm_file_bytes_read = 0;
  uint64_t cold_file_bytes_read = 0;
  uint64_t unknown_non_last_level_bytes_read = 0;
  uint64_t unknown_last_level_bytes_read = 0;
  uint64_t hot_file_read_count = 0;
  uint64_t warm_file_read_count = 0;
  uint64_t cold_file_read_count = 0;
  uint64_t unknown_non_last_level_read_count = 0;
  uint64_t unknown_last_level_read_count = 0;

  void Reset() { *this = FileIOByTemperature(); }
};

// Only its own thread writes it, without synchronization: other threads must not read it.
struct IOStatsContext {
  // Zeroes the numbers; thread_pool_id and disable_iostats stay.
  void Reset();
  // "name = value, name = value, ...".
  std::string ToString(bool exclude_zero_counters = false) const;

  // An Env::Priority.
  uint64_t thread_pool_id = 0;
  // Bytes that this thread wrote to files.
  uint64_t bytes_written = 0;
  uint64_t bytes_read = 0;

  // Nanoseconds spent in calls. cpu_: processor time, at kEnableTimeAndCPUTimeExceptForMutex and
  // above. logger_nanos: writing the LOG.
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

  // true: byte counts do not change.
  bool disable_iostats = false;
};

// The context of the calling thread; valid until the thread ends. Never null.
IOStatsContext* get_iostats_context();

}  // namespace ROCKSDB_NAMESPACE
