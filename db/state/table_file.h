// Where the file of a table is: under its own name, or under the one that LevelDB gave it, whose
// databases can be opened. Names in lists are always the former.
#pragma once

#include <cstdint>
#include <string>

#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

// The error is that of the table's own name.
[[nodiscard]] inline IOStatus SizeOfTable(FileSystem* fs, const std::string& dir, uint64_t number,
                                          uint64_t* size) {
  IOStatus s = fs->GetFileSize(TableFileName(dir, number), kPlainIo, size, nullptr);
  if (!IsMissing(s)) return s;
  const std::string other = LevelDbTableFileName(dir, number);
  return fs->GetFileSize(other, kPlainIo, size, nullptr).ok() ? IOStatus::OK() : s;
}

}  // namespace ROCKSDB_NAMESPACE
