// FileSystem: storage as the engine uses it. Unlike Env it takes options and a debug context with
// each call and returns IOStatus. Applications implement it (or wrap it) to put a database
// somewhere else. Any thread may call all FileSystem methods.
#pragma once

#include <stdint.h>

#include <any>
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
#include "rocksdb/options.h"
#include "rocksdb/table.h"
#include "rocksdb/thread_status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class FSDirectory;
class FSRandomAccessFile;
class FSRandomRWFile;
class FSSequentialFile;
class FSWritableFile;
enum ChecksumType : char;

// The names of env.h, so that code written for either interface compiles.
using AccessPattern = RandomAccessFile::AccessPattern;
using FileAttributes = Env::FileAttributes;

// The type of IOOptions::prio, which nothing reads.
enum class IOPriority : uint8_t { kIOLow, kIOHigh, kIOTotal };

// The kind of data that is read or written. The engine sets kLog for info logs only; all other
// calls have kUnknown.
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

// Bits that a file system may set in SupportedOps. The default one sets kFSPrefetch, and kAsyncIO
// where it has io_uring. The engine asks for kAsyncIO; of the others it calls and looks at the
// result.
enum FSSupportedOps {
  kAsyncIO,  // ReadAsync really is asynchronous
  // MultiRead may return buffers of its own.
  kFSBuffer,
  // Can repair a read whose checksum was wrong.
  kVerifyAndReconstructRead,
  // Prefetch has an effect.
  kFSPrefetch,
};

// Options of each call. The built-in file systems read do_not_recurse only; the rest is for
// implementations of applications.
struct IOOptions {
  IOOptions() = default;
  explicit IOOptions(bool force_dir_fsync_) : force_dir_fsync(force_dir_fsync_) {}

  // For reads of tables, from ReadOptions::io_timeout and the rest of the deadline; zero in other
  // calls.
  std::chrono::microseconds timeout = std::chrono::microseconds::zero();  // zero: none
  IOPriority prio = IOPriority::kIOLow;                                   // unused
  // The priority at which the rate limiter counted the call; IO_TOTAL if it did not.
  Env::IOPriority rate_limiter_priority = Env::IO_TOTAL;
  IOType type = IOType::kUnknown;
  // For agreements between an application and its own file system; the engine leaves it empty.
  std::unordered_map<std::string, std::string> property_bag;
  // Syncs a directory even if the file system makes that unnecessary.
  bool force_dir_fsync = false;
  // GetChildren: lists no sub-directories.
  bool do_not_recurse = false;
  // Set when a block whose checksum was wrong is read again. Our engine does not set it.
  bool verify_and_reconstruct_read = false;
  // For reads of tables: the activity of the ReadOptions, else that of the thread; unknown in
  // other calls.
  Env::IOActivity io_activity = Env::IOActivity::kUnknown;
};

// Why a directory is synced, so that a file system may skip an unnecessary sync. The default one
// always syncs.
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
  // The first form is for a rename and has the name of the new file; the second is for every other
  // reason.
  explicit DirFsyncOptions(std::string file_renamed_new_name)
      : reason(kFileRenamed), renamed_new_name(std::move(file_renamed_new_name)) {}
  explicit DirFsyncOptions(FsyncReason fsync_reason) : reason(fsync_reason) {
    assert(fsync_reason != kFileRenamed);
  }
};

// Options for opening a file: the fields of EnvOptions, and those that only file systems know. The
// engine sets no temperature, checksum type or life time hint.
struct FileOptions : EnvOptions {
  IOOptions io_options;
  Temperature temperature = Temperature::kUnknown;
  ChecksumType handoff_checksum_type = static_cast<ChecksumType>(1);  // kCRC32c
  Env::WriteLifeTimeHint write_hint = Env::WLTH_NOT_SET;
  // An addition of this library, a wish for files that are written in small pieces: the file may
  // have this byte, repeated, behind its data until it is closed or truncated, and after a crash.
  // 0: no such bytes. The POSIX file system then needs no system call for most appends.
  char filler_ahead = 0;

  FileOptions() = default;
  // Implicit on purpose: callers may pass the old options.
  FileOptions(const DBOptions& opts) : EnvOptions(opts) {}
  FileOptions(const EnvOptions& opts) : EnvOptions(opts) {}
  FileOptions(const FileOptions&) = default;
  FileOptions& operator=(const FileOptions&) = default;
};

