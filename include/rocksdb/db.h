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
// Every call without a handle argument acts on it.
extern const std::string kDefaultColumnFamilyName;
// Name that stock reserves for statistics history. This library keeps none, and gives the name no
// special meaning.
extern const std::string kPersistentStatsColumnFamilyName;

// Name and options of a column family to open or create.
// The default constructor describes the default column family with default options.
struct ColumnFamilyDescriptor {
  ColumnFamilyDescriptor() : ColumnFamilyDescriptor(kDefaultColumnFamilyName, {}) {}
  ColumnFamilyDescriptor(const std::string& cf_name, const ColumnFamilyOptions& cf_options)
      : name(cf_name), options(cf_options) {}

  std::string name;
  ColumnFamilyOptions options;
};

// Names an open column family in calls. The opener owns it and gives it back with
// DB::DestroyColumnFamilyHandle(), before the DB goes; a dropped family stays readable until then.
// Several handles may name one family. All calls may be made by any number of threads at once;
// deleting one tells the listeners (OnColumnFamilyHandleDeletionStarted) and must not race with its
// use.
class ColumnFamilyHandle {
 public:
  virtual ~ColumnFamilyHandle() = default;

  // Good as long as the handle.
  virtual const std::string& GetName() const = 0;
  // 0 for the default family. A number is never given again, not even after a drop.
  virtual uint32_t GetID() const = 0;
  // Name and a copy of the options as they are now, changes by SetOptions() included. Always OK.
  virtual Status GetDescriptor(ColumnFamilyDescriptor* desc) = 0;
  // The one the family was opened with; it belongs to whoever put it into the options.
  virtual const Comparator* GetComparator() const = 0;
};

// Keys in [start, limit); an empty range where limit does not sort after start. The bytes are the
// caller's and must stay until the call that takes the range has returned.
struct Range {
  Slice start;
  Slice limit;

  Range() = default;
  Range(const Slice& first, const Slice& end) : start(first), limit(end) {}
};

// The same with optional ends; null is unbounded. The slices, too, must outlive the call.
struct RangePtr {
  const Slice* start = nullptr;
  const Slice* limit = nullptr;

  RangePtr() = default;
  RangePtr(const Slice* first, const Slice* end) : start(first), limit(end) {}
};

// Files for one column family in DB::IngestExternalFiles().
// That call is refused by this library, so nothing reads these fields.
struct IngestExternalFileArg {
  ColumnFamilyHandle* column_family = nullptr;
  std::vector<std::string> external_files;
  IngestExternalFileOptions options;
  std::vector<std::string> files_checksums;            // raw, parallel to the files; or empty
  std::vector<std::string> files_checksum_func_names;  // likewise
  Temperature file_temperature = Temperature::kUnknown;
};

// How much DB::GetMergeOperands() may return.
struct GetMergeOperandsOptions {
  using ContinueCallback = std::function<bool(Slice operand)>;

  // Elements of the caller's array, for the base value and the operands together. More than this is
  // the error Incomplete; the number needed is reported then, too.
  int expected_max_number_of_operands = 0;

  // Asked about each operand, the newest first, after all have been looked up; not about the base
  // value. On false older operands and the base value are left out.
  ContinueCallback continue_cb;
};

// By full path of the table file.
using TablePropertiesCollection =
    std::unordered_map<std::string, std::shared_ptr<const TableProperties>>;

// How overloads relate: for most operations one form is virtual (marked
// "core" below) and all others lead to it, filling in the default column family or missing outputs.
// A subclass implements the core forms and says `using DB::Get;` and so on for the rest.
// Unless it says otherwise a call may be made by any thread at any time between Open() and Close(),
// reports failure by its Status, and never throws. "Refused" marks what this library does not have:
// such a call returns NotSupported with its name and does nothing. A database opened for reading
// refuses whatever would change it the same way.
class DB {
 public:
  DB() = default;
  DB(const DB&) = delete;
  void operator=(const DB&) = delete;

  // Closes the database if Close() was not called; errors are lost. No iterator, snapshot or
  // column family handle may be left.
  // A raw pointer is deleted by its holder. Data written with disableWAL is flushed first, unless
  // avoid_flush_during_shutdown is set.
  virtual ~DB();

