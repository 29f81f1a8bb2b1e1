// The database: an ordered, persistent map from bytes to bytes, in column families. Every embedding
// application starts here with DB::Open(). A DB may be used by any number of threads at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/iterator.h"
#include "rocksdb/listener.h"
#include "rocksdb/metadata.h"
#include "rocksdb/options.h"
#include "rocksdb/snapshot.h"
#include "rocksdb/thread_status.h"
#include "rocksdb/transaction_log.h"
#include "rocksdb/types.h"
#include "rocksdb/version.h"
#include "rocksdb/wide_columns.h"

#if defined(__GNUC__) || defined(__clang__)
#define ROCKSDB_DEPRECATED_FUNC __attribute__((__deprecated__))
#elif defined(_WIN32)
#define ROCKSDB_DEPRECATED_FUNC __declspec(deprecated)
#endif

namespace ROCKSDB_NAMESPACE {

class BlockCacheTraceWriter;
class Comparator;
class Env;
class FileChecksumList;
class FileSystem;
class Replayer;
class StatsHistoryIterator;
class TraceReader;
class TraceWriter;
class UserWriteCallback;
class WriteBatch;
class WriteBatchWithIndex;
struct BlockCacheTraceOptions;

static const int kMajorVersion = __ROCKSDB_MAJOR__;
static const int kMinorVersion = __ROCKSDB_MINOR__;

// "default": exists in every database and cannot be dropped.
extern const std::string kDefaultColumnFamilyName;
// Holds statistics history where that is kept on disk.
extern const std::string kPersistentStatsColumnFamilyName;

// Name and options of a column family to open or create.
struct ColumnFamilyDescriptor {
  ColumnFamilyDescriptor() : ColumnFamilyDescriptor(kDefaultColumnFamilyName, {}) {}
  ColumnFamilyDescriptor(const std::string& cf_name, const ColumnFamilyOptions& cf_options)
      : name(cf_name), options(cf_options) {}

  std::string name;
  ColumnFamilyOptions options;
};

// Names an open column family in calls. The opener owns it and gives it back with
// DB::DestroyColumnFamilyHandle(), before the DB goes; a dropped family stays readable until then.
class ColumnFamilyHandle {
 public:
  virtual ~ColumnFamilyHandle() = default;

  virtual const std::string& GetName() const = 0;
  virtual uint32_t GetID() const = 0;
  // With the options as they are now.
  virtual Status GetDescriptor(ColumnFamilyDescriptor* desc) = 0;
  virtual const Comparator* GetComparator() const = 0;
};

// Keys in [start, limit).
struct Range {
  Slice start;
  Slice limit;

  Range() = default;
  Range(const Slice& first, const Slice& end) : start(first), limit(end) {}
};

// The same with optional ends; null is unbounded.
struct RangePtr {
  const Slice* start = nullptr;
  const Slice* limit = nullptr;

  RangePtr() = default;
  RangePtr(const Slice* first, const Slice* end) : start(first), limit(end) {}
};

// Files for one column family in DB::IngestExternalFiles().
struct IngestExternalFileArg {
  ColumnFamilyHandle* column_family = nullptr;
  std::vector<std::string> external_files;
  IngestExternalFileOptions options;
  std::vector<std::string> files_checksums;            // raw, parallel to the files; or empty
  std::vector<std::string> files_checksum_func_names;  // likewise
  Temperature file_temperature = Temperature::kUnknown;
};

struct GetMergeOperandsOptions {
  using ContinueCallback = std::function<bool(Slice operand)>;

  // Room in the caller's array; more operands than this is the error Incomplete.
  int expected_max_number_of_operands = 0;

  // Asked after each operand, newest first; false ends the search. Not set: take all.
  ContinueCallback continue_cb;
};

using TablePropertiesCollection =
    std::unordered_map<std::string, std::shared_ptr<const TableProperties>>;

// How overloads relate: for most operations one form is virtual (marked
// "core" below) and all others lead to it, filling in the default column family or missing outputs.
// A subclass implements the core forms and says `using DB::Get;` and so on for the rest.
class DB {
 public:
  DB() = default;
  DB(const DB&) = delete;
  void operator=(const DB&) = delete;

  // Closes the database if Close() was not called; errors are lost. No iterator, snapshot or
  // column family handle may be left.
  virtual ~DB();

  // ---- Opening and closing ----
  // On success *db is set, else it is null. Each form exists for unique_ptr and for a raw pointer.
  // With descriptors, all existing column families must be listed (read-only opens may list some),
  // and `handles` receives one handle for each, in order.

