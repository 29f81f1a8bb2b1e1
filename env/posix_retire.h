// Renames a file that is to be written over, if no other name, process or mapping leads to it.
#pragma once

#include <string>

#include "rocksdb/io_status.h"

namespace ROCKSDB_NAMESPACE {

// FileSystem::RetireFile of the POSIX file system: ext4, XFS and tmpfs on Linux. Elsewhere, and
// where the process may not take leases, NotSupported; Busy also where memory has lost the pages
// and the next use is not `direct`.
IOStatus RetirePosixFile(const std::string& from, const std::string& to, bool direct);

}  // namespace ROCKSDB_NAMESPACE
