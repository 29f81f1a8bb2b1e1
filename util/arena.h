// Arena and ConcurrentArena: bump allocation for memtables and other build-once structures; no
// allocation is freed alone, the arena frees all of them at once. Chunks come from ArenaPool: one
// huge page each, kept for reuse while they are needed, because the first touch of fresh memory
// costs more than filling it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// A store of chunks. Chunks of kChunkSize, the size of a huge page, are mapped, and kept for half a
// second, up to a byte limit; other sizes pass through to the system allocator. Thread-safe.
class ArenaPool {
 public:
  static constexpr size_t kChunkSize = 2 << 20;
  // Chunks that stay idle for so long are freed. Chosen: a burst that filled four memtables leaves
  // their memory to the reads that follow it (mixgraph2: a peak of 165 MB in place of 190; 188
  // where only Release frees them). A memtable that fills slower than that touches new memory: a
  // millisecond for 16 MB.
  static constexpr uint64_t kIdleMicros = 500000;

  // That of the process.
  static ArenaPool& Get();

  // `clock` tells microseconds, in any thread, and never goes back.
  explicit ArenaPool(uint64_t (*clock)() = &CondVar::NowMicros) : clock_(clock) {}
  // REQUIRES: every chunk was released.
  ~ArenaPool() { Trim(); }

  // A chunk of at least `size` bytes; *actual receives the size to pass to Release. The chunk still
  // holds the bytes of its last user.
  char* Acquire(size_t size, size_t* actual);
  // REQUIRES: no thread reads the chunk any more; `actual` is the size that Acquire returned.
  void Release(char* chunk, size_t actual);

  // Frees the chunks that were idle for kIdleMicros. Acquire and Release do so as well: this is for
  // processes in which nobody writes any more.
  void FreeOld();
  // Frees idle chunks until at most keep_bytes remain.
  void Trim(size_t keep_bytes = 0);
  // Release frees chunks beyond this many idle bytes: the system has their memory back at once.
  void SetLimit(size_t bytes);
  size_t IdleBytes() const;

 private:
  static char* NewChunk();
  static void FreeChunk(char* chunk);
  // A chunk that was idle for kIdleMicros, which is the caller's then; null: there is none.
  char* TakeOld() EXCLUDES_LOCK(mu_);

  struct Idle {
    char* chunk;
    uint64_t since;
  };

  uint64_t (*const clock_)();
  mutable Mutex mu_;
  std::vector<Idle> idle_ GUARDED_BY(mu_);  // the last one was used last
  size_t limit_ GUARDED_BY(mu_) = size_t{512} << 20;
};

// The interface for code that only allocates.
class Allocator {
 public:
  virtual ~Allocator() = default;
  virtual char* Allocate(size_t bytes) = 0;
  // Aligned for any scalar.
  virtual char* AllocateAligned(size_t bytes) = 0;
};

// Not thread-safe.
class Arena : public Allocator {
 public:
  // The first chunk is `first_chunk` bytes, so that small arenas stay small; later ones grow to
  // the pool's size.
  explicit Arena(size_t first_chunk = 4096) : next_chunk_(first_chunk) {}
  ~Arena() override;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  char* Allocate(size_t bytes) override {
    if (bytes <= static_cast<size_t>(limit_ - next_)) {
      char* result = next_;
      next_ += bytes;
      return result;
    }
    return AllocateSlow(bytes);
  }
  char* AllocateAligned(size_t bytes) override;

  // Bytes taken from the pool, bookkeeping included.
  size_t MemoryUsage() const { return usage_.load(std::memory_order_relaxed); }

 private:
  struct Chunk {
    char* data;
    size_t size;
  };

  char* AllocateSlow(size_t bytes);
  char* NewChunk(size_t bytes);

  // The present chunk's free part is [next_, limit_). Requests too large for it get chunks of their
  // own and leave it as it is.
  char* next_ = nullptr;
  char* limit_ = nullptr;
  // Size of the next chunk: four times the last, up to kChunkSize.
  size_t next_chunk_;
  // Atomic because other threads read it for statistics; only the owner writes it.
  std::atomic<size_t> usage_{0};
  std::vector<Chunk> chunks_;
};

// Invariants:
//  A1. Each shard's [next, limit) belongs to that shard alone; it changes under the shard's lock.
//  A2. Chunks are only added, under mu_, and freed by the destructor, when no thread allocates.
//  A3. usage_ counts chunk bytes once, when the chunk is taken.
//  A4. map_ lists every chunk before any of its bytes are handed out; lists only grow, and a
//      replaced list stays until the destructor, so readers need no lock.
// Thread-safe: threads on different cores allocate from different shards and rarely meet.
class ConcurrentArena : public Allocator {
 public:
  // A core's shard takes `piece` bytes at a time from the shared chunk (64 KiB: chosen, not
  // measured). The chunk size may be lowered for structures that stay small; the first chunk is
  // always small, so that an arena with little in it never takes a whole huge page.
  explicit ConcurrentArena(size_t piece = 64 << 10, size_t chunk = ArenaPool::kChunkSize);
  ~ConcurrentArena() override;
  ConcurrentArena(const ConcurrentArena&) = delete;
  ConcurrentArena& operator=(const ConcurrentArena&) = delete;

  char* Allocate(size_t bytes) override { return AllocateFromShard(bytes, 1); }
  char* AllocateAligned(size_t bytes) override {
    return AllocateFromShard(bytes, alignof(std::max_align_t));
  }

  size_t MemoryUsage() const { return usage_.load(std::memory_order_relaxed); }

  // Bytes from `p` to the end of the chunk it lies in; 0 when it lies in none. For readers that
  // follow a length which may be damaged. Takes no lock; its time grows with the number of chunks.
  size_t RoomFrom(const char* p) const;

 private:
  // A cache line each, so that neighbours on other cores do not wait for the line.
  struct alignas(64) Shard {
    SpinLock lock;
    char* next GUARDED_BY(lock) = nullptr;
    char* limit GUARDED_BY(lock) = nullptr;
  };

  struct Chunk {
    char* data;
    size_t size;
  };
  // Chunks as RoomFrom reads them: append-only, `count` is stored after the entry it covers.
  struct ChunkList {
    explicit ChunkList(size_t n) : capacity(n), chunks(new Chunk[n]) {}
    const size_t capacity;
    std::atomic<size_t> count{0};
    const std::unique_ptr<Chunk[]> chunks;
  };

  char* AllocateFromShard(size_t bytes, size_t alignment);
  // At least `bytes` of shared chunk, aligned for any scalar. Called with a shard's lock held: mu_
  // is the inner of the two.
  char* TakePiece(size_t bytes) EXCLUDES_LOCK(mu_);
  size_t NextChunk() const REQUIRES_LOCK(mu_);
  void List(const Chunk& chunk) REQUIRES_LOCK(mu_);

  const size_t chunk_;
  const size_t piece_;
  const size_t shard_mask_;
  std::unique_ptr<Shard[]> shards_;
  std::atomic<size_t> usage_{0};
  Mutex mu_;
  char* next_ GUARDED_BY(mu_) = nullptr;
  char* limit_ GUARDED_BY(mu_) = nullptr;
  std::vector<std::unique_ptr<ChunkList>> lists_ GUARDED_BY(mu_);  // the last one is complete
  std::atomic<const ChunkList*> map_{nullptr};
};

}  // namespace ROCKSDB_NAMESPACE
