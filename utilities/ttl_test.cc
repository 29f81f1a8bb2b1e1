// DBWithTTL on real databases: values expire by the clock, times never show, formats are stock's.
#include <gtest/gtest.h>

#include "env/mem_fs.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/multi_scan.h"
#include "rocksdb/utilities/db_ttl.h"
#include "rocksdb/write_batch.h"
#include "test/support/status_assertions.h"
#include "utilities/ttl_values.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A clock that stands until the test moves it.
class SteppedClock final : public SystemClockWrapper {
 public:
  SteppedClock() : SystemClockWrapper(SystemClock::Default()) {}
  const char* Name() const override { return "SteppedClock"; }
  Status GetCurrentTime(int64_t* seconds) override {
    *seconds = now_;
    return Status::OK();
  }
  void Advance(int64_t seconds) { now_ += seconds; }

 private:
  int64_t now_ = 1700000000;
};

class Joined final : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "Joined"; }
  bool Merge(const Slice&, const Slice* existing, const Slice& value, std::string* result,
             Logger*) const override {
    *result = existing == nullptr ? value.ToString() : existing->ToString() + value.ToString();
    return true;
  }
};

class TtlTest : public testing::Test {
 protected:
  TtlTest()
      : clock_(std::make_shared<SteppedClock>()),
        fs_(std::make_shared<MemFileSystem>()),
        env_(std::make_unique<SteppedEnv>(fs_, clock_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.merge_operator = std::make_shared<Joined>();
  }
  void Open(int32_t ttl) {
    DBWithTTL* opened = nullptr;
    ASSERT_OK(DBWithTTL::Open(options_, "/db", &opened, ttl));
    db_.reset(opened);
  }
  std::string Get(const std::string& key) {
    std::string value;
    Status s = db_->Get(ReadOptions(), key, &value);
    return s.ok() ? value : s.ToString();
  }
  void Compact() {
    CompactRangeOptions all;
    all.bottommost_level_compaction = BottommostLevelCompaction::kForce;
    ASSERT_OK(db_->CompactRange(all, nullptr, nullptr));
  }

  class SteppedEnv final : public EnvWrapper {
   public:
    SteppedEnv(std::shared_ptr<FileSystem> fs, std::shared_ptr<SystemClock> clock)
        : EnvWrapper(NewCompositeEnv(fs)) {
      file_system_ = std::move(fs);
      system_clock_ = std::move(clock);
    }
    const char* Name() const override { return "SteppedEnv"; }
  };

  std::shared_ptr<SteppedClock> clock_;
  std::shared_ptr<MemFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DBWithTTL> db_;
};

TEST_F(TtlTest, CompactionDropsWhatIsOlderThanTheTtl) {
  Open(100);
  ASSERT_OK(db_->Put(WriteOptions(), "old", "1"));
  clock_->Advance(60);
  ASSERT_OK(db_->Put(WriteOptions(), "young", "2"));
  clock_->Advance(60);
  EXPECT_EQ(Get("old"), "1");  // reads do not look at the time
  Compact();
  EXPECT_EQ(Get("old"), "NotFound: ");
  EXPECT_EQ(Get("young"), "2");
}

TEST_F(TtlTest, WithoutATtlNothingExpires) {
  Open(0);
  ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
  clock_->Advance(1000000);
  Compact();
  EXPECT_EQ(Get("k"), "v");
}

TEST_F(TtlTest, ACompactionUsesTheTtlThatWasSetLast) {
  Open(0);
  ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
  clock_->Advance(10);
  db_->SetTtl(5);
  int32_t ttl = 0;
  ASSERT_OK(db_->GetTtl(db_->DefaultColumnFamily(), &ttl));
  EXPECT_EQ(ttl, 5);
  Compact();
  EXPECT_EQ(Get("k"), "NotFound: ");
}

TEST_F(TtlTest, EveryWayToReadHidesTheTime) {
  Open(100);
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("b", ""));
  ASSERT_OK(batch.Delete("c"));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  ASSERT_OK(db_->Merge(WriteOptions(), "m", "x"));
  ASSERT_OK(db_->Merge(WriteOptions(), "m", "y"));
  std::vector<std::string> values;
  for (const Status& s : db_->MultiGet(ReadOptions(), {"a", "b", "m"}, &values)) ASSERT_OK(s);
  EXPECT_EQ(values, (std::vector<std::string>{"1", "", "xy"}));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  std::string seen;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    seen += it->key().ToString() + "=" + it->value().ToString() + ";";
  }
  ASSERT_OK(it->status());
  EXPECT_EQ(seen, "a=1;b=;m=xy;");
  MultiScanArgs ranges(BytewiseComparator());
  ranges.insert("a", "b");
  ranges.insert("m");
  std::string scanned;
  auto scans = db_->NewMultiScan(ReadOptions(), db_->DefaultColumnFamily(), ranges);
  for (auto scan : *scans) {
    for (const auto& [key, value] : scan) scanned += key.ToString() + "=" + value.ToString() + ";";
  }
  EXPECT_EQ(scanned, "a=1;m=xy;");
}

TEST_F(TtlTest, StoredValuesEndInFourBytesOfSeconds) {
  Open(100);
  ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
  std::string stored;
  ASSERT_OK(db_->GetBaseDB()->Get(ReadOptions(), "k", &stored));
  EXPECT_EQ(stored, std::string("v\x00\xf1\x53\x65", 5));
}

TEST_F(TtlTest, AValueWithoutATimeIsCorruption) {
  Open(100);
  ASSERT_OK(db_->GetBaseDB()->Put(WriteOptions(), "short", "abc"));
  ASSERT_OK(db_->GetBaseDB()->Put(WriteOptions(), "early", std::string("abcd\1\0\0\0", 8)));
  std::string value;
  EXPECT_TRUE(db_->Get(ReadOptions(), "short", &value).IsCorruption());
  EXPECT_TRUE(db_->Get(ReadOptions(), "early", &value).IsCorruption());
  Compact();  // which leaves them for the reader to report
  EXPECT_TRUE(db_->Get(ReadOptions(), "short", &value).IsCorruption());
}

TEST_F(TtlTest, FamiliesHaveTtlsOfTheirOwn) {
  Open(1000);
  ColumnFamilyHandle* handle = nullptr;
  ASSERT_OK(db_->CreateColumnFamilyWithTtl(options_, "brief", &handle, 10));
  ASSERT_OK(db_->Put(WriteOptions(), handle, "k", "v"));
  ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
  clock_->Advance(20);
  CompactRangeOptions all;
  all.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(all, handle, nullptr, nullptr));
  Compact();
  std::string value;
  EXPECT_TRUE(db_->Get(ReadOptions(), handle, "k", &value).IsNotFound());
  EXPECT_EQ(Get("k"), "v");
  ASSERT_OK(db_->DestroyColumnFamilyHandle(handle));
}

TEST_F(TtlTest, AsManyTtlsAsFamiliesAreNeeded) {
  std::vector<ColumnFamilyHandle*> handles;
  DBWithTTL* opened = nullptr;
  EXPECT_TRUE(DBWithTTL::Open(options_, "/db", {ColumnFamilyDescriptor()}, &handles, &opened, {})
                  .IsInvalidArgument());
  EXPECT_EQ(opened, nullptr);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
