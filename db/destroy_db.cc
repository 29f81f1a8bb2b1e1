// Functions on a database that is not open: DestroyDB, DB::ListColumnFamilies. DestroyDB
// removes only files whose names are a database's own; whatever else is in the directories stays.
#include <algorithm>
#include <set>

#include "db/state/version_set.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "env/sst_file_manager.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Directories that the given options do not name stay.
class Destroyer {
 public:
  Destroyer(const std::string& dbname, const Options& options,
            const std::vector<ColumnFamilyDescriptor>& families)
      : dbname_(dbname), fs_(options.env->GetFileSystem()) {
    wal_dir_ = options.wal_dir.empty() ? dbname : options.wal_dir;
    while (wal_dir_.size() > 1 && wal_dir_.back() == '/') wal_dir_.pop_back();
    AddPaths(options.db_paths);
    AddPaths(options.cf_paths);
    for (const ColumnFamilyDescriptor& family : families) AddPaths(family.options.cf_paths);
    if (!options.db_log_dir.empty()) log_dir_ = options.db_log_dir;
    // Info logs in a directory of their own carry the database's absolute path in their name, so
    // that databases can share the directory: only ours are removed.
    std::string absolute = dbname;
    IOStatus known = fs_->GetAbsolutePath(dbname, IOOptions(), &absolute, nullptr);
    if (!known.ok()) absolute = dbname;
    info_log_name_ = InfoLogName(absolute, log_dir_).current;
  }

  Status Run() {
    std::vector<std::string> names;
    Status s = fs_->GetChildren(dbname_, IOOptions(), &names, nullptr);
    // A missing directory is destroyed already.
    if (IsMissing(s)) return Status::OK();
    if (!s.ok()) return s;
    FileLock* lock = nullptr;
    // Not while somebody has it open.
    s = fs_->LockFile(LockFileName(dbname_), IOOptions(), &lock, nullptr);
    if (!s.ok()) return s;
    RemoveEverything();
    Note(fs_->UnlockFile(lock, IOOptions(), nullptr));
    // Last of all, and unlocked: until here it kept others out.
    Note(fs_->DeleteFile(LockFileName(dbname_), IOOptions(), nullptr));
    RemoveDirectory(dbname_);
    return result_;
  }

 private:
  void AddPaths(const std::vector<DbPath>& paths) {
    for (const DbPath& path : paths) table_dirs_.insert(path.path);
  }

  // Tables that wait to be written over have a temporary file's name.
  static bool BelongsToTables(FileType type) {
    return type == kTableFile || type == kBlobFile || type == kTempFile;
  }

  // CURRENT goes first: what is left after an interruption does not look like a database.
  void RemoveEverything() {
    RemoveFiles(dbname_, [](FileType type) { return type == kCurrentFile; });
    RemoveFiles(dbname_, [](FileType type) { return type != kDBLockFile; });
    for (const std::string& directory : table_dirs_) {
      RemoveFiles(directory, BelongsToTables);
      if (directory != dbname_) RemoveDirectory(directory);
    }
    const std::string archive = ArchivedWalDirectory(wal_dir_);
    auto is_wal = [](FileType type) { return type == kWalFile; };
    RemoveFiles(archive, is_wal);
    RemoveDirectory(archive);
    if (wal_dir_ != dbname_) {
      // With logs that a restoring left unfinished.
      RemoveFiles(wal_dir_, [](FileType type) { return type == kWalFile || type == kTempFile; });
      RemoveDirectory(wal_dir_);
    }
    if (!log_dir_.empty())
      RemoveFiles(log_dir_, [](FileType type) { return type == kInfoLogFile; });
  }

  template <typename Fn>
  void RemoveFiles(const std::string& directory, Fn wanted) {
    std::vector<std::string> names;
    Status listed = fs_->GetChildren(directory, IOOptions(), &names, nullptr);
    if (IsMissing(listed)) return;
    Note(listed);
    for (const std::string& name : names) {
      uint64_t number;
      FileType type;
      // Also what waited for slow deletion.
      const std::string own = FileCountingManager::WithoutTrashSuffix(name);
      if (!ParseFileName(own, info_log_name_, &number, &type) || !wanted(type)) continue;
      Note(fs_->DeleteFile(JoinPath(directory, name), IOOptions(), nullptr));
    }
  }

  // Stays where strangers' files are in it.
  void RemoveDirectory(const std::string& directory) {
    IOStatus s = fs_->DeleteDir(directory, IOOptions(), nullptr);
    (void)s.ok();
  }

  // Goes on after an error: as much as possible is removed, and the first error is returned.
  void Note(const Status& s) {
    if (result_.ok() && !s.ok() && !IsMissing(s)) result_ = s;
  }

  const std::string dbname_;
  const std::shared_ptr<FileSystem> fs_;
  std::string wal_dir_;
  std::string log_dir_;
  std::string info_log_name_;
  std::set<std::string> table_dirs_;
  Status result_;
};

}  // namespace

Status DestroyDB(const std::string& name, const Options& options,
                 const std::vector<ColumnFamilyDescriptor>& families) {
  Options usable = options;
  if (usable.env == nullptr) usable.env = Env::Default();
  return Destroyer(name, usable, families).Run();
}

Status DB::ListColumnFamilies(const DBOptions& options, const std::string& name,
                              std::vector<std::string>* families) {
  Env* env = options.env == nullptr ? Env::Default() : options.env;
  return VersionSet::ListFamilies(env->GetFileSystem().get(), name, families);
}

}  // namespace ROCKSDB_NAMESPACE
