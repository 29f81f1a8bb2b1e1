// The facade: makes the modules, opens and closes the database with them, passes calls on.
#include "db/db_impl.h"

#include <algorithm>

#include "db/check/checksum_check.h"
#include "db/family_clip.h"
#include "db/jobs/family_import.h"
#include "db/jobs/ingestion.h"
#include "db/jobs/resume_job.h"
#include "db/read/multi_get.h"
#include "db/read/newest_sequence.h"
#include "db/read/update_iterator.h"
#include "db/recovery/db_closer.h"
#include "db/recovery/db_opener.h"
#include "db/report/file_metadata.h"
#include "db/report/live_files.h"
#include "db/report/property_lookup.h"
#include "db/report/range_sizes.h"
#include "db/report/table_properties_list.h"
#include "db/whole_library.h"
#include "env/listening_fs.h"
#include "env/sst_file_manager.h"
#include "util/io_activity.h"
#include "util/rtti.h"

namespace ROCKSDB_NAMESPACE {

// ---- opening and closing ----

DBImpl::DBImpl(const std::string& name, std::shared_ptr<const DbConfig> config, OpenMode mode,
               const OpenHolds& holds)
    : holds_(holds) {
  DbContext& c = parts_.context;
  c.dbname = name;
  c.env = config->options.env;
  c.fs = ListenToFiles(config->options.env->GetFileSystem(), config->options.listeners);
  c.clock = config->options.env->GetSystemClock();
  parts_.counters.Start(c.NowMicros());
  // One of another library's making would not know how to count.
  c.file_manager = CastIfTyped<FileCountingManager>(config->options.sst_file_manager.get());
  c.info_log = config->options.info_log;
  c.stats_holder = config->options.statistics;
  c.stats = c.stats_holder.get();
  if (c.file_manager != nullptr && c.stats != nullptr) {
    c.file_manager->SetStatisticsPtr(c.stats_holder);
  }
  c.file_options = FileOptions(config->options);
  c.db = this;
  c.read_only = mode != OpenMode::kReadWrite;
  c.refuses_logs = mode == OpenMode::kReadOnlyWithoutLogs;
  c.secondary = mode == OpenMode::kSecondary;
  // In the order in which they refer to each other.
  parts_.events = std::make_unique<EventLog>(&c);
  parts_.errors = std::make_unique<ErrorHandler>(&c);
  parts_.tables =
      std::make_unique<TableCache>(&c, config->table_cache_capacity, config->options.row_cache);
  if (const uint64_t most = config->options.spare_table_bytes; !c.read_only && most > 0) {
    FileOptions next_use = c.file_options;
    next_use.use_direct_writes = config->options.use_direct_io_for_flush_and_compaction;
    parts_.spares = std::make_unique<SpareFiles>(most, next_use);
  }
  parts_.obsolete = std::make_shared<ObsoleteFiles>(&c, parts_.tables.get(), parts_.events.get(),
                                                    parts_.spares.get());
  parts_.versions = std::make_unique<VersionSet>(&c, &parts_.families, parts_.obsolete);
  parts_.wals = std::make_unique<WalManager>(&c, parts_.obsolete, config->wal_dir);
  if (config->options.track_and_verify_wals_in_manifest)
    parts_.versions->TrackLogs(parts_.wals.get());
  parts_.controller = std::make_unique<WriteController>(config->options.delayed_write_rate);
  c.set_config(std::move(config));
  writes_ = std::make_unique<WritePath>(&parts_);
  background_ = std::make_unique<Background>(&parts_);
  parts_.writes = writes_.get();
  parts_.background = background_.get();
  parts_.jobs = background_.get();
}

Status DBImpl::Recover(const std::vector<ColumnFamilyDescriptor>& families) {
  return DbOpener(&parts_).Run(families);
}

std::unique_ptr<ColumnFamilyHandleImpl> DBImpl::HandleOf(const std::string& family) {
  return std::make_unique<ColumnFamilyHandleImpl>(parts_.families.Find(family), &parts_.context,
                                                  parts_.obsolete);
}

Status DBImpl::Open(const std::vector<ColumnFamilyDescriptor>& families,
                    std::vector<ColumnFamilyHandle*>* handles) {
  DbContext& c = parts_.context;
  const bool remembers = c.config()->options.persist_stats_to_disk && !c.read_only;
  std::vector<ColumnFamilyDescriptor> all = families;
  if (remembers) StatsOnDisk::AddFamily(&all);
  Status s = Recover(all);
  if (!s.ok()) return s;
  {
    StateLock lock(&c.mutex);
    default_handle_ = HandleOf(kDefaultColumnFamilyName);
    for (const ColumnFamilyDescriptor& d : families) handles->push_back(HandleOf(d.name).release());
    if (remembers)
      parts_.stats_on_disk =
          std::make_unique<StatsOnDisk>(this, HandleOf(kPersistentStatsColumnFamilyName));
    // From here CloseNow has something to flush and to stop.
    opened_ = true;
    parts_.errors->Arm([this] { return ResumeJob(&parts_).Run(); });
    if (!c.read_only) background_->Start();
  }
  if (remembers) s = parts_.stats_on_disk->Prepare();
  if (!s.ok()) return s;
  periodic_stats_ = std::make_unique<PeriodicStats>(&parts_);
  periodic_stats_->Start();
  return s;
}

Status DBImpl::OpenImpl(const OpenRequest& request, std::vector<ColumnFamilyHandle*>* handles,
                        std::unique_ptr<DB>* db) {
  db->reset();
  if (handles != nullptr) handles->clear();
  std::shared_ptr<const DbConfig> config;
  OpenHolds holds;
  Status s = CheckRequest(request, &config, &holds);
  if (!s.ok()) return s;
  std::unique_ptr<DBImpl> impl(new DBImpl(request.name, std::move(config), request.mode, holds));
  return OpenMade(std::move(impl), request, handles, db);
}

Status DBImpl::OpenMade(std::unique_ptr<DBImpl> impl, const OpenRequest& request,
                        std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  const IoActivityScope activity(Env::IOActivity::kDBOpen);
  // On failure the destructor of `impl`, which is gone before the log, closes whatever was begun,
  // and gives the LOCK file back.
  const std::shared_ptr<Logger> info_log = impl->parts_.context.info_log;
  std::vector<ColumnFamilyHandle*> made;
  Status s = impl->Open(request.families, &made);
  if (s.ok() && handles != nullptr) {
    handles->swap(made);
  }
  for (ColumnFamilyHandle* handle : made) delete handle;
  if (s.ok()) {
    *db = std::move(impl);
  } else {
    LogError(info_log.get(), "Opening %s failed: %s", request.name.c_str(), s.ToString().c_str());
  }
  return s;
}

Status DBImpl::CloseNow() {
  if (closed_) return *closed_;
  if (periodic_stats_ != nullptr) periodic_stats_->Stop();
  parts_.stats_on_disk.reset();
  wal_lock_.End();
  closed_ = CloseDatabase(&parts_, opened_, &holds_);
  return *closed_;
}

Status DBImpl::Close() {
  MutexLock lock(&closing_);
  if (!closed_ && !parts_.snapshots.empty()) {
    return Status::Aborted("Cannot close DB with unreleased snapshot.");
  }
  return CloseNow();
}

DBImpl::~DBImpl() {
  MutexLock lock(&closing_);
  CloseNow().PermitUncheckedError();  // a failure is in the LOG
  default_handle_.reset();
}

Status DBImpl::Resume() {
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  return parts_.errors->ResumeByHand();
}

namespace {

std::vector<ColumnFamilyDescriptor> DefaultOnly(const Options& options) {
  return {ColumnFamilyDescriptor(kDefaultColumnFamilyName, ColumnFamilyOptions(options))};
}

OpenMode ReadOnlyMode(bool refuse_logs) {
  return refuse_logs ? OpenMode::kReadOnlyWithoutLogs : OpenMode::kReadOnly;
}

}  // namespace

Status DB::Open(const Options& options, const std::string& name, std::unique_ptr<DB>* db) {
  return Open(options, name, DefaultOnly(options), nullptr, db);
}

Status DB::Open(const DBOptions& options, const std::string& name,
                const std::vector<ColumnFamilyDescriptor>& families,
                std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  return DBImpl::OpenImpl({OpenMode::kReadWrite, options, name, families}, handles, db);
}

Status DB::OpenForReadOnly(const Options& options, const std::string& name, std::unique_ptr<DB>* db,
                           bool /*error_if_wal_file_exists*/) {
  return OpenForReadOnly(options, name, DefaultOnly(options), nullptr, db);
}

Status DB::OpenForReadOnly(const DBOptions& options, const std::string& name,
                           const std::vector<ColumnFamilyDescriptor>& families,
                           std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db,
                           bool error_if_wal_file_exists) {
  const OpenMode mode = ReadOnlyMode(error_if_wal_file_exists);
  return DBImpl::OpenImpl({mode, options, name, families}, handles, db);
}

// ---- column families ----

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

Status DBImpl::CreateColumnFamilies(const ColumnFamilyOptions& options,
                                    const std::vector<std::string>& names,
                                    std::vector<ColumnFamilyHandle*>* handles) {
  std::vector<ColumnFamilyDescriptor> families;
  for (const std::string& name : names) families.emplace_back(name, options);
  return CreateColumnFamilies(families, handles);
}

Status DBImpl::CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                                    std::vector<ColumnFamilyHandle*>* handles) {
  return families_.Create(families, handles);
}

