// EnvWrapper and the wrappers of single legacy files: every call passes on unchanged. The bodies
// are here and not in the header, so that applications which derive from a wrapper need no
// recompilation when a body changes. A method that is missing here would fall back to Env's default
// and silently bypass the wrapped Env, so every new method of Env needs a body here.
#include "rocksdb/env.h"
#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

// An owned target precedes a borrowed one; without either the target is the default environment.
void EnvWrapper::Target::Prepare() {
  if (guard != nullptr) {
    env = guard.get();
  } else if (env == nullptr) {
    env = Env::Default();
  }
}

EnvWrapper::EnvWrapper(Env* t) : target_(t) {}
EnvWrapper::EnvWrapper(std::unique_ptr<Env>&& t) : target_(std::move(t)) {}
EnvWrapper::EnvWrapper(const std::shared_ptr<Env>& t) : target_(t) {}
EnvWrapper::~EnvWrapper() = default;

Status EnvWrapper::PrepareOptions(const ConfigOptions& options) {
  target_.Prepare();
  return Env::PrepareOptions(options);
}

Status EnvWrapper::RegisterDbPaths(const std::vector<std::string>& paths) {
  return target_.env->RegisterDbPaths(paths);
}
Status EnvWrapper::UnregisterDbPaths(const std::vector<std::string>& paths) {
  return target_.env->UnregisterDbPaths(paths);
}
Status EnvWrapper::NewSequentialFile(const std::string& f, std::unique_ptr<SequentialFile>* r,
                                     const EnvOptions& o) {
  return target_.env->NewSequentialFile(f, r, o);
}
Status EnvWrapper::NewRandomAccessFile(const std::string& f, std::unique_ptr<RandomAccessFile>* r,
                                       const EnvOptions& o) {
  return target_.env->NewRandomAccessFile(f, r, o);
}
Status EnvWrapper::NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                                   const EnvOptions& o) {
  return target_.env->NewWritableFile(f, r, o);
}
Status EnvWrapper::ReopenWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                                      const EnvOptions& o) {
  return target_.env->ReopenWritableFile(f, r, o);
}
Status EnvWrapper::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                     std::unique_ptr<WritableFile>* r, const EnvOptions& o) {
  return target_.env->ReuseWritableFile(f, old_f, r, o);
}
Status EnvWrapper::NewRandomRWFile(const std::string& f, std::unique_ptr<RandomRWFile>* r,
                                   const EnvOptions& o) {
  return target_.env->NewRandomRWFile(f, r, o);
}
Status EnvWrapper::NewMemoryMappedFileBuffer(const std::string& f,
                                             std::unique_ptr<MemoryMappedFileBuffer>* r) {
  return target_.env->NewMemoryMappedFileBuffer(f, r);
}
Status EnvWrapper::NewDirectory(const std::string& d, std::unique_ptr<Directory>* r) {
  return target_.env->NewDirectory(d, r);
}
Status EnvWrapper::FileExists(const std::string& f) { return target_.env->FileExists(f); }
Status EnvWrapper::GetChildren(const std::string& d, std::vector<std::string>* r) {
  return target_.env->GetChildren(d, r);
}
Status EnvWrapper::GetChildrenFileAttributes(const std::string& d, std::vector<FileAttributes>* r) {
  return target_.env->GetChildrenFileAttributes(d, r);
}
Status EnvWrapper::DeleteFile(const std::string& f) { return target_.env->DeleteFile(f); }
Status EnvWrapper::Truncate(const std::string& f, size_t size) {
  return target_.env->Truncate(f, size);
}
Status EnvWrapper::CreateDir(const std::string& d) { return target_.env->CreateDir(d); }
Status EnvWrapper::CreateDirIfMissing(const std::string& d) {
  return target_.env->CreateDirIfMissing(d);
}
Status EnvWrapper::DeleteDir(const std::string& d) { return target_.env->DeleteDir(d); }
Status EnvWrapper::GetFileSize(const std::string& f, uint64_t* size) {
  return target_.env->GetFileSize(f, size);
}
Status EnvWrapper::GetFileModificationTime(const std::string& f, uint64_t* mtime) {
  return target_.env->GetFileModificationTime(f, mtime);
}
Status EnvWrapper::RenameFile(const std::string& from, const std::string& to) {
  return target_.env->RenameFile(from, to);
}
Status EnvWrapper::LinkFile(const std::string& from, const std::string& to) {
  return target_.env->LinkFile(from, to);
}
Status EnvWrapper::NumFileLinks(const std::string& f, uint64_t* count) {
  return target_.env->NumFileLinks(f, count);
}
Status EnvWrapper::AreFilesSame(const std::string& a, const std::string& b, bool* res) {
  return target_.env->AreFilesSame(a, b, res);
}
Status EnvWrapper::LockFile(const std::string& f, FileLock** l) {
  return target_.env->LockFile(f, l);
}
Status EnvWrapper::UnlockFile(FileLock* l) { return target_.env->UnlockFile(l); }
Status EnvWrapper::LoadLibrary(const std::string& name, const std::string& path,
                               std::shared_ptr<DynamicLibrary>* r) {
  return target_.env->LoadLibrary(name, path, r);
}
Status EnvWrapper::GetTestDirectory(std::string* path) {
  return target_.env->GetTestDirectory(path);
}
Status EnvWrapper::GetAbsolutePath(const std::string& path, std::string* out) {
  return target_.env->GetAbsolutePath(path, out);
}
Status EnvWrapper::GetFreeSpace(const std::string& path, uint64_t* free) {
  return target_.env->GetFreeSpace(path, free);
}
Status EnvWrapper::IsDirectory(const std::string& path, bool* is_dir) {
  return target_.env->IsDirectory(path, is_dir);
}
void EnvWrapper::Schedule(void (*f)(void* arg), void* a, Priority pri, void* tag,
                          void (*u)(void* arg)) {
  target_.env->Schedule(f, a, pri, tag, u);
}
int EnvWrapper::UnSchedule(void* tag, Priority pri) { return target_.env->UnSchedule(tag, pri); }
void EnvWrapper::StartThread(void (*f)(void*), void* a) { target_.env->StartThread(f, a); }
void EnvWrapper::WaitForJoin() { target_.env->WaitForJoin(); }
int EnvWrapper::ReserveThreads(int n, Priority pri) { return target_.env->ReserveThreads(n, pri); }
int EnvWrapper::ReleaseThreads(int n, Priority pri) { return target_.env->ReleaseThreads(n, pri); }
unsigned int EnvWrapper::GetThreadPoolQueueLen(Priority pri) const {
  return target_.env->GetThreadPoolQueueLen(pri);
}
void EnvWrapper::SetBackgroundThreads(int n, Priority pri) {
  target_.env->SetBackgroundThreads(n, pri);
}
int EnvWrapper::GetBackgroundThreads(Priority pri) {
  return target_.env->GetBackgroundThreads(pri);
}
void EnvWrapper::IncBackgroundThreadsIfNeeded(int n, Priority pri) {
  target_.env->IncBackgroundThreadsIfNeeded(n, pri);
}
void EnvWrapper::LowerThreadPoolIOPriority(Priority pool) {
  target_.env->LowerThreadPoolIOPriority(pool);
}
void EnvWrapper::LowerThreadPoolCPUPriority(Priority pool) {
  target_.env->LowerThreadPoolCPUPriority(pool);
}
Status EnvWrapper::LowerThreadPoolCPUPriority(Priority pool, CpuPriority pri) {
  return target_.env->LowerThreadPoolCPUPriority(pool, pri);
}
Status EnvWrapper::GetThreadList(std::vector<ThreadStatus>* list) {
  return target_.env->GetThreadList(list);
}
ThreadStatusUpdater* EnvWrapper::GetThreadStatusUpdater() const {
  return target_.env->GetThreadStatusUpdater();
}
uint64_t EnvWrapper::GetThreadID() const { return target_.env->GetThreadID(); }
uint64_t EnvWrapper::NowMicros() { return target_.env->NowMicros(); }
uint64_t EnvWrapper::NowNanos() { return target_.env->NowNanos(); }
uint64_t EnvWrapper::NowCPUNanos() { return target_.env->NowCPUNanos(); }
void EnvWrapper::SleepForMicroseconds(int micros) { target_.env->SleepForMicroseconds(micros); }
Status EnvWrapper::GetCurrentTime(int64_t* unix_time) {
  return target_.env->GetCurrentTime(unix_time);
}
std::string EnvWrapper::TimeToString(uint64_t time) { return target_.env->TimeToString(time); }
Status EnvWrapper::GetHostName(char* name, uint64_t len) {
  return target_.env->GetHostName(name, len);
}
std::string EnvWrapper::GenerateUniqueId() { return target_.env->GenerateUniqueId(); }
Status EnvWrapper::SetAllowNonOwnerAccess(bool allow) {
  return target_.env->SetAllowNonOwnerAccess(allow);
}
Status EnvWrapper::NewLogger(const std::string& f, std::shared_ptr<Logger>* r) {
  return target_.env->NewLogger(f, r);
}
EnvOptions EnvWrapper::OptimizeForLogRead(const EnvOptions& o) const {
  return target_.env->OptimizeForLogRead(o);
}
EnvOptions EnvWrapper::OptimizeForManifestRead(const EnvOptions& o) const {
  return target_.env->OptimizeForManifestRead(o);
}
EnvOptions EnvWrapper::OptimizeForLogWrite(const EnvOptions& o, const DBOptions& db) const {
  return target_.env->OptimizeForLogWrite(o, db);
}
EnvOptions EnvWrapper::OptimizeForManifestWrite(const EnvOptions& o) const {
  return target_.env->OptimizeForManifestWrite(o);
}
EnvOptions EnvWrapper::OptimizeForCompactionTableWrite(const EnvOptions& o,
                                                       const ImmutableDBOptions& db) const {
  return target_.env->OptimizeForCompactionTableWrite(o, db);
}
EnvOptions EnvWrapper::OptimizeForCompactionTableRead(const EnvOptions& o,
                                                      const ImmutableDBOptions& db) const {
  return target_.env->OptimizeForCompactionTableRead(o, db);
}
EnvOptions EnvWrapper::OptimizeForBlobFileRead(const EnvOptions& o,
                                               const ImmutableDBOptions& db) const {
  return target_.env->OptimizeForBlobFileRead(o, db);
}
void EnvWrapper::SanitizeEnvOptions(EnvOptions* o) const { target_.env->SanitizeEnvOptions(o); }

