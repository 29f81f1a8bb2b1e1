// Deletes what no backup of a directory needs: what failed or interrupted backups left, and files
// of deleted backups.
#pragma once

#include "utilities/backup/backup_set.h"

namespace ROCKSDB_NAMESPACE::backup {

// Goes on after a failure and returns the first one; what is left is found by the next call. Files
// that a damaged backup may need stay. REQUIRES: `set` is as the directory is, and nobody writes to
// the directory.
[[nodiscard]] IOStatus CollectGarbage(const BackupContext& context, const BackupSet& set);

// Deletes a directory of files; none is fine.
[[nodiscard]] IOStatus DeleteDirectory(FileSystem* fs, const std::string& path);

}  // namespace ROCKSDB_NAMESPACE::backup