Status DBImpl::DropColumnFamily(ColumnFamilyHandle* cf) { return families_.Drop({cf}); }

Status DBImpl::DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) {
  return families_.Drop(families);
}

Status DBImpl::DestroyColumnFamilyHandle(ColumnFamilyHandle* cf) {
  if (cf == default_handle_.get()) {
    return Status::InvalidArgument("Cannot destroy the handle returned by DefaultColumnFamily()");
  }
  delete cf;
  return Status::OK();
}

// ---- writes ----

Status DBImpl::Write(const WriteOptions& options, WriteBatch* updates) {
  return writes_->Write(options, updates);
}

namespace {

// A batch that one small update does not make grow in the usual case.
WriteBatch SmallBatch(const WriteOptions& options, size_t bytes) {
  constexpr size_t kBatchSlack = 24;
  return WriteBatch(bytes + kBatchSlack, 0, options.protection_bytes_per_key, 0);
}

}  // namespace

Status DBImpl::Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   const Slice& value) {
  WriteBatch batch = SmallBatch(options, key.size() + value.size());
  Status s = batch.Put(cf, key, value);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) {
  WriteBatch batch = SmallBatch(options, key.size());
  Status s = batch.Delete(cf, key);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) {
  WriteBatch batch = SmallBatch(options, key.size());
  Status s = batch.SingleDelete(cf, key);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& begin,
                           const Slice& end) {
  WriteBatch batch = SmallBatch(options, begin.size() + end.size());
  Status s = batch.DeleteRange(cf, begin, end);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     const Slice& operand) {
  // Refused here, not at the first read: an operand that nobody can fold must not get into the log.
  if (!reads_.FoldsMerges(FamilyOf(cf).get()))
    return Status::NotSupported("Provide a merge_operator when opening DB");
  WriteBatch batch = SmallBatch(options, key.size() + operand.size());
  Status s = batch.Merge(cf, key, operand);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::WriteTransaction(const WriteOptions& options, WriteBatch* batch,
                                TransactionalWrite* write) {
  return writes_->Write(options, batch, write);
}

Status DBImpl::NewestSequence(ColumnFamilyHandle* cf, const Slice& key, SequenceNumber since,
                              bool memory_only, SequenceNumber* newest, bool* complete,
                              SequenceNumber* kept_since) {
  return FindNewestSequence(&parts_, FamilyOf(cf).get(), key, since, memory_only, newest, complete,
                            kept_since);
}

std::vector<RecoveredTransaction> DBImpl::TakeRecoveredTransactions() {
  return parts_.prepared.TakeRecovered();
}

void DBImpl::EndPreparedSection(uint64_t number, uint64_t ended_in) {
  parts_.prepared.EndIn(number, ended_in);
}

Status DBImpl::FlushWAL(bool sync) { return writes_->FlushWal(sync, &wal_lock_); }
Status DBImpl::SyncWAL() { return writes_->SyncWal(); }
Status DBImpl::LockWAL() { return wal_lock_.Lock(); }
Status DBImpl::UnlockWAL() { return wal_lock_.Unlock(); }

// ---- reads ----

Status DBImpl::Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   PinnableSlice* value, std::string* timestamp) {
  if (timestamp != nullptr) timestamp->clear();
  if (value == nullptr) return Status::InvalidArgument("Cannot call Get without value");
  value->Reset();
  return reads_.Get(options, FamilyOf(cf).get(), key, value);
}

