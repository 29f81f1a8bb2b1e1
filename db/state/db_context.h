// What every part of one open database shares: where it is, through what it does I/O, and the state
// lock. Made by DBImpl before any part; outlives them all. Fields without a guard never change
// after opening.
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
class TableCache;
class SnapshotList;

struct DbContext {
  std::string dbname;
  Env* env = nullptr;
  // The Env's, wrapped where listeners want to hear of file operations.
  std::shared_ptr<FileSystem> fs;
  std::shared_ptr<SystemClock> clock;
  std::shared_ptr<Logger> info_log;
  // `stats` is what everybody uses; null when the application gave none.
  std::shared_ptr<Statistics> stats_holder;
  Statistics* stats = nullptr;
  std::string db_id;          // set while recovering, before any file is written
  std::string db_session_id;  // 20 base-36 digits, new for every open
  FileOptions file_options;   // for WAL, MANIFEST and table files; parts derive their own from it
  DB* db = nullptr;           // only to be handed to listeners
  bool read_only = false;
  bool refuses_logs = false;  // read-only: any log is an error, so that no write can be missed

  // The state lock; see db/state/locks.h.
  mutable StateMutex mutex;
  // Set once, by Close or CancelAllBackgroundWork. Whoever waits for anything looks at it on
  // waking.
  std::atomic<bool> shutting_down{false};

  // The present options. Replaced whole by SetDBOptions; take a copy of the pointer, then use it.
  std::shared_ptr<const DbConfig> config() const {
    MutexLock lock(&config_mutex);
    return config_ptr;
  }
  void set_config(std::shared_ptr<const DbConfig> next) {
    MutexLock lock(&config_mutex);
    config_ptr = std::move(next);
  }
  uint64_t NowMicros() const { return clock->NowMicros(); }
  uint64_t NowSeconds() const { return clock->NowMicros() / 1000000; }

  mutable Mutex config_mutex;  // leaf
  std::shared_ptr<const DbConfig> config_ptr GUARDED_BY(config_mutex);
};

}  // namespace ROCKSDB_NAMESPACE
