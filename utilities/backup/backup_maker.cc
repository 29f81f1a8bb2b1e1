// See the header.
#include "utilities/backup/backup_maker.h"

#include <exception>
#include <utility>

#include "env/file_io.h"
#include "env/plain_io.h"
#include "rocksdb/file_checksum.h"
#include "utilities/backup/backup_names.h"
#include "utilities/backup/garbage.h"
#include "utilities/backup/job_team.h"
#include "utilities/backup/table_session.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// The crc32c that the MANIFEST has for a table, most significant byte first.
bool RecordedChecksum(const LiveFileStorageInfo& file, uint32_t* crc) {
  if (file.file_checksum_func_name != kDbFileChecksumFuncName || file.file_checksum.size() != 4) {
    return false;
  }
  *crc = 0;
  for (const char c : file.file_checksum) *crc = (*crc << 8) | static_cast<unsigned char>(c);
  return true;
}

Temperature Known(Temperature preferred, Temperature other) {
  return preferred != Temperature::kUnknown ? preferred : other;
}

}  // namespace

BackupMaker::BackupMaker(BackupContext* context, BackupSet* set, const CreateBackupOptions& options,
                         DB* db)
    : context_(context),
      set_(set),
      how_(options),
      capture_(db),
      progress_(context->options.callback_trigger_interval_size, options.progress_callback) {
  terms_.limiter = context->backup_limiter.get();
  terms_.buffer_size = context->BufferSize(terms_.limiter);
  terms_.stopped = &context->stopped;
  terms_.progress = &progress_;
  terms_.statistics = db->GetDBOptions().statistics.get();
}

IOStatus BackupMaker::Make(BackupID id, const std::string& app_metadata) {
  id_ = id;
  SystemClock* const clock = SystemClock::Default().get();
  const uint64_t begun = clock->NowMicros();
  Log(InfoLogLevel::INFO_LEVEL, context_->options.info_log,
      "Started the backup process -- creating backup %u", id);
  Status s = MakeChecked(app_metadata);
  const Status released = capture_.Release();
  if (s.ok()) s = released;
  if (s.ok()) s = Publish();
  if (s.ok()) {
    Report(s, clock->NowMicros() - begun);
    set_->Add(id_, std::move(meta_));
  } else {
    Report(s, 0);
    Undo();
  }
  return status_to_io_status(std::move(s));
}

Status BackupMaker::MakeChecked(const std::string& app_metadata) {
  meta_.app_metadata = app_metadata;
  Status s = context_->db_env->GetCurrentTime(&meta_.timestamp);
  if (s.ok()) s = context_->fs->CreateDir(context_->Path(PrivateDirectory(id_)), kPlainIo, nullptr);
  began_ = s.ok();
  const uint64_t flush_at = how_.flush_before_backup ? 0 : UINT64_MAX;
  if (s.ok()) s = capture_.Take(flush_at, /*with_checksums=*/true);
  if (!s.ok()) return s;
  meta_.sequence = capture_.sequence();
  Plan();
  s = NameSharedFiles();
  if (s.ok()) s = Exclude();
  return s.ok() ? CopyFiles() : s;
}

void BackupMaker::Plan() {
  for (const LiveFileStorageInfo& source : capture_.files()) {
    if (source.file_type == kWalFile && !context_->options.backup_log_files) continue;
    Item item;
    item.source = &source;
    item.file.size = source.size;
    item.file.temperature = source.temperature;
    item.shared = source.file_type == kTableFile && context_->options.share_table_files;
    if (!item.shared) item.file.name = PrivateFile(id_, source.relative_filename);
    items_.push_back(std::move(item));
  }
}

IOStatus BackupMaker::RunOnAll(const std::function<IOStatus(Item*)>& work) {
  std::vector<Job> jobs;
  for (Item& item : items_) jobs.push_back([&work, &item] { return work(&item); });
  std::optional<CpuPriority> priority;
  if (how_.decrease_background_thread_cpu_priority) priority = how_.background_thread_cpu_priority;
  return RunJobs(context_->Threads(), priority, jobs);
}

Status BackupMaker::NameSharedFiles() {
  return RunOnAll([this](Item* item) {
    return item->shared ? status_to_io_status(NameShared(item)) : IOStatus::OK();
  });
}

