// See the header.
#include "utilities/backup/backup_view_fs.h"

#include <unordered_map>
#include <utility>

#include "env/filename.h"
#include "env/plain_io.h"
#include "utilities/backup/backup_names.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// Immutable, so thread-safe.
class BackupView final : public FileSystemWrapper {
 public:
  BackupView(const std::shared_ptr<FileSystem>& fs, const std::string& root, std::string directory,
             const BackupMeta& meta)
      : FileSystemWrapper(fs), directory_(std::move(directory)) {
    for (const BackupFile& file : meta.files) {
      const std::string path = root + "/" + file.name;
      if (DirectoryOf(path) == directory_) continue;
      const std::string name = DatabaseName(file.name);
      elsewhere_[JoinPath(directory_, name)] = path;
      names_.push_back(name);
    }
  }

  const char* Name() const override { return "BackupView"; }

  // ---- reading, at the file's real place

  IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r, IODebugContext* dbg) override {
    return target_->NewSequentialFile(Place(f), o, r, dbg);
  }
  IOStatus NewRandomAccessFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r,
                               IODebugContext* dbg) override {
    return target_->NewRandomAccessFile(Place(f), o, r, dbg);
  }
  IOStatus FileExists(const std::string& f, const IOOptions& o, IODebugContext* dbg) override {
    return target_->FileExists(Place(f), o, dbg);
  }
  IOStatus GetFileSize(const std::string& f, const IOOptions& o, uint64_t* size,
                       IODebugContext* dbg) override {
    return target_->GetFileSize(Place(f), o, size, dbg);
  }
  IOStatus GetFileModificationTime(const std::string& f, const IOOptions& o, uint64_t* mtime,
                                   IODebugContext* dbg) override {
    return target_->GetFileModificationTime(Place(f), o, mtime, dbg);
  }
  IOStatus GetChildren(const std::string& d, const IOOptions& o, std::vector<std::string>* r,
                       IODebugContext* dbg) override {
    IOStatus s = target_->GetChildren(d, o, r, dbg);
    if (s.ok() && IsView(d)) r->insert(r->end(), names_.begin(), names_.end());
    return s;
  }
  IOStatus GetChildrenFileAttributes(const std::string& d, const IOOptions& o,
                                     std::vector<FileAttributes>* r, IODebugContext* dbg) override {
    // The default asks this object for each file.
    return FileSystem::GetChildrenFileAttributes(d, o, r, dbg);
  }

  // ---- changes

  IOStatus NewWritableFile(const std::string& f, const FileOptions& /*o*/,
                           std::unique_ptr<FSWritableFile>* /*r*/,
                           IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& /*o*/,
                              std::unique_ptr<FSWritableFile>* /*r*/,
                              IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus ReuseWritableFile(const std::string& f, const std::string& /*old_f*/,
                             const FileOptions& /*o*/, std::unique_ptr<FSWritableFile>* /*r*/,
                             IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus NewRandomRWFile(const std::string& f, const FileOptions& /*o*/,
                           std::unique_ptr<FSRandomRWFile>* /*r*/,
                           IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus NewLogger(const std::string& f, const IOOptions& /*o*/, std::shared_ptr<Logger>* /*r*/,
                     IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus DeleteFile(const std::string& f, const IOOptions& /*o*/,
                      IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus Truncate(const std::string& f, size_t /*size*/, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    return Refused(f);
  }
  IOStatus CreateDir(const std::string& d, const IOOptions& /*o*/,
                     IODebugContext* /*dbg*/) override {
    return Refused(d);
  }
  IOStatus CreateDirIfMissing(const std::string& d, const IOOptions& o,
                              IODebugContext* dbg) override {
    return IsView(d) ? target_->FileExists(d, o, dbg) : Refused(d);
  }
  IOStatus DeleteDir(const std::string& d, const IOOptions& /*o*/,
                     IODebugContext* /*dbg*/) override {
    return Refused(d);
  }
  IOStatus RenameFile(const std::string& /*from*/, const std::string& to, const IOOptions& /*o*/,
                      IODebugContext* /*dbg*/) override {
    return Refused(to);
  }
  IOStatus LinkFile(const std::string& /*from*/, const std::string& to, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    return Refused(to);
  }
  IOStatus LockFile(const std::string& f, const IOOptions& /*o*/, FileLock** l,
                    IODebugContext* /*dbg*/) override {
    *l = nullptr;
    return Refused(f);
  }

 private:
  const std::string& Place(const std::string& path) const {
    const auto found = elsewhere_.find(path);
    return found == elsewhere_.end() ? path : found->second;
  }
  bool IsView(const std::string& path) const {
    return path == directory_ || path == directory_ + "/";
  }
  static IOStatus Refused(const std::string& path) {
    return IOStatus::NotSupported("A backup is read only", path);
  }

  const std::string directory_;
  // From the path in the view to the path on disk.
  std::unordered_map<std::string, std::string> elsewhere_;
  std::vector<std::string> names_;
};

}  // namespace

std::shared_ptr<FileSystem> NewBackupView(const std::shared_ptr<FileSystem>& fs,
                                          const std::string& root, const std::string& directory,
                                          const BackupMeta& meta) {
  return std::make_shared<BackupView>(fs, root, directory, meta);
}

}  // namespace ROCKSDB_NAMESPACE::backup
