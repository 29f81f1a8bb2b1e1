// TransactionDB: a database whose writes lock their keys, so that transactions running side by
// side cannot overwrite each other's data. Writes reach memtables at commit; the other write
// policies, lock managers for ranges and secondary indices are refused: NotSupported.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/utilities/stackable_db.h"
#include "rocksdb/utilities/transaction.h"

namespace ROCKSDB_NAMESPACE {

class LockManager;
class SecondaryIndex;
class TransactionDBMutexFactory;

// ---- Reports about locks and deadlocks ----

// How many deadlocks are remembered unless the options say otherwise.
constexpr uint32_t kInitialMaxDeadlocks = 5;

// An Endpoint that owns its bytes.
struct EndpointWithString {
  std::string slice;
  bool inf_suffix;
};

// Who holds the lock of a key: one transaction, or several that share it.
struct KeyLockInfo {
  std::string key;
  std::vector<TransactionID> ids;
  bool exclusive;
};

// Who holds the lock of a range.
struct RangeLockInfo {
  EndpointWithString start;
  EndpointWithString end;
  std::vector<TransactionID> ids;
  bool exclusive;
};

// One waiter of a deadlock: the transaction, and the key for which it waited.
struct DeadlockInfo {
  TransactionID m_txn_id;
  uint32_t m_cf_id;
  bool m_exclusive;
  std::string m_waiting_key;
};

// The same for locks of ranges.
struct RangeDeadlockInfo {
  TransactionID m_txn_id;
  uint32_t m_cf_id;
  bool m_exclusive;
  EndpointWithString m_start;
  EndpointWithString m_end;
};

// A deadlock: each element waits for the next, and the last for the first. With limit_exceeded the
// search was given up at the depth limit, and there is no path. Times are Unix seconds.
struct DeadlockPath {
  explicit DeadlockPath(std::vector<DeadlockInfo> entries, const int64_t& seconds)
      : path(std::move(entries)), limit_exceeded(false), deadlock_time(seconds) {}
  explicit DeadlockPath(const int64_t& seconds = 0, bool limit = false)
      : limit_exceeded(limit), deadlock_time(seconds) {}

  // True for an element of a report that nothing has filled.
  bool empty() { return !limit_exceeded && path.empty(); }

  std::vector<DeadlockInfo> path;
  bool limit_exceeded;
  int64_t deadlock_time;
};

struct RangeDeadlockPath {
  explicit RangeDeadlockPath(std::vector<RangeDeadlockInfo> entries, const int64_t& seconds)
      : path(std::move(entries)), limit_exceeded(false), deadlock_time(seconds) {}
  explicit RangeDeadlockPath(const int64_t& seconds = 0, bool limit = false)
      : limit_exceeded(limit), deadlock_time(seconds) {}

  bool empty() { return !limit_exceeded && path.empty(); }

  std::vector<RangeDeadlockInfo> path;
  bool limit_exceeded;
  int64_t deadlock_time;
};

// ---- Lock managers ----

// A lock manager that TransactionDBOptions names instead of the built-in one for single keys.
class LockManagerHandle {
 public:
  virtual ~LockManagerHandle() = default;

  // For the DB only.
  virtual LockManager* getLockManager() = 0;
};

// A lock manager for ranges of keys. When its locks take too much memory, it merges neighbouring
// locks of one transaction into a larger one, which is called escalation.
class RangeLockManagerHandle : public LockManagerHandle {
 public:
  using RangeLockStatus = std::unordered_multimap<ColumnFamilyId, RangeLockInfo>;
  // True forbids escalation over the gap between two locks.
  using EscalationBarrierFunc = std::function<bool(const Endpoint& a, const Endpoint& b)>;

  class Counters {
   public:
    uint64_t escalation_count;
    uint64_t lock_wait_count;
    // Bytes.
    uint64_t current_lock_memory;
  };

  ~RangeLockManagerHandle() override = default;

  // 0 on success, else an errno: the locks that are held take more already.
  virtual int SetMaxLockMemory(size_t max_lock_memory) = 0;
  virtual size_t GetMaxLockMemory() = 0;

  // REQUIRES: called before the DB is opened.
  virtual void SetEscalationBarrierFunc(EscalationBarrierFunc func) = 0;

