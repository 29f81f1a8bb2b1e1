// The readers and writers through which the engine uses files. They add buffering, alignment for
// direct I/O, rate limiting and measurement to FileSystem. They pass errors on unchanged: they
// retry nothing and swallow nothing (hazard 6 of docs/buckets.md).
//
//   WAL, tables, MANIFEST      tables              WAL replay, MANIFEST
//            v                    v                        v
//   WritableFileWriter   RandomAccessFileReader   SequentialFileReader
//            v                    v                        v
//   FileSystem: POSIX, in memory, an Env's, one that listens or fails on purpose
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "env/aligned_buffer.h"
#include "env/write_behind.h"
#include "rocksdb/env.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/file_system.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/statistics.h"
#include "rocksdb/system_clock.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Appends to one file through one buffer.
//
//   file     [ handed over .......... ][ buf_ ........ ]
//            0                         ^written_        ^FileSize()
// Invariants:
//  W1. The file system has [0, written_) of the file, buf_ has [written_, FileSize()). With direct
//      I/O written_ is a multiple of the alignment; the bytes after it may be in the file as well,
//      padded, and are written again with what follows.
//  W2. After a failed write every later call but Close fails with the same status: the file's
//      content is unknown. SyncWithoutFlush does not check (W3); its caller keeps its failures.
//      Only FileLogger can end that, whose readers can do without lines.
//  W3. SyncWithoutFlush may run beside other calls; it touches nothing but file_.
//  W4. Calls that write a long buffered file end at multiples of a piece of the page cache, but for
//      those of Flush and the last one.
//  W5. The file system gets one call at a time, but for W3: a write behind is awaited first, and
//      written_ counts its bytes from its start.
// Everything else: one thread at a time.
class WritableFileWriter {
 public:
  // Takes the file over. A null `clock` means the default clock; stats and limiter may be null.
  WritableFileWriter(std::unique_ptr<FSWritableFile>&& file, const std::string& name,
                     const FileOptions& options, SystemClock* clock, Statistics* stats = nullptr,
                     RateLimiter* limiter = nullptr, Env::IOPriority pri = Env::IO_TOTAL);
  // Closes the file if the owner has not. A failure is then lost, so owners call Close.
  ~WritableFileWriter();
  WritableFileWriter(const WritableFileWriter&) = delete;
  WritableFileWriter& operator=(const WritableFileWriter&) = delete;

  // Opens a new file; truncates an existing one of that name. *result is null after an error.
  static IOStatus Create(FileSystem* fs, const std::string& fname, const FileOptions& options,
                         std::unique_ptr<WritableFileWriter>* result, SystemClock* clock = nullptr,
                         Statistics* stats = nullptr, RateLimiter* limiter = nullptr,
                         Env::IOPriority pri = Env::IO_TOTAL);

