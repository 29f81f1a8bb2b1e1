// The database: an ordered, persistent map from bytes to bytes, in column families. An application
// starts with DB::Open(). Any number of threads may use one DB at once.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/block_cache_trace_writer.h"
#include "rocksdb/db_properties.h"
#include "rocksdb/iterator.h"
#include "rocksdb/listener.h"
#include "rocksdb/metadata.h"
#include "rocksdb/multi_scan.h"
#include "rocksdb/options.h"
#include "rocksdb/snapshot.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/thread_status.h"
#include "rocksdb/transaction_log.h"
#include "rocksdb/types.h"
#include "rocksdb/user_write_callback.h"
#include "rocksdb/utilities/table_properties_collectors.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "rocksdb/version.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

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

static const int kMajorVersion = __ROCKSDB_MAJOR__;
static const int kMinorVersion = __ROCKSDB_MINOR__;

// "default": exists in every database and cannot be dropped.
// Every call without a handle argument acts on it.
extern const std::string kDefaultColumnFamilyName;
// The name that stock reserves for statistics history. This library keeps none and gives the name
// no special meaning.
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

// Names an open column family in calls. The opener owns the handle and returns it with
// DB::DestroyColumnFamilyHandle() before the DB is deleted; a dropped family stays readable until
// then. Several handles may name one family. Any number of threads may make all calls at once;
// deleting a handle tells the listeners (OnColumnFamilyHandleDeletionStarted) and must not race
// with its use.
class ColumnFamilyHandle {
 public:
  virtual ~ColumnFamilyHandle() = default;

  // Valid as long as the handle.
  virtual const std::string& GetName() const = 0;
  // 0 for the default family. A number is never used again, not even after a drop.
  virtual uint32_t GetID() const = 0;
  // Returns the name and a copy of the options as they are now, including changes by SetOptions().
  // Always OK.
  virtual Status GetDescriptor(ColumnFamilyDescriptor* desc) = 0;
  // The comparator with which the family was opened; its owner is whoever put it into the options.
  virtual const Comparator* GetComparator() const = 0;
};

// How much DB::GetMergeOperands() may return.
struct GetMergeOperandsOptions {
  using ContinueCallback = std::function<bool(Slice operand)>;

  // The number of elements in the caller's array, for the base value and the operands together. If
  // there are more, the call returns Incomplete and reports the number needed.
  int expected_max_number_of_operands = 0;

  // Called for each operand, the newest first, after all have been looked up, but not for the base
  // value. When it returns false, older operands and the base value are left out.
  ContinueCallback continue_cb;
};

// Maps the full path of a table file to its properties.
using TablePropertiesCollection =
    std::unordered_map<std::string, std::shared_ptr<const TableProperties>>;

// How overloads relate: most operations have one virtual form (marked "core" below); all other
// forms call it and fill in the default column family or missing outputs. A subclass implements
// the core forms (what it may leave out returns NotSupported or does nothing) and says `using
// DB::Get;` and so on for the rest. Unless it says otherwise, any thread may make a call at any
// time between Open() and Close(); a call reports failure by its Status and never throws. "Refused"
// marks calls that this library does not implement: they return NotSupported with their name and do
// nothing. A database opened for reading refuses every call that would change it in the same way.
class DB {
 public:
  DB() = default;
  DB(const DB&) = delete;
  void operator=(const DB&) = delete;

  // Closes the database if Close() was not called; errors are lost. A raw pointer is deleted by
  // its holder. Data written with disableWAL is flushed first, unless avoid_flush_during_shutdown
  // is set. REQUIRES: no iterator, snapshot or column family handle is left.
  virtual ~DB();

  // ---- Opening and closing ----
  // On success *db is set, else it is null. Each form exists for unique_ptr and for a raw pointer.
  // With descriptors, all existing column families must be listed (read-only opens may list some),
  // and `handles` receives one handle for each, in order. The caller returns each with
  // DestroyColumnFamilyHandle(), including that of the default family.

