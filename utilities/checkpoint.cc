// Checkpoint: what is copied where. The files come from LiveCapture, StagedDirectory receives them.
#include "rocksdb/utilities/checkpoint.h"

#include <memory>
#include <utility>

#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/file_system.h"
#include "rocksdb/metadata.h"
#include "utilities/live_capture.h"
#include "utilities/staged_directory.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Empty when `path` names no directory of its own.
std::string WithoutTrailingSlashes(const std::string& path) {
  return path.substr(0, path.find_last_not_of('/') + 1);
}

class CheckpointImpl final : public Checkpoint {
 public:
  explicit CheckpointImpl(DB* db) : db_(db) {}

  Status CreateCheckpoint(const std::string& checkpoint_dir, uint64_t log_size_for_flush,
                          uint64_t* sequence_number_ptr) override;
  Status ExportColumnFamily(ColumnFamilyHandle* handle, const std::string& export_dir,
                            ExportImportFilesMetaData** metadata) override;

 private:
  // Opens a staging directory for `directory`, which must not exist (InvalidArgument with `exists`
  // as its text).
  Status Stage(const std::string& directory, const char* exists, const char* invalid,
               std::unique_ptr<StagedDirectory>* staged) const;
  Status Fill(const std::vector<LiveFileStorageInfo>& files, StagedDirectory* staged) const;
  Status FillTables(const ColumnFamilyMetaData& family, StagedDirectory* staged) const;
  Logger* log() const { return log_.get(); }

  DB* const db_;
  const std::shared_ptr<FileSystem> fs_ = db_->GetEnv()->GetFileSystem();
  const std::shared_ptr<Logger> log_ = db_->GetDBOptions().info_log;
};

Status CheckpointImpl::Stage(const std::string& directory, const char* exists, const char* invalid,
                             std::unique_ptr<StagedDirectory>* staged) const {
  const std::string path = WithoutTrailingSlashes(directory);
  if (path.empty()) return Status::InvalidArgument(invalid, directory);
  auto stage = std::make_unique<StagedDirectory>(fs_.get(), path, db_->GetDBOptions().use_fsync);
  bool taken = false;
  Status s = stage->Exists(&taken);
  if (s.ok() && taken) return Status::InvalidArgument(exists, path);
  if (s.ok()) s = stage->Begin();
  if (s.ok()) *staged = std::move(stage);
  return s;
}

Status CheckpointImpl::Fill(const std::vector<LiveFileStorageInfo>& files,
                            StagedDirectory* staged) const {
  Status s;
  for (const LiveFileStorageInfo& file : files) {
    const std::string& name = file.relative_filename;
    if (!file.replacement_contents.empty()) {
      s = staged->Write(name, file.replacement_contents);
    } else if (file.file_type == kTableFile) {
      s = staged->LinkOrCopy(PathOf(file), name, file.size);
    } else {
      s = staged->Copy(PathOf(file), name, file.size);
    }
    if (!s.ok()) return s;
  }
  return s;
}

Status CheckpointImpl::CreateCheckpoint(const std::string& checkpoint_dir,
                                        uint64_t log_size_for_flush,
                                        uint64_t* sequence_number_ptr) {
  std::unique_ptr<StagedDirectory> staged;
  Status s =
      Stage(checkpoint_dir, "Directory exists", "invalid checkpoint directory name", &staged);
  if (!s.ok()) return s;
  Log(InfoLogLevel::INFO_LEVEL, log(),
      "Started the snapshot process -- creating snapshot in directory %s", checkpoint_dir.c_str());
  LiveCapture capture(db_);
  s = capture.Take(log_size_for_flush, /*with_checksums=*/false);
  if (s.ok()) s = Fill(capture.files(), staged.get());
  // Linked files need no protection any more.
  const Status released = capture.Release();
  if (s.ok()) s = released;
  if (s.ok()) s = staged->Commit();
  if (!s.ok()) {
    Log(InfoLogLevel::INFO_LEVEL, log(), "Snapshot failed -- %s", s.ToString().c_str());
    return s;
  }
  if (sequence_number_ptr != nullptr) *sequence_number_ptr = capture.sequence();
  Log(InfoLogLevel::INFO_LEVEL, log(), "Snapshot DONE. All is good");
  Log(InfoLogLevel::INFO_LEVEL, log(), "Snapshot sequence number: %llu",
      static_cast<unsigned long long>(capture.sequence()));
  return s;
}

