// Finds covering range tombstones for iterators. Reads tables only through the table cache.
#include "db/read/range_del_view.h"

#include <algorithm>

#include "db/state/table_cache.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

RangeDelView::RangeDelView(TableCache* tables, const CfConfig& config)
    : order_(config.order), tables_(tables), config_(config) {}

void RangeDelView::AddMemtable(Tombstones list) {
  if (list != nullptr && !list->empty()) lists_.push_back(std::move(list));
}

void RangeDelView::AddFile(const FilePtr& file) {
  if (!MayHaveTombstones(*file)) return;
  Tombstones list = Load(*file, 0, &files_status_);
  if (list != nullptr && !list->empty()) files_.push_back(File{file, std::move(list)});
}

void RangeDelView::AddLevel(const FileList& files, int level) {
  const bool any = std::any_of(files.begin(), files.end(),
                               [this](const FilePtr& f) { return MayHaveTombstones(*f); });
  if (any) levels_.push_back(Level{&files, level, 0, nullptr, false});
}

RangeDelView::Tombstones RangeDelView::Load(const FileMeta& file, int level, Status* status) const {
  Tombstones list;
  if (!MayHaveTombstones(file)) return list;
  status->UpdateIfOk(tables_->RangeTombstones(config_, file, level, &list));
  return list;
}

// A tombstone counts only within the bounds of its file: beyond them another file has its own part
// of it, or a compaction has let it go.
bool RangeDelView::Contains(const FileMeta& file, const Slice& user_key) const {
  if (order_.CompareUserKeys(user_key, file.smallest_user_key()) < 0) return false;
  const int c = order_.CompareUserKeys(user_key, file.largest_user_key());
  return c < 0 || (c == 0 && !file.ends_exclusive());
}

SequenceNumber RangeDelView::CoveringInLevel(Level* level, const Slice& user_key,
                                             SequenceNumber snapshot) {
  const FileList& files = *level->files;
  if (level->current >= files.size() || !Contains(*files[level->current], user_key)) {
    // An exclusive end does not hold its key: the next file may begin with it.
    auto ends_before = [this](const FilePtr& f, const Slice& key) {
      const int c = order_.CompareUserKeys(f->largest_user_key(), key);
      return c < 0 || (c == 0 && f->ends_exclusive());
    };
    auto it = std::lower_bound(files.begin(), files.end(), user_key, ends_before);
    const auto index = static_cast<size_t>(it - files.begin());
    // Neighbouring keys, as scans ask for, mostly fall into the same file.
    if (index != level->current) {
      level->current = index;
      level->loaded = false;
    }
    if (it == files.end() || !Contains(**it, user_key)) return 0;
  }
  if (!level->loaded) {
    Status s;
    level->tombstones = Load(*files[level->current], level->number, &s);
    level->loaded = s.ok();
    levels_status_.UpdateIfOk(s);
  }
  const SequenceNumber here =
      level->tombstones == nullptr ? 0 : level->tombstones->MaxCoveringSeq(user_key, snapshot);
  return std::max(here, CoveringBehind(*level, user_key, snapshot));
}

// Stock may cut a level between two records of one key. A tombstone that lies between them is in
// the later file only, which is not kept: few keys are cut.
SequenceNumber RangeDelView::CoveringBehind(const Level& level, const Slice& user_key,
                                            SequenceNumber snapshot) {
  SequenceNumber best = 0;
  for (size_t i = level.current + 1; i < level.files->size(); ++i) {
    const FileMeta& file = *(*level.files)[i];
    if (order_.CompareUserKeys(user_key, file.smallest_user_key()) < 0) break;
    const Tombstones list = Load(file, level.number, &levels_status_);
    if (list != nullptr) best = std::max(best, list->MaxCoveringSeq(user_key, snapshot));
  }
  return best;
}

SequenceNumber RangeDelView::MaxCovering(const Slice& user_key, SequenceNumber snapshot) {
  if (!levels_status_.ok()) [[unlikely]]
    levels_status_ = Status::OK();
  SequenceNumber best = 0;
  for (const Tombstones& list : lists_)
    best = std::max(best, list->MaxCoveringSeq(user_key, snapshot));
  // All of them, newest or not: the largest number is what counts.
  for (const File& file : files_) {
    if (Contains(*file.meta, user_key))
      best = std::max(best, file.tombstones->MaxCoveringSeq(user_key, snapshot));
  }
  for (Level& level : levels_) best = std::max(best, CoveringInLevel(&level, user_key, snapshot));
  return best;
}

}  // namespace ROCKSDB_NAMESPACE
