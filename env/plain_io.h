// Helpers for file operations: the options of an operation without special wishes, and what its
// error means.
#pragma once

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

inline const IOOptions kPlainIo;

// Whether `s` says that the file or its directory does not exist. File systems use either code.
inline bool IsMissing(const Status& s) { return s.IsNotFound() || s.IsPathNotFound(); }

}  // namespace ROCKSDB_NAMESPACE
