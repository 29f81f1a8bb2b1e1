// Flushes of a recovery.
#include "db/recovery/recovery_flush.h"

#include <algorithm>

#include "db/jobs/background.h"

namespace ROCKSDB_NAMESPACE {

RecoveryFlush::~RecoveryFlush() {
  if (committed_) return;
  for (const auto& job : jobs_) job->Abandon();
}

Status RecoveryFlush::Write(const FamilyPtr& family) {
  WriteQueue::AssertLeading();  // nobody writes yet
  family->mem()->MarkImmutable();
  // As a switch in the open database does it, but without a new log: nothing is written while logs
  // are replayed.
  family->SealMemTable(family->NewMemTable(parts_.versions->last_sequence()), FlushReason::kOthers);
  auto job = std::make_unique<FlushJob>(&parts_, parts_.background->services(), family,
                                        TableFileCreationReason::kRecovery);
  if (!job->Pick()) return Status::OK();
  Status s;
  {
    StateUnlock unlock(&parts_.context.mutex);
    s = job->Run();
    if (!s.ok()) job->Announce(s);
  }
  if (!s.ok()) return s;
  // Memory is freed now, though the tables are named later: replay may go through many memtables'
  // worth of logs. Nobody reads meanwhile.
  job->ReleaseMemtables();
  jobs_.push_back(std::move(job));
  return s;
}

Status RecoveryFlush::Commit(uint64_t next_log) {
  std::vector<VersionSet::FamilyEdit> edits;
  for (const auto& job : jobs_) {
    edits.push_back(job->Edit());
    // Memtables of a recovery know no next log; what is needed of the logs is said below, for all
    // families alike.
    edits.back().edit.log_number.reset();
  }
  for (const auto& [id, family] : parts_.families.all()) {
    VersionSet::FamilyEdit released;
    released.family = family;
    released.edit.log_number = next_log;
    edits.push_back(std::move(released));
  }
  // All memtables are in these tables; what is left in the old logs are prepared sections.
  if (parts_.versions->records_min_log())
    edits.back().edit.min_log_to_keep = std::min(next_log, parts_.prepared.oldest());
  // Before the attempt: after a failed one the records may be on disk all the same.
  committed_ = true;
  const Status s = parts_.versions->Apply(std::move(edits), [this] {
    parts_.context.mutex.AssertHeld();
    for (const auto& [id, family] : parts_.families.all()) family->InstallSuperVersion();
  });
  StateUnlock unlock(&parts_.context.mutex);
  for (const auto& job : jobs_) job->Announce(s);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
