// FIFO and universal picks, and what the styles have in common: drawing in, decision out.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

ColumnFamilyOptions Fifo() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleFIFO;
  cf.compaction_options_fifo.max_table_files_size = 3 << 20;
  return cf;
}

TEST(FifoPicker, DropsTheOldestWhenTooLarge) {
  EXPECT_EQ("L0: f7 f6 -> L0 drop",
            PickerScene("L0: f9[a-c]@9 f8[a-c]@8:2M f7[a-c]@7 f6[a-c]@6", Fifo()).Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9 f8[a-c]@8", Fifo()).Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9:9M f8[a-c]@8\nrunning: 1 L0->L0 f8", Fifo()).Pick());
}

TEST(FifoPicker, DropsWhatIsPastItsTtl) {
  ColumnFamilyOptions cf = Fifo();
  cf.ttl = 1000;
  EXPECT_EQ("L0: f8 -> L0 drop", PickerScene("L0: f9[a-c]@9~999900 f8[a-c]@8~5000", cf).Pick());
  EXPECT_TRUE(NeedsCompaction(PickerScene("L0: f9[a-c]@9~999900 f8[a-c]@8~5000", cf).Context()));
}

TEST(FifoPicker, MergesManySmallFilesWhenAllowed) {
  ColumnFamilyOptions cf = Fifo();
  cf.level0_file_num_compaction_trigger = 4;
  cf.compaction_options_fifo.allow_compaction = true;
  EXPECT_EQ(
      "L0: f9 f8 f7 f6 -> L0",
      PickerScene("L0: f9[a-c]@9:100K f8[a-c]@8:100K f7[a-c]@7:100K f6[a-c]@6:100K", cf).Pick());
}

ColumnFamilyOptions Universal() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleUniversal;
  cf.level0_file_num_compaction_trigger = 3;
  return cf;
}

TEST(UniversalPicker, MergesEverythingWhenNewerRunsOutweighTheOldest) {
  EXPECT_EQ("L0: f9 f8 + L6: f1 -> L6",
            PickerScene("L0: f9[a-c]@9:3M f8[a-c]@8:3M\nL6: f1[a-c]@1:2M", Universal()).Pick());
}