  // Copies or writes the bytes: the caller may destroy `data`. OK does not mean that they reached
  // the file.
  IOStatus Append(const Slice& data);
  // Hands everything to the file system; with direct I/O the unaligned tail is padded. After OK the
  // bytes survive the process, not the machine.
  IOStatus Flush();
  // Flushes and makes durable: data, and with use_fsync all metadata (without it, the metadata
  // needed to read the data back). Skipped when nothing was written since the last one.
  IOStatus Sync(bool use_fsync);
  // Flushes, and asks the file system to write everything back now, without waiting: for files
  // that are synced later. Asks nothing where bytes_per_sync is 0. One that may write behind only
  // starts to flush.
  IOStatus StartWriteBack();
  // Takes away what the file has behind: old bytes, where it is written over another. A buffered
  // one is flushed and cut at once, a direct one when it is synced or closed.
  IOStatus CutBehind();
  // Makes the flushed bytes durable. REQUIRES: file()->IsSyncThreadSafe(), or no other thread uses
  // this file meanwhile.
  IOStatus SyncWithoutFlush(bool use_fsync);
  // The file gets blocks for each full buffer, and for whole pieces of an Append, right before they
  // are written, in multiples of `block` bytes: a file that fits into the buffer has none to
  // allocate ahead. REQUIRES: before the first Append.
  void AllocateAhead(size_t block) {
    file_->SetPreallocationBlockSize(block);
    ahead_ = true;
  }
  // The histograms of table files count the writes from now on. REQUIRES: before the first Append.
  void MeasureAsTable() { table_ = true; }
  // With direct I/O, full buffers are written by another thread while the next one fills: a failure
  // is found by the call after. The file system gets one call at a time, as otherwise. REQUIRES:
  // before the first Append.
  void AllowWriteBehind() { may_write_behind_ = direct_; }
  // `generator` (may be null: no checksum) gets every byte. REQUIRES: before the first Append.
  void ComputeChecksum(std::unique_ptr<FileChecksumGenerator> generator) {
    checksum_ = std::move(generator);
  }
  // Ends the checksum; once. False, and both strings as they were, if none was computed.
  bool TakeChecksum(std::string* value, std::string* function);
  // Flushes, cuts padding and preallocation off and closes. Idempotent: later calls return the
  // failure in force. The file is closed even when flushing failed. Does not sync the data.
  IOStatus Close();

  // Bytes appended, in the buffer or beyond.
  uint64_t FileSize() const { return size_.load(std::memory_order_acquire); }
  const std::string& file_name() const { return name_; }
  // A file whose size is a multiple of this takes what it holds without padding, which Sync and
  // Close would have to cut off: a power of two, 1 without direct I/O.
  uint64_t unit() const { return direct_ ? alignment_ : 1; }
  // For settings (preallocation, life time). A write that bypasses the buffer breaks W1.
  FSWritableFile* file() { return file_.get(); }
  bool use_direct_io() const { return direct_; }

 private:
  friend class FileLogger;

  // Later calls write on, after whatever the failed one has left in the file. A buffered file has
  // lost what was in buf_; a direct one writes it again, at its place.
  void ForgetFailure();

  // How many bytes fit until the next write: up to the next multiple of the buffer's size in the
  // file, where writes go in multiples (W4).
  size_t BufferRoom() const;
  bool InMultiples() const;
  size_t WholePieces(size_t n) const;
  void EnsureBuffer(size_t wanted);
  IOStatus Fill(const char* data, size_t n);
  // The file grows by `n` bytes.
  void PrepareGrowth(uint64_t from, size_t n);
  IOStatus WriteOut(const char* data, size_t n);
  IOStatus WriteBuffered();
  IOStatus WriteDirect(bool with_tail);
  IOStatus WriteUnits(const char* data, size_t n, uint64_t at, Env::IOActivity activity);
  IOStatus AwaitWrite();
  // Starts what Flush would wait for.
  IOStatus StartFlush();
  // Waits for the rate limiter; returns how many of n bytes may be written now.
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
  // Where buf_ stops growing; 0: every Append is a write.
  const size_t max_buffer_;
  const uint64_t bytes_per_sync_;

  std::unique_ptr<FileChecksumGenerator> checksum_;
  AlignedBuffer buf_;
  WriteBehind behind_;
  size_t used_ = 0;       // bytes in buf_
  uint64_t written_ = 0;  // where buf_ belongs in the file
  // Bytes handed to the file system, a padded tail without its padding included.
  uint64_t flushed_ = 0;
  bool ahead_ = false;             // AllocateAhead
  bool may_write_behind_ = false;  // also: direct_
  bool table_ = false;             // measured as a table file
  bool padded_ = false;            // the file is, or may be, longer than FileSize()
  // Write-back was requested up to here.
  uint64_t last_range_sync_ = 0;
  std::atomic<uint64_t> size_{0};
  // Something was written since Sync ended last. SyncWithoutFlush does not count: it may not have
  // ended yet. Belongs to the appending thread.
  bool unsynced_ = false;
  // The first failure (W2). Belongs to the appending thread.
  IOStatus failure_;
  bool closed_ = false;
};

