// The flushes of one recovery. Tables are written whenever a memtable fills up and at the end, but
// nothing names them until everything has been replayed: then one atomic group of MANIFEST records
// adds all of them and says that no family needs the old logs.
//
// Invariants
//  1. Whoever opens the database after a recovery that broke off finds either the tree and the logs
//     as they were, or all tables and no need for the logs. In between lies what can not be
//     repaired: a family whose tables hold what another would read from behind a torn record, and
//     merge operands that are in a table and in a log that is replayed.
//  2. Tables that were not named are deleted again, unless it is not known whether they were.
#pragma once

#include <memory>
#include <vector>

#include "db/jobs/flush_job.h"

namespace ROCKSDB_NAMESPACE {

class RecoveryFlush {
 public:
  explicit RecoveryFlush(DbParts* parts) : parts_(*parts) {}
  ~RecoveryFlush();
  RecoveryFlush(const RecoveryFlush&) = delete;
  RecoveryFlush& operator=(const RecoveryFlush&) = delete;

  // Writes what `family` holds in memory to tables and gives it an empty memtable.
  // REQUIRES: its memtable is not empty.
  [[nodiscard]] Status Write(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // Installs everything written; every family needs logs from `next_log` on only. Last call.
  [[nodiscard]] Status Commit(uint64_t next_log) REQUIRES_LOCK(state_lock);
  bool empty() const { return jobs_.empty(); }

 private:
  DbParts& parts_;
  std::vector<std::unique_ptr<FlushJob>> jobs_;  // oldest first
  bool committed_ = false;                       // or it is not known whether
};

}  // namespace ROCKSDB_NAMESPACE
