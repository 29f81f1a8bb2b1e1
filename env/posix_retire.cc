// The kernel grants a write lease on a file only while no other descriptor and no mapping of it
// exists, in any process, and holds up whoever opens it until the lease goes. An opener that is
// held up gets the file that had the name when it came, so a file that somebody waits for is not
// retired.
#include "env/posix_retire.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "env/overwrite_window.h"
#include "env/posix_error.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr long kXfsMagic = 0x58465342;

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);  // nothing was written
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

// A CLONE or copy-on-write file system would gain nothing, and a network's cannot tell.
bool WritesInPlace(int fd) {
  struct statfs info = {};
  if (fstatfs(fd, &info) != 0) return false;
  const auto type = static_cast<long>(info.f_type);
  return type == EXT4_SUPER_MAGIC || type == kXfsMagic || type == TMPFS_MAGIC;
}

// Whoever breaks the lease makes the kernel send a signal: one that is ignored by default, as the
// usual one ends the process.
bool TakeLease(int fd) {
  return fcntl(fd, F_SETSIG, SIGURG) == 0 && fcntl(fd, F_SETLEASE, F_WRLCK) == 0;
}

bool HasOneName(int fd) {
  struct stat info = {};
  return fstat(fd, &info) == 0 && info.st_nlink == 1;
}

// Nobody waits for the file.
bool LeaseHolds(int fd) { return fcntl(fd, F_GETLEASE) == F_WRLCK; }

}  // namespace

IOStatus RetirePosixFile(const std::string& from, const std::string& to, bool direct) {
  const Descriptor file(from);
  if (file.get() < 0) return PosixError("open a file to retire it", from, errno);
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return PosixError("fstat", from, errno);
  if (!S_ISREG(info.st_mode) || !WritesInPlace(file.get())) {
    return IOStatus::NotSupported("RetireFile: the file system does not write in place", from);
  }
  const auto length = static_cast<uint64_t>(info.st_size);
  if (info.st_nlink != 1) return IOStatus::Busy("RetireFile: the file has another name", from);
  if (!direct && !PagesArePresent(file.get(), length)) {
    return IOStatus::Busy("RetireFile: the file is not in memory", from);
  }
  if (!TakeLease(file.get())) {
    if (errno == EAGAIN) return IOStatus::Busy("RetireFile: the file is open", from);
    return IOStatus::NotSupported("RetireFile: no lease", from);
  }
  BUCKETLSM_SYNC_POINT("RetirePosixFile:Leased");
  if (rename(from.c_str(), to.c_str()) != 0) {
    return PosixError("renaming a file to " + to, from, errno);
  }
  // The new name has no readers: closing the descriptor ends the lease. A link opens nothing, so
  // links are counted again: nobody can make one of the old name any more.
  if (LeaseHolds(file.get()) && HasOneName(file.get())) return IOStatus::OK();
  if (rename(to.c_str(), from.c_str()) != 0) {
    return PosixError("renaming a file back to " + from, to, errno);
  }
  return IOStatus::Busy("RetireFile: the file is being opened or linked", from);
}

}  // namespace ROCKSDB_NAMESPACE
