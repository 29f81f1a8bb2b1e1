// One column family while the database is open: its options, memtables, tree, buckets and running
// jobs, plus the set of all families and the handles users hold.
//
// Invariants
//  1. The memtable in use is replaced only by a thread that holds the state lock and leads the
//     write queue. It is known twice, as mem_ to holders of the lock and as writing_ to the leader,
//     so that neither needs the other's lock.
//  2. The set changes only under both, so a leader may look families up without the state lock too.
//  3. The tree is replaced only under the MANIFEST lock as well (db/state/version_set.h): for its
//     holder it stays the newest one.
//  4. After a change of memtables, tree or options InstallSuperVersion follows under the same lock
//     hold (but in recovery, when nobody reads yet): what reads see never mixes an old list of
//     memtables with a new tree.
//  5. state().flushes counts the memtables of imm(): every function that changes the list changes
//     the counts with it.
//
// Lifetime: shared. The set holds a family until it is dropped; handles, jobs and iterators hold it
// as long as they need it, so a dropped family's files go with the last of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "db/state/block_cache_count.h"
#include "db/state/db_context.h"
#include "db/state/level_stats.h"
#include "db/state/super_version.h"
#include "db/state/write_queue.h"
#include "rocksdb/db.h"
#include "schedule/family_state.h"

namespace ROCKSDB_NAMESPACE {

class ObsoleteFiles;

class ColumnFamily {
 public:
  ColumnFamily(DbContext* context, uint32_t id, std::string name,
               std::shared_ptr<const CfConfig> config);
  ColumnFamily(const ColumnFamily&) = delete;
  ColumnFamily& operator=(const ColumnFamily&) = delete;

  const uint32_t id;
  const std::string name;
  const InternalKeyOrder order;
  const bool takes_writes;           // not so with disallow_memtable_writes
  const bool takes_merges;           // not so without a merge operator
  SuperVersionSlots super_versions;  // lock-free for readers
  // The block cache does not change while the family is open.
  const BlockCacheCount block_cache_count;
  // Set under the state lock, and read anywhere.
  std::atomic<bool> dropped{false};
  // What scheduling decisions depend on: options, tree, buckets, running jobs, turns, stall.
  FamilyState& state() REQUIRES_LOCK(state_lock) { return state_; }
  const FamilyState& state() const REQUIRES_LOCK(state_lock) { return state_; }
  // Counters of flushes, compactions and stalls, for reports.
  FamilyStats& stats() REQUIRES_LOCK(state_lock) { return stats_; }

  // ---- memtables

  const MemTablePtr& mem() const REQUIRES_LOCK(state_lock) { return mem_; }
  // The memtable in use, for the leader of the write queue and the group it commits (invariant 1).
  MemTable* writing_memtable() const REQUIRES_LOCK(write_leadership) { return writing_; }
  // Immutable ones, oldest first; flush_in_progress marks those that a job has taken.
  const std::vector<MemTablePtr>& imm() const REQUIRES_LOCK(state_lock) { return imm_; }
  // Why the last memtable was sealed.
  FlushReason flush_reason() const REQUIRES_LOCK(state_lock) { return flush_reason_; }
  // A new, empty memtable as the options want it; `earliest`: no older entry will be added.
  MemTablePtr NewMemTable(SequenceNumber earliest) REQUIRES_LOCK(state_lock);
  // The first memtable, of a family that has none yet.
  void StartMemTable(SequenceNumber earliest) REQUIRES_LOCK(state_lock, write_leadership);
  // The memtable in use joins the immutable ones, and `fresh` takes its place.
  void SealMemTable(MemTablePtr fresh, FlushReason reason)
      REQUIRES_LOCK(state_lock, write_leadership);
  // Takes for a flush all immutable memtables that no job has, oldest first; the request for a
  // flush is met with it. Empty when a younger job's memtables would come first.
  std::vector<MemTablePtr> TakeMemTables() REQUIRES_LOCK(state_lock);
  // A flush has failed: another one may take its memtables, at once.
  void GiveBack(const std::vector<MemTablePtr>& memtables) REQUIRES_LOCK(state_lock);
  // A flush's memtables are in tables. With `keep` they join the history. REQUIRES: they are the
  // oldest.
  void RemoveFlushed(const std::vector<MemTablePtr>& memtables, bool keep)
      REQUIRES_LOCK(state_lock);
  // Lets go of the immutable memtables whose logs are all before `log`, which are in tables of
  // another instance's making. REQUIRES: no job has taken any.
  void ForgetOlderThan(uint64_t log) REQUIRES_LOCK(state_lock);
  // Flushed memtables, oldest first, without a gap up to the immutable ones: what transactions hold
  // their snapshots against.
  const std::vector<MemTablePtr>& history() const REQUIRES_LOCK(state_lock) { return history_; }
  // Cuts the history, oldest first, until all memtables together are within
  // max_write_buffer_size_to_maintain. What leaves it is returned: whoever frees it should not hold
  // the lock.
  [[nodiscard]] std::vector<MemTablePtr> TrimHistory() REQUIRES_LOCK(state_lock);
  // The same of all of it.
  [[nodiscard]] std::vector<MemTablePtr> DropHistory() REQUIRES_LOCK(state_lock) {
    return std::exchange(history_, {});
  }
  // Whether a flush should be started now.
  bool NeedsFlush() const REQUIRES_LOCK(state_lock) {
    return !dropped.load(std::memory_order_relaxed) && state_.NeedsFlush();
  }

