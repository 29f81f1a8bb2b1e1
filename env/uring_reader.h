// Many reads of one file at once through io_uring, where the build and the kernel have it. Each
// thread keeps a ring of its own; without one the caller reads the plain way.
#pragma once

#include <cstddef>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Fills result and status of every request. False, with nothing done, when there is no ring.
bool UringReadMany(int fd, const std::string& name, FSReadRequest* reqs, size_t count);

}  // namespace ROCKSDB_NAMESPACE
