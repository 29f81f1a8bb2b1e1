// One walk of a flush over the merged memtables, or over the part of them between two bucket
// boundaries, and the files it writes. Made and run by FlushJob only; several walks of one flush
// run side by side, each in its own thread, sharing nothing but what they read.
//
// Invariants
//  1. The ranges of a flush's walks are adjacent, end at bucket boundaries and cover all keys:
//     every record is read by exactly one walk, every bucket is counted by exactly one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bucket/flush_planner.h"
#include "compaction/compaction_iterator.h"
#include "compaction/filter_choice.h"
#include "compaction/table_outputs.h"
#include "memtable/memtable.h"

namespace ROCKSDB_NAMESPACE {

class FlushWalk {
 public:
  struct Input {
    const std::vector<std::shared_ptr<MemTable>>* memtables = nullptr;  // oldest first
    const BucketMap* map = nullptr;
    WalkRange range;
    CompactionIterator::Config stream;  // without upper bound and filter
    FilterChoice filter;
    TableOutputs::Settings outputs;  // without bounds; all cut points of the plan
  };
  // REQUIRES: what `input` points to outlives the walk.
  explicit FlushWalk(Input input);

  // Reads and writes. On failure the caller abandons the outputs.
  // In any thread, once. The outcome is in status().
  void Run();
  // Makes the outputs safe, up to their directory. In any thread; REQUIRES: Run succeeded.
  void Sync();

  // Valid after Run, and again after Sync.
  const Status& status() const { return status_; }
  uint64_t records_read() const { return records_read_; }
  const std::vector<BucketPiece>& pieces() const { return pieces_; }
  TableOutputs& outputs() { return *outputs_; }

 private:
  Status Walk();

  const std::vector<std::shared_ptr<MemTable>>& memtables_;
  const BucketMap& map_;
  const WalkRange range_;
  CompactionIterator::Config stream_;
  const FilterChoice filter_;
  std::unique_ptr<TableOutputs> outputs_;
  std::vector<BucketPiece> pieces_;
  uint64_t records_read_ = 0;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
