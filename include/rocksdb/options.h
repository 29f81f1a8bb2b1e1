// Every option of the public API: database, column family, and the structs passed to single calls.
// Included by nearly all public headers; must stay free of implementation.
#pragma once

#include <atomic>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/advanced_options.h"
#include "rocksdb/bucket_options.h"
#include "rocksdb/comparator.h"
#include "rocksdb/compression_type.h"
#include "rocksdb/customizable.h"
#include "rocksdb/data_structure.h"
#include "rocksdb/env.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/listener.h"
#include "rocksdb/sst_partitioner.h"
#include "rocksdb/types.h"
#include "rocksdb/universal_compaction.h"
#include "rocksdb/version.h"
#include "rocksdb/write_buffer_manager.h"

#ifdef max
#undef max
#endif

namespace ROCKSDB_NAMESPACE {

class Cache;
class CompactionFilter;
class CompactionFilterFactory;
class CompactionService;
class CompressionManager;
class ConcurrentTaskLimiter;
class FileSystem;
class FilterPolicy;
class Logger;
class MemTableRepFactory;
class MergeOperator;
class RateLimiter;
class Snapshot;
class SstFileManager;
class Statistics;
class UserDefinedIndexFactory;
class WalFilter;
enum InfoLogLevel : unsigned char;
struct DbPath;
struct Options;
struct TableProperties;

using FileTypeSet = SmallEnumSet<FileType, FileType::kBlobFile>;
using CompactionStyleSet = SmallEnumSet<CompactionStyle, CompactionStyle::kCompactionStyleNone>;

// A directory for table files and the bytes it should hold before the next one is used.
struct DbPath {
  std::string path;
  uint64_t target_size;
  DbPath() : target_size(0) {}
  DbPath(const std::string& dir, uint64_t bytes) : path(dir), target_size(bytes) {}
};

// Options of one column family. (live): changeable with DB::SetOptions().
struct ColumnFamilyOptions : public AdvancedColumnFamilyOptions {
  // -- Presets: each changes several fields and returns this ------------------------------------

  // The defaults of an older release.
  ColumnFamilyOptions* OldDefaults(int rocksdb_major_version = 4, int rocksdb_minor_version = 6);
  // For databases of at most about 1 GB and little memory; uses *cache, or makes a small one.
  ColumnFamilyOptions* OptimizeForSmallDb(std::shared_ptr<Cache>* cache = nullptr);
  // For Get-only use: hash index in data blocks and a Bloom filter.
  ColumnFamilyOptions* OptimizeForPointLookup(uint64_t block_cache_size_mb);
  // For heavy writing within a memory budget, leveled / universal.
  ColumnFamilyOptions* OptimizeLevelStyleCompaction(uint64_t memtable_memory_budget = 512 * 1024 *
                                                                                      1024);
  ColumnFamilyOptions* OptimizeUniversalStyleCompaction(uint64_t memtable_memory_budget = 512 *
                                                                                          1024 *
                                                                                          1024);

  // -- What keys and values mean ---------------------------------------------------------------

  // Order of keys. A database must always be opened with the comparator it was made with.
  const Comparator* comparator = BytewiseComparator();
  // Needed before the first Merge().
  std::shared_ptr<MergeOperator> merge_operator = nullptr;
  // One filter for all compactions, or a factory making one per compaction; the former wins.
  const CompactionFilter* compaction_filter = nullptr;
  std::shared_ptr<CompactionFilterFactory> compaction_filter_factory = nullptr;
  // (live) Prefix of a key for prefix filters and prefix seek.
  std::shared_ptr<const SliceTransform> prefix_extractor = nullptr;

  // -- Sizes and compression -------------------------------------------------------------------

