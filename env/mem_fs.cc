// See mem_fs.h.
#include "env/mem_fs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "env/filename.h"
#include "env/posix_error.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

// One file's bytes, shared by the name table and open handles. Thread-safe.
class MemFile {
 public:
  explicit MemFile(uint64_t now) : mtime_(now) {}

  uint64_t Size() const {
    MutexLock lock(&mu_);
    return data_.size();
  }
  uint64_t ModificationTime() const {
    MutexLock lock(&mu_);
    return mtime_;
  }
  void Write(uint64_t offset, const Slice& data, uint64_t now) {
    MutexLock lock(&mu_);
    // A gap before `offset` reads as zeros, as in a sparse file.
    if (data_.size() < offset + data.size()) {
      data_.resize(offset + data.size());
    }
    std::memcpy(data_.data() + offset, data.data(), data.size());
    mtime_ = now;
  }
  void Append(const Slice& data, uint64_t now) {
    MutexLock lock(&mu_);
    data_.append(data.data(), data.size());
    mtime_ = now;
  }
  void Truncate(uint64_t size) {
    MutexLock lock(&mu_);
    data_.resize(size);
  }
  Slice Read(uint64_t offset, size_t n, char* scratch) const {
    MutexLock lock(&mu_);
    if (offset >= data_.size()) {
      return Slice();
    }
    const size_t part = std::min<uint64_t>(n, data_.size() - offset);
    std::memcpy(scratch, data_.data() + offset, part);
    return Slice(scratch, part);
  }

 private:
  mutable Mutex mu_;
  std::string data_ GUARDED_BY(mu_);
  uint64_t mtime_ GUARDED_BY(mu_);
};

namespace {

using FilePtr = std::shared_ptr<MemFile>;
using ClockPtr = std::shared_ptr<SystemClock>;

uint64_t Seconds(SystemClock* clock) { return clock->NowMicros() / 1000000; }

// One spelling for one path: absolute from "/", without doubled and trailing slashes, "." and "..".
std::string Normalize(const std::string& path) {
  std::string clean;
  for (size_t at = 0; at < path.size();) {
    const size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view part = std::string_view(path).substr(at, slash - at);
    if (part == "..") {
      // Above the root lies the root.
      clean.resize(clean.empty() ? 0 : clean.rfind('/'));
    } else if (!part.empty() && part != ".") {
      clean.append("/").append(part);
    }
    at = slash + 1;
  }
  return clean.empty() ? "/" : clean;
}

// Handles share the bytes with the name table and each other, so readers see an append at once.
class MemSequential final : public FSSequentialFile {
 public:
  explicit MemSequential(FilePtr file) : file_(std::move(file)) {}

  IOStatus Read(size_t n, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) override {
    *result = file_->Read(position_, n, scratch);
    position_ += result->size();
    return IOStatus::OK();
  }
  IOStatus Skip(uint64_t n) override {
    position_ = std::min(position_ + n, file_->Size());
    return IOStatus::OK();
  }

 private:
  const FilePtr file_;
  uint64_t position_ = 0;
};

class MemRandomAccess final : public FSRandomAccessFile {
 public:
  explicit MemRandomAccess(FilePtr file) : file_(std::move(file)) {}

  IOStatus Read(uint64_t offset, size_t n, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) const override {
    *result = file_->Read(offset, n, scratch);
    return IOStatus::OK();
  }
  IOStatus Prefetch(uint64_t, size_t, const IOOptions&, IODebugContext*) override {
    return IOStatus::OK();
  }
  IOStatus GetFileSize(uint64_t* result) override {
    *result = file_->Size();
    return IOStatus::OK();
  }

 private:
  const FilePtr file_;
};

class MemWritable final : public FSWritableFile {
 public:
  MemWritable(FilePtr file, uint64_t size, ClockPtr clock)
      : file_(std::move(file)), clock_(std::move(clock)), size_(size) {}

