// FileSystemWrapper and the wrappers of single files: every call passes on unchanged. A method that
// is missing here would fall back to FileSystem's default and silently bypass the wrapped file
// system, so every new method of FileSystem needs a body here. Not so RetireFile and SyncFile,
// which wrappers written for RocksDB do not know: the defaults do nothing behind the back of one
// that gives files other names.
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

FileSystemWrapper::FileSystemWrapper(const std::shared_ptr<FileSystem>& t) : target_(t) {}

Status FileSystemWrapper::PrepareOptions(const ConfigOptions& options) {
  // A wrapper without a target wraps the default file system.
  if (target_ == nullptr) {
    target_ = FileSystem::Default();
  }
  return FileSystem::PrepareOptions(options);
}

Status FileSystemWrapper::RegisterDbPaths(const std::vector<std::string>& paths) {
  return target_->RegisterDbPaths(paths);
}
Status FileSystemWrapper::UnregisterDbPaths(const std::vector<std::string>& paths) {
  return target_->UnregisterDbPaths(paths);
}
IOStatus FileSystemWrapper::NewSequentialFile(const std::string& f, const FileOptions& o,
                                              std::unique_ptr<FSSequentialFile>* r,
                                              IODebugContext* dbg) {
  return target_->NewSequentialFile(f, o, r, dbg);
}
IOStatus FileSystemWrapper::NewRandomAccessFile(const std::string& f, const FileOptions& o,
                                                std::unique_ptr<FSRandomAccessFile>* r,
                                                IODebugContext* dbg) {
  return target_->NewRandomAccessFile(f, o, r, dbg);
}
IOStatus FileSystemWrapper::NewWritableFile(const std::string& f, const FileOptions& o,
                                            std::unique_ptr<FSWritableFile>* r,
                                            IODebugContext* dbg) {
  return target_->NewWritableFile(f, o, r, dbg);
}
IOStatus FileSystemWrapper::ReopenWritableFile(const std::string& f, const FileOptions& o,
                                               std::unique_ptr<FSWritableFile>* r,
                                               IODebugContext* dbg) {
  return target_->ReopenWritableFile(f, o, r, dbg);
}
IOStatus FileSystemWrapper::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                              const FileOptions& o,
                                              std::unique_ptr<FSWritableFile>* r,
                                              IODebugContext* dbg) {
  return target_->ReuseWritableFile(f, old_f, o, r, dbg);
}
IOStatus FileSystemWrapper::NewRandomRWFile(const std::string& f, const FileOptions& o,
                                            std::unique_ptr<FSRandomRWFile>* r,
                                            IODebugContext* dbg) {
  return target_->NewRandomRWFile(f, o, r, dbg);
}
IOStatus FileSystemWrapper::NewMemoryMappedFileBuffer(const std::string& f,
                                                      std::unique_ptr<MemoryMappedFileBuffer>* r) {
  return target_->NewMemoryMappedFileBuffer(f, r);
}
IOStatus FileSystemWrapper::NewDirectory(const std::string& d, const IOOptions& o,
                                         std::unique_ptr<FSDirectory>* r, IODebugContext* dbg) {
  return target_->NewDirectory(d, o, r, dbg);
}
IOStatus FileSystemWrapper::FileExists(const std::string& f, const IOOptions& o,
                                       IODebugContext* dbg) {
  return target_->FileExists(f, o, dbg);
}
IOStatus FileSystemWrapper::GetChildren(const std::string& d, const IOOptions& o,
                                        std::vector<std::string>* r, IODebugContext* dbg) {
  return target_->GetChildren(d, o, r, dbg);
}
IOStatus FileSystemWrapper::GetChildrenFileAttributes(const std::string& d, const IOOptions& o,
                                                      std::vector<FileAttributes>* r,
                                                      IODebugContext* dbg) {
  return target_->GetChildrenFileAttributes(d, o, r, dbg);
}
IOStatus FileSystemWrapper::DeleteFile(const std::string& f, const IOOptions& o,
                                       IODebugContext* dbg) {
  return target_->DeleteFile(f, o, dbg);
}
IOStatus FileSystemWrapper::Truncate(const std::string& f, size_t size, const IOOptions& o,
                                     IODebugContext* dbg) {
  return target_->Truncate(f, size, o, dbg);
}
IOStatus FileSystemWrapper::CreateDir(const std::string& d, const IOOptions& o,
                                      IODebugContext* dbg) {
  return target_->CreateDir(d, o, dbg);
}
IOStatus FileSystemWrapper::CreateDirIfMissing(const std::string& d, const IOOptions& o,
                                               IODebugContext* dbg) {
  return target_->CreateDirIfMissing(d, o, dbg);
}
IOStatus FileSystemWrapper::DeleteDir(const std::string& d, const IOOptions& o,
                                      IODebugContext* dbg) {
  return target_->DeleteDir(d, o, dbg);
}
IOStatus FileSystemWrapper::GetFileSize(const std::string& f, const IOOptions& o, uint64_t* size,
                                        IODebugContext* dbg) {
  return target_->GetFileSize(f, o, size, dbg);
}
IOStatus FileSystemWrapper::GetFileModificationTime(const std::string& f, const IOOptions& o,
                                                    uint64_t* mtime, IODebugContext* dbg) {
  return target_->GetFileModificationTime(f, o, mtime, dbg);
}
IOStatus FileSystemWrapper::RenameFile(const std::string& from, const std::string& to,
                                       const IOOptions& o, IODebugContext* dbg) {
  return target_->RenameFile(from, to, o, dbg);
}
IOStatus FileSystemWrapper::LinkFile(const std::string& from, const std::string& to,
                                     const IOOptions& o, IODebugContext* dbg) {
  return target_->LinkFile(from, to, o, dbg);
}
IOStatus FileSystemWrapper::NumFileLinks(const std::string& f, const IOOptions& o, uint64_t* count,
                                         IODebugContext* dbg) {
  return target_->NumFileLinks(f, o, count, dbg);
}
IOStatus FileSystemWrapper::AreFilesSame(const std::string& a, const std::string& b,
                                         const IOOptions& o, bool* res, IODebugContext* dbg) {
  return target_->AreFilesSame(a, b, o, res, dbg);
}
IOStatus FileSystemWrapper::LockFile(const std::string& f, const IOOptions& o, FileLock** l,
                                     IODebugContext* dbg) {
  return target_->LockFile(f, o, l, dbg);
}
IOStatus FileSystemWrapper::UnlockFile(FileLock* l, const IOOptions& o, IODebugContext* dbg) {
  return target_->UnlockFile(l, o, dbg);
}
IOStatus FileSystemWrapper::GetTestDirectory(const IOOptions& o, std::string* path,
                                             IODebugContext* dbg) {
  return target_->GetTestDirectory(o, path, dbg);
}
IOStatus FileSystemWrapper::NewLogger(const std::string& f, const IOOptions& o,
                                      std::shared_ptr<Logger>* r, IODebugContext* dbg) {
  return target_->NewLogger(f, o, r, dbg);
}
IOStatus FileSystemWrapper::GetAbsolutePath(const std::string& path, const IOOptions& o,
                                            std::string* out, IODebugContext* dbg) {
  return target_->GetAbsolutePath(path, o, out, dbg);
}
void FileSystemWrapper::SanitizeFileOptions(FileOptions* o) const {
  target_->SanitizeFileOptions(o);
}
FileOptions FileSystemWrapper::OptimizeForLogRead(const FileOptions& o) const {
  return target_->OptimizeForLogRead(o);
}
FileOptions FileSystemWrapper::OptimizeForManifestRead(const FileOptions& o) const {
  return target_->OptimizeForManifestRead(o);
}
FileOptions FileSystemWrapper::OptimizeForLogWrite(const FileOptions& o,
                                                   const DBOptions& db) const {
  return target_->OptimizeForLogWrite(o, db);
}
FileOptions FileSystemWrapper::OptimizeForManifestWrite(const FileOptions& o) const {
  return target_->OptimizeForManifestWrite(o);
}
FileOptions FileSystemWrapper::OptimizeForCompactionTableWrite(const FileOptions& o,
                                                               const ImmutableDBOptions& db) const {
  return target_->OptimizeForCompactionTableWrite(o, db);
}
FileOptions FileSystemWrapper::OptimizeForCompactionTableRead(const FileOptions& o,
                                                              const ImmutableDBOptions& db) const {
  return target_->OptimizeForCompactionTableRead(o, db);
}
FileOptions FileSystemWrapper::OptimizeForBlobFileRead(const FileOptions& o,
                                                       const ImmutableDBOptions& db) const {
  return target_->OptimizeForBlobFileRead(o, db);
}
IOStatus FileSystemWrapper::GetFreeSpace(const std::string& path, const IOOptions& o,
                                         uint64_t* free, IODebugContext* dbg) {
  return target_->GetFreeSpace(path, o, free, dbg);
}
IOStatus FileSystemWrapper::IsDirectory(const std::string& path, const IOOptions& o, bool* is_dir,
                                        IODebugContext* dbg) {
  return target_->IsDirectory(path, o, is_dir, dbg);
}
IOStatus FileSystemWrapper::Poll(std::vector<void*>& handles, size_t min_completions) {
  return target_->Poll(handles, min_completions);
}
IOStatus FileSystemWrapper::AbortIO(std::vector<void*>& handles) {
  return target_->AbortIO(handles);
}
void FileSystemWrapper::DiscardCacheForDirectory(const std::string& path) {
  target_->DiscardCacheForDirectory(path);
}
void FileSystemWrapper::SupportedOps(int64_t& supported_ops) {
  target_->SupportedOps(supported_ops);
}

