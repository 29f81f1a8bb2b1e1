// Every option of the public API: database, column family, and the structs passed to single calls.
// Included by nearly all public headers; must stay free of implementation.
#pragma once

#include <stddef.h>
#include <stdint.h>

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
#include <utility>
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
class ColumnFamilyHandle;
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

// A directory for table files, and the bytes it should hold before the next one is used.
struct DbPath {
  std::string path;
  uint64_t target_size;
  DbPath() : target_size(0) {}
  DbPath(const std::string& dir, uint64_t bytes) : path(dir), target_size(bytes) {}
};

// The keys in [start, limit); empty if limit does not sort after start. The caller owns the bytes,
// which must stay until the call that takes the range has returned.
struct Range {
  Slice start;
  Slice limit;

  Range() = default;
  Range(const Slice& first, const Slice& end) : start(first), limit(end) {}
};

// A range with optional ends; a null end is unbounded. REQUIRES: the slices outlive the call.
struct RangePtr {
  const Slice* start = nullptr;
  const Slice* limit = nullptr;

  RangePtr() = default;
  RangePtr(const Slice* first, const Slice* end) : start(first), limit(end) {}
};

// A range with optional ends that are slices themselves. REQUIRES: the bytes outlive the call.
struct RangeOpt {
  OptSlice start;
  OptSlice limit;

  RangeOpt() = default;
  RangeOpt(const OptSlice& first, const OptSlice& end) : start(first), limit(end) {}
};

// One range of a scan over several: from `range.start` on, which is always there, to
// `range.limit`. The properties are for an application's own index.
struct ScanOptions {
  RangeOpt range;
  std::optional<std::unordered_map<std::string, std::string>> property_bag;

  explicit ScanOptions(const Slice& start) : range(start, OptSlice()) {}
  ScanOptions(const Slice& start, const Slice& upper_bound) : range(start, upper_bound) {}
};

// The ranges of DB::NewMultiScan(), in ascending order and without overlap.
// REQUIRES: the bytes of the keys outlive the scan.
class MultiScanArgs {
 public:
  using Properties = std::optional<std::unordered_map<std::string, std::string>>;

  // The comparator is that of the column family.
  explicit MultiScanArgs(const Comparator* comparator = BytewiseComparator()) : comp_(comparator) {}
  MultiScanArgs(const MultiScanArgs&) = default;
  MultiScanArgs(MultiScanArgs&&) noexcept = default;
  MultiScanArgs& operator=(const MultiScanArgs&) = default;
  MultiScanArgs& operator=(MultiScanArgs&&) noexcept = default;
  ~MultiScanArgs() = default;

  void insert(const Slice& start) { ranges_.emplace_back(start); }
  void insert(const Slice& start, const Slice& end) { ranges_.emplace_back(start, end); }
  void insert(const Slice& start, const Properties& property_bag) {
    insert(start);
    ranges_.back().property_bag = property_bag;
  }
  void insert(const Slice& start, const Slice& end, const Properties& property_bag) {
    insert(start, end);
    ranges_.back().property_bag = property_bag;
  }

  size_t size() const { return ranges_.size(); }
  bool empty() const { return ranges_.empty(); }
  void reserve(size_t n) { ranges_.reserve(n); }
  const Comparator* GetComparator() const { return comp_; }
  const std::vector<ScanOptions>& GetScanRanges() const { return ranges_; }
  operator std::vector<ScanOptions>*() { return &ranges_; }
  operator const std::vector<ScanOptions>*() const { return &ranges_; }

  // Bytes between two reads up to which they become one, and bytes read ahead at most; 0: no
  // limit. They have no effect.
  uint64_t io_coalesce_threshold = 16 << 10;
  uint64_t max_prefetch_size = 0;

 private:
  const Comparator* comp_;
  std::vector<ScanOptions> ranges_;
};

// Options of one column family. (live): DB::SetOptions() can change the option.
struct ColumnFamilyOptions : public AdvancedColumnFamilyOptions {
  // -- Presets: each changes several fields and returns this ------------------------------------