  using FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions&, IODebugContext*) override {
    // At its own position, not at the end: a reused file still holds old bytes, which are
    // overwritten.
    file_->Write(size_, data, Seconds(clock_.get()));
    size_ += data.size();
    return IOStatus::OK();
  }
  IOStatus Truncate(uint64_t size, const IOOptions&, IODebugContext*) override {
    file_->Truncate(size);
    size_ = size;
    return IOStatus::OK();
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  bool IsSyncThreadSafe() const override { return true; }
  uint64_t GetFileSize(const IOOptions&, IODebugContext*) override { return size_; }

 private:
  const FilePtr file_;
  const ClockPtr clock_;
  uint64_t size_;
};

class MemRandomRW final : public FSRandomRWFile {
 public:
  MemRandomRW(FilePtr file, ClockPtr clock) : file_(std::move(file)), clock_(std::move(clock)) {}

  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions&, IODebugContext*) override {
    file_->Write(offset, data, Seconds(clock_.get()));
    return IOStatus::OK();
  }
  IOStatus Read(uint64_t offset, size_t n, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) const override {
    *result = file_->Read(offset, n, scratch);
    return IOStatus::OK();
  }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }

 private:
  const FilePtr file_;
  const ClockPtr clock_;
};

// There is nothing to sync: names are as durable as bytes here.
class MemDirectory final : public FSDirectory {
 public:
  IOStatus Fsync(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
};

class MemLock final : public FileLock {
 public:
  explicit MemLock(std::string p) : path(std::move(p)) {}
  const std::string path;
};

}  // namespace

MemFileSystem::MemFileSystem(std::shared_ptr<SystemClock> clock) : clock_(std::move(clock)) {
  MutexLock lock(&mu_);
  dirs_.insert("/");
}

MemFileSystem::~MemFileSystem() = default;

std::shared_ptr<FileSystem> NewMemFileSystem() { return std::make_shared<MemFileSystem>(); }

MemFileSystem::FilePtr MemFileSystem::Find(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : found->second;
}

bool MemFileSystem::HasChildren(const std::string& dir) const {
  const std::string start = dir == "/" ? dir : dir + "/";
  const auto file = files_.lower_bound(start);
  // Sorted names: the first one behind "dir/" begins with it or none does.
  const auto sub = dirs_.upper_bound(start);
  return (file != files_.end() && file->first.compare(0, start.size(), start) == 0) ||
         (sub != dirs_.end() && sub->compare(0, start.size(), start) == 0);
}

// A directory counts as there when it was created, or when something is in it.
bool MemFileSystem::IsDirLocked(const std::string& path) const {
  return dirs_.count(path) != 0 || HasChildren(path);
}

void MemFileSystem::AddDirsAbove(const std::string& path) {
  for (std::string dir = DirectoryOf(path); dir != "." && dirs_.insert(dir).second;) {
    dir = DirectoryOf(dir);
  }
}

// PosixError makes the errors, with the number that the system would return.
IOStatus MemFileSystem::OpenExisting(const std::string& f, const char* doing, FilePtr* file) {
  MutexLock lock(&mu_);
  *file = Find(Normalize(f));
  return *file == nullptr ? PosixError(doing, f, ENOENT) : IOStatus::OK();
}

IOStatus MemFileSystem::Create(const std::string& f, bool truncate, FilePtr* file) {
  const std::string path = Normalize(f);
  MutexLock lock(&mu_);
  if (IsDirLocked(path)) {
    return PosixError("open a file for writing", f, EISDIR);
  }
  *file = Find(path);
  if (*file == nullptr || truncate) {
    // A new object, so that readers of the replaced file keep their bytes.
    *file = std::make_shared<MemFile>(Seconds(clock_.get()));
    files_[path] = *file;
    AddDirsAbove(path);
  }
  return IOStatus::OK();
}

IOStatus MemFileSystem::NewSequentialFile(const std::string& f, const FileOptions& /*o*/,
                                          std::unique_ptr<FSSequentialFile>* r,
                                          IODebugContext* /*dbg*/) {
  FilePtr file;
  r->reset();
  IOStatus s = OpenExisting(f, "open a file for sequentially reading", &file);
  if (s.ok()) {
    r->reset(new MemSequential(std::move(file)));
  }
  return s;
}

IOStatus MemFileSystem::NewRandomAccessFile(const std::string& f, const FileOptions& /*o*/,
                                            std::unique_ptr<FSRandomAccessFile>* r,
                                            IODebugContext* /*dbg*/) {
  FilePtr file;
  r->reset();
  IOStatus s = OpenExisting(f, "open a file for random read", &file);
  if (s.ok()) {
    r->reset(new MemRandomAccess(std::move(file)));
  }
  return s;
}

