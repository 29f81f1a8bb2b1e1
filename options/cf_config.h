// CfConfig: the options of one column family as the engine uses them, cleaned and with their
// derived values. Immutable. A shared_ptr publishes it, and SetOptions() replaces it as a whole, so
// a holder sees one consistent set and needs no lock. Every floor above options/ uses it.
//
//   user's options -> CleanColumnFamilyOptions -> ValidateColumnFamilyOptions -> CfConfig
//                     adjust silently             refuse                         derive, publish
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/options.h"
#include "rocksdb/status.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// The config does not own objects for which the public struct has a plain pointer (comparator,
// filters): the application keeps them alive as long as the database is open.
struct CfConfig {
  // REQUIRES: `cleaned` is what CleanColumnFamilyOptions makes of `asked`, and valid.
  CfConfig(const DBOptions& db, const ColumnFamilyOptions& cleaned,
           const ColumnFamilyOptions& asked);
  CfConfig(const CfConfig&) = delete;
  CfConfig& operator=(const CfConfig&) = delete;

  const ColumnFamilyOptions options;
  // The options as cleaned at open, with what changes have set since. The next change begins with
  // them, so what one made another option become ends with that one. GetOptions() and OPTIONS files
  // show them.
  const ColumnFamilyOptions asked;
  const InternalKeyOrder order;     // over options.comparator
  const std::vector<DbPath> paths;  // cf_paths, or else db_paths; empty: the database directory
  const bool allow_ingest_behind;   // of the database or of the column family
  // True when buckets are enabled and the style is leveled: Level 0 is split into buckets. When
  // false, every decision ignores the bucket map, as in stock.
  const bool bucketized;
  const uint64_t memtable_bytes_kept;  // history kept for conflict checks
  // bucket_options.min_file_size, with a concrete value for 0. Flushes use bucket/bucket_sizing.h
  // instead.
  const uint64_t bucket_min_file_size;
  // The prefix extractor's Name() or "nullptr", as stored in table properties.
  const std::string prefix_extractor_name;

  // Directory of files with this path id. The last path has the files of those that are gone.
  const std::string& PathOf(uint32_t path_id, const std::string& dbname) const {
    if (paths.empty()) return dbname;
    return paths[std::min<size_t>(path_id, paths.size() - 1)].path;
  }

  // Target size, in bytes, of a new file at `level`. Level 0 is compacted to base_level, where
  // dynamic levels begin to count sizes. UINT64_MAX at level 0 of universal compaction. A level
  // beyond the tree counts as its last.
  uint64_t MaxFileSizeForLevel(int level, int base_level) const;
  uint64_t MaxFileSizeForLevel(int level, int base_level, CompactionStyle style) const;

  // Growth of the capacity from `level` to the next. REQUIRES: level >= 0.
  double LevelMultiplier(int level) const;

  // Algorithm and tuning of a new file at `level`. num_nonempty: one more than the deepest level
  // with data, including the new file's level.
  CompressionType CompressionFor(int level, int base_level, int num_nonempty) const;
  const CompressionOptions& CompressionOptionsFor(int level, int num_nonempty) const;
  // The same for a flush.
  CompressionType FlushCompression() const;

  // Temperature of a new file.
  Temperature TemperatureFor(int level) const;

 private:
  // Whether no deeper level has data, so that files written there are likely to stay.
  bool IsBottommost(int level, int num_nonempty) const;

  std::vector<uint64_t> max_file_size_;  // by level
};

using CfConfigPtr = std::shared_ptr<const CfConfig>;

// Cleans, validates and publishes the options. InvalidArgument: they contradict each other;
// NotSupported: they need what this library lacks. *config is then unchanged.
[[nodiscard]] Status MakeCfConfig(const DBOptions& db, const ColumnFamilyOptions& cf,
                                  std::shared_ptr<const CfConfig>* config);

// Applies SetOptions(changes) to `now`. InvalidArgument names the option that is unknown, malformed
// or not changeable; *next is then unchanged. A value that replaced "automatic" at open stays
// unless `changes` names it.
[[nodiscard]] Status ChangeCfConfig(const DBOptions& db, const CfConfig& now,
                                    const std::unordered_map<std::string, std::string>& changes,
                                    std::shared_ptr<const CfConfig>* next);

}  // namespace ROCKSDB_NAMESPACE
