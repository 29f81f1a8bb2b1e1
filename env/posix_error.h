// Turns a failed system call into an IOStatus: what was tried, on which file, and why it failed.
// Used by everything that talks to the operating system's files, and by MemFileSystem, whose
// answers should look alike.
#pragma once

#include <string>

#include "rocksdb/io_status.h"

namespace ROCKSDB_NAMESPACE {

// `doing` completes "While ...", e.g. "open a file for reading"; may be empty. ENOSPC becomes
// NoSpace and may be retried, ENOENT PathNotFound, ESTALE a stale file; the rest is IOError.
IOStatus PosixError(const std::string& doing, const std::string& file, int error_number);

}  // namespace ROCKSDB_NAMESPACE
