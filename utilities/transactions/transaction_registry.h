// TransactionRegistry: the transactions of one TransactionDB that others must find: by name, for
// two-phase commit, and by number, where an expired one loses its locks.
//
// Invariants
//  1. A registered transaction is alive: it leaves before its memory goes.
//  2. No two transactions have one name.
// Thread-safe through its own lock. Under it the state of a transaction is changed and nothing is
// locked.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/utilities/transaction.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// A transaction that loses its locks when it has expired and somebody wants them.
class Expiring {
 public:
  virtual ~Expiring() = default;
  // True if it will not commit any more; false if it is committing already.
  virtual bool LoseLocks() = 0;
};

class TransactionRegistry {
 public:
  // InvalidArgument: another transaction has the name.
  [[nodiscard]] Status AddName(Transaction* txn, const TransactionName& name) EXCLUDES_LOCK(mutex_);
  void RemoveName(const TransactionName& name) EXCLUDES_LOCK(mutex_);
  // Null when nobody has the name.
  Transaction* Find(const TransactionName& name) EXCLUDES_LOCK(mutex_);
  // Those with a name, in any order.
  std::vector<Transaction*> Named() EXCLUDES_LOCK(mutex_);
  std::vector<Transaction*> Prepared() EXCLUDES_LOCK(mutex_);

  void AddExpiring(Expiring* txn, TransactionID id) EXCLUDES_LOCK(mutex_);
  void RemoveExpiring(TransactionID id) EXCLUDES_LOCK(mutex_);
  // The transaction has expired: it loses its locks unless it is committing. True: it has lost
  // them, or it has ended.
  bool TakeOver(TransactionID id) EXCLUDES_LOCK(mutex_);

 private:
  Mutex mutex_;
  using Names = std::unordered_map<TransactionName, Transaction*>;

  Names named_ GUARDED_BY(mutex_);
  // Of a name that has gone, for the next one.
  Names::node_type spare_ GUARDED_BY(mutex_);
  std::unordered_map<TransactionID, Expiring*> expiring_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
