// Leveled picks and level targets: drawing in, decision out.
#include <gtest/gtest.h>

#include "compaction/leveled_policy.h"
#include "compaction/pick_ranges.h"
#include "compaction/picker_fixture.h"
#include "rocksdb/sst_partitioner.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// -- Targets --------------------------------------------------------------------------------------

LevelTargets Targets(const std::string& text, bool dynamic) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.level_compaction_dynamic_level_bytes = dynamic;
  Drawing d;
  EXPECT_TRUE(ParseDrawing(kOrder, text, 7, &d).ok());
  return LevelTargets::Of(*d.tree, cf, nullptr);
}

TEST(LevelTargets, StaticTargetsGrowByTheMultiplier) {
  const LevelTargets t = Targets("L1: f1[a-b]@1", false);
  EXPECT_EQ(1, t.base_level);
  EXPECT_EQ(10u << 20, t.bytes[1]);
  EXPECT_EQ(100u << 20, t.bytes[2]);
  EXPECT_EQ(1000u << 20, t.bytes[3]);
}

TEST(LevelTargets, AnEmptyTreeCompactsIntoItsLastLevel) {
  EXPECT_EQ(6, Targets("L0: f1[a-b]@1", true).base_level);
}

TEST(LevelTargets, TheBaseLevelMovesUpAsTheBottomGrows) {
  EXPECT_EQ(6, Targets("L6: f1[a-b]@1:9M", true).base_level);
  const LevelTargets t = Targets("L6: f1[a-b]@1:300M", true);
  EXPECT_EQ(4, t.base_level);
  EXPECT_EQ(10u << 20, t.bytes[4]);
  EXPECT_NEAR(30 << 20, static_cast<double>(t.bytes[5]), 1 << 20);
  EXPECT_EQ(LevelTargets::kUnlimited, t.bytes[3]);
}

TEST(LevelTargets, LevelsNoLongerNeededDrain) {
  // 5M at the bottom need no level above; what lies on level 4 has to move down.
  PickerScene s("L4: f2[a-b]@2:100K\nL6: f1[a-b]@1:5M", [] {
    ColumnFamilyOptions cf = SmallOptions();
    cf.level_compaction_dynamic_level_bytes = true;
    return cf;
  }());
  EXPECT_EQ(4, s.Context().targets.base_level);
  EXPECT_GE(s.Context().targets.unnecessary, 4);
  EXPECT_EQ("L4: f2 -> L5 move", s.Pick());
}

TEST(LevelTargets, PendingBytesAreZeroInShapeAndGrowWithExcess) {
  PickerScene calm("L0: f9[a-c]@9\nL1: f1[a-c]@1:9M");
  const PickContext c = calm.Context();
  EXPECT_EQ(0u, PendingCompactionBytes(*c.tree, *c.config, c.map, c.targets));
  // Hazard 14: three files that no key shares are no debt, three deep ones are, with what lies
  // below them.
  PickerScene wide("L0: f9[a-b]@9 f8[m-n]@8\nL1: f1[a-c]@1:9M\nmap: g");
  const PickContext w = wide.Context();
  EXPECT_EQ(0u, PendingCompactionBytes(*w.tree, *w.config, w.map, w.targets));
  PickerScene deep("L0: f9[a-b]@9 f8[a-n]@8\nL1: f1[a-c]@1:7M");
  const PickContext d = deep.Context();
  EXPECT_EQ(9u << 20, PendingCompactionBytes(*d.tree, *d.config, d.map, d.targets));
  PickerScene over("L1: f1[a-c]@1:20M\nL2: f2[a-c]@0:40M");
  const PickContext o = over.Context();
  EXPECT_EQ(30u << 20, PendingCompactionBytes(*o.tree, *o.config, o.map, o.targets));
}

