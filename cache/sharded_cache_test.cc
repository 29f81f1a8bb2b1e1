// Tests of inserting into, looking up in and pinning entries of a block cache.
#include "cache/sharded_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "test/support/status_assertions.h"
#include "util/random.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::atomic<int> live_objects{0};

struct Object {
  explicit Object(uint64_t v) : value(v) { ++live_objects; }
  ~Object() { --live_objects; }
  uint64_t value;
};

const Cache::CacheItemHelper kHelper(CacheEntryRole::kDataBlock,
                                     [](Cache::ObjectPtr obj, MemoryAllocator*) {
                                       delete static_cast<Object*>(obj);
                                     });

std::string Key(uint64_t n, size_t size = 16) {
  std::string key(size, 'k');
  for (size_t i = 0; i < 8 && i < size; ++i) key[size - 1 - i] = static_cast<char>(n >> (8 * i));
  return key;
}

std::shared_ptr<Cache> OneShard(size_t capacity, bool strict = false, double high = 0.0,
                                double low = 0.0) {
  LRUCacheOptions options(capacity, 0, strict, high, nullptr, false, kDontChargeCacheMetadata, low);
  return options.MakeSharedCache();
}

Status Put(Cache* cache, uint64_t n, size_t charge = 1, Cache::Handle** handle = nullptr,
           Cache::Priority priority = Cache::Priority::LOW) {
  auto* object = new Object(n);
  Status s = cache->Insert(Key(n), object, &kHelper, charge, handle, priority);
  if (!s.ok()) delete object;
  return s;
}

bool Has(Cache* cache, uint64_t n) {
  Cache::Handle* handle = cache->Lookup(Key(n));
  if (handle == nullptr) return false;
  EXPECT_EQ(n, static_cast<Object*>(cache->Value(handle))->value);
  cache->Release(handle);
  return true;
}

class ShardedCacheTest : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(0, live_objects.load()); }
};

TEST_F(ShardedCacheTest, FindsWhatWasInsertedUntilItIsErased) {
  auto cache = OneShard(10);
  EXPECT_FALSE(Has(cache.get(), 1));
  ASSERT_OK(Put(cache.get(), 1));
  EXPECT_TRUE(Has(cache.get(), 1));
  cache->Erase(Key(1));
  EXPECT_FALSE(Has(cache.get(), 1));
  EXPECT_EQ(0, live_objects.load());
}

TEST_F(ShardedCacheTest, KeysOfAnyLengthAreKeptApart) {
  auto cache = OneShard(1000);
  for (size_t size = 0; size < 100; ++size) {
    ASSERT_OK(cache->Insert(std::string(size, 'x'), new Object(size), &kHelper, 1));
  }
  for (size_t size = 0; size < 100; ++size) {
    Cache::Handle* handle = cache->Lookup(std::string(size, 'x'));
    ASSERT_NE(nullptr, handle);
    EXPECT_EQ(size, static_cast<Object*>(cache->Value(handle))->value);
    cache->Release(handle);
  }
}

TEST_F(ShardedCacheTest, AReplacedEntryStaysValidWhilePinned) {
  auto cache = OneShard(10);
  Cache::Handle* old = nullptr;
  ASSERT_OK(Put(cache.get(), 7, 1, &old));
  ASSERT_OK(cache->Insert(Key(7), new Object(70), &kHelper, 1));
  EXPECT_EQ(7u, static_cast<Object*>(cache->Value(old))->value);
  EXPECT_EQ(2u, cache->GetUsage());
  EXPECT_TRUE(cache->Release(old));
  EXPECT_EQ(1u, cache->GetUsage());
  Cache::Handle* now = cache->Lookup(Key(7));
  EXPECT_EQ(70u, static_cast<Object*>(cache->Value(now))->value);
  cache->Release(now);
}