  // The defaults of an older release.
  ColumnFamilyOptions* OldDefaults(int rocksdb_major_version = 4, int rocksdb_minor_version = 6);
  // For databases of at most about 1 GB and little memory. Uses *cache, or makes a small one.
  ColumnFamilyOptions* OptimizeForSmallDb(std::shared_ptr<Cache>* cache = nullptr);
  // For applications that only call Get(): hash index in data blocks and a Bloom filter.
  ColumnFamilyOptions* OptimizeForPointLookup(uint64_t block_cache_size_mb);
  // For heavy writing within a memory budget, leveled / universal.
  ColumnFamilyOptions* OptimizeLevelStyleCompaction(uint64_t memtable_memory_budget = 512 * 1024 *
                                                                                      1024);
  ColumnFamilyOptions* OptimizeUniversalStyleCompaction(uint64_t memtable_memory_budget = 512 *
                                                                                          1024 *
                                                                                          1024);

  // -- What keys and values mean ---------------------------------------------------------------

  // The order of keys. A database must always be opened with the comparator with which it was
  // made.
  const Comparator* comparator = BytewiseComparator();
  // Must be set before the first Merge().
  std::shared_ptr<MergeOperator> merge_operator = nullptr;
  // One filter for all compactions, or a factory that makes one per compaction; the filter has
  // precedence.
  const CompactionFilter* compaction_filter = nullptr;
  std::shared_ptr<CompactionFilterFactory> compaction_filter_factory = nullptr;
  // (live) Cuts the prefix of a key for prefix filters and prefix seeks.
  std::shared_ptr<const SliceTransform> prefix_extractor = nullptr;

  // -- Sizes and compression -------------------------------------------------------------------

  // (live) Bytes in a memtable at which it is flushed.
  size_t write_buffer_size = 64 << 20;
  // (live) Default: Snappy where it is linked.
  CompressionType compression;
  // (live) The type for the last level; kDisableCompressionOption means the same type as
  // elsewhere.
  CompressionType bottommost_compression = kDisableCompressionOption;
  // (live) Takes effect if its `enabled` is set.
  CompressionOptions bottommost_compression_opts;
  // (live)
  CompressionOptions compression_opts;
  // Compression by the application; nullptr uses the built-in algorithms.
  std::shared_ptr<CompressionManager> compression_manager = nullptr;
  // (live) The number of Level 0 files at which compaction of Level 0 starts; a negative number
  // never starts it.
  int level0_file_num_compaction_trigger = 4;
  // (live) Capacity in bytes of Level 1 (of the base level, with dynamic level sizes).
  uint64_t max_bytes_for_level_base = 256 * 1048576;
  // Has no effect.
  uint64_t snap_refresh_nanos = 0;
  // (live) Only manual compactions run.
  bool disable_auto_compactions = false;
  // The format of table files.
  std::shared_ptr<TableFactory> table_factory;
  // Directories of this column family's tables; empty means DBOptions::db_paths.
  std::vector<DbPath> cf_paths;
  // A shared limit on the number of compactions that run at once.
  std::shared_ptr<ConcurrentTaskLimiter> compaction_thread_limiter = nullptr;
  // Forces boundaries between files.
  std::shared_ptr<SstPartitionerFactory> sst_partitioner_factory = nullptr;
  // (live) The number of DeleteRange calls after which a memtable is flushed; 0 does not count
  // them.
  uint32_t memtable_max_range_deletions = 0;
  // (live) The effort for removing blocks of deleted files from the block cache.
  uint32_t uncache_aggressiveness = 0;
  // (live) Buckets of Level 0, an addition of this library; see bucket_options.h.
  BucketOptions bucket_options;

  ColumnFamilyOptions();
  explicit ColumnFamilyOptions(const Options& options);
  // Writes one line per option to the log.
  void Dump(Logger* log) const;
};

