// Waiting for memtable memory.
#include "db/buffer_stall.h"

namespace ROCKSDB_NAMESPACE {

void BufferStall::Wait(WriteBufferManager* manager) {
  {
    MutexLock lock(&mutex_);
    if (ended_) return;
    blocked_ = true;
  }
  manager->BeginWriteStall(this);
  Block();
  // Should the database have closed meanwhile, the manager must not keep a pointer to this.
  manager->RemoveDBFromQueue(this);
}

void BufferStall::Block() {
  MutexLock lock(&mutex_);
  while (blocked_ && !ended_) changed_.Wait();
}

void BufferStall::Signal() {
  MutexLock lock(&mutex_);
  blocked_ = false;
  changed_.SignalAll();
}

void BufferStall::End(WriteBufferManager* manager) {
  {
    MutexLock lock(&mutex_);
    ended_ = true;
  }
  manager->RemoveDBFromQueue(this);
}

}  // namespace ROCKSDB_NAMESPACE
