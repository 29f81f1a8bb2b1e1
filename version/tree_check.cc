// Whole-tree order check: see tree_check.h.
#include "version/tree_check.h"

#include <algorithm>
#include <unordered_set>

#include "version/l0_order.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Bounds in hex: messages go to logs and keys may hold any bytes.
std::string Describe(const FileMeta& f) {
  return "#" + std::to_string(f.number) + " [" + f.smallest_user_key().ToString(true) + " .. " +
         f.largest_user_key().ToString(true) + (f.ends_exclusive() ? ")" : "]") + " seq " +
         std::to_string(f.smallest_seqno) + ".." + std::to_string(f.largest_seqno) + " epoch " +
         std::to_string(f.epoch);
}

Status Bad(int level, const std::string& what, const FileMeta& a, const FileMeta& b) {
  return Status::Corruption(
      "force_consistency_checks(VersionBuilder): L" + std::to_string(level) + " " + what,
      Describe(a) + " and " + Describe(b));
}

Status CheckBounds(const InternalKeyOrder& order, int level, const FileMeta& f) {
  const std::string where = "L" + std::to_string(level) + " file #" + std::to_string(f.number);
  if (f.smallest.size() < kInternalTailBytes || f.largest.size() < kInternalTailBytes) {
    return Status::Corruption(where, "has a bound that is no internal key");
  }
  if (order.Compare(f.smallest, f.largest) > 0) {
    return Status::Corruption(where, "has its bounds the wrong way round: " + Describe(f));
  }
  return Status::OK();
}

bool InternalRangesOverlap(const InternalKeyOrder& order, const FileMeta& a, const FileMeta& b) {
  return order.Compare(a.smallest, b.largest) <= 0 && order.Compare(b.smallest, a.largest) <= 0;
}

// Neighbours are enough for the order. Two files of one epoch are neighbours or have files of the
// same epoch between them.
Status CheckL0Pair(const InternalKeyOrder& order, const FileMeta& newer, const FileMeta& older) {
  if (!NewerByEpoch(newer, older)) return Bad(0, "files are not newest first", newer, older);
  if (newer.epoch == older.epoch && InternalRangesOverlap(order, newer, older)) {
    return Bad(0, "files of one epoch overlap", newer, older);
  }
  return Status::OK();
}

// Strict at internal keys: a file may begin at the user key where its neighbour ends exclusively.
Status CheckDeepPair(const InternalKeyOrder& order, int level, const FileMeta& left,
                     const FileMeta& right) {
  if (order.Compare(left.smallest, right.smallest) >= 0) {
    return Bad(level, "files are not sorted", left, right);
  }
  if (order.Compare(left.largest, right.smallest) >= 0) {
    return Bad(level, "files overlap", left, right);
  }
  return Status::OK();
}

Status CheckLevel(const TreeVersion& tree, int level, std::unordered_set<uint64_t>* seen) {
  const FileMeta* previous = nullptr;
  for (const FilePtr& f : tree.files(level)) {
    Status s = CheckBounds(tree.order(), level, *f);
    if (!s.ok()) return s;
    // Over all levels: one number on two levels would be one file on disk, deleted when either
    // goes.
    if (!seen->insert(f->number).second) return Bad(level, "file number occurs twice", *f, *f);
    if (level == 0 && f->epoch == 0) return Bad(0, "file lacks an epoch", *f, *f);
    if (previous != nullptr) {
      s = level == 0 ? CheckL0Pair(tree.order(), *previous, *f)
                     : CheckDeepPair(tree.order(), level, *previous, *f);
      if (!s.ok()) return s;
    }
    previous = f.get();
  }
  return Status::OK();
}

}  // namespace

Status CheckTree(const TreeVersion& tree) {
  std::unordered_set<uint64_t> seen;
  seen.reserve(tree.total_files());
  for (int level = 0; level < tree.num_levels(); ++level) {
    Status s = CheckLevel(tree, level, &seen);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status CheckSequencesFor78(const TreeVersion& tree) {
  // By sequence, not by epoch: that is how 7.8 orders them.
  FileList files = tree.files(0);
  std::sort(files.begin(), files.end(),
            [](const FilePtr& a, const FilePtr& b) { return NewerBySequence(*a, *b); });
  for (size_t i = 1; i < files.size(); ++i) {
    const FileMeta& newer = *files[i - 1];
    const FileMeta& older = *files[i];
    if (!NewerBySequence(newer, older)) return Bad(0, "files tie", newer, older);
    const bool single = older.smallest_seqno == older.largest_seqno;
    const bool fits = single ? older.largest_seqno == 0 || older.largest_seqno < newer.largest_seqno
                             : newer.smallest_seqno > older.smallest_seqno;
    if (!fits) return Bad(0, "sequence ranges are nested", newer, older);
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
