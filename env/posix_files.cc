// See posix_files.h.
#include "env/posix_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "env/posix_error.h"
#include "env/uring_async.h"
#include "env/uring_reader.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Advises the kernel to drop cached pages. The application asked for it, so it gets the error.
IOStatus DropCache(int fd, const std::string& name, size_t offset, size_t length) {
  const int error = posix_fadvise(fd, static_cast<off_t>(offset), static_cast<off_t>(length),
                                  POSIX_FADV_DONTNEED);
  return error == 0 ? IOStatus::OK()
                    : PosixError("fadvise NotNeeded offset " + std::to_string(offset) + " len " +
                                     std::to_string(length),
                                 name, error);
}

IOStatus SizeOf(int fd, const std::string& name, uint64_t* size) {
  struct stat info;
  if (fstat(fd, &info) != 0) {
    return PosixError("fstat", name, errno);
  }
  *size = static_cast<uint64_t>(info.st_size);
  return IOStatus::OK();
}

// fdatasync omits metadata that reading the data back does not need (times), which saves a journal
// write; both make the file's size durable.
IOStatus SyncFd(int fd, const std::string& name, bool metadata) {
  if ((metadata ? fsync(fd) : fdatasync(fd)) != 0) {
    return PosixError(metadata ? "fsync" : "fdatasync", name, errno);
  }
  return IOStatus::OK();
}

IOStatus ReadError(uint64_t offset, size_t n, const std::string& name) {
  return PosixError("pread offset " + std::to_string(offset) + " len " + std::to_string(n), name,
                    errno);
}

}  // namespace

// --- Sequential ------------------------------------------------------------------------------

IOStatus PosixSequentialFile::Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                                   IODebugContext* dbg) {
  IOStatus s = PositionedRead(position_, n, o, result, scratch, dbg);
  if (s.ok()) {
    position_ += result->size();
  }
  return s;
}

IOStatus PosixSequentialFile::PositionedRead(uint64_t offset, size_t n, const IOOptions& /*o*/,
                                             Slice* result, char* scratch,
                                             IODebugContext* /*dbg*/) {
  const ssize_t got = ReadFully(fd_.get(), scratch, n, offset);
  *result = Slice(scratch, got < 0 ? 0 : static_cast<size_t>(got));
  return got < 0 ? PosixError("reading file sequentially", name_, errno) : IOStatus::OK();
}

IOStatus PosixSequentialFile::Skip(uint64_t n) {
  position_ += n;
  return IOStatus::OK();
}

IOStatus PosixSequentialFile::InvalidateCache(size_t offset, size_t length) {
  return direct_ ? IOStatus::OK() : DropCache(fd_.get(), name_, offset, length);
}

// --- Random access ---------------------------------------------------------------------------

namespace {

// One call of the system for all requests, if each begins where the one before ends. False: they
// do not, or the system refuses. A request that got less than it asked for is the caller's to
// complete, as after any read.
bool ReadSideBySide(int fd, const std::string& name, FSReadRequest* reqs, size_t count) {
  // Room for the largest window in the smallest usual blocks.
  constexpr size_t kMost = 256;
  if (count > kMost) return false;
  struct iovec pieces[kMost];
  size_t total = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && reqs[i].offset != reqs[i - 1].offset + reqs[i - 1].len) return false;
    pieces[i] = {reqs[i].scratch, reqs[i].len};
    total += reqs[i].len;
  }
  ssize_t got;
  do {
    got = preadv(fd, pieces, static_cast<int>(count), static_cast<off_t>(reqs[0].offset));
  } while (got < 0 && errno == EINTR);
  const IOStatus s = got < 0 ? ReadError(reqs[0].offset, total, name) : IOStatus::OK();
  size_t left = got < 0 ? 0 : static_cast<size_t>(got);
  for (FSReadRequest* r = reqs; r != reqs + count; ++r) {
    const size_t mine = std::min(left, r->len);
    left -= mine;
    r->status = s;
    r->result = Slice(r->scratch, mine);
  }
  return true;
}

// Reads what the page cache holds, and only if it holds all of it: that is quicker than asking a
// ring for it. False: nothing was read.
bool ReadIfCached(int fd, FSReadRequest* req) {
  const struct iovec all = {req->scratch, req->len};
  const ssize_t got = preadv2(fd, &all, 1, static_cast<off_t>(req->offset), RWF_NOWAIT);
  if (got < 0 || static_cast<size_t>(got) != req->len) return false;
  req->result = Slice(req->scratch, req->len);
  req->status = IOStatus::OK();
  return true;
}

}  // namespace

