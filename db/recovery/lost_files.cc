// See the header.
#include "db/recovery/lost_files.h"

#include <set>

#include "env/file_io.h"
#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class LeftOut {
 public:
  explicit LeftOut(DbParts* parts) : parts_(*parts), fs_(parts->context.fs.get()) {
    StateLock lock(&parts_.context.mutex);
    std::vector<uint64_t> live;
    parts_.versions->CollectLiveTables(&live);
    live_.insert(live.begin(), live.end());
    directories_.insert(parts_.context.dbname);
    for (const auto& [id, family] : parts_.families.all()) {
      for (const DbPath& path : family->state().config()->paths) directories_.insert(path.path);
    }
  }

  Status MoveTablesAndManifests() {
    const std::string& dbname = parts_.context.dbname;
    const std::string manifest = ManifestFileName(dbname, parts_.versions->manifest_number());
    Status s = CopyToLost(manifest);
    for (const std::string& directory : directories_) {
      std::vector<std::string> names;
      if (s.ok()) s = fs_->GetChildren(directory, IOOptions(), &names, nullptr);
      for (const std::string& name : names) {
        uint64_t number;
        FileType type;
        if (!s.ok() || !ParseFileName(name, &number, &type)) continue;
        const std::string path = JoinPath(directory, name);
        const bool table = type == kTableFile && live_.count(number) == 0;
        if (table || (type == kDescriptorFile && path != manifest)) s = Move(path);
      }
    }
    return s;
  }
  Status Move(const std::string& path) {
    LogWarn(parts_.context.info_log.get(), "best_efforts_recovery: %s goes to lost/", path.c_str());
    return MoveToLost(fs_, path);
  }

 private:
  Status CopyToLost(const std::string& path) {
    const std::string directory = DirectoryOf(path) + "/lost";
    Status s = fs_->CreateDirIfMissing(directory, IOOptions(), nullptr);
    const bool use_fsync = parts_.context.config()->options.use_fsync;
    if (s.ok()) s = CopyFile(fs_, path, JoinPath(directory, BaseNameOf(path)), 0, use_fsync);
    return s.ok() ? Status(SyncDirectory(fs_, directory)) : s;
  }

  DbParts& parts_;
  FileSystem* const fs_;
  std::set<uint64_t> live_;
  std::set<std::string> directories_;
};

}  // namespace

Status MoveToLost(FileSystem* fs, const std::string& path) {
  const std::string directory = DirectoryOf(path) + "/lost";
  Status s = fs->CreateDirIfMissing(directory, IOOptions(), nullptr);
  if (!s.ok()) return s;
  s = fs->RenameFile(path, JoinPath(directory, BaseNameOf(path)), IOOptions(), nullptr);
  if (IsMissing(s)) return Status::OK();
  return s.ok() ? Status(SyncDirectory(fs, directory)) : s;
}

Status MoveLeftOut(DbParts* parts, const std::vector<uint64_t>& logs) {
  LeftOut left_out(parts);
  Status s;
  for (const uint64_t log : logs) {
    if (s.ok()) s = left_out.Move(WalFileName(parts->wals->directory(), log));
  }
  if (s.ok() && parts->versions->recovered_in_part()) s = left_out.MoveTablesAndManifests();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
