// RepairDB from first to last: see repair.h.
#include "db/repair/repair.h"

#include "db/log/log_writer.h"
#include "db/repair/repair_logs.h"
#include "db/repair/repair_tables.h"
#include "env/current_file.h"
#include "env/filename.h"
#include "env/rolling_logger.h"
#include "table/unique_id.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// As at an opening: the LOG of the repaired database lists what was lost.
Status OpenInfoLog(const std::string& dbname, DBOptions* options) {
  if (options->info_log != nullptr && !HasEnded(options->info_log.get())) return Status::OK();
  InfoLogLimits limits;
  limits.max_file_size = options->max_log_file_size;
  limits.roll_after_seconds = options->log_file_time_to_roll;
  limits.keep_files = options->keep_log_file_num;
  limits.level = options->info_log_level;
  return CreateInfoLogger(options->env, dbname, options->db_log_dir, limits, &options->info_log);
}

}  // namespace

Repairer::Repairer(const std::string& dbname, const DBOptions& options,
                   const std::vector<ColumnFamilyDescriptor>& families,
                   const ColumnFamilyOptions* unknown)
    : options_(options) {
  if (options_.env == nullptr) options_.env = Env::Default();
  context_.dbname = dbname;
  // Names built from it are compared with names that were listed.
  while (context_.dbname.size() > 1 && context_.dbname.back() == '/') context_.dbname.pop_back();
  for (const ColumnFamilyDescriptor& d : families) context_.options_of[d.name] = d.options;
  if (unknown != nullptr) {
    context_.unknown_options = std::make_unique<ColumnFamilyOptions>(*unknown);
  }
}

Repairer::~Repairer() {
  if (lock_ == nullptr) return;
  IOStatus s = context_.fs->UnlockFile(lock_, IOOptions(), nullptr);
  if (!s.ok()) LogWarn(context_.logger, "Repair: unlocking: %s", s.ToString().c_str());
}

Status Repairer::Prepare() {
  context_.fs = options_.env->GetFileSystem();
  context_.clock = options_.env->GetSystemClock();
  Status s = context_.fs->FileExists(context_.dbname, IOOptions(), nullptr);
  // The lock comes first: an open database keeps even its info log.
  if (s.ok())
    s = context_.fs->LockFile(LockFileName(context_.dbname), IOOptions(), &lock_, nullptr);
  if (s.ok()) s = OpenInfoLog(context_.dbname, &options_);
  if (s.ok()) s = MakeDbConfig(context_.dbname, options_, &context_.config);
  if (!s.ok()) return s;
  context_.logger = context_.config->options.info_log.get();
  Random64 random(context_.clock->NowNanos() ^ reinterpret_cast<uintptr_t>(this));
  // Tables written here must not pass for those of another session.
  context_.db_session_id = EncodeSessionId(random.Next(), random.Next());
  return s;
}

// The MANIFEST's id wins; a file of IDENTITY that is no id is replaced.
Status Repairer::FindIdentity() {
  context_.db_id = memory_.db_id;
  std::string from_file;
  Status s = ReadIdentityFile(context_.fs.get(), context_.dbname, &from_file);
  if (context_.db_id.empty() && s.ok()) context_.db_id = from_file;
  if (context_.db_id == from_file && !from_file.empty()) return Status::OK();
  return SetIdentityFile(context_.fs.get(), context_.dbname, &context_.db_id);
}

// Families that a MANIFEST names exist even when none of their data was found.
Status Repairer::MakeKnownFamilies() {
  RepairFamily* family = nullptr;
  Status s = context_.FindFamily(0, kDefaultColumnFamilyName, &family);
  if (!s.ok()) return s;
  for (const auto& [id, remembered] : memory_.families) {
    Status found = context_.FindFamily(id, remembered.name, &family);
    if (!found.ok()) {
      LogWarn(context_.logger, "Repair: column family %s is left out: %s", remembered.name.c_str(),
              found.ToString().c_str());
      continue;
    }
    const std::string comparator = family->order().user_comparator()->Name();
    // Under another order every table would look damaged: better to repair nothing.
    if (!remembered.comparator.empty() && remembered.comparator != comparator) {
      return Status::InvalidArgument(comparator,
                                     "does not match existing comparator " + remembered.comparator);
    }
    std::set<uint64_t> there;
    for (const FoundTable& table : files_.tables) there.insert(table.number);
    for (const auto& [number, place] : remembered.files) {
      if (there.count(number) != 0) continue;
      family->damaged = true;
      LogWarn(context_.logger, "Repair: [%s] table #%lu is missing", family->name.c_str(), number);
    }
  }
  return s;
}

Status Repairer::SaveAndArrange() {
  // Tables first: whether a log record is to be taken depends on what they hold.
  Status s = RepairTables(&context_, &memory_).SaveAll(files_.tables);
  if (s.ok()) s = RepairLogs(&context_, &memory_, memory_fits_).SaveAll(files_.logs);
  for (auto& [id, family] : context_.families) {
    RepairTree tree(&context_, &family, &memory_, memory_fits_);
    if (s.ok()) s = tree.Arrange(&trees_[id]);
    for (const auto& [level, file] : trees_[id]) {
      context_.last_sequence = std::max(context_.last_sequence, file->largest_seqno);
    }
  }
  return s;
}

