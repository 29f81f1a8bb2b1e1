// What the engine is doing on the present thread, as far as the public API tells: event listeners
// run on the thread that did the work, so a marker set by "begin" names the file operations that
// follow. Used by kill_fs to tell one MANIFEST append from another; must never change what the
// engine does.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/listener.h"
#include "rocksdb/statistics.h"
#include "tools/db_stress/trace.h"

namespace stress {

enum class Activity : uint8_t {
  kNone,        // an application thread writing, or work that has no event
  kOpen,        // DB::Open with its recovery, flushes included
  kFlush,       // from OnFlushBegin to OnFlushCompleted: the append that installs the files
  kAfterFlush,  // on the same thread afterwards: new bucket boundaries
  kCompaction,  // from OnCompactionBegin to OnCompactionCompleted
  kFamily,      // creating or dropping a column family
  kOptions,     // SetOptions, SetDBOptions
  kClose,
};

Activity CurrentActivity();
const char* NameOf(Activity activity);

// Names what the calling thread does for as long as it lives.
class ActivityScope {
 public:
  explicit ActivityScope(Activity activity);
  ~ActivityScope();
  ActivityScope(const ActivityScope&) = delete;
  ActivityScope& operator=(const ActivityScope&) = delete;

 private:
  const Activity before_;
};

// Sets the markers; counts jobs, splits and merges in the trace unless that is null. REQUIRES: the
// trace outlives the database.
std::shared_ptr<rocksdb::EventListener> NewActivityListener(
    Trace* trace, std::shared_ptr<rocksdb::Statistics> statistics);

}  // namespace stress
