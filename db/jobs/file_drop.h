// DeleteFilesInRanges: drops whole table files whose keys all lie in given ranges, without reading
// or rewriting any.
#pragma once

#include "db/jobs/background.h"

namespace ROCKSDB_NAMESPACE {

// Null bounds are open. Deletes the files from disk as far as nobody reads them.
[[nodiscard]] Status DropFilesInRanges(DbParts* parts, const FamilyPtr& family,
                                       const RangePtr* ranges, size_t n, bool include_end)
    EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
