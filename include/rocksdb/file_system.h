// FileSystem: storage as the engine uses it. Beyond Env it takes options and a debug context per
// call and answers with IOStatus. Implement it (or wrap it) to put a database somewhere else.
// All FileSystem methods may be called from any thread.
#pragma once

#include <cassert>
#include <chrono>
#include <cstdarg>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/env.h"
#include "rocksdb/io_status.h"
#include "rocksdb/thread_status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class FSDirectory;
class FSRandomAccessFile;
class FSRandomRWFile;
class FSSequentialFile;
class FSWritableFile;
enum ChecksumType : char;

using AccessPattern = RandomAccessFile::AccessPattern;
using FileAttributes = Env::FileAttributes;

enum class IOPriority : uint8_t { kIOLow, kIOHigh, kIOTotal };

// What is being read or written.
enum class IOType : uint8_t {
  kData,
  kFilter,
  kIndex,
  kMetadata,
  kWAL,
  kManifest,
  kLog,
  kUnknown,
  kInvalid,
};

enum class FSSupportedOps {
  kAsyncIO,                   // ReadAsync really is asynchronous
  kFSBuffer,                  // MultiRead may hand out buffers of its own
  kVerifyAndReconstructRead,  // can repair a read that failed its checksum
  kFSPrefetch,                // Prefetch has an effect
};

// Given with each call.
struct IOOptions {
  IOOptions() = default;
  explicit IOOptions(bool force_dir_fsync_) : force_dir_fsync(force_dir_fsync_) {}

  std::chrono::microseconds timeout = std::chrono::microseconds::zero();  // zero: none
  IOPriority prio = IOPriority::kIOLow;                                   // unused
  Env::IOPriority rate_limiter_priority = Env::IO_TOTAL;
  IOType type = IOType::kUnknown;
  std::unordered_map<std::string, std::string> property_bag;  // for the implementation
  bool force_dir_fsync = false;  // sync a directory even where the file system makes it needless
  bool do_not_recurse = false;   // GetChildren: no sub-directories
  bool verify_and_reconstruct_read = false;
  Env::IOActivity io_activity = Env::IOActivity::kUnknown;
};

// Why a directory is synced, so that a file system may skip what it does not need.
struct DirFsyncOptions {
  enum FsyncReason : uint8_t {
    kNewFileSynced,
    kFileRenamed,
    kDirRenamed,
    kFileDeleted,
    kDefault,
  } reason = kDefault;
  std::string renamed_new_name;  // with kFileRenamed

  DirFsyncOptions() = default;
  explicit DirFsyncOptions(std::string file_renamed_new_name)
      : reason(kFileRenamed), renamed_new_name(std::move(file_renamed_new_name)) {}
  explicit DirFsyncOptions(FsyncReason fsync_reason) : reason(fsync_reason) {
    assert(fsync_reason != kFileRenamed);
  }
};

// Given when a file is opened.
struct FileOptions : EnvOptions {
  IOOptions io_options;
  Temperature temperature = Temperature::kUnknown;
  ChecksumType handoff_checksum_type = static_cast<ChecksumType>(1);  // kCRC32c
  Env::WriteLifeTimeHint write_hint = Env::WLTH_NOT_SET;

  FileOptions() = default;
  FileOptions(const DBOptions& opts) : EnvOptions(opts) {}
  FileOptions(const EnvOptions& opts) : EnvOptions(opts) {}
  FileOptions(const FileOptions&) = default;
  FileOptions& operator=(const FileOptions&) = default;
};

// Filled by implementations that have something to tell about a call; may be null everywhere.
struct IODebugContext {
  std::string file_path;
  std::map<std::string, uint64_t> counters;
  std::string msg;
  std::string request_id;

  enum TraceData : char { kRequestID = 0 };
  uint64_t trace_data = 0;  // bit set of TraceData: which fields are set

  void AddCounter(std::string& name, uint64_t value) { counters.emplace(name, value); }
  void SetRequestId(const std::string& _request_id) {
    request_id = _request_id;
    trace_data |= uint64_t{1} << kRequestID;
  }
  std::string ToString() const;
};

