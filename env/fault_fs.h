// FaultFileSystem: the class behind NewFaultyFileSystem, which our own tests use directly. It fails
// chosen operations, damages reads, runs full and, on Crash(), discards what was never made
// durable. Its files are in fault_files.h. Only tests may use it.
//
//   a file:       [ synced_size ........ | size ]          a crash cuts behind synced_size
//   a directory:  create a, rename b -> c, delete d        a crash undoes these from the right,
//                 ^ since its last sync: pending_          as if they had never happened
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "env/fault_control.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "util/mutex.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

// Invariants:
//  F1. tracked_ has an entry for each file written through this object and not yet fully durable.
//  F2. A file's bytes survive a crash up to its synced_size, and a chosen share of the rest. Where
//      the rest was written over older bytes, these come back. After a failed sync synced_size
//      grows no more.
//  F3. pending_ lists, oldest first, directory changes since that directory's last sync; a crash
//      undoes them newest first and keeps the oldest ones. A file that a rename or delete replaced
//      is kept aside until then. New and deleted directories, with the deletions in these, are
//      durable at once.
//  F4. space_ is what the disk has left: taken before bytes are written, returned after they are
//      gone. A file that is kept aside takes no space.
// Thread-safe.
class FaultFileSystem final : public FaultyFileSystem, private FaultControl {
 public:
  explicit FaultFileSystem(const std::shared_ptr<FileSystem>& base, uint64_t seed = 1);
  ~FaultFileSystem() override;

  static const char* kClassName() { return "FaultFileSystem"; }
  const char* Name() const override { return kClassName(); }

  void FailNth(FsOp op, uint64_t nth, const IOStatus& error, bool from_then_on = false,
               const std::string& path_part = "") override;
  void DamageNthRead(ReadDamage damage, uint64_t nth, bool from_then_on = false,
                     const std::string& path_part = "") override;
  void ClearFaults() override;
  void Ignore(const std::string& path_part) override;
  uint64_t Count(FsOp op) const override { return counts_[static_cast<int>(op)].load(); }
  void ResetCounts() override;
  uint64_t Injected() const override { return injected_.load(); }

  void SetSpace(uint64_t bytes) override;
  void AddSpace(uint64_t bytes) override;
  void UnlimitSpace() override { limited_.store(false); }

  void SetActive(bool active) override { active_.store(active); }
  bool active() const override { return active_.load(); }
  void CutPowerAfter(uint64_t changes) override;
  Status Crash(const PowerCut& cut) override;
  // Keeps a random part of up to keep_fraction of the unsynced bytes, and no unsynced entry.
  Status Crash(double keep_fraction = 0.0, uint64_t seed = 1);
  int64_t OpenFiles() const override { return open_files_.load(); }

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
  IOStatus DeleteDir(const std::string& d, const IOOptions& o, IODebugContext* dbg) override;
  IOStatus RetireFile(const std::string& from, const std::string& to, const FileOptions& next_use,
                      IODebugContext* dbg) override;
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& o,
                      IODebugContext* dbg) override;
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& o,
                    IODebugContext* dbg) override;
  IOStatus SyncFile(const std::string& f, const FileOptions& fo, const IOOptions& o, bool use_fsync,
                    IODebugContext* dbg) override;
  IOStatus LockFile(const std::string& f, const IOOptions& o, FileLock** l,
                    IODebugContext* dbg) override;
  IOStatus GetFreeSpace(const std::string& path, const IOOptions& o, uint64_t* free,
                        IODebugContext* dbg) override;

 private:
  struct Fault {
    FsOp op;
    uint64_t left;  // operations until it takes effect
    bool from_then_on;
    std::string path_part;
    IOStatus error;  // OK: the read is damaged instead
    ReadDamage damage = ReadDamage::kShort;
  };
  struct Tracked {
    uint64_t size = 0;
    uint64_t synced_size = 0;
    bool sync_failed = false;
    std::string before;  // of a file that is written over: its bytes
  };
  struct Change {
    enum Kind { kCreated, kRenamed, kDeleted } kind;
    std::string path;   // created, deleted, or the rename's source
    std::string to;     // the rename's target
    std::string saved;  // where the file that was replaced or deleted is kept; may be empty
  };

  // Makes `call`, which renames, and keeps what undoes it.
  IOStatus Rename(const std::string& from, const std::string& to, const IOOptions& o,
                  IODebugContext* dbg, const std::function<IOStatus()>& call);

  // ---- FaultControl ----

  IOStatus Check(FsOp op, const std::string& path) override;
  ReadPlan CheckRead(const std::string& path) override;
  uint64_t TakeSpace(const std::string& path, uint64_t wanted) override;
  void ReturnSpace(const std::string& path, uint64_t bytes) override;
  void NoteSize(const std::string& path, uint64_t size) override;
  void NoteSynced(const std::string& path, uint64_t size) override;
  void NoteSyncFailed(const std::string& path) override;
  void NoteDirSynced(const std::string& dir) override;
  void NoteOpen(int change) override { open_files_.fetch_add(change); }

  bool Ignored(const std::string& path) const REQUIRES_LOCK(mu_);
  // Counts towards CutPowerAfter.
  void CountChange(FsOp op) REQUIRES_LOCK(mu_);
  Fault* Strike(FsOp op, const std::string& path) REQUIRES_LOCK(mu_);
  // Returns the space of a whole file that is about to go.
  void ReturnSpaceOf(const std::string& path);
  IOStatus OpenedForWriting(const std::string& f, uint64_t size, bool is_new,
                            std::unique_ptr<FSWritableFile>* r, std::string before = "");
  IOStatus SaveAside(const std::string& path, std::string* saved);
  // A directory was renamed: what is noted about files in it follows.
  void MoveNotes(const std::string& from, const std::string& to) REQUIRES_LOCK(mu_);
  // The renaming that brought `dir` is not undone: there is nothing that could go back.
  void NoteDirDeleted(const std::string& dir) EXCLUDES_LOCK(mu_);
  IOStatus Undo(const Change& change) REQUIRES_LOCK(mu_);
  // What a power cut does to the bytes of all tracked files.
  IOStatus CutUnsynced(const PowerCut& cut, Random64* random) REQUIRES_LOCK(mu_);
  IOStatus CutFile(const std::string& path, const Tracked& file, const PowerCut& cut,
                   Random64* random);
  // Of the unsynced bytes that were written over older ones: which of both are there.
  IOStatus BringBack(const std::string& path, const Tracked& file, const PowerCut& cut,
                     Random64* random);
  IOStatus ZeroTail(const std::string& path, uint64_t from, uint64_t to);
  void Forget(const Change& change);

  std::atomic<bool> active_{true};
  std::atomic<uint64_t> counts_[static_cast<int>(FsOp::kCount)] = {};
  std::atomic<uint64_t> injected_{0};
  std::atomic<int64_t> open_files_{0};
  std::atomic<bool> limited_{false};

  mutable Mutex mu_;
  std::vector<Fault> faults_ GUARDED_BY(mu_);
  // By path; a rename moves the entry.
  std::map<std::string, Tracked> tracked_ GUARDED_BY(mu_);
  std::vector<Change> pending_ GUARDED_BY(mu_);
  std::vector<std::string> ignored_ GUARDED_BY(mu_);
  uint64_t changes_left_ GUARDED_BY(mu_) = UINT64_MAX;  // until the power goes
  uint64_t space_ GUARDED_BY(mu_) = 0;
  uint64_t next_saved_ GUARDED_BY(mu_) = 0;
  Random64 random_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