IOStatus FSSequentialFileWrapper::Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                                       IODebugContext* dbg) {
  return target_->Read(n, o, result, scratch, dbg);
}
IOStatus FSSequentialFileWrapper::Skip(uint64_t n) { return target_->Skip(n); }
bool FSSequentialFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t FSSequentialFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
IOStatus FSSequentialFileWrapper::InvalidateCache(size_t offset, size_t length) {
  return target_->InvalidateCache(offset, length);
}
IOStatus FSSequentialFileWrapper::PositionedRead(uint64_t offset, size_t n, const IOOptions& o,
                                                 Slice* result, char* scratch,
                                                 IODebugContext* dbg) {
  return target_->PositionedRead(offset, n, o, result, scratch, dbg);
}
Temperature FSSequentialFileWrapper::GetTemperature() const { return target_->GetTemperature(); }

IOStatus FSRandomAccessFileWrapper::Read(uint64_t offset, size_t n, const IOOptions& o,
                                         Slice* result, char* scratch, IODebugContext* dbg) const {
  return target_->Read(offset, n, o, result, scratch, dbg);
}
IOStatus FSRandomAccessFileWrapper::Prefetch(uint64_t offset, size_t n, const IOOptions& o,
                                             IODebugContext* dbg) {
  return target_->Prefetch(offset, n, o, dbg);
}
IOStatus FSRandomAccessFileWrapper::MultiRead(FSReadRequest* reqs, size_t num_reqs,
                                              const IOOptions& o, IODebugContext* dbg) {
  return target_->MultiRead(reqs, num_reqs, o, dbg);
}
IOStatus FSRandomAccessFileWrapper::ReadAsync(FSReadRequest& req, const IOOptions& o,
                                              std::function<void(FSReadRequest&, void*)> cb,
                                              void* cb_arg, void** io_handle,
                                              IOHandleDeleter* del_fn, IODebugContext* dbg) {
  return target_->ReadAsync(req, o, cb, cb_arg, io_handle, del_fn, dbg);
}
size_t FSRandomAccessFileWrapper::GetUniqueId(char* id, size_t max_size) const {
  return target_->GetUniqueId(id, max_size);
}
void FSRandomAccessFileWrapper::Hint(AccessPattern pattern) { target_->Hint(pattern); }
bool FSRandomAccessFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t FSRandomAccessFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
IOStatus FSRandomAccessFileWrapper::InvalidateCache(size_t offset, size_t length) {
  return target_->InvalidateCache(offset, length);
}
Temperature FSRandomAccessFileWrapper::GetTemperature() const { return target_->GetTemperature(); }
IOStatus FSRandomAccessFileWrapper::GetFileSize(uint64_t* result) {
  return target_->GetFileSize(result);
}

