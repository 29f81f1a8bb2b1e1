// See fault_fs.h. The steps of a power cut:
//
//   CutPowerAfter(n)     n more changes succeed, then every change fails: active_ is false
//   the test closes or drops the database, as a killed process would
//   Crash(cut)           1. cuts bytes behind synced_size, except the share to be kept
//                        2. undoes directory changes that were never synced, newest first
//   SetActive(true)      the machine is up again; the test opens the database and compares
//
// Bytes are cut first, so that a file which a rename or delete kept aside is cut before it returns
// under its name.
#include "env/fault_fs.h"

#include <algorithm>

#include "env/fault_files.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "env/mem_fs.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr char kAsideMark[] = ".aside.";  // names of what a rename or delete replaced

std::string WithoutTrailingSlash(std::string dir) {
  while (dir.size() > 1 && dir.back() == '/') {
    dir.pop_back();
  }
  return dir;
}

}  // namespace

FaultFileSystem::FaultFileSystem(const std::shared_ptr<FileSystem>& base, uint64_t seed)
    : FaultyFileSystem(base), random_(seed) {}

FaultFileSystem::~FaultFileSystem() = default;

// ---- planned failures ----

void FaultFileSystem::FailNth(FsOp op, uint64_t nth, const IOStatus& error, bool from_then_on,
                              const std::string& path_part) {
  MutexLock lock(&mu_);
  faults_.push_back(Fault{op, nth, from_then_on, path_part, error});
}

void FaultFileSystem::DamageNthRead(ReadDamage damage, uint64_t nth, bool from_then_on,
                                    const std::string& path_part) {
  MutexLock lock(&mu_);
  faults_.push_back(Fault{FsOp::kRead, nth, from_then_on, path_part, IOStatus::OK(), damage});
}

void FaultFileSystem::ClearFaults() {
  MutexLock lock(&mu_);
  faults_.clear();
}

void FaultFileSystem::Ignore(const std::string& path_part) {
  MutexLock lock(&mu_);
  ignored_.push_back(path_part);
}

bool FaultFileSystem::Ignored(const std::string& path) const {
  return std::any_of(ignored_.begin(), ignored_.end(), [&path](const std::string& part) {
    return path.find(part) != std::string::npos;
  });
}

void FaultFileSystem::ResetCounts() {
  for (auto& count : counts_) {
    count.store(0);
  }
  injected_.store(0);
}

void FaultFileSystem::CutPowerAfter(uint64_t changes) {
  MutexLock lock(&mu_);
  changes_left_ = changes;
  if (changes == 0) active_.store(false);
}

// The change that uses up the last one still happens.
void FaultFileSystem::CountChange(FsOp op) {
  if (op == FsOp::kFlush || changes_left_ == UINT64_MAX) return;
  if (changes_left_ > 0 && --changes_left_ == 0) {
    active_.store(false);
    changes_left_ = UINT64_MAX;
  }
}

// The planned failure of this operation; null when there is none. Faults are tried in order: those
// before the one that takes effect have counted the operation, those after it have not.
FaultFileSystem::Fault* FaultFileSystem::Strike(FsOp op, const std::string& path) {
  for (Fault& fault : faults_) {
    if (fault.op != op || fault.left == 0 || path.find(fault.path_part) == std::string::npos) {
      continue;
    }
    if (fault.left > 1) {
      --fault.left;
      continue;
    }
    // 1 takes effect again next time; 0 is spent.
    fault.left = fault.from_then_on ? 1 : 0;
    injected_.fetch_add(1);
    return &fault;
  }
  return nullptr;
}

IOStatus FaultFileSystem::Check(FsOp op, const std::string& path) {
  // All operations but reading, listing, closing and locking, which still work without power.
  const bool changes = op != FsOp::kOpenRead && op != FsOp::kRead && op != FsOp::kGetChildren &&
                       op != FsOp::kClose && op != FsOp::kLock;
  MutexLock lock(&mu_);
  if (changes && !active_.load()) {
    return IOStatus::IOError("file system is not active", path);
  }
  // Neither counted nor failed, so that the info log does not shift the nth operation.
  if (Ignored(path)) return IOStatus::OK();
  counts_[static_cast<int>(op)].fetch_add(1);
  if (const Fault* fault = Strike(op, path)) return fault->error;
  if (changes) CountChange(op);
  return IOStatus::OK();
}

