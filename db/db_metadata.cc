// What files the database consists of: metadata of families and tables, the list a copy takes,
// logs. Nothing here changes the tree.
#include <algorithm>
#include <optional>

#include "db/db_impl.h"
#include "db/state/family_view.h"
#include "db/state/wal_file_info.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "rocksdb/file_checksum.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string ChecksumName(const FileMeta& file) {
  return file.checksum_func_name.empty() ? kUnknownFileChecksumFuncName : file.checksum_func_name;
}

// `busy`: a running job has it as input.
SstFileMetaData MetaOf(const FileMeta& f, const std::string& directory, bool busy) {
  SstFileMetaData m(TableFileName(f.number), f.number, directory, f.file_size, f.smallest_seqno,
                    f.largest_seqno, f.smallest_user_key().ToString(),
                    f.largest_user_key().ToString(),
                    f.sampled_reads.load(std::memory_order_relaxed), busy, f.temperature,
                    f.oldest_blob_file_number, f.oldest_ancestor_time, f.creation_time, f.epoch,
                    f.checksum, ChecksumName(f));
  m.num_entries = f.num_entries;
  m.num_deletions = f.num_deletions;
  m.smallest = f.smallest;
  m.largest = f.largest;
  return m;
}

// Calls fn(level, metadata) for every table of the view, level by level.
template <typename Fn>
void ForEachTable(const FamilyView& view, Fn fn) {
  const FilesInJobs busy = view.BusyFiles();
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    for (const FilePtr& file : view.tree().files(level)) {
      fn(level, MetaOf(*file, view.config().PathOf(file->path_id, view.parts.context.dbname),
                       busy.Holds(*file)));
    }
  }
}

ColumnFamilyMetaData MetaOf(const FamilyView& view) {
  ColumnFamilyMetaData meta;
  meta.name = view.family->name;
  std::vector<std::vector<SstFileMetaData>> by_level(static_cast<size_t>(view.tree().num_levels()));
  ForEachTable(view, [&](int level, SstFileMetaData&& table) {
    by_level[static_cast<size_t>(level)].push_back(std::move(table));
  });
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    auto& tables = by_level[static_cast<size_t>(level)];
    meta.file_count += tables.size();
    meta.size += view.tree().level_bytes(level);
    meta.levels.emplace_back(level, view.tree().level_bytes(level), std::move(tables));
  }
  return meta;
}

// A copy, so that the lock is not held over what is done with each.
std::vector<FamilyPtr> AllFamilies(DbParts* parts) {
  std::vector<FamilyPtr> families;
  StateLock lock(&parts->context.mutex);
  for (const auto& [id, family] : parts->families.all()) families.push_back(family);
  return families;
}

// Everything a copy needs to know, as it was at one moment.
// It holds the trees, so the files it names stay on disk while it lives.
struct Footprint {
  struct Family {
    FamilyPtr family;
    TreePtr tree;
    std::shared_ptr<const CfConfig> config;
  };
  std::vector<Family> families;
  VersionSet::ManifestPoint manifest;
  std::vector<WalManager::Info> wals;
};

// REQUIRES: state lock.
Footprint TakeFootprint(DbParts* parts) REQUIRES_LOCK(state_lock) {
  Footprint out;
  uint64_t oldest_log = UINT64_MAX;
  for (const auto& [id, family] : parts->families.all()) {
    out.families.push_back(Footprint::Family{family, family->tree, family->config});
    oldest_log = std::min(oldest_log, family->OldestLogNeeded());
  }
  out.manifest = parts->versions->installed_manifest();
  // Read-only: nothing was installed by this process.
  if (out.manifest.number == 0) out.manifest.number = parts->versions->manifest_number();
  // Empty logs, and those that are only waiting for somebody's sync to end, tell a copy nothing.
  for (const WalManager::Info& log : parts->wals->Alive()) {
    if (log.number >= oldest_log && log.bytes > 0) out.wals.push_back(log);
  }
  return out;
}

// The newest OPTIONS file; 0 when there is none.
// Asked of the directory: a read-only database has written none itself.
uint64_t NewestOptionsFile(const DbContext& context) {
  std::vector<std::string> names;
  if (!context.fs->GetChildren(context.dbname, IOOptions(), &names, nullptr).ok()) return 0;
  uint64_t newest = 0;
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (ParseFileName(name, &number, &type) && type == kOptionsFile)
      newest = std::max(newest, number);
  }
  return newest;
}

