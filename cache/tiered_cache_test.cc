// Tests of objects that leave the primary cache, and of memory reserved in a cache.
#include "cache/tiered_cache.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "cache/cache_reservation.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Text = std::string;

void DeleteText(Cache::ObjectPtr obj, MemoryAllocator*) { delete static_cast<Text*>(obj); }

const Cache::CacheItemHelper kPlain(CacheEntryRole::kDataBlock, DeleteText);
const Cache::CacheItemHelper kSpilling(
    CacheEntryRole::kDataBlock, DeleteText,
    [](Cache::ObjectPtr obj) { return static_cast<Text*>(obj)->size(); },
    [](Cache::ObjectPtr obj, size_t from, size_t length, char* out) {
      static_cast<Text*>(obj)->copy(out, length, from);
      return Status::OK();
    },
    [](const Slice& data, CompressionType, CacheTier, Cache::CreateContext*, MemoryAllocator*,
       Cache::ObjectPtr* out, size_t* charge) {
      *out = new Text(data.ToString());
      *charge = data.size();
      return Status::OK();
    },
    &kPlain);

std::shared_ptr<Cache> TwoTiers(size_t capacity) {
  CompressedSecondaryCacheOptions lower(1 << 20, 0, false, 0.5);
  LRUCacheOptions upper(capacity, 0, false, 0.0, nullptr, false, kDontChargeCacheMetadata);
  upper.secondary_cache = lower.MakeSharedSecondaryCache();
  return upper.MakeSharedCache();
}

std::string Find(Cache* cache, const std::string& key) {
  Cache::Handle* handle = cache->Lookup(key, &kSpilling);
  if (handle == nullptr) return "(none)";
  const std::string text = *static_cast<Text*>(cache->Value(handle));
  cache->Release(handle);
  return text;
}

TEST(TieredCache, AnObjectThatWasHitComesBackAfterEviction) {
  auto cache = TwoTiers(1000);
  const std::string text(900, 'a');
  ASSERT_OK(cache->Insert("one", new Text(text), &kSpilling, 900));
  EXPECT_EQ(text, Find(cache.get(), "one"));
  ASSERT_OK(cache->Insert("two", new Text("b"), &kSpilling, 900));
  EXPECT_EQ(text, Find(cache.get(), "one"));
}

TEST(TieredCache, AnObjectNeverHitIsKeptOnlyFromItsSecondEvictionOn) {
  auto cache = TwoTiers(1000);
  for (int round = 0; round < 2; ++round) {
    ASSERT_OK(cache->Insert("one", new Text("x"), &kSpilling, 900));
    ASSERT_OK(cache->Insert("two", new Text("y"), &kSpilling, 900));
    EXPECT_EQ(round == 0 ? "(none)" : "x", Find(cache.get(), "one"));
  }
}

TEST(TieredCache, ErasedObjectsAreGoneFromBothTiers) {
  auto cache = TwoTiers(1000);
  ASSERT_OK(cache->Insert("one", new Text("x"), &kSpilling, 900));
  EXPECT_EQ("x", Find(cache.get(), "one"));
  ASSERT_OK(cache->Insert("two", new Text("y"), &kSpilling, 900));
  cache->Erase("one");
  EXPECT_EQ("(none)", Find(cache.get(), "one"));
}

// Counts the allocations that were not freed, and reports them when it is destroyed.
class CountingAllocator final : public MemoryAllocator {
 public:
  explicit CountingAllocator(int* left) : left_(left) { *left_ = -1; }
  ~CountingAllocator() override { *left_ = held_; }
  const char* Name() const override { return "CountingAllocator"; }
  void* Allocate(size_t size) override {
    ++held_;
    return malloc(size);
  }
  void Deallocate(void* p) override {
    --held_;
    free(p);
  }

 private:
  int held_ = 0;
  int* const left_;
};

// Frees its byte through the allocator that it was rebuilt with, as blocks do.
struct Rebuilt {
  MemoryAllocator* allocator = nullptr;
  void* byte = nullptr;
};

const Cache::CacheItemHelper kRebuiltPlain(CacheEntryRole::kDataBlock,
                                           [](Cache::ObjectPtr obj, MemoryAllocator*) {
                                             auto* r = static_cast<Rebuilt*>(obj);
                                             if (r->byte != nullptr) {
                                               r->allocator->Deallocate(r->byte);
                                             }
                                             delete r;
                                           });
const Cache::CacheItemHelper kRebuilt(
    CacheEntryRole::kDataBlock, kRebuiltPlain.del_cb, [](Cache::ObjectPtr) { return size_t{1}; },
    [](Cache::ObjectPtr, size_t, size_t, char* out) {
      *out = 'r';
      return Status::OK();
    },
    [](const Slice&, CompressionType, CacheTier, Cache::CreateContext*, MemoryAllocator* allocator,
       Cache::ObjectPtr* out, size_t* charge) {
      *out = new Rebuilt{allocator, allocator->Allocate(1)};
      *charge = 900;
      return Status::OK();
    },
    &kRebuiltPlain);