using IOHandleDeleter = std::function<void(void*)>;
using FSAllocationPtr = std::unique_ptr<void, IOHandleDeleter>;

class FileSystem : public Customizable {
 public:
  FileSystem();
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  ~FileSystem() override;

  static const char* Type() { return "FileSystem"; }
  static const char* kDefaultName() { return "DefaultFileSystem"; }

  static Status Load(const std::string& value, std::shared_ptr<FileSystem>* result);
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<FileSystem>* result);
  // The POSIX file system; lives for the whole process.
  static std::shared_ptr<FileSystem> Default();

  virtual Status RegisterDbPaths(const std::vector<std::string>& paths);
  virtual Status UnregisterDbPaths(const std::vector<std::string>& paths);

  // Opening calls leave *result null when they fail; a missing file gives PathNotFound.
  virtual IOStatus NewSequentialFile(const std::string& fname, const FileOptions& file_opts,
                                     std::unique_ptr<FSSequentialFile>* result,
                                     IODebugContext* dbg) = 0;
  virtual IOStatus NewRandomAccessFile(const std::string& fname, const FileOptions& file_opts,
                                       std::unique_ptr<FSRandomAccessFile>* result,
                                       IODebugContext* dbg) = 0;

  enum WriteLifeTimeHint {
    kWLTHNotSet = 0,
    kWLTHNone,
    kWLTHShort,
    kWLTHMedium,
    kWLTHLong,
    kWLTHExtreme,
  };

  // Replaces an existing file.
  virtual IOStatus NewWritableFile(const std::string& fname, const FileOptions& file_opts,
                                   std::unique_ptr<FSWritableFile>* result,
                                   IODebugContext* dbg) = 0;
  // Appends to an existing file, or creates it.
  virtual IOStatus ReopenWritableFile(const std::string& fname, const FileOptions& options,
                                      std::unique_ptr<FSWritableFile>* result, IODebugContext* dbg);
  // Renames old_fname to fname and opens it for writing from its start, keeping its blocks. The
  // default makes a new file under the name.
  virtual IOStatus ReuseWritableFile(const std::string& fname, const std::string& old_fname,
                                     const FileOptions& file_opts,
                                     std::unique_ptr<FSWritableFile>* result, IODebugContext* dbg);
  virtual IOStatus NewRandomRWFile(const std::string& fname, const FileOptions& options,
                                   std::unique_ptr<FSRandomRWFile>* result, IODebugContext* dbg);
  virtual IOStatus NewMemoryMappedFileBuffer(const std::string& fname,
                                             std::unique_ptr<MemoryMappedFileBuffer>* result);
  virtual IOStatus NewDirectory(const std::string& name, const IOOptions& io_opts,
                                std::unique_ptr<FSDirectory>* result, IODebugContext* dbg) = 0;

  // OK, NotFound, or another status when it cannot be told.
  virtual IOStatus FileExists(const std::string& fname, const IOOptions& options,
                              IODebugContext* dbg) = 0;
  // Names inside dir, without "." and "..".
  virtual IOStatus GetChildren(const std::string& dir, const IOOptions& options,
                               std::vector<std::string>* result, IODebugContext* dbg) = 0;
  // With sizes; a file that vanishes during the call is left out.
  virtual IOStatus GetChildrenFileAttributes(const std::string& dir, const IOOptions& options,
                                             std::vector<FileAttributes>* result,
                                             IODebugContext* dbg);
  virtual IOStatus DeleteFile(const std::string& fname, const IOOptions& options,
                              IODebugContext* dbg) = 0;
  virtual IOStatus Truncate(const std::string& fname, size_t size, const IOOptions& options,
                            IODebugContext* dbg);
  virtual IOStatus CreateDir(const std::string& dirname, const IOOptions& options,
                             IODebugContext* dbg) = 0;
  virtual IOStatus CreateDirIfMissing(const std::string& dirname, const IOOptions& options,
                                      IODebugContext* dbg) = 0;
  virtual IOStatus DeleteDir(const std::string& dirname, const IOOptions& options,
                             IODebugContext* dbg) = 0;
  virtual IOStatus GetFileSize(const std::string& fname, const IOOptions& options,
                               uint64_t* file_size, IODebugContext* dbg) = 0;
  virtual IOStatus GetFileModificationTime(const std::string& fname, const IOOptions& options,
                                           uint64_t* file_mtime, IODebugContext* dbg) = 0;
  virtual IOStatus RenameFile(const std::string& src, const std::string& target,
                              const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus LinkFile(const std::string& src, const std::string& target,
                            const IOOptions& options, IODebugContext* dbg);
  virtual IOStatus NumFileLinks(const std::string& fname, const IOOptions& options, uint64_t* count,
                                IODebugContext* dbg);
  virtual IOStatus AreFilesSame(const std::string& first, const std::string& second,
                                const IOOptions& options, bool* res, IODebugContext* dbg);
  // Makes what another handle wrote to the file durable.
  virtual IOStatus SyncFile(const std::string& fname, const FileOptions& file_options,
                            const IOOptions& io_options, bool use_fsync, IODebugContext* dbg);

  // Takes the lock without waiting; fails when any process, this one included, holds it.
  virtual IOStatus LockFile(const std::string& fname, const IOOptions& options, FileLock** lock,
                            IODebugContext* dbg) = 0;
  // REQUIRES: *lock came from LockFile and is not used again.
  virtual IOStatus UnlockFile(FileLock* lock, const IOOptions& options, IODebugContext* dbg) = 0;

  virtual IOStatus GetTestDirectory(const IOOptions& options, std::string* path,
                                    IODebugContext* dbg) = 0;
  virtual IOStatus NewLogger(const std::string& fname, const IOOptions& io_opts,
                             std::shared_ptr<Logger>* result, IODebugContext* dbg);
  virtual IOStatus GetAbsolutePath(const std::string& db_path, const IOOptions& options,
                                   std::string* output_path, IODebugContext* dbg) = 0;

  // Adjusts options to what this file system can do.
  virtual void SanitizeFileOptions(FileOptions* opts) const { (void)opts; }
  // How each use of a file differs from the general options.
  virtual FileOptions OptimizeForLogRead(const FileOptions& file_options) const;
  virtual FileOptions OptimizeForManifestRead(const FileOptions& file_options) const;
  virtual FileOptions OptimizeForLogWrite(const FileOptions& file_options,
                                          const DBOptions& db_options) const;
  virtual FileOptions OptimizeForManifestWrite(const FileOptions& file_options) const;
  virtual FileOptions OptimizeForCompactionTableWrite(
      const FileOptions& file_options, const ImmutableDBOptions& immutable_ops) const;
  virtual FileOptions OptimizeForCompactionTableRead(const FileOptions& file_options,
                                                     const ImmutableDBOptions& db_options) const;
  virtual FileOptions OptimizeForBlobFileRead(const FileOptions& file_options,
                                              const ImmutableDBOptions& db_options) const;

  virtual IOStatus GetFreeSpace(const std::string& path, const IOOptions& options,
                                uint64_t* diskfree, IODebugContext* dbg);
  virtual IOStatus IsDirectory(const std::string& path, const IOOptions& options, bool* is_dir,
                               IODebugContext* dbg) = 0;

  // Waits for reads begun with ReadAsync, or gives them up.
  virtual IOStatus Poll(std::vector<void*>& io_handles, size_t min_completions);
  virtual IOStatus AbortIO(std::vector<void*>& io_handles);
  virtual void DiscardCacheForDirectory(const std::string& path) { (void)path; }

  // Sets bit i of supported_ops for each FSSupportedOps i.
  virtual void SupportedOps(int64_t& supported_ops);
};

