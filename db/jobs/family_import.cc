// See the header.
#include "db/jobs/family_import.h"

#include <algorithm>

#include "env/file_io.h"
#include "table/table_reader.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string PathOfExport(const LiveFileMetaData& described) {
  const bool slash = !described.name.empty() && described.name[0] == '/';
  return described.db_path + (slash ? "" : "/") + described.name;
}

// The bounds of an export as the file has them, or made of user keys where an old library wrote it.
std::string BoundOf(const std::string& internal, const std::string& user_key, SequenceNumber seq) {
  return internal.empty() ? MakeInternalKey(user_key, seq, kTypeValue) : internal;
}

}  // namespace

FamilyImport::~FamilyImport() {
  if (recorded_) return;
  for (const Imported& table : tables_) {
    if (table.file.path.empty()) continue;
    IOStatus s = parts_.context.fs->DeleteFile(table.file.path, IOOptions(), nullptr);
    if (!s.ok()) {
      LogWarn(parts_.context.info_log.get(), "Removing %s, which was not imported: %s",
              table.file.path.c_str(), s.ToString().c_str());
    }
  }
}

Status FamilyImport::Describe(const LiveFileMetaData& described) {
  Imported table;
  table.described = &described;
  IngestFile& file = table.file;
  file.external_path = PathOfExport(described);
  file.level = described.level;
  Status s = parts_.context.fs->GetFileSize(file.external_path, IOOptions(), &file.size, nullptr);
  std::unique_ptr<TableReader> reader;
  if (s.ok())
    s = OpenLooseTable(source_, file.external_path, file.size, described.largest_seqno, &reader);
  if (!s.ok()) return s;
  file.properties = reader->Properties();
  file.smallest = BoundOf(described.smallest, described.smallestkey, described.largest_seqno);
  file.largest = BoundOf(described.largest, described.largestkey, described.smallest_seqno);
  if (std::min(file.smallest.size(), file.largest.size()) < kInternalTailBytes ||
      family_->order.Compare(file.smallest, file.largest) > 0) {
    return Status::Corruption("The export has wrong bounds for", file.external_path);
  }
  if (described.file_checksum_func_name != kUnknownFileChecksumFuncName)
    file.checksum = {described.file_checksum, described.file_checksum_func_name};
  if (described.level < 0 || described.level >= source_.config->options.num_levels)
    return Status::InvalidArgument("The family has no level for", file.external_path);
  tables_.push_back(std::move(table));
  return s;
}

Status FamilyImport::CheckApart(
    const std::vector<const ExportImportFilesMetaData*>& exports) const {
  std::vector<UserRange> ranges;
  size_t next = 0;
  for (const ExportImportFilesMetaData* one : exports) {
    if (one->files.empty()) continue;
    UserRange all = tables_[next].file.range();
    for (size_t i = 0; i < one->files.size(); ++i)
      Extend(family_->order, &all, tables_[next++].file.range());
    for (const UserRange& other : ranges) {
      if (Overlaps(family_->order, all, other))
        return Status::InvalidArgument("CFs to import overlap in their keys");
    }
    ranges.push_back(all);
  }
  return Status::OK();
}

Status FamilyImport::TakeFiles() {
  for (Imported& table : tables_) {
    IngestFile& file = table.file;
    file.number = parts_.versions->NewFileNumber();
    Status s = TakeIngestFile(source_, &file);
    if (!s.ok()) return s;
    auto meta = MetaOfLooseTable(file);
    meta->smallest = file.smallest;
    meta->largest = file.largest;
    meta->smallest_seqno = table.described->smallest_seqno;
    meta->largest_seqno = table.described->largest_seqno;
    meta->oldest_ancestor_time = table.described->oldest_ancester_time;
    meta->creation_time = table.described->file_creation_time;
    meta->temperature = table.described->temperature;
    table.meta = std::move(meta);
  }
  // Before the MANIFEST names them.
  return SyncDirectory(parts_.context.fs.get(), source_.config->PathOf(0, parts_.context.dbname));
}

// In the order that the exported databases had; below Level 0 they mean nothing.
void FamilyImport::GiveEpochs() {
  std::stable_sort(tables_.begin(), tables_.end(), [](const Imported& a, const Imported& b) {
    const auto age = [](const Imported& t) {
      return std::make_pair(t.described->epoch_number, t.described->largest_seqno);
    };
    return age(a) < age(b);
  });
  for (Imported& table : tables_) table.meta->epoch = family_->state().TakeEpochs(1);
}