IOStatus PosixRandomAccessFile::Read(uint64_t offset, size_t n, const IOOptions& /*o*/,
                                     Slice* result, char* scratch, IODebugContext* /*dbg*/) const {
  const ssize_t got = ReadFully(fd_.get(), scratch, n, offset);
  *result = Slice(scratch, got < 0 ? 0 : static_cast<size_t>(got));
  return got < 0 ? ReadError(offset, n, name_) : IOStatus::OK();
}

IOStatus PosixRandomAccessFile::MultiRead(FSReadRequest* reqs, size_t num_reqs, const IOOptions& o,
                                          IODebugContext* dbg) {
  if (num_reqs > 1 && ReadSideBySide(fd_.get(), name_, reqs, num_reqs)) return IOStatus::OK();
  // A single request gains nothing from a ring.
  if (num_reqs > 1 && UringReadMany(fd_.get(), name_, reqs, num_reqs)) {
    return IOStatus::OK();
  }
  return FSRandomAccessFile::MultiRead(reqs, num_reqs, o, dbg);
}

IOStatus PosixRandomAccessFile::ReadAsync(FSReadRequest& req, const IOOptions& o,
                                          std::function<void(FSReadRequest&, void*)> cb,
                                          void* cb_arg, void** io_handle, IOHandleDeleter* del_fn,
                                          IODebugContext* dbg) {
  *io_handle = nullptr;
  if (!direct_ && ReadIfCached(fd_.get(), &req)) {
    cb(req, cb_arg);
    return IOStatus::OK();
  }
  *io_handle = StartUringRead(fd_.get(), name_, req, cb, cb_arg);
  if (*io_handle == nullptr) {
    return FSRandomAccessFile::ReadAsync(req, o, std::move(cb), cb_arg, io_handle, del_fn, dbg);
  }
  *del_fn = &FreeUringRead;
  return IOStatus::OK();
}

IOStatus PosixRandomAccessFile::Prefetch(uint64_t offset, size_t n, const IOOptions& /*o*/,
                                         IODebugContext* /*dbg*/) {
  // There is no cache to read ahead into; Readahead then holds the window itself.
  if (direct_) {
    return IOStatus::NotSupported("Prefetch");
  }
  if (readahead(fd_.get(), static_cast<off64_t>(offset), n) != 0) {
    return PosixError("prefetching offset " + std::to_string(offset), name_, errno);
  }
  return IOStatus::OK();
}

size_t PosixRandomAccessFile::GetUniqueId(char* id, size_t max_size) const {
  return UniqueIdOfFd(fd_.get(), id, max_size);
}

void PosixRandomAccessFile::Hint(AccessPattern pattern) {
  static constexpr int kAdvice[] = {POSIX_FADV_NORMAL, POSIX_FADV_RANDOM, POSIX_FADV_SEQUENTIAL,
                                    POSIX_FADV_WILLNEED, POSIX_FADV_DONTNEED};
  if (!direct_) {
    (void)posix_fadvise(fd_.get(), 0, 0, kAdvice[pattern]);  // an error does not matter
  }
}

IOStatus PosixRandomAccessFile::InvalidateCache(size_t offset, size_t length) {
  return direct_ ? IOStatus::OK() : DropCache(fd_.get(), name_, offset, length);
}

IOStatus PosixRandomAccessFile::GetFileSize(uint64_t* result) {
  return SizeOf(fd_.get(), name_, result);
}

PosixMappedFile::~PosixMappedFile() { (void)munmap(base_, length_); }

// Never copies, so `scratch` stays unused.
IOStatus PosixMappedFile::Read(uint64_t offset, size_t n, const IOOptions& /*o*/, Slice* result,
                               char* /*scratch*/, IODebugContext* /*dbg*/) const {
  if (offset > length_) {
    *result = Slice();
    return PosixError("mmap read offset " + std::to_string(offset) + " larger than file length " +
                          std::to_string(length_),
                      name_, EINVAL);
  }
  *result = Slice(base_ + offset, std::min<uint64_t>(n, length_ - offset));
  return IOStatus::OK();
}

size_t PosixMappedFile::GetUniqueId(char* id, size_t max_size) const {
  return UniqueIdOfFd(fd_.get(), id, max_size);
}

void PosixMappedFile::Hint(AccessPattern pattern) {
  static constexpr int kAdvice[] = {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED,
                                    MADV_DONTNEED};
  (void)madvise(base_, length_, kAdvice[pattern]);
}

