// See the header.
#include "utilities/backup/garbage.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "env/plain_io.h"
#include "util/string_util.h"
#include "utilities/backup/backup_names.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// One walk over the directory.
class Collector {
 public:
  Collector(const BackupContext& context, const BackupSet& set) : context_(context), set_(set) {}

  IOStatus Run() {
    Each(kMetaDirectory, [&](const std::string& name) {
      if (IsTemp(name)) Delete(std::string(kMetaDirectory) + "/" + name);
    });
    for (const char* directory : {kSharedDirectory, kSharedChecksumDirectory}) {
      Each(directory, [&](const std::string& name) {
        const std::string relative = std::string(directory) + "/" + name;
        if (IsTemp(name) || !set_.MayNeed(relative)) Delete(relative);
      });
    }
    Each(kPrivateDirectory, [&](const std::string& name) {
      BackupID id = 0;
      if (!ParseBackupId(name, &id) || set_.sound().count(id) + set_.damaged().count(id) > 0)
        return;
      const std::string relative = PrivateDirectory(id);
      Note(relative, DeleteDirectory(context_.fs.get(), context_.Path(relative)));
    });
    return std::move(first_failure_);
  }

 private:
  static bool IsTemp(const std::string& name) {
    return StartsWith(name, ".") && EndsWith(name, ".tmp");
  }
  void Each(const std::string& directory, const std::function<void(const std::string&)>& visit) {
    std::vector<std::string> names;
    IOStatus s = context_.fs->GetChildren(context_.Path(directory), kPlainIo, &names, nullptr);
    if (!s.ok() && !IsMissing(s)) Note(directory, std::move(s));
    for (const std::string& name : names) {
      if (name != "." && name != "..") visit(name);
    }
  }
  void Delete(const std::string& relative) {
    Note(relative, context_.fs->DeleteFile(context_.Path(relative), kPlainIo, nullptr));
  }
  void Note(const std::string& relative, IOStatus s) {
    Log(InfoLogLevel::INFO_LEVEL, context_.options.info_log, "Deleting %s -- %s", relative.c_str(),
        s.ToString().c_str());
    if (first_failure_.ok() && !IsMissing(s)) first_failure_ = std::move(s);
  }

  const BackupContext& context_;
  const BackupSet& set_;
  IOStatus first_failure_;
};

}  // namespace

IOStatus CollectGarbage(const BackupContext& context, const BackupSet& set) {
  Log(InfoLogLevel::INFO_LEVEL, context.options.info_log, "Starting garbage collection");
  return Collector(context, set).Run();
}

IOStatus DeleteDirectory(FileSystem* fs, const std::string& path) {
  std::vector<std::string> names;
  IOStatus s = fs->GetChildren(path, kPlainIo, &names, nullptr);
  if (IsMissing(s)) return IOStatus::OK();
  for (size_t i = 0; s.ok() && i < names.size(); ++i) {
    if (names[i] == "." || names[i] == "..") continue;
    s = fs->DeleteFile(path + "/" + names[i], kPlainIo, nullptr);
  }
  return s.ok() ? fs->DeleteDir(path, kPlainIo, nullptr) : s;
}

}  // namespace ROCKSDB_NAMESPACE::backup