  // (live) Bytes in a memtable at which it is flushed.
  size_t write_buffer_size = 64 << 20;
  // (live) Default: Snappy where it is linked.
  CompressionType compression;
  // (live) For the last level; kDisableCompressionOption means the same as elsewhere.
  CompressionType bottommost_compression = kDisableCompressionOption;
  // (live) Takes effect when its `enabled` is set.
  CompressionOptions bottommost_compression_opts;
  // (live)
  CompressionOptions compression_opts;
  // Application-provided compression; nullptr uses the built-in algorithms.
  std::shared_ptr<CompressionManager> compression_manager = nullptr;
  // (live) Level-0 files at which compaction of Level 0 starts; negative never starts it.
  int level0_file_num_compaction_trigger = 4;
  // (live) Capacity of Level 1 (of the base level, with dynamic level sizes).
  uint64_t max_bytes_for_level_base = 256 * 1048576;
  // Without effect.
  uint64_t snap_refresh_nanos = 0;
  // (live) Run no compaction but manual ones.
  bool disable_auto_compactions = false;
  // Format of table files.
  std::shared_ptr<TableFactory> table_factory;
  // Directories of this column family's tables; empty means DBOptions::db_paths.
  std::vector<DbPath> cf_paths;
  // Shared limit on compactions running at once.
  std::shared_ptr<ConcurrentTaskLimiter> compaction_thread_limiter = nullptr;
  // Forces file boundaries.
  std::shared_ptr<SstPartitionerFactory> sst_partitioner_factory = nullptr;
  // (live) DeleteRange calls after which a memtable is flushed; 0 does not count them.
  uint32_t memtable_max_range_deletions = 0;
  // (live) Effort spent on removing blocks of deleted files from the block cache.
  uint32_t uncache_aggressiveness = 0;
  // (live) Buckets of Level 0; only here, see bucket_options.h.
  BucketOptions bucket_options;

  ColumnFamilyOptions();
  explicit ColumnFamilyOptions(const Options& options);
  // Writes one line per option to the log.
  void Dump(Logger* log) const;
};

// What Open() does with damage in the write-ahead log.
enum class WALRecoveryMode : char {
  // Ignore an incomplete record at the end of a log; refuse any other damage.
  kTolerateCorruptedTailRecords = 0x00,
  // Refuse any damage.
  kAbsoluteConsistency = 0x01,
  // Stop replay at the first damage.
  kPointInTimeRecovery = 0x02,
  // Skip damaged records and go on: salvage only.
  kSkipAnyCorruptedRecords = 0x03,
};

// Value of DBOptions::db_host_id that stands for this machine's host name.
extern const char* kHostnameForDbHostId;

// Options of a database. (live): changeable with DB::SetDBOptions().
struct DBOptions {
  // Presets, as in ColumnFamilyOptions.
  DBOptions* OldDefaults(int rocksdb_major_version = 4, int rocksdb_minor_version = 6);
  DBOptions* OptimizeForSmallDb(std::shared_ptr<Cache>* cache = nullptr);
  // Sets max_background_jobs and sizes the Env's thread pools to match.
  DBOptions* IncreaseParallelism(int total_threads = 16);

  // -- Opening ---------------------------------------------------------------------------------

  bool create_if_missing = false;
  bool create_missing_column_families = false;
  bool error_if_exists = false;
  // Open and verify eagerly, and turn read-only on a write error.
  bool paranoid_checks = true;
  // (live) Open table files; -1 keeps all of them open.
  int max_open_files = -1;
  // Threads opening table files when max_open_files is -1.
  int max_file_opening_threads = 16;
  bool skip_stats_update_on_db_open = false;
  bool skip_checking_sst_file_sizes_on_db_open = false;
  // Salvage what is complete when files are missing.
  bool best_efforts_recovery = false;

  // -- Integrity checks ------------------------------------------------------------------------

  // Entries counted on the way into a flush / compaction must match those in the inputs.
  bool flush_verify_memtable_count = true;
  bool compaction_verify_record_count = true;
  // Record WALs and their sizes in the MANIFEST / in the following WAL, and check at recovery.
  bool track_and_verify_wals_in_manifest = false;
  bool track_and_verify_wals = false;
  // Compare each table's identity with the MANIFEST when it is opened.
  bool verify_sst_unique_id_in_manifest = true;
  // Report mixed use of SingleDelete and Delete on one key as corruption.
  bool enforce_single_del_contracts = true;
  // Whole-file checksums for table files.
  std::shared_ptr<FileChecksumGenFactory> file_checksum_gen_factory = nullptr;
  // File kinds whose writes carry a checksum down to the FileSystem.
  FileTypeSet checksum_handoff_file_types;