FaultControl::ReadPlan FaultFileSystem::CheckRead(const std::string& path) {
  ReadPlan plan;
  MutexLock lock(&mu_);
  if (Ignored(path)) return plan;
  counts_[static_cast<int>(FsOp::kRead)].fetch_add(1);
  if (const Fault* fault = Strike(FsOp::kRead, path)) {
    plan.status = fault->error;
    plan.damaged = fault->error.ok();
    plan.damage = fault->damage;
    plan.dice = random_.Next();
  }
  return plan;
}

// ---- a disk that runs full ----

void FaultFileSystem::SetSpace(uint64_t bytes) {
  MutexLock lock(&mu_);
  space_ = bytes;
  limited_.store(true);
}

void FaultFileSystem::AddSpace(uint64_t bytes) {
  MutexLock lock(&mu_);
  space_ += bytes;
}

uint64_t FaultFileSystem::TakeSpace(const std::string& path, uint64_t wanted) {
  // Read without the lock, because most tests never limit the space.
  if (!limited_.load()) return wanted;
  MutexLock lock(&mu_);
  if (Ignored(path)) return wanted;
  const uint64_t taken = std::min(wanted, space_);
  space_ -= taken;
  return taken;
}

void FaultFileSystem::ReturnSpace(const std::string& path, uint64_t bytes) {
  MutexLock lock(&mu_);
  if (limited_.load() && !Ignored(path)) space_ += bytes;
}

void FaultFileSystem::ReturnSpaceOf(const std::string& path) {
  uint64_t size = 0;
  if (target()->GetFileSize(path, kPlainIo, &size, nullptr).ok()) ReturnSpace(path, size);
}

IOStatus FaultFileSystem::GetFreeSpace(const std::string& path, const IOOptions& o, uint64_t* free,
                                       IODebugContext* dbg) {
  if (!limited_.load()) return target()->GetFreeSpace(path, o, free, dbg);
  MutexLock lock(&mu_);
  *free = space_;
  return IOStatus::OK();
}

// ---- what is durable ----

void FaultFileSystem::NoteSize(const std::string& path, uint64_t size) {
  MutexLock lock(&mu_);
  Tracked& file = tracked_[path];
  file.size = size;
  file.synced_size = std::min(file.synced_size, size);
}

void FaultFileSystem::NoteSynced(const std::string& path, uint64_t size) {
  MutexLock lock(&mu_);
  const auto file = tracked_.find(path);
  if (file == tracked_.end() || file->second.sync_failed) return;
  file->second.synced_size = std::max(file->second.synced_size, size);
}

void FaultFileSystem::NoteSyncFailed(const std::string& path) {
  if (!active_.load()) return;  // the machine is going down; the next one starts afresh
  MutexLock lock(&mu_);
  if (const auto file = tracked_.find(path); file != tracked_.end()) {
    file->second.sync_failed = true;
  }
}

// Deletes the file that was kept for undoing this change.
void FaultFileSystem::Forget(const Change& change) {
  if (!change.saved.empty()) {
    target()->DeleteFile(change.saved, kPlainIo, nullptr).PermitUncheckedError();
  }
}

