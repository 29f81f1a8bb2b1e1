// Creating and dropping column families.
#include "db/db_impl.h"

namespace ROCKSDB_NAMESPACE {

// REQUIRES: leadership of the write queue, or nobody writes yet. The order matters: the MANIFEST
// names the family before anybody can write to it, for a log record of a family that the MANIFEST
// does not know would be passed over by recovery.
Status DBImpl::CreateFamilyLocked(const ColumnFamilyOptions& options, const std::string& name,
                                  FamilyPtr* family) {
  DbContext& c = parts_.context;
  if (parts_.families.Find(name) != nullptr)
    return Status::InvalidArgument("Column family already exists");
  std::shared_ptr<const CfConfig> config;
  Status s = MakeCfConfig(c.config()->options, options, &config);
  if (!s.ok()) return s;
  {
    // Nobody else makes a family meanwhile: the caller leads, or is alone.
    StateUnlock unlock(&c.mutex);
    for (const DbPath& path : config->paths) {
      IOStatus made = c.fs->CreateDirIfMissing(path.path, IOOptions(), nullptr);
      if (!made.ok()) return made;
    }
  }
  const uint32_t id = ++parts_.families.max_id;
  auto fresh = std::make_shared<ColumnFamily>(&c, id, name, config);
  // It has nothing in older logs, so it must not keep them alive.
  fresh->log_number = parts_.wals->current_number();
  fresh->mem = fresh->NewMemTable(parts_.versions->last_sequence());
  s = parts_.versions->AddFamily(fresh);
  if (!s.ok()) return s;
  parts_.families.Add(fresh);
  writes_->RaiseAttention();  // it may have options that writers heed
  // Readers find the family only through its handle, which comes later.
  fresh->InstallSuperVersion();
  background_->UpdateStall(fresh);
  UpdateWalLimit();
  LogInfo(c.info_log.get(), "Created column family [%s] (ID %u)", name.c_str(), id);
  *family = std::move(fresh);
  return s;
}

Status DBImpl::CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& name,
                                  ColumnFamilyHandle** handle) {
  std::vector<ColumnFamilyHandle*> handles;
  Status s = CreateColumnFamilies({ColumnFamilyDescriptor(name, options)}, &handles);
  *handle = handles.empty() ? nullptr : handles[0];
  if (s.ok() || *handle == nullptr) return s;
  delete *handle;
  *handle = nullptr;
  return s;
}

Status DBImpl::CreateOneFamily(const ColumnFamilyOptions& options, const std::string& name,
                               ColumnFamilyHandle** handle) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  FamilyPtr made;
  {
    WriteQueue::Exclusive alone(&parts_.queue);
    StateLock lock(&parts_.context.mutex);
    Status s = CreateFamilyLocked(options, name, &made);
    if (!s.ok()) return s;
  }
  *handle = new ColumnFamilyHandleImpl(std::move(made), &parts_.context, parts_.obsolete);
  return Status::OK();
}

Status DBImpl::CreateColumnFamilies(const ColumnFamilyOptions& options,
                                    const std::vector<std::string>& names,
                                    std::vector<ColumnFamilyHandle*>* handles) {
  std::vector<ColumnFamilyDescriptor> families;
  for (const std::string& name : names) families.emplace_back(name, options);
  return CreateColumnFamilies(families, handles);
}

// The OPTIONS file tells of all families, so it is written once for all new ones.
Status DBImpl::CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                                    std::vector<ColumnFamilyHandle*>* handles) {
  handles->clear();
  Status s;
  for (size_t i = 0; s.ok() && i < families.size(); ++i) {
    ColumnFamilyHandle* handle = nullptr;
    s = CreateOneFamily(families[i].options, families[i].name, &handle);
    if (handle != nullptr) handles->push_back(handle);
  }
  if (handles->empty()) return s;
  Status written = WriteOptionsFile();
  parts_.obsolete->Purge();
  return s.ok() ? written : s;
}

Status DBImpl::DropColumnFamily(ColumnFamilyHandle* cf) { return DropColumnFamilies({cf}); }

Status DBImpl::DropOneFamily(ColumnFamilyHandle* cf) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  const FamilyPtr family = FamilyOf(cf);
  if (family->id == 0) return Status::InvalidArgument("Can't drop default column family");
  {
    WriteQueue::Exclusive alone(&parts_.queue);
    StateLock lock(&parts_.context.mutex);
    if (family->dropped) return Status::InvalidArgument("Column family already dropped!");
    // As leader: no group is half way into its memtable. Jobs that run notice `dropped` when they
    // install; VersionSet refuses records that come after the one that drops.
    Status s = parts_.versions->DropFamily(family);
    if (!s.ok()) return s;
    // From here only handles, jobs and iterators keep it, and its files, alive.
    parts_.families.Remove(family->id);
    // Writers of other families must not go on waiting for what nobody will ever clear.
    background_->ForgetStall(family);
    background_->ReleaseLogs();
    background_->SignalChange();  // who waits for the family's work waits no more
    UpdateWalLimit();
    LogInfo(parts_.context.info_log.get(), "Dropped column family with id %u", family->id);
  }
  return Status::OK();
}

Status DBImpl::DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) {
  Status s;
  // Families are dropped one by one; those before a failure stay dropped, and the OPTIONS file must
  // say so.
  bool any = false;
  for (size_t i = 0; s.ok() && i < families.size(); ++i) {
    s = DropOneFamily(families[i]);
    any |= s.ok();
  }
  if (!any) return s;
  Status written = WriteOptionsFile();
  parts_.obsolete->Purge();
  return s.ok() ? written : s;
}

Status DBImpl::DestroyColumnFamilyHandle(ColumnFamilyHandle* cf) {
  if (cf == default_handle_.get()) {
    return Status::InvalidArgument("Cannot destroy the handle returned by DefaultColumnFamily()");
  }
  delete cf;
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
