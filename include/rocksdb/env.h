// Env: the operating system as the database uses it: files, threads, time, logging. This is the
// older interface; Env::GetFileSystem() and GetSystemClock() return the ones that the engine
// itself uses. Any thread may call all Env methods.
#pragma once

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cassert>
#include <cstdarg>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/functor_wrapper.h"
#include "rocksdb/port_defs.h"
#include "rocksdb/status.h"
#include "rocksdb/thread_status.h"
#include "rocksdb/types.h"

#if defined(__GNUC__) || defined(__clang__)
// Lets the compiler check printf arguments. Both numbers count parameters from 1, `this` included.
#define ROCKSDB_PRINTF_FORMAT_ATTR(format_param, dots_param) \
  __attribute__((__format__(__printf__, format_param, dots_param)))
#else
#define ROCKSDB_PRINTF_FORMAT_ATTR(format_param, dots_param)
#endif

namespace ROCKSDB_NAMESPACE {

class Directory;
class DynamicLibrary;
class FileLock;
class FileSystem;
class Logger;
class MemoryMappedFileBuffer;
class RandomAccessFile;
class RandomRWFile;
class RateLimiter;
class SequentialFile;
class Slice;
class SystemClock;
class ThreadStatusUpdater;
class WritableFile;
struct ConfigOptions;
struct DBOptions;
struct DataVerificationInfo;
struct IOOptions;
struct ImmutableDBOptions;
struct MutableDBOptions;

// The alignment of direct I/O buffers unless a file asks for another.
const size_t kDefaultPageSize = 4 * 1024;

// How a file is opened.
struct EnvOptions {
  EnvOptions() = default;
  // Copies the fields of DBOptions that have the same name here; use_direct_writes stays false.
  // REQUIRES: the rate limiter outlives this, which does not own it.
  explicit EnvOptions(const DBOptions& options);

  // Reads return a mapping of the file and do not use scratch buffers. Takes precedence over
  // use_direct_reads. The default file system ignores use_mmap_writes.
  bool use_mmap_reads = false;
  bool use_mmap_writes = false;
  // Bypasses the page cache (O_DIRECT): offset, length and memory of each call must be multiples
  // of GetRequiredBufferAlignment(). The engine's own readers and writers ensure that.
  bool use_direct_reads = false;
  bool use_direct_writes = false;
  // False: Allocate() does nothing.
  bool allow_fallocate = true;
  // Descriptors are closed in a program started by exec.
  bool set_fd_cloexec = true;

  // Starts write-back each time this many bytes were written; 0: never.
  uint64_t bytes_per_sync = 0;
  // Waits for the previous piece as well.
  bool strict_bytes_per_sync = false;

  // Preallocation does not change the visible size.
  bool fallocate_with_keep_size = true;

  // Bytes.
  size_t compaction_readahead_size = 2 * 1024 * 1024;
  size_t random_access_max_buffer_size = 0;  // accepted, unused
  // Bytes the engine gathers before it hands them to the file; with direct writes at least 1 MiB.
  size_t writable_file_max_buffer_size = 1024 * 1024;

  // Not owned; null: unlimited.
  RateLimiter* rate_limiter = nullptr;
};

class Env : public Customizable {
 public:
  // One entry of GetChildrenFileAttributes. The name is relative to the directory, the size in
  // bytes.
  struct FileAttributes {
    std::string name;
    uint64_t size_bytes;
    // kUnknown from file systems that do not know it, as the built-in ones.
    Temperature temperature = Temperature::kUnknown;
  };

  // The default constructor puts adapters over this object, so that the engine calls a subclass's
  // file and time methods. The others take the file system (and clock) to use.
  Env();
  explicit Env(const std::shared_ptr<FileSystem>& fs);
  Env(const std::shared_ptr<FileSystem>& fs, const std::shared_ptr<SystemClock>& clock);
  Env(const Env&) = delete;
  void operator=(const Env&) = delete;
  ~Env() override;

  static const char* Type() { return "Environment"; }
  static const char* kDefaultName() { return "DefaultEnv"; }
  const char* Name() const override { return ""; }

  // The process-wide environment over the POSIX file system. Never destroyed, not to be deleted.
  static Env* Default();