// Implementations write facts about a call into it. The engine passes null everywhere.
struct IODebugContext {
  std::string file_path;
  std::map<std::string, uint64_t> counters;
  std::string msg;
  // Not owned; null without one.
  const std::string* request_id = nullptr;
  // What the call cost, in a type of the file system's own.
  std::any cost_info;

  enum TraceData : char { kRequestID = 0 };
  // 0 until SetRequestId. A bit set of TraceData: the fields that are set.
  uint64_t trace_data = 0;

  // Keeps the first value given for a name.
  void AddCounter(std::string& name, uint64_t value) { counters.emplace(name, value); }
  // Sets its bit of trace_data as well.
  void SetRequestId(const std::string* _request_id) {
    request_id = _request_id;
    trace_data |= uint64_t{1} << kRequestID;
  }
  // The path, each counter as "name = value," and the message.
  std::string ToString();
};

// Frees objects of a file system: handles of ReadAsync, and buffers.
using IOHandleDeleter = std::function<void(void*)>;
using FSAllocationPtr = std::unique_ptr<void, IOHandleDeleter>;

// Held by shared_ptr; must outlive its files, locks and loggers. Comments at methods that are not
// pure virtual describe the default.
class FileSystem : public Customizable {
 public:
  FileSystem();
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  ~FileSystem() override;

  static const char* Type() { return "FileSystem"; }
  static const char* kDefaultName() { return "DefaultFileSystem"; }

