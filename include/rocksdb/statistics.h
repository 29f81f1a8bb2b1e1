// Statistics: counters (tickers) and distributions (histograms) of a database. The numbers of the
// enumerators up to the BUCKET_ ones are RocksDB 10.6's; language bindings depend on the names.
// The table behind TickersNameMap and HistogramsNameMap describes each one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Counters. Each counts events, or what its name ends in: bytes (..._BYTES), microseconds
// (..._MICROS). They only grow, until reset. Those marked "always 0" have their name and number
// but nothing to count in this library.
enum Tickers : uint32_t {
  // Block cache, all kinds of blocks together. One look-up is one hit or one miss; a block that a
  // miss has loaded is added, unless fill_cache is off.
  BLOCK_CACHE_MISS = 0,
  BLOCK_CACHE_HIT,
  BLOCK_CACHE_ADD,
  // Blocks that a full cache with strict_capacity_limit refused.
  BLOCK_CACHE_ADD_FAILURES,
  // The same by kind: index blocks, filters and data blocks. Index and filter blocks count only if
  // they live in the cache.
  BLOCK_CACHE_INDEX_MISS,
  BLOCK_CACHE_INDEX_HIT,
  BLOCK_CACHE_INDEX_ADD,
  BLOCK_CACHE_INDEX_BYTES_INSERT,
  BLOCK_CACHE_FILTER_MISS,
  BLOCK_CACHE_FILTER_HIT,
  BLOCK_CACHE_FILTER_ADD,
  BLOCK_CACHE_FILTER_BYTES_INSERT,
  BLOCK_CACHE_DATA_MISS,
  BLOCK_CACHE_DATA_HIT,
  BLOCK_CACHE_DATA_ADD,
  BLOCK_CACHE_DATA_BYTES_INSERT,
  // Bytes of the blocks that hits returned, and of the blocks that were added.
  BLOCK_CACHE_BYTES_READ,
  BLOCK_CACHE_BYTES_WRITE,
  // Always 0: dictionaries stay with the open table.
  BLOCK_CACHE_COMPRESSION_DICT_MISS,
  BLOCK_CACHE_COMPRESSION_DICT_HIT,
  BLOCK_CACHE_COMPRESSION_DICT_ADD,
  BLOCK_CACHE_COMPRESSION_DICT_BYTES_INSERT,
  // Blocks that another thread had already added when they were added.
  BLOCK_CACHE_ADD_REDUNDANT,
  BLOCK_CACHE_INDEX_ADD_REDUNDANT,
  BLOCK_CACHE_FILTER_ADD_REDUNDANT,
  BLOCK_CACHE_DATA_ADD_REDUNDANT,
  // Always 0.
  BLOCK_CACHE_COMPRESSION_DICT_ADD_REDUNDANT,
  // Blocks that the primary cache lacked and a secondary cache had; all, then by kind.
  SECONDARY_CACHE_HITS,
  SECONDARY_CACHE_FILTER_HITS,
  SECONDARY_CACHE_INDEX_HITS,
  SECONDARY_CACHE_DATA_HITS,
  // Always 0.
  COMPRESSED_SECONDARY_CACHE_DUMMY_HITS,
  // Blocks found in the compressed secondary cache, and those of them that moved to the primary
  // one.
  COMPRESSED_SECONDARY_CACHE_HITS,
  COMPRESSED_SECONDARY_CACHE_PROMOTIONS,
  // Always 0.
  COMPRESSED_SECONDARY_CACHE_PROMOTION_SKIPS,
  // Look-ups in one table whose filter has whole keys: avoided, let through, and rightly let
  // through. Each false positive costs the read of a block.
  BLOOM_FILTER_USEFUL,
  BLOOM_FILTER_FULL_POSITIVE,
  BLOOM_FILTER_FULL_TRUE_POSITIVE,
  // The same where the filter has prefixes only.
  BLOOM_FILTER_PREFIX_CHECKED,
  BLOOM_FILTER_PREFIX_USEFUL,
  BLOOM_FILTER_PREFIX_TRUE_POSITIVE,
  // Always 0: there are no persistent or simulated caches.
  PERSISTENT_CACHE_HIT,
  PERSISTENT_CACHE_MISS,
  SIM_BLOCK_CACHE_HIT,
  SIM_BLOCK_CACHE_MISS,
  // Point look-ups that memtables answered, where a deletion is an answer, and those that went on
  // to files (or, with kMemtableTier, ended there).
  MEMTABLE_HIT,
  MEMTABLE_MISS,
  // Point look-ups whose value, or base of a merge, a file of that level held.
  GET_HIT_L0,
  GET_HIT_L1,
  GET_HIT_L2_AND_UP,
  // Entries that compactions dropped: hidden by a newer version; deletions that hid nothing any
  // more; covered by a range deletion; removed by the compaction filter.
  COMPACTION_KEY_DROP_NEWER_ENTRY,
  COMPACTION_KEY_DROP_OBSOLETE,
  COMPACTION_KEY_DROP_RANGE_DEL,
  COMPACTION_KEY_DROP_USER,
  // Range deletions that hid nothing any more.
  COMPACTION_RANGE_DEL_DROP_OBSOLETE,
  // Deletions dropped above the last level, since no deeper one can hold the key.
  COMPACTION_OPTIMIZED_DEL_DROP_OBSOLETE,
  // Always 0.
  COMPACTION_CANCELLED,
  // Updates written, deletions and operands included; keys asked for by Get().
  NUMBER_KEYS_WRITTEN,
  NUMBER_KEYS_READ,
  // Always 0: nothing is updated in place.
  NUMBER_KEYS_UPDATED,
  // Bytes of write batches, and of values that Get() returned.
  BYTES_WRITTEN,
  BYTES_READ,
  // Moves of iterators, and those of them that ended on an entry.
  NUMBER_DB_SEEK,
  NUMBER_DB_NEXT,
  NUMBER_DB_PREV,
  NUMBER_DB_SEEK_FOUND,
  NUMBER_DB_NEXT_FOUND,
  NUMBER_DB_PREV_FOUND,
  // Bytes of the keys and values at which iterators stopped.
  ITER_BYTES_READ,
  // Hidden versions and deletions that iterators skipped.
  NUMBER_ITER_SKIP,
  // Seeks in place of more than max_sequential_skip_in_iterations steps.
  NUMBER_OF_RESEEKS_IN_ITERATION,
  // Iterators made and destroyed; the difference is the number alive.
  NO_ITERATOR_CREATED,
  NO_ITERATOR_DELETED,
  // Table files opened, and opens that failed.
  NO_FILE_OPENS,
  NO_FILE_ERRORS,
  // Microseconds that writers waited for flushes and compactions, summed over the writers that led
  // a group.
  STALL_MICROS,
  // Always 0: see PerfContext::db_mutex_lock_nanos.
  DB_MUTEX_WAIT_MICROS,
  // MultiGet(): calls, keys asked for, bytes of values, keys found.
  NUMBER_MULTIGET_CALLS,
  NUMBER_MULTIGET_KEYS_READ,
  NUMBER_MULTIGET_BYTES_READ,
  NUMBER_MULTIGET_KEYS_FOUND,
  // Full merges that the merge operator failed.
  NUMBER_MERGE_FAILURES,
  // Always 0: the call is refused.
  GET_UPDATES_SINCE_CALLS,
  // Syncs of the log that writes asked for.
  WAL_FILE_SYNCED,
  // Bytes of records written to the log; a group of writes is one record.
  WAL_FILE_BYTES,
  // Groups, by their leader; other writes of the groups; writes that were logged.
  WRITE_DONE_BY_SELF,
  WRITE_DONE_BY_OTHER,
  WRITE_WITH_WAL,
  // Bytes of compaction inputs, of their outputs, and of tables written by flushes.
  COMPACT_READ_BYTES,
  COMPACT_WRITE_BYTES,
  FLUSH_WRITE_BYTES,
  // Of those, by reason: marked files, periodic_compaction_seconds, ttl.
  COMPACT_READ_BYTES_MARKED,
  COMPACT_READ_BYTES_PERIODIC,
  COMPACT_READ_BYTES_TTL,
  COMPACT_WRITE_BYTES_MARKED,
  COMPACT_WRITE_BYTES_PERIODIC,
  COMPACT_WRITE_BYTES_TTL,
  // This one and the next three are always 0.
  NUMBER_DIRECT_LOAD_TABLE_PROPERTIES,
  NUMBER_SUPERVERSION_ACQUIRES,
  NUMBER_SUPERVERSION_RELEASES,
  NUMBER_SUPERVERSION_CLEANUPS,
  // Blocks that compression made smaller, and blocks decompressed.
  NUMBER_BLOCK_COMPRESSED,
  NUMBER_BLOCK_DECOMPRESSED,
  // Their bytes before and after. Bypassed: written with no compression; rejected: compressed on
  // trial, but stored raw because it saved too little.
  BYTES_COMPRESSED_FROM,
  BYTES_COMPRESSED_TO,
  BYTES_COMPRESSION_BYPASSED,
  BYTES_COMPRESSION_REJECTED,
  NUMBER_BLOCK_COMPRESSION_BYPASSED,
  NUMBER_BLOCK_COMPRESSION_REJECTED,
  // Bytes of decompressed blocks, as stored and as used.
  BYTES_DECOMPRESSED_FROM,
  BYTES_DECOMPRESSED_TO,
  // Nanoseconds inside the merge operator and inside the compaction filter.
  MERGE_OPERATION_TOTAL_TIME,
  FILTER_OPERATION_TOTAL_TIME,
  // Microseconds of processor time.
  COMPACTION_CPU_TOTAL_TIME,
  // This one and the next three are always 0: there is no row cache, and read amplification is not
  // estimated.
  ROW_CACHE_HIT,
  ROW_CACHE_MISS,
  READ_AMP_ESTIMATE_USEFUL_BYTES,
  READ_AMP_TOTAL_READ_BYTES,
  // The number of times that the rate limiter had used up an interval.
  NUMBER_RATE_LIMITER_DRAINS,
  // All tickers that begin with BLOB_DB are always 0: there are no blob files.
  BLOB_DB_NUM_PUT,
  BLOB_DB_NUM_WRITE,
  BLOB_DB_NUM_GET,
  BLOB_DB_NUM_MULTIGET,
  BLOB_DB_NUM_SEEK,
  BLOB_DB_NUM_NEXT,
  BLOB_DB_NUM_PREV,
  BLOB_DB_NUM_KEYS_WRITTEN,
  BLOB_DB_NUM_KEYS_READ,
  BLOB_DB_BYTES_WRITTEN,
  BLOB_DB_BYTES_READ,
  BLOB_DB_WRITE_INLINED,
  BLOB_DB_WRITE_INLINED_TTL,
  BLOB_DB_WRITE_BLOB,
  BLOB_DB_WRITE_BLOB_TTL,
  BLOB_DB_BLOB_FILE_BYTES_WRITTEN,
  BLOB_DB_BLOB_FILE_BYTES_READ,
  BLOB_DB_BLOB_FILE_SYNCED,
  BLOB_DB_BLOB_INDEX_EXPIRED_COUNT,
  BLOB_DB_BLOB_INDEX_EXPIRED_SIZE,
  BLOB_DB_BLOB_INDEX_EVICTED_COUNT,
  BLOB_DB_BLOB_INDEX_EVICTED_SIZE,
  BLOB_DB_GC_NUM_FILES,
  BLOB_DB_GC_NUM_NEW_FILES,
  BLOB_DB_GC_FAILURES,
  BLOB_DB_GC_NUM_KEYS_RELOCATED,
  BLOB_DB_GC_BYTES_RELOCATED,
  BLOB_DB_FIFO_NUM_FILES_EVICTED,
  BLOB_DB_FIFO_NUM_KEYS_EVICTED,
  BLOB_DB_FIFO_BYTES_EVICTED,
  BLOB_DB_CACHE_MISS,
  BLOB_DB_CACHE_HIT,
  BLOB_DB_CACHE_ADD,
  BLOB_DB_CACHE_ADD_FAILURES,
  BLOB_DB_CACHE_BYTES_READ,
  BLOB_DB_CACHE_BYTES_WRITE,
  // Always 0: there are no transactions.
  TXN_PREPARE_MUTEX_OVERHEAD,
  TXN_OLD_COMMIT_MAP_MUTEX_OVERHEAD,
  TXN_DUPLICATE_KEY_OVERHEAD,
  TXN_SNAPSHOT_MUTEX_OVERHEAD,
  TXN_GET_TRY_AGAIN,
  // Always 0, also for files deleted at once: there is no SstFileManager.
  FILES_MARKED_TRASH,
  FILES_DELETED_FROM_TRASH_QUEUE,
  FILES_DELETED_IMMEDIATELY,
  // Errors in the background or in the log: all; those of file operations; those of file
  // operations that may be retried.
  ERROR_HANDLER_BG_ERROR_COUNT,
  ERROR_HANDLER_BG_IO_ERROR_COUNT,
  ERROR_HANDLER_BG_RETRYABLE_IO_ERROR_COUNT,
  // Automatic recoveries: begun, attempts made, succeeded.
  ERROR_HANDLER_AUTORESUME_COUNT,
  ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT,
  ERROR_HANDLER_AUTORESUME_SUCCESS_COUNT,
  // Bytes of keys and values in flushed memtables, and those of them that did not reach a table.
  MEMTABLE_PAYLOAD_BYTES_AT_FLUSH,
  MEMTABLE_GARBAGE_BYTES_AT_FLUSH,
  // Bytes read by DB::VerifyChecksum().
  VERIFY_CHECKSUM_READ_BYTES,
  // Always 0, down to remote compactions: this library has neither backups nor those.
  BACKUP_READ_BYTES,
  BACKUP_WRITE_BYTES,
  REMOTE_COMPACT_READ_BYTES,
  REMOTE_COMPACT_WRITE_BYTES,
  // Reads of table files to which the MANIFEST gives a temperature: bytes, then counts. This
  // library writes files without one.
  HOT_FILE_READ_BYTES,
  WARM_FILE_READ_BYTES,
  COLD_FILE_READ_BYTES,
  HOT_FILE_READ_COUNT,
  WARM_FILE_READ_COUNT,
  COLD_FILE_READ_COUNT,
  // Reads of table files by their level: the last one of the tree, and others.
  LAST_LEVEL_READ_BYTES,
  LAST_LEVEL_READ_COUNT,
  NON_LAST_LEVEL_READ_BYTES,
  NON_LAST_LEVEL_READ_COUNT,
  // Iterator seeks in one table, by its level: avoided by a prefix filter; let through by it; data
  // read; data read and used without a filter or after its match.
  LAST_LEVEL_SEEK_FILTERED,
  LAST_LEVEL_SEEK_FILTER_MATCH,
  LAST_LEVEL_SEEK_DATA,
  LAST_LEVEL_SEEK_DATA_USEFUL_NO_FILTER,
  LAST_LEVEL_SEEK_DATA_USEFUL_FILTER_MATCH,
  NON_LAST_LEVEL_SEEK_FILTERED,
  NON_LAST_LEVEL_SEEK_FILTER_MATCH,
  NON_LAST_LEVEL_SEEK_DATA,
  NON_LAST_LEVEL_SEEK_DATA_USEFUL_NO_FILTER,
  NON_LAST_LEVEL_SEEK_DATA_USEFUL_FILTER_MATCH,
  // Block checksums computed for reads, and those that differed from the stored ones.
  BLOCK_CHECKSUM_COMPUTE_COUNT,
  BLOCK_CHECKSUM_MISMATCH_COUNT,
  // This one and the next two are always 0: nothing is read asynchronously.
  MULTIGET_COROUTINE_COUNT,
  READ_ASYNC_MICROS,
  ASYNC_READ_ERROR_COUNT,
  // Blocks read while tables were opened: outside the end of the file that was read first, and
  // within it.
  TABLE_OPEN_PREFETCH_TAIL_MISS,
  TABLE_OPEN_PREFETCH_TAIL_HIT,
  // This one and the next two are always 0.
  TIMESTAMP_FILTER_TABLE_CHECKED,
  TIMESTAMP_FILTER_TABLE_FILTERED,
  READAHEAD_TRIMMED,
  // FIFO compactions by reason. Those for temperature never happen.
  FIFO_MAX_SIZE_COMPACTIONS,
  FIFO_TTL_COMPACTIONS,
  FIFO_CHANGE_TEMPERATURE_COMPACTIONS,
  // Bytes read ahead, those of them that were used later, and reads served from them.
  PREFETCH_BYTES,
  PREFETCH_BYTES_USEFUL,
  PREFETCH_HITS,
  // Table files opened whose footer was damaged.
  SST_FOOTER_CORRUPTION_COUNT,
  // Always 0, down to the indexes of applications: damaged blocks are not read again, and there
  // are no indexed batches and no such indexes.
  FILE_READ_CORRUPTION_RETRY_COUNT,
  FILE_READ_CORRUPTION_RETRY_SUCCESS_COUNT,
  NUMBER_WBWI_INGEST,
  SST_USER_DEFINED_INDEX_LOAD_FAIL_COUNT,

