// Writing side of the MANIFEST. Recovery is in manifest_recovery.cc.
//
//   what failed                     what is on disk         what is done
//   building a tree                 nothing new             the edit's files are nobody's
//   writing or syncing a record     with or without it      writer_ null; its files kept, doubtful
//   writing a fresh MANIFEST        CURRENT untouched       deleted again; the old one goes on
//   renaming CURRENT, or its sync   old or new MANIFEST     both kept, doubtful; writer_ null
//
// Doubtful files are deleted when a further MANIFEST, which names none of them, is in force.
#include "db/state/version_set.h"

#include <unordered_set>
#include <utility>

#include "env/file_io.h"
#include "env/filename.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

VersionSet::VersionSet(DbContext* context, ColumnFamilySet* families,
                       std::shared_ptr<ObsoleteFiles> obsolete)
    : context_(context), families_(families), obsolete_(std::move(obsolete)) {}

VersionSet::~VersionSet() {
  if (writer_ != nullptr) {
    IOStatus s = writer_->Close();
    if (!s.ok())
      LogWarn(context_->info_log.get(), "Closing the MANIFEST: %s", s.ToString().c_str());
  }
}

void VersionSet::MarkFileNumberUsed(uint64_t number) {
  uint64_t next = next_file_.load(std::memory_order_relaxed);
  // Only ever upward, whoever comes first.
  while (next <= number &&
         !next_file_.compare_exchange_weak(next, number + 1, std::memory_order_relaxed)) {
  }
}

Status SetCurrentFile(FileSystem* fs, const std::string& dbname, uint64_t number, bool* untouched) {
  const std::string contents = ManifestFileName(number) + "\n";
  // CURRENT is never half written: readers find the old name or the new one.
  const std::string temp = TempFileName(dbname, number);
  IOStatus s = WriteStringToFile(fs, contents, temp, true);
  // A rename that reports failure may have happened all the same.
  if (untouched != nullptr) *untouched = !s.ok();
  if (s.ok()) s = fs->RenameFile(temp, CurrentFileName(dbname), IOOptions(), nullptr);
  if (s.ok()) return SyncDirectory(fs, dbname);
  IOStatus cleanup = fs->DeleteFile(temp, IOOptions(), nullptr);
  (void)cleanup;  // the first error is the one to report
  return s;
}

Status VersionSet::CreateDatabase() {
  VersionEdit first;
  const auto config = context_->config();
  if (config->options.write_dbid_to_manifest) first.db_id = context_->db_id;
  VersionEdit counters;
  // Recovery insists on a log number, a file number and a sequence number.
  counters.log_number = 0;
  counters.next_file_number = 2;
  counters.last_sequence = 0;
  const uint64_t number = 1;
  const std::string path = ManifestFileName(context_->dbname, number);
  std::unique_ptr<WritableFileWriter> file;
  Status s = WritableFileWriter::Create(context_->fs.get(), path, context_->file_options, &file);
  if (!s.ok()) return s;
  log::Writer writer(std::move(file), number, false, false);
  s = AppendEdit(&writer, first);
  if (s.ok()) s = AppendEdit(&writer, counters);
  if (s.ok()) s = writer.Sync(config->options.use_fsync);
  if (s.ok()) s = writer.Close();
  if (s.ok()) s = SetCurrentFile(context_->fs.get(), context_->dbname, number);
  // Numbers 2 to 4 stay unused, so that file names of a fresh database are those stock gives.
  return s;
}

Status VersionSet::AppendEdit(log::Writer* writer, const VersionEdit& edit) {
  std::string record;
  if (!edit.EncodeTo(&record)) {
    return Status::Corruption("MANIFEST record cannot be encoded: " + edit.DebugString());
  }
  return writer->AddRecord(record);
}

VersionEdit VersionSet::Counters() const {
  VersionEdit edit;
  edit.prev_log_number = 0;
  edit.next_file_number = next_file_number();
  edit.last_sequence = last_sequence();
  return edit;
}

