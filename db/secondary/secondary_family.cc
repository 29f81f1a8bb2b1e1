// See the header.
#include "db/secondary/secondary_family.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "db/recovery/table_counts.h"
#include "util/parallel.h"
#include "version/tree_builder.h"

namespace ROCKSDB_NAMESPACE {

SecondaryFamily::SecondaryFamily(DbParts* parts, FamilyPtr family)
    : parts_(*parts), family_(std::move(family)) {
  StateLock lock(&parts_.context.mutex);
  config_ = family_->state().config();
  tree_ = family_->state().tree();
  WriteQueue::AssertLeading();  // nobody else knows the family
  Renew(0);
}

// The difference between the tree and the view, as one edit: how it came about does not matter.
Status SecondaryFamily::BuildTree(const ManifestView::Family& now, TreePtr* tree) {
  std::unordered_map<uint64_t, int> before;
  VersionEdit edit;
  for (int level = 0; level < tree_->num_levels(); ++level) {
    for (const FilePtr& file : tree_->files(level)) {
      before[file->number] = level;
      const auto it = now.files.find(file->number);
      if (it == now.files.end() || it->second.level != level) edit.DeleteFile(level, file->number);
    }
  }
  std::vector<ManifestView::Place> opened;
  for (const auto& [number, place] : now.files) {
    const auto it = before.find(number);
    if (it == before.end()) opened.push_back(place);
    if (it == before.end() || it->second != place.level) edit.AddFile(place.level, place.file);
  }
  TreeBuilder builder(family_->order, tree_, tree_->num_levels());
  builder.set_checks(config_->options.force_consistency_checks);
  Status s = OpenTables(opened);
  if (s.ok()) s = builder.Apply(edit);
  if (s.ok()) s = builder.Build(tree);
  return s;
}

// All of them, while the primary has not deleted them: open files stay readable.
Status SecondaryFamily::OpenTables(const std::vector<ManifestView::Place>& opened) {
  constexpr size_t kTablesPerThread = 8;  // chosen, not measured
  const int most = parts_.context.config()->options.max_file_opening_threads;
  const size_t threads = std::min<size_t>(std::max(1, most), opened.size() / kTablesPerThread);
  std::vector<Status> results(opened.size());
  RunInParallel(opened.size(), threads, [&](size_t i) {
    FileMeta* file = opened[i].file.get();
    // From here on its end is reported, which closes the reader.
    file->installed.store(true, std::memory_order_relaxed);
    results[i] = ReadTableCounts(parts_.tables.get(), *config_, opened[i].level, file);
  });
  for (Status& s : results) {
    if (!s.ok()) return std::move(s);
  }
  return Status::OK();
}

Status SecondaryFamily::Follow(const ManifestView::Family& now, uint64_t log) {
  const std::string name = family_->order.user_comparator()->Name();
  if (!now.comparator.empty() && now.comparator != name) {
    return Status::InvalidArgument(name, "does not match existing comparator " + now.comparator +
                                             " of column family " + now.name);
  }
  if (now.changes != changes_) {
    TreePtr tree;
    Status s = BuildTree(now, &tree);
    if (!s.ok()) return s;
    tree_ = std::move(tree);
    for (const auto& [number, place] : now.files)
      largest_sequence_ = std::max(largest_sequence_, place.file->largest_seqno);
    changes_ = now.changes;
    changed_ = true;
    boundaries_changed_ |= boundaries_ != now.boundaries;
    boundaries_ = now.boundaries;
  }
  StateLock lock(&parts_.context.mutex);
  // Filled ones too: what an attempt that failed put there may be in tables by now.
  const bool reusable = !memtable_is_shown_ && family_->mem()->IsEmpty();
  if (now.additions != additions_ && !reusable) Renew(log);
  additions_ = now.additions;
  changed_ |= now.log_number > family_->log_number();
  family_->RaiseLogNumber(now.log_number);
  return Status::OK();
}

void SecondaryFamily::Renew(uint64_t log) {
  const SequenceNumber earliest = parts_.versions->last_sequence();
  if (family_->mem() == nullptr || family_->mem()->IsEmpty()) {
    family_->StartMemTable(earliest);
  } else {
    family_->mem()->next_log_number = log + 1;
    family_->SealMemTable(family_->NewMemTable(earliest), FlushReason::kOthers);
  }
  memtable_is_shown_ = false;
  changed_ = true;
}

void SecondaryFamily::RenewFilled(uint64_t log) {
  StateLock lock(&parts_.context.mutex);
  if (!family_->mem()->IsEmpty()) Renew(log);
}

void SecondaryFamily::RenewShown(uint64_t log) {
  StateLock lock(&parts_.context.mutex);
  if (memtable_is_shown_) Renew(log);
}

void SecondaryFamily::Publish() {
  if (!changed_) return;
  family_->state().SetTree(tree_);
  family_->state().RaiseNextEpoch(tree_->max_epoch() + 1);
  if (boundaries_changed_) family_->RestoreBuckets(boundaries_);
  family_->ForgetOlderThan(family_->log_number());
  family_->InstallSuperVersion();
  memtable_is_shown_ = true;
  changed_ = boundaries_changed_ = false;
}

}  // namespace ROCKSDB_NAMESPACE
