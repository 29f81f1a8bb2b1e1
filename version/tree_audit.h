// The parts of the whole-tree check that need no table: order of files, epochs against sequence
// numbers, and the cached intervals against brute force. Called by CheckTree of
// rocksdb/utilities/tree_check.h and by repair; unlike tree_check.h, which guards every change of
// the tree, it looks at all pairs and reports everything it finds. No I/O, changes nothing.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/utilities/tree_check.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Gathers faults up to a limit.
// Past the limit faults are dropped silently, so a caller that wants to stop early checks full(). A
// limit of 0 counts as 1: whether there is a fault must not depend on it.
class FaultList {
 public:
  FaultList(std::vector<TreeFault>* out, size_t limit)
      : out_(out), limit_(limit == 0 ? 1 : limit) {}
  bool full() const { return out_->size() >= limit_; }
  void Add(TreeFault fault) {
    if (!full()) out_->push_back(std::move(fault));
  }
  // A fault of one file, or of two.
  void Add(TreeFault::Kind kind, const std::string& what, int level, const FileMeta& file,
           int other_level = -1, const FileMeta* other = nullptr);

 private:
  std::vector<TreeFault>* const out_;
  const size_t limit_;
};

// Bounds the right way round, levels sorted and disjoint, file numbers unique.
void AuditLevels(const TreeVersion& tree, FaultList* faults);

// Level 0 is newest first by epoch, and of two overlapping files the newer is not older by all its
// sequence numbers: with merged ingested files more can not be said without their keys. Files that share no key may stand in any order: jobs within Level 0 put an output in the
// place of its oldest input. Two kinds of ingested files overlap others by their ranges only: one
// without a number lies in a gap between an older file's keys; one with a number may have come while
// keys around it were in a memtable, which is flushed later.
void AuditLevel0(const TreeVersion& tree, FaultList* faults);

// `intervals` against every file of `newest_first`, at each bound and just behind it: the lists
// kept for a key, the largest depth, and invariant 2 of runs. O(files squared).
void AuditIntervals(const InternalKeyOrder& order, const FileList& newest_first,
                    const L0Intervals& intervals, FaultList* faults);

}  // namespace ROCKSDB_NAMESPACE
