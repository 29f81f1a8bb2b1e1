// The SstFileManager of this library: counts the table files of the databases that share it, and
// deletes their obsolete files, at once or slowly. Databases use it through this class; an
// application sees SstFileManager only.
//
//   DeleteObsolete -> renamed to *.trash, at the end of the queue -> the thread: shortened, deleted
//                 \-> deleted at once: no rate, too much trash, or the rename failed
//
// Invariants
//  1. total_bytes_ is the sum over files_, trash_bytes_ the sum over queue_ and the file at which
//     the thread is.
//  2. The thread is started by the first file in the queue, and ends with this object. Trash that
//     is left then stays on disk; whoever opens the database next deletes it.
//  3. Nothing below calls out while it holds mutex_.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>

#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/sst_file_manager.h"
#include "rocksdb/system_clock.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

struct DeletionOptions {
  // Bytes a second; 0 and less: no limit.
  int64_t rate = 0;
  // Trash beyond this share of the counted bytes: files are deleted at once.
  double max_trash_ratio = 0.25;
  // A file is shortened by so many bytes at a time; 0: deleted whole.
  uint64_t chunk = uint64_t{64} << 20;
};

class FileCountingManager final : public SstFileManager {
 public:
  // The ending of a file that waits for deletion.
  static constexpr const char* kTrashSuffix = ".trash";
  // The name that such a file had before; other names are returned as they are.
  static std::string WithoutTrashSuffix(const std::string& name);

  FileCountingManager(std::shared_ptr<SystemClock> clock, std::shared_ptr<FileSystem> fs,
                      std::shared_ptr<Logger> info_log, const DeletionOptions& deletion);
  ~FileCountingManager() override;

  // ---- For databases ----

  // A table file of so many bytes has been finished, or found; a second call replaces the size.
  void FileAdded(const std::string& path, uint64_t bytes) EXCLUDES_LOCK(mutex_);
  // It is no longer the manager's.
  void FileForgotten(const std::string& path) EXCLUDES_LOCK(mutex_);
  // Nor is any file of the directory: the database is closed.
  void DirectoryForgotten(const std::string& directory) EXCLUDES_LOCK(mutex_);

  // Deletes a file that nobody reads any more, now or later, and forgets it. `fs` is the database's
  // file system.
  IOStatus DeleteObsolete(FileSystem* fs, const std::string& path) EXCLUDES_LOCK(mutex_);
  // Queues a file that ends in kTrashSuffix and was left over by an earlier opening, unless it
  // waits in the queue already.
  void DeleteTrash(const std::string& path) EXCLUDES_LOCK(mutex_);

  // Claims what a compaction may write; false, and nothing is claimed, when it does not fit into
  // the space that is allowed. Released when the compaction has ended.
  bool ClaimForCompaction(uint64_t bytes) EXCLUDES_LOCK(mutex_);
  void ReleaseClaim(uint64_t bytes) EXCLUDES_LOCK(mutex_);

  // Returns when the queue is empty. REQUIRES: the rate does not forbid it.
  void WaitForEmptyTrash() EXCLUDES_LOCK(mutex_);

  // ---- SstFileManager ----

  void SetMaxAllowedSpaceUsage(uint64_t max_allowed_space) override EXCLUDES_LOCK(mutex_);
  void SetCompactionBufferSize(uint64_t compaction_buffer_size) override EXCLUDES_LOCK(mutex_);
  bool IsMaxAllowedSpaceReached() override EXCLUDES_LOCK(mutex_);
  bool IsMaxAllowedSpaceReachedIncludingCompactions() override EXCLUDES_LOCK(mutex_);
  uint64_t GetTotalSize() override EXCLUDES_LOCK(mutex_);
  std::unordered_map<std::string, uint64_t> GetTrackedFiles() override EXCLUDES_LOCK(mutex_);
  int64_t GetDeleteRateBytesPerSecond() override EXCLUDES_LOCK(mutex_);
  void SetDeleteRateBytesPerSecond(int64_t delete_rate) override EXCLUDES_LOCK(mutex_);
  double GetMaxTrashDBRatio() override EXCLUDES_LOCK(mutex_);
  void SetMaxTrashDBRatio(double ratio) override EXCLUDES_LOCK(mutex_);
  uint64_t GetTotalTrashSize() override EXCLUDES_LOCK(mutex_);
  void SetStatisticsPtr(const std::shared_ptr<Statistics>& stats) override EXCLUDES_LOCK(mutex_);

 private:
  struct Trash {
    std::string path;
    uint64_t bytes;
  };

  void Enqueue(const std::string& path, uint64_t bytes) EXCLUDES_LOCK(mutex_);
  void Work() EXCLUDES_LOCK(mutex_);
  // Deletes one file, or its end; returns the bytes freed.
  uint64_t DeleteSome(Trash* trash, uint64_t chunk) EXCLUDES_LOCK(mutex_);
  // Waits until so many bytes are within the rate.
  void Throttle(uint64_t bytes) REQUIRES_LOCK(mutex_);
  void Tick(uint32_t ticker) EXCLUDES_LOCK(mutex_);

  const std::shared_ptr<SystemClock> clock_;
  const std::shared_ptr<FileSystem> fs_;
  const std::shared_ptr<Logger> info_log_;

  // A leaf.
  mutable Mutex mutex_;
  // New trash, an empty queue, a new rate, the end.
  CondVar changed_{&mutex_};
  DeletionOptions deletion_ GUARDED_BY(mutex_);
  std::unordered_map<std::string, uint64_t> files_ GUARDED_BY(mutex_);
  uint64_t total_bytes_ GUARDED_BY(mutex_) = 0;
  uint64_t max_allowed_ GUARDED_BY(mutex_) = 0;
  uint64_t compaction_buffer_ GUARDED_BY(mutex_) = 0;
  uint64_t claimed_ GUARDED_BY(mutex_) = 0;
  std::deque<Trash> queue_ GUARDED_BY(mutex_);
  uint64_t trash_bytes_ GUARDED_BY(mutex_) = 0;
  std::shared_ptr<Statistics> stats_ GUARDED_BY(mutex_);
  bool ending_ GUARDED_BY(mutex_) = false;
  std::thread thread_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