Status SizeOf(const DbContext& context, const std::string& path, uint64_t* size) {
  return context.fs->GetFileSize(path, IOOptions(), size, nullptr);
}

// A read-only database knows its MANIFEST's number only.
Status CompleteManifest(const DbContext& context, VersionSet::ManifestPoint* manifest) {
  if (manifest->size > 0) return Status::OK();
  return SizeOf(context, ManifestFileName(context.dbname, manifest->number), &manifest->size);
}

LiveFileStorageInfo StorageOf(const std::string& directory, const std::string& name, FileType type,
                              uint64_t number, uint64_t size) {
  LiveFileStorageInfo info;
  info.directory = directory;
  info.relative_filename = name;
  info.file_type = type;
  info.file_number = number;
  info.size = size;
  return info;
}

void AddTables(const Footprint& footprint, const std::string& dbname, bool checksums,
               std::vector<LiveFileStorageInfo>* out) {
  for (const auto& [family, tree, config] : footprint.families) {
    for (int level = 0; level < tree->num_levels(); ++level) {
      for (const FilePtr& file : tree->files(level)) {
        out->push_back(StorageOf(config->PathOf(file->path_id, dbname), TableFileName(file->number),
                                 kTableFile, file->number, file->file_size));
        out->back().temperature = file->temperature;
        if (!checksums) continue;
        out->back().file_checksum = file->checksum;
        out->back().file_checksum_func_name = ChecksumName(*file);
      }
    }
  }
}

}  // namespace

// ---- metadata ----

void DBImpl::GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata) {
  metadata->clear();
  for (const FamilyPtr& family : AllFamilies(&parts_)) {
    // Deep, for the running jobs: they tell which files are being compacted.
    const FamilyView view(&parts_, family, true);
    ForEachTable(view, [&](int level, SstFileMetaData&& table) {
      LiveFileMetaData live;
      static_cast<SstFileMetaData&>(live) = std::move(table);
      live.column_family_name = family->name;
      live.level = level;
      metadata->push_back(std::move(live));
    });
  }
}

void DBImpl::GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata) {
  // Levels are constant once made, so a description is constructed, not assigned.
  ColumnFamilyMetaData fresh = MetaOf(FamilyView(&parts_, FamilyOf(cf), true));
  metadata->name = fresh.name;
  metadata->size = fresh.size;
  metadata->file_count = fresh.file_count;
  metadata->levels.swap(fresh.levels);
}

void DBImpl::GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata) {
  metadata->clear();
  for (const FamilyPtr& family : AllFamilies(&parts_)) {
    metadata->push_back(MetaOf(FamilyView(&parts_, family, true)));
  }
}

// Checksums are taken from the MANIFEST's records; no file is read.
Status DBImpl::GetLiveFilesChecksumInfo(FileChecksumList* list) {
  if (list == nullptr) return Status::InvalidArgument("checksum_list has not been set");
  list->reset();
  for (const FamilyPtr& family : AllFamilies(&parts_)) {
    const FamilyView view(&parts_, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level)) {
        Status s = list->InsertOneFileChecksum(file->number, file->checksum, ChecksumName(*file));
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

Status DBImpl::GetCreationTimeOfOldestFile(uint64_t* creation_time) {
  if (parts_.context.config()->options.max_open_files != -1) {
    return Status::NotSupported("This API is only supported if max_open_files = -1");
  }
  uint64_t oldest = UINT64_MAX;
  for (const FamilyPtr& family : AllFamilies(&parts_)) {
    const FamilyView view(&parts_, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level))
        oldest = std::min(oldest, file->creation_time);
    }
  }
  *creation_time = oldest;  // one of unknown time makes it 0
  return Status::OK();
}

// ---- lists of files ----

Status DBImpl::GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_size,
                            bool flush_memtable) {
  *manifest_size = 0;
  files.clear();
  if (flush_memtable && !parts_.context.read_only) {
    Status s = FlushFamilies(FlushOptions(), AllFamilies(&parts_), FlushReason::kGetLiveFiles);
    if (!s.ok()) return s;
  }
  Footprint footprint;
  {
    StateLock lock(&parts_.context.mutex);
    footprint = TakeFootprint(&parts_);
  }
  Status s = CompleteManifest(parts_.context, &footprint.manifest);
  if (!s.ok()) return s;
  std::vector<LiveFileStorageInfo> tables;
  AddTables(footprint, parts_.context.dbname, false, &tables);
  for (const LiveFileStorageInfo& table : tables) files.push_back("/" + table.relative_filename);
  // Names begin with a slash, as stock gives them: callers put the database's path in front.
  files.push_back(CurrentFileName(""));
  files.push_back("/" + ManifestFileName(footprint.manifest.number));
  const uint64_t options = NewestOptionsFile(parts_.context);
  if (options != 0) files.push_back("/" + OptionsFileName(options));
  *manifest_size = footprint.manifest.size;
  return s;
}