IOStatus PosixMappedFile::InvalidateCache(size_t offset, size_t length) {
  return DropCache(fd_.get(), name_, offset, length);
}

IOStatus PosixMappedFile::GetFileSize(uint64_t* result) {
  *result = length_;
  return IOStatus::OK();
}

// --- Writing ---------------------------------------------------------------------------------

PosixWritableFile::PosixWritableFile(const std::string& name, int fd, uint64_t size,
                                     size_t alignment, const FileOptions& options)
    : FSWritableFile(options),
      name_(name),
      fd_(fd),
      direct_(options.use_direct_writes),
      alignment_(alignment),
      allow_fallocate_(options.allow_fallocate),
      keep_size_(options.fallocate_with_keep_size),
      size_(size) {}

PosixWritableFile::~PosixWritableFile() {
  if (!closed_) {
    Close(IOOptions(), nullptr).PermitUncheckedError();
  }
}

IOStatus PosixWritableFile::Append(const Slice& data, const IOOptions& /*o*/,
                                   IODebugContext* /*dbg*/) {
  int error = 0;
  if (window_ == nullptr) {
    // At the descriptor's position: the end of a file opened for appending, the beginning of a
    // reused one.
    error = WriteFully(fd_.get(), data.data(), data.size());
  } else {
    const uint64_t at = size_.load(std::memory_order_relaxed);
    const size_t taken = window_->Write(at, data.data(), data.size());
    if (taken < data.size()) {
      error = WriteFully(fd_.get(), data.data() + taken, data.size() - taken,
                         static_cast<int64_t>(at + taken));
    }
  }
  if (error != 0) {
    return PosixError("appending to file", name_, error);
  }
  // One thread appends, so no locked instruction, which would wait for the copy above.
  size_.store(size_.load(std::memory_order_relaxed) + data.size(), std::memory_order_release);
  return IOStatus::OK();
}

IOStatus PosixWritableFile::PositionedAppend(const Slice& data, uint64_t offset,
                                             const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  const int error = WriteFully(fd_.get(), data.data(), data.size(), static_cast<int64_t>(offset));
  if (error != 0) {
    return PosixError("pwrite to file at offset " + std::to_string(offset), name_, error);
  }
  // With direct I/O the size includes padding, which the writer cuts with Truncate before it
  // closes.
  size_.store(offset + data.size(), std::memory_order_release);
  return IOStatus::OK();
}

IOStatus PosixWritableFile::Truncate(uint64_t size, const IOOptions& /*o*/,
                                     IODebugContext* /*dbg*/) {
  if (window_ != nullptr) window_->Drop();
  if (ftruncate(fd_.get(), static_cast<off_t>(size)) != 0) {
    return PosixError("ftruncate file to size " + std::to_string(size), name_, errno);
  }
  size_.store(size, std::memory_order_release);
  cut_at_ = size;
  return IOStatus::OK();
}

// Filler, and blocks allocated ahead of the data: they stay allocated unless the file is truncated
// to its size.
IOStatus PosixWritableFile::CutUnused() {
  size_t block_size = 0;
  size_t last_block = 0;
  GetPreallocationStatus(&block_size, &last_block);
  const bool filled = window_ != nullptr && window_->filled();
  // There is nothing of the kind; a reused file keeps its length.
  if (!filled && (last_block == 0 || !allow_fallocate_)) {
    return IOStatus::OK();
  }
  const uint64_t size = size_.load(std::memory_order_acquire);
  if (size == cut_at_ || (!filled && last_block * block_size <= size)) return IOStatus::OK();
  if (ftruncate(fd_.get(), static_cast<off_t>(size)) != 0) {
    return PosixError("ftruncate unused blocks away", name_, errno);
  }
  return IOStatus::OK();
}

IOStatus PosixWritableFile::Close(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  if (std::exchange(closed_, true)) {
    return IOStatus::OK();
  }
  if (window_ != nullptr) window_->Drop();
  IOStatus s = CutUnused();
  const int error = fd_.Close();
  if (s.ok() && error != 0) {
    s = PosixError("closing file after writing", name_, error);
  }
  return s;
}

IOStatus PosixWritableFile::Flush(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return IOStatus::OK();  // nothing is buffered here
}

IOStatus PosixWritableFile::Sync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return SyncFd(fd_.get(), name_, false);
}

IOStatus PosixWritableFile::Fsync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return SyncFd(fd_.get(), name_, true);
}

