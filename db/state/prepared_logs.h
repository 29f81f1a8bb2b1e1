// Prepared sections of transactions that are neither committed nor rolled back: the logs that hold
// them, and those that recovery found. Asked whenever logs are released. Thread-safe.
//
//   prepare: Begin(log) -> commit: its memtables keep the log (MemTable::KeepLog), then End(log)
//                       -> rollback, or a commit of nothing: EndIn(log, its own log)
//
// Invariants
//  1. A log that holds the section of a commit which is not in tables is named by this or by a
//     memtable at any moment. Whoever looks must look here first and at the memtables afterwards,
//     because a commit goes the same way.
//  2. The log of a section that was rolled back stays as long as the log with the rollback, whose
//     record a crash may lose: the section must then be found again, because writes between the two
//     may be lost as well.
//
//       log 4 [section x] | log 7 [.. Rollback(x)]   a flush of what log 4 holds is installed, and
//                                                    the crash loses the end of log 7
#pragma once

#include <algorithm>
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
  // It has ended by a record of log `ended_in` that no memtable has entries of. REQUIRES: as End.
  void EndIn(uint64_t number, uint64_t ended_in) {
    {
      MutexLock lock(&mutex_);
      uint64_t& oldest = ended_.try_emplace(ended_in, number).first->second;
      oldest = std::min(oldest, number);
    }
    End(number);
  }
  // The oldest log with a section; UINT64_MAX: no log has one.
  uint64_t oldest() const { return oldest_.load(std::memory_order_acquire); }

  // The oldest log that recovery needs by invariant 2, where families need those from `oldest` on;
  // `oldest`: none before it. A rollback in an earlier log lies before what is in tables: whatever
  // a crash loses comes after it.
  uint64_t NeededWith(uint64_t oldest) const {
    MutexLock lock(&mutex_);
    uint64_t needed = oldest;
    for (auto it = ended_.rbegin(); it != ended_.rend() && it->first >= oldest; ++it)
      needed = std::min(needed, it->second);
    return needed;
  }
  // The newest log that families must need no more for `number` to go, by invariant 2; `number`:
  // no other.
  uint64_t NewestEndOf(uint64_t number) const {
    MutexLock lock(&mutex_);
    const auto last = std::find_if(ended_.rbegin(), ended_.rend(),
                                   [number](const auto& end) { return end.second <= number; });
    return last == ended_.rend() ? number : std::max(number, last->first);
  }
  // Logs before `number` are needed no more.
  void ForgetBefore(uint64_t number) {
    MutexLock lock(&mutex_);
    ended_.erase(ended_.begin(), ended_.lower_bound(number));
  }

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
  // The oldest log with a section that ended in this log, by the latter.
  std::map<uint64_t, uint64_t> ended_ GUARDED_BY(mutex_);
  // Of a log without sections, for the next one with some: mostly it is the same log.
  std::map<uint64_t, uint64_t>::node_type spare_ GUARDED_BY(mutex_);
  std::vector<RecoveredTransaction> recovered_ GUARDED_BY(mutex_);
  std::atomic<uint64_t> oldest_{UINT64_MAX};
};

}  // namespace ROCKSDB_NAMESPACE
