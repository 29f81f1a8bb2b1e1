// UserWriteCallback: learns how far a write has come. DB::WriteWithCallback() is refused.
#pragma once

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// The writing thread makes the calls, while it holds up those behind it: they must be short.
class UserWriteCallback {
 public:
  virtual ~UserWriteCallback() = default;

  // The write has its place in the order of all writes.
  virtual void OnWriteEnqueued() = 0;
  // The log has it.
  virtual void OnWalWriteFinish() = 0;
};

}  // namespace ROCKSDB_NAMESPACE