  // "", "DefaultFileSystem", "PosixFileSystem", "posix" and "posix://" give Default(); the name of
  // the memory file system gives a new one; any other name gives NotSupported. CreateFromString
  // also makes "id=EncryptedFileSystem; provider=..." and what the application registers.
  static Status Load(const std::string& value, std::shared_ptr<FileSystem>* result);
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<FileSystem>* result);
  // The POSIX file system; lives for the whole process.
  static std::shared_ptr<FileSystem> Default();

  // For implementations that need the paths of databases. Default: OK without effect. The engine
  // calls neither.
  virtual Status RegisterDbPaths(const std::vector<std::string>& paths);
  virtual Status UnregisterDbPaths(const std::vector<std::string>& paths);

  // Calls that open files leave *result null when they fail; a missing file gives PathNotFound.
  // This one is for reading logs, MANIFEST, CURRENT and OPTIONS from their start.
  virtual IOStatus NewSequentialFile(const std::string& fname, const FileOptions& file_opts,
                                     std::unique_ptr<FSSequentialFile>* result,
                                     IODebugContext* dbg) = 0;
  // Opens a table; many threads use the object at once. With use_mmap_reads the default file
  // system maps the file at its present length.
  virtual IOStatus NewRandomAccessFile(const std::string& fname, const FileOptions& file_opts,
                                       std::unique_ptr<FSRandomAccessFile>* result,
                                       IODebugContext* dbg) = 0;

  // Values as in Env, under the names of this interface.
  enum WriteLifeTimeHint {
    kWLTHNotSet = 0,
    kWLTHNone,
    kWLTHShort,
    kWLTHMedium,
    kWLTHLong,
    kWLTHExtreme,
  };

  // Makes an empty file; replaces an existing one. Its name is durable only after a sync of the
  // directory, which the engine does.
  virtual IOStatus NewWritableFile(const std::string& fname, const FileOptions& file_opts,
                                   std::unique_ptr<FSWritableFile>* result,
                                   IODebugContext* dbg) = 0;
  // Appends to an existing file, or creates it; the default file system never uses direct I/O
  // here. Default: NotSupported. SyncFile needs it.
  virtual IOStatus ReopenWritableFile(const std::string& fname, const FileOptions& options,
                                      std::unique_ptr<FSWritableFile>* result, IODebugContext* dbg);
  // Renames old_fname to fname and opens it for writing from its start, keeping its blocks; for
  // recycled logs. The default makes a new file under the name.
  virtual IOStatus ReuseWritableFile(const std::string& fname, const std::string& old_fname,
                                     const FileOptions& file_opts,
                                     std::unique_ptr<FSWritableFile>* result, IODebugContext* dbg);
  // An addition of this library: renames a file that is needed no more, so that ReuseWritableFile
  // may write over it later, with `next_use`. Busy, and no change, where that could be seen:
  // another name, an open descriptor or a mapping leads to the file; also where a buffered next use
  // would have to read the old pages first. NotSupported where the file system cannot tell that, or
  // gains nothing. The default says so too, even FileSystemWrapper's: an application's wrapper may
  // expect every table to begin with NewWritableFile and to end with DeleteFile.
  virtual IOStatus RetireFile(const std::string& fname, const std::string& spare,
                              const FileOptions& next_use, IODebugContext* dbg);
  // Opens an existing file. Default: NotSupported. The engine does not call it.
  virtual IOStatus NewRandomRWFile(const std::string& fname, const FileOptions& options,
                                   std::unique_ptr<FSRandomRWFile>* result, IODebugContext* dbg);
  // Maps an existing file, whole and shared. Default: NotSupported. The engine does not call it.
  virtual IOStatus NewMemoryMappedFileBuffer(const std::string& fname,
                                             std::unique_ptr<MemoryMappedFileBuffer>* result);
  // Opens an existing directory for syncs. The engine closes it right afterwards.
  virtual IOStatus NewDirectory(const std::string& name, const IOOptions& io_opts,
                                std::unique_ptr<FSDirectory>* result, IODebugContext* dbg) = 0;

  // OK for files and directories, NotFound, or another status when the result is unknown.
  virtual IOStatus FileExists(const std::string& fname, const IOOptions& options,
                              IODebugContext* dbg) = 0;
  // Names inside dir, files and directories, without "." and "..", in no order; *result is cleared
  // first. The engine learns from it which files of a database exist, so the list must be
  // complete.
  virtual IOStatus GetChildren(const std::string& dir, const IOOptions& options,
                               std::vector<std::string>* result, IODebugContext* dbg) = 0;
  // The same with sizes in bytes; a file that vanishes during the call is left out. The default
  // calls GetChildren and GetFileSize.
  virtual IOStatus GetChildrenFileAttributes(const std::string& dir, const IOOptions& options,
                                             std::vector<FileAttributes>* result,
                                             IODebugContext* dbg);
  // Objects that have the file open still work. A missing file is an error.
  virtual IOStatus DeleteFile(const std::string& fname, const IOOptions& options,
                              IODebugContext* dbg) = 0;
  // Cuts or extends the file to `size` bytes. Default: NotSupported.
  virtual IOStatus Truncate(const std::string& fname, size_t size, const IOOptions& options,
                            IODebugContext* dbg);
  // An IOError if a file or directory has the name; the directories above must exist.
  virtual IOStatus CreateDir(const std::string& dirname, const IOOptions& options,
                             IODebugContext* dbg) = 0;
  // OK for an existing directory, an IOError for a file of that name.
  virtual IOStatus CreateDirIfMissing(const std::string& dirname, const IOOptions& options,
                                      IODebugContext* dbg) = 0;
  // REQUIRES: dirname is empty, else an IOError.
  virtual IOStatus DeleteDir(const std::string& dirname, const IOOptions& options,
                             IODebugContext* dbg) = 0;
  // Bytes.
  virtual IOStatus GetFileSize(const std::string& fname, const IOOptions& options,
                               uint64_t* file_size, IODebugContext* dbg) = 0;
  // Seconds since 1970.
  virtual IOStatus GetFileModificationTime(const std::string& fname, const IOOptions& options,
                                           uint64_t* file_mtime, IODebugContext* dbg) = 0;
  // Must replace an existing target in one step, even in a crash: the engine installs CURRENT with
  // it.
  virtual IOStatus RenameFile(const std::string& src, const std::string& target,
                              const IOOptions& options, IODebugContext* dbg) = 0;
  // Gives a file a second name. Checkpoints call it, and copy where it is NotSupported. These three
  // are NotSupported by default; the engine does not call the other two.
  virtual IOStatus LinkFile(const std::string& src, const std::string& target,
                            const IOOptions& options, IODebugContext* dbg);
  virtual IOStatus NumFileLinks(const std::string& fname, const IOOptions& options, uint64_t* count,
                                IODebugContext* dbg);
  // Compares identity, not contents.
  virtual IOStatus AreFilesSame(const std::string& first, const std::string& second,
                                const IOOptions& options, bool* res, IODebugContext* dbg);
  // Makes the bytes that another handle wrote to the file durable: the data, and with use_fsync
  // its metadata too. The engine calls it at open for logs that it keeps. The default, also that
  // of FileSystemWrapper, opens the file for appending and syncs it.
  virtual IOStatus SyncFile(const std::string& fname, const FileOptions& file_options,
                            const IOOptions& io_options, bool use_fsync, IODebugContext* dbg);

  // Takes the lock without waiting, and makes the file if it is missing. IOError when any process,
  // including this one, holds the lock; *lock is then null. The lock ends with the process at the
  // latest.
  virtual IOStatus LockFile(const std::string& fname, const IOOptions& options, FileLock** lock,
                            IODebugContext* dbg) = 0;
  // Deletes the lock even if it returns an error. REQUIRES: lock came from LockFile of this
  // object.
  virtual IOStatus UnlockFile(FileLock* lock, const IOOptions& options, IODebugContext* dbg) = 0;

  // Where tests may write; makes the directory if it is missing. See Env::GetTestDirectory.
  virtual IOStatus GetTestDirectory(const IOOptions& options, std::string* path,
                                    IODebugContext* dbg) = 0;
  // Replaces fname by an empty log. The default writes through NewWritableFile of this object.
  // REQUIRES: this object outlives the logger.
  virtual IOStatus NewLogger(const std::string& fname, const IOOptions& io_opts,
                             std::shared_ptr<Logger>* result, IODebugContext* dbg);
  // Puts the working directory before a relative path; resolves nothing.
  virtual IOStatus GetAbsolutePath(const std::string& db_path, const IOOptions& options,
                                   std::string* output_path, IODebugContext* dbg) = 0;

  // Adjusts options to the abilities of this file system. Default: no change. Our engine calls
  // neither this nor the OptimizeFor... methods; it sets the fields itself.
  virtual void SanitizeFileOptions(FileOptions* opts) const { (void)opts; }
  // How each use of a file differs from the general options. Defaults: logs and MANIFEST are not
  // read directly; logs are written neither directly nor mapped, with wal_bytes_per_sync; tables
  // are preallocated without changing their size; the others are unchanged.
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

  // Bytes that the user may still write. Default: NotSupported. The engine does not call it.
  virtual IOStatus GetFreeSpace(const std::string& path, const IOOptions& options,
                                uint64_t* diskfree, IODebugContext* dbg);
  // A missing path is an error.
  virtual IOStatus IsDirectory(const std::string& path, const IOOptions& options, bool* is_dir,
                               IODebugContext* dbg) = 0;

  // Waits until at least min_completions of the reads begun with ReadAsync are done, or aborts
  // reads; their callbacks have run on return. Default: OK at once, right for the default
  // ReadAsync. The engine does not call it.
  virtual IOStatus Poll(std::vector<void*>& io_handles, size_t min_completions);
  virtual IOStatus AbortIO(std::vector<void*>& io_handles);
  // Default: no effect. The engine does not call it.
  virtual void DiscardCacheForDirectory(const std::string& path) { (void)path; }

  // Sets bit i of supported_ops for each FSSupportedOps i, and clears the others. Default: 0.
  virtual void SupportedOps(int64_t& supported_ops);
};

