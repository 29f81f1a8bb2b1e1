// Finds a place for every saved table of one family. Used by RepairDB only.
//
// A table may not simply go by its largest sequence number: a file of Level 1 can hold newer
// entries of one key and older ones of another than a file of Level 0. So each arrangement is
// checked entry by entry (db/check/record_check.h) and the first that is right is taken:
//   1. the tree as the MANIFEST has it, less what was lost, what came out of logs on top
//   2. all on Level 0, by largest sequence number
//   3. everything merged into one sorted run, entry by entry, in the last level
#pragma once

#include <utility>
#include <vector>

#include "db/repair/repair_memory.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

class RepairTree {
 public:
  using Placed = std::vector<std::pair<int, std::shared_ptr<FileMeta>>>;  // level, file

  RepairTree(RepairContext* context, RepairFamily* family, const RepairMemory* memory,
             bool memory_fits)
      : context_(*context), family_(*family), memory_(*memory), memory_fits_(memory_fits) {}

  // An error is one of reading a table again or of writing.
  [[nodiscard]] Status Arrange(Placed* placed);

 private:
  // The three arrangements of the top, in their order; *placed may hold a part of it after false.
  bool AsRemembered(Placed* placed) const;
  Placed AllOnLevel0() const;
  Status Merged(Placed* placed);
  Status MergeInto(TableOutputs* outputs, InternalIterator* it) const;
  // Builds the tree and reads every entry of it.
  bool IsSound(const Placed& placed, const char* what) const;

  RepairContext& context_;
  RepairFamily& family_;
  const RepairMemory& memory_;
  const bool memory_fits_;
};

}  // namespace ROCKSDB_NAMESPACE
