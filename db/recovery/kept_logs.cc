// See the header.
#include "db/recovery/kept_logs.h"

#include <algorithm>
#include <cinttypes>

#include "env/file_io.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class LogKeeper {
 public:
  explicit LogKeeper(DbParts* parts)
      : parts_(*parts),
        fs_(*parts->context.fs),
        fsync_(parts->context.config()->options.use_fsync) {}

  // The newest log first: a log that did not carry on must be empty before the damage that shows
  // this is cut away.
  Status Cut(const std::vector<uint64_t>& logs, const std::map<uint64_t, uint64_t>& ends) const {
    if (IsTrackedBeyond(ends)) return Status::OK();
    for (auto it = ends.rbegin(); it != ends.rend(); ++it) {
      if (!std::binary_search(logs.begin(), logs.end(), it->first)) continue;
      IOStatus s = CutOne(it->first, it->second);
      if (s.IsNotSupported()) return Status::OK();
      if (!s.ok()) return s;
    }
    return Status::OK();
  }

  // REQUIRES: it is synced.
  Status Keep(uint64_t log) const {
    uint64_t bytes = 0;
    IOStatus s = fs_.GetFileSize(PathOf(log), IOOptions(), &bytes, nullptr);
    if (s.ok()) parts_.wals->KeepRecovered(log, bytes);
    return s;
  }

 private:
  std::string PathOf(uint64_t log) const { return WalFileName(parts_.wals->directory(), log); }

  // Were a log shorter than the MANIFEST says, an opening after a crash would call that damage.
  bool IsTrackedBeyond(const std::map<uint64_t, uint64_t>& ends) const {
    const auto& tracked = parts_.versions->tracked_logs();
    return std::any_of(ends.begin(), ends.end(), [&tracked](const auto& one) {
      const auto synced = tracked.find(one.first);
      return synced != tracked.end() && one.second < synced->second;
    });
  }

  IOStatus CutOne(uint64_t log, uint64_t end) const {
    const std::string path = PathOf(log);
    IOStatus s = fs_.Truncate(path, end, IOOptions(), nullptr);
    if (s.ok()) s = fs_.SyncFile(path, FileOptions(), IOOptions(), fsync_, nullptr);
    if (s.ok()) {
      LogInfo(parts_.context.info_log.get(), "Log %06lu is cut to %lu bytes: what replay took", log,
              end);
    }
    return s;
  }

  DbParts& parts_;
  FileSystem& fs_;
  const bool fsync_;
};

}  // namespace

Status SyncLogs(const DbParts& parts, const std::vector<uint64_t>& logs) {
  if (logs.empty()) return Status::OK();
  const bool use_fsync = parts.context.config()->options.use_fsync;
  const std::string& directory = parts.wals->directory();
  for (const uint64_t log : logs) {
    IOStatus s = parts.context.fs->SyncFile(WalFileName(directory, log), FileOptions(), IOOptions(),
                                            use_fsync, nullptr);
    // A file system of the application that cannot open a file again.
    if (s.IsNotSupported()) {
      LogWarn(parts.context.info_log.get(), "Log %" PRIu64 " is kept without a sync: %s", log,
              s.ToString().c_str());
    } else if (!s.ok()) {
      return s;
    }
  }
  return SyncDirectory(parts.context.fs.get(), directory);
}

Status KeepLogs(DbParts* parts, const std::vector<uint64_t>& logs,
                const std::map<uint64_t, uint64_t>& ends) {
  if (logs.empty()) return Status::OK();
  const LogKeeper keeper(parts);
  Status s = keeper.Cut(logs, ends);
  if (s.ok()) s = SyncLogs(*parts, logs);
  for (const uint64_t log : logs) {
    if (s.ok()) s = keeper.Keep(log);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