// How Open() handles damage in the write-ahead log.
enum class WALRecoveryMode : char {
  // Ignores an incomplete record at the end of a log; refuses any other damage.
  kTolerateCorruptedTailRecords = 0x00,
  // Refuses any damage.
  kAbsoluteConsistency = 0x01,
  // Stops the replay at the first damage.
  kPointInTimeRecovery = 0x02,
  // Skips damaged records and goes on; for salvage only.
  kSkipAnyCorruptedRecords = 0x03,
};

// The value of DBOptions::db_host_id that stands for this machine's host name.
extern const char* kHostnameForDbHostId;

// Options of a database. (live): DB::SetDBOptions() can change the option.
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
  // Opens and verifies eagerly, and makes the database read-only after a write error.
  bool paranoid_checks = true;
  // (live) The number of open table files; -1 keeps all of them open.
  int max_open_files = -1;
  // Threads that read the counts of tables while the database is opened, as many as processors
  // unless their reads mostly wait for a device; up to four also replay logs.
  int max_file_opening_threads = 16;
  // Leaves out reading the counts of tables: all of them when max_open_files is -1, else the 20
  // newest of each family.
  bool skip_stats_update_on_db_open = false;
  bool skip_checking_sst_file_sizes_on_db_open = false;
  // When files are missing, recovers as much as is complete.
  bool best_efforts_recovery = false;

  // -- Integrity checks ------------------------------------------------------------------------

  // The number of entries that a flush / compaction reads must match the number in its inputs.
  bool flush_verify_memtable_count = true;
  bool compaction_verify_record_count = true;
  // Records WALs and their sizes in the MANIFEST / in the following WAL, and checks them at
  // recovery.
  bool track_and_verify_wals_in_manifest = false;
  bool track_and_verify_wals = false;
  // Compares each table's identity with the MANIFEST when the table is opened.
  bool verify_sst_unique_id_in_manifest = true;
  // Reports mixed use of SingleDelete and Delete on one key as corruption.
  bool enforce_single_del_contracts = true;
  // Makes a checksum of each whole table, for the MANIFEST; see rocksdb/file_checksum.h.
  std::shared_ptr<FileChecksumGenFactory> file_checksum_gen_factory = nullptr;
  // Kinds of files whose writes pass a checksum to the FileSystem.
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
  // The lowest cache tier in use.
  CacheTier lowest_used_cache_tier = CacheTier::kNonVolatileBlockTier;
  // Limit in bytes on all memtables of the database together; 0 means no limit.
  size_t db_write_buffer_size = 0;

  // -- Paths -----------------------------------------------------------------------------------

  // Directories of tables, newest data first; empty means the database directory.
  std::vector<DbPath> db_paths;
  // Directory of LOG files; empty means the database directory.
  std::string db_log_dir = "";
  // Directory of write-ahead logs; empty means the database directory.
  std::string wal_dir = "";
  // Host name written into table properties.
  std::string db_host_id = kHostnameForDbHostId;

  // -- Info log --------------------------------------------------------------------------------

  // nullptr: the database makes a LOG file in its directory.
  std::shared_ptr<Logger> info_log = nullptr;
#ifdef NDEBUG
  InfoLogLevel info_log_level = INFO_LEVEL;
#else
  InfoLogLevel info_log_level = DEBUG_LEVEL;
