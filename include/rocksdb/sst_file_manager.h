// SstFileManager: keeps count of the table files of one or several databases, limits the space
// they take, and deletes them at a limited rate. DBOptions::sst_file_manager takes it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "rocksdb/file_system.h"
#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Env;
class Logger;

// Any number of threads may make all calls at once. Sizes are in bytes. A limit or rate of 0 means
// that there is none.
class SstFileManager {
 public:
  virtual ~SstFileManager() = default;

  // ---- Space ----

  // Once the counted files take so much, the flush that made the last of them ends with a
  // background error, SpaceLimit, that stops writes until the limit is raised and DB::Resume()
  // called. Compactions whose outputs may not fit are not begun; CompactRange() returns
  // CompactionTooLarge.
  virtual void SetMaxAllowedSpaceUsage(uint64_t max_allowed_space) = 0;

  // Space that compactions must leave free for flushes.
  virtual void SetCompactionBufferSize(uint64_t compaction_buffer_size) = 0;

  virtual bool IsMaxAllowedSpaceReached() = 0;
  // Counts what running compactions may still write.
  virtual bool IsMaxAllowedSpaceReachedIncludingCompactions() = 0;

  // The size of all counted files, and each file by its path.
  virtual uint64_t GetTotalSize() = 0;
  virtual std::unordered_map<std::string, uint64_t> GetTrackedFiles() = 0;

  // ---- Deletion ----

  // Bytes a second. Without a rate files are deleted at once; with one they are renamed to *.trash
  // and a thread deletes them.
  virtual void SetDeleteRateBytesPerSecond(int64_t delete_rate) = 0;
  virtual int64_t GetDeleteRateBytesPerSecond() = 0;

  // When trash takes more than this share of the counted space, files are deleted at once.
  virtual void SetMaxTrashDBRatio(double ratio) = 0;
  virtual double GetMaxTrashDBRatio() = 0;

  // What waits for deletion.
  virtual uint64_t GetTotalTrashSize() = 0;

  // Counts deletions: FILES_MARKED_TRASH, FILES_DELETED_IMMEDIATELY and their kin.
  virtual void SetStatisticsPtr(const std::shared_ptr<Statistics>& stats) = 0;
};

// The caller owns the result. `info_log` gets messages about deletions that failed. A trash_dir is
// accepted for the sake of old programs; only the trash found there is deleted (if
// delete_existing_trash is set, with *status reporting whether that went well). Files larger than
// bytes_max_delete_chunk are shortened by so much at a time; 0: deleted in one piece.
// max_trash_db_ratio is that of SetMaxTrashDBRatio().
SstFileManager* NewSstFileManager(Env* env, std::shared_ptr<FileSystem> fs,
                                  std::shared_ptr<Logger> info_log = nullptr,
                                  const std::string& trash_dir = "", int64_t rate_bytes_per_sec = 0,
                                  bool delete_existing_trash = true, Status* status = nullptr,
                                  double max_trash_db_ratio = 0.25,
                                  uint64_t bytes_max_delete_chunk = uint64_t{64} << 20);

// The same with the file system of `env`.
SstFileManager* NewSstFileManager(Env* env, std::shared_ptr<Logger> info_log = nullptr,
                                  std::string trash_dir = "", int64_t rate_bytes_per_sec = 0,
                                  bool delete_existing_trash = true, Status* status = nullptr,
                                  double max_trash_db_ratio = 0.25,
                                  uint64_t bytes_max_delete_chunk = uint64_t{64} << 20);

}  // namespace ROCKSDB_NAMESPACE
