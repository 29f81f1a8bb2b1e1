// What a table tells of itself, for its metadata: the MANIFEST does not record it.
#pragma once

#include "rocksdb/table_properties.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

// Takes numbers of entries, raw sizes and the newest key's time; sets stats_known.
void TakeCounts(const TableProperties& from, FileMeta* to);

}  // namespace ROCKSDB_NAMESPACE
