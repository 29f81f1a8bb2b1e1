// See the header.
#include "utilities/backup/directory_lock.h"

#include <map>

namespace ROCKSDB_NAMESPACE::backup {

namespace {

struct Locks {
  Mutex mutex;
  std::map<std::string, std::weak_ptr<DirectoryLocks>> by_path GUARDED_BY(mutex);
};

// Never destroyed: engines may outlive static objects.
Locks* AllLocks() {
  static Locks* const locks = new Locks;
  return locks;
}

}  // namespace

std::shared_ptr<DirectoryLocks> LocksOfDirectory(const std::string& path) {
  std::string name = path;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  Locks* const locks = AllLocks();
  MutexLock hold(&locks->mutex);
  // Directories that no engine works on any more.
  for (auto it = locks->by_path.begin(); it != locks->by_path.end();) {
    it = it->second.expired() ? locks->by_path.erase(it) : std::next(it);
  }
  std::weak_ptr<DirectoryLocks>& known = locks->by_path[name];
  std::shared_ptr<DirectoryLocks> found = known.lock();
  if (found == nullptr) {
    found = std::make_shared<DirectoryLocks>();
    known = found;
  }
  return found;
}

}  // namespace ROCKSDB_NAMESPACE::backup