  static Status Open(const Options& options, const std::string& name, std::unique_ptr<DB>* db);
  static Status Open(const DBOptions& db_options, const std::string& name,
                     const std::vector<ColumnFamilyDescriptor>& column_families,
                     std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Any number of processes may do this, beside a writer too; nothing on disk is changed.
  static Status OpenForReadOnly(const Options& options, const std::string& name,
                                std::unique_ptr<DB>* db, bool error_if_wal_file_exists = false);
  static Status OpenForReadOnly(const DBOptions& db_options, const std::string& name,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db,
                                bool error_if_wal_file_exists = false);

  // A reader that follows a writer's files through TryCatchUpWithPrimary(). Its own files (the LOG)
  // go to `secondary_path`.
  static Status OpenAsSecondary(const Options& options, const std::string& name,
                                const std::string& secondary_path, std::unique_ptr<DB>* db);
  static Status OpenAsSecondary(const DBOptions& db_options, const std::string& name,
                                const std::string& secondary_path,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // A reader that follows by itself and links the leader's files into its own directory.
  static Status OpenAsFollower(const Options& options, const std::string& name,
                               const std::string& leader_path, std::unique_ptr<DB>* db);
  static Status OpenAsFollower(const DBOptions& db_options, const std::string& name,
                               const std::string& leader_path,
                               const std::vector<ColumnFamilyDescriptor>& column_families,
                               std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Opens with user-defined timestamps and discards everything newer than `trim_ts`.
  static Status OpenAndTrimHistory(const DBOptions& db_options, const std::string& name,
                                   const std::vector<ColumnFamilyDescriptor>& column_families,
                                   std::vector<ColumnFamilyHandle*>* handles,
                                   std::unique_ptr<DB>* db, std::string trim_ts);

  // The worker's side of remote compaction: `input` describes the job, *output the result.
  static Status OpenAndCompact(const std::string& name, const std::string& output_directory,
                               const std::string& input, std::string* output,
                               const CompactionServiceOptionsOverride& override_options);
  static Status OpenAndCompact(const OpenAndCompactOptions& options, const std::string& name,
                               const std::string& output_directory, const std::string& input,
                               std::string* output,
                               const CompactionServiceOptionsOverride& override_options);

  static Status Open(const Options& options, const std::string& name, DB** db) {
    std::unique_ptr<DB> opened;
    return HandOver(Open(options, name, &opened), &opened, db);
  }
  static Status Open(const DBOptions& db_options, const std::string& name,
                     const std::vector<ColumnFamilyDescriptor>& column_families,
                     std::vector<ColumnFamilyHandle*>* handles, DB** db) {
    std::unique_ptr<DB> opened;
    return HandOver(Open(db_options, name, column_families, handles, &opened), &opened, db);
  }
  static Status OpenForReadOnly(const Options& options, const std::string& name, DB** db,
                                bool error_if_wal_file_exists = false) {
    std::unique_ptr<DB> opened;
    return HandOver(OpenForReadOnly(options, name, &opened, error_if_wal_file_exists), &opened, db);
  }
  static Status OpenForReadOnly(const DBOptions& db_options, const std::string& name,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, DB** db,
                                bool error_if_wal_file_exists = false) {
    std::unique_ptr<DB> opened;
    return HandOver(OpenForReadOnly(db_options, name, column_families, handles, &opened,
                                    error_if_wal_file_exists),
                    &opened, db);
  }
  static Status OpenAsSecondary(const Options& options, const std::string& name,
                                const std::string& secondary_path, DB** db) {
    std::unique_ptr<DB> opened;
    return HandOver(OpenAsSecondary(options, name, secondary_path, &opened), &opened, db);
  }
  static Status OpenAsSecondary(const DBOptions& db_options, const std::string& name,
                                const std::string& secondary_path,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, DB** db) {
    std::unique_ptr<DB> opened;
    return HandOver(
        OpenAsSecondary(db_options, name, secondary_path, column_families, handles, &opened),
        &opened, db);
  }
  static Status OpenAndTrimHistory(const DBOptions& db_options, const std::string& name,
                                   const std::vector<ColumnFamilyDescriptor>& column_families,
                                   std::vector<ColumnFamilyHandle*>* handles, DB** db,
                                   std::string trim_ts) {
    std::unique_ptr<DB> opened;
    return HandOver(
        OpenAndTrimHistory(db_options, name, column_families, handles, &opened, std::move(trim_ts)),
        &opened, db);
  }

  // Stops background work and closes all files, reporting what failed. Unsynced WAL data is not
  // synced. Afterwards only destruction is allowed.
  virtual Status Close() { return Unsupported("Close"); }

  // Retries what made the database read-only.
  virtual Status Resume() { return Unsupported("Resume"); }

  // ---- Column families ----

  static Status ListColumnFamilies(const DBOptions& db_options, const std::string& name,
                                   std::vector<std::string>* column_families);

  virtual Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                                    ColumnFamilyHandle** handle) = 0;

  // These stop at the first failure; `handles` has those made before it.
  virtual Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                                      const std::vector<std::string>& cf_names,
                                      std::vector<ColumnFamilyHandle*>* handles) = 0;
  virtual Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& column_families,
                                      std::vector<ColumnFamilyHandle*>* handles) = 0;

