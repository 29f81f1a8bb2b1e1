// Storage of blocks, the check of the restart array, and the counting of pins.
#include "table/block.h"

#include <memory>
#include <new>

#include "table/filter_reader.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr uint32_t kHashIndexFlag = 1u << 31;
// Larger blocks have no hash index, so the flag is part of their count.
constexpr size_t kMostBytesWithHashIndex = 64 << 10;

}  // namespace

BlockBytes& BlockBytes::operator=(BlockBytes&& o) noexcept {
  if (this == &o) return *this;
  Free();
  owned_ = std::exchange(o.owned_, nullptr);
  allocated_ = o.allocated_;
  data_ = std::exchange(o.data_, nullptr);
  size_ = std::exchange(o.size_, 0);
  allocator_ = o.allocator_;
  return *this;
}

BlockBytes BlockBytes::Allocate(size_t size, MemoryAllocator* allocator) {
  BlockBytes b;
  const size_t all = kRoom + size;
  void* memory =
      allocator != nullptr ? allocator->Allocate(all) : ::operator new(all, std::nothrow);
  if (memory == nullptr) return b;
  b.allocator_ = allocator;
  b.allocated_ = all;
  b.data_ = b.owned_ = static_cast<char*>(memory) + kRoom;
  b.size_ = size;
  return b;
}

BlockBytes BlockBytes::Borrow(const Slice& bytes) {
  BlockBytes b;
  b.data_ = bytes.data();
  b.size_ = bytes.size();
  return b;
}

void BlockBytes::Free() {
  if (owned_ == nullptr) return;
  if (allocator_ != nullptr) {
    allocator_->Deallocate(room());
  } else {
    // Told the size, an allocator need not look it up in memory that was not touched for long.
    std::allocator<char>().deallocate(static_cast<char*>(room()), allocated_);
  }
  owned_ = nullptr;
}

Status Block::Make(BlockKind kind, BlockBytes bytes, CompressionType codec,
                   std::unique_ptr<Block>* block) {
  static_assert(sizeof(Block) <= BlockBytes::kRoom);
  void* room = bytes.room();
  // An allocator of the application's may align less than `new` does.
  if (reinterpret_cast<uintptr_t>(room) % alignof(Block) != 0) room = nullptr;
  std::unique_ptr<Block> b(room != nullptr ? new (room) Block : new Block);
  b->in_bytes_ = room != nullptr;
  b->kind_ = kind;
  b->bytes_ = std::move(bytes);
  if (HasEntries(kind)) {
    Status s = b->FindRestarts();
    if (!s.ok()) return s;
  } else if (kind == BlockKind::kFilter) {
    // The reader refers to the block's bytes, which do not move any more.
    b->filter_ = NewFilterReader(b->contents());
  } else {
    b->dictionary_ = std::make_unique<CodecDictionary>(b->contents().ToString(), codec);
  }
  *block = std::move(b);
  return Status::OK();
}

void Block::operator delete(Block* block, std::destroying_delete_t) {
  if (!block->in_bytes_) {
    block->~Block();
    ::operator delete(block);
    return;
  }
  const BlockBytes bytes = std::move(block->bytes_);
  block->~Block();
}

Status Block::FindRestarts() {
  // A Status with words allocates, so that only a bad block gets one.
  const auto bad = [] { return Status::Corruption("bad block contents"); };
  size_t end = bytes_.size();
  // The smallest block has one restart offset and the count. Offsets have 32 bits.
  if (end < 2 * sizeof(uint32_t) || end > UINT32_MAX) return bad();
  end -= sizeof(uint32_t);
  uint32_t packed = LoadFixed32(data() + end);
  if (bytes_.size() <= kMostBytesWithHashIndex && (packed & kHashIndexFlag) != 0) {
    packed &= ~kHashIndexFlag;
    end -= sizeof(uint16_t);
    const uint16_t buckets = LoadFixed16(data() + end);
    if (buckets > end) return bad();
    end -= buckets;
  }
  // A count that does not fit would put the array before the block. The offsets in the array are
  // not checked here (invariant 1).
  if (packed == 0 || packed > end / sizeof(uint32_t)) return bad();
  num_restarts_ = packed;
  entries_size_ = static_cast<uint32_t>(end - packed * sizeof(uint32_t));
  return Status::OK();
}

size_t Block::MemoryUsage() const {
  size_t total = sizeof(*this) + (bytes_.owned() ? bytes_.size() : 0);
  if (guards_ != nullptr) total += guards_->MemoryUsage();
  if (dictionary_ != nullptr) total += dictionary_->MemoryUsage();
  if (const SeparatorDigests* d = digests(); d != nullptr) total += d->MemoryUsage();
  return total;
}

BlockRef BlockRef::Own(std::unique_ptr<Block> block) {
  BlockRef ref;
  ref.block_ = block.release();
  return ref;
}

BlockRef BlockRef::FromCache(Cache* cache, Cache::Handle* handle) {
  BlockRef ref;
  ref.block_ = static_cast<Block*>(cache->Value(handle));
  ref.cache_ = cache;
  ref.handle_ = handle;
  return ref;
}

void BlockRef::Unref(Block* block) {
  // Release makes this thread's last reads come before the delete; acquire makes the deleting
  // thread see the reads of all others.
  if (block->refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete block;
}

void BlockRef::Reset() {
  if (handle_ != nullptr) {
    cache_->Release(handle_);
  } else if (block_ != nullptr) {
    Unref(block_);
  }
  block_ = nullptr;
  cache_ = nullptr;
  handle_ = nullptr;
}

BlockRef BlockRef::Share() const {
  BlockRef ref;
  // The cache alone counts pins of a cached block; refs_ stays at 1 until the cache deletes the
  // block.
  if (handle_ != nullptr) {
    cache_->Ref(handle_);
  } else if (block_ != nullptr) {
    block_->refs_.fetch_add(1, std::memory_order_relaxed);
  }
  ref.block_ = block_;
  ref.cache_ = cache_;
  ref.handle_ = handle_;
  return ref;
}

void BlockRef::HandOverTo(Cleanable* pin) {
  if (handle_ != nullptr) {
    pin->RegisterCleanup(
        [](void* cache, void* handle) {
          static_cast<Cache*>(cache)->Release(static_cast<Cache::Handle*>(handle));
        },
        cache_, handle_);
  } else if (block_ != nullptr) {
    pin->RegisterCleanup([](void* block, void*) { Unref(static_cast<Block*>(block)); }, block_,
                         nullptr);
  }
  block_ = nullptr;
  cache_ = nullptr;
  handle_ = nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
