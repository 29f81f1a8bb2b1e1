// The LOG files of a database.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

// The names of the present LOG and of the older ones, without directories, in no order; they lie in
// db_log_dir or, without one, in the database's directory. InvalidArgument: null.
Status GetInfoLogList(DB* db, std::vector<std::string>* info_log_list);

}  // namespace ROCKSDB_NAMESPACE
