// See posix_io.h. Interrupted and short calls are repeated here, so that no caller has to handle
// them: an error means that the operation failed, success that all of it was done.
#include "env/posix_io.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The kernel transfers at most about 2 GiB in one call; chosen below that, not measured.
constexpr size_t kLargestTransfer = size_t{1} << 30;

}  // namespace

FdOwner::~FdOwner() { (void)Close(); }

int FdOwner::Close() {
  if (fd_ < 0) {
    return 0;
  }
  // Not repeated after EINTR: Linux has freed the descriptor by then.
  const int result = close(fd_);
  fd_ = -1;
  return result == 0 ? 0 : errno;
}

ssize_t ReadFully(int fd, char* scratch, size_t n, uint64_t offset) {
  constexpr size_t kPage = 4096;
  size_t done = 0;
  size_t known = 0;  // bytes read before a step back
  while (done < n) {
    const ssize_t got = pread(fd, scratch + done, std::min(n - done, kLargestTransfer),
                              static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      // A direct read that ended within a page continues from the beginning of that page.
      const size_t back = (offset + done) % kPage;
      if (errno != EINVAL || back == 0 || back > done) {
        return -1;
      }
      known = done;
      done -= back;
      continue;
    }
    done += static_cast<size_t>(got);
    // The end of the file, also when a step back brought no new bytes.
    if (got == 0 || done <= known) {
      break;
    }
  }
  return static_cast<ssize_t>(std::max(done, known));
}

// A short write is not an error: a full disk takes the part that fits, and the next call returns
// ENOSPC.
int WriteFully(int fd, const char* data, size_t n, int64_t offset) {
  while (n > 0) {
    const size_t piece = std::min(n, kLargestTransfer);
    const ssize_t put = offset < 0 ? write(fd, data, piece) : pwrite(fd, data, piece, offset);
    if (put < 0 && errno == EINTR) {
      continue;
    }
    if (put < 0) {
      return errno;
    }
    data += put;
    n -= static_cast<size_t>(put);
    offset += offset < 0 ? 0 : put;
  }
  return 0;
}

size_t UniqueIdOfFd(int fd, char* id, size_t max_size) {
  struct stat info;
  if (max_size < kMaxVarint64Bytes * 3 || fstat(fd, &info) != 0) {
    return 0;
  }
  char* end = StoreVarint64(id, info.st_dev);
  end = StoreVarint64(end, info.st_ino);
  // In place of the generation number, which only privileged processes can read.
  end = StoreVarint64(end, static_cast<uint64_t>(info.st_ctim.tv_nsec));
  return static_cast<size_t>(end - id);
}

}  // namespace ROCKSDB_NAMESPACE