IOStatus MemFileSystem::NewWritableFile(const std::string& f, const FileOptions& /*o*/,
                                        std::unique_ptr<FSWritableFile>* r,
                                        IODebugContext* /*dbg*/) {
  FilePtr file;
  r->reset();
  IOStatus s = Create(f, true, &file);
  if (s.ok()) {
    r->reset(new MemWritable(std::move(file), 0, clock_));
  }
  return s;
}

IOStatus MemFileSystem::ReopenWritableFile(const std::string& f, const FileOptions& /*o*/,
                                           std::unique_ptr<FSWritableFile>* r,
                                           IODebugContext* /*dbg*/) {
  FilePtr file;
  r->reset();
  IOStatus s = Create(f, false, &file);
  if (s.ok()) {
    const uint64_t size = file->Size();
    r->reset(new MemWritable(std::move(file), size, clock_));
  }
  return s;
}

IOStatus MemFileSystem::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                          const FileOptions& o, std::unique_ptr<FSWritableFile>* r,
                                          IODebugContext* dbg) {
  FilePtr file;
  r->reset();
  IOStatus s = RenameFile(old_f, f, o.io_options, dbg);
  if (s.ok()) {
    s = OpenExisting(f, "open a file for writing", &file);
  }
  if (s.ok()) {
    r->reset(new MemWritable(std::move(file), 0, clock_));
  }
  return s;
}

IOStatus MemFileSystem::NewRandomRWFile(const std::string& f, const FileOptions& /*o*/,
                                        std::unique_ptr<FSRandomRWFile>* r,
                                        IODebugContext* /*dbg*/) {
  FilePtr file;
  r->reset();
  IOStatus s = OpenExisting(f, "open file for random read/write", &file);
  if (s.ok()) {
    r->reset(new MemRandomRW(std::move(file), clock_));
  }
  return s;
}

IOStatus MemFileSystem::NewDirectory(const std::string& d, const IOOptions& /*o*/,
                                     std::unique_ptr<FSDirectory>* r, IODebugContext* /*dbg*/) {
  MutexLock lock(&mu_);
  r->reset();
  if (!IsDirLocked(Normalize(d))) {
    return PosixError("open directory", d, ENOENT);
  }
  r->reset(new MemDirectory());
  return IOStatus::OK();
}

IOStatus MemFileSystem::FileExists(const std::string& f, const IOOptions& /*o*/,
                                   IODebugContext* /*dbg*/) {
  const std::string path = Normalize(f);
  MutexLock lock(&mu_);
  return Find(path) != nullptr || IsDirLocked(path) ? IOStatus::OK() : IOStatus::NotFound();
}

IOStatus MemFileSystem::GetChildren(const std::string& d, const IOOptions& o,
                                    std::vector<std::string>* r, IODebugContext* /*dbg*/) {
  const std::string dir = Normalize(d);
  const std::string start = dir == "/" ? dir : dir + "/";
  r->clear();
  MutexLock lock(&mu_);
  if (!IsDirLocked(dir)) {
    return ListingError(d, ENOENT);
  }
  std::set<std::string> names;
  // The first component behind "dir/": a file, or a directory on the way to one.
  const auto collect = [&](const std::string& path, bool is_dir) {
    if (path.size() > start.size() && path.compare(0, start.size(), start) == 0) {
      const std::string rest = path.substr(start.size());
      const size_t slash = rest.find('/');
      if (!(o.do_not_recurse && (is_dir || slash != std::string::npos))) {
        names.insert(rest.substr(0, slash));
      }
    }
  };
  for (const auto& entry : files_) {
    collect(entry.first, false);
  }
  for (const std::string& sub : dirs_) {
    collect(sub, true);
  }
  r->assign(names.begin(), names.end());
  return IOStatus::OK();
}

IOStatus MemFileSystem::DeleteFile(const std::string& f, const IOOptions& /*o*/,
                                   IODebugContext* /*dbg*/) {
  MutexLock lock(&mu_);
  return files_.erase(Normalize(f)) == 1 ? IOStatus::OK() : PosixError("unlink() file", f, ENOENT);
}

