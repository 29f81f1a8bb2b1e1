// The rarely changed options of a column family, and the enums they use. Applications reach these
// fields through ColumnFamilyOptions / Options in options.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/compression_type.h"
#include "rocksdb/data_structure.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/types.h"
#include "rocksdb/universal_compaction.h"

namespace ROCKSDB_NAMESPACE {

class Cache;
class Slice;
class SliceTransform;
class TableFactory;
class TablePropertiesCollectorFactory;
struct Options;

// Shape of the tree that compaction maintains.
enum CompactionStyle : char {
  kCompactionStyleLevel = 0x0,
  kCompactionStyleUniversal = 0x1,
  kCompactionStyleFIFO = 0x2,
  // Compaction never picks files; only CompactFiles() and CompactRange() move data.
  kCompactionStyleNone = 0x3,
};

// For leveled compaction: which file of an overfull level is compacted first.
enum CompactionPri : char {
  // The largest file, where tombstones count extra.
  kByCompensatedSize = 0x0,
  // The file whose newest entry is the oldest.
  kOldestLargestSeqFirst = 0x1,
  // The file whose oldest entry is the oldest.
  kOldestSmallestSeqFirst = 0x2,
  // The file with the least overlap with the next level per byte moved.
  kMinOverlappingRatio = 0x3,
  // The file after the one with which the last compaction ended.
  kRoundRobin = 0x4,
};

// FIFO: files older than `age` seconds are rewritten with `temperature`.
struct FileTemperatureAge {
  Temperature temperature = Temperature::kUnknown;
  uint64_t age = 0;

  bool operator==(const FileTemperatureAge& o) const {
    return temperature == o.temperature && age == o.age;
  }
};

struct CompactionOptionsFIFO {
  // While all files together exceed this many bytes, the oldest are dropped.
  uint64_t max_table_files_size = 1024 * 1024 * 1024;
  // Merges small Level 0 files as long as the result stays a reasonable size.
  bool allow_compaction = false;
  // Superseded by file_temperature_age_thresholds.
  uint64_t age_for_warm = 0;
  // In ascending order of age.
  std::vector<FileTemperatureAge> file_temperature_age_thresholds;
  // Changes a file's temperature by copying its bytes instead of compacting it.
  bool allow_trivial_copy_when_change_temperature = false;
  // Bytes of the buffer for such a copy.
  uint64_t trivial_copy_buffer_size = 4096;

  CompactionOptionsFIFO() = default;
  CompactionOptionsFIFO(uint64_t max_size, bool compact)
      : max_table_files_size(max_size), allow_compaction(compact) {}

  bool operator==(const CompactionOptionsFIFO& o) const {
    return max_table_files_size == o.max_table_files_size &&
           allow_compaction == o.allow_compaction && age_for_warm == o.age_for_warm &&
           file_temperature_age_thresholds == o.file_temperature_age_thresholds &&
           allow_trivial_copy_when_change_temperature ==
               o.allow_trivial_copy_when_change_temperature &&
           trivial_copy_buffer_size == o.trivial_copy_buffer_size;
  }
};

// Cache tiers a database may use, cheapest first.
enum class CacheTier : uint8_t {
  kVolatileTier = 0,
  kVolatileCompressedTier = 0x01,
  kNonVolatileBlockTier = 0x02,
};

// The results of AdvancedColumnFamilyOptions::inplace_callback.
enum UpdateStatus {
  UPDATE_FAILED = 0,
  UPDATED_INPLACE = 1,
  UPDATED = 2,
};

// Whether blobs enter the blob cache when they are written, without having been read.
enum class PrepopulateBlobCache : uint8_t {
  kDisable = 0x0,
  kFlushOnly = 0x1,
};

// Fields marked (live) can be changed on an open database with DB::SetOptions().
struct AdvancedColumnFamilyOptions {
  // -- Write buffers ---------------------------------------------------------------------------