void FaultFileSystem::NoteDirSynced(const std::string& dir) {
  std::vector<Change> durable;
  {
    MutexLock lock(&mu_);
    // A rename across directories belongs to the directory of its target, because others rely on
    // the new name.
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

// Keeps the file at `path` under another name; *saved stays empty when there is none.
IOStatus FaultFileSystem::SaveAside(const std::string& path, std::string* saved) {
  if (!target()->FileExists(path, kPlainIo, nullptr).ok()) {
    return IOStatus::OK();
  }
  {
    MutexLock lock(&mu_);
    *saved = path + kAsideMark + std::to_string(++next_saved_);
  }
  // A link keeps the bytes without copying them.
  IOStatus s = target()->LinkFile(path, *saved, kPlainIo, nullptr);
  return s.IsNotSupported() ? CopyFile(target(), path, *saved, 0, false) : s;
}

IOStatus FaultFileSystem::OpenedForWriting(const std::string& f, uint64_t size, bool is_new,
                                           std::unique_ptr<FSWritableFile>* r, std::string before) {
  {
    MutexLock lock(&mu_);
    if (is_new) {
      pending_.push_back(Change{Change::kCreated, f, "", ""});
    }
    // The content of a file that is opened for the first time counts as durable.
    const auto [file, fresh] = tracked_.try_emplace(f, Tracked{size, size});
    if (!fresh) {
      file->second.size = size;
      file->second.synced_size = std::min(file->second.synced_size, size);
    }
    if (size == 0) {
      file->second.sync_failed = false;
      file->second.before = std::move(before);
    }
  }
  // The space that the file has already: writing over a reused log takes none.
  uint64_t extent = size;
  IOStatus s = target()->GetFileSize(f, kPlainIo, &extent, nullptr);
  *r = NewFaultWritable(this, f, size, s.ok() ? std::max(extent, size) : size, std::move(*r));
  return IOStatus::OK();
}

// ---- FileSystem ----

IOStatus FaultFileSystem::NewSequentialFile(const std::string& f, const FileOptions& o,
                                            std::unique_ptr<FSSequentialFile>* r,
                                            IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kOpenRead, f);
  if (s.ok()) {
    s = target()->NewSequentialFile(f, o, r, dbg);
  }
  if (s.ok()) {
    *r = NewFaultSequential(this, f, std::move(*r));
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
    *r = NewFaultRandomAccess(this, f, std::move(*r));
  }
  return s;
}

IOStatus FaultFileSystem::NewWritableFile(const std::string& f, const FileOptions& o,
                                          std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) {
  // Tested before the file is created. Only a new name is a change of the directory.
  const bool is_new = target()->FileExists(f, kPlainIo, nullptr).IsNotFound();
  IOStatus s = Check(FsOp::kOpenWrite, f);
  // Opening empties it.
  if (s.ok() && !is_new) ReturnSpaceOf(f);
  if (s.ok()) {
    s = target()->NewWritableFile(f, o, r, dbg);
  }
  return s.ok() ? OpenedForWriting(f, 0, is_new, r) : s;
}

IOStatus FaultFileSystem::ReopenWritableFile(const std::string& f, const FileOptions& o,
                                             std::unique_ptr<FSWritableFile>* r,
                                             IODebugContext* dbg) {
  const bool is_new = target()->FileExists(f, kPlainIo, nullptr).IsNotFound();
  IOStatus s = Check(FsOp::kOpenWrite, f);
  if (s.ok()) {
    s = target()->ReopenWritableFile(f, o, r, dbg);
  }
  return s.ok() ? OpenedForWriting(f, (*r)->GetFileSize(kPlainIo, nullptr), is_new, r) : s;
}

IOStatus FaultFileSystem::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                            const FileOptions& o,
                                            std::unique_ptr<FSWritableFile>* r,
                                            IODebugContext* dbg) {
  // In two steps, so that the rename can be undone and the open can fail alone.
  std::string before;
  IOStatus s = ReadFileToString(target(), old_f, &before);
  if (s.ok()) s = RenameFile(old_f, f, o.io_options, dbg);
  if (s.ok()) {
    s = Check(FsOp::kOpenWrite, f);
  }
  if (s.ok()) {
    // The file has its new name already; reusing it under the same name keeps its blocks as well.
    s = target()->ReuseWritableFile(f, f, o, r, dbg);
  }
  return s.ok() ? OpenedForWriting(f, 0, false, r, std::move(before)) : s;
}

IOStatus FaultFileSystem::NewDirectory(const std::string& d, const IOOptions& o,
                                       std::unique_ptr<FSDirectory>* r, IODebugContext* dbg) {
  IOStatus s = target()->NewDirectory(d, o, r, dbg);
  if (s.ok()) {
    *r = NewFaultDirectory(this, WithoutTrailingSlash(d), std::move(*r));
  }
  return s;
}

IOStatus FaultFileSystem::GetChildren(const std::string& d, const IOOptions& o,
                                      std::vector<std::string>* r, IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kGetChildren, d);
  if (s.ok()) {
    s = target()->GetChildren(d, o, r, dbg);
  }
  // The database must not see the files that are kept aside.
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
  // Before the delete, while the size can be read.
  if (s.ok()) ReturnSpaceOf(f);
  if (s.ok()) {
    s = target()->DeleteFile(f, o, dbg);
  }
  if (s.ok()) {
    MutexLock lock(&mu_);
    pending_.push_back(Change{Change::kDeleted, f, "", saved});
    if (auto moved = tracked_.extract(f); !moved.empty() && !saved.empty()) {
      tracked_[saved] =
          moved.mapped();  // so that a crash cuts its unsynced bytes even if it undoes the delete
    }
  }
  return s;
}

IOStatus FaultFileSystem::Truncate(const std::string& f, size_t size, const IOOptions& o,
                                   IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kTruncate, f);
  uint64_t before = 0;
  if (s.ok()) s = target()->GetFileSize(f, o, &before, dbg);
  if (s.ok()) s = target()->Truncate(f, size, o, dbg);
  if (s.ok() && size < before) ReturnSpace(f, before - size);
  return s;
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

