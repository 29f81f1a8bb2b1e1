// Per-key protection of loaded blocks (block_protection_bytes_per_key): decodes every entry once
// and gives the block a guard for each. SstFile and the block cache call it before anybody else can
// see the block.
#pragma once

#include <cstddef>

#include "rocksdb/status.h"
#include "table/block.h"
#include "table/index_format.h"

namespace ROCKSDB_NAMESPACE {

// Gives `block` a guard of `bytes` for each entry, so that cursors check entries from now on. Does
// nothing when `bytes` is 0, when blocks of `kind` have no entries, and for property blocks.
// Corruption when an entry cannot be decoded or a restart point lies within one. `format` matters
// to index blocks only. REQUIRES: nobody else has the block yet; its contents are known to be good.
[[nodiscard]] Status ProtectBlock(BlockKind kind, size_t bytes, const IndexFormat& format,
                                  Block* block);

}  // namespace ROCKSDB_NAMESPACE
