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

TEST(FifoPicker, AManualCompactionDoesWhatTheStyleWouldDoAndLeavesDataInLevel0) {
  const std::string two = "L0: f9[a-c]@9 f8[a-c]@8\n";
  ManualRequest r;
  EXPECT_EQ("nothing", PickerScene(two, Fifo()).Manual(r));
  EXPECT_EQ("L0: f8 -> L0 drop", PickerScene("L0: f9[a-c]@9:2M f8[a-c]@8:2M", Fifo()).Manual(r));
  EXPECT_EQ("busy", PickerScene(two + "running: 1 L0->L0 f8", Fifo()).Manual(r));
  PickerScene deep(two + "L2: f1[a-c]@1", Fifo());
  r.level = 2;
  r.output_level = 3;
  EXPECT_EQ("nothing", deep.Manual(r));
  EXPECT_EQ("Invalid argument: Output level must be between 0 and 0", deep.Files({9, 8}, 1));
}

TEST(FifoPicker, AgeCountsOnlyWhereItIsKnownAndTheClockHasComeSoFar) {
  ColumnFamilyOptions cf = Fifo();
  const std::string unknown = "L0: f9[a-c]@9~5000 f8[a-c]@8", old = "L0: f9[a-c]@9~5000";
  for (uint64_t ttl : {uint64_t{0}, uint64_t{2000000}, UINT64_MAX}) {
    cf.ttl = ttl;
    EXPECT_EQ("none", PickerScene(old, cf).Pick()) << ttl;
    EXPECT_FALSE(NeedsCompaction(PickerScene(old, cf).Context())) << ttl;
  }
  cf.ttl = 1000;
  EXPECT_EQ("none", PickerScene(unknown, cf).Pick()) << "nothing newer goes before the oldest";
  EXPECT_EQ("L0: f9 -> L0 drop", PickerScene(old, cf).Pick());
}

TEST(FifoPicker, SmallFilesAreMergedOnlyFromTheTriggerOn) {
  ColumnFamilyOptions cf = Fifo();
  const std::string text = "L0: f9[a-c]@9:100K f8[a-c]@8:100K f7[a-c]@7:100K f6[a-c]@6:100K";
  const auto with = [&](int trigger) {
    cf.level0_file_num_compaction_trigger = trigger;
    return PickerScene(text, cf);
  };
  EXPECT_FALSE(NeedsCompaction(with(4).Context())) << "merging is not allowed";
  cf.compaction_options_fifo.allow_compaction = true;
  EXPECT_TRUE(NeedsCompaction(with(4).Context()));
  EXPECT_EQ("none", with(5).Pick());
  EXPECT_FALSE(NeedsCompaction(with(5).Context()));
  EXPECT_EQ("none", with(1).Pick()) << "one file is not worth merging";
  EXPECT_EQ("none", with(-1).Pick());
  EXPECT_FALSE(NeedsCompaction(with(-1).Context()));
}

TEST(FifoPicker, AnEmptyTreeNeedsNothing) {
  ColumnFamilyOptions cf = Fifo();
  cf.ttl = 1000;
  cf.compaction_options_fifo.allow_compaction = true;
  EXPECT_EQ("none", PickerScene("", cf).Pick());
  EXPECT_FALSE(NeedsCompaction(PickerScene("", cf).Context()));
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

TEST(UniversalPicker, AMergeForCountMayTakeAllThatIsIdle) {
  ColumnFamilyOptions cf = Universal();
  cf.level0_file_num_compaction_trigger = 2;
  EXPECT_EQ("L0: f8 f7 + L6: f1 -> L6",
            PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7:3M\nL6: f1[a-c]@1:60M\n"
                        "running: 1 L0->L0 f9",
                        cf)
                .Pick());
}

TEST(UniversalPicker, RunsThatDoNotOverlapAreMovedWhereMovesAreAllowed) {
  ColumnFamilyOptions cf = Universal();
  const std::string apart = "L0: f9[a-b]@9 f8[c-d]@8 f7[e-f]@7\nL6: f1[a-f]@1:90M";
  EXPECT_EQ("L0: f9 f8 f7 -> L5", PickerScene(apart, cf).Pick());
  cf.compaction_options_universal.allow_trivial_move = true;
  EXPECT_EQ("L0: f9 f8 f7 -> L5 move", PickerScene(apart, cf).Pick());
  EXPECT_EQ("L0: f9 f8 f7 -> L5",
            PickerScene("L0: f9[a-c]@9 f8[c-d]@8 f7[e-f]@7\nL6: f1[a-f]@1:90M", cf).Pick());
}

TEST(UniversalPicker, ATriggerOfRunsMustBeIdleAndTheTriggerPositive) {
  const std::string text = "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7\nL6: f1[a-c]@1:90M";
  ColumnFamilyOptions cf = Universal();
  EXPECT_TRUE(NeedsCompaction(PickerScene(text, cf).Context()));
  EXPECT_EQ(1u, EligibleJobs(PickerScene(text, cf).Context(), 8))
      << "one job at a time is asked for";
  const std::string busy = text + "\nrunning: 1 L0->L5 f8 f7";
  EXPECT_EQ("none", PickerScene(busy, cf).Pick());
  EXPECT_FALSE(NeedsCompaction(PickerScene(busy, cf).Context()));
  cf.level0_file_num_compaction_trigger = -1;
  EXPECT_EQ("none", PickerScene(text, cf).Pick());
  EXPECT_FALSE(NeedsCompaction(PickerScene(text, cf).Context()));
}

TEST(UniversalPicker, NothingStartsBesideAnExclusiveJob) {
  PickerScene s(
      "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7\nL5: f2[a-c]@1:9M\nL6: f1[a-c]@0:90M\n"
      "running: 1 L5->L6 f2 f1",
      Universal());
  EXPECT_EQ("L0: f9 f8 f7 -> L4", s.Pick());
  s.drawing.jobs[0].exclusive = true;
  EXPECT_EQ("none", s.Pick());
}

TEST(UniversalPicker, ARowThatCanNotBeWrittenNowLeavesTheTurnToOlderOnes) {
  EXPECT_EQ("L0: f6 f5 f4 -> L5",
            PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7:20M f6[a-c]@6 f5[a-c]@5 f4[a-c]@4\n"
                        "L6: f1[a-c]@1:90M\nrunning: 1 L0->L0 f7",
                        Universal())
                .Pick());
}

TEST(UniversalPicker, MergesForCountTakeIdleNeighboursOnly) {
  const std::string text =
      "L0: f9[a-c]@9 f8[a-c]@8:3M f7[a-c]@7:20M f6[a-c]@6:60M\n"
      "L6: f1[a-c]@1:400M\nrunning: 1 ";
  EXPECT_EQ("L0: f9 f8 -> L0", PickerScene(text + "L0->L5 f7 f6", Universal()).Pick());
  EXPECT_EQ("L0: f8 f7 f6 -> L5", PickerScene(text + "L0->L0 f9", Universal()).Pick());
  EXPECT_EQ("none", PickerScene(text + "L0->L0 f8", Universal()).Pick())
      << "f9 alone saves nothing, what lies behind f8 is not newest";
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
  EXPECT_FALSE(PickerScene("", Universal()).config->bucketized);
  EXPECT_FALSE(PickerScene("", Fifo()).config->bucketized);
  EXPECT_TRUE(PickerScene("", SmallOptions()).config->bucketized);
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
