// Checks of a tree's description: see tree_audit.h.
#include "version/tree_audit.h"

#include <algorithm>
#include <map>

#include "version/l0_order.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Nothing here uses L0Intervals or TreeVersion's searches: they are what is checked.
bool Overlap(const InternalKeyOrder& order, const FileMeta& a, const FileMeta& b) {
  return Overlaps(order, UserRange::Of(a), UserRange::Of(b));
}

// Whether `f` covers the user key, or with `just_after` the place behind it.
bool Covers(const InternalKeyOrder& order, const FileMeta& f, const Slice& key, bool just_after) {
  if (ComparePlaces(order, f.smallest_user_key(), key) > 0) return false;
  const int end = ComparePlaces(order, f.largest_user_key(), key);
  // As L0Intervals takes it: a file whose exclusive end is its only key covers that key.
  const bool only_key = ComparePlaces(order, f.smallest_user_key(), f.largest_user_key()) >= 0;
  if (just_after) return end > 0;
  return end > 0 || (end == 0 && (only_key || !f.ends_exclusive()));
}

// The files over one place, newest first, by looking at every file.
std::vector<uint32_t> FilesOver(const InternalKeyOrder& order, const FileList& files,
                                const Slice& key, bool just_after) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < files.size(); ++i) {
    if (Covers(order, *files[i], key, just_after)) found.push_back(i);
  }
  return found;
}

bool BoundsAreKeys(const FileMeta& f) {
  return f.smallest.size() >= kInternalTailBytes && f.largest.size() >= kInternalTailBytes;
}

// Of the files over one key each must lie in a higher run than the older ones.
void AuditRuns(const InternalKeyOrder& order, const FileList& files, const L0Intervals& intervals,
               FaultList* faults) {
  for (uint32_t newer = 0; newer < files.size(); ++newer) {
    for (uint32_t older = newer + 1; older < files.size(); ++older) {
      if (!Overlap(order, *files[newer], *files[older])) continue;
      if (intervals.RunOf(newer) > intervals.RunOf(older)) continue;
      faults->Add(TreeFault::kIntervals, "a file lies in no higher run than an older one under it",
                  0, *files[newer], 0, files[older].get());
    }
  }
}

}  // namespace

void FaultList::Add(TreeFault::Kind kind, const std::string& what, int level, const FileMeta& file,
                    int other_level, const FileMeta* other) {
  TreeFault fault;
  fault.kind = kind;
  fault.what = what;
  fault.level = level;
  fault.file = file.number;
  if (BoundsAreKeys(file)) fault.key = file.smallest_user_key().ToString();
  fault.sequence = file.largest_seqno;
  if (other != nullptr) {
    fault.other_level = other_level;
    fault.other_file = other->number;
    fault.other_sequence = other->largest_seqno;
    if (BoundsAreKeys(*other)) fault.key = other->smallest_user_key().ToString();
  }
  Add(std::move(fault));
}

void AuditLevels(const TreeVersion& tree, FaultList* faults) {
  std::map<uint64_t, int> seen;
  for (int level = 0; level < tree.num_levels(); ++level) {
    const FileMeta* previous = nullptr;
    for (const FilePtr& f : tree.files(level)) {
      const auto [at, fresh] = seen.emplace(f->number, level);
      if (!fresh) {
        faults->Add(TreeFault::kLevelOrder, "a file number occurs twice", at->second, *f, level,
                    f.get());
      }
      if (!BoundsAreKeys(*f) || tree.order().Compare(f->smallest, f->largest) > 0) {
        faults->Add(TreeFault::kLevelOrder, "a file's bounds are the wrong way round", level, *f);
        continue;
      }
      if (level > 0 && previous != nullptr &&
          tree.order().Compare(previous->largest, f->smallest) >= 0) {
        faults->Add(TreeFault::kLevelOrder, "files of a level overlap or are not sorted", level,
                    *previous, level, f.get());
      }
      previous = f.get();
    }
  }
}

void AuditLevel0(const TreeVersion& tree, FaultList* faults) {
  const FileList& files = tree.files(0);
  for (size_t i = 0; i < files.size(); ++i) {
    const FileMeta& newer = *files[i];
    if (newer.epoch == 0) {
      faults->Add(TreeFault::kEpochOrder, "a file of Level 0 has no epoch", 0, newer);
    }
    if (i + 1 < files.size() && !NewerByEpoch(newer, *files[i + 1])) {
      faults->Add(TreeFault::kEpochOrder, "files of Level 0 are not newest first", 0, newer, 0,
                  files[i + 1].get());
    }
    // All pairs, unlike CheckTree: files that overlap need not be neighbours.
    for (size_t k = i + 1; k < files.size(); ++k) {
      const FileMeta& older = *files[k];
      if (!Overlap(tree.order(), newer, older)) continue;
      if (newer.epoch == older.epoch) {
        faults->Add(TreeFault::kEpochOrder, "overlapping files share an epoch", 0, newer, 0,
                    &older);
      } else if (newer.largest_seqno < older.smallest_seqno && newer.largest_seqno != 0 &&
                 older.smallest_seqno != older.largest_seqno) {
        faults->Add(TreeFault::kEpochOrder,
                    "epochs and sequence numbers of overlapping files disagree", 0, newer, 0,
                    &older);
      }
    }
  }
}

void AuditIntervals(const InternalKeyOrder& order, const FileList& files,
                    const L0Intervals& intervals, FaultList* faults) {
  size_t deepest = 0;
  for (const FilePtr& f : files) {
    for (const Slice key : {f->smallest_user_key(), f->largest_user_key()}) {
      const std::vector<uint32_t> over = FilesOver(order, files, key, false);
      const int found = intervals.Find(order, key);
      const std::vector<uint32_t> none;
      const std::vector<uint32_t>& cached =
          found < 0 ? none : intervals.intervals()[static_cast<size_t>(found)].files;
      if (over != cached) {
        faults->Add(TreeFault::kIntervals, "the files kept for a key are not those over it", 0, *f);
      }
      deepest = std::max({deepest, over.size(), FilesOver(order, files, key, true).size()});
    }
  }
  if (deepest != intervals.MaxDepth()) {
    TreeFault fault;
    fault.kind = TreeFault::kIntervals;
    fault.what = "the depth kept is " + std::to_string(intervals.MaxDepth()) + ", the files give " +
                 std::to_string(deepest);
    fault.level = 0;
    faults->Add(std::move(fault));
  }
  AuditRuns(order, files, intervals, faults);
}

}  // namespace ROCKSDB_NAMESPACE
