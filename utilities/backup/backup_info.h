// The public description of a backup: BackupInfo.
#pragma once

#include "utilities/backup/backup_context.h"
#include "utilities/backup/backup_meta.h"

namespace ROCKSDB_NAMESPACE::backup {

BackupInfo DescribeBackup(const BackupContext& context, BackupID id, const BackupMeta& meta,
                          bool with_file_details);

}  // namespace ROCKSDB_NAMESPACE::backup
