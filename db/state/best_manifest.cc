// See the header.
#include "db/state/best_manifest.h"

#include <algorithm>
#include <memory>

#include "db/state/manifest_reader.h"
#include "db/state/table_file.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "options/cf_config.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Which tables of the wanted families are on disk, whole.
class TablesOnDisk {
 public:
  TablesOnDisk(const DbContext& context, const std::vector<ColumnFamilyDescriptor>& wanted)
      : context_(context), wanted_(wanted) {}

  // Before the edit's tables are asked for.
  Status Learn(const VersionEdit& edit) {
    const uint32_t id = edit.column_family;
    if (edit.added_column_family) configs_.erase(id);
    if (!edit.added_column_family && (id != 0 || configs_.count(id) != 0)) return Status::OK();
    const std::string name = edit.added_column_family.value_or(kDefaultColumnFamilyName);
    for (const ColumnFamilyDescriptor& d : wanted_) {
      if (d.name != name) continue;
      const auto db = context_.config();
      return MakeCfConfig(db->options, d.options, &configs_[id]);
    }
    return Status::OK();
  }

  bool Has(uint32_t family, const FileMeta& file) {
    const auto config = configs_.find(family);
    if (config == configs_.end() || !status_.ok()) return true;
    const std::string& dir = config->second->PathOf(file.path_id, context_.dbname);
    uint64_t size = 0;
    IOStatus s = SizeOfTable(context_.fs.get(), dir, file.number, &size);
    if (IsMissing(s)) return false;
    status_ = s;
    return size == file.file_size;
  }
  // A file system that cannot say whether a table is there.
  const Status& status() const { return status_; }

 private:
  const DbContext& context_;
  const std::vector<ColumnFamilyDescriptor>& wanted_;
  std::map<uint32_t, std::shared_ptr<const CfConfig>> configs_;
  Status status_;
};

// Corruption: it describes no database. Damage further on ends its history there.
Status Examine(const DbContext& context, const std::vector<ColumnFamilyDescriptor>& wanted,
               BestManifest* manifest) {
  std::unique_ptr<ManifestReader> reader;
  Status s = ManifestReader::Open(context.fs.get(), manifest->path, &reader);
  if (!s.ok()) return s;
  TablesOnDisk tables(context, wanted);
  RecoveryPoints points(
      [&tables](uint32_t family, const FileMeta& file) { return tables.Has(family, file); });
  VersionEdit edit;
  while (s.ok() && reader->Next(&edit)) {
    s = tables.Learn(edit);
    if (s.ok()) points.Take(edit);
    if (s.ok()) s = tables.status();
  }
  if (s.ok() && !reader->status().IsCorruption()) s = reader->status();
  if (!s.ok()) return s;
  if (!points.complete()) {
    return reader->status().ok() ? Status::Corruption("MANIFEST " + manifest->path,
                                                      "describes no database: it is cut short")
                                 : reader->status();
  }
  manifest->plan = points.Choose(context.config()->options.atomic_flush);
  manifest->incomplete = !manifest->plan.limits.empty() || !reader->status().ok();
  Logger* log = context.info_log.get();
  LogWarn(log, "best_efforts_recovery: %s, %zu records; logs are not replayed",
          manifest->path.c_str(), manifest->plan.edits);
  if (!reader->status().ok())
    LogWarn(log, "best_efforts_recovery: the rest is left out: %s",
            reader->status().ToString().c_str());
  for (const auto& [id, limit] : manifest->plan.limits) {
    LogWarn(log, "best_efforts_recovery: column family %u goes back to record %zu", id, limit);
    for (const uint64_t number : points.MissingOf(id))
      LogWarn(log, "best_efforts_recovery: table %06lu is missing or not as long as it was",
              number);
  }
  return s;
}

}  // namespace

Status ListManifests(const DbContext& context, std::vector<uint64_t>* numbers) {
  numbers->clear();
  std::vector<std::string> names;
  IOStatus s = context.fs->GetChildren(context.dbname, IOOptions(), &names, nullptr);
  if (IsMissing(s)) return Status::OK();
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (ParseFileName(name, &number, &type) && type == kDescriptorFile) numbers->push_back(number);
  }
  std::sort(numbers->rbegin(), numbers->rend());
  return s;
}

Status BestManifest::Find(const DbContext& context,
                          const std::vector<ColumnFamilyDescriptor>& wanted, BestManifest* found) {
  std::vector<uint64_t> numbers;
  Status s = ListManifests(context, &numbers);
  if (!s.ok()) return s;
  Status newest = Status::NotFound(context.dbname, "has no MANIFEST");
  for (const uint64_t number : numbers) {
    BestManifest one;
    one.path = ManifestFileName(context.dbname, number);
    one.number = number;
    s = Examine(context, wanted, &one);
    // A newer one was passed over.
    one.incomplete |= !newest.IsNotFound();
    if (s.ok()) *found = std::move(one);
    if (!s.IsCorruption()) return s;
    LogWarn(context.info_log.get(), "best_efforts_recovery: %s", s.ToString().c_str());
    if (newest.IsNotFound()) newest = s;
  }
  return newest;
}

}  // namespace ROCKSDB_NAMESPACE
