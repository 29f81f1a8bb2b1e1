// FileSystem::Default(): files of the operating system. This file opens descriptors and implements
// the calls by name; posix_files.cc has those on open files. One object for the process, never
// destroyed. Thread-safe: only the lock table has state.
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <utility>

#include "env/aligned_buffer.h"
#include "env/posix_error.h"
#include "env/posix_files.h"
#include "env/posix_retire.h"
#include "env/process_locks.h"
#include "env/uring_async.h"
#include "rocksdb/system_clock.h"
#include "util/perf_context_imp.h"
#include "util/string_util.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Keeps the descriptor open, because the kernel drops the lock when it is closed.
class PosixFileLock final : public FileLock {
 public:
  PosixFileLock(std::string path, int descriptor) : name(std::move(path)), fd(descriptor) {}
  const std::string name;
  const int fd;
};

// 0, or -1 with errno; does not wait.
int LockWholeFile(int fd, short type) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  return fcntl(fd, F_SETLK, &range);
}

// Options that matter here: direct and mapped I/O, close-on-exec. The file objects or upper floors
// apply all others. Messages describe the attempt in stock's words, because applications search for
// them.
class PosixFileSystem final : public FileSystem {
 public:
  const char* Name() const override { return kDefaultName(); }
  const char* NickName() const override { return "PosixFileSystem"; }

  IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r,
                             IODebugContext* /*dbg*/) override {
    r->reset();
    int fd = -1;
    IOStatus s = Open(f, O_RDONLY | Direct(o.use_direct_reads && !o.use_mmap_reads), o,
                      "open a file for sequentially reading", &fd);
    if (s.ok()) {
      r->reset(new PosixSequentialFile(f, fd, o.use_direct_reads && !o.use_mmap_reads, kAlignment));
    }
    return s;
  }

  IOStatus NewRandomAccessFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r,
                               IODebugContext* /*dbg*/) override {
    r->reset();
    // A mapping goes through the page cache, so it excludes direct I/O and takes precedence.
    const bool direct = o.use_direct_reads && !o.use_mmap_reads;
    int fd = -1;
    IOStatus s = Open(f, O_RDONLY | Direct(direct), o, "open a file for random read", &fd);
    if (!s.ok()) {
      return s;
    }
    if (o.use_mmap_reads) {
      return Map(f, fd, r);
    }
    r->reset(new PosixRandomAccessFile(f, fd, direct, kAlignment));
    return s;
  }

  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* /*dbg*/) override {
    if (o.filler_ahead == 0 || o.use_direct_writes) {
      return OpenWritable(f, O_CREAT | O_TRUNC, o, r);
    }
    r->reset();
    int fd = -1;
    IOStatus s = Open(f, O_RDWR | O_CREAT | O_TRUNC, o, "open a file for writing", &fd);
    if (s.ok()) *r = WrittenOver(f, fd, 0, o);
    return s;
  }

  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r,
                              IODebugContext* /*dbg*/) override {
    return OpenWritable(f, O_CREAT | O_APPEND, o, r);
  }

  IOStatus ReuseWritableFile(const std::string& f, const std::string& old_f, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r, IODebugContext* /*dbg*/) override {
    r->reset();
    IOStatus s = Rename(old_f, f);
    if (!s.ok()) return s;
    return o.use_direct_writes ? OpenWritable(f, 0, o, r) : OpenReused(f, o, r);
  }

  IOStatus RetireFile(const std::string& f, const std::string& spare, const FileOptions& next_use,
                      IODebugContext* /*dbg*/) override {
    return RetirePosixFile(f, spare, next_use.use_direct_writes);
  }

  IOStatus NewRandomRWFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSRandomRWFile>* r, IODebugContext* /*dbg*/) override {
    r->reset();
    int fd = -1;
    IOStatus s = Open(f, O_RDWR, o, "open file for random read/write", &fd);
    if (s.ok()) {
      r->reset(new PosixRandomRWFile(f, fd));
    }
    return s;
  }

  IOStatus NewMemoryMappedFileBuffer(const std::string& f,
                                     std::unique_ptr<MemoryMappedFileBuffer>* r) override {
    r->reset();
    int fd = -1;
    IOStatus s = Open(f, O_RDWR, FileOptions(), "open file for raw mmap buffer access", &fd);
    uint64_t size = 0;
    if (s.ok()) {
      s = GetFileSize(f, IOOptions(), &size, nullptr);
    }
    if (s.ok()) {
      void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (base == MAP_FAILED) {
        s = PosixError("mmap file", f, errno);
      } else {
        r->reset(new PosixMappedBuffer(base, size));
      }
    }
    // The mapping stays valid without the descriptor.
    if (fd >= 0) {
      close(fd);
    }
    return s;
  }

  IOStatus NewDirectory(const std::string& d, const IOOptions& /*o*/,
                        std::unique_ptr<FSDirectory>* r, IODebugContext* /*dbg*/) override {
    r->reset();
    int fd = -1;
    IOStatus s = Open(d, O_DIRECTORY | O_RDONLY, FileOptions(), "open directory", &fd);
    if (s.ok()) {
      r->reset(new PosixDirectory(d, fd));
    }
    return s;
  }

  IOStatus FileExists(const std::string& f, const IOOptions& /*o*/,
                      IODebugContext* /*dbg*/) override {
    if (access(f.c_str(), F_OK) == 0) {
      return IOStatus::OK();
    }
    switch (errno) {
      case EACCES:
      case ELOOP:
      case ENAMETOOLONG:
      case ENOENT:
      case ENOTDIR:
        return IOStatus::NotFound();
      default:
        return IOStatus::IOError("Unexpected error(" + std::to_string(errno) +
                                 ") accessing file `" + f + "' ");
    }
  }

  IOStatus GetChildren(const std::string& d, const IOOptions& o, std::vector<std::string>* r,
                       IODebugContext* /*dbg*/) override {
    r->clear();
    DIR* dir = opendir(d.c_str());
    if (dir == nullptr) {
      return ListingError(d, errno);
    }
    // readdir reports errors only through errno.
    errno = 0;
    for (dirent* entry = readdir(dir); entry != nullptr; entry = readdir(dir)) {
      const std::string name = entry->d_name;
      const bool skipped = o.do_not_recurse && entry->d_type == DT_DIR;
      if (name != "." && name != ".." && !skipped) {
        r->push_back(name);
      }
    }
    const int read_error = errno;
    closedir(dir);
    return read_error == 0 ? IOStatus::OK() : PosixError("readdir", d, read_error);
  }

  IOStatus DeleteFile(const std::string& f, const IOOptions& /*o*/,
                      IODebugContext* /*dbg*/) override {
    return unlink(f.c_str()) == 0 ? IOStatus::OK() : PosixError("unlink() file", f, errno);
  }

  IOStatus Truncate(const std::string& f, size_t size, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    return truncate(f.c_str(), static_cast<off_t>(size)) == 0
               ? IOStatus::OK()
               : PosixError("truncate file to size " + std::to_string(size), f, errno);
  }

  IOStatus CreateDir(const std::string& d, const IOOptions& /*o*/,
                     IODebugContext* /*dbg*/) override {
    return mkdir(d.c_str(), 0755) == 0 ? IOStatus::OK() : PosixError("mkdir", d, errno);
  }

  IOStatus CreateDirIfMissing(const std::string& d, const IOOptions& o,
                              IODebugContext* dbg) override {
    if (mkdir(d.c_str(), 0755) == 0) {
      return IOStatus::OK();
    }
    if (errno != EEXIST) {
      return PosixError("mkdir if missing", d, errno);
    }
    // Another thread or process made it first, or a file has the name.
    bool is_dir = false;
    IOStatus s = IsDirectory(d, o, &is_dir, dbg);
    return !s.ok() || is_dir ? s : IOStatus::IOError("`" + d + "' exists but is not a directory");
  }

  IOStatus DeleteDir(const std::string& d, const IOOptions& /*o*/,
                     IODebugContext* /*dbg*/) override {
    return rmdir(d.c_str()) == 0 ? IOStatus::OK() : PosixError("file rmdir", d, errno);
  }

  IOStatus GetFileSize(const std::string& f, const IOOptions& /*o*/, uint64_t* size,
                       IODebugContext* /*dbg*/) override {
    struct stat info;
    IOStatus s = Stat("stat a file for size", f, &info);
    *size = s.ok() ? static_cast<uint64_t>(info.st_size) : 0;
    return s;
  }

  IOStatus GetFileModificationTime(const std::string& f, const IOOptions& /*o*/, uint64_t* mtime,
                                   IODebugContext* /*dbg*/) override {
    struct stat info;
    IOStatus s = Stat("stat a file for modification time", f, &info);
    if (s.ok()) {
      *mtime = static_cast<uint64_t>(info.st_mtime);
    }
    return s;
  }

  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& /*o*/,
                      IODebugContext* /*dbg*/) override {
    return Rename(from, to);
  }

  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    if (link(from.c_str(), to.c_str()) == 0) {
      return IOStatus::OK();
    }
    // On NotSupported callers copy instead.
    if (errno == EXDEV || errno == ENOTSUP) {
      return IOStatus::NotSupported(errno == EXDEV ? "No cross FS links allowed"
                                                   : "Links not supported by FS");
    }
    return PosixError("link file to " + to, from, errno);
  }

  IOStatus NumFileLinks(const std::string& f, const IOOptions& /*o*/, uint64_t* count,
                        IODebugContext* /*dbg*/) override {
    struct stat info;
    IOStatus s = Stat("stat a file for num file links", f, &info);
    if (s.ok()) {
      *count = static_cast<uint64_t>(info.st_nlink);
    }
    return s;
  }

  IOStatus AreFilesSame(const std::string& a, const std::string& b, const IOOptions& /*o*/,
                        bool* res, IODebugContext* /*dbg*/) override {
    struct stat first;
    struct stat second;
    IOStatus s = Stat("stat a file", a, &first);
    if (s.ok()) {
      s = Stat("stat a file", b, &second);
    }
    if (s.ok()) {
      *res = first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    }
    return s;
  }

  IOStatus LockFile(const std::string& f, const IOOptions& /*o*/, FileLock** lock,
                    IODebugContext* /*dbg*/) override {
    *lock = nullptr;
    std::string holder;
    // Before the file is opened: closing another descriptor of it would drop the lock that this
    // process holds.
    if (!locks_.Take(f, &holder)) {
      return HeldByThisProcess(f, holder);
    }
    BUCKETLSM_SYNC_POINT("PosixFileSystem::LockFile:BeforeOpen");
    int fd = -1;
    struct stat file;
    IOStatus s = Open(f, O_RDWR | O_CREAT, FileOptions(), "open a file for lock", &fd);
    if (s.ok() && fstat(fd, &file) != 0) {
      s = PosixError("fstat", f, errno);
    }
    if (s.ok() && !locks_.SetFile(f, file, fd, &holder)) {
      return HeldByThisProcess(f, holder);
    }
    if (s.ok() && LockWholeFile(fd, F_WRLCK) != 0) {
      s = PosixError("lock file", f, errno);
    }
    if (!s.ok()) {
      if (fd >= 0) {
        close(fd);
      }
      // After the close, for the same reason.
      locks_.Drop(f);
      return s;
    }
    *lock = new PosixFileLock(f, fd);
    return s;
  }

  IOStatus UnlockFile(FileLock* lock, const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    const std::unique_ptr<PosixFileLock> mine(static_cast<PosixFileLock*>(lock));
    IOStatus s = LockWholeFile(mine->fd, F_UNLCK) == 0
                     ? IOStatus::OK()
                     : PosixError("unlock file", mine->name, errno);
    BUCKETLSM_SYNC_POINT("PosixFileSystem::UnlockFile:BeforeClose");
    close(mine->fd);
    // Last: a thread that took the lock before the close would lose it by the close.
    if (!locks_.Drop(mine->name) && s.ok()) {
      s = PosixError("unlock file", mine->name, ENOLCK);
    }
    return s;
  }

  IOStatus GetTestDirectory(const IOOptions& o, std::string* path, IODebugContext* dbg) override {
    const char* wanted = std::getenv("TEST_TMPDIR");
    const char* base = std::getenv("TMPDIR");
    *path = wanted != nullptr && *wanted != '\0'
                ? wanted
                : Format("%s/rocksdbtest-%d", base != nullptr && *base != '\0' ? base : "/tmp",
                         static_cast<int>(geteuid()));
    return CreateDirIfMissing(*path, o, dbg);
  }

  IOStatus GetAbsolutePath(const std::string& path, const IOOptions& /*o*/, std::string* out,
                           IODebugContext* /*dbg*/) override {
    if (!path.empty() && path[0] == '/') {
      *out = path;
      return IOStatus::OK();
    }
    char here[PATH_MAX];
    if (getcwd(here, sizeof(here)) == nullptr) {
      return PosixError("getcwd", path, errno);
    }
    *out = std::string(here) + "/" + path;
    return IOStatus::OK();
  }

  IOStatus GetFreeSpace(const std::string& path, const IOOptions& /*o*/, uint64_t* free_space,
                        IODebugContext* /*dbg*/) override {
    struct statvfs info;
    if (statvfs(path.c_str(), &info) != 0) {
      return PosixError("doing statvfs", path, errno);
    }
    // Only root can use the blocks that the kernel reserves.
    const uint64_t blocks = geteuid() == 0 ? info.f_bfree : info.f_bavail;
    *free_space = blocks * info.f_bsize;
    return IOStatus::OK();
  }

  IOStatus IsDirectory(const std::string& path, const IOOptions& /*o*/, bool* is_dir,
                       IODebugContext* /*dbg*/) override {
    struct stat info;
    IOStatus s = Stat("stat a file", path, &info);
    if (s.ok() && is_dir != nullptr) {
      *is_dir = S_ISDIR(info.st_mode);
    }
    return s;
  }

  void SupportedOps(int64_t& supported_ops) override {
    supported_ops = int64_t{1} << static_cast<int>(FSSupportedOps::kFSPrefetch);
    if (HasUringForAsync()) {
      supported_ops |= int64_t{1} << static_cast<int>(FSSupportedOps::kAsyncIO);
    }
  }
  IOStatus Poll(std::vector<void*>& handles, size_t min_completions) override {
    PollUringReads(handles, min_completions);
    return IOStatus::OK();
  }
  IOStatus AbortIO(std::vector<void*>& handles) override {
    AbortUringReads(handles);
    return IOStatus::OK();
  }

 private:
  static constexpr size_t kAlignment = AlignedBufferPool::kAlignment;

  static int Direct(bool wanted) { return wanted ? O_DIRECT : 0; }

  // Opens every descriptor: repeats an interrupted call, measures it, and names the file in the
  // error.
  static IOStatus Open(const std::string& f, int flags, const FileOptions& o, const char* doing,
                       int* fd) {
    IOSTATS_TIMER(open_nanos);
    do {
      *fd = open(f.c_str(), flags | (o.set_fd_cloexec ? O_CLOEXEC : 0), 0644);
    } while (*fd < 0 && errno == EINTR);
    return *fd >= 0 ? IOStatus::OK() : PosixError(doing, f, errno);
  }

  static IOStatus Stat(const char* doing, const std::string& f, struct stat* info) {
    return stat(f.c_str(), info) == 0 ? IOStatus::OK() : PosixError(doing, f, errno);
  }

  static IOStatus Rename(const std::string& from, const std::string& to) {
    return rename(from.c_str(), to.c_str()) == 0
               ? IOStatus::OK()
               : PosixError("renaming a file to " + to, from, errno);
  }

  // `how`: create and truncate, append, or neither (reuse).
  static IOStatus OpenWritable(const std::string& f, int how, const FileOptions& o,
                               std::unique_ptr<FSWritableFile>* r) {
    r->reset();
    const bool append = (how & O_APPEND) != 0;
    FileOptions used = o;
    // Appending may start at an unaligned offset, where direct I/O cannot write.
    used.use_direct_writes = o.use_direct_writes && !append;
    int fd = -1;
    IOStatus s = Open(f, O_WRONLY | how | Direct(used.use_direct_writes), o,
                      append ? "open a file for appending" : "open a file for writing", &fd);
    if (!s.ok()) {
      return s;
    }
    // A new or reused file counts as empty, whatever old bytes it holds.
    struct stat info = {};
    if (append && fstat(fd, &info) != 0) {
      s = PosixError("fstat", f, errno);
      close(fd);
      return s;
    }
    r->reset(new PosixWritableFile(f, fd, static_cast<uint64_t>(info.st_size), kAlignment, used));
    return s;
  }

  // Writes go over the old bytes, whose blocks and pages stay. Pages that memory has lost would be
  // read first: such a file begins empty.
  static IOStatus OpenReused(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r) {
    int fd = -1;
    IOStatus s = Open(f, O_RDWR, o, "open a file for writing over", &fd);
    if (!s.ok()) return s;
    struct stat info = {};
    if (fstat(fd, &info) != 0) s = PosixError("fstat", f, errno);
    auto length = static_cast<uint64_t>(info.st_size);
    if (s.ok() && !PagesArePresent(fd, length)) {
      length = 0;
      if (ftruncate(fd, 0) != 0) s = PosixError("ftruncate a reused file", f, errno);
    }
    if (!s.ok()) {
      close(fd);
      return s;
    }
    // Small pieces go through a mapping, large ones are cheaper to write.
    if (o.filler_ahead == 0) length = 0;
    *r = WrittenOver(f, fd, length, o);
    return s;
  }

  static std::unique_ptr<FSWritableFile> WrittenOver(const std::string& f, int fd, uint64_t length,
                                                     const FileOptions& o) {
    auto file = std::make_unique<PosixWritableFile>(f, fd, 0, kAlignment, o);
    file->WriteOver(length, o.filler_ahead);
    return file;
  }

  // In stock's words; applications search for the part behind the path, which is the same when
  // another process holds the lock.
  static IOStatus HeldByThisProcess(const std::string& f, const std::string& holder) {
    return IOStatus::IOError(holder + ": " + f, "No locks available");
  }

  // Takes fd over, also when it fails.
  static IOStatus Map(const std::string& f, int fd, std::unique_ptr<FSRandomAccessFile>* r) {
    struct stat info;
    IOStatus s = fstat(fd, &info) == 0 ? IOStatus::OK() : PosixError("fstat", f, errno);
    if (s.ok()) {
      const auto length = static_cast<size_t>(info.st_size);
      void* base = length == 0 ? nullptr : mmap(nullptr, length, PROT_READ, MAP_SHARED, fd, 0);
      if (base == MAP_FAILED) {
        s = PosixError("mmap file for read", f, errno);
      } else if (base == nullptr) {  // nothing to map
        r->reset(new PosixRandomAccessFile(f, fd, false, kAlignment));
        return s;
      } else {
        r->reset(new PosixMappedFile(f, fd, static_cast<char*>(base), length));
        return s;
      }
    }
    close(fd);
    return s;
  }

  ProcessLocks locks_;
};

}  // namespace

std::shared_ptr<FileSystem> FileSystem::Default() {
  // Never destroyed: databases in static objects may use it after main() has ended.
  static const auto* fs = new std::shared_ptr<FileSystem>(std::make_shared<PosixFileSystem>());
  return *fs;
}

}  // namespace ROCKSDB_NAMESPACE
