// Turns a failed system call into an IOStatus: what was tried, on which file, and why it failed.
// The classes over the operating system's files use it, and MemFileSystem, so that its errors look
// the same.
#pragma once

#include <string>

#include "rocksdb/io_status.h"

namespace ROCKSDB_NAMESPACE {

// `doing` completes "While ...", e.g. "open a file for reading"; may be empty. ENOSPC becomes a
// retryable NoSpace, ENOENT PathNotFound, ESTALE a stale file, any other number IOError.
IOStatus PosixError(const std::string& doing, const std::string& file, int error_number);

// Of a directory that cannot be listed: NotFound where there is none, and PosixError otherwise.
IOStatus ListingError(const std::string& directory, int error_number);

}  // namespace ROCKSDB_NAMESPACE
