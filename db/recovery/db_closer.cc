// See the header.
#include "db/recovery/db_closer.h"

#include <utility>

#include "db/write/write_path.h"
#include "env/sst_file_manager.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Data that no log has would be lost; data in a log needs no flush, since the next opening replays
// it.
Status FlushUnlogged(DbParts* parts) {
  const auto config = parts->context.config();
  if (parts->context.shutting_down.load(std::memory_order_acquire) || parts->context.read_only ||
      !parts->writes->has_unlogged_writes() || config->options.avoid_flush_during_shutdown ||
      parts->errors->writes_stopped()) {
    return Status::OK();
  }
  {
    // Paused work would never let the flush come to an end.
    StateLock lock(&parts->context.mutex);
    while (parts->background->paused()) parts->background->Continue();
  }
  return ManualFlush(parts).RunForAll(FlushReason::kShutDown);
}

void EndJobs(DbParts* parts, bool wait) {
  StateLock lock(&parts->context.mutex);
  // All who wait look at this when they wake: writers, manual flushes and compactions.
  parts->context.shutting_down.store(true, std::memory_order_release);
  parts->writes->SignalStall();
  parts->background->SignalChange();
  if (wait) parts->background->Shutdown(true);
}

// A manager that several databases share counts the tables of those that are open.
// REQUIRES: the LOCK file is held. Without it they may be those of another opening.
void ForgetTables(DbParts* parts) {
  FileCountingManager* const manager = parts->context.file_manager;
  if (manager == nullptr) return;
  StateLock lock(&parts->context.mutex);
  manager->DirectoryForgotten(parts->context.dbname);
  for (const auto& [id, family] : parts->families.all()) {
    for (const DbPath& path : family->state().config()->paths)
      manager->DirectoryForgotten(path.path);
  }
}

// A log of our own is closed: the application may keep it, and may end without destructors. Lines
// that come later are dropped. What becomes of lines is no failure of the closing.
void EndLog(Logger* log, bool own, const Status& closing) {
  if (log == nullptr) return;
  if (!closing.ok()) LogWarn(log, "Closing: %s", closing.ToString().c_str());
  LogInfo(log, "Shutdown complete");
  LogFlush(log);
  if (own) log->Close().PermitUncheckedError();
}

}  // namespace

void CancelWork(DbParts* parts, bool wait) {
  Status s = FlushUnlogged(parts);
  if (!s.ok()) LogWarn(parts->context.info_log.get(), "Before work ends: %s", s.ToString().c_str());
  EndJobs(parts, false);
  parts->writes->EndBufferStall();
  if (wait) EndJobs(parts, true);
}

//   flush what no log has -> say that it is over -> recovery ends -> jobs end
//     -> the last writer has left -> log flushed, closed -> info log ends -> unlock
// Each step needs those after it still alive: a flush needs threads, a recovery needs flushes, a
// writer needs its log.
Status CloseDatabase(DbParts* parts, bool opened, OpenHolds* holds) {
  DbContext& c = parts->context;
  Status result = opened ? FlushUnlogged(parts) : Status::OK();
  // Before the waiting writers are woken: they must not line up again.
  parts->writes->RefuseWrites();
  c.shutting_down.store(true, std::memory_order_release);
  parts->writes->EndBufferStall();
  EndJobs(parts, false);
  // Without the state lock: the attempt that this waits for may need it.
  parts->errors->Stop();
  EndJobs(parts, true);
  // Whoever leads the writers now has seen that it is over; the one before has finished.
  const WriteQueue::Exclusive alone(&parts->queue);
  if (opened && !c.read_only) {
    IOStatus s = parts->wals->Flush();
    if (result.ok()) result = s;
  }
  parts->obsolete->Purge();
  if (parts->spares != nullptr) {
    parts->spares->SetKept(false);
    parts->spares->DeleteUnlessKept(c.fs.get());
  }
  // From here on trees are destroyed without their files being taken for obsolete.
  parts->obsolete->Disarm();
  IOStatus closed = parts->wals->Close();
  if (result.ok()) result = closed;
  if (holds->lock != nullptr) ForgetTables(parts);
  // Before the next opener may move the LOG aside: a roll would take its new one for ours.
  EndLog(c.info_log.get(), std::exchange(holds->own_log, false), result);
  if (holds->lock != nullptr) {
    IOStatus s = c.fs->UnlockFile(std::exchange(holds->lock, nullptr), IOOptions(), nullptr);
    if (result.ok()) result = s;
  }
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
