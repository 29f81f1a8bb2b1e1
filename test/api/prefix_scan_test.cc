// Full scans of families with prefix filters: what begins at an end shows every key, whatever
// seeks the iterator makes on its own. The filters of no source know all prefixes here.
#include "rocksdb/slice_transform.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class PrefixScanTest : public DbTest {
 protected:
  PrefixScanTest() {
    options_ = SmallOptions();
    options_.disable_auto_compactions = true;
    options_.prefix_extractor.reset(NewFixedPrefixTransform(2));
    options_.memtable_prefix_bloom_size_ratio = 0.1;
    BlockBasedTableOptions table;
    table.filter_policy.reset(NewBloomFilterPolicy(20));
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }

  // Keys around "mm" in a table, in the memtable none yet.
  void OpenFilled() {
    ASSERT_OK(Open(options_));
    for (const char* key : {"bb", "cc", "xx", "yy"}) ASSERT_OK(Put(key, "v"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  // More versions than an iterator steps over one by one.
  void PutManyTimes(const std::string& key) {
    for (int i = 0; i < 12; ++i) ASSERT_OK(Put(key, std::to_string(i)));
  }
  void Start(const ReadOptions& how = ReadOptions()) { it_.reset(db_->NewIterator(how)); }
  std::string Key() const {
    EXPECT_OK(it_->status());
    return it_->Valid() ? it_->key().ToString() : "end";
  }
  std::string Forward() {
    std::string keys;
    for (it_->SeekToFirst(); it_->Valid(); it_->Next()) keys += Key() + " ";
    EXPECT_OK(it_->status());
    return keys;
  }
  std::string Backward() {
    std::string keys;
    for (it_->SeekToLast(); it_->Valid(); it_->Prev()) keys += Key() + " ";
    EXPECT_OK(it_->status());
    return keys;
  }

  Options options_;
  std::unique_ptr<Iterator> it_;
};

TEST_F(PrefixScanTest, AKeyOfManyVersionsEndsNoOtherSource) {
  OpenFilled();
  PutManyTimes("mm");
  Start();
  EXPECT_EQ(Forward(), "bb cc mm xx yy ");
  EXPECT_EQ(Backward(), "yy xx mm cc bb ");
  it_.reset();
}

TEST_F(PrefixScanTest, VersionsTooNewForTheSnapshotEndNoOtherSource) {
  OpenFilled();
  ASSERT_OK(Put("mm", "old"));
  ReadOptions how;
  how.snapshot = db_->GetSnapshot();
  PutManyTimes("mm");
  Start(how);
  EXPECT_EQ(Forward(), "bb cc mm xx yy ");
  EXPECT_EQ(Backward(), "yy xx mm cc bb ");
  it_.reset();
  db_->ReleaseSnapshot(how.snapshot);
}

TEST_F(PrefixScanTest, AScanMayTurnAnywhere) {
  OpenFilled();
  ASSERT_OK(Put("mm", "v"));
  Start();
  std::string keys;
  it_->SeekToFirst();
  for (const char move : std::string("++-++--++++-")) {
    keys += Key() + " ";
    if (!it_->Valid()) break;
    move == '+' ? it_->Next() : it_->Prev();
  }
  EXPECT_EQ(keys, "bb cc mm cc mm xx mm cc mm xx yy end ");
  it_->SeekToLast();
  it_->Prev();
  it_->Prev();
  EXPECT_EQ(Key(), "mm");
  it_->Next();
  EXPECT_EQ(Key(), "xx");
  it_->Next();
  EXPECT_EQ(Key(), "yy");
  it_.reset();
}

TEST_F(PrefixScanTest, WithPrefixSameAsStartDeletedKeysBeforeTheFirstHideNone) {
  OpenFilled();
  for (const char* key : {"aa", "zz"}) {
    PutManyTimes(key);
    ASSERT_OK(db_->Delete(WriteOptions(), key));
  }
  ReadOptions how;
  how.prefix_same_as_start = true;
  Start(how);
  EXPECT_EQ(Forward(), "bb ");
  EXPECT_EQ(Backward(), "yy ");
  it_.reset();
}

}  // namespace
}  // namespace system_test
