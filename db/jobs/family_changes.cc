// Creating and dropping column families.
#include "db/jobs/family_changes.h"

#include "db/state/options_writer.h"
#include "db/write/wal_limit.h"
#include "db/write/wal_lock.h"
#include "db/write/write_path.h"
#include "options/option_log.h"

namespace ROCKSDB_NAMESPACE {

Status FamilyChanges::MakeDirectories(FileSystem* fs, const CfConfig& config) {
  for (const DbPath& path : config.options.cf_paths) {
    IOStatus made = fs->CreateDirIfMissing(path.path, IOOptions(), nullptr);
    if (!made.ok()) return made;
  }
  return Status::OK();
}

// The order matters: the MANIFEST names the family before anybody can write to it, for recovery
// passes over a log record of a family that the MANIFEST does not know.
Status FamilyChanges::Install(const std::string& name, std::shared_ptr<const CfConfig> config,
                              FamilyPtr* made) {
  DbContext& c = parts_.context;
  // The record says that the family needs none of the closed logs: see ColumnFamily::recorded_log.
  {
    StateUnlock unlock(&c.mutex);
    const IOStatus synced = parts_.wals->SyncClosed();
    if (!synced.ok()) return synced;
  }
  const uint32_t id = ++parts_.families.max_id;
  auto fresh = std::make_shared<ColumnFamily>(&c, id, name, std::move(config));
  // It has nothing in older logs, so it must not keep them alive.
  fresh->RaiseLogNumber(parts_.wals->current_number());
  fresh->StartMemTable(parts_.versions->last_sequence());
  Status s = parts_.versions->AddFamily(fresh);
  if (!s.ok()) return s;
  parts_.families.Add(fresh);
  parts_.writes->RaiseAttention();  // it may have options that writers heed
  // Readers find the family only through its handle, which comes later.
  fresh->InstallSuperVersion();
  parts_.background->UpdateStall(fresh);
  UpdateWalLimit(&parts_);
  LogInfo(c.info_log.get(), "Created column family [%s] (ID %u)", name.c_str(), id);
  *made = std::move(fresh);
  return s;
}

Status FamilyChanges::Make(const ColumnFamilyDescriptor& description, FamilyPtr* made) {
  DbContext& c = parts_.context;
  {
    StateLock lock(&c.mutex);
    if (parts_.families.Find(description.name) != nullptr)
      return Status::InvalidArgument("Column family already exists");
  }
  // Nobody else makes a family meanwhile.
  std::shared_ptr<const CfConfig> config;
  Status s = MakeCfConfig(c.config()->options, description.options, &config);
  if (s.ok()) s = MakeDirectories(c.fs.get(), *config);
  if (!s.ok()) return s;
  LogFamilyOptions(c.info_log.get(), description.name, config->options);
  StateLock lock(&c.mutex);
  return Install(description.name, std::move(config), made);
}

Status FamilyChanges::WriteOptions(const Status& so_far) {
  Status written = WriteOptionsFile(&parts_);
  parts_.obsolete->Purge();
  return so_far.ok() ? written : so_far;
}

Status FamilyChanges::Create(const std::vector<ColumnFamilyDescriptor>& families,
                             std::vector<ColumnFamilyHandle*>* handles) {
  handles->clear();
  if (parts_.context.read_only && !families.empty()) return parts_.context.ChangeRefused();
  Status s;
  for (size_t i = 0; s.ok() && i < families.size(); ++i) {
    FamilyPtr made;
    s = lock_->WithoutWriters([&] {
      WriteQueue::AssertLeading();
      return Make(families[i], &made);
    });
    if (!s.ok()) break;
    handles->push_back(
        new ColumnFamilyHandleImpl(std::move(made), &parts_.context, parts_.obsolete));
  }
  return handles->empty() ? s : WriteOptions(s);
}

Status FamilyChanges::DropOne(const FamilyPtr& family) {
  StateLock lock(&parts_.context.mutex);
  if (family->dropped) return Status::InvalidArgument("Column family already dropped!");
  // As leader: no group is half way into its memtable. Jobs that run notice `dropped` when they
  // install; VersionSet refuses records that come after the one that drops.
  Status s = parts_.versions->DropFamily(family);
  if (!s.ok()) return s;
  // From here only handles, jobs and iterators keep it, and its files, alive.
  parts_.families.Remove(family->id);
  // Writers of other families must not go on waiting for a stall that nobody will ever clear.
  parts_.background->ForgetStall(family);
  parts_.background->ReleaseLogs();
  // Ends the waiting for the family's work.
  parts_.background->SignalChange();
  UpdateWalLimit(&parts_);
  LogInfo(parts_.context.info_log.get(), "Dropped column family with id %u", family->id);
  return s;
}

Status FamilyChanges::Drop(const std::vector<ColumnFamilyHandle*>& families) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  Status s;
  bool any = false;
  for (size_t i = 0; s.ok() && i < families.size(); ++i) {
    const FamilyPtr family = FamilyOf(families[i]);
    if (family->id == 0) {
      s = Status::InvalidArgument("Can't drop default column family");
      break;
    }
    s = lock_->WithoutWriters([&] {
      WriteQueue::AssertLeading();
      return DropOne(family);
    });
    any |= s.ok();
  }
  return any ? WriteOptions(s) : s;
}

}  // namespace ROCKSDB_NAMESPACE
