// The outcome of a Get over sequences of entries, newest first.
#include "util/point_lookup.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/merge_operator.h"

namespace ROCKSDB_NAMESPACE {
namespace {

const InternalKeyOrder kOrder(BytewiseComparator());

// Has enough once it sees `enough` operands.
class ContentOperator final : public MergeOperator {
 public:
  explicit ContentOperator(size_t enough) : enough_(enough) {}
  const char* Name() const override { return "Content"; }
  bool ShouldMerge(const std::vector<Slice>& operands) const override {
    for (const Slice& operand : operands) asked += operand.ToString();
    asked += ".";
    return operands.size() >= enough_;
  }

  mutable std::string asked;

 private:
  const size_t enough_;
};

class PointLookupTest : public testing::Test {
 protected:
  // Offers (seq, type, value) under the looked-up key with transient bytes; returns Offer's answer.
  bool Offer(PointLookup* lookup, SequenceNumber seq, ValueType type, std::string value = "") {
    return lookup->Offer({"key", seq, type}, value, nullptr);
  }
};

TEST_F(PointLookupTest, StopsAtTheFirstVisibleValue) {
  PointLookup lookup(kOrder, "key", 10);
  EXPECT_TRUE(Offer(&lookup, 12, kTypeDeletion));
  EXPECT_FALSE(Offer(&lookup, 9, kTypeValue, "v"));
  EXPECT_TRUE(lookup.done());
  EXPECT_EQ(LookupResult::kFound, lookup.result());
  EXPECT_EQ("v", lookup.value().ToString());
  EXPECT_EQ(9u, lookup.sequence());
  PinnableSlice out;
  lookup.MoveValueTo(&out);
  EXPECT_EQ("v", out.ToString());
}

TEST_F(PointLookupTest, AnotherKeyEndsTheSourceButNotTheLookup) {
  PointLookup lookup(kOrder, "key", 10);
  EXPECT_FALSE(lookup.Offer({"kez", 5, kTypeValue}, "v", nullptr));
  EXPECT_FALSE(lookup.done());
  lookup.EndSource();
  EXPECT_FALSE(lookup.done());
  lookup.Finish();
  EXPECT_EQ(LookupResult::kNotFound, lookup.result());
}

TEST_F(PointLookupTest, EveryKindOfDeletionDeletes) {
  for (const ValueType type : {kTypeDeletion, kTypeSingleDeletion, kTypeDeletionWithTimestamp}) {
    PointLookup lookup(kOrder, "key", 10);
    EXPECT_FALSE(Offer(&lookup, 9, type));
    EXPECT_EQ(LookupResult::kDeleted, lookup.result());
    EXPECT_EQ(9u, lookup.sequence());
  }
}

TEST_F(PointLookupTest, OperandsRunOverSourcesDownToABase) {
  PointLookup lookup(kOrder, "key", 100);
  EXPECT_TRUE(Offer(&lookup, 9, kTypeMerge, "c"));
  lookup.EndSource();
  EXPECT_FALSE(lookup.done());
  EXPECT_TRUE(Offer(&lookup, 8, kTypeMerge, "b"));
  EXPECT_FALSE(Offer(&lookup, 7, kTypeValue, "a"));
  EXPECT_EQ(LookupResult::kMerge, lookup.result());
  EXPECT_TRUE(lookup.has_base());
  EXPECT_EQ("a", lookup.value().ToString());
  ASSERT_EQ(2u, lookup.operands().size());
  EXPECT_EQ("c", lookup.operands()[0].ToString());
  EXPECT_EQ("b", lookup.operands()[1].ToString());
}

TEST_F(PointLookupTest, EndsAtTheOperandThatIsEnoughForItsOperator) {
  const auto content = std::make_shared<ContentOperator>(2);
  const std::shared_ptr<MergeOperator> stopper = content;
  PointLookup lookup(kOrder, "key", 100, &stopper);
  EXPECT_TRUE(Offer(&lookup, 101, kTypeMerge, "d"));
  EXPECT_TRUE(Offer(&lookup, 9, kTypeMerge, "c"));
  lookup.EndSource();
  EXPECT_FALSE(lookup.done());
  EXPECT_FALSE(Offer(&lookup, 8, kTypeMerge, "b"));
  EXPECT_TRUE(lookup.done());
  EXPECT_FALSE(Offer(&lookup, 7, kTypeValue, "a"));
  lookup.Finish();
  EXPECT_FALSE(lookup.ran_out());
  EXPECT_EQ(LookupResult::kMerge, lookup.result());
  EXPECT_FALSE(lookup.has_base());
  EXPECT_EQ(2u, lookup.operands().size());
  EXPECT_EQ("c.cb.", content->asked);
}

TEST_F(PointLookupTest, AFamilyWithoutOperatorHasNobodyToAsk) {
  const std::shared_ptr<MergeOperator> none;
  PointLookup lookup(kOrder, "key", 100, &none);
  EXPECT_TRUE(Offer(&lookup, 9, kTypeMerge, "b"));
  EXPECT_FALSE(Offer(&lookup, 8, kTypeValue, "a"));
  EXPECT_TRUE(lookup.has_base());
}

TEST_F(PointLookupTest, OperandsOverADeletionOrTheEndHaveNoBase) {
  PointLookup over_deletion(kOrder, "key", 100);
  EXPECT_TRUE(Offer(&over_deletion, 9, kTypeMerge, "x"));
  EXPECT_FALSE(Offer(&over_deletion, 8, kTypeDeletion));
  EXPECT_FALSE(over_deletion.ran_out());
  EXPECT_EQ(LookupResult::kMerge, over_deletion.result());
  EXPECT_FALSE(over_deletion.has_base());

  PointLookup over_nothing(kOrder, "key", 100);
  EXPECT_TRUE(Offer(&over_nothing, 9, kTypeMerge, "x"));
  over_nothing.Finish();
  EXPECT_TRUE(over_nothing.done());
  EXPECT_TRUE(over_nothing.ran_out());
  EXPECT_EQ(LookupResult::kMerge, over_nothing.result());
  EXPECT_FALSE(over_nothing.has_base());
}

TEST_F(PointLookupTest, ACoveringTombstoneDeletesWhatIsOlder) {
  PointLookup lookup(kOrder, "key", 100);
  lookup.CoverUpTo(50);
  EXPECT_TRUE(Offer(&lookup, 60, kTypeMerge, "x"));
  EXPECT_FALSE(Offer(&lookup, 40, kTypeValue, "v"));
  EXPECT_EQ(LookupResult::kMerge, lookup.result());
  EXPECT_FALSE(lookup.has_base());

  PointLookup alone(kOrder, "key", 100);
  alone.CoverUpTo(50);
  alone.EndSource();
  EXPECT_TRUE(alone.done());
  EXPECT_EQ(LookupResult::kDeleted, alone.result());
  EXPECT_EQ(50u, alone.sequence());
}

TEST_F(PointLookupTest, UnknownTypesAndShortValuesAreCorruption) {
  PointLookup unknown(kOrder, "key", 100);
  EXPECT_FALSE(Offer(&unknown, 5, static_cast<ValueType>(0x55), "v"));
  EXPECT_EQ(LookupResult::kCorrupt, unknown.result());
  EXPECT_TRUE(unknown.status().IsCorruption());

  PointLookup too_short(kOrder, "key", 100);
  EXPECT_FALSE(Offer(&too_short, 5, kTypeValuePreferredSeqno, "1234567"));
  EXPECT_EQ(LookupResult::kCorrupt, too_short.result());
}

TEST_F(PointLookupTest, APreferredSequenceNumberIsNotPartOfTheValue) {
  PointLookup lookup(kOrder, "key", 100);
  EXPECT_FALSE(Offer(&lookup, 5, kTypeValuePreferredSeqno, "value12345678"));
  EXPECT_EQ("value", lookup.value().ToString());
  EXPECT_EQ(kTypeValue, lookup.value_type());
}

TEST_F(PointLookupTest, EntitiesAndBlobIndexesArePassedOnWithTheirType) {
  PointLookup entity(kOrder, "key", 100);
  EXPECT_FALSE(Offer(&entity, 5, kTypeWideColumnEntity, "e"));
  EXPECT_EQ(kTypeWideColumnEntity, entity.value_type());
  PointLookup blob(kOrder, "key", 100);
  EXPECT_FALSE(Offer(&blob, 5, kTypeBlobIndex, "b"));
  EXPECT_EQ(kTypeBlobIndex, blob.value_type());
}

TEST_F(PointLookupTest, PinnedValuesAreNotCopiedAndReleasedOnce) {
  int released = 0;
  const std::string bytes = "pinned";
  {
    PinnableSlice out;
    {
      PointLookup lookup(kOrder, "key", 100);
      Cleanable pin;
      pin.RegisterCleanup([](void* n, void*) { ++*static_cast<int*>(n); }, &released, nullptr);
      EXPECT_FALSE(lookup.Offer({"key", 5, kTypeValue}, bytes, &pin));
      EXPECT_EQ(bytes.data(), lookup.value().data());
      lookup.MoveValueTo(&out);
    }
    EXPECT_EQ(0, released);
    EXPECT_EQ(bytes.data(), out.data());
  }
  EXPECT_EQ(1, released);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