Status DBImpl::GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf,
                                const Slice& key, PinnableSlice* operands,
                                GetMergeOperandsOptions* how, int* number) {
  return reads_.GetOperands(options, FamilyOf(cf).get(), key, operands, *how, number);
}

void DBImpl::MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                      const Slice* keys, PinnableSlice* values, std::string* timestamps,
                      Status* statuses, const bool /*sorted_input*/) {
  ROCKSDB_NAMESPACE::MultiGet(&parts_, &reads_)
      .Run(options, num_keys, cfs, keys, values, timestamps, statuses);
}

bool DBImpl::KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                         std::string* value, std::string* /*timestamp*/, bool* value_found) {
  return reads_.KeyMayExist(options, FamilyOf(cf).get(), key, value, value_found);
}

Iterator* DBImpl::NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) {
  return iterators_.New(options, FamilyOf(cf), options.snapshot);
}

Status DBImpl::NewIterators(const ReadOptions& options,
                            const std::vector<ColumnFamilyHandle*>& families,
                            std::vector<Iterator*>* iterators) {
  iterators->clear();
  Status s = UserIterators::CheckTier(options);
  if (!s.ok()) return s;
  *iterators = iterators_.NewForAll(options, families);
  return Status::OK();
}

const Snapshot* DBImpl::GetSnapshot() { return reads_.TakeSnapshot(); }
const Snapshot* DBImpl::GetSnapshotForConflicts() { return reads_.TakeSnapshot(true); }
void DBImpl::ReleaseSnapshot(const Snapshot* snapshot) {
  parts_.snapshots.Release(snapshot);
  const SequenceNumber held_back = parts_.held_back.load(std::memory_order_relaxed);
  if (held_back == kLargestSequence || held_back >= parts_.snapshots.oldest()) return;
  StateLock lock(&parts_.context.mutex);
  parts_.background->LookAtDeletions();
}

