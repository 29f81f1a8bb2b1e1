// The plain objects of rocksdb/utilities/backup_engine.h: options as text, statistics.
#include <memory>
#include <string>

#include "rocksdb/rate_limiter.h"
#include "rocksdb/utilities/backup_engine.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Names are right-aligned, as in the options of a database's LOG.
void DumpNumber(Logger* logger, const char* name, unsigned long long value) {
  Log(InfoLogLevel::INFO_LEVEL, logger, "%35s: %llu", name, value);
}

void DumpPointer(Logger* logger, const char* name, const void* value) {
  Log(InfoLogLevel::INFO_LEVEL, logger, "%35s: %p", name, value);
}

}  // namespace

void BackupEngineOptions::Dump(Logger* logger) const {
  Log(InfoLogLevel::INFO_LEVEL, logger, "%35s: %s", "Options.backup_dir", backup_dir.c_str());
  DumpPointer(logger, "Options.backup_env", backup_env);
  DumpNumber(logger, "Options.share_table_files", share_table_files);
  DumpPointer(logger, "Options.info_log", info_log);
  DumpNumber(logger, "Options.sync", sync);
  DumpNumber(logger, "Options.destroy_old_data", destroy_old_data);
  DumpNumber(logger, "Options.backup_log_files", backup_log_files);
  DumpNumber(logger, "Options.io_buffer_size", io_buffer_size);
  DumpNumber(logger, "Options.backup_rate_limit", backup_rate_limit);
  DumpPointer(logger, "Options.backup_rate_limiter", backup_rate_limiter.get());
  DumpNumber(logger, "Options.restore_rate_limit", restore_rate_limit);
  DumpPointer(logger, "Options.restore_rate_limiter", restore_rate_limiter.get());
  DumpNumber(logger, "Options.share_files_with_checksum", share_files_with_checksum);
  DumpNumber(logger, "Options.share_files_with_checksum_naming", share_files_with_checksum_naming);
  DumpNumber(logger, "Options.max_background_operations",
             static_cast<unsigned>(max_background_operations));
  DumpNumber(logger, "Options.callback_trigger_interval_size", callback_trigger_interval_size);
  DumpNumber(logger, "Options.max_valid_backups_to_open",
             static_cast<unsigned>(max_valid_backups_to_open));
  DumpNumber(logger, "Options.schema_version", static_cast<unsigned>(schema_version));
  DumpNumber(logger, "Options.current_temperatures_override_manifest",
             current_temperatures_override_manifest);
}

void BackupStatistics::IncrementNumberSuccessBackup() { ++number_success_backup; }
void BackupStatistics::IncrementNumberFailBackup() { ++number_fail_backup; }
uint32_t BackupStatistics::GetNumberSuccessBackup() const { return number_success_backup; }
uint32_t BackupStatistics::GetNumberFailBackup() const { return number_fail_backup; }

std::string BackupStatistics::ToString() const {
  return Format("# success backup: %u, # fail backup: %u", number_success_backup,
                number_fail_backup);
}

}  // namespace ROCKSDB_NAMESPACE