// Reads a file from front to back. One thread at a time.
class FSSequentialFile {
 public:
  FSSequentialFile() = default;
  virtual ~FSSequentialFile() = default;

  // Up to n bytes; fewer only at the end. *result may point into scratch[0, n).
  virtual IOStatus Read(size_t n, const IOOptions& options, Slice* result, char* scratch,
                        IODebugContext* dbg) = 0;
  virtual IOStatus Skip(uint64_t n) = 0;
  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  virtual IOStatus InvalidateCache(size_t offset, size_t length);
  virtual IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& options,
                                  Slice* result, char* scratch, IODebugContext* dbg);
  virtual Temperature GetTemperature() const { return Temperature::kUnknown; }
};

// One read of a batch. With kFSBuffer the file may leave scratch alone and give fs_scratch.
struct FSReadRequest {
  uint64_t offset = 0;
  size_t len = 0;
  char* scratch = nullptr;
  Slice result;
  IOStatus status;
  FSAllocationPtr fs_scratch;
};

// Reads a file at any place. Thread-safe.
class FSRandomAccessFile {
 public:
  FSRandomAccessFile() = default;
  virtual ~FSRandomAccessFile() = default;

  virtual IOStatus Read(uint64_t offset, size_t n, const IOOptions& options, Slice* result,
                        char* scratch, IODebugContext* dbg) const = 0;
  virtual IOStatus Prefetch(uint64_t offset, size_t n, const IOOptions& options,
                            IODebugContext* dbg);
  virtual IOStatus MultiRead(FSReadRequest* reqs, size_t num_reqs, const IOOptions& options,
                             IODebugContext* dbg);
  // Starts a read; cb(request, cb_arg) runs at the latest in FileSystem::Poll(*io_handle). The
  // default reads at once and calls back before it returns.
  virtual IOStatus ReadAsync(FSReadRequest& req, const IOOptions& opts,
                             std::function<void(FSReadRequest&, void*)> cb, void* cb_arg,
                             void** io_handle, IOHandleDeleter* del_fn, IODebugContext* dbg);