  // ---- logs

  // Logs before this one hold nothing of the family that is not in tables. Whoever releases logs
  // must keep this one, and holds the state lock while it decides.
  uint64_t log_number() const { return log_number_.load(std::memory_order_relaxed); }
  void RaiseLogNumber(uint64_t number) REQUIRES_LOCK(state_lock) {
    log_number_.store(std::max(log_number(), number), std::memory_order_relaxed);
  }
  // What the MANIFEST says of log_number(). Logs before it are durable, or nobody needs them: were
  // one torn, the family would look as if it were ahead of the others.
  uint64_t recorded_log() const REQUIRES_LOCK(state_lock) { return recorded_log_; }
  void NoteRecordedLog(uint64_t number) REQUIRES_LOCK(state_lock) {
    recorded_log_ = std::max(recorded_log_, number);
    RaiseLogNumber(number);
  }
  // Oldest log that may hold data of the memtable in use.
  uint64_t OldestLogOfActive() const REQUIRES_LOCK(state_lock);

  // Publishes memtables, tree and options as they are now.
  void InstallSuperVersion() REQUIRES_LOCK(state_lock);
  // Buckets after recovery: from the MANIFEST's record, else one bucket until the first flush
  // chooses.
  void RestoreBuckets(const std::string& record) REQUIRES_LOCK(state_lock);

 private:
  DbContext* const context_;
  FamilyState state_ GUARDED_BY(state_lock);
  FamilyStats stats_ GUARDED_BY(state_lock);
  MemTablePtr mem_ GUARDED_BY(state_lock);
  // The same memtable (invariant 1).
  MemTable* writing_ GUARDED_BY(write_leadership) = nullptr;
  std::vector<MemTablePtr> imm_ GUARDED_BY(state_lock);
  std::vector<MemTablePtr> history_ GUARDED_BY(state_lock);
  FlushReason flush_reason_ GUARDED_BY(state_lock) = FlushReason::kOthers;
  // Raised under the state lock; recovery and the MANIFEST's writer read it without.
  std::atomic<uint64_t> log_number_{0};
  uint64_t recorded_log_ GUARDED_BY(state_lock) = 0;
  uint64_t next_super_version_ GUARDED_BY(state_lock) = 1;
  uint64_t next_memtable_id_ GUARDED_BY(state_lock) = 1;
};

using FamilyPtr = std::shared_ptr<ColumnFamily>;

// All families of the database. Changes need the state lock and leadership of the write queue; see
// the top.
class ColumnFamilySet {
 public:
  void Add(const FamilyPtr& family);
  void Remove(uint32_t id);
  FamilyPtr Find(uint32_t id) const;
  ColumnFamily* FindRaw(uint32_t id) const;  // for the write path: no reference taken
  FamilyPtr Find(const std::string& name) const;
  const std::map<uint32_t, FamilyPtr>& all() const { return by_id_; }
  // Largest id ever used: ids of dropped families are not given out again.
  uint32_t max_id = 0;

 private:
  std::map<uint32_t, FamilyPtr> by_id_;
};

// What the user holds. Keeps the family alive after it is dropped.
class ColumnFamilyHandleImpl final : public ColumnFamilyHandle {
 public:
  ColumnFamilyHandleImpl(FamilyPtr family, DbContext* context,
                         std::shared_ptr<ObsoleteFiles> obsolete)
      : family_(std::move(family)), context_(context), obsolete_(std::move(obsolete)) {}
  ~ColumnFamilyHandleImpl() override;
  const std::string& GetName() const override { return family_->name; }
  uint32_t GetID() const override { return family_->id; }
  Status GetDescriptor(ColumnFamilyDescriptor* descriptor) override;
  const Comparator* GetComparator() const override { return family_->order.user_comparator(); }
  const FamilyPtr& family() const { return family_; }

 private:
  FamilyPtr family_;
  DbContext* const context_;
  const std::shared_ptr<ObsoleteFiles> obsolete_;
};

// REQUIRES: `handle` came from this database.
inline const FamilyPtr& FamilyOf(ColumnFamilyHandle* handle) {
  return static_cast<ColumnFamilyHandleImpl*>(handle)->family();
}

}  // namespace ROCKSDB_NAMESPACE
