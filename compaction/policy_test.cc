// What the styles differ in beside their picks.
#include "compaction/policy.h"

#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

PickerScene SceneOf(CompactionStyle style, const std::string& text) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = style;
  return PickerScene(text, cf);
}

uint64_t DebtOf(CompactionStyle style, const std::string& text) {
  PickerScene s = SceneOf(style, text);
  const PickContext ctx = s.Context();
  return PolicyFor(style).Debt(*ctx.tree, *ctx.config, ctx.map, ctx.targets);
}

TEST(CompactionPolicy, OnlyLeveledCompactionOwesBytes) {
  const std::string full = "L1: f1[a-c]@1:30M";
  EXPECT_GT(DebtOf(kCompactionStyleLevel, full), 0u);
  for (const auto style : {kCompactionStyleUniversal, kCompactionStyleFIFO, kCompactionStyleNone}) {
    EXPECT_EQ(0u, DebtOf(style, full)) << style;
  }
}

TEST(CompactionPolicy, FifoKeepsItsDataInLevel0) {
  for (const auto style :
       {kCompactionStyleLevel, kCompactionStyleUniversal, kCompactionStyleNone}) {
    const TreeShape shape = ShapeOf(SceneOf(style, "").Context());
    EXPECT_EQ(6, shape.last_level) << style;
    EXPECT_FALSE(shape.level0_only) << style;
  }
  const TreeShape fifo = ShapeOf(SceneOf(kCompactionStyleFIFO, "").Context());
  EXPECT_EQ(0, fifo.last_level);
  EXPECT_TRUE(fifo.level0_only);
}

TEST(CompactionPolicy, WritersDoNotWaitForACompactionThatNeverComes) {
  ColumnFamilyOptions cf = SmallOptions();
  const auto limits = [&] {
    PickerScene s("", cf);
    return PolicyFor(cf.compaction_style).Limits(*s.config).auto_compactions;
  };
  EXPECT_TRUE(limits());
  cf.level0_file_num_compaction_trigger = -1;
  EXPECT_FALSE(limits());
  cf.level0_file_num_compaction_trigger = 2;
  cf.disable_auto_compactions = true;
  EXPECT_FALSE(limits());
}

TEST(CompactionPolicy, AStyleWithoutARowNeverCompacts) {
  PickerScene s = SceneOf(kCompactionStyleNone, "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7");
  const CompactionPolicy& none = PolicyFor(kCompactionStyleNone);
  EXPECT_FALSE(none.Pick(s.Context()));
  EXPECT_FALSE(none.Needs(s.Context()));
  EXPECT_EQ(0u, EligibleJobs(s.Context(), 8));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
