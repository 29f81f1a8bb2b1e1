// Writes the reports of rocksdb.stats to the LOG every stats_dump_period_sec, ends a slice of the
// statistics' history every stats_persist_period_sec. Every ten seconds it has the logger flush
// what it buffers, frees memory that memtables no longer need, and asks whether a compaction is
// due, because files age also where nobody writes. All from a thread of its own, so that background
// jobs never wait for it. Owned by DBImpl. Thread-safe.
//
// Invariants
//  1. The thread runs from Start() to Stop(), which waits for it; both may be called again.
//  2. It never holds its own lock while it reads statistics.
#pragma once

#include <optional>
#include <thread>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

class PeriodicStats {
 public:
  explicit PeriodicStats(DbParts* parts) : parts_(*parts), wake_(&mutex_) {}
  ~PeriodicStats() { Stop(); }
  PeriodicStats(const PeriodicStats&) = delete;
  PeriodicStats& operator=(const PeriodicStats&) = delete;

  void Start();
  // The periods may have changed. The next report is a whole period away from now, the next slice
  // from the last one.
  void OptionsChanged();
  void Stop();

  // One report, in the calling thread.
  void Dump();
  // Ends a slice of the history, in the calling thread; the first call only says where the next
  // slice begins. Nothing without statistics, in databases that never write, as in stock, and after
  // CancelAllBackgroundWork. REQUIRES: one call at a time.
  void Remember();

 private:
  enum class Due { kEnd, kFlush, kReport, kSlice };

  void Run();
  // A slice that cannot be written becomes part of the next.
  void RememberOnDisk(StatsHistory::Tickers counts);
  // No other family needs logs as old as those that the history does.
  bool HistoryKeepsLogsAlone() const EXCLUDES_LOCK(state_lock);
  Due WaitForNext();
  bool remembers() const { return parts_.context.stats != nullptr && !parts_.context.read_only; }
  uint64_t SliceDue() const REQUIRES_LOCK(mutex_);

  DbParts& parts_;
  Mutex mutex_;  // leaf
  CondVar wake_;
  bool stopping_ GUARDED_BY(mutex_) = false;
  // Microseconds of the machine: the next report is due a period after this.
  uint64_t since_ GUARDED_BY(mutex_) = 0;
  // The same for flushes of the LOG.
  uint64_t flushed_ GUARDED_BY(mutex_) = 0;
  // The same for slices. None yet: the first one is due at once, to begin the counting.
  std::optional<uint64_t> remembered_ GUARDED_BY(mutex_);
  // Touched by Start and Stop only, whose callers do not race.
  std::thread thread_;
};

}  // namespace ROCKSDB_NAMESPACE
