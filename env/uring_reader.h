// Many reads of one file at once through io_uring, where the build and the kernel have it: the
// caller waits for the device once, not once for each read. PosixRandomAccessFile::MultiRead calls
// it. Each thread keeps a ring of its own; without one the caller reads with pread.
#pragma once

#include <cstddef>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Fills result and status of every request. False when there is no ring: then the caller reads all
// of them.
bool UringReadMany(int fd, const std::string& name, FSReadRequest* reqs, size_t count);

// Makes `req` what the kernel's answer, bytes or -errno, says; the rest of a short or interrupted
// read is read with pread.
void FinishUringRead(int fd, const std::string& name, int answer, FSReadRequest* req);

}  // namespace ROCKSDB_NAMESPACE