  // (live) The number of memtables in memory, including the active one, at which writes stop.
  int max_write_buffer_number = 2;
  // The number of full memtables that one flush merges.
  int min_write_buffer_number_to_merge = 1;
  // Bytes of flushed memtables kept for conflict checks of transactions; -1 keeps
  // max_write_buffer_number * write_buffer_size.
  int64_t max_write_buffer_size_to_maintain = 0;
  // Overwrites values in the memtable when the new value fits. Breaks snapshots.
  bool inplace_update_support = false;
  // (live) The number of locks that guard in-place updates.
  size_t inplace_update_num_locks = 10000;
  // (live) Rewrites a memtable in memory instead of flushing it when less than this share of it is
  // still useful; 0 never does.
  double experimental_mempurge_threshold = 0.0;
  // The application's own in-place update; UpdateStatus lists its results.
  UpdateStatus (*inplace_callback)(char* existing_value, uint32_t* existing_value_size,
                                   Slice delta_value, std::string* merged_value) = nullptr;
  // (live) The share of write_buffer_size for a Bloom filter over prefixes; at most 0.25.
  double memtable_prefix_bloom_size_ratio = 0.0;
  // (live) Puts whole keys into the memtable's Bloom filter as well.
  bool memtable_whole_key_filtering = false;
  // (live) Page size for the memtable's arena; 0 uses malloc.
  size_t memtable_huge_page_size = 0;
  // Inserts keys of one prefix near the place of the previous one.
  std::shared_ptr<const SliceTransform> memtable_insert_with_hint_prefix_extractor = nullptr;
  // A nonzero value keeps the probes of one key in one cache line.
  uint32_t bloom_locality = 0;
  // Allocation unit of a memtable; 0 derives it from write_buffer_size.
  size_t arena_block_size = 0;
  // The structure of memtables.
  std::shared_ptr<MemTableRepFactory> memtable_factory = std::make_shared<SkipListFactory>();
  // (live) The number of merge operands in a memtable at which a write folds them; 0 never does.
  size_t max_successive_merges = 0;
  // (live) Obeys max_successive_merges even if the fold needs a read from disk.
  bool strict_max_successive_merges = false;
  // (live) Checksum bytes kept with every memtable entry: 0, 1, 2, 4 or 8.
  uint32_t memtable_protection_bytes_per_key = 0;
  // Verifies the order of entries while reading a memtable.
  bool paranoid_memory_checks = false;
  // (live) An iterator step that skips this many hidden memtable entries marks the memtable for
  // flush; 0 disables.
  uint32_t memtable_op_scan_flush_trigger = 0;
  // (live) The same limit for the average over an iterator's life.
  uint32_t memtable_avg_op_scan_flush_trigger = 0;
  // Refuses writes; for column families that only ingestion fills.
  bool disallow_memtable_writes = false;

  // -- Shape of the tree -----------------------------------------------------------------------

  int num_levels = 7;
  // (live) The algorithm for each level; the last entry also covers all deeper levels. Overrides
  // `compression`. With dynamic level sizes entry 1 belongs to the base level.
  std::vector<CompressionType> compression_per_level;
  // (live) The depth of Level 0 at which writes slow down / stop. With buckets, the depth is the
  // largest number of Level 0 files that any one key may be in.
  int level0_slowdown_writes_trigger = 20;
  int level0_stop_writes_trigger = 36;
  // (live) The size in bytes of a file in Level 1, and its growth per further level. Leveled
  // compaction ends files where those of the next level end: so they have from two thirds of this
  // size to twice as much, and less before a gap in the keys.
  uint64_t target_file_size_base = 64 * 1048576;
  int target_file_size_multiplier = 1;
  // Sizes levels from the bottom up, so that the last level always holds about nine tenths of the
  // data.
  bool level_compaction_dynamic_level_bytes = true;
  // (live) The growth of level capacity per level, and an extra factor for each level.
  double max_bytes_for_level_multiplier = 10;
  std::vector<int> max_bytes_for_level_multiplier_additional = std::vector<int>(num_levels, 1);
  // (live) The bytes that one compaction may take; 0 means 25 * target_file_size_base.
  uint64_t max_compaction_bytes = 0;
  // (live) The estimated compaction debt in bytes at which writes slow down / stop; 0 never does.
  uint64_t soft_pending_compaction_bytes_limit = 64 * 1073741824ull;
  uint64_t hard_pending_compaction_bytes_limit = 256 * 1073741824ull;

