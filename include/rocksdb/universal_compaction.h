// Settings of the universal (size-tiered) compaction style.
#pragma once

#include <climits>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// When one universal compaction stops adding sorted runs.
enum CompactionStopStyle {
  // The next run must be of similar size to the last one taken.
  kCompactionStopStyleSimilarSize,
  // The next run must be of similar size to all runs taken so far together.
  kCompactionStopStyleTotalSize,
};

class CompactionOptionsUniversal {
 public:
  // The percentage by which a run may exceed the runs before it and still count as similar.
  unsigned int size_ratio = 1;
  // The fewest and the most sorted runs that one size-ratio compaction merges.
  unsigned int min_merge_width = 2;
  unsigned int max_merge_width = UINT_MAX;
  // When the newer runs exceed this percentage of the oldest one, all runs are merged.
  unsigned int max_size_amplification_percent = 200;
  // The number of sorted runs above which reads count as too costly: -1 uses
  // level0_file_num_compaction_trigger, 0 derives it from the data size.
  int max_read_amp = -1;
  // Compresses an output only while the older data behind it is below this percentage of the
  // total; a negative value always compresses.
  int compression_size_percent = -1;
  CompactionStopStyle stop_style = kCompactionStopStyleTotalSize;
  // Moves files that overlap nothing down instead of rewriting them.
  bool allow_trivial_move = false;
  // Reduces size amplification in slices rather than by one full merge.
  bool incremental = false;
  // Holds fewer files while a compaction is only queued.
  bool reduce_file_locking = false;

  bool operator==(const CompactionOptionsUniversal& o) const {
    return size_ratio == o.size_ratio && min_merge_width == o.min_merge_width &&
           max_merge_width == o.max_merge_width &&
           max_size_amplification_percent == o.max_size_amplification_percent &&
           max_read_amp == o.max_read_amp &&
           compression_size_percent == o.compression_size_percent && stop_style == o.stop_style &&
           allow_trivial_move == o.allow_trivial_move && incremental == o.incremental &&
           reduce_file_locking == o.reduce_file_locking;
  }
};

}  // namespace ROCKSDB_NAMESPACE
