// BackupEngine as the public header declares it, over EngineCore.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/utilities/backup_engine.h"

namespace ROCKSDB_NAMESPACE::backup {

class EngineCore;

class EngineFace final : public BackupEngine {
 public:
  explicit EngineFace(std::unique_ptr<EngineCore> core);
  ~EngineFace() override;

  EngineCore* core() const { return core_.get(); }

  using BackupEngine::CreateNewBackupWithMetadata;
  using BackupEngine::RestoreDBFromBackup;
  using BackupEngine::RestoreDBFromLatestBackup;

  IOStatus CreateNewBackupWithMetadata(const CreateBackupOptions& options, DB* db,
                                       const std::string& app_metadata,
                                       BackupID* new_backup_id) override;
  void StopBackup() override;
  IOStatus GarbageCollect() override;
  IOStatus PurgeOldBackups(uint32_t num_backups_to_keep) override;
  IOStatus DeleteBackup(BackupID backup_id) override;

  Status GetLatestBackupInfo(BackupInfo* info, bool details) const override;
  Status GetBackupInfo(BackupID backup_id, BackupInfo* info, bool details) const override;
  void GetBackupInfo(std::vector<BackupInfo>* infos, bool details) const override;
  void GetCorruptedBackups(std::vector<BackupID>* ids) const override;
  IOStatus VerifyBackup(BackupID backup_id, bool with_checksum) const override;
  IOStatus RestoreDBFromBackup(const RestoreOptions& options, BackupID backup_id,
                               const std::string& db_dir,
                               const std::string& wal_dir) const override;
  IOStatus RestoreDBFromLatestBackup(const RestoreOptions& options, const std::string& db_dir,
                                     const std::string& wal_dir) const override;
  BackupEngine* AsBackupEngine() override { return this; }

 private:
  const std::unique_ptr<EngineCore> core_;
};

}  // namespace ROCKSDB_NAMESPACE::backup
