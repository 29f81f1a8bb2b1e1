// See the header.
#include "db/recovery/db_opener.h"

#include <set>

#include "db/batch/write_batch_internal.h"
#include "db/jobs/family_changes.h"
#include "db/recovery/kept_logs.h"
#include "db/recovery/lost_files.h"
#include "db/recovery/stray_files.h"
#include "db/recovery/table_counts.h"
#include "db/recovery/wal_replay.h"
#include "db/state/best_manifest.h"
#include "db/state/options_writer.h"
#include "db/state/table_file.h"
#include "db/write/wal_limit.h"
#include "env/current_file.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "options/option_log.h"
#include "rocksdb/version.h"
#include "table/unique_id.h"

namespace ROCKSDB_NAMESPACE {

void LogStartup(const DbContext& context) {
  Logger* log = context.info_log.get();
  LogHeader(log, "RocksDB version: %d.%d.%d", ROCKSDB_MAJOR, ROCKSDB_MINOR, ROCKSDB_PATCH);
  LogHeader(log, "BucketLSM version: %s", BUCKETLSM_VERSION);
  LogHeader(log, "DB SUMMARY");
  LogHeader(log, "DB Session ID:  %s", context.db_session_id.c_str());
  for (const std::string& line : BuildLogLines()) LogHeader(log, "%s", line.c_str());
  for (const std::string& line : LogLines(context.config()->options))
    LogHeader(log, "%s", line.c_str());
}

namespace {

// CURRENT is what makes a directory a database: written last when one is made, removed first when
// one is destroyed. best_efforts_recovery goes by MANIFESTs.
bool IsDatabase(const DbContext& context, Status* status) {
  if (context.config()->options.best_efforts_recovery) {
    std::vector<uint64_t> manifests;
    *status = ListManifests(context, &manifests);
    return !manifests.empty();
  }
  IOStatus s = context.fs->FileExists(CurrentFileName(context.dbname), IOOptions(), nullptr);
  *status = s.ok() || IsMissing(s) ? Status::OK() : Status(s);
  return s.ok();
}

}  // namespace

Status DbOpener::PrepareDirectories() const {
  const auto config = parts_.context.config();
  FileSystem* fs = parts_.context.fs.get();
  Status s = fs->CreateDirIfMissing(config->wal_dir, IOOptions(), nullptr);
  for (const DbPath& path : config->options.db_paths) {
    if (s.ok()) s = fs->CreateDirIfMissing(path.path, IOOptions(), nullptr);
  }
  return s;
}

std::vector<CfConfigPtr> DbOpener::FamilyConfigs() const {
  std::vector<CfConfigPtr> configs;
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all())
    configs.push_back(family->state().config());
  return configs;
}

// FamilyChanges makes those of new families.
Status DbOpener::PrepareFamilyDirectories() const {
  Status s;
  for (const CfConfigPtr& config : FamilyConfigs()) {
    if (s.ok()) s = FamilyChanges::MakeDirectories(parts_.context.fs.get(), *config);
  }
  return s;
}

// A crash leaves files that no MANIFEST knows of. A new one of that name would write over them: an
// ingested table may be a link to somebody else's.
Status DbOpener::MarkNumbersOnDisk() const {
  const DbContext& c = parts_.context;
  std::set<std::string> directories = {c.dbname};
  for (const DbPath& path : c.config()->options.db_paths) directories.insert(path.path);
  for (const CfConfigPtr& config : FamilyConfigs()) {
    for (const DbPath& path : config->paths) directories.insert(path.path);
  }
  Status s;
  for (const std::string& directory : directories) {
    std::vector<std::string> names;
    if (s.ok()) s = c.fs->GetChildren(directory, IOOptions(), &names, nullptr);
    for (const std::string& name : names) {
      uint64_t number;
      FileType type;
      if (!ParseFileName(name, &number, &type)) continue;
      // Info logs are numbered by time. So large a number was never given out.
      if (type != kInfoLogFile && number < UINT64_MAX / 2)
        parts_.versions->MarkFileNumberUsed(number);
    }
  }
  return s;
}