// Reads a file from front to back. One thread at a time.
class FSSequentialFile {
 public:
  FSSequentialFile() = default;
  virtual ~FSSequentialFile() = default;

  // Reads up to n bytes from the position and moves it by as many. The engine goes on after a
  // short read: only an empty one means the end. *result may point into scratch[0, n) or
  // elsewhere, and is valid until the next call.
  virtual IOStatus Read(size_t n, const IOOptions& options, Slice* result, char* scratch,
                        IODebugContext* dbg) = 0;
  // Moves the position by n bytes, perhaps beyond the end; the next Read is then empty.
  virtual IOStatus Skip(uint64_t n) = 0;
  // True: the engine calls PositionedRead, aligned, and neither Read nor Skip.
  virtual bool use_direct_io() const { return false; }
  // In bytes. Used with direct I/O only.
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  // Drops [offset, offset + length) from the cache of the operating system; length 0 means to the
  // end. Default: NotSupported.
  virtual IOStatus InvalidateCache(size_t offset, size_t length);
  // Reads without moving the position. Default: NotSupported.
  virtual IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& options,
                                  Slice* result, char* scratch, IODebugContext* dbg);
  virtual Temperature GetTemperature() const { return Temperature::kUnknown; }
};

// One read of a batch: offset and len are in bytes, and scratch has len bytes. The call sets
// result and status. With kFSBuffer the file may ignore scratch and return fs_scratch, which the
// request then owns and into which result points.
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

  // Reads up to n bytes at offset. The engine goes on after a short read: only an empty one means
  // the end. *result points into scratch, or into memory that lives as long as this object.
  virtual IOStatus Read(uint64_t offset, size_t n, const IOOptions& options, Slice* result,
                        char* scratch, IODebugContext* dbg) const = 0;
  // Starts bringing a range into a cache, without waiting. Default: NotSupported; the engine then
  // reads ahead into its own buffers. An error never fails the read.
  virtual IOStatus Prefetch(uint64_t offset, size_t n, const IOOptions& options,
                            IODebugContext* dbg);
  // Each request has its own status; if the call does not return OK, none of them counts. The
  // default reads one after the other; the default file system reads all at once through io_uring
  // if the kernel has it. MultiGet calls it with the blocks of a table that the cache lacks.
  virtual IOStatus MultiRead(FSReadRequest* reqs, size_t num_reqs, const IOOptions& options,
                             IODebugContext* dbg);
  // Starts a read; cb(request, cb_arg) runs at the latest in FileSystem::Poll(*io_handle). *del_fn
  // frees *io_handle. The default reads at once, calls back before it returns and sets *io_handle
  // to null. The engine does not call it.
  virtual IOStatus ReadAsync(FSReadRequest& req, const IOOptions& opts,
                             std::function<void(FSReadRequest&, void*)> cb, void* cb_arg,
                             void** io_handle, IOHandleDeleter* del_fn, IODebugContext* dbg);

  // Writes to id up to max_size bytes that identify the file; returns their number, 0 if there is
  // no id. Default: 0.
  virtual size_t GetUniqueId(char* id, size_t max_size) const;

  // In the order of RandomAccessFile::AccessPattern; the adapters cast one into the other.
  enum AccessPattern { kNormal, kRandom, kSequential, kWillNeed, kWontNeed };
  // The access pattern for the whole file; a hint. Default: no effect. Tables get kRandom with
  // advise_random_on_open.
  virtual void Hint(AccessPattern pattern) { (void)pattern; }

  // True: offset, length and scratch of each read are aligned.
  virtual bool use_direct_io() const { return false; }
  // In bytes; a power of two.
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  // Like FSSequentialFile::InvalidateCache.
  virtual IOStatus InvalidateCache(size_t offset, size_t length);
  // Default: unknown.
  virtual Temperature GetTemperature() const { return Temperature::kUnknown; }
  // In bytes. Default: NotSupported.
  virtual IOStatus GetFileSize(uint64_t* result);
  // An addition of this library: MultiRead reads ranges that lie side by side with one call, and a
  // scan may be made of it. The default says no, even FSRandomAccessFileWrapper's: scans then use
  // Read, which an application's wrapper may be about.
  virtual bool ReadsSideBySide() const { return false; }
};

