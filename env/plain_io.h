// Small words about file operations: the options of one that asks for nothing special, and what its
// error means. Used wherever files are handled.
#pragma once

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

inline const IOOptions kPlain;

// Whether `s` says that the file or its directory is not there. File systems use either code.
inline bool IsMissing(const Status& s) { return s.IsNotFound() || s.IsPathNotFound(); }

}  // namespace ROCKSDB_NAMESPACE
