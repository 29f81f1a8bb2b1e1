// Backups of a database in a directory of their own, by default incremental: backups share the
// tables that they have in common. The directory has RocksDB's format (docs/formats.md), so either
// library restores what the other one saved.
//
//   BackupEngine* engine;
//   BackupEngine::Open(BackupEngineOptions("/backups/db1"), Env::Default(), &engine);
//   engine->CreateNewBackup(db);
//   engine->RestoreDBFromLatestBackup("/data/db1", "/data/db1");
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/env.h"
#include "rocksdb/io_status.h"
#include "rocksdb/metadata.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class BackupEngine;
class BackupEngineReadOnlyBase;
class DB;
class RateLimiter;

// The checksum that a backup records for each of its files, and the one of the database that it can
// be held against: FileStorageInfo::file_checksum_func_name.
constexpr char kBackupFileChecksumFuncName[] = "crc32c";
constexpr char kDbFileChecksumFuncName[] = "FileChecksumCrc32c";

// Ascends from 1 in each directory. The number of a deleted backup comes back only if no later
// backup is left.
using BackupID = uint32_t;

// A file of a backup. `directory` is the directory of backups; the name is relative to it.
using BackupFileInfo = FileStorageInfo;

// How an engine makes, shares and restores backups.
struct BackupEngineOptions {
  // The name of a shared table, when share_files_with_checksum is on. It has to tell the tables of
  // different databases apart. The first two values exclude each other; flags are added with |.
  enum ShareFilesNaming : uint32_t {
    // <number>_<crc32c>_<size>.sst, which makes each backup read every table. Also used for tables
    // whose properties have no session id.
    kLegacyCrc32cAndFileSize = 1U,
    // <number>_s<session id>.sst.
    kUseDbSessionId = 2U,
    kMaskNoNamingFlags = 0xffffU,
    // With kUseDbSessionId: <number>_s<session id>_<size>.sst.
    kFlagIncludeFileSize = 1U << 31,
    kMaskNamingFlags = ~kMaskNoNamingFlags,
  };

  explicit BackupEngineOptions(
      const std::string& directory, Env* env = nullptr, bool share_tables = true,
      Logger* logger = nullptr, bool sync_files = true, bool destroy_old = false,
      bool with_log_files = true, size_t buffer_size = 0, uint64_t backup_bytes_per_second = 0,
      uint64_t restore_bytes_per_second = 0, int threads = 1,
      uint64_t callback_bytes = 4 * 1024 * 1024, int max_backups_to_open = INT_MAX,
      ShareFilesNaming shared_names = static_cast<ShareFilesNaming>(kUseDbSessionId |
                                                                    kFlagIncludeFileSize))
      : backup_dir(directory),
        backup_env(env),
        info_log(logger),
        share_table_files(share_tables),
        share_files_with_checksum_naming(shared_names),
        backup_log_files(with_log_files),
        sync(sync_files),
        destroy_old_data(destroy_old),
        max_valid_backups_to_open(max_backups_to_open),
        max_background_operations(threads),
        io_buffer_size(buffer_size),
        backup_rate_limit(backup_bytes_per_second),
        restore_rate_limit(restore_bytes_per_second),
        callback_trigger_interval_size(callback_bytes) {}

  // Writes one line for each option.
  void Dump(Logger* logger) const;

  // ---- Where the backups are

  // Must differ from the database's directory.
  std::string backup_dir;
  // The file system of backup_dir; null means that of the database.
  Env* backup_env;
  // Null: the engine logs nothing.
  Logger* info_log;

  // ---- What a backup consists of

  // Backups share their tables. Without it each one has a copy of all.
  bool share_table_files;
  // Shared tables have names that are unique among databases, and a checksum that is looked at
  // whenever one is shared. Without it, two databases, or one that was restored to an older state,
  // must not use one directory.
  bool share_files_with_checksum = true;
  ShareFilesNaming share_files_with_checksum_naming;
  // A backup takes the logs. Without them it holds what was flushed.
  bool backup_log_files;
  // Of the file that describes a backup: 1, which every release of RocksDB reads, or 2, which adds
  // temperatures and the names of excluded files. A backup with excluded files needs 2.
  int schema_version = 1;
  // Records the temperature that the file system reports for a file instead of the MANIFEST's.
  bool current_temperatures_override_manifest = false;