// ---- flushes, compactions, options ----

Status DBImpl::Flush(const FlushOptions& options, ColumnFamilyHandle* cf) {
  return flushes_.Run(options, {FamilyOf(cf)}, FlushReason::kManualFlush);
}

Status DBImpl::Flush(const FlushOptions& options, const std::vector<ColumnFamilyHandle*>& handles) {
  std::vector<FamilyPtr> families;
  for (ColumnFamilyHandle* cf : handles) families.push_back(FamilyOf(cf));
  return flushes_.Run(options, families, FlushReason::kManualFlush);
}

Status DBImpl::CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                            const Slice* begin, const Slice* end) {
  return compactions_.CompactRange(options, FamilyOf(cf), begin, end);
}

Status DBImpl::CompactFiles(const CompactionOptions& options, ColumnFamilyHandle* cf,
                            const std::vector<std::string>& names, const int output_level,
                            const int output_path_id, std::vector<std::string>* const output_names,
                            CompactionJobInfo* info) {
  return compactions_.CompactFiles(options, FamilyOf(cf), {names, output_level, output_path_id},
                                   output_names, info);
}

Status DBImpl::PromoteL0(ColumnFamilyHandle* cf, int target_level) {
  return compactions_.PromoteL0(FamilyOf(cf), target_level);
}

Status DBImpl::SuggestCompactRange(ColumnFamilyHandle* cf, const Slice* begin, const Slice* end) {
  return compactions_.Suggest(FamilyOf(cf), begin, end);
}

void DBImpl::DisableManualCompaction() { compactions_.Disable(); }
void DBImpl::EnableManualCompaction() { compactions_.Enable(); }

Status DBImpl::WaitForCompact(const WaitForCompactOptions& options) {
  Status s = compactions_.WaitForWork(options);
  return s.ok() && options.close_db ? Close() : s;
}

Status DBImpl::PauseBackgroundWork() {
  StateLock lock(&parts_.context.mutex);
  background_->Pause();
  return Status::OK();
}

Status DBImpl::ContinueBackgroundWork() {
  StateLock lock(&parts_.context.mutex);
  if (!background_->paused()) return Status::InvalidArgument("Background work is not paused");
  background_->Continue();
  return Status::OK();
}

Status DBImpl::EnableAutoCompaction(const std::vector<ColumnFamilyHandle*>& families) {
  // Goes on after an error: each family is on its own.
  Status result;
  for (ColumnFamilyHandle* cf : families) {
    Status s = SetOptions(cf, {{"disable_auto_compactions", "false"}});
    if (result.ok()) result = s;
  }
  return result;
}