IOStatus MemFileSystem::Truncate(const std::string& f, size_t size, const IOOptions& /*o*/,
                                 IODebugContext* /*dbg*/) {
  FilePtr file;
  IOStatus s = OpenExisting(f, "truncate file", &file);
  if (s.ok()) {
    file->Truncate(size);
  }
  return s;
}

IOStatus MemFileSystem::CreateDir(const std::string& d, const IOOptions& /*o*/,
                                  IODebugContext* /*dbg*/) {
  const std::string dir = Normalize(d);
  MutexLock lock(&mu_);
  if (IsDirLocked(dir) || Find(dir) != nullptr) {
    return PosixError("mkdir", d, EEXIST);
  }
  dirs_.insert(dir);
  AddDirsAbove(dir);
  return IOStatus::OK();
}

IOStatus MemFileSystem::CreateDirIfMissing(const std::string& d, const IOOptions& o,
                                           IODebugContext* dbg) {
  bool is_dir = false;
  return IsDirectory(d, o, &is_dir, dbg).ok() && is_dir ? IOStatus::OK() : CreateDir(d, o, dbg);
}

IOStatus MemFileSystem::DeleteDir(const std::string& d, const IOOptions& /*o*/,
                                  IODebugContext* /*dbg*/) {
  const std::string dir = Normalize(d);
  MutexLock lock(&mu_);
  if (HasChildren(dir)) {
    return PosixError("file rmdir", d, ENOTEMPTY);
  }
  return dirs_.erase(dir) == 1 ? IOStatus::OK() : PosixError("file rmdir", d, ENOENT);
}

IOStatus MemFileSystem::GetFileSize(const std::string& f, const IOOptions& /*o*/, uint64_t* size,
                                    IODebugContext* /*dbg*/) {
  FilePtr file;
  IOStatus s = OpenExisting(f, "stat a file for size", &file);
  *size = s.ok() ? file->Size() : 0;
  return s;
}

IOStatus MemFileSystem::GetFileModificationTime(const std::string& f, const IOOptions& /*o*/,
                                                uint64_t* mtime, IODebugContext* /*dbg*/) {
  FilePtr file;
  IOStatus s = OpenExisting(f, "stat a file for modification time", &file);
  if (s.ok()) {
    *mtime = file->ModificationTime();
  }
  return s;
}

// Everything below `from`, and `from` itself, under `to`.
void MemFileSystem::MoveTree(const std::string& from, const std::string& to) {
  const std::string start = from + "/";
  for (auto it = files_.lower_bound(start);
       it != files_.end() && it->first.compare(0, start.size(), start) == 0;) {
    files_[to + it->first.substr(from.size())] = it->second;
    it = files_.erase(it);
  }
  std::set<std::string> kept;
  for (const std::string& dir : dirs_) {
    // The keys of a set cannot change, so the set is built anew.
    const bool moves = dir == from || dir.compare(0, start.size(), start) == 0;
    kept.insert(moves ? to + dir.substr(from.size()) : dir);
  }
  dirs_.swap(kept);
}

IOStatus MemFileSystem::RetireFile(const std::string& from, const std::string& to,
                                   const FileOptions& next_use, IODebugContext* dbg) {
  {
    MutexLock lock(&mu_);
    // Each name and each handle has a share.
    if (FilePtr file = Find(Normalize(from)); file != nullptr && file.use_count() > 2) {
      return IOStatus::Busy("RetireFile: the file is open or has another name", from);
    }
  }
  return RenameFile(from, to, next_use.io_options, dbg);
}

IOStatus MemFileSystem::RenameFile(const std::string& from, const std::string& to,
                                   const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  const std::string source = Normalize(from);
  const std::string target = Normalize(to);
  MutexLock lock(&mu_);
  if (FilePtr file = Find(source); file != nullptr) {
    // Replaces what `target` named; open handles keep the old bytes.
    files_.erase(source);
    files_[target] = std::move(file);
  } else if (IsDirLocked(source)) {
    if (source == target) {
      return IOStatus::OK();
    }
    if (StartsWith(target, source == "/" ? source : source + "/")) {
      return PosixError("renaming a directory into itself, to " + to, from, EINVAL);
    }
    MoveTree(source, target);
  } else {
    return PosixError("renaming a file to " + to, from, ENOENT);
  }
  AddDirsAbove(target);
  return IOStatus::OK();
}

