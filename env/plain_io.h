// Helpers for file operations: the options of an operation without special wishes, and what its
// error means.
#pragma once

#include <cstdint>
#include <string>

#include "env/filename.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

inline const IOOptions kPlainIo;

// Whether `s` says that the file or its directory does not exist. File systems use either code.
inline bool IsMissing(const Status& s) { return s.IsNotFound() || s.IsPathNotFound(); }

// The size of a table, under its own name or the one that LevelDB gave it.
inline IOStatus SizeOfTable(FileSystem* fs, const std::string& dir, uint64_t number,
                            uint64_t* size) {
  IOStatus s = fs->GetFileSize(TableFileName(dir, number), kPlainIo, size, nullptr);
  if (!IsMissing(s)) return s;
  const std::string other = LevelDbTableFileName(dir, number);
  return fs->GetFileSize(other, kPlainIo, size, nullptr).ok() ? IOStatus::OK() : s;
}

}  // namespace ROCKSDB_NAMESPACE
