// Grows a closed set of L0 files (see l0_picker.h) and finds what it needs at the base level.
// Internal to l0_picker.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bucket/l0_picker.h"

namespace ROCKSDB_NAMESPACE {

// Which base-level files a range needs, whole user keys only (a user key split over two files pulls
// in both). False when one of them is busy or a running job writes into the range they and `range`
// cover together.
bool FindFreeBase(const L0PickInput& in, const FilesInJobs& busy, const UserRange& range,
                  FileList* base);

// Adds to *range and *base until no further file of `level` shares a user key with an end of the
// range.
void CleanCut(const TreeVersion& tree, int level, UserRange* range, FileList* files);

class L0Closure {
 public:
  L0Closure(const L0PickInput& in, const FilesInJobs& busy) : in_(in), busy_(busy) {}

  // Adds file `index` (of the newest-first list) and all that must come with it, provided every one
  // of them is idle, the base is free and the job stays below the byte limit (the first file may
  // exceed it). False: unchanged.
  bool TryAdd(uint32_t index);

  bool empty() const { return members_.empty(); }
  bool Has(uint32_t index) const;
  size_t size() const { return members_.size(); }
  // REQUIRES: !empty().
  UserRange range() const { return range_; }
  FileList Files() const;
  const FileList& base() const { return base_; }
  bool Disjoint() const;

 private:
  // Closes `members` over age and overlap; false when a busy file would have to join.
  bool Close(std::vector<uint32_t>* members, UserRange* range) const;
  uint64_t Bytes(const std::vector<uint32_t>& members) const;

  const L0PickInput& in_;
  const FilesInJobs& busy_;
  std::vector<uint32_t> members_;  // ascending: newest first
  UserRange range_;
  FileList base_;
};

}  // namespace ROCKSDB_NAMESPACE
