// The rooms of an open database, so that each can reach the others it needs without knowing DBImpl.
// DBImpl owns them and fills this in before the first call; but for the atomics nothing here
// changes afterwards.
#pragma once

#include <atomic>
#include <memory>

#include "db/state/column_family.h"
#include "db/state/db_context.h"
#include "db/state/db_counters.h"
#include "db/state/error_handler.h"
#include "db/state/event_log.h"
#include "db/state/job_hooks.h"
#include "db/state/obsolete_files.h"
#include "db/state/prepared_logs.h"
#include "db/state/snapshot_list.h"
#include "db/state/stats_history.h"
#include "db/state/stats_on_disk.h"
#include "db/state/table_cache.h"
#include "db/state/version_set.h"
#include "db/state/wal_manager.h"
#include "db/state/write_controller.h"
#include "db/state/write_queue.h"

namespace ROCKSDB_NAMESPACE {

class Background;
class WritePath;

// Destroyed from the bottom up: a room may use those above it to its end. `obsolete` is shared with
// the files it tracks and with handles; Disarm makes it deaf before the others go.
struct DbParts {
  DbContext context;
  DbCounters counters;
  const std::shared_ptr<StatsHistory> stats_history = std::make_shared<StatsHistory>();
  ColumnFamilySet families;
  SnapshotList snapshots;
  PreparedLogs prepared;
  WriteQueue queue;
  // DB::LockWAL keeps writers out, or is about to: who must not wait for them is refused.
  std::atomic<bool> wal_locked{false};
  // Deletions of some file can go once the oldest snapshot is above this; kLargestSequence: none
  // wait for that. As of the last job.
  std::atomic<SequenceNumber> held_back{kLargestSequence};
  std::unique_ptr<EventLog> events;
  std::unique_ptr<ErrorHandler> errors;
  std::unique_ptr<TableCache> tables;
  std::unique_ptr<SpareFiles> spares;  // null: tables are not written over
  std::shared_ptr<ObsoleteFiles> obsolete;
  std::unique_ptr<VersionSet> versions;
  std::unique_ptr<WalManager> wals;
  std::unique_ptr<WriteController> controller;
  // Owned by DBImpl beside this, since they refer to all of the above.
  Background* background = nullptr;
  // The same object, for modules below db/jobs/.
  JobHooks* jobs = nullptr;
  WritePath* writes = nullptr;
  std::unique_ptr<StatsOnDisk> stats_on_disk;  // null: the history is in memory
};

}  // namespace ROCKSDB_NAMESPACE
