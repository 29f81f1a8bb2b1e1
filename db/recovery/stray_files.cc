// See the header.
#include "db/recovery/stray_files.h"

#include <algorithm>
#include <set>

#include "db/state/log_need.h"
#include "env/filename.h"
#include "env/sst_file_manager.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// What the recovered database consists of.
struct Belongings {
  std::set<uint64_t> tables;
  uint64_t oldest_log = UINT64_MAX;
  uint64_t manifest = 0;
  std::set<std::string> directories;

  // Files share one sequence of numbers and nothing writes yet, so whatever is not live is left
  // over. OPTIONS files are WriteOptionsFile's business, the info log the logger's.
  bool IsStray(FileType type, uint64_t number) const {
    return (type == kTableFile && tables.count(number) == 0) ||
           (type == kDescriptorFile && number != manifest) ||
           (type == kWalFile && number < oldest_log) || type == kTempFile;
  }
};

Belongings Gather(DbParts* parts) {
  Belongings all;
  StateLock lock(&parts->context.mutex);
  std::vector<uint64_t> numbers;
  parts->versions->CollectLiveTables(&numbers);
  all.tables.insert(numbers.begin(), numbers.end());
  all.manifest = parts->versions->manifest_number();
  // Also the families' own paths: a job that a crash cut short may have written anywhere.
  all.directories = {parts->context.dbname, parts->wals->directory()};
  all.oldest_log = OldestLogKept(*parts);
  for (const auto& [id, family] : parts->families.all()) {
    for (const DbPath& path : family->state().config()->paths) all.directories.insert(path.path);
  }
  return all;
}

// A table or log that an earlier opening had begun to delete slowly.
bool IsTrash(const std::string& name) {
  const std::string old_name = FileCountingManager::WithoutTrashSuffix(name);
  uint64_t number;
  FileType type;
  return old_name != name && ParseFileName(old_name, &number, &type) &&
         (type == kTableFile || type == kWalFile);
}

void TakeTrash(DbParts* parts, const std::string& path) {
  if (parts->context.file_manager != nullptr) {
    parts->context.file_manager->DeleteTrash(path);
  } else {
    parts->obsolete->ReportOther(path);
  }
}

// The tables of the recovered trees, and what they take.
void CountTables(DbParts* parts) {
  StateLock lock(&parts->context.mutex);
  for (const auto& [id, family] : parts->families.all()) {
    const auto config = family->state().config();
    const auto tree = family->state().tree();
    for (int level = 0; level < tree->num_levels(); ++level) {
      for (const FilePtr& file : tree->files(level)) {
        parts->context.file_manager->FileAdded(
            TableFileName(config->PathOf(file->path_id, parts->context.dbname), file->number),
            file->file_size);
      }
    }
  }
}

}  // namespace

void ReportStrayFiles(DbParts* parts) {
  if (parts->context.file_manager != nullptr) CountTables(parts);
  const Belongings all = Gather(parts);
  for (const std::string& directory : all.directories) {
    std::vector<std::string> names;
    IOStatus s = parts->context.fs->GetChildren(directory, IOOptions(), &names, nullptr);
    if (!s.ok()) continue;  // nothing to clean where nothing can be listed
    for (const std::string& name : names) {
      if (IsTrash(name)) {
        TakeTrash(parts, JoinPath(directory, name));
        continue;
      }
      uint64_t number;
      FileType type;
      if (!ParseFileName(name, &number, &type) || !all.IsStray(type, number)) continue;
      const std::string path = JoinPath(directory, name);
      type == kWalFile ? parts->obsolete->ReportLog(path) : parts->obsolete->ReportOther(path);
    }
  }
}

}  // namespace ROCKSDB_NAMESPACE
