// One lock for each directory of backups, shared by all engines of the process that work on it.
// Without it an engine would take the files of another's unfinished backup for garbage. Engines of
// other processes are not kept out.
#pragma once

#include <memory>
#include <string>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE::backup {

// The same lock for the same path, as long as anybody holds it. Thread-safe. Equal paths of
// different file systems share a lock too, which only makes them wait for each other.
std::shared_ptr<SharedMutex> LockOfDirectory(const std::string& path);

}  // namespace ROCKSDB_NAMESPACE::backup
