// The database's locks and the one order in which they may be taken. Nothing else in db/ blocks
// another thread for long.
//
//   1. write queue   WriteQueue: being its leader is the lock. The leader holds it while its group
//                    writes the WAL and the memtables.
//   2. MANIFEST      VersionSet::manifest_mutex_. Held while an edit is written, synced and
//                    installed.
//   3. state         DbContext::mutex. Guards column families, memtable lists, running jobs.
//                    Threads release it for I/O, sorting and callbacks.
//
// A thread that holds a later lock must not wait for an earlier one. Leaf locks (snapshot list, WAL
// list, cache shards, obsolete files, options, statistics) come last, and their holders call
// nothing.
#pragma once

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// The state lock as clang's analysis knows it. Modules reach DbContext::mutex over different
// pointers, which the analysis cannot compare; so every annotation names this one capability:
//
//   GUARDED_BY(state_lock)      on a field
//   REQUIRES_LOCK(state_lock)   on a function that its caller calls with the lock held
//
// The analysis does not tell the databases of one process apart; no module knows two of them.
class CAPABILITY("state lock") StateLockRole {};
inline StateLockRole state_lock;

// Leadership of the write queue. A thread gets it by WriteQueue::Join or WriteQueue::Exclusive; the
// analysis sees the second only, so whoever leads a group says so with WriteQueue::AssertLeading.
// The members of a group that insert their own batches count as leading.
class CAPABILITY("leadership of the write queue") WriteLeadershipRole {};
inline WriteLeadershipRole write_leadership;

// The mutex behind `state_lock`, one for each open database.
class StateMutex {
 public:
  StateMutex() = default;
  StateMutex(const StateMutex&) = delete;
  StateMutex& operator=(const StateMutex&) = delete;

  void Lock() ACQUIRES_LOCK(state_lock) NO_LOCK_ANALYSIS { mutex_.Lock(); }
  void Unlock() RELEASES_LOCK(state_lock) NO_LOCK_ANALYSIS { mutex_.Unlock(); }
  // For callbacks that run with the lock held, which the analysis cannot see.
  void AssertHeld() ASSERTS_LOCK(state_lock) { mutex_.AssertHeld(); }
  // For condition variables that wait for changes of the guarded state.
  Mutex* for_waiting() { return &mutex_; }

 private:
  Mutex mutex_;
};

// Holds the state lock for the length of a scope.
class SCOPED_CAPABILITY StateLock {
 public:
  explicit StateLock(StateMutex* mutex) ACQUIRES_LOCK(state_lock) : mutex_(mutex) {
    mutex_->Lock();
  }
  ~StateLock() RELEASES_LOCK() { mutex_->Unlock(); }
  StateLock(const StateLock&) = delete;
  StateLock& operator=(const StateLock&) = delete;

 private:
  StateMutex* const mutex_;
};

// The reverse: releases the held state lock for the length of a scope.
class SCOPED_CAPABILITY StateUnlock {
 public:
  explicit StateUnlock(StateMutex* mutex) RELEASES_LOCK(state_lock) : mutex_(mutex) {
    mutex_->Unlock();
  }
  ~StateUnlock() RELEASES_LOCK() { mutex_->Lock(); }
  StateUnlock(const StateUnlock&) = delete;
  StateUnlock& operator=(const StateUnlock&) = delete;

 private:
  StateMutex* const mutex_;
};

}  // namespace ROCKSDB_NAMESPACE
