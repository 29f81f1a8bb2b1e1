// Waiting for memtable memory.
#include "db/write/buffer_stall.h"

#include <utility>

namespace ROCKSDB_NAMESPACE {

namespace {

// No signal tells that nothing will be freed any more, as after a failed flush: who waits comes
// back that often to see whether there is an error.
constexpr uint64_t kLookUpMicros = 1000000;

}  // namespace

void BufferStall::Wait(WriteBufferManager* manager) {
  // One of those who wait speaks for all: the manager must not have the same pointer twice.
  bool first = false;
  {
    MutexLock lock(&mutex_);
    if (ended_) return;
    first = !std::exchange(blocked_, true);
  }
  // Outside our lock: the manager takes its own and may signal at once, which takes ours.
  if (first) manager->BeginWriteStall(this);
  bool signalled = true;
  {
    MutexLock lock(&mutex_);
    while (blocked_ && !ended_ && signalled) signalled = !changed_.TimedWaitMicros(kLookUpMicros);
  }
  // The manager must not keep a pointer to this; End() may have come before BeginWriteStall.
  if (first && (!signalled || Ended())) manager->RemoveDBFromQueue(this);
}

bool BufferStall::Ended() {
  MutexLock lock(&mutex_);
  return ended_;
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