  // ---- Opening and closing ----
  // On success *db is set, else it is null. Each form exists for unique_ptr and for a raw pointer.
  // With descriptors, all existing column families must be listed (read-only opens may list some),
  // and `handles` receives one handle for each, in order.
  // The caller gives each back with DestroyColumnFamilyHandle(), that of the default family too.

  // Opens for reading and writing; one process and one DB object at a time (a LOCK file in the
  // directory holds off others: IOError). Replays the logs, so it may take as long as reading them.
  // InvalidArgument: no such database without create_if_missing, one is there with error_if_exists,
  // families not listed or not known (without create_missing_column_families), another comparator
  // than before, contradictory options. Corruption: damage in MANIFEST or logs, and with
  // paranoid_checks table files that are missing or of another size. A failed open leaves the data
  // as they were.
  // The form without descriptors opens the default family only.
  static Status Open(const Options& options, const std::string& name, std::unique_ptr<DB>* db);
  static Status Open(const DBOptions& db_options, const std::string& name,
                     const std::vector<ColumnFamilyDescriptor>& column_families,
                     std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Any number of processes may do this, beside a writer too. Nothing is written but the LOG (none
  // where info_log is set). The view is that of the moment of opening, with what the logs held
  // replayed into memory; it does not follow the writer, and reads fail once the writer has removed
  // a table that was not open yet. create_if_missing is ignored. With `error_if_wal_file_exists`
  // any log, even an empty one, is the error Corruption, which names it.
  static Status OpenForReadOnly(const Options& options, const std::string& name,
                                std::unique_ptr<DB>* db, bool error_if_wal_file_exists = false);
  static Status OpenForReadOnly(const DBOptions& db_options, const std::string& name,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db,
                                bool error_if_wal_file_exists = false);

  // Refused; *db becomes null. In stock: a reader that is brought up to date by
  // TryCatchUpWithPrimary() and keeps files of its own in `secondary_path`.
  static Status OpenAsSecondary(const Options& options, const std::string& name,
                                const std::string& secondary_path, std::unique_ptr<DB>* db);
  static Status OpenAsSecondary(const DBOptions& db_options, const std::string& name,
                                const std::string& secondary_path,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Refused; *db becomes null. In stock: a reader that keeps up by itself.
  static Status OpenAsFollower(const Options& options, const std::string& name,
                               const std::string& leader_path, std::unique_ptr<DB>* db);
  static Status OpenAsFollower(const DBOptions& db_options, const std::string& name,
                               const std::string& leader_path,
                               const std::vector<ColumnFamilyDescriptor>& column_families,
                               std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Refused; *db becomes null. Timestamps are not supported.
  static Status OpenAndTrimHistory(const DBOptions& db_options, const std::string& name,
                                   const std::vector<ColumnFamilyDescriptor>& column_families,
                                   std::vector<ColumnFamilyHandle*>* handles,
                                   std::unique_ptr<DB>* db, std::string trim_ts);

  // Refused: this library cannot work for another process. *output is not touched.
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

  // Waits for running jobs, hands buffered log data to the operating system and closes all files;
  // the first failure is returned, the rest is closed all the same. The log is not synced. Data
  // written with disableWAL is flushed before, unless avoid_flush_during_shutdown is set. Waiting
  // writers get ShutdownInProgress.
  // Aborted, and nothing is closed, while a snapshot is held. A second call is OK. Afterwards only
  // DestroyColumnFamilyHandle() and destruction are allowed.
  virtual Status Close() { return Unsupported("Close"); }

  // Retries by hand what stopped writes after a background error, and waits for the outcome. OK
  // when nothing is wrong; Busy while automatic recovery is at it; the error itself where only
  // reopening helps (severity fatal or worse); ShutdownInProgress after Close().
  virtual Status Resume() { return Unsupported("Resume"); }

  // ---- Column families ----

  // Names of all families, from the MANIFEST. The database may be open or not; fails where CURRENT
  // or the MANIFEST cannot be read.
  static Status ListColumnFamilies(const DBOptions& db_options, const std::string& name,
                                   std::vector<std::string>* column_families);

  // Waits for writes under way. *handle is the caller's, null on failure. InvalidArgument: the name
  // is taken, or the options contradict each other. Where only the new OPTIONS file cannot be
  // written that error is returned, and the family exists all the same.
  virtual Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                                    ColumnFamilyHandle** handle) = 0;

  // These stop at the first failure; `handles` has those made before it.
  // The OPTIONS file is written once, after the last. `handles` is emptied first.
  virtual Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                                      const std::vector<std::string>& cf_names,
                                      std::vector<ColumnFamilyHandle*>* handles) = 0;
  virtual Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& column_families,
                                      std::vector<ColumnFamilyHandle*>* handles) = 0;

  // Records the drop in the MANIFEST; data goes when the last handle and iterator are gone. Reads
  // through handles go on; a write that names the family is InvalidArgument unless
  // ignore_missing_column_families is set. InvalidArgument: the default family, or one dropped
  // before. The second form stops at the first failure.
  virtual Status DropColumnFamily(ColumnFamilyHandle* cf) = 0;
  virtual Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& column_families) = 0;

