// Builds a tree version from an older one and a sequence of edits. Used by the version set for
// every change of the tree, and by recovery with all edits of a MANIFEST at once. Holds no lock,
// does no I/O, never touches the base.
//
//     base ──┐
//            ├── Apply(edit) ── Apply(edit) ── ... ── Build(&tree)
//     empty ─┘        contradictions are reported here, not at the next read
//
// Cost: O(changed files · log + all files) a Build; nothing is sorted that was sorted already.
//
// A file that changes level (deleted on one, added on another, same number) is represented by the
// object of the *adding* edit. A job that moves a live file passes that file's own object, so its
// deleter stays single.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/status.h"
#include "version/tree_version.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

// For one thread and one tree.
class TreeBuilder {
 public:
  // `base` may be null (empty tree). Edits may name levels beyond num_levels only if nothing is
  // left there at Build.
  TreeBuilder(const InternalKeyOrder& order, TreePtr base, int num_levels);

  // Corruption when the edit deletes a file that is not there, or adds one that is. Deletions come
  // first, so that one edit can move a file. After a failure part of the edit is applied: the
  // builder must not be used again.
  [[nodiscard]] Status Apply(const VersionEdit& edit);

  // Corruption when the result would break an invariant of TreeVersion; InvalidArgument when a file
  // is left on a level beyond num_levels. *out is untouched on failure. May be called again after
  // more edits. When files lack epochs (databases older than them), all files are given new ones:
  // deeper levels older, level 0 by sequence numbers. That writes to the added files, so they must
  // not be shared with another tree yet.
  [[nodiscard]] Status Build(TreePtr* out);

  // false (`force_consistency_checks` off): Build skips the order and overlap checks.
  void set_checks(bool on) { checks_ = on; }
  // Compact cursors seen, the last one of each level: (level, internal key).
  const std::vector<std::pair<int, std::string>>& cursors() const { return cursors_; }

 private:
  struct Place {
    int level = -1;                   // -1: not in the tree
    std::shared_ptr<FileMeta> added;  // null: as in the base
  };

  Status Delete(int level, uint64_t number);
  Status Add(int level, const std::shared_ptr<FileMeta>& file);
  void SetCursor(int level, const std::string& key);
  int LevelInBase(uint64_t number) const;
  Place PlaceOf(uint64_t number) const;
  bool IsLiveBaseFile(const FileMeta& file) const;
  Status CollectAdded(std::vector<FileList>* added) const;
  bool AnyEpochMissing() const;
  void InferEpochs();
  FileList MergeLevel(int level, FileList added) const;

  const InternalKeyOrder order_;
  const TreePtr base_;
  const int num_levels_;
  bool checks_ = true;
  // Where each file of the base lies. Built once, so that an edit is checked without a search.
  std::unordered_map<uint64_t, int> base_level_;
  // Every file that an edit named, with its place after the last one. A base file that is not named
  // here stays where it is.
  std::unordered_map<uint64_t, Place> changed_;
  std::vector<std::pair<int, std::string>> cursors_;
};

}  // namespace ROCKSDB_NAMESPACE