#endif
  // Bytes / seconds after which a new LOG begins; 0 never.
  size_t max_log_file_size = 0;
  size_t log_file_time_to_roll = 0;
  size_t keep_log_file_num = 1000;
  // (live) Seconds between dumps of statistics into LOG; 0 never dumps.
  unsigned int stats_dump_period_sec = 600;
  // (live) Every so many seconds, and only with `statistics`, a slice of what the tickers gained is
  // kept for DB::GetStatsHistory(); 0 never keeps one.
  unsigned int stats_persist_period_sec = 600;
  // The slices are kept in a column family of their own, kPersistentStatsColumnFamilyName, from one
  // opening to the next, and none is ever dropped. The opening makes the family where it is
  // missing. DB::ListColumnFamilies() lists it, but no opening has to name it.
  bool persist_stats_to_disk = false;
  // (live) Bytes that the slices in memory may take, by estimate. When a new one comes the oldest
  // go until the others fit; with 0 none stays.
  size_t stats_history_buffer_size = 1024 * 1024;
  bool dump_malloc_stats = false;
  // GetThreadList() shows what each background thread does.
  bool enable_thread_tracking = false;
  // Includes user keys in error messages.
  bool allow_data_in_errors = false;

  // -- Background work -------------------------------------------------------------------------

  // (live) The number of flushes and compactions that may run at once.
  int max_background_jobs = 2;
  // (live) Deprecated: divides max_background_jobs explicitly; -1 leaves the division to the
  // library.
  int max_background_compactions = -1;
  int max_background_flushes = -1;
  // (live) The number of threads that may share one compaction.
  uint32_t max_subcompactions = 1;
  // (live) Microseconds between full scans for obsolete files.
  uint64_t delete_obsolete_files_period_micros = 6ull * 60 * 60 * 1000000;
  // (live) "HH:mm-HH:mm" (UTC): the time in which periodic compactions preferably run.
  std::string daily_offpeak_time_utc = "";
  // The number of attempts to recover from a retryable background error, and the microseconds
  // between them.
  int max_bgerror_resume_count = INT_MAX;
  uint64_t bgerror_resume_retry_interval = 1000000;
  // Closes and deletes files in the background rather than in the caller's thread.
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
  // (live) Bytes that a compaction reads at once. With use_direct_reads and this default half as
  // many of each file where it merges six runs or more.
  size_t compaction_readahead_size = 2 * 1024 * 1024;
  // (live) Bytes of the largest buffer of a writable file.
  size_t writable_file_max_buffer_size = 1024 * 1024;
  // (live) Bytes of a table / log after which the operating system is asked to write back; 0
  // never; strict waits.
  uint64_t bytes_per_sync = 0;
  uint64_t wal_bytes_per_sync = 0;
  bool strict_bytes_per_sync = false;
  uint64_t max_manifest_file_size = 1024 * 1024 * 1024;
  size_t manifest_preallocation_size = 4 * 1024 * 1024;
  // Records the database's identity in the MANIFEST / in the IDENTITY file.
  bool write_dbid_to_manifest = true;
  bool write_identity_file = true;
  // The temperature of MANIFEST, OPTIONS, CURRENT ... / of logs.
  Temperature metadata_write_temperature = Temperature::kUnknown;
  Temperature wal_write_temperature = Temperature::kUnknown;
  // Compaction styles whose tables get a write-lifetime hint.
  CompactionStyleSet calculate_sst_write_lifetime_hint_set = {kCompactionStyleLevel};

  // -- Write-ahead log -------------------------------------------------------------------------

  // (live) When logs exceed this many bytes, the column family that needs the oldest log is
  // flushed; 0 derives the size.
  uint64_t max_total_wal_size = 0;
  // So many logs that are needed no more stay, to be written over in place of new ones; Close
  // deletes them. 0: see spare_log_files.
  size_t recycle_log_file_num = 0;
  // An addition of this library: the same where recycle_log_file_num is 0, for logs of at most 256
  // MB and only where nothing can go wrong with it: on the default FileSystem, with a recovery mode
  // that allows it, without an archive, two-phase commit, wal_compression or
  // track_and_verify_wals_in_manifest. At most so many stay: one, and more where new logs
  // have found none twice in a short while, because flushes took several memtables at once. A log
  // that has a second name is never written over. 0: every log is a new file, with records as stock
  // writes them by default.
  size_t spare_log_files = 2;
  // An addition of this library: while flushes and compactions run, tables that are needed no more
  // wait under names of temporary files, up to so many bytes together, to be written over in place
  // of new ones. Only where nobody can see that: on file systems with RetireFile, for files with
  // one name that no process has open. 0 with an sst_file_manager, and where every table is to be
  // a new file.
  uint64_t spare_table_bytes = uint64_t{512} << 20;
  // Archives logs for this many seconds / up to this size; if both are 0, logs are deleted at
  // once.
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

  // (live) Bytes per second while writes are slowed down; 0 derives them from the rate limiter.
  uint64_t delayed_write_rate = 0;
  // The WAL and memtable stages of successive groups overlap.
  bool enable_pipelined_write = false;
  // Does not insert the groups into the memtable in order; snapshots may then change.
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
  // Keeps the last level free for IngestExternalFile(ingest_behind).
  bool allow_ingest_behind = false;

  // -- Reading ---------------------------------------------------------------------------------

  // Iterates by prefix only if ReadOptions ask for it.
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

