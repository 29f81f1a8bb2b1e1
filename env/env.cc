// The default bodies of Env and its file classes, and Envs made by name. A default does nothing
// where that is harmless, builds its answer from other calls, or returns NotSupported.
#include "rocksdb/env.h"

#include <cassert>

#include "env/composite_env.h"
#include "env/current_file.h"
#include "env/file_logger.h"
#include "env/legacy_adapters.h"
#include "env/mem_fs.h"
#include "rocksdb/options.h"
#include "rocksdb/utilities/customizable_util.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Status EnvLacks(const char* what) { return Status::NotSupported(what); }

Status LoadBy(ObjectRegistry* registry, const std::string& value, Env** result,
              std::shared_ptr<Env>* guard) {
  guard->reset();
  if (value.empty() || value == Env::kDefaultName() || value == "Default" || value == "posix") {
    *result = Env::Default();
    return Status::OK();
  }
  if (value == "MemEnv" || value == "mem://") {
    guard->reset(NewMemEnv(Env::Default()));
    *result = guard->get();
    return Status::OK();
  }
  // One of the application's. It has an owner or stays for ever, as its maker says.
  std::unique_ptr<Env> made;
  Env* env = nullptr;
  Status s = registry->NewObject(value, &env, &made);
  if (s.ok()) {
    *guard = std::move(made);
    *result = env;
  }
  return s;
}

Status LoadUnowned(ObjectRegistry* registry, const std::string& value, Env** result) {
  std::shared_ptr<Env> guard;
  Env* env = nullptr;
  Status s = LoadBy(registry, value, &env, &guard);
  if (s.ok() && guard != nullptr) {
    // Without the guard the Env would be destroyed on return.
    return Status::InvalidArgument("this Env needs an owner", value);
  }
  if (s.ok()) {
    *result = env;
  }
  return s;
}

}  // namespace

EnvOptions::EnvOptions(const DBOptions& options)
    : use_mmap_reads(options.allow_mmap_reads),
      use_mmap_writes(options.allow_mmap_writes),
      use_direct_reads(options.use_direct_reads),
      allow_fallocate(options.allow_fallocate),
      set_fd_cloexec(options.is_fd_close_on_exec),
      bytes_per_sync(options.bytes_per_sync),
      strict_bytes_per_sync(options.strict_bytes_per_sync),
      compaction_readahead_size(options.compaction_readahead_size),
      writable_file_max_buffer_size(options.writable_file_max_buffer_size),
      rate_limiter(options.rate_limiter.get()) {}

// Adapters over this Env: through them the engine calls the overrides of a subclass.
Env::Env() : file_system_(FilesOfEnv(this)), system_clock_(ClockOfEnv(this)) {}

Env::Env(const std::shared_ptr<FileSystem>& fs)
    : file_system_(fs), system_clock_(ClockOfEnv(this)) {}

Env::Env(const std::shared_ptr<FileSystem>& fs, const std::shared_ptr<SystemClock>& clock)
    : file_system_(fs), system_clock_(clock) {}

Env::~Env() = default;

const std::shared_ptr<FileSystem>& Env::GetFileSystem() const { return file_system_; }
const std::shared_ptr<SystemClock>& Env::GetSystemClock() const { return system_clock_; }

Status Env::LoadEnv(const std::string& value, Env** result) {
  return LoadUnowned(ObjectRegistry::Default().get(), value, result);
}

Status Env::LoadEnv(const std::string& value, Env** result, std::shared_ptr<Env>* guard) {
  return LoadBy(ObjectRegistry::Default().get(), value, result, guard);
}

Status Env::CreateFromString(const ConfigOptions& config_options, const std::string& value,
                             Env** result) {
  return LoadUnowned(detail::RegistryOf(config_options), value, result);
}

Status Env::CreateFromString(const ConfigOptions& config_options, const std::string& value,
                             Env** result, std::shared_ptr<Env>* guard) {
  return LoadBy(detail::RegistryOf(config_options), value, result, guard);
}

