// Constructors and presets of the public option structs (rocksdb/options.h).
#include "rocksdb/options.h"

#include <memory>

#include "env/rolling_logger.h"
#include "options/option_rules.h"
#include "options/table_options_table.h"
#include "rocksdb/cache.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

// The table floor defines it; null in tests of lower floors.
extern TableFactory* NewBlockBasedTableFactory(const BlockBasedTableOptions&) __attribute__((weak));
extern const FilterPolicy* NewBloomFilterPolicy(double, bool) __attribute__((weak));

const char* kHostnameForDbHostId = "__hostname__";

namespace {

std::shared_ptr<TableFactory> BlockBased(const BlockBasedTableOptions& options) {
  return std::shared_ptr<TableFactory>(
      &NewBlockBasedTableFactory == nullptr ? nullptr : NewBlockBasedTableFactory(options));
}

// True for releases before major.minor.
bool Before(int major, int minor, int than_major, int than_minor) {
  return major < than_major || (major == than_major && minor < than_minor);
}

// Up to six memtables of a quarter of the budget each, merged in pairs.
void DivideMemtableBudget(uint64_t budget, ColumnFamilyOptions* cf) {
  cf->write_buffer_size = static_cast<size_t>(budget / 4);
  cf->min_write_buffer_number_to_merge = 2;
  cf->max_write_buffer_number = 6;
}

CompressionType FastestLinkedCompression() {
  for (CompressionType type : {kLZ4Compression, kSnappyCompression}) {
    if (CompressionIsLinked(type)) {
      return type;
    }
  }
  return kNoCompression;
}

}  // namespace

AdvancedColumnFamilyOptions::AdvancedColumnFamilyOptions() = default;
AdvancedColumnFamilyOptions::AdvancedColumnFamilyOptions(const Options& options)
    : AdvancedColumnFamilyOptions(static_cast<const AdvancedColumnFamilyOptions&>(options)) {}

ColumnFamilyOptions::ColumnFamilyOptions()
    : compression(CompressionIsLinked(kSnappyCompression) ? kSnappyCompression : kNoCompression),
      table_factory(BlockBased(BlockBasedTableOptions())) {}
ColumnFamilyOptions::ColumnFamilyOptions(const Options& options)
    : ColumnFamilyOptions(static_cast<const ColumnFamilyOptions&>(options)) {}

DBOptions::DBOptions() = default;
DBOptions::DBOptions(const Options& options) : DBOptions(static_cast<const DBOptions&>(options)) {}

ColumnFamilyOptions* ColumnFamilyOptions::OldDefaults(int major, int minor) {
  if (!Before(major, minor, 5, 19)) {
    return this;
  }
  compaction_pri = kByCompensatedSize;
  if (Before(major, minor, 4, 7)) {
    write_buffer_size = 4 << 20;
    target_file_size_base = 2 << 20;
    max_bytes_for_level_base = 10 << 20;
    soft_pending_compaction_bytes_limit = 0;
    hard_pending_compaction_bytes_limit = 0;
  }
  if (Before(major, minor, 5, 0)) {
    level0_stop_writes_trigger = 24;
  } else if (Before(major, minor, 5, 2)) {
    level0_stop_writes_trigger = 30;
  }
  return this;
}

DBOptions* DBOptions::OldDefaults(int major, int minor) {
  if (Before(major, minor, 4, 7)) {
    max_file_opening_threads = 1;
    table_cache_numshardbits = 4;
  }
  if (Before(major, minor, 5, 2)) {
    delayed_write_rate = 2 << 20;
  } else if (Before(major, minor, 5, 6)) {
    delayed_write_rate = 16 << 20;
  }
  max_open_files = 5000;
  wal_recovery_mode = WALRecoveryMode::kTolerateCorruptedTailRecords;
  return this;
}

Options* Options::OldDefaults(int major, int minor) {
  ColumnFamilyOptions::OldDefaults(major, minor);
  DBOptions::OldDefaults(major, minor);
  return this;
}

ColumnFamilyOptions* ColumnFamilyOptions::OptimizeForSmallDb(std::shared_ptr<Cache>* cache) {
  write_buffer_size = 2 << 20;
  target_file_size_base = 2 << 20;
  max_bytes_for_level_base = 10 << 20;
  soft_pending_compaction_bytes_limit = 256 << 20;
  hard_pending_compaction_bytes_limit = 1 << 30;
  BlockBasedTableOptions table;
  table.block_cache = cache == nullptr ? NewLRUCache(16 << 20) : *cache;
  table.cache_index_and_filter_blocks = true;
  table.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
  table_factory = BlockBased(table);
  return this;
}