Status BackupMaker::NameShared(Item* item) const {
  const BackupEngineOptions& options = context_->options;
  const LiveFileStorageInfo& source = *item->source;
  Status s;
  std::string session;
  const auto naming = options.share_files_with_checksum_naming;
  if (!options.share_files_with_checksum) {
    item->file.name = SharedFile(source.relative_filename);
    // Only the checksum tells whether the file of that name is this one.
    if (set_->FindFile(item->file.name) != nullptr) s = ReadChecksum(item);
    return s.ok() ? FindPresent(item) : s;
  }
  if ((naming & BackupEngineOptions::kMaskNoNamingFlags) == BackupEngineOptions::kUseDbSessionId) {
    s = ReadSessionId(context_->db_fs.get(), PathOf(source), source.size, &session);
  }
  if (s.ok() && session.empty()) {
    s = ReadChecksum(item);
    item->file.name = SharedFileOfChecksum(source.relative_filename, item->file.crc, source.size);
  } else if (s.ok()) {
    const bool with_size = (naming & BackupEngineOptions::kFlagIncludeFileSize) != 0;
    item->file.name =
        SharedFileOfSession(source.relative_filename, session, with_size ? &source.size : nullptr);
  }
  return s.ok() ? FindPresent(item) : s;
}

Status BackupMaker::ReadChecksum(Item* item) const {
  CopyJob job;
  job.from_fs = context_->db_fs.get();
  job.from = PathOf(*item->source);
  job.bytes = item->source->size;
  CopyTerms terms = terms_;
  // Progress counts copied bytes.
  terms.progress = nullptr;
  CopyResult read;
  IOStatus s = RunCopy(job, terms, &read);
  item->file.crc = read.crc;
  item->file.has_crc = s.ok();
  return s;
}

Status BackupMaker::FindPresent(Item* item) const {
  const BackupFile* known = set_->FindFile(item->file.name);
  if (known == nullptr) return Status::OK();
  const std::string path = context_->Path(item->file.name);
  static const char kAdvice[] =
      "If this DB file checks as not corrupt, try deleting old backups or backing up to a "
      "different "
      "backup directory.";
  if (known->size != item->source->size) {
    return Status::Corruption("Size mismatch for existing backup file: " + path +
                                  " Size in backup is " + std::to_string(known->size) +
                                  " while size in DB is " + std::to_string(item->source->size),
                              kAdvice);
  }
  if (!known->has_crc && !item->file.has_crc) {
    Status s = ReadChecksum(item);
    if (!s.ok()) return s;
  }
  uint32_t expected = 0;
  bool differs = known->has_crc && item->file.has_crc && known->crc != item->file.crc;
  if (known->has_crc && RecordedChecksum(*item->source, &expected)) {
    differs |= known->crc != expected;
  }
  if (differs) {
    return Status::Corruption("Checksum mismatch for existing backup file: " + path, kAdvice);
  }
  if (known->has_crc) item->file.crc = known->crc;
  item->file.has_crc = true;
  item->present = true;
  return Status::OK();
}

Status BackupMaker::Exclude() {
  if (how_.exclude_files_callback == nullptr) return Status::OK();
  std::vector<Item*> asked;
  std::vector<MaybeExcludeBackupFile> questions;
  for (Item& item : items_) {
    if (!item.shared || item.present) continue;
    asked.push_back(&item);
    questions.emplace_back(BackupExcludedFileInfo(item.file.name));
  }
  if (questions.empty()) return Status::OK();
  try {
    how_.exclude_files_callback(questions.data(), questions.data() + questions.size());
  } catch (const std::exception& e) {
    return Status::Aborted("Exception in exclude_files_callback", e.what());
  } catch (...) {
    return Status::Aborted("Unknown exception in exclude_files_callback");
  }
  for (size_t i = 0; i < asked.size(); ++i) {
    asked[i]->file.excluded = questions[i].exclude_decision;
  }
  return Status::OK();
}

Status BackupMaker::CopyFiles() {
  IOStatus s = RunOnAll([this](Item* item) { return CopyItem(item); });
  for (const Item& item : items_) meta_.files.push_back(item.file);
  return s;
}