// One pair of records for each family: its identity and its files.
Status VersionSet::WriteSnapshot(log::Writer* writer) {
  VersionEdit id;
  if (context_->config()->options.write_dbid_to_manifest) id.db_id = context_->db_id;
  Status s = AppendEdit(writer, id);
  if (s.ok()) s = NameLogs(writer, true);
  // Boundaries, log numbers and the highest id change under the state lock alone; trees under both
  // locks.
  struct Shown {
    FamilyPtr family;
    BucketMapPtr buckets;
    TreePtr tree;
    uint64_t log_number;
  };
  std::vector<Shown> families;
  uint32_t max_id;
  {
    StateLock lock(&context_->mutex);
    for (const auto& [family_id, family] : families_->all()) {
      if (!family->dropped)
        families.push_back(
            {family, family->state().buckets(), family->state().tree(), family->recorded_log()});
    }
    max_id = families_->max_id;
  }
  for (const auto& [family, buckets, newest, log_number] : families) {
    if (!s.ok()) return s;
    VersionEdit who;
    who.column_family = family->id;
    // The default family exists without being added.
    if (family->id != 0) who.added_column_family = family->name;
    who.comparator = family->order.user_comparator()->Name();
    who.persist_user_defined_timestamps = true;
    s = AppendEdit(writer, who);
    VersionEdit what;
    what.column_family = family->id;
    what.log_number = log_number;
    const TreeVersion& tree = *newest;
    for (int level = 0; level < tree.num_levels(); ++level) {
      for (const FilePtr& file : tree.files(level)) {
        // Written only, not changed.
        what.AddFile(level, std::const_pointer_cast<FileMeta>(file));
      }
    }
    // One bucket is what is assumed without a record.
    if (buckets != nullptr && buckets->size() > 1) {
      std::string boundaries;
      buckets->EncodeTo(&boundaries);
      what.bucket_boundaries = std::move(boundaries);
    }
    if (s.ok()) s = AppendEdit(writer, what);
  }
  VersionEdit counters = Counters();
  counters.max_column_family = max_id;
  if (min_log_to_keep() != 0) counters.min_log_to_keep = min_log_to_keep();
  if (s.ok()) s = AppendEdit(writer, counters);
  return s;
}

Status VersionSet::NameLogs(log::Writer* writer, bool all) {
  if (wals_ == nullptr) return Status::OK();
  VersionEdit edit;
  for (const WalManager::Info& log : wals_->Track(all))
    edit.wal_additions.emplace_back(log.number, log.bytes);
  return edit.wal_additions.empty() ? Status::OK() : AppendEdit(writer, edit);
}

Status VersionSet::EndLogs(uint64_t number) {
  VersionEdit edit;
  edit.wals_deleted_before = number;
  return AppendEdit(writer_.get(), edit);
}

Status VersionSet::StartManifest() {
  MutexLock lock(&manifest_mutex_);
  Status s = StartManifestLocked();
  StateLock state(&context_->mutex);
  NoteInstalled();
  return s;
}

void VersionSet::NoteInstalled() {
  installed_ = ManifestPoint{manifest_number(), manifest_size()};
  for (const std::string& path : replaced_) obsolete_->ReportOther(path);
  replaced_.clear();
  if (gone_logs_ != 0) wals_->ForgetTracked(std::exchange(gone_logs_, 0));
}

Status VersionSet::StartManifestLocked() {
  // Every change begins here: a read-only database has no MANIFEST of its own to append to.
  if (context_->read_only) return context_->ChangeRefused();
  const uint64_t number = NewFileNumber();
  const uint64_t old_number = manifest_number();
  const std::string path = ManifestFileName(context_->dbname, number);
  std::unique_ptr<WritableFileWriter> file;
  Status s = WritableFileWriter::Create(context_->fs.get(), path, context_->file_options, &file);
  std::unique_ptr<log::Writer> fresh;
  if (s.ok()) {
    fresh = std::make_unique<log::Writer>(std::move(file), number, false, false);
    s = WriteSnapshot(fresh.get());
  }
  // Whole and durable before CURRENT names it.
  if (s.ok()) s = fresh->Sync(context_->config()->options.use_fsync);
  BUCKETLSM_SYNC_POINT("VersionSet::StartManifest:BeforeCurrent");
  bool untouched = true;
  if (s.ok()) s = SetCurrentFile(context_->fs.get(), context_->dbname, number, &untouched);
  if (!s.ok()) {
    // Closed before it is deleted. The old writer stays in use where CURRENT is untouched.
    fresh.reset();
    if (untouched) {
      context_->fs->DeleteFile(path, IOOptions(), nullptr).PermitUncheckedError();
    } else {
      // CURRENT may or may not have been switched: both files stay until another is in force.
      doubtful_manifests_.push_back(path);
      writer_.reset();
    }
    LogError(context_->info_log.get(), "Starting %s failed: %s", path.c_str(),
             s.ToString().c_str());
    return s;
  }
  if (writer_ != nullptr) {
    // Its records were synced one by one, so a failure loses nothing.
    IOStatus closed = writer_->Close();
    if (!closed.ok())
      LogWarn(context_->info_log.get(), "Old MANIFEST: %s", closed.ToString().c_str());
  }
  writer_ = std::move(fresh);
  manifest_number_ = number;
  manifest_size_ = writer_->file()->FileSize();
  if (old_number != 0 && old_number != number) {
    replaced_.push_back(ManifestFileName(context_->dbname, old_number));
  }
  ForgetDoubtful();
  return s;
}

