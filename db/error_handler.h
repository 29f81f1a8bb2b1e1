// Remembers the background error that stops writes, tells listeners, and lets Resume clear what can
// be cleared. Thread-safe.
//
// Invariants
//  1. The error kept is the most severe one seen since the last Clear.
//  2. writes_stopped() is a single atomic load: the write path asks it for every batch.
#pragma once

#include <atomic>

#include "db/db_context.h"
#include "rocksdb/listener.h"

namespace ROCKSDB_NAMESPACE {

class ErrorHandler {
 public:
  explicit ErrorHandler(DbContext* context) : context_(context) {}

  // Classifies and keeps `error`; listeners may veto it (set it to OK). Returns the error now in
  // force.
  Status Set(const Status& error, BackgroundErrorReason reason) EXCLUDES_LOCK(context_->mutex);
  bool writes_stopped() const { return stopped_.load(std::memory_order_acquire); }
  Status error() const;
  // Forgets an error that is not fatal. InvalidArgument/Aborted style Status when it must stay.
  [[nodiscard]] Status Clear();
  uint64_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  static Status::Severity SeverityOf(const Status& error, BackgroundErrorReason reason);

  DbContext* const context_;
  mutable Mutex mutex_;  // leaf
  Status error_ GUARDED_BY(mutex_);
  std::atomic<bool> stopped_{false};
  std::atomic<uint64_t> count_{0};
};

}  // namespace ROCKSDB_NAMESPACE