// The options of a database and of its column family, for databases with one column family.
struct Options : public DBOptions, public ColumnFamilyOptions {
  Options() = default;
  Options(const DBOptions& db_options, const ColumnFamilyOptions& column_family_options)
      : DBOptions(db_options), ColumnFamilyOptions(column_family_options) {}

  Options* OldDefaults(int rocksdb_major_version = 4, int rocksdb_minor_version = 6);
  void Dump(Logger* log) const;
  void DumpCFOptions(Logger* log) const;
  // For one large unordered load: switches compaction off; the application calls CompactRange()
  // afterwards.
  Options* PrepareForBulkLoad();
  Options* OptimizeForSmallDb();
  // Turns off checks that cost time on every open.
  Options* DisableExtraChecks();
};

// The tiers that a read may use.
enum ReadTier {
  // All tiers.
  kReadAllTier = 0x0,
  // Memtables and block cache; Incomplete if the answer needs I/O.
  kBlockCacheTier = 0x1,
  // Data that would survive a crash.
  kPersistedTier = 0x2,
  // Memtables only.
  kMemtableTier = 0x3,
};

// Options of reads. REQUIRES: pointers stay valid while the call or the iterator lives.
struct ReadOptions {
  // -- Get, MultiGet and iterators -------------------------------------------------------------

  // nullptr reads the latest state.
  const Snapshot* snapshot = nullptr;
  // Upper bound of user-defined timestamps that are visible; with iter_start_ts, also the lower
  // bound.
  const Slice* timestamp = nullptr;
  const Slice* iter_start_ts = nullptr;
  // The time at which the call gives up / the limit for one file read; zero means none.
  std::chrono::microseconds deadline = std::chrono::microseconds::zero();
  std::chrono::microseconds io_timeout = std::chrono::microseconds::zero();
  ReadTier read_tier = kReadAllTier;
  // Reads count against the rate limiter at this priority; with IO_TOTAL they do not.
  Env::IOPriority rate_limiter_priority = Env::IO_TOTAL;
  // MultiGet stops once values add up to this many bytes.
  uint64_t value_size_soft_limit = std::numeric_limits<uint64_t>::max();
  // Get, MultiGet, their forms for entities and GetMergeOperands answer OK with the subcode
  // kMergeOperandThresholdExceeded where the result took more merge operands than this; the result
  // is whole. GetMergeOperands counts all that it gives, a base too. No value: they never do.
  // Iterators do not look at it.
  std::optional<size_t> merge_operand_count_threshold;
  bool verify_checksums = true;
  // Puts blocks that were read into the cache.
  bool fill_cache = true;
  // Shows keys that DeleteRange removed.
  bool ignore_range_deletions = false;
  // Iterators read ahead while their caller uses what they have, where the file system has
  // kAsyncIO.
  bool async_io = false;
  // MultiGet reads the blocks that it lacks from all files at once, where the file system has
  // kAsyncIO; otherwise file by file. It does so without async_io, too.
  bool optimize_multiget_for_io = true;

  // -- Iterators -------------------------------------------------------------------------------

