// Keeps files that are needed no more, for new ones to be written over: their blocks are allocated
// and their pages are in memory, which spares a good part of what a fresh file costs.
//
//   deletion wanted -> Park -> 000012.dbtmp waits -> Create of another file -> written over, cut
//                        |                        -> Clear: deleted
//                        v false: the caller deletes it
//
// Invariants
//  1. A file is parked only if nobody else could see its bytes change: FileSystem::RetireFile makes
//     sure of it, and file systems that cannot have no spares.
//  2. A spare has the name of a temporary file: what a crash leaves of them goes at the next
//     opening, here and in stock.
//  3. Spares have at most `most_bytes` together, and there are none while they are not kept.
// Thread-safe; calls to the file system are made without the lock.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "rocksdb/file_system.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class SpareFiles {
 public:
  // `next_use`: how Create will open them.
  SpareFiles(uint64_t most_bytes, const FileOptions& next_use)
      : most_bytes_(most_bytes), next_use_(next_use) {}

  // Whether spares may wait. False deletes those that do: with no work under way, space is worth
  // more than speed. SetKept only says it, so that it may be called under any lock.
  void SetKept(bool kept);
  void DeleteUnlessKept(FileSystem* fs);

  // After Forbid has returned no spare is there, comes or goes until Allow; they count.
  void Forbid(FileSystem* fs);
  void Allow();

  // Takes over the file `number` of `directory`, at `path` and with `bytes`; it has another name
  // then. False: it stays as it is.
  bool Park(FileSystem* fs, const std::string& path, const std::string& directory, uint64_t number,
            uint64_t bytes);
  // Opens `path` in `directory` for a file of about `expected` bytes. *written_over: the file may
  // have old bytes behind the new ones, and the caller cuts them off before it syncs.
  IOStatus Create(FileSystem* fs, const std::string& directory, const std::string& path,
                  uint64_t expected, const FileOptions& options,
                  std::unique_ptr<FSWritableFile>* file, bool* written_over);
  uint64_t bytes() const;

 private:
  struct Spare {
    std::string directory;
    std::string path;
  };
  using Spares = std::multimap<uint64_t, Spare>;  // by their bytes
  Spares TakeAll() REQUIRES_LOCK(mutex_);
  static void Delete(FileSystem* fs, const Spares& spares);
  // The smallest one that is large enough, if at most a third of it would be cut off; or else the
  // largest of those that are too small; or else the smallest. Empty: there is none. Else Changed()
  // has to follow.
  std::string Take(const std::string& directory, uint64_t expected);
  // A name of a spare has come or gone, for which changing_ was counted up.
  void Changed();

  const uint64_t most_bytes_;
  const FileOptions next_use_;
  mutable Mutex mutex_;  // leaf
  CondVar settled_{&mutex_};
  Spares spares_ GUARDED_BY(mutex_);
  // Calls that change names without the lock.
  int changing_ GUARDED_BY(mutex_) = 0;
  int forbidden_ GUARDED_BY(mutex_) = 0;
  // Of spares, and of files that are on the way to become one.
  uint64_t bytes_ GUARDED_BY(mutex_) = 0;
  bool kept_ GUARDED_BY(mutex_) = false;
};

}  // namespace ROCKSDB_NAMESPACE
