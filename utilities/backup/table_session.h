// The session id in the properties of a table file: with its number, the identity of the file.
#pragma once

#include <string>

#include "rocksdb/file_system.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE::backup {

// Reads the end of the file only. *session is empty when the table has none, or properties that
// cannot be read. Other errors are those of the file system.
[[nodiscard]] Status ReadSessionId(FileSystem* fs, const std::string& path, uint64_t size,
                                   std::string* session);

}  // namespace ROCKSDB_NAMESPACE::backup
