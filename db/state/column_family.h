// One column family while the database is open: its options, memtables, tree, buckets and running
// jobs, plus the set of all families and the handles users hold.
//
// Guarding: unless said otherwise every field of ColumnFamily is guarded by the state lock
// (DbContext::mutex).
//  1. `mem` is replaced only by a thread that is also the leader of the write queue; hence a leader
//     may read it without the state lock.
//  2. The set changes only under both, so a leader may look families up without the state lock too.
//  3. `tree` is replaced only under the MANIFEST lock as well (db/state/version_set.h).
//  4. After a change of mem, imm, tree or config InstallSuperVersion follows under the same lock
//     hold (but in recovery, when nobody reads yet): what reads see never mixes an old list of
//     memtables with a new tree.
//
// Lifetime: shared. The set holds a family until it is dropped; handles, jobs and iterators hold it
// as long as they need it, so a dropped family's files go with the last of them.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "bucket/bucket_stall.h"
#include "bucket/bucket_stats.h"
#include "db/state/db_context.h"
#include "db/state/level_stats.h"
#include "db/state/super_version.h"
#include "rocksdb/db.h"
#include "version/running_job.h"

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
  SuperVersionSlots super_versions;  // lock-free for readers
  std::atomic<bool> dropped{false};

  std::shared_ptr<const CfConfig> config;
  MemTablePtr mem;
  std::vector<MemTablePtr> imm;  // oldest first; flush_in_progress marks those a job has taken
  TreePtr tree;
  std::shared_ptr<const BucketMap> buckets;  // never null; one bucket when off
  BucketStats bucket_stats;
  uint64_t log_number =
      0;  // WALs before this one hold nothing of this family that is not in tables
  // Age of Level 0 files: a file of a higher epoch is newer (bucket/flush_numbers.h).
  uint64_t next_epoch = kFirstEpoch;
  // Jobs that hold files, with their inputs and key ranges; pickers keep clear of them.
  std::vector<RunningJob> running;
  std::vector<std::string> compact_cursors;  // by level, for kRoundRobin
  // Manual compactions that wait for other jobs of the family, and those that run.
  int manual_waiting = 0;
  int manual_running = 0;
  FlushReason flush_reason = FlushReason::kOthers;  // why the last memtable was sealed
  bool flush_requested =
      false;  // flush the immutable memtables though fewer than min_write_buffer_number_to_merge
  // 0 or 1: see invariant 1 of Background.
  uint32_t running_flushes = 0;
  StallVerdict stall;
  // Worked out by StallTracker with each verdict.
  uint64_t pending_compaction_bytes = 0;
  FamilyStats stats;
  std::string full_history_ts_low;

  // A new, empty memtable as the options want it; `earliest`: no older entry will be added. Takes
  // no lock but the leaf one of the database's options.
  MemTablePtr NewMemTable(SequenceNumber earliest) const;
  // Publishes mem, imm, tree and config as they are now. REQUIRES: state lock.
  void InstallSuperVersion();
  // Memtables that no job has taken yet. REQUIRES: state lock.
  size_t UnflushedImm() const;
  // Whether a flush should be started now. REQUIRES: state lock.
  bool NeedsFlush() const;
  // Buckets after recovery: from the MANIFEST's record, else one bucket until the first flush
  // chooses.
  void RestoreBuckets(const std::string& record);
  // Reserves `n` epochs for a flush, at the moment its memtables are picked (hazard 5). Those that
  // it does not use are lost. REQUIRES: state lock.
  uint64_t TakeEpochs(uint64_t n) {
    const uint64_t first = next_epoch;
    next_epoch += n;
    return first;
  }
  // Oldest WAL that holds data of this family which is in no table yet. REQUIRES: state lock.
  uint64_t OldestLogNeeded() const;
  // Oldest WAL that may hold data of the memtable in use. REQUIRES: state lock.
  uint64_t OldestLogOfActive() const;

 private:
  DbContext* const context_;
  // Guarded by the state lock.
  uint64_t next_super_version_ = 1;
  mutable std::atomic<uint64_t> next_memtable_id_{1};
  friend class ColumnFamilySet;
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