TEST(LevelTargets, ATreeOfOneLevelHasNoScoresAndOwesNothing) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleFIFO;
  cf.num_levels = 1;
  PickerScene s("L0: f9[a-c]@9:900M f8[a-c]@8:900M", cf);
  const PickContext ctx = s.Context();
  EXPECT_TRUE(ScoreLevels(*ctx.tree, *ctx.config, ctx.map, *ctx.jobs, ctx.targets).empty());
  EXPECT_EQ(0u, PendingCompactionBytes(*ctx.tree, *ctx.config, ctx.map, ctx.targets));
}

TEST(LevelTargets, ABaseAsLargeAsNumbersGoDoesNotWrapAround) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.level_compaction_dynamic_level_bytes = true;
  cf.max_bytes_for_level_base = UINT64_MAX;
  for (double multiplier : {1.0, 10.0}) {
    cf.max_bytes_for_level_multiplier = multiplier;
    PickerScene s("L4: f2[a-b]@2:100K\nL6: f1[a-b]@1:5M", cf);
    const LevelTargets targets = s.Context().targets;
    EXPECT_EQ(4, targets.base_level);
    for (int level = 4; level < 7; level++) {
      EXPECT_EQ(LevelTargets::kUnlimited, targets.bytes[level]) << multiplier << " " << level;
    }
  }
}

// -- Level picker ---------------------------------------------------------------------------------

TEST(LevelPicker, LevelZeroOutputsAreCutAtBucketBoundaries) {
  PickerScene s("L0: f9[a-m]@9 f8[a-m]@8\nL1: f1[b-c]@1\nmap: g k");
  EXPECT_EQ("L0: f9 f8 + L1: f1 -> L1 cut g k", s.Pick());
}

TEST(LevelPicker, OverfullLevelsComeByScore) {
  PickerScene s("L1: f1[a-c]@1:11M f2[d-f]@1:1M\nL2: f3[a-c]@0:300M f4[d-e]@0:1M\nL3: f5[d-z]@0");
  EXPECT_EQ("L2: f3 -> L3", s.Pick());
}

TEST(LevelPicker, LeastOverlapGoesFirst) {
  PickerScene s("L1: f1[a-c]@2:7M f2[d-f]@2:7M\nL2: f3[a-c]@1:7M f4[d-e]@1:1M");
  EXPECT_EQ("L1: f2 + L2: f4 -> L2", s.Pick());
}

TEST(LevelPicker, EachPriorityHasItsOwnFirstFile) {
  const std::string text = "L1: f1[a-c]@5..6:5M f2[d-f]@1..9:3M f3[g-h]@3..4:4M\nL2: f9[a-z]@0:1M";
  const auto first = [&](CompactionPri pri) {
    ColumnFamilyOptions cf = SmallOptions();
    cf.compaction_pri = pri;
    cf.max_compaction_bytes = 5 << 20;  // nothing is taken along
    return PickerScene(text, cf).Pick();
  };
  EXPECT_EQ("L1: f1 + L2: f9 -> L2", first(kByCompensatedSize));
  EXPECT_EQ("L1: f3 + L2: f9 -> L2", first(kOldestLargestSeqFirst));
  EXPECT_EQ("L1: f2 + L2: f9 -> L2", first(kOldestSmallestSeqFirst));
  EXPECT_EQ("L1: f1 + L2: f9 -> L2", first(kRoundRobin));
}

TEST(LevelPicker, RoundRobinGoesOnAfterItsCursorAndWraps) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_pri = kRoundRobin;
  PickerScene s("L1: f1[a-c]@5:5M f2[d-f]@1:5M f3[g-h]@3:5M", cf);
  s.cursors = {"", MakeInternalKey("c", 0, kTypeValue)};
  EXPECT_EQ("L1: f2 -> L2 move", s.Pick());
  s.cursors[1] = MakeInternalKey("h", 0, kTypeValue);
  EXPECT_EQ("L1: f1 -> L2 move", s.Pick());
}