  // Records the drop; data goes when the last handle and iterator are gone.
  virtual Status DropColumnFamily(ColumnFamilyHandle* cf) = 0;
  virtual Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& column_families) = 0;

  // InvalidArgument for the handle that DefaultColumnFamily() returns.
  virtual Status DestroyColumnFamilyHandle(ColumnFamilyHandle* cf);

  // Owned by the DB.
  virtual ColumnFamilyHandle* DefaultColumnFamily() const = 0;

  // ---- Writing ----
  // Each call is atomic. It is on disk when WriteOptions::sync was set, in the operating system's
  // hands otherwise. Forms with `ts` serve column families with user-defined timestamps.

  virtual Status Write(const WriteOptions& options, WriteBatch* updates) = 0;

  virtual Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     const Slice& value) = 0;
  virtual Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     const Slice& ts, const Slice& value);
  virtual Status Put(const WriteOptions& options, const Slice& key, const Slice& value) {
    return Put(options, DefaultColumnFamily(), key, value);
  }
  virtual Status Put(const WriteOptions& options, const Slice& key, const Slice& ts,
                     const Slice& value) {
    return Put(options, DefaultColumnFamily(), key, ts, value);
  }

  virtual Status PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           const WideColumns& columns);
  virtual Status PutEntity(const WriteOptions& options, const Slice& key,
                           const AttributeGroups& groups);

  // OK whether or not the key was there.
  virtual Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                        const Slice& ts);
  virtual Status Delete(const WriteOptions& options, const Slice& key) {
    return Delete(options, DefaultColumnFamily(), key);
  }
  virtual Status Delete(const WriteOptions& options, const Slice& key, const Slice& ts) {
    return Delete(options, DefaultColumnFamily(), key, ts);
  }

  // For keys put at most once since their last removal and never merged; cheaper to compact away.
  virtual Status SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf,
                              const Slice& key) = 0;
  virtual Status SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                              const Slice& ts);
  virtual Status SingleDelete(const WriteOptions& options, const Slice& key) {
    return SingleDelete(options, DefaultColumnFamily(), key);
  }
  virtual Status SingleDelete(const WriteOptions& options, const Slice& key, const Slice& ts) {
    return SingleDelete(options, DefaultColumnFamily(), key, ts);
  }

  // Removes keys in [begin, end). InvalidArgument when end sorts before begin.
  virtual Status DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf,
                             const Slice& begin, const Slice& end) = 0;
  virtual Status DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf,
                             const Slice& begin, const Slice& end, const Slice& ts);
  virtual Status DeleteRange(const WriteOptions& options, const Slice& begin, const Slice& end) {
    return DeleteRange(options, DefaultColumnFamily(), begin, end);
  }
  virtual Status DeleteRange(const WriteOptions& options, const Slice& begin, const Slice& end,
                             const Slice& ts) {
    return DeleteRange(options, DefaultColumnFamily(), begin, end, ts);
  }

  virtual Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                       const Slice& operand) = 0;
  virtual Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                       const Slice& ts, const Slice& operand);
  virtual Status Merge(const WriteOptions& options, const Slice& key, const Slice& operand) {
    return Merge(options, DefaultColumnFamily(), key, operand);
  }
  virtual Status Merge(const WriteOptions& options, const Slice& key, const Slice& ts,
                       const Slice& operand) {
    return Merge(options, DefaultColumnFamily(), key, ts, operand);
  }

  // Write() with the application called back between WAL and memtable.
  virtual Status WriteWithCallback(const WriteOptions& options, WriteBatch* updates,
                                   UserWriteCallback* callback);

  // Makes an indexed batch readable as it is, without inserting it into a memtable.
  virtual Status IngestWriteBatchWithIndex(const WriteOptions& options,
                                           std::shared_ptr<WriteBatchWithIndex> batch);

  // ---- Point reads ----
  // NotFound, value untouched or empty, when the key has no value in the view read.

  // core
  virtual Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     PinnableSlice* value, std::string* timestamp) = 0;

  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             PinnableSlice* value) {
    return Get(options, cf, key, value, nullptr);
  }
  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             std::string* value) {
    return Get(options, cf, key, value, nullptr);
  }
  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             std::string* value, std::string* timestamp);
  Status Get(const ReadOptions& options, const Slice& key, PinnableSlice* value) {
    return Get(options, DefaultColumnFamily(), key, value, nullptr);
  }
  Status Get(const ReadOptions& options, const Slice& key, std::string* value) {
    return Get(options, DefaultColumnFamily(), key, value, nullptr);
  }
  Status Get(const ReadOptions& options, const Slice& key, std::string* value,
             std::string* timestamp) {
    return Get(options, DefaultColumnFamily(), key, value, timestamp);
  }

  // The value as columns; a plain value is one column with an empty name.
  virtual Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           PinnableWideColumns* columns);
  virtual Status GetEntity(const ReadOptions& options, const Slice& key,
                           PinnableAttributeGroups* groups);

  // The base value and operands of a merged key, oldest first, uncombined.
  virtual Status GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf,
                                  const Slice& key, PinnableSlice* merge_operands,
                                  GetMergeOperandsOptions* get_merge_operands_options,
                                  int* number_of_operands) = 0;

  // Many keys from one view. Outputs are parallel to the keys; `sorted_input` promises that keys
  // come in column family and comparator order.

  // core. `timestamps` may be null.
  virtual void MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                        const Slice* keys, PinnableSlice* values, std::string* timestamps,
                        Status* statuses, const bool sorted_input = false) = 0;

  void MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                const Slice* keys, PinnableSlice* values, Status* statuses,
                const bool sorted_input = false) {
    MultiGet(options, num_keys, cfs, keys, values, nullptr, statuses, sorted_input);
  }
  void MultiGet(const ReadOptions& options, ColumnFamilyHandle* cf, const size_t num_keys,
                const Slice* keys, PinnableSlice* values, std::string* timestamps, Status* statuses,
                const bool sorted_input = false);
  void MultiGet(const ReadOptions& options, ColumnFamilyHandle* cf, const size_t num_keys,
                const Slice* keys, PinnableSlice* values, Status* statuses,
                const bool sorted_input = false) {
    MultiGet(options, cf, num_keys, keys, values, nullptr, statuses, sorted_input);
  }
  std::vector<Status> MultiGet(const ReadOptions& options,
                               const std::vector<ColumnFamilyHandle*>& cfs,
                               const std::vector<Slice>& keys, std::vector<std::string>* values,
                               std::vector<std::string>* timestamps);
  std::vector<Status> MultiGet(const ReadOptions& options,
                               const std::vector<ColumnFamilyHandle*>& cfs,
                               const std::vector<Slice>& keys, std::vector<std::string>* values) {
    return MultiGet(options, cfs, keys, values, nullptr);
  }
  std::vector<Status> MultiGet(const ReadOptions& options, const std::vector<Slice>& keys,
                               std::vector<std::string>* values,
                               std::vector<std::string>* timestamps) {
    const std::vector<ColumnFamilyHandle*> cfs(keys.size(), DefaultColumnFamily());
    return MultiGet(options, cfs, keys, values, timestamps);
  }
  std::vector<Status> MultiGet(const ReadOptions& options, const std::vector<Slice>& keys,
                               std::vector<std::string>* values) {
    return MultiGet(options, keys, values, nullptr);
  }

  virtual void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false);
  virtual void MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false);
  virtual void MultiGetEntity(const ReadOptions& options, size_t num_keys, const Slice* keys,
                              PinnableAttributeGroups* results);

  // False only if the key is certainly absent, judged from memory and filters. When the value
  // happens to be at hand it is stored and *value_found set.
  // core
  virtual bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           std::string* value, std::string* timestamp,
                           bool* value_found = nullptr) = 0;
  virtual bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           std::string* value, bool* value_found = nullptr) {
    return KeyMayExist(options, cf, key, value, nullptr, value_found);
  }
  virtual bool KeyMayExist(const ReadOptions& options, const Slice& key, std::string* value,
                           bool* value_found = nullptr) {
    return KeyMayExist(options, DefaultColumnFamily(), key, value, value_found);
  }
  virtual bool KeyMayExist(const ReadOptions& options, const Slice& key, std::string* value,
                           std::string* timestamp, bool* value_found = nullptr) {
    return KeyMayExist(options, DefaultColumnFamily(), key, value, timestamp, value_found);
  }

  // ---- Ordered reads ----
  // Iterators belong to the caller and must go before the DB does. Never null.

  virtual Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual Iterator* NewIterator(const ReadOptions& options) {
    return NewIterator(options, DefaultColumnFamily());
  }

  // One iterator for each column family, all on one view.
  virtual Status NewIterators(const ReadOptions& options,
                              const std::vector<ColumnFamilyHandle*>& column_families,
                              std::vector<Iterator*>* iterators) = 0;

  // Walks the union of several column families: columns merged, or grouped by family.
  virtual std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& column_families);
  virtual std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& column_families);

  // Null when the database cannot give consistent snapshots.
  virtual const Snapshot* GetSnapshot() = 0;
  virtual void ReleaseSnapshot(const Snapshot* snapshot) = 0;

  // ---- Properties ----

  // What GetProperty() knows. [int]: GetIntProperty() too; [map]: GetMapProperty() too.
  struct Properties {
    // Reports for people.
    static const std::string kStats;                      // cfstats and dbstats [map]
    static const std::string kSSTables;                   // all files, by level
    static const std::string kCFStats;                    // one column family [map]
    static const std::string kCFStatsNoFileHistogram;     // the same, without the histogram
    static const std::string kCFFileHistogram;            // file read latency by level
    static const std::string kCFWriteStallStats;          // stalls of a column family [map]
    static const std::string kDBStats;                    // whole database [map]
    static const std::string kDBWriteStallStats;          // stalls of the database [map]
    static const std::string kLevelStats;                 // files and megabytes by level
    static const std::string kBlockCacheEntryStats;       // cache content by kind [map]
    static const std::string kFastBlockCacheEntryStats;   // the same, maybe minutes old [map]
    static const std::string kBlobStats;                  // blob files
    static const std::string kOptionsStatistics;          // DBOptions::statistics as text
    static const std::string kAggregatedTableProperties;  // sum over all tables [map]
    static const std::string kAggregatedTablePropertiesAtLevel;  // + level number [map]
    static const std::string kNumFilesAtLevelPrefix;             // + level number
    static const std::string kCompressionRatioAtLevelPrefix;     // + level number
    static const std::string kBucketStats;                       // buckets of level 0 [map]

    // Memtables [int].
    static const std::string kNumImmutableMemTable;         // waiting for flush
    static const std::string kNumImmutableMemTableFlushed;  // flushed, still in memory
    static const std::string kMemTableFlushPending;         // 0 or 1
    static const std::string kNumRunningFlushes;
    static const std::string kCurSizeActiveMemTable;  // bytes
    static const std::string kCurSizeAllMemTables;    // bytes, active and waiting
    static const std::string kSizeAllMemTables;       // bytes, active, waiting and pinned
    static const std::string kNumEntriesActiveMemTable;
    static const std::string kNumEntriesImmMemTables;
    static const std::string kNumDeletesActiveMemTable;
    static const std::string kNumDeletesImmMemTables;

    // Compaction and stalls [int].
    static const std::string kCompactionPending;  // 0 or 1
    static const std::string kNumRunningCompactions;
    static const std::string kNumRunningCompactionSortedRuns;
    static const std::string kEstimatePendingCompactionBytes;
    static const std::string kActualDelayedWriteRate;  // bytes a second; 0: not delayed
    static const std::string kIsWriteStopped;          // 0 or 1
    static const std::string kBackgroundErrors;        // count
    static const std::string kBaseLevel;               // where level 0 compacts to

    // Data and files [int].
    static const std::string kEstimateNumKeys;
    static const std::string kEstimateTableReadersMem;        // bytes outside the block cache
    static const std::string kEstimateLiveDataSize;           // bytes
    static const std::string kEstimateOldestKeyTime;          // seconds; FIFO only
    static const std::string kTotalSstFilesSize;              // bytes, all versions
    static const std::string kLiveSstFilesSize;               // bytes, current version
    static const std::string kObsoleteSstFilesSize;           // bytes waiting for deletion
    static const std::string kLiveSstFilesSizeAtTemperature;  // + temperature number; not [int]
    static const std::string kIsFileDeletionsEnabled;         // 0 when deletions are allowed
    static const std::string kMinLogNumberToKeep;
    static const std::string kMinObsoleteSstNumberToKeep;

    // Views [int].
    static const std::string kNumSnapshots;
    static const std::string kOldestSnapshotTime;  // seconds
    static const std::string kOldestSnapshotSequence;
    static const std::string kNumLiveVersions;
    static const std::string kCurrentSuperVersionNumber;

    // Caches and blob files [int].
    static const std::string kBlockCacheCapacity;
    static const std::string kBlockCacheUsage;
    static const std::string kBlockCachePinnedUsage;
    static const std::string kNumBlobFiles;
    static const std::string kTotalBlobFileSize;
    static const std::string kLiveBlobFileSize;
    static const std::string kLiveBlobFileGarbageSize;
    static const std::string kBlobCacheCapacity;
    static const std::string kBlobCacheUsage;
    static const std::string kBlobCachePinnedUsage;
  };

  // False: no such property.
  virtual bool GetProperty(ColumnFamilyHandle* cf, const Slice& property, std::string* value) = 0;
  virtual bool GetProperty(const Slice& property, std::string* value) {
    return GetProperty(DefaultColumnFamily(), property, value);
  }
  virtual bool GetMapProperty(ColumnFamilyHandle* cf, const Slice& property,
                              std::map<std::string, std::string>* value) = 0;
  virtual bool GetMapProperty(const Slice& property, std::map<std::string, std::string>* value) {
    return GetMapProperty(DefaultColumnFamily(), property, value);
  }
  virtual bool GetIntProperty(ColumnFamilyHandle* cf, const Slice& property, uint64_t* value) = 0;
  virtual bool GetIntProperty(const Slice& property, uint64_t* value) {
    return GetIntProperty(DefaultColumnFamily(), property, value);
  }
  // Sum over all column families.
  virtual bool GetAggregatedIntProperty(const Slice& property, uint64_t* value) = 0;

  // Sets the counters behind the reports back to zero.
  virtual Status ResetStats() { return Unsupported("ResetStats"); }

  // Statistics recorded over time, in [start_time, end_time) seconds.
  virtual Status GetStatsHistory(uint64_t start_time, uint64_t end_time,
                                 std::unique_ptr<StatsHistoryIterator>* stats_iterator);

  // ---- Sizes ----

  enum class SizeApproximationFlags : uint8_t {
    NONE = 0,
    INCLUDE_MEMTABLES = 1 << 0,
    INCLUDE_FILES = 1 << 1,
  };

  // Bytes on disk (and in memtables, if asked) of each range; sizes has room for n.
  // core
  virtual Status GetApproximateSizes(const SizeApproximationOptions& options,
                                     ColumnFamilyHandle* cf, const Range* ranges, int n,
                                     uint64_t* sizes) = 0;
  virtual Status GetApproximateSizes(
      ColumnFamilyHandle* cf, const Range* ranges, int n, uint64_t* sizes,
      SizeApproximationFlags include_flags = SizeApproximationFlags::INCLUDE_FILES);
  virtual Status GetApproximateSizes(
      const Range* ranges, int n, uint64_t* sizes,
      SizeApproximationFlags include_flags = SizeApproximationFlags::INCLUDE_FILES) {
    return GetApproximateSizes(DefaultColumnFamily(), ranges, n, sizes, include_flags);
  }

  // Entries and bytes of a range in the memtables.
  virtual void GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                           uint64_t* const count, uint64_t* const size) = 0;
  virtual void GetApproximateMemTableStats(const Range& range, uint64_t* const count,
                                           uint64_t* const size) {
    GetApproximateMemTableStats(DefaultColumnFamily(), range, count, size);
  }

  // ---- Flush and compaction ----

  // Writes memtables to files; waits when FlushOptions say so.
  virtual Status Flush(const FlushOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual Status Flush(const FlushOptions& options) {
    return Flush(options, DefaultColumnFamily());
  }
  virtual Status Flush(const FlushOptions& options,
                       const std::vector<ColumnFamilyHandle*>& column_families) = 0;

  // Compacts the keys in [*begin, *end]; null is unbounded. Returns when done.
  virtual Status CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                              const Slice* begin, const Slice* end) = 0;
  virtual Status CompactRange(const CompactRangeOptions& options, const Slice* begin,
                              const Slice* end) {
    return CompactRange(options, DefaultColumnFamily(), begin, end);
  }

  // Compacts the named files, and what must go with them, into `output_level`.
  virtual Status CompactFiles(const CompactionOptions& compact_options, ColumnFamilyHandle* cf,
                              const std::vector<std::string>& input_file_names,
                              const int output_level, const int output_path_id = -1,
                              std::vector<std::string>* const output_file_names = nullptr,
                              CompactionJobInfo* compaction_job_info = nullptr) = 0;
  virtual Status CompactFiles(const CompactionOptions& compact_options,
                              const std::vector<std::string>& input_file_names,
                              const int output_level, const int output_path_id = -1,
                              std::vector<std::string>* const output_file_names = nullptr,
                              CompactionJobInfo* compaction_job_info = nullptr) {
    return CompactFiles(compact_options, DefaultColumnFamily(), input_file_names, output_level,
                        output_path_id, output_file_names, compaction_job_info);
  }

  // Marks a range's files for background compaction.
  virtual Status SuggestCompactRange(ColumnFamilyHandle* cf, const Slice* begin, const Slice* end);

  // Moves level 0 to an empty `target_level`; the files must not overlap.
  virtual Status PromoteL0(ColumnFamilyHandle* cf, int target_level);

  // Pausing waits for running jobs; calls nest.
  virtual Status PauseBackgroundWork() = 0;
  virtual Status ContinueBackgroundWork() = 0;

  virtual Status EnableAutoCompaction(
      const std::vector<ColumnFamilyHandle*>& column_family_handles) = 0;

  // Disabling cancels waiting and running CompactRange() calls; calls nest.
  virtual void DisableManualCompaction() = 0;
  virtual void EnableManualCompaction() = 0;

  // Until nothing is left to flush or compact.
  virtual Status WaitForCompact(const WaitForCompactOptions& options) = 0;

  // ---- Options ----

  // Changes options by name while running.
  virtual Status SetOptions(ColumnFamilyHandle* cf,
                            const std::unordered_map<std::string, std::string>& new_options) = 0;
  virtual Status SetOptions(const std::unordered_map<std::string, std::string>& new_options) {
    return SetOptions(DefaultColumnFamily(), new_options);
  }
  virtual Status SetDBOptions(const std::unordered_map<std::string, std::string>& new_options) = 0;

  virtual Options GetOptions(ColumnFamilyHandle* cf) const = 0;
  virtual Options GetOptions() const { return GetOptions(DefaultColumnFamily()); }
  virtual DBOptions GetDBOptions() const = 0;

  virtual int NumberLevels(ColumnFamilyHandle* cf) = 0;
  virtual int NumberLevels() { return NumberLevels(DefaultColumnFamily()); }
  virtual int MaxMemCompactionLevel(ColumnFamilyHandle* /*cf*/) { return 0; }
  virtual int MaxMemCompactionLevel() { return MaxMemCompactionLevel(DefaultColumnFamily()); }
  virtual int Level0StopWriteTrigger(ColumnFamilyHandle* cf) = 0;
  virtual int Level0StopWriteTrigger() { return Level0StopWriteTrigger(DefaultColumnFamily()); }

  virtual const std::string& GetName() const = 0;
  virtual Env* GetEnv() const = 0;
  virtual FileSystem* GetFileSystem() const;

  // Survives reopening, and differs between databases and their copies made by backup.
  virtual Status GetDbIdentity(std::string& identity) const = 0;
  // Of this opening.
  virtual Status GetDbSessionId(std::string& session_id) const = 0;

  // The DB under wrappers.
  virtual DB* GetRootDB() { return this; }

  // ---- Write-ahead log ----

  // Hands buffered log data to the operating system; with sync, to the disk.
  virtual Status FlushWAL(bool sync) = 0;
  virtual Status SyncWAL() = 0;

  // Between the two no write enters the log and the log files do not change; calls nest.
  virtual Status LockWAL() = 0;
  virtual Status UnlockWAL() = 0;

  virtual SequenceNumber GetLatestSequenceNumber() const = 0;

  // Batches from the one holding `seq_number` onward. Logs must be kept: see WAL_ttl_seconds.
  virtual Status GetUpdatesSince(SequenceNumber seq_number,
                                 std::unique_ptr<TransactionLogIterator>* iter,
                                 const TransactionLogIterator::ReadOptions& read_options =
                                     TransactionLogIterator::ReadOptions());

  virtual Status GetSortedWalFiles(VectorWalPtr& files) = 0;
  virtual Status GetCurrentWalFile(std::unique_ptr<WalFile>* current_wal_file) = 0;

  // ---- Files ----

  // While disabled no file is removed, so a copy can be taken. Disabling nests; one enabling call
  // undoes all.
  virtual Status DisableFileDeletions() = 0;
  virtual Status EnableFileDeletions() = 0;

  // Names relative to the database. The copier takes `manifest_file_size` bytes of the manifest.
  virtual Status GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_file_size,
                              bool flush_memtable = true) = 0;
  virtual void GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata) = 0;
  virtual Status GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                         std::vector<LiveFileStorageInfo>* files) = 0;
  virtual Status GetLiveFilesChecksumInfo(FileChecksumList* checksum_list) = 0;

  virtual void GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata) = 0;
  void GetColumnFamilyMetaData(ColumnFamilyMetaData* metadata) {
    GetColumnFamilyMetaData(DefaultColumnFamily(), metadata);
  }
  virtual void GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata) = 0;

  // Seconds; 0 when unknown for some file. Needs max_open_files = -1.
  virtual Status GetCreationTimeOfOldestFile(uint64_t* creation_time) = 0;

  virtual Status GetPropertiesOfAllTables(ColumnFamilyHandle* cf,
                                          TablePropertiesCollection* props) = 0;
  virtual Status GetPropertiesOfAllTables(TablePropertiesCollection* props) {
    return GetPropertiesOfAllTables(DefaultColumnFamily(), props);
  }
  virtual Status GetPropertiesOfTablesInRange(ColumnFamilyHandle* cf, const Range* range,
                                              std::size_t n, TablePropertiesCollection* props) = 0;
  virtual Status GetPropertiesOfTablesByLevel(
      ColumnFamilyHandle* cf,
      std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level);

  // Reads everything and checks block checksums.
  virtual Status VerifyChecksum(const ReadOptions& read_options) = 0;
  virtual Status VerifyChecksum() { return VerifyChecksum(ReadOptions()); }
  // Checks checksums of whole files against the manifest.
  virtual Status VerifyFileChecksums(const ReadOptions& read_options);

  // Takes in table files made by SstFileWriter; all of a call or none.
  virtual Status IngestExternalFile(ColumnFamilyHandle* cf,
                                    const std::vector<std::string>& external_files,
                                    const IngestExternalFileOptions& options);
  virtual Status IngestExternalFile(const std::vector<std::string>& external_files,
                                    const IngestExternalFileOptions& options) {
    return IngestExternalFile(DefaultColumnFamily(), external_files, options);
  }
  virtual Status IngestExternalFiles(const std::vector<IngestExternalFileArg>& args);

  // Makes a column family from files exported by Checkpoint.
  virtual Status CreateColumnFamilyWithImport(const ColumnFamilyOptions& options,
                                              const std::string& cf_name,
                                              const ImportColumnFamilyOptions& import_options,
                                              const ExportImportFilesMetaData& metadata,
                                              ColumnFamilyHandle** handle) {
    return CreateColumnFamilyWithImport(options, cf_name, import_options,
                                        std::vector<const ExportImportFilesMetaData*>{&metadata},
                                        handle);
  }
  virtual Status CreateColumnFamilyWithImport(
      const ColumnFamilyOptions& options, const std::string& cf_name,
      const ImportColumnFamilyOptions& import_options,
      const std::vector<const ExportImportFilesMetaData*>& metadatas, ColumnFamilyHandle** handle);

  // Keeps only keys in [begin, end), deleting the rest for good.
  virtual Status ClipColumnFamily(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end);

  // ---- User-defined timestamps ----

  // History before `ts_low` may be forgotten.
  virtual Status IncreaseFullHistoryTsLow(ColumnFamilyHandle* cf, std::string ts_low);
  virtual Status GetFullHistoryTsLow(ColumnFamilyHandle* cf, std::string* ts_low);
  virtual Status GetNewestUserDefinedTimestamp(ColumnFamilyHandle* cf,
                                               std::string* newest_timestamp);

  // ---- Tracing ----

  virtual Status StartTrace(const TraceOptions& options, std::unique_ptr<TraceWriter>&& writer);
  virtual Status EndTrace();
  virtual Status StartIOTrace(const TraceOptions& options, std::unique_ptr<TraceWriter>&& writer);
  virtual Status EndIOTrace();
  virtual Status StartBlockCacheTrace(const TraceOptions& options,
                                      std::unique_ptr<TraceWriter>&& writer);
  virtual Status StartBlockCacheTrace(const BlockCacheTraceOptions& options,
                                      std::unique_ptr<BlockCacheTraceWriter>&& writer);
  virtual Status EndBlockCacheTrace();
  virtual Status NewDefaultReplayer(const std::vector<ColumnFamilyHandle*>& handles,
                                    std::unique_ptr<TraceReader>&& reader,
                                    std::unique_ptr<Replayer>* replayer);

  // ---- Secondary instances ----

  // Reads what the primary has written since.
  virtual Status TryCatchUpWithPrimary();

 protected:
  // NotSupported, naming the feature.
  static Status Unsupported(const char* feature);

 private:
  static Status HandOver(Status s, std::unique_ptr<DB>* opened, DB** db) {
    *db = s.ok() ? opened->release() : nullptr;
    return s;
  }
};