  // A nonzero value reads this many bytes ahead from the start.
  size_t readahead_size = 0;
  // The iterator becomes Incomplete after skipping this many hidden entries in one step; 0 sets no
  // limit.
  uint64_t max_skippable_internal_keys = 0;
  // The first visible key (inclusive), and the end (exclusive).
  const Slice* iterate_lower_bound = nullptr;
  const Slice* iterate_upper_bound = nullptr;
  // The iterator sees later writes.
  bool tailing = false;
  // No longer supported.
  bool managed = false;
  // Ignores prefix filters: iterates in total order even with a prefix extractor.
  bool total_order_seek = false;
  // Decides between total order and prefix by the seek key and the upper bound.
  bool auto_prefix_mode = false;
  // The iterator ends with the prefix in which it was positioned.
  bool prefix_same_as_start = false;
  // Keys and values that an iterator has shown stay in place while it lives: it keeps a copy of
  // each.
  bool pin_data = false;
  bool adaptive_readahead = false;
  // Deletes obsolete files in the background when the iterator is destroyed.
  bool background_purge_on_iterator_cleanup = false;
  // Tables for which the function returns false are not read.
  std::function<bool(const TableProperties&)> table_filter;
  // Trims readahead at iterate_upper_bound and at blocks that are in the cache.
  bool auto_readahead_size = true;
  // Iterator::PrepareValue() loads values.
  bool allow_unprepared_value = false;
  // Releases old memtables and files now and then while iterating with a snapshot.
  bool auto_refresh_iterator_with_snapshot = false;
  // The index to use instead of the built-in one.
  const UserDefinedIndexFactory* table_index_factory = nullptr;

  // -- For statistics --------------------------------------------------------------------------

  Env::IOActivity io_activity = Env::IOActivity::kUnknown;
  // No effect: no FileSystem is told.
  const std::string* request_id = nullptr;

  ReadOptions() = default;
  ReadOptions(bool verify, bool fill) : verify_checksums(verify), fill_cache(fill) {}
  explicit ReadOptions(Env::IOActivity activity) : io_activity(activity) {}
};

// Options of writes.
struct WriteOptions {
  // Waits until the log is on stable storage.
  bool sync = false;
  // Skips the log: the write is lost if the process ends before a flush.
  bool disableWAL = false;
  // Skips entries of dropped column families.
  bool ignore_missing_column_families = false;
  // Returns Incomplete instead of waiting for a stall.
  bool no_slowdown = false;
  // Yields to other writes while compaction is behind.
  bool low_pri = false;
  // Remembers the memtable position between entries of one batch.
  bool memtable_insert_hint_per_batch = false;
  // With IO_USER the log write counts against the rate limiter; with IO_TOTAL it does not.
  Env::IOPriority rate_limiter_priority = Env::IO_TOTAL;
  // 0 or 8: checksum bytes per entry that the batch carries.
  size_t protection_bytes_per_key = 0;
  Env::IOActivity io_activity = Env::IOActivity::kUnknown;

  WriteOptions() = default;
  explicit WriteOptions(Env::IOActivity activity) : io_activity(activity) {}
  explicit WriteOptions(Env::IOPriority priority,
                        Env::IOActivity activity = Env::IOActivity::kUnknown)
      : rate_limiter_priority(priority), io_activity(activity) {}
};

struct FlushOptions {
  // Returns after the flush has ended.
  bool wait = true;
  // Flushes at once even if that stalls writers.
  bool allow_write_stall = false;
};

// Opens the LOG file that `options` describe.
extern Status CreateLoggerFromOptions(const std::string& dbname, const DBOptions& options,
                                      std::shared_ptr<Logger>* logger);

// Options of CompactFiles().
struct CompactionOptions {
  // kDisableCompressionOption: the type that the column family would choose.
  CompressionType compression = kDisableCompressionOption;
  uint64_t output_file_size_limit = std::numeric_limits<uint64_t>::max();
  // Nonzero overrides DBOptions::max_subcompactions.
  uint32_t max_subcompactions = 0;
  // Any thread may set it to true to end the call early.
  std::atomic<bool>* canceled = nullptr;
  // Moves files that overlap nothing.
  bool allow_trivial_move = false;
  Temperature output_temperature_override = Temperature::kUnknown;
};

