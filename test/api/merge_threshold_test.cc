// ReadOptions::merge_operand_count_threshold: point lookups say where they took more operands than
// that, and their results are whole all the same.
#include "rocksdb/wide_columns.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class MergeThreshold : public DbTest {
 protected:
  MergeThreshold() {
    options_ = SmallOptions(4);
    options_.merge_operator = std::make_shared<AppendOperator>();
  }
  void SetUp() override {
    ASSERT_OK(Open(options_));
    ASSERT_OK(Put("based", "0"));
    for (const char* key : {"based", "baseless"}) {
      for (const char* operand : {"1", "2", "3"})
        ASSERT_OK(db_->Merge(WriteOptions(), key, operand));
    }
    ASSERT_OK(Put("plain", "0"));
  }
  static ReadOptions With(size_t threshold) {
    ReadOptions options;
    options.merge_operand_count_threshold = threshold;
    return options;
  }
  // Whether each way to look the key up says that there were more, if they agree.
  bool Exceeds(const Slice& key, size_t threshold, const std::string& expected) {
    const ReadOptions options = With(threshold);
    std::string value;
    const Status s = db_->Get(options, key, &value);
    EXPECT_OK(s);
    EXPECT_EQ(s.ToString(), "OK");
    EXPECT_EQ(value, expected);
    const bool exceeds = s.IsOkMergeOperandThresholdExceeded();
    PinnableSlice many;
    Status of_many;
    db_->MultiGet(options, db_->DefaultColumnFamily(), 1, &key, &many, &of_many);
    EXPECT_OK(of_many);
    EXPECT_EQ(many.ToString(), expected);
    EXPECT_EQ(of_many.IsOkMergeOperandThresholdExceeded(), exceeds);
    PinnableWideColumns columns;
    const Status of_entity = db_->GetEntity(options, db_->DefaultColumnFamily(), key, &columns);
    EXPECT_OK(of_entity);
    EXPECT_EQ(of_entity.IsOkMergeOperandThresholdExceeded(), exceeds);
    EXPECT_EQ(db_->Get(ReadOptions(), key, &value).subcode(), Status::kNone);
    return exceeds;
  }
  bool OperandsExceed(const Slice& key, size_t threshold, int expected) {
    PinnableSlice operands[8];
    GetMergeOperandsOptions how;
    how.expected_max_number_of_operands = 8;
    int number = 0;
    const Status s = db_->GetMergeOperands(With(threshold), db_->DefaultColumnFamily(), key,
                                           operands, &how, &number);
    EXPECT_OK(s);
    EXPECT_EQ(number, expected);
    return s.IsOkMergeOperandThresholdExceeded();
  }

  Options options_;
};

TEST_F(MergeThreshold, PointLookupsSayWhereTheyTookMoreOperandsThanAsked) {
  for (const size_t threshold : {0, 2, 3, 4}) {
    EXPECT_EQ(Exceeds("based", threshold, "0,1,2,3"), threshold < 3);
    EXPECT_EQ(Exceeds("baseless", threshold, "1,2,3"), threshold < 3);
    EXPECT_FALSE(Exceeds("plain", threshold, "0"));
  }
  std::string value;
  EXPECT_TRUE(db_->Get(With(0), "missing", &value).IsNotFound());
}

TEST_F(MergeThreshold, OnlyOperandsThatTheLookupItselfTookCount) {
  ASSERT_OK(db_->Flush(FlushOptions()));
  // The flush folded three operands over the base, and into one where there is none.
  EXPECT_FALSE(Exceeds("based", 0, "0,1,2,3"));
  EXPECT_TRUE(Exceeds("baseless", 0, "1,2,3"));
  EXPECT_FALSE(Exceeds("baseless", 1, "1,2,3"));
  ASSERT_OK(db_->Merge(WriteOptions(), "based", "4"));
  EXPECT_TRUE(Exceeds("based", 0, "0,1,2,3,4"));
  EXPECT_FALSE(Exceeds("based", 1, "0,1,2,3,4"));
}

TEST_F(MergeThreshold, GetMergeOperandsCountsTheBaseToo) {
  EXPECT_TRUE(OperandsExceed("based", 3, 4));
  EXPECT_FALSE(OperandsExceed("based", 4, 4));
  EXPECT_TRUE(OperandsExceed("plain", 0, 1));
  EXPECT_FALSE(OperandsExceed("plain", 1, 1));
}

TEST_F(MergeThreshold, IteratorsDoNotLookAtIt) {
  const std::unique_ptr<Iterator> it(db_->NewIterator(With(0)));
  it->Seek("based");
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->value().ToString(), "0,1,2,3");
  EXPECT_EQ(it->status().subcode(), Status::kNone);
}

}  // namespace
}  // namespace system_test
