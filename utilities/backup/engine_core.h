// A backup engine without its public face: what may run beside what, and in which order the parts
// are called. Thread-safe.
//
// Invariants
//  1. Calls that change the directory take turns, whichever engine of the process they are of.
//     Deletions also wait for whoever reads finished backups, in any engine: opening for reading,
//     verifying, restoring. StopBackup takes no lock.
//  2. Each change begins by reading the directory again, so that backups which another engine made
//     since are neither overwritten nor taken for garbage.
//  3. Nobody waits for the lock of another engine with one of an engine held; locks are taken in
//     the order of directory_lock.h. So a callback within a new backup may ask other engines.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "util/mutex.h"
#include "utilities/backup/backup_context.h"
#include "utilities/backup/backup_restorer.h"
#include "utilities/backup/backup_set.h"
#include "utilities/backup/directory_lock.h"

namespace ROCKSDB_NAMESPACE::backup {

class EngineCore {
 public:
  EngineCore(const BackupEngineOptions& options, Env* db_env, bool read_only);
  EngineCore(const EngineCore&) = delete;
  EngineCore& operator=(const EngineCore&) = delete;

  // REQUIRES: first call.
  [[nodiscard]] IOStatus Open() EXCLUDES_LOCK(mutex_);

  // ---- changes; REQUIRES: not read-only
  [[nodiscard]] IOStatus Create(const CreateBackupOptions& options, DB* db,
                                const std::string& app_metadata, BackupID* new_id)
      EXCLUDES_LOCK(mutex_);
  [[nodiscard]] IOStatus Purge(uint32_t backups_to_keep) EXCLUDES_LOCK(mutex_);
  [[nodiscard]] IOStatus Delete(BackupID id) EXCLUDES_LOCK(mutex_);
  [[nodiscard]] IOStatus CollectGarbage() EXCLUDES_LOCK(mutex_);
  void Stop() { context_.stopped = true; }

  // ---- the rest
  [[nodiscard]] Status Latest(BackupInfo* info, bool details) const EXCLUDES_LOCK(mutex_);
  [[nodiscard]] Status Info(BackupID id, BackupInfo* info, bool details) const
      EXCLUDES_LOCK(mutex_);
  void AllInfos(std::vector<BackupInfo>* infos, bool details) const EXCLUDES_LOCK(mutex_);
  void Damaged(std::vector<BackupID>* ids) const EXCLUDES_LOCK(mutex_);
  [[nodiscard]] IOStatus Verify(BackupID id, bool with_checksum) const EXCLUDES_LOCK(mutex_);
  // Id 0 means the latest. `others` are the engines of RestoreOptions::alternate_dirs, which are
  // asked for excluded files after this one.
  [[nodiscard]] IOStatus Restore(const RestoreOptions& options,
                                 const std::vector<const EngineCore*>& others, BackupID id,
                                 const std::string& db_dir, const std::string& wal_dir) const
      EXCLUDES_LOCK(mutex_);

 private:
  [[nodiscard]] IOStatus OpenToRead() EXCLUDES_LOCK(mutex_);
  [[nodiscard]] IOStatus OpenToWrite() EXCLUDES_LOCK(mutex_);
  [[nodiscard]] IOStatus MakeDirectories() const;
  [[nodiscard]] IOStatus DeleteAll() REQUIRES_LOCK(mutex_);
  // Of an earlier backup that failed and could not clean up. Reads the directory.
  [[nodiscard]] IOStatus CollectLeftovers() EXCLUDES_LOCK(mutex_);
  // Without the files, which garbage collection deletes.
  [[nodiscard]] IOStatus DeleteMeta(BackupID id) REQUIRES_LOCK(mutex_);
  [[nodiscard]] IOStatus DeleteSome(const std::vector<BackupID>& ids) REQUIRES_LOCK(mutex_);
  [[nodiscard]] IOStatus Reload() REQUIRES_LOCK(mutex_);
  // InvalidArgument or NotSupported for options that do not go together.
  [[nodiscard]] IOStatus Check(const CreateBackupOptions& options,
                               const std::string& app_metadata) const;
  // 0: there is none.
  BackupID LatestSound() const EXCLUDES_LOCK(mutex_);
  [[nodiscard]] Status Copy(BackupID id, BackupMeta* meta) const EXCLUDES_LOCK(mutex_);
  // Whether a sound backup of this engine has the file.
  bool Offer(const std::string& name, FileElsewhere* place) const EXCLUDES_LOCK(mutex_);

  BackupContext context_;
  const bool read_only_;
  const std::shared_ptr<DirectoryLocks> directory_;
  mutable SharedMutex mutex_;
  BackupSet set_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE::backup
