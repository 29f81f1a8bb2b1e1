// Tests of the arenas and of the chunk pool behind them.
#include "util/arena.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <thread>

#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

TEST(Arena, AllocationsDoNotOverlapAndKeepTheirContent) {
  Random64 random(11);
  Arena arena;
  std::vector<std::pair<char*, size_t>> parts;
  for (int i = 0; i < 3000; ++i) {
    const size_t n = random.OneIn(100) ? random.Uniform(100000) + 1 : random.Uniform(200) + 1;
    char* p = random.OneIn(2) ? arena.Allocate(n) : arena.AllocateAligned(n);
    std::memset(p, i % 251, n);
    parts.emplace_back(p, n);
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    for (size_t b = 0; b < parts[i].second; ++b) {
      ASSERT_EQ(static_cast<unsigned char>(parts[i].first[b]), i % 251);
    }
  }
}

TEST(Arena, AlignedAllocationsAreAligned) {
  Arena arena;
  for (size_t n = 1; n < 300; ++n) {
    (void)arena.Allocate(n % 7 + 1);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.AllocateAligned(n)) % alignof(std::max_align_t),
              0u);
  }
}

TEST(ConcurrentArena, KnowsHowFarEachPieceMayBeRead) {
  ConcurrentArena arena;
  std::vector<std::pair<char*, size_t>> parts;
  for (size_t i = 0; i < 400; ++i) {
    const size_t n = i % 20 == 0 ? 100000 + i : 1 + i % 300;
    parts.emplace_back(arena.AllocateAligned(n), n);
  }
  for (const auto& [p, n] : parts) {
    const size_t room = arena.RoomFrom(p);
    ASSERT_GE(room, n);
    ASSERT_LE(room, ArenaPool::kChunkSize);
    std::memset(p + n - 1, 1, 1);
    EXPECT_EQ(arena.RoomFrom(p + n - 1), room - (n - 1));
  }
  const char elsewhere = 0;
  EXPECT_EQ(arena.RoomFrom(&elsewhere), 0u);
}

TEST(ArenaPool, AReleasedChunkIsReused) {
  ArenaPool::Get().Trim();
  size_t actual = 0;
  char* chunk = ArenaPool::Get().Acquire(ArenaPool::kChunkSize, &actual);
  ArenaPool::Get().Release(chunk, actual);
  EXPECT_EQ(ArenaPool::Get().IdleBytes(), ArenaPool::kChunkSize);
  EXPECT_EQ(ArenaPool::Get().Acquire(ArenaPool::kChunkSize, &actual), chunk);
  ArenaPool::Get().Release(chunk, actual);
}

// Of 0 to kChunkSize bytes, those that are in memory. 0 where nothing is mapped.
size_t ResidentBytes(char* chunk) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages(ArenaPool::kChunkSize / page);
  if (mincore(chunk, ArenaPool::kChunkSize, pages.data()) != 0) return 0;
  return page * static_cast<size_t>(std::count_if(pages.begin(), pages.end(),
                                                  [](unsigned char state) { return state & 1; }));
}

TEST(ArenaPool, MemoryBeyondTheLimitGoesBackToTheSystemAtOnce) {
  ArenaPool& pool = ArenaPool::Get();
  pool.SetLimit(ArenaPool::kChunkSize);
  std::vector<char*> chunks(4);
  size_t actual = 0;
  for (char*& chunk : chunks) {
    chunk = pool.Acquire(ArenaPool::kChunkSize, &actual);
    std::memset(chunk, 1, actual);
    EXPECT_EQ(ResidentBytes(chunk), actual);
  }
  for (char* chunk : chunks) pool.Release(chunk, actual);
  size_t resident = 0;
  for (char* chunk : chunks) resident += ResidentBytes(chunk);
  EXPECT_EQ(resident, ArenaPool::kChunkSize) << "one chunk is kept";
  pool.SetLimit(size_t{512} << 20);
}

std::atomic<uint64_t> pool_time{0};

