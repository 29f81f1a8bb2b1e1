// See the header.
#include "utilities/live_capture.h"

#include "db/db_impl.h"
#include "db/engine_of.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Status ListAt(DB* db, const LiveFilesStorageInfoOptions& how,
              std::vector<LiveFileStorageInfo>* files, SequenceNumber* sequence) {
  if (auto* engine = EngineOf(db); engine != nullptr) {
    return engine->ListStorageAt(how, files, sequence);
  }
  // Of another implementation only this is known: the files hold what was written before the list.
  *sequence = db->GetLatestSequenceNumber();
  return db->GetLiveFilesStorageInfo(how, files);
}

}  // namespace

LiveCapture::~LiveCapture() { Release().PermitUncheckedError(); }

Status LiveCapture::Hold() {
  Status s = db_->DisableFileDeletions();
  holding_ = s.ok();
  // A database that is open for reading refuses: it deletes none.
  return s.IsNotSupported() ? Status::OK() : s;
}

Status LiveCapture::Release() {
  if (!holding_) return Status::OK();
  holding_ = false;
  return db_->EnableFileDeletions();
}

Status LiveCapture::Take(uint64_t log_bytes_for_flush, bool with_checksums) {
  Status s = Hold();
  if (!s.ok()) return s;
  LiveFilesStorageInfoOptions how;
  how.include_checksum_info = with_checksums;
  how.wal_size_for_flush = log_bytes_for_flush;
  s = ListAt(db_, how, &files_, &sequence_);
  if (!s.ok()) return s;
  for (const LiveFileStorageInfo& file : files_) {
    if (file.file_type != kWalFile && file.directory != db_->GetName()) {
      return Status::NotSupported(
          "db_paths / cf_paths not supported for Checkpoint nor BackupEngine", PathOf(file));
    }
  }
  return s;
}

std::string PathOf(const LiveFileStorageInfo& file) {
  return JoinPath(file.directory, file.relative_filename);
}

}  // namespace ROCKSDB_NAMESPACE