TEST(LevelPicker, RoundRobinWithoutACursorBeginsAtTheFirstKey) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_pri = kRoundRobin;
  PickerScene s("L1: f1[a-c]@5:5M f2[d-f]@1:5M f3[g-h]@3:5M", cf);
  PickContext ctx = s.Context();
  ctx.cursors = nullptr;
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene::Show(PickCompaction(ctx)));
}

TEST(LevelPicker, MoreOfTheUpperLevelIsTakenWhereItCostsNothingBelow) {
  PickerScene s(
      "L1: f1[a-b]@2:4M f2[c-d]@2:4M f3[e-f]@2:4M f4[x-z]@2:1M\nL2: f8[a-e]@1:1M f9[ea-g]@1:1M");
  EXPECT_EQ("L1: f4 -> L2 move", s.Pick());
  PickerScene t("L1: f1[a-b]@2:4M f2[c-d]@2:4M f3[e-f]@2:4M\nL2: f8[a-dz]@1:1M f9[ea-g]@1:1M");
  EXPECT_EQ("L1: f1 f2 + L2: f8 -> L2", t.Pick());
}

TEST(LevelPicker, AUserKeyOverTwoFilesIsNeverTornApart) {
  PickerScene s("L1: f1[a-c]@5:6M f2[c-f]@3:6M\nL2: f9[x-z]@1");
  EXPECT_EQ("L1: f1 f2 -> L2 move", s.Pick());
}

TEST(LevelPicker, Hazard8BusyFilesAreSteppedOver) {
  PickerScene s(
      "L1: f1[a-c]@2:7M f2[d-f]@2:7M f3[g-h]@2:9M\nL2: f5[d-e]@1:1M\nrunning: 1 L1->L2 f2 f5");
  EXPECT_EQ("L1: f1 -> L2 move", s.Pick());
}

TEST(LevelPicker, Hazard2OutputRangesOfRunningJobsAreBusyBetweenTheirFilesToo) {
  const std::string text = "L1: f1[a-b]@2:7M f2[c-d]@2:12M f3[e-f]@2:7M f4[x-z]@2:1M";
  PickerScene s(text + "\nrunning: 1 L1->L2 f1 f3");
  EXPECT_EQ("L1: f4 -> L2 move", s.Pick()) << "f2 is due, but between f1 and f3";
  EXPECT_EQ("L1: f2 -> L2 move", PickerScene(text + "\nrunning: 1 L1->L2 f1").Pick());
}

TEST(LevelPicker, LowerLevelsRunBesideLevelZero) {
  PickerScene s(
      "L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-c]@1:9M f2[m-p]@1:9M\nmap: g\nrunning: 1 L0->L1 f9 f8 f1");
  EXPECT_EQ("none", s.Pick());  // 9M idle of 10M: in shape
  PickerScene t(
      "L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-c]@1:9M f2[m-p]@1:19M\nmap: g\nrunning: 1 L0->L1 f9 f8 "
      "f1");
  EXPECT_EQ("L1: f2 -> L2 move", t.Pick());
}

TEST(LevelPicker, ABlockedLevelZeroMergesWithinItself) {
  PickerScene s(
      "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7 f6[a-c]@6\nL1: f1[a-c]@1\nL2: f2[a-c]@0\nmap: g\nrunning: "
      "1 L1->L2 f1 f2");
  EXPECT_EQ("L0: f9 f8 f7 f6 -> L0", s.Pick());
}

TEST(LevelPicker, AMoveNeedsNoRewriteAndNoOverlap) {
  EXPECT_EQ("L0: f9 f8 -> L1 move", PickerScene("L0: f9[d-e]@9 f8[a-c]@8:1M\nL1: f1[x-z]@1",
                                                [] {
                                                  ColumnFamilyOptions cf = SmallOptions();
                                                  cf.bucket_options.enabled = false;
                                                  return cf;
                                                }())
                                        .Pick());
  EXPECT_EQ("L0: f9 f8 -> L1", PickerScene("L0: f9[a-e]@9 f8[a-c]@8\nL1: f1[x-z]@1").Pick());
  ColumnFamilyOptions far_too_much = SmallOptions();
  far_too_much.max_compaction_bytes = 2 << 20;
  EXPECT_EQ("L1: f1 -> L2",
            PickerScene("L1: f1[a-c]@1:11M\nL3: f2[a-c]@0:9M", far_too_much).Pick());
}

