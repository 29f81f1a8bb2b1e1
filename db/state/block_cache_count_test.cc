// The shared count of a block cache.
#include "db/state/block_cache_count.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rocksdb/cache.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {
namespace {

CfConfigPtr ConfigWith(const std::shared_ptr<Cache>& cache) {
  BlockBasedTableOptions table;
  table.block_cache = cache;
  table.no_block_cache = cache == nullptr;
  ColumnFamilyOptions options;
  options.table_factory.reset(NewBlockBasedTableFactory(table));
  CfConfigPtr config;
  EXPECT_TRUE(MakeCfConfig(DBOptions(), options, &config).ok());
  return config;
}

uint64_t EntriesOf(const BlockCacheCount::Content& content) {
  uint64_t entries = 0;
  for (uint64_t one : content.entries) entries += one;
  return entries;
}

const Cache::CacheItemHelper& DataHelper() {
  static const Cache::CacheItemHelper helper(CacheEntryRole::kDataBlock);
  return helper;
}

TEST(BlockCacheCount, IsAPinnedEntryOfTheCacheAsLongAsSomebodyUsesIt) {
  const std::shared_ptr<Cache> cache = NewLRUCache(1 << 20);
  auto first = std::make_unique<BlockCacheCount>(ConfigWith(cache));
  EXPECT_GT(cache->GetUsage(), 0u);
  auto second = std::make_unique<BlockCacheCount>(ConfigWith(cache));
  EXPECT_EQ(cache->GetOccupancyCount(), 1u);
  first.reset();
  EXPECT_GT(cache->GetPinnedUsage(), 0u);
  second.reset();
  EXPECT_EQ(cache->GetPinnedUsage(), 0u);
}

TEST(BlockCacheCount, ACountThatIsYoungEnoughIsToldToEverybody) {
  const std::shared_ptr<Cache> cache = NewLRUCache(1 << 20);
  const BlockCacheCount one(ConfigWith(cache)), other(ConfigWith(cache));
  EXPECT_EQ(EntriesOf(one.Get(0)), 1u) << "itself";
  ASSERT_TRUE(cache->Insert("0123456789abcdef", nullptr, &DataHelper(), 100).ok());
  const BlockCacheCount::Content again = other.Get(1'000'000);
  EXPECT_EQ(EntriesOf(again), 1u);
  EXPECT_EQ(again.counts, 1u);
  EXPECT_EQ(again.repeats, 1u);
  const BlockCacheCount::Content anew = other.Get(0);
  EXPECT_EQ(anew.entries[static_cast<size_t>(CacheEntryRole::kDataBlock)], 1u);
  EXPECT_EQ(anew.counts, 2u);
  EXPECT_EQ(anew.repeats, 0u);
  EXPECT_EQ(one.Get(1'000'000).counts, 2u);
}

TEST(BlockCacheCount, ACacheThatTakesNothingMoreIsCountedAllTheSame) {
  const std::shared_ptr<Cache> cache = NewLRUCache(0, 0, true);
  const BlockCacheCount count(ConfigWith(cache));
  EXPECT_EQ(cache->GetUsage(), 0u);
  EXPECT_EQ(EntriesOf(count.Get(0)), 0u);
  EXPECT_EQ(count.Get(1'000'000).repeats, 1u);
}

TEST(BlockCacheCount, ThereMayBeNoCache) {
  EXPECT_EQ(BlockCacheCount(ConfigWith(nullptr)).cache(), nullptr);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