DBOptions* DBOptions::OptimizeForSmallDb(std::shared_ptr<Cache>* cache) {
  max_file_opening_threads = 1;
  max_open_files = 5000;
  write_buffer_manager =
      std::make_shared<WriteBufferManager>(0, cache == nullptr ? nullptr : *cache);
  return this;
}

Options* Options::OptimizeForSmallDb() {
  std::shared_ptr<Cache> cache = NewLRUCache(16 << 20);
  ColumnFamilyOptions::OptimizeForSmallDb(&cache);
  DBOptions::OptimizeForSmallDb(&cache);
  return this;
}

ColumnFamilyOptions* ColumnFamilyOptions::OptimizeForPointLookup(uint64_t block_cache_size_mb) {
  BlockBasedTableOptions table;
  table.data_block_index_type = BlockBasedTableOptions::kDataBlockBinaryAndHash;
  table.data_block_hash_table_util_ratio = 0.75;
  if (&NewBloomFilterPolicy != nullptr) {
    table.filter_policy.reset(NewBloomFilterPolicy(10, false));
  }
  table.block_cache = NewLRUCache(static_cast<size_t>(block_cache_size_mb) << 20);
  table_factory = BlockBased(table);
  memtable_prefix_bloom_size_ratio = 0.02;
  memtable_whole_key_filtering = true;
  return this;
}

ColumnFamilyOptions* ColumnFamilyOptions::OptimizeLevelStyleCompaction(
    uint64_t memtable_memory_budget) {
  DivideMemtableBudget(memtable_memory_budget, this);
  compaction_style = kCompactionStyleLevel;
  // Level 1 is as large as Level 0 when its compaction starts.
  level0_file_num_compaction_trigger = 2;
  target_file_size_base = memtable_memory_budget / 8;
  max_bytes_for_level_base = memtable_memory_budget;
  compression_per_level.assign(static_cast<size_t>(num_levels), FastestLinkedCompression());
  for (size_t level = 0; level < compression_per_level.size() && level < 2; ++level) {
    compression_per_level[level] = kNoCompression;
  }
  return this;
}

ColumnFamilyOptions* ColumnFamilyOptions::OptimizeUniversalStyleCompaction(
    uint64_t memtable_memory_budget) {
  DivideMemtableBudget(memtable_memory_budget, this);
  compaction_style = kCompactionStyleUniversal;
  compaction_options_universal.compression_size_percent = 80;
  return this;
}

DBOptions* DBOptions::IncreaseParallelism(int total_threads) {
  max_background_jobs = total_threads;
  // Takes effect at once, because threads belong to the Env, not to the database that these options
  // will open.
  env->SetBackgroundThreads(total_threads, Env::LOW);
  env->SetBackgroundThreads(1, Env::HIGH);
  return this;
}

Options* Options::PrepareForBulkLoad() {
  constexpr int kNever = 1 << 30;
  // No compaction and no stall while a bulk load fills level 0; one compaction at its end sorts it.
  level0_file_num_compaction_trigger = kNever;
  level0_slowdown_writes_trigger = kNever;
  level0_stop_writes_trigger = kNever;
  soft_pending_compaction_bytes_limit = 0;
  hard_pending_compaction_bytes_limit = 0;
  disable_auto_compactions = true;
  max_compaction_bytes = uint64_t{1} << 60;
  num_levels = 2;
  max_write_buffer_number = 6;
  min_write_buffer_number_to_merge = 1;
  max_background_flushes = 4;
  max_background_compactions = 2;
  target_file_size_base = 256 << 20;
  return this;
}

Options* Options::DisableExtraChecks() {
  force_consistency_checks = false;
  return this;
}

Status CreateLoggerFromOptions(const std::string& dbname, const DBOptions& options,
                               std::shared_ptr<Logger>* logger) {
  if (options.info_log != nullptr) {
    *logger = options.info_log;
    return Status::OK();
  }
  InfoLogLimits limits;
  limits.max_file_size = options.max_log_file_size;
  limits.roll_after_seconds = options.log_file_time_to_roll;
  limits.keep_files = options.keep_log_file_num;
  limits.level = options.info_log_level;
  return CreateInfoLogger(options.env, dbname, options.db_log_dir, limits, logger);
}

}  // namespace ROCKSDB_NAMESPACE
