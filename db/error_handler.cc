// Background errors: severity, listeners, resume.
#include "db/error_handler.h"

namespace ROCKSDB_NAMESPACE {

// No space may go away by itself (hard); corruption found in the background and MANIFEST trouble
// need a reopen.
Status::Severity ErrorHandler::SeverityOf(const Status& error, BackgroundErrorReason reason) {
  if (error.IsCorruption()) return Status::Severity::kUnrecoverableError;
  if (error.IsNoSpace()) {
    return reason == BackgroundErrorReason::kCompaction ? Status::Severity::kSoftError
                                                        : Status::Severity::kHardError;
  }
  if (reason == BackgroundErrorReason::kMemTable ||
      reason == BackgroundErrorReason::kWriteCallback ||
      reason == BackgroundErrorReason::kManifestWrite) {
    return Status::Severity::kFatalError;
  }
  if (reason == BackgroundErrorReason::kCompaction && error.IsIOError())
    return Status::Severity::kHardError;
  return Status::Severity::kHardError;
}

Status ErrorHandler::Set(const Status& error, BackgroundErrorReason reason) {
  if (error.ok() || error.IsShutdownInProgress() || error.IsColumnFamilyDropped()) return error;
  count_.fetch_add(1, std::memory_order_relaxed);
  Status classified(error, SeverityOf(error, reason));
  LogError(context_->info_log.get(), "Background error (%s): %s",
           GetBackgroundErrorReasonString(reason), classified.ToString().c_str());
  for (const auto& listener : context_->config()->options.listeners)
    listener->OnBackgroundError(reason, &classified);
  if (classified.ok()) return classified;
  MutexLock lock(&mutex_);
  if (error_.ok() || error_.severity() < classified.severity()) error_ = classified;
  if (error_.severity() >= Status::Severity::kHardError)
    stopped_.store(true, std::memory_order_release);
  return error_;
}

Status ErrorHandler::error() const {
  MutexLock lock(&mutex_);
  return error_;
}

Status ErrorHandler::Clear() {
  MutexLock lock(&mutex_);
  if (error_.severity() >= Status::Severity::kFatalError) return error_;
  error_ = Status::OK();
  stopped_.store(false, std::memory_order_release);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
