// Which options are adjusted silently at open, and which combinations are refused. Called by
// MakeDbConfig / MakeCfConfig and by DB::Open; changes only the given options.
#pragma once

#include <string>

#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Out-of-range values become the nearest legal ones, "automatic" values become concrete. Cleaning
// clean options changes nothing, so they may pass more than once.
DBOptions CleanDBOptions(const std::string& dbname, const DBOptions& options);
ColumnFamilyOptions CleanColumnFamilyOptions(const DBOptions& db,
                                             const ColumnFamilyOptions& options);
Options SanitizeOptions(const std::string& dbname, const Options& options);

// OK, or the reason why a database cannot be opened with these options. REQUIRES: cleaned options.
[[nodiscard]] Status ValidateDBOptions(const DBOptions& db);
[[nodiscard]] Status ValidateColumnFamilyOptions(const DBOptions& db,
                                                 const ColumnFamilyOptions& cf);
[[nodiscard]] Status ValidateOptions(const DBOptions& db, const ColumnFamilyOptions& cf);

// Whether this library was linked with the algorithm.
bool CompressionIsLinked(CompressionType type);

}  // namespace ROCKSDB_NAMESPACE
