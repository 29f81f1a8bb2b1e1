// Allocation in chunks and small pieces; invariants in arena.h.
//
//    ArenaPool        idle chunks of 2 MiB, shared by the process, for half a second
//      ConcurrentArena    the present chunk, under mu_
//        Shard              64 KiB of it for each core, under the shard's spin lock
//          Allocate           a few bytes: usually one addition
#include "util/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <new>

#include "util/core_index.h"
#include "util/fetch_ahead.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kScalarAlignment = alignof(std::max_align_t);

// Bytes to skip from p to the next multiple of a power of two.
size_t Misalignment(const char* p, size_t alignment) {
  return (0 - reinterpret_cast<uintptr_t>(p)) & (alignment - 1);
}

// Requests above this share of a chunk get a chunk of their own, so that little is wasted. Chosen,
// not measured.
constexpr size_t kOwnChunkShare = 4;

// How many pieces the first chunk of a ConcurrentArena holds. Chosen, not measured.
constexpr size_t kFirstPieces = 4;

}  // namespace

ArenaPool& ArenaPool::Get() {
  static auto* pool = new ArenaPool();  // never destroyed: arenas may outlive main()
  return *pool;
}

char* ArenaPool::Acquire(size_t size, size_t* actual) {
  // A request for more than half of a chunk gets a whole one, which can be reused.
  if (size > kChunkSize || size * 2 <= kChunkSize) {
    *actual = size;
    return static_cast<char*>(::operator new(size));
  }
  *actual = kChunkSize;
  char* chunk = nullptr;
  {
    MutexLock lock(&mu_);
    if (!idle_.empty()) {
      // The last one used is the most likely to be in the caches.
      chunk = idle_.back().chunk;
      idle_.pop_back();
    }
  }
  if (chunk == nullptr) return NewChunk();
  FreeOld();
  return chunk;
}

// One huge page where the system has them: in a memtable of many small pages, a search misses the
// TLB at nearly every node. Measured: with huge pages loading is a tenth faster. Mapped, not
// allocated: see FreeChunk.
char* ArenaPool::NewChunk() {
  const size_t mapped = 2 * kChunkSize;  // a chunk begins somewhere in its first half
  void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(memory);
  const size_t skip = Misalignment(begin, kChunkSize);
  char* const chunk = begin + skip;
  if (skip > 0) munmap(begin, skip);
  munmap(chunk + kChunkSize, kChunkSize - skip);
  madvise(chunk, kChunkSize, MADV_HUGEPAGE);  // only advice
  return chunk;
}

// The memory goes at once: an allocator keeps it for the threads of one of its arenas, and whoever
// needs memory next may belong to another. Measured: replay of a log of 1 GB after a memtable of
// 1 GB took 1600 MB in half of the runs.
void ArenaPool::FreeChunk(char* chunk) { munmap(chunk, kChunkSize); }

void ArenaPool::Release(char* chunk, size_t actual) {
  if (actual != kChunkSize) {
    ::operator delete(chunk);
    return;
  }
  FreeOld();
  {
    MutexLock lock(&mu_);
    if ((idle_.size() + 1) * kChunkSize <= limit_) {
      idle_.push_back({chunk, clock_()});
      return;
    }
  }
  FreeChunk(chunk);
}

char* ArenaPool::TakeOld() {
  MutexLock lock(&mu_);
  if (idle_.empty() || idle_.front().since + kIdleMicros > clock_()) return nullptr;
  char* chunk = idle_.front().chunk;
  idle_.erase(idle_.begin());
  return chunk;
}

// One by one: memory goes back without the lock, because the system may take long, and destructors
// of arenas must not need memory for it.
void ArenaPool::FreeOld() {
  while (char* chunk = TakeOld()) FreeChunk(chunk);
}

void ArenaPool::Trim(size_t keep_bytes) {
  std::vector<Idle> excess;
  {
    MutexLock lock(&mu_);
    const size_t keep = std::min(idle_.size(), keep_bytes / kChunkSize);
    excess.assign(idle_.begin() + static_cast<std::ptrdiff_t>(keep), idle_.end());
    idle_.erase(idle_.begin() + static_cast<std::ptrdiff_t>(keep), idle_.end());
  }
  for (const Idle& one : excess) FreeChunk(one.chunk);
}

void ArenaPool::SetLimit(size_t bytes) {
  {
    MutexLock lock(&mu_);
    limit_ = bytes;
  }
  if (IdleBytes() > bytes) {
    Trim(bytes);
  }
}

size_t ArenaPool::IdleBytes() const {
  MutexLock lock(&mu_);
  return idle_.size() * kChunkSize;
}

Arena::~Arena() {
  for (const Chunk& chunk : chunks_) {
    ArenaPool::Get().Release(chunk.data, chunk.size);
  }
}

char* Arena::NewChunk(size_t bytes) {
  Chunk chunk{nullptr, 0};
  chunk.data = ArenaPool::Get().Acquire(bytes, &chunk.size);
  chunks_.push_back(chunk);
  usage_.fetch_add(chunk.size + sizeof(Chunk), std::memory_order_relaxed);
  return chunk.data;
}

