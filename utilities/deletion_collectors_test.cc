// CompactOnDeletionCollector: which files it marks, alone and in a database.
#include <gtest/gtest.h>

#include "env/mem_fs.h"
#include "rocksdb/advanced_cache.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/memory_util.h"
#include "rocksdb/utilities/table_properties_collectors.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Whether a file of these entries is marked: 'd' is a deletion, 'p' a put, each 10 bytes long.
bool Marks(CompactOnDeletionCollectorFactory* factory, const std::string& entries) {
  std::unique_ptr<TablePropertiesCollector> collector(factory->CreateTablePropertiesCollector({}));
  uint64_t size = 0;
  for (char entry : entries) {
    size += 10;
    EXPECT_OK(collector->AddUserKey("k", "v", entry == 'd' ? kEntryDelete : kEntryPut, 1, size));
  }
  UserCollectedProperties properties;
  EXPECT_OK(collector->Finish(&properties));
  return collector->NeedCompact();
}

TEST(DeletionCollector, AWindowWithEnoughDeletionsMarksTheFile) {
  auto factory = NewCompactOnDeletionCollectorFactory(4, 3);
  EXPECT_TRUE(Marks(factory.get(), "ddd"));
  EXPECT_TRUE(Marks(factory.get(), "ppppdpddpppp"));
  EXPECT_FALSE(Marks(factory.get(), "dppddppdppdd"));
  EXPECT_FALSE(Marks(factory.get(), ""));
}

TEST(DeletionCollector, AWindowOfAnySizeIsTheWholeFile) {
  auto factory = NewCompactOnDeletionCollectorFactory(SIZE_MAX, 3);
  EXPECT_TRUE(Marks(factory.get(), "dppppppppppdppppppppppd"));
  EXPECT_FALSE(Marks(factory.get(), "dppppppppppdpppppppppp"));
}

TEST(DeletionCollector, AWindowOrTriggerOfZeroIsOff) {
  EXPECT_FALSE(Marks(NewCompactOnDeletionCollectorFactory(0, 1).get(), "dddd"));
  EXPECT_FALSE(Marks(NewCompactOnDeletionCollectorFactory(4, 0).get(), "dddd"));
}

TEST(DeletionCollector, TheRatioLooksAtTheWholeFile) {
  auto factory = NewCompactOnDeletionCollectorFactory(0, 0, 0.5);
  EXPECT_TRUE(Marks(factory.get(), "dpdp"));
  EXPECT_FALSE(Marks(factory.get(), "dppp"));
  factory->SetDeletionRatio(0.25);
  EXPECT_TRUE(Marks(factory.get(), "dppp"));
  factory->SetDeletionRatio(1.5);
  EXPECT_FALSE(Marks(factory.get(), "dddd"));
}

TEST(DeletionCollector, SmallFilesAreNotMarked) {
  auto factory = NewCompactOnDeletionCollectorFactory(4, 2, 0, 100);
  EXPECT_FALSE(Marks(factory.get(), "dd"));
  EXPECT_TRUE(Marks(factory.get(), "ddpppppppp"));
}

TEST(DeletionCollector, ItsTextIsThatOfStocksLog) {
  EXPECT_EQ(NewCompactOnDeletionCollectorFactory(8, 4, 0.5)->ToString(),
            "CompactOnDeletionCollector (Sliding window size = 8 Deletion trigger = 4 "
            "Deletion ratio = 0.5)");
}

