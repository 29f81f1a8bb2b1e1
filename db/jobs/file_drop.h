// DeleteFilesInRanges: drops whole table files whose keys all lie in given ranges, without reading
// or rewriting any. ldb drops single files that are lost.
#pragma once

#include "db/jobs/background.h"

namespace ROCKSDB_NAMESPACE {

// Null bounds are open. Deletes the files from disk as far as nobody reads them.
[[nodiscard]] Status DropFilesInRanges(DbParts* parts, const FamilyPtr& family,
                                       const RangePtr* ranges, size_t n, bool include_end)
    EXCLUDES_LOCK(state_lock);

// Takes one table out of its family's tree, on any level, whatever older data it hid. NotFound: no
// family has it. Busy: a job reads it.
[[nodiscard]] Status DropFile(DbParts* parts, uint64_t number) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