TEST(TieredCache, TheLowerTiersAllocatorOutlivesPromotedObjects) {
  int left = 0;
  {
    CompressedSecondaryCacheOptions lower(1 << 20, 0, false, 0.5);
    lower.memory_allocator = std::make_shared<CountingAllocator>(&left);
    LRUCacheOptions upper(1000, 0, false, 0.0, nullptr, false, kDontChargeCacheMetadata);
    upper.secondary_cache = lower.MakeSharedSecondaryCache();
    auto cache = upper.MakeSharedCache();
    upper.secondary_cache.reset();
    lower.memory_allocator.reset();
    for (int round = 0; round < 2; ++round) {
      ASSERT_OK(cache->Insert("one", new Rebuilt, &kRebuilt, 900));
      ASSERT_OK(cache->Insert("two", new Rebuilt, &kRebuilt, 900));
    }
    Cache::Handle* handle = cache->Lookup("one", &kRebuilt);
    ASSERT_NE(nullptr, handle);
    ASSERT_NE(nullptr, static_cast<Rebuilt*>(cache->Value(handle))->byte);
    cache->Release(handle);
    EXPECT_EQ(-1, left);
  }
  EXPECT_EQ(0, left);
}

TEST(TieredCache, SharesOneBudgetBetweenTheTiers) {
  LRUCacheOptions upper(0, 0, false, 0.5);
  TieredCacheOptions options;
  options.cache_opts = &upper;
  options.total_capacity = 1 << 20;
  options.compressed_secondary_ratio = 0.25;
  auto cache = NewTieredCache(options);
  ASSERT_NE(nullptr, cache);
  size_t lower = 0;
  ASSERT_OK(cache->GetSecondaryCacheCapacity(lower));
  EXPECT_EQ(size_t{1} << 18, lower);
  EXPECT_EQ(size_t{1} << 20, cache->GetCapacity());
  ASSERT_OK(UpdateTieredCache(cache, 2 << 20));
  ASSERT_OK(cache->GetSecondaryCacheCapacity(lower));
  EXPECT_EQ(size_t{1} << 19, lower);
  EXPECT_TRUE(UpdateTieredCache(NewLRUCache(100), 5).IsInvalidArgument());
}

TEST(TieredCache, OptionsThatNoLowerTierCanHaveMakeNone) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(nullptr, NewCompressedSecondaryCache(1 << 20, 20));
  EXPECT_EQ(nullptr, NewCompressedSecondaryCache(1 << 20, 0, false, none));
  LRUCacheOptions upper(0, 0, false, 0.5);
  TieredCacheOptions options;
  options.cache_opts = &upper;
  options.total_capacity = 1 << 20;
  options.compressed_secondary_ratio = none;
  EXPECT_EQ(nullptr, NewTieredCache(options));
  options.compressed_secondary_ratio = 0.25;
  options.comp_cache_opts.num_shard_bits = 20;
  EXPECT_EQ(nullptr, NewTieredCache(options));
}

TEST(CacheReservation, EntriesOfOneRoleShareAHelperThatStays) {
  auto cache = NewLRUCache(64 << 20, 0);
  std::set<const Cache::CacheItemHelper*> helpers;
  {
    const auto role = CacheEntryRole::kWriteBuffer;
    CacheReservation one(cache, role), two(cache, role);
    ASSERT_OK(one.Update(1));
    ASSERT_OK(two.Update(1));
    cache->ApplyToAllEntries([&](const Slice&, Cache::ObjectPtr, size_t,
                                 const Cache::CacheItemHelper* helper) { helpers.insert(helper); },
                             {});
  }
  ASSERT_EQ(1u, helpers.size());
  EXPECT_EQ(CacheEntryRole::kWriteBuffer, (*helpers.begin())->role);
  EXPECT_EQ(*helpers.begin(), (*helpers.begin())->without_secondary_compat);
}

TEST(CacheReservation, ChargesWholeUnitsAndGivesThemBack) {
  auto cache = NewLRUCache(64 << 20, 0);
  {
    CacheReservation reservation(cache, CacheEntryRole::kWriteBuffer);
    ASSERT_OK(reservation.Update(1));
    EXPECT_EQ(CacheReservation::kUnit, reservation.reserved());
    EXPECT_GE(cache->GetPinnedUsage(), CacheReservation::kUnit);
    ASSERT_OK(reservation.Add(CacheReservation::kUnit));
    EXPECT_EQ(2 * CacheReservation::kUnit, reservation.reserved());
    ASSERT_OK(reservation.Subtract(CacheReservation::kUnit));
    EXPECT_EQ(CacheReservation::kUnit, reservation.reserved());
  }
  EXPECT_EQ(0u, cache->GetUsage());
}

TEST(CacheReservation, DelayedDecreaseWaitsForAQuarterToBeFree) {
  auto cache = NewLRUCache(64 << 20, 0);
  CacheReservation reservation(cache, CacheEntryRole::kWriteBuffer, true);
  const size_t unit = CacheReservation::kUnit;
  ASSERT_OK(reservation.Update(8 * unit));
  ASSERT_OK(reservation.Update(6 * unit));
  EXPECT_EQ(8 * unit, reservation.reserved());
  ASSERT_OK(reservation.Update(5 * unit));
  EXPECT_EQ(5 * unit, reservation.reserved());
}

TEST(CacheReservation, AFullStrictCacheRefusesAnInsert) {
  auto cache = NewLRUCache(1 << 20, 0, true);
  CacheReservation reservation(cache, CacheEntryRole::kFilterConstruction);
  EXPECT_TRUE(reservation.Update(2 << 20).IsMemoryLimit());
  EXPECT_LE(reservation.reserved(), size_t{1} << 20);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
