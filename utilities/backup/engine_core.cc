// See the header.
#include "utilities/backup/engine_core.h"

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <set>
#include <utility>

#include "env/plain_io.h"
#include "utilities/backup/backup_info.h"
#include "utilities/backup/backup_maker.h"
#include "utilities/backup/backup_names.h"
#include "utilities/backup/backup_verifier.h"
#include "utilities/backup/garbage.h"

namespace ROCKSDB_NAMESPACE::backup {

EngineCore::EngineCore(const BackupEngineOptions& options, Env* db_env, bool read_only)
    : context_(options, db_env),
      read_only_(read_only),
      directory_(LocksOfDirectory(options.backup_dir)),
      set_(&context_) {}

IOStatus EngineCore::Open() {
  const BackupEngineOptions& options = context_.options;
  if (options.info_log != nullptr) options.Dump(options.info_log);
  if (read_only_ && options.destroy_old_data) {
    return IOStatus::InvalidArgument("Can't destroy old data with ReadOnly BackupEngine");
  }
  IOStatus s = read_only_ ? OpenToRead() : OpenToWrite();
  if (s.ok()) {
    ReadLock lock(&mutex_);
    Log(InfoLogLevel::INFO_LEVEL, options.info_log, "Latest backup is %u", set_.newest());
    Log(InfoLogLevel::INFO_LEVEL, options.info_log, "Initialized BackupEngine");
  }
  return s;
}

IOStatus EngineCore::OpenToRead() {
  const int most = context_.options.max_valid_backups_to_open;
  ReadLock files(&directory_->files);
  WriteLock lock(&mutex_);
  return set_.Load(most >= 0 ? static_cast<size_t>(most) : SIZE_MAX);
}

IOStatus EngineCore::OpenToWrite() {
  MutexLock turn(&directory_->turn);
  WriteLock files(&directory_->files);
  WriteLock lock(&mutex_);
  IOStatus s = MakeDirectories();
  // Every backup must be known, lest something is deleted that one of them needs.
  if (s.ok()) s = Reload();
  return s.ok() && context_.options.destroy_old_data ? DeleteAll() : s;
}

IOStatus EngineCore::MakeDirectories() const {
  std::vector<std::string> directories = {
      context_.options.backup_dir, context_.Path(kPrivateDirectory), context_.Path(kMetaDirectory)};
  if (context_.options.share_table_files) {
    directories.push_back(context_.Path(
        context_.options.share_files_with_checksum ? kSharedChecksumDirectory : kSharedDirectory));
  }
  IOStatus s;
  for (const std::string& directory : directories) {
    if (s.ok()) s = context_.fs->CreateDirIfMissing(directory, kPlainIo, nullptr);
  }
  return s.ok() ? context_.SyncDirectoryOf(std::string()) : s;
}

IOStatus EngineCore::Reload() { return set_.Load(SIZE_MAX); }

// ---- changes

IOStatus EngineCore::Check(const CreateBackupOptions& options,
                           const std::string& app_metadata) const {
  const int schema = context_.options.schema_version;
  if (schema < 1) {
    return IOStatus::InvalidArgument("BackupEngineOptions::schema_version must be >= 1");
  }
  if (schema > kNewestSchema) {
    return IOStatus::NotSupported("Only BackupEngineOptions::schema_version <= " +
                                  std::to_string(kNewestSchema) + " is supported");
  }
  if (options.exclude_files_callback != nullptr && schema < 2) {
    return IOStatus::InvalidArgument("exclude_files_callback requires schema_version >= 2");
  }
  if (app_metadata.size() > kMaxAppMetadata) {
    return IOStatus::InvalidArgument("App metadata too large");
  }
  return IOStatus::OK();
}

IOStatus EngineCore::Create(const CreateBackupOptions& options, DB* db,
                            const std::string& app_metadata, BackupID* new_id) {
  MutexLock turn(&directory_->turn);
  if (context_.stopped) return status_to_io_status(Status::Incomplete("Backup stopped"));
  IOStatus s = Check(options, app_metadata);
  if (s.ok()) s = CollectLeftovers();
  if (!s.ok()) return s;
  WriteLock lock(&mutex_);
  const BackupID id = set_.newest() + 1;
  s = BackupMaker(&context_, &set_, options, db).Make(id, app_metadata);
  if (s.ok() && new_id != nullptr) *new_id = id;
  return s;
}

IOStatus EngineCore::CollectLeftovers() {
  {
    WriteLock lock(&mutex_);
    IOStatus s = Reload();
    const std::string next = context_.Path(PrivateDirectory(set_.newest() + 1));
    if (!s.ok() || !context_.fs->FileExists(next, kPlainIo, nullptr).ok()) return s;
  }
  WriteLock files(&directory_->files);
  WriteLock lock(&mutex_);
  return backup::CollectGarbage(context_, set_);
}

IOStatus EngineCore::DeleteMeta(BackupID id) {
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Deleting backup %u", id);
  return context_.fs->DeleteFile(context_.Path(MetaFile(id)), kPlainIo, nullptr);
}

IOStatus EngineCore::DeleteSome(const std::vector<BackupID>& ids) {
  IOStatus s;
  for (const BackupID id : ids) {
    if (s.ok()) s = DeleteMeta(id);
  }
  // A description that came back after a power cut would name files that are gone.
  if (s.ok()) s = context_.SyncDirectoryOf(kMetaDirectory);
  IOStatus loaded = Reload();
  if (s.ok()) s = std::move(loaded);
  return s.ok() ? backup::CollectGarbage(context_, set_) : s;
}

IOStatus EngineCore::DeleteAll() {
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log,
      "Backup Engine started with destroy_old_data == true, deleting all backups");
  std::vector<BackupID> ids;
  for (const auto& [id, meta] : set_.sound()) ids.push_back(id);
  for (const auto& [id, damage] : set_.damaged()) ids.push_back(id);
  return DeleteSome(ids);
}