  // Fills id with up to max_size bytes that no other file has; returns the length, 0 if unknown.
  virtual size_t GetUniqueId(char* id, size_t max_size) const;

  enum AccessPattern { kNormal, kRandom, kSequential, kWillNeed, kWontNeed };
  virtual void Hint(AccessPattern pattern) { (void)pattern; }

  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  virtual IOStatus InvalidateCache(size_t offset, size_t length);
  virtual Temperature GetTemperature() const { return Temperature::kUnknown; }
  virtual IOStatus GetFileSize(uint64_t* result);
};

// A checksum of the data handed over with it, of FileOptions::handoff_checksum_type.
struct DataVerificationInfo {
  Slice checksum;
};

// Appends to a file. One thread at a time, except where IsSyncThreadSafe().
class FSWritableFile {
 public:
  FSWritableFile() = default;
  explicit FSWritableFile(const FileOptions& options)
      : strict_bytes_per_sync_(options.strict_bytes_per_sync) {}
  FSWritableFile(const FSWritableFile&) = delete;
  void operator=(const FSWritableFile&) = delete;
  virtual ~FSWritableFile() = default;

  virtual IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Append(const Slice& data, const IOOptions& options,
                          const DataVerificationInfo& verification_info, IODebugContext* dbg);
  // With direct I/O only: data and offset are aligned.
  virtual IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& options,
                                    IODebugContext* dbg);
  virtual IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& options,
                                    const DataVerificationInfo& verification_info,
                                    IODebugContext* dbg);
  // Called before Close to cut the padding of direct I/O off.
  virtual IOStatus Truncate(uint64_t size, const IOOptions& options, IODebugContext* dbg);
  virtual IOStatus Close(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Flush(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Sync(const IOOptions& options, IODebugContext* dbg) = 0;  // data
  virtual IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) {    // and metadata
    return Sync(options, dbg);
  }
  virtual bool IsSyncThreadSafe() const { return false; }
  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }

  virtual void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) { write_hint_ = hint; }
  virtual Env::WriteLifeTimeHint GetWriteLifeTimeHint() { return write_hint_; }
  virtual void SetIOPriority(Env::IOPriority pri) { io_priority_ = pri; }
  virtual Env::IOPriority GetIOPriority() { return io_priority_; }

  virtual uint64_t GetFileSize(const IOOptions& options, IODebugContext* dbg);

  // Storage is asked for in blocks of this size ahead of the data; 0 turns it off.
  virtual void SetPreallocationBlockSize(size_t size) { prealloc_unit_ = size; }
  virtual void GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) {
    *block_size = prealloc_unit_;
    *last_allocated_block = prealloc_done_;
  }
  virtual void PrepareWrite(size_t offset, size_t len, const IOOptions& options,
                            IODebugContext* dbg);
  virtual IOStatus Allocate(uint64_t offset, uint64_t len, const IOOptions& options,
                            IODebugContext* dbg);

  virtual size_t GetUniqueId(char* id, size_t max_size) const;
  virtual IOStatus InvalidateCache(size_t offset, size_t length);
  // Starts write-back of a range; waits for it as well when strict_bytes_per_sync is set.
  virtual IOStatus RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& options,
                             IODebugContext* dbg);

 protected:
  size_t preallocation_block_size() { return prealloc_unit_; }

 private:
  size_t prealloc_done_ = 0;
  size_t prealloc_unit_ = 0;

 protected:
  Env::IOPriority io_priority_ = Env::IO_TOTAL;
  Env::WriteLifeTimeHint write_hint_ = Env::WLTH_NOT_SET;
  const bool strict_bytes_per_sync_ = false;
};