Status DBImpl::GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                       std::vector<LiveFileStorageInfo>* files) {
  files->clear();
  const std::string& dbname = parts_.context.dbname;
  if (!parts_.context.read_only && options.wal_size_for_flush != UINT64_MAX &&
      parts_.wals->total_bytes() >= options.wal_size_for_flush) {
    Status s = FlushFamilies(FlushOptions(), AllFamilies(&parts_), FlushReason::kGetLiveFiles);
    if (!s.ok()) return s;
  }
  Footprint footprint;
  {
    // Nobody writes meanwhile: logs and tables belong together, and the logs are complete. A caller
    // of LockWAL() keeps writers out already, and cannot let them in before this is over.
    MutexLock wal_lock(&wal_lock_mutex_);
    std::optional<WriteQueue::Exclusive> alone;
    if (wal_lock_count_ == 0) alone.emplace(&parts_.queue);
    if (!parts_.context.read_only) {
      IOStatus flushed = parts_.wals->Flush();
      if (!flushed.ok()) return flushed;
    }
    StateLock lock(&parts_.context.mutex);
    footprint = TakeFootprint(&parts_);
  }
  Status s = CompleteManifest(parts_.context, &footprint.manifest);
  if (!s.ok()) return s;
  AddTables(footprint, dbname, options.include_checksum_info, files);

  // The MANIFEST goes on growing: only the part that describes these very tables is to be copied.
  const std::string manifest = ManifestFileName(footprint.manifest.number);
  files->push_back(StorageOf(dbname, manifest, kDescriptorFile, footprint.manifest.number,
                             footprint.manifest.size));
  files->back().trim_to_size = true;
  files->push_back(
      StorageOf(dbname, BaseNameOf(CurrentFileName(dbname)), kCurrentFile, 0, manifest.size() + 1));
  // CURRENT may name another MANIFEST by the time it is copied: its contents are given instead.
  files->back().replacement_contents = manifest + "\n";
  const uint64_t number = NewestOptionsFile(parts_.context);
  if (number != 0) {
    uint64_t size = 0;
    s = SizeOf(parts_.context, OptionsFileName(dbname, number), &size);
    if (!s.ok()) return s;
    files->push_back(StorageOf(dbname, OptionsFileName(number), kOptionsFile, number, size));
  }
  // Cut at today's size as well: what is written behind it belongs to later moments.
  for (const WalManager::Info& log : footprint.wals) {
    files->push_back(StorageOf(parts_.wals->directory(), WalFileName(log.number), kWalFile,
                               log.number, log.bytes));
    files->back().trim_to_size = true;
  }
  if (!options.include_checksum_info) return s;
  for (LiveFileStorageInfo& info : *files) {
    if (info.file_checksum_func_name.empty())
      info.file_checksum_func_name = kUnknownFileChecksumFuncName;
  }
  return s;
}

// ---- logs ----

Status DBImpl::GetSortedWalFiles(VectorWalPtr& files) {
  files.clear();
  for (const WalManager::Info& log : parts_.wals->Alive()) {
    SequenceNumber first = 0;
    Status s = FirstSequenceOfWal(parts_.context, parts_.wals->directory(), log.number, &first);
    if (IsMissing(s)) continue;  // released meanwhile
    if (!s.ok()) return s;
    // A log without a record has nothing to tell yet.
    if (first != 0) files.push_back(NewLiveWalFile(log, first));
  }
  return Status::OK();
}

Status DBImpl::GetCurrentWalFile(std::unique_ptr<WalFile>* file) {
  file->reset();
  const std::vector<WalManager::Info> alive = parts_.wals->Alive();
  if (alive.empty()) return Status::NotFound("The database writes no log");
  SequenceNumber first = 0;
  Status s =
      FirstSequenceOfWal(parts_.context, parts_.wals->directory(), alive.back().number, &first);
  if (s.ok()) *file = NewLiveWalFile(alive.back(), first);
  return s;
}

Status DBImpl::DisableFileDeletions() {
  parts_.obsolete->Disable();
  return Status::OK();
}

Status DBImpl::EnableFileDeletions() {
  if (parts_.obsolete->Enable()) parts_.obsolete->Purge();
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