// The files of a change that failed half way. As long as the record may be on disk they must stay.
void VersionSet::KeepDoubtful(const std::vector<FamilyEdit>& edits) {
  for (const FamilyEdit& one : edits) {
    for (const auto& [level, file] : one.edit.new_files) {
      // A file that only moves is installed already: it stays tracked and is nobody's leftover.
      if (!file->installed.load(std::memory_order_relaxed))
        doubtful_files_.push_back(
            DoubtfulFile{DirectoryOf(*one.config, *file), file->number, file->file_size});
    }
  }
}

// A MANIFEST is in force that names none of them.
void VersionSet::ForgetDoubtful() {
  for (const DoubtfulFile& file : doubtful_files_)
    obsolete_->ReportTable(file.number, file.bytes, file.directory);
  for (const std::string& path : doubtful_manifests_) obsolete_->ReportOther(path);
  doubtful_files_.clear();
  doubtful_manifests_.clear();
}

bool VersionSet::IsDoubtful() const {
  MutexLock lock(&manifest_mutex_);
  return writer_ == nullptr || !doubtful_manifests_.empty();
}

std::string VersionSet::DirectoryOf(const CfConfig& config, const FileMeta& file) const {
  return config.PathOf(file.path_id, context_->dbname);
}

namespace {

// The objects of `base` that the edit deletes and adds again, on another level or with a mark. One
// pass over the tree at most, because an edit may name all of its files.
std::unordered_set<const FileMeta*> FilesPutBack(const TreeVersion& base, const VersionEdit& edit) {
  std::unordered_set<uint64_t> deleted;
  for (const auto& [level, number] : edit.deleted_files) deleted.insert(number);
  std::unordered_set<const FileMeta*> added;
  for (const auto& [level, file] : edit.new_files) {
    if (deleted.count(file->number) != 0) added.insert(file.get());
  }
  std::unordered_set<const FileMeta*> put_back;
  for (int level = 0; !added.empty() && level < base.num_levels(); ++level) {
    for (const FilePtr& file : base.files(level)) {
      if (added.count(file.get()) != 0) put_back.insert(file.get());
    }
  }
  return put_back;
}

}  // namespace

Status VersionSet::BuildTrees(std::vector<FamilyEdit>* edits, std::vector<TreePtr>* trees) {
  std::map<ColumnFamily*, TreePtr> newest;
  for (FamilyEdit& one : *edits) {
    ColumnFamily* family = one.family.get();
    // Several flushes of one family may come in one unit, as at the end of recovery.
    TreePtr& base = newest[family];
    if (base == nullptr) {
      // No other change can come between this and the installation: the MANIFEST lock is held
      // throughout.
      StateLock lock(&context_->mutex);
      base = family->state().tree();
    }
    if (one.complete) one.complete(*base, &one.edit);
    if (one.edit.new_files.empty() && one.edit.deleted_files.empty()) {
      trees->push_back(base);
      continue;
    }
    const auto put_back = FilesPutBack(*base, one.edit);
    for (auto& [level, file] : one.edit.new_files) {
      // Such a file is the live object itself and is tracked already.
      if (put_back.count(file.get()) != 0) continue;
      file = ObsoleteFiles::Track(obsolete_, file, DirectoryOf(*one.config, *file));
    }
    TreeBuilder builder(family->order, base, base->num_levels());
    builder.set_checks(one.config->options.force_consistency_checks);
    Status s = builder.Apply(one.edit);
    TreePtr tree;
    if (s.ok()) s = builder.Build(&tree);
    if (!s.ok()) return s;
    base = tree;
    trees->push_back(std::move(tree));
  }
  return Status::OK();
}

Status VersionSet::WriteRecords(std::vector<FamilyEdit>* edits) {
  const bool group = edits->size() > 1;
  Status s = NameLogs(writer_.get(), false);
  if (!s.ok()) return s;
  uint64_t gone_logs = 0;
  for (size_t i = 0; i < edits->size(); ++i) {
    VersionEdit& edit = (*edits)[i].edit;
    edit.column_family = (*edits)[i].family->id;
    edit.prev_log_number = 0;
    // Every record carries the counters, so that the last whole one is enough.
    edit.next_file_number = next_file_number();
    // An ingestion brings the numbers of its files, which nobody sees yet.
    edit.last_sequence = std::max(edit.last_sequence.value_or(0), last_sequence());
    edit.in_atomic_group = group;
    edit.atomic_group_remaining = static_cast<uint32_t>(edits->size() - 1 - i);
    gone_logs = std::max(gone_logs, edit.wals_deleted_before.value_or(0));
    edit.wals_deleted_before.reset();
    // The records of a group count down to 0: recovery takes all of them or none.
    s = AppendEdit(writer_.get(), edit);
    if (!s.ok()) return s;
  }
  if (gone_logs != 0) s = EndLogs(gone_logs);
  if (!s.ok()) return s;
  BUCKETLSM_SYNC_POINT("VersionSet::WriteRecords:BeforeSync");
  {
    HistogramTimer timer(context_->clock.get(), context_->stats, MANIFEST_FILE_SYNC_MICROS);
    s = writer_->Sync(context_->config()->options.use_fsync);
  }
  if (!s.ok()) return s;
  manifest_size_ = writer_->file()->FileSize();
  gone_logs_ = gone_logs;
  return s;
}

