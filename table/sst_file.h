// An open SST file as a source of blocks: reads them, verifies checksums, decompresses, and keeps
// them in the block cache. The parts of SstReader and SstSalvage use it. It knows the kinds of
// blocks but not their meaning. Thread-safe once opened; the opening thread calls the setters, and
// only during opening.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "env/file_io.h"
#include "rocksdb/options.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/table.h"
#include "table/awaited_block.h"
#include "table/block.h"
#include "table/cached_block.h"
#include "table/codec.h"
#include "table/extent.h"
#include "table/readahead.h"
#include "table/scan_habit.h"
#include "table/sst_footer.h"
#include "table/thread_scratch.h"
#include "table/unique_id.h"

namespace ROCKSDB_NAMESPACE {

class BlockBatch;
class ShardedCache;

// How the caller wants one block.
struct BlockRequest {
  BlockKind kind = BlockKind::kData;
  // How the file is read ahead; at most one of the two.
  Readahead* readahead = nullptr;
  BlockBatch* batch = nullptr;
  // Compaction input: the read bypasses the cache, and the block may point into the readahead
  // window. It then lives only until the next block is read through the window.
  bool transient = false;
  // False for index and filter blocks that the reader keeps itself, and for blocks that are read
  // once: those bypass the cache.
  bool use_cache = true;
  // The block goes before the SstFile does, so it may lie in the tail that opening has read.
  bool with_reader = false;
  // Reads nothing: a block that the cache does not have leaves the result empty.
  bool only_cached = false;
};

class SstFile {
 public:
  SstFile(const BlockBasedTableOptions& options, std::unique_ptr<RandomAccessFileReader> file,
          uint64_t size, Statistics* statistics);

  // Reads the footer. Keeps the last `tail` bytes of the file (0: a guess) for the meta blocks,
  // which lie there and are read next; with a good hint opening a file costs one read. Corruption
  // when the file is not an SST file or was cut short.
  [[nodiscard]] Status Open(const ReadOptions& ro, size_t tail);
  // Nothing is read from the tail any more. Frees it, unless blocks live in it
  // (BlockRequest::with_reader).
  void DropTail() {
    if (!keeps_tail_) tail_ = AlignedBuffer();
    tail_bytes_ = Slice();
  }

  // The clock that times block reads, and the level of the tree (-1: unknown). Both serve
  // measurement only.
  void SetPlace(SystemClock* clock, int level) {
    clock_ = clock != nullptr ? clock : SystemClock::Default().get();
    level_ = level;
  }
  int level() const { return level_; }
  // REQUIRES: called before the first block is read through the cache.
  void SetCacheKey(const FileCacheKey& key) { cache_key_ = key; }
  // Primes the decompression of data blocks that are loaded from now on. If the file has a
  // dictionary, its compressed data blocks cannot be read without it.
  void SetDictionary(BlockRef dictionary) { dictionary_ = std::move(dictionary); }
  // Checksum bytes for each entry of the blocks loaded from now on
  // (block_protection_bytes_per_key).
  void SetProtection(size_t bytes) { block_context_.guard_bytes = bytes; }
  // REQUIRES: called before the first index block is read.
  void SetIndexFormat(const IndexFormat& format, bool bytewise) {
    block_context_.index_format = format;
    block_context_.bytewise = bytewise;
  }
  // The name of the codec in the file's properties. Without compression blocks are read straight
  // into the memory they will live in; only dictionaries for zstd are digested. Blocks are read
  // right whatever the name says. REQUIRES: called before the dictionary is read.
  void SetCompression(const std::string& codec_name) {
    compressed_ = codec_name != CodecName(kNoCompression);
    zstd_blocks_ = MayHoldZstd(codec_name);
  }

  // Where a database that ingested the file wrote its sequence number, 0 until then: the checksum
  // of that block still is the one of a number of 0.
  void SetNumberPlace(uint64_t offset) { number_place_ = offset; }

  // Returns the block from the cache or the file; *block is empty after an error. Incomplete when
  // only the cache may be used (kBlockCacheTier) and it does not have the block; TimedOut when the
  // block has to be read from the file after ro.deadline; Corruption with file and place. A block
  // that does not fit into the cache is returned all the same. The checksum is verified if the
  // block is read from the file and ro.verify_checksums is set.
  [[nodiscard]] Status Get(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
                           BlockRef* block) const;
  // Reads many data blocks that the cache does not have, as Get would one: with one MultiRead of
  // the file, in which blocks that lie side by side are one request. The result is in each block.
  // REQUIRES: n > 0; extents ascend, and no two are the same.
  void ReadMany(const ReadOptions& ro, AwaitedBlock* const* blocks, size_t n) const;
  // The same without waiting for the file, where it can read by itself. Never null. REQUIRES: `ro`,
  // the blocks and this outlive it.
  std::unique_ptr<AwaitedRead> StartMany(const ReadOptions& ro, AwaitedBlock* const* blocks,
                                         size_t n) const;
  // Only reads and compares checksums, whatever ro.verify_checksums says; never asks the cache.
  [[nodiscard]] Status Verify(const ReadOptions& ro, const Extent& extent,
                              Readahead* readahead) const;

