// The readers and writers through which the engine uses files. They add what FileSystem leaves
// out: buffering, alignment for direct I/O, rate limiting, measurement. Errors pass unchanged.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "env/aligned_buffer.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/statistics.h"
#include "rocksdb/system_clock.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Appends to one file through one buffer.
// Invariants:
//  W1. [0, written_) of the file is handed to the file system, [written_, FileSize()) is in buf_.
//      With direct I/O written_ is a multiple of the alignment; the bytes after it may be in the
//      file as well, padded, and are written again with what follows.
//  W2. After a failed write every later call but Close fails with the same status: the file's
//      content is unknown.
//  W3. SyncWithoutFlush may run beside one other call; it touches nothing but file_ and atomics.
// Everything else: one thread at a time.
class WritableFileWriter {
 public:
  // Takes the file over. `clock` null means the machine's; stats and limiter may be null.
  WritableFileWriter(std::unique_ptr<FSWritableFile>&& file, const std::string& name,
                     const FileOptions& options, SystemClock* clock, Statistics* stats = nullptr,
                     RateLimiter* limiter = nullptr, Env::IOPriority pri = Env::IO_TOTAL);
  // Closes when the owner has not; a failure then goes unseen, so owners close.
  ~WritableFileWriter();
  WritableFileWriter(const WritableFileWriter&) = delete;
  WritableFileWriter& operator=(const WritableFileWriter&) = delete;

  // A new file.
  static IOStatus Create(FileSystem* fs, const std::string& fname, const FileOptions& options,
                         std::unique_ptr<WritableFileWriter>* result, SystemClock* clock = nullptr,
                         Statistics* stats = nullptr, RateLimiter* limiter = nullptr,
                         Env::IOPriority pri = Env::IO_TOTAL);

  IOStatus Append(const Slice& data);
  // Hands everything to the file system; with direct I/O the unaligned tail is padded.
  IOStatus Flush();
  // Flushes and makes durable: data, and with use_fsync all metadata.
  IOStatus Sync(bool use_fsync);
  // Makes durable what is flushed. May run beside Append when the file's sync is thread-safe;
  // NotSupported when it is not.
  IOStatus SyncWithoutFlush(bool use_fsync);
  // From now on writes count in the histograms of table files. REQUIRES: before the first Append.
  void MeasureAsTable() { table_ = true; }
  // Flushes, cuts padding and preallocation off and closes. Idempotent.
  IOStatus Close();

  // Bytes appended, in the buffer or beyond.
  uint64_t FileSize() const { return size_.load(std::memory_order_acquire); }
  // Bytes handed to the file system.
  uint64_t FlushedSize() const { return flushed_.load(std::memory_order_acquire); }
  const std::string& file_name() const { return name_; }
  FSWritableFile* file() { return file_.get(); }
  bool BufferIsEmpty() const { return used_ == 0; }
  bool use_direct_io() const { return direct_; }

 private:
  size_t BufferRoom() const { return buf_.capacity() - used_; }
  void EnsureBuffer(size_t wanted);
  IOStatus Fill(const char* data, size_t n);
  IOStatus WriteOut(const char* data, size_t n);
  IOStatus WriteBuffered();
  IOStatus WriteDirect(bool with_tail);
  size_t Throttled(size_t n);
  IOStatus SyncRange();
  IOStatus SyncFile(bool use_fsync);
  IOStatus FlushInternal();
  IOStatus Remember(IOStatus s);
  bool Failed() const { return !failure_.ok(); }

  const std::unique_ptr<FSWritableFile> file_;
  const std::string name_;
  SystemClock* const clock_;
  Statistics* const stats_;
  RateLimiter* const limiter_;
  const Env::IOPriority priority_;
  const bool direct_;
  const size_t alignment_;
  const size_t max_buffer_;
  const uint64_t bytes_per_sync_;

  AlignedBuffer buf_;
  size_t used_ = 0;       // bytes in buf_
  uint64_t written_ = 0;  // where buf_ belongs in the file
  bool table_ = false;    // measured as a table file
  bool padded_ = false;   // the file is longer than FileSize()
  uint64_t last_range_sync_ = 0;
  std::atomic<uint64_t> size_{0};
  std::atomic<uint64_t> flushed_{0};
  std::atomic<bool> unsynced_{false};
  IOStatus failure_;
  bool closed_ = false;
};

