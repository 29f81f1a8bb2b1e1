// Prefixes: seeks see what they should whichever extractor memtables and tables were made with.
#include <utility>

#include "rocksdb/slice_transform.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class PrefixChange : public DbTest {
 protected:
  PrefixChange() {
    options_ = SmallOptions();
    options_.prefix_extractor.reset(NewFixedPrefixTransform(3));
    options_.memtable_prefix_bloom_size_ratio = 0.1;
    BlockBasedTableOptions table;
    table.filter_policy.reset(NewBloomFilterPolicy(20));
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }
  Status Put(const std::string& key) { return db_->Put(WriteOptions(), key, "v"); }
  Status SetExtractor(const std::string& name) {
    return db_->SetOptions({{"prefix_extractor", name}});
  }
  // The key that a seek finds; "none" at the end.
  std::string Found(const std::string& target, const ReadOptions& how = ReadOptions()) {
    const std::unique_ptr<Iterator> it(db_->NewIterator(how));
    it->Seek(target);
    EXPECT_OK(it->status());
    return it->Valid() ? it->key().ToString() : "none";
  }

  Options options_;
};

TEST_F(PrefixChange, ATableThatIsOpenIsNotAskedForPrefixesOfAnotherExtractor) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("abd1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(Found("abd"), "abd1");  // the table is open
  ASSERT_OK(SetExtractor("rocksdb.FixedPrefix.1"));
  ReadOptions within;
  within.prefix_same_as_start = true;
  EXPECT_EQ(Found("abc0"), "abd1");
  EXPECT_EQ(Found("abc0", within), "abd1");
  ASSERT_OK(SetExtractor("nullptr"));
  EXPECT_EQ(Found("abc0"), "abd1");
}

TEST_F(PrefixChange, AMemtableIsNotAskedForPrefixesOfAnotherExtractor) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("abd1"));
  ASSERT_OK(SetExtractor("rocksdb.FixedPrefix.1"));
  EXPECT_EQ(Found("abc0"), "abd1");
  ASSERT_OK(SetExtractor("nullptr"));
  EXPECT_EQ(Found("abc0"), "abd1");
}

TEST_F(PrefixChange, AutoPrefixModeFindsTheNextPrefixInMemtablesToo) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("abd1"));
  ReadOptions automatic;
  automatic.auto_prefix_mode = true;
  EXPECT_EQ(Found("abc0", automatic), "abd1");
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(Found("abc0", automatic), "abd1");
}

// A memtable keeps the one that it was made with, whoever else lets go of it.
TEST_F(PrefixChange, MemtablesOutliveTheExtractorOfTheOptions) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(SetExtractor("rocksdb.FixedPrefix.2"));
  ASSERT_OK(Put("aaaa"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(SetExtractor("rocksdb.FixedPrefix.4"));
  ASSERT_OK(Put("bbbb"));
  std::string value;
  EXPECT_OK(db_->Get(ReadOptions(), "bbbb", &value));
  EXPECT_TRUE(db_->Get(ReadOptions(), "zzzz", &value).IsNotFound());
}

class MappedTables : public DbTest, public testing::WithParamInterface<int> {};

TEST_P(MappedTables, AValueOutlivesItsTable) {
  Options options = SmallOptions();
  options.allow_mmap_reads = true;
  options.disable_auto_compactions = true;
  options.write_buffer_size = 4 << 20;
  options.max_open_files = GetParam();
  ASSERT_OK(Open(options));
  const std::string written(2000, 'v');
  for (int i = 0; i < 500; ++i) ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(i), written));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ColumnFamilyHandle* const family = db_->DefaultColumnFamily();
  const std::string key = NumberedKey(250);
  PinnableSlice alone;
  ASSERT_OK(db_->Get(ReadOptions(), family, key, &alone));
  std::vector<PinnableSlice> many(1);
  std::vector<Status> statuses(1);
  const Slice slice(key);
  db_->MultiGet(ReadOptions(), family, 1, &slice, many.data(), statuses.data());
  ASSERT_OK(statuses[0]);
  // The table is closed: it goes, or others take its place in the table cache.
  std::string value;
  for (int i = 0; i < 60; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), key, "new"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    if (GetParam() > 0) ASSERT_OK(db_->Get(ReadOptions(), key, &value));
    if (GetParam() < 0) break;
  }
  if (GetParam() < 0) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), family, nullptr, nullptr));
  EXPECT_EQ(alone, written);
  EXPECT_EQ(many[0], written);
}

INSTANTIATE_TEST_SUITE_P(MaxOpenFiles, MappedTables, testing::Values(-1, 20));

}  // namespace
}  // namespace system_test
