// See the header.
#include "db/jobs/manual_flush.h"

#include <algorithm>

#include "db/write/write_path.h"

namespace ROCKSDB_NAMESPACE {

Status ManualFlush::Await(const Sealed& sealed) {
  const FamilyPtr& family = sealed.first;
  const uint64_t memtable_id = sealed.second;
  // By id, not by pointer: flushes take memtables oldest first, so none with a smaller id is left
  // either.
  while (std::any_of(family->imm().begin(), family->imm().end(),
                     [&](const auto& m) { return m->id <= memtable_id; })) {
    if (family->dropped)
      return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
    if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
    if (parts_.context.shutting_down.load(std::memory_order_acquire))
      return Status::ShutdownInProgress();
    parts_.background->WaitForChange();
  }
  // The flush that used up the space has installed its tables and is about to say so.
  while (parts_.background->SpaceIsUsedUp() && family->state().flushes.running > 0) {
    if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
    parts_.background->WaitForChange();
  }
  return parts_.background->SpaceIsUsedUp() ? parts_.errors->Stopping() : Status::OK();
}

// Only an application's own choice of families is taken at its word.
std::vector<FamilyPtr> ManualFlush::FlushedWith(const std::vector<FamilyPtr>& families,
                                                FlushReason reason) const {
  const bool all =
      parts_.context.config()->options.atomic_flush && reason != FlushReason::kManualFlush;
  if (!all) return families;
  std::vector<FamilyPtr> result;
  for (const auto& [id, family] : parts_.families.all()) {
    if (!family->dropped) result.push_back(family);
  }
  return result;
}

Status ManualFlush::Seal(const std::vector<FamilyPtr>& families, FlushReason reason,
                         Dropped dropped, std::vector<Sealed>* sealed) {
  // Leadership for all of them: no write comes between the first memtable sealed and the last.
  StateLock lock(&parts_.context.mutex);
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  // The leader before may have met an error. Only a recovery puts another log in the place of one
  // that is broken: a switch for these families would leave the data of others behind.
  if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
  for (const FamilyPtr& family : families) {
    if (family->dropped && dropped == Dropped::kIsAnError)
      return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
  }
  const std::vector<FamilyPtr> flushed = FlushedWith(families, reason);
  Status s = parts_.writes->SwitchMemtables(flushed, reason);
  if (!s.ok()) return s;
  for (const FamilyPtr& family : flushed) {
    if (family->imm().empty()) continue;
    // Also when the memtable was empty: earlier ones may be held back to be merged.
    family->state().flushes.requested = true;
    sealed->emplace_back(family, family->imm().back()->id);
  }
  parts_.background->MaybeSchedule();
  return Status::OK();
}

Status ManualFlush::Run(const FlushOptions& options, const std::vector<FamilyPtr>& families,
                        FlushReason reason) {
  return RunOn(options, families, reason, Dropped::kIsAnError);
}

Status ManualFlush::RunOn(const FlushOptions& options, const std::vector<FamilyPtr>& families,
                          FlushReason reason, Dropped dropped) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
  if (!options.wait && parts_.wal_locked.load(std::memory_order_acquire))
    return Status::TryAgain("Flush: LockWAL is in effect, and FlushOptions::wait is false");
  std::vector<Sealed> sealed;
  Status s;
  {
    // Without it the caller waits, or nobody could write until the flush is over.
    WriteQueue::Exclusive alone(&parts_.queue);
    s = Seal(families, reason, dropped, &sealed);
  }
  parts_.background->AnnounceStalls();
  return s.ok() ? Finish(sealed, reason, options.wait, dropped) : s;
}

// No flush needs the leadership; a recovery from an error does, and Await ends with the error.
Status ManualFlush::RunAsLeader(const std::vector<FamilyPtr>& families, FlushReason reason) {
  std::vector<Sealed> sealed;
  Status s = Seal(families, reason, Dropped::kIsPassedOver, &sealed);
  return s.ok() ? Finish(sealed, reason, true, Dropped::kIsPassedOver) : s;
}

Status ManualFlush::Finish(const std::vector<Sealed>& sealed, FlushReason reason, bool wait,
                           Dropped dropped) {
  std::vector<ManualFlushInfo> scheduled;
  for (const auto& [family, id] : sealed)
    scheduled.push_back(ManualFlushInfo{family->id, family->name, reason});
  if (!scheduled.empty()) parts_.events->ManualFlushScheduled(scheduled);
  if (!wait) return Status::OK();
  Status s;
  StateLock lock(&parts_.context.mutex);
  for (size_t i = 0; s.ok() && i < sealed.size(); ++i) {
    s = Await(sealed[i]);
    if (s.IsColumnFamilyDropped() && dropped == Dropped::kIsPassedOver) s = Status::OK();
  }
  return s;
}

Status ManualFlush::RunForAll(FlushReason reason) {
  std::vector<FamilyPtr> all;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all()) all.push_back(family);
  }
  return RunOnThose(all, reason);
}

Status ManualFlush::RunOnThose(const std::vector<FamilyPtr>& families, FlushReason reason) {
  return RunOn(FlushOptions(), families, reason, Dropped::kIsPassedOver);
}

}  // namespace ROCKSDB_NAMESPACE