// A checksum of the data that are passed with it, of FileOptions::handoff_checksum_type. Our
// engine passes none (checksum_handoff_file_types has no effect).
struct DataVerificationInfo {
  Slice checksum;
};

// Appends to a file. One thread at a time, except where IsSyncThreadSafe(). The engine buffers
// data and limits the rate before it calls, and after an error it only closes the file.
class FSWritableFile {
 public:
  FSWritableFile() = default;
  explicit FSWritableFile(const FileOptions& options)
      : strict_bytes_per_sync_(options.strict_bytes_per_sync) {}
  FSWritableFile(const FSWritableFile&) = delete;
  void operator=(const FSWritableFile&) = delete;
  virtual ~FSWritableFile() = default;

  // Appends all of data or returns an error; data need not live longer than the call. The forms
  // with verification_info ignore it by default.
  virtual IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Append(const Slice& data, const IOOptions& options,
                          const DataVerificationInfo& verification_info, IODebugContext* dbg);
  // For direct I/O only: data and offset are aligned, and the last block may be written again with
  // more data. Default: NotSupported.
  virtual IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& options,
                                    IODebugContext* dbg);
  virtual IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& options,
                                    const DataVerificationInfo& verification_info,
                                    IODebugContext* dbg);
  // Cuts off the padding of direct I/O; the engine calls it before Sync and Close. Default: OK
  // without effect.
  virtual IOStatus Truncate(uint64_t size, const IOOptions& options, IODebugContext* dbg);
  // The last call on the object. The default file system also frees blocks allocated beyond the
  // end.
  virtual IOStatus Close(const IOOptions& options, IODebugContext* dbg) = 0;
  // Hands the bytes to the operating system, so that a crash of the process loses nothing.
  virtual IOStatus Flush(const IOOptions& options, IODebugContext* dbg) = 0;
  // Makes the data durable when it returns OK. After an error the engine does not rely on a second
  // try.
  virtual IOStatus Sync(const IOOptions& options, IODebugContext* dbg) = 0;
  // Makes data and metadata durable.
  virtual IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) {
    return Sync(options, dbg);
  }
  // True: Sync and Fsync may run while another thread appends. A file for which that holds
  // overrides it: with false, DB::SyncWAL and the sync of a log that is no longer the newest fail
  // with NotSupported, and writes stop as after any failed sync of a log.
  virtual bool IsSyncThreadSafe() const { return false; }
  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }

  // Stored for subclasses; the engine sets neither hint nor priority.
  virtual void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) { write_hint_ = hint; }
  virtual Env::WriteLifeTimeHint GetWriteLifeTimeHint() { return write_hint_; }
  virtual void SetIOPriority(Env::IOPriority pri) { io_priority_ = pri; }
  virtual Env::IOPriority GetIOPriority() { return io_priority_; }

  // Bytes, including those found when the file was opened. Default: 0, which is right for new
  // files only.
  virtual uint64_t GetFileSize(const IOOptions& options, IODebugContext* dbg) = 0;

  // Space is allocated in blocks of this many bytes ahead of the data; 0 turns it off. The engine
  // sets it for logs before the first append.
  virtual void SetPreallocationBlockSize(size_t size) { prealloc_unit_ = size; }
  virtual void GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) {
    *block_size = prealloc_unit_;
    *last_allocated_block = prealloc_done_;
  }
  // The engine calls it before each append of len bytes at offset. It calls Allocate for whole
  // blocks that are not allocated yet, and ignores its failure.
  virtual void PrepareWrite(size_t offset, size_t len, const IOOptions& options,
                            IODebugContext* dbg);
  // Reserves storage for a range. Default: OK without effect.
  virtual IOStatus Allocate(uint64_t offset, uint64_t len, const IOOptions& options,
                            IODebugContext* dbg);

  // Default: 0, unknown.
  virtual size_t GetUniqueId(char* id, size_t max_size) const;
  // Like FSSequentialFile::InvalidateCache.
  virtual IOStatus InvalidateCache(size_t offset, size_t length);
  // Starts write-back of nbytes from offset; waits for earlier ranges if strict_bytes_per_sync is
  // set. Makes nothing durable. Default: nothing, or Sync if strict. The engine calls it every
  // bytes_per_sync, 1 MiB behind the end.
  virtual IOStatus RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& options,
                             IODebugContext* dbg);

 protected:
  // For subclasses that allocate space themselves.
  size_t preallocation_block_size() { return prealloc_unit_; }

 private:
  size_t prealloc_done_ = 0;
  size_t prealloc_unit_ = 0;

 protected:
  Env::IOPriority io_priority_ = Env::IO_TOTAL;
  Env::WriteLifeTimeHint write_hint_ = Env::WLTH_NOT_SET;
  const bool strict_bytes_per_sync_ = false;
};