  // Opens for reading and writing; only one process and one DB object at a time (a LOCK file in
  // the directory refuses others with IOError). Replays the logs, so it may take as long as
  // reading them. InvalidArgument: there is no database and create_if_missing is not set, or there
  // is one and error_if_exists is set; families are not listed or unknown (without
  // create_missing_column_families); the comparator differs from before; options contradict each
  // other. Corruption: damage in MANIFEST or logs, and with paranoid_checks table files that are
  // missing or of another size. A failed open leaves the data as they were. The form without
  // descriptors opens the default family only.
  static Status Open(const Options& options, const std::string& name, std::unique_ptr<DB>* db);
  static Status Open(const DBOptions& db_options, const std::string& name,
                     const std::vector<ColumnFamilyDescriptor>& column_families,
                     std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Any number of processes may open a database for reading, even while another one writes. Only
  // the LOG is written (and not even that if info_log is set). Reads see the state at the moment
  // of opening, including the logs, which are replayed into memory. The state does not follow the
  // writer, and reads fail once the writer has removed a table that was not open yet.
  // create_if_missing is ignored. With `error_if_wal_file_exists` the second form answers any log,
  // even an empty one, with Corruption that names it. The first form ignores it, as in stock.
  static Status OpenForReadOnly(const Options& options, const std::string& name,
                                std::unique_ptr<DB>* db, bool error_if_wal_file_exists = false);
  static Status OpenForReadOnly(const DBOptions& db_options, const std::string& name,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db,
                                bool error_if_wal_file_exists = false);

  // Reads the database in `name` while its primary, in this process or another, has it open and
  // writes. Shows the logged writes up to the opening, later ones after TryCatchUpWithPrimary().
  // Neither locks nor changes anything in `name`; its own LOG goes to `secondary_path`, which is
  // made. Families may be left out, but the default one not. Give wal_dir, db_paths and cf_paths as
  // the primary has them, and max_open_files = -1: only files that are open stay readable once the
  // primary has deleted them.
  //
  // Calls that change a database return NotSupported, also GetLiveFiles. Reads at a snapshot and
  // tailing iterators are NotSupported too. Unlogged writes show once the primary has flushed them,
  // prepared transactions once they are committed.
  //
  // TryAgain: the primary changed its files faster than they could be read; the same call may work
  // later.
  static Status OpenAsSecondary(const Options& options, const std::string& name,
                                const std::string& secondary_path, std::unique_ptr<DB>* db);
  static Status OpenAsSecondary(const DBOptions& db_options, const std::string& name,
                                const std::string& secondary_path,
                                const std::vector<ColumnFamilyDescriptor>& column_families,
                                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db);

  // Refused; *db becomes null. In stock: a reader that follows the primary without being asked.
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

  // Refused: this library cannot compact for another process. *output is not touched.
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

  // Waits for running jobs, hands buffered log data to the operating system and closes all files.
  // Returns the first failure but closes the rest all the same. Does not sync the log. Flushes
  // data written with disableWAL first, unless avoid_flush_during_shutdown is set. Waiting writers
  // get ShutdownInProgress. While a snapshot is held it returns Aborted and closes nothing. A
  // second call is OK. Afterwards only DestroyColumnFamilyHandle() and destruction are allowed.
  virtual Status Close() { return Unsupported("Close"); }

  // Tries to recover from a background error that stopped writes, and waits for the outcome. OK
  // when there is no error; Busy while automatic recovery runs; the error itself when only
  // reopening helps (severity fatal or worse); ShutdownInProgress after Close().
  virtual Status Resume() { return Unsupported("Resume"); }

  // ---- Column families ----

  // The names of all families, from the MANIFEST. The database may be open or not. Fails if
  // CURRENT or the MANIFEST cannot be read.
  static Status ListColumnFamilies(const DBOptions& db_options, const std::string& name,
                                   std::vector<std::string>* column_families);

  // Waits for running writes. The caller owns *handle, which is null on failure. InvalidArgument:
  // the name is taken, or the options contradict each other. If only the new OPTIONS file cannot
  // be written, the call returns that error although the family exists.
  virtual Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                                    ColumnFamilyHandle** handle);

