// Holds the files of one backup against its description. Changes nothing.
#pragma once

#include "utilities/backup/backup_context.h"
#include "utilities/backup/backup_meta.h"

namespace ROCKSDB_NAMESPACE::backup {

// NotFound for a file that is missing, Corruption for one with another size or, on request, another
// checksum. Messages name the file. Excluded files are not looked for.
[[nodiscard]] IOStatus VerifyFiles(const BackupContext& context, const BackupMeta& meta,
                                   bool with_checksums);

}  // namespace ROCKSDB_NAMESPACE::backup
