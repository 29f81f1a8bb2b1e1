// Transfers on one descriptor that are done whole or fail, and the owner of a descriptor. The file
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
  // 0 or errno. Idempotent. The descriptor is gone even after an error: closing again could close
  // another's.
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

// A file id made of device, inode and the nanoseconds of the last change; the length, or 0 when
// max_size is too small. Not the same any more after a link to the file was made.
size_t UniqueIdOfFd(int fd, char* id, size_t max_size);

}  // namespace ROCKSDB_NAMESPACE
