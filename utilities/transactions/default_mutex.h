// The mutexes and condition variables that a TransactionDB uses unless the application brings its
// own: those of the standard library.
#pragma once

#include <memory>

#include "rocksdb/utilities/transaction_db_mutex.h"

namespace ROCKSDB_NAMESPACE {

std::shared_ptr<TransactionDBMutexFactory> NewDefaultMutexFactory();

}  // namespace ROCKSDB_NAMESPACE
