// The rule by which data blocks end: FlushBlockBySizePolicyFactory publishes it, SstWriter inlines
// it. And the limit of all blocks.
#pragma once

#include <cstdint>

#include "table/block_builder.h"

namespace ROCKSDB_NAMESPACE {

// Lengths and places within a block have 32 bits. Of these so many bytes are for a block and the
// key and value of its last entry; what stands beside those takes less than the rest.
inline constexpr size_t kMostBlockBytes = UINT32_MAX - 64;

// Whether nobody could read the block with the entry (key, value) in it.
inline bool Overflows(const BlockBuilder& block, const Slice& key, const Slice& value) {
  return block.CurrentSizeEstimate() + key.size() + value.size() > kMostBlockBytes;
}

// Computes as stock does, so equal input gives blocks of equal size. block_builder.h has the
// estimates.
struct BlockSizeRule {
  BlockSizeRule(uint64_t block_size, int deviation_percent)
      : size(block_size),
        // A block at least this full ends before an entry that would overfill it; 0: it never
        // does.
        almost(deviation_percent > 0 ? (block_size * (100 - deviation_percent) + 99) / 100 : 0) {}

  // Whether `block` should end before the entry (key, value). An empty block takes any entry, so
  // an entry larger than a block gets a block of its own.
  bool Full(const BlockBuilder& block, const Slice& key, const Slice& value) const {
    if (block.empty()) return false;
    const size_t now = block.CurrentSizeEstimate();
    if (now >= size) return true;
    return almost > 0 && now > almost && block.EstimateSizeAfterKV(key, value) > size;
  }

  uint64_t size;
  uint64_t almost;
};

}  // namespace ROCKSDB_NAMESPACE