IOStatus BackupMaker::CopyItem(Item* item) const {
  if (item->present || item->file.excluded) return IOStatus::OK();
  if (context_->stopped) return status_to_io_status(Status::Incomplete("Backup stopped"));
  const LiveFileStorageInfo& source = *item->source;
  CopyJob job;
  job.from_fs = context_->db_fs.get();
  job.from = PathOf(source);
  job.contents = source.replacement_contents;
  job.bytes = source.size;
  job.to_fs = context_->fs.get();
  const std::string target = context_->Path(item->file.name);
  // What is shared appears complete. What is private is not looked at before meta/<id> is there.
  job.to = item->shared ? context_->Path(TempOf(item->file.name)) : target;
  job.sync = context_->options.sync;
  job.temperature = item->file.temperature;
  CopyResult copied;
  IOStatus s = RunCopy(job, terms_, &copied);
  if (s.ok()) s = status_to_io_status(CheckCopy(*item, copied));
  if (s.ok() && item->shared) s = context_->fs->RenameFile(job.to, target, kPlainIo, nullptr);
  if (!s.ok()) {
    context_->fs->DeleteFile(job.to, kPlainIo, nullptr).PermitUncheckedError();
    return s;
  }
  item->file.crc = copied.crc;
  item->file.has_crc = true;
  item->file.temperature = context_->options.current_temperatures_override_manifest
                               ? Known(copied.source_temperature, source.temperature)
                               : Known(source.temperature, copied.source_temperature);
  return s;
}

Status BackupMaker::CheckCopy(const Item& item, const CopyResult& copied) const {
  uint32_t expected = 0;
  bool known = RecordedChecksum(*item.source, &expected);
  // A name with a checksum was made of what the file held then.
  if (item.file.has_crc) {
    known = true;
    expected = item.file.crc;
  }
  if (!known || expected == copied.crc) return Status::OK();
  return Status::Corruption("Checksum mismatch after copying to " + context_->Path(item.file.name),
                            PathOf(*item.source));
}

IOStatus BackupMaker::Publish() {
  IOStatus s = context_->SyncDirectoryOf(PrivateDirectory(id_));
  if (s.ok()) s = context_->SyncDirectoryOf(kPrivateDirectory);
  if (s.ok() && context_->options.share_table_files) {
    s = context_->SyncDirectoryOf(
        context_->options.share_files_with_checksum ? kSharedChecksumDirectory : kSharedDirectory);
  }
  if (s.ok()) {
    s = WriteStringToFile(context_->fs.get(), EncodeMeta(meta_, context_->options.schema_version),
                          context_->Path(TempMetaFile(id_)), context_->options.sync);
  }
  if (s.ok()) {
    s = context_->fs->RenameFile(context_->Path(TempMetaFile(id_)), context_->Path(MetaFile(id_)),
                                 kPlainIo, nullptr);
  }
  if (s.ok()) s = context_->SyncDirectoryOf(kMetaDirectory);
  return s;
}

// Whatever cannot be deleted now is garbage that a later call finds.
void BackupMaker::Undo() {
  if (!began_) return;
  FileSystem* fs = context_->fs.get();
  IOStatus s = fs->DeleteFile(context_->Path(MetaFile(id_)), kPlainIo, nullptr);
  // While its description may be there, the files must be there as well.
  if (!s.ok() && !IsMissing(s)) return;
  fs->DeleteFile(context_->Path(TempMetaFile(id_)), kPlainIo, nullptr).PermitUncheckedError();
  for (const Item& item : items_) {
    if (!item.shared || item.present || item.file.excluded || item.file.name.empty()) continue;
    if (set_->MayNeed(item.file.name)) continue;
    fs->DeleteFile(context_->Path(item.file.name), kPlainIo, nullptr).PermitUncheckedError();
  }
  DeleteDirectory(fs, context_->Path(PrivateDirectory(id_))).PermitUncheckedError();
}

void BackupMaker::Report(const Status& s, uint64_t micros) const {
  Logger* const log = context_->options.info_log;
  if (!s.ok()) {
    Log(InfoLogLevel::INFO_LEVEL, log, "Backup failed -- %s", s.ToString().c_str());
    return;
  }
  const double seconds = static_cast<double>(micros > 0 ? micros : 1) / 1e6;
  Log(InfoLogLevel::INFO_LEVEL, log, "Backup DONE. All is good");
  Log(InfoLogLevel::INFO_LEVEL, log, "Backup number of files: %u", meta_.NumberOfFiles());
  Log(InfoLogLevel::INFO_LEVEL, log, "Backup size: %llu bytes",
      static_cast<unsigned long long>(meta_.TotalSize()));
  Log(InfoLogLevel::INFO_LEVEL, log, "Backup time: %llu microseconds",
      static_cast<unsigned long long>(micros));
  Log(InfoLogLevel::INFO_LEVEL, log, "Backup speed: %.3f MB/s",
      static_cast<double>(meta_.TotalSize()) / 1e6 / seconds);
}

}  // namespace ROCKSDB_NAMESPACE::backup
