// See the header.
#include "db/jobs/option_changes.h"

#include "db/state/options_writer.h"
#include "db/write/wal_limit.h"

namespace ROCKSDB_NAMESPACE {

Status OptionChanges::Apply(const FamilyPtr& family, const Changes& changes) {
  StateLock lock(&parts_.context.mutex);
  std::shared_ptr<const CfConfig> next;
  // Checks the whole before anything changes.
  Status s =
      ChangeCfConfig(parts_.context.config()->options, *family->state().config(), changes, &next);
  if (!s.ok()) {
    LogWarn(parts_.context.info_log.get(), "[%s] SetOptions() failed: %s", family->name.c_str(),
            s.ToString().c_str());
    return s;
  }
  family->state().SetConfig(std::move(next));
  // The present memtable takes the new size; the other memtable options hold from the next one on.
  family->mem()->UpdateWriteBufferSize(family->state().config()->options.write_buffer_size);
  family->InstallSuperVersion();
  parts_.background->UpdateStall(family);
  UpdateWalLimit(&parts_);
  parts_.background->LookAtDeletions();
  return s;
}

Status OptionChanges::Persist() {
  Status s = WriteOptionsFile(&parts_);
  parts_.obsolete->Purge();
  return s;
}

Status OptionChanges::OfFamily(const FamilyPtr& family, const Changes& changes) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (changes.empty()) return Status::InvalidArgument("empty input");
  if (family->dropped)
    return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
  Status s = Apply(family, changes);
  if (!s.ok()) return s;
  // No job may follow that would tell of it.
  parts_.background->AnnounceStalls();
  // Without the lock: a logger may block.
  for (const auto& [name, value] : changes) {
    LogInfo(parts_.context.info_log.get(), "[%s] SetOptions: %s=%s", family->name.c_str(),
            name.c_str(), value.c_str());
  }
  return Persist();
}

Status OptionChanges::OfDb(const Changes& changes) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (changes.empty()) return Status::InvalidArgument("empty input");
  std::shared_ptr<const DbConfig> next;
  {
    StateLock lock(&parts_.context.mutex);
    Status s = ChangeDbConfig(parts_.context.dbname, *parts_.context.config(), changes, &next);
    if (!s.ok()) return s;
    parts_.context.set_config(next);
    parts_.controller->set_max_rate(next->options.delayed_write_rate);
    UpdateWalLimit(&parts_);
    parts_.background->MaybeSchedule();
  }
  // Threads are only added: an Env may be shared with other databases that count on them.
  parts_.context.env->IncBackgroundThreadsIfNeeded(next->background.flushes, Env::HIGH);
  parts_.context.env->IncBackgroundThreadsIfNeeded(next->background.compactions, Env::LOW);
  return Persist();
}

}  // namespace ROCKSDB_NAMESPACE
