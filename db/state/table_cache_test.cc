// The lifetime of open table readers, and the Status of a missing file.
#include "db/state/table_cache.h"

#include <gtest/gtest.h>

#include <thread>

#include "db/state/module_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class TableCacheTest : public ModuleTest {
 protected:
  std::string Get(TableCache* tables, const FileMeta& file, const std::string& key) {
    const LookupKey wanted(key, kLargestSequence);
    PointLookup lookup(config_->order, key, kLargestSequence);
    Status s = tables->Get(ReadOptions(), *config_, file, 1, wanted, &lookup, false);
    if (!s.ok()) return s.ToString();
    return lookup.result() == LookupResult::kFound ? "found" : "absent";
  }
  uint64_t Opened() { return fs_->Count(FsOp::kOpenRead); }
};

TEST_F(TableCacheTest, WithoutALimitAFileIsOpenedOnceAndHangsOffItsMetadata) {
  TableCache tables(&context_, -1);
  const FilePtr file = WriteTable({{"a", 1}});
  const uint64_t before = Opened();
  EXPECT_EQ(Get(&tables, *file, "a"), "found");
  EXPECT_EQ(Get(&tables, *file, "b"), "absent");
  EXPECT_EQ(Opened(), before + 1);
  EXPECT_NE(file->pinned_reader.load(), nullptr);
  EXPECT_GT(tables.MemoryUsage(), 0u);
  EXPECT_EQ(tables.MemoryUsage(), tables.MemoryUsage(file->number));
  tables.Evict(file->number);
  EXPECT_EQ(tables.MemoryUsage(), 0u);
}

TEST_F(TableCacheTest, WithALimitTheLeastRecentlyUsedIsClosed) {
  TableCache tables(&context_, 2);
  const FilePtr a = WriteTable({{"a", 1}}), b = WriteTable({{"b", 2}}), c = WriteTable({{"c", 3}});
  for (const FilePtr& file : {a, b, a, c}) {
    TableCache::Handle handle;
    ASSERT_OK(tables.Find(*config_, *file, 1, &handle));
    EXPECT_EQ(file->pinned_reader.load(), nullptr);
  }
  EXPECT_GT(tables.MemoryUsage(a->number), 0u);
  EXPECT_EQ(tables.MemoryUsage(b->number), 0u);
  EXPECT_GT(tables.MemoryUsage(c->number), 0u);
}

TEST_F(TableCacheTest, AClosedReaderLivesOnForTheIteratorThatUsesIt) {
  TableCache tables(&context_, 1);
  const FilePtr a = WriteTable({{"a", 1}, {"b", 2}}), c = WriteTable({{"c", 3}});
  std::unique_ptr<InternalIterator> it(
      tables.NewIterator(ReadOptions(), *config_, a, 1, TableIterOptions()));
  it->SeekToFirst();
  EXPECT_EQ(Get(&tables, *c, "c"), "found");
  tables.Evict(a->number);
  EXPECT_EQ(tables.MemoryUsage(a->number), 0u);
  ASSERT_TRUE(it->Valid());
  it->Next();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(UserKeyOf(it->key()).ToString(), "b");
}

TEST_F(TableCacheTest, AReaderInUseStaysOpenBeyondTheLimitAndGoesLater) {
  TableCache tables(&context_, 1);
  const FilePtr a = WriteTable({{"a", 1}}), b = WriteTable({{"b", 2}}), c = WriteTable({{"c", 3}});
  TableCache::Handle used;
  ASSERT_OK(tables.Find(*config_, *a, 1, &used));
  const uint64_t before = Opened();
  EXPECT_EQ(Get(&tables, *b, "b"), "found");
  EXPECT_GT(tables.MemoryUsage(a->number), 0u);
  EXPECT_EQ(Get(&tables, *a, "a"), "found");
  EXPECT_EQ(Opened(), before + 1) << "a was open";
  used.Reset();
  EXPECT_EQ(Get(&tables, *c, "c"), "found");
  EXPECT_EQ(tables.MemoryUsage(a->number), 0u);
  EXPECT_EQ(tables.MemoryUsage(b->number), 0u);
  EXPECT_GT(tables.MemoryUsage(c->number), 0u);
}

