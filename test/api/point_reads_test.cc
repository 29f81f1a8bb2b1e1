// Point lookups: where they end, and what they say when the caller's room ends.
#include "test/support/damage.h"

namespace system_test {
namespace {

class PointReadsTest : public DbTest {
 protected:
  PointReadsTest() {
    options_ = SmallOptions(0);
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<AppendOperator>();
  }
  Status Flush() { return db_->Flush(FlushOptions()); }
  // A table with "b" and "z", and a newer one with a deletion over "b".
  void FillTwoTables() {
    ASSERT_OK(Open(options_));
    ASSERT_OK(Put("b", "1"));
    ASSERT_OK(Put("z", "2"));
    ASSERT_OK(Flush());
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "m"));
  }
  Status MultiGetOne(const Slice& key) {
    PinnableSlice value;
    Status s;
    db_->MultiGet(ReadOptions(), db_->DefaultColumnFamily(), 1, &key, &value, &s);
    return s;
  }

  Options options_;
};

TEST_F(PointReadsTest, ADeletedRangeInATableSparesTheReadOfOlderTables) {
  FillTwoTables();
  ASSERT_OK(Flush());
  ReadOptions cached;
  cached.read_tier = kBlockCacheTier;
  std::string value;
  ASSERT_TRUE(db_->Get(cached, "z", &value).IsIncomplete());
  EXPECT_TRUE(db_->Get(cached, "b", &value).IsNotFound());
  EXPECT_FALSE(db_->KeyMayExist(ReadOptions(), "b", &value));
}

TEST_F(PointReadsTest, BehindADeletedRangeADamagedTableDoesNotMatter) {
  FillTwoTables();
  // The newer table has a block that has to be read for "b".
  ASSERT_OK(Put("a", "3"));
  ASSERT_OK(Put("c", "4"));
  ASSERT_OK(Flush());
  Close();
  FlipBit(Tables(dir_ / "db").front(), 0, 0);
  ASSERT_OK(Open(options_));
  EXPECT_TRUE(MultiGetOne("b").IsNotFound());
  EXPECT_EQ(Get("b"), "NOT_FOUND");
  EXPECT_TRUE(MultiGetOne("z").IsCorruption()) << "the table is not damaged";
}

TEST_F(PointReadsTest, OperandsThatDoNotFitTellTheirNumberAndWhy) {
  ASSERT_OK(Open(options_));
  for (const char* operand : {"1", "2", "3"}) {
    ASSERT_OK(db_->Merge(WriteOptions(), "k", operand));
  }
  PinnableSlice operands[2];
  GetMergeOperandsOptions how;
  how.expected_max_number_of_operands = 2;
  int number = 0;
  const Status s = db_->GetMergeOperands(ReadOptions(), db_->DefaultColumnFamily(), "k", operands,
                                         &how, &number);
  EXPECT_EQ(s.ToString(), "Result incomplete: Insufficient capacity for merge operands");
  EXPECT_EQ(s.subcode(), Status::SubCode::KMergeOperandsInsufficientCapacity);
  EXPECT_EQ(number, 3);
}

}  // namespace
}  // namespace system_test
