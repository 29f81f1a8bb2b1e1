// One compaction from the pick to the installed result: registers it as running, executes it (or
// just moves the files), writes the MANIFEST record, keeps counters, tells listeners. Made and used
// by Background, within one call.
//
//   Register (lock)  ->  Execute (no lock)  ->  Install (lock; let go for I/O)  ->  tell (no lock)
//
// Invariants
//  1. From Register until the new tree is in place, or the job has failed, the job is in
//     family->state().running(): there is no moment at which its inputs are in the tree and look
//     free.
//  2. On failure the tree is as it was. Outputs are deleted, unless a MANIFEST record that names
//     them may be on disk.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "compaction/compaction_job.h"
#include "compaction/picker.h"
#include "db/jobs/compaction_report.h"
#include "db/jobs/job_services.h"
#include "db/state/db_parts.h"
#include "util/thread_activity.h"

namespace ROCKSDB_NAMESPACE {

class CompactionRunner {
 public:
  // Ends early once *cancel_this is true; null: nobody can say so.
  CompactionRunner(DbParts* parts, JobServices* services, FamilyPtr family, CompactionPick pick,
                   const std::atomic<bool>* cancel_this);
  ~CompactionRunner();
  CompactionRunner(const CompactionRunner&) = delete;
  CompactionRunner& operator=(const CompactionRunner&) = delete;

  // Register comes first, once; Run once after it.
  void Register() REQUIRES_LOCK(state_lock);
  // Releases the lock while it works. `info` (may be null) receives what listeners are told.
  [[nodiscard]] Status Run(CompactionJobInfo* info) REQUIRES_LOCK(state_lock);

 private:
  // False: the outputs may not fit into the space that the application allows.
  bool ClaimSpace();
  // Reads, merges, writes. Nothing to do for jobs that only move or drop files.
  Status Execute() EXCLUDES_LOCK(state_lock);
  // The MANIFEST record, then the new tree, with all that must change under the same lock hold.
  Status Install() REQUIRES_LOCK(state_lock);
  void Unregister() REQUIRES_LOCK(state_lock);
  CompactionJob::Services Services();
  void ShowActivity();
  void LogPick() const;
  void LogStart() const;
  void LogInstalled() const;
  void LogMove(const std::vector<uint64_t>& shape) const;
  int64_t OldestSnapshot() const;
  void LogEnd(const Status& s, uint64_t micros) const;
  bool IsToldOf() const { return !parts_.context.config()->options.listeners.empty(); }
  // Tells LOG, listeners, and the caller through *info, which may be null.
  void Report(const Status& s, CompactionJobInfo* info) EXCLUDES_LOCK(state_lock);
  void Count(uint64_t micros) REQUIRES_LOCK(state_lock);
  // What a job that has rewritten its inputs read and wrote.
  LevelCounters CountersOf(const CompactionJob::Result& result) const;

  DbParts& parts_;
  JobServices& services_;
  const FamilyPtr family_;
  const CompactionPick pick_;
  const int job_id_;
  const std::atomic<bool>* const cancel_this_;
  // As at the pick: SetOptions in between is for the next job.
  const std::shared_ptr<const CfConfig> config_;
  // Refers to the members above, so it comes after them.
  const CompactionReport report_;
  std::optional<ThreadOperation> activity_;
  std::unique_ptr<CompactionJob> job_;
  // Of DBOptions::sst_file_manager, until the job is over.
  uint64_t claimed_ = 0;
  uint64_t start_micros_ = 0;
  // FamilyState::changes() right after the pick and after the result was installed, for the LOG.
  uint64_t picked_at_ = 0;
  uint64_t installed_at_ = 0;
  uint64_t flushed_logs_ = 0;  // the family's log number when the job was registered
};

}  // namespace ROCKSDB_NAMESPACE
