// Prepared sections of transactions that are neither committed nor rolled back: the logs that hold
// them, and those that recovery found. Asked whenever logs are released. Thread-safe.
//
//   prepare: Begin(log) -> commit: its memtables keep the log (MemTable::KeepLog), then End(log)
//                       -> rollback: End(log)
//
// Invariant: a log that holds the section of a commit which is not in tables is named by this or by
// a memtable at any moment. Whoever looks must look here first and at the memtables afterwards,
// because a commit goes the same way.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/write_batch.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// A prepared section that recovery found without its end.
struct RecoveredTransaction {
  std::string name;
  // The updates alone, without marks.
  std::unique_ptr<WriteBatch> batch;
  // The log that holds the section: TransactionalWrite::prepared_in of its commit.
  uint64_t log_number = 0;
};

class PreparedLogs {
 public:
  // A section is in log `number`.
  void Begin(uint64_t number) {
    MutexLock lock(&mutex_);
    if (!spare_.empty()) {
      spare_.key() = number;
      spare_.mapped() = 0;
      spare_ = std::move(sections_.insert(std::move(spare_)).node);
    }
    ++sections_[number];
    oldest_.store(sections_.begin()->first, std::memory_order_release);
  }
  // It has ended. REQUIRES: a Begin of the same log that was not ended yet.
  void End(uint64_t number) {
    MutexLock lock(&mutex_);
    const auto at = sections_.find(number);
    if (at != sections_.end() && --at->second == 0) spare_ = sections_.extract(at);
    oldest_.store(sections_.empty() ? UINT64_MAX : sections_.begin()->first,
                  std::memory_order_release);
  }
  // The oldest log with a section; UINT64_MAX: no log has one.
  uint64_t oldest() const { return oldest_.load(std::memory_order_acquire); }

  // Recovery leaves what it found for the transaction database, which takes it over once. Oldest
  // first. The sections count as begun; whoever commits or rolls them back ends them.
  void SetRecovered(std::vector<RecoveredTransaction> found) {
    for (const RecoveredTransaction& one : found) Begin(one.log_number);
    MutexLock lock(&mutex_);
    recovered_ = std::move(found);
  }
  std::vector<RecoveredTransaction> TakeRecovered() {
    MutexLock lock(&mutex_);
    return std::exchange(recovered_, {});
  }

 private:
  mutable Mutex mutex_;  // leaf
  // Sections by log.
  std::map<uint64_t, uint64_t> sections_ GUARDED_BY(mutex_);
  // Of a log without sections, for the next one with some: mostly it is the same log.
  std::map<uint64_t, uint64_t>::node_type spare_ GUARDED_BY(mutex_);
  std::vector<RecoveredTransaction> recovered_ GUARDED_BY(mutex_);
  std::atomic<uint64_t> oldest_{UINT64_MAX};
};

}  // namespace ROCKSDB_NAMESPACE
