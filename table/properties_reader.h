// Reads the properties block of a table.
#pragma once

#include "rocksdb/options.h"
#include "rocksdb/table_properties.h"
#include "table/extent.h"
#include "table/sst_file.h"

namespace ROCKSDB_NAMESPACE {

// Also where they do not fit their checksum because a database has written its sequence number into
// the table since it was made; `file` then knows the place of the number.
[[nodiscard]] Status LoadProperties(const ReadOptions& ro, const Extent& where, SstFile* file,
                                    TableProperties* properties);

}  // namespace ROCKSDB_NAMESPACE
