// The work of the engine on the current thread. A listener runs on the thread that does the work,
// so the activity that a "begin" event sets names the file operations that follow. kill_fs
// distinguishes MANIFEST appends by it. It must never change what the engine does.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/listener.h"
#include "rocksdb/statistics.h"
#include "tools/db_stress/trace.h"

namespace stress {

enum class Activity : uint8_t {
  kNone,        // a write of an application thread, or work without an event
  kOpen,        // DB::Open with its recovery, flushes included
  kFlush,       // from OnFlushBegin to OnFlushCompleted; the append that installs the files
  kAfterFlush,  // later on the same thread; the append of new bucket boundaries
  kCompaction,  // from OnCompactionBegin to OnCompactionCompleted
  kFamily,      // creating or dropping a column family
  kOptions,     // SetOptions, SetDBOptions
  kClose,
  kPrepare,  // the log record of a transaction's updates
  kCommit,   // of a prepared transaction
  kRollback,
  kIngest,
};

Activity CurrentActivity();
const char* NameOf(Activity activity);

// Sets the activity of the calling thread for its own lifetime.
class ActivityScope {
 public:
  explicit ActivityScope(Activity activity);
  ~ActivityScope();
  ActivityScope(const ActivityScope&) = delete;
  ActivityScope& operator=(const ActivityScope&) = delete;

 private:
  const Activity before_;
};

// A listener that sets the activity, and counts jobs, splits and merges in `trace` unless it is
// null. REQUIRES: the trace outlives the database.
std::shared_ptr<rocksdb::EventListener> NewActivityListener(
    Trace* trace, std::shared_ptr<rocksdb::Statistics> statistics);

}  // namespace stress
