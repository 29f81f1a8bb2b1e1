// Names that the engine itself gives to column families. They are stored on disk and must never
// change.
#include <string>

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

const std::string kDefaultColumnFamilyName("default");
const std::string kPersistentStatsColumnFamilyName("___rocksdb_stats_history___");

}  // namespace ROCKSDB_NAMESPACE
