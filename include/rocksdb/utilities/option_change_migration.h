// Makes a database ready for another compaction style or number of levels.
#pragma once

#include <string>

#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Compacts a closed database so that it can be opened with `new_opts`: everything into one level
// that the new style knows. Works on the default family only, and may rewrite all data. OK when
// nothing needs to be done.
Status OptionChangeMigration(std::string dbname, const Options& old_opts, const Options& new_opts);

}  // namespace ROCKSDB_NAMESPACE
