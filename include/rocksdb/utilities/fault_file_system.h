// A file system for tests of everything that uses files: it wraps another one (or makes one in
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

// Kinds of operations that are counted and can fail.
enum class FsOp {
  kOpenRead,
  kRead,
  kOpenWrite,
  kAppend,
  kFlush,
  // On a file: Sync, Fsync, RangeSync.
  kSync,
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

// The damage of a read that does not fail.
enum class ReadDamage {
  // Returns fewer bytes than asked for, though there are more.
  kShort,
  // Returns one wrong bit.
  kFlipBit,
};

// The unsynced data that a power cut leaves.
struct PowerCut {
  // Up to this share of each file's unsynced bytes stays: a random part of it, so that writes are
  // torn, unless `exact`.
  double keep_bytes = 0;
  // Up to this share of the creations, renames, links and deletions that were not yet synced with
  // their directory stay, the oldest ones.
  double keep_entries = 0;
  bool exact = false;
  // Some unsynced bytes that stay read as zeroes: the size reached the disk, the data did not.
  bool zero_tails = false;
  uint64_t seed = 1;
};

// Thread-safe, except for Crash. Random read-write files and memory-mapped buffers are passed
// through unchanged.
class FaultyFileSystem : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  // ---- Operations that fail ----

  // The nth (from 1) operation of this kind from now on fails with `error`, and with
  // `from_then_on` all later ones as well. Only files whose path contains `path_part` count.
  virtual void FailNth(FsOp op, uint64_t nth, const IOStatus& error, bool from_then_on = false,
                       const std::string& path_part = "") = 0;
  // The same for reads, which succeed and return wrong bytes.
  virtual void DamageNthRead(ReadDamage damage, uint64_t nth, bool from_then_on = false,
                             const std::string& path_part = "") = 0;
  // Removes every planned failure.
  virtual void ClearFaults() = 0;
  // Operations on paths that contain this text are not counted, never fail and take no space (for
  // instance info logs).
  virtual void Ignore(const std::string& path_part) = 0;
  // The number of operations of the kind since the last reset, failed ones included.
  virtual uint64_t Count(FsOp op) const = 0;
  virtual void ResetCounts() = 0;
  // The number of planned failures that have happened since the last reset.
  virtual uint64_t Injected() const = 0;

  // ---- A disk that runs full ----

  // From now on files may grow by this many bytes altogether. Deleting and truncating frees space.
  // An append without enough space writes what fits and fails with NoSpace. GetFreeSpace returns
  // the rest.
  virtual void SetSpace(uint64_t bytes) = 0;
  // Adds space, as if somebody else had freed it.
  virtual void AddSpace(uint64_t bytes) = 0;
  virtual void UnlimitSpace() = 0;

  // ---- Power ----

  // While inactive every change fails, as after a power cut; reads still work.
  virtual void SetActive(bool active) = 0;
  virtual bool active() const = 0;
  // Becomes inactive after this many more changes (appends, syncs, openings for writing, renames,
  // links, deletions, truncations, new directories, directory syncs) of files that are not
  // ignored.
  virtual void CutPowerAfter(uint64_t changes) = 0;
  // Drops changes that were not durable: unsynced bytes, and creations, renames, links and
  // deletions whose directory was not synced. REQUIRES: nobody uses files opened before, except to
  // close them.
  virtual Status Crash(const PowerCut& cut) = 0;

  // The number of files and directories that are open through this object; any that are left after
  // a database was closed have leaked.
  virtual int64_t OpenFiles() const = 0;
};

// Wraps `base`, or a new file system in memory when it is null. `seed` chooses the damage of
// reads.
std::shared_ptr<FaultyFileSystem> NewFaultyFileSystem(
    const std::shared_ptr<FileSystem>& base = nullptr, uint64_t seed = 1);

}  // namespace ROCKSDB_NAMESPACE
