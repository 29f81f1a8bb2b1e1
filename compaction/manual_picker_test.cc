// Manual picks, by range and by file: drawing in, decision out.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"
#include "rocksdb/compaction_filter.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(ManualPicker, TakesWhatTheRangeTouchesAndWhatMustComeWithIt) {
  PickerScene s("L0: f9[a-c]@9 f8[b-h]@8 f7[g-k]@7 f6[x-z]@6\nL1: f1[a-d]@1 f2[e-m]@1 f3[w-z]@1");
  const Slice begin("a"), end("b");
  ManualRequest r;
  r.begin = &begin;
  r.end = &end;
  EXPECT_EQ("L0: f9 f8 f7 + L1: f1 f2 -> L1", s.Manual(r));
  r.level = 1;
  r.output_level = 2;
  EXPECT_EQ("L1: f1 -> L2 move", s.Manual(r));
  r.forbid_trivial_move = true;
  EXPECT_EQ("L1: f1 -> L2", s.Manual(r));
  r.output_level = 1;
  EXPECT_EQ("L1: f1 -> L1", s.Manual(r));
  r.level = 3;
  EXPECT_EQ("nothing", s.Manual(r));
}

TEST(ManualPicker, Level0GoesToTheBaseLevelOfTheMomentNotOfTheCall) {
  // When the call began level 4 was empty and the base was 6; then a job filled level 4.
  ColumnFamilyOptions cf = SmallOptions();
  cf.level_compaction_dynamic_level_bytes = true;
  PickerScene s("L0: f9[a-b]@9\nL4: f2[a-b]@2:100K\nL6: f1[a-b]@1:5M", cf);
  ManualRequest r;
  r.level = 0;
  r.output_level = 6;
  EXPECT_EQ("L0: f9 + L4: f2 -> L4", s.Manual(r));
}

TEST(ManualPicker, ACompactionFilterSeesEveryEntrySoNothingIsMoved) {
  struct Keep : CompactionFilter {
    const char* Name() const override { return "keep"; }
  };
  const Keep keep;
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_filter = &keep;
  PickerScene s("L1: f1[a-d]@1", cf);
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  r.path_id = 0;
  r.max_subcompactions = 7;
  EXPECT_EQ("L1: f1 -> L2", s.Manual(r));
}

TEST(ManualPicker, AFilterMadeForEachJobSeesEveryEntryToo) {
  struct Factory : CompactionFilterFactory {
    const char* Name() const override { return "keep"; }
    std::unique_ptr<CompactionFilter> CreateCompactionFilter(
        const CompactionFilter::Context&) override {
      return nullptr;
    }
  };
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_filter_factory = std::make_shared<Factory>();
  cf.periodic_compaction_seconds = 0;
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  EXPECT_EQ("L1: f1 -> L2", PickerScene("L1: f1[a-d]@1", cf).Manual(r));
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[a-d]@1:11M", cf).Pick()) << "by itself";
}

TEST(ManualPicker, CompactFilesMovesOnlyOnRequestAndFollowsItsOptions) {
  PickerScene s("L1: f1[a-d]@1");
  CompactionOptions options;
  CompactionPick pick;
  ASSERT_TRUE(PickCompactFiles(s.Context(), {1}, 2, options, &pick).ok());
  EXPECT_FALSE(pick.trivial_move);
  options.allow_trivial_move = true;
  options.output_file_size_limit = 777;
  options.max_subcompactions = 3;
  options.compression = kZSTD;
  options.output_temperature_override = Temperature::kCold;
  ASSERT_TRUE(PickCompactFiles(s.Context(), {1}, 2, options, &pick).ok());
  EXPECT_TRUE(pick.trivial_move);
  EXPECT_EQ(777u, pick.target_file_size);
  EXPECT_EQ(3u, pick.max_subcompactions);
  EXPECT_EQ(kZSTD, pick.compression);
  EXPECT_EQ(Temperature::kCold, pick.output_temperature);
}

TEST(ManualPicker, LongRangesAreDoneInStretches) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.max_compaction_bytes = 10 << 20;
  PickerScene s("L1: f1[a-b]@1:6M f2[c-d]@1:6M f3[e-f]@1:6M", cf);
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  std::string next;
  EXPECT_EQ("L1: f1 -> L2 move", s.Manual(r, &next));
  EXPECT_EQ("c", next);
}

TEST(ManualPicker, WaitsForBusyFilesAndExclusiveRequestsForEverybody) {
  PickerScene s(
      "L0: f9[a-c]@9 f8[m-p]@8\nL1: f1[a-c]@1 f2[m-p]@1\nL2: f3[a-c]@0\nrunning: 1 L1->L2 f1 f3");
  const Slice m("m");
  ManualRequest r;
  EXPECT_EQ("busy", s.Manual(r));
  r.begin = &m;
  EXPECT_EQ("L0: f8 + L1: f2 -> L1", s.Manual(r));
  r.exclusive = true;
  EXPECT_EQ("busy", s.Manual(r));
}

TEST(ManualPicker, LevelZeroCanBeRewrittenInPlaceAsAWhole) {
  PickerScene s("L0: f9[a-c]@9 f8[m-p]@8");
  ManualRequest r;
  r.output_level = 0;
  EXPECT_EQ("L0: f9 f8 -> L0", s.Manual(r));
  EXPECT_EQ("busy", PickerScene("L0: f9[a-c]@9 f8[m-p]@8\nrunning: 1 L0->L1 f8").Manual(r));
}