IOStatus FaultFileSystem::DeleteDir(const std::string& d, const IOOptions& o, IODebugContext* dbg) {
  std::vector<std::string> names;
  IOStatus s = Check(FsOp::kDelete, d);
  if (s.ok()) s = target()->GetChildren(d, o, &names, dbg);
  const bool only_aside = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name.find(kAsideMark) != std::string::npos;
  });
  if (s.ok() && only_aside) NoteDirSynced(WithoutTrailingSlash(d));
  if (s.ok()) s = target()->DeleteDir(d, o, dbg);
  if (s.ok()) NoteDirDeleted(WithoutTrailingSlash(d));
  return s;
}

void FaultFileSystem::NoteDirDeleted(const std::string& dir) {
  MutexLock lock(&mu_);
  const auto brought = [&dir](const Change& change) {
    return change.kind == Change::kRenamed && change.to == dir;
  };
  pending_.erase(std::remove_if(pending_.begin(), pending_.end(), brought), pending_.end());
}

void FaultFileSystem::MoveNotes(const std::string& from, const std::string& to) {
  const auto move = [&](std::string* path) {
    if (path->compare(0, from.size() + 1, from + "/") == 0) path->replace(0, from.size(), to);
  };
  std::map<std::string, Tracked> moved;
  for (const auto& [path, file] : tracked_) {
    std::string now = path;
    move(&now);
    moved[now] = file;
  }
  tracked_ = std::move(moved);
  for (Change& change : pending_) {
    move(&change.path);
    move(&change.to);
    move(&change.saved);
  }
}

IOStatus FaultFileSystem::RenameFile(const std::string& from, const std::string& to,
                                     const IOOptions& o, IODebugContext* dbg) {
  return Rename(from, to, o, dbg, [&] { return target()->RenameFile(from, to, o, dbg); });
}

IOStatus FaultFileSystem::RetireFile(const std::string& from, const std::string& to,
                                     const FileOptions& next_use, IODebugContext* dbg) {
  return Rename(from, to, next_use.io_options, dbg,
                [&] { return target()->RetireFile(from, to, next_use, dbg); });
}

IOStatus FaultFileSystem::Rename(const std::string& from, const std::string& to, const IOOptions& o,
                                 IODebugContext* dbg, const std::function<IOStatus()>& call) {
  std::string saved;
  bool is_directory = false;
  target()->IsDirectory(from, o, &is_directory, dbg).PermitUncheckedError();
  IOStatus s = Check(FsOp::kRename, from);
  if (s.ok()) {
    s = SaveAside(to, &saved);
  }
  // The space of the file that the rename replaces.
  if (s.ok() && from != to) ReturnSpaceOf(to);
  if (s.ok()) {
    s = call();
  }
  if (!s.ok()) {
    return s;
  }
  MutexLock lock(&mu_);
  if (is_directory) MoveNotes(from, to);
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
  } else {
    NoteSyncFailed(f);
  }
  return s;
}

IOStatus FaultFileSystem::LockFile(const std::string& f, const IOOptions& o, FileLock** l,
                                   IODebugContext* dbg) {
  IOStatus s = Check(FsOp::kLock, f);
  return s.ok() ? target()->LockFile(f, o, l, dbg) : s;
}

// ---- power cuts ----

IOStatus FaultFileSystem::CutUnsynced(const PowerCut& cut, Random64* random) {
  for (const auto& [path, file] : tracked_) {
    IOStatus s = CutFile(path, file, cut, random);
    if (!s.ok()) return s;
  }
  // The remaining bytes are durable by definition.
  tracked_.clear();
  return IOStatus::OK();
}