IOStatus FSWritableFileWrapper::Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) {
  return target_->Append(data, o, dbg);
}
IOStatus FSWritableFileWrapper::Append(const Slice& data, const IOOptions& o,
                                       const DataVerificationInfo& info, IODebugContext* dbg) {
  return target_->Append(data, o, info, dbg);
}
IOStatus FSWritableFileWrapper::PositionedAppend(const Slice& data, uint64_t offset,
                                                 const IOOptions& o, IODebugContext* dbg) {
  return target_->PositionedAppend(data, offset, o, dbg);
}
IOStatus FSWritableFileWrapper::PositionedAppend(const Slice& data, uint64_t offset,
                                                 const IOOptions& o,
                                                 const DataVerificationInfo& info,
                                                 IODebugContext* dbg) {
  return target_->PositionedAppend(data, offset, o, info, dbg);
}
IOStatus FSWritableFileWrapper::Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) {
  return target_->Truncate(size, o, dbg);
}
IOStatus FSWritableFileWrapper::Close(const IOOptions& o, IODebugContext* dbg) {
  return target_->Close(o, dbg);
}
IOStatus FSWritableFileWrapper::Flush(const IOOptions& o, IODebugContext* dbg) {
  return target_->Flush(o, dbg);
}
IOStatus FSWritableFileWrapper::Sync(const IOOptions& o, IODebugContext* dbg) {
  return target_->Sync(o, dbg);
}
IOStatus FSWritableFileWrapper::Fsync(const IOOptions& o, IODebugContext* dbg) {
  return target_->Fsync(o, dbg);
}
bool FSWritableFileWrapper::IsSyncThreadSafe() const { return target_->IsSyncThreadSafe(); }
bool FSWritableFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t FSWritableFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
void FSWritableFileWrapper::SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) {
  target_->SetWriteLifeTimeHint(hint);
}
Env::WriteLifeTimeHint FSWritableFileWrapper::GetWriteLifeTimeHint() {
  return target_->GetWriteLifeTimeHint();
}
void FSWritableFileWrapper::SetIOPriority(Env::IOPriority pri) { target_->SetIOPriority(pri); }
Env::IOPriority FSWritableFileWrapper::GetIOPriority() { return target_->GetIOPriority(); }
uint64_t FSWritableFileWrapper::GetFileSize(const IOOptions& o, IODebugContext* dbg) {
  return target_->GetFileSize(o, dbg);
}
void FSWritableFileWrapper::SetPreallocationBlockSize(size_t size) {
  target_->SetPreallocationBlockSize(size);
}
void FSWritableFileWrapper::GetPreallocationStatus(size_t* block_size,
                                                   size_t* last_allocated_block) {
  target_->GetPreallocationStatus(block_size, last_allocated_block);
}
void FSWritableFileWrapper::PrepareWrite(size_t offset, size_t len, const IOOptions& o,
                                         IODebugContext* dbg) {
  target_->PrepareWrite(offset, len, o, dbg);
}
IOStatus FSWritableFileWrapper::Allocate(uint64_t offset, uint64_t len, const IOOptions& o,
                                         IODebugContext* dbg) {
  return target_->Allocate(offset, len, o, dbg);
}
size_t FSWritableFileWrapper::GetUniqueId(char* id, size_t max_size) const {
  return target_->GetUniqueId(id, max_size);
}
IOStatus FSWritableFileWrapper::InvalidateCache(size_t offset, size_t length) {
  return target_->InvalidateCache(offset, length);
}
IOStatus FSWritableFileWrapper::RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& o,
                                          IODebugContext* dbg) {
  return target_->RangeSync(offset, nbytes, o, dbg);
}

