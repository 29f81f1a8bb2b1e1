// Searches in a tree: see tree_version.h.
#include "version/tree_version.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

void TakeOlder(uint64_t* oldest, uint64_t time) {
  if (time > 0 && (*oldest == 0 || time < *oldest)) *oldest = time;
}

}  // namespace

TreeVersion::TreeVersion(const InternalKeyOrder& order, std::vector<FileList> levels)
    : order_(order),
      levels_(std::move(levels)),
      summaries_(levels_.size()),
      bytes_before_(levels_.size()) {
  for (int level = 0; level < num_levels(); ++level) Summarize(level);
  // Over levels_, not the argument: the intervals keep slices into the files that this object
  // holds.
  if (!levels_.empty()) l0_ = L0Intervals(order_, levels_[0]);
  for (const std::vector<uint32_t>& run : l0_.runs()) {
    FileList& files = l0_runs_.emplace_back();
    for (const uint32_t i : run) files.push_back(levels_[0][i]);
  }
}

void TreeVersion::Summarize(int level) {
  LevelSummary& sum = summaries_[level];
  std::vector<uint64_t>& before = bytes_before_[level];
  before.reserve(levels_[level].size() + 1);
  for (const FilePtr& f : levels_[level]) {
    before.push_back(sum.bytes);
    sum.bytes += f->file_size;
    sum.weight += std::max(f->compensated_size, f->file_size);
    TakeOlder(&sum.oldest_ancestor, f->oldest_ancestor_time);
    TakeOlder(&sum.oldest_creation, f->creation_time);
    sum.any_marked |= f->marked_for_compaction;
    sum.any_deletions |= f->stats_known && f->num_deletions > 1;
    sum.any_range_deletions |= !f->stats_known || f->num_range_deletions > 0;
    max_epoch_ = std::max(max_epoch_, f->epoch);
  }
  before.push_back(sum.bytes);
  if (!levels_[level].empty()) deepest_ = level;
}

uint64_t TreeVersion::total_bytes() const {
  uint64_t sum = 0;
  for (const LevelSummary& level : summaries_) sum += level.bytes;
  return sum;
}

size_t TreeVersion::total_files() const {
  size_t sum = 0;
  for (const FileList& files : levels_) sum += files.size();
  return sum;
}

size_t TreeVersion::FirstFileAtOrAfter(int level, const Slice& user_key) const {
  const FileList& files = levels_[level];
  // Ends ascend with begins, since files of a level do not overlap: one binary search is enough.
  const auto it = std::partition_point(files.begin(), files.end(), [&](const FilePtr& f) {
    const int c = ComparePlaces(order_, f->largest_user_key(), user_key);
    return c < 0 || (c == 0 && f->ends_exclusive());
  });
  return static_cast<size_t>(it - files.begin());
}

void TreeVersion::FilesOverlapping(int level, const UserRange& range, FileList* out) const {
  out->clear();
  const FileList& files = levels_[level];
  if (level == 0) {
    for (const FilePtr& f : files) {
      if (Overlaps(order_, UserRange::Of(*f), range)) out->push_back(f);
    }
    return;
  }
  const auto [first, last] = OverlappingSpan(level, range);
  out->assign(files.begin() + static_cast<ptrdiff_t>(first),
              files.begin() + static_cast<ptrdiff_t>(last));
}

std::pair<size_t, size_t> TreeVersion::OverlappingSpan(int level, const UserRange& range) const {
  const FileList& files = levels_[level];
  const size_t first = FirstFileAtOrAfter(level, range.smallest);
  const auto last = std::partition_point(
      files.begin() + static_cast<ptrdiff_t>(first), files.end(),
      [&](const FilePtr& f) { return !EndsBefore(order_, range, UserRange::Of(*f)); });
  return {first, static_cast<size_t>(last - files.begin())};
}

uint64_t TreeVersion::BytesOverlapping(int level, const UserRange& range) const {
  if (level > 0) {
    const auto [first, last] = OverlappingSpan(level, range);
    return bytes_before_[level][last] - bytes_before_[level][first];
  }
  uint64_t bytes = 0;
  for (const FilePtr& f : levels_[0]) {
    if (Overlaps(order_, UserRange::Of(*f), range)) bytes += f->file_size;
  }
  return bytes;
}

FilePtr TreeVersion::FindFile(uint64_t number, int* level) const {
  for (int l = 0; l < num_levels(); ++l) {
    for (const FilePtr& f : levels_[l]) {
      if (f->number == number) {
        if (level != nullptr) *level = l;
        return f;
      }
    }
  }
  return nullptr;
}

bool TreeVersion::NothingBelow(int level, const UserRange& range) const {
  // Level 0 is never below anything.
  for (int l = std::max(level + 1, 1); l <= deepest_; ++l) {
    const size_t i = FirstFileAtOrAfter(l, range.smallest);
    if (i < levels_[l].size() && !EndsBefore(order_, range, UserRange::Of(*levels_[l][i]))) {
      return false;
    }
  }
  return true;
}

std::string TreeVersion::DebugString(bool hex) const {
  std::string out;
  for (int level = 0; level <= deepest_; ++level) {
    out += "L" + std::to_string(level) + ":";
    for (const FilePtr& f : levels_[level]) {
      out += " #" + std::to_string(f->number) + "[" + f->smallest_user_key().ToString(hex) + "-" +
             f->largest_user_key().ToString(hex) + (f->ends_exclusive() ? ")" : "]") + "@" +
             std::to_string(f->smallest_seqno) + ".." + std::to_string(f->largest_seqno) + "/e" +
             std::to_string(f->epoch) + ":" + std::to_string(f->file_size);
    }
    out += "\n";
  }
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