IOStatus FaultFileSystem::CutFile(const std::string& path, const Tracked& file, const PowerCut& cut,
                                  Random64* random) {
  uint64_t size = 0;
  if (!target()->GetFileSize(path, kPlainIo, &size, nullptr).ok())
    return IOStatus::OK();  // deleted
  // All of it is durable, or it was truncated meanwhile.
  if (size <= file.synced_size) return IOStatus::OK();
  IOStatus s;
  if (!file.before.empty()) s = BringBack(path, file, cut, random);
  // What was there before stays, in one form or the other.
  const uint64_t standing = std::max<uint64_t>(file.synced_size, file.before.size());
  if (!s.ok() || size <= standing) return s;
  const double share = std::clamp(cut.keep_bytes, 0.0, 1.0);
  const auto most = static_cast<uint64_t>(static_cast<double>(size - standing) * share);
  // Not always the whole share, because recovery has to handle a cut at any byte.
  const uint64_t kept = cut.exact || most == 0 ? most : random->Uniform(most + 1);
  s = target()->Truncate(path, standing + kept, kPlainIo, nullptr);
  // Some file systems make the length durable before the bytes: the tail then reads as zeroes.
  if (s.ok() && cut.zero_tails && kept > 0) {
    const uint64_t zeroes = random->Uniform(kept + 1);
    s = ZeroTail(path, standing + kept - zeroes, standing + kept);
  }
  return s;
}

// Sector by sector, as a disk writes them, in any order.
IOStatus FaultFileSystem::BringBack(const std::string& path, const Tracked& file,
                                    const PowerCut& cut, Random64* random) {
  constexpr uint64_t kSector = 512;
  std::string bytes;
  IOStatus s = ReadFileToString(target(), path, &bytes);
  if (!s.ok()) return s;
  const double share = std::clamp(cut.keep_bytes, 0.0, 1.0);
  const uint64_t end = std::min({bytes.size(), file.before.size(), size_t{file.size}});
  for (uint64_t at = file.synced_size; at < end;) {
    const uint64_t next = std::min(end, (at / kSector + 1) * kSector);
    const bool written = static_cast<double>(random->Uniform(1000)) < 1000 * share;
    if (!written) bytes.replace(at, next - at, file.before, at, next - at);
    at = next;
  }
  return WriteStringToFile(target(), bytes, path, false);
}

// The bytes [from, to) of the file become zeroes; it ends at `to`.
IOStatus FaultFileSystem::ZeroTail(const std::string& path, uint64_t from, uint64_t to) {
  IOStatus s = target()->Truncate(path, from, kPlainIo, nullptr);
  std::unique_ptr<FSWritableFile> file;
  if (s.ok()) s = target()->ReopenWritableFile(path, FileOptions(), &file, nullptr);
  if (s.ok()) s = file->Append(std::string(to - from, '\0'), kPlainIo, nullptr);
  return s.ok() ? file->Close(kPlainIo, nullptr) : s;
}

IOStatus FaultFileSystem::Undo(const Change& change) {
  IOStatus s;
  switch (change.kind) {
    case Change::kCreated:
      s = target()->DeleteFile(change.path, kPlainIo, nullptr);
      // The file is gone, so there is nothing to undo.
      return s.IsPathNotFound() ? IOStatus::OK() : s;
    case Change::kRenamed:
      s = target()->RenameFile(change.to, change.path, kPlainIo, nullptr);
      MoveNotes(change.to, change.path);
      if (s.ok() && !change.saved.empty()) {
        s = target()->RenameFile(change.saved, change.to, kPlainIo, nullptr);
      }
      return s;
    case Change::kDeleted:
      return change.saved.empty()
                 ? s
                 : target()->RenameFile(change.saved, change.path, kPlainIo, nullptr);
  }
  return s;
}

Status FaultFileSystem::Crash(const PowerCut& cut) {
  Random64 random(cut.seed);
  MutexLock lock(&mu_);
  changes_left_ = UINT64_MAX;
  IOStatus s = CutUnsynced(cut, &random);
  const auto most = static_cast<uint64_t>(static_cast<double>(pending_.size()) *
                                          std::clamp(cut.keep_entries, 0.0, 1.0));
  const uint64_t kept = cut.exact || most == 0 ? most : random.Uniform(most + 1);
  // Newest first: each change is undone in the state that it left behind.
  for (; s.ok() && pending_.size() > kept; pending_.pop_back()) {
    s = Undo(pending_.back());
  }
  // The kept ones are durable now.
  for (const Change& change : pending_) Forget(change);
  pending_.clear();
  return s;
}

Status FaultFileSystem::Crash(double keep_fraction, uint64_t seed) {
  PowerCut cut;
  cut.keep_bytes = keep_fraction;
  cut.seed = seed;
  return Crash(cut);
}

std::shared_ptr<FaultyFileSystem> NewFaultyFileSystem(const std::shared_ptr<FileSystem>& base,
                                                      uint64_t seed) {
  return std::make_shared<FaultFileSystem>(base != nullptr ? base : NewMemFileSystem(), seed);
}

}  // namespace ROCKSDB_NAMESPACE