  // -- Compaction ------------------------------------------------------------------------------

  CompactionStyle compaction_style = kCompactionStyleLevel;
  CompactionPri compaction_pri = kMinOverlappingRatio;
  // (live)
  CompactionOptionsUniversal compaction_options_universal;
  // (live)
  CompactionOptionsFIFO compaction_options_fifo;
  // (live) Seconds after which data must have been compacted; the default means 30 days for
  // block-based tables.
  uint64_t ttl = 0xfffffffffffffffe;
  // (live) Seconds after which a file is rewritten whatever its level.
  uint64_t periodic_compaction_seconds = 0xfffffffffffffffe;
  // (live) Seconds that a file marked for bottommost compaction waits.
  uint32_t bottommost_file_compaction_delay = 0;
  // (live) Counts bytes and time of background I/O per compaction.
  bool report_bg_io_stats = false;
  // (live) Reads every new file back and compares it with the entries that were written.
  bool paranoid_file_checks = false;
  // Checks the order of files whenever a new version of the tree is built.
  bool force_consistency_checks = true;
  // (live) Compresses one in this many data blocks with other algorithms for statistics.
  uint64_t sample_for_compression = 0;

  // -- Reading ---------------------------------------------------------------------------------

  // (live) The number of hidden entries that an iterator steps over before it seeks instead.
  uint64_t max_sequential_skip_in_iterations = 8;
  // Keeps no filter for the last level: right when almost every Get finds its key.
  bool optimize_filters_for_hits = false;
  using TablePropertiesCollectorFactories =
      std::vector<std::shared_ptr<TablePropertiesCollectorFactory>>;
  TablePropertiesCollectorFactories table_properties_collector_factories;
  // (live) Checksum bytes kept per key with every cached block.
  uint8_t block_protection_bytes_per_key = 0;

  // -- Temperatures and time -------------------------------------------------------------------

  // (live) The temperature of files in the last level, of other new files, and of files without
  // one.
  Temperature last_level_temperature = Temperature::kUnknown;
  Temperature default_write_temperature = Temperature::kUnknown;
  Temperature default_temperature = Temperature::kUnknown;
  // (live) Data younger than this many seconds stays out of the last level.
  uint64_t preclude_last_level_data_seconds = 0;
  // (live) Seconds for which the mapping of sequence numbers to time is kept.
  uint64_t preserve_internal_time_seconds = 0;
  // false: user-defined timestamps live in memory only, and flushes drop them.
  bool persist_user_defined_timestamps = true;
  // Leaves the last level to IngestExternalFile(ingest_behind).
  bool cf_allow_ingest_behind = false;

  // -- Blob files ------------------------------------------------------------------------------

  // (live) Stores values of min_blob_size bytes and more outside the tree.
  bool enable_blob_files = false;
  uint64_t min_blob_size = 0;
  uint64_t blob_file_size = 1ull << 28;
  CompressionType blob_compression_type = kNoCompression;
  // (live) Compactions move valid blobs out of the oldest share (age_cutoff) of blob files;
  // garbage above force_threshold forces such compactions.
  bool enable_blob_garbage_collection = false;
  double blob_garbage_collection_age_cutoff = 0.25;
  double blob_garbage_collection_force_threshold = 1.0;
  // (live)
  uint64_t blob_compaction_readahead_size = 0;
  // (live) Levels above this one keep values inline.
  int blob_file_starting_level = 0;
  std::shared_ptr<Cache> blob_cache = nullptr;
  // (live)
  PrepopulateBlobCache prepopulate_blob_cache = PrepopulateBlobCache::kDisable;

  AdvancedColumnFamilyOptions();
  explicit AdvancedColumnFamilyOptions(const Options& options);
};

}  // namespace ROCKSDB_NAMESPACE
