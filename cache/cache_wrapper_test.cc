// A CacheWrapper that overrides nothing is the cache it wraps.
#include <gtest/gtest.h>

#include <string>

#include "test/support/status_assertions.h"

#include "rocksdb/advanced_cache.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class Plain : public CacheWrapper {
 public:
  using CacheWrapper::CacheWrapper;
  const char* Name() const override { return "Plain"; }
};

void DeleteWrapped(Cache::ObjectPtr object, MemoryAllocator*) {
  delete static_cast<std::string*>(object);
}
const Cache::CacheItemHelper kWrapped(CacheEntryRole::kMisc, &DeleteWrapped);

struct CacheWrapperTest : testing::Test {
  CacheWrapperTest() : inner(NewLRUCache(1 << 20, 0)), outer(inner) {}
  std::string Text(Cache::Handle* handle) {
    return *static_cast<std::string*>(outer.Value(handle));
  }
  const std::shared_ptr<Cache> inner;
  Plain outer;
};

TEST_F(CacheWrapperTest, EntriesOfOneAreEntriesOfTheOther) {
  Cache::Handle* mine = nullptr;
  ASSERT_OK(outer.Insert("k", new std::string("v"), &kWrapped, 100, &mine));
  EXPECT_EQ(Text(mine), "v");
  Cache::Handle* theirs = inner->Lookup("k");
  EXPECT_EQ(theirs, mine);
  EXPECT_TRUE(outer.Ref(mine));
  EXPECT_EQ(outer.GetCharge(mine), 100u);
  EXPECT_EQ(outer.GetUsage(mine), inner->GetUsage(mine));
  EXPECT_EQ(outer.GetCacheItemHelper(mine), &kWrapped);
  EXPECT_EQ(outer.GetPinnedUsage(), inner->GetPinnedUsage());
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(outer.Release(mine));
  EXPECT_EQ(outer.GetOccupancyCount(), 1u);
  mine = outer.Lookup("k", &kWrapped, nullptr);
  ASSERT_NE(mine, nullptr);
  EXPECT_TRUE(outer.Release(mine, true));
  EXPECT_EQ(inner->Lookup("k"), nullptr);
}

TEST_F(CacheWrapperTest, EntriesAreVisitedAndErasedThroughIt) {
  ASSERT_OK(outer.Insert("a", new std::string("1"), &kWrapped, 10));
  ASSERT_OK(outer.Insert("b", new std::string("2"), &kWrapped, 10));
  std::string seen;
  outer.ApplyToAllEntries([&](const Slice& key, Cache::ObjectPtr, size_t,
                              const Cache::CacheItemHelper*) { seen += key.ToString(); },
                          {});
  EXPECT_EQ(seen.size(), 2u);
  Cache::Handle* handle = outer.Lookup("b", &kWrapped, nullptr);
  outer.ApplyToHandle(
      &outer, handle,
      [&](const Slice& key, Cache::ObjectPtr object, size_t charge, const Cache::CacheItemHelper*) {
        EXPECT_EQ(key, Slice("b"));
        EXPECT_EQ(*static_cast<std::string*>(object), "2");
        EXPECT_EQ(charge, 10u);
      });
  outer.Erase("a");
  EXPECT_EQ(inner->Lookup("a"), nullptr);
  outer.EraseUnRefEntries();
  outer.Release(handle);
  outer.EraseUnRefEntries();
  EXPECT_EQ(inner->GetOccupancyCount(), 0u);
}

TEST_F(CacheWrapperTest, AStandaloneEntryIsInNeither) {
  Cache::Handle* handle =
      outer.CreateStandalone("s", new std::string("alone"), &kWrapped, 10, true);
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(Text(handle), "alone");
  EXPECT_EQ(inner->Lookup("s"), nullptr);
  outer.Release(handle);
}

TEST_F(CacheWrapperTest, AnAsynchronousLookupFindsWhatIsThere) {
  ASSERT_OK(inner->Insert("k", new std::string("v"), &kWrapped, 10));
  Cache::AsyncLookupHandle lookup;
  lookup.key = "k";
  lookup.helper = &kWrapped;
  outer.StartAsyncLookup(lookup);
  outer.WaitAll(&lookup, 1);
  Cache::Handle* handle = lookup.Result();
  ASSERT_NE(handle, nullptr);
  outer.Release(handle);
}

TEST_F(CacheWrapperTest, SettingsAreThoseOfItsTarget) {
  EXPECT_EQ(outer.GetTarget(), inner);
  outer.SetCapacity(2 << 20);
  EXPECT_EQ(inner->GetCapacity(), 2u << 20);
  EXPECT_EQ(outer.GetCapacity(), 2u << 20);
  outer.SetStrictCapacityLimit(true);
  EXPECT_TRUE(inner->HasStrictCapacityLimit());
  EXPECT_TRUE(outer.HasStrictCapacityLimit());
  EXPECT_EQ(outer.GetUsage(), inner->GetUsage());
  EXPECT_EQ(outer.GetTableAddressCount(), inner->GetTableAddressCount());
  EXPECT_EQ(outer.GetPrintableOptions(), inner->GetPrintableOptions());
  EXPECT_EQ(outer.GetHashSeed(), inner->GetHashSeed());
  EXPECT_NE(outer.NewId(), outer.NewId());
  size_t size = 0, other = 0;
  EXPECT_EQ(outer.GetSecondaryCacheCapacity(size), inner->GetSecondaryCacheCapacity(other));
  EXPECT_EQ(outer.GetSecondaryCachePinnedUsage(size), inner->GetSecondaryCachePinnedUsage(other));
  EXPECT_EQ(size, other);
  outer.ReportProblems(nullptr);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