  virtual Counters GetStatus() = 0;
  virtual RangeLockStatus GetRangeLockStatusData() = 0;
  virtual std::vector<RangeDeadlockPath> GetRangeDeadlockInfoBuffer() = 0;
  virtual void SetRangeDeadlockInfoBufferSize(uint32_t target_size) = 0;
};

// Always null: there is no lock manager for ranges.
RangeLockManagerHandle* NewRangeLockManager(
    std::shared_ptr<TransactionDBMutexFactory> mutex_factory);

// ---- Options ----

// When the writes of a transaction reach the memtables: at commit, when it is prepared, or while
// it is still being written.
enum TxnDBWritePolicy {
  WRITE_COMMITTED = 0,
  WRITE_PREPARED,
  WRITE_UNPREPARED,
};

struct TransactionDBOptions {
  TxnDBWritePolicy write_policy = TxnDBWritePolicy::WRITE_COMMITTED;

  // Locks. No limit to their number when it is not positive; more stripes let more threads lock at
  // once.
  int64_t max_num_locks = -1;
  size_t num_stripes = 16;
  // Null: a lock for each key, with the mutexes of the next field; null there: those of std.
  std::shared_ptr<LockManagerHandle> lock_mgr_handle;
  std::shared_ptr<TransactionDBMutexFactory> custom_mutex_factory;
  // How many deadlocks GetDeadlockInfoBuffer() remembers.
  uint32_t max_num_deadlocks = kInitialMaxDeadlocks;
  // No locks at all: the application rules conflicts out.
  bool skip_concurrency_control = false;

  // Milliseconds; negative waits for ever, 0 not at all. The first is for transactions that set no
  // limit of their own, the second for writes outside of transactions.
  int64_t transaction_lock_timeout = 1000;
  int64_t default_lock_timeout = 1000;

  // Two of the write policies need help to undo what is in the memtables: with the first, by
  // writing the value before the merge; the callback says whether a key is undone by a
  // SingleDelete.
  bool rollback_merge_operands = false;
  std::function<bool(TransactionDB*, ColumnFamilyHandle*, const Slice&)>
      rollback_deletion_type_callback;
  // WRITE_UNPREPARED: bytes of a batch that are written ahead of the commit; 0: any number.
  int64_t default_write_batch_flush_threshold = 0;

  // A transaction of at least so many updates becomes a memtable of its own at commit.
  uint32_t txn_commit_bypass_memtable_threshold = std::numeric_limits<uint32_t>::max();

  // Checks the timestamps of keys against SetReadTimestampForValidation().
  bool enable_udt_validation = true;

  // Maintained with every write of a transaction.
  std::vector<std::shared_ptr<SecondaryIndex>> secondary_indices;
};

struct TransactionOptions {
  // The same as SetSnapshot() right after the start.
  bool set_snapshot = false;

  // Looks for deadlocks before it waits for a lock.
  bool deadlock_detect = false;
  // Recovery needs only the last commit-time batch of this kind, so it does not enter a memtable.
  bool use_only_the_last_commit_time_batch_for_recovery = false;
  // Milliseconds to wait for a lock; negative: those of the DB.
  int64_t lock_timeout = -1;
  // After so many milliseconds others may take the locks away, and Commit() fails; negative: never.
  int64_t expiration = -1;
  // How far it follows who waits for whom.
  int64_t deadlock_detect_depth = 50;
  // Bytes of all writes; 0: no limit. Beyond it writes fail with MemoryLimit.
  size_t max_write_batch_size = 0;
  // Takes no locks at all.
  bool skip_concurrency_control = false;
  // Commit() without Prepare() is allowed.
  bool skip_prepare = true;
  // WRITE_UNPREPARED only; negative: that of the DB, 0: any number.
  int64_t write_batch_flush_threshold = -1;
  // The batch remembers which families have timestamps.
  bool write_batch_track_timestamp_size = false;

  // The batch becomes a memtable of its own at commit: always, or from so many updates or bytes on.
  bool commit_bypass_memtable = false;
  uint32_t large_txn_commit_optimize_threshold = std::numeric_limits<uint32_t>::max();
  uint64_t large_txn_commit_optimize_byte_threshold = std::numeric_limits<uint64_t>::max();
};

// What a caller of TransactionDB::Write() knows about its batch.
struct TransactionDBWriteOptimizations {
  // No transaction uses the same keys.
  bool skip_concurrency_control = false;
  // No key is in the batch twice.
  bool skip_duplicate_key_check = false;
};

// ---- The database ----

class TransactionDB : public StackableDB {
 public:
  // As DB::Open(), with PrepareWrap() and WrapDB(). *db is null after a failure.
  static Status Open(const Options& options, const TransactionDBOptions& txn_db_options,
                     const std::string& name, TransactionDB** db);
  static Status Open(const DBOptions& db_options, const TransactionDBOptions& txn_db_options,
                     const std::string& name, const std::vector<ColumnFamilyDescriptor>& families,
                     std::vector<ColumnFamilyHandle*>* handles, TransactionDB** db);