Status FamilyImport::Install() {
  SequenceNumber newest = 0;
  for (const Imported& table : tables_) newest = std::max(newest, table.meta->largest_seqno);
  WriteQueue::Exclusive alone(&parts_.queue);
  Status s;
  if (newest > parts_.versions->last_sequence() &&
      parts_.context.config()->options.recycle_log_file_num > 0) {
    // The end of a recycled log shows only by the number that the next log begins with.
    std::vector<FamilyPtr> all;
    {
      StateLock lock(&parts_.context.mutex);
      for (const auto& [id, family] : parts_.families.all()) all.push_back(family);
    }
    s = flushes_.RunAsLeader(all, FlushReason::kExternalFileIngestion);
    if (!s.ok()) return s;
  }
  if (newest > parts_.versions->last_sequence()) {
    IOStatus bridged = parts_.wals->BridgeGap(parts_.versions->last_sequence() + 1, newest + 1);
    if (!bridged.ok()) return parts_.errors->Set(bridged, BackgroundErrorReason::kWriteCallback);
  }
  StateLock lock(&parts_.context.mutex);
  GiveEpochs();
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family_;
  edits[0].edit.last_sequence = newest;
  std::vector<std::shared_ptr<FileMeta>> metas;
  for (const Imported& table : tables_) {
    edits[0].edit.AddFile(table.file.level, table.meta);
    metas.push_back(table.meta);
  }
  s = parts_.versions->Apply(std::move(edits), [&] {
    parts_.context.mutex.AssertHeld();
    parts_.background->services()->CountTables(*source_.config, metas);
    family_->InstallSuperVersion();
  });
  recorded_ = !s.IsColumnFamilyDropped();
  // No write gets a number of an imported entry.
  if (recorded_ && newest > parts_.versions->last_sequence())
    parts_.versions->set_last_sequence(newest);
  parts_.background->UpdateStall(family_);
  parts_.background->MaybeSchedule();
  return s;
}

Status FamilyImport::Fill(const ImportColumnFamilyOptions& options,
                          const std::vector<const ExportImportFilesMetaData*>& exports) {
  source_.context = &parts_.context;
  source_.family = family_.get();
  source_.options.move_files = options.move_files;
  {
    StateLock lock(&parts_.context.mutex);
    source_.config = family_->state().config();
  }
  Status s;
  for (const ExportImportFilesMetaData* one : exports) {
    for (size_t i = 0; s.ok() && i < one->files.size(); ++i) s = Describe(one->files[i]);
  }
  if (s.ok()) s = CheckApart(exports);
  if (s.ok()) s = TakeFiles();
  return s.ok() ? Install() : s;
}

Status FamilyImport::Run(const ColumnFamilyDescriptor& family,
                         const ImportColumnFamilyOptions& options,
                         const std::vector<const ExportImportFilesMetaData*>& exports,
                         ColumnFamilyHandle** handle) {
  if (*handle != nullptr) return Status::InvalidArgument("The handle is not null");
  for (const ExportImportFilesMetaData* one : exports) {
    if (one->files.empty()) return Status::InvalidArgument("The list of files is empty");
    if (one->db_comparator_name != family.options.comparator->Name())
      return Status::InvalidArgument("Comparator name mismatch");
  }
  if (exports.empty()) return Status::InvalidArgument("The list of files is empty");
  std::vector<ColumnFamilyHandle*> made;
  Status s = families_.Create({family}, &made);
  if (made.empty()) return s;
  family_ = FamilyOf(made[0]);
  if (s.ok()) s = Fill(options, exports);
  if (s.ok()) {
    *handle = made[0];
    for (const Imported& table : tables_) {
      if (!options.move_files) break;
      IOStatus gone = parts_.context.fs->DeleteFile(table.file.external_path, IOOptions(), nullptr);
      if (!gone.ok()) {
        LogWarn(parts_.context.info_log.get(), "%s was imported and cannot be removed: %s",
                table.file.external_path.c_str(), gone.ToString().c_str());
      }
    }
  } else {
    const Status dropped = families_.Drop(made);
    if (!dropped.ok()) {
      LogWarn(parts_.context.info_log.get(), "Dropping [%s], which was not imported: %s",
              family_->name.c_str(), dropped.ToString().c_str());
    }
    delete made[0];
  }
  parts_.obsolete->Purge();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
