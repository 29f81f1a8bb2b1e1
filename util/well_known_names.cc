// Names of column families that the engine itself gives. On disk; never to change.
#include <string>

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

const std::string kDefaultColumnFamilyName("default");
const std::string kPersistentStatsColumnFamilyName("___rocksdb_stats_history___");

}  // namespace ROCKSDB_NAMESPACE
