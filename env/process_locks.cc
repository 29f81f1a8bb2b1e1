// See process_locks.h.
#include "env/process_locks.h"

#include <pthread.h>
#include <unistd.h>

#include <ctime>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

ProcessLocks::Entry* ProcessLocks::FindFile(const struct stat& file) {
  for (auto& [path, entry] : entries_) {
    if (entry.has_file && entry.device == file.st_dev && entry.inode == file.st_ino) {
      return &entry;
    }
  }
  return nullptr;
}

std::string ProcessLocks::Describe(const Entry& entry) {
  return Format("lock hold by current process, acquire time %lu acquiring thread %lu",
                entry.seconds, entry.thread);
}

bool ProcessLocks::Take(const std::string& path, std::string* holder) {
  struct stat file;
  const bool exists = stat(path.c_str(), &file) == 0;
  MutexLock lock(&mu_);
  const auto same_path = entries_.find(path);
  const Entry* held = same_path != entries_.end() ? &same_path->second : nullptr;
  if (held == nullptr && exists) {
    held = FindFile(file);
  }
  if (held != nullptr) {
    *holder = Describe(*held);
    return false;
  }
  Entry& entry = entries_[path];
  entry.seconds = static_cast<uint64_t>(time(nullptr));
  entry.thread = static_cast<uint64_t>(pthread_self());
  return true;
}

bool ProcessLocks::SetFile(const std::string& path, const struct stat& file, int fd,
                           std::string* holder) {
  MutexLock lock(&mu_);
  // Another thread made or opened the file under another spelling since Take looked.
  if (Entry* held = FindFile(file)) {
    *holder = Describe(*held);
    held->kept_open.push_back(fd);
    entries_.erase(path);
    return false;
  }
  Entry& entry = entries_[path];
  entry.has_file = true;
  entry.device = file.st_dev;
  entry.inode = file.st_ino;
  return true;
}

bool ProcessLocks::Drop(const std::string& path) {
  MutexLock lock(&mu_);
  const auto found = entries_.find(path);
  if (found == entries_.end()) {
    return false;
  }
  for (const int fd : found->second.kept_open) {
    close(fd);
  }
  entries_.erase(found);
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
