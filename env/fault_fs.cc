// See fault_fs.h.
#include "env/fault_fs.h"

#include <algorithm>

#include "env/file_io.h"
#include "env/filename.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

const IOOptions kPlain;
constexpr char kAsideMark[] = ".aside.";  // names of what a rename or delete replaced

class FaultSequential final : public FSSequentialFileOwnerWrapper {
 public:
  FaultSequential(FaultFileSystem* fs, std::string path, std::unique_ptr<FSSequentialFile>&& f)
      : FSSequentialFileOwnerWrapper(std::move(f)), fs_(fs), path_(std::move(path)) {}

  IOStatus Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) override {
    IOStatus s = fs_->Check(FsOp::kRead, path_);
    return s.ok() ? target()->Read(n, o, result, scratch, dbg) : s;
  }

 private:
  FaultFileSystem* const fs_;
  const std::string path_;
};

class FaultRandomAccess final : public FSRandomAccessFileOwnerWrapper {
 public:
  FaultRandomAccess(FaultFileSystem* fs, std::string path, std::unique_ptr<FSRandomAccessFile>&& f)
      : FSRandomAccessFileOwnerWrapper(std::move(f)), fs_(fs), path_(std::move(path)) {}

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override {
    IOStatus s = fs_->Check(FsOp::kRead, path_);
    return s.ok() ? target()->Read(offset, n, o, result, scratch, dbg) : s;
  }
  IOStatus MultiRead(FSReadRequest* reqs, size_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    IOStatus s = fs_->Check(FsOp::kRead, path_);
    return s.ok() ? target()->MultiRead(reqs, n, o, dbg) : s;
  }

 private:
  FaultFileSystem* const fs_;
  const std::string path_;
};

class FaultWritable final : public FSWritableFileOwnerWrapper {
 public:
  FaultWritable(FaultFileSystem* fs, std::string path, uint64_t size,
                std::unique_ptr<FSWritableFile>&& f)
      : FSWritableFileOwnerWrapper(std::move(f)), fs_(fs), path_(std::move(path)), size_(size) {}

  using FSWritableFileOwnerWrapper::Append;
  using FSWritableFileOwnerWrapper::PositionedAppend;

  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override {
    return Changing(
        FsOp::kAppend, [&] { return target()->Append(data, o, dbg); }, size_.load() + data.size());
  }
  IOStatus Append(const Slice& data, const IOOptions& o, const DataVerificationInfo& /*info*/,
                  IODebugContext* dbg) override {
    return Append(data, o, dbg);
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override {
    return Changing(
        FsOp::kAppend, [&] { return target()->PositionedAppend(data, offset, o, dbg); },
        std::max(size_.load(), offset + data.size()));
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            const DataVerificationInfo& /*info*/, IODebugContext* dbg) override {
    return PositionedAppend(data, offset, o, dbg);
  }
  IOStatus Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) override {
    return Changing(
        FsOp::kTruncate, [&] { return target()->Truncate(size, o, dbg); }, size);
  }
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override {
    IOStatus s = fs_->Check(FsOp::kFlush, path_);
    return s.ok() ? target()->Flush(o, dbg) : s;
  }
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override {
    return Syncing([&] { return target()->Sync(o, dbg); });
  }
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    return Syncing([&] { return target()->Fsync(o, dbg); });
  }
  IOStatus RangeSync(uint64_t offset, uint64_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    IOStatus s = fs_->Check(FsOp::kSync, path_);
    return s.ok() ? target()->RangeSync(offset, n, o, dbg) : s;  // promises nothing
  }
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override {
    IOStatus s = fs_->Check(FsOp::kClose, path_);
    IOStatus closed = target()->Close(o, dbg);
    return s.ok() ? closed : s;
  }

 private:
  template <typename Change>
  IOStatus Changing(FsOp op, Change change, uint64_t new_size) {
    IOStatus s = fs_->Check(op, path_);
    if (s.ok()) {
      s = change();
    }
    if (s.ok()) {
      size_.store(new_size);
      fs_->NoteSize(path_, new_size);
    }
    return s;
  }
  template <typename Sync>
  IOStatus Syncing(Sync sync) {
    const uint64_t covered = size_.load();  // before: later appends are not covered
    IOStatus s = fs_->Check(FsOp::kSync, path_);
    if (s.ok()) {
      s = sync();
    }
    if (s.ok()) {
      fs_->NoteSynced(path_, covered);
    }
    return s;
  }

  FaultFileSystem* const fs_;
  const std::string path_;
  std::atomic<uint64_t> size_;
};