  // These stop at the first failure; `handles` then has those made before it. The OPTIONS file is
  // written once, after the last. `handles` is emptied first.
  virtual Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                                      const std::vector<std::string>& cf_names,
                                      std::vector<ColumnFamilyHandle*>* handles);
  virtual Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& column_families,
                                      std::vector<ColumnFamilyHandle*>* handles);

  // Records the drop in the MANIFEST; the data are deleted when the last handle and iterator are
  // gone. Reads through handles still work; a write that names the family gives InvalidArgument
  // unless ignore_missing_column_families is set. InvalidArgument: the default family, or one
  // dropped before. The second form stops at the first failure.
  virtual Status DropColumnFamily(ColumnFamilyHandle* cf);
  virtual Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& column_families);

  // Deletes the handle. InvalidArgument for the one that DefaultColumnFamily() returns.
  virtual Status DestroyColumnFamilyHandle(ColumnFamilyHandle* cf);

  // Valid until the DB is deleted; must not be returned.
  virtual ColumnFamilyHandle* DefaultColumnFamily() const = 0;

  // ---- Writing ----
  // Each call is atomic, and reads see it once it has returned OK. With WriteOptions::sync it is
  // then on disk; otherwise it has reached the operating system (with manual_wal_flush only this
  // process, with disableWAL only the memtable). Calls of many threads share one log record. A
  // call may wait while flushes or compactions are behind; with no_slowdown it returns Incomplete
  // instead. Other errors: InvalidArgument (sync with disableWAL, an unknown family, a key and
  // value that together have 4 GiB less 16 MiB or more), NotSupported (opened for reading only),
  // ShutdownInProgress, or the background error that has stopped writes. If the log could not be
  // written, the error stays until Resume() or automatic recovery. Forms with `ts` are refused:
  // there are no timestamps.

  // Applies all updates of the batch or none, in its order. The caller keeps the batch and may
  // write it again; its header gets the sequence number of this write, so no other thread may use
  // it meanwhile. A batch made from bytes is checked first: after InvalidArgument, Corruption or
  // NotSupported nothing was written.
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

  // A value made of columns, in one family or spread over several.
  virtual Status PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           const WideColumns& columns);
  virtual Status PutEntity(const WriteOptions& options, const Slice& key,
                           const AttributeGroups& groups);

  // OK whether or not the key existed. Writes a tombstone, which a compaction to the last level
  // that may hold the key drops.
  virtual Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                        const Slice& ts);
  virtual Status Delete(const WriteOptions& options, const Slice& key) {
    return Delete(options, DefaultColumnFamily(), key);
  }
  virtual Status Delete(const WriteOptions& options, const Slice& key, const Slice& ts) {
    return Delete(options, DefaultColumnFamily(), key, ts);
  }

  // For keys that were put at most once since their last removal and never merged; compactions
  // drop them sooner. If the rule is broken, reads of the key are undefined: an older value may
  // reappear.
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

  // Removes keys in [begin, end). InvalidArgument when end sorts before begin. Nothing is read or
  // rewritten: one record hides the keys, and reads over it get a little slower until compaction
  // has dropped them. begin equal to end removes nothing.
  virtual Status DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf,
                             const Slice& begin, const Slice& end);
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

  // Get returns NotFound, with the value untouched or empty, when the key has no value in the
  // state that is read: that of the snapshot in ReadOptions, else that at the moment of the call.
  // Incomplete: ReadOptions::read_tier forbids a read that the answer needs. TimedOut: the
  // deadline passed before a read of a file. Corruption: a block, a record or an operand is
  // damaged, or the merge operator failed. NotSupported: other software put the value into a blob
  // file.

  // core. Empties *value first; a null value is InvalidArgument. The value may pin a block or a
  // memtable: Reset() it soon, and before the DB is deleted. For an entity it is the default
  // column. `timestamp` may be null and is emptied.
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

  // All columns of a key; a plain value is one without a name. Groups get a status each.
  virtual Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           PinnableWideColumns* columns);
  virtual Status GetEntity(const ReadOptions& options, const Slice& key,
                           PinnableAttributeGroups* groups);

  // Returns the base value, if there is one, and the operands of a merged key, oldest first,
  // uncombined; for a key without operands the value alone. `merge_operands` points to an array of
  // expected_max_number_of_operands elements. *number_of_operands is set with OK and with
  // Incomplete, which means that the array is too small; nothing is stored in it then.
  virtual Status GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf,
                                  const Slice& key, PinnableSlice* merge_operands,
                                  GetMergeOperandsOptions* get_merge_operands_options,
                                  int* number_of_operands) = 0;

  // Looks up many keys in one state. Outputs are parallel to the keys, and each key has its own
  // Status, as from Get(). The keys are looked up one after another in the given order:
  // `sorted_input` has no effect. After ReadOptions::deadline the remaining keys get TimedOut;
  // once the returned values exceed value_size_soft_limit bytes, they get Aborted.

  // core. All arrays have num_keys elements and belong to the caller; values are emptied first.
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
  // Copies the values. *values gets as many elements as there are keys; those of keys that were
  // not found are empty. Every key gets InvalidArgument unless there are as many families as keys.
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

  // The same for many keys in one state. Every result has a status.
  virtual void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false);
  virtual void MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                              const Slice* keys, PinnableWideColumns* results, Status* statuses,
                              bool sorted_input = false);
  virtual void MultiGetEntity(const ReadOptions& options, size_t num_keys, const Slice* keys,
                              PinnableAttributeGroups* results);

  // Reads no file. False means that the key is certainly absent, judging by memtables, filters and
  // cached blocks, or that this look failed. *value_found is false only if the key may exist and
  // its value would have to be read from a file; it is true for an absent key as well. A value at
  // hand is stored in *value. `timestamp` is not touched.
  virtual bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                           std::string* value, std::string* timestamp, bool* value_found = nullptr);
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

  // The caller owns an iterator and must delete it before the DB. Iterators are never null: one
  // that could not be made is not valid, and its status() has the error. Each keeps the memtables
  // and files of its state alive. One thread uses it at a time.

  // Reads the state of ReadOptions::snapshot, which need not outlive the call; else the state of
  // this moment. Later writes do not show (`tailing` has no effect); Refresh() moves to a newer
  // state. With kPersistedTier the iterator has the status NotSupported.
  virtual Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual Iterator* NewIterator(const ReadOptions& options) {
    return NewIterator(options, DefaultColumnFamily());
  }

  // Makes one iterator for each column family, in their order, all over one state. *iterators is
  // emptied first, and each iterator has its own status. NotSupported, and none, with
  // kPersistedTier.
  virtual Status NewIterators(const ReadOptions& options,
                              const std::vector<ColumnFamilyHandle*>& column_families,
                              std::vector<Iterator*>* iterators) = 0;

  // Over several families of one comparator: one entry a key; columns of later families win.
  virtual std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& column_families);
  virtual std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& column_families);

  // Walks several ranges of keys, one after another, over one state: multi_scan.h.
  virtual std::unique_ptr<MultiScan> NewMultiScan(const ReadOptions& options,
                                                  ColumnFamilyHandle* cf,
                                                  const MultiScanArgs& scan_opts);

  // Pins the present state of all column families until ReleaseSnapshot() of the same DB, which
  // must come before Close(). Never null here. A snapshot costs nothing while it is held, but
  // compactions keep the older versions that it can see. Releasing null does nothing. REQUIRES:
  // nobody uses a snapshot after its release.
  virtual const Snapshot* GetSnapshot() = 0;
  virtual void ReleaseSnapshot(const Snapshot* snapshot) = 0;

  // ---- Properties ----

  // The names that GetProperty() knows: db_properties.h.
  struct Properties : DBProperties {};

  // False: the property does not exist, or not in this form, or cannot be computed now (no block
  // cache, no statistics, a table that cannot be read). *value is emptied first. Some properties
  // take the lock of the database for a moment; kCFStats and those that count the block cache cost
  // the most.
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
  // The sum over all column families; a block cache that they share counts once. For a property of
  // the whole database the result is its value times the number of families.
  virtual bool GetAggregatedIntProperty(const Slice& property, uint64_t* value) = 0;

  // Sets the counters behind kStats and its parts back to zero. DBOptions::statistics has a
  // Reset() of its own.
  virtual Status ResetStats() { return Unsupported("ResetStats"); }

  // What DBOptions::statistics counted over time: an iterator (rocksdb/stats_history.h) over the
  // slices whose time, in seconds of the Env's clock, is at least start_time and below end_time.
  // stats_persist_period_sec says how often one is made, stats_history_buffer_size how many are
  // kept. They are in memory, so a database that was just opened has none, unless
  // persist_stats_to_disk keeps all of them in the database; the iterator must not outlive it then.
  // One opened read-only or as a secondary never has any. InvalidArgument when stats_iterator is
  // null.
  virtual Status GetStatsHistory(uint64_t start_time, uint64_t end_time,
                                 std::unique_ptr<StatsHistoryIterator>* stats_iterator);

  // ---- Sizes ----

  enum class SizeApproximationFlags : uint8_t {
    NONE = 0,
    INCLUDE_MEMTABLES = 1 << 0,
    INCLUDE_FILES = 1 << 1,
  };

  // Writes the bytes of each range on disk (compressed) and, if asked, in memtables to the n
  // elements of `sizes`. An estimate: files at the ends of a range are looked up in their index,
  // which may open them, unless files_size_error_margin allows half their size instead.
  // InvalidArgument when neither memtables nor files are included.
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

  // Estimates the entries and bytes of a range in the memtables, including those waiting for
  // flush.
  virtual void GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                           uint64_t* const count, uint64_t* const size) = 0;
  virtual void GetApproximateMemTableStats(const Range& range, uint64_t* const count,
                                           uint64_t* const size) {
    GetApproximateMemTableStats(DefaultColumnFamily(), range, count, size);
  }

  // ---- Flush and compaction ----

  // Seals the memtable and flushes it to level 0; with FlushOptions::wait (the default) returns
  // when everything written before the call is in files. OK at once for an empty memtable.
  // `allow_write_stall` has no effect. ColumnFamilyDropped, ShutdownInProgress or the background
  // error if the flush cannot happen. Several families are flushed one after another, not
  // atomically.
  virtual Status Flush(const FlushOptions& options, ColumnFamilyHandle* cf) = 0;
  virtual Status Flush(const FlushOptions& options) {
    return Flush(options, DefaultColumnFamily());
  }
  virtual Status Flush(const FlushOptions& options,
                       const std::vector<ColumnFamilyHandle*>& column_families) = 0;

  // Flushes, then compacts the keys in [*begin, *end], level by level down to the deepest that has
  // some of them; null is unbounded. A universal family with several levels is rewritten whole into
  // the last one. Works in the calling thread, returns when done, and waits
  // while background work is paused. Incomplete (SubCode kManualCompactionPaused): cancelled
  // through options.canceled or DisableManualCompaction(); the work done until then stays.
  // InvalidArgument: a path or target level that does not exist. With change_level the result is
  // moved afterwards: NotSupported or Aborted if that would put it past other data.
  virtual Status CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                              const Slice* begin, const Slice* end) = 0;
  virtual Status CompactRange(const CompactRangeOptions& options, const Slice* begin,
                              const Slice* end) {
    return CompactRange(options, DefaultColumnFamily(), begin, end);
  }

  // Compacts the named table files (a directory before the name is ignored), and the files that
  // must go with them, into `output_level`, in the calling thread. A negative `output_path_id`
  // leaves the choice to cf_paths. Appends the paths of new files to *output_file_names; fills
  // family, levels, reason, file names and status of *compaction_job_info. InvalidArgument: no
  // files, a file that does not exist, a level above a file's own. Aborted: another job holds one
  // of the files.
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

  // Marks the files of [*begin, *end] (null: unbounded) above the deepest level. Automatic
  // compactions take them down later; nothing is waited for.
  virtual Status SuggestCompactRange(ColumnFamilyHandle* cf, const Slice* begin, const Slice* end);

  // Moves the files of level 0 to `target_level` by a change of the MANIFEST only. InvalidArgument
  // unless they do not overlap each other, levels 1 to the target are empty, and no compaction of
  // the family runs.
  virtual Status PromoteL0(ColumnFamilyHandle* cf, int target_level);

  // Pausing waits for running flushes and compactions and lets no new one begin, so writers stop
  // once memtables are full. Calls nest: each pause needs its own continue. Continuing without a
  // pause gives InvalidArgument.
  virtual Status PauseBackgroundWork() = 0;
  virtual Status ContinueBackgroundWork() = 0;

  // Sets disable_auto_compactions to false for each family; the first error is returned.
  virtual Status EnableAutoCompaction(
      const std::vector<ColumnFamilyHandle*>& column_family_handles) = 0;

  // While manual compaction is disabled, CompactRange(), CompactFiles() and PromoteL0() return
  // Incomplete. Running ones stop at their next record, and disabling waits for that, so their
  // filters and listeners must not call it. Calls nest: as many enabling calls are needed. Enabling
  // calls may come first; then so many disabling ones have no effect.
  virtual void DisableManualCompaction() = 0;
  virtual void EnableManualCompaction() = 0;

  // Returns when nothing is left to flush or compact and no job runs; data written meanwhile
  // prolongs the wait. TimedOut after options.timeout (microseconds; 0: never); Aborted when
  // paused and abort_on_pause is set; else the background error. With close_db it ends with
  // Close().
  virtual Status WaitForCompact(const WaitForCompactOptions& options) = 0;

  // ---- Options ----

  // Changes options by name while the database runs: all of them or none. The column "live" of
  // docs/compatibility.md lists the changeable ones; some affect only memtables or tables made
  // later. InvalidArgument: an empty map, an unknown name, a bad value, an option that cannot
  // change. Writes a new OPTIONS file; if that fails, returns the error although the change holds.
  virtual Status SetOptions(ColumnFamilyHandle* cf,
                            const std::unordered_map<std::string, std::string>& new_options);
  virtual Status SetOptions(const std::unordered_map<std::string, std::string>& new_options) {
    return SetOptions(DefaultColumnFamily(), new_options);
  }
  virtual Status SetDBOptions(const std::unordered_map<std::string, std::string>& new_options) = 0;

  // Copies of the options as they are now; pointers in them are shared.
  virtual Options GetOptions(ColumnFamilyHandle* cf) const = 0;
  virtual Options GetOptions() const { return GetOptions(DefaultColumnFamily()); }
  virtual DBOptions GetDBOptions() const = 0;

  // Values of the options as they are now. MaxMemCompactionLevel() is always 0: flushes go to
  // level 0.
  virtual int NumberLevels(ColumnFamilyHandle* cf) = 0;
  virtual int NumberLevels() { return NumberLevels(DefaultColumnFamily()); }
  virtual int MaxMemCompactionLevel(ColumnFamilyHandle* /*cf*/) { return 0; }
  virtual int MaxMemCompactionLevel() { return MaxMemCompactionLevel(DefaultColumnFamily()); }
  virtual int Level0StopWriteTrigger(ColumnFamilyHandle* cf) = 0;
  virtual int Level0StopWriteTrigger() { return Level0StopWriteTrigger(DefaultColumnFamily()); }

  // The directory that was given to Open(). This and the next two stay valid until the DB is
  // deleted.
  virtual const std::string& GetName() const = 0;
  virtual Env* GetEnv() const = 0;
  // The Env's file system, inside a wrapper if a listener asked for file operations.
  virtual FileSystem* GetFileSystem() const;

  // An id that survives reopening; the MANIFEST keeps it and, with write_identity_file, the
  // IDENTITY file. A copy of the directory has the same id.
  virtual Status GetDbIdentity(std::string& identity) const = 0;
  // An id that is new for each opening. Always OK, like the call before.
  virtual Status GetDbSessionId(std::string& session_id) const = 0;

  // The innermost DB under wrappers; the DB itself if it is not a wrapper.
  virtual DB* GetRootDB() { return this; }

  // ---- Write-ahead log ----

  // FlushWAL() hands buffered log data to the operating system (only manual_wal_flush leaves any
  // in the buffer); with sync it also syncs the log, like SyncWAL(). A failure becomes a
  // background error and stops writes. NotSupported for a sync of a database opened for reading.
  virtual Status FlushWAL(bool sync);
  virtual Status SyncWAL() = 0;

  // Between LockWAL() and UnlockWAL() no write enters the log, the log files do not change, and
  // writers wait, as does Flush(). Who must not wait is refused: a write with no_slowdown gets
  // Incomplete, a Flush() with `wait` false TryAgain; one that lines up while LockWAL() is being
  // called may wait all the same. FlushWAL(), SyncWAL() and checkpoints work.
  // LockWAL() waits for running writes and hands buffered log data to the operating system; if
  // that fails the lock is not held. Calls nest, from any threads. UnlockWAL() without LockWAL()
  // gives Aborted.
  virtual Status LockWAL();
  virtual Status UnlockWAL();

  // The sequence number of the last write that readers see. 0 for an empty database.
  virtual SequenceNumber GetLatestSequenceNumber() const = 0;

  // Makes an iterator over the logged batches from the one that holds `seq_number` on, or the first
  // one after it that is still there. Logs that were flushed are there as long as WAL_ttl_seconds
  // and WAL_size_limit_MB keep them in the archive. Updates written with disableWAL are not in any
  // log, so batches end where the first such update is missing. NotFound: `seq_number` is beyond
  // the last write.
  virtual Status GetUpdatesSince(SequenceNumber seq_number,
                                 std::unique_ptr<TransactionLogIterator>* iter,
                                 const TransactionLogIterator::ReadOptions& read_options =
                                     TransactionLogIterator::ReadOptions());

  // The archived logs and those that are being written or still needed for recovery, oldest first,
  // without those that hold no record. The current log is the newest; NotFound for a database
  // opened for reading.
  virtual Status GetSortedWalFiles(VectorWalPtr& files) = 0;
  virtual Status GetCurrentWalFile(std::unique_ptr<WalFile>* current_wal_file) = 0;

  // ---- Files ----

  // While deletions are disabled no file is removed, so an application can copy the files.
  // Disabling waits for a running deletion. Calls nest: each disabling call needs its own enabling
  // one, and the last of them removes the files that waited. Close() resets the count.
  virtual Status DisableFileDeletions() = 0;
  virtual Status EnableFileDeletions() = 0;

  // The files that a copy needs besides the logs: tables, CURRENT, the MANIFEST and the newest
  // OPTIONS file, relative to the database, each with a leading slash. A copy takes
  // `manifest_file_size` bytes of the MANIFEST. Flushes first unless told otherwise. REQUIRES:
  // DisableFileDeletions() was called, or files may be deleted while they are copied.
  virtual Status GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_file_size,
                              bool flush_memtable = true) = 0;
  // All tables of all families, level by level. Each family is listed at one moment, but the
  // families at different ones.
  virtual void GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata);
  // The same for a copy that needs no flush: with directories, sizes, and the logs, all at one
  // moment. Flushes first when the logs hold wal_size_for_flush bytes or more (0: always;
  // UINT64_MAX: never). Writers wait for a moment.
  virtual Status GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                         std::vector<LiveFileStorageInfo>* files) = 0;
  // Checksums of whole tables as the MANIFEST records them; those without one have the function
  // "Unknown" and an empty checksum. InvalidArgument: null.
  virtual Status GetLiveFilesChecksumInfo(FileChecksumList* checksum_list) = 0;

  // Levels and tables of a family at one moment, in fresh copies.
  virtual void GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata);
  void GetColumnFamilyMetaData(ColumnFamilyMetaData* metadata) {
    GetColumnFamilyMetaData(DefaultColumnFamily(), metadata);
  }
  virtual void GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata);

  // Unix time in seconds; 0 when it is unknown for some file, UINT64_MAX when there is no file.
  // NotSupported unless max_open_files = -1.
  virtual Status GetCreationTimeOfOldestFile(uint64_t* creation_time) = 0;

  // Adds the properties of tables to *props, by full path. Opens tables that are not open; the
  // first one that cannot be read ends the call with its error. A range takes every table that
  // overlaps it, including its limit. By level: one collection for each level, including empty
  // ones.
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

  // Reads all tables of all families, bypassing the cache, and checks the checksum of every block.
  // Stops at the first failure: Corruption with file and place. Does not read logs and MANIFEST.
  virtual Status VerifyChecksum(const ReadOptions& read_options) = 0;
  virtual Status VerifyChecksum() { return VerifyChecksum(ReadOptions()); }
  // Reads all tables that have a checksum of the whole file, and compares it. Stops at the first
  // failure: Corruption with file and both checksums. InvalidArgument: there is no
  // file_checksum_gen_factory, or it does not know the function of a checksum.
  virtual Status VerifyFileChecksums(const ReadOptions& read_options);

  // Takes tables of SstFileWriter in as the newest entries; with ingest_behind, as the oldest.
  virtual Status IngestExternalFile(ColumnFamilyHandle* cf,
                                    const std::vector<std::string>& external_files,
                                    const IngestExternalFileOptions& options);
  virtual Status IngestExternalFile(const std::vector<std::string>& external_files,
                                    const IngestExternalFileOptions& options) {
    return IngestExternalFile(DefaultColumnFamily(), external_files, options);
  }
  virtual Status IngestExternalFiles(const std::vector<IngestExternalFileArg>& args);

  // A new family of exported tables; those of several exports must not overlap in their keys.
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

  // Deletes the keys outside of [begin, end) and compacts both sides.
  virtual Status ClipColumnFamily(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end);

  // ---- User-defined timestamps ----

  // Refused, all three: there are no timestamps.
  virtual Status IncreaseFullHistoryTsLow(ColumnFamilyHandle* cf, std::string ts_low);
  virtual Status GetFullHistoryTsLow(ColumnFamilyHandle* cf, std::string* ts_low);
  virtual Status GetNewestUserDefinedTimestamp(ColumnFamilyHandle* cf,
                                               std::string* newest_timestamp);

  // ---- Tracing ----

  // Refused, all of them: there is no tracing. The caller keeps a writer or reader that it passed
  // in.
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

  // Of a database opened by OpenAsSecondary(): shows what the primary has written by now, all at
  // once. After a failure it shows what it did before. Families that the primary has made since are
  // not opened; those that it has dropped keep what they had. NotSupported for other databases.
  // Thread-safe.
  virtual Status TryCatchUpWithPrimary();

 protected:
  // NotSupported with the name of the feature.
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

