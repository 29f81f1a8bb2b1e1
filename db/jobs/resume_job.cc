// See the header.
#include "db/jobs/resume_job.h"

#include <algorithm>

#include "db/jobs/background.h"
#include "db/state/log_need.h"
#include "db/write/write_path.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

std::vector<FamilyPtr> ResumeJob::Families() const {
  std::vector<FamilyPtr> families;
  for (const auto& [id, family] : parts_.families.all()) families.push_back(family);
  return families;
}

Status ResumeJob::SealAll() {
  return parts_.writes->SwitchMemtables(Families(), FlushReason::kErrorRecovery);
}

Status ResumeJob::LeaveBrokenLog() {
  if (!parts_.wals->broken() && parts_.wals->left_broken() == 0) return Status::OK();
  {
    // Writers that wait for a stall to end find the error and leave, instead of lining up again.
    StateLock lock(&parts_.context.mutex);
    parts_.writes->SignalStall();
  }
  WriteQueue::Exclusive alone(&parts_.queue);
  // Under leadership with the switch of all memtables: no write may come between, or its record
  // would be in the new log and its entry in a memtable that counts as the broken one's.
  if (parts_.wals->broken()) {
    Status s = parts_.wals->StartNew(parts_.versions->NewFileNumber(), 0);
    if (!s.ok()) return s;
  }
  StateLock lock(&parts_.context.mutex);
  return SealAll();
}

Status ResumeJob::FlushFamily(const FamilyPtr& family) {
  while (true) {
    // Flushes of other threads, begun before the error or since, come to their own end first: they
    // may have taken all there is, and they need the state lock to say so. While work is paused no
    // flush begins, for a recovery either.
    while ((parts_.background->FlushRuns(*family) ||
            (parts_.background->paused() && !family->imm().empty())) &&
           !ShuttingDown())
      parts_.background->WaitForChange();
    if (family->imm().empty() || family->dropped) break;
    if (ShuttingDown()) return Status::ShutdownInProgress();
    Status s = parts_.background->FlushNow(family);
    if (!s.ok() && !s.IsColumnFamilyDropped()) return s;
  }
  return Status::OK();
}

Status ResumeJob::FlushAll() {
  StateLock lock(&parts_.context.mutex);
  for (const FamilyPtr& family : Families()) {
    Status s = FlushFamily(family);
    if (!s.ok()) return s;
  }
  return ShuttingDown() ? Status::ShutdownInProgress() : Status::OK();
}

uint64_t ResumeJob::OldestLogOfData() const {
  // First: what comes into memtables from here on is in this log or in a later one.
  uint64_t oldest = parts_.wals->current_number();
  for (const FamilyPtr& family : Families()) {
    const bool has_data = !family->mem()->IsEmpty() || !family->imm().empty();
    if (has_data && !family->dropped) oldest = std::min(oldest, family->log_number());
  }
  return oldest;
}

// Families that had nothing to flush need the log no more either, and must say so.
Status ResumeJob::RecordLogs() {
  const uint64_t broken = parts_.wals->left_broken();
  if (broken == 0) return Status::OK();
  StateLock lock(&parts_.context.mutex);
  // The log being written, unless this is about a soft error, after which writers go on.
  const uint64_t needed = OldestLogOfData();
  // The next attempt seals what they have written meanwhile.
  if (needed <= broken)
    return Status::TryAgain("Memtables may hold data of a log that could not be written");
  std::vector<VersionSet::FamilyEdit> edits;
  std::vector<FlushAhead> ahead;
  for (const FamilyPtr& family : Families()) {
    if (family->dropped) continue;
    VersionSet::FamilyEdit one;
    one.family = family;
    one.edit.log_number = std::max(needed, family->recorded_log());
    ahead.push_back({family.get(), 0, needed});
    edits.push_back(std::move(one));
  }
  // Else recovery would begin with the broken log, as an earlier record says, and end there.
  if (!edits.empty()) edits.back().edit.min_log_to_keep = OldestLogNeeded(parts_, ahead);
  Status s = parts_.versions->Apply(std::move(edits), nullptr);
  if (s.ok()) parts_.wals->ForgetBroken(broken);
  return s;
}

Status ResumeJob::Run() {
  const Status error = parts_.errors->error();
  // What is fatal stays: a flush that works does not bring back what was lost.
  // So does a limit that the application has not raised.
  const bool stays = error.severity() >= Status::Severity::kFatalError ||
                     (error.IsSpaceLimit() && parts_.background->SpaceIsUsedUp());
  Status s = stays ? error : LeaveBrokenLog();
  BUCKETLSM_SYNC_POINT("ResumeJob::Run:BeforeFlush");
  if (s.ok()) s = FlushAll();
  if (s.ok()) s = RecordLogs();
  // Flushes with something to install have put it right already; without any it is done here.
  if (s.ok() && parts_.versions->IsDoubtful()) s = parts_.versions->StartManifest();
  BUCKETLSM_SYNC_POINT("ResumeJob::Run:BeforeClear");
  if (s.ok()) s = parts_.errors->Clear();
  if (s.ok()) {
    StateLock lock(&parts_.context.mutex);
    // All of this waited for the error to go; nobody else will think of it.
    parts_.background->ReleaseLogs();
    parts_.writes->RaiseAttention();
    parts_.writes->SignalStall();
    parts_.background->MaybeSchedule();
    parts_.background->SignalChange();
  }
  parts_.obsolete->Purge();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