IOStatus EngineCore::Purge(uint32_t backups_to_keep) {
  MutexLock turn(&directory_->turn);
  WriteLock files(&directory_->files);
  WriteLock lock(&mutex_);
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Purging old backups, keeping %u",
      backups_to_keep);
  IOStatus s = Reload();
  if (!s.ok()) return s;
  std::vector<BackupID> ids;
  size_t left = set_.sound().size();
  for (const auto& [id, meta] : set_.sound()) {
    if (left <= backups_to_keep) break;
    ids.push_back(id);
    --left;
  }
  return DeleteSome(ids);
}

IOStatus EngineCore::Delete(BackupID id) {
  MutexLock turn(&directory_->turn);
  WriteLock files(&directory_->files);
  WriteLock lock(&mutex_);
  IOStatus s = Reload();
  if (!s.ok()) return s;
  if (set_.sound().count(id) + set_.damaged().count(id) == 0) {
    return IOStatus::NotFound("Backup not found", std::to_string(id));
  }
  return DeleteSome({id});
}

IOStatus EngineCore::CollectGarbage() {
  MutexLock turn(&directory_->turn);
  WriteLock files(&directory_->files);
  WriteLock lock(&mutex_);
  IOStatus s = Reload();
  return s.ok() ? backup::CollectGarbage(context_, set_) : s;
}

// ---- listing, verifying, restoring

Status EngineCore::Latest(BackupInfo* info, bool details) const {
  ReadLock lock(&mutex_);
  if (set_.sound().empty()) return Status::NotFound("Backup not found", "there is none");
  const auto& [id, meta] = *set_.sound().rbegin();
  *info = DescribeBackup(context_, id, meta, details);
  return Status::OK();
}

Status EngineCore::Info(BackupID id, BackupInfo* info, bool details) const {
  ReadLock lock(&mutex_);
  const BackupMeta* meta = nullptr;
  Status s = set_.Find(id, &meta);
  if (s.ok()) *info = DescribeBackup(context_, id, *meta, details);
  return s;
}

void EngineCore::AllInfos(std::vector<BackupInfo>* infos, bool details) const {
  ReadLock lock(&mutex_);
  infos->clear();
  for (const auto& [id, meta] : set_.sound()) {
    infos->push_back(DescribeBackup(context_, id, meta, details));
  }
}

void EngineCore::Damaged(std::vector<BackupID>* ids) const {
  ReadLock lock(&mutex_);
  ids->clear();
  for (const auto& [id, damage] : set_.damaged()) ids->push_back(id);
}

BackupID EngineCore::LatestSound() const {
  ReadLock lock(&mutex_);
  return set_.sound().empty() ? 0 : set_.sound().rbegin()->first;
}

Status EngineCore::Copy(BackupID id, BackupMeta* meta) const {
  ReadLock lock(&mutex_);
  const BackupMeta* found = nullptr;
  Status s = set_.Find(id, &found);
  if (s.ok()) *meta = *found;
  return s;
}

IOStatus EngineCore::Verify(BackupID id, bool with_checksum) const {
  ReadLock files(&directory_->files);
  BackupMeta meta;
  Status s = Copy(id, &meta);
  if (!s.ok()) return status_to_io_status(std::move(s));
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Verifying backup id %u", id);
  return VerifyFiles(context_, meta, with_checksum);
}

bool EngineCore::Offer(const std::string& name, FileElsewhere* place) const {
  ReadLock lock(&mutex_);
  const BackupFile* file = set_.FindFile(name);
  if (file == nullptr) return false;
  place->fs = context_.fs.get();
  place->path = context_.Path(name);
  place->file = *file;
  return true;
}

IOStatus EngineCore::Restore(const RestoreOptions& options,
                             const std::vector<const EngineCore*>& others, BackupID id,
                             const std::string& db_dir, const std::string& wal_dir) const {
  std::vector<const EngineCore*> engines = {this};
  engines.insert(engines.end(), others.begin(), others.end());
  std::set<SharedMutex*> directories;
  for (const EngineCore* engine : engines) directories.insert(&engine->directory_->files);
  const FilesInUse files(std::move(directories));
  if (id == 0) id = LatestSound();
  BackupMeta meta;
  Status found = Copy(id, &meta);
  if (!found.ok()) return status_to_io_status(std::move(found));
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Restoring backup id %u", id);
  FilesElsewhere elsewhere;
  for (const BackupFile& file : meta.files) {
    FileElsewhere place;
    const auto offers = [&](const EngineCore* engine) { return engine->Offer(file.name, &place); };
    if (file.excluded && std::any_of(engines.begin(), engines.end(), offers)) {
      elsewhere[file.name] = std::move(place);
    }
  }
  IOStatus s = BackupRestorer(context_, meta, elsewhere, options, db_dir, wal_dir).Run();
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Restoring done -- %s",
      s.ToString().c_str());
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::backup