// A new database would replay the logs of one that has lost CURRENT, and take its tables for
// strays.
Status DbOpener::CheckNothingIsLeft() const {
  const DbContext& c = parts_.context;
  const char* const help =
      "is of a database without CURRENT: RepairDB recovers it, DestroyDB removes it";
  std::vector<uint64_t> logs;
  Status s = ListLogNumbers(c, c.config()->wal_dir, &logs);
  if (s.ok() && !logs.empty())
    return Status::Corruption(WalFileName(c.config()->wal_dir, logs.front()), help);
  std::vector<std::string> names;
  if (s.ok()) s = c.fs->GetChildren(c.dbname, IOOptions(), &names, nullptr);
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (ParseFileName(name, &number, &type) && type == kTableFile)
      return Status::Corruption(JoinPath(c.dbname, name), help);
  }
  return s;
}

Status DbOpener::FindOrCreate() {
  DbContext& c = parts_.context;
  const auto config = c.config();
  Status s;
  const bool exists = IsDatabase(c, &s);
  if (!s.ok()) return s;
  if (exists && !c.read_only && config->options.error_if_exists) {
    return Status::InvalidArgument(c.dbname, "exists (error_if_exists is true)");
  }
  if (exists) return EnsureIdentity();
  // Who opens for reading learns what reading it says.
  if (c.read_only) {
    std::string manifest;
    uint64_t number = 0;
    return VersionSet::ReadCurrent(c.fs.get(), c.dbname, &manifest, &number);
  }
  if (!config->options.create_if_missing) {
    return Status::InvalidArgument(CurrentFileName(c.dbname),
                                   "does not exist (create_if_missing is false)");
  }
  s = CheckNothingIsLeft();
  // Before the MANIFEST, which carries the id.
  if (s.ok()) s = EnsureIdentity();
  if (s.ok()) s = parts_.versions->CreateDatabase();
  // Numbers up to 4 stay unused, so that a fresh database has the file names that stock gives it.
  parts_.versions->MarkFileNumberUsed(4);
  return s;
}

// Never replaces an existing id: backups and tables refer to it.
Status DbOpener::EnsureIdentity() {
  DbContext& c = parts_.context;
  std::string id;
  Status s = ReadIdentityFile(c.fs.get(), c.dbname, &id);
  if (s.ok() && !id.empty()) {
    c.db_id = id;
    return s;
  }
  if (!s.ok() && !IsMissing(s)) return s;
  if (c.read_only) return Status::OK();
  if (c.config()->options.write_identity_file)
    return SetIdentityFile(c.fs.get(), c.dbname, &c.db_id);
  c.db_id = NewUniqueId();
  return Status::OK();
}

// The MANIFEST's id wins over the IDENTITY file's.
Status DbOpener::ReconcileIdentity(const std::string& from_file) {
  DbContext& c = parts_.context;
  if (c.read_only || c.db_id == from_file || !c.config()->options.write_identity_file)
    return Status::OK();
  return SetIdentityFile(c.fs.get(), c.dbname, &c.db_id);
}

// Every table the MANIFEST names must be there, at its size: the opening fails before anything is
// written, rather than the first read.
Status DbOpener::CheckTableFiles() const {
  const DbContext& c = parts_.context;
  const DBOptions& options = c.config()->options;
  if (!options.paranoid_checks) return Status::OK();
  std::string trouble;
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    const TreeVersion& tree = *family->state().tree();
    for (int level = 0; level < tree.num_levels(); ++level) {
      for (const FilePtr& file : tree.files(level)) {
        const std::string& dir = family->state().config()->PathOf(file->path_id, c.dbname);
        const std::string path = TableFileName(dir, file->number);
        uint64_t size = 0;
        IOStatus s = SizeOfTable(c.fs.get(), dir, file->number, &size);
        if (!s.ok()) {
          trouble += "Can't access " + path + ": " + s.ToString() + "\n";
        } else if (size != file->file_size && !options.skip_checking_sst_file_sizes_on_db_open) {
          trouble += "Sst file size mismatch: " + path + ". Size recorded in manifest " +
                     std::to_string(file->file_size) + ", actual size " + std::to_string(size) +
                     "\n";
        }
      }
    }
  }
  return trouble.empty() ? Status::OK() : Status::Corruption(trouble);
}

// Replay puts records into them.
void DbOpener::MakeMemtables() {
  Logger* log = parts_.context.info_log.get();
  for (const auto& [id, family] : parts_.families.all()) {
    StateLock lock(&parts_.context.mutex);
    WriteQueue::AssertLeading();  // nobody writes yet
    LogFamilyOptions(log, family->name, family->state().config()->options);
    family->StartMemTable(parts_.versions->last_sequence());
    family->InstallSuperVersion();
  }
}