Status Env::CreateFromUri(const ConfigOptions& options, const std::string& env_uri,
                          const std::string& fs_uri, Env** result, std::shared_ptr<Env>* guard) {
  if (!env_uri.empty() && !fs_uri.empty()) {
    return Status::InvalidArgument("cannot specify both fs_uri and env_uri");
  }
  if (fs_uri.empty()) {
    return CreateFromString(options, env_uri, result, guard);
  }
  std::shared_ptr<FileSystem> fs;
  Status s = FileSystem::CreateFromString(options, fs_uri, &fs);
  if (s.ok()) {
    *guard = NewCompositeEnv(fs);
    *result = guard->get();
  }
  return s;
}

std::unique_ptr<Env> NewCompositeEnv(const std::shared_ptr<FileSystem>& fs) {
  return std::make_unique<CompositeEnvWrapper>(Env::Default(), fs, SystemClock::Default());
}

// The caller owns it. Threads and time are base_env's, files live in memory.
Env* NewMemEnv(Env* base_env) {
  return new CompositeEnvWrapper(base_env,
                                 std::make_shared<MemFileSystem>(base_env->GetSystemClock()),
                                 base_env->GetSystemClock());
}

std::string Env::PriorityToString(Priority priority) {
  static constexpr const char* kNames[] = {"Bottom", "Low", "High", "User"};
  return priority < TOTAL ? kNames[priority] : "Invalid";
}

std::string Env::IOActivityToString(IOActivity activity) {
  // In the order of the enum.
  static constexpr const char* kNames[] = {"Flush",
                                           "Compaction",
                                           "DBOpen",
                                           "Get",
                                           "MultiGet",
                                           "DBIterator",
                                           "VerifyDBChecksum",
                                           "VerifyFileChecksums",
                                           "GetEntity",
                                           "MultiGetEntity",
                                           "GetFileChecksumsFromCurrentManifest"};
  const auto value = static_cast<size_t>(activity);
  if (value < std::size(kNames)) {
    return kNames[value];
  }
  return activity == IOActivity::kUnknown ? "Unknown" : "Invalid";
}

Status Env::RegisterDbPaths(const std::vector<std::string>& /*paths*/) { return Status::OK(); }
Status Env::UnregisterDbPaths(const std::vector<std::string>& /*paths*/) { return Status::OK(); }

Status Env::ReopenWritableFile(const std::string& /*fname*/,
                               std::unique_ptr<WritableFile>* /*result*/,
                               const EnvOptions& /*options*/) {
  return EnvLacks("ReopenWritableFile");
}

Status Env::ReuseWritableFile(const std::string& fname, const std::string& old_fname,
                              std::unique_ptr<WritableFile>* result, const EnvOptions& options) {
  Status s = RenameFile(old_fname, fname);
  return s.ok() ? NewWritableFile(fname, result, options) : s;
}

Status Env::NewRandomRWFile(const std::string& /*fname*/, std::unique_ptr<RandomRWFile>* /*result*/,
                            const EnvOptions& /*options*/) {
  return EnvLacks("NewRandomRWFile");
}
Status Env::NewMemoryMappedFileBuffer(const std::string& /*fname*/,
                                      std::unique_ptr<MemoryMappedFileBuffer>* /*result*/) {
  return EnvLacks("NewMemoryMappedFileBuffer");
}

Status Env::GetChildrenFileAttributes(const std::string& dir, std::vector<FileAttributes>* result) {
  std::vector<std::string> names;
  result->clear();
  Status s = GetChildren(dir, &names);
  for (size_t i = 0; s.ok() && i < names.size(); ++i) {
    const std::string path = dir + "/" + names[i];
    FileAttributes found{names[i], 0};
    s = GetFileSize(path, &found.size_bytes);
    if (s.ok()) {
      result->push_back(std::move(found));
    } else if (FileExists(path).IsNotFound()) {
      s = Status::OK();  // deleted meanwhile
    }
  }
  return s;
}

