// How many buckets make sense, and how small a piece of a flush may be. Pure arithmetic on options.
// Called when a column family opens and by the bucket manager.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/bucket_options.h"

namespace ROCKSDB_NAMESPACE {

// Facts that sizing depends on beside the bucket options. They follow options that may change while
// the database is open, so answers must not be kept.
struct BucketSizingInputs {
  uint64_t write_buffer_size = 64ull << 20;
  uint32_t compaction_threads = 1;
  uint32_t processors = 1;
};

// The smallest half that splitting a bucket may leave to an average flush: options.min_file_size,
// or when that is 0 half of an equal share,
//     max(1 MiB, write_buffer_size / (2 * threads))
// so that a bucket twice as hot as the average is still cut, and 80 buckets over a small memtable
// do not become 80 tiny files (hazard 16). 1 MiB: below it the fixed cost of a file (open, index,
// filter, one MANIFEST entry, one fsync) exceeds that of writing its data.
uint64_t SmallestPiece(const BucketOptions& options, const BucketSizingInputs& around);

// The smallest piece for which a flush cuts at a boundary that is there: options.min_file_size, or
// when that is 0 a quarter of SmallestPiece(), at least 256 KiB. A boundary is worth a small file:
// a file that lies across ties its neighbours together until it is compacted, and where the load
// moves, such files tie all buckets into one.
uint64_t SmallestCut(const BucketOptions& options, const BucketSizingInputs& around);

// Buckets to begin with: options.initial_buckets or one per compaction thread, lowered until a full
// memtable gives each a file of SmallestPiece() bytes; at least 1, at most MaxBuckets().
size_t InitialBuckets(const BucketOptions& options, const BucketSizingInputs& around);

// Threads for a flush of `data_bytes`: options.flush_threads, or when that is 0 one per 8 MiB, at
// most four and no more than processors. A flush that shares the processors with compactions ends
// sooner in several threads; while one lasts, writers may have to wait for it.
size_t FlushThreads(const BucketOptions& options, const BucketSizingInputs& around,
                    uint64_t data_bytes);

// The hard limit (hazard 10).
size_t MaxBuckets(const BucketOptions& options);

}  // namespace ROCKSDB_NAMESPACE
