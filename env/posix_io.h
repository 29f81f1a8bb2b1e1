// Transfers on one descriptor that complete or fail, and the owner of a descriptor. The file
// classes (posix_files.h) and the io_uring reader (uring_reader.h) use them. Thread-safe where the
// descriptor is.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Owns a descriptor.
class FdOwner {
 public:
  explicit FdOwner(int fd) : fd_(fd) {}
  ~FdOwner();
  FdOwner(const FdOwner&) = delete;
  FdOwner& operator=(const FdOwner&) = delete;

  int get() const { return fd_; }
  // 0 or errno. Idempotent. An error closes the descriptor, too: closing it again could close
  // another file's.
  int Close();

 private:
  int fd_;
};

// Reads up to n bytes with pread, past interruptions and short reads, until the end of the file.
// Returns the number of bytes, or -1 with errno.
ssize_t ReadFully(int fd, char* scratch, size_t n, uint64_t offset);
// Writes all n bytes; at the file's own position when offset is negative. 0 or errno; after an
// error some of the bytes may be there.
int WriteFully(int fd, const char* data, size_t n, int64_t offset = -1);

// Writes a file id made of device, inode and the nanoseconds of the last status change; returns its
// length, or 0 when max_size is too small. A new link to the file changes the id.
size_t UniqueIdOfFd(int fd, char* id, size_t max_size);

}  // namespace ROCKSDB_NAMESPACE