  // An addition of this library.
  // Level 0 in buckets (docs/buckets.md): boundaries added and removed, level 0 files written by
  // flushes that cut at boundaries, compactions of a bucket begun, those begun while another ran,
  // files moved down without rewriting, and microseconds of stalls while a bucket was too deep.
  BUCKET_SPLITS,
  BUCKET_MERGES,
  BUCKET_FLUSH_FILES,
  BUCKET_JOBS,
  BUCKET_PARALLEL_JOBS,
  BUCKET_MOVED_FILES,
  BUCKET_STALL_MICROS,

  TICKER_ENUM_MAX
};

// Element i belongs to ticker i. The names are those that ToString() prints.
extern const std::vector<std::pair<Tickers, std::string>> TickersNameMap;

// Distributions; each event gives one value. Times are in microseconds unless the name ends in
// NANOS, and are recorded only if the level of collection includes times. "Always empty": nothing
// in this library records it.
enum Histograms : uint32_t {
  // One Get(); one Write(), from call to return, waiting included.
  DB_GET = 0,
  DB_WRITE,
  // One compaction: wall-clock time, processor time, and the preparation of its parts.
  COMPACTION_TIME,
  COMPACTION_CPU_TIME,
  SUBCOMPACTION_SETUP_TIME,
  // One sync: of a table that a flush or a compaction wrote, of a log, of the MANIFEST.
  TABLE_SYNC_MICROS,
  COMPACTION_OUTFILE_SYNC_MICROS,
  WAL_FILE_SYNC_MICROS,
  MANIFEST_FILE_SYNC_MICROS,
  // Opening one table file and reading its index; one MultiGet().
  TABLE_OPEN_IO_MICROS,
  DB_MULTIGET,
  // The load of one block that was not cached, decompression included: for compactions, for reads.
  READ_BLOCK_COMPACTION_MICROS,
  READ_BLOCK_GET_MICROS,
  // Handing one finished block to the file.
  WRITE_RAW_BLOCK_MICROS,
  // Input files of one compaction.
  NUM_FILES_IN_SINGLE_COMPACTION,
  // One seek of an iterator.
  DB_SEEK,
  // One wait of a writer for flushes and compactions.
  WRITE_STALL,
  // One read of a table file; then by purpose.
  SST_READ_MICROS,
  FILE_READ_FLUSH_MICROS,
  FILE_READ_COMPACTION_MICROS,
  FILE_READ_DB_OPEN_MICROS,
  FILE_READ_GET_MICROS,
  FILE_READ_MULTIGET_MICROS,
  FILE_READ_DB_ITERATOR_MICROS,
  FILE_READ_VERIFY_DB_CHECKSUM_MICROS,
  // Always empty: the call is refused.
  FILE_READ_VERIFY_FILE_CHECKSUMS_MICROS,
  // One write to a table file; then by purpose.
  SST_WRITE_MICROS,
  FILE_WRITE_FLUSH_MICROS,
  FILE_WRITE_COMPACTION_MICROS,
  FILE_WRITE_DB_OPEN_MICROS,
  // The parts of one compaction.
  NUM_SUBCOMPACTIONS_SCHEDULED,
  // Bytes of the value of one Get(), of the batches of one group of writes, of the values of one
  // MultiGet().
  BYTES_PER_READ,
  BYTES_PER_WRITE,
  BYTES_PER_MULTIGET,
  // One block.
  COMPRESSION_TIMES_NANOS,
  DECOMPRESSION_TIMES_NANOS,
  // Operands of one merged Get().
  READ_NUM_MERGE_OPERANDS,
  // All histograms that begin with BLOB_DB are always empty.
  BLOB_DB_KEY_SIZE,
  BLOB_DB_VALUE_SIZE,
  BLOB_DB_WRITE_MICROS,
  BLOB_DB_GET_MICROS,
  BLOB_DB_MULTIGET_MICROS,
  BLOB_DB_SEEK_MICROS,
  BLOB_DB_NEXT_MICROS,
  BLOB_DB_PREV_MICROS,
  BLOB_DB_BLOB_FILE_WRITE_MICROS,
  BLOB_DB_BLOB_FILE_READ_MICROS,
  BLOB_DB_BLOB_FILE_SYNC_MICROS,
  BLOB_DB_COMPRESSION_MICROS,
  BLOB_DB_DECOMPRESSION_MICROS,
  // One flush with all its files.
  FLUSH_TIME,
  // Always empty. The next is the requests of one FSRandomAccessFile::MultiRead() of MultiGet().
  SST_BATCH_SIZE,
  MULTIGET_IO_BATCH_SIZE,
  // This one and the next two are always empty.
  NUM_INDEX_AND_FILTER_BLOCKS_READ_PER_LEVEL,
  NUM_SST_READ_PER_LEVEL,
  NUM_LEVEL_READ_PER_MULTIGET,
  // Attempts of one recovery.
  ERROR_HANDLER_AUTORESUME_RETRY_COUNT,
  // This one and the next are always empty.
  ASYNC_READ_BYTES,
  POLL_WAIT_MICROS,
  // Bytes of one read-ahead of a compaction; bytes read ahead and never used, when a reader ends.
  COMPACTION_PREFETCH_BYTES,
  PREFETCHED_BYTES_DISCARDED,
  // Always empty.
  ASYNC_PREFETCH_ABORT_MICROS,
  // Bytes of the first read when a table is opened.
  TABLE_OPEN_PREFETCH_TAIL_READ_BYTES,
  // Always empty.
  NUM_OP_PER_TRANSACTION,

