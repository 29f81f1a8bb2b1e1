// Arranging saved tables: see repair_tree.h.
#include "db/repair/repair_tree.h"

#include "bucket/flush_numbers.h"
#include "compaction/picker.h"
#include "db/check/record_check.h"
#include "table/merging_iterator.h"
#include "version/tree_audit.h"
#include "version/tree_builder.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Metas = std::vector<std::shared_ptr<FileMeta>>;

// Entries that are the same but for their type come from a job's input and its output: the output's
// merged value has the smaller type.
struct Held {
  std::string key;
  std::string value;
  bool any = false;
};

}  // namespace

// False when the MANIFEST does not describe what was found.
bool RepairTree::AsRemembered(Placed* placed) const {
  const auto remembered = memory_.families.find(family_.id);
  if (!memory_fits_ || remembered == memory_.families.end()) return false;
  const auto& files = remembered->second.files;
  const auto order = family_.order();
  uint64_t newest_epoch = 0;
  Metas from_logs;
  for (const SavedTable& table : family_.tables) {
    if (table.from_log) {
      from_logs.push_back(table.meta->Clone());
      continue;
    }
    const auto it = files.find(table.replaces != 0 ? table.replaces : table.meta->number);
    if (it == files.end()) return false;
    const auto& [level, record] = it->second;
    // The options given have fewer levels than the database had.
    if (level >= family_.config->options.num_levels) return false;
    // Clones: another arrangement may be tried with the same tables.
    auto meta = table.replaces != 0 ? table.meta->Clone() : record->Clone();
    if (table.replaces != 0) {
      // It stays where the damaged one was, so it must not reach further.
      if (order.Compare(meta->smallest, record->smallest) < 0 ||
          order.Compare(meta->largest, record->largest) > 0) {
        return false;
      }
      meta->smallest_seqno = record->smallest_seqno;
      meta->largest_seqno = record->largest_seqno;
      meta->epoch = record->epoch;
    }
    newest_epoch = std::max(newest_epoch, meta->epoch);
    placed->emplace_back(level, std::move(meta));
  }
  FileList level0;
  for (const auto& [level, meta] : *placed) {
    if (level == 0) level0.push_back(meta);
  }
  // Records of logs are newer than all tables, like a flush that comes last.
  NumberFlushPieces(newest_epoch + 1, level0, from_logs);
  for (auto& meta : from_logs) placed->emplace_back(0, std::move(meta));
  return true;
}

RepairTree::Placed RepairTree::AllOnLevel0() const {
  Metas metas;
  for (const SavedTable& table : family_.tables) metas.push_back(table.meta->Clone());
  NumberFlushPieces(kFirstEpoch, FileList(), metas);
  Placed placed;
  for (auto& meta : metas) placed.emplace_back(0, std::move(meta));
  return placed;
}

// Builds the tree and reads it through.
bool RepairTree::IsSound(const Placed& placed, const char* what) const {
  const int levels = family_.config->options.num_levels;
  // The builder refuses what a tree must not be, as an overlap within a level.
  TreeBuilder builder(family_.order(), nullptr, levels);
  VersionEdit edit;
  for (const auto& [level, meta] : placed) edit.AddFile(level, meta);
  TreePtr tree;
  Status s = builder.Apply(edit);
  if (s.ok()) s = builder.Build(&tree);
  if (s.ok()) {
    TreeCheckOptions options;
    // One is enough to refuse.
    options.max_faults = 1;
    TreeCheckReport report;
    RecordCheck check(
        family_.order(), options,
        [this](const FilePtr& file, int, RecordCheck::OpenedFile* out) {
          std::unique_ptr<TableReader> reader;
          Status opened = context_.OpenTable(family_, *file, &reader);
          if (!opened.ok()) return opened;
          TableIterOptions how;
          how.for_compaction = true;
          out->entries.reset(reader->NewIterator(ReadOptions(), how));
          out->tombstones = reader->RangeTombstones();
          // The iterator owns its reader: each table is open only while the walk is in it.
          out->entries->RegisterCleanup([](void* p, void*) { delete static_cast<TableReader*>(p); },
                                        reader.release(), nullptr);
          return opened;
        },
        &report);
    for (const FilePtr& file : tree->files(0)) check.AddFiles(0, FileList{file});
    for (int level = 1; level <= tree->deepest_level(); ++level) {
      check.AddFiles(level, tree->files(level));
    }
    check.Run();
    if (!report.faults.empty()) s = Status::Corruption(report.faults[0].ToString());
  }
  LogInfo(context_.logger, "Repair: [%s] %zu tables %s: %s", family_.name.c_str(), placed.size(),
          what, s.ToString().c_str());
  return s.ok();
}