  ScanHabit& habit() const { return habit_; }
  // Whether a BlockBatch may read the file: blocks are stored as they are, and the file can.
  bool ReadsSideBySide() const {
    return !compressed_ && !file_->use_direct_io() && file_->file()->ReadsSideBySide();
  }

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
  // A block with its trailer, as it is in the file.
  struct Raw {
    Slice bytes;
    // One of both holds `bytes` unless they are borrowed.
    BlockBytes own;
    ThreadScratch scratch;
    bool in_window = false;  // `bytes` lies in a readahead window
    bool mapped = false;     // `bytes` lies in a mapping of the file
    bool in_tail = false;    // `bytes` lies in tail_
  };

  // The block with its trailer.
  Status ReadRaw(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
                 Raw* raw) const;
  // The same for a block that nothing was read ahead of.
  Status ReadAlone(const ReadOptions& ro, const Extent& extent, Raw* raw) const;
  // Whether the index can be right about the block's place, and whether it is all there; and its
  // checksum.
  Status CheckPlace(const Extent& extent) const;
  Status CheckRaw(const ReadOptions& ro, const Extent& extent, const Slice& raw) const;
  // The options of one file read. TimedOut when the caller's deadline has passed.
  Status PrepareIo(const ReadOptions& ro, IOOptions* io) const;
  // Where the block lies in the tail; empty: elsewhere.
  Slice FromTail(const Extent& extent) const;
  // Whether `contents`, which lie in the tail, may stay there: then it is kept.
  bool StaysInTail(const Slice& contents) const;
  // From the file into `scratch`; *bytes names where they are.
  Status ReadInto(const ReadOptions& ro, const Extent& extent, char* scratch, Slice* bytes) const;
  // `with_trailer`: block, type byte, checksum.
  Status CheckTrailer(const Extent& extent, const Slice& with_trailer) const;
  // The checksum that the block had before a database wrote a number into it.
  uint32_t WithoutNumber(const Extent& extent, const Slice& with_trailer) const;
  // A block that no cache has: read, checked, decompressed, taken apart.
  Status Load(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
              std::unique_ptr<Block>* block) const;
  // The later part of Load, from bytes that were checked.
  Status Assemble(Raw* raw, const Extent& extent, const BlockRequest& request,
                  std::unique_ptr<Block>* block) const;
  // Keeps the block in the cache, if it may and is worth it; *ref pins it in either case.
  void Admit(const ReadOptions& ro, const Extent& extent, BlockKind kind, Cache::Priority priority,
             std::unique_ptr<Block> loaded, BlockRef* ref) const;
  bool WorthKeeping(const Slice& key, BlockKind kind, Cache::Priority priority) const;
  // The work of ReadMany and StartMany.
  class ManyRead;
  Status Protect(BlockKind kind, Block* block) const;
  Status Decompress(CompressionType type, Slice in, const Extent& extent, BlockKind kind,
                    BlockBytes* out) const;
  void CountHit(BlockKind kind, size_t bytes) const;
  void CountMiss(BlockKind kind) const;
  Cache::Priority PriorityOf(BlockKind kind) const;
  // Fills tail_bytes_ and *bytes with the last bytes of the file, kFooterBytes at least.
  Status FooterBytes(const ReadOptions& ro, size_t tail, Slice* bytes);
  MemoryAllocator* Allocator() const {
    return cache_ != nullptr ? cache_->memory_allocator() : nullptr;
  }

  const BlockBasedTableOptions options_;
  const std::unique_ptr<RandomAccessFileReader> file_;
  mutable ScanHabit habit_;
  const uint64_t size_;
  Statistics* const statistics_;
  SystemClock* clock_ = SystemClock::Default().get();
  int level_ = -1;
  // options_.block_cache keeps it alive; nullptr: no cache.
  Cache* const cache_;
  // The same, if it is the built-in one: it takes few blocks in where they gain nothing.
  ShardedCache* const choosy_cache_;
  SstFooter footer_;
  // See SetNumberPlace; 0: unknown.
  uint64_t number_place_ = 0;
  // The prefix of the file's blocks in the cache, which all files share.
  FileCacheKey cache_key_;
  BlockRef dictionary_;
  // Mutable for the cache's interface only; it does not change.
  mutable BlockContext block_context_;
  // The results of SetCompression(); true until the properties have been read.
  bool compressed_ = true;
  bool zstd_blocks_ = true;
  AlignedBuffer tail_;
  // The end of the file while it is being opened.
  Slice tail_bytes_;
  // Changes while the file opens only.
  mutable bool keeps_tail_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