  // An addition of this library.
  // Compactions of a bucket: input bytes and microseconds of one. Then, after each flush, the
  // largest number of level 0 files in which one key may have to be looked up.
  BUCKET_JOB_BYTES,
  BUCKET_JOB_MICROS,
  BUCKET_L0_DEPTH,

  HISTOGRAM_ENUM_MAX
};

// Element i belongs to histogram i. The names are those that ToString() prints.
extern const std::vector<std::pair<Histograms, std::string>> HistogramsNameMap;

// The result of histogramData(), in the unit of the histogram. Percentiles are estimates,
// interpolated within buckets; count, sum, min and max are exact. All are zero for an empty
// histogram.
struct HistogramData {
  double median;
  double percentile95;
  double percentile99;
  double average;
  double standard_deviation;
  double max = 0.0;
  uint64_t count = 0;
  uint64_t sum = 0;
  double min = 0.0;
};

// How much is collected; each level adds to the one before. The default is kExceptDetailedTimers.
// Reading the clock costs the most.
enum StatsLevel : uint8_t {
  kDisableAll,
  kExceptTickers = kDisableAll,
  // Tickers only.
  kExceptHistogramOrTimers,
  // Adds histograms of values other than times.
  kExceptTimers,
  // Adds times, except those of mutexes and compression.
  kExceptDetailedTimers,
  kExceptTimeForMutex,
  kAll,
};

