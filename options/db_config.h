// DbConfig: the options of one database as the engine uses them, cleaned and with their derived
// values. Immutable. A shared_ptr publishes it, and SetDBOptions() replaces it as a whole. Readers
// hold the pointer as long as they need one consistent set.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Jobs that may run at once.
struct BackgroundLimits {
  int flushes = 1;
  int compactions = 1;
};

// max_background_jobs split in two: a quarter, but at least one, for flushes. Explicit
// max_background_flushes / max_background_compactions win. With compaction_wanted false (compaction
// is not behind), one compaction at a time is enough.
BackgroundLimits SplitBackgroundJobs(const DBOptions& options, bool compaction_wanted = true);

// Logs that stay to be written over.
struct LogReuse {
  size_t files = 0;      // at most
  size_t at_first = 0;   // before switches have missed one that was deleted
  uint64_t largest = 0;  // bytes
};

struct DbConfig {
  // REQUIRES: `cleaned` went through CleanDBOptions(dbname, ...).
  DbConfig(const std::string& dbname, const DBOptions& cleaned);
  DbConfig(const DbConfig&) = delete;
  DbConfig& operator=(const DbConfig&) = delete;

  // The cleaned options; the config does not keep the application's own.
  const DBOptions options;
  const std::string wal_dir;          // never empty
  const bool wal_dir_is_db_dir;       // as configured; links are not followed
  const BackgroundLimits background;  // when compaction is behind
  const LogReuse log_reuse;
  const int table_cache_capacity;  // readers kept open; -1: all

  // WAL bytes at which the column family that needs the oldest log is flushed. total_write_buffers:
  // write_buffer_size * max_write_buffer_number, summed over column families.
  uint64_t MaxTotalWalSize(uint64_t total_write_buffers) const {
    return options.max_total_wal_size != 0 ? options.max_total_wal_size : 4 * total_write_buffers;
  }
};

using DbConfigPtr = std::shared_ptr<const DbConfig>;

// Cleans, validates and publishes the options; see MakeCfConfig.
[[nodiscard]] Status MakeDbConfig(const std::string& dbname, const DBOptions& db,
                                  std::shared_ptr<const DbConfig>* config);

// Applies SetDBOptions(changes) to `now`; see ChangeCfConfig.
[[nodiscard]] Status ChangeDbConfig(const std::string& dbname, const DbConfig& now,
                                    const std::unordered_map<std::string, std::string>& changes,
                                    std::shared_ptr<const DbConfig>* next);

}  // namespace ROCKSDB_NAMESPACE