Status SequentialFileWrapper::Read(size_t n, Slice* result, char* scratch) {
  return target_->Read(n, result, scratch);
}
Status SequentialFileWrapper::Skip(uint64_t n) { return target_->Skip(n); }
bool SequentialFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t SequentialFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
Status SequentialFileWrapper::InvalidateCache(size_t offset, size_t length) {
  return target_->InvalidateCache(offset, length);
}
Status SequentialFileWrapper::PositionedRead(uint64_t offset, size_t n, Slice* result,
                                             char* scratch) {
  return target_->PositionedRead(offset, n, result, scratch);
}

Status RandomAccessFileWrapper::Read(uint64_t offset, size_t n, Slice* result,
                                     char* scratch) const {
  return target_->Read(offset, n, result, scratch);
}
Status RandomAccessFileWrapper::Prefetch(uint64_t offset, size_t n) {
  return target_->Prefetch(offset, n);
}
Status RandomAccessFileWrapper::MultiRead(ReadRequest* reqs, size_t num_reqs) {
  return target_->MultiRead(reqs, num_reqs);
}
size_t RandomAccessFileWrapper::GetUniqueId(char* id, size_t max_size) const {
  return target_->GetUniqueId(id, max_size);
}
void RandomAccessFileWrapper::Hint(AccessPattern pattern) { target_->Hint(pattern); }
bool RandomAccessFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t RandomAccessFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
Status RandomAccessFileWrapper::InvalidateCache(size_t offset, size_t length) {
  return target_->InvalidateCache(offset, length);
}
Status RandomAccessFileWrapper::GetFileSize(uint64_t* result) {
  return target_->GetFileSize(result);
}