// Reads and writes a file at any place. Ranges of two threads must not overlap. The engine opens
// none.
class FSRandomRWFile {
 public:
  FSRandomRWFile() = default;
  FSRandomRWFile(const FSRandomRWFile&) = delete;
  FSRandomRWFile(const RandomRWFile&) = delete;
  FSRandomRWFile& operator=(const FSRandomRWFile&) = delete;
  virtual ~FSRandomRWFile() = default;

  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  // Writes all of data or returns an error.
  virtual IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& options,
                         IODebugContext* dbg) = 0;
  // Fewer than n bytes only at the end.
  virtual IOStatus Read(uint64_t offset, size_t n, const IOOptions& options, Slice* result,
                        char* scratch, IODebugContext* dbg) const = 0;
  virtual IOStatus Flush(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Sync(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) {
    return Sync(options, dbg);
  }
  // REQUIRES: called once, as the last.
  virtual IOStatus Close(const IOOptions& options, IODebugContext* dbg) = 0;
  virtual Temperature GetTemperature() const { return Temperature::kUnknown; }
};

// A file that is mapped into memory. Subclasses unmap it.
class FSMemoryMappedFileBuffer {
 public:
  FSMemoryMappedFileBuffer(void* _base, size_t _length) : base_(_base), length_(_length) {}
  FSMemoryMappedFileBuffer(const FSMemoryMappedFileBuffer&) = delete;
  FSMemoryMappedFileBuffer& operator=(const FSMemoryMappedFileBuffer&) = delete;
  virtual ~FSMemoryMappedFileBuffer() = 0;

