// KeyLocks: the locks of a TransactionDB, one for each key that some transaction has written or
// read for update. Transactions take and release them; the database lists them.
//
//   family 0 -> stripe 0: mutex, waiters, { key -> holders }
//               stripe 1: ...                                  a key's hash names its stripe
//   family 7 -> ...
//
// A lock is shared by several holders, or held by one that excludes all others. A holder may turn a
// lock that it alone shares into an exclusive one. A lock whose holder has expired is free for the
// first who takes it.
//
// Invariants
//  1. An entry of a stripe has at least one holder, and exactly one if it is exclusive.
//  2. `count` of a family is the number of entries in its stripes, once no call is running, and
//     never passes the limit.
//  3. A thread holds at most one stripe's mutex, and takes no other lock under it but those of
//     WaitGraph (a leaf) and of the owner of expired transactions.
//  4. Whoever sleeps on a stripe is counted in `waiters`; whoever removes a holder of that stripe
//     wakes all of them. So does whoever removes the family, whose locks nobody gets any more.
// Thread-safe. The stripes' mutexes come from the application's factory, so clang cannot follow
// them: fields of a Stripe are touched only by functions that hold its mutex.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/system_clock.h"
#include "rocksdb/utilities/transaction_db.h"
#include "rocksdb/utilities/transaction_db_mutex.h"
#include "util/mutex.h"
#include "utilities/transactions/tracked_keys.h"
#include "utilities/transactions/wait_graph.h"

namespace ROCKSDB_NAMESPACE {

// Who asks for a lock, and how long it waits. Its owner is asked to give up locks of expired
// transactions and is told what the asker waits for.
class LockAsker {
 public:
  virtual ~LockAsker() = default;

  // The transaction `holder` has expired. True: it will not commit any more, so its locks may be
  // taken. False: it is committing already.
  virtual bool TakeOver(TransactionID holder) = 0;
  // Called before and after each sleep; `holders` is empty after it.
  virtual void SetWaiting(uint32_t cf, const std::string& key,
                          const std::vector<TransactionID>& holders) = 0;

  TransactionID id = 0;
  // Microseconds of the clock after which others may take the lock; 0: never.
  uint64_t expires_at = 0;
  // Microseconds to wait; negative: for ever, 0: not at all.
  int64_t timeout = -1;
  // Look for deadlocks before sleeping, meeting this many transactions at most; negative: do not.
  int64_t detect_depth = -1;

 private:
  friend class KeyLocks;
  // The family whose locks were last taken or released, as it was at that version of the families.
  std::shared_ptr<void> family_;
  uint32_t family_cf_ = 0;
  uint64_t families_version_ = 0;
};

class KeyLocks {
 public:
  struct Settings {
    size_t stripes = 16;
    // Entries of each family; not positive: any number.
    int64_t max_locks = -1;
    // Null: the standard library's mutexes.
    std::shared_ptr<TransactionDBMutexFactory> mutexes;
    uint32_t remembered_deadlocks = kInitialMaxDeadlocks;
  };

  KeyLocks(const Settings& settings, std::shared_ptr<SystemClock> clock);
  KeyLocks(const KeyLocks&) = delete;
  KeyLocks& operator=(const KeyLocks&) = delete;

  // Adding a family that is there changes nothing; removing one forgets its locks, and whoever
  // waits for one is told that there is no such family.
  void AddFamily(uint32_t cf) EXCLUDES_LOCK(families_mutex_);
  void RemoveFamily(uint32_t cf) EXCLUDES_LOCK(families_mutex_);

  // OK: the asker holds the lock, as it was before or as it is now asked for.
  // TimedOut: others hold it (kLockTimeout), or the mutex could not be taken in time.
  // Busy (kDeadlock): waiting would never end. Aborted (kLockLimit): the family had its limit of
  // locks all that time. InvalidArgument: there is no such family.
  [[nodiscard]] Status Lock(LockAsker* asker, const FamilyKey& key, bool exclusive)
      EXCLUDES_LOCK(families_mutex_);
  // Nothing happens if `holder` does not have the lock, because others took it.
  void Unlock(LockAsker* holder, const FamilyKey& key) EXCLUDES_LOCK(families_mutex_);
  // The same for each of `keys`.
  void UnlockAll(LockAsker* holder, const TrackedKeys::Keys& keys) EXCLUDES_LOCK(families_mutex_);

  // All locks, by family.
  std::unordered_multimap<uint32_t, KeyLockInfo> List() const EXCLUDES_LOCK(families_mutex_);
  WaitGraph* waits() { return &waits_; }

 private:
  struct Entry;
  struct Stripe;
  struct Family;
  class StripeLock;
  // Who stands in the way of a request.
  struct Obstacle {
    std::vector<TransactionID> holders;
    // When the first of them expires; 0: never.
    uint64_t expires_at = 0;
  };

  // Null: there is no such family. Good until the asker's next call.
  Family* Find(LockAsker* asker, uint32_t cf) const EXCLUDES_LOCK(families_mutex_);
  // One attempt. TimedOut (kLockTimeout) with *obstacle filled: others hold the lock.
  // REQUIRES: holds the stripe's mutex.
  Status TryLock(LockAsker* asker, Family* family, Stripe* stripe, const FamilyKey& key,
                 bool exclusive, Obstacle* obstacle);
  Status MakeEntry(LockAsker* asker, Family* family, Stripe* stripe, const FamilyKey& key,
                   bool exclusive);
  // Sleeps until the stripe changes, the obstacle expires or `deadline` has come. TimedOut: there
  // is to be one more attempt at most, as the deadline has come or the application says so.
  // REQUIRES: holds the stripe's mutex.
  Status Sleep(LockAsker* asker, Stripe* stripe, const FamilyKey& key, bool exclusive,
               Obstacle obstacle, uint64_t deadline);
  // The sleep itself, with the same answer. 0: no such time.
  // REQUIRES: holds the stripe's mutex.
  Status WaitForChange(Stripe* stripe, uint64_t deadline, uint64_t expires_at);

  const Settings settings_;
  const std::shared_ptr<SystemClock> clock_;
  mutable SharedMutex families_mutex_;
  std::unordered_map<uint32_t, std::shared_ptr<Family>> families_ GUARDED_BY(families_mutex_);
  // Raised after each change of families_.
  std::atomic<uint64_t> families_version_{1};
  WaitGraph waits_;
};

}  // namespace ROCKSDB_NAMESPACE