Status WritableFileWrapper::Append(const Slice& data) { return target_->Append(data); }
Status WritableFileWrapper::Append(const Slice& data, const DataVerificationInfo& info) {
  return target_->Append(data, info);
}
Status WritableFileWrapper::PositionedAppend(const Slice& data, uint64_t offset) {
  return target_->PositionedAppend(data, offset);
}
Status WritableFileWrapper::PositionedAppend(const Slice& data, uint64_t offset,
                                             const DataVerificationInfo& info) {
  return target_->PositionedAppend(data, offset, info);
}
Status WritableFileWrapper::Truncate(uint64_t size) { return target_->Truncate(size); }
Status WritableFileWrapper::Close() { return target_->Close(); }
Status WritableFileWrapper::Flush() { return target_->Flush(); }
Status WritableFileWrapper::Sync() { return target_->Sync(); }
Status WritableFileWrapper::Fsync() { return target_->Fsync(); }
bool WritableFileWrapper::IsSyncThreadSafe() const { return target_->IsSyncThreadSafe(); }
bool WritableFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t WritableFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
void WritableFileWrapper::SetIOPriority(Env::IOPriority pri) { target_->SetIOPriority(pri); }
Env::IOPriority WritableFileWrapper::GetIOPriority() { return target_->GetIOPriority(); }
void WritableFileWrapper::SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) {
  target_->SetWriteLifeTimeHint(hint);
}
Env::WriteLifeTimeHint WritableFileWrapper::GetWriteLifeTimeHint() {
  return target_->GetWriteLifeTimeHint();
}
uint64_t WritableFileWrapper::GetFileSize() { return target_->GetFileSize(); }
void WritableFileWrapper::SetPreallocationBlockSize(size_t size) {
  target_->SetPreallocationBlockSize(size);
}
void WritableFileWrapper::GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) {
  target_->GetPreallocationStatus(block_size, last_allocated_block);
}
void WritableFileWrapper::PrepareWrite(size_t offset, size_t len) {
  target_->PrepareWrite(offset, len);
}
Status WritableFileWrapper::Allocate(uint64_t offset, uint64_t len) {
  return target_->Allocate(offset, len);
}
size_t WritableFileWrapper::GetUniqueId(char* id, size_t max_size) const {
  return target_->GetUniqueId(id, max_size);
}
Status WritableFileWrapper::InvalidateCache(size_t offset, size_t length) {
  return target_->InvalidateCache(offset, length);
}
Status WritableFileWrapper::RangeSync(uint64_t offset, uint64_t nbytes) {
  return target_->RangeSync(offset, nbytes);
}