Status Env::Truncate(const std::string& /*fname*/, size_t /*size*/) { return EnvLacks("Truncate"); }
Status Env::LinkFile(const std::string& /*src*/, const std::string& /*target*/) {
  return EnvLacks("LinkFile");
}
Status Env::NumFileLinks(const std::string& /*fname*/, uint64_t* /*count*/) {
  return EnvLacks("NumFileLinks");
}
Status Env::AreFilesSame(const std::string& /*first*/, const std::string& /*second*/,
                         bool* /*res*/) {
  return EnvLacks("AreFilesSame");
}
Status Env::LoadLibrary(const std::string& /*lib_name*/, const std::string& /*search_path*/,
                        std::shared_ptr<DynamicLibrary>* /*result*/) {
  return EnvLacks("LoadLibrary");
}
Status Env::GetFreeSpace(const std::string& /*path*/, uint64_t* /*diskfree*/) {
  return EnvLacks("GetFreeSpace");
}
Status Env::IsDirectory(const std::string& /*path*/, bool* /*is_dir*/) {
  return EnvLacks("IsDirectory");
}

int Env::UnSchedule(void* /*tag*/, Priority /*pri*/) { return 0; }
int Env::ReserveThreads(int /*threads_to_be_reserved*/, Priority /*pri*/) { return 0; }
int Env::ReleaseThreads(int /*threads_to_be_released*/, Priority /*pri*/) { return 0; }
unsigned int Env::GetThreadPoolQueueLen(Priority /*pri*/) const { return 0; }
Status Env::LowerThreadPoolCPUPriority(Priority /*pool*/, CpuPriority /*pri*/) {
  return EnvLacks("LowerThreadPoolCPUPriority");
}
Status Env::GetThreadList(std::vector<ThreadStatus>* /*thread_list*/) {
  return EnvLacks("GetThreadList");
}

uint64_t Env::GetThreadID() const {
  static_assert(sizeof(pthread_t) <= sizeof(uint64_t));
  return static_cast<uint64_t>(pthread_self());
}

Status Env::GetHostNameString(std::string* result) {
  char name[256];
  Status s = GetHostName(name, sizeof(name));
  if (s.ok()) {
    // A truncated name may lack its terminator.
    name[sizeof(name) - 1] = '\0';
    *result = name;
  }
  return s;
}

std::string Env::GenerateUniqueId() { return NewUniqueId(); }

Status Env::SetAllowNonOwnerAccess(bool /*allow_non_owner_access*/) {
  return EnvLacks("SetAllowNonOwnerAccess");
}

Status Env::NewLogger(const std::string& fname, std::shared_ptr<Logger>* result) {
  return NewEnvLogger(fname, this, result);
}

Status NewEnvLogger(const std::string& fname, Env* env, std::shared_ptr<Logger>* result) {
  return NewFileLogger(env->GetFileSystem().get(), fname, IOOptions(), result, nullptr);
}

EnvOptions Env::OptimizeForLogRead(const EnvOptions& env_options) const {
  EnvOptions optimized = env_options;
  // Logs are read in small pieces.
  optimized.use_direct_reads = false;
  return optimized;
}

EnvOptions Env::OptimizeForManifestRead(const EnvOptions& env_options) const {
  return OptimizeForLogRead(env_options);
}

EnvOptions Env::OptimizeForLogWrite(const EnvOptions& env_options,
                                    const DBOptions& db_options) const {
  EnvOptions optimized = env_options;
  optimized.bytes_per_sync = db_options.wal_bytes_per_sync;
  optimized.writable_file_max_buffer_size = db_options.writable_file_max_buffer_size;
  optimized.use_direct_writes = false;
  return optimized;
}

EnvOptions Env::OptimizeForManifestWrite(const EnvOptions& env_options) const {
  return env_options;
}
EnvOptions Env::OptimizeForCompactionTableWrite(const EnvOptions& env_options,
                                                const ImmutableDBOptions& /*immutable_ops*/) const {
  return env_options;
}
EnvOptions Env::OptimizeForCompactionTableRead(const EnvOptions& env_options,
                                               const ImmutableDBOptions& /*db_options*/) const {
  return env_options;
}
EnvOptions Env::OptimizeForBlobFileRead(const EnvOptions& env_options,
                                        const ImmutableDBOptions& /*db_options*/) const {
  return env_options;
}

