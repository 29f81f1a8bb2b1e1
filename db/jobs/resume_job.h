// One attempt to get over a background error: leaves a broken log behind, flushes what memory
// holds, puts a doubtful MANIFEST right, and lets writers and jobs go on. Run by ErrorHandler's
// thread or by DB::Resume, never by both at once.
//
// Invariants
//  1. A log whose write or sync failed may end in a record that no memtable has, under a sequence
//     number that will be used again. Writers go on only when every family's data of that log is in
//     tables and the MANIFEST says so for each, families without data included: it is never
//     replayed. Whoever has put another log in its place, a flush that found no error in force,
//     has sealed the memtables of its own families only: all are sealed here as long as the log
//     counts as left broken.
//  2. Nothing is taken back when an attempt fails; the next one goes on where it ended.
#pragma once

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

class ResumeJob {
 public:
  explicit ResumeJob(DbParts* parts) : parts_(*parts) {}

  // ShutdownInProgress when the database is being closed.
  [[nodiscard]] Status Run() EXCLUDES_LOCK(state_lock);

 private:
  bool ShuttingDown() const { return parts_.context.shutting_down.load(std::memory_order_acquire); }
  // In the order of Run: a new log, with every memtable that has data of the broken one sealed ...
  Status LeaveBrokenLog();
  Status SealAll() REQUIRES_LOCK(state_lock, write_leadership);
  // ... and flushed ...
  Status FlushAll();
  Status FlushFamily(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // ... and no family's record asking for it any more. TryAgain: some family still needs it.
  Status RecordLogs() EXCLUDES_LOCK(state_lock);
  // No memtable has data of older ones.
  uint64_t OldestLogOfData() const REQUIRES_LOCK(state_lock);
  std::vector<FamilyPtr> Families() const REQUIRES_LOCK(state_lock);

  DbParts& parts_;
};

}  // namespace ROCKSDB_NAMESPACE
