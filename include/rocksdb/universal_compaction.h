// Settings of the universal (size-tiered) compaction style.
#pragma once

#include <climits>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// When to stop adding sorted runs to one universal compaction.
enum CompactionStopStyle {
  // The next run must be of similar size to the last one taken.
  kCompactionStopStyleSimilarSize,
  // The next run must be of similar size to everything taken so far.
  kCompactionStopStyleTotalSize,
};

class CompactionOptionsUniversal {
 public:
  // Percent by which a run may exceed the runs before it and still count as "similar".
  unsigned int size_ratio = 1;
  // Fewest and most sorted runs merged by one size-ratio compaction.
  unsigned int min_merge_width = 2;
  unsigned int max_merge_width = UINT_MAX;
  // Everything is merged once the newer runs exceed this percentage of the oldest one.
  unsigned int max_size_amplification_percent = 200;
  // Sorted runs allowed before reads count as too costly: -1 uses
  // level0_file_num_compaction_trigger, 0 derives it from the data size.
  int max_read_amp = -1;
  // Compress an output only while the older data behind it is below this percentage of the total;
  // negative compresses always.
  int compression_size_percent = -1;
  CompactionStopStyle stop_style = kCompactionStopStyleTotalSize;
  // Move non-overlapping files down instead of rewriting them.
  bool allow_trivial_move = false;
  // Reduce size amplification in slices rather than by one full merge.
  bool incremental = false;
  // Hold fewer files while a compaction is only queued.
  bool reduce_file_locking = false;
};

}  // namespace ROCKSDB_NAMESPACE
