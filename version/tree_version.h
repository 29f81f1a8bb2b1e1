// What files a column family consists of at one moment: immutable, shared, no I/O. Built by
// TreeBuilder from the previous version and a VersionEdit; read by reads, pickers, stall rules and
// properties, from any thread and without a lock. A TreePtr keeps the files on disk: a reference
// that is never released pins them for good (hazard 7).
//
// Invariants (checked by CheckTree in version/tree_check.h)
//  1. Level 0 is ordered newest first: by epoch when every file has one, else by largest sequence
//     number.
//  2. Levels 1.. are sorted by smallest key and their files' ranges do not overlap. As internal
//     keys: versions of one user key may lie in two neighbours. Jobs take both (CleanCut).
//  3. A file number occurs once.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "util/internal_key.h"
#include "version/file_meta.h"
#include "version/l0_intervals.h"

namespace ROCKSDB_NAMESPACE {

// What pickers read of a whole level before they look at its files.
struct LevelSummary {
  uint64_t bytes = 0;
  uint64_t weight = 0;           // like bytes, by compensated_size
  uint64_t oldest_ancestor = 0;  // seconds; 0: unknown for every file
  uint64_t oldest_creation = 0;
  bool any_marked = false;
  bool any_deletions = false;        // some file is known to hold more than one deletion
  bool any_range_deletions = false;  // some file holds one, or is not known to hold none
};

class TreeVersion {
 public:
  // REQUIRES: `levels` fulfils the invariants. Computes intervals and totals, O(n log n); do this
  // outside locks (hazard 15).
  TreeVersion(const InternalKeyOrder& order, std::vector<FileList> levels);
  TreeVersion(const TreeVersion&) = delete;
  TreeVersion& operator=(const TreeVersion&) = delete;

  const InternalKeyOrder& order() const { return order_; }
  int num_levels() const { return static_cast<int>(levels_.size()); }
  // REQUIRES for everything that takes a level: 0 <= level < num_levels().
  const FileList& files(int level) const { return levels_[level]; }
  const L0Intervals& l0() const { return l0_; }
  // The files of run i of l0(), in key order.
  const FileList& l0_run(size_t i) const { return l0_runs_[i]; }
  const LevelSummary& summary(int level) const { return summaries_[level]; }
  uint64_t level_bytes(int level) const { return summaries_[level].bytes; }
  uint64_t total_bytes() const;
  size_t total_files() const;
  // Deepest level that holds a file, or -1.
  int deepest_level() const { return deepest_; }
  // Largest epoch in use, 0 when none.
  uint64_t max_epoch() const { return max_epoch_; }

  // Files of `level` that overlap `range`, replacing what *out held. For level 0 only direct
  // overlap, not its closure: a job out of level 0 needs more (bucket/l0_closure). Newest first /
  // key order.
  void FilesOverlapping(int level, const UserRange& range, FileList* out) const;
  // Their sizes summed; O(log n) below level 0.
  uint64_t BytesOverlapping(int level, const UserRange& range) const;
  // For level >= 1: they are files [first, second) of the level. Equal when none does; `first` is
  // then where one would have to lie.
  std::pair<size_t, size_t> OverlappingSpan(int level, const UserRange& range) const;
  // For level >= 1: index of the first file that ends at or after `user_key`, files(level).size()
  // if none. An exclusive end at the key itself does not count. Where a key's versions continue in
  // the next file, that is the first of them.
  size_t FirstFileAtOrAfter(int level, const Slice& user_key) const;
  // Searches every level, O(files). Null when no level holds it; `level` may be null.
  FilePtr FindFile(uint64_t number, int* level) const;
  // True when no file on a level deeper than `level` overlaps `range`. Levels only: older files of
  // level 0 are not looked at, so callers that write into level 0 must not use it.
  bool NothingBelow(int level, const UserRange& range) const;

  // One line a level, one entry a file: for LOG, ldb and test failures.
  std::string DebugString(bool hex = true) const;

 private:
  void Summarize(int level);

  InternalKeyOrder order_;
  std::vector<FileList> levels_;
  std::vector<LevelSummary> summaries_;
  std::vector<std::vector<uint64_t>> bytes_before_;  // per level >= 1: sizes of all files before i
  L0Intervals l0_;
  std::vector<FileList> l0_runs_;
  int deepest_ = -1;
  uint64_t max_epoch_ = 0;
};

using TreePtr = std::shared_ptr<const TreeVersion>;

}  // namespace ROCKSDB_NAMESPACE
