// Env's files as FileSystem's: options that Env lacks are dropped, Status becomes IOStatus. One
// class for each kind of file; each call passes on. A method without an override here keeps
// FileSystem's default, which uses overridden calls.
#include "env/legacy_adapters.h"

namespace ROCKSDB_NAMESPACE {

namespace {

IOStatus Io(Status&& s) { return status_to_io_status(std::move(s)); }

class NewSequential final : public FSSequentialFile {
 public:
  explicit NewSequential(std::unique_ptr<SequentialFile>&& f) : file_(std::move(f)) {}

  IOStatus Read(size_t n, const IOOptions& /*o*/, Slice* result, char* scratch,
                IODebugContext* /*dbg*/) override {
    return Io(file_->Read(n, result, scratch));
  }
  IOStatus Skip(uint64_t n) override { return Io(file_->Skip(n)); }
  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  IOStatus InvalidateCache(size_t offset, size_t length) override {
    return Io(file_->InvalidateCache(offset, length));
  }
  IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& /*o*/, Slice* result,
                          char* scratch, IODebugContext* /*dbg*/) override {
    return Io(file_->PositionedRead(offset, n, result, scratch));
  }

 private:
  const std::unique_ptr<SequentialFile> file_;
};

class NewRandomAccess final : public FSRandomAccessFile {
 public:
  explicit NewRandomAccess(std::unique_ptr<RandomAccessFile>&& f) : file_(std::move(f)) {}

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& /*o*/, Slice* result, char* scratch,
                IODebugContext* /*dbg*/) const override {
    return Io(file_->Read(offset, n, result, scratch));
  }
  IOStatus MultiRead(FSReadRequest* reqs, size_t num_reqs, const IOOptions& /*o*/,
                     IODebugContext* /*dbg*/) override {
    std::vector<ReadRequest> inner(num_reqs);
    for (size_t i = 0; i < num_reqs; ++i) {
      inner[i] = ReadRequest{reqs[i].offset, reqs[i].len, reqs[i].scratch, Slice(), Status()};
    }
    IOStatus s = Io(file_->MultiRead(inner.data(), num_reqs));
    for (size_t i = 0; i < num_reqs; ++i) {
      reqs[i].result = inner[i].result;
      reqs[i].status = Io(std::move(inner[i].status));
    }
    return s;
  }
  IOStatus Prefetch(uint64_t offset, size_t n, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    return Io(file_->Prefetch(offset, n));
  }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return file_->GetUniqueId(id, max_size);
  }
  void Hint(AccessPattern pattern) override {
    file_->Hint(static_cast<RandomAccessFile::AccessPattern>(pattern));
  }
  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  IOStatus InvalidateCache(size_t offset, size_t length) override {
    return Io(file_->InvalidateCache(offset, length));
  }
  IOStatus GetFileSize(uint64_t* result) override { return Io(file_->GetFileSize(result)); }

 private:
  const std::unique_ptr<RandomAccessFile> file_;
};

class NewWritable final : public FSWritableFile {
 public:
  explicit NewWritable(std::unique_ptr<WritableFile>&& f) : file_(std::move(f)) {}