TEST(LevelPicker, ALevelWithOtherCompressionIsRewrittenNotMoved) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compression_per_level = {kNoCompression, kNoCompression, kLZ4Compression};
  EXPECT_EQ("L1: f1 -> L2", PickerScene("L1: f1[a-c]@1:11M", cf).Pick());
}

TEST(LevelPicker, APartitionerMayForbidAMove) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.sst_partitioner_factory = NewSstPartitionerFixedPrefixFactory(1);
  EXPECT_EQ("L1: f1 -> L2", PickerScene("L1: f1[aa-ca]@1:11M", cf).Pick());
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[aa-ac]@1:11M", cf).Pick());
}

TEST(LevelPicker, APartitionerFactoryThatMakesNoneForbidsNoMove) {
  struct MakesNone : SstPartitionerFactory {
    const char* Name() const override { return "none"; }
    std::unique_ptr<SstPartitioner> CreatePartitioner(
        const SstPartitioner::Context&) const override {
      return nullptr;
    }
  };
  ColumnFamilyOptions cf = SmallOptions();
  cf.sst_partitioner_factory = std::make_shared<MakesNone>();
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[aa-ca]@1:11M", cf).Pick());
}

TEST(LevelPicker, AFileThatBelongsInAnotherDirectoryIsRewrittenThereNotMoved) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 25 << 20}, {"slow", 1ull << 40}};  // levels 0 and 1 fill the first
  PickerScene s("L1: f1[a-c]@1:11M", cf);
  ASSERT_EQ("L1: f1 -> L2", s.Pick());
  EXPECT_EQ(1u, PickCompaction(s.Context())->output_path_id);
  cf.cf_paths[0].target_size = 200 << 20;
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[a-c]@1:11M", cf).Pick());
}

TEST(LevelPicker, OneJobIsSplitOverThreadsOnlyOutOfLevelZero) {
  EXPECT_EQ(4u, PickCompaction(PickerScene("L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-c]@1").Context())
                    ->max_subcompactions);
  EXPECT_EQ(1u, PickCompaction(PickerScene("L1: f1[a-c]@1:11M").Context())->max_subcompactions);
}

TEST(LevelPicker, KnowsWhetherItsOutputIsTheBottom) {
  PickerScene s("L1: f1[a-c]@2:11M\nL3: f2[d-f]@1");
  EXPECT_TRUE(PickCompaction(s.Context())->bottommost);
  PickerScene t("L1: f1[a-e]@2:11M\nL3: f2[d-f]@1");
  const auto pick = PickCompaction(t.Context());
  EXPECT_FALSE(pick->bottommost);
  EXPECT_EQ("f2", DrawNumbers(pick->grandparents));
}

TEST(LevelPicker, Hazard13OneThreadPerEligibleBucketIsAskedFor) {
  PickerScene s(
      "L0: f9[a-c]@9 f8[m-p]@8 f7[a-c]@7 f6[m-p]@6 f5[t-v]@5 f4[t-v]@4\nL1: f1[x-z]@1\nmap: g s");
  EXPECT_EQ(3u, EligibleJobs(s.Context(), 8));
  EXPECT_EQ(2u, EligibleJobs(s.Context(), 2));
  EXPECT_EQ(0u, EligibleJobs(s.Context(), 0));
  EXPECT_TRUE(NeedsCompaction(s.Context()));
  EXPECT_FALSE(NeedsCompaction(PickerScene("L0: f9[a-c]@9").Context()));
}

