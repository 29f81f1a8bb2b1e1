// Listing and archiving for repair: see repair_files.h.
#include "db/repair/repair_files.h"

#include <map>

#include "db/recovery/lost_files.h"
#include "env/current_file.h"
#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Every directory once, by its spelling: listed twice its tables would be saved twice. The name
// that comes first is the one used.
using Directories = std::map<std::string, std::string>;

Directories AllDirectories(const RepairContext& context) {
  Directories directories;
  const auto add = [&](const std::string& name) {
    directories.try_emplace(context.Spelling(name), name);
  };
  const auto add_all = [&](const std::vector<DbPath>& paths) {
    for (const DbPath& path : paths) add(path.path);
  };
  add(context.dbname);
  add(context.config->wal_dir);
  add_all(context.config->options.db_paths);
  for (const auto& [name, options] : context.options_of) add_all(options.cf_paths);
  if (context.unknown_options != nullptr) add_all(context.unknown_options->cf_paths);
  return directories;
}

}  // namespace

Status RepairFiles::Find(RepairContext* context) {
  const std::string logs_home = context->Spelling(context->config->wal_dir);
  bool found_any = false;
  for (const auto& [spelling, directory] : AllDirectories(*context)) {
    std::vector<std::string> names;
    Status s = context->fs->GetChildren(directory, IOOptions(), &names, nullptr);
    // A path that the options name may never have been used.
    if (IsMissing(s) && directory != context->dbname) continue;
    if (!s.ok()) return s;
    for (const std::string& name : names) {
      uint64_t number;
      FileType type;
      if (!ParseFileName(name, &number, &type)) continue;
      // Info logs are numbered by time.
      if (type != kInfoLogFile) context->MarkFileNumberUsed(number);
      const bool home = directory == context->dbname;
      if (type == kTableFile) {
        tables.push_back({JoinPath(directory, name), directory, number, 0});
      } else if (type == kWalFile && spelling == logs_home) {
        logs.push_back(number);
      } else if (type == kDescriptorFile && home) {
        manifests.push_back(number);
      }
      found_any |= type == kTableFile || type == kWalFile || type == kDescriptorFile;
    }
  }
  if (!found_any) return Status::Corruption(context->dbname, "repair found no files");
  for (FoundTable& table : tables) {
    IOStatus s = context->fs->GetFileSize(table.path, IOOptions(), &table.size, nullptr);
    if (!s.ok())
      LogWarn(context->logger, "Repair: %s: %s", table.path.c_str(), s.ToString().c_str());
  }
  std::sort(tables.begin(), tables.end(),
            [](const FoundTable& a, const FoundTable& b) { return a.number < b.number; });
  std::sort(logs.begin(), logs.end());
  std::sort(manifests.begin(), manifests.end());
  uint64_t number = 0;
  // Without it any MANIFEST that can be read will do: RepairMemory chooses.
  Status named = GetCurrentManifest(context->fs.get(), context->dbname, &current, &number);
  if (!named.ok()) {
    LogWarn(context->logger, "Repair: %s", named.ToString().c_str());
    current.clear();
  }
  return Status::OK();
}

Status MoveToLost(const RepairContext& context, const std::string& path) {
  Status s = MoveToLost(context.fs.get(), path);
  LogInfo(context.logger, "Repair: %s goes to lost/: %s", path.c_str(), s.ToString().c_str());
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
