// DB::LockWAL: keeps all writers out until DB::UnlockWAL, and lets others work while they are out.
// Thread-safe.
//
// Invariant: while count_ > 0, alone_ holds the leadership of the write queue, and
// DbParts::wal_locked is true.
#pragma once

#include <functional>
#include <memory>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

class WalLock {
 public:
  explicit WalLock(DbParts* parts) : parts_(*parts) {}

  // Nests. All records are with the file system when it returns.
  [[nodiscard]] Status Lock() EXCLUDES_LOCK(mutex_);
  // Aborted without a Lock before it.
  [[nodiscard]] Status Unlock() EXCLUDES_LOCK(mutex_);
  // Ends all holds: Close does not wait for an UnlockWAL that nobody may call any more.
  void End() EXCLUDES_LOCK(mutex_);
  // Calls `work` while no writer writes, whoever keeps them out.
  [[nodiscard]] Status WithoutWriters(const std::function<Status()>& work) EXCLUDES_LOCK(mutex_);

 private:
  void LetWritersIn() REQUIRES_LOCK(mutex_);

  DbParts& parts_;
  // Before the leadership of the write queue in the order of locks.
  Mutex mutex_;
  std::unique_ptr<WriteQueue::Exclusive> alone_ GUARDED_BY(mutex_);
  int count_ GUARDED_BY(mutex_) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
