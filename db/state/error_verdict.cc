// The table of severities; see the header.
#include "db/state/error_verdict.h"

#include "rocksdb/io_status.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Reason = BackgroundErrorReason;
using Severity = Status::Severity;

bool OfCompaction(Reason reason) { return reason == Reason::kCompaction; }
// Flushes that had no log behind them count as flushes: the memtables are still there.
bool OfFlush(Reason reason) { return reason == Reason::kFlush || reason == Reason::kFlushNoWAL; }
// The log: an append, a sync, or the start of a new one at a memtable switch.
bool OfLog(Reason reason) {
  return reason == Reason::kWriteCallback || reason == Reason::kMemTable;
}

ErrorVerdict Keep(Severity severity, bool automatic) {
  ErrorVerdict v;
  v.severity = severity;
  v.automatic = automatic;
  return v;
}

ErrorVerdict OnlyTold() {
  ErrorVerdict v;
  v.severity = Severity::kNoError;
  v.kept = false;
  return v;
}

// Nothing to be read was damaged: writing failed, and may work later.
ErrorVerdict JudgeIo(const IOStatus& error, bool retryable, const ErrorCircumstances& around) {
  if (error.GetDataLoss()) return Keep(Severity::kUnrecoverableError, false);
  if (OfLog(around.reason) && around.manual_wal_flush) {
    // Writes acknowledged out of the buffer are missing from the log: one family's flush would
    // outrun the others'.
    return Keep(Severity::kFatalError, false);
  }
  // The log may hold the mark or not, and stays for this section or another one. Once the families
  // were flushed, who reads it could not tell a mark that counts from one that was never
  // acknowledged: the next opening, which replays all of it, decides.
  if (OfLog(around.reason) && around.marks_section) return Keep(Severity::kFatalError, false);
  // The application has set the limit, and says when it has raised it.
  if (error.subcode() == Status::SubCode::kSpaceLimit) return Keep(Severity::kHardError, false);
  // Space comes back when files are deleted. A compaction that finds none has lost nothing, so
  // writers go on.
  if (error.IsNoSpace()) {
    return Keep(OfCompaction(around.reason) ? Severity::kSoftError : Severity::kHardError, true);
  }
  if (!retryable) return Keep(Severity::kFatalError, false);
  // A compaction is simply picked again.
  return OfCompaction(around.reason) ? OnlyTold() : Keep(Severity::kHardError, true);
}

}  // namespace

ErrorVerdict JudgeError(const Status& error, const ErrorCircumstances& around) {
  // Retryable means: this one operation failed, and the data is still at hand to be written again.
  const IOStatus io = status_to_io_status(Status(error));
  const bool retryable = error.IsIOError() && !error.IsNoSpace() &&
                         (io.GetRetryable() || io.GetScope() == IOStatus::kIOErrorScopeFile);
  // Without paranoid_checks a failed job is simply tried again, as in stock.
  const bool forgiving = !around.paranoid_checks &&
                         (OfCompaction(around.reason) || OfFlush(around.reason)) &&
                         error.subcode() != Status::SubCode::kSpaceLimit;
  ErrorVerdict v;
  if (forgiving) {
    v = OnlyTold();
    // Trying again would read the same damage.
  } else if (error.IsCorruption()) {
    v = Keep(Severity::kUnrecoverableError, false);
  } else if (error.IsIOError()) {
    v = JudgeIo(io, retryable, around);
  } else {
    v = Keep(Severity::kFatalError, false);
  }
  v.io = error.IsIOError();
  v.retryable = retryable;
  return v;
}

}  // namespace ROCKSDB_NAMESPACE
