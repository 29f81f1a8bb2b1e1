// Writes immutable memtables of one family to Level 0, cut at bucket boundaries, and installs the
// files. Run by a background thread (flush_group.h installs the files of one or several jobs), by
// recovery (which installs those of all its jobs at once, see recovery_flush.h), and by nothing
// else.
//
//   Pick (state lock): oldest memtables not yet taken, epochs reserved  ->  Write (no lock): one
//   walk over the merged memtables, or up to flush_threads walks side by side over parts of it, a
//   new file at each planned boundary  ->  Sync (no lock)  ->  Install: one MANIFEST record for all
//   files and the new map
//
// Invariants
//  1. Memtables leave the list oldest first: a job whose memtables are newer than another running
//     job's waits to install.
//  2. All files of one flush enter the tree in one record; on failure none does and the memtables
//     stay.
//  3. Epochs are reserved when the memtables are picked (hazard 5).
//  4. Recorded sequence numbers are given inside the change of the tree, against the level 0 the
//     files join: jobs may have changed it since the pick.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "bucket/flush_planner.h"
#include "db/jobs/flush_walk.h"
#include "db/jobs/job_services.h"
#include "db/state/db_parts.h"
#include "db/state/log_need.h"

namespace ROCKSDB_NAMESPACE {

class FlushJob {
 public:
  // `reason`: kFlush, or kRecovery while the database opens.
  FlushJob(DbParts* parts, JobServices* services, FamilyPtr family, TableFileCreationReason reason);

  // Takes memtables. False when there is nothing to do.
  // All untaken memtables at once, so that a backlog becomes one flush. REQUIRES: called once,
  // first.
  bool Pick() REQUIRES_LOCK(state_lock);
  // Writes the files. On failure they are deleted again.
  [[nodiscard]] Status Write() EXCLUDES_LOCK(state_lock);
  // On success the files are durable, and their names in the directory as well (hazard 6); on
  // failure they are deleted. REQUIRES: Write succeeded; in any thread.
  [[nodiscard]] Status Sync() EXCLUDES_LOCK(state_lock);
  // Both.
  [[nodiscard]] Status Run() EXCLUDES_LOCK(state_lock);

  // Installing. REQUIRES of Edit, LeaveFamily and ReleaseMemtables: Sync succeeded.
  // Waits for older jobs of the family (invariant 1). The error that stops writes, if there is one.
  [[nodiscard]] Status WaitForTurn() REQUIRES_LOCK(state_lock);
  // What the files change in the tree; the job must live until it is applied.
  VersionSet::FamilyEdit Edit();
  // What the family needs of the logs then.
  FlushAhead Ahead() const { return {family_.get(), memtables_.size(), next_log_}; }
  // The family goes on without the memtables. REQUIRES: the files are in its tree.
  void LeaveFamily() REQUIRES_LOCK(state_lock);
  // Another flush may take the memtables.
  void GiveBack() REQUIRES_LOCK(state_lock) { family_->GiveBack(memtables_); }
  // Lets go of them and of what points into them, before writers that wait for memory may go on.
  void DropMemtables();
  // The memtables are freed and the family's buckets brought in line, before the files are
  // installed.
  void ReleaseMemtables() REQUIRES_LOCK(state_lock);
  // Tells the LOG and the listeners how installing ended. REQUIRES: the state lock is not held.
  void Announce(const Status& s);
  // Deletes the files.
  void Abandon();

  int id() const { return job_id_; }
  uint64_t data_bytes() const { return data_bytes_; }

 private:
  Status WriteFiles();
  // Fills plan_: which buckets this flush counts by and where it cuts.
  void Plan();
  // Gathers the memtables' range tombstones.
  std::vector<RangeTombstone> ReduceOwnTombstones();
  [[nodiscard]] Status MakeFilter(FilterChoice* choice) const;
  [[nodiscard]] Status MakeWalks();
  // When the memtables' first key came.
  uint64_t OldestKeyTime() const;
  void RunWalks();
  Status SyncFiles();
  // What all walks have written, in key order.
  void CollectFiles();
  // Whether the walks have met every point entry exactly once (hazards 3 and 4).
  Status CheckEntryCount(uint64_t read) const;
  // Keys of the memtables with the bytes expected before each: what cuts are chosen by.
  std::vector<VolumeSample> SampleMemtables() const;
  // Whether the family keeps flushed memtables for the checks of transactions. Not while memtables
  // together are over the write buffer manager's limit, where writers may wait for their memory.
  bool KeepsHistory() const;
  void UpdateCounters(uint64_t micros) REQUIRES_LOCK(state_lock);
  void LogStart() const;
  void LogInstalled() const;
  void LogEnd(const Status& s, uint64_t micros) const;
  FlushJobInfo InfoOf(const FileMeta* file, const TableProperties* properties,
                      const std::string& path) const;

  DbParts& parts_;
  JobServices& services_;
  const FamilyPtr family_;
  const int job_id_;
  const TableFileCreationReason creation_reason_;
  // As at the pick.
  std::shared_ptr<const CfConfig> config_;
  std::vector<MemTablePtr> memtables_;  // oldest first
  // What the family's history has to let go for them; freed with them.
  std::vector<MemTablePtr> trimmed_;
  uint64_t next_log_ = 0;  // what the family needs of the logs once they are in tables
  FlushReason reason_ = FlushReason::kOthers;
  TreePtr tree_at_pick_;
  // What the triggers of Level 0 are held against: as picked, then with the new files.
  size_t level0_load_ = 0;
  bool several_families_ = false;
  // What other families have of a batch may be in a closed log only, or a prepared section is.
  bool closed_logs_hold_data_ = false;
  BucketMapPtr map_at_pick_;
  // What the number of files follows. SetDBOptions may change it meanwhile, and there would be more
  // files than epochs.
  BucketSizingInputs around_;
  uint64_t first_epoch_ = 0;
  uint64_t data_bytes_ = 0;
  uint64_t start_micros_ = 0;
  // FamilyState::changes() and the buckets right after the files were installed, for the LOG.
  uint64_t installed_at_ = 0;
  BucketMapPtr installed_map_;
  std::vector<SequenceNumber> snapshots_;
  SequenceNumber oldest_conflict_snapshot_ = kLargestSequence;
  FlushDecision plan_;
  std::vector<std::unique_ptr<FlushWalk>> walks_;  // in key order
  std::vector<std::shared_ptr<FileMeta>> files_;
  std::vector<std::string> paths_;
  std::vector<TableProperties> properties_;
  uint64_t bytes_written_ = 0;
  std::atomic<uint64_t> cpu_nanos_{0};  // of the walks, whose threads add to it
  // Bytes this flush brought to each bucket.
  std::vector<BucketPiece> pieces_;
  // The memtables' own lists, kept while tombstones_ refers to their bytes.
  std::vector<std::shared_ptr<const FragmentedRangeTombstones>> tombstone_sources_;
  std::unique_ptr<FragmentedRangeTombstones> tombstones_;
};

}  // namespace ROCKSDB_NAMESPACE