  // For a DB that the caller opens: first changes the options as transactions need them and lists
  // the families whose compactions it has switched off. max_write_buffer_size_to_maintain becomes
  // -1 where it is 0: flushed memtables are kept for a while, to find conflicts in them.
  static void PrepareWrap(DBOptions* db_options, std::vector<ColumnFamilyDescriptor>* families,
                          std::vector<size_t>* compaction_enabled_cf_indices);
  // Takes over `base`, makes `handles` the families whose keys can be locked, finds what a crash
  // left prepared, and lets compactions begin. After a failure *db is null and the caller keeps its
  // DB.
  static Status WrapDB(DB* base, const TransactionDBOptions& txn_db_options,
                       const std::vector<size_t>& compaction_enabled_cf_indices,
                       const std::vector<ColumnFamilyHandle*>& handles, TransactionDB** db);
  static Status WrapStackableDB(StackableDB* base, const TransactionDBOptions& txn_db_options,
                                const std::vector<size_t>& compaction_enabled_cf_indices,
                                const std::vector<ColumnFamilyHandle*>& handles,
                                TransactionDB** db);

  TransactionDB(const TransactionDB&) = delete;
  void operator=(const TransactionDB&) = delete;
  ~TransactionDB() override = default;

  // Never null. Starts `old_txn` anew if it is given; else the caller deletes the new transaction.
  virtual Transaction* BeginTransaction(
      const WriteOptions& write_options,
      const TransactionOptions& txn_options = TransactionOptions(),
      Transaction* old_txn = nullptr) = 0;

  // Null when there is none of that name. Prepared transactions that a crash left over are found
  // by their names; the caller owns those.
  virtual Transaction* GetTransactionByName(const TransactionName& name) = 0;
  virtual void GetAllPreparedTransactions(std::vector<Transaction*>* transactions) = 0;

  using StackableDB::Write;
  virtual Status Write(const WriteOptions& options,
                       const TransactionDBWriteOptimizations& /*optimizations*/,
                       WriteBatch* updates) {
    return Write(options, updates);
  }

  // NotSupported: a range has no lock.
  using StackableDB::DeleteRange;
  Status DeleteRange(const WriteOptions& /*options*/, ColumnFamilyHandle* /*cf*/,
                     const Slice& /*begin*/, const Slice& /*end*/) override {
    return Status::NotSupported("TransactionDB::DeleteRange");
  }

  // All locks that are held, by column family.
  virtual std::unordered_multimap<uint32_t, KeyLockInfo> GetLockStatusData() = 0;
  // The latest deadlocks, newest first.
  virtual std::vector<DeadlockPath> GetDeadlockInfoBuffer() = 0;
  virtual void SetDeadlockInfoBufferSize(uint32_t target_size) = 0;

  // Snapshots that carry a timestamp of the application. The DB holds each until it is released
  // here and nobody else holds it; their timestamps ascend with their sequence numbers.
  virtual std::pair<Status, std::shared_ptr<const Snapshot>> CreateTimestampedSnapshot(
      TxnTimestamp ts) = 0;
  // Null when there is none.
  virtual std::shared_ptr<const Snapshot> GetTimestampedSnapshot(TxnTimestamp ts) const = 0;
  std::shared_ptr<const Snapshot> GetLatestTimestampedSnapshot() const {
    return GetTimestampedSnapshot(kMaxTxnTimestamp);
  }
  // Those in [ts_lb, ts_ub), oldest first.
  virtual Status GetTimestampedSnapshots(
      TxnTimestamp ts_lb, TxnTimestamp ts_ub,
      std::vector<std::shared_ptr<const Snapshot>>& snapshots) const = 0;
  Status GetAllTimestampedSnapshots(std::vector<std::shared_ptr<const Snapshot>>& snapshots) const {
    return GetTimestampedSnapshots(0, kMaxTxnTimestamp, snapshots);
  }
  virtual void ReleaseTimestampedSnapshotsOlderThan(TxnTimestamp ts) = 0;

 protected:
  explicit TransactionDB(DB* db) : StackableDB(db) {}
};

}  // namespace ROCKSDB_NAMESPACE
