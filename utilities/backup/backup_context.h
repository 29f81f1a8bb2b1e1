// What all parts of one backup engine share: options, file systems, and the wish to stop.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "rocksdb/file_system.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/utilities/backup_engine.h"

namespace ROCKSDB_NAMESPACE::backup {

// Constant once the engine is open, except `stopped`, which any thread may set.
struct BackupContext {
  BackupContext(const BackupEngineOptions& engine_options, Env* env);
  BackupContext(const BackupContext&) = delete;
  BackupContext& operator=(const BackupContext&) = delete;

  // The path of a file of the directory of backups.
  std::string Path(const std::string& relative) const {
    return options.backup_dir + "/" + relative;
  }
  // Bytes of one read and write.
  size_t BufferSize(const RateLimiter* limiter) const;
  int Threads() const {
    return options.max_background_operations > 1 ? options.max_background_operations : 1;
  }
  // Syncs a directory of backups, if the options ask for it.
  [[nodiscard]] IOStatus SyncDirectoryOf(const std::string& relative) const;

  const BackupEngineOptions options;
  // Of the databases, and of the backups.
  Env* const db_env;
  const std::shared_ptr<FileSystem> db_fs;
  const std::shared_ptr<FileSystem> fs;
  // Null: no limit.
  const std::shared_ptr<RateLimiter> backup_limiter;
  const std::shared_ptr<RateLimiter> restore_limiter;
  std::atomic<bool> stopped{false};
};

}  // namespace ROCKSDB_NAMESPACE::backup
