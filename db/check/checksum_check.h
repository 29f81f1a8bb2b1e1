// DB::VerifyChecksum and VerifyFileChecksums: every block of every table, or every table as a
// whole, is read and compared with its checksum. Nothing is changed.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// The first fault ends it.
[[nodiscard]] Status VerifyAllChecksums(DbParts* parts, const ReadOptions& options)
    EXCLUDES_LOCK(state_lock);

// Tables without a checksum of the whole file are passed over. The first fault ends it.
// InvalidArgument: there is no file_checksum_gen_factory, or it does not know the function of a
// checksum.
[[nodiscard]] Status VerifyWholeFiles(DbParts* parts, const ReadOptions& options)
    EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