// Whether CompactRange() rewrites files that are already in the last level.
enum class BottommostLevelCompaction {
  kSkip,
  kIfHaveCompactionFilter,
  kForce,
  // Rewrites them, except those that this call has just written.
  kForceOptimized,
};

enum class BlobGarbageCollectionPolicy {
  kForce,
  kDisable,
  kUseDefault,
};

// Options of CompactRange().
struct CompactRangeOptions {
  // No automatic compaction runs meanwhile.
  bool exclusive_manual_compaction = false;
  // Moves the result to target_level, once no compaction of the family runs. -1: the lowest level
  // over empty ones that has room for it.
  bool change_level = false;
  int target_level = -1;
  // Index into db_paths / cf_paths.
  uint32_t target_path_id = 0;
  BottommostLevelCompaction bottommost_level_compaction =
      BottommostLevelCompaction::kIfHaveCompactionFilter;
  // Flushes at once even if that stalls writers.
  bool allow_write_stall = false;
  // Nonzero overrides DBOptions::max_subcompactions.
  uint32_t max_subcompactions = 0;
  // Drops history of user-defined timestamps below this one.
  const Slice* full_history_ts_low = nullptr;
  // Any thread may set it to true to end the call early.
  std::atomic<bool>* canceled = nullptr;
  BlobGarbageCollectionPolicy blob_garbage_collection_policy =
      BlobGarbageCollectionPolicy::kUseDefault;
  // A negative value means the column family's own cutoff.
  double blob_garbage_collection_age_cutoff = -1;
};

// Options of IngestExternalFile().
struct IngestExternalFileOptions {
  // Moves / hard-links (keeping the original) files instead of copying them.
  bool move_files = false;
  bool link_files = false;
  // Copies the file if that fails.
  bool failed_move_fall_back_to_copy = true;
  // Keeps ingested keys out of existing snapshots.
  bool snapshot_consistency = true;
  // Allows giving the file a sequence number / flushing overlapping memtables; else the call
  // fails.
  bool allow_global_seqno = true;
  bool allow_blocking_flush = true;
  // Puts the data below all existing data.
  bool ingest_behind = false;
  // Also writes the sequence number into the file, for very old readers.
  bool write_global_seqno = false;
  bool verify_checksums_before_ingest = false;
  size_t verify_checksums_readahead_size = 0;
  // Reads each file that comes with a checksum and compares it; else the caller's is recorded as it
  // is. Only with a file_checksum_gen_factory.
  bool verify_file_checksum = true;
  // Fails unless the file lands in the last level.
  bool fail_if_not_bottommost_level = false;
  // Accepts files that a database wrote, if their sequence numbers are 0 and nothing overlaps.
  bool allow_db_generated_files = false;
  // Caches blocks that are read while ingesting.
  bool fill_cache = true;
};

// Files for one column family in DB::IngestExternalFiles().
struct IngestExternalFileArg {
  ColumnFamilyHandle* column_family = nullptr;
  std::vector<std::string> external_files;
  IngestExternalFileOptions options;
  // Raw checksums, parallel to the files; or empty. Ignored without a file_checksum_gen_factory;
  // else of that factory's function, or the call is refused: InvalidArgument.
  std::vector<std::string> files_checksums;
  // Parallel to the files; or empty.
  std::vector<std::string> files_checksum_func_names;
  Temperature file_temperature = Temperature::kUnknown;
  // The files replace everything in [start, limit), in one step; with neither bound, all of the
  // family. Whole tables are removed, so the call fails where one has entries inside and outside
  // (InvalidArgument), or while a compaction works in the range (TryAgain). Every file has to lie
  // in the range. Not with ingest_behind (InvalidArgument), nor with snapshot_consistency or one
  // bound only (NotSupported): snapshots do not keep what is replaced; iterators do.
  std::optional<RangeOpt> atomic_replace_range;
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
  // Traces writes in the order in which they became visible.
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
  // The acceptable error as a share of the result, which saves work; a negative value asks for the
  // best estimate.
  double files_size_error_margin = -1.0;
};