// Reads and writes a file at any place. Callers must not let ranges of two threads overlap.
class FSRandomRWFile {
 public:
  FSRandomRWFile() = default;
  FSRandomRWFile(const FSRandomRWFile&) = delete;
  FSRandomRWFile& operator=(const FSRandomRWFile&) = delete;
  virtual ~FSRandomRWFile() = default;

  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  virtual IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& options,
                         IODebugContext* dbg) = 0;
  virtual IOStatus Read(uint64_t offset, size_t n, const IOOptions& options, Slice* result,
                        char* scratch, IODebugContext* dbg) const = 0;
  virtual IOStatus Flush(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Sync(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) {
    return Sync(options, dbg);
  }
  virtual IOStatus Close(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual Temperature GetTemperature() const { return Temperature::kUnknown; }
};

// A directory held open so that its entries can be made durable.
class FSDirectory {
 public:
  virtual ~FSDirectory() = default;
  virtual IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* dbg,
                                       const DirFsyncOptions& dir_fsync_options) {
    (void)dir_fsync_options;
    return Fsync(options, dbg);
  }
  virtual IOStatus Close(const IOOptions& options, IODebugContext* dbg);
  virtual size_t GetUniqueId(char* id, size_t max_size) const;
};

// Passes every call to another file system; the base for those that change a few calls.
class FileSystemWrapper : public FileSystem {
 public:
  explicit FileSystemWrapper(const std::shared_ptr<FileSystem>& t);
  ~FileSystemWrapper() override = default;

  FileSystem* target() const { return target_.get(); }
  const Customizable* Inner() const override { return target_.get(); }