  // -- Environment and shared resources --------------------------------------------------------

  Env* env = Env::Default();
  std::shared_ptr<RateLimiter> rate_limiter = nullptr;
  std::shared_ptr<SstFileManager> sst_file_manager = nullptr;
  std::shared_ptr<Statistics> statistics = nullptr;
  std::shared_ptr<WriteBufferManager> write_buffer_manager = nullptr;
  std::shared_ptr<Cache> row_cache = nullptr;
  std::vector<std::shared_ptr<EventListener>> listeners;
  std::shared_ptr<CompactionService> compaction_service = nullptr;
  WalFilter* wal_filter = nullptr;
  // Lowest cache tier used.
  CacheTier lowest_used_cache_tier = CacheTier::kNonVolatileBlockTier;
  // Limit on all memtables of the database together; 0 sets none.
  size_t db_write_buffer_size = 0;

  // -- Paths -----------------------------------------------------------------------------------

  // Where tables go, newest data first; empty means the database directory.
  std::vector<DbPath> db_paths;
  // Directory of LOG files; empty means the database directory.
  std::string db_log_dir = "";
  // Directory of write-ahead logs; empty means the database directory.
  std::string wal_dir = "";
  // Host name written into table properties.
  std::string db_host_id = kHostnameForDbHostId;

  // -- Info log --------------------------------------------------------------------------------

  // nullptr: a LOG file is made in the database directory.
  std::shared_ptr<Logger> info_log = nullptr;
#ifdef NDEBUG
  InfoLogLevel info_log_level = INFO_LEVEL;
#else
  InfoLogLevel info_log_level = DEBUG_LEVEL;
#endif
  // Bytes / seconds after which a new LOG is begun; 0 never.
  size_t max_log_file_size = 0;
  size_t log_file_time_to_roll = 0;
  size_t keep_log_file_num = 1000;
  // (live) Seconds between statistics dumps into LOG; 0 never dumps.
  unsigned int stats_dump_period_sec = 600;
  // (live) Seconds between statistics snapshots, where they go, and memory they may use.
  unsigned int stats_persist_period_sec = 600;
  bool persist_stats_to_disk = false;
  size_t stats_history_buffer_size = 1024 * 1024;
  bool dump_malloc_stats = false;
  // Publish what each background thread does through GetThreadList().
  bool enable_thread_tracking = false;
  // Include user keys in error messages.
  bool allow_data_in_errors = false;

  // -- Background work -------------------------------------------------------------------------

  // (live) Flushes and compactions at once.
  int max_background_jobs = 2;
  // (live) Deprecated: explicit split of max_background_jobs; -1 leaves it to the library.
  int max_background_compactions = -1;
  int max_background_flushes = -1;
  // (live) Threads that may share one compaction.
  uint32_t max_subcompactions = 1;
  // (live) Microseconds between full scans for obsolete files.
  uint64_t delete_obsolete_files_period_micros = 6ull * 60 * 60 * 1000000;
  // "HH:mm-HH:mm" (UTC) in which periodic compaction is preferred. (live)
  std::string daily_offpeak_time_utc = "";
  // Attempts to recover from a retryable background error, and microseconds between them.
  int max_bgerror_resume_count = INT_MAX;
  uint64_t bgerror_resume_retry_interval = 1000000;
  // Close and delete files in the background rather than in the caller's thread.
  bool avoid_unnecessary_blocking_io = false;
  bool background_close_inactive_wals = false;

  // -- Files and I/O ---------------------------------------------------------------------------