Status DBImpl::SetOptions(ColumnFamilyHandle* cf,
                          const std::unordered_map<std::string, std::string>& changes) {
  return options_.OfFamily(FamilyOf(cf), changes);
}

Status DBImpl::SetDBOptions(const std::unordered_map<std::string, std::string>& changes) {
  Status s = options_.OfDb(changes);
  // Also after a failure: it may be that of writing the OPTIONS file.
  periodic_stats_->OptionsChanged();
  return s;
}

// Applications look for the directories that are in use, given or not.
Options DBImpl::GetOptions(ColumnFamilyHandle* cf) const {
  StateLock lock(&parts_.context.mutex);
  Options options(GetDBOptions(), FamilyOf(cf)->state().config()->asked);
  if (options.cf_paths.empty()) options.cf_paths = options.db_paths;
  return options;
}

DBOptions DBImpl::GetDBOptions() const {
  DBOptions options = parts_.context.config()->options;
  if (options.db_paths.empty()) options.db_paths.emplace_back(parts_.context.dbname, UINT64_MAX);
  return options;
}

int DBImpl::NumberLevels(ColumnFamilyHandle* cf) {
  StateLock lock(&parts_.context.mutex);
  return FamilyOf(cf)->state().config()->options.num_levels;
}

int DBImpl::Level0StopWriteTrigger(ColumnFamilyHandle* cf) {
  StateLock lock(&parts_.context.mutex);
  return FamilyOf(cf)->state().config()->options.level0_stop_writes_trigger;
}

// ---- reports ----

bool DBImpl::GetProperty(ColumnFamilyHandle* cf, const Slice& name, std::string* value) {
  return PropertyAsText(&parts_, FamilyOf(cf), name, value);
}

bool DBImpl::GetMapProperty(ColumnFamilyHandle* cf, const Slice& name,
                            std::map<std::string, std::string>* value) {
  return PropertyAsMap(&parts_, FamilyOf(cf), name, value);
}

bool DBImpl::GetIntProperty(ColumnFamilyHandle* cf, const Slice& name, uint64_t* value) {
  return PropertyAsNumber(&parts_, FamilyOf(cf), name, value);
}

bool DBImpl::GetAggregatedIntProperty(const Slice& name, uint64_t* value) {
  return PropertySum(&parts_, name, value);
}

Status DBImpl::ResetStats() {
  ResetCounts(&parts_);
  return Status::OK();
}

Status DBImpl::GetStatsHistory(uint64_t start_time, uint64_t end_time,
                               std::unique_ptr<StatsHistoryIterator>* stats_iterator) {
  if (stats_iterator == nullptr) return Status::InvalidArgument("stats_iterator not preallocated.");
  *stats_iterator = parts_.stats_on_disk != nullptr
                        ? parts_.stats_on_disk->Walk(start_time, end_time)
                        : StatsHistory::Walk(parts_.stats_history, start_time, end_time);
  return Status::OK();
}

Status DBImpl::GetApproximateSizes(const SizeApproximationOptions& options, ColumnFamilyHandle* cf,
                                   const Range* ranges, int n, uint64_t* sizes) {
  return ApproximateSizes(&parts_, FamilyOf(cf), options, ranges, n, sizes);
}

void DBImpl::GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                         uint64_t* const count, uint64_t* const size) {
  const MemTable::RangeStats stats = ApproximateMemtableStats(FamilyOf(cf), range);
  *count = stats.count;
  *size = stats.size;
}

Status DBImpl::GetPropertiesOfAllTables(ColumnFamilyHandle* cf, TablePropertiesCollection* props) {
  return PropertiesOfAllTables(&parts_, FamilyOf(cf), props);
}

Status DBImpl::GetPropertiesOfTablesInRange(ColumnFamilyHandle* cf, const Range* ranges,
                                            std::size_t n, TablePropertiesCollection* props) {
  return PropertiesInRanges(&parts_, FamilyOf(cf), ranges, n, props);
}

Status DBImpl::GetPropertiesOfTablesByLevel(
    ColumnFamilyHandle* cf,
    std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level) {
  return PropertiesByLevel(&parts_, FamilyOf(cf), props_by_level);
}

Status DBImpl::VerifyChecksum(const ReadOptions& options) {
  return VerifyAllChecksums(&parts_, options);
}

Status DBImpl::VerifyFileChecksums(const ReadOptions& options) {
  return VerifyWholeFiles(&parts_, options);
}

