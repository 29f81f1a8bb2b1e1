// The one difference between --transaction_db and --optimistic_transaction_db: how the database is
// opened and who checks what a transaction reads. bench_db.cc opens; workloads_transaction.cc runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/db_bench/compat.h"

namespace bench {

enum class TransactionForm { kNone, kPessimistic, kOptimistic };

// As the flags ask.
TransactionForm ChosenTransactionForm();

// A transaction of one thread over the default family, begun again and again. Not thread-safe.
class BenchTransaction {
 public:
  struct Settings {
    bool set_snapshot = false;
    int64_t lock_timeout_ms = 0;  // pessimistic only
  };

  virtual ~BenchTransaction() = default;
  // Throws what is open away.
  virtual void Begin(const WriteOptions& options) = 0;
  virtual Status GetForUpdate(const ReadOptions& options, const Slice& key, std::string* value) = 0;
  virtual Status Put(const Slice& key, const Slice& value) = 0;
  // REQUIRES: pessimistic.
  virtual Status Prepare(const std::string& name) = 0;
  virtual Status Commit() = 0;
  virtual Status Rollback() = 0;
};

// Another transaction was first, or held a lock for too long.
bool IsConflict(const Status& s);

// As OpenEngine. REQUIRES: form is not kNone.
Status OpenTransactional(TransactionForm form, const Options& options, const std::string& path,
                         const std::vector<std::string>& names,
                         std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);
// REQUIRES: OpenTransactional() with this form opened `db`, which outlives the result.
std::unique_ptr<BenchTransaction> NewTransaction(TransactionForm form, DB* db,
                                                 const BenchTransaction::Settings& settings);

}  // namespace bench