  using FSWritableFile::Append;
  using FSWritableFile::PositionedAppend;
  IOStatus Append(const Slice& data, const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Append(data));
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& /*o*/,
                            IODebugContext* /*dbg*/) override {
    return Io(file_->PositionedAppend(data, offset));
  }
  IOStatus Truncate(uint64_t size, const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Truncate(size));
  }
  IOStatus Close(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Close());
  }
  IOStatus Flush(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Flush());
  }
  IOStatus Sync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Sync());
  }
  IOStatus Fsync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Fsync());
  }
  bool IsSyncThreadSafe() const override { return file_->IsSyncThreadSafe(); }
  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) override {
    file_->SetWriteLifeTimeHint(hint);
  }
  Env::WriteLifeTimeHint GetWriteLifeTimeHint() override { return file_->GetWriteLifeTimeHint(); }
  void SetIOPriority(Env::IOPriority pri) override { file_->SetIOPriority(pri); }
  Env::IOPriority GetIOPriority() override { return file_->GetIOPriority(); }
  uint64_t GetFileSize(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return file_->GetFileSize();
  }
  void SetPreallocationBlockSize(size_t size) override { file_->SetPreallocationBlockSize(size); }
  void GetPreallocationStatus(size_t* block_size, size_t* last_block) override {
    file_->GetPreallocationStatus(block_size, last_block);
  }
  void PrepareWrite(size_t offset, size_t len, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    file_->PrepareWrite(offset, len);
  }
  IOStatus Allocate(uint64_t offset, uint64_t len, const IOOptions& /*o*/,
                    IODebugContext* /*dbg*/) override {
    return Io(file_->Allocate(offset, len));
  }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return file_->GetUniqueId(id, max_size);
  }
  IOStatus InvalidateCache(size_t offset, size_t length) override {
    return Io(file_->InvalidateCache(offset, length));
  }
  IOStatus RangeSync(uint64_t offset, uint64_t nbytes, const IOOptions& /*o*/,
                     IODebugContext* /*dbg*/) override {
    return Io(file_->RangeSync(offset, nbytes));
  }

 private:
  const std::unique_ptr<WritableFile> file_;
};

class NewRandomRW final : public FSRandomRWFile {
 public:
  explicit NewRandomRW(std::unique_ptr<RandomRWFile>&& f) : file_(std::move(f)) {}

  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& /*o*/,
                 IODebugContext* /*dbg*/) override {
    return Io(file_->Write(offset, data));
  }
  IOStatus Read(uint64_t offset, size_t n, const IOOptions& /*o*/, Slice* result, char* scratch,
                IODebugContext* /*dbg*/) const override {
    return Io(file_->Read(offset, n, result, scratch));
  }
  IOStatus Flush(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Flush());
  }
  IOStatus Sync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Sync());
  }
  IOStatus Fsync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Fsync());
  }
  IOStatus Close(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(file_->Close());
  }

 private:
  const std::unique_ptr<RandomRWFile> file_;
};

class NewDir final : public FSDirectory {
 public:
  explicit NewDir(std::unique_ptr<Directory>&& d) : dir_(std::move(d)) {}

  IOStatus Fsync(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(dir_->Fsync());
  }
  IOStatus Close(const IOOptions& /*o*/, IODebugContext* /*dbg*/) override {
    return Io(dir_->Close());
  }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return dir_->GetUniqueId(id, max_size);
  }

 private:
  const std::unique_ptr<Directory> dir_;
};

// Opens through `open` and wraps the file.
template <typename Wrapped, typename Legacy, typename Fs, typename Open>
IOStatus OpenNew(std::unique_ptr<Fs>* result, Open open) {
  std::unique_ptr<Legacy> file;
  result->reset();
  IOStatus s = Io(open(&file));
  if (s.ok()) {
    result->reset(new Wrapped(std::move(file)));
  }
  return s;
}

// Usually a member of the Env. REQUIRES: the Env outlives it and the files opened through it.
class EnvFileSystem final : public FileSystem {
 public:
  explicit EnvFileSystem(Env* env) : env_(env) {}

  static const char* kClassName() { return "LegacyFileSystem"; }
  const char* Name() const override { return kClassName(); }

