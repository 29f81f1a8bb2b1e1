// The locks of a directory of backups, shared by all engines of the process that work on it.
// Without them an engine would take the files of another's unfinished backup for garbage, or delete
// what another one reads. Engines of other processes are not kept out.
//
// Order: `turn`, `files`, the lock of one engine.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE::backup {

struct DirectoryLocks {
  // Held by whoever changes the directory.
  Mutex turn;
  // Held alone while files of finished backups go, shared while those are read. A new backup needs
  // it neither way: it touches none of them.
  SharedMutex files;
};

// The same locks for the same path, as long as anybody has them. Thread-safe. Equal paths of
// different file systems share them too, which only makes engines wait for each other.
std::shared_ptr<DirectoryLocks> LocksOfDirectory(const std::string& path);

// Shares the files of several directories for the length of a scope: of each once, in the order of
// their addresses, so that two of these never wait for each other.
class FilesInUse {
 public:
  explicit FilesInUse(std::set<SharedMutex*> files) NO_LOCK_ANALYSIS : files_(std::move(files)) {
    for (SharedMutex* lock : files_) lock->LockShared();
  }
  ~FilesInUse() NO_LOCK_ANALYSIS {
    for (SharedMutex* lock : files_) lock->UnlockShared();
  }
  FilesInUse(const FilesInUse&) = delete;
  FilesInUse& operator=(const FilesInUse&) = delete;

 private:
  const std::set<SharedMutex*> files_;
};

}  // namespace ROCKSDB_NAMESPACE::backup
