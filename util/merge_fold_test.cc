// Merging: each form of the operator leads to the same result, and failures are reported.
#include "util/merge_fold.h"

#include <gtest/gtest.h>

#include "rocksdb/wide_columns.h"
#include "test/support/status_assertions.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Joins with commas; an operand "bad" fails.
class Join : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "Join"; }
  bool Merge(const Slice&, const Slice* existing, const Slice& value, std::string* out,
             Logger*) const override {
    if (value == Slice("bad")) return false;
    *out = existing == nullptr ? value.ToString() : existing->ToString() + "," + value.ToString();
    return true;
  }
};

// The same through the oldest form.
class OldJoin : public MergeOperator {
 public:
  const char* Name() const override { return "OldJoin"; }
  bool FullMerge(const Slice&, const Slice* existing, const std::deque<std::string>& operands,
                 std::string* out, Logger*) const override {
    *out = existing == nullptr ? "" : existing->ToString();
    for (const std::string& operand : operands) *out += (out->empty() ? "" : ",") + operand;
    return true;
  }
};

// Returns the last operand itself.
class Last : public MergeOperator {
 public:
  const char* Name() const override { return "Last"; }
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    out->existing_operand = in.operand_list.back();
    return true;
  }
};

// Fails, but lets compactions keep the operands.
class Refuse : public MergeOperator {
 public:
  const char* Name() const override { return "Refuse"; }
  bool FullMergeV3(const MergeOperationInputV3&, MergeOperationOutputV3* out) const override {
    out->op_failure_scope = OpFailureScope::kMustMerge;
    return false;
  }
};

MergeBase Plain(const Slice& value) {
  MergeBase base;
  base.kind = MergeBase::kPlain;
  base.bytes = value;
  return base;
}

Status Fold(const MergeOperator& op, const MergeBase& base, const std::vector<Slice>& operands,
            MergeResult* result) {
  return FoldFull(&op, "key", base, operands, nullptr, nullptr, result);
}

TEST(MergeFold, AssociativeAndOldOperatorsAgree) {
  MergeResult result;
  ASSERT_OK(Fold(Join(), Plain("a"), {"b", "c"}, &result));
  EXPECT_EQ(result.value(), Slice("a,b,c"));
  ASSERT_OK(Fold(OldJoin(), Plain("a"), {"b", "c"}, &result));
  EXPECT_EQ(result.value(), Slice("a,b,c"));
  ASSERT_OK(Fold(Join(), MergeBase(), {"b"}, &result));
  EXPECT_EQ(result.value(), Slice("b"));
  ASSERT_OK(Fold(Join(), Plain(""), {"b"}, &result));
  EXPECT_EQ(result.value(), Slice(",b"));
}

TEST(MergeFold, AnOperandMayBeTheResultWithoutACopy) {
  MergeResult result;
  const std::string operand = "the last";
  ASSERT_OK(Fold(Last(), Plain("a"), {"b", operand}, &result));
  EXPECT_TRUE(result.is_operand);
  EXPECT_EQ(result.value().data(), operand.data());
}

TEST(MergeFold, FailureIsCorruptionThatSaysMergeOperatorFailed) {
  MergeResult result;
  Status s = Fold(Join(), Plain("a"), {"bad"}, &result);
  EXPECT_TRUE(s.IsCorruption());
  EXPECT_EQ(s.subcode(), Status::SubCode::kMergeOperatorFailed);
  // Stock's text, which programs compare.
  EXPECT_EQ(s.ToString(), "Corruption: Merge operator failed");
  EXPECT_FALSE(result.compaction_may_keep_operands);
  EXPECT_TRUE(Fold(Refuse(), Plain("a"), {"b"}, &result).IsCorruption());
  EXPECT_TRUE(result.compaction_may_keep_operands);
}

TEST(MergeFold, WithoutAnOperatorIsInvalidArgument) {
  MergeResult result;
  EXPECT_TRUE(
      FoldFull(nullptr, "key", MergeBase(), {"a"}, nullptr, nullptr, &result).IsInvalidArgument());
  std::string folded;
  EXPECT_FALSE(FoldPartial(nullptr, "key", {"a", "b"}, nullptr, &folded));
}

// The columns after "b" has been merged into `columns`.
void MergeIntoEntity(const WideColumns& columns, std::string* storage, WideColumns* merged) {
  std::string entity;
  ASSERT_OK(EncodeEntity(columns, &entity));
  MergeBase base;
  base.kind = MergeBase::kEntity;
  base.bytes = entity;
  MergeResult result;
  ASSERT_OK(Fold(Join(), base, {"b"}, &result));
  ASSERT_TRUE(result.is_entity);
  *storage = result.value().ToString();
  ASSERT_OK(DecodeEntity(*storage, merged));
}

TEST(MergeFold, MergesIntoTheDefaultColumnOfAnEntity) {
  std::string storage;
  WideColumns merged;
  ASSERT_NO_FATAL_FAILURE(MergeIntoEntity({{"", "a"}, {"other", "x"}}, &storage, &merged));
  EXPECT_EQ(merged, (WideColumns{{"", "a,b"}, {"other", "x"}}));
}

TEST(MergeFold, AnEntityWithoutADefaultColumnHasAnEmptyOne) {
  for (const WideColumns& columns : {WideColumns{{"other", "x"}}, WideColumns{}}) {
    std::string storage;
    WideColumns merged;
    ASSERT_NO_FATAL_FAILURE(MergeIntoEntity(columns, &storage, &merged));
    ASSERT_EQ(merged.size(), columns.size() + 1);
    EXPECT_EQ(merged[0], (WideColumn{"", ",b"}));
  }
}

TEST(MergeFold, PartialMergeFoldsFromTheOldest) {
  std::string folded;
  const Join join;
  EXPECT_TRUE(FoldPartial(&join, "key", {"a", "b", "c"}, nullptr, &folded));
  EXPECT_EQ(folded, "a,b,c");
  EXPECT_FALSE(FoldPartial(&join, "key", {"a"}, nullptr, &folded));
  EXPECT_FALSE(FoldPartial(&join, "key", {"a", "bad"}, nullptr, &folded));
  const OldJoin old;
  EXPECT_FALSE(FoldPartial(&old, "key", {"a", "b"}, nullptr, &folded));
}

TEST(MergeFold, ResultsMayBeReusedAcrossKeys) {
  MergeResult result;
  const Last last;
  const Join join;
  ASSERT_OK(Fold(last, Plain("a"), {"b"}, &result));
  ASSERT_OK(Fold(join, Plain("a"), {"b"}, &result));
  EXPECT_FALSE(result.is_operand);
  EXPECT_EQ(result.value(), Slice("a,b"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
