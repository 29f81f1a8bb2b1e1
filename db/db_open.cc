// Opening and closing a database: directories, lock, identity, MANIFEST, logs, options file,
// background work.
#include <algorithm>
#include <set>

#include "bucket/bucket_sizing.h"
#include "db/batch/write_batch_internal.h"
#include "db/db_impl.h"
#include "db/jobs/resume_job.h"
#include "db/recovery/wal_replay.h"
#include "env/current_file.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "env/rolling_logger.h"
#include "options/option_log.h"
#include "options/options_file.h"
#include "rocksdb/version.h"
#include "table/unique_id.h"
#include "util/io_activity.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Time alone is not enough: two databases may be opened in the same clock tick. The address makes
// processes differ where addresses are random.
std::string NewSessionId(SystemClock* clock) {
  static std::atomic<uint64_t> counter{0};
  Random64 random(clock->NowNanos() ^ (counter.fetch_add(1) << 48) ^
                  reinterpret_cast<uintptr_t>(&counter));
  return EncodeSessionId(random.Next(), random.Next());
}

Status MakeDirectory(FileSystem* fs, const std::string& path, bool create) {
  if (create) return fs->CreateDirIfMissing(path, IOOptions(), nullptr);
  return Status::OK();
}

// The info log comes first: everything that goes wrong later is written there.
Status MakeInfoLog(const DBOptions& options, const std::string& name,
                   std::shared_ptr<Logger>* log) {
  *log = options.info_log;
  if (*log != nullptr) return Status::OK();
  InfoLogLimits limits;
  limits.max_file_size = options.max_log_file_size;
  limits.roll_after_seconds = options.log_file_time_to_roll;
  limits.keep_files = options.keep_log_file_num;
  limits.level = options.info_log_level;
  return CreateInfoLogger(options.env, name, options.db_log_dir, limits, log);
}

bool HasCurrent(FileSystem* fs, const std::string& name, Status* status) {
  IOStatus s = fs->FileExists(CurrentFileName(name), IOOptions(), nullptr);
  *status = s.ok() || IsMissing(s) ? Status::OK() : Status(s);
  return s.ok();
}

}  // namespace

// Families' own directories are made when the family is (CreateFamilyLocked).
Status DBImpl::PrepareDirectories() {
  const auto config = parts_.context.config();
  FileSystem* fs = parts_.context.fs.get();
  Status s = MakeDirectory(fs, config->wal_dir, true);
  for (const DbPath& path : config->options.db_paths) {
    if (s.ok()) s = MakeDirectory(fs, path.path, true);
  }
  return s;
}

Status DBImpl::LockAndCreate() {
  DbContext& c = parts_.context;
  const auto config = c.config();
  Status s;
  if (!c.read_only) {
    s = c.fs->LockFile(LockFileName(c.dbname), IOOptions(), &lock_, nullptr);
    if (!s.ok()) return s;
  }
  // CURRENT is what makes a directory a database: written last when one is made, removed first when
  // one is destroyed.
  const bool exists = HasCurrent(c.fs.get(), c.dbname, &s);
  if (!s.ok()) return s;
  if (exists && config->options.error_if_exists) {
    return Status::InvalidArgument(c.dbname, "exists (error_if_exists is true)");
  }
  if (exists) return EnsureIdentity();
  if (c.read_only || !config->options.create_if_missing) {
    return Status::InvalidArgument(CurrentFileName(c.dbname),
                                   "does not exist (create_if_missing is false)");
  }
  // Before the MANIFEST, which carries the id.
  s = EnsureIdentity();
  if (s.ok()) s = parts_.versions->CreateDatabase();
  // Numbers up to 4 stay unused, so that a fresh database has the file names that stock gives it.
  parts_.versions->MarkFileNumberUsed(4);
  return s;
}