class FaultDirectory final : public FSDirectoryWrapper {
 public:
  FaultDirectory(FaultFileSystem* fs, std::string dir, std::unique_ptr<FSDirectory>&& d)
      : FSDirectoryWrapper(std::move(d)), fs_(fs), dir_(std::move(dir)) {}

  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    return FsyncWithDirOptions(o, dbg, DirFsyncOptions());
  }
  IOStatus FsyncWithDirOptions(const IOOptions& o, IODebugContext* dbg,
                               const DirFsyncOptions& reason) override {
    IOStatus s = fs_->Check(FsOp::kDirSync, dir_);
    if (s.ok()) {
      s = FSDirectoryWrapper::FsyncWithDirOptions(o, dbg, reason);
    }
    if (s.ok()) {
      fs_->NoteDirSynced(dir_);
    }
    return s;
  }

 private:
  FaultFileSystem* const fs_;
  const std::string dir_;
};

std::string WithoutTrailingSlash(std::string dir) {
  while (dir.size() > 1 && dir.back() == '/') {
    dir.pop_back();
  }
  return dir;
}

}  // namespace

FaultFileSystem::FaultFileSystem(const std::shared_ptr<FileSystem>& base)
    : FileSystemWrapper(base) {}

FaultFileSystem::~FaultFileSystem() = default;

void FaultFileSystem::FailNth(FsOp op, uint64_t nth, const IOStatus& error, bool from_then_on,
                              const std::string& path_part) {
  MutexLock lock(&mu_);
  faults_.push_back(Fault{op, nth, from_then_on, path_part, error});
}

void FaultFileSystem::ClearFaults() {
  MutexLock lock(&mu_);
  faults_.clear();
}

void FaultFileSystem::ResetCounts() {
  for (auto& count : counts_) {
    count.store(0);
  }
  injected_.store(0);
}

IOStatus FaultFileSystem::Check(FsOp op, const std::string& path) {
  counts_[static_cast<int>(op)].fetch_add(1);
  const bool only_reads =
      op == FsOp::kOpenRead || op == FsOp::kRead || op == FsOp::kGetChildren || op == FsOp::kClose;
  if (!active_.load() && !only_reads) {
    return IOStatus::IOError("file system is not active", path);
  }
  MutexLock lock(&mu_);
  for (Fault& fault : faults_) {
    if (fault.op != op || fault.left == 0 || path.find(fault.path_part) == std::string::npos) {
      continue;
    }
    if (fault.left > 1) {
      --fault.left;
      continue;
    }
    fault.left = fault.from_then_on ? 1 : 0;
    injected_.fetch_add(1);
    return fault.error;
  }
  return IOStatus::OK();
}

void FaultFileSystem::NoteSize(const std::string& path, uint64_t size) {
  MutexLock lock(&mu_);
  Tracked& file = tracked_[path];
  file.size = size;
  file.synced_size = std::min(file.synced_size, size);
}

void FaultFileSystem::NoteSynced(const std::string& path, uint64_t size) {
  MutexLock lock(&mu_);
  if (const auto file = tracked_.find(path); file != tracked_.end()) {
    file->second.synced_size = std::max(file->second.synced_size, size);
  }
}

void FaultFileSystem::Forget(const Change& change) {
  if (!change.saved.empty()) {
    target()->DeleteFile(change.saved, kPlain, nullptr).PermitUncheckedError();
  }
}

void FaultFileSystem::NoteDirSynced(const std::string& dir) {
  std::vector<Change> durable;
  {
    MutexLock lock(&mu_);
    const auto still_pending = [&dir](const Change& change) {
      return DirectoryOf(change.kind == Change::kRenamed ? change.to : change.path) != dir;
    };
    const auto split = std::stable_partition(pending_.begin(), pending_.end(), still_pending);
    durable.assign(split, pending_.end());
    pending_.erase(split, pending_.end());
  }
  for (const Change& change : durable) {
    Forget(change);
  }
}

// Keeps what is at `path` under another name; *saved stays empty when nothing is there.
IOStatus FaultFileSystem::SaveAside(const std::string& path, std::string* saved) {
  if (!target()->FileExists(path, kPlain, nullptr).ok()) {
    return IOStatus::OK();
  }
  {
    MutexLock lock(&mu_);
    *saved = path + kAsideMark + std::to_string(++next_saved_);
  }
  IOStatus s = target()->LinkFile(path, *saved, kPlain, nullptr);
  return s.IsNotSupported() ? CopyFile(target(), path, *saved, 0, false) : s;
}