  Status RegisterDbPaths(const std::vector<std::string>& paths) override {
    return env_->RegisterDbPaths(paths);
  }
  Status UnregisterDbPaths(const std::vector<std::string>& paths) override {
    return env_->UnregisterDbPaths(paths);
  }
  IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r,
                             IODebugContext* /*dbg*/) override {
    return OpenNew<NewSequential, SequentialFile>(
        r, [&](auto* file) { return env_->NewSequentialFile(f, file, o); });
  }
  IOStatus NewRandomAccessFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r,
                               IODebugContext* /*dbg*/) override {
    return OpenNew<NewRandomAccess, RandomAccessFile>(
        r, [&](auto* file) { return env_->NewRandomAccessFile(f, file, o); });
  }
  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* /*dbg*/) override {
    return OpenNew<NewWritable, WritableFile>(
        r, [&](auto* file) { return env_->NewWritableFile(f, file, o); });
  }
  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r,
                              IODebugContext* /*dbg*/) override {
    return OpenNew<NewWritable, WritableFile>(
        r, [&](auto* file) { return env_->ReopenWritableFile(f, file, o); });
  }
  IOStatus ReuseWritableFile(const std::string& f, const std::string& old_f, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r, IODebugContext* /*dbg*/) override {
    return OpenNew<NewWritable, WritableFile>(
        r, [&](auto* file) { return env_->ReuseWritableFile(f, old_f, file, o); });
  }
  IOStatus NewRandomRWFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSRandomRWFile>* r, IODebugContext* /*dbg*/) override {
    return OpenNew<NewRandomRW, RandomRWFile>(
        r, [&](auto* file) { return env_->NewRandomRWFile(f, file, o); });
  }
  IOStatus NewMemoryMappedFileBuffer(const std::string& f,
                                     std::unique_ptr<MemoryMappedFileBuffer>* r) override {
    return Io(env_->NewMemoryMappedFileBuffer(f, r));
  }
  IOStatus NewDirectory(const std::string& d, const IOOptions& /*o*/,
                        std::unique_ptr<FSDirectory>* r, IODebugContext* /*dbg*/) override {
    return OpenNew<NewDir, Directory>(r, [&](auto* dir) { return env_->NewDirectory(d, dir); });
  }
  IOStatus FileExists(const std::string& f, const IOOptions&, IODebugContext*) override {
    return Io(env_->FileExists(f));
  }
  IOStatus GetChildren(const std::string& d, const IOOptions&, std::vector<std::string>* r,
                       IODebugContext*) override {
    return Io(env_->GetChildren(d, r));
  }
  IOStatus GetChildrenFileAttributes(const std::string& d, const IOOptions&,
                                     std::vector<FileAttributes>* r, IODebugContext*) override {
    return Io(env_->GetChildrenFileAttributes(d, r));
  }
  IOStatus DeleteFile(const std::string& f, const IOOptions&, IODebugContext*) override {
    return Io(env_->DeleteFile(f));
  }
  IOStatus Truncate(const std::string& f, size_t size, const IOOptions&, IODebugContext*) override {
    return Io(env_->Truncate(f, size));
  }
  IOStatus CreateDir(const std::string& d, const IOOptions&, IODebugContext*) override {
    return Io(env_->CreateDir(d));
  }
  IOStatus CreateDirIfMissing(const std::string& d, const IOOptions&, IODebugContext*) override {
    return Io(env_->CreateDirIfMissing(d));
  }
  IOStatus DeleteDir(const std::string& d, const IOOptions&, IODebugContext*) override {
    return Io(env_->DeleteDir(d));
  }
  IOStatus GetFileSize(const std::string& f, const IOOptions&, uint64_t* size,
                       IODebugContext*) override {
    return Io(env_->GetFileSize(f, size));
  }
  IOStatus GetFileModificationTime(const std::string& f, const IOOptions&, uint64_t* mtime,
                                   IODebugContext*) override {
    return Io(env_->GetFileModificationTime(f, mtime));
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions&,
                      IODebugContext*) override {
    return Io(env_->RenameFile(from, to));
  }
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions&,
                    IODebugContext*) override {
    return Io(env_->LinkFile(from, to));
  }
  IOStatus NumFileLinks(const std::string& f, const IOOptions&, uint64_t* count,
                        IODebugContext*) override {
    return Io(env_->NumFileLinks(f, count));
  }
  IOStatus AreFilesSame(const std::string& a, const std::string& b, const IOOptions&, bool* res,
                        IODebugContext*) override {
    return Io(env_->AreFilesSame(a, b, res));
  }
  IOStatus LockFile(const std::string& f, const IOOptions&, FileLock** l,
                    IODebugContext*) override {
    return Io(env_->LockFile(f, l));
  }
  IOStatus UnlockFile(FileLock* l, const IOOptions&, IODebugContext*) override {
    return Io(env_->UnlockFile(l));
  }
  IOStatus GetTestDirectory(const IOOptions&, std::string* path, IODebugContext*) override {
    return Io(env_->GetTestDirectory(path));
  }
  IOStatus NewLogger(const std::string& f, const IOOptions&, std::shared_ptr<Logger>* r,
                     IODebugContext*) override {
    return Io(env_->NewLogger(f, r));
  }
  IOStatus GetAbsolutePath(const std::string& path, const IOOptions&, std::string* out,
                           IODebugContext*) override {
    return Io(env_->GetAbsolutePath(path, out));
  }
  void SanitizeFileOptions(FileOptions* o) const override { env_->SanitizeEnvOptions(o); }
  FileOptions OptimizeForLogRead(const FileOptions& o) const override {
    return WithIo(env_->OptimizeForLogRead(o), o);
  }
  FileOptions OptimizeForManifestRead(const FileOptions& o) const override {
    return WithIo(env_->OptimizeForManifestRead(o), o);
  }
  FileOptions OptimizeForLogWrite(const FileOptions& o, const DBOptions& db) const override {
    return WithIo(env_->OptimizeForLogWrite(o, db), o);
  }
  FileOptions OptimizeForManifestWrite(const FileOptions& o) const override {
    return WithIo(env_->OptimizeForManifestWrite(o), o);
  }
  FileOptions OptimizeForCompactionTableWrite(const FileOptions& o,
                                              const ImmutableDBOptions& db) const override {
    return WithIo(env_->OptimizeForCompactionTableWrite(o, db), o);
  }
  FileOptions OptimizeForCompactionTableRead(const FileOptions& o,
                                             const ImmutableDBOptions& db) const override {
    return WithIo(env_->OptimizeForCompactionTableRead(o, db), o);
  }
  FileOptions OptimizeForBlobFileRead(const FileOptions& o,
                                      const ImmutableDBOptions& db) const override {
    return WithIo(env_->OptimizeForBlobFileRead(o, db), o);
  }
  IOStatus GetFreeSpace(const std::string& path, const IOOptions&, uint64_t* free,
                        IODebugContext*) override {
    return Io(env_->GetFreeSpace(path, free));
  }
  IOStatus IsDirectory(const std::string& path, const IOOptions&, bool* is_dir,
                       IODebugContext*) override {
    return Io(env_->IsDirectory(path, is_dir));
  }

 private:
  // The options that Env changed, and those that it does not know unchanged.
  static FileOptions WithIo(const EnvOptions& changed, const FileOptions& original) {
    FileOptions result = original;
    static_cast<EnvOptions&>(result) = changed;
    return result;
  }

  Env* const env_;
};

class EnvClock final : public SystemClock {
 public:
  explicit EnvClock(Env* env) : env_(env) {}

  static const char* kClassName() { return "LegacySystemClock"; }
  const char* Name() const override { return kClassName(); }
  uint64_t NowMicros() override { return env_->NowMicros(); }
  uint64_t NowNanos() override { return env_->NowNanos(); }
  uint64_t CPUMicros() override { return env_->NowCPUNanos() / 1000; }
  uint64_t CPUNanos() override { return env_->NowCPUNanos(); }
  void SleepForMicroseconds(int micros) override { env_->SleepForMicroseconds(micros); }
  Status GetCurrentTime(int64_t* t) override { return env_->GetCurrentTime(t); }
  std::string TimeToString(uint64_t t) override { return env_->TimeToString(t); }

 private:
  Env* const env_;
};

}  // namespace

std::shared_ptr<FileSystem> FilesOfEnv(Env* env) { return std::make_shared<EnvFileSystem>(env); }

std::shared_ptr<SystemClock> ClockOfEnv(Env* env) { return std::make_shared<EnvClock>(env); }

}  // namespace ROCKSDB_NAMESPACE
