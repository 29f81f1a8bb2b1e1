// OptimisticTransaction: takes no locks. It notes the keys that it writes or reads for update, and
// Commit() succeeds if nobody else has changed one of them meanwhile.
#pragma once

#include <vector>

#include "db/write/write_check.h"
#include "utilities/transactions/occ_locks.h"
#include "utilities/transactions/transaction_core.h"

namespace ROCKSDB_NAMESPACE {

class OptimisticTransaction final : public TransactionCore, private WriteCheck {
 public:
  // `locks`: those under which transactions validate side by side; null: the leader of the write
  // queue validates.
  OptimisticTransaction(const Base& base, const WriteOptions& write_options, OccLockTable* locks);

  // Another life in the same memory.
  void Begin(const WriteOptions& write_options) { Restart(write_options); }

  Status Prepare() override;
  Status Commit() override;
  Status Rollback() override;
  Status SetName(const TransactionName& name) override;
  void SetLockTimeout(int64_t /*timeout*/) override {}

 private:
  Status Protect(ColumnFamilyHandle* cf, const Slice& key, const Access& access) override;
  void Release(const FamilyKey& /*key*/) override {}
  // Busy or TryAgain: some tracked key has changed, or may have.
  Status Check() override;
  // Fills places_.
  void FindLockPlaces();

  OccLockTable* const locks_;
  // Where the locks of the tracked keys are, ascending.
  std::vector<size_t> places_;
};

}  // namespace ROCKSDB_NAMESPACE
