// Derived values of a database's options; see db_config.h.
#include "options/db_config.h"

#include <algorithm>
#include <limits>

#include "options/option_rules.h"
#include "options/option_tables.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Descriptors that the table cache leaves to WALs, the MANIFEST and other files, as in stock.
constexpr int kDescriptorsKeptBack = 10;
// Of logs that stay although nobody asked for it.
constexpr uint64_t kLargestSpareLog = 256 << 20;

LogReuse ReuseOf(const DBOptions& cleaned) {
  const size_t files = cleaned.recycle_log_file_num;
  if (files != 0) return {files, files, std::numeric_limits<uint64_t>::max()};
  const size_t spare = cleaned.spare_log_files;
  return {spare, std::min<size_t>(spare, 1), kLargestSpareLog};
}

}  // namespace

BackgroundLimits SplitBackgroundJobs(const DBOptions& options, bool compaction_wanted) {
  BackgroundLimits limits;
  if (options.max_background_flushes == -1 && options.max_background_compactions == -1) {
    const int jobs = std::max(1, options.max_background_jobs);
    limits.flushes = std::max(1, jobs / 4);
    limits.compactions = std::max(1, jobs - limits.flushes);
  } else {
    limits.flushes = std::max(1, options.max_background_flushes);
    limits.compactions = std::max(1, options.max_background_compactions);
  }
  if (!compaction_wanted) {
    limits.compactions = 1;
  }
  return limits;
}

DbConfig::DbConfig(const std::string& dbname, const DBOptions& cleaned)
    : options(cleaned),
      wal_dir(cleaned.wal_dir.empty() ? dbname : cleaned.wal_dir),
      wal_dir_is_db_dir(cleaned.wal_dir.empty()),
      background(SplitBackgroundJobs(cleaned)),
      log_reuse(ReuseOf(cleaned)),
      table_cache_capacity(
          cleaned.max_open_files == -1 ? -1 : cleaned.max_open_files - kDescriptorsKeptBack) {}

Status MakeDbConfig(const std::string& dbname, const DBOptions& db,
                    std::shared_ptr<const DbConfig>* config) {
  DBOptions cleaned = CleanDBOptions(dbname, db);
  // Also without a limit: applications call it and do not ask whether there is one.
  if (cleaned.write_buffer_manager == nullptr) {
    cleaned.write_buffer_manager =
        std::make_shared<WriteBufferManager>(cleaned.db_write_buffer_size);
  }
  Status s = ValidateDBOptions(cleaned);
  if (s.ok()) {
    *config = std::make_shared<const DbConfig>(dbname, cleaned);
  }
  return s;
}

Status ChangeDbConfig(const std::string& dbname, const DbConfig& now,
                      const std::unordered_map<std::string, std::string>& changes,
                      std::shared_ptr<const DbConfig>* next) {
  ConfigOptions config(now.options);
  config.mutable_options_only = true;
  DBOptions changed = now.options;
  Status s = ParseOptions(config, DBOptionsTable(), changes, &changed);
  return s.ok() ? MakeDbConfig(dbname, changed, next) : s;
}

}  // namespace ROCKSDB_NAMESPACE