  Status RegisterDbPaths(const std::vector<std::string>& paths) override;
  Status UnregisterDbPaths(const std::vector<std::string>& paths) override;
  IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r, IODebugContext* dbg) override;
  IOStatus NewRandomAccessFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r,
                               IODebugContext* dbg) override;
  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override;
  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override;
  IOStatus ReuseWritableFile(const std::string& f, const std::string& old_f, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override;
  IOStatus NewRandomRWFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSRandomRWFile>* r, IODebugContext* dbg) override;
  IOStatus NewMemoryMappedFileBuffer(const std::string& f,
                                     std::unique_ptr<MemoryMappedFileBuffer>* r) override;
  IOStatus NewDirectory(const std::string& d, const IOOptions& o, std::unique_ptr<FSDirectory>* r,
                        IODebugContext* dbg) override;
  IOStatus FileExists(const std::string& f, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus GetChildren(const std::string& d, const IOOptions& o, std::vector<std::string>* r,
                       IODebugContext* dbg) override;
  IOStatus GetChildrenFileAttributes(const std::string& d, const IOOptions& o,
                                     std::vector<FileAttributes>* r, IODebugContext* dbg) override;
  IOStatus DeleteFile(const std::string& f, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Truncate(const std::string& f, size_t size, const IOOptions& o,
                    IODebugContext* dbg) override;
  IOStatus CreateDir(const std::string& d, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus CreateDirIfMissing(const std::string& d, const IOOptions& o,
                              IODebugContext* dbg) override;
  IOStatus DeleteDir(const std::string& d, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus GetFileSize(const std::string& f, const IOOptions& o, uint64_t* size,
                       IODebugContext* dbg) override;
  IOStatus GetFileModificationTime(const std::string& f, const IOOptions& o, uint64_t* mtime,
                                   IODebugContext* dbg) override;
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& o,
                      IODebugContext* dbg) override;
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& o,
                    IODebugContext* dbg) override;
  IOStatus NumFileLinks(const std::string& f, const IOOptions& o, uint64_t* count,
                        IODebugContext* dbg) override;
  IOStatus AreFilesSame(const std::string& a, const std::string& b, const IOOptions& o, bool* res,
                        IODebugContext* dbg) override;
  IOStatus SyncFile(const std::string& f, const FileOptions& fo, const IOOptions& o, bool use_fsync,
                    IODebugContext* dbg) override;
  IOStatus LockFile(const std::string& f, const IOOptions& o, FileLock** l,
                    IODebugContext* dbg) override;
  IOStatus UnlockFile(FileLock* l, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus GetTestDirectory(const IOOptions& o, std::string* path, IODebugContext* dbg) override;
  IOStatus NewLogger(const std::string& f, const IOOptions& o, std::shared_ptr<Logger>* r,
                     IODebugContext* dbg) override;
  IOStatus GetAbsolutePath(const std::string& path, const IOOptions& o, std::string* out,
                           IODebugContext* dbg) override;
  void SanitizeFileOptions(FileOptions* o) const override;
  FileOptions OptimizeForLogRead(const FileOptions& o) const override;
  FileOptions OptimizeForManifestRead(const FileOptions& o) const override;
  FileOptions OptimizeForLogWrite(const FileOptions& o, const DBOptions& db) const override;
  FileOptions OptimizeForManifestWrite(const FileOptions& o) const override;
  FileOptions OptimizeForCompactionTableWrite(const FileOptions& o,
                                              const ImmutableDBOptions& db) const override;
  FileOptions OptimizeForCompactionTableRead(const FileOptions& o,
                                             const ImmutableDBOptions& db) const override;
  FileOptions OptimizeForBlobFileRead(const FileOptions& o,
                                      const ImmutableDBOptions& db) const override;
  IOStatus GetFreeSpace(const std::string& path, const IOOptions& o, uint64_t* free,
                        IODebugContext* dbg) override;
  IOStatus IsDirectory(const std::string& path, const IOOptions& o, bool* is_dir,
                       IODebugContext* dbg) override;
  IOStatus Poll(std::vector<void*>& handles, size_t min_completions) override;
  IOStatus AbortIO(std::vector<void*>& handles) override;
  void DiscardCacheForDirectory(const std::string& path) override;
  void SupportedOps(int64_t& supported_ops) override;
  Status PrepareOptions(const ConfigOptions& options) override;

 protected:
  std::shared_ptr<FileSystem> target_;
};

// Wrappers of single files. REQUIRES: the target outlives the wrapper; the ...OwnerWrapper forms
// own it.
class FSSequentialFileWrapper : public FSSequentialFile {
 public:
  explicit FSSequentialFileWrapper(FSSequentialFile* t) : target_(t) {}
  FSSequentialFile* target() const { return target_; }

  IOStatus Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) override;
  IOStatus Skip(uint64_t n) override;
  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& o, Slice* result,
                          char* scratch, IODebugContext* dbg) override;
  Temperature GetTemperature() const override;

 private:
  FSSequentialFile* target_;
};