// Reads any place of one file. Thread-safe.
class RandomAccessFileReader {
 public:
  RandomAccessFileReader(std::unique_ptr<FSRandomAccessFile>&& file, const std::string& name,
                         SystemClock* clock = nullptr, Statistics* stats = nullptr,
                         RateLimiter* limiter = nullptr,
                         Temperature temperature = Temperature::kUnknown);
  RandomAccessFileReader(const RandomAccessFileReader&) = delete;
  RandomAccessFileReader& operator=(const RandomAccessFileReader&) = delete;

  static IOStatus Open(FileSystem* fs, const std::string& fname, const FileOptions& options,
                       std::unique_ptr<RandomAccessFileReader>* result,
                       SystemClock* clock = nullptr, Statistics* stats = nullptr,
                       RateLimiter* limiter = nullptr);

  // Up to n bytes at offset, fewer only at the end of the file. *result names scratch[0, n) or
  // memory of the file itself. With direct I/O neither has to be aligned.
  IOStatus Read(const IOOptions& opts, uint64_t offset, size_t n, Slice* result,
                char* scratch) const;
  // All of reqs, each with its own status. REQUIRES: every scratch holds its len.
  IOStatus MultiRead(const IOOptions& opts, FSReadRequest* reqs, size_t n) const;
  // Asks for bytes that will be read soon.
  IOStatus Prefetch(uint64_t offset, size_t n) const;

  // The file lies in the last level of its tree, which has statistics of its own.
  // REQUIRES: before the first read.
  void SetLastLevel(bool last) { last_level_ = last; }
  bool last_level() const { return last_level_; }
  Statistics* statistics() const { return stats_; }

  const std::string& file_name() const { return name_; }
  FSRandomAccessFile* file() const { return file_.get(); }
  bool use_direct_io() const { return file_->use_direct_io(); }

 private:
  IOStatus ReadAligned(const IOOptions& opts, uint64_t offset, size_t n, Slice* result,
                       char* scratch) const;
  IOStatus ReadRest(const IOOptions& opts, uint64_t offset, size_t n, Slice* result,
                    char* scratch) const;
  void Account(size_t bytes) const;
  void AccountTemperature(size_t bytes) const;
  void Throttle(const IOOptions& opts, size_t n) const;

  const std::unique_ptr<FSRandomAccessFile> file_;
  const std::string name_;
  SystemClock* const clock_;
  Statistics* const stats_;
  RateLimiter* const limiter_;
  const Temperature temperature_;
  bool last_level_ = false;
};

// Reads one file from front to back. One thread at a time.
class SequentialFileReader {
 public:
  SequentialFileReader(std::unique_ptr<FSSequentialFile>&& file, const std::string& name);
  SequentialFileReader(const SequentialFileReader&) = delete;
  SequentialFileReader& operator=(const SequentialFileReader&) = delete;

  static IOStatus Open(FileSystem* fs, const std::string& fname, const FileOptions& options,
                       std::unique_ptr<SequentialFileReader>* result);

  // Up to n bytes, fewer only at the end.
  IOStatus Read(size_t n, Slice* result, char* scratch);
  IOStatus Skip(uint64_t n);

  const std::string& file_name() const { return name_; }
  FSSequentialFile* file() { return file_.get(); }

 private:
  IOStatus ReadAligned(size_t n, Slice* result, char* scratch);
  IOStatus ReadRest(size_t n, Slice* result, char* scratch);

  const std::unique_ptr<FSSequentialFile> file_;
  const std::string name_;
  uint64_t offset_ = 0;  // of the next byte; with direct I/O only
};

// Makes the entries of a directory durable.
IOStatus SyncDirectory(FileSystem* fs, const std::string& dir,
                       const DirFsyncOptions& reason = DirFsyncOptions());

// Copies up to max_bytes (0: all) of a file; *copied receives how many when not null.
IOStatus CopyFile(FileSystem* fs, const std::string& from, const std::string& to,
                  uint64_t max_bytes, bool use_fsync, uint64_t* copied = nullptr);

}  // namespace ROCKSDB_NAMESPACE
