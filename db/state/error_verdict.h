// What a failure of background work, the log or the MANIFEST means: how severe it is, whether it is
// kept, and whether recovery may be tried without being asked. Asked by ErrorHandler. Pure.
#pragma once

#include "rocksdb/listener.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Severity decides what still works: soft - everything; hard - reads, until recovery; fatal and
// unrecoverable - reads only, until the database is opened anew.
struct ErrorVerdict {
  Status::Severity severity = Status::Severity::kFatalError;
  bool kept = true;  // stays in force until somebody clears it
  // Recovery starts without a call of Resume.
  bool automatic = false;
  bool io = false;  // for the statistics
  bool retryable = false;
};

// What the verdict depends on beside the error itself.
struct ErrorCircumstances {
  BackgroundErrorReason reason = BackgroundErrorReason::kFlush;
  bool paranoid_checks = true;
  bool manual_wal_flush = false;
  // The record that could not be written begins or ends a prepared section.
  bool marks_section = false;
};

// REQUIRES: !error.ok().
ErrorVerdict JudgeError(const Status& error, const ErrorCircumstances& around);

}  // namespace ROCKSDB_NAMESPACE