  // Makes an environment from its name or from option text. If the result is not the default one,
  // *guard owns it, unless its maker says that it stays for ever. "", "Default", "DefaultEnv" and
  // "posix" give Default(); "MemEnv" and "mem://" a new one in memory. Any other name is for the
  // makers of the object registry, and NotSupported if none has it. The forms without guard return
  // InvalidArgument if the result would need an owner. CreateFromString does the same and asks the
  // registry of its ConfigOptions.
  static Status LoadEnv(const std::string& value, Env** result);
  static Status LoadEnv(const std::string& value, Env** result, std::shared_ptr<Env>* guard);
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 Env** result);
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 Env** result, std::shared_ptr<Env>* guard);
  // Makes a new Env over the file system of fs_uri, or the Env of env_uri. InvalidArgument if both
  // URIs are non-empty.
  static Status CreateFromUri(const ConfigOptions& options, const std::string& env_uri,
                              const std::string& fs_uri, Env** result, std::shared_ptr<Env>* guard);

  // --- Files ---------------------------------------------------------------------------------
  // Calls that open files leave *result null when they fail. A missing file gives PathNotFound.

  // For an Env that needs the paths of databases. Default: OK without effect. The engine calls
  // neither.
  virtual Status RegisterDbPaths(const std::vector<std::string>& paths);
  virtual Status UnregisterDbPaths(const std::vector<std::string>& paths);

  // Opens a file for reading from the start: logs, MANIFEST, CURRENT and OPTIONS.
  virtual Status NewSequentialFile(const std::string& fname,
                                   std::unique_ptr<SequentialFile>* result,
                                   const EnvOptions& options) = 0;
  // Opens a table for reading. Many threads use the object at once.
  virtual Status NewRandomAccessFile(const std::string& fname,
                                     std::unique_ptr<RandomAccessFile>* result,
                                     const EnvOptions& options) = 0;

  // How long written data is expected to live; the kernel gets the value unchanged. The engine
  // sets none.
  enum WriteLifeTimeHint {
    WLTH_NOT_SET = 0,
    WLTH_NONE,
    WLTH_SHORT,
    WLTH_MEDIUM,
    WLTH_LONG,
    WLTH_EXTREME,
  };

  // Creates a file, or replaces an existing one.
  virtual Status NewWritableFile(const std::string& fname, std::unique_ptr<WritableFile>* result,
                                 const EnvOptions& options) = 0;
  // Appends to an existing file, or creates it.
  // Default: NotSupported.
  virtual Status ReopenWritableFile(const std::string& fname, std::unique_ptr<WritableFile>* result,
                                    const EnvOptions& options);
  // Renames old_fname to fname and opens it for writing from its start, keeping its blocks; for
  // recycled logs. Old bytes behind the written ones stay readable. The default renames, then
  // makes an empty file.
  virtual Status ReuseWritableFile(const std::string& fname, const std::string& old_fname,
                                   std::unique_ptr<WritableFile>* result,
                                   const EnvOptions& options);
  // The file must exist. Default: NotSupported. The engine does not call it.
  virtual Status NewRandomRWFile(const std::string& fname, std::unique_ptr<RandomRWFile>* result,
                                 const EnvOptions& options);
  // Maps all of an existing file, shared, so that stores reach it. Default: NotSupported. Not used
  // by the engine.
  virtual Status NewMemoryMappedFileBuffer(const std::string& fname,
                                           std::unique_ptr<MemoryMappedFileBuffer>* result);
  // Opens a directory, which must exist. After making or renaming a file in a directory the engine
  // opens it, syncs it and closes it.
  virtual Status NewDirectory(const std::string& name, std::unique_ptr<Directory>* result) = 0;

  // OK for files and directories, NotFound, or another status when the result is unknown. The
  // default environment also returns NotFound if a part of the path may not be searched.
  virtual Status FileExists(const std::string& fname) = 0;
  // Names inside dir, files and directories, without "." and "..", in no order. The result is
  // cleared first.
  virtual Status GetChildren(const std::string& dir, std::vector<std::string>* result) = 0;
  // Like GetChildren, with sizes in bytes; a file that vanishes during the call is left out. The
  // default calls GetFileSize for each name.
  virtual Status GetChildrenFileAttributes(const std::string& dir,
                                           std::vector<FileAttributes>* result);
  // Readers that have the file open can go on reading it. A missing file is an error.
  virtual Status DeleteFile(const std::string& fname) = 0;
  // Cuts or extends the closed file to `size` bytes; added bytes read as zeroes. Default:
  // NotSupported.
  virtual Status Truncate(const std::string& fname, size_t size);
  // An existing directory is an error here, and OK for CreateDirIfMissing unless a file has the
  // name. Neither makes the directories above.
  virtual Status CreateDir(const std::string& dirname) = 0;
  virtual Status CreateDirIfMissing(const std::string& dirname) = 0;
  // REQUIRES: dir is empty, else an IOError.
  virtual Status DeleteDir(const std::string& dirname) = 0;
  // In bytes. On an error the default environment sets *file_size to 0.
  virtual Status GetFileSize(const std::string& fname, uint64_t* file_size) = 0;
  // Seconds since 1970.
  virtual Status GetFileModificationTime(const std::string& fname, uint64_t* file_mtime) = 0;
  // Replaces target in one step: after a crash there is the old or the new file. Durable only
  // after a sync of the directory. The engine installs CURRENT with it.
  virtual Status RenameFile(const std::string& src, const std::string& target) = 0;
  // Gives the file a second name; an existing target is an error. Default: NotSupported, which the
  // default environment also returns across file systems.
  virtual Status LinkFile(const std::string& src, const std::string& target);
  // Sets *count to the number of names of the file. Default: NotSupported.
  virtual Status NumFileLinks(const std::string& fname, uint64_t* count);
  // *res is true when both names lead to one file. Default: NotSupported.
  virtual Status AreFilesSame(const std::string& first, const std::string& second, bool* res);
  // Creates the file if need be and locks it without waiting. IOError when any process, including
  // this one, holds the lock; *lock is then null. A crash of the process frees the lock. An open
  // database holds the lock on its LOCK file.
  virtual Status LockFile(const std::string& fname, FileLock** lock) = 0;
  // Deletes the lock, also when it returns an error. The file stays. REQUIRES: lock came from
  // LockFile of this Env.
  virtual Status UnlockFile(FileLock* lock) = 0;
  // NotSupported by default and in the default environment.
  virtual Status LoadLibrary(const std::string& lib_name, const std::string& search_path,
                             std::shared_ptr<DynamicLibrary>* result);
  // Where tests may write: TEST_TMPDIR of the process, else a directory named after the user under
  // TMPDIR or /tmp. Creates it if it is missing.
  virtual Status GetTestDirectory(std::string* path) = 0;
  // Puts the working directory before a relative path. Does not resolve links and "..".
  virtual Status GetAbsolutePath(const std::string& db_path, std::string* output_path) = 0;
  // Bytes that this user may still write. Default: NotSupported. The engine does not call it.
  virtual Status GetFreeSpace(const std::string& path, uint64_t* diskfree);
  // A missing path is an error. Default: NotSupported.
  virtual Status IsDirectory(const std::string& path, bool* is_dir);

  // --- Threads -------------------------------------------------------------------------------

  // Pools of background threads: flushes run in HIGH if it has threads, else in LOW with the
  // compactions. USER and BOTTOM are for the application; the engine queues nothing there.
  enum Priority { BOTTOM, LOW, HIGH, USER, TOTAL };
  // "Bottom", "Low", "High", "User"; "Invalid" for anything else.
  static std::string PriorityToString(Priority priority);

  // Classes of the rate limiter, see rate_limiter.h. IO_TOTAL: not limited.
  enum IOPriority { IO_LOW = 0, IO_MID = 1, IO_HIGH = 2, IO_USER = 3, IO_TOTAL = 4 };

  // The kind of call for which an I/O is done.
  enum class IOActivity : uint8_t {
    kFlush = 0,
    kCompaction = 1,
    kDBOpen = 2,
    kGet = 3,
    kMultiGet = 4,
    kDBIterator = 5,
    kVerifyDBChecksum = 6,
    kVerifyFileChecksums = 7,
    kGetEntity = 8,
    kMultiGetEntity = 9,
    kGetFileChecksumsFromCurrentManifest = 10,
    // Comes after all others.
    kUnknown,
  };
  // The name without its k.
  static std::string IOActivityToString(IOActivity activity);

  // Queues function(arg) for a pool, whose jobs start in order of arrival. UnSchedule finds a job
  // by its tag. Every scheduled function must return: closing a database waits for its own.
  virtual void Schedule(void (*function)(void* arg), void* arg, Priority pri = LOW,
                        void* tag = nullptr, void (*unschedFunction)(void* arg) = nullptr) = 0;
  // Withdraws every job with this tag from pool pri that has not started, calls its
  // unschedFunction(arg) in the calling thread, and returns the number of such jobs. Default:
  // returns 0 and withdraws nothing.
  virtual int UnSchedule(void* tag, Priority pri);

  // Runs function(arg) in a thread of its own. WaitForJoin waits for all threads started so far;
  // the default does not wait. Threads never joined end with the process.
  virtual void StartThread(void (*function)(void* arg), void* arg) = 0;
  template <typename FunctionT, typename... Args>
  void StartThreadTyped(FunctionT function, Args&&... args) {
    using Call = FunctorWrapper<Args...>;
    auto run = [](void* arg) { std::unique_ptr<Call>(static_cast<Call*>(arg))->invoke(); };
    StartThread(run, new Call(std::function<void(Args...)>(function), std::forward<Args>(args)...));
  }
  virtual void WaitForJoin() {}

  // Keeps up to this many idle threads of a pool from taking jobs, or lets them work again;
  // returns their number. Default: 0. The engine does not call them.
  virtual int ReserveThreads(int threads_to_be_reserved, Priority pri);
  virtual int ReleaseThreads(int threads_to_be_released, Priority pri);

  // The number of waiting jobs, without running ones. Default: 0.
  virtual unsigned int GetThreadPoolQueueLen(Priority pri = LOW) const;

  // The limit of the pool, at least 0; if it falls, running jobs still finish. The default
  // environment begins with one thread in each pool but BOTTOM, which has none, and starts threads
  // as jobs come.
  virtual void SetBackgroundThreads(int number, Priority pri = LOW) = 0;
  virtual int GetBackgroundThreads(Priority pri = LOW) = 0;
  // Raises the limit, never lowers it. Opening a database and SetDBOptions call it: HIGH for the
  // number of flushes that may run, LOW for compactions.
  virtual void IncBackgroundThreadsIfNeeded(int number, Priority pri) = 0;
  // Sets the idle I/O class, and nice value 10 or that of `pri`: 19 kIdle, 10 kLow, 0 kNormal, -1
  // kHigh. Each thread changes before its next job; without the right to do so nothing changes.
  // Defaults: nothing, and NotSupported for the form with a Status.
  virtual void LowerThreadPoolIOPriority(Priority pool = LOW) { (void)pool; }
  virtual Status LowerThreadPoolCPUPriority(Priority pool, CpuPriority pri);
  virtual void LowerThreadPoolCPUPriority(Priority pool = LOW) { (void)pool; }

  // The present work of the process's background threads; see DBOptions::enable_thread_tracking.
  // Default: NotSupported.
  virtual Status GetThreadList(std::vector<ThreadStatus>* thread_list);
  // For the engine's own use; owned by the Env.
  virtual ThreadStatusUpdater* GetThreadStatusUpdater() const { return thread_status_updater_; }
  // The pthread id of the caller.
  virtual uint64_t GetThreadID() const;

  // --- Time and the machine ------------------------------------------------------------------

  // Microseconds since 1970; may jump when the clock is set.
  virtual uint64_t NowMicros() = 0;
  // For differences only: a clock that never goes back and starts anywhere.
  virtual uint64_t NowNanos() { return NowMicros() * 1000; }
  // CPU time of the calling thread; 0 if it is unknown.
  virtual uint64_t NowCPUNanos() { return 0; }
  virtual void SleepForMicroseconds(int micros) = 0;
  // Seconds since 1970.
  virtual Status GetCurrentTime(int64_t* unix_time) = 0;
  // Formats seconds since 1970 as local time: "2024/05/31-12:00:00 ".
  virtual std::string TimeToString(uint64_t time) = 0;

  // Fills a buffer of len bytes. A name that does not fit may lack its final zero.
  virtual Status GetHostName(char* name, uint64_t len) = 0;
  virtual Status GetHostNameString(std::string* result);
  // Returns 36 characters, different at every call on every machine. The engine makes its ids
  // itself and does not call it.
  virtual std::string GenerateUniqueId();
  // NotSupported, in the default environment as well.
  virtual Status SetAllowNonOwnerAccess(bool allow_non_owner_access);

  // Makes an empty log at fname, replacing an existing one. *result is null after an error. See
  // Logger.
  virtual Status NewLogger(const std::string& fname, std::shared_ptr<Logger>* result);

  // --- Options per use of a file -------------------------------------------------------------

  // What each use of a file changes: reads of logs and MANIFEST are not direct; log writes are not
  // direct and take bytes_per_sync from wal_bytes_per_sync. The others return their argument. The
  // engine sets these fields itself and calls none of these, nor SanitizeEnvOptions: they are for
  // applications.
  virtual EnvOptions OptimizeForLogRead(const EnvOptions& env_options) const;
  virtual EnvOptions OptimizeForManifestRead(const EnvOptions& env_options) const;
  virtual EnvOptions OptimizeForLogWrite(const EnvOptions& env_options,
                                         const DBOptions& db_options) const;
  virtual EnvOptions OptimizeForManifestWrite(const EnvOptions& env_options) const;
  virtual EnvOptions OptimizeForCompactionTableWrite(const EnvOptions& env_options,
                                                     const ImmutableDBOptions& immutable_ops) const;
  virtual EnvOptions OptimizeForCompactionTableRead(const EnvOptions& env_options,
                                                    const ImmutableDBOptions& db_options) const;
  virtual EnvOptions OptimizeForBlobFileRead(const EnvOptions& env_options,
                                             const ImmutableDBOptions& db_options) const;
  virtual void SanitizeEnvOptions(EnvOptions* env_opts) const { (void)env_opts; }

  // The newer interfaces over this Env. They also show the overrides of an Env that overrides the
  // file or time calls above.
  const std::shared_ptr<FileSystem>& GetFileSystem() const;
  const std::shared_ptr<SystemClock>& GetSystemClock() const;

 protected:
  ThreadStatusUpdater* thread_status_updater_ = nullptr;  // not owned; may be null
  std::shared_ptr<FileSystem> file_system_;
  std::shared_ptr<SystemClock> system_clock_;
};

