// Over the C API db_bench has no transactions; a run that asks for them is told so.
#include "tools/db_bench/transactions.h"

namespace bench {

bool IsConflict(const Status&) { return false; }

Status OpenTransactional(TransactionForm, const Options&, const std::string&,
                         const std::vector<std::string>&, std::vector<ColumnFamilyHandle*>*,
                         std::unique_ptr<DB>*) {
  return Status::NotSupported("--transaction_db and --optimistic_transaction_db over the C API");
}

std::unique_ptr<BenchTransaction> NewTransaction(TransactionForm, DB*,
                                                 const BenchTransaction::Settings&) {
  return nullptr;
}

}  // namespace bench