  bool use_fsync = false;
  bool allow_mmap_reads = false;
  bool allow_mmap_writes = false;
  bool use_direct_reads = false;
  bool use_direct_io_for_flush_and_compaction = false;
  bool allow_fallocate = true;
  bool is_fd_close_on_exec = true;
  bool advise_random_on_open = true;
  bool use_adaptive_mutex = false;
  // log2 of the table cache's shards.
  int table_cache_numshardbits = 6;
  // (live) Bytes read at once by compaction.
  size_t compaction_readahead_size = 2 * 1024 * 1024;
  // (live) Largest buffer of a writable file.
  size_t writable_file_max_buffer_size = 1024 * 1024;
  // (live) Ask the OS to write back after this many bytes of a table / log; 0 never; strict waits.
  uint64_t bytes_per_sync = 0;
  uint64_t wal_bytes_per_sync = 0;
  bool strict_bytes_per_sync = false;
  uint64_t max_manifest_file_size = 1024 * 1024 * 1024;
  size_t manifest_preallocation_size = 4 * 1024 * 1024;
  // Record the database's identity in the MANIFEST / in the IDENTITY file.
  bool write_dbid_to_manifest = true;
  bool write_identity_file = true;
  // Temperature of MANIFEST, OPTIONS, CURRENT ... / of logs.
  Temperature metadata_write_temperature = Temperature::kUnknown;
  Temperature wal_write_temperature = Temperature::kUnknown;
  // Compaction styles that pass a write-lifetime hint for tables.
  CompactionStyleSet calculate_sst_write_lifetime_hint_set = {kCompactionStyleLevel};

  // -- Write-ahead log -------------------------------------------------------------------------

  // (live) Flush the column family that holds back the oldest log above this size; 0 derives it.
  uint64_t max_total_wal_size = 0;
  size_t recycle_log_file_num = 0;
  // Archive logs this long / up to this size; both 0 delete them at once.
  uint64_t WAL_ttl_seconds = 0;
  uint64_t WAL_size_limit_MB = 0;
  WALRecoveryMode wal_recovery_mode = WALRecoveryMode::kPointInTimeRecovery;
  CompressionType wal_compression = kNoCompression;
  // The application calls FlushWAL() itself.
  bool manual_wal_flush = false;
  size_t log_readahead_size = 0;
  bool avoid_flush_during_recovery = false;
  // (live)
  bool avoid_flush_during_shutdown = false;

  // -- Writing ---------------------------------------------------------------------------------

  // (live) Bytes per second while writes are slowed down; 0 derives it from the rate limiter.
  uint64_t delayed_write_rate = 0;
  // WAL and memtable stages of successive groups overlap.
  bool enable_pipelined_write = false;
  // Do not wait for memtable inserts of a group in order; gives up snapshot immutability.
  bool unordered_write = false;
  bool allow_concurrent_memtable_write = true;
  bool enable_write_thread_adaptive_yield = true;
  uint64_t max_write_batch_group_size_bytes = 1 << 20;
  uint64_t write_thread_max_yield_usec = 100;
  uint64_t write_thread_slow_yield_usec = 3;
  bool two_write_queues = false;
  bool allow_2pc = false;
  // All column families are flushed together.
  bool atomic_flush = false;
  // Keep the last level free for IngestExternalFile(ingest_behind).
  bool allow_ingest_behind = false;

  // -- Reading ---------------------------------------------------------------------------------

  // Prefix iteration only where ReadOptions asks for it.
  bool prefix_seek_opt_in_only = false;

  // -- Follower --------------------------------------------------------------------------------

  uint64_t follower_refresh_catchup_period_ms = 10000;
  uint64_t follower_catchup_retry_count = 10;
  uint64_t follower_catchup_retry_wait_ms = 100;

  DBOptions();
  explicit DBOptions(const Options& options);
  // Writes one line per option to the log.
  void Dump(Logger* log) const;
};

// Both, for databases with one column family.
struct Options : public DBOptions, public ColumnFamilyOptions {
  Options() = default;
  Options(const DBOptions& db_options, const ColumnFamilyOptions& column_family_options)
      : DBOptions(db_options), ColumnFamilyOptions(column_family_options) {}