class CollectorsInDb : public testing::Test {
 protected:
  CollectorsInDb() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.bucket_options.enabled = false;
  }
  std::shared_ptr<MemFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(CollectorsInDb, ADatabaseCompactsTheMarkedFileByItself) {
  options_.table_properties_collector_factories.push_back(
      NewCompactOnDeletionCollectorFactory(100, 50));
  ASSERT_OK(DB::Open(options_, "/db", &db_));
  for (int i = 0; i < 100; ++i) ASSERT_OK(db_->Put(WriteOptions(), std::to_string(i), "v"));
  // Only files above the deepest level with data are compacted because of their marks.
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  for (int i = 0; i < 100; ++i) ASSERT_OK(db_->Delete(WriteOptions(), std::to_string(i)));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  uint64_t deletions = 0;
  for (const LiveFileMetaData& file : files) deletions += file.num_deletions;
  EXPECT_EQ(deletions, 0u) << files.size() << " files are left";
}

TEST_F(CollectorsInDb, TheLogOfAnOpenDatabaseShowsCollectorsTableOptionsAndWhatTheBuildHas) {
  options_.table_properties_collector_factories = {NewCompactOnDeletionCollectorFactory(5, 10, 0.5),
                                                   NewCompactOnDeletionCollectorFactory(6, 3)};
  ASSERT_OK(DB::Open(options_, "/db", &db_));
  std::string log;
  ASSERT_OK(ReadFileToString(env_.get(), "/db/LOG", &log));
  for (const char* text :
       {"Options.table_properties_collectors: CompactOnDeletionCollector (Sliding window size = 5 "
        "Deletion trigger = 10 Deletion ratio = 0.5);CompactOnDeletionCollector (",
        "data_block_index_type: 0", "\tkXpressCompression supported: 0", "Jemalloc supported: 0"}) {
    EXPECT_NE(log.find(text), std::string::npos) << text << " is not in\n" << log;
  }
}

TEST_F(CollectorsInDb, MemoryUtilSumsMemtablesOfAllFamiliesAndTheGivenCaches) {
  ASSERT_OK(DB::Open(options_, "/db", &db_));
  const auto cache = NewLRUCache(1 << 20);
  std::map<MemoryUtil::UsageType, uint64_t> before, after;
  ASSERT_OK(MemoryUtil::GetApproximateMemoryUsageByType({db_.get(), nullptr},
                                                        {cache.get(), nullptr}, &before));
  ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(100000, 'x')));
  ASSERT_OK(MemoryUtil::GetApproximateMemoryUsageByType({db_.get()}, {cache.get()}, &after));
  EXPECT_GE(after[MemoryUtil::kMemTableTotal], before[MemoryUtil::kMemTableTotal] + 100000);
  EXPECT_GE(after[MemoryUtil::kMemTableUnFlushed], before[MemoryUtil::kMemTableUnFlushed] + 100000);
  EXPECT_EQ(after.size(), static_cast<size_t>(MemoryUtil::kNumUsageTypes));
}

TEST_F(CollectorsInDb, DatabasesOverOneCacheShareItsCountWhichIsThereFromTheOpeningOn) {
  BlockBasedTableOptions table;
  table.block_cache = NewLRUCache(1 << 20);
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  ASSERT_OK(DB::Open(options_, "/db", &db_));
  EXPECT_GT(table.block_cache->GetUsage(), 0u);
  std::unique_ptr<DB> other;
  ASSERT_OK(DB::Open(options_, "/other", &other));
  std::map<std::string, std::string> counted, fast, after;
  ASSERT_TRUE(other->GetMapProperty(DB::Properties::kBlockCacheEntryStats, &counted));
  const std::string entries = BlockCacheEntryStatsMapKeys::EntryCount(CacheEntryRole::kDataBlock);
  EXPECT_EQ(counted[entries], "0");
  ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), "k", &value));
  ASSERT_TRUE(db_->GetMapProperty(DB::Properties::kFastBlockCacheEntryStats, &fast));
  EXPECT_EQ(fast[entries], "0") << "as it was counted just before";
  ASSERT_TRUE(db_->GetMapProperty(DB::Properties::kBlockCacheEntryStats, &after));
  EXPECT_EQ(after[entries], "1");
  other.reset();
  db_.reset();
  EXPECT_EQ(table.block_cache->GetPinnedUsage(), 0u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