// Options of GetLiveFilesStorageInfo().
struct LiveFilesStorageInfoOptions {
  bool include_checksum_info = false;
  // Flushes first if logs exceed this many bytes; 0 always does.
  uint64_t wal_size_for_flush = 0;
};

// Options of WaitForCompact().
struct WaitForCompactOptions {
  // Returns Aborted when background work is paused.
  bool abort_on_pause = false;
  bool flush = false;
  // Also waits for the deletion of files. No effect: jobs end after they have deleted theirs.
  bool wait_for_purge = false;
  // Closes the database once it is idle.
  bool close_db = false;
  // Zero waits without limit.
  std::chrono::microseconds timeout = std::chrono::microseconds::zero();
};

// ---- Compaction in other processes: refused, DBOptions::compaction_service has no effect ----

enum class CompactionServiceJobStatus : char {
  kSuccess,
  kFailure,
  kAborted,
  // The database compacts by itself.
  kUseLocal,
};

// A job that the host offers.
struct CompactionServiceJobInfo {
  CompactionServiceJobInfo() = default;
  CompactionServiceJobInfo(std::string db, std::string id, std::string session, uint32_t family_id,
                           std::string family, uint64_t job, Env::Priority prio,
                           CompactionReason reason, bool full, bool manual, bool bottommost,
                           int input_level, int to_level)
      : db_name(std::move(db)),
        db_id(std::move(id)),
        db_session_id(std::move(session)),
        cf_id(family_id),
        cf_name(std::move(family)),
        job_id(job),
        priority(prio),
        compaction_reason(reason),
        is_full_compaction(full),
        is_manual_compaction(manual),
        bottommost_level(bottommost),
        base_input_level(input_level),
        output_level(to_level) {}

  std::string db_name;
  std::string db_id;
  std::string db_session_id;
  uint32_t cf_id = 0;
  std::string cf_name;
  // Unique within the session.
  uint64_t job_id = 0;
  Env::Priority priority = Env::Priority::BOTTOM;
  CompactionReason compaction_reason = CompactionReason::kUnknown;
  bool is_full_compaction = false;
  bool is_manual_compaction = false;
  bool bottommost_level = false;
  int base_input_level = 0;
  int output_level = 0;
};

// What Schedule() returns: the service's name for the job, if it took it.
struct CompactionServiceScheduleResponse {
  CompactionServiceScheduleResponse(std::string id, CompactionServiceJobStatus outcome)
      : scheduled_job_id(std::move(id)), status(outcome) {}
  explicit CompactionServiceScheduleResponse(CompactionServiceJobStatus outcome)
      : status(outcome) {}

  std::string scheduled_job_id;
  CompactionServiceJobStatus status;
};

// An application derives from it to compact elsewhere.
class CompactionService : public Customizable {
 public:
  ~CompactionService() override = default;
  static const char* Type() { return "CompactionService"; }
  const char* Name() const override = 0;

  // Takes a job, which `compaction_service_input` describes, and waits for its result. The
  // defaults leave it to the database.
  virtual CompactionServiceScheduleResponse Schedule(
      const CompactionServiceJobInfo& /*info*/, const std::string& /*compaction_service_input*/) {
    return CompactionServiceScheduleResponse(CompactionServiceJobStatus::kUseLocal);
  }
  virtual CompactionServiceJobStatus Wait(const std::string& /*scheduled_job_id*/,
                                          std::string* /*result*/) {
    return CompactionServiceJobStatus::kUseLocal;
  }
  // The database is being closed; the result of a job was installed, or could not be.
  virtual void CancelAwaitingJobs() {}
  virtual void OnInstallation(const std::string& /*scheduled_job_id*/,
                              CompactionServiceJobStatus /*status*/) {}
};

// The objects that a compaction in another process takes from its host.
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
  // Applied on top, as by DB::SetOptions().
  std::unordered_map<std::string, std::string> options_map;
};

struct OpenAndCompactOptions {
  std::atomic<bool>* canceled = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