  void* GetBase() const { return base_; }
  size_t GetLen() const { return length_; }

 protected:
  void* base_;
  const size_t length_;
};

// An open directory, which can make its entries durable.
class FSDirectory {
 public:
  virtual ~FSDirectory() = default;
  // Makes creations, deletions and renames inside durable.
  virtual IOStatus Fsync(const IOOptions& options, IODebugContext* dbg) = 0;
  // The engine calls this one. Default: Fsync, whatever the reason.
  virtual IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* dbg,
                                       const DirFsyncOptions& dir_fsync_options) {
    (void)dir_fsync_options;
    return Fsync(options, dbg);
  }
  // Default: OK. The engine treats NotSupported as OK.
  virtual IOStatus Close(const IOOptions& options, IODebugContext* dbg);
  virtual size_t GetUniqueId(char* id, size_t max_size) const;
};

// Passes every call to another file system; the base for those that change a few calls. Shares
// ownership of the target. Files are the target's own unless a subclass wraps them.
class FileSystemWrapper : public FileSystem {
 public:
  explicit FileSystemWrapper(const std::shared_ptr<FileSystem>& t);
  ~FileSystemWrapper() override = default;

  // Valid while this object lives.
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

// As thread-safe as the target.
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

// Passes calls to the target one by one; the preallocation of PrepareWrite is the target's, too.
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

// The first form owns the target; for the second: REQUIRES: the target outlives the wrapper.
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

// Each of the next four is a wrapper that also owns its target.
#define ROCKSDB_FS_OWNER_WRAPPER(Kind)                     \
  class Kind##OwnerWrapper : public Kind##Wrapper {        \
   public:                                                 \
    explicit Kind##OwnerWrapper(std::unique_ptr<Kind>&& t) \
        : Kind##Wrapper(t.get()), guard_(std::move(t)) {}  \
                                                           \
   private:                                                \
    std::unique_ptr<Kind> guard_;                          \
  };

ROCKSDB_FS_OWNER_WRAPPER(FSSequentialFile)
ROCKSDB_FS_OWNER_WRAPPER(FSRandomAccessFile)
ROCKSDB_FS_OWNER_WRAPPER(FSWritableFile)
ROCKSDB_FS_OWNER_WRAPPER(FSRandomRWFile)
#undef ROCKSDB_FS_OWNER_WRAPPER

// Writes a whole file at once, replacing an existing one. should_sync makes its bytes durable, not
// its name. A failed write removes the file.
IOStatus WriteStringToFile(FileSystem* fs, const Slice& data, const std::string& fname,
                           bool should_sync = false, const IOOptions& io_options = IOOptions(),
                           const FileOptions& file_options = FileOptions());
// *data is cleared first; after an error it may hold the beginning of the file. A missing file
// gives PathNotFound.
IOStatus ReadFileToString(FileSystem* fs, const std::string& fname, std::string* data);
IOStatus ReadFileToString(FileSystem* fs, const std::string& fname, const IOOptions& io_opts,
                          std::string* data);

}  // namespace ROCKSDB_NAMESPACE
