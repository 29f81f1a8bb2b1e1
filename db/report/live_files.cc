// See the header.
#include "db/report/live_files.h"

#include <algorithm>
#include <map>
#include <utility>

#include "db/report/file_metadata.h"
#include "db/state/log_need.h"
#include "db/state/wal_archive.h"
#include "db/state/wal_file_info.h"
#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {
namespace {

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
  // Recovery reads no older ones.
  uint64_t oldest_log = UINT64_MAX;
  std::vector<WalManager::Info> wals;
};

Status SizeOf(const DbContext& context, const std::string& path, uint64_t* size) {
  return context.fs->GetFileSize(path, IOOptions(), size, nullptr);
}

// REQUIRES: state lock.
Footprint TakeFootprint(DbParts* parts) REQUIRES_LOCK(state_lock) {
  Footprint out;
  out.oldest_log = OldestLogKept(*parts);
  for (const auto& [id, family] : parts->families.all()) {
    out.families.push_back(
        Footprint::Family{family, family->state().tree(), family->state().config()});
  }
  out.manifest = parts->versions->installed_manifest();
  // Read-only: nothing was installed by this process.
  if (out.manifest.number == 0) out.manifest.number = parts->versions->manifest_number();
  // A copy needs no empty logs, nor those that only wait for the end of a sync, unless its MANIFEST
  // names them.
  for (const WalManager::Info& log : parts->wals->Alive()) {
    if (log.tracked || (log.number >= out.oldest_log && log.bytes > 0)) out.wals.push_back(log);
  }
  return out;
}

// The logs that recovery would read or miss, asked of the directory: a read-only database keeps no
// list.
Status AddLogsToRead(DbParts* parts, Footprint* footprint) {
  const std::string& directory = parts->wals->directory();
  const auto& tracked = parts->versions->tracked_logs();
  std::vector<uint64_t> numbers;
  Status s = ListLogNumbers(parts->context, directory, &numbers);
  std::sort(numbers.begin(), numbers.end());
  for (const uint64_t number : numbers) {
    if (number < footprint->oldest_log) continue;
    uint64_t bytes = 0;
    if (s.ok()) s = SizeOf(parts->context, WalFileName(directory, number), &bytes);
    if (s.ok() && (bytes > 0 || tracked.count(number) != 0))
      footprint->wals.push_back({number, bytes});
  }
  return s;
}

// The number of the newest OPTIONS file; 0 when there is none.
// Asked of the directory: a read-only database has written none itself.
Status NewestOptionsFile(const DbContext& context, uint64_t* newest) {
  std::vector<std::string> names;
  *newest = 0;
  Status s = context.fs->GetChildren(context.dbname, IOOptions(), &names, nullptr);
  if (!s.ok()) return s;
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (ParseFileName(name, &number, &type) && type == kOptionsFile)
      *newest = std::max(*newest, number);
  }
  return s;
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

// MANIFEST, CURRENT and OPTIONS. The MANIFEST goes on growing: only the part that describes the
// tables of `footprint` is to be copied.
Status AddMetadataFiles(const DbContext& context, const Footprint& footprint,
                        std::vector<LiveFileStorageInfo>* files) {
  const std::string& dbname = context.dbname;
  const std::string manifest = ManifestFileName(footprint.manifest.number);
  files->push_back(StorageOf(dbname, manifest, kDescriptorFile, footprint.manifest.number,
                             footprint.manifest.size));
  files->back().trim_to_size = true;
  files->push_back(
      StorageOf(dbname, BaseNameOf(CurrentFileName(dbname)), kCurrentFile, 0, manifest.size() + 1));
  // CURRENT may name another MANIFEST by the time it is copied: its contents are given instead.
  files->back().replacement_contents = manifest + "\n";
  uint64_t number = 0;
  Status s = NewestOptionsFile(context, &number);
  if (!s.ok() || number == 0) return s;
  uint64_t size = 0;
  s = SizeOf(context, OptionsFileName(dbname, number), &size);
  if (s.ok())
    files->push_back(StorageOf(dbname, OptionsFileName(number), kOptionsFile, number, size));
  return s;
}

}  // namespace

Status ListLiveFiles(DbParts* parts, std::vector<std::string>* files, uint64_t* manifest_size) {
  files->clear();
  Footprint footprint;
  {
    StateLock lock(&parts->context.mutex);
    footprint = TakeFootprint(parts);
  }
  Status s = CompleteManifest(parts->context, &footprint.manifest);
  if (!s.ok()) return s;
  std::vector<LiveFileStorageInfo> tables;
  AddTables(footprint, parts->context.dbname, false, &tables);
  for (const LiveFileStorageInfo& table : tables) files->push_back("/" + table.relative_filename);
  files->push_back(CurrentFileName(""));
  files->push_back("/" + ManifestFileName(footprint.manifest.number));
  uint64_t options = 0;
  s = NewestOptionsFile(parts->context, &options);
  if (options != 0) files->push_back("/" + OptionsFileName(options));
  *manifest_size = footprint.manifest.size;
  return s;
}