TEST_F(TableCacheTest, ALimitOfNoneKeepsTheOneThatWasOpenedLast) {
  TableCache tables(&context_, 0);
  const FilePtr a = WriteTable({{"a", 1}}), b = WriteTable({{"b", 2}});
  for (const FilePtr& file : {a, b, b}) EXPECT_EQ(Get(&tables, *file, "x"), "absent");
  EXPECT_EQ(tables.MemoryUsage(a->number), 0u);
  EXPECT_GT(tables.MemoryUsage(b->number), 0u);
}

TEST_F(TableCacheTest, AClosedReaderIsOpenedAgainWhereItsFileFindsIt) {
  TableCache tables(&context_, 1);
  const FilePtr a = WriteTable({{"a", 1}}), b = WriteTable({{"b", 2}});
  EXPECT_EQ(Get(&tables, *a, "a"), "found");
  EXPECT_EQ(Get(&tables, *b, "b"), "found");
  const uint64_t before = Opened();
  EXPECT_EQ(Get(&tables, *a, "a"), "found");
  EXPECT_EQ(Get(&tables, *a, "a"), "found");
  EXPECT_EQ(Opened(), before + 1);
}

TEST_F(TableCacheTest, AMissingFileIsAnErrorThatNamesItAndIsNotRemembered) {
  TableCache tables(&context_, -1);
  const FilePtr file = WriteTable({{"a", 1}});
  fs_->FailNth(FsOp::kOpenRead, 1, IOStatus::IOError("planned"));
  EXPECT_NE(Get(&tables, *file, "a").find("planned"), std::string::npos);
  EXPECT_EQ(Get(&tables, *file, "a"), "found") << "the next lookup opens it";
  FileMeta gone;
  gone.number = 999;
  const std::string error = Get(&tables, gone, "a");
  EXPECT_NE(error.find("000999.sst"), std::string::npos) << error;
  std::unique_ptr<InternalIterator> it(
      tables.NewIterator(ReadOptions(), *config_, gone.Clone(), 1, TableIterOptions()));
  it->SeekToFirst();
  EXPECT_FALSE(it->Valid());
  EXPECT_NOT_OK(it->status());
}

TEST_F(TableCacheTest, ATablesDeletionsHideItsOlderKeys) {
  TableCache tables(&context_, -1);
  const FilePtr file = WriteTable({{"a", 5}, {"c", 5}, {"e", 9}}, {{"b", "f", 7}});
  EXPECT_EQ(Get(&tables, *file, "a"), "found");
  EXPECT_EQ(Get(&tables, *file, "c"), "absent");
  EXPECT_EQ(Get(&tables, *file, "e"), "found");
  std::shared_ptr<const FragmentedRangeTombstones> list;
  ASSERT_OK(tables.RangeTombstones(*config_, *file, 1, &list));
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->num_tombstones(), 1u);
  std::shared_ptr<const TableProperties> properties;
  ASSERT_OK(tables.Properties(*config_, *file, 1, &properties));
  EXPECT_EQ(properties->num_range_deletions, 1u);
}

TEST_F(TableCacheTest, ConcurrentReadersOfOneFileShareOneReader) {
  for (const int capacity : {-1, 0, 1, 2}) {
    TableCache tables(&context_, capacity);
    const FilePtr a = WriteTable({{"a", 1}}), b = WriteTable({{"b", 2}});
    std::vector<std::thread> readers;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 4; ++t) {
      readers.emplace_back([&, t] {
        for (int i = 0; i < 200; ++i) {
          const bool first = (i + t) % 2 == 0;
          wrong += Get(&tables, first ? *a : *b, first ? "a" : "b") != "found";
        }
      });
    }
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
