// Interfaces through which an application gives a TransactionDB its own mutexes and condition
// variables, for instance because its threads are fibres that must not block.
// TransactionDBOptions::custom_mutex_factory takes the factory.
#pragma once

#include <cstdint>
#include <memory>

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// A mutex that one thread at a time holds. All its functions may be called by any thread.
// A timeout in microseconds: negative waits for ever, 0 tries once.
class TransactionDBMutex {
 public:
  virtual ~TransactionDBMutex() = default;

  // Waits for the mutex. OK when the caller holds it; any other Status means that it does not.
  virtual Status Lock() = 0;

  // Like Lock(), but gives up with TimedOut.
  virtual Status TryLockFor(int64_t timeout_time) = 0;

  // REQUIRES: the calling thread holds the mutex.
  virtual void UnLock() = 0;
};

// Waits until somebody announces a change.
class TransactionDBCondVar {
 public:
  virtual ~TransactionDBCondVar() = default;

  // Wakes one waiter, or all of them.
  virtual void Notify() = 0;
  virtual void NotifyAll() = 0;

  // Releases `mutex`, sleeps until it is woken, and locks `mutex` again, whatever it returns. OK
  // also when it woke without a cause. With any other Status but TimedOut the wait for the key is
  // given up, with that Status.
  // REQUIRES: the calling thread holds `mutex`.
  virtual Status Wait(std::shared_ptr<TransactionDBMutex> mutex) = 0;

  // The same with a limit; TimedOut, holding the mutex, when it has passed. TimedOut ends the wait,
  // also long before the limit: whoever waits for a key tries once more, and gives up.
  virtual Status WaitFor(std::shared_ptr<TransactionDBMutex> mutex, int64_t timeout_time) = 0;
};

// Makes the objects above. Threads may call it at once.
class TransactionDBMutexFactory {
 public:
  virtual ~TransactionDBMutexFactory() = default;

  virtual std::shared_ptr<TransactionDBMutex> AllocateMutex() = 0;
  virtual std::shared_ptr<TransactionDBCondVar> AllocateCondVar() = 0;
};

}  // namespace ROCKSDB_NAMESPACE