TEST_F(ShardedCacheTest, EvictsTheOldestFirstAndSparesWhatWasHit) {
  auto cache = OneShard(3);
  for (uint64_t n = 1; n <= 3; ++n) ASSERT_OK(Put(cache.get(), n));
  EXPECT_TRUE(Has(cache.get(), 1));
  ASSERT_OK(Put(cache.get(), 4));
  EXPECT_TRUE(Has(cache.get(), 1));
  EXPECT_FALSE(Has(cache.get(), 2));
  EXPECT_EQ(3u, cache->GetUsage());
}

TEST_F(ShardedCacheTest, NeverEvictsPinnedEntriesAndMayExceedACapacityThatIsNotStrict) {
  auto cache = OneShard(2);
  std::vector<Cache::Handle*> handles(5);
  for (uint64_t n = 0; n < 5; ++n) ASSERT_OK(Put(cache.get(), n, 1, &handles[n]));
  EXPECT_EQ(5u, cache->GetUsage());
  EXPECT_EQ(5u, cache->GetPinnedUsage());
  for (uint64_t n = 0; n < 5; ++n) EXPECT_TRUE(Has(cache.get(), n));
  for (Cache::Handle* h : handles) cache->Release(h);
  EXPECT_LE(cache->GetUsage(), 2u);
  EXPECT_EQ(0u, cache->GetPinnedUsage());
}

TEST_F(ShardedCacheTest, AStrictLimitRefusesPinnedInsertsAndDropsUnpinnedOnes) {
  auto cache = OneShard(2, true);
  Cache::Handle* a = nullptr;
  Cache::Handle* b = nullptr;
  Cache::Handle* c = nullptr;
  ASSERT_OK(Put(cache.get(), 1, 1, &a));
  ASSERT_OK(Put(cache.get(), 2, 1, &b));
  EXPECT_TRUE(Put(cache.get(), 3, 1, &c).IsMemoryLimit());
  EXPECT_EQ(nullptr, c);
  EXPECT_OK(Put(cache.get(), 4));
  EXPECT_FALSE(Has(cache.get(), 4));
  cache->Release(a);
  EXPECT_OK(Put(cache.get(), 3, 1, &c));
  cache->Release(b);
  cache->Release(c);
}

TEST_F(ShardedCacheTest, AnEntryLargerThanTheCacheIsDroppedAtOnce) {
  auto cache = OneShard(10);
  EXPECT_OK(Put(cache.get(), 1, 11));
  EXPECT_FALSE(Has(cache.get(), 1));
  EXPECT_EQ(0u, cache->GetUsage());
}

