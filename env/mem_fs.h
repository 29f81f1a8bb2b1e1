// MemFileSystem: a file system in memory, for tests and for databases that need not outlive the
// process. It has directories, locks, links and renames; syncing does nothing (FaultFileSystem
// models power cuts). Errors have the codes and texts of POSIX.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "rocksdb/file_system.h"
#include "rocksdb/system_clock.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class MemFile;

// Thread-safe: one lock for names, one for the bytes of each file, never held together. Paths are
// normalized (Normalize in mem_fs.cc). A deleted file stays readable through open handles.
class MemFileSystem : public FileSystem {
 public:
  explicit MemFileSystem(std::shared_ptr<SystemClock> clock = SystemClock::Default());
  ~MemFileSystem() override;

  static const char* kClassName() { return "MemoryFileSystem"; }
  const char* Name() const override { return kClassName(); }

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
  IOStatus NewDirectory(const std::string& d, const IOOptions& o, std::unique_ptr<FSDirectory>* r,
                        IODebugContext* dbg) override;
  IOStatus FileExists(const std::string& f, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus GetChildren(const std::string& d, const IOOptions& o, std::vector<std::string>* r,
                       IODebugContext* dbg) override;
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
  IOStatus RetireFile(const std::string& from, const std::string& to, const FileOptions& next_use,
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
  IOStatus GetAbsolutePath(const std::string& path, const IOOptions& o, std::string* out,
                           IODebugContext* dbg) override;
  IOStatus GetFreeSpace(const std::string& path, const IOOptions& o, uint64_t* free,
                        IODebugContext* dbg) override;
  IOStatus IsDirectory(const std::string& path, const IOOptions& o, bool* is_dir,
                       IODebugContext* dbg) override;

 private:
  using FilePtr = std::shared_ptr<MemFile>;

  // Null when there is no such file.
  FilePtr Find(const std::string& path) const REQUIRES_LOCK(mu_);
  // `doing` goes into PosixError's message.
  IOStatus OpenExisting(const std::string& f, const char* doing, FilePtr* file);
  // The file at `path`, created if missing; with `truncate` always a new one.
  IOStatus Create(const std::string& path, bool truncate, FilePtr* file);
  bool HasChildren(const std::string& dir) const REQUIRES_LOCK(mu_);
  // Whether `path` is a directory.
  bool IsDirLocked(const std::string& path) const REQUIRES_LOCK(mu_);
  // Creates the missing directories above a file.
  void AddDirsAbove(const std::string& path) REQUIRES_LOCK(mu_);
  void MoveTree(const std::string& from, const std::string& to) REQUIRES_LOCK(mu_);

  const std::shared_ptr<SystemClock> clock_;
  mutable Mutex mu_;
  // By normalized path; links share the file.
  std::map<std::string, FilePtr> files_ GUARDED_BY(mu_);
  std::set<std::string> dirs_ GUARDED_BY(mu_);
  // Lock files that are held, by normalized path.
  std::map<std::string, FilePtr> locked_ GUARDED_BY(mu_);
};

std::shared_ptr<FileSystem> NewMemFileSystem();

}  // namespace ROCKSDB_NAMESPACE