Status ListStorage(DbParts* parts, WalLock* wal_lock, bool checksums,
                   std::vector<LiveFileStorageInfo>* files, SequenceNumber* sequence) {
  files->clear();
  Footprint footprint;
  // Without writers logs and tables belong together, and the logs are complete.
  Status s = wal_lock->WithoutWriters([&]() -> Status {
    if (!parts->context.read_only) {
      WriteQueue::AssertLeading();
      IOStatus flushed = parts->wals->Flush();
      if (!flushed.ok()) return parts->errors->Set(flushed, BackgroundErrorReason::kWriteCallback);
    }
    *sequence = parts->versions->last_sequence();
    StateLock lock(&parts->context.mutex);
    footprint = TakeFootprint(parts);
    return Status::OK();
  });
  if (s.ok()) s = CompleteManifest(parts->context, &footprint.manifest);
  if (s.ok() && parts->context.read_only) s = AddLogsToRead(parts, &footprint);
  if (!s.ok()) return s;
  AddTables(footprint, parts->context.dbname, checksums, files);
  s = AddMetadataFiles(parts->context, footprint, files);
  if (!s.ok()) return s;
  // Cut at today's size as well: what is written behind it belongs to later moments.
  for (const WalManager::Info& log : footprint.wals) {
    files->push_back(StorageOf(parts->wals->directory(), WalFileName(log.number), kWalFile,
                               log.number, log.bytes));
    files->back().trim_to_size = true;
  }
  if (!checksums) return s;
  for (LiveFileStorageInfo& info : *files) {
    if (info.file_checksum_func_name.empty())
      info.file_checksum_func_name = kUnknownFileChecksumFuncName;
  }
  return s;
}

namespace {

// Logs in `directory`, the log directory or its archive, that are in none of the two lists yet.
Status AddLogsOnDisk(const DbContext& context, const std::string& directory, WalFileType type,
                     std::map<uint64_t, std::pair<uint64_t, WalFileType>>* logs) {
  std::vector<uint64_t> numbers;
  Status s = ListLogNumbers(context, directory, &numbers);
  for (const uint64_t number : numbers) {
    if (!s.ok()) return s;
    if (logs->count(number) != 0 && type == kAliveLogFile) continue;
    uint64_t bytes = 0;
    s = SizeOf(context, WalFileName(directory, number), &bytes);
    if (s.ok()) (*logs)[number] = {bytes, type};
    // Moved or deleted meanwhile.
    if (IsMissing(s)) s = Status::OK();
  }
  return s;
}

}  // namespace

// A log is moved into the archive after no family needs it any more, so the archive is looked at
// last: whatever was not there yet was in the log directory.
Status ListLogs(DbParts* parts, VectorWalPtr* files) {
  files->clear();
  const std::string& directory = parts->wals->directory();
  const std::string archive = ArchivedWalDirectory(directory);
  std::map<uint64_t, std::pair<uint64_t, WalFileType>> logs;
  for (const WalManager::Info& log : parts->wals->Alive()) {
    logs[log.number] = {log.bytes, kAliveLogFile};
  }
  Status s;
  if (parts->context.read_only || WalArchive(&parts->context).enabled()) {
    // Those that wait to be archived belong to the list as well. A read-only database keeps none.
    s = AddLogsOnDisk(parts->context, directory, kAliveLogFile, &logs);
  }
  if (s.ok()) s = AddLogsOnDisk(parts->context, archive, kArchivedLogFile, &logs);
  for (const auto& [number, log] : logs) {
    if (!s.ok()) return s;
    auto [bytes, type] = log;
    SequenceNumber first = 0;
    if (type == kAliveLogFile) s = FirstSequenceOfWal(parts->context, directory, number, &first);
    // Or moved since.
    if (IsMissing(s)) type = kArchivedLogFile;
    if (type == kArchivedLogFile) s = FirstSequenceOfWal(parts->context, archive, number, &first);
    // A log without a record has no first sequence number yet.
    if (s.ok() && first != 0) files->push_back(NewWalFile({number, bytes}, first, type));
    // Released meanwhile.
    if (IsMissing(s)) s = Status::OK();
  }
  return s;
}

Status DescribeCurrentLog(DbParts* parts, std::unique_ptr<WalFile>* file) {
  file->reset();
  const std::vector<WalManager::Info> alive = parts->wals->Alive();
  if (alive.empty()) return Status::NotFound("The database writes no log");
  SequenceNumber first = 0;
  Status s =
      FirstSequenceOfWal(parts->context, parts->wals->directory(), alive.back().number, &first);
  if (s.ok()) *file = NewWalFile(alive.back(), first, kAliveLogFile);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