// An existing id is never replaced here: backups and tables refer to it.
Status DBImpl::EnsureIdentity() {
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
Status ReconcileIdentity(DbContext* c, const std::string& from_file) {
  if (c->read_only || c->db_id == from_file || !c->config()->options.write_identity_file)
    return Status::OK();
  return SetIdentityFile(c->fs.get(), c->dbname, &c->db_id);
}

Status DBImpl::CreateMissingFamilies(const std::vector<ColumnFamilyDescriptor>& families) {
  for (const ColumnFamilyDescriptor& d : families) {
    if (parts_.families.Find(d.name) != nullptr) continue;
    FamilyPtr made;
    StateLock lock(&parts_.context.mutex);
    Status s = CreateFamilyLocked(d.options, d.name, &made);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status DBImpl::WriteOptionsFile() {
  DbContext& c = parts_.context;
  if (c.read_only) return Status::OK();
  std::vector<ColumnFamilyDescriptor> families;
  uint64_t number;
  DBOptions options;
  {
    // Number and contents at one moment: of two callers the later contents get the higher number,
    // and the highest is the file that counts.
    StateLock lock(&c.mutex);
    for (const auto& [id, family] : parts_.families.all())
      families.emplace_back(family->name, family->config->options);
    options = c.config()->options;
    // Stock uses one for the temporary file; keeping step keeps file names alike.
    (void)parts_.versions->NewFileNumber();
    number = parts_.versions->NewFileNumber();
  }
  Status s = PersistOptions(c.fs.get(), c.dbname, number, options, families);
  if (!s.ok()) return s;
  std::vector<std::string> names;
  IOStatus listed = c.fs->GetChildren(c.dbname, IOOptions(), &names, nullptr);
  if (!listed.ok()) return listed;
  std::vector<uint64_t> old;
  for (const std::string& name : names) {
    uint64_t n;
    FileType type;
    if (ParseFileName(name, &n, &type) && type == kOptionsFile && n < number) old.push_back(n);
  }
  std::sort(old.begin(), old.end());
  if (!old.empty()) old.pop_back();  // the one before is kept, as stock does
  for (const uint64_t n : old) parts_.obsolete->ReportOther(OptionsFileName(c.dbname, n));
  return s;
}

// Files that belong to nothing: left by a crash between writing them and recording them.
void DBImpl::DeleteStrayFiles() {
  DbContext& c = parts_.context;
  std::set<uint64_t> live;
  uint64_t oldest_log = UINT64_MAX;
  {
    StateLock lock(&c.mutex);
    std::vector<uint64_t> numbers;
    parts_.versions->CollectLiveTables(&numbers);
    live.insert(numbers.begin(), numbers.end());
    for (const auto& [id, family] : parts_.families.all())
      oldest_log = std::min(oldest_log, family->log_number);
  }
  // Also the families' own paths: a job that a crash cut short may have written anywhere.
  std::set<std::string> directories{c.dbname, parts_.wals->directory()};
  for (const auto& [id, family] : parts_.families.all()) {
    for (const DbPath& path : family->config->paths) directories.insert(path.path);
  }
  for (const std::string& directory : directories) {
    std::vector<std::string> names;
    IOStatus s = c.fs->GetChildren(directory, IOOptions(), &names, nullptr);
    if (!s.ok()) continue;  // nothing to clean where nothing can be listed
    for (const std::string& name : names) {
      uint64_t number;
      FileType type;
      if (!ParseFileName(name, &number, &type)) continue;
      // Files are numbered in one row and nothing writes yet, so whatever is not live is left over.
      // OPTIONS files are WriteOptionsFile's business, the info log the logger's.
      const bool stray =
          (type == kTableFile && live.count(number) == 0) ||
          (type == kDescriptorFile && number != parts_.versions->manifest_number()) ||
          (type == kWalFile && number < oldest_log) || type == kTempFile;
      if (stray) parts_.obsolete->ReportOther(JoinPath(directory, name));
    }
  }
}

// The fresh MANIFEST comes first: it says what recovery found (which logs are not needed, what it
// flushed) before the logs and tables that this makes superfluous may go. The new log comes after
// it, with a number that no family's record rules out.
Status DBImpl::StartWriting() {
  DbContext& c = parts_.context;
  parts_.obsolete->Arm();
  Status s = parts_.versions->StartManifest();
  if (s.ok()) s = WriteOptionsFile();
  if (s.ok()) {
    const uint64_t number = parts_.versions->NewFileNumber();
    s = parts_.wals->StartNew(number, 0);
  }
  if (!s.ok()) return s;
  DeleteStrayFiles();
  parts_.obsolete->Purge();
  const BackgroundLimits limits = c.config()->background;
  c.env->IncBackgroundThreadsIfNeeded(limits.flushes, Env::HIGH);
  c.env->IncBackgroundThreadsIfNeeded(limits.compactions, Env::LOW);
  return s;
}

// Logs whose data recovery left in memtables. They may be those of a killed process, in the page
// cache only: what is written from now on must not outlive them. Their sizes count towards
// max_total_wal_size.
Status DBImpl::KeepLogs(const std::vector<uint64_t>& logs) {
  FileSystem* fs = parts_.context.fs.get();
  const bool use_fsync = parts_.context.config()->options.use_fsync;
  for (const uint64_t log : logs) {
    const std::string path = WalFileName(parts_.wals->directory(), log);
    IOStatus s = fs->SyncFile(path, FileOptions(), IOOptions(), use_fsync, nullptr);
    uint64_t bytes = 0;
    if (s.ok()) s = fs->GetFileSize(path, IOOptions(), &bytes, nullptr);
    if (!s.ok()) return s;
    parts_.wals->KeepRecovered(log, bytes);
  }
  return Status::OK();
}

// What joins a new log to an older one whose end is torn.
Status DBImpl::LogEmptyBatch(SequenceNumber sequence) {
  WriteBatch empty;
  BatchAccess::SetSequence(&empty, sequence);
  IOStatus s = parts_.wals->Append(empty.Data());
  if (s.ok()) s = parts_.wals->Flush();
  return s;
}

// Every table the MANIFEST names must be there, at its size: told now, before anything is written,
// not at the first read.
Status DBImpl::CheckTableFiles() const {
  const DbContext& c = parts_.context;
  const DBOptions& options = c.config()->options;
  if (!options.paranoid_checks) return Status::OK();
  std::string trouble;
  for (const auto& [id, family] : parts_.families.all()) {
    for (int level = 0; level < family->tree->num_levels(); ++level) {
      for (const FilePtr& file : family->tree->files(level)) {
        const std::string path =
            TableFileName(family->config->PathOf(file->path_id, c.dbname), file->number);
        uint64_t size = 0;
        IOStatus s = c.fs->GetFileSize(path, IOOptions(), &size, nullptr);
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

void DBImpl::LogStartup() {
  const auto config = parts_.context.config();
  Logger* log = parts_.context.info_log.get();
  LogHeader(log, "RocksDB version: %d.%d.%d", ROCKSDB_MAJOR, ROCKSDB_MINOR, ROCKSDB_PATCH);
  LogHeader(log, "BucketLSM version: %s", BUCKETLSM_VERSION);
  LogHeader(log, "DB SUMMARY");
  LogHeader(log, "DB Session ID:  %s", parts_.context.db_session_id.c_str());
  for (const std::string& line : LogLines(config->options)) LogHeader(log, "%s", line.c_str());
}

Status DBImpl::Open(const std::vector<ColumnFamilyDescriptor>& families,
                    std::vector<ColumnFamilyHandle*>* handles) {
  DbContext& c = parts_.context;
  c.db_session_id = NewSessionId(c.clock.get());
  LogStartup();
  //   lock, identity -> MANIFEST (families, trees) -> logs into memtables, full ones into tables
  //     -> logs still needed are synced and kept -> new MANIFEST, OPTIONS, log -> missing families
  //     -> handles -> background work
  // Until background work starts this thread is alone with the database.
  Status s = c.read_only ? Status::OK() : PrepareDirectories();
  if (s.ok()) s = LockAndCreate();
  // Recover replaces db_id by the MANIFEST's.
  const std::string file_id = c.db_id;
  if (s.ok()) s = parts_.versions->Recover(families, c.read_only);
  if (s.ok()) s = CheckTableFiles();
  if (s.ok()) s = ReconcileIdentity(&c, file_id);
  if (!s.ok()) return s;
  for (const auto& [id, family] : parts_.families.all()) {
    LogHeader(c.info_log.get(),
              "--------------- Options for column family [%s]:", family->name.c_str());
    for (const std::string& line : LogLines(family->config->options))
      LogHeader(c.info_log.get(), "%s", line.c_str());
    // Replay needs memtables to put records into.
    family->mem = family->NewMemTable(parts_.versions->last_sequence());
    StateLock lock(&c.mutex);
    family->InstallSuperVersion();
  }
  WalReplay replay(&parts_);
  s = replay.Run();
  // Before StartWriting: the list of logs is ascending, so old ones must be in it before the new
  // one.
  if (s.ok() && replay.kept_in_memory()) s = KeepLogs(replay.logs());
  if (s.ok() && !c.read_only) s = StartWriting();
  if (s.ok() && !c.read_only && replay.resume_at()) s = LogEmptyBatch(*replay.resume_at());
  if (s.ok() && !c.read_only) s = CreateMissingFamilies(families);
  if (!s.ok()) return s;
  StateLock lock(&c.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    family->InstallSuperVersion();
    background_->UpdateStall(family);
  }
  UpdateWalLimit();
  default_handle_ = std::make_unique<ColumnFamilyHandleImpl>(parts_.families.Find(0),
                                                             &parts_.context, parts_.obsolete);
  for (const ColumnFamilyDescriptor& d : families) {
    handles->push_back(
        new ColumnFamilyHandleImpl(parts_.families.Find(d.name), &c, parts_.obsolete));
  }
  // From here CloseNow has something to flush and to stop.
  opened_ = true;
  parts_.errors->Arm([this] { return ResumeJob(&parts_).Run(); });
  if (!c.read_only) background_->Start();
  periodic_stats_ = std::make_unique<PeriodicStats>(&parts_);
  periodic_stats_->Start();
  return s;
}

// What can be refused without touching the disk is refused first; then directory and info log, so
// that the rest is told there.
Status DBImpl::OpenImpl(Mode mode, const DBOptions& given, const std::string& name,
                        const std::vector<ColumnFamilyDescriptor>& families,
                        std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  const IoActivityScope activity(Env::IOActivity::kDBOpen);
  db->reset();
  if (handles != nullptr) handles->clear();
  DBOptions options = given;
  if (options.env == nullptr) options.env = Env::Default();
  const bool has_default = std::any_of(
      families.begin(), families.end(),
      [](const ColumnFamilyDescriptor& d) { return d.name == kDefaultColumnFamilyName; });
  if (!has_default) return Status::InvalidArgument("Default column family not specified");
  // Contradictory options are refused before anything is created.
  std::shared_ptr<const DbConfig> config;
  Status s = MakeDbConfig(name, options, &config);
  for (const ColumnFamilyDescriptor& d : families) {
    std::shared_ptr<const CfConfig> checked;
    if (s.ok()) s = MakeCfConfig(options, d.options, &checked);
  }
  if (!s.ok()) return s;
  const std::shared_ptr<FileSystem> fs = options.env->GetFileSystem();
  if (mode == Mode::kReadWrite && options.create_if_missing) {
    s = fs->CreateDirIfMissing(name, IOOptions(), nullptr);
  } else {
    s = fs->FileExists(name, IOOptions(), nullptr);
    if (s.IsNotFound()) {
      s = Status::InvalidArgument(CurrentFileName(name),
                                  "does not exist (create_if_missing is false)");
    }
  }
  if (s.ok()) s = MakeInfoLog(options, name, &options.info_log);
  // Again, now with the info log in it.
  if (s.ok()) s = MakeDbConfig(name, options, &config);
  if (!s.ok()) return s;
  // On failure its destructor closes whatever was begun, and lets the lock go.
  std::unique_ptr<DBImpl> impl(new DBImpl(name, std::move(config), mode != Mode::kReadWrite));
  impl->parts_.context.refuses_logs = mode == Mode::kReadOnlyWithoutLogs;
  std::vector<ColumnFamilyHandle*> made;
  s = impl->Open(families, &made);
  if (!s.ok()) {
    LogError(options.info_log.get(), "Opening %s failed: %s", name.c_str(), s.ToString().c_str());
    for (ColumnFamilyHandle* handle : made) delete handle;
    return s;
  }
  if (handles != nullptr) {
    *handles = std::move(made);
  } else {
    for (ColumnFamilyHandle* handle : made) delete handle;
  }
  *db = std::move(impl);
  return s;
}

// ---- closing ----

Status DBImpl::Close() {
  if (!closed_ && !parts_.snapshots.empty()) {
    return Status::Aborted("Cannot close DB with unreleased snapshot.");
  }
  return CloseNow();
}

//   no more reports -> LockWAL's hold ends -> flush what no log has -> say that it is over
//     -> recovery ends -> jobs end -> the last writer has left -> log flushed, closed -> unlock
// Each step needs those after it still alive: a flush needs threads, a recovery needs flushes, a
// writer needs its log.
Status DBImpl::CloseNow() {
  if (closed_) return Status::OK();
  closed_ = true;
  if (periodic_stats_ != nullptr) periodic_stats_->Stop();
  EndWalLock();
  DbContext& c = parts_.context;
  Status result;
  if (opened_ && !c.read_only) {
    const auto config = c.config();
    // Data in a log needs no flush: the next opening replays it.
    if (writes_->has_unlogged_writes() && !config->options.avoid_flush_during_shutdown &&
        !parts_.errors->writes_stopped()) {
      // Data that was never logged would be lost otherwise.
      {
        // Paused work would never let the flush come to an end.
        StateLock lock(&c.mutex);
        while (background_->paused()) background_->Continue();
      }
      FlushOptions flush;
      std::vector<FamilyPtr> all;
      for (const auto& [id, family] : parts_.families.all()) all.push_back(family);
      result = FlushFamilies(flush, all, FlushReason::kShutDown);
    }
  }
  c.shutting_down.store(true, std::memory_order_release);
  // The flag is up already: who wakes up here must not line up again.
  writes_->EndBufferStall();
  {
    StateLock lock(&c.mutex);
    c.shutting_down.store(true, std::memory_order_release);
    writes_->SignalStall();
    background_->SignalChange();
  }
  // Without the state lock: the attempt that this waits for may need it.
  parts_.errors->Stop();
  {
    StateLock lock(&c.mutex);
    background_->Shutdown(true);
  }
  // Whoever leads the writers now has seen that it is over; the one before has finished.
  { const WriteQueue::Exclusive alone(&parts_.queue); }
  if (opened_ && !c.read_only) {
    IOStatus s = parts_.wals->Flush();
    if (result.ok()) result = s;
  }
  parts_.obsolete->Purge();
  // From here on trees are let go without their files being taken for obsolete.
  parts_.obsolete->Disarm();
  IOStatus closed = parts_.wals->Close();
  if (result.ok()) result = closed;
  if (lock_ != nullptr) {
    IOStatus s = c.fs->UnlockFile(lock_, IOOptions(), nullptr);
    lock_ = nullptr;
    if (result.ok()) result = s;
  }
  if (c.info_log != nullptr) LogInfo(c.info_log.get(), "Shutdown complete");
  return result;
}

DBImpl::~DBImpl() {
  Status s = CloseNow();
  if (!s.ok()) LogWarn(parts_.context.info_log.get(), "Closing: %s", s.ToString().c_str());
  default_handle_.reset();
}

Status DBImpl::Resume() {
  DbContext& c = parts_.context;
  if (c.shutting_down.load(std::memory_order_acquire)) return Status::ShutdownInProgress();
  return parts_.errors->ResumeByHand();
}

// ---- the static doors ----

namespace {

std::vector<ColumnFamilyDescriptor> DefaultOnly(const Options& options) {
  return {ColumnFamilyDescriptor(kDefaultColumnFamilyName, ColumnFamilyOptions(options))};
}

DBImpl::Mode ReadOnlyMode(bool refuse_logs) {
  return refuse_logs ? DBImpl::Mode::kReadOnlyWithoutLogs : DBImpl::Mode::kReadOnly;
}

}  // namespace

Status DB::Open(const Options& options, const std::string& name, std::unique_ptr<DB>* db) {
  return DBImpl::OpenImpl(DBImpl::Mode::kReadWrite, DBOptions(options), name, DefaultOnly(options),
                          nullptr, db);
}

Status DB::Open(const DBOptions& options, const std::string& name,
                const std::vector<ColumnFamilyDescriptor>& families,
                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  return DBImpl::OpenImpl(DBImpl::Mode::kReadWrite, options, name, families, handles, db);
}

Status DB::OpenForReadOnly(const Options& options, const std::string& name, std::unique_ptr<DB>* db,
                           bool error_if_wal_file_exists) {
  return DBImpl::OpenImpl(ReadOnlyMode(error_if_wal_file_exists), DBOptions(options), name,
                          DefaultOnly(options), nullptr, db);
}

Status DB::OpenForReadOnly(const DBOptions& options, const std::string& name,
                           const std::vector<ColumnFamilyDescriptor>& families,
                           std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db,
                           bool error_if_wal_file_exists) {
  return DBImpl::OpenImpl(ReadOnlyMode(error_if_wal_file_exists), options, name, families, handles,
                          db);
}

}  // namespace ROCKSDB_NAMESPACE