// Thread-safe. Several databases may share one: the options share its ownership, and it adds up
// the numbers of all. Each processor has its own counts, so recording scales and reading takes
// longer. Applications may subclass it; the methods that the engine calls while recording must
// then be as fast and safe.
class Statistics : public Customizable {
 public:
  ~Statistics() override = default;

  static const char* Type() { return "Statistics"; }
  static Status CreateFromString(const ConfigOptions& opts, const std::string& value,
                                 std::shared_ptr<Statistics>* result);
  const char* Name() const override { return ""; }

  // Numbers out of range read as 0 and are not recorded.
  virtual uint64_t getTickerCount(uint32_t tickerType) const = 0;
  virtual void recordTick(uint32_t tickerType, uint64_t count = 1) = 0;
  virtual void setTickerCount(uint32_t tickerType, uint64_t count) = 0;
  // Events at the same time are counted once, before or after the reset.
  virtual uint64_t getAndResetTickerCount(uint32_t tickerType) = 0;
  // Fills the map by ticker name; false if that is not supported.
  virtual bool getTickerMap(std::map<std::string, uint64_t>* tickers) const {
    (void)tickers;
    return false;
  }

  // Summed up at the time of the call.
  virtual void histogramData(uint32_t type, HistogramData* const data) const = 0;
  // Count, average, percentiles and the filled buckets, for people.
  virtual std::string getHistogramString(uint32_t type) const {
    (void)type;
    return "";
  }
  virtual void recordInHistogram(uint32_t histogramType, uint64_t value) {
    measureTime(histogramType, value);
  }
  // For times: dropped below the level that collects times.
  virtual void reportTimeToHistogram(uint32_t histogramType, uint64_t time) {
    if (get_stats_level() > StatsLevel::kExceptTimers) {
      recordInHistogram(histogramType, time);
    }
  }
  // An older name of recordInHistogram; a subclass overrides one of the two.
  virtual void measureTime(uint32_t histogramType, uint64_t time) {
    (void)histogramType;
    (void)time;
  }
  // Whether values of this histogram are recorded.
  virtual bool HistEnabledForType(uint32_t type) const { return type < HISTOGRAM_ENUM_MAX; }

  // Sets everything to zero. Values recorded meanwhile may or may not be lost.
  virtual Status Reset() { return Status::NotSupported("Statistics::Reset"); }

  using Customizable::ToString;
  // Every ticker and histogram, one on each line.
  virtual std::string ToString() const { return ""; }

  // Any thread may change it at any time; collected values stay.
  void set_stats_level(StatsLevel sl) { stats_level_.store(sl, std::memory_order_relaxed); }
  StatsLevel get_stats_level() const { return stats_level_.load(std::memory_order_relaxed); }

 private:
  std::atomic<StatsLevel> stats_level_{kExceptDetailedTimers};
};

// The Statistics of this library, at the default level; for DBOptions::statistics.
std::shared_ptr<Statistics> CreateDBStatistics();

}  // namespace ROCKSDB_NAMESPACE