// Under the MANIFEST lock, where families are dropped: no record may follow the one that drops.
Status VersionSet::CheckAlive(const std::vector<FamilyEdit>& edits) {
  for (const FamilyEdit& one : edits) {
    if (one.family->dropped)
      return Status::ColumnFamilyDropped("Column family " + one.family->name + " is dropped");
  }
  return Status::OK();
}

Status VersionSet::CommitUnlocked(std::vector<FamilyEdit>* edits, std::vector<TreePtr>* trees) {
  Status s;
  // Invariant 3, or the file has grown enough: a fresh one holds the state only, not how it came
  // about.
  if (writer_ == nullptr || manifest_size() > context_->config()->options.max_manifest_file_size) {
    s = StartManifestLocked();
  }
  // Before a record is written: a tree that is not well formed must not get into the MANIFEST.
  if (s.ok()) s = BuildTrees(edits, trees);
  if (!s.ok()) {
    // No record has been written: if this MANIFEST is sound, its files are nobody's.
    KeepDoubtful(*edits);
    if (writer_ != nullptr && doubtful_manifests_.empty()) ForgetDoubtful();
    return s;
  }
  s = WriteRecords(edits);
  if (!s.ok()) {
    writer_.reset();  // invariant 3
    KeepDoubtful(*edits);
    LogError(context_->info_log.get(), "Writing the MANIFEST failed: %s", s.ToString().c_str());
  }
  return s;
}

Status VersionSet::Apply(std::vector<FamilyEdit> edits, const std::function<void()>& on_install) {
  std::vector<TreePtr> trees;
  // The last moment under the lock that guards it.
  for (FamilyEdit& one : edits) one.config = one.family->state().config();
  context_->mutex.Unlock();
  BUCKETLSM_SYNC_POINT("VersionSet::Apply:Unlocked");
  // Taken without the state lock: the order of locks allows no other way.
  manifest_mutex_.Lock();
  Status s = CheckAlive(edits);
  if (s.ok()) s = CommitUnlocked(&edits, &trees);
  context_->mutex.Lock();
  NoteInstalled();
  if (s.ok()) {
    for (size_t i = 0; i < edits.size(); ++i) {
      ColumnFamily& family = *edits[i].family;
      // Under both locks (invariant 2). The last reader of the replaced tree destroys it.
      family.state().SetTree(trees[i]);
      for (const auto& [level, file] : edits[i].edit.new_files)
        file->installed.store(true, std::memory_order_relaxed);
      // Never back: a memtable switch may have raised it meanwhile, for a family without data.
      if (edits[i].edit.log_number) family.NoteRecordedLog(*edits[i].edit.log_number);
      // What two flushes recorded holds for both: the larger one counts.
      if (edits[i].edit.min_log_to_keep)
        SetMinLogToKeep(std::max(min_log_to_keep(), *edits[i].edit.min_log_to_keep));
    }
    if (on_install) on_install();
  }
  manifest_mutex_.Unlock();
  return s;
}

Status VersionSet::AddFamily(const FamilyPtr& family) {
  std::vector<FamilyEdit> edits(1);
  edits[0].family = family;
  VersionEdit& edit = edits[0].edit;
  edit.added_column_family = family->name;
  edit.comparator = family->order.user_comparator()->Name();
  edit.log_number = family->log_number();
  edit.max_column_family = std::max(families_->max_id, family->id);
  edit.persist_user_defined_timestamps = true;
  return Apply(std::move(edits), nullptr);
}

Status VersionSet::DropFamily(const FamilyPtr& family) {
  std::vector<FamilyEdit> edits(1);
  edits[0].family = family;
  edits[0].edit.drops_column_family = true;
  // Marked under the MANIFEST lock, where CheckAlive looks.
  return Apply(std::move(edits), [&family] { family->dropped = true; });
}

void VersionSet::CollectLiveTables(std::vector<uint64_t>* numbers) const {
  for (const auto& [id, family] : families_->all()) {
    for (int level = 0; level < family->state().tree()->num_levels(); ++level) {
      for (const FilePtr& file : family->state().tree()->files(level))
        numbers->push_back(file->number);
    }
  }
}

}  // namespace ROCKSDB_NAMESPACE
