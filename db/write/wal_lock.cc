// See the header.
#include "db/write/wal_lock.h"

#include <optional>

namespace ROCKSDB_NAMESPACE {

Status WalLock::Lock() {
  MutexLock lock(&mutex_);
  if (count_ == 0) {
    parts_.wal_locked.store(true, std::memory_order_release);
    // Leadership of the write queue is the lock: no group is half written while somebody has it.
    auto alone = std::make_unique<WriteQueue::Exclusive>(&parts_.queue);
    WriteQueue::AssertLeading();
    // With manual_wal_flush records may wait in our own buffer; who copies files must find them.
    IOStatus s = parts_.wals->Flush();
    if (!s.ok()) {
      parts_.wal_locked.store(false, std::memory_order_release);
      // Writers must know: the log is broken.
      return parts_.errors->Set(s, BackgroundErrorReason::kWriteCallback);
    }
    alone_ = std::move(alone);
  }
  ++count_;
  return Status::OK();
}

Status WalLock::Unlock() {
  MutexLock lock(&mutex_);
  if (count_ == 0) return Status::Aborted("LockWAL() has not been called");
  if (--count_ == 0) LetWritersIn();
  return Status::OK();
}

void WalLock::End() {
  MutexLock lock(&mutex_);
  LetWritersIn();
  count_ = 0;
}

void WalLock::LetWritersIn() {
  parts_.wal_locked.store(false, std::memory_order_release);
  alone_.reset();
}

Status WalLock::WithoutWriters(const std::function<Status()>& work) {
  MutexLock lock(&mutex_);
  // A caller of LockWAL() keeps writers out already, and cannot let them in before this is over.
  std::optional<WriteQueue::Exclusive> alone;
  if (count_ == 0) alone.emplace(&parts_.queue);
  return work();
}

}  // namespace ROCKSDB_NAMESPACE