  // ---- Safety

  // Syncs every file and directory, so that a finished backup survives a power failure.
  bool sync;
  // Opening the engine deletes the backups that it finds.
  bool destroy_old_data;
  // BackupEngineReadOnly looks only at this many backups, the newest sound ones. An engine that
  // writes looks at all.
  int max_valid_backups_to_open;

  // ---- Speed

  // Threads that copy files.
  int max_background_operations;
  // Bytes that are read and written in one call; 0: the burst of the rate limiter, or 5 MiB without
  // one.
  size_t io_buffer_size;
  // Bytes per second, 0 without limit. A limiter object takes precedence. Both count reads and
  // writes as the limiter's own mode says.
  uint64_t backup_rate_limit;
  std::shared_ptr<RateLimiter> backup_rate_limiter{nullptr};
  uint64_t restore_rate_limit;
  std::shared_ptr<RateLimiter> restore_rate_limiter{nullptr};
  // CreateBackupOptions::progress_callback is called each time this many bytes were copied.
  uint64_t callback_trigger_interval_size;
};

inline BackupEngineOptions::ShareFilesNaming operator|(BackupEngineOptions::ShareFilesNaming a,
                                                       BackupEngineOptions::ShareFilesNaming b) {
  return static_cast<BackupEngineOptions::ShareFilesNaming>(static_cast<uint32_t>(a) |
                                                            static_cast<uint32_t>(b));
}

inline BackupEngineOptions::ShareFilesNaming operator&(BackupEngineOptions::ShareFilesNaming a,
                                                       BackupEngineOptions::ShareFilesNaming b) {
  return static_cast<BackupEngineOptions::ShareFilesNaming>(static_cast<uint32_t>(a) &
                                                            static_cast<uint32_t>(b));
}

// A shared table that a backup names and does not hold.
struct BackupExcludedFileInfo {
  explicit BackupExcludedFileInfo(const std::string& file) : relative_file(file) {}

  // Relative to the directory of backups.
  std::string relative_file;
};

// A file about which CreateBackupOptions::exclude_files_callback decides.
struct MaybeExcludeBackupFile {
  explicit MaybeExcludeBackupFile(BackupExcludedFileInfo&& file) : info(std::move(file)) {}

  const BackupExcludedFileInfo info;
  // Set by the callback: true leaves the file out.
  bool exclude_decision = false;
};

// How one backup is made.
struct CreateBackupOptions {
  // Flushes all memtables first. Needed for updates that bypassed the log.
  bool flush_before_backup = false;
  // Called now and then while files are copied, from any of the copying threads.
  std::function<void()> progress_callback = {};
  // Called once with all shared tables of the backup that this directory may lack, as a range
  // [first, last). One that is left out must be found in RestoreOptions::alternate_dirs later. An
  // exception makes the backup fail with Aborted. Needs schema_version 2 and
  // share_files_with_checksum.
  std::function<void(MaybeExcludeBackupFile* first, MaybeExcludeBackupFile* last)>
      exclude_files_callback = {};
  // Gives the copying threads the priority below, if that is lower than their own.
  bool decrease_background_thread_cpu_priority = false;
  CpuPriority background_thread_cpu_priority = CpuPriority::kNormal;
};

// How a backup is restored.
struct RestoreOptions {
  // Files of the target directory that are kept when they are already those of the backup. The
  // larger the number, the more is copied.
  enum Mode : uint32_t {
    // Keeps a table whose session id and size are those of the backup's, if its name in the
    // backup has a session id.
    kKeepLatestDbSessionIdFiles = 1U,
    // Keeps a table whose bytes have the backup's checksum.
    kVerifyChecksum = 2U,
    // Deletes everything first.
    kPurgeAllFiles = 0xffffU,
  };

  explicit RestoreOptions(bool keep_logs = false, Mode restore_mode = kPurgeAllFiles)
      : keep_log_files(keep_logs), mode(restore_mode) {}

