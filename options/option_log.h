// The options part of a LOG file: one line per option, names right-aligned as in stock RocksDB.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

// "            Options.write_buffer_size: 67108864" and so on, in table order.
std::vector<std::string> LogLines(const DBOptions& options);
std::vector<std::string> LogLines(const ColumnFamilyOptions& options);
// The heading of the family `name` and its options, into a LOG: when a database is opened and when
// a family is made.
void LogFamilyOptions(Logger* log, const std::string& name, const ColumnFamilyOptions& options);
// Which compressions and which allocator this build has: "\tkZSTD supported: 1" and so on.
std::vector<std::string> BuildLogLines();

}  // namespace ROCKSDB_NAMESPACE
