// The helpers of the block cache; see the header.
#include "table/cached_block.h"

#include <cstring>
#include <memory>

#include "table/block_protection.h"
#include "table/digested_block.h"

namespace ROCKSDB_NAMESPACE {

namespace {

void DeleteCached(Cache::ObjectPtr obj, MemoryAllocator*) { delete static_cast<Block*>(obj); }

size_t CachedSize(Cache::ObjectPtr obj) { return static_cast<Block*>(obj)->contents().size(); }

Status SaveCached(Cache::ObjectPtr obj, size_t from, size_t length, char* out) {
  const Slice contents = static_cast<Block*>(obj)->contents();
  if (from > contents.size() || length > contents.size() - from) {
    return Status::InvalidArgument("outside of the block");
  }
  std::memcpy(out, contents.data() + from, length);
  return Status::OK();
}

// Makes a block from the bytes that a lower cache tier got from SaveCached.
template <BlockKind kKind>
Status RebuildCached(const Slice& data, CompressionType type, CacheTier, Cache::CreateContext* how,
                     MemoryAllocator* allocator, Cache::ObjectPtr* out, size_t* charge) {
  // SaveCached never hands out compressed bytes, so these come from somewhere else.
  if (type != kNoCompression) return Status::NotSupported("compressed block from a cache tier");
  BlockBytes bytes = BlockBytes::Allocate(data.size(), allocator);
  if (!bytes.owned()) return Status::MemoryLimit("no memory for a block");
  if (!data.empty()) std::memcpy(bytes.mutable_data(), data.data(), data.size());
  std::unique_ptr<Block> block;
  Status s = Block::Make(kKind, std::move(bytes), kNoCompression, &block);
  if (s.ok() && how != nullptr) {
    const auto* context = static_cast<const BlockContext*>(how);
    s = ProtectBlock(kKind, context->guard_bytes, context->index_format, block.get());
    if (s.ok() && kKind == BlockKind::kIndex && context->bytewise) {
      AddDigests(context->index_format, *block);
    }
  }
  if (!s.ok()) return s;
  *charge = block->MemoryUsage();
  *out = block.release();
  return s;
}

template <BlockKind kKind>
const Cache::CacheItemHelper* Helper(CacheEntryRole role) {
  // `plain` is `full` without the lower tier; the cache uses it for entries that need not go
  // there.
  static const Cache::CacheItemHelper plain(role, &DeleteCached);
  static const Cache::CacheItemHelper full(role, &DeleteCached, &CachedSize, &SaveCached,
                                           &RebuildCached<kKind>, &plain);
  return &full;
}

}  // namespace

const Cache::CacheItemHelper* CacheHelperFor(BlockKind kind) {
  switch (kind) {
    case BlockKind::kData:
      return Helper<BlockKind::kData>(CacheEntryRole::kDataBlock);
    case BlockKind::kIndex:
      return Helper<BlockKind::kIndex>(CacheEntryRole::kIndexBlock);
    case BlockKind::kFilter:
      return Helper<BlockKind::kFilter>(CacheEntryRole::kFilterBlock);
    case BlockKind::kFilterIndex:
      return Helper<BlockKind::kFilterIndex>(CacheEntryRole::kFilterMetaBlock);
    // SstFile reads blocks of other kinds past the cache, so one role stands for all of them.
    default:
      return Helper<BlockKind::kRangeTombstones>(CacheEntryRole::kOtherBlock);
  }
}

}  // namespace ROCKSDB_NAMESPACE