// The description that an import takes: the files as they are in `directory`.
std::unique_ptr<ExportImportFilesMetaData> DescribeExport(const ColumnFamilyMetaData& family,
                                                          const std::string& directory,
                                                          const Comparator* comparator) {
  auto result = std::make_unique<ExportImportFilesMetaData>();
  result->db_comparator_name = comparator->Name();
  for (const LevelMetaData& level : family.levels) {
    for (const SstFileMetaData& file : level.files) {
      LiveFileMetaData exported;
      static_cast<SstFileMetaData&>(exported) = file;
      exported.directory = exported.db_path = directory;
      exported.being_compacted = false;
      exported.column_family_name = family.name;
      exported.level = level.level;
      result->files.push_back(std::move(exported));
    }
  }
  return result;
}

Status CheckpointImpl::FillTables(const ColumnFamilyMetaData& family,
                                  StagedDirectory* staged) const {
  Status s;
  for (const LevelMetaData& level : family.levels) {
    for (const SstFileMetaData& file : level.files) {
      if (s.ok())
        s = staged->LinkOrCopy(file.directory + "/" + file.relative_filename,
                               file.relative_filename, file.size);
    }
  }
  return s;
}

Status CheckpointImpl::ExportColumnFamily(ColumnFamilyHandle* handle, const std::string& export_dir,
                                          ExportImportFilesMetaData** metadata) {
  if (metadata == nullptr || *metadata != nullptr) {
    return Status::InvalidArgument("ExportColumnFamily: metadata must point to a null pointer");
  }
  std::unique_ptr<StagedDirectory> staged;
  Status s =
      Stage(export_dir, "Specified export_dir exists", "Specified export_dir invalid", &staged);
  if (s.ok()) s = db_->Flush(FlushOptions(), handle);
  if (!s.ok()) return s;
  Log(InfoLogLevel::INFO_LEVEL, log(), "[%s] export column family onto export directory %s",
      handle->GetName().c_str(), export_dir.c_str());
  LiveCapture capture(db_);
  s = capture.Hold();
  ColumnFamilyMetaData family;
  if (s.ok()) {
    db_->GetColumnFamilyMetaData(handle, &family);
    s = FillTables(family, staged.get());
  }
  const Status released = capture.Release();
  if (s.ok()) s = released;
  if (s.ok()) s = staged->Commit();
  if (s.ok()) {
    *metadata = DescribeExport(family, WithoutTrailingSlashes(export_dir), handle->GetComparator())
                    .release();
    Log(InfoLogLevel::INFO_LEVEL, log(), "[%s] Export succeeded.", handle->GetName().c_str());
  } else {
    Log(InfoLogLevel::INFO_LEVEL, log(), "[%s] Export failed. %s", handle->GetName().c_str(),
        s.ToString().c_str());
  }
  return s;
}

}  // namespace

Status Checkpoint::Create(DB* db, Checkpoint** checkpoint_ptr) {
  *checkpoint_ptr = new CheckpointImpl(db);
  return Status::OK();
}

Status Checkpoint::CreateCheckpoint(const std::string& checkpoint_dir, uint64_t log_size_for_flush,
                                    uint64_t* sequence_number_ptr) {
  (void)checkpoint_dir;
  (void)log_size_for_flush;
  (void)sequence_number_ptr;
  return Status::NotSupported("CreateCheckpoint");
}

Status Checkpoint::ExportColumnFamily(ColumnFamilyHandle* handle, const std::string& export_dir,
                                      ExportImportFilesMetaData** metadata) {
  (void)handle;
  (void)export_dir;
  (void)metadata;
  return Status::NotSupported("ExportColumnFamily");
}

}  // namespace ROCKSDB_NAMESPACE