TEST_F(ShardedCacheTest, HighPriorityEntriesOutliveAScanOfLowOnes) {
  auto cache = OneShard(10, false, 0.5);
  for (uint64_t n = 0; n < 5; ++n) {
    ASSERT_OK(Put(cache.get(), n, 1, nullptr, Cache::Priority::HIGH));
  }
  for (uint64_t n = 100; n < 200; ++n) ASSERT_OK(Put(cache.get(), n));
  for (uint64_t n = 0; n < 5; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
}

TEST_F(ShardedCacheTest, HighPriorityEntriesBeyondTheirShareAreEvictedLikeOthers) {
  auto cache = OneShard(10, false, 0.5);
  for (uint64_t n = 0; n < 8; ++n) {
    ASSERT_OK(Put(cache.get(), n, 1, nullptr, Cache::Priority::HIGH));
  }
  for (uint64_t n = 100; n < 120; ++n) ASSERT_OK(Put(cache.get(), n));
  for (uint64_t n = 0; n < 3; ++n) EXPECT_FALSE(Has(cache.get(), n)) << n;
  for (uint64_t n = 3; n < 8; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
}

TEST_F(ShardedCacheTest, BottomPriorityEntriesGoBeforeLowOnesOfTheSameAge) {
  auto cache = OneShard(10, false, 0.0, 0.5);
  for (uint64_t n = 0; n < 5; ++n) ASSERT_OK(Put(cache.get(), n));
  for (uint64_t n = 50; n < 55; ++n) {
    ASSERT_OK(Put(cache.get(), n, 1, nullptr, Cache::Priority::BOTTOM));
  }
  for (uint64_t n = 60; n < 70; ++n) {
    ASSERT_OK(Put(cache.get(), n, 1, nullptr, Cache::Priority::BOTTOM));
  }
  for (uint64_t n = 0; n < 5; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
}

TEST_F(ShardedCacheTest, WhatIsReadOnceDrivesOutNothingFromAFullCache) {
  auto cache = OneShard(640);
  for (uint64_t n = 0; n < 640; ++n) ASSERT_OK(Put(cache.get(), n));
  for (uint64_t n = 1000; n < 3000; ++n) {
    ASSERT_OK(Put(cache.get(), n, 1, nullptr, Cache::Priority::BOTTOM));
  }
  // A 64th is left to them: the newest are there.
  for (uint64_t n = 2991; n < 3000; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
  size_t kept = 0;
  for (uint64_t n = 0; n < 640; ++n) kept += Has(cache.get(), n);
  EXPECT_GE(kept, 629u);
}

TEST_F(ShardedCacheTest, WhatIsReadOnceFillsACacheThatIsNotFull) {
  auto cache = OneShard(640);
  for (uint64_t n = 0; n < 640; ++n) {
    ASSERT_OK(Put(cache.get(), n, 1, nullptr, Cache::Priority::BOTTOM));
  }
  EXPECT_EQ(640u, cache->GetUsage());
  // Then it goes first, but for what was used again.
  for (uint64_t n = 0; n < 5; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
  for (uint64_t n = 1000; n < 1620; ++n) ASSERT_OK(Put(cache.get(), n));
  for (uint64_t n = 0; n < 5; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
  for (uint64_t n = 1000; n < 1620; ++n) EXPECT_TRUE(Has(cache.get(), n)) << n;
}

// Whoever reads it pins it, also while others make room for theirs.
TEST_F(ShardedCacheTest, WhatIsReadOnceStaysSoThoughItIsPinnedWhileItIsRead) {
  auto cache = OneShard(640);
  for (uint64_t n = 0; n < 640; ++n) ASSERT_OK(Put(cache.get(), n));
  for (uint64_t n = 1000; n < 2000; ++n) {
    Cache::Handle* handle = nullptr;
    ASSERT_OK(Put(cache.get(), n, 1, &handle, Cache::Priority::BOTTOM));
    for (uint64_t other = 0; other < 20; ++other) {
      ASSERT_OK(Put(cache.get(), 10 * n + other, 1, nullptr, Cache::Priority::BOTTOM));
    }
    cache->Release(handle);
  }
  size_t kept = 0;
  for (uint64_t n = 0; n < 640; ++n) kept += Has(cache.get(), n);
  EXPECT_GE(kept, 628u);
}

TEST_F(ShardedCacheTest, ShrinkingTheCapacityEvictsAndGrowingItKeeps) {
  auto cache = OneShard(100);
  for (uint64_t n = 0; n < 100; ++n) ASSERT_OK(Put(cache.get(), n));
  EXPECT_EQ(100u, cache->GetUsage());
  cache->SetCapacity(10);
  EXPECT_EQ(10u, cache->GetCapacity());
  EXPECT_EQ(10u, cache->GetUsage());
  EXPECT_TRUE(Has(cache.get(), 99));
  cache->SetCapacity(100);
  EXPECT_EQ(10u, cache->GetUsage());
}

TEST_F(ShardedCacheTest, ReleaseCanEraseTheLastPin) {
  auto cache = OneShard(10);
  Cache::Handle* a = nullptr;
  ASSERT_OK(Put(cache.get(), 1, 1, &a));
  EXPECT_TRUE(cache->Ref(a));
  EXPECT_FALSE(cache->Release(a, true));
  EXPECT_TRUE(cache->Release(a, true));
  EXPECT_FALSE(Has(cache.get(), 1));
}

TEST_F(ShardedCacheTest, StandaloneEntriesAreChargedButNeverFound) {
  auto cache = OneShard(10, true);
  Cache::Handle* a = cache->CreateStandalone(Key(1), new Object(1), &kHelper, 8, false);
  ASSERT_NE(nullptr, a);
  EXPECT_FALSE(Has(cache.get(), 1));
  EXPECT_EQ(8u, cache->GetUsage());
  EXPECT_EQ(8u, cache->GetPinnedUsage());
  Object refused(2);
  EXPECT_EQ(nullptr, cache->CreateStandalone(Key(2), &refused, &kHelper, 8, false));
  Cache::Handle* b = cache->CreateStandalone(Key(3), new Object(3), &kHelper, 8, true);
  ASSERT_NE(nullptr, b);
  EXPECT_EQ(0u, cache->GetCharge(b));
  EXPECT_EQ(8u, cache->GetUsage());
  EXPECT_TRUE(cache->Release(a));
  EXPECT_TRUE(cache->Release(b));
  EXPECT_EQ(0u, cache->GetUsage());
}

TEST_F(ShardedCacheTest, VisitsEveryEntryOnce) {
  LRUCacheOptions options(1 << 20, 2, false, 0.5);
  auto cache = options.MakeSharedCache();
  for (uint64_t n = 0; n < 1000; ++n) ASSERT_OK(Put(cache.get(), n, 3));
  std::multiset<std::string> seen;
  Cache::ApplyToAllEntriesOptions visit;
  visit.average_entries_per_lock = 7;
  cache->ApplyToAllEntries(
      [&](const Slice& key, Cache::ObjectPtr, size_t charge, const Cache::CacheItemHelper* helper) {
        seen.insert(key.ToString());
        EXPECT_EQ(3u, charge);
        EXPECT_EQ(&kHelper, helper);
      },
      visit);
  EXPECT_EQ(1000u, seen.size());
  EXPECT_EQ(1000u, std::set<std::string>(seen.begin(), seen.end()).size());
  EXPECT_EQ(1000u, cache->GetOccupancyCount());
  EXPECT_GE(cache->GetTableAddressCount(), 1000u);
  cache->EraseUnRefEntries();
  EXPECT_EQ(0u, cache->GetUsage());
  EXPECT_EQ(0, live_objects.load());
}

TEST_F(ShardedCacheTest, EvictionCallbackSeesWhetherTheEntryWasHitAndMayTakeTheObject) {
  auto cache = OneShard(2);
  std::map<std::string, bool> evicted;
  cache->SetEvictionCallback([&](const Slice& key, Cache::Handle* handle, bool was_hit) {
    evicted[key.ToString()] = was_hit;
    if (!was_hit) return false;
    delete static_cast<Object*>(cache->Value(handle));
    return true;
  });
  ASSERT_OK(Put(cache.get(), 1));
  ASSERT_OK(Put(cache.get(), 2));
  EXPECT_TRUE(Has(cache.get(), 1));
  for (uint64_t n = 3; n < 7; ++n) ASSERT_OK(Put(cache.get(), n));
  ASSERT_TRUE(evicted.count(Key(1)) == 1 && evicted.count(Key(2)) == 1);
  EXPECT_TRUE(evicted[Key(1)]);
  EXPECT_FALSE(evicted[Key(2)]);
  EXPECT_EQ(2, live_objects.load());
}

TEST_F(ShardedCacheTest, MetadataIsChargedWhenAskedFor) {
  LRUCacheOptions options(1 << 20, 0, false, 0.5);
  auto cache = options.MakeSharedCache();
  Cache::Handle* a = nullptr;
  ASSERT_OK(Put(cache.get(), 1, 100, &a));
  EXPECT_EQ(100u, cache->GetCharge(a));
  EXPECT_GT(cache->GetUsage(a), 100u);
  EXPECT_EQ(cache->GetUsage(a), cache->GetUsage());
  cache->Release(a);
}

TEST_F(ShardedCacheTest, BadOptionsMakeNoCache) {
  EXPECT_EQ(nullptr, NewLRUCache(100, 20));
  EXPECT_EQ(nullptr, NewLRUCache(100, 0, false, 1.1));
  EXPECT_EQ(nullptr, NewLRUCache(100, 0, false, -0.1));
  EXPECT_EQ(nullptr, OneShard(100, false, 0.6, 0.6));
}

TEST_F(ShardedCacheTest, HyperClockOptionsMakeAWorkingCache) {
  auto cache = HyperClockCacheOptions(1 << 20, 0).MakeSharedCache();
  EXPECT_STREQ("AutoHyperClockCache", cache->Name());
  ASSERT_OK(Put(cache.get(), 5, 100));
  EXPECT_TRUE(Has(cache.get(), 5));
  EXPECT_STREQ("FixedHyperClockCache",
               HyperClockCacheOptions(1 << 20, 4096).MakeSharedCache()->Name());
}

TEST_F(ShardedCacheTest, DefaultShardsAreNeitherTooSmallNorTooMany) {
  EXPECT_EQ(0, DefaultShardBits(100 << 10, 512 << 10));
  EXPECT_EQ(4, DefaultShardBits(8 << 20, 512 << 10));
  EXPECT_EQ(6, DefaultShardBits(size_t{1} << 40, 512 << 10));
}

// Random operations from one thread against a cache that is large enough never to evict.
TEST_F(ShardedCacheTest, AgreesWithAMapWhenNothingIsEvicted) {
  constexpr uint64_t kSeed = 301;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  LRUCacheOptions options(size_t{1} << 30, 1, false, 0.3);
  auto cache = options.MakeSharedCache();
  std::map<uint64_t, uint64_t> model;
  for (int i = 0; i < 50000; ++i) {
    const uint64_t n = rnd.Uniform(2000);
    switch (rnd.Uniform(4)) {
      case 0:
        model[n] = static_cast<uint64_t>(i);
        ASSERT_OK(cache->Insert(Key(n), new Object(static_cast<uint64_t>(i)), &kHelper, 1));
        break;
      case 1:
        model.erase(n);
        cache->Erase(Key(n));
        break;
      default: {
        Cache::Handle* h = cache->Lookup(Key(n));
        ASSERT_EQ(model.count(n) == 1, h != nullptr);
        if (h == nullptr) break;
        ASSERT_EQ(model[n], static_cast<Object*>(cache->Value(h))->value);
        cache->Release(h, rnd.OneIn(10));
        if (cache->Lookup(Key(n)) == nullptr) {
          model.erase(n);
        } else {
          cache->Release(h);
        }
      }
    }
  }
  EXPECT_EQ(model.size(), cache->GetOccupancyCount());
}

// Threads insert, look up, pin, replace, erase and resize at once. Objects must never be seen dead,
// under the wrong key, or leak. Run under ThreadSanitizer as well.
TEST_F(ShardedCacheTest, SurvivesConcurrentUseUnderHeavyEviction) {
  constexpr uint64_t kSeed = 97;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  auto cache = OneShard(200, false, 0.3, 0.3);
  std::atomic<bool> wrong{false};
  auto worker = [&](uint64_t id) {
    Random64 rnd(kSeed + id);
    std::vector<Cache::Handle*> held;
    for (int i = 0; i < 20000; ++i) {
      const uint64_t n = rnd.OneIn(3) ? rnd.Uniform(10) : rnd.Uniform(1000);
      Cache::Handle* h = cache->Lookup(Key(n));
      if (h != nullptr) {
        if (static_cast<Object*>(cache->Value(h))->value != n) wrong = true;
      } else {
        const auto priority = static_cast<Cache::Priority>(rnd.Uniform(3));
        ASSERT_TRUE(
            Put(cache.get(), n, 1 + rnd.Uniform(3), rnd.OneIn(2) ? &h : nullptr, priority).ok());
      }
      if (h != nullptr) held.push_back(h);
      if (rnd.OneIn(50)) cache->Erase(Key(n));
      if (rnd.OneIn(1000)) cache->SetCapacity(100 + rnd.Uniform(200));
      if (held.size() > rnd.Uniform(20)) {
        if (static_cast<Object*>(cache->Value(held.front()))->value >= 1000) wrong = true;
        cache->Release(held.front(), rnd.OneIn(5));
        held.erase(held.begin());
      }
    }
    for (Cache::Handle* h : held) cache->Release(h);
  };
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; ++t) threads.emplace_back(worker, t);
  for (auto& t : threads) t.join();
  EXPECT_FALSE(wrong.load());
  EXPECT_EQ(0u, cache->GetPinnedUsage());
  EXPECT_LE(cache->GetUsage(), cache->GetCapacity());
  cache->EraseUnRefEntries();
  EXPECT_EQ(0u, cache->GetUsage());
  EXPECT_EQ(0u, cache->GetOccupancyCount());
}

// A key that stays in the cache is found by every lookup, however much its line changes.
TEST_F(ShardedCacheTest, LookupsNeverMissAnEntryThatStays) {
  auto cache = OneShard(1 << 20);
  for (uint64_t n = 0; n < 8; ++n) ASSERT_OK(Put(cache.get(), n));
  std::atomic<bool> stop{false};
  std::thread churn([&] {
    Random64 rnd(5);
    for (int round = 0; round < 60; ++round) {
      for (uint64_t n = 100; n < 400; ++n) ASSERT_OK(Put(cache.get(), n));
      for (uint64_t n = 100; n < 400; ++n) cache->Erase(Key(n));
    }
    stop = true;
  });
  uint64_t lookups = 0;
  while (!stop) {
    ASSERT_TRUE(Has(cache.get(), lookups++ % 8));
  }
  churn.join();
}

#ifdef BUCKETLSM_SYNC_POINTS

TEST_F(ShardedCacheTest, AnEntryWithoutMemoryForItsBookkeepingIsRefused) {
  auto cache = OneShard(1000);
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("CacheMemory::Take", [](void*) { throw std::bad_alloc(); });
  Cache::Handle* handle = nullptr;
  uint64_t n = 0;
  // With few entries, and at each place where the bookkeeping of more has to grow.
  for (int round = 0; round < 6; ++round) {
    points.Enable();
    while (Put(cache.get(), n, 1, &handle).ok()) {
      cache->Release(handle);
      ++n;
    }
    EXPECT_EQ(nullptr, handle);
    EXPECT_EQ(nullptr, cache->CreateStandalone(Key(n), nullptr, &kHelper, 1, true));
    EXPECT_OK(Put(cache.get(), n)) << "gone at once";
    points.Disable();
    EXPECT_EQ(n, cache->GetUsage());
    EXPECT_EQ(n, cache->GetOccupancyCount());
    EXPECT_EQ(static_cast<int>(n), live_objects.load());
    for (uint64_t i = 0; i <= n; ++i) EXPECT_EQ(i < n, Has(cache.get(), i));
    ASSERT_OK(Put(cache.get(), n));
    ++n;
  }
  points.Clear();
}

#endif

TEST_F(ShardedCacheTest, EntryRolesHaveNames) {
  EXPECT_EQ("DataBlock", GetCacheEntryRoleName(CacheEntryRole::kDataBlock));
  EXPECT_EQ("Misc", GetCacheEntryRoleName(CacheEntryRole::kMisc));
  EXPECT_EQ("count.data-block",
            BlockCacheEntryStatsMapKeys::EntryCount(CacheEntryRole::kDataBlock));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
