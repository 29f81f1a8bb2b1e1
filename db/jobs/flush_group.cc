// See the header.
#include "db/jobs/flush_group.h"

#include "db/state/log_need.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

bool FlushGroup::Pick(const std::vector<FamilyPtr>& families) {
  for (const FamilyPtr& family : families) {
    if (family->state().flushes.unflushed == 0) continue;
    auto job =
        std::make_unique<FlushJob>(&parts_, &services_, family, TableFileCreationReason::kFlush);
    if (!job->Pick()) continue;
    families_.push_back(family);
    members_.push_back({std::move(job)});
  }
  return !members_.empty();
}

uint64_t FlushGroup::data_bytes() const {
  uint64_t bytes = 0;
  for (const Member& m : members_) bytes += m.job->data_bytes();
  return bytes;
}

Status FlushGroup::Write() {
  Status s;
  for (const Member& m : members_) {
    if (s.ok()) s = m.job->Write();
  }
  return s;
}

Status FlushGroup::Sync() {
  Status s;
  for (const Member& m : members_) {
    if (s.ok()) s = m.job->Sync();
    BUCKETLSM_SYNC_POINT("FlushGroup::Run:One");
  }
  return s;
}

Status FlushGroup::ApplyTo(std::span<Member* const> alive) {
  // What recovery needs of the logs once all of them are in tables.
  std::vector<FlushAhead> ahead;
  for (const Member* m : alive) ahead.push_back(m->job->Ahead());
  std::vector<VersionSet::FamilyEdit> edits;
  for (const Member* m : alive) {
    edits.push_back(m->job->Edit());
    // Also without prepared sections: a log that only a family without data names may be torn, or
    // come back with the bytes of another use, after a power cut.
    edits.back().edit.min_log_to_keep = OldestLogNeeded(parts_, ahead);
    if (parts_.versions->tracks_logs())
      edits.back().edit.wals_deleted_before = OldestLogNeeded(parts_, ahead);
  }
  return parts_.versions->Apply(std::move(edits), [this, alive] {
    parts_.context.mutex.AssertHeld();
    for (const Member* m : alive) m->job->LeaveFamily();
  });
}

Status FlushGroup::Apply() {
  while (true) {
    std::vector<Member*> alive;
    for (size_t i = 0; i < members_.size(); ++i) {
      if (!families_[i]->dropped) alive.push_back(&members_[i]);
    }
    if (alive.empty())
      return Status::ColumnFamilyDropped("Column family " + families_.front()->name +
                                         " is dropped");
    Status s = ApplyTo(alive);
    // One of them was dropped before the MANIFEST's turn came: nothing was written (invariant 4).
    if (s.IsColumnFamilyDropped()) continue;
    for (Member* m : alive) m->outcome = s.ok() ? Outcome::kInstalled : Outcome::kDoubtful;
    return s;
  }
}

Status FlushGroup::Install(const Status& run) {
  Status s = run;
  for (const Member& m : members_) {
    if (s.ok()) s = m.job->WaitForTurn();
  }
  if (s.ok()) s = Apply();
  for (const Member& m : members_) {
    if (m.outcome != Outcome::kInstalled) m.job->GiveBack();
  }
  StateUnlock unlock(&parts_.context.mutex);
  for (const Member& m : members_) {
    const bool left = s.ok() && m.outcome == Outcome::kNotInstalled;
    if (m.outcome == Outcome::kNotInstalled) m.job->Abandon();
    m.job->DropMemtables();
    m.job->Announce(left ? Status::ColumnFamilyDropped() : s);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