  // Keeps the logs of the target directory, and moves archived ones back. For databases whose
  // backups hold no logs, and whose tables alone were lost.
  bool keep_log_files;
  Mode mode;
  // Engines whose directories may have files that the backup left out. The first to have one gives
  // it; the restoring engine's own directory is asked before them.
  std::forward_list<BackupEngineReadOnlyBase*> alternate_dirs;
};

// A backup as the engine describes it.
struct BackupInfo {
  BackupInfo() = default;
  BackupInfo(BackupID id, int64_t when, uint64_t bytes, uint32_t files, const std::string& metadata)
      : backup_id(id), timestamp(when), size(bytes), number_files(files), app_metadata(metadata) {}

  BackupID backup_id = 0;
  // Seconds since 1970: when the backup was begun.
  int64_t timestamp = 0;
  // Bytes and number of its files, with those that it shares.
  uint64_t size = 0;
  uint32_t number_files = 0;
  // What was passed to CreateNewBackupWithMetadata().
  std::string app_metadata;
  std::vector<BackupExcludedFileInfo> excluded_files;

  // The rest is filled in on request (include_file_details).

  std::vector<BackupFileInfo> file_details;
  // Path and Env with which DB::OpenForReadOnly() opens the backup without restoring it. Valid
  // while the backup exists; env_for_open may outlive the engine. Null when files were excluded.
  std::string name_for_open;
  std::shared_ptr<Env> env_for_open;
};

// Counts backups that an application made; the engine does not use it.
class BackupStatistics {
 public:
  BackupStatistics() = default;
  BackupStatistics(uint32_t successes, uint32_t failures)
      : number_success_backup(successes), number_fail_backup(failures) {}
  ~BackupStatistics() = default;

  void IncrementNumberSuccessBackup();
  void IncrementNumberFailBackup();

  uint32_t GetNumberSuccessBackup() const;
  uint32_t GetNumberFailBackup() const;

  // "# success backup: 3, # fail backup: 0".
  std::string ToString() const;

 private:
  uint32_t number_success_backup = 0;
  uint32_t number_fail_backup = 0;
};

// What every engine can do: list, verify and restore. All of it is thread-safe.
class BackupEngineReadOnlyBase {
 public:
  virtual ~BackupEngineReadOnlyBase() = default;

  // ---- Which backups there are

  // The newest sound backup; NotFound without one.
  virtual Status GetLatestBackupInfo(BackupInfo* backup_info,
                                     bool include_file_details = false) const = 0;
  // NotFound: there is no such backup. Corruption: it is damaged.
  virtual Status GetBackupInfo(BackupID backup_id, BackupInfo* backup_info,
                               bool include_file_details = false) const = 0;
  // All sound backups, oldest first.
  virtual void GetBackupInfo(std::vector<BackupInfo>* backup_info,
                             bool include_file_details = false) const = 0;
  // The damaged ones.
  virtual void GetCorruptedBackups(std::vector<BackupID>* corrupt_backup_ids) const = 0;

  // Checks that all files of a backup exist and have the recorded size, and on request also the
  // recorded checksum, which reads them. Corruption and NotFound name the file.
  virtual IOStatus VerifyBackup(BackupID backup_id, bool verify_with_checksum = false) const = 0;

  // ---- Restoring

  // Makes `db_dir`, with its logs in `wal_dir`, the database that was backed up. Nothing may use
  // the directories meanwhile, and what they hold is replaced. After an error they hold no usable
  // database.
  virtual IOStatus RestoreDBFromBackup(const RestoreOptions& options, BackupID backup_id,
                                       const std::string& db_dir,
                                       const std::string& wal_dir) const = 0;
  virtual IOStatus RestoreDBFromLatestBackup(const RestoreOptions& options,
                                             const std::string& db_dir,
                                             const std::string& wal_dir) const = 0;