// Makes the list behind GetThreadList; for the engine's own use.
ThreadStatusUpdater* CreateThreadStatusUpdater();

// Reads a file from front to back. One thread at a time.
class SequentialFile {
 public:
  SequentialFile() = default;
  virtual ~SequentialFile();

  // Reads up to n bytes; fewer only at the end. *result may point into scratch[0, n).
  virtual Status Read(size_t n, Slice* result, char* scratch) = 0;
  // Moves forward by n bytes. Going beyond the end may succeed; the next Read is then empty.
  virtual Status Skip(uint64_t n) = 0;
  // True: reads must be aligned, and the engine uses PositionedRead instead of Read.
  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  // Drops pages of [offset, offset + length) from the operating system's cache; length 0 means to
  // the end. Default: NotSupported.
  virtual Status InvalidateCache(size_t offset, size_t length);
  // Reads at an offset of the file without moving the position. Default: NotSupported.
  virtual Status PositionedRead(uint64_t offset, size_t n, Slice* result, char* scratch);
};

// One read of a batch; the call sets result and status. offset and len are in bytes. REQUIRES:
// scratch has len bytes and stays until result is no longer used.
struct ReadRequest {
  uint64_t offset;
  size_t len;
  char* scratch;
  Slice result;
  Status status;
};

