// See the header.
#include "utilities/backup/backup_context.h"

#include "env/file_io.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// Without a limit: RocksDB's number. A larger piece was not measured.
constexpr size_t kPiece = 5 << 20;

std::shared_ptr<RateLimiter> Limiter(const std::shared_ptr<RateLimiter>& given, uint64_t rate) {
  if (given != nullptr || rate == 0) return given;
  return std::shared_ptr<RateLimiter>(NewGenericRateLimiter(static_cast<int64_t>(rate)));
}

Env* BackupEnv(const BackupEngineOptions& options, Env* db_env) {
  return options.backup_env != nullptr ? options.backup_env : db_env;
}

// Paths below the directory have one slash each, so that they can be compared.
BackupEngineOptions WithoutTrailingSlash(BackupEngineOptions options) {
  std::string& path = options.backup_dir;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return options;
}

}  // namespace

BackupContext::BackupContext(const BackupEngineOptions& engine_options, Env* env)
    : options(WithoutTrailingSlash(engine_options)),
      db_env(env),
      db_fs(env->GetFileSystem()),
      fs(BackupEnv(engine_options, env)->GetFileSystem()),
      backup_limiter(Limiter(options.backup_rate_limiter, options.backup_rate_limit)),
      restore_limiter(Limiter(options.restore_rate_limiter, options.restore_rate_limit)) {}

size_t BackupContext::BufferSize(const RateLimiter* limiter) const {
  if (options.io_buffer_size > 0) return options.io_buffer_size;
  if (limiter == nullptr || limiter->GetSingleBurstBytes() <= 0) return kPiece;
  return static_cast<size_t>(limiter->GetSingleBurstBytes());
}

IOStatus BackupContext::SyncDirectoryOf(const std::string& relative) const {
  if (!options.sync) return IOStatus::OK();
  return SyncDirectory(fs.get(), relative.empty() ? options.backup_dir : Path(relative));
}

}  // namespace ROCKSDB_NAMESPACE::backup