char* Arena::AllocateSlow(size_t bytes) {
  // The rest of the present chunk stays in use.
  if (bytes * kOwnChunkShare > next_chunk_) {
    return NewChunk(bytes);
  }
  next_ = NewChunk(next_chunk_);
  limit_ = next_ + chunks_.back().size;
  next_chunk_ = std::min(next_chunk_ * 4, ArenaPool::kChunkSize);
  char* result = next_;
  next_ += bytes;
  return result;
}

char* Arena::AllocateAligned(size_t bytes) {
  const size_t skip = Misalignment(next_, kScalarAlignment);
  if (skip + bytes <= static_cast<size_t>(limit_ - next_)) {
    char* result = next_ + skip;
    next_ = result + bytes;
    return result;
  }
  return AllocateSlow(bytes);  // chunks start aligned
}

ConcurrentArena::ConcurrentArena(size_t piece, size_t chunk)
    : chunk_(std::clamp(chunk, size_t{1} << 12, ArenaPool::kChunkSize)),
      piece_(std::clamp(piece, chunk_ / 256, chunk_ / 4) & ~(kScalarAlignment - 1)),
      shard_mask_(std::min<size_t>(PowerOfTwoCores(), 64) - 1),
      shards_(new Shard[shard_mask_ + 1]) {}

ConcurrentArena::~ConcurrentArena() {
  const ChunkList* list = map_.load(std::memory_order_relaxed);
  const size_t count = list == nullptr ? 0 : list->count.load(std::memory_order_relaxed);
  for (size_t i = 0; i < count; ++i) {
    ArenaPool::Get().Release(list->chunks[i].data, list->chunks[i].size);
  }
}

void ConcurrentArena::List(const Chunk& chunk) {
  constexpr size_t kFirstList = 8;
  const size_t count = lists_.empty() ? 0 : lists_.back()->count.load(std::memory_order_relaxed);
  // A longer copy replaces the list, because readers may be inside the old one (A4).
  if (lists_.empty() || count == lists_.back()->capacity) {
    auto longer = std::make_unique<ChunkList>(std::max(kFirstList, 2 * count));
    if (count > 0) {
      std::copy_n(lists_.back()->chunks.get(), count, longer->chunks.get());
      longer->count.store(count, std::memory_order_relaxed);
    }
    lists_.push_back(std::move(longer));
    map_.store(lists_.back().get(), std::memory_order_release);
  }
  lists_.back()->chunks[count] = chunk;
  // The entry first, then the count that shows it to readers.
  lists_.back()->count.store(count + 1, std::memory_order_release);
}

size_t ConcurrentArena::RoomFrom(const char* p) const {
  const ChunkList* list = map_.load(std::memory_order_acquire);
  const size_t count = list == nullptr ? 0 : list->count.load(std::memory_order_acquire);
  const auto at = reinterpret_cast<uintptr_t>(p);
  for (size_t i = count; i-- > 0;) {  // most callers have just allocated
    const uintptr_t into = at - reinterpret_cast<uintptr_t>(list->chunks[i].data);
    if (into < list->chunks[i].size) return list->chunks[i].size - into;
  }
  return 0;
}

size_t ConcurrentArena::NextChunk() const {
  return next_ == nullptr ? std::min(chunk_, kFirstPieces * piece_) : chunk_;
}

char* ConcurrentArena::TakePiece(size_t bytes) {
  MutexLock lock(&mu_);
  if (bytes > static_cast<size_t>(limit_ - next_)) {
    const size_t wanted = bytes > piece_ ? bytes : NextChunk();
    size_t actual = 0;
    char* chunk = ArenaPool::Get().Acquire(wanted, &actual);
    // Before any byte is handed out (A4).
    List({chunk, actual});
    usage_.fetch_add(actual, std::memory_order_relaxed);
    if (bytes > piece_) {
      return chunk;  // a chunk of its own; the shared chunk stays in use
    }
    next_ = chunk;
    limit_ = chunk + actual;
  }
  char* result = next_;
  next_ += bytes;
  return result;
}

char* ConcurrentArena::AllocateFromShard(size_t bytes, size_t alignment) {
  if (bytes * kOwnChunkShare > piece_) {
    // Rounded up, so that the shared chunk stays aligned.
    return TakePiece((bytes + kScalarAlignment - 1) & ~(kScalarAlignment - 1));
  }
  Shard& shard = shards_[CurrentCore(shard_mask_)];
  SpinLockHold hold(&shard.lock);
  size_t skip = Misalignment(shard.next, alignment);
  if (skip + bytes > static_cast<size_t>(shard.limit - shard.next)) {
    shard.next = TakePiece(piece_);
    shard.limit = shard.next + piece_;
    // Pieces start aligned; the rest of the old one is lost, at most a quarter of a piece.
    skip = 0;
  }
  char* result = shard.next + skip;
  shard.next = result + bytes;
  // The next entry is likely to be as long.
  FetchPlaceAhead(shard.next, std::min(bytes, static_cast<size_t>(shard.limit - shard.next)));
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