bool FSRandomRWFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t FSRandomRWFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
IOStatus FSRandomRWFileWrapper::Write(uint64_t offset, const Slice& data, const IOOptions& o,
                                      IODebugContext* dbg) {
  return target_->Write(offset, data, o, dbg);
}
IOStatus FSRandomRWFileWrapper::Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result,
                                     char* scratch, IODebugContext* dbg) const {
  return target_->Read(offset, n, o, result, scratch, dbg);
}
IOStatus FSRandomRWFileWrapper::Flush(const IOOptions& o, IODebugContext* dbg) {
  return target_->Flush(o, dbg);
}
IOStatus FSRandomRWFileWrapper::Sync(const IOOptions& o, IODebugContext* dbg) {
  return target_->Sync(o, dbg);
}
IOStatus FSRandomRWFileWrapper::Fsync(const IOOptions& o, IODebugContext* dbg) {
  return target_->Fsync(o, dbg);
}
IOStatus FSRandomRWFileWrapper::Close(const IOOptions& o, IODebugContext* dbg) {
  return target_->Close(o, dbg);
}
Temperature FSRandomRWFileWrapper::GetTemperature() const { return target_->GetTemperature(); }

IOStatus FSDirectoryWrapper::Fsync(const IOOptions& o, IODebugContext* dbg) {
  return target_->Fsync(o, dbg);
}
IOStatus FSDirectoryWrapper::FsyncWithDirOptions(const IOOptions& o, IODebugContext* dbg,
                                                 const DirFsyncOptions& reason) {
  return target_->FsyncWithDirOptions(o, dbg, reason);
}
IOStatus FSDirectoryWrapper::Close(const IOOptions& o, IODebugContext* dbg) {
  return target_->Close(o, dbg);
}
size_t FSDirectoryWrapper::GetUniqueId(char* id, size_t max_size) const {
  return target_->GetUniqueId(id, max_size);
}

}  // namespace ROCKSDB_NAMESPACE
