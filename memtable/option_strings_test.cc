// Caches and memtable factories as option strings name them.
#include <gtest/gtest.h>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/convenience.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/secondary_cache.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(CacheStrings, ASizeOrNamedOptionsMakeACache) {
  std::shared_ptr<Cache> cache;
  const ConfigOptions config;
  ASSERT_OK(Cache::CreateFromString(config, "1M", &cache));
  EXPECT_EQ(size_t{1} << 20, cache->GetCapacity());
  EXPECT_STREQ("LRUCache", cache->Name());
  const char* text = "capacity=2M; num_shard_bits=1; strict_capacity_limit=true;";
  ASSERT_OK(Cache::CreateFromString(config, text, &cache));
  EXPECT_EQ(size_t{2} << 20, cache->GetCapacity());
  EXPECT_TRUE(cache->HasStrictCapacityLimit());
  ASSERT_OK(Cache::CreateFromString(config, "id=HyperClockCache;capacity=4M", &cache));
  EXPECT_STREQ("AutoHyperClockCache", cache->Name());
}

TEST(CacheStrings, UnknownNamesAndOptionsAreRefused) {
  std::shared_ptr<Cache> cache;
  const ConfigOptions config;
  EXPECT_TRUE(Cache::CreateFromString(config, "id=Other;capacity=4M", &cache).IsNotFound());
  EXPECT_TRUE(Cache::CreateFromString(config, "capacty=4M", &cache).IsInvalidArgument());
  EXPECT_TRUE(Cache::CreateFromString(config, "capacity=x", &cache).IsInvalidArgument());
  EXPECT_TRUE(Cache::CreateFromString(config, "capacity=1M;high_pri_pool_ratio=2", &cache)
                  .IsInvalidArgument());
}

TEST(CacheStrings, ACompressedSecondaryCacheTakesItsOptionsByName) {
  std::shared_ptr<SecondaryCache> cache;
  const ConfigOptions config;
  const std::string scheme = "compressed_secondary_cache://";
  ASSERT_OK(SecondaryCache::CreateFromString(
      config, scheme + "capacity=8M;compression_type=kNoCompression;num_shard_bits=1", &cache));
  size_t capacity = 0;
  ASSERT_OK(cache->GetCapacity(capacity));
  EXPECT_EQ(size_t{8} << 20, capacity);
  EXPECT_NE(std::string::npos, cache->GetPrintableOptions().find("num_shard_bits : 1"));
  for (const char* bad : {"compression_type=kGuess", "capcity=8M", "high_pri_pool_ratio=2"}) {
    EXPECT_TRUE(SecondaryCache::CreateFromString(config, scheme + bad, &cache).IsInvalidArgument())
        << bad;
  }
  EXPECT_TRUE(SecondaryCache::CreateFromString(config, "unheard of", &cache).IsNotSupported());
}

TEST(MemTableFactoryStrings, NamesAndNicknamesMakeFactories) {
  std::shared_ptr<MemTableRepFactory> factory;
  const ConfigOptions config;
  ASSERT_OK(MemTableRepFactory::CreateFromString(config, "skip_list", &factory));
  EXPECT_STREQ("SkipListFactory", factory->Name());
  EXPECT_EQ("SkipListFactory", factory->GetId());
  ASSERT_OK(MemTableRepFactory::CreateFromString(config, "skip_list:16", &factory));
  EXPECT_EQ("SkipListFactory:16", factory->GetId());
  ASSERT_OK(MemTableRepFactory::CreateFromString(config, "id=vector; count=10", &factory));
  EXPECT_EQ("VectorRepFactory:10", factory->GetId());
  ASSERT_OK(MemTableRepFactory::CreateFromString(config, "prefix_hash", &factory));
  EXPECT_EQ("HashSkipListRepFactory:1000000", factory->GetId());
  EXPECT_TRUE(MemTableRepFactory::CreateFromString(config, "cuckoo", &factory).IsNotFound());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