Status RepairTree::MergeInto(TableOutputs* outputs, InternalIterator* it) const {
  Held held;
  Status s;
  for (it->SeekToFirst(); s.ok() && it->Valid(); it->Next()) {
    const bool same = held.any &&
                      family_.order().SameUserKey(UserKeyOf(held.key), UserKeyOf(it->key())) &&
                      SequenceOf(held.key) == SequenceOf(it->key());
    if (same && TypeOf(held.key) == TypeOf(it->key())) continue;
    if (held.any && !same) s = outputs->Add(held.key, held.value);
    held.key.assign(it->key().data(), it->key().size());
    held.value.assign(it->value().data(), it->value().size());
    held.any = true;
  }
  if (s.ok() && held.any) s = outputs->Add(held.key, held.value);
  return s.ok() ? it->status() : s;
}

Status RepairTree::Merged(Placed* placed) {
  const ColumnFamilyOptions& options = family_.config->options;
  const CompactionPolicy& policy = PolicyFor(options.compaction_style);
  const bool level0_only = policy.Shape(*family_.config, options.num_levels).level0_only;
  const int level = level0_only ? 0 : options.num_levels - 1;
  std::sort(
      family_.tables.begin(), family_.tables.end(),
      [](const SavedTable& a, const SavedTable& b) { return a.meta->number > b.meta->number; });
  // Declared before the iterators, destroyed after them.
  std::vector<std::unique_ptr<TableReader>> readers;
  std::vector<std::unique_ptr<InternalIterator>> children;
  std::vector<RangeTombstone> all;
  for (const SavedTable& table : family_.tables) {
    std::unique_ptr<TableReader> reader;
    Status s = context_.OpenTable(family_, *table.meta, &reader);
    if (!s.ok()) return s;
    TableIterOptions how;
    how.for_compaction = true;
    children.emplace_back(reader->NewIterator(ReadOptions(), how));
    if (const auto tombstones = reader->RangeTombstones()) {
      const std::vector<RangeTombstone> own = tombstones->Cut(nullptr, nullptr);
      all.insert(all.end(), own.begin(), own.end());
    }
    readers.push_back(std::move(reader));
  }
  const FragmentedRangeTombstones tombstones(family_.order().user_comparator(), std::move(all),
                                             true);
  TableOutputs::Settings settings = context_.OutputsOf(family_);
  settings.level = level;
  settings.flushed_logs = family_.flushed_logs;
  settings.target_file_size = family_.config->MaxFileSizeForLevel(level, 1);
  settings.tombstones = tombstones.Cut(nullptr, nullptr);
  TableOutputs outputs(std::move(settings));
  const std::unique_ptr<InternalIterator> it(
      NewMergingIterator(family_.order(), std::move(children)));
  Status s = MergeInto(&outputs, it.get());
  if (s.ok()) s = outputs.Finish();
  if (!s.ok()) return s;
  for (const auto& file : outputs.files()) file->epoch = kFirstEpoch;
  // They do not overlap, but Level 0 wants each to have an epoch of its own.
  if (level == 0) NumberFlushPieces(kFirstEpoch, FileList(), outputs.files());
  for (const auto& file : outputs.files()) placed->emplace_back(level, file);
  for (const SavedTable& table : family_.tables) {
    // All their readable entries are in the merged tables. Damaged originals go to lost/.
    context_.to_delete.insert(context_.PathOf(family_, *table.meta));
  }
  LogInfo(context_.logger, "Repair: [%s] %zu tables are merged into %zu on level %d",
          family_.name.c_str(), family_.tables.size(), outputs.files().size(), level);
  return s;
}

Status RepairTree::Arrange(Placed* placed) {
  if (family_.tables.empty()) return Status::OK();
  if (AsRemembered(placed) && IsSound(*placed, "where the MANIFEST has them")) return Status::OK();
  *placed = AllOnLevel0();
  if (IsSound(*placed, "on level 0")) return Status::OK();
  placed->clear();
  return Merged(placed);
}

}  // namespace ROCKSDB_NAMESPACE
