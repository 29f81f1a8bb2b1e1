// See the header.
#include "utilities/staged_directory.h"

#include <vector>

#include "env/file_io.h"
#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

StagedDirectory::~StagedDirectory() {
  if (!unfinished_.empty()) Remove(unfinished_).PermitUncheckedError();
}

IOStatus StagedDirectory::Exists(bool* exists) {
  IOStatus s = fs_->FileExists(path_, kPlainIo, nullptr);
  *exists = s.ok();
  return IsMissing(s) ? IOStatus::OK() : s;
}

IOStatus StagedDirectory::Remove(const std::string& directory) {
  std::vector<std::string> names;
  IOStatus s = fs_->GetChildren(directory, kPlainIo, &names, nullptr);
  if (IsMissing(s)) return IOStatus::OK();
  for (size_t i = 0; s.ok() && i < names.size(); ++i) {
    if (names[i] == "." || names[i] == "..") continue;
    s = fs_->DeleteFile(JoinPath(directory, names[i]), kPlainIo, nullptr);
  }
  return s.ok() ? fs_->DeleteDir(directory, kPlainIo, nullptr) : s;
}

IOStatus StagedDirectory::Begin() {
  IOStatus s = Remove(staging_);
  if (!s.ok()) {
    return IOStatus::Aborted("Failed to clean the temporary directory " + staging_, s.ToString());
  }
  s = fs_->CreateDir(staging_, kPlainIo, nullptr);
  if (s.ok()) unfinished_ = staging_;
  return s;
}

IOStatus StagedDirectory::LinkOrCopy(const std::string& source, const std::string& name,
                                     uint64_t size) {
  if (!links_refused_) {
    IOStatus s = fs_->LinkFile(source, JoinPath(staging_, name), kPlainIo, nullptr);
    if (!s.IsNotSupported()) return s;
    links_refused_ = true;
  }
  return Copy(source, name, size);
}

IOStatus StagedDirectory::Copy(const std::string& source, const std::string& name, uint64_t size) {
  const std::string target = JoinPath(staging_, name);
  // To CopyFile no limit is 0.
  if (size == 0) return Write(name, std::string());
  return CopyFile(fs_, source, target, size, use_fsync_);
}

IOStatus StagedDirectory::Write(const std::string& name, const std::string& contents) {
  return WriteStringToFile(fs_, contents, JoinPath(staging_, name), /*should_sync=*/true);
}

IOStatus StagedDirectory::Commit() {
  IOStatus s = SyncDirectory(fs_, staging_);
  if (s.ok()) s = fs_->RenameFile(staging_, path_, kPlainIo, nullptr);
  if (!s.ok()) return s;
  unfinished_ = path_;
  s = SyncDirectory(fs_, DirectoryOf(path_));
  if (s.ok()) unfinished_.clear();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