class FSRandomAccessFileWrapper : public FSRandomAccessFile {
 public:
  explicit FSRandomAccessFileWrapper(FSRandomAccessFile* t) : target_(t) {}
  FSRandomAccessFile* target() const { return target_; }

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override;
  IOStatus Prefetch(uint64_t offset, size_t n, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus MultiRead(FSReadRequest* reqs, size_t num_reqs, const IOOptions& o,
                     IODebugContext* dbg) override;
  IOStatus ReadAsync(FSReadRequest& req, const IOOptions& o,
                     std::function<void(FSReadRequest&, void*)> cb, void* cb_arg, void** io_handle,
                     IOHandleDeleter* del_fn, IODebugContext* dbg) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;
  void Hint(AccessPattern pattern) override;
  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  Temperature GetTemperature() const override;
  IOStatus GetFileSize(uint64_t* result) override;

 private:
  FSRandomAccessFile* target_;
};

class FSWritableFileWrapper : public FSWritableFile {
 public:
  explicit FSWritableFileWrapper(FSWritableFile* t) : target_(t) {}
  FSWritableFile* target() const { return target_; }

  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Append(const Slice& data, const IOOptions& o, const DataVerificationInfo& info,
                  IODebugContext* dbg) override;
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override;
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            const DataVerificationInfo& info, IODebugContext* dbg) override;
  IOStatus Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override;
  bool IsSyncThreadSafe() const override;
  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) override;
  Env::WriteLifeTimeHint GetWriteLifeTimeHint() override;
  void SetIOPriority(Env::IOPriority pri) override;
  Env::IOPriority GetIOPriority() override;
  uint64_t GetFileSize(const IOOptions& o, IODebugContext* dbg) override;
  void SetPreallocationBlockSize(size_t size) override;
  void GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) override;
  void PrepareWrite(size_t offset, size_t len, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Allocate(uint64_t offset, uint64_t len, const IOOptions& o,
                    IODebugContext* dbg) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;
  IOStatus InvalidateCache(size_t offset, size_t length) override;
  IOStatus RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& o,
                     IODebugContext* dbg) override;

 private:
  FSWritableFile* target_;
};

class FSRandomRWFileWrapper : public FSRandomRWFile {
 public:
  explicit FSRandomRWFileWrapper(FSRandomRWFile* t) : target_(t) {}
  FSRandomRWFile* target() const { return target_; }

  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& o,
                 IODebugContext* dbg) override;
  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override;
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override;
  Temperature GetTemperature() const override;

 private:
  FSRandomRWFile* target_;
};

class FSDirectoryWrapper : public FSDirectory {
 public:
  explicit FSDirectoryWrapper(std::unique_ptr<FSDirectory>&& t)
      : guard_(std::move(t)), target_(guard_.get()) {}
  explicit FSDirectoryWrapper(FSDirectory* t) : target_(t) {}

  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override;
  IOStatus FsyncWithDirOptions(const IOOptions& o, IODebugContext* dbg,
                               const DirFsyncOptions& reason) override;
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;

 private:
  std::unique_ptr<FSDirectory> guard_;
  FSDirectory* target_;
};

template <typename Wrapper, typename File>
class FSOwnedBase {
 protected:
  explicit FSOwnedBase(std::unique_ptr<File>&& t) : guard_(std::move(t)) {}
  std::unique_ptr<File> guard_;
};

#define ROCKSDB_FS_OWNER_WRAPPER(Kind)                                                         \
  class Kind##OwnerWrapper : private FSOwnedBase<Kind##Wrapper, Kind>, public Kind##Wrapper {  \
   public:                                                                                     \
    explicit Kind##OwnerWrapper(std::unique_ptr<Kind>&& t)                                     \
        : FSOwnedBase<Kind##Wrapper, Kind>(std::move(t)), Kind##Wrapper(this->guard_.get()) {} \
  };

ROCKSDB_FS_OWNER_WRAPPER(FSSequentialFile)
ROCKSDB_FS_OWNER_WRAPPER(FSRandomAccessFile)
ROCKSDB_FS_OWNER_WRAPPER(FSWritableFile)
ROCKSDB_FS_OWNER_WRAPPER(FSRandomRWFile)
#undef ROCKSDB_FS_OWNER_WRAPPER

// A whole file at once. A failed write removes the file.
IOStatus WriteStringToFile(FileSystem* fs, const Slice& data, const std::string& fname,
                           bool should_sync = false, const IOOptions& io_options = IOOptions(),
                           const FileOptions& file_options = FileOptions());
IOStatus ReadFileToString(FileSystem* fs, const std::string& fname, std::string* data);
IOStatus ReadFileToString(FileSystem* fs, const std::string& fname, const IOOptions& io_opts,
                          std::string* data);

}  // namespace ROCKSDB_NAMESPACE
