// One block of an SST file in memory, checked and decompressed. Immutable; the block cache,
// readers and iterators share it through BlockRef. A block never reads a file: SstFile fetches,
// verifies and decompresses the bytes and hands them over.
//
//   entries ... | restart offsets u32 x n | [hash buckets u8 x m | m u16] | n u32
//
// The top bit of n tells whether the block has hash buckets. Readers skip them and never use them.
//
// Invariants
// 1. A Block whose kind has entries has num_restarts() >= 1, and its restart array lies inside its
//    bytes. The offsets in the array are checked when they are used.
// 2. The bytes live as long as the Block. They are its own, and then the Block lives in the same
//    memory, ahead of them; or they belong to a mapping of the file, to the tail of the file that
//    opening has read (BlockRequest::with_reader), or to a readahead window
//    (BlockRequest::transient) that outlives the Block.
// 3. Contents, filter, dictionary and guards do not change once somebody else can see the Block, so
//    any number of threads read it without a lock. Digests come once, at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/cleanable.h"
#include "rocksdb/memory_allocator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "table/block_guards.h"
#include "table/codec.h"
#include "table/filter_bits.h"
#include "table/separator_digests.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

// The purpose of a block. It decides how the bytes are taken apart, which role the block has in
// the cache and which counters it moves. Kinds exist in memory only: in a file a block's place
// tells its kind.
enum class BlockKind : uint8_t {
  kData,
  kIndex,
  kFilter,
  // The top level of a partitioned filter.
  kFilterIndex,
  kRangeTombstones,
  kProperties,
  kMetaIndex,
  kDictionary,
};

// Filters and dictionaries are plain bytes; blocks of every other kind are entries with a restart
// array.
inline bool HasEntries(BlockKind kind) {
  return kind != BlockKind::kFilter && kind != BlockKind::kDictionary;
}

// The bytes of one block, owned or borrowed. A MemoryAllocator provides owned storage (nullptr:
// new) and frees it, so it has to outlive this. Movable only. One thread uses it until a Block
// takes it.
//
//   owned:  | room for the Block | bytes ... |      a lookup touches both, on one page
class BlockBytes {
 public:
  // A multiple of the alignment that allocators give.
  static constexpr size_t kRoom = 96;

  BlockBytes() = default;
  ~BlockBytes() { Free(); }
  BlockBytes(BlockBytes&& o) noexcept { *this = std::move(o); }
  BlockBytes& operator=(BlockBytes&& o) noexcept;

  // The bytes are uninitialized. owned() is false when there is no memory.
  static BlockBytes Allocate(size_t size, MemoryAllocator* allocator);
  // REQUIRES: `bytes` outlive the result.
  static BlockBytes Borrow(const Slice& bytes);

  // nullptr for borrowed bytes, which nobody may change.
  char* mutable_data() { return owned_; }
  // The kRoom bytes ahead of owned ones; nullptr for borrowed ones.
  void* room() { return owned_ == nullptr ? nullptr : owned_ - kRoom; }
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  Slice ToSlice() const { return Slice(data_, size_); }
  bool owned() const { return owned_ != nullptr; }
  // Drops bytes at the end. REQUIRES: size <= size().
  void Shrink(size_t size) { size_ = size; }

 private:
  void Free();

  char* owned_ = nullptr;
  size_t allocated_ = 0;  // the bytes of owned_ and the room, whatever Shrink says
  const char* data_ = nullptr;
  size_t size_ = 0;
  MemoryAllocator* allocator_ = nullptr;
};

// A checked block. SstFile makes it from a file, the cache from the bytes that a lower tier kept.
// Only BlockRefs hold it.
class Block {
 public:
  ~Block() { delete digests_.load(std::memory_order_acquire); }
  // A Block may live in the memory of its own bytes, which go last then.
  static void operator delete(Block* block, std::destroying_delete_t);
  // Takes the bytes if they are well formed for `kind`; else returns Corruption and leaves *block
  // as it was. Make looks at the frame only (restart array, filter tail); cursors check entries
  // when they decode them. A dictionary is digested for zstd when `codec` is kZSTD.
  [[nodiscard]] static Status Make(BlockKind kind, BlockBytes bytes, CompressionType codec,
                                   std::unique_ptr<Block>* block);
  // REQUIRES: nobody else has the block yet; `guards` has one guard for each of its entries.
  void SetGuards(std::unique_ptr<const BlockGuards> guards) { guards_ = std::move(guards); }

