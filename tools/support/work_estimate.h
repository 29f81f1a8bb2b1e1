// How many bytes long work will read, as far as can be known before it begins.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/metadata.h"

namespace ROCKSDB_NAMESPACE::tools {

// Of a manual compaction of a whole family: level by level, what has come down and the level that
// it is merged into; the only level of a family is read once.
uint64_t CompactionWork(const ColumnFamilyMetaData& family);

// Of work that reads a directory's files once. 0 if the directory cannot be read.
uint64_t BytesIn(const std::string& directory);

}  // namespace ROCKSDB_NAMESPACE::tools
