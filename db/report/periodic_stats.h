// Writes the reports of rocksdb.stats to the LOG every stats_dump_period_sec, has the logger flush
// what it buffers every ten seconds, and then asks whether a compaction is due, because files age
// also where nobody writes. All from a thread of its own, so that background jobs never wait for
// it. Owned by DBImpl. Thread-safe.
//
// Invariants
//  1. The thread runs from Start() to Stop(), which waits for it; both may be called again.
//  2. It never holds its own lock while it reads statistics.
#pragma once

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
  // The period may have changed: wait anew.
  void OptionsChanged();
  void Stop();

  // One report, in the calling thread.
  void Dump();

 private:
  enum class Due { kEnd, kFlush, kReport };

  void Run();
  Due WaitForNext();

  DbParts& parts_;
  Mutex mutex_;  // leaf
  CondVar wake_;
  bool stopping_ GUARDED_BY(mutex_) = false;
  // Microseconds of the machine: the next report is due a period after this.
  uint64_t since_ GUARDED_BY(mutex_) = 0;
  // Touched by Start and Stop only, whose callers do not race.
  std::thread thread_;
};

}  // namespace ROCKSDB_NAMESPACE
