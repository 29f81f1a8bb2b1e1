// See the header.
#include "utilities/backup/backup_restorer.h"

#include <utility>

#include "env/file_io.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "utilities/backup/backup_names.h"
#include "utilities/backup/file_copier.h"
#include "utilities/backup/job_team.h"
#include "utilities/backup/table_session.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

FileType TypeOf(const std::string& name) {
  uint64_t number = 0;
  FileType type = kTempFile;
  return ParseFileName(name, &number, &type) ? type : kTempFile;
}

// CURRENT gets its name when everything else is in place.
std::string UnfinishedCurrent(const std::string& db_dir) {
  return CurrentFileName(db_dir) + ".tmp";
}

}  // namespace

BackupRestorer::BackupRestorer(const BackupContext& context, const BackupMeta& meta,
                               const FilesElsewhere& elsewhere, const RestoreOptions& options,
                               std::string db_dir, std::string wal_dir)
    : context_(context),
      meta_(meta),
      elsewhere_(elsewhere),
      how_(options),
      db_dir_(std::move(db_dir)),
      wal_dir_(std::move(wal_dir)),
      fs_(context.db_fs.get()) {}

IOStatus BackupRestorer::Run() {
  IOStatus s = status_to_io_status(Plan());
  if (s.ok() && how_.mode != RestoreOptions::kPurgeAllFiles) s = FindKept();
  if (s.ok()) s = CheckExcluded();
  if (s.ok()) s = Prepare();
  if (!s.ok()) return s;
  std::vector<Job> jobs;
  for (const Item& item : items_) {
    if (!item.kept) jobs.push_back([this, &item] { return CopyItem(item); });
  }
  s = RunJobs(context_.Threads(), std::nullopt, jobs);
  return s.ok() ? Finish() : s;
}

Status BackupRestorer::Plan() {
  bool has_current = false;
  for (const BackupFile& file : meta_.files) {
    const std::string name = DatabaseName(file.name);
    const FileType type = TypeOf(name);
    Item item;
    item.file = &file;
    if (type == kCurrentFile) {
      item.target = UnfinishedCurrent(db_dir_);
      has_current = true;
    } else if (type != kTempFile) {
      item.target = JoinPath(type == kWalFile ? wal_dir_ : db_dir_, name);
    } else {
      return Status::Corruption("Backup corrupted: Fail to parse filename " + name);
    }
    items_.push_back(std::move(item));
  }
  return has_current ? Status::OK() : Status::Corruption("Backup corrupted: it has no CURRENT");
}

IOStatus BackupRestorer::Prepare() {
  IOStatus s = fs_->CreateDirIfMissing(db_dir_, kPlainIo, nullptr);
  if (s.ok()) s = fs_->CreateDirIfMissing(wal_dir_, kPlainIo, nullptr);
  if (s.ok()) s = fs_->DeleteFile(CurrentFileName(db_dir_), kPlainIo, nullptr);
  if (IsMissing(s)) s = IOStatus::OK();
  if (s.ok() && context_.options.sync) s = SyncDirectory(fs_, db_dir_);
  if (s.ok() && how_.keep_log_files) s = ReviveArchive();
  if (s.ok() && how_.keep_log_files) s = KeepLogs();
  if (s.ok() && !how_.keep_log_files) s = Clean(ArchivedWalDirectory(wal_dir_));
  if (s.ok() && !how_.keep_log_files && wal_dir_ != db_dir_) s = Clean(wal_dir_);
  return s.ok() ? Clean(db_dir_) : s;
}

IOStatus BackupRestorer::FindKept() {
  std::vector<Job> jobs;
  for (Item& item : items_) {
    if (TypeOf(BaseNameOf(item.target)) == kTableFile) {
      jobs.push_back([this, &item] {
        DecideKept(&item);
        return IOStatus::OK();
      });
    }
  }
  IOStatus s = RunJobs(context_.Threads(), std::nullopt, jobs);
  for (const Item& item : items_) {
    if (item.kept) kept_tables_.insert(BaseNameOf(item.target));
  }
  return s;
}

void BackupRestorer::DecideKept(Item* item) const {
  const IOStatus s = IsKept(*item, &item->kept);
  if (s.ok()) return;
  item->kept = false;
  Log(InfoLogLevel::WARN_LEVEL, context_.options.info_log, "Not kept: %s: %s", item->target.c_str(),
      s.ToString().c_str());
}

IOStatus BackupRestorer::IsKept(const Item& item, bool* kept) const {
  uint64_t size = 0;
  IOStatus s = fs_->FileExists(item.target, kPlainIo, nullptr);
  if (s.ok()) s = fs_->GetFileSize(item.target, kPlainIo, &size, nullptr);
  if (IsMissing(s)) return IOStatus::OK();
  const BackupFile* const file = DescriptionOf(*item.file);
  if (!s.ok() || (file != nullptr && size != file->size)) return s;
  if (how_.mode == RestoreOptions::kKeepLatestDbSessionIdFiles)
    return IsOfSession(item, size, kept);
  return file != nullptr && file->has_crc ? HasChecksum(item, file->crc, kept) : s;
}

IOStatus BackupRestorer::IsOfSession(const Item& item, uint64_t size, bool* kept) const {
  const std::string& wanted = item.file->name;
  if (SessionOf(wanted).empty()) return IOStatus::OK();
  std::string session;
  IOStatus s = status_to_io_status(ReadSessionId(fs_, item.target, size, &session));
  const std::string table = BaseNameOf(item.target);
  // A name may lack the size.
  *kept = s.ok() && (wanted == SharedFileOfSession(table, session, &size) ||
                     wanted == SharedFileOfSession(table, session, nullptr));
  return s;
}