inline DB::SizeApproximationFlags operator&(DB::SizeApproximationFlags a,
                                            DB::SizeApproximationFlags b) {
  return DB::SizeApproximationFlags(uint8_t(a) & uint8_t(b));
}
inline DB::SizeApproximationFlags operator|(DB::SizeApproximationFlags a,
                                            DB::SizeApproximationFlags b) {
  return DB::SizeApproximationFlags(uint8_t(a) | uint8_t(b));
}

// Deletes a closed database with everything in it. Column families are named only where they keep
// files in paths of their own. Other files in the directory stay.
Status DestroyDB(const std::string& name, const Options& options,
                 const std::vector<ColumnFamilyDescriptor>& column_families = {});

// Rebuilds the manifest of a closed, damaged database from its tables and logs. Column families
// not listed get `unknown_cf_opts`, or are refused when that is not given.
Status RepairDB(const std::string& dbname, const DBOptions& db_options,
                const std::vector<ColumnFamilyDescriptor>& column_families);
Status RepairDB(const std::string& dbname, const DBOptions& db_options,
                const std::vector<ColumnFamilyDescriptor>& column_families,
                const ColumnFamilyOptions& unknown_cf_opts);
Status RepairDB(const std::string& dbname, const Options& options);

}  // namespace ROCKSDB_NAMESPACE
