// A backup as if it were a database's directory: private/<id> with the shared tables that the
// backup uses under their own names. Read only. DB::OpenForReadOnly opens it through
// BackupInfo::env_for_open.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/file_system.h"
#include "utilities/backup/backup_meta.h"

namespace ROCKSDB_NAMESPACE::backup {

// `root` is the directory of backups. Every change is refused with NotSupported.
std::shared_ptr<FileSystem> NewBackupView(const std::shared_ptr<FileSystem>& fs,
                                          const std::string& root, const std::string& directory,
                                          const BackupMeta& meta);

}  // namespace ROCKSDB_NAMESPACE::backup
