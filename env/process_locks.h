// ProcessLocks: the lock files that this process holds, by path and by file. PosixFileSystem asks
// it because the kernel does not help within one process: an fcntl lock belongs to the whole
// process, and the kernel drops it when the process closes any descriptor of the file.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Invariants:
//  L1. No two entries have the same path, and no two have the same file (device and inode).
//  L2. While an entry has a file, this process closes no descriptor of that file: one that another
//      caller opened stays open until the entry goes.
// Thread-safe.
class ProcessLocks {
 public:
  // Enters `path` before its file is opened. False when an entry has the path, or has the file that
  // the path names under another spelling; *holder says when and by which thread it was made.
  bool Take(const std::string& path, std::string* holder);
  // Gives the entry of `path` the file that was opened as `fd`. False when another entry has that
  // file: then this one takes the descriptor over (L2), and drops the entry of `path`.
  // REQUIRES: Take(path) succeeded; `file` is of `fd`.
  bool SetFile(const std::string& path, const struct stat& file, int fd, std::string* holder);
  // Removes the entry of `path`; false when there is none. REQUIRES: its owner has closed the file.
  bool Drop(const std::string& path);

 private:
  struct Entry {
    uint64_t seconds = 0;
    uint64_t thread = 0;
    bool has_file = false;
    dev_t device = 0;
    ino_t inode = 0;
    // Descriptors of the same file that must not be closed while the lock is held (L2).
    std::vector<int> kept_open;
  };

  // Null when no entry has the file.
  Entry* FindFile(const struct stat& file) REQUIRES_LOCK(mu_);
  static std::string Describe(const Entry& entry);

  Mutex mu_;
  std::map<std::string, Entry> entries_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
