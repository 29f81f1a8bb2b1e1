// What all modules of one open database share: its path, the objects it does I/O through, and the
// state lock. DBImpl makes it before any module; it outlives them all. Fields without a guard never
// change after opening.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "db/state/locks.h"
#include "env/rolling_logger.h"
#include "options/db_config.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"
#include "rocksdb/statistics.h"
#include "rocksdb/system_clock.h"
#include "util/logging.h"

namespace ROCKSDB_NAMESPACE {

class DB;
class FileCountingManager;
class TableCache;
class SnapshotList;

struct DbContext {
  std::string dbname;
  Env* env = nullptr;
  // The Env's, wrapped where listeners want to hear of file operations.
  std::shared_ptr<FileSystem> fs;
  std::shared_ptr<SystemClock> clock;
  // DBOptions::sst_file_manager; null: none. It counts the tables and deletes obsolete ones.
  FileCountingManager* file_manager = nullptr;
  std::shared_ptr<Logger> info_log;
  // `stats` is what everybody uses; null when the application gave none.
  std::shared_ptr<Statistics> stats_holder;
  Statistics* stats = nullptr;
  // Set while recovering, before any file is written.
  std::string db_id;
  // 20 base-36 digits, new for every open.
  std::string db_session_id;
  // For WAL, MANIFEST and table files; modules derive their own from it.
  FileOptions file_options;
  // For listeners only.
  DB* db = nullptr;
  bool read_only = false;
  // Read-only: any log is an error, so that no write can be missed.
  bool refuses_logs = false;
  // Read-only, and beside a primary that goes on writing.
  bool secondary = false;

  // The state lock; see db/state/locks.h.
  mutable StateMutex mutex;
  // Set once, by Close or CancelAllBackgroundWork. Whoever waits for anything looks at it on
  // waking.
  std::atomic<bool> shutting_down{false};

  // The present options. Replaced whole by SetDBOptions; take a copy of the pointer, then use it.
  std::shared_ptr<const DbConfig> config() const {
    MutexLock lock(&config_mutex_);
    return config_;
  }
  void set_config(std::shared_ptr<const DbConfig> next) {
    MutexLock lock(&config_mutex_);
    config_ = std::move(next);
    config_version_.fetch_add(1, std::memory_order_release);
  }
  // Raised after each replacement, so that whoever keeps a copy need not lock to see that it is the
  // present one. Read it before config().
  uint64_t config_version() const { return config_version_.load(std::memory_order_acquire); }
  // What calls that would change a read-only database return, in stock's words.
  Status ChangeRefused() const {
    return Status::NotSupported(secondary ? "Not supported operation in secondary mode."
                                          : "Not supported operation in read only mode.");
  }
  uint64_t NowMicros() const { return clock->NowMicros(); }
  uint64_t NowSeconds() const { return clock->NowMicros() / 1000000; }

 private:
  mutable Mutex config_mutex_;  // leaf
  std::shared_ptr<const DbConfig> config_ GUARDED_BY(config_mutex_);
  std::atomic<uint64_t> config_version_{0};
};

}  // namespace ROCKSDB_NAMESPACE
