// FaultFileSystem: a file system for tests that fails chosen operations and, on Crash(), forgets
// what was never made durable: unsynced data, files and renames whose directory was not synced.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "rocksdb/file_system.h"
#include "util/mutex.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

enum class FsOp {
  kOpenRead,
  kRead,
  kOpenWrite,
  kAppend,
  kFlush,
  kSync,  // of a file: Sync, Fsync, RangeSync
  kClose,
  kTruncate,
  kRename,
  kDelete,
  kLink,
  kCreateDir,
  kDirSync,
  kGetChildren,
  kLock,
  kCount
};

// Invariants:
//  F1. tracked_ has an entry for each file written through this object and not yet fully durable.
//  F2. A file's bytes survive a crash up to its synced_size, and a chosen share of the rest.
//  F3. pending_ lists, oldest first, directory changes since that directory's last sync; a crash
//      undoes them newest first. What a rename or delete replaced is kept aside until then.
// Thread-safe.
class FaultFileSystem : public FileSystemWrapper {
 public:
  explicit FaultFileSystem(const std::shared_ptr<FileSystem>& base);
  ~FaultFileSystem() override;

  static const char* kClassName() { return "FaultFileSystem"; }
  const char* Name() const override { return kClassName(); }

  // The nth (from 1) operation of this kind from now on fails with `error`; with `from_then_on`
  // so do all later ones. Only files whose path contains `path_part` count.
  void FailNth(FsOp op, uint64_t nth, const IOStatus& error, bool from_then_on = false,
               const std::string& path_part = "");
  // Removes every planned failure.
  void ClearFaults();
  // How many operations of the kind were asked for, failed ones included, since the last reset.
  uint64_t Count(FsOp op) const { return counts_[static_cast<int>(op)].load(); }
  void ResetCounts();
  // How many planned failures have happened.
  uint64_t Injected() const { return injected_.load(); }

  // While inactive every change fails, as after a power cut; reads go on.
  void SetActive(bool active) { active_.store(active); }

  // What a power cut does: unsynced bytes go (a random part of up to keep_fraction of them stays),
  // new files, renames and deletes not made durable by a directory sync are undone. REQUIRES:
  // nobody uses files opened before; they stay open but write to nowhere that counts.
  Status Crash(double keep_fraction = 0.0, uint64_t seed = 1);

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
  IOStatus NewDirectory(const std::string& d, const IOOptions& o, std::unique_ptr<FSDirectory>* r,
                        IODebugContext* dbg) override;
  IOStatus GetChildren(const std::string& d, const IOOptions& o, std::vector<std::string>* r,
                       IODebugContext* dbg) override;
  IOStatus DeleteFile(const std::string& f, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus Truncate(const std::string& f, size_t size, const IOOptions& o,
                    IODebugContext* dbg) override;
  IOStatus CreateDir(const std::string& d, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus CreateDirIfMissing(const std::string& d, const IOOptions& o,
                              IODebugContext* dbg) override;
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& o,
                      IODebugContext* dbg) override;
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& o,
                    IODebugContext* dbg) override;
  IOStatus SyncFile(const std::string& f, const FileOptions& fo, const IOOptions& o, bool use_fsync,
                    IODebugContext* dbg) override;
  IOStatus LockFile(const std::string& f, const IOOptions& o, FileLock** l,
                    IODebugContext* dbg) override;

  // For the file wrappers: the planned failure of this operation, or OK.
  IOStatus Check(FsOp op, const std::string& path);
  void NoteSize(const std::string& path, uint64_t size);
  void NoteSynced(const std::string& path, uint64_t size);
  void NoteDirSynced(const std::string& dir);

 private:
  struct Fault {
    FsOp op;
    uint64_t left;  // operations until it strikes
    bool from_then_on;
    std::string path_part;
    IOStatus error;
  };
  struct Tracked {
    uint64_t size = 0;
    uint64_t synced_size = 0;
  };
  struct Change {
    enum Kind { kCreated, kRenamed, kDeleted } kind;
    std::string path;   // created, deleted, or the rename's source
    std::string to;     // the rename's target
    std::string saved;  // where the file that was replaced or deleted is kept; may be empty
  };

  IOStatus CheckChange(FsOp op, const std::string& path);
  IOStatus OpenedForWriting(const std::string& f, uint64_t size, bool is_new,
                            std::unique_ptr<FSWritableFile>* r);
  IOStatus SaveAside(const std::string& path, std::string* saved);
  IOStatus Undo(const Change& change);
  IOStatus CutUnsynced(double keep_fraction, Random64* random);
  void Forget(const Change& change);

  std::atomic<bool> active_{true};
  std::atomic<uint64_t> counts_[static_cast<int>(FsOp::kCount)] = {};
  std::atomic<uint64_t> injected_{0};

  mutable Mutex mu_;
  std::vector<Fault> faults_ GUARDED_BY(mu_);
  std::map<std::string, Tracked> tracked_ GUARDED_BY(mu_);
  std::vector<Change> pending_ GUARDED_BY(mu_);
  uint64_t next_saved_ GUARDED_BY(mu_) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