// Reads a file at any place. Thread-safe.
class RandomAccessFile {
 public:
  RandomAccessFile() = default;
  virtual ~RandomAccessFile();

  // Reads up to n bytes at offset; fewer, or none, only at the end. *result points into scratch
  // or, for mapped files, into memory that lives as long as this object.
  virtual Status Read(uint64_t offset, size_t n, Slice* result, char* scratch) const = 0;
  // Asks the operating system to bring a range into the page cache, without waiting. Default: OK
  // without effect.
  virtual Status Prefetch(uint64_t offset, size_t n);
  // Each request gets its own status; the call fails only when it tried none. The default reads
  // one after the other.
  virtual Status MultiRead(ReadRequest* reqs, size_t num_reqs);
  // Writes to id up to max_size bytes that identify the file; returns their number, 0 if there is
  // no id.
  virtual size_t GetUniqueId(char* id, size_t max_size) const;

  enum AccessPattern { NORMAL, RANDOM, SEQUENTIAL, WILLNEED, DONTNEED };
  // The access pattern that the reader expects for the whole file. Default: no effect. Tables get
  // RANDOM with advise_random_on_open.
  virtual void Hint(AccessPattern pattern) { (void)pattern; }

  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  // Like SequentialFile::InvalidateCache.
  virtual Status InvalidateCache(size_t offset, size_t length);
  // The present size in bytes. Default: NotSupported. The engine gets sizes by file name.
  virtual Status GetFileSize(uint64_t* result);
};