IOStatus MemFileSystem::LinkFile(const std::string& from, const std::string& to,
                                 const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  const std::string target = Normalize(to);
  MutexLock lock(&mu_);
  FilePtr file = Find(Normalize(from));
  if (file == nullptr || Find(target) != nullptr) {
    return PosixError("link file to " + to, from, file == nullptr ? ENOENT : EEXIST);
  }
  files_[target] = std::move(file);
  AddDirsAbove(target);
  return IOStatus::OK();
}

IOStatus MemFileSystem::NumFileLinks(const std::string& f, const IOOptions& /*o*/, uint64_t* count,
                                     IODebugContext* /*dbg*/) {
  MutexLock lock(&mu_);
  const FilePtr file = Find(Normalize(f));
  if (file == nullptr) {
    return PosixError("stat a file for num file links", f, ENOENT);
  }
  // Links are names of one object, so counting compares all names.
  *count = static_cast<uint64_t>(std::count_if(
      files_.begin(), files_.end(), [&file](const auto& entry) { return entry.second == file; }));
  return IOStatus::OK();
}

IOStatus MemFileSystem::AreFilesSame(const std::string& a, const std::string& b,
                                     const IOOptions& /*o*/, bool* res, IODebugContext* /*dbg*/) {
  FilePtr first;
  FilePtr second;
  IOStatus s = OpenExisting(a, "stat a file", &first);
  if (s.ok()) {
    s = OpenExisting(b, "stat a file", &second);
  }
  *res = s.ok() && first == second;
  return s;
}

IOStatus MemFileSystem::SyncFile(const std::string& f, const FileOptions& /*fo*/,
                                 const IOOptions& o, bool /*use_fsync*/, IODebugContext* dbg) {
  return FileExists(f, o, dbg);
}

IOStatus MemFileSystem::LockFile(const std::string& f, const IOOptions& /*o*/, FileLock** l,
                                 IODebugContext* /*dbg*/) {
  FilePtr file;
  *l = nullptr;
  // Creates a missing lock file, which stays.
  IOStatus s = Create(f, false, &file);
  if (!s.ok()) {
    return s;
  }
  const std::string path = Normalize(f);
  MutexLock lock(&mu_);
  // Under another name, too: links name the same file.
  const bool held = locked_.count(path) != 0 ||
                    std::any_of(locked_.begin(), locked_.end(),
                                [&file](const auto& holder) { return holder.second == file; });
  if (held) {
    return PosixError("lock file", f, EAGAIN);
  }
  locked_.emplace(path, std::move(file));
  *l = new MemLock(path);
  return s;
}

IOStatus MemFileSystem::UnlockFile(FileLock* l, const IOOptions& /*o*/, IODebugContext* /*dbg*/) {
  const std::unique_ptr<MemLock> mine(static_cast<MemLock*>(l));
  MutexLock lock(&mu_);
  locked_.erase(mine->path);
  return IOStatus::OK();
}

IOStatus MemFileSystem::GetTestDirectory(const IOOptions& o, std::string* path,
                                         IODebugContext* dbg) {
  *path = "/test";
  return CreateDirIfMissing(*path, o, dbg);
}

IOStatus MemFileSystem::GetAbsolutePath(const std::string& path, const IOOptions& /*o*/,
                                        std::string* out, IODebugContext* /*dbg*/) {
  *out = Normalize(path);
  return IOStatus::OK();
}

IOStatus MemFileSystem::GetFreeSpace(const std::string& /*path*/, const IOOptions& /*o*/,
                                     uint64_t* free, IODebugContext* /*dbg*/) {
  // Half of the range, so that callers can add to it.
  *free = UINT64_MAX / 2;
  return IOStatus::OK();
}

IOStatus MemFileSystem::IsDirectory(const std::string& p, const IOOptions& /*o*/, bool* is_dir,
                                    IODebugContext* /*dbg*/) {
  const std::string path = Normalize(p);
  MutexLock lock(&mu_);
  *is_dir = IsDirLocked(path);
  return *is_dir || Find(path) != nullptr ? IOStatus::OK() : PosixError("stat a file", p, ENOENT);
}

}  // namespace ROCKSDB_NAMESPACE
