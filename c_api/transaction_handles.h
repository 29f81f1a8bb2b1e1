// What the opaque types of transactions hold.
#pragma once

#include "c_api/handles.h"
#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"

struct rocksdb_transactiondb_t {
  ROCKSDB_NAMESPACE::TransactionDB* rep;
};

struct rocksdb_transactiondb_options_t {
  ROCKSDB_NAMESPACE::TransactionDBOptions rep;
};

struct rocksdb_optimistictransactiondb_t {
  ROCKSDB_NAMESPACE::OptimisticTransactionDB* rep;
};

struct rocksdb_optimistictransaction_options_t {
  ROCKSDB_NAMESPACE::OptimisticTransactionOptions rep;
};

struct rocksdb_transaction_t {
  ROCKSDB_NAMESPACE::Transaction* rep;
};

struct rocksdb_transaction_options_t {
  ROCKSDB_NAMESPACE::TransactionOptions rep;
};