  Options* OldDefaults(int rocksdb_major_version = 4, int rocksdb_minor_version = 6);
  void Dump(Logger* log) const;
  void DumpCFOptions(Logger* log) const;
  // For one large unordered load: compaction off, to be followed by CompactRange().
  Options* PrepareForBulkLoad();
  Options* OptimizeForSmallDb();
  // Turns off checks that cost time on every open.
  Options* DisableExtraChecks();
};

// How deep a read may go.
enum ReadTier {
  kReadAllTier = 0x0,     // everything
  kBlockCacheTier = 0x1,  // memtables and block cache; Incomplete where I/O would be needed
  kPersistedTier = 0x2,   // what would survive a crash
  kMemtableTier = 0x3,    // memtables
};

// Options of reads. Pointers must stay valid while the call or the iterator lives.
struct ReadOptions {
  // -- Get, MultiGet and iterators -------------------------------------------------------------

  // nullptr reads the latest state.
  const Snapshot* snapshot = nullptr;
  // Upper bound of user-defined timestamps seen; with iter_start_ts, also the lower bound.
  const Slice* timestamp = nullptr;
  const Slice* iter_start_ts = nullptr;
  // Time at which the call gives up / limit for one file read; zero sets none.
  std::chrono::microseconds deadline = std::chrono::microseconds::zero();
  std::chrono::microseconds io_timeout = std::chrono::microseconds::zero();
  ReadTier read_tier = kReadAllTier;
  // Charges reads to the rate limiter; IO_TOTAL does not.
  Env::IOPriority rate_limiter_priority = Env::IO_TOTAL;
  // MultiGet stops once values add up to this many bytes.
  uint64_t value_size_soft_limit = std::numeric_limits<uint64_t>::max();
  // A result of more merge operands than this is reported as kMergeOperandThresholdExceeded.
  std::optional<size_t> merge_operand_count_threshold;
  bool verify_checksums = true;
  // Put blocks that were read into the cache.
  bool fill_cache = true;
  // See keys that DeleteRange removed.
  bool ignore_range_deletions = false;
  // Prefetch and MultiGet with asynchronous I/O; the second across levels.
  bool async_io = false;
  bool optimize_multiget_for_io = true;

  // -- Iterators -------------------------------------------------------------------------------

  // Nonzero reads this many bytes ahead from the start.
  size_t readahead_size = 0;
  // Incomplete after skipping this many hidden entries in one step; 0 sets no limit.
  uint64_t max_skippable_internal_keys = 0;
  // First key seen (inclusive) and end (exclusive).
  const Slice* iterate_lower_bound = nullptr;
  const Slice* iterate_upper_bound = nullptr;
  // The iterator sees later writes.
  bool tailing = false;
  // Not supported any more.
  bool managed = false;
  // Ignore prefix filters: whole order even with a prefix extractor.
  bool total_order_seek = false;
  // Decide that by the seek key and the upper bound.
  bool auto_prefix_mode = false;
  // The iterator ends with the prefix it was positioned in.
  bool prefix_same_as_start = false;
  // Keys stay valid while the iterator lives.
  bool pin_data = false;
  bool adaptive_readahead = false;
  // Delete obsolete files in the background when the iterator goes.
  bool background_purge_on_iterator_cleanup = false;
  // Tables for which it returns false are not read.
  std::function<bool(const TableProperties&)> table_filter;
  // Trim readahead at iterate_upper_bound and at what the cache holds.
  bool auto_readahead_size = true;
  // Values are loaded by Iterator::PrepareValue().
  bool allow_unprepared_value = false;
  // Give up old memtables and files now and then while iterating with a snapshot.
  bool auto_refresh_iterator_with_snapshot = false;
  // Index to use instead of the built-in one.
  const UserDefinedIndexFactory* table_index_factory = nullptr;

  // -- For statistics --------------------------------------------------------------------------

