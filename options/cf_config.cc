// Derived values of a column family's options; see cf_config.h.
#include "options/cf_config.h"

#include <algorithm>
#include <limits>

#include "options/option_rules.h"
#include "options/option_tables.h"
#include "rocksdb/slice_transform.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The smallest piece of a flush that gets its own file. Chosen, not measured.
constexpr uint64_t kSmallestUsefulPiece = 2 << 20;

uint64_t BucketMinFileSize(const ColumnFamilyOptions& cf) {
  if (cf.bucket_options.min_file_size != 0) {
    return cf.bucket_options.min_file_size;
  }
  return std::min<uint64_t>(kSmallestUsefulPiece, std::max<size_t>(cf.write_buffer_size / 8, 1));
}

// A product beyond 64 bits leaves the size unchanged, so growth ends there.
uint64_t GrowSize(uint64_t size, int factor) {
  if (factor <= 0 || size > std::numeric_limits<uint64_t>::max() / static_cast<uint64_t>(factor)) {
    return size;
  }
  return size * static_cast<uint64_t>(factor);
}

Status PublishCfConfig(const DBOptions& db, const ColumnFamilyOptions& asked,
                       std::shared_ptr<const CfConfig>* config) {
  const ColumnFamilyOptions cleaned = CleanColumnFamilyOptions(db, asked);
  Status s = ValidateColumnFamilyOptions(db, cleaned);
  if (s.ok()) {
    *config = std::make_shared<const CfConfig>(db, cleaned, asked);
  }
  return s;
}

std::vector<uint64_t> FileSizes(const ColumnFamilyOptions& cf) {
  std::vector<uint64_t> sizes(static_cast<size_t>(cf.num_levels), cf.target_file_size_base);
  for (size_t level = 2; level < sizes.size(); ++level) {
    sizes[level] = GrowSize(sizes[level - 1], cf.target_file_size_multiplier);
  }
  if (cf.compaction_style == kCompactionStyleUniversal) {
    // A sorted run of level 0 must stay one file.
    sizes[0] = std::numeric_limits<uint64_t>::max();
  }
  return sizes;
}

}  // namespace

CfConfig::CfConfig(const DBOptions& db, const ColumnFamilyOptions& cleaned,
                   const ColumnFamilyOptions& asked_for)
    : options(cleaned),
      asked(asked_for),
      order(cleaned.comparator),
      paths(cleaned.cf_paths.empty() ? db.db_paths : cleaned.cf_paths),
      allow_ingest_behind(db.allow_ingest_behind || cleaned.cf_allow_ingest_behind),
      bucketized(cleaned.bucket_options.enabled &&
                 cleaned.compaction_style == kCompactionStyleLevel),
      memtable_bytes_kept(static_cast<uint64_t>(cleaned.max_write_buffer_size_to_maintain)),
      bucket_min_file_size(BucketMinFileSize(cleaned)),
      prefix_extractor_name(
          cleaned.prefix_extractor == nullptr ? "nullptr" : cleaned.prefix_extractor->AsString()),
      max_file_size_(FileSizes(cleaned)) {}

uint64_t CfConfig::MaxFileSizeForLevel(int level, int base_level) const {
  return MaxFileSizeForLevel(level, base_level, options.compaction_style);
}

uint64_t CfConfig::MaxFileSizeForLevel(int level, int base_level, CompactionStyle style) const {
  const bool from_base = options.level_compaction_dynamic_level_bytes &&
                         style == kCompactionStyleLevel && level >= base_level;
  const int index = from_base ? level - base_level : level;
  const int last = static_cast<int>(max_file_size_.size()) - 1;
  return max_file_size_[static_cast<size_t>(std::clamp(index, 0, last))];
}

double CfConfig::LevelMultiplier(int level) const {
  const auto& extra = options.max_bytes_for_level_multiplier_additional;
  const double factor = static_cast<size_t>(level) < extra.size() ? extra[level] : 1;
  return options.max_bytes_for_level_multiplier * factor;
}

bool CfConfig::IsBottommost(int level, int num_nonempty) const {
  return level >= num_nonempty - 1 && level > 0;
}

CompressionType CfConfig::CompressionFor(int level, int base_level, int num_nonempty) const {
  if (options.bottommost_compression != kDisableCompressionOption &&
      IsBottommost(level, num_nonempty)) {
    return options.bottommost_compression;
  }
  const auto& by_level = options.compression_per_level;
  if (by_level.empty()) {
    return options.compression;
  }
  // Entry 0 is Level 0's, entry 1 the base level's.
  const int index = level == 0 ? 0 : level - base_level + 1;
  return by_level[static_cast<size_t>(std::clamp(index, 0, static_cast<int>(by_level.size()) - 1))];
}

const CompressionOptions& CfConfig::CompressionOptionsFor(int level, int num_nonempty) const {
  return options.bottommost_compression_opts.enabled && IsBottommost(level, num_nonempty)
             ? options.bottommost_compression_opts
             : options.compression_opts;
}

CompressionType CfConfig::FlushCompression() const {
  if (options.compaction_style == kCompactionStyleUniversal &&
      options.compaction_options_universal.compression_size_percent >= 0) {
    return kNoCompression;  // only new data stays uncompressed
  }
  return options.compression_per_level.empty() ? options.compression
                                               : options.compression_per_level[0];
}

Temperature CfConfig::TemperatureFor(int level) const {
  if (level == options.num_levels - 1 && options.last_level_temperature != Temperature::kUnknown) {
    return options.last_level_temperature;
  }
  return options.default_write_temperature;
}

Status MakeCfConfig(const DBOptions& db, const ColumnFamilyOptions& cf,
                    std::shared_ptr<const CfConfig>* config) {
  return PublishCfConfig(db, CleanColumnFamilyOptions(db, cf), config);
}

Status ChangeCfConfig(const DBOptions& db, const CfConfig& now,
                      const std::unordered_map<std::string, std::string>& changes,
                      std::shared_ptr<const CfConfig>* next) {
  ConfigOptions config(db);
  config.mutable_options_only = true;
  config.ignore_unsupported_options = false;
  // On a copy, so that a failure half-way changes nothing.
  ColumnFamilyOptions changed = now.asked;
  Status s = ParseOptions(config, ColumnFamilyOptionsTable(), changes, &changed);
  return s.ok() ? PublishCfConfig(db, changed, next) : s;
}

}  // namespace ROCKSDB_NAMESPACE
