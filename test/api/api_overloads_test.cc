// Shorter forms of the API: calls that leave the column family out mean the default one, keys and
// values given in parts mean their concatenation, and what takes no part in a database says so.
#include "rocksdb/utilities/stackable_db.h"
#include "rocksdb/write_batch.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class ApiOverloads : public DbTest {
 protected:
  void SetUp() override {
    options_ = SmallOptions();
    options_.merge_operator = std::make_shared<AppendOperator>();
    ASSERT_OK(Open(options_));
  }
  ColumnFamilyHandle* Default() { return db_->DefaultColumnFamily(); }
  std::string Value(const Slice& key) {
    std::string value;
    const Status s = db_->Get(ReadOptions(), Default(), key, &value);
    return s.ok() ? value : s.IsNotFound() ? "NOT_FOUND" : s.ToString();
  }
  Options options_;
};

TEST_F(ApiOverloads, WritesWithoutAFamilyGoToTheDefaultOne) {
  const WriteOptions write;
  ASSERT_OK(db_->Put(write, "a", "1"));
  ASSERT_OK(db_->Merge(write, "a", "2"));
  EXPECT_EQ(Value("a"), "1,2");
  ASSERT_OK(db_->Put(write, "b", "1"));
  ASSERT_OK(db_->SingleDelete(write, "b"));
  EXPECT_EQ(Value("b"), "NOT_FOUND");
  ASSERT_OK(db_->Delete(write, "a"));
  EXPECT_EQ(Value("a"), "NOT_FOUND");
  ASSERT_OK(db_->Put(write, "c", "1"));
  ASSERT_OK(db_->DeleteRange(write, "c", "d"));
  EXPECT_EQ(Value("c"), "NOT_FOUND");
}

TEST_F(ApiOverloads, TimestampsAreRefusedWhereTheComparatorHasNone) {
  const WriteOptions write;
  const std::string ts(8, '\1');
  EXPECT_NOT_OK(db_->Put(write, "a", ts, "1"));
  EXPECT_NOT_OK(db_->Delete(write, "a", ts));
  EXPECT_NOT_OK(db_->SingleDelete(write, "a", ts));
  EXPECT_NOT_OK(db_->DeleteRange(write, "a", "b", ts));
  EXPECT_NOT_OK(db_->Merge(write, "a", ts, "1"));
  EXPECT_EQ(Value("a"), "NOT_FOUND");
}

TEST_F(ApiOverloads, ReadsWithoutAFamilyAskTheDefaultOne) {
  ASSERT_OK(db_->Put(WriteOptions(), "a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), "a", &value));
  EXPECT_EQ(value, "1");
  PinnableSlice pinned;
  ASSERT_OK(db_->Get(ReadOptions(), "a", &pinned));
  EXPECT_EQ(pinned, Slice("1"));
  bool found = false;
  EXPECT_TRUE(db_->KeyMayExist(ReadOptions(), "a", &value, &found));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), Slice("a"));
}

TEST_F(ApiOverloads, QuestionsWithoutAFamilyAreAboutTheDefaultOne) {
  ASSERT_OK(db_->Put(WriteOptions(), "a", std::string(5000, 'x')));
  ASSERT_OK(db_->Flush(FlushOptions()));
  std::string text;
  EXPECT_TRUE(db_->GetProperty("rocksdb.levelstats", &text));
  std::map<std::string, std::string> map;
  EXPECT_TRUE(db_->GetMapProperty("rocksdb.cfstats", &map));
  uint64_t number = 0;
  EXPECT_TRUE(db_->GetIntProperty("rocksdb.estimate-num-keys", &number));
  EXPECT_EQ(number, 1u);
  const Range all("", "z");
  uint64_t size = 0;
  ASSERT_OK(db_->GetApproximateSizes(&all, 1, &size));
  EXPECT_GT(size, 0u);
  EXPECT_EQ(db_->NumberLevels(), options_.num_levels);
  EXPECT_EQ(db_->MaxMemCompactionLevel(), 0);
  EXPECT_EQ(db_->Level0StopWriteTrigger(), options_.level0_stop_writes_trigger);
  EXPECT_EQ(db_->GetOptions().num_levels, options_.num_levels);
  EXPECT_EQ(db_->GetRootDB(), db_.get());
  ColumnFamilyMetaData meta;
  db_->GetColumnFamilyMetaData(&meta);
  EXPECT_EQ(meta.name, "default");
  ASSERT_EQ(meta.file_count, 1u);
  TablePropertiesCollection tables;
  ASSERT_OK(db_->GetPropertiesOfAllTables(&tables));
  EXPECT_EQ(tables.size(), 1u);
  ASSERT_OK(db_->VerifyChecksum());
}

