// See composite_env.h: each call goes to the file system with default options. IOStatus converts to
// Status; adapters give the files the old interface (legacy_files.cc).
#include "env/composite_env.h"

#include "env/legacy_adapters.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Opens through `open` and gives the file the old interface.
template <typename Fs, typename Legacy, typename Open>
Status OpenLegacy(std::unique_ptr<Legacy>* result, Open open) {
  std::unique_ptr<Fs> file;
  result->reset();
  Status s = open(&file);
  if (s.ok()) {
    *result = ToLegacy(std::move(file));
  }
  return s;
}

}  // namespace

Status CompositeEnv::RegisterDbPaths(const std::vector<std::string>& paths) {
  return file_system_->RegisterDbPaths(paths);
}
Status CompositeEnv::UnregisterDbPaths(const std::vector<std::string>& paths) {
  return file_system_->UnregisterDbPaths(paths);
}

Status CompositeEnv::NewSequentialFile(const std::string& f, std::unique_ptr<SequentialFile>* r,
                                       const EnvOptions& o) {
  return OpenLegacy<FSSequentialFile>(
      r, [&](auto* file) { return file_system_->NewSequentialFile(f, o, file, nullptr); });
}

Status CompositeEnv::NewRandomAccessFile(const std::string& f, std::unique_ptr<RandomAccessFile>* r,
                                         const EnvOptions& o) {
  return OpenLegacy<FSRandomAccessFile>(
      r, [&](auto* file) { return file_system_->NewRandomAccessFile(f, o, file, nullptr); });
}

Status CompositeEnv::NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                                     const EnvOptions& o) {
  return OpenLegacy<FSWritableFile>(
      r, [&](auto* file) { return file_system_->NewWritableFile(f, o, file, nullptr); });
}

Status CompositeEnv::ReopenWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                                        const EnvOptions& o) {
  return OpenLegacy<FSWritableFile>(
      r, [&](auto* file) { return file_system_->ReopenWritableFile(f, o, file, nullptr); });
}

Status CompositeEnv::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                       std::unique_ptr<WritableFile>* r, const EnvOptions& o) {
  return OpenLegacy<FSWritableFile>(
      r, [&](auto* file) { return file_system_->ReuseWritableFile(f, old_f, o, file, nullptr); });
}

Status CompositeEnv::NewRandomRWFile(const std::string& f, std::unique_ptr<RandomRWFile>* r,
                                     const EnvOptions& o) {
  return OpenLegacy<FSRandomRWFile>(
      r, [&](auto* file) { return file_system_->NewRandomRWFile(f, o, file, nullptr); });
}

Status CompositeEnv::NewMemoryMappedFileBuffer(const std::string& f,
                                               std::unique_ptr<MemoryMappedFileBuffer>* r) {
  return file_system_->NewMemoryMappedFileBuffer(f, r);
}

Status CompositeEnv::NewDirectory(const std::string& d, std::unique_ptr<Directory>* r) {
  return OpenLegacy<FSDirectory>(
      r, [&](auto* dir) { return file_system_->NewDirectory(d, kPlainIo, dir, nullptr); });
}

Status CompositeEnv::FileExists(const std::string& f) {
  return file_system_->FileExists(f, kPlainIo, nullptr);
}
Status CompositeEnv::GetChildren(const std::string& d, std::vector<std::string>* r) {
  return file_system_->GetChildren(d, kPlainIo, r, nullptr);
}
Status CompositeEnv::GetChildrenFileAttributes(const std::string& d,
                                               std::vector<FileAttributes>* r) {
  return file_system_->GetChildrenFileAttributes(d, kPlainIo, r, nullptr);
}
Status CompositeEnv::DeleteFile(const std::string& f) {
  return file_system_->DeleteFile(f, kPlainIo, nullptr);
}
Status CompositeEnv::Truncate(const std::string& f, size_t size) {
  return file_system_->Truncate(f, size, kPlainIo, nullptr);
}
Status CompositeEnv::CreateDir(const std::string& d) {
  return file_system_->CreateDir(d, kPlainIo, nullptr);
}
Status CompositeEnv::CreateDirIfMissing(const std::string& d) {
  return file_system_->CreateDirIfMissing(d, kPlainIo, nullptr);
}
Status CompositeEnv::DeleteDir(const std::string& d) {
  return file_system_->DeleteDir(d, kPlainIo, nullptr);
}
Status CompositeEnv::GetFileSize(const std::string& f, uint64_t* size) {
  return file_system_->GetFileSize(f, kPlainIo, size, nullptr);
}
Status CompositeEnv::GetFileModificationTime(const std::string& f, uint64_t* mtime) {
  return file_system_->GetFileModificationTime(f, kPlainIo, mtime, nullptr);
}
Status CompositeEnv::RenameFile(const std::string& from, const std::string& to) {
  return file_system_->RenameFile(from, to, kPlainIo, nullptr);
}
Status CompositeEnv::LinkFile(const std::string& from, const std::string& to) {
  return file_system_->LinkFile(from, to, kPlainIo, nullptr);
}
Status CompositeEnv::NumFileLinks(const std::string& f, uint64_t* count) {
  return file_system_->NumFileLinks(f, kPlainIo, count, nullptr);
}
Status CompositeEnv::AreFilesSame(const std::string& a, const std::string& b, bool* res) {
  return file_system_->AreFilesSame(a, b, kPlainIo, res, nullptr);
}
Status CompositeEnv::LockFile(const std::string& f, FileLock** l) {
  return file_system_->LockFile(f, kPlainIo, l, nullptr);
}
Status CompositeEnv::UnlockFile(FileLock* l) {
  return file_system_->UnlockFile(l, kPlainIo, nullptr);
}
Status CompositeEnv::GetTestDirectory(std::string* path) {
  return file_system_->GetTestDirectory(kPlainIo, path, nullptr);
}
Status CompositeEnv::GetAbsolutePath(const std::string& path, std::string* out) {
  return file_system_->GetAbsolutePath(path, kPlainIo, out, nullptr);
}
Status CompositeEnv::GetFreeSpace(const std::string& path, uint64_t* free) {
  return file_system_->GetFreeSpace(path, kPlainIo, free, nullptr);
}
Status CompositeEnv::IsDirectory(const std::string& path, bool* is_dir) {
  return file_system_->IsDirectory(path, kPlainIo, is_dir, nullptr);
}
Status CompositeEnv::NewLogger(const std::string& f, std::shared_ptr<Logger>* r) {
  return file_system_->NewLogger(f, kPlainIo, r, nullptr);
}

EnvOptions CompositeEnv::OptimizeForLogRead(const EnvOptions& o) const {
  return file_system_->OptimizeForLogRead(o);
}
EnvOptions CompositeEnv::OptimizeForManifestRead(const EnvOptions& o) const {
  return file_system_->OptimizeForManifestRead(o);
}
EnvOptions CompositeEnv::OptimizeForLogWrite(const EnvOptions& o, const DBOptions& db) const {
  return file_system_->OptimizeForLogWrite(o, db);
}
EnvOptions CompositeEnv::OptimizeForManifestWrite(const EnvOptions& o) const {
  return file_system_->OptimizeForManifestWrite(o);
}
void CompositeEnv::SanitizeEnvOptions(EnvOptions* o) const {
  FileOptions options(*o);
  file_system_->SanitizeFileOptions(&options);
  *o = options;
}

}  // namespace ROCKSDB_NAMESPACE