// The fresh MANIFEST comes first: it says what recovery found (which logs are not needed, what it
// flushed) before the logs and tables that this makes superfluous may go. The new log comes after
// it, with a number that no family's record rules out. The OPTIONS file precedes the MANIFEST
// because one sync of the directory then makes both of their names durable.
Status DbOpener::StartWriting() {
  DbContext& c = parts_.context;
  parts_.obsolete->Arm();
  uint64_t options_number;
  Status s = PutOptionsFile(&parts_, &options_number);
  if (s.ok()) s = parts_.versions->StartManifest();
  if (s.ok()) s = ReportOlderOptions(&parts_, options_number);
  if (s.ok()) {
    const uint64_t number = parts_.versions->NewFileNumber();
    WriteQueue::AssertLeading();  // nobody writes yet
    s = parts_.wals->StartNew(number, 0);
  }
  if (!s.ok()) return s;
  ReportStrayFiles(&parts_);
  parts_.obsolete->Purge();
  const BackgroundLimits limits = c.config()->background;
  c.env->IncBackgroundThreadsIfNeeded(limits.flushes, Env::HIGH);
  c.env->IncBackgroundThreadsIfNeeded(limits.compactions, Env::LOW);
  return s;
}

// Joins a new log to an older one whose end is torn.
Status DbOpener::LogEmptyBatch(SequenceNumber sequence) {
  WriteBatch empty;
  BatchAccess::SetSequence(&empty, sequence);
  WriteQueue::AssertLeading();  // nobody writes yet
  IOStatus s = parts_.wals->Append(empty.Data(), sequence);
  if (s.ok()) s = parts_.wals->Flush();
  return s;
}

Status DbOpener::CreateMissingFamilies(const std::vector<ColumnFamilyDescriptor>& families) {
  FamilyChanges changes(&parts_);
  FamilyPtr made;
  for (const ColumnFamilyDescriptor& d : families) {
    if (parts_.families.Find(d.name) != nullptr) continue;
    WriteQueue::AssertLeading();  // nobody writes yet
    Status s = changes.Make(d, &made);
    if (!s.ok()) return s;
  }
  // The OPTIONS file that StartWriting wrote does not know the new families.
  return made != nullptr ? WriteOptionsFile(&parts_) : Status::OK();
}

Status DbOpener::ReplayLogs(const std::vector<ColumnFamilyDescriptor>& families) {
  WalReplay replay(&parts_);
  Status s = replay.Run();
  // Before StartWriting: the list of logs is ascending, so old ones must be in it before the new
  // one.
  if (s.ok() && !parts_.context.read_only)
    s = KeepLogs(&parts_, replay.LogsToKeep(), replay.ends());
  if (!s.ok() || parts_.context.read_only) return s;
  // Before the new MANIFEST, after which nothing says what they belonged to.
  if (parts_.context.config()->options.best_efforts_recovery)
    s = MoveLeftOut(&parts_, replay.logs());
  if (s.ok()) s = StartWriting();
  if (s.ok() && replay.resume_at()) s = LogEmptyBatch(*replay.resume_at());
  return s.ok() ? CreateMissingFamilies(families) : s;
}

void DbOpener::ShowFamilies() {
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    family->InstallSuperVersion();
    parts_.background->UpdateStall(family);
  }
  UpdateWalLimit(&parts_);
}

Status DbOpener::Run(const std::vector<ColumnFamilyDescriptor>& families) {
  DbContext& c = parts_.context;
  c.db_session_id = NewSessionId(c.clock.get());
  LogStartup(c);
  Status s = c.read_only ? Status::OK() : PrepareDirectories();
  if (s.ok()) s = FindOrCreate();
  // Recover replaces db_id by the MANIFEST's.
  const std::string file_id = c.db_id;
  if (s.ok()) s = parts_.versions->Recover(families, c.read_only);
  if (s.ok()) s = ReconcileIdentity(file_id);
  if (s.ok() && !c.read_only) s = PrepareFamilyDirectories();
  if (s.ok() && !c.read_only) s = MarkNumbersOnDisk();
  if (!s.ok()) return s;
  TableCountLoad counts(&parts_);
  const bool load_counts = !c.config()->options.skip_stats_update_on_db_open;
  if (load_counts) counts.Begin();
  s = CheckTableFiles();
  if (!s.ok()) return s;
  MakeMemtables();
  s = ReplayLogs(families);
  if (s.ok() && load_counts) s = counts.Finish();
  if (s.ok()) ShowFamilies();
  // Readers of the LOG find the options there as soon as the database is open.
  LogFlush(c.info_log);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