// Appends to a file. One thread at a time, except where IsSyncThreadSafe().
class WritableFile {
 public:
  WritableFile() = default;
  explicit WritableFile(const EnvOptions& options)
      : strict_bytes_per_sync_(options.strict_bytes_per_sync) {}
  WritableFile(const WritableFile&) = delete;
  void operator=(const WritableFile&) = delete;
  // Closes the file if Close was not called; the error is then lost.
  virtual ~WritableFile();

  // Appends all of data, or returns an error, after which the length is unknown. With direct I/O
  // the engine calls PositionedAppend instead. The defaults of the forms with verification_info
  // ignore it; our engine passes none.
  virtual Status Append(const Slice& data) = 0;
  virtual Status Append(const Slice& data, const DataVerificationInfo& verification_info);
  // For direct I/O only: data and offset are aligned. The last block may be written again.
  // Default: NotSupported.
  virtual Status PositionedAppend(const Slice& data, uint64_t offset);
  virtual Status PositionedAppend(const Slice& data, uint64_t offset,
                                  const DataVerificationInfo& verification_info);
  // Cuts off the padding of direct I/O; the engine calls it before Sync and Close. Default: OK
  // without effect.
  virtual Status Truncate(uint64_t size);
  // Called once, and nothing after it. Makes nothing durable.
  virtual Status Close() = 0;
  // Hands the bytes to the operating system: safe from a crash of the process, not of the machine.
  virtual Status Flush() = 0;
  // Makes the data durable.
  virtual Status Sync() = 0;
  // Makes data and metadata durable.
  virtual Status Fsync() { return Sync(); }
  // True: Sync and Fsync may run while another thread appends. A file for which that holds
  // overrides it: with false, DB::SyncWAL and the sync of a log that is no longer the newest fail
  // with NotSupported, and writes stop as after any failed sync of a log.
  virtual bool IsSyncThreadSafe() const { return false; }
  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }

  // Kept for subclasses; the engine limits the rate of its writes before they get here.
  virtual void SetIOPriority(Env::IOPriority pri) { io_priority_ = pri; }
  virtual Env::IOPriority GetIOPriority() { return io_priority_; }
  virtual void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) { write_hint_ = hint; }
  virtual Env::WriteLifeTimeHint GetWriteLifeTimeHint() { return write_hint_; }

  // Bytes appended or found when the file was opened. Default: 0.
  virtual uint64_t GetFileSize() = 0;

  // Space is allocated in blocks of this many bytes ahead of the data; 0 turns it off.
  virtual void SetPreallocationBlockSize(size_t size) { prealloc_unit_ = size; }
  virtual void GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) {
    *block_size = prealloc_unit_;
    *last_allocated_block = prealloc_done_;
  }
  // The engine calls it before each append of len bytes at offset; it calls Allocate for whole
  // blocks that are not allocated yet. A failure to allocate is not an error.
  virtual void PrepareWrite(size_t offset, size_t len);
  // Reserves storage for a range. Default: OK without effect.
  virtual Status Allocate(uint64_t offset, uint64_t len);

  // 0 by default.
  virtual size_t GetUniqueId(char* id, size_t max_size) const;
  // Like SequentialFile::InvalidateCache.
  virtual Status InvalidateCache(size_t offset, size_t length);
  // Starts write-back of a range, and with strict_bytes_per_sync waits for the range before. Makes
  // nothing durable. The default does nothing, or a whole Sync if strict.
  virtual Status RangeSync(uint64_t offset, uint64_t nbytes);

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

// Reads and writes a file at any place. Ranges of two threads must not overlap. The engine opens
// none.
class RandomRWFile {
 public:
  RandomRWFile() = default;
  RandomRWFile(const RandomRWFile&) = delete;
  RandomRWFile& operator=(const RandomRWFile&) = delete;
  virtual ~RandomRWFile() = default;

  virtual bool use_direct_io() const { return false; }
  virtual size_t GetRequiredBufferAlignment() const { return kDefaultPageSize; }
  // Writes all of data or returns an error; writing beyond the end extends the file.
  virtual Status Write(uint64_t offset, const Slice& data) = 0;
  // Like RandomAccessFile::Read.
  virtual Status Read(uint64_t offset, size_t n, Slice* result, char* scratch) const = 0;
  virtual Status Flush() = 0;
  virtual Status Sync() = 0;
  virtual Status Fsync() { return Sync(); }
  // REQUIRES: called once.
  virtual Status Close() = 0;
};

// A file mapped for reading and writing. The mapping ends with the object. Not thread-safe.
class MemoryMappedFileBuffer {
 public:
  MemoryMappedFileBuffer(void* _base, size_t _length) : base_(_base), length_(_length) {}
  MemoryMappedFileBuffer(const MemoryMappedFileBuffer&) = delete;
  MemoryMappedFileBuffer& operator=(const MemoryMappedFileBuffer&) = delete;
  virtual ~MemoryMappedFileBuffer() = 0;

  void* GetBase() const { return base_; }
  size_t GetLen() const { return length_; }

 protected:
  void* base_;
  const size_t length_;
};

// An open directory, which can make its entries durable.
class Directory {
 public:
  virtual ~Directory() = default;
  // Makes creations, deletions and renames in the directory durable.
  virtual Status Fsync() = 0;
  // Default: OK.
  virtual Status Close();
  virtual size_t GetUniqueId(char* id, size_t max_size) const;
};