TEST(UniversalPicker, MergesRunsOfSimilarSizeJustAboveTheNextRun) {
  EXPECT_EQ(
      "L0: f9 f8 f7 -> L5",
      PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7\nL6: f1[a-c]@1:90M", Universal()).Pick());
  EXPECT_EQ(
      "L0: f9 f8 -> L0",
      PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7:20M\nL6: f1[a-c]@1:90M", Universal()).Pick());
}

TEST(UniversalPicker, MergesForCountWhenNoSizesMatch) {
  EXPECT_EQ("L0: f9 f8 -> L0",
            PickerScene("L0: f9[a-c]@9 f8[a-c]@8:3M f7[a-c]@7:20M\nL6: f1[a-c]@1:190M", Universal())
                .Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9\nL6: f1[a-c]@1:90M", Universal()).Pick());
}

TEST(UniversalPicker, StepsOverBusyRunsToTheIdleOnesBehindThem) {
  EXPECT_EQ("L0: f8 f7 f6 -> L5",
            PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7 f6[a-c]@6\nL6: f1[a-c]@1:90M\n"
                        "running: 1 L0->L0 f9",
                        Universal())
                .Pick());
}

TEST(UniversalPicker, TheSimilarSizeStyleComparesNeighboursNotTheSum) {
  ColumnFamilyOptions cf = Universal();
  const std::string growing = "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7:2M\nL6: f1[a-c]@1:90M";
  EXPECT_EQ("L0: f9 f8 f7 -> L5", PickerScene(growing, cf).Pick());
  cf.compaction_options_universal.stop_style = kCompactionStopStyleSimilarSize;
  EXPECT_EQ("L0: f9 f8 -> L0", PickerScene(growing, cf).Pick());
  EXPECT_EQ("L0: f8 f7 -> L5",
            PickerScene("L0: f9[a-c]@9:5M f8[a-c]@8 f7[a-c]@7\nL6: f1[a-c]@1:90M", cf).Pick());
}

TEST(UniversalPicker, ARowIsNeitherWiderNorNarrowerThanTheMergeWidths) {
  ColumnFamilyOptions cf = Universal();
  const std::string equals = "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7\nL6: f1[a-c]@1:90M";
  cf.compaction_options_universal.max_merge_width = 2;
  EXPECT_EQ("L0: f9 f8 -> L0", PickerScene(equals, cf).Pick());
  cf = Universal();
  cf.compaction_options_universal.min_merge_width = 4;
  cf.compaction_options_universal.max_read_amp = 10;
  EXPECT_EQ("none", PickerScene(equals, cf).Pick());
}

TEST(UniversalPicker, MergesForCountOnlyPastTheAllowedReadAmplification) {
  ColumnFamilyOptions cf = Universal();
  const std::string unequal = "L0: f9[a-c]@9 f8[a-c]@8:3M f7[a-c]@7:20M\nL6: f1[a-c]@1:190M";
  cf.compaction_options_universal.max_read_amp = 10;
  EXPECT_EQ("none", PickerScene(unequal, cf).Pick());
  cf.level0_file_num_compaction_trigger = cf.compaction_options_universal.max_read_amp = 2;
  EXPECT_EQ("L0: f9 f8 f7 -> L5", PickerScene(unequal, cf).Pick());
}

TEST(UniversalPicker, ABusyOldestRunIsNotRewrittenForItsSize) {
  EXPECT_EQ("L0: f9 f8 f7 -> L5",
            PickerScene("L0: f9[a-c]@9:3M f8[a-c]@8:3M f7[a-c]@7:3M\nL6: f1[a-c]@1:2M\n"
                        "running: 1 L6->L6 f1",
                        Universal())
                .Pick());
}

TEST(UniversalPicker, OneRunLeftIsAMoveOnlyIfMovesAreAllowed) {
  ColumnFamilyOptions cf = Universal();
  cf.level0_file_num_compaction_trigger = 2;
  const std::string apart = "L0: f9[a-b]@9\nL4: f5[d-e]@5";
  ASSERT_EQ("L0: f9 + L4: f5 -> L6", PickerScene(apart, cf).Pick());
  cf.compaction_options_universal.allow_trivial_move = true;
  const std::optional<CompactionPick> pick = PickCompaction(PickerScene(apart, cf).Context());
  ASSERT_TRUE(pick);
  EXPECT_FALSE(pick->trivial_move);  // two levels never are
}

ColumnFamilyOptions Reserving() {
  ColumnFamilyOptions cf = Universal();
  cf.cf_allow_ingest_behind = true;
  return cf;
}

TEST(UniversalPicker, ALevelKeptForIngestedFilesIsNeitherReadNorWritten) {
  PickerScene s("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7\nL6: f1[a-c]@1:2M", Reserving());
  EXPECT_EQ("L0: f9 f8 f7 -> L5", s.Pick());
  EXPECT_FALSE(PickCompaction(s.Context())->bottommost);
  EXPECT_TRUE(PickCompaction(s.Context())->older_may_come);
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9 f8[a-c]@8\nL6: f1[a-c]@1:2M", Reserving()).Pick());
  EXPECT_EQ("L0: f9 f8 f7 -> L5",
            PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7", Reserving()).Pick());
}

TEST(UniversalPicker, WhereOlderDataMayComeDeletionsAreNotWorthAJob) {
  ColumnFamilyOptions cf = SmallOptions();
  PickerScene s("L6: f1[a-c]@1..5", cf);
  FileMeta& file = const_cast<FileMeta&>(*s.drawing.tree->files(6)[0]);
  file.stats_known = true;
  file.num_deletions = 10;
  std::vector<FileList> levels(7);
  levels[6] = s.drawing.tree->files(6);
  s.drawing.tree = std::make_shared<const TreeVersion>(kOrder, levels);  // sums up what it is given
  EXPECT_EQ("L6: f1 -> L6", s.Pick());
  cf.cf_allow_ingest_behind = true;
  ASSERT_TRUE(MakeCfConfig(DBOptions(), cf, &s.config).ok());
  EXPECT_EQ("none", s.Pick());
}

TEST(UniversalPicker, Hazard12BucketsDoNotApply) {
  EXPECT_FALSE(BucketsApply(Universal()));
  EXPECT_FALSE(BucketsApply(Fifo()));
  EXPECT_TRUE(BucketsApply(SmallOptions()));
}

TEST(Picker, TheStyleNonePicksNothing) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleNone;
  PickerScene s("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7", cf);
  EXPECT_EQ("none", s.Pick());
  EXPECT_FALSE(NeedsCompaction(s.Context()));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
