// NewTimedEnv: measures calls by file name into the perf context's env_ metrics, at perf levels
// that measure times. Other code measures calls on open files.
#include "rocksdb/env.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

#define TIMED(metric, call) \
  {                         \
    PERF_TIMER(metric);     \
    return target()->call;  \
  }

class TimedEnv final : public EnvWrapper {
 public:
  explicit TimedEnv(Env* base) : EnvWrapper(base) {}

  const char* Name() const override { return "TimedEnv"; }

  Status NewSequentialFile(const std::string& f, std::unique_ptr<SequentialFile>* r,
                           const EnvOptions& o) override
      TIMED(env_new_sequential_file_nanos, NewSequentialFile(f, r, o)) Status
      NewRandomAccessFile(const std::string& f, std::unique_ptr<RandomAccessFile>* r,
                          const EnvOptions& o) override
      TIMED(env_new_random_access_file_nanos, NewRandomAccessFile(f, r, o)) Status
      NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                      const EnvOptions& o) override
      TIMED(env_new_writable_file_nanos, NewWritableFile(f, r, o)) Status
      ReuseWritableFile(const std::string& f, const std::string& old_f,
                        std::unique_ptr<WritableFile>* r, const EnvOptions& o) override
      TIMED(env_reuse_writable_file_nanos, ReuseWritableFile(f, old_f, r, o)) Status
      NewRandomRWFile(const std::string& f, std::unique_ptr<RandomRWFile>* r,
                      const EnvOptions& o) override
      TIMED(env_new_random_rw_file_nanos, NewRandomRWFile(f, r, o)) Status
      NewDirectory(const std::string& d, std::unique_ptr<Directory>* r) override
      TIMED(env_new_directory_nanos, NewDirectory(d, r)) Status
      FileExists(const std::string& f) override TIMED(env_file_exists_nanos, FileExists(f)) Status
      GetChildren(const std::string& d, std::vector<std::string>* r) override
      TIMED(env_get_children_nanos, GetChildren(d, r)) Status
      GetChildrenFileAttributes(const std::string& d, std::vector<FileAttributes>* r) override
      TIMED(env_get_children_file_attributes_nanos, GetChildrenFileAttributes(d, r)) Status
      DeleteFile(const std::string& f) override TIMED(env_delete_file_nanos, DeleteFile(f)) Status
      CreateDir(const std::string& d) override TIMED(env_create_dir_nanos, CreateDir(d)) Status
      CreateDirIfMissing(const std::string& d) override
      TIMED(env_create_dir_if_missing_nanos, CreateDirIfMissing(d)) Status
      DeleteDir(const std::string& d) override TIMED(env_delete_dir_nanos, DeleteDir(d)) Status
      GetFileSize(const std::string& f, uint64_t* size) override
      TIMED(env_get_file_size_nanos, GetFileSize(f, size)) Status
      GetFileModificationTime(const std::string& f, uint64_t* mtime) override
      TIMED(env_get_file_modification_time_nanos, GetFileModificationTime(f, mtime)) Status
      RenameFile(const std::string& from, const std::string& to) override
      TIMED(env_rename_file_nanos, RenameFile(from, to)) Status
      LinkFile(const std::string& from, const std::string& to) override
      TIMED(env_link_file_nanos, LinkFile(from, to)) Status
      LockFile(const std::string& f, FileLock** l) override
      TIMED(env_lock_file_nanos, LockFile(f, l)) Status UnlockFile(FileLock* l) override
      TIMED(env_unlock_file_nanos, UnlockFile(l)) Status
      NewLogger(const std::string& f, std::shared_ptr<Logger>* r) override
      TIMED(env_new_logger_nanos, NewLogger(f, r))
};

#undef TIMED

}  // namespace

Env* NewTimedEnv(Env* base_env) { return new TimedEnv(base_env); }

}  // namespace ROCKSDB_NAMESPACE