TEST(ManualPicker, ARewriteInPlaceWaitsForTheFilesThatShareAKeyWithIts) {
  const std::string text = "L2: f1[a-c]@2 f2[c-e]@1 f3[x-z]@1";
  const Slice a("a"), b("b");
  ManualRequest r;
  r.level = r.output_level = 2;
  r.begin = &a;
  r.end = &b;
  EXPECT_EQ("L2: f1 f2 -> L2", PickerScene(text).Manual(r));
  EXPECT_EQ("L2: f1 f2 -> L2", PickerScene(text + "\nrunning: 1 L2->L3 f3").Manual(r));
  EXPECT_EQ("busy", PickerScene(text + "\nrunning: 1 L2->L3 f2").Manual(r));
}

TEST(ManualPicker, WhatStaysInLevel0IsOneFileWhateverTheCallerAsks) {
  PickerScene s("L0: f9[a-c]@9:90M f8[b-h]@8:90M");
  ManualRequest r;
  r.output_level = 0;
  r.max_subcompactions = 4;
  CompactionPick pick;
  std::optional<std::string> next;
  ASSERT_EQ(ManualAnswer::kPicked, PickManual(s.Context(), r, &pick, &next));
  EXPECT_EQ(1u, pick.max_subcompactions);
  CompactionOptions options;
  options.max_subcompactions = 4;
  options.output_file_size_limit = 1000;
  for (const int level : {0, 1}) {
    ASSERT_TRUE(PickCompactFiles(s.Context(), {9, 8}, level, options, &pick).ok());
    EXPECT_EQ(level == 0 ? 1u : 4u, pick.max_subcompactions);
    EXPECT_EQ(level == 0 ? UINT64_MAX : 1000u, pick.target_file_size);
  }
}

TEST(ManualPicker, CompactFilesTakesEverythingOnTheWay) {
  PickerScene s(
      "L0: f9[a-c]@9 f8[b-h]@8 f7[x-z]@7\nL1: f1[a-d]@1 f2[e-m]@1\nL2: f3[k-n]@0 f4[o-z]@0");
  EXPECT_EQ("L0: f9 f8 + L1: f1 f2 + L2: f3 -> L2", s.Files({9}, 2));
  EXPECT_EQ("L1: f2 + L2: f3 -> L2", s.Files({2}, 2));
  EXPECT_EQ("L0: f9 f8 -> L0", s.Files({9, 8}, 0));
  EXPECT_NE(std::string::npos, s.Files({99}, 2).find("does not exist"));
  EXPECT_NE(std::string::npos, s.Files({3}, 1).find("above its own"));
  EXPECT_NE(std::string::npos, s.Files({3}, 9).find("Output level must be between"));
  EXPECT_NE(std::string::npos, s.Files({}, 2).find("at least one file"));
}

TEST(ManualPicker, CompactFilesRefusesBusyFiles) {
  PickerScene s("L1: f1[a-d]@1 f2[e-m]@1\nL2: f3[a-n]@0\nrunning: 1 L1->L2 f1 f3");
  EXPECT_NE(std::string::npos, s.Files({2}, 2).find("being compacted"));
}

TEST(ManualPicker, CompactFilesKnowsNoNegativeLevel) {
  PickerScene s("L1: f1[a-d]@1");
  EXPECT_NE(std::string::npos, s.Files({1}, -1).find("Output level must be between 0 and 6"));
  EXPECT_NE(std::string::npos, s.Files({1}, 7).find("Output level must be between 0 and 6"));
}

TEST(ManualPicker, CompactFilesOfADeepLevelLeavesTheLevelsAboveAlone) {
  PickerScene s("L0: f9[a-z]@9\nL1: f1[a-z]@8\nL3: f3[k-n]@5 f4[n-z]@3");
  EXPECT_EQ("L3: f3 f4 -> L3", s.Files({3}, 3));
  EXPECT_EQ("L3: f3 f4 -> L4", s.Files({4}, 4));
}

TEST(ManualPicker, Hazard2TheRangeBetweenARunningJobsFilesIsNotWrittenInto) {
  const std::string text = "L1: f1[a-b]@1 f2[m-n]@1 f3[x-z]@1\nL2: f5[m-n]@0";
  PickerScene idle(text);
  EXPECT_EQ("L1: f2 + L2: f5 -> L2", idle.Files({2}, 2));
  PickerScene s(text + "\nrunning: 1 L1->L2 f1 f3");
  EXPECT_NE(std::string::npos, s.Files({2}, 2).find("writes into this range"));
  EXPECT_EQ("L2: f5 -> L3", s.Files({5}, 3));
  ManualRequest in_place;
  in_place.level = in_place.output_level = 2;
  EXPECT_EQ("busy", s.Manual(in_place));
  EXPECT_EQ("L2: f5 -> L2", idle.Manual(in_place));
}

TEST(ManualPicker, CompactFilesDoesNotRunBesideAnExclusiveJob) {
  PickerScene s("L1: f1[a-b]@1 f2[x-z]@1\nL3: f3[m-n]@0\nrunning: 1 L1->L2 f1");
  EXPECT_EQ("L1: f2 -> L2", s.Files({2}, 2));
  s.drawing.jobs[0].exclusive = true;
  EXPECT_NE(std::string::npos, s.Files({2}, 2).find("running compaction"));
}

TEST(ManualPicker, WhereOlderDataMayComeTheLastLevelIsReservedInUniversalStyleOnly) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_allow_ingest_behind = true;
  cf.level_compaction_dynamic_level_bytes = true;
  const std::string text = "L0: f9[a-c]@9\nL6: f1[a-c]@1";
  ManualRequest r;
  r.output_level = 6;
  EXPECT_EQ("L0: f9 + L6: f1 -> L6", PickerScene(text, cf).Manual(r));
  EXPECT_EQ(6, ShapeOf(PickerScene(text, cf).Context()).last_level);
  cf.compaction_style = kCompactionStyleUniversal;
  EXPECT_EQ(5, ShapeOf(PickerScene(text, cf).Context()).last_level);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