Status DBImpl::GetDbIdentity(std::string& identity) const {
  identity = parts_.context.db_id;
  return Status::OK();
}

Status DBImpl::GetDbSessionId(std::string& session_id) const {
  session_id = parts_.context.db_session_id;
  return Status::OK();
}

// ---- files ----

void DBImpl::GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata) {
  DescribeLiveFiles(&parts_, metadata);
}

void DBImpl::GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata) {
  DescribeFamily(&parts_, FamilyOf(cf), metadata);
}

void DBImpl::GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata) {
  DescribeAllFamilies(&parts_, metadata);
}

Status DBImpl::GetLiveFilesChecksumInfo(FileChecksumList* list) {
  return ListChecksums(&parts_, list);
}

Status DBImpl::GetCreationTimeOfOldestFile(uint64_t* creation_time) {
  return OldestCreationTime(&parts_, creation_time);
}

Status DBImpl::GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_size,
                            bool flush_memtable) {
  *manifest_size = 0;
  files.clear();
  // The primary may delete any of them.
  if (parts_.context.secondary) return parts_.context.ChangeRefused();
  if (flush_memtable && !parts_.context.read_only) {
    Status s = flushes_.RunForAll(FlushReason::kGetLiveFiles);
    if (!s.ok()) return s;
  }
  return ListLiveFiles(&parts_, &files, manifest_size);
}

Status DBImpl::GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                       std::vector<LiveFileStorageInfo>* files) {
  SequenceNumber sequence;
  return ListStorageAt(options, files, &sequence);
}

Status DBImpl::ListStorageAt(const LiveFilesStorageInfoOptions& options,
                             std::vector<LiveFileStorageInfo>* files, SequenceNumber* sequence) {
  files->clear();
  // As for GetLiveFiles.
  if (parts_.context.secondary) return parts_.context.ChangeRefused();
  const bool logs_are_long = options.wal_size_for_flush != UINT64_MAX &&
                             parts_.wals->total_bytes() >= options.wal_size_for_flush;
  // With allow_2pc a copied log may hold only transactions that are not committed yet. A flush
  // would wait for UnlockWAL, perhaps for this very thread; logs are copied all the same.
  if (!parts_.context.read_only && !parts_.wal_locked.load(std::memory_order_acquire) &&
      (logs_are_long || parts_.context.config()->options.allow_2pc)) {
    Status s = flushes_.RunForAll(FlushReason::kGetLiveFiles);
    if (!s.ok()) return s;
  }
  return ListStorage(&parts_, &wal_lock_, options.include_checksum_info, files, sequence);
}

Status DBImpl::GetUpdatesSince(SequenceNumber since, std::unique_ptr<TransactionLogIterator>* iter,
                               const TransactionLogIterator::ReadOptions& options) {
  return UpdateIterator::Open(&parts_, since, options, iter);
}

Status DBImpl::GetSortedWalFiles(VectorWalPtr& files) { return ListLogs(&parts_, &files); }

Status DBImpl::GetCurrentWalFile(std::unique_ptr<WalFile>* file) {
  return DescribeCurrentLog(&parts_, file);
}

Status DBImpl::DisableFileDeletions() {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  parts_.obsolete->Disable();
  return Status::OK();
}

Status DBImpl::EnableFileDeletions() {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (parts_.obsolete->Enable()) parts_.obsolete->Purge();
  return Status::OK();
}

Status DBImpl::IngestExternalFile(ColumnFamilyHandle* cf, const std::vector<std::string>& files,
                                  const IngestExternalFileOptions& options) {
  IngestExternalFileArg arg;
  arg.column_family = cf;
  arg.external_files = files;
  arg.options = options;
  return IngestExternalFiles({arg});
}

Status DBImpl::IngestExternalFiles(const std::vector<IngestExternalFileArg>& args) {
  return Ingestion(&parts_, &flushes_).Run(args);
}

Status DBImpl::ClipColumnFamily(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) {
  return ClipFamily(this, cf, begin, end);
}

Status DBImpl::CreateColumnFamilyWithImport(
    const ColumnFamilyOptions& options, const std::string& name,
    const ImportColumnFamilyOptions& how,
    const std::vector<const ExportImportFilesMetaData*>& exports, ColumnFamilyHandle** handle) {
  return FamilyImport(&parts_, &families_, &flushes_).Run({name, options}, how, exports, handle);
}

}  // namespace ROCKSDB_NAMESPACE
