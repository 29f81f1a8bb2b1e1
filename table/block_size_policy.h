// When a data block has grown enough: the rule behind FlushBlockBySizePolicyFactory, inlined by
// SstWriter.
#pragma once

#include "table/block_builder.h"

namespace ROCKSDB_NAMESPACE {

// The same arithmetic as stock's, so that equal input gives blocks of equal size; see
// block_builder.h for the estimates it uses.
struct BlockSizeRule {
  BlockSizeRule(uint64_t block_size, int deviation_percent)
      : size(block_size),
        // A block at least this full is closed rather than overfilled; 0: never.
        almost(deviation_percent > 0 ? (block_size * (100 - deviation_percent) + 99) / 100 : 0) {}

  // Whether `block` should end before the entry (key, value). An empty block takes any entry, so
  // one that is larger than a block gets a block of its own.
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