// Two records for each family, as at the beginning of every MANIFEST of this library: its identity
// and its files.
Status Repairer::WriteFamilies(const std::function<Status(const VersionEdit&)>& write) {
  for (const auto& [id, family] : context_.families) {
    VersionEdit who;
    who.column_family = id;
    if (id != 0) who.added_column_family = family.name;
    who.comparator = family.order().user_comparator()->Name();
    who.persist_user_defined_timestamps = true;
    Status s = write(who);
    VersionEdit what;
    what.column_family = id;
    // No log is needed: their records are in tables, and the logs go to lost/.
    what.log_number = context_.next_file;
    for (const auto& [level, file] : trees_[id]) what.AddFile(level, file);
    const auto remembered = memory_.families.find(id);
    // Boundaries are only advice; keeping them spares the buckets to be found again.
    if (remembered != memory_.families.end() && !remembered->second.boundaries.empty()) {
      what.bucket_boundaries = remembered->second.boundaries;
    }
    if (s.ok()) s = write(what);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

// The names of new tables, wherever the families keep theirs: a power cut must not take what the
// MANIFEST names. Also those of tables that a killed process may have left unsynced.
Status Repairer::SyncTableDirectories() {
  std::set<std::string> directories;
  for (const auto& [id, placed] : trees_) {
    const CfConfig& config = *context_.families.at(id).config;
    for (const auto& [level, file] : placed) {
      directories.insert(config.PathOf(file->path_id, context_.dbname));
    }
  }
  Status s;
  for (const std::string& directory : directories) {
    if (s.ok()) s = SyncDirectory(context_.fs.get(), directory);
  }
  return s;
}

// REQUIRES: everything that the new MANIFEST names is synced. CURRENT is switched last: up to there
// the directory holds the old database, from there on the repaired one.
Status Repairer::WriteManifest() {
  manifest_ = context_.NewFileNumber();
  const std::string path = ManifestFileName(context_.dbname, manifest_);
  std::unique_ptr<WritableFileWriter> file;
  Status s = WritableFileWriter::Create(context_.fs.get(), path,
                                        FileOptions(context_.config->options), &file);
  if (!s.ok()) return s;
  log::Writer writer(std::move(file), manifest_, false, false);
  const auto write = [&](const VersionEdit& edit) -> Status {
    std::string record;
    if (!edit.EncodeTo(&record)) return Status::Corruption("a record cannot be written", path);
    return writer.AddRecord(record);
  };
  VersionEdit first;
  if (context_.config->options.write_dbid_to_manifest) first.db_id = context_.db_id;
  s = write(first);
  if (s.ok()) s = WriteFamilies(write);
  VersionEdit last;
  last.prev_log_number = 0;
  last.next_file_number = context_.next_file;
  last.last_sequence = std::max(context_.last_sequence, memory_.last_sequence);
  last.max_column_family = std::max(memory_.max_family, context_.families.rbegin()->first);
  if (s.ok()) s = write(last);
  if (s.ok()) s = writer.Sync(context_.config->options.use_fsync);
  if (s.ok()) s = writer.Close();
  if (s.ok()) s = SyncDirectory(context_.fs.get(), context_.dbname);
  return s.ok() ? SetCurrentFile(context_.fs.get(), context_.dbname, manifest_,
                                 static_cast<FSDirectory*>(nullptr))
                : s;
}

// A failure here leaves files too many, not too few; the rest is moved all the same.
Status Repairer::Clean() {
  for (const uint64_t number : files_.manifests) {
    context_.to_archive.insert(ManifestFileName(context_.dbname, number));
  }
  Status result;
  for (const std::string& path : context_.to_archive) {
    Status s = MoveToLost(context_, path);
    if (result.ok()) result = s;
  }
  for (const std::string& path : context_.to_delete) {
    Status s = context_.fs->DeleteFile(path, IOOptions(), nullptr);
    if (result.ok()) result = s;
  }
  return result;
}

// Steps of repair.h. Up to the switch of CURRENT a failure leaves the directory as it was, but for
// new files that no MANIFEST names.
Status Repairer::Run() {
  Status s = Prepare();
  if (s.ok()) s = files_.Find(&context_);
  if (s.ok()) s = RepairMemory::Read(context_, files_, &memory_);
  if (!s.ok()) return s;
  context_.next_file = std::max(context_.next_file, memory_.next_file);
  memory_fits_ = memory_.whole && memory_.Knows(files_.tables);
  s = FindIdentity();
  if (s.ok()) s = MakeKnownFamilies();
  if (s.ok()) s = SaveAndArrange();
  if (s.ok()) s = SyncTableDirectories();
  if (s.ok()) s = WriteManifest();
  if (s.ok()) s = Clean();
  size_t tables = 0;
  uint64_t bytes = 0;
  for (const auto& [id, placed] : trees_) {
    tables += placed.size();
    for (const auto& [level, file] : placed) bytes += file->file_size;
  }
  if (s.ok()) {
    LogWarn(context_.logger,
            "Repair: %s is repaired: %zu tables, %lu bytes. Some data may have been lost.",
            context_.dbname.c_str(), tables, bytes);
  } else {
    LogError(context_.logger, "Repair: %s failed: %s", context_.dbname.c_str(),
             s.ToString().c_str());
  }
  return s;
}

Status RepairDB(const std::string& dbname, const DBOptions& options,
                const std::vector<ColumnFamilyDescriptor>& families) {
  return Repairer(dbname, options, families, nullptr).Run();
}

Status RepairDB(const std::string& dbname, const DBOptions& options,
                const std::vector<ColumnFamilyDescriptor>& families,
                const ColumnFamilyOptions& unknown) {
  return Repairer(dbname, options, families, &unknown).Run();
}

Status RepairDB(const std::string& dbname, const Options& options) {
  const ColumnFamilyOptions unknown(options);
  return Repairer(dbname, DBOptions(options),
                  {ColumnFamilyDescriptor(kDefaultColumnFamilyName, unknown)}, &unknown)
      .Run();
}

}  // namespace ROCKSDB_NAMESPACE
