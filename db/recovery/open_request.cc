// See the header.
#include "db/recovery/open_request.h"

#include <algorithm>
#include <utility>

#include "env/filename.h"
#include "env/rolling_logger.h"
#include "options/cf_config.h"

namespace ROCKSDB_NAMESPACE {
namespace {

Status MakeInfoLog(const DBOptions& options, const std::string& name,
                   std::shared_ptr<Logger>* log) {
  *log = options.info_log;
  if (*log != nullptr && !HasEnded(log->get())) return Status::OK();
  InfoLogLimits limits;
  limits.max_file_size = options.max_log_file_size;
  limits.roll_after_seconds = options.log_file_time_to_roll;
  limits.keep_files = options.keep_log_file_num;
  limits.level = options.info_log_level;
  return CreateInfoLogger(options.env, name, options.db_log_dir, limits, log);
}

Status CheckOptions(const OpenRequest& request, const DBOptions& options) {
  const bool has_default = std::any_of(
      request.families.begin(), request.families.end(),
      [](const ColumnFamilyDescriptor& d) { return d.name == kDefaultColumnFamilyName; });
  if (!has_default) return Status::InvalidArgument("Default column family not specified");
  std::shared_ptr<const DbConfig> checked_db;
  Status s = MakeDbConfig(request.name, options, &checked_db);
  for (const ColumnFamilyDescriptor& d : request.families) {
    std::shared_ptr<const CfConfig> checked;
    if (s.ok()) s = MakeCfConfig(options, d.options, &checked);
  }
  return s;
}

Status FindDirectory(const OpenRequest& request, FileSystem* fs) {
  // Reading its CURRENT says more.
  if (request.mode == OpenMode::kSecondary) return Status::OK();
  if (request.mode == OpenMode::kReadWrite && request.options.create_if_missing)
    return fs->CreateDirIfMissing(request.name, IOOptions(), nullptr);
  Status s = fs->FileExists(request.name, IOOptions(), nullptr);
  if (!s.IsNotFound()) return s;
  std::string current;
  if (request.mode != OpenMode::kReadWrite)
    return ReadFileToString(fs, CurrentFileName(request.name), &current);
  return Status::InvalidArgument(CurrentFileName(request.name),
                                 "does not exist (create_if_missing is false)");
}

}  // namespace

Status CheckRequest(const OpenRequest& request, std::shared_ptr<const DbConfig>* config,
                    OpenHolds* holds) {
  *holds = OpenHolds();
  DBOptions options = request.options;
  if (options.env == nullptr) options.env = Env::Default();
  FileSystem* const fs = options.env->GetFileSystem().get();
  Status s = CheckOptions(request, options);
  if (s.ok()) s = FindDirectory(request, fs);
  const bool writes = request.mode == OpenMode::kReadWrite;
  if (s.ok() && writes)
    s = fs->LockFile(LockFileName(request.name), IOOptions(), &holds->lock, nullptr);
  // The LOG of a directory that is opened for reading belongs to whoever writes there.
  if (s.ok() && (writes || request.mode == OpenMode::kSecondary))
    s = MakeInfoLog(options, writes ? request.name : request.own_directory, &options.info_log);
  if (s.ok()) s = MakeDbConfig(request.name, options, config);
  holds->own_log = s.ok() && options.info_log != request.options.info_log;
  if (!s.ok() && holds->lock != nullptr)
    fs->UnlockFile(std::exchange(holds->lock, nullptr), IOOptions(), nullptr)
        .PermitUncheckedError();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
