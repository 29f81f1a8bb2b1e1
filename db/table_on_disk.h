// The properties of a table file, read apart from any open database. Backups tell tables apart by
// them.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/file_system.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// Reads the end of the file only, whatever comparator and filters it needs. *properties are the
// default ones when the file has none that can be read; Corruption when it is no table.
[[nodiscard]] Status ReadPropertiesOnDisk(FileSystem* fs, const std::string& path, uint64_t size,
                                          TableProperties* properties);

}  // namespace ROCKSDB_NAMESPACE
