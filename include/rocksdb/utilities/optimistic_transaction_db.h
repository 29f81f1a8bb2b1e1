// OptimisticTransactionDB: a database whose transactions lock nothing. Commit() fails with Busy
// when somebody else has written a key that the transaction read for update or wrote, and with
// TryAgain when memtables no longer reach back far enough to tell.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/utilities/stackable_db.h"

namespace ROCKSDB_NAMESPACE {

class Transaction;

struct OptimisticTransactionOptions {
  // The same as Transaction::SetSnapshot() right after the start.
  bool set_snapshot = false;

  // The comparator of the family that the transaction's batch takes for the default one.
  const Comparator* cmp = BytewiseComparator();
};

// Who looks for conflicts: the leader of a group of writes, one transaction after another, or each
// transaction for itself before it joins a group, holding locks by hash of key. The second does not
// see writes that other threads make outside of transactions while it commits.
enum class OccValidationPolicy {
  kValidateSerial = 0,
  kValidateParallel = 1,
};

// The locks of kValidateParallel, which several databases may share.
class OccLockBuckets {
 public:
  virtual ~OccLockBuckets() = default;

  // Bytes.
  virtual size_t ApproximateMemoryUsage() const = 0;

 private:
  friend class OccLockTable;
  OccLockBuckets() = default;
};

// Cache-aligned locks take a cache line each, and do not slow each other down.
std::shared_ptr<OccLockBuckets> MakeSharedOccLockBuckets(size_t bucket_count,
                                                         bool cache_aligned = false);

struct OptimisticTransactionDBOptions {
  OccValidationPolicy validate_policy = OccValidationPolicy::kValidateParallel;

  // Locks of kValidateParallel: how many of its own, or those to share.
  uint32_t occ_lock_buckets = 1u << 20;
  std::shared_ptr<OccLockBuckets> shared_lock_buckets;
};

class OptimisticTransactionDB : public StackableDB {
 public:
  // As DB::Open(). Families whose max_write_buffer_size_to_maintain is 0 get -1: validation looks
  // at memtables only, so flushed ones are kept for a while. *db is null after a failure.
  static Status Open(const Options& options, const std::string& name, OptimisticTransactionDB** db);
  static Status Open(const DBOptions& db_options, const std::string& name,
                     const std::vector<ColumnFamilyDescriptor>& families,
                     std::vector<ColumnFamilyHandle*>* handles, OptimisticTransactionDB** db);
  static Status Open(const DBOptions& db_options, const OptimisticTransactionDBOptions& occ_options,
                     const std::string& name, const std::vector<ColumnFamilyDescriptor>& families,
                     std::vector<ColumnFamilyHandle*>* handles, OptimisticTransactionDB** db);

  OptimisticTransactionDB(const OptimisticTransactionDB&) = delete;
  void operator=(const OptimisticTransactionDB&) = delete;
  ~OptimisticTransactionDB() override = default;

  // NotSupported: commits are validated key by key.
  using StackableDB::DeleteRange;
  Status DeleteRange(const WriteOptions& /*options*/, ColumnFamilyHandle* /*cf*/,
                     const Slice& /*begin*/, const Slice& /*end*/) override {
    return Status::NotSupported("OptimisticTransactionDB::DeleteRange");
  }

  // Never null. Starts `old_txn` anew if it is given; else the caller deletes the new transaction.
  virtual Transaction* BeginTransaction(
      const WriteOptions& write_options,
      const OptimisticTransactionOptions& txn_options = OptimisticTransactionOptions(),
      Transaction* old_txn = nullptr) = 0;

 protected:
  explicit OptimisticTransactionDB(DB* db) : StackableDB(db) {}
};

}  // namespace ROCKSDB_NAMESPACE