  // Any thread may bring them; the first ones stay. REQUIRES: `digests` were made of this block, or
  // are null.
  void OfferDigests(std::unique_ptr<const SeparatorDigests> digests) const {
    const SeparatorDigests* none = nullptr;
    if (digests_.compare_exchange_strong(none, digests.get(), std::memory_order_acq_rel)) {
      static_cast<void>(digests.release());
    }
  }

  BlockKind kind() const { return kind_; }
  Slice contents() const { return bytes_.ToSlice(); }
  const char* data() const { return bytes_.data(); }
  uint32_t num_restarts() const { return num_restarts_; }
  // The offset at which the entries end.
  uint32_t entries_size() const { return entries_size_; }
  // Offset of the i-th restart point, unchecked. REQUIRES: i < num_restarts().
  uint32_t restart_offset(uint32_t i) const {
    return LoadFixed32(data() + entries_size_ + i * sizeof(uint32_t));
  }
  // nullptr: cursors do not check entries.
  const BlockGuards* guards() const { return guards_.get(); }
  // nullptr: a search has the separators only.
  const SeparatorDigests* digests() const { return digests_.load(std::memory_order_acquire); }
  const FilterBitsReader* filter() const { return filter_.get(); }
  const CodecDictionary* dictionary() const { return dictionary_.get(); }
  bool bytes_owned() const { return bytes_.owned(); }
  // Heap bytes that the cache charges for this block; borrowed bytes do not count.
  size_t MemoryUsage() const;

 private:
  friend class BlockRef;
  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  // Sets num_restarts_ and entries_size_ from the end of the bytes.
  Status FindRestarts();

  BlockBytes bytes_;
  uint32_t num_restarts_ = 0;
  uint32_t entries_size_ = 0;
  // The number of BlockRefs without a cache handle.
  std::atomic<uint32_t> refs_{1};
  bool in_bytes_ = false;
  BlockKind kind_ = BlockKind::kData;
  // The kind decides which of these may be set. filter_ refers to bytes_.
  std::unique_ptr<FilterBitsReader> filter_;
  std::unique_ptr<CodecDictionary> dictionary_;
  std::unique_ptr<const BlockGuards> guards_;
  mutable std::atomic<const SeparatorDigests*> digests_{nullptr};  // owned
};

// A pin on a Block: through a cache handle, or through the block's own count. Movable but not
// copyable; Share() makes a second pin. One thread uses a ref at a time, but different refs to one
// block may live in different threads. REQUIRES: a ref that came from the cache does not outlive
// the cache.
class BlockRef {
 public:
  BlockRef() = default;
  ~BlockRef() { Reset(); }
  BlockRef(BlockRef&& o) noexcept { Steal(&o); }
  BlockRef& operator=(BlockRef&& o) noexcept {
    if (this != &o) {
      Reset();
      Steal(&o);
    }
    return *this;
  }

  // Makes a ref to a block that is in no cache; the last ref deletes the block.
  static BlockRef Own(std::unique_ptr<Block> block);
  // Takes over the pin that `handle` holds.
  static BlockRef FromCache(Cache* cache, Cache::Handle* handle);

  const Block* get() const { return block_; }
  const Block* operator->() const { return block_; }
  const Block& operator*() const { return *block_; }
  explicit operator bool() const { return block_ != nullptr; }
  void Reset();
  // A second pin on the same block.
  BlockRef Share() const;
  // Turns this pin into a clean-up of `pin`. The ref is empty afterwards.
  void HandOverTo(Cleanable* pin);

 private:
  void Steal(BlockRef* o) {
    block_ = std::exchange(o->block_, nullptr);
    cache_ = std::exchange(o->cache_, nullptr);
    handle_ = std::exchange(o->handle_, nullptr);
  }
  static void Unref(Block* block);

  Block* block_ = nullptr;
  Cache* cache_ = nullptr;
  Cache::Handle* handle_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