// Reads one file at any offset. Thread-safe: only counters change.
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
  // Reads all requests with one call of the file; each has its own status, and is shorter than
  // asked for only at the end of the file. REQUIRES: every request has scratch; with direct I/O
  // offsets, lengths and scratch are aligned.
  void MultiRead(const IOOptions& opts, FSReadRequest* reqs, size_t n) const;
  // Whether the file system has reads that go on by themselves.
  bool CanStartReads() const;
  // Of offsets, lengths and memory of StartRead: a power of two, 1 without direct I/O.
  size_t unit() const { return use_direct_io() ? file_->GetRequiredBufferAlignment() : 1; }
  // MultiRead without waiting: starts one request, if the file system has reads that go on by
  // themselves. *handle is null when it is done already. False: the file was opened without its
  // file system, and nothing was started. REQUIRES: `request`, scratch included, stays in its place
  // until it is done.
  bool StartRead(const IOOptions& opts, FSReadRequest* request, void** handle,
                 IOHandleDeleter* free_handle) const;
  // Waits for requests that were started; `wanted` false: nobody wants them any more. Each handle
  // is freed after that by whoever has it.
  void AwaitReads(std::vector<void*>* handles, bool wanted) const;
  // Completes and counts a request that is done. REQUIRES: it was awaited, and is wanted.
  void FinishRead(const IOOptions& opts, FSReadRequest* request) const;
  // Announces bytes that will be read soon. Only a hint: NotSupported where there is no cache to
  // fill.
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
  // Null: unknown. It outlives its files.
  FileSystem* fs_ = nullptr;
  const std::string name_;
  SystemClock* const clock_;
  Statistics* const stats_;
  RateLimiter* const limiter_;
  // Selects the counters of reads, nothing else.
  const Temperature temperature_;
  bool last_level_ = false;
};

// Reads one file from front to back: logs, MANIFEST, copies. One thread at a time.
class SequentialFileReader {
 public:
  SequentialFileReader(std::unique_ptr<FSSequentialFile>&& file, const std::string& name);
  SequentialFileReader(const SequentialFileReader&) = delete;
  SequentialFileReader& operator=(const SequentialFileReader&) = delete;

  static IOStatus Open(FileSystem* fs, const std::string& fname, const FileOptions& options,
                       std::unique_ptr<SequentialFileReader>* result);

  // Up to n bytes, fewer only at the end; then empty. *result names scratch or memory of the file.
  IOStatus Read(size_t n, Slice* result, char* scratch);
  // Past the end is no error; the next Read is then empty.
  IOStatus Skip(uint64_t n);

  const std::string& file_name() const { return name_; }
  FSSequentialFile* file() { return file_.get(); }

 private:
  IOStatus ReadAligned(size_t n, Slice* result, char* scratch);
  IOStatus ReadRest(size_t n, Slice* result, char* scratch);

  const std::unique_ptr<FSSequentialFile> file_;
  const std::string name_;
  uint64_t offset_ = 0;  // of the next byte; only with direct I/O
};

// Makes the entries of a directory durable: the names of files created, renamed and deleted in it
// before, which syncing a file does not.
IOStatus SyncDirectory(FileSystem* fs, const std::string& dir,
                       const DirFsyncOptions& reason = DirFsyncOptions());

// Copies up to max_bytes (0: all) of a file and syncs the copy; *copied, if not null, receives how
// many. Corruption when the file has fewer than max_bytes. A failure may leave a part of the copy
// behind.
IOStatus CopyFile(FileSystem* fs, const std::string& from, const std::string& to,
                  uint64_t max_bytes, bool use_fsync, uint64_t* copied = nullptr);

}  // namespace ROCKSDB_NAMESPACE