// In ascending order of importance. HEADER_LEVEL lines are never dropped.
enum InfoLogLevel : unsigned char {
  DEBUG_LEVEL = 0,
  INFO_LEVEL,
  WARN_LEVEL,
  ERROR_LEVEL,
  FATAL_LEVEL,
  HEADER_LEVEL,
  NUM_INFO_LOG_LEVELS,
};

// Receives log messages. Thread-safe. Subclasses implement at least Logv(format, ap).
class Logger {
 public:
  static constexpr size_t kDoNotSupportGetLogFileSize = std::numeric_limits<size_t>::max();

  static constexpr InfoLogLevel kDefaultLogLevel = InfoLogLevel::INFO_LEVEL;

  // Messages below log_level are dropped; may be changed at any time.
  explicit Logger(const InfoLogLevel log_level = kDefaultLogLevel) : log_level_(log_level) {}
  Logger(const Logger&) = delete;
  void operator=(const Logger&) = delete;
  virtual ~Logger();

  // Ends the log; nobody may log afterwards. A second call does nothing and is OK. Subclasses
  // override CloseImpl, whose default is NotSupported, and call it in their destructor when
  // closed_ is false.
  virtual Status Close();

  // Logs a line that every new file of a rolling log repeats (the first 4096 of them). By default
  // an ordinary line.
  virtual void LogHeader(const char* format, va_list ap) {
    Logv(InfoLogLevel::INFO_LEVEL, format, ap);
  }
  // Writes one message; file loggers add a missing line end. Default: nothing.
  virtual void Logv(const char* format, va_list ap) {
    (void)format;
    (void)ap;
  }
  // Drops messages below the level, marks levels other than INFO, and calls the two-argument form,
  // or LogHeader for HEADER_LEVEL.
  virtual void Logv(const InfoLogLevel log_level, const char* format, va_list ap);

  // Bytes logged so far, or kDoNotSupportGetLogFileSize. The engine uses an application's logger
  // as it is and does not roll it.
  virtual size_t GetLogFileSize() const { return kDoNotSupportGetLogFileSize; }
  // Hands messages to the operating system. File loggers also do so a few seconds after a message.
  virtual void Flush() {}
  virtual InfoLogLevel GetInfoLogLevel() const { return log_level_; }
  virtual void SetInfoLogLevel(const InfoLogLevel log_level) { log_level_ = log_level; }

 protected:
  virtual Status CloseImpl();
  bool closed_ = false;

 private:
  InfoLogLevel log_level_;
};

// The result of LockFile. UnlockFile deletes it, never the caller.
class FileLock {
 public:
  FileLock() = default;
  FileLock(const FileLock&) = delete;
  void operator=(const FileLock&) = delete;
  virtual ~FileLock();
};

// A loaded shared library.
class DynamicLibrary {
 public:
  virtual ~DynamicLibrary() = default;
  virtual const char* Name() const = 0;

  template <typename T>
  // *function stays valid while the library object lives; after an error it must not be called.
  // REQUIRES: the symbol has the type T, which is not checked.
  Status LoadFunction(const std::string& sym_name, std::function<T>* function) {
    void* address = nullptr;
    Status s = LoadSymbol(sym_name, &address);
    *function = reinterpret_cast<T*>(address);
    return s;
  }
  virtual Status LoadSymbol(const std::string& sym_name, void** func) = 0;
};

// printf-style logging. A null logger ignores the message. Log and Info write at INFO_LEVEL, the
// others at the level of their name. A message below the logger's level is not formatted.
#define ROCKSDB_LOG_FUNCTION(Name)                                            \
  void Name(const std::shared_ptr<Logger>& info_log, const char* format, ...) \
      ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);                                       \
  void Name(Logger* info_log, const char* format, ...) ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);

ROCKSDB_LOG_FUNCTION(Log)
ROCKSDB_LOG_FUNCTION(Header)
ROCKSDB_LOG_FUNCTION(Debug)
ROCKSDB_LOG_FUNCTION(Info)
ROCKSDB_LOG_FUNCTION(Warn)
ROCKSDB_LOG_FUNCTION(Error)
ROCKSDB_LOG_FUNCTION(Fatal)
#undef ROCKSDB_LOG_FUNCTION

void Log(const InfoLogLevel log_level, const std::shared_ptr<Logger>& info_log, const char* format,
         ...) ROCKSDB_PRINTF_FORMAT_ATTR(3, 4);
void Log(const InfoLogLevel log_level, Logger* info_log, const char* format, ...)
    ROCKSDB_PRINTF_FORMAT_ATTR(3, 4);
void LogFlush(const std::shared_ptr<Logger>& info_log);
void LogFlush(Logger* info_log);

// Writes a whole file at once, replacing an existing one. should_sync makes its bytes durable, not
// its name. A failed write removes the file. `io_options` may be null.
Status WriteStringToFile(Env* env, const Slice& data, const std::string& fname,
                         bool should_sync = false, const IOOptions* io_options = nullptr);
// *data is cleared first; after an error it may hold the beginning of the file.
Status ReadFileToString(Env* env, const std::string& fname, std::string* data);

// Passes every call to another Env; the base for environments that change a few calls. The engine
// sees a subclass's overrides, because the base constructor puts its adapters over this object.
class EnvWrapper : public Env {
 public:
  // The wrapped Env; owned if `guard` is set.
  struct Target {
    Env* env;
    std::shared_ptr<Env> guard;

