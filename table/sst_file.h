// An open SST file as a source of blocks: reads them, verifies checksums, decompresses, and keeps
// them in the block cache. Used by the parts of SstReader. Thread-safe once opened; the dictionary
// is set during opening only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "env/file_io.h"
#include "rocksdb/options.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/table.h"
#include "table/block.h"
#include "table/extent.h"
#include "table/readahead.h"
#include "table/sst_footer.h"
#include "table/unique_id.h"

namespace ROCKSDB_NAMESPACE {

// How one block is wanted.
struct BlockRequest {
  BlockKind kind = BlockKind::kData;
  Readahead* readahead = nullptr;
  // Compaction: past the cache, and the block may point into the readahead window, that is, live
  // only until the next block is read through it.
  bool transient = false;
  // Index and filter blocks that the reader keeps itself are read past the cache.
  bool use_cache = true;
};

class SstFile {
 public:
  SstFile(const BlockBasedTableOptions& options, std::unique_ptr<RandomAccessFileReader> file,
          uint64_t size, Statistics* statistics);

  // Reads the footer; the last `tail` bytes of the file (0: a guess) are kept for the meta blocks
  // read after it.
  [[nodiscard]] Status Open(const ReadOptions& ro, size_t tail);
  // The meta blocks have been read.
  void DropTail() {
    tail_ = AlignedBuffer();
    tail_bytes_ = Slice();
  }

  // Whose clock times block reads, and the level of the tree (-1: not known); for measurement only.
  void SetPlace(SystemClock* clock, int level) {
    clock_ = clock != nullptr ? clock : SystemClock::Default().get();
    level_ = level;
  }
  int level() const { return level_; }
  void SetCacheKey(const FileCacheKey& key) { cache_key_ = key; }
  void SetDictionary(BlockRef dictionary) { dictionary_ = std::move(dictionary); }
  // Checksum bytes for each entry of the blocks loaded from now on
  // (block_protection_bytes_per_key).
  void SetProtection(size_t bytes) { block_context_.guard_bytes = bytes; }
  // REQUIRES: called before the first index block is read.
  void SetIndexFormat(const IndexFormat& format) { block_context_.index_format = format; }
  // Blocks are expected to be compressed: do not read them straight into their final place.
  void SetCompressed(bool compressed) { compressed_ = compressed; }

  // The block, from the cache or the file. Incomplete when only the cache may be asked and it does
  // not have it.
  [[nodiscard]] Status Get(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
                           BlockRef* block) const;
  // Only reads and compares checksums.
  [[nodiscard]] Status Verify(const ReadOptions& ro, const Extent& extent,
                              Readahead* readahead) const;

  const SstFooter& footer() const { return footer_; }
  uint64_t size() const { return size_; }
  const std::string& name() const { return file_->file_name(); }
  const RandomAccessFileReader& file() const { return *file_; }
  Cache* cache() const { return cache_; }
  Statistics* statistics() const { return statistics_; }
  const BlockBasedTableOptions& options() const { return options_; }
  size_t MemoryUsage() const;

  // "MESSAGE in FILE EXTENT"
  Status CorruptionAt(const std::string& message, const Extent& extent) const;

 private:
  struct Raw;

  Status ReadRaw(const ReadOptions& ro, const Extent& extent, Readahead* readahead, Raw* raw) const;
  Status ReadInto(const ReadOptions& ro, const Extent& extent, char* scratch, Slice* bytes) const;
  Status CheckTrailer(const Extent& extent, const Slice& with_trailer) const;
  Status Load(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
              std::unique_ptr<Block>* block) const;
  Status Protect(BlockKind kind, Block* block) const;
  Status Decompress(CompressionType type, Slice in, const Extent& extent, BlockKind kind,
                    BlockBytes* out) const;
  void CountHit(BlockKind kind, size_t bytes) const;
  void CountMiss(BlockKind kind) const;
  Status FooterBytes(const ReadOptions& ro, size_t tail, Slice* bytes);
  MemoryAllocator* Allocator() const {
    return cache_ != nullptr ? cache_->memory_allocator() : nullptr;
  }

  const BlockBasedTableOptions options_;
  const std::unique_ptr<RandomAccessFileReader> file_;
  const uint64_t size_;
  Statistics* const statistics_;
  SystemClock* clock_ = SystemClock::Default().get();
  int level_ = -1;
  Cache* const cache_;
  SstFooter footer_;
  FileCacheKey cache_key_;
  BlockRef dictionary_;
  mutable BlockContext block_context_;  // the cache's interface wants it mutable; not changed
  bool compressed_ = true;
  AlignedBuffer tail_;
  Slice tail_bytes_;  // the end of the file while it is being opened
};

}  // namespace ROCKSDB_NAMESPACE
