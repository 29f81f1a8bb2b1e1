// Backups: the engine, its options, what it holds.
#include <vector>

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"
#include "rocksdb/utilities/backup_engine.h"

using c_api::Report;
using ROCKSDB_NAMESPACE::BackupEngine;
using ROCKSDB_NAMESPACE::BackupEngineOptions;
using ROCKSDB_NAMESPACE::BackupInfo;

struct rocksdb_backup_engine_t {
  BackupEngine* rep;
};

struct rocksdb_backup_engine_info_t {
  std::vector<BackupInfo> rep;
};

struct rocksdb_backup_engine_options_t {
  BackupEngineOptions rep;
};

struct rocksdb_restore_options_t {
  ROCKSDB_NAMESPACE::RestoreOptions rep;
};

// ---- The engine ----

static rocksdb_backup_engine_t* Open(const BackupEngineOptions& options,
                                     ROCKSDB_NAMESPACE::Env* env, char** error) {
  BackupEngine* engine = nullptr;
  return c_api::Failed(BackupEngine::Open(options, env, &engine), error)
             ? nullptr
             : new rocksdb_backup_engine_t{engine};
}

rocksdb_backup_engine_t* rocksdb_backup_engine_open(const rocksdb_options_t* options,
                                                    const char* path, char** error) {
  BackupEngineOptions backup_options(path);
  backup_options.info_log = options->rep.info_log.get();
  return Open(backup_options, options->rep.env, error);
}

rocksdb_backup_engine_t* rocksdb_backup_engine_open_opts(
    const rocksdb_backup_engine_options_t* backup_options, rocksdb_env_t* env, char** error) {
  return Open(backup_options->rep, env->rep, error);
}

void rocksdb_backup_engine_close(rocksdb_backup_engine_t* engine) {
  delete engine->rep;
  delete engine;
}

void rocksdb_backup_engine_create_new_backup(rocksdb_backup_engine_t* engine, rocksdb_t* db,
                                             char** error) {
  Report(engine->rep->CreateNewBackup(db->rep), error);
}

void rocksdb_backup_engine_create_new_backup_flush(rocksdb_backup_engine_t* engine, rocksdb_t* db,
                                                   unsigned char flush_before_backup,
                                                   char** error) {
  Report(engine->rep->CreateNewBackup(db->rep, flush_before_backup != 0), error);
}

void rocksdb_backup_engine_purge_old_backups(rocksdb_backup_engine_t* engine,
                                             uint32_t backups_to_keep, char** error) {
  Report(engine->rep->PurgeOldBackups(backups_to_keep), error);
}

void rocksdb_backup_engine_verify_backup(rocksdb_backup_engine_t* engine, uint32_t backup_id,
                                         char** error) {
  Report(engine->rep->VerifyBackup(backup_id), error);
}

void rocksdb_backup_engine_restore_db_from_backup(rocksdb_backup_engine_t* engine, const char* path,
                                                  const char* wal_path,
                                                  const rocksdb_restore_options_t* restore_options,
                                                  const uint32_t backup_id, char** error) {
  Report(engine->rep->RestoreDBFromBackup(restore_options->rep, backup_id, path, wal_path), error);
}

void rocksdb_backup_engine_restore_db_from_latest_backup(
    rocksdb_backup_engine_t* engine, const char* path, const char* wal_path,
    const rocksdb_restore_options_t* restore_options, char** error) {
  Report(engine->rep->RestoreDBFromLatestBackup(restore_options->rep, path, wal_path), error);
}

// ---- What it holds ----

const rocksdb_backup_engine_info_t* rocksdb_backup_engine_get_backup_info(
    rocksdb_backup_engine_t* engine) {
  auto* info = new rocksdb_backup_engine_info_t;
  engine->rep->GetBackupInfo(&info->rep);
  return info;
}

int rocksdb_backup_engine_info_count(const rocksdb_backup_engine_info_t* info) {
  return static_cast<int>(info->rep.size());
}

static const BackupInfo& At(const rocksdb_backup_engine_info_t* info, int index) {
  return info->rep[static_cast<size_t>(index)];
}

int64_t rocksdb_backup_engine_info_timestamp(const rocksdb_backup_engine_info_t* info, int index) {
  return At(info, index).timestamp;
}

uint32_t rocksdb_backup_engine_info_backup_id(const rocksdb_backup_engine_info_t* info, int index) {
  return At(info, index).backup_id;
}

uint64_t rocksdb_backup_engine_info_size(const rocksdb_backup_engine_info_t* info, int index) {
  return At(info, index).size;
}

uint32_t rocksdb_backup_engine_info_number_files(const rocksdb_backup_engine_info_t* info,
                                                 int index) {
  return At(info, index).number_files;
}

void rocksdb_backup_engine_info_destroy(const rocksdb_backup_engine_info_t* info) { delete info; }

// ---- Options ----

rocksdb_backup_engine_options_t* rocksdb_backup_engine_options_create(const char* path) {
  return new rocksdb_backup_engine_options_t{BackupEngineOptions(path)};
}

void rocksdb_backup_engine_options_destroy(rocksdb_backup_engine_options_t* options) {
  delete options;
}

void rocksdb_backup_engine_options_set_env(rocksdb_backup_engine_options_t* options,
                                           rocksdb_env_t* env) {
  options->rep.backup_env = env != nullptr ? env->rep : nullptr;
}

C_API_SETTER(rocksdb_backup_engine_options_t, rocksdb_backup_engine_options, backup_dir,
             const char*, backup_dir)

#define ROW(NAME, TYPE, MEMBER) \
  C_API_OPTION(rocksdb_backup_engine_options_t, rocksdb_backup_engine_options, NAME, TYPE, MEMBER)
ROW(share_table_files, unsigned char, share_table_files)
ROW(sync, unsigned char, sync)
ROW(destroy_old_data, unsigned char, destroy_old_data)
ROW(backup_log_files, unsigned char, backup_log_files)
ROW(backup_rate_limit, uint64_t, backup_rate_limit)
ROW(restore_rate_limit, uint64_t, restore_rate_limit)
ROW(max_background_operations, int, max_background_operations)
ROW(callback_trigger_interval_size, uint64_t, callback_trigger_interval_size)
ROW(max_valid_backups_to_open, int, max_valid_backups_to_open)
ROW(share_files_with_checksum_naming, int, share_files_with_checksum_naming)
#undef ROW

C_API_LIFE(rocksdb_restore_options_t, rocksdb_restore_options)
C_API_SETTER(rocksdb_restore_options_t, rocksdb_restore_options, keep_log_files, int,
             keep_log_files)