  Env::IOActivity io_activity = Env::IOActivity::kUnknown;
  // Passed through to the FileSystem.
  const std::string* request_id = nullptr;

  ReadOptions() = default;
  ReadOptions(bool verify, bool fill) : verify_checksums(verify), fill_cache(fill) {}
  explicit ReadOptions(Env::IOActivity activity) : io_activity(activity) {}
};

// Options of writes.
struct WriteOptions {
  // Wait until the log is on stable storage.
  bool sync = false;
  // Skip the log: the write is lost if the process ends before a flush.
  bool disableWAL = false;
  // Skip entries of dropped column families.
  bool ignore_missing_column_families = false;
  // Incomplete rather than waiting for a stall.
  bool no_slowdown = false;
  // Give way while compaction lags.
  bool low_pri = false;
  // Remember the memtable position between entries of one batch.
  bool memtable_insert_hint_per_batch = false;
  // IO_USER charges the log write to the rate limiter; IO_TOTAL does not.
  Env::IOPriority rate_limiter_priority = Env::IO_TOTAL;
  // 0 or 8: checksum bytes per entry carried through the batch.
  size_t protection_bytes_per_key = 0;
  Env::IOActivity io_activity = Env::IOActivity::kUnknown;

  WriteOptions() = default;
  explicit WriteOptions(Env::IOActivity activity) : io_activity(activity) {}
  explicit WriteOptions(Env::IOPriority priority,
                        Env::IOActivity activity = Env::IOActivity::kUnknown)
      : rate_limiter_priority(priority), io_activity(activity) {}
};

struct FlushOptions {
  // Return after the flush has ended.
  bool wait = true;
  // Flush at once even if that stalls writers.
  bool allow_write_stall = false;
};

// Opens the LOG file that `options` describe.
extern Status CreateLoggerFromOptions(const std::string& dbname, const DBOptions& options,
                                      std::shared_ptr<Logger>* logger);

// Options of CompactFiles().
struct CompactionOptions {
  // kDisableCompressionOption: what the column family would choose.
  CompressionType compression = kDisableCompressionOption;
  uint64_t output_file_size_limit = std::numeric_limits<uint64_t>::max();
  // Nonzero overrides DBOptions::max_subcompactions.
  uint32_t max_subcompactions = 0;
  // Set to true by any thread to end the call early.
  std::atomic<bool>* canceled = nullptr;
  // Move files that overlap nothing.
  bool allow_trivial_move = false;
  Temperature output_temperature_override = Temperature::kUnknown;
};

// Whether CompactRange() rewrites files already in the last level.
enum class BottommostLevelCompaction {
  kSkip,
  kIfHaveCompactionFilter,
  kForce,
  kForceOptimized,  // but not those this call has just written
};

enum class BlobGarbageCollectionPolicy {
  kForce,
  kDisable,
  kUseDefault,
};

// Options of CompactRange().
struct CompactRangeOptions {
  // Let no automatic compaction run meanwhile.
  bool exclusive_manual_compaction = false;
  // Move the result to target_level (-1: the lowest level that fits).
  bool change_level = false;
  int target_level = -1;
  // Index into db_paths / cf_paths.
  uint32_t target_path_id = 0;
  BottommostLevelCompaction bottommost_level_compaction =
      BottommostLevelCompaction::kIfHaveCompactionFilter;
  // Flush at once even if that stalls writers.
  bool allow_write_stall = false;
  // Nonzero overrides DBOptions::max_subcompactions.
  uint32_t max_subcompactions = 0;
  // Drop history of user-defined timestamps below this.
  const Slice* full_history_ts_low = nullptr;
  // Set to true by any thread to end the call early.
  std::atomic<bool>* canceled = nullptr;
  BlobGarbageCollectionPolicy blob_garbage_collection_policy =
      BlobGarbageCollectionPolicy::kUseDefault;
  // Negative: the column family's own cutoff.
  double blob_garbage_collection_age_cutoff = -1;
};

// Options of IngestExternalFile().
struct IngestExternalFileOptions {
  // Hard-link (keeping the original) / move instead of copying.
  bool link_files = false;
  bool move_files = false;
  // Copy where that fails.
  bool failed_move_fall_back_to_copy = true;
  // Keep ingested keys out of existing snapshots.
  bool snapshot_consistency = true;
  // Allow giving the file a sequence number / flushing overlapping memtables; else fail.
  bool allow_global_seqno = true;
  bool allow_blocking_flush = true;
  // Put the data below everything existing.
  bool ingest_behind = false;
  // Also write the sequence number into the file, for very old readers.
  bool write_global_seqno = false;
  bool verify_checksums_before_ingest = false;
  size_t verify_checksums_readahead_size = 0;
  // Check the caller's file checksums.
  bool verify_file_checksum = true;
  // Fail unless the file lands in the last level.
  bool fail_if_not_bottommost_level = false;
  // Accept files that a database, not SstFileWriter, wrote.
  bool allow_db_generated_files = false;
  // Cache blocks read while ingesting.
  bool fill_cache = true;
};

// Kinds of operations a trace leaves out.
enum TraceFilterType : uint64_t {
  kTraceFilterNone = 0x0,
  kTraceFilterGet = 0x1 << 0,
  kTraceFilterWrite = 0x1 << 1,
  kTraceFilterIteratorSeek = 0x1 << 2,
  kTraceFilterIteratorSeekForPrev = 0x1 << 3,
  kTraceFilterMultiGet = 0x1 << 4,
};

struct TraceOptions {
  uint64_t max_trace_file_size = uint64_t{64} * 1024 * 1024 * 1024;
  // One in this many operations is traced.
  uint64_t sampling_frequency = 1;
  // TraceFilterType values, or-ed.
  uint64_t filter = kTraceFilterNone;
  // Trace writes in the order in which they became visible.
  bool preserve_write_order = false;
};

struct ImportColumnFamilyOptions {
  // Move files instead of copying.
  bool move_files = false;
};

// Options of GetApproximateSizes().
struct SizeApproximationOptions {
  bool include_memtables = false;
  bool include_files = true;
  // Acceptable error as a share of the answer, for less work; negative asks for the best.
  double files_size_error_margin = -1.0;
};

// Options of GetLiveFilesStorageInfo().
struct LiveFilesStorageInfoOptions {
  bool include_checksum_info = false;
  // Flush first if logs exceed this size; 0 always does.
  uint64_t wal_size_for_flush = 0;
};

// Options of WaitForCompact().
struct WaitForCompactOptions {
  // Return Aborted when background work is paused.
  bool abort_on_pause = false;
  bool flush = false;
  // Close the database once idle.
  bool close_db = false;
  // Zero waits without limit.
  std::chrono::microseconds timeout = std::chrono::microseconds::zero();
};

// What a remotely run compaction takes from the host that runs it.
struct CompactionServiceOptionsOverride {
  Env* env = Env::Default();
  std::shared_ptr<FileChecksumGenFactory> file_checksum_gen_factory = nullptr;
  const Comparator* comparator = BytewiseComparator();
  std::shared_ptr<MergeOperator> merge_operator = nullptr;
  const CompactionFilter* compaction_filter = nullptr;
  std::shared_ptr<CompactionFilterFactory> compaction_filter_factory = nullptr;
  std::shared_ptr<const SliceTransform> prefix_extractor = nullptr;
  std::shared_ptr<TableFactory> table_factory;
  std::shared_ptr<SstPartitionerFactory> sst_partitioner_factory = nullptr;
  std::vector<std::shared_ptr<EventListener>> listeners;
  std::shared_ptr<Statistics> statistics = nullptr;
  std::shared_ptr<Logger> info_log = nullptr;
  std::vector<std::shared_ptr<TablePropertiesCollectorFactory>>
      table_properties_collector_factories;
  // Applied on top, as in DB::SetOptions().
  std::unordered_map<std::string, std::string> options_map;
};

struct OpenAndCompactOptions {
  std::atomic<bool>* canceled = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