class PoolWithAClock : public testing::Test {
 protected:
  // The idle chunks afterwards.
  size_t UseAtOnce(size_t count) {
    std::vector<char*> chunks(count);
    size_t actual = 0;
    for (char*& chunk : chunks) chunk = pool_.Acquire(ArenaPool::kChunkSize, &actual);
    for (char* chunk : chunks) pool_.Release(chunk, actual);
    return Idle();
  }
  size_t Idle() { return pool_.IdleBytes() / ArenaPool::kChunkSize; }

  ArenaPool pool_{[] { return pool_time.load(); }};
};

TEST_F(PoolWithAClock, ChunksThatNobodyUsedForALongTimeAreFreed) {
  EXPECT_EQ(UseAtOnce(8), 8u);
  pool_time += ArenaPool::kIdleMicros - 1;
  EXPECT_EQ(UseAtOnce(3), 8u) << "those used last are used again";
  pool_time += 1;
  EXPECT_EQ(UseAtOnce(1), 3u) << "five were idle all the time";
  pool_time += ArenaPool::kIdleMicros - 1;
  EXPECT_EQ(UseAtOnce(4), 4u);
  pool_time += ArenaPool::kIdleMicros;
  size_t actual = 0;
  char* chunk = pool_.Acquire(ArenaPool::kChunkSize, &actual);
  EXPECT_EQ(Idle(), 0u) << "who needs one frees the others";
  pool_.Release(chunk, actual);
}

TEST_F(PoolWithAClock, WithoutReleasesALookFreesThem) {
  EXPECT_EQ(UseAtOnce(8), 8u);
  pool_time += ArenaPool::kIdleMicros - 1;
  pool_.FreeOld();
  EXPECT_EQ(Idle(), 8u);
  pool_time += 1;
  pool_.FreeOld();
  EXPECT_EQ(Idle(), 0u);
}

TEST(ArenaPool, TrimFreesAndTheLimitIsKept) {
  ArenaPool& pool = ArenaPool::Get();
  pool.SetLimit(2 * ArenaPool::kChunkSize);
  std::vector<char*> chunks(4);
  size_t actual = 0;
  for (char*& chunk : chunks) {
    chunk = pool.Acquire(ArenaPool::kChunkSize, &actual);
  }
  for (char* chunk : chunks) {
    pool.Release(chunk, actual);
  }
  EXPECT_EQ(pool.IdleBytes(), 2 * ArenaPool::kChunkSize);
  pool.Trim();
  EXPECT_EQ(pool.IdleBytes(), 0u);
  pool.SetLimit(size_t{512} << 20);
}

TEST(ConcurrentArena, ThreadsGetDisjointMemory) {
  ConcurrentArena arena(8192);
  constexpr int kThreads = 8;
  constexpr int kPerThread = 20000;
  std::vector<std::vector<char*>> taken(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&arena, &mine = taken[t], t] {
      Random64 random(static_cast<uint64_t>(t) + 1);
      for (int i = 0; i < kPerThread; ++i) {
        const size_t n = sizeof(int) + random.Uniform(60);
        char* p = arena.AllocateAligned(n);
        std::memset(p, t, n);
        mine.push_back(p);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::set<char*> all;
  for (int t = 0; t < kThreads; ++t) {
    for (char* p : taken[t]) {
      EXPECT_EQ(*p, t);
      EXPECT_TRUE(all.insert(p).second);
    }
  }
  EXPECT_GT(arena.MemoryUsage(), size_t{kThreads} * kPerThread * 4);
}

TEST(ConcurrentArena, ASmallChunkSizeKeepsAnEmptyArenaSmall) {
  ConcurrentArena arena(4096, 16384);
  (void)arena.Allocate(100);
  EXPECT_LE(arena.MemoryUsage(), 16384u);
}

TEST(ConcurrentArena, AnArenaWithLittleInItTakesNoHugePage) {
  ConcurrentArena arena;
  (void)arena.Allocate(100);
  EXPECT_LE(arena.MemoryUsage(), ArenaPool::kChunkSize / 8);
}

}  // namespace ROCKSDB_NAMESPACE