  // Deletes the handle. InvalidArgument for the one that DefaultColumnFamily() returns.
  virtual Status DestroyColumnFamilyHandle(ColumnFamilyHandle* cf);

  // Good until the DB is deleted; must not be given back.
  virtual ColumnFamilyHandle* DefaultColumnFamily() const = 0;

  // ---- Writing ----
  // Each call is atomic and visible to reads once it has returned OK. It is on disk when
  // WriteOptions::sync was set, in the operating system's hands otherwise (in this process with
  // manual_wal_flush; nowhere but in memory with disableWAL). Calls of many threads are logged
  // together. A call may wait while flushes or compactions are behind; with no_slowdown it returns
  // Incomplete instead.
  // Besides: InvalidArgument (sync with disableWAL, an unknown family, a key and value of 4 GiB
  // less 16 MiB or more together), NotSupported (opened for reading only), ShutdownInProgress, or
  // the background error that has stopped writes. Where the log could not be written the error
  // stays until Resume() or automatic recovery. Forms with `ts` are refused: no timestamps.

  // All updates of the batch or none, in its order. The batch stays the caller's and may be written
  // again; its header gets the sequence number of this write, so no other thread may use it
  // meanwhile. A batch made from bytes is checked first: InvalidArgument, Corruption or
  // NotSupported mean that nothing was written.
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

