// A file of an installed tree is immutable, so a table that was read is represented by a copy with
// its counts from then on, and the tree is built again from the copies.
//
//   tree -> the tables to read, newest first -> threads: properties -> copies -> tree
#include "db/recovery/table_counts.h"

#include <algorithm>
#include <cinttypes>
#include <vector>

#include "util/logging.h"
#include "util/parallel.h"
#include "version/file_counts.h"
#include "version/tree_builder.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The size of a sample. Stock's number: its estimates and metadata of live files show it.
constexpr size_t kSampledTables = 20;
// One thread works for every so many tables. Chosen, not measured.
constexpr size_t kTablesPerThread = 8;

struct Table {
  int level;
  FilePtr file;
  // With counts; null until they were read.
  std::shared_ptr<FileMeta> copy;
};

class CountLoader {
 public:
  CountLoader(DbParts* parts, const FamilyPtr& family) : parts_(*parts), family_(family) {
    StateLock lock(&parts_.context.mutex);
    tree_ = family->state().tree();
    config_ = family->state().config();
  }

  Status Run() {
    const DBOptions& options = parts_.context.config()->options;
    for (int level = 0; level < tree_->num_levels(); ++level) {
      for (const FilePtr& file : tree_->files(level))
        tables_.push_back(Table{level, file, nullptr});
    }
    const bool all = options.max_open_files == -1;
    const size_t sample = all ? tables_.size() : std::min(tables_.size(), kSampledTables);
    const auto most = static_cast<size_t>(std::max(1, options.max_file_opening_threads));
    RunInParallel(sample, std::min(most, sample / kTablesPerThread),
                  [this](size_t i) { Read(&tables_[i]); });
    // A sample of deletions alone tells nothing about values. The oldest table that has some does.
    for (size_t i = tables_.size(); i > sample && !AnyValueBytes(); --i) Read(&tables_[i - 1]);
    return Install();
  }

 private:
  // Through the copy: the table cache hangs the reader on the object that it is asked for.
  void Read(Table* table) {
    std::shared_ptr<FileMeta> copy = table->file->Clone();
    Status s = ReadTableCounts(parts_.tables.get(), *config_, table->level, copy.get());
    if (s.ok()) {
      if (copy->stats_known) table->copy = std::move(copy);
    } else {
      LogWarn(parts_.context.info_log.get(), "[%s] The counts of table #%" PRIu64 ": %s",
              family_->name.c_str(), table->file->number, s.ToString().c_str());
    }
  }

  bool AnyValueBytes() const {
    return std::any_of(tables_.begin(), tables_.end(), [](const Table& table) {
      return table.copy != nullptr && table.copy->raw_value_size > 0;
    });
  }

  // The files that the copies replace report themselves as obsolete when they go. ObsoleteFiles
  // drops such reports until the opening is over (its invariant 2).
  Status Install() {
    VersionEdit edit;
    for (const Table& table : tables_) {
      if (table.copy == nullptr) continue;
      edit.DeleteFile(table.level, table.file->number);
      const std::string directory = config_->PathOf(table.file->path_id, parts_.context.dbname);
      edit.AddFile(table.level, ObsoleteFiles::Track(parts_.obsolete, table.copy, directory));
      table.copy->installed.store(true, std::memory_order_relaxed);
    }
    TreeBuilder builder(family_->order, tree_, tree_->num_levels());
    // The files were checked when the MANIFEST was read.
    builder.set_checks(false);
    TreePtr tree;
    Status s = builder.Apply(edit);
    if (s.ok()) s = builder.Build(&tree);
    if (!s.ok()) return s;
    StateLock lock(&parts_.context.mutex);
    family_->state().SetTree(tree);
    return s;
  }

  DbParts& parts_;
  const FamilyPtr family_;
  TreePtr tree_;
  std::shared_ptr<const CfConfig> config_;
  std::vector<Table> tables_;
};

}  // namespace

Status ReadTableCounts(TableCache* tables, const CfConfig& config, int level, FileMeta* file) {
  std::shared_ptr<const TableProperties> properties;
  Status s = tables->Properties(config, *file, level, &properties);
  std::shared_ptr<const FragmentedRangeTombstones> tombstones;
  if (s.ok()) s = tables->RangeTombstones(config, *file, level, &tombstones);
  if (!s.ok()) return s;
  if (properties == nullptr) return Status::Corruption("the table has no properties");
  // Old libraries wrote range tombstones without counting them. Reads pass over the tombstones of a
  // file that is known to have none, so its counts stay unknown.
  if (tombstones == nullptr || properties->num_range_deletions != 0) TakeCounts(*properties, file);
  return s;
}

Status LoadTableCounts(DbParts* parts) {
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts->context.mutex);
    for (const auto& [id, family] : parts->families.all()) families.push_back(family);
  }
  Status s;
  for (size_t i = 0; s.ok() && i < families.size(); ++i) s = CountLoader(parts, families[i]).Run();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
