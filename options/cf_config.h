// CfConfig: the options of one column family as the engine uses them - cleaned up, with everything
// that follows from them worked out. Immutable; published by shared_ptr and replaced whole by
// SetOptions(), so whoever holds one sees one consistent set to the end of its work and needs no
// lock. Used by every floor above options/.
//
//   user's options -> CleanColumnFamilyOptions -> ValidateColumnFamilyOptions -> CfConfig
//                     adjust silently             refuse                         derive, publish
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/options.h"
#include "rocksdb/status.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// What only code can set (comparator, merge operator, filters) is pointed to, not owned, wherever
// the public struct holds a plain pointer: the application keeps it alive as long as the database
// is open.
struct CfConfig {
  // REQUIRES: `cleaned` went through CleanColumnFamilyOptions and was found valid; MakeCfConfig
  // does both.
  CfConfig(const DBOptions& db, const ColumnFamilyOptions& cleaned);
  CfConfig(const CfConfig&) = delete;
  CfConfig& operator=(const CfConfig&) = delete;

  const ColumnFamilyOptions options;
  const InternalKeyOrder order;     // over options.comparator
  const std::vector<DbPath> paths;  // cf_paths, or else db_paths; empty: the database directory
  const bool allow_ingest_behind;   // of the database or of the column family
  // Buckets are enabled and the style is leveled: Level 0 is split. With false every decision is
  // made without a bucket map, as stock makes it.
  const bool bucketized;
  const uint64_t memtable_bytes_kept;  // history kept for conflict checks
  // bucket_options.min_file_size with 0 worked out. Not what flushes go by: see
  // bucket/bucket_sizing.h.
  const uint64_t bucket_min_file_size;
  // The prefix extractor's Name() or "nullptr", as stored in table properties.
  const std::string prefix_extractor_name;

  // Directory of files with this path id.
  const std::string& PathOf(uint32_t path_id, const std::string& dbname) const {
    return path_id < paths.size() ? paths[path_id].path : dbname;
  }

  // Target size, in bytes, of a new file at `level`. base_level is where Level 0 is compacted to:
  // with dynamic levels sizes are counted from there. UINT64_MAX at level 0 of universal
  // compaction. Any level is answered; beyond the tree counts as its last.
  uint64_t MaxFileSizeForLevel(int level, int base_level) const;
  uint64_t MaxFileSizeForLevel(int level, int base_level, CompactionStyle style) const;

  // Growth of the capacity from `level` to the next. REQUIRES: level >= 0.
  double LevelMultiplier(int level) const;

  // Algorithm and tuning of a new file at `level`. num_nonempty: one more than the deepest level
  // with data, the new file's own included.
  CompressionType CompressionFor(int level, int base_level, int num_nonempty) const;
  const CompressionOptions& CompressionOptionsFor(int level, int num_nonempty) const;
  // The same for a flush.
  CompressionType FlushCompression() const;

  // Temperature of a new file.
  Temperature TemperatureFor(int level) const;

 private:
  // No level with data is deeper, so that what is written there is likely to stay.
  bool IsBottommost(int level, int num_nonempty) const;

  std::vector<uint64_t> max_file_size_;  // by level
};

using CfConfigPtr = std::shared_ptr<const CfConfig>;

// Cleans up, validates and publishes. InvalidArgument / NotSupported: the options contradict each
// other or ask for what is not there; *config is then untouched.
[[nodiscard]] Status MakeCfConfig(const DBOptions& db, const ColumnFamilyOptions& cf,
                                  std::shared_ptr<const CfConfig>* config);

// What SetOptions(changes) makes of `now`. InvalidArgument names the option that is unknown,
// malformed or not changeable; *next is then untouched. Starts from cleaned options: what
// "automatic" became at open stays as it is unless it is named.
[[nodiscard]] Status ChangeCfConfig(const DBOptions& db, const CfConfig& now,
                                    const std::unordered_map<std::string, std::string>& changes,
                                    std::shared_ptr<const CfConfig>* next);

}  // namespace ROCKSDB_NAMESPACE