  // Refused. Entities are written by WriteBatch::PutEntity() and Write().
  virtual Status PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           const WideColumns& columns);
  virtual Status PutEntity(const WriteOptions& options, const Slice& key,
                           const AttributeGroups& groups);

  // OK whether or not the key was there.
  // Costs a tombstone that goes with a compaction to the last level that can hold the key.
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
  // What a key then reads as is undefined if the rule was broken: an older value may show again.
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
  // Nothing is read or rewritten: one record hides them, and reads over it get a little slower
  // until compaction has dropped what it covers. begin equal to end removes nothing.
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

  // Adds an operand; the merge operator combines it when the key is read or compacted. NotSupported
  // when the family has no merge_operator.
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

  // Refused; the callback is not called.
  virtual Status WriteWithCallback(const WriteOptions& options, WriteBatch* updates,
                                   UserWriteCallback* callback);

  // Refused; there are no indexed batches here.
  virtual Status IngestWriteBatchWithIndex(const WriteOptions& options,
                                           std::shared_ptr<WriteBatchWithIndex> batch);

  // NotFound, value untouched or empty, when the key has no value in the view read: that of the
  // snapshot in ReadOptions, else that of the moment of the call. Incomplete:
  // ReadOptions::read_tier forbids the read that an answer needs. TimedOut: the deadline has passed
  // before a read of a file. Corruption: a block, a record or an operand is damaged, or the merge
  // operator failed. Values that other software has put into blob files are NotSupported.

  // core. *value is emptied first, and null is InvalidArgument. It may pin a block or a memtable:
  // Reset() it soon, and before the DB goes. Of an entity the default column is returned.
  // `timestamp` may be null and is emptied.
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

  // Refused. Get() and iterators show the default column of an entity.
  virtual Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           PinnableWideColumns* columns);
  virtual Status GetEntity(const ReadOptions& options, const Slice& key,
                           PinnableAttributeGroups* groups);

  // The base value, if there is one, and the operands of a merged key, oldest first, uncombined; a
  // key without operands gives its value alone. `merge_operands` points to an array of
  // expected_max_number_of_operands elements. *number_of_operands is set with OK and with
  // Incomplete, which says that the array is too small; nothing is stored in it then.
  virtual Status GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf,
                                  const Slice& key, PinnableSlice* merge_operands,
                                  GetMergeOperandsOptions* get_merge_operands_options,
                                  int* number_of_operands) = 0;

  // Many keys from one view. Outputs are parallel to the keys, and each key has a Status of its
  // own, as of Get(). Keys are looked up one after another in the order given: `sorted_input` has
  // no effect. Past ReadOptions::deadline the keys left get TimedOut; once the values returned
  // exceed value_size_soft_limit bytes, Aborted.

  // core. All arrays have num_keys elements and are the caller's; values are emptied first.
  // `timestamps` may be null.
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
  // Copies the values. *values gets as many elements as there are keys, empty ones for those not
  // found. InvalidArgument for every key unless there are as many families as keys.
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

  // Refused: each status, or that of each group, is NotSupported.
  virtual void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false);
  virtual void MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false);
  virtual void MultiGetEntity(const ReadOptions& options, size_t num_keys, const Slice* keys,
                              PinnableAttributeGroups* results);

  // False if the key is absent as far as memtables, filters and cached blocks tell, which is
  // certain, or if that look failed; no file is read. When the value happens to be at hand it is
  // stored, where `value` is not null, and *value_found set; else *value_found is false.
  // `timestamp` is not touched.
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

  // Iterators belong to the caller and must go before the DB does. Never null: what went wrong is
  // told by status() of an iterator that is not valid. Each keeps the memtables and files of its
  // view alive, and is used by one thread at a time.

  // The view of ReadOptions::snapshot, which need not outlive the call; else that of this moment.
  // Later writes do not show (`tailing` has no effect): Refresh() moves it on. kPersistedTier gives
  // an iterator with NotSupported.
  virtual Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual Iterator* NewIterator(const ReadOptions& options) {
    return NewIterator(options, DefaultColumnFamily());
  }

  // One iterator for each column family, in their order, all on one view. OK in any case;
  // *iterators is emptied first, and each tells its own status.
  virtual Status NewIterators(const ReadOptions& options,
                              const std::vector<ColumnFamilyHandle*>& column_families,
                              std::vector<Iterator*>* iterators) = 0;

  // Refused: the iterators are never valid and have the status NotSupported.
  virtual std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& column_families);
  virtual std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& column_families);

  // A view of all column families as they are now, given back by ReleaseSnapshot() of the same DB
  // and before Close(). Never null here. Holding one costs nothing by itself, but compactions keep
  // the older versions it can see. Releasing null does nothing; the last use of a snapshot must
  // come before its release.
  virtual const Snapshot* GetSnapshot() = 0;
  virtual void ReleaseSnapshot(const Snapshot* snapshot) = 0;

  // ---- Properties ----

  // What GetProperty() knows. [int]: GetIntProperty() too; [map]: GetMapProperty() too.
  // Those not marked belong to one column family unless they speak of the database. Sizes are
  // bytes.
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
    static const std::string kFastBlockCacheEntryStats;   // the same: counted anew, too [map]
    static const std::string kBlobStats;                  // all zeros
    static const std::string kOptionsStatistics;          // DBOptions::statistics; false without
    static const std::string kAggregatedTableProperties;  // sum over all tables [map]
    static const std::string kAggregatedTablePropertiesAtLevel;  // + level number [map]
    static const std::string kNumFilesAtLevelPrefix;             // + level number
    static const std::string kCompressionRatioAtLevelPrefix;     // + level number; -1: empty level
    static const std::string kBucketStats;                       // buckets of level 0 [map]

    // Memtables [int].
    static const std::string kNumImmutableMemTable;         // waiting for flush
    static const std::string kNumImmutableMemTableFlushed;  // always 0: none is kept
    static const std::string kMemTableFlushPending;         // 0 or 1: may be flushed now
    static const std::string kNumRunningFlushes;
    static const std::string kCurSizeActiveMemTable;  // bytes
    static const std::string kCurSizeAllMemTables;    // bytes, active and waiting
    static const std::string kSizeAllMemTables;       // the same here
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
    static const std::string kBackgroundErrors;        // since Open()
    static const std::string kBaseLevel;               // where level 0 compacts to

    // Data and files [int].
    // Entries less two for each deletion; overwritten keys count each time.
    static const std::string kEstimateNumKeys;
    static const std::string kEstimateTableReadersMem;  // bytes outside the block cache
    // The next counts files that no deeper file overlaps.
    static const std::string kEstimateLiveDataSize;           // bytes
    static const std::string kEstimateOldestKeyTime;          // seconds; FIFO only
    static const std::string kTotalSstFilesSize;              // bytes, current version only
    static const std::string kLiveSstFilesSize;               // bytes, current version
    static const std::string kObsoleteSstFilesSize;           // bytes waiting for deletion
    static const std::string kLiveSstFilesSizeAtTemperature;  // + temperature number; not [int]
    static const std::string kIsFileDeletionsEnabled;         // 1: deletions are allowed
    // Number of the oldest log that some family needs.
    static const std::string kMinLogNumberToKeep;
    // 1 while flushes or compactions run, else the largest 64-bit number.
    static const std::string kMinObsoleteSstNumberToKeep;

    // Views [int].
    static const std::string kNumSnapshots;
    static const std::string kOldestSnapshotTime;  // seconds
    // 0 without snapshots, as the time is.
    static const std::string kOldestSnapshotSequence;
    // Always 1.
    static const std::string kNumLiveVersions;
    static const std::string kCurrentSuperVersionNumber;

    // Caches and blob files [int].
    static const std::string kBlockCacheCapacity;
    static const std::string kBlockCacheUsage;
    static const std::string kBlockCachePinnedUsage;
    // The rest: always 0, and those of the blob cache are not known (false).
    static const std::string kNumBlobFiles;
    static const std::string kTotalBlobFileSize;
    static const std::string kLiveBlobFileSize;
    static const std::string kLiveBlobFileGarbageSize;
    static const std::string kBlobCacheCapacity;
    static const std::string kBlobCacheUsage;
    static const std::string kBlobCachePinnedUsage;
  };

  // False: no such property, or not in this form, or it cannot be worked out now (no block cache,
  // no statistics, a table that cannot be read). *value is emptied first. Some take the lock of the
  // database for a moment; kCFStats and what counts the block cache cost the most.
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
  // Sum over all column families; a block cache they share counts once. For a property of the whole
  // database that is its value times the number of families.
  virtual bool GetAggregatedIntProperty(const Slice& property, uint64_t* value) = 0;

  // Sets the counters behind kStats and its parts back to zero. DBOptions::statistics has a Reset()
  // of its own.
  virtual Status ResetStats() { return Unsupported("ResetStats"); }

  // Refused: nothing is recorded over time.
  virtual Status GetStatsHistory(uint64_t start_time, uint64_t end_time,
                                 std::unique_ptr<StatsHistoryIterator>* stats_iterator);

  // ---- Sizes ----

  enum class SizeApproximationFlags : uint8_t {
    NONE = 0,
    INCLUDE_MEMTABLES = 1 << 0,
    INCLUDE_FILES = 1 << 1,
  };

  // Bytes on disk (compressed) and, if asked, in memtables of each range; sizes has room for n. An
  // estimate: files at the ends of a range are asked through their index, which may open them,
  // unless files_size_error_margin lets half their size do. InvalidArgument when neither memtables
  // nor files are included.
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

  // Entries and bytes of a range in the memtables, those waiting for flush included: an estimate.
  virtual void GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                           uint64_t* const count, uint64_t* const size) = 0;
  virtual void GetApproximateMemTableStats(const Range& range, uint64_t* const count,
                                           uint64_t* const size) {
    GetApproximateMemTableStats(DefaultColumnFamily(), range, count, size);
  }

  // ---- Flush and compaction ----

  // Ends the memtable and has it written to level 0; with FlushOptions::wait (the default) returns
  // when everything written before the call is in files. OK at once for an empty one.
  // `allow_write_stall` has no effect. ColumnFamilyDropped, ShutdownInProgress or the background
  // error where the flush will not come. Several families are flushed one after another, not
  // atomically.
  virtual Status Flush(const FlushOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual Status Flush(const FlushOptions& options) {
    return Flush(options, DefaultColumnFamily());
  }
  virtual Status Flush(const FlushOptions& options,
                       const std::vector<ColumnFamilyHandle*>& column_families) = 0;

  // Flushes, then compacts the keys in [*begin, *end], level by level down to the deepest that has
  // some of them; null is unbounded. Works in the calling thread, returns when done, and waits
  // while background work is paused. Incomplete (SubCode kManualCompactionPaused): cancelled
  // through options.canceled or DisableManualCompaction(); what was done until then stays.
  // InvalidArgument: a path or target level that does not exist. With change_level the result is
  // moved afterwards: NotSupported or Aborted where that would put it past other data.
  virtual Status CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                              const Slice* begin, const Slice* end) = 0;
  virtual Status CompactRange(const CompactRangeOptions& options, const Slice* begin,
                              const Slice* end) {
    return CompactRange(options, DefaultColumnFamily(), begin, end);
  }

  // Compacts the named table files (a directory before the name is ignored), and what must go with
  // them, into `output_level`, in the calling thread. A negative `output_path_id` leaves the choice
  // to cf_paths. Paths of new files are appended to *output_file_names; of *compaction_job_info the
  // family, levels, reason, file names and status are filled. InvalidArgument: no files, a file
  // that is not there, a level above a file's own. Aborted: another job holds one of them.
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

  // Refused.
  virtual Status SuggestCompactRange(ColumnFamilyHandle* cf, const Slice* begin, const Slice* end);

  // Moves the files of level 0 to `target_level` by a change of the MANIFEST only. InvalidArgument
  // unless they do not overlap each other, levels 1 to the target are empty, and no compaction of
  // the family runs.
  virtual Status PromoteL0(ColumnFamilyHandle* cf, int target_level);

  // Pausing waits for running flushes and compactions and lets no new one begin, so writers stop
  // once memtables are full. Calls nest: as many to continue as to pause. InvalidArgument: not
  // paused.
  virtual Status PauseBackgroundWork() = 0;
  virtual Status ContinueBackgroundWork() = 0;

  // Sets disable_auto_compactions to false for each family; the first error is returned.
  virtual Status EnableAutoCompaction(
      const std::vector<ColumnFamilyHandle*>& column_family_handles) = 0;

  // While disabled CompactRange(), CompactFiles() and PromoteL0() return Incomplete. Those under
  // way stop at their next record, and disabling waits for that: not to be called from their
  // filters or listeners. Calls nest, and there must not be more enabling ones.
  virtual void DisableManualCompaction() = 0;
  virtual void EnableManualCompaction() = 0;

  // Returns when nothing is left to flush or compact, and no job runs; data written meanwhile
  // prolongs it. TimedOut after options.timeout (microseconds; 0: never); Aborted when paused and
  // abort_on_pause; else the background error. With close_db it ends in Close().
  virtual Status WaitForCompact(const WaitForCompactOptions& options) = 0;

  // ---- Options ----

  // Changes options by name while running: all of them or none. Which ones can change is the column
  // "live" of docs/compatibility.md; some reach only memtables or tables made later.
  // InvalidArgument: an empty map, an unknown name, a bad value, an option that cannot change. A
  // new OPTIONS file is written; a failure to do so is returned although the change holds.
  virtual Status SetOptions(ColumnFamilyHandle* cf,
                            const std::unordered_map<std::string, std::string>& new_options) = 0;
  virtual Status SetOptions(const std::unordered_map<std::string, std::string>& new_options) {
    return SetOptions(DefaultColumnFamily(), new_options);
  }
  virtual Status SetDBOptions(const std::unordered_map<std::string, std::string>& new_options) = 0;

  // Copies of the options as they are now; pointers in them are shared.
  virtual Options GetOptions(ColumnFamilyHandle* cf) const = 0;
  virtual Options GetOptions() const { return GetOptions(DefaultColumnFamily()); }
  virtual DBOptions GetDBOptions() const = 0;

  // Of the options, as they are now. MaxMemCompactionLevel() is always 0: flushes go to level 0.
  virtual int NumberLevels(ColumnFamilyHandle* cf) = 0;
  virtual int NumberLevels() { return NumberLevels(DefaultColumnFamily()); }
  virtual int MaxMemCompactionLevel(ColumnFamilyHandle* /*cf*/) { return 0; }
  virtual int MaxMemCompactionLevel() { return MaxMemCompactionLevel(DefaultColumnFamily()); }
  virtual int Level0StopWriteTrigger(ColumnFamilyHandle* cf) = 0;
  virtual int Level0StopWriteTrigger() { return Level0StopWriteTrigger(DefaultColumnFamily()); }

  // Directory as given to Open(); good until the DB is deleted, as are the next two.
  virtual const std::string& GetName() const = 0;
  virtual Env* GetEnv() const = 0;
  // That of the Env, inside a wrapper when a listener asked for file operations.
  virtual FileSystem* GetFileSystem() const;

  // Survives reopening; kept in the MANIFEST and, with write_identity_file, in the IDENTITY file. A
  // copy of the directory has the same.
  virtual Status GetDbIdentity(std::string& identity) const = 0;
  // New for each opening. Always OK, as the call before.
  virtual Status GetDbSessionId(std::string& session_id) const = 0;

  // The DB under wrappers; itself when it is none.
  virtual DB* GetRootDB() { return this; }

  // ---- Write-ahead log ----

  // FlushWAL() hands buffered log data to the operating system (there is some with manual_wal_flush
  // only); with sync also to the disk, as SyncWAL() does. A failure becomes a background error and
  // stops writes. NotSupported for a sync of a database opened for reading.
  virtual Status FlushWAL(bool sync) = 0;
  virtual Status SyncWAL() = 0;

  // Between the two no write enters the log and the log files do not change; writers wait. Locking
  // waits for the writes under way and hands buffered log data to the operating system; where that
  // fails the lock is not held. Calls nest, from any threads. UnlockWAL() without LockWAL():
  // Aborted.
  virtual Status LockWAL() = 0;
  virtual Status UnlockWAL() = 0;

  // Of the last write that readers see. 0 for an empty database.
  virtual SequenceNumber GetLatestSequenceNumber() const = 0;

  // Refused; *iter is not touched.
  virtual Status GetUpdatesSince(SequenceNumber seq_number,
                                 std::unique_ptr<TransactionLogIterator>* iter,
                                 const TransactionLogIterator::ReadOptions& read_options =
                                     TransactionLogIterator::ReadOptions());

  // Logs that are being written or still needed for recovery, oldest first, those without a record
  // left out; nothing is archived. The current one is the newest: NotFound for a database opened
  // for reading.
  virtual Status GetSortedWalFiles(VectorWalPtr& files) = 0;
  virtual Status GetCurrentWalFile(std::unique_ptr<WalFile>* current_wal_file) = 0;

  // ---- Files ----

  // While disabled no file is removed, so a copy can be taken. Disabling waits for a deletion under
  // way. Calls nest: as many to enable as to disable; the last removes what has waited. Not
  // remembered over Close().
  virtual Status DisableFileDeletions() = 0;
  virtual Status EnableFileDeletions() = 0;

  // What a copy needs besides the logs: tables, CURRENT, the MANIFEST and the newest OPTIONS file,
  // relative to the database, each with a leading slash. The copier takes `manifest_file_size`
  // bytes of the MANIFEST. Flushes first unless told not to. Call DisableFileDeletions() before, or
  // files may go while they are copied.
  virtual Status GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_file_size,
                              bool flush_memtable = true) = 0;
  // All tables of all families, level by level. Each family is seen at one moment, but not all at
  // the same.
  virtual void GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata) = 0;
  // The same for a copy that needs no flush: with directories, sizes, and the logs, all of one
  // moment. Flushes first when the logs hold wal_size_for_flush bytes or more (0: always;
  // UINT64_MAX: never). Writers wait for a moment.
  virtual Status GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                         std::vector<LiveFileStorageInfo>* files) = 0;
  // Checksums of whole files as the MANIFEST has them. This library computes none: of its own files
  // the function is "Unknown" and the checksum empty. InvalidArgument: null.
  virtual Status GetLiveFilesChecksumInfo(FileChecksumList* checksum_list) = 0;

  // Levels and tables of a family at one moment, in fresh copies.
  virtual void GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata) = 0;
  void GetColumnFamilyMetaData(ColumnFamilyMetaData* metadata) {
    GetColumnFamilyMetaData(DefaultColumnFamily(), metadata);
  }
  virtual void GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata) = 0;

  // Unix time in seconds; 0 when unknown for some file, UINT64_MAX when there is no file. Needs
  // max_open_files = -1, else NotSupported.
  virtual Status GetCreationTimeOfOldestFile(uint64_t* creation_time) = 0;

  // Properties by full path, added to *props. Tables that are not open are opened for it; the first
  // that cannot be read ends the call with its error. A range takes every table that overlaps it,
  // its limit included. By level: one collection for each level, the empty ones too.
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

  // Reads all tables of all families, past the cache, and checks the checksum of every block. The
  // first failure ends it: Corruption with file and place. Logs and MANIFEST are not read.
  virtual Status VerifyChecksum(const ReadOptions& read_options) = 0;
  virtual Status VerifyChecksum() { return VerifyChecksum(ReadOptions()); }
  // Refused: checksums of whole files are not computed.
  virtual Status VerifyFileChecksums(const ReadOptions& read_options);

  // Refused. Files that stock has ingested are read.
  virtual Status IngestExternalFile(ColumnFamilyHandle* cf,
                                    const std::vector<std::string>& external_files,
                                    const IngestExternalFileOptions& options);
  virtual Status IngestExternalFile(const std::vector<std::string>& external_files,
                                    const IngestExternalFileOptions& options) {
    return IngestExternalFile(DefaultColumnFamily(), external_files, options);
  }
  virtual Status IngestExternalFiles(const std::vector<IngestExternalFileArg>& args);

  // Refused; *handle is not touched.
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

  // Refused. DeleteRange() on both sides and CompactRange() do the same.
  virtual Status ClipColumnFamily(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end);

  // ---- User-defined timestamps ----

  // Refused, all three: there are no timestamps.
  virtual Status IncreaseFullHistoryTsLow(ColumnFamilyHandle* cf, std::string ts_low);
  virtual Status GetFullHistoryTsLow(ColumnFamilyHandle* cf, std::string* ts_low);
  virtual Status GetNewestUserDefinedTimestamp(ColumnFamilyHandle* cf,
                                               std::string* newest_timestamp);

  // ---- Tracing ----

  // Refused, all of them: nothing is traced or replayed. A writer or reader passed in stays the
  // caller's.
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

  // Refused: there are no secondary instances.
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
// files in paths of their own. Other files stay, and so do directories that hold some. OK when
// there is no such directory. IOError while it is open; else the first file that could not be
// removed, after trying all. CURRENT goes first: a database half destroyed cannot be opened.
Status DestroyDB(const std::string& name, const Options& options,
                 const std::vector<ColumnFamilyDescriptor>& column_families = {});

// Rebuilds the manifest of a closed, damaged database from its tables and logs. Column families
// not listed get `unknown_cf_opts`, or are refused when that is not given.
// What cannot be used is moved to "lost" beside the data, and the LOG names it; OPTIONS files stay.
// IOError while it is open; InvalidArgument for a comparator other than the one recorded. May be
// started again after an interruption. The last form uses its options for every family.
Status RepairDB(const std::string& dbname, const DBOptions& db_options,
                const std::vector<ColumnFamilyDescriptor>& column_families);
Status RepairDB(const std::string& dbname, const DBOptions& db_options,
                const std::vector<ColumnFamilyDescriptor>& column_families,
                const ColumnFamilyOptions& unknown_cf_opts);
Status RepairDB(const std::string& dbname, const Options& options);

}  // namespace ROCKSDB_NAMESPACE