TEST(LevelPicker, ExcessOfADeeperLevelIsWorthSeveralJobs) {
  PickerScene s("L1: f1[a-b]@1:8M f2[c-d]@1:8M f3[e-f]@1:8M\nL2: f9[x-z]@0");
  EXPECT_EQ(4u, EligibleJobs(s.Context(), 8));
}

TEST(LevelPicker, Hazard17OffDoesNotStarveLevelZero) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.bucket_options.enabled = false;
  const std::string text =
      "L0: f9[a-z]@9 f8[a-z]@8 f7[a-z]@7\nL1: f1[a-b]@1:6M f2[c-d]@1:12M\nL2: "
      "f5[a-b]@0:1M\nrunning: 1 "
      "L1->L2 f1 f5";
  EXPECT_EQ("none", PickerScene(text, cf).Pick());
  EXPECT_EQ("L1: f2 -> L2 move", PickerScene(text).Pick());
}

TEST(LevelPicker, Hazard17OffALargeLevelZeroIsDueByItsBytes) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.bucket_options.enabled = false;
  EXPECT_EQ("L0: f9 + L1: f1 -> L1", PickerScene("L0: f9[a-z]@9:11M\nL1: f1[c-d]@1", cf).Pick());
  cf.level_compaction_dynamic_level_bytes = true;
  EXPECT_EQ("L0: f9 + L6: f1 -> L6", PickerScene("L0: f9[a-z]@9:11M\nL6: f1[c-d]@1", cf).Pick());
  EXPECT_EQ("L0: f9 + L6: f1 -> L6", PickerScene("L0: f9[a-z]@9:10M\nL6: f1[c-d]@1", cf).Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-z]@9:9M\nL6: f1[c-d]@1", cf).Pick());
}

TEST(LevelPicker, Hazard12DynamicLevelsCutAtTheirBaseLevel) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.level_compaction_dynamic_level_bytes = true;
  EXPECT_EQ("L0: f9 f8 + L6: f1 -> L6 cut g",
            PickerScene("L0: f9[a-m]@9 f8[a-m]@8\nL6: f1[b-c]@1\nmap: g", cf).Pick());
}

TEST(LevelPicker, NothingStartsBesideAnExclusiveJob) {
  PickerScene s("L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[x-z]@1\nL2: f2[x-z]@0\nrunning: 1 L1->L2 f1 f2");
  EXPECT_EQ("L0: f9 f8 -> L1", s.Pick());
  s.drawing.jobs[0].exclusive = true;
  EXPECT_EQ("none", s.Pick());
  EXPECT_EQ(0u, EligibleJobs(s.Context(), 8));
}

// -- Paths ----------------------------------------------------------------------------------------

TEST(PathForLevel, FillsDirectoriesFromTheTop) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 15 << 20}, {"slow", 1ull << 40}};
  PickerScene s("", cf);
  const PickContext ctx = s.Context();
  EXPECT_EQ(0u, PathForLevel(*ctx.config, ctx.targets, 0));
  EXPECT_EQ(1u, PathForLevel(*ctx.config, ctx.targets, 1));
  EXPECT_EQ(1u, PathForLevel(*ctx.config, ctx.targets, 6));
}

TEST(PathForLevel, LevelsAboveTheBaseTakeNoRoom) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 25 << 20}, {"slow", 1ull << 40}};
  PickerScene s("", cf);
  LevelTargets targets = s.Context().targets;
  targets.base_level = 5;  // as with dynamic sizes, where the levels above it are unlimited
  targets.bytes = {10 << 20,
                   LevelTargets::kUnlimited,
                   LevelTargets::kUnlimited,
                   LevelTargets::kUnlimited,
                   LevelTargets::kUnlimited,
                   10 << 20,
                   100 << 20};
  EXPECT_EQ(0u, PathForLevel(*s.config, targets, 4));
  EXPECT_EQ(0u, PathForLevel(*s.config, targets, 5));
  EXPECT_EQ(1u, PathForLevel(*s.config, targets, 6));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