SequentialFile::~SequentialFile() = default;
RandomAccessFile::~RandomAccessFile() = default;
WritableFile::~WritableFile() = default;
MemoryMappedFileBuffer::~MemoryMappedFileBuffer() = default;
FileLock::~FileLock() = default;

Status SequentialFile::InvalidateCache(size_t /*offset*/, size_t /*length*/) {
  return EnvLacks("InvalidateCache");
}
Status SequentialFile::PositionedRead(uint64_t /*offset*/, size_t /*n*/, Slice* /*result*/,
                                      char* /*scratch*/) {
  return EnvLacks("PositionedRead");
}

Status RandomAccessFile::Prefetch(uint64_t /*offset*/, size_t /*n*/) { return Status::OK(); }
Status RandomAccessFile::MultiRead(ReadRequest* reqs, size_t num_reqs) {
  for (ReadRequest* r = reqs; r != reqs + num_reqs; ++r) {
    r->status = Read(r->offset, r->len, &r->result, r->scratch);
  }
  return Status::OK();
}
size_t RandomAccessFile::GetUniqueId(char* /*id*/, size_t /*max_size*/) const { return 0; }
Status RandomAccessFile::InvalidateCache(size_t /*offset*/, size_t /*length*/) {
  return EnvLacks("InvalidateCache");
}
Status RandomAccessFile::GetFileSize(uint64_t* /*result*/) { return EnvLacks("GetFileSize"); }

Status WritableFile::Append(const Slice& data, const DataVerificationInfo& /*info*/) {
  return Append(data);
}
Status WritableFile::PositionedAppend(const Slice& /*data*/, uint64_t /*offset*/) {
  return EnvLacks("PositionedAppend");
}
Status WritableFile::PositionedAppend(const Slice& data, uint64_t offset,
                                      const DataVerificationInfo& /*info*/) {
  return PositionedAppend(data, offset);
}
Status WritableFile::Truncate(uint64_t /*size*/) { return Status::OK(); }
Status WritableFile::Allocate(uint64_t /*offset*/, uint64_t /*len*/) { return Status::OK(); }
size_t WritableFile::GetUniqueId(char* /*id*/, size_t /*max_size*/) const { return 0; }
Status WritableFile::InvalidateCache(size_t /*offset*/, size_t /*length*/) {
  return EnvLacks("InvalidateCache");
}
Status WritableFile::RangeSync(uint64_t /*offset*/, uint64_t /*nbytes*/) {
  return strict_bytes_per_sync_ ? Sync() : Status::OK();
}

void WritableFile::PrepareWrite(size_t offset, size_t len) {
  const size_t block = prealloc_unit_;
  if (block == 0) {
    return;
  }
  const size_t needed = (offset + len + block - 1) / block;
  // In whole blocks, so that a file grows in few large extents.
  if (needed > prealloc_done_) {
    const size_t have = std::exchange(prealloc_done_, needed);
    // If allocating fails, the write itself reports the missing space.
    Allocate(block * have, block * (needed - have)).PermitUncheckedError();
  }
}

Status Directory::Close() { return Status::OK(); }
size_t Directory::GetUniqueId(char* /*id*/, size_t /*max_size*/) const { return 0; }

Status WriteStringToFile(Env* env, const Slice& data, const std::string& fname, bool should_sync,
                         const IOOptions* io_options) {
  return WriteStringToFile(env->GetFileSystem().get(), data, fname, should_sync,
                           io_options == nullptr ? IOOptions() : *io_options);
}

Status ReadFileToString(Env* env, const std::string& fname, std::string* data) {
  return ReadFileToString(env->GetFileSystem().get(), fname, data);
}

}  // namespace ROCKSDB_NAMESPACE