  // The same with options last.
  virtual IOStatus RestoreDBFromBackup(BackupID backup_id, const std::string& db_dir,
                                       const std::string& wal_dir,
                                       const RestoreOptions& options = RestoreOptions()) const {
    return RestoreDBFromBackup(options, backup_id, db_dir, wal_dir);
  }
  virtual IOStatus RestoreDBFromLatestBackup(
      const std::string& db_dir, const std::string& wal_dir,
      const RestoreOptions& options = RestoreOptions()) const {
    return RestoreDBFromLatestBackup(options, db_dir, wal_dir);
  }

  // The engine behind this object, for the library's own use.
  virtual BackupEngine* AsBackupEngine() = 0;
};

// What adds backups and removes none that is sound. Calls exclude each other, but for StopBackup.
class BackupEngineAppendOnlyBase {
 public:
  virtual ~BackupEngineAppendOnlyBase() = default;

  // Saves what `db` holds at one moment during the call. `app_metadata` is returned with the
  // backup's description. A failed backup changes no earlier one. *new_backup_id, unless null, gets
  // the number of the new backup.
  virtual IOStatus CreateNewBackupWithMetadata(const CreateBackupOptions& options, DB* db,
                                               const std::string& app_metadata,
                                               BackupID* new_backup_id = nullptr) = 0;

  virtual IOStatus CreateNewBackup(const CreateBackupOptions& options, DB* db,
                                   BackupID* new_backup_id = nullptr) {
    return CreateNewBackupWithMetadata(options, db, std::string(), new_backup_id);
  }

  // The same with two of the options as arguments.
  virtual IOStatus CreateNewBackupWithMetadata(DB* db, const std::string& app_metadata,
                                               bool flush_before_backup = false,
                                               std::function<void()> progress_callback = {}) {
    CreateBackupOptions options;
    options.flush_before_backup = flush_before_backup;
    options.progress_callback = std::move(progress_callback);
    return CreateNewBackupWithMetadata(options, db, app_metadata);
  }
  virtual IOStatus CreateNewBackup(DB* db, bool flush_before_backup = false,
                                   std::function<void()> progress_callback = {}) {
    return CreateNewBackupWithMetadata(db, std::string(), flush_before_backup,
                                       std::move(progress_callback));
  }

  // Makes the backup that runs, and each later one of this engine, fail with Incomplete. Returns
  // at once, from any thread.
  virtual void StopBackup() = 0;

  // Deletes what failed and interrupted backups and deletions left over. Deleting a backup does so
  // too, and so does making one where an interrupted one of the same number is in the way.
  virtual IOStatus GarbageCollect() = 0;
};

// An engine that makes and deletes backups. At most one may write to a directory at a time;
// BackupEngineReadOnly may be used beside it.
class BackupEngine : public BackupEngineReadOnlyBase, public BackupEngineAppendOnlyBase {
 public:
  ~BackupEngine() override = default;

  // *backup_engine_ptr gets a new engine, which the caller deletes. Creates the directory.
  // `db_env` is the Env of the databases to be saved or restored.
  static IOStatus Open(const BackupEngineOptions& options, Env* db_env,
                       BackupEngine** backup_engine_ptr);
  static IOStatus Open(Env* db_env, const BackupEngineOptions& options,
                       BackupEngine** backup_engine_ptr) {
    return Open(options, db_env, backup_engine_ptr);
  }

  // Deletes all but the newest backups.
  virtual IOStatus PurgeOldBackups(uint32_t num_backups_to_keep) = 0;
  // Deletes one, sound or damaged, with the files that no other backup uses.
  virtual IOStatus DeleteBackup(BackupID backup_id) = 0;
};

// An engine that changes nothing in its directory. It sees the backups that were there when it was
// opened.
class BackupEngineReadOnly : public BackupEngineReadOnlyBase {
 public:
  ~BackupEngineReadOnly() override = default;

  // As BackupEngine::Open(). The directory must exist; destroy_old_data is refused.
  static IOStatus Open(const BackupEngineOptions& options, Env* db_env,
                       BackupEngineReadOnly** backup_engine_ptr);
  static IOStatus Open(Env* db_env, const BackupEngineOptions& options,
                       BackupEngineReadOnly** backup_engine_ptr) {
    return Open(options, db_env, backup_engine_ptr);
  }
};

}  // namespace ROCKSDB_NAMESPACE