    explicit Target(Env* t) : env(t) {}
    explicit Target(std::unique_ptr<Env>&& t) : env(t.get()), guard(std::move(t)) {}
    explicit Target(const std::shared_ptr<Env>& t) : env(t.get()), guard(t) {}
    // Env::Default() where no target was given.
    void Prepare();
  };

  // REQUIRES for the raw form: t outlives this object.
  explicit EnvWrapper(Env* t);
  explicit EnvWrapper(std::unique_ptr<Env>&& t);
  explicit EnvWrapper(const std::shared_ptr<Env>& t);
  ~EnvWrapper() override;

  // Valid while this object lives.
  Env* target() const { return target_.env; }
  const char* Name() const override { return target_.env->Name(); }
  const Customizable* Inner() const override { return target_.env; }

  Status RegisterDbPaths(const std::vector<std::string>& paths) override;
  Status UnregisterDbPaths(const std::vector<std::string>& paths) override;
  Status NewSequentialFile(const std::string& f, std::unique_ptr<SequentialFile>* r,
                           const EnvOptions& o) override;
  Status NewRandomAccessFile(const std::string& f, std::unique_ptr<RandomAccessFile>* r,
                             const EnvOptions& o) override;
  Status NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                         const EnvOptions& o) override;
  Status ReopenWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                            const EnvOptions& o) override;
  Status ReuseWritableFile(const std::string& f, const std::string& old_f,
                           std::unique_ptr<WritableFile>* r, const EnvOptions& o) override;
  Status NewRandomRWFile(const std::string& f, std::unique_ptr<RandomRWFile>* r,
                         const EnvOptions& o) override;
  Status NewMemoryMappedFileBuffer(const std::string& f,
                                   std::unique_ptr<MemoryMappedFileBuffer>* r) override;
  Status NewDirectory(const std::string& d, std::unique_ptr<Directory>* r) override;
  Status FileExists(const std::string& f) override;
  Status GetChildren(const std::string& d, std::vector<std::string>* r) override;
  Status GetChildrenFileAttributes(const std::string& d, std::vector<FileAttributes>* r) override;
  Status DeleteFile(const std::string& f) override;
  Status Truncate(const std::string& f, size_t size) override;
  Status CreateDir(const std::string& d) override;
  Status CreateDirIfMissing(const std::string& d) override;
  Status DeleteDir(const std::string& d) override;
  Status GetFileSize(const std::string& f, uint64_t* size) override;
  Status GetFileModificationTime(const std::string& f, uint64_t* mtime) override;
  Status RenameFile(const std::string& from, const std::string& to) override;
  Status LinkFile(const std::string& from, const std::string& to) override;
  Status NumFileLinks(const std::string& f, uint64_t* count) override;
  Status AreFilesSame(const std::string& a, const std::string& b, bool* res) override;
  Status LockFile(const std::string& f, FileLock** l) override;
  Status UnlockFile(FileLock* l) override;
  Status LoadLibrary(const std::string& name, const std::string& path,
                     std::shared_ptr<DynamicLibrary>* r) override;
  Status GetTestDirectory(std::string* path) override;
  Status GetAbsolutePath(const std::string& path, std::string* out) override;
  Status GetFreeSpace(const std::string& path, uint64_t* free) override;
  Status IsDirectory(const std::string& path, bool* is_dir) override;

  void Schedule(void (*f)(void* arg), void* a, Priority pri, void* tag = nullptr,
                void (*u)(void* arg) = nullptr) override;
  int UnSchedule(void* tag, Priority pri) override;
  void StartThread(void (*f)(void*), void* a) override;
  void WaitForJoin() override;
  int ReserveThreads(int n, Priority pri) override;
  int ReleaseThreads(int n, Priority pri) override;
  unsigned int GetThreadPoolQueueLen(Priority pri = LOW) const override;
  void SetBackgroundThreads(int n, Priority pri) override;
  int GetBackgroundThreads(Priority pri) override;
  void IncBackgroundThreadsIfNeeded(int n, Priority pri) override;
  void LowerThreadPoolIOPriority(Priority pool) override;
  void LowerThreadPoolCPUPriority(Priority pool) override;
  Status LowerThreadPoolCPUPriority(Priority pool, CpuPriority pri) override;
  Status GetThreadList(std::vector<ThreadStatus>* list) override;
  ThreadStatusUpdater* GetThreadStatusUpdater() const override;
  uint64_t GetThreadID() const override;

  uint64_t NowMicros() override;
  uint64_t NowNanos() override;
  uint64_t NowCPUNanos() override;
  void SleepForMicroseconds(int micros) override;
  Status GetCurrentTime(int64_t* unix_time) override;
  std::string TimeToString(uint64_t time) override;
  Status GetHostName(char* name, uint64_t len) override;
  std::string GenerateUniqueId() override;
  Status SetAllowNonOwnerAccess(bool allow) override;
  Status NewLogger(const std::string& f, std::shared_ptr<Logger>* r) override;

  EnvOptions OptimizeForLogRead(const EnvOptions& o) const override;
  EnvOptions OptimizeForManifestRead(const EnvOptions& o) const override;
  EnvOptions OptimizeForLogWrite(const EnvOptions& o, const DBOptions& db) const override;
  EnvOptions OptimizeForManifestWrite(const EnvOptions& o) const override;
  EnvOptions OptimizeForCompactionTableWrite(const EnvOptions& o,
                                             const ImmutableDBOptions& db) const override;
  EnvOptions OptimizeForCompactionTableRead(const EnvOptions& o,
                                            const ImmutableDBOptions& db) const override;
  EnvOptions OptimizeForBlobFileRead(const EnvOptions& o,
                                     const ImmutableDBOptions& db) const override;
  void SanitizeEnvOptions(EnvOptions* o) const override;
  Status PrepareOptions(const ConfigOptions& options) override;

 private:
  Target target_;
};

