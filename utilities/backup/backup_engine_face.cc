// BackupEngine and BackupEngineReadOnly: opening them, and their calls passed on.
#include "utilities/backup/backup_engine_face.h"

#include <utility>

#include "util/rtti.h"
#include "utilities/backup/engine_core.h"

namespace ROCKSDB_NAMESPACE {

namespace backup {

namespace {

// The engines behind alternate_dirs; those of another implementation are passed over.
std::vector<const EngineCore*> CoresOf(const RestoreOptions& options) {
  std::vector<const EngineCore*> cores;
  for (BackupEngineReadOnlyBase* engine : options.alternate_dirs) {
    const auto* face = CastIfTyped<EngineFace>(engine->AsBackupEngine());
    if (face != nullptr) cores.push_back(face->core());
  }
  return cores;
}

}  // namespace

EngineFace::EngineFace(std::unique_ptr<EngineCore> core) : core_(std::move(core)) {}
EngineFace::~EngineFace() = default;

IOStatus EngineFace::CreateNewBackupWithMetadata(const CreateBackupOptions& options, DB* db,
                                                 const std::string& app_metadata,
                                                 BackupID* new_backup_id) {
  return core_->Create(options, db, app_metadata, new_backup_id);
}
void EngineFace::StopBackup() { core_->Stop(); }
IOStatus EngineFace::GarbageCollect() { return core_->CollectGarbage(); }
IOStatus EngineFace::PurgeOldBackups(uint32_t num_backups_to_keep) {
  return core_->Purge(num_backups_to_keep);
}
IOStatus EngineFace::DeleteBackup(BackupID backup_id) { return core_->Delete(backup_id); }

Status EngineFace::GetLatestBackupInfo(BackupInfo* info, bool details) const {
  return core_->Latest(info, details);
}
Status EngineFace::GetBackupInfo(BackupID backup_id, BackupInfo* info, bool details) const {
  return core_->Info(backup_id, info, details);
}
void EngineFace::GetBackupInfo(std::vector<BackupInfo>* infos, bool details) const {
  core_->AllInfos(infos, details);
}
void EngineFace::GetCorruptedBackups(std::vector<BackupID>* ids) const { core_->Damaged(ids); }
IOStatus EngineFace::VerifyBackup(BackupID backup_id, bool with_checksum) const {
  return core_->Verify(backup_id, with_checksum);
}
IOStatus EngineFace::RestoreDBFromBackup(const RestoreOptions& options, BackupID backup_id,
                                         const std::string& db_dir,
                                         const std::string& wal_dir) const {
  // To the engine 0 is the latest backup; to callers it is one that does not exist.
  if (backup_id == 0) return IOStatus::NotFound("Backup not found", "0");
  return core_->Restore(options, CoresOf(options), backup_id, db_dir, wal_dir);
}
IOStatus EngineFace::RestoreDBFromLatestBackup(const RestoreOptions& options,
                                               const std::string& db_dir,
                                               const std::string& wal_dir) const {
  return core_->Restore(options, CoresOf(options), /*id=*/0, db_dir, wal_dir);
}

namespace {

// Only the calls that BackupEngineReadOnly has reach the engine.
class ReadOnlyFace final : public BackupEngineReadOnly {
 public:
  explicit ReadOnlyFace(std::unique_ptr<EngineCore> core) : engine_(std::move(core)) {}

  using BackupEngineReadOnly::RestoreDBFromBackup;
  using BackupEngineReadOnly::RestoreDBFromLatestBackup;

  Status GetLatestBackupInfo(BackupInfo* info, bool details) const override {
    return engine_.GetLatestBackupInfo(info, details);
  }
  Status GetBackupInfo(BackupID backup_id, BackupInfo* info, bool details) const override {
    return engine_.GetBackupInfo(backup_id, info, details);
  }
  void GetBackupInfo(std::vector<BackupInfo>* infos, bool details) const override {
    engine_.GetBackupInfo(infos, details);
  }
  void GetCorruptedBackups(std::vector<BackupID>* ids) const override {
    engine_.GetCorruptedBackups(ids);
  }
  IOStatus VerifyBackup(BackupID backup_id, bool with_checksum) const override {
    return engine_.VerifyBackup(backup_id, with_checksum);
  }
  IOStatus RestoreDBFromBackup(const RestoreOptions& options, BackupID backup_id,
                               const std::string& db_dir,
                               const std::string& wal_dir) const override {
    return engine_.RestoreDBFromBackup(options, backup_id, db_dir, wal_dir);
  }
  IOStatus RestoreDBFromLatestBackup(const RestoreOptions& options, const std::string& db_dir,
                                     const std::string& wal_dir) const override {
    return engine_.RestoreDBFromLatestBackup(options, db_dir, wal_dir);
  }
  BackupEngine* AsBackupEngine() override { return &engine_; }

 private:
  EngineFace engine_;
};

IOStatus OpenCore(const BackupEngineOptions& options, Env* db_env, bool read_only,
                  std::unique_ptr<EngineCore>* core) {
  auto opened = std::make_unique<EngineCore>(options, db_env, read_only);
  IOStatus s = opened->Open();
  if (s.ok()) *core = std::move(opened);
  return s;
}

}  // namespace
}  // namespace backup

IOStatus BackupEngine::Open(const BackupEngineOptions& options, Env* db_env,
                            BackupEngine** backup_engine_ptr) {
  std::unique_ptr<backup::EngineCore> core;
  IOStatus s = backup::OpenCore(options, db_env, /*read_only=*/false, &core);
  *backup_engine_ptr = s.ok() ? new backup::EngineFace(std::move(core)) : nullptr;
  return s;
}

IOStatus BackupEngineReadOnly::Open(const BackupEngineOptions& options, Env* db_env,
                                    BackupEngineReadOnly** backup_engine_ptr) {
  std::unique_ptr<backup::EngineCore> core;
  IOStatus s = backup::OpenCore(options, db_env, /*read_only=*/true, &core);
  *backup_engine_ptr = s.ok() ? new backup::ReadOnlyFace(std::move(core)) : nullptr;
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