bool RandomRWFileWrapper::use_direct_io() const { return target_->use_direct_io(); }
size_t RandomRWFileWrapper::GetRequiredBufferAlignment() const {
  return target_->GetRequiredBufferAlignment();
}
Status RandomRWFileWrapper::Write(uint64_t offset, const Slice& data) {
  return target_->Write(offset, data);
}
Status RandomRWFileWrapper::Read(uint64_t offset, size_t n, Slice* result, char* scratch) const {
  return target_->Read(offset, n, result, scratch);
}
Status RandomRWFileWrapper::Flush() { return target_->Flush(); }
Status RandomRWFileWrapper::Sync() { return target_->Sync(); }
Status RandomRWFileWrapper::Fsync() { return target_->Fsync(); }
Status RandomRWFileWrapper::Close() { return target_->Close(); }

Status DirectoryWrapper::Fsync() { return target_->Fsync(); }
Status DirectoryWrapper::Close() { return target_->Close(); }
size_t DirectoryWrapper::GetUniqueId(char* id, size_t max_size) const {
  return target_->GetUniqueId(id, max_size);
}

Status LoggerWrapper::Close() { return target_->Close(); }
void LoggerWrapper::LogHeader(const char* format, va_list ap) { target_->LogHeader(format, ap); }
void LoggerWrapper::Logv(const char* format, va_list ap) { target_->Logv(format, ap); }
void LoggerWrapper::Logv(const InfoLogLevel log_level, const char* format, va_list ap) {
  target_->Logv(log_level, format, ap);
}
size_t LoggerWrapper::GetLogFileSize() const { return target_->GetLogFileSize(); }
void LoggerWrapper::Flush() { target_->Flush(); }
InfoLogLevel LoggerWrapper::GetInfoLogLevel() const { return target_->GetInfoLogLevel(); }
void LoggerWrapper::SetInfoLogLevel(const InfoLogLevel log_level) {
  target_->SetInfoLogLevel(log_level);
}

}  // namespace ROCKSDB_NAMESPACE