// Wrappers of single files, for subclasses that change a few calls. REQUIRES: the target outlives
// the wrapper.
class SequentialFileWrapper : public SequentialFile {
 public:
  explicit SequentialFileWrapper(SequentialFile* target) : target_(target) {}

  Status Read(size_t n, Slice* result, char* scratch) override;
  Status Skip(uint64_t n) override;
  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  Status InvalidateCache(size_t offset, size_t length) override;
  Status PositionedRead(uint64_t offset, size_t n, Slice* result, char* scratch) override;

 private:
  SequentialFile* target_;
};

// Thread-safe if the target is.
class RandomAccessFileWrapper : public RandomAccessFile {
 public:
  explicit RandomAccessFileWrapper(RandomAccessFile* target) : target_(target) {}

  Status Read(uint64_t offset, size_t n, Slice* result, char* scratch) const override;
  Status Prefetch(uint64_t offset, size_t n) override;
  Status MultiRead(ReadRequest* reqs, size_t num_reqs) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;
  void Hint(AccessPattern pattern) override;
  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  Status InvalidateCache(size_t offset, size_t length) override;
  Status GetFileSize(uint64_t* result) override;

 private:
  RandomAccessFile* target_;
};

class WritableFileWrapper : public WritableFile {
 public:
  explicit WritableFileWrapper(WritableFile* t) : target_(t) {}

  Status Append(const Slice& data) override;
  Status Append(const Slice& data, const DataVerificationInfo& info) override;
  Status PositionedAppend(const Slice& data, uint64_t offset) override;
  Status PositionedAppend(const Slice& data, uint64_t offset,
                          const DataVerificationInfo& info) override;
  Status Truncate(uint64_t size) override;
  Status Close() override;
  Status Flush() override;
  Status Sync() override;
  Status Fsync() override;
  bool IsSyncThreadSafe() const override;
  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  void SetIOPriority(Env::IOPriority pri) override;
  Env::IOPriority GetIOPriority() override;
  void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) override;
  Env::WriteLifeTimeHint GetWriteLifeTimeHint() override;
  uint64_t GetFileSize() override;
  void SetPreallocationBlockSize(size_t size) override;
  void GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) override;
  void PrepareWrite(size_t offset, size_t len) override;
  Status Allocate(uint64_t offset, uint64_t len) override;
  size_t GetUniqueId(char* id, size_t max_size) const override;
  Status InvalidateCache(size_t offset, size_t length) override;
  Status RangeSync(uint64_t offset, uint64_t nbytes) override;

 private:
  WritableFile* target_;
};

class RandomRWFileWrapper : public RandomRWFile {
 public:
  explicit RandomRWFileWrapper(RandomRWFile* target) : target_(target) {}

  bool use_direct_io() const override;
  size_t GetRequiredBufferAlignment() const override;
  Status Write(uint64_t offset, const Slice& data) override;
  Status Read(uint64_t offset, size_t n, Slice* result, char* scratch) const override;
  Status Flush() override;
  Status Sync() override;
  Status Fsync() override;
  Status Close() override;

 private:
  RandomRWFile* target_;
};

class DirectoryWrapper : public Directory {
 public:
  explicit DirectoryWrapper(Directory* target) : target_(target) {}

  Status Fsync() override;
  Status Close() override;
  size_t GetUniqueId(char* id, size_t max_size) const override;

 private:
  Directory* target_;
};

class LoggerWrapper : public Logger {
 public:
  explicit LoggerWrapper(Logger* target) : target_(target) {}

  Status Close() override;
  void LogHeader(const char* format, va_list ap) override;
  void Logv(const char* format, va_list ap) override;
  void Logv(const InfoLogLevel log_level, const char* format, va_list ap) override;
  size_t GetLogFileSize() const override;
  void Flush() override;
  InfoLogLevel GetInfoLogLevel() const override;
  void SetInfoLogLevel(const InfoLogLevel log_level) override;

 private:
  Logger* target_;
};

// An Env whose files live in memory and vanish with it; threads and time are base_env's. Syncs
// have no effect. The caller owns the result. REQUIRES: base_env outlives it.
Env* NewMemEnv(Env* base_env);

// An Env that measures calls by file name (open, delete, rename, list, lock ...) into the env_
// metrics of the calling thread's perf context, from PerfLevel kEnableTimeExceptForMutex on. The
// engine uses it. The caller owns the result. REQUIRES: base_env outlives it.
Env* NewTimedEnv(Env* base_env);

// A logger that replaces the file fname of env. REQUIRES: env outlives it.
Status NewEnvLogger(const std::string& fname, Env* env, std::shared_ptr<Logger>* result);

// An Env over another file system, whose ownership it shares; everything else is Env::Default()'s.
std::unique_ptr<Env> NewCompositeEnv(const std::shared_ptr<FileSystem>& fs);

}  // namespace ROCKSDB_NAMESPACE
