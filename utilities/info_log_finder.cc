// The LOG files of a database, by their names.
#include "rocksdb/utilities/info_log_finder.h"

#include "env/filename.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

Status GetInfoLogList(DB* db, std::vector<std::string>* info_log_list) {
  if (db == nullptr) return Status::InvalidArgument("DB pointer is not valid");
  if (info_log_list == nullptr) return Status::InvalidArgument("The list is not valid");
  info_log_list->clear();
  const DBOptions options = db->GetDBOptions();
  std::string path;
  Status s = db->GetEnv()->GetAbsolutePath(db->GetName(), &path);
  if (!s.ok()) return s;
  const InfoLogName name(path, options.db_log_dir);
  std::vector<std::string> children;
  s = db->GetEnv()->GetChildren(name.dir, &children);
  for (const std::string& child : children) {
    if (child == name.current || name.IsOldLog(child)) info_log_list->push_back(child);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