IOStatus BackupRestorer::HasChecksum(const Item& item, uint32_t crc, bool* kept) const {
  CopyJob job;
  job.from_fs = fs_;
  job.from = item.target;
  CopyTerms terms;
  terms.limiter = context_.restore_limiter.get();
  terms.buffer_size = context_.BufferSize(terms.limiter);
  CopyResult read;
  IOStatus s = RunCopy(job, terms, &read);
  *kept = s.ok() && read.crc == crc;
  return s;
}

const BackupFile* BackupRestorer::DescriptionOf(const BackupFile& file) const {
  if (!file.excluded) return &file;
  const auto place = elsewhere_.find(file.name);
  return place == elsewhere_.end() ? nullptr : &place->second.file;
}

IOStatus BackupRestorer::CheckExcluded() const {
  for (const Item& item : items_) {
    if (item.kept || DescriptionOf(*item.file) != nullptr) continue;
    return IOStatus::InvalidArgument("Excluded file " + item.file->name +
                                     " not found in any of the alternate backup directories");
  }
  return IOStatus::OK();
}

IOStatus BackupRestorer::Clean(const std::string& directory) const {
  std::vector<std::string> names;
  IOStatus s = fs_->GetChildren(directory, kPlainIo, &names, nullptr);
  if (IsMissing(s)) return IOStatus::OK();
  for (size_t i = 0; s.ok() && i < names.size(); ++i) {
    const std::string path = JoinPath(directory, names[i]);
    if (names[i] == "." || names[i] == ".." || kept_tables_.count(names[i]) > 0) continue;
    if (how_.keep_log_files && TypeOf(names[i]) == kWalFile) continue;
    s = fs_->DeleteFile(path, kPlainIo, nullptr);
    bool is_directory = false;
    if (!s.ok() && fs_->IsDirectory(path, kPlainIo, &is_directory, nullptr).ok() && is_directory) {
      s = IOStatus::OK();
    }
  }
  return s;
}

IOStatus BackupRestorer::ReviveArchive() const {
  const std::string archive = ArchivedWalDirectory(wal_dir_);
  std::vector<std::string> names;
  IOStatus s = fs_->GetChildren(archive, kPlainIo, &names, nullptr);
  if (IsMissing(s)) return IOStatus::OK();
  for (size_t i = 0; s.ok() && i < names.size(); ++i) {
    if (TypeOf(names[i]) != kWalFile) continue;
    s = fs_->RenameFile(JoinPath(archive, names[i]), JoinPath(wal_dir_, names[i]), kPlainIo,
                        nullptr);
  }
  return s;
}

IOStatus BackupRestorer::KeepLogs() {
  for (Item& item : items_) {
    if (TypeOf(BaseNameOf(item.target)) != kWalFile) continue;
    IOStatus s = fs_->FileExists(item.target, kPlainIo, nullptr);
    item.kept = s.ok();
    if (!s.ok() && !IsMissing(s)) return s;
  }
  return IOStatus::OK();
}

IOStatus BackupRestorer::CopyItem(const Item& item) const {
  uint64_t number = 0;
  FileType type = kTempFile;
  if (!ParseFileName(BaseNameOf(item.target), &number, &type) || type != kWalFile)
    return CopyTo(item.target, *item.file);
  const std::string unfinished = TempFileName(wal_dir_, number);
  IOStatus s = CopyTo(unfinished, *item.file);
  return s.ok() ? fs_->RenameFile(unfinished, item.target, kPlainIo, nullptr) : s;
}

IOStatus BackupRestorer::CopyTo(const std::string& path, const BackupFile& file) const {
  CopyJob job;
  job.from_fs = context_.fs.get();
  job.from = context_.Path(file.name);
  const BackupFile& described = *DescriptionOf(file);
  if (file.excluded) {
    const FileElsewhere& place = elsewhere_.at(file.name);
    job.from_fs = place.fs;
    job.from = place.path;
  }
  job.to_fs = fs_;
  job.to = path;
  job.sync = context_.options.sync;
  job.temperature = file.temperature;
  CopyTerms terms;
  terms.limiter = context_.restore_limiter.get();
  terms.buffer_size = context_.BufferSize(terms.limiter);
  CopyResult copied;
  Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Restoring %s to %s", job.from.c_str(),
      job.to.c_str());
  IOStatus s = RunCopy(job, terms, &copied);
  if (!s.ok() || !described.has_crc || copied.crc == described.crc) return s;
  fs_->DeleteFile(job.to, kPlainIo, nullptr).PermitUncheckedError();
  return IOStatus::Corruption("While restoring " + job.from + " -> " + job.to,
                              "expected checksum is " + std::to_string(described.crc) +
                                  " while computed checksum is " + std::to_string(copied.crc));
}

IOStatus BackupRestorer::SyncKept() const {
  for (const Item& item : items_) {
    if (!item.kept) continue;
    IOStatus s = fs_->SyncFile(item.target, FileOptions(), kPlainIo, false, nullptr);
    if (!s.ok() && !s.IsNotSupported()) return s;
  }
  return IOStatus::OK();
}

IOStatus BackupRestorer::Finish() {
  IOStatus s;
  const bool sync = context_.options.sync;
  if (sync) s = SyncKept();
  if (s.ok() && sync && wal_dir_ != db_dir_) s = SyncDirectory(fs_, wal_dir_);
  if (s.ok() && sync) s = SyncDirectory(fs_, db_dir_);
  if (s.ok()) {
    s = fs_->RenameFile(UnfinishedCurrent(db_dir_), CurrentFileName(db_dir_), kPlainIo, nullptr);
  }
  if (s.ok() && sync) s = SyncDirectory(fs_, db_dir_);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::backup
