// Applying edits to a tree: see tree_builder.h.
//
//    base_level_   number -> level           of the base, never changed
//    changed_      number -> place, object   what edits did to it; -1: gone
//
//    Build, for each level:  base files not in changed_   sorted already
//                            files added to it            sorted here
//                            -> merged -> CheckTree -> published by the caller
#include "version/tree_builder.h"

#include <algorithm>
#include <iterator>

#include "version/l0_order.h"
#include "version/tree_check.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string FileName(uint64_t number) { return "table file #" + std::to_string(number); }
std::string LevelName(int level) { return "level " + std::to_string(level); }

// Level 0 newest first, deeper levels by key.
struct LevelOrder {
  const InternalKeyOrder& order;
  int level;
  bool operator()(const FilePtr& a, const FilePtr& b) const {
    if (level == 0) return NewerByEpoch(*a, *b);
    const int c = order.Compare(a->smallest, b->smallest);
    return c != 0 ? c < 0 : a->number < b->number;
  }
};

}  // namespace

TreeBuilder::TreeBuilder(const InternalKeyOrder& order, TreePtr base, int num_levels)
    : order_(order), base_(std::move(base)), num_levels_(num_levels) {
  if (base_ == nullptr) return;
  base_level_.reserve(base_->total_files());
  for (int level = 0; level < base_->num_levels(); ++level) {
    for (const FilePtr& f : base_->files(level)) base_level_.emplace(f->number, level);
  }
}

int TreeBuilder::LevelInBase(uint64_t number) const {
  const auto it = base_level_.find(number);
  return it == base_level_.end() ? -1 : it->second;
}

// Later edits of one builder see what earlier ones did.
TreeBuilder::Place TreeBuilder::PlaceOf(uint64_t number) const {
  const auto it = changed_.find(number);
  if (it != changed_.end()) return it->second;
  return Place{LevelInBase(number), nullptr};
}

Status TreeBuilder::Apply(const VersionEdit& edit) {
  for (const auto& [level, number] : edit.deleted_files) {
    Status s = Delete(level, number);
    if (!s.ok()) return s;
  }
  for (const auto& [level, file] : edit.new_files) {
    Status s = Add(level, file);
    if (!s.ok()) return s;
  }
  for (const auto& [level, key] : edit.compact_cursors) SetCursor(level, key);
  return Status::OK();
}

Status TreeBuilder::Delete(int level, uint64_t number) {
  const Place at = PlaceOf(number);
  if (at.level == level) {
    changed_[number] = Place{-1, nullptr};
    return Status::OK();
  }
  return Status::Corruption(
      "VersionBuilder", "Cannot delete " + FileName(number) + " from " + LevelName(level) +
                            " since it is " +
                            (at.level < 0 ? "not in the LSM tree" : "on " + LevelName(at.level)));
}

Status TreeBuilder::Add(int level, const std::shared_ptr<FileMeta>& file) {
  const Place at = PlaceOf(file->number);
  if (at.level >= 0) {
    return Status::Corruption("VersionBuilder",
                              "Cannot add " + FileName(file->number) + " to " + LevelName(level) +
                                  " since it is already in the LSM tree on " + LevelName(at.level));
  }
  changed_[file->number] = Place{level, file};
  return Status::OK();
}

void TreeBuilder::SetCursor(int level, const std::string& key) {
  for (auto& [l, k] : cursors_) {
    if (l == level) {
      k = key;
      return;
    }
  }
  cursors_.emplace_back(level, key);
}

bool TreeBuilder::IsLiveBaseFile(const FileMeta& file) const {
  return changed_.find(file.number) == changed_.end();
}

// Files without an epoch force new ones on the whole tree only while nothing is running on it: at
// recovery, where there is no base. Later, deeper files may lack one; a level-0 file without one is
// refused by the check.
bool TreeBuilder::AnyEpochMissing() const {
  if (base_ != nullptr && base_->total_files() > 0) return false;
  for (const auto& [number, place] : changed_) {
    if (place.added != nullptr && place.added->epoch == 0) return true;
  }
  return false;
}

//   deepest level      one epoch for all its files   (oldest)
//   ...
//   level 1            one epoch
//   level 0            one epoch each, oldest file first
void TreeBuilder::InferEpochs() {
  std::vector<std::vector<FileMeta*>> levels(num_levels_);
  for (const auto& [number, place] : changed_) {
    if (place.level >= 0 && place.level < num_levels_)
      levels[place.level].push_back(place.added.get());
  }
  uint64_t epoch = kFirstEpoch;
  for (int level = num_levels_ - 1; level >= 1; --level) {
    for (FileMeta* f : levels[level]) f->epoch = epoch;
    if (!levels[level].empty()) ++epoch;
  }
  std::sort(levels[0].begin(), levels[0].end(),
            [](const FileMeta* a, const FileMeta* b) { return NewerBySequence(*b, *a); });
  for (FileMeta* f : levels[0]) f->epoch = epoch++;
}

// Files that were added and deleted again have no `added` any more and leave no trace.
Status TreeBuilder::CollectAdded(std::vector<FileList>* added) const {
  for (const auto& [number, place] : changed_) {
    if (place.added == nullptr) continue;
    if (place.level >= num_levels_) {
      return Status::InvalidArgument("db has more levels than options.num_levels");
    }
    (*added)[place.level].push_back(place.added);
  }
  return Status::OK();
}

// Both halves are sorted: the base's by invariant, the added by one small sort. So a Build after an
// edit of a few files costs one pass over the pointers of the level.
FileList TreeBuilder::MergeLevel(int level, FileList added) const {
  const LevelOrder before{order_, level};
  std::sort(added.begin(), added.end(), before);
  FileList kept;
  if (base_ != nullptr && level < base_->num_levels()) {
    for (const FilePtr& f : base_->files(level)) {
      if (IsLiveBaseFile(*f)) kept.push_back(f);
    }
  }
  FileList merged;
  merged.reserve(kept.size() + added.size());
  std::merge(kept.begin(), kept.end(), added.begin(), added.end(), std::back_inserter(merged),
             before);
  return merged;
}

Status TreeBuilder::Build(TreePtr* out) {
  if (AnyEpochMissing()) InferEpochs();
  std::vector<FileList> added(num_levels_);
  Status s = CollectAdded(&added);
  if (!s.ok()) return s;
  std::vector<FileList> levels;
  levels.reserve(num_levels_);
  for (int level = 0; level < num_levels_; ++level) {
    levels.push_back(MergeLevel(level, std::move(added[level])));
  }
  auto tree = std::make_shared<const TreeVersion>(order_, std::move(levels));
  // Checked before the caller gets it: no reader ever sees a tree that breaks an invariant.
  if (checks_) {
    s = CheckTree(*tree);
    if (!s.ok()) return s;
  }
  *out = std::move(tree);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