TEST_F(ApiOverloads, CompactionsWithoutAFamilyAreOfTheDefaultOne) {
  ASSERT_OK(db_->SetOptions({{"disable_auto_compactions", "true"}}));
  ASSERT_OK(db_->Put(WriteOptions(), "a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 1u);
  const int last = options_.num_levels - 1;
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), {files[0].name}, last));
  db_->GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].level, last);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
}

// A form that a class overrides keeps its arguments' defaults, whichever class the caller names.
TEST_F(ApiOverloads, ADatabaseOverAnotherHasTheSameShorterForms) {
  StackableDB stack(std::shared_ptr<DB>(db_.get(), [](DB*) {}));
  ASSERT_OK(stack.Put(WriteOptions(), "a", "1"));
  std::vector<std::string> names;
  uint64_t manifest_size = 0;
  ASSERT_OK(stack.GetLiveFiles(names, &manifest_size));
  std::vector<LiveFileMetaData> files;
  stack.GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 1u) << "the memtable is flushed unless the caller says otherwise";
  ASSERT_OK(stack.CompactFiles(CompactionOptions(), Default(), {files[0].name}, 1));
  std::string value;
  EXPECT_TRUE(stack.KeyMayExist(ReadOptions(), Default(), "a", &value));
  ColumnFamilyHandle* family = Default();
  const Slice key = "a";
  PinnableSlice pinned;
  Status status;
  stack.MultiGet(ReadOptions(), 1, &family, &key, &pinned, nullptr, &status);
  ASSERT_OK(status);
  EXPECT_EQ(pinned, Slice("1"));
}

TEST_F(ApiOverloads, ADatabaseOverAnotherLetsThatOneMakeItsMultiScans) {
  class Counting final : public StackableDB {
   public:
    using StackableDB::StackableDB;
    std::unique_ptr<MultiScan> NewMultiScan(const ReadOptions& options, ColumnFamilyHandle* cf,
                                            const MultiScanArgs& ranges) override {
      ++scans;
      return StackableDB::NewMultiScan(options, cf, ranges);
    }
    int scans = 0;
  };
  ASSERT_OK(db_->Put(WriteOptions(), "a", "1"));
  Counting below(std::shared_ptr<DB>(db_.get(), [](DB*) {}));
  StackableDB stack(std::shared_ptr<DB>(&below, [](DB*) {}));
  MultiScanArgs ranges(BytewiseComparator());
  ranges.insert("a", "b");
  auto scans = stack.NewMultiScan(ReadOptions(), Default(), ranges);
  EXPECT_EQ(below.scans, 1);
  for (auto scan : *scans) {
    for (const auto& [key, value] : scan) EXPECT_EQ(value, Slice("1"));
  }
}

// What WriteBatchBase makes of parts for batches that have no better way.
TEST_F(ApiOverloads, PartsMeanTheirConcatenation) {
  const Slice key_parts[] = {"ke", "y"}, value_parts[] = {"va", "lu", "e"}, end_parts[] = {"l"};
  const SliceParts key(key_parts, 2), value(value_parts, 3), end(end_parts, 1);
  for (ColumnFamilyHandle* cf : {Default(), static_cast<ColumnFamilyHandle*>(nullptr)}) {
    const auto write = [&](auto fill) {
      WriteBatch batch;
      EXPECT_OK(fill(static_cast<WriteBatchBase&>(batch)));
      ASSERT_OK(db_->Write(WriteOptions(), &batch));
    };
    using Base = WriteBatchBase;
    write([&](Base& b) { return cf ? b.Base::Put(cf, key, value) : b.Base::Put(key, value); });
    EXPECT_EQ(Value("key"), "value");
    write([&](Base& b) { return cf ? b.Base::Merge(cf, key, end) : b.Base::Merge(key, end); });
    EXPECT_EQ(Value("key"), "value,l");
    write([&](Base& b) { return cf ? b.Base::Delete(cf, key) : b.Base::Delete(key); });
    EXPECT_EQ(Value("key"), "NOT_FOUND");
    write([&](Base& b) { return cf ? b.Base::Put(cf, key, value) : b.Base::Put(key, value); });
    write([&](Base& b) { return cf ? b.Base::SingleDelete(cf, key) : b.Base::SingleDelete(key); });
    EXPECT_EQ(Value("key"), "NOT_FOUND");
    write([&](Base& b) { return cf ? b.Base::Put(cf, key, value) : b.Base::Put(key, value); });
    write([&](Base& b) {
      return cf ? b.Base::DeleteRange(cf, key, end) : b.Base::DeleteRange(key, end);
    });
    EXPECT_EQ(Value("key"), "NOT_FOUND");
  }
}

}  // namespace
}  // namespace system_test
