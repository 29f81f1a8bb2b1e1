// The POSIX forms of the file classes. PosixFileSystem alone makes them and opens the descriptors;
// each object owns and closes its own. Nothing is buffered here: when a call returns, the kernel
// has its bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "env/overwrite_window.h"
#include "env/posix_io.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Keeps its own position and reads with pread, so Skip costs nothing. One thread at a time.
class PosixSequentialFile final : public FSSequentialFile {
 public:
  PosixSequentialFile(const std::string& name, int fd, bool direct, size_t alignment)
      : name_(name), fd_(fd), direct_(direct), alignment_(alignment) {}

  IOStatus Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) override;
  IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& o, Slice* result,
                          char* scratch, IODebugContext* dbg) override;
  IOStatus Skip(uint64_t n) override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  bool use_direct_io() const override { return direct_; }
  size_t GetRequiredBufferAlignment() const override { return alignment_; }

 private:
  const std::string name_;
  const FdOwner fd_;
  const bool direct_;
  const size_t alignment_;
  // Of the next Read; the position of the descriptor is not used.
  uint64_t position_ = 0;
};

// Thread-safe: pread has no position.
class PosixRandomAccessFile final : public FSRandomAccessFile {
 public:
  PosixRandomAccessFile(const std::string& name, int fd, bool direct, size_t alignment)
      : name_(name), fd_(fd), direct_(direct), alignment_(alignment) {}

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override;
  IOStatus MultiRead(FSReadRequest* reqs, size_t num_reqs, const IOOptions& o,
                     IODebugContext* dbg) override;
  IOStatus ReadAsync(FSReadRequest& req, const IOOptions& o,
                     std::function<void(FSReadRequest&, void*)> cb, void* cb_arg, void** io_handle,
                     IOHandleDeleter* del_fn, IODebugContext* dbg) override;
  IOStatus Prefetch(uint64_t offset, size_t n, const IOOptions& o, IODebugContext* dbg) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;
  void Hint(AccessPattern pattern) override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  bool use_direct_io() const override { return direct_; }
  size_t GetRequiredBufferAlignment() const override { return alignment_; }
  IOStatus GetFileSize(uint64_t* result) override;
  bool ReadsSideBySide() const override { return true; }

 private:
  const std::string name_;
  const FdOwner fd_;
  const bool direct_;
  const size_t alignment_;
};

// Reads out of a mapping of the whole file: results point into it, live as long as this object and
// cost no copy. The length is the file's at open. A page that the device cannot read raises a
// signal instead of an error, so mapping is optional.
class PosixMappedFile final : public FSRandomAccessFile {
 public:
  PosixMappedFile(const std::string& name, int fd, char* base, size_t length)
      : name_(name), fd_(fd), base_(base), length_(length) {}
  ~PosixMappedFile() override;

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override;
  size_t GetUniqueId(char* id, size_t max_size) const override;
  void Hint(AccessPattern pattern) override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  IOStatus GetFileSize(uint64_t* result) override;

 private:
  const std::string name_;
  const FdOwner fd_;
  char* const base_;
  const size_t length_;
};

// One appending thread; Sync and Fsync may run beside it.
class PosixWritableFile final : public FSWritableFile {
 public:
  PosixWritableFile(const std::string& name, int fd, uint64_t size, size_t alignment,
                    const FileOptions& options);
  ~PosixWritableFile() override;
  // Its `length` old bytes are written over from the start, and what filler is put ahead of the
  // data. REQUIRES: before the first Append; the descriptor may read, too.
  void WriteOver(uint64_t length, char filler) {
    window_ = OverwriteWindow::Open(fd_.get(), length, filler);
  }

  using FSWritableFile::Append;
  using FSWritableFile::PositionedAppend;
  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override;
  IOStatus Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override;
  // The kernel orders syncs and writes.
  bool IsSyncThreadSafe() const override { return true; }
  bool use_direct_io() const override { return direct_; }
  size_t GetRequiredBufferAlignment() const override { return alignment_; }
  void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) override;
  uint64_t GetFileSize(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  // Starts write-back and does not wait for it, unless the options ask for strict bounds.
  IOStatus RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& o,
                     IODebugContext* dbg) override;
  // Reserves blocks ahead of the data, if the options allow it.
  IOStatus Allocate(uint64_t offset, uint64_t len, const IOOptions& o,
                    IODebugContext* dbg) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;

 private:
  IOStatus CutUnused();

  const std::string name_;
  FdOwner fd_;
  const bool direct_;
  const size_t alignment_;
  const bool allow_fallocate_;
  // Preallocated blocks do not count in the file's length.
  const bool keep_size_;
  // Bytes of data. Close cuts preallocated blocks behind them off.
  std::atomic<uint64_t> size_;
  // Where Truncate has cut the file last: nothing is left behind that place until more is written.
  uint64_t cut_at_ = UINT64_MAX;
  std::unique_ptr<OverwriteWindow> window_;  // null: appends go to the descriptor's position
  bool closed_ = false;
};

class PosixRandomRWFile final : public FSRandomRWFile {
 public:
  PosixRandomRWFile(const std::string& name, int fd) : name_(name), fd_(fd) {}

  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& o,
                 IODebugContext* dbg) override;
  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override;
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override;

 private:
  const std::string name_;
  FdOwner fd_;
};

// Opened to be synced only.
class PosixDirectory final : public FSDirectory {
 public:
  PosixDirectory(const std::string& name, int fd) : name_(name), fd_(fd) {}

  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;

 private:
  const std::string name_;
  FdOwner fd_;
};

class PosixMappedBuffer final : public MemoryMappedFileBuffer {
 public:
  PosixMappedBuffer(void* base, size_t length) : MemoryMappedFileBuffer(base, length) {}
  ~PosixMappedBuffer() override;
};

}  // namespace ROCKSDB_NAMESPACE
