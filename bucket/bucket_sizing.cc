// Sizes and counts of buckets: see bucket_sizing.h.
#include "bucket/bucket_sizing.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

// Why these exist: bucket_sizing.h. All four were chosen, not measured one by one. Cutting at
// existing boundaries for small pieces was measured together with kFairBase (bucket/l0_picker.h).
constexpr uint64_t kSmallestDerivedPiece = 1 << 20;
constexpr uint64_t kSmallestDerivedCut = 256 << 10;
constexpr uint64_t kBytesPerFlushThread = 8 << 20;
constexpr uint64_t kMostFlushThreads = 4;

}  // namespace

size_t MaxBuckets(const BucketOptions& options) {
  return options.enabled ? std::max<uint32_t>(1, options.max_buckets) : 1;
}

uint64_t SmallestPiece(const BucketOptions& options, const BucketSizingInputs& around) {
  if (options.min_file_size > 0) return options.min_file_size;
  const uint64_t threads = std::max<uint32_t>(1, around.compaction_threads);
  return std::max(kSmallestDerivedPiece, around.write_buffer_size / (2 * threads));
}

uint64_t SmallestCut(const BucketOptions& options, const BucketSizingInputs& around) {
  if (options.min_file_size > 0) return options.min_file_size;
  return std::max(kSmallestDerivedCut, SmallestPiece(options, around) / 4);
}

size_t FlushThreads(const BucketOptions& options, const BucketSizingInputs& around,
                    uint64_t data_bytes) {
  if (options.flush_threads > 0) return options.flush_threads;
  const uint64_t most = std::clamp<uint64_t>(around.processors, 1, kMostFlushThreads);
  return std::clamp<uint64_t>(data_bytes / kBytesPerFlushThread, 1, most);
}

size_t InitialBuckets(const BucketOptions& options, const BucketSizingInputs& around) {
  if (!options.enabled) return 1;
  const uint64_t wanted =
      options.initial_buckets > 0 ? options.initial_buckets : around.compaction_threads;
  const uint64_t useful = around.write_buffer_size / SmallestPiece(options, around);
  return std::clamp<uint64_t>(std::min(wanted, useful), 1, MaxBuckets(options));
}

}  // namespace ROCKSDB_NAMESPACE
