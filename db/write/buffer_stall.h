// How a database waits for its write buffer manager: writers block while all memtables together are
// over the manager's limit and it was told to stall writers. Used by WritePath; signalled by
// whoever frees memtable memory, of this database or another. Thread-safe.
//
// Invariant: the manager's queue holds this at most once, put there by the first of those who wait;
// it is not there any more when a signal comes, nor after End() once all of them have returned.
#pragma once

#include "rocksdb/write_buffer_manager.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class BufferStall final : public StallInterface {
 public:
  BufferStall() : changed_(&mutex_) {}

  // Waits until the manager no longer stalls, or the database closes. REQUIRES: no lock is held.
  void Wait(WriteBufferManager* manager);
  // The database closes: nobody waits from now on.
  void End(WriteBufferManager* manager);

  // For the manager: waits without the look-ups that Wait makes.
  void Block() override;
  void Signal() override;

 private:
  bool Ended();

  Mutex mutex_;  // leaf: taken under the manager's own lock
  CondVar changed_;
  bool blocked_ GUARDED_BY(mutex_) = false;  // somebody has asked the manager, or is about to
  bool ended_ GUARDED_BY(mutex_) = false;
};

}  // namespace ROCKSDB_NAMESPACE