IOStatus FaultFileSystem::OpenedForWriting(const std::string& f, uint64_t size, bool is_new,
                                           std::unique_ptr<FSWritableFile>* r) {
  {
    MutexLock lock(&mu_);
    if (is_new) {
      pending_.push_back(Change{Change::kCreated, f, "", ""});
    }
    const auto [file, fresh] = tracked_.try_emplace(f, Tracked{size, size});
    if (!fresh) {
      file->second.size = size;
      file->second.synced_size = std::min(file->second.synced_size, size);
    }
  }
  r->reset(new FaultWritable(this, f, size, std::move(*r)));
  return IOStatus::OK();
}

IOStatus FaultFileSystem::NewSequentialFile(const std::string& f, const FileOptions& o,
                                            std::unique_ptr<FSSequentialFile>* r,
                                            IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kOpenRead, f);
  if (s.ok()) {
    s = target()->NewSequentialFile(f, o, r, dbg);
  }
  if (s.ok()) {
    r->reset(new FaultSequential(this, f, std::move(*r)));
  }
  return s;
}

IOStatus FaultFileSystem::NewRandomAccessFile(const std::string& f, const FileOptions& o,
                                              std::unique_ptr<FSRandomAccessFile>* r,
                                              IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kOpenRead, f);
  if (s.ok()) {
    s = target()->NewRandomAccessFile(f, o, r, dbg);
  }
  if (s.ok()) {
    r->reset(new FaultRandomAccess(this, f, std::move(*r)));
  }
  return s;
}

IOStatus FaultFileSystem::NewWritableFile(const std::string& f, const FileOptions& o,
                                          std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) {
  const bool is_new = target()->FileExists(f, kPlain, nullptr).IsNotFound();
  IOStatus s = Check(FsOp::kOpenWrite, f);
  if (s.ok()) {
    s = target()->NewWritableFile(f, o, r, dbg);
  }
  return s.ok() ? OpenedForWriting(f, 0, is_new, r) : s;
}

IOStatus FaultFileSystem::ReopenWritableFile(const std::string& f, const FileOptions& o,
                                             std::unique_ptr<FSWritableFile>* r,
                                             IODebugContext* dbg) {
  const bool is_new = target()->FileExists(f, kPlain, nullptr).IsNotFound();
  IOStatus s = Check(FsOp::kOpenWrite, f);
  if (s.ok()) {
    s = target()->ReopenWritableFile(f, o, r, dbg);
  }
  return s.ok() ? OpenedForWriting(f, (*r)->GetFileSize(kPlain, nullptr), is_new, r) : s;
}

IOStatus FaultFileSystem::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                            const FileOptions& o,
                                            std::unique_ptr<FSWritableFile>* r,
                                            IODebugContext* dbg) {
  IOStatus s = RenameFile(old_f, f, o.io_options, dbg);
  if (s.ok()) {
    s = Check(FsOp::kOpenWrite, f);
  }
  if (s.ok()) {
    // Under its new name already; reusing it under its own keeps the blocks all the same.
    s = target()->ReuseWritableFile(f, f, o, r, dbg);
  }
  return s.ok() ? OpenedForWriting(f, 0, false, r) : s;
}

IOStatus FaultFileSystem::NewDirectory(const std::string& d, const IOOptions& o,
                                       std::unique_ptr<FSDirectory>* r, IODebugContext* dbg) {
  IOStatus s = target()->NewDirectory(d, o, r, dbg);
  if (s.ok()) {
    r->reset(new FaultDirectory(this, WithoutTrailingSlash(d), std::move(*r)));
  }
  return s;
}

IOStatus FaultFileSystem::GetChildren(const std::string& d, const IOOptions& o,
                                      std::vector<std::string>* r, IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kGetChildren, d);
  if (s.ok()) {
    s = target()->GetChildren(d, o, r, dbg);
  }
  r->erase(std::remove_if(
               r->begin(), r->end(),
               [](const std::string& name) { return name.find(kAsideMark) != std::string::npos; }),
           r->end());
  return s;
}

IOStatus FaultFileSystem::DeleteFile(const std::string& f, const IOOptions& o,
                                     IODebugContext* dbg) {
  std::string saved;
  IOStatus s = Check(FsOp::kDelete, f);
  if (s.ok()) {
    s = SaveAside(f, &saved);
  }
  if (s.ok()) {
    s = target()->DeleteFile(f, o, dbg);
  }
  if (s.ok()) {
    MutexLock lock(&mu_);
    pending_.push_back(Change{Change::kDeleted, f, "", saved});
    if (auto moved = tracked_.extract(f); !moved.empty() && !saved.empty()) {
      tracked_[saved] = moved.mapped();  // so that its unsynced bytes go even if the delete does
    }
  }
  return s;
}

