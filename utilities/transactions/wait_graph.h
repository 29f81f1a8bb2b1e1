// WaitGraph: which transaction waits for which. A transaction that is about to wait for a lock asks
// it whether it would wait for itself in the end. It also remembers the latest deadlocks.
//
//   T1 --waits for k--> T2 --waits for m--> T3 --waits for n--> T1      a deadlock of length 3
//
// Only transactions that detect deadlocks are in it: a circle through another one is found by its
// lock timeout.
//
// Invariants
//  1. A transaction waits for one key at a time, so it is in the graph at most once.
//  2. The graph has no circle: whoever would close one is turned away.
// Thread-safe through its own lock, which is a leaf.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/utilities/transaction_db.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class WaitGraph {
 public:
  // What a transaction waits for, and who holds it.
  struct Wait {
    uint32_t cf = 0;
    std::string key;
    bool exclusive = true;
    std::vector<TransactionID> holders;
  };

  explicit WaitGraph(uint32_t remembered) : capacity_(remembered) {}

  // True: `waiter` is in the graph until End(). False: its wait would close a circle, or the search
  // met `depth` transactions without an end; the deadlock is remembered, with the time `now`.
  // REQUIRES: `waiter` does not wait.
  [[nodiscard]] bool Begin(TransactionID waiter, Wait wait, int64_t depth, int64_t now)
      EXCLUDES_LOCK(mutex_);
  void End(TransactionID waiter) EXCLUDES_LOCK(mutex_);

  // Newest first.
  std::vector<DeadlockPath> Deadlocks() const EXCLUDES_LOCK(mutex_);
  // How many are remembered from now on; forgets the oldest ones.
  void SetCapacity(uint32_t deadlocks) EXCLUDES_LOCK(mutex_);

 private:
  // One transaction that the search met: who it is, and the place of the one that waits for it.
  struct Step {
    TransactionID id;
    int64_t from;
  };

  void Remember(DeadlockPath deadlock) REQUIRES_LOCK(mutex_);
  // The circle that ends with the last of `steps`.
  std::vector<DeadlockInfo> PathTo(const std::vector<Step>& steps) const REQUIRES_LOCK(mutex_);

  mutable Mutex mutex_;
  std::unordered_map<TransactionID, Wait> waits_ GUARDED_BY(mutex_);
  std::deque<DeadlockPath> deadlocks_ GUARDED_BY(mutex_);
  uint32_t capacity_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