// Deletes a closed database with all its contents. Column families need only be named if they keep
// files in paths of their own. Other files stay, and so do directories that hold some. OK when
// there is no such directory. IOError while the database is open; else the error of the first file
// that could not be removed, after trying all. Removes CURRENT first, so that a half-destroyed
// database cannot be opened.
Status DestroyDB(const std::string& name, const Options& options,
                 const std::vector<ColumnFamilyDescriptor>& column_families = {});

// Rebuilds the MANIFEST of a closed, damaged database from its tables and logs. Column families
// that are not listed get `unknown_cf_opts`; without it they are refused. Unusable files are moved
// to "lost" beside the data, and the LOG names them; OPTIONS files stay. IOError while the
// database is open; InvalidArgument for a comparator other than the recorded one. After an
// interruption repair may be started again. The last form uses its options for every family.
Status RepairDB(const std::string& dbname, const DBOptions& db_options,
                const std::vector<ColumnFamilyDescriptor>& column_families);
Status RepairDB(const std::string& dbname, const DBOptions& db_options,
                const std::vector<ColumnFamilyDescriptor>& column_families,
                const ColumnFamilyOptions& unknown_cf_opts);
Status RepairDB(const std::string& dbname, const Options& options);

}  // namespace ROCKSDB_NAMESPACE