IOStatus FaultFileSystem::Truncate(const std::string& f, size_t size, const IOOptions& o,
                                   IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kTruncate, f);
  return s.ok() ? target()->Truncate(f, size, o, dbg) : s;
}

IOStatus FaultFileSystem::CreateDir(const std::string& d, const IOOptions& o, IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kCreateDir, d);
  return s.ok() ? target()->CreateDir(d, o, dbg) : s;
}

IOStatus FaultFileSystem::CreateDirIfMissing(const std::string& d, const IOOptions& o,
                                             IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kCreateDir, d);
  return s.ok() ? target()->CreateDirIfMissing(d, o, dbg) : s;
}

IOStatus FaultFileSystem::RenameFile(const std::string& from, const std::string& to,
                                     const IOOptions& o, IODebugContext* dbg) {
  std::string saved;
  IOStatus s = Check(FsOp::kRename, from);
  if (s.ok()) {
    s = SaveAside(to, &saved);
  }
  if (s.ok()) {
    s = target()->RenameFile(from, to, o, dbg);
  }
  if (!s.ok()) {
    return s;
  }
  MutexLock lock(&mu_);
  pending_.push_back(Change{Change::kRenamed, from, to, saved});
  if (const auto moved = tracked_.extract(from); !moved.empty()) {
    tracked_[to] = moved.mapped();
  }
  return s;
}

IOStatus FaultFileSystem::LinkFile(const std::string& from, const std::string& to,
                                   const IOOptions& o, IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kLink, from);
  if (s.ok()) {
    s = target()->LinkFile(from, to, o, dbg);
  }
  if (s.ok()) {
    MutexLock lock(&mu_);
    pending_.push_back(Change{Change::kCreated, to, "", ""});
  }
  return s;
}

IOStatus FaultFileSystem::SyncFile(const std::string& f, const FileOptions& fo, const IOOptions& o,
                                   bool use_fsync, IODebugContext* dbg) {
  uint64_t size = 0;
  IOStatus s = Check(FsOp::kSync, f);
  if (s.ok()) {
    s = target()->GetFileSize(f, o, &size, dbg);
  }
  if (s.ok()) {
    s = target()->SyncFile(f, fo, o, use_fsync, dbg);
  }
  if (s.ok()) {
    NoteSynced(f, size);
  }
  return s;
}

IOStatus FaultFileSystem::LockFile(const std::string& f, const IOOptions& o, FileLock** l,
                                   IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kLock, f);
  return s.ok() ? target()->LockFile(f, o, l, dbg) : s;
}

IOStatus FaultFileSystem::CutUnsynced(double keep_fraction, Random64* random) {
  for (const auto& [path, file] : tracked_) {
    uint64_t size = 0;
    if (!target()->GetFileSize(path, kPlain, &size, nullptr).ok()) {
      continue;  // deleted
    }
    if (size <= file.synced_size) {
      continue;
    }
    const auto most = static_cast<uint64_t>(static_cast<double>(size - file.synced_size) *
                                            std::clamp(keep_fraction, 0.0, 1.0));
    const uint64_t kept = most == 0 ? 0 : random->Uniform(most + 1);
    IOStatus s = target()->Truncate(path, file.synced_size + kept, kPlain, nullptr);
    if (!s.ok()) {
      return s;
    }
  }
  tracked_.clear();
  return IOStatus::OK();
}

IOStatus FaultFileSystem::Undo(const Change& change) {
  IOStatus s;
  switch (change.kind) {
    case Change::kCreated:
      s = target()->DeleteFile(change.path, kPlain, nullptr);
      return s.IsPathNotFound() ? IOStatus::OK() : s;
    case Change::kRenamed:
      s = target()->RenameFile(change.to, change.path, kPlain, nullptr);
      if (s.ok() && !change.saved.empty()) {
        s = target()->RenameFile(change.saved, change.to, kPlain, nullptr);
      }
      return s;
    case Change::kDeleted:
      return change.saved.empty()
                 ? s
                 : target()->RenameFile(change.saved, change.path, kPlain, nullptr);
  }
  return s;
}

Status FaultFileSystem::Crash(double keep_fraction, uint64_t seed) {
  Random64 random(seed);
  MutexLock lock(&mu_);
  IOStatus s = CutUnsynced(keep_fraction, &random);
  for (; s.ok() && !pending_.empty(); pending_.pop_back()) {
    s = Undo(pending_.back());
  }
  pending_.clear();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
