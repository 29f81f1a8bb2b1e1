// Ends the work of an open database. Called by Close, the destructor and CancelAllBackgroundWork.
// After the latter writes go on, as far as they need neither a flush nor a compaction.
#pragma once

#include "db/jobs/manual_flush.h"
#include "db/recovery/open_request.h"

namespace ROCKSDB_NAMESPACE {

// Stops everything, ends the info log and gives the LOCK file back; nothing is held afterwards.
// Without `opened` there is nothing to flush. REQUIRES: nobody calls the database any more, though
// calls may still be on their way out; no WalLock is held.
[[nodiscard]] Status CloseDatabase(DbParts* parts, bool opened, OpenHolds* holds)
    EXCLUDES_LOCK(state_lock);

// Flushes what no log has, then writers, flushes and compactions that wait give up, and no new job
// starts. With `wait`, returns after the jobs that run have ended.
void CancelWork(DbParts* parts, bool wait) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
