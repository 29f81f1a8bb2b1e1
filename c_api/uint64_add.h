// The merge operator of rocksdb_options_set_uint64add_merge_operator().
#pragma once

#include <memory>

#include "rocksdb/merge_operator.h"

namespace c_api {

// Adds numbers of 64 bits, least significant byte first, under RocksDB's name "UInt64AddOperator".
// A value of another size counts as 0.
std::shared_ptr<ROCKSDB_NAMESPACE::MergeOperator> NewUint64AddOperator();

}  // namespace c_api