// One system call for each change of the hint.
void PosixWritableFile::SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) {
#ifdef F_SET_RW_HINT
  const auto value = static_cast<uint64_t>(hint);
  if (hint != write_hint_ && fcntl(fd_.get(), F_SET_RW_HINT, &value) == 0) {
    write_hint_ = hint;
  }
#else
  write_hint_ = hint;
#endif
}

uint64_t PosixWritableFile::GetFileSize(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return size_.load(std::memory_order_acquire);
}

IOStatus PosixWritableFile::InvalidateCache(size_t offset, size_t length) {
  return direct_ ? IOStatus::OK() : DropCache(fd_.get(), name_, offset, length);
}

IOStatus PosixWritableFile::RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& o,
                                      IODebugContext* dbg) {
  // The page cache holds none of it.
  if (direct_) {
    return IOStatus::OK();
  }
  // Strict: also waits for everything before, so that unwritten data stays bounded.
  const off_t from = strict_bytes_per_sync_ ? 0 : static_cast<off_t>(offset);
  const off_t length = static_cast<off_t>(strict_bytes_per_sync_ ? offset + nbytes : nbytes);
  const unsigned flags = strict_bytes_per_sync_
                             ? SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE
                             : SYNC_FILE_RANGE_WRITE;
  if (sync_file_range(fd_.get(), from, length, flags) == 0) {
    return IOStatus::OK();
  }
  // The default does a full sync for strict callers and nothing for others.
  if (errno == ENOSYS || errno == EOPNOTSUPP) {
    return FSWritableFile::RangeSync(offset, nbytes, o, dbg);
  }
  return PosixError("sync_file_range", name_, errno);
}

IOStatus PosixWritableFile::Allocate(uint64_t offset, uint64_t len, const IOOptions& /*o*/,
                                     IODebugContext* /*dbg*/) {
  if (!allow_fallocate_) {
    return IOStatus::OK();
  }
  cut_at_ = UINT64_MAX;
  const int mode = keep_size_ ? FALLOC_FL_KEEP_SIZE : 0;
  // PrepareWrite ignores the failure: the write itself fails if space is missing.
  if (fallocate(fd_.get(), mode, static_cast<off_t>(offset), static_cast<off_t>(len)) != 0) {
    return PosixError("fallocate offset " + std::to_string(offset) + " len " + std::to_string(len),
                      name_, errno);
  }
  return IOStatus::OK();
}

size_t PosixWritableFile::GetUniqueId(char* id, size_t max_size) const {
  return UniqueIdOfFd(fd_.get(), id, max_size);
}

// --- Reading and writing, directories, mappings ----------------------------------------------

IOStatus PosixRandomRWFile::Write(uint64_t offset, const Slice& data, const IOOptions& /*o*/,
                                  IODebugContext* /*dbg*/) {
  const int error = WriteFully(fd_.get(), data.data(), data.size(), static_cast<int64_t>(offset));
  return error == 0 ? IOStatus::OK()
                    : PosixError("write random read/write file at offset " + std::to_string(offset),
                                 name_, error);
}

IOStatus PosixRandomRWFile::Read(uint64_t offset, size_t n, const IOOptions& /*o*/, Slice* result,
                                 char* scratch, IODebugContext* /*dbg*/) const {
  const ssize_t got = ReadFully(fd_.get(), scratch, n, offset);
  *result = Slice(scratch, got < 0 ? 0 : static_cast<size_t>(got));
  return got < 0 ? ReadError(offset, n, name_) : IOStatus::OK();
}

IOStatus PosixRandomRWFile::Flush(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return IOStatus::OK();
}

IOStatus PosixRandomRWFile::Sync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return SyncFd(fd_.get(), name_, false);
}

IOStatus PosixRandomRWFile::Fsync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return SyncFd(fd_.get(), name_, true);
}

IOStatus PosixRandomRWFile::Close(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  const int error = fd_.Close();
  return error == 0 ? IOStatus::OK() : PosixError("close random read/write file", name_, error);
}

IOStatus PosixDirectory::Fsync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  return fsync(fd_.get()) == 0 ? IOStatus::OK() : PosixError("fsync directory", name_, errno);
}

IOStatus PosixDirectory::Close(const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  const int error = fd_.Close();
  return error == 0 ? IOStatus::OK() : PosixError("closing directory", name_, error);
}

size_t PosixDirectory::GetUniqueId(char* id, size_t max_size) const {
  return UniqueIdOfFd(fd_.get(), id, max_size);
}

PosixMappedBuffer::~PosixMappedBuffer() { (void)munmap(base_, length_); }

}  // namespace ROCKSDB_NAMESPACE
