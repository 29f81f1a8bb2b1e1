// TimestampedSnapshots: snapshots that carry a number of the application, by that number.
//
// Invariant: numbers and sequence numbers ascend together.
// Thread-safe through its own lock, under which snapshots are made and released.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "rocksdb/utilities/transaction.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class TimestampedSnapshots {
 public:
  // REQUIRES: `db` outlives this and all snapshots.
  explicit TimestampedSnapshots(DB* db) : db_(db) {}
  TimestampedSnapshots(const TimestampedSnapshots&) = delete;
  TimestampedSnapshots& operator=(const TimestampedSnapshots&) = delete;

  // Of the present state. InvalidArgument: a snapshot has that timestamp, of another state, or a
  // larger one.
  [[nodiscard]] Status Create(TxnTimestamp ts, std::shared_ptr<const Snapshot>* snapshot)
      EXCLUDES_LOCK(mutex_);
  // kMaxTxnTimestamp: the latest. Null: there is none.
  std::shared_ptr<const Snapshot> Get(TxnTimestamp ts) const EXCLUDES_LOCK(mutex_);
  // Those in [first, end), oldest first.
  std::vector<std::shared_ptr<const Snapshot>> Range(TxnTimestamp first, TxnTimestamp end) const
      EXCLUDES_LOCK(mutex_);
  void ReleaseOlderThan(TxnTimestamp ts) EXCLUDES_LOCK(mutex_);

 private:
  DB* const db_;
  mutable Mutex mutex_;
  std::map<TxnTimestamp, std::shared_ptr<const Snapshot>> by_time_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
