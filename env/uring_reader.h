// Many reads of one file at once through io_uring, where the build and the kernel have it: the
// caller waits for the device once, not once for each place. Called by
// PosixRandomAccessFile::MultiRead. Each thread keeps a ring of its own; without one the caller
// reads the plain way.
#pragma once

#include <cstddef>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Fills result and status of every request. False when there is no ring: then no request counts as
// done, and the caller reads them all.
bool UringReadMany(int fd, const std::string& name, FSReadRequest* reqs, size_t count);

}  // namespace ROCKSDB_NAMESPACE
