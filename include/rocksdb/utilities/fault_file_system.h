// A file system for tests of whatever stands on files: it wraps another one (or makes one in
// memory) and fails, runs full, returns damaged reads or loses power on demand. Not in stock
// RocksDB.
//
//   auto fs = NewFaultyFileSystem();                      // in memory
//   std::unique_ptr<Env> env = NewCompositeEnv(fs);       // options.env = env.get()
//   fs->FailNth(FsOp::kSync, 3, IOStatus::IOError("x"));  // the third sync from now on
//   ...
//   fs->SetActive(false);                                 // power goes
//   db.reset();
//   fs->Crash(PowerCut());                                // what was not synced is forgotten
//   fs->SetActive(true);                                  // power is back: open again
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Kinds of operation that are counted and can fail.
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

// What a damaged read does instead of failing.
enum class ReadDamage {
  kShort,    // brings fewer bytes than asked for, though there are more
  kFlipBit,  // one bit of what it brings is wrong
};

// What outlives a power cut besides what was synced.
struct PowerCut {
  // Of each file's unsynced bytes up to this share stays: a random part of it, so that writes are
  // torn, unless `exact`.
  double keep_bytes = 0;
  // Of the creations, renames, links and deletions not yet synced with their directory, the oldest
  // up to this share stay.
  double keep_entries = 0;
  bool exact = false;
  // Some unsynced bytes that stay read as zeroes: the size reached the disk, the data did not.
  bool zero_tails = false;
  uint64_t seed = 1;
};

// Thread-safe, but for Crash. Random read-write files and memory-mapped buffers pass through
// untouched.
class FaultyFileSystem : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  // ---- Operations that fail ----

  // The nth (from 1) operation of this kind from now on fails with `error`; with `from_then_on` so
  // do all later ones. Only files whose path contains `path_part` count.
  virtual void FailNth(FsOp op, uint64_t nth, const IOStatus& error, bool from_then_on = false,
                       const std::string& path_part = "") = 0;
  // The same for reads, which succeed and bring the wrong thing.
  virtual void DamageNthRead(ReadDamage damage, uint64_t nth, bool from_then_on = false,
                             const std::string& path_part = "") = 0;
  // Removes every planned failure.
  virtual void ClearFaults() = 0;
  // Operations on paths that contain this are not counted, never fail and take no space (info logs,
  // say).
  virtual void Ignore(const std::string& path_part) = 0;
  // How many operations of the kind were asked for, failed ones included, since the last reset.
  virtual uint64_t Count(FsOp op) const = 0;
  virtual void ResetCounts() = 0;
  // How many planned failures have happened since the last reset.
  virtual uint64_t Injected() const = 0;

  // ---- A disk that runs full ----

  // From now on files may grow by this much altogether. Deleting and truncating gives room back. An
  // append that finds too little writes what fits and fails with NoSpace. GetFreeSpace tells the
  // rest.
  virtual void SetSpace(uint64_t bytes) = 0;
  // Somebody else freed space.
  virtual void AddSpace(uint64_t bytes) = 0;
  virtual void UnlimitSpace() = 0;

  // ---- Power ----

  // While inactive every change fails, as after a power cut; reads go on.
  virtual void SetActive(bool active) = 0;
  virtual bool active() const = 0;
  // Becomes inactive after this many more changes (appends, syncs, openings for writing, renames,
  // links, deletions, truncations, new directories, directory syncs) of files not ignored.
  virtual void CutPowerAfter(uint64_t changes) = 0;
  // Forgets what was not made durable: unsynced bytes, and creations, renames, links and deletions
  // whose directory was not synced. REQUIRES: nobody uses files opened before, except to close
  // them.
  virtual Status Crash(const PowerCut& cut) = 0;

  // Files and directories that are open through this object: what is left after a database was
  // closed has leaked.
  virtual int64_t OpenFiles() const = 0;
};

// Over `base`, or over a new file system in memory when null. `seed` chooses the damage of reads.
std::shared_ptr<FaultyFileSystem> NewFaultyFileSystem(
    const std::shared_ptr<FileSystem>& base = nullptr, uint64_t seed = 1);

}  // namespace ROCKSDB_NAMESPACE
