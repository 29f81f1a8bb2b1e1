// Leveled, manual, FIFO and universal picks and level targets: drawing in, decision out.
#include <gtest/gtest.h>

#include "compaction/level_picker.h"
#include "compaction/manual_picker.h"
#include "compaction/picker.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/sst_partitioner.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

ColumnFamilyOptions SmallOptions() {
  ColumnFamilyOptions cf;
  cf.num_levels = 7;
  cf.level0_file_num_compaction_trigger = 2;
  cf.target_file_size_base = 4 << 20;
  cf.max_bytes_for_level_base = 10 << 20;
  cf.max_bytes_for_level_multiplier = 10;
  cf.level_compaction_dynamic_level_bytes = false;
  cf.compression = kNoCompression;
  cf.ttl = 0;
  cf.periodic_compaction_seconds = 0;
  return cf;
}

struct Scene {
  explicit Scene(const std::string& text, const ColumnFamilyOptions& cf = SmallOptions()) {
    Status s = ParseDrawing(kOrder, text, cf.num_levels, &drawing);
    EXPECT_TRUE(s.ok()) << s.ToString();
    s = MakeCfConfig(DBOptions(), cf, &config);
    EXPECT_TRUE(s.ok()) << s.ToString();
    map = std::make_unique<BucketMap>(kOrder, drawing.boundaries);
  }
  PickContext Context() {
    PickContext ctx = PickContext::Of(
        drawing.tree, *config, BucketsApply(config->options) ? map.get() : nullptr, drawing.jobs);
    ctx.now_seconds = 1000000;
    ctx.cursors = &cursors;
    ctx.max_subcompactions = 4;
    return ctx;
  }
  static std::string Show(const std::optional<CompactionPick>& pick) {
    return pick ? pick->DebugString() : "none";
  }
  std::string Pick() { return Show(PickCompaction(Context())); }
  std::string Manual(ManualRequest r, std::string* next = nullptr) {
    CompactionPick pick;
    std::optional<std::string> next_begin;
    const ManualAnswer answer = PickManual(Context(), r, &pick, &next_begin);
    if (next != nullptr) *next = next_begin.value_or("");
    if (answer == ManualAnswer::kBusy) return "busy";
    return answer == ManualAnswer::kNothing ? "nothing" : pick.DebugString();
  }
  std::string Files(const std::vector<uint64_t>& numbers, int level) {
    CompactionPick pick;
    const Status s = PickCompactFiles(Context(), numbers, level, CompactionOptions(), &pick);
    return s.ok() ? pick.DebugString() : s.ToString();
  }

  Drawing drawing;
  CfConfigPtr config;
  std::unique_ptr<BucketMap> map;
  std::vector<std::string> cursors;
};

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
  Scene s("L4: f2[a-b]@2:100K\nL6: f1[a-b]@1:5M", [] {
    ColumnFamilyOptions cf = SmallOptions();
    cf.level_compaction_dynamic_level_bytes = true;
    return cf;
  }());
  EXPECT_EQ(4, s.Context().targets.base_level);
  EXPECT_GE(s.Context().targets.unnecessary, 4);
  EXPECT_EQ("L4: f2 -> L5 move", s.Pick());
}

TEST(LevelTargets, PendingBytesAreZeroInShapeAndGrowWithExcess) {
  Scene calm("L0: f9[a-c]@9\nL1: f1[a-c]@1:9M");
  const PickContext c = calm.Context();
  EXPECT_EQ(0u, PendingCompactionBytes(*c.tree, *c.config, c.map, c.targets));
  // Hazard 14: three files that no key shares are no debt, three deep ones are, with what lies
  // below them.
  Scene wide("L0: f9[a-b]@9 f8[m-n]@8\nL1: f1[a-c]@1:9M\nmap: g");
  const PickContext w = wide.Context();
  EXPECT_EQ(0u, PendingCompactionBytes(*w.tree, *w.config, w.map, w.targets));
  Scene deep("L0: f9[a-b]@9 f8[a-n]@8\nL1: f1[a-c]@1:7M");
  const PickContext d = deep.Context();
  EXPECT_EQ(9u << 20, PendingCompactionBytes(*d.tree, *d.config, d.map, d.targets));
  Scene over("L1: f1[a-c]@1:20M\nL2: f2[a-c]@0:40M");
  const PickContext o = over.Context();
  EXPECT_EQ(30u << 20, PendingCompactionBytes(*o.tree, *o.config, o.map, o.targets));
}

// -- Level picker ---------------------------------------------------------------------------------

TEST(LevelPicker, LevelZeroOutputsAreCutAtBucketBoundaries) {
  Scene s("L0: f9[a-m]@9 f8[a-m]@8\nL1: f1[b-c]@1\nmap: g k");
  EXPECT_EQ("L0: f9 f8 + L1: f1 -> L1 cut g k", s.Pick());
}

TEST(LevelPicker, OverfullLevelsComeByScore) {
  Scene s("L1: f1[a-c]@1:11M f2[d-f]@1:1M\nL2: f3[a-c]@0:300M f4[d-e]@0:1M\nL3: f5[d-z]@0");
  EXPECT_EQ("L2: f3 -> L3", s.Pick());
}

TEST(LevelPicker, LeastOverlapGoesFirst) {
  Scene s("L1: f1[a-c]@2:7M f2[d-f]@2:7M\nL2: f3[a-c]@1:7M f4[d-e]@1:1M");
  EXPECT_EQ("L1: f2 + L2: f4 -> L2", s.Pick());
}

TEST(LevelPicker, EachPriorityHasItsOwnFirstFile) {
  const std::string text = "L1: f1[a-c]@5..6:5M f2[d-f]@1..9:3M f3[g-h]@3..4:4M\nL2: f9[a-z]@0:1M";
  const auto first = [&](CompactionPri pri) {
    ColumnFamilyOptions cf = SmallOptions();
    cf.compaction_pri = pri;
    cf.max_compaction_bytes = 5 << 20;  // nothing is taken along
    return Scene(text, cf).Pick();
  };
  EXPECT_EQ("L1: f1 + L2: f9 -> L2", first(kByCompensatedSize));
  EXPECT_EQ("L1: f3 + L2: f9 -> L2", first(kOldestLargestSeqFirst));
  EXPECT_EQ("L1: f2 + L2: f9 -> L2", first(kOldestSmallestSeqFirst));
  EXPECT_EQ("L1: f1 + L2: f9 -> L2", first(kRoundRobin));
}

TEST(LevelPicker, RoundRobinGoesOnAfterItsCursorAndWraps) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_pri = kRoundRobin;
  Scene s("L1: f1[a-c]@5:5M f2[d-f]@1:5M f3[g-h]@3:5M", cf);
  s.cursors = {"", MakeInternalKey("c", 0, kTypeValue)};
  EXPECT_EQ("L1: f2 -> L2 move", s.Pick());
  s.cursors[1] = MakeInternalKey("h", 0, kTypeValue);
  EXPECT_EQ("L1: f1 -> L2 move", s.Pick());
}

TEST(LevelPicker, MoreOfTheUpperLevelIsTakenWhereItCostsNothingBelow) {
  Scene s(
      "L1: f1[a-b]@2:4M f2[c-d]@2:4M f3[e-f]@2:4M f4[x-z]@2:1M\nL2: f8[a-e]@1:1M f9[ea-g]@1:1M");
  EXPECT_EQ("L1: f4 -> L2 move", s.Pick());
  Scene t("L1: f1[a-b]@2:4M f2[c-d]@2:4M f3[e-f]@2:4M\nL2: f8[a-dz]@1:1M f9[ea-g]@1:1M");
  EXPECT_EQ("L1: f1 f2 + L2: f8 -> L2", t.Pick());
}

TEST(LevelPicker, AUserKeyOverTwoFilesIsNeverTornApart) {
  Scene s("L1: f1[a-c]@5:6M f2[c-f]@3:6M\nL2: f9[x-z]@1");
  EXPECT_EQ("L1: f1 f2 -> L2 move", s.Pick());
}

TEST(LevelPicker, Hazard8BusyFilesAreSteppedOver) {
  Scene s("L1: f1[a-c]@2:7M f2[d-f]@2:7M f3[g-h]@2:9M\nL2: f5[d-e]@1:1M\nrunning: 1 L1->L2 f2 f5");
  EXPECT_EQ("L1: f1 -> L2 move", s.Pick());
}

TEST(LevelPicker, Hazard2OutputRangesOfRunningJobsAreBusyBetweenTheirFilesToo) {
  Scene s("L1: f1[a-b]@2:7M f2[c-d]@2:7M f3[e-f]@2:7M\nrunning: 1 L1->L2 f1 f3");
  EXPECT_EQ("none", s.Pick());
}

TEST(LevelPicker, LowerLevelsRunBesideLevelZero) {
  Scene s(
      "L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-c]@1:9M f2[m-p]@1:9M\nmap: g\nrunning: 1 L0->L1 f9 f8 f1");
  EXPECT_EQ("none", s.Pick());  // 9M idle of 10M: in shape
  Scene t(
      "L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-c]@1:9M f2[m-p]@1:19M\nmap: g\nrunning: 1 L0->L1 f9 f8 "
      "f1");
  EXPECT_EQ("L1: f2 -> L2 move", t.Pick());
}

TEST(LevelPicker, ABlockedLevelZeroMergesWithinItself) {
  Scene s(
      "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7 f6[a-c]@6\nL1: f1[a-c]@1\nL2: f2[a-c]@0\nmap: g\nrunning: "
      "1 L1->L2 f1 f2");
  EXPECT_EQ("L0: f9 f8 f7 f6 -> L0", s.Pick());
}

TEST(LevelPicker, AMoveNeedsNoRewriteAndNoOverlap) {
  EXPECT_EQ("L0: f9 f8 -> L1 move", Scene("L0: f9[d-e]@9 f8[a-c]@8:1M\nL1: f1[x-z]@1",
                                          [] {
                                            ColumnFamilyOptions cf = SmallOptions();
                                            cf.bucket_options.enabled = false;
                                            return cf;
                                          }())
                                        .Pick());
  EXPECT_EQ("L0: f9 f8 -> L1", Scene("L0: f9[a-e]@9 f8[a-c]@8\nL1: f1[x-z]@1").Pick());
  ColumnFamilyOptions far_too_much = SmallOptions();
  far_too_much.max_compaction_bytes = 2 << 20;
  EXPECT_EQ("L1: f1 -> L2", Scene("L1: f1[a-c]@1:11M\nL3: f2[a-c]@0:9M", far_too_much).Pick());
}

TEST(LevelPicker, ALevelWithOtherCompressionIsRewrittenNotMoved) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compression_per_level = {kNoCompression, kNoCompression, kLZ4Compression};
  EXPECT_EQ("L1: f1 -> L2", Scene("L1: f1[a-c]@1:11M", cf).Pick());
}

TEST(LevelPicker, APartitionerMayForbidAMove) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.sst_partitioner_factory = NewSstPartitionerFixedPrefixFactory(1);
  EXPECT_EQ("L1: f1 -> L2", Scene("L1: f1[aa-ca]@1:11M", cf).Pick());
  EXPECT_EQ("L1: f1 -> L2 move", Scene("L1: f1[aa-ac]@1:11M", cf).Pick());
}

TEST(LevelPicker, OneJobIsSplitOverThreadsOnlyOutOfLevelZero) {
  EXPECT_EQ(4u, PickCompaction(Scene("L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-c]@1").Context())
                    ->max_subcompactions);
  EXPECT_EQ(1u, PickCompaction(Scene("L1: f1[a-c]@1:11M").Context())->max_subcompactions);
}

TEST(LevelPicker, KnowsWhetherItsOutputIsTheBottom) {
  Scene s("L1: f1[a-c]@2:11M\nL3: f2[d-f]@1");
  EXPECT_TRUE(PickCompaction(s.Context())->bottommost);
  Scene t("L1: f1[a-e]@2:11M\nL3: f2[d-f]@1");
  const auto pick = PickCompaction(t.Context());
  EXPECT_FALSE(pick->bottommost);
  EXPECT_EQ("f2", DrawNumbers(pick->grandparents));
}

TEST(LevelPicker, Hazard13OneThreadPerEligibleBucketIsAskedFor) {
  Scene s(
      "L0: f9[a-c]@9 f8[m-p]@8 f7[a-c]@7 f6[m-p]@6 f5[t-v]@5 f4[t-v]@4\nL1: f1[x-z]@1\nmap: g s");
  EXPECT_EQ(3u, EligibleJobs(s.Context(), 8));
  EXPECT_EQ(2u, EligibleJobs(s.Context(), 2));
  EXPECT_EQ(0u, EligibleJobs(s.Context(), 0));
  EXPECT_TRUE(NeedsCompaction(s.Context()));
  EXPECT_FALSE(NeedsCompaction(Scene("L0: f9[a-c]@9").Context()));
}

TEST(LevelPicker, ExcessOfADeeperLevelIsWorthSeveralJobs) {
  Scene s("L1: f1[a-b]@1:8M f2[c-d]@1:8M f3[e-f]@1:8M\nL2: f9[x-z]@0");
  EXPECT_EQ(4u, EligibleJobs(s.Context(), 8));
}

TEST(LevelPicker, Hazard17OffDoesNotStarveLevelZero) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.bucket_options.enabled = false;
  const std::string text =
      "L0: f9[a-z]@9 f8[a-z]@8 f7[a-z]@7\nL1: f1[a-b]@1:6M f2[c-d]@1:12M\nL2: "
      "f5[a-b]@0:1M\nrunning: 1 "
      "L1->L2 f1 f5";
  EXPECT_EQ("none", Scene(text, cf).Pick());
  EXPECT_EQ("L1: f2 -> L2 move", Scene(text).Pick());
}

TEST(LevelPicker, Hazard17OffALargeLevelZeroIsDueByItsBytes) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.bucket_options.enabled = false;
  EXPECT_EQ("L0: f9 + L1: f1 -> L1", Scene("L0: f9[a-z]@9:11M\nL1: f1[c-d]@1", cf).Pick());
  cf.level_compaction_dynamic_level_bytes = true;
  EXPECT_EQ("L0: f9 + L6: f1 -> L6", Scene("L0: f9[a-z]@9:11M\nL6: f1[c-d]@1", cf).Pick());
  EXPECT_EQ("none", Scene("L0: f9[a-z]@9:9M\nL6: f1[c-d]@1", cf).Pick());
}

TEST(LevelPicker, Hazard12DynamicLevelsCutAtTheirBaseLevel) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.level_compaction_dynamic_level_bytes = true;
  EXPECT_EQ("L0: f9 f8 + L6: f1 -> L6 cut g",
            Scene("L0: f9[a-m]@9 f8[a-m]@8\nL6: f1[b-c]@1\nmap: g", cf).Pick());
}

TEST(LevelPicker, NothingStartsBesideAnExclusiveJob) {
  Scene s("L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[x-z]@1\nL2: f2[x-z]@0\nrunning: 1 L1->L2 f1 f2");
  s.drawing.jobs[0].exclusive = true;
  EXPECT_EQ("none", s.Pick());
}

// -- Files for their own sake ---------------------------------------------------------------------

TEST(AgedFiles, PastTtlGoesDown) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.ttl = 1000;
  EXPECT_EQ("L1: f1 -> L2 move",
            Scene("L1: f1[a-c]@2~5000 f2[d-f]@2~999500\nL3: f3[x-z]@1", cf).Pick());
  EXPECT_EQ("none", Scene("L1: f1[a-c]@2~999500\nL3: f3[x-z]@1", cf).Pick());
  EXPECT_EQ("none", Scene("L6: f1[a-c]@2~5000", cf).Pick());
}

TEST(AgedFiles, PastPeriodIsRewrittenInPlace) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.periodic_compaction_seconds = 1000;
  EXPECT_EQ("L2: f1 -> L2", Scene("L2: f1[a-c]@2~5000", cf).Pick());
  EXPECT_EQ("L0: f9 + L1: f1 -> L1", Scene("L0: f9[a-c]@9~5000\nL1: f1[a-c]@1~999999", cf).Pick());
}

TEST(AgedFiles, MarkedFilesGoDownUnlessAtTheDeepestLevel) {
  EXPECT_EQ("L1: f1 + L2: f2 -> L2", Scene("L1: f1[a-c]@2!\nL2: f2[a-c]@1").Pick());
  EXPECT_EQ("none", Scene("L2: f2[a-c]@1!").Pick());
}

TEST(AgedFiles, BottommostTombstonesNoSnapshotNeedsAreRewrittenAway) {
  Scene s("L2: f1[a-c]@5%3/9");
  EXPECT_EQ("L2: f1 -> L2", s.Pick());
  PickContext ctx = s.Context();
  ctx.oldest_snapshot = 4;
  EXPECT_EQ("none", Scene::Show(PickCompaction(ctx)));
  EXPECT_EQ("none", Scene("L2: f1[a-c]@5%3/9\nL3: f2[b-d]@1").Pick());
  ColumnFamilyOptions patient = SmallOptions();
  patient.bottommost_file_compaction_delay = 1000;
  EXPECT_EQ("none", Scene("L2: f1[a-c]@5%3/9~999900", patient).Pick());
  EXPECT_EQ("L2: f1 -> L2", Scene("L2: f1[a-c]@5%3/9~5000", patient).Pick());
}

// -- Manual ---------------------------------------------------------------------------------------

TEST(ManualPicker, TakesWhatTheRangeTouchesAndWhatMustComeWithIt) {
  Scene s("L0: f9[a-c]@9 f8[b-h]@8 f7[g-k]@7 f6[x-z]@6\nL1: f1[a-d]@1 f2[e-m]@1 f3[w-z]@1");
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
  Scene s("L0: f9[a-b]@9\nL4: f2[a-b]@2:100K\nL6: f1[a-b]@1:5M", cf);
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
  Scene s("L1: f1[a-d]@1", cf);
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  r.path_id = 0;
  r.max_subcompactions = 7;
  EXPECT_EQ("L1: f1 -> L2", s.Manual(r));
}

TEST(ManualPicker, CompactFilesMovesOnlyOnRequestAndFollowsItsOptions) {
  Scene s("L1: f1[a-d]@1");
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
  Scene s("L1: f1[a-b]@1:6M f2[c-d]@1:6M f3[e-f]@1:6M", cf);
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  std::string next;
  EXPECT_EQ("L1: f1 -> L2 move", s.Manual(r, &next));
  EXPECT_EQ("c", next);
}

TEST(ManualPicker, WaitsForBusyFilesAndExclusiveRequestsForEverybody) {
  Scene s(
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
  Scene s("L0: f9[a-c]@9 f8[m-p]@8");
  ManualRequest r;
  r.output_level = 0;
  EXPECT_EQ("L0: f9 f8 -> L0", s.Manual(r));
}

TEST(ManualPicker, CompactFilesTakesEverythingOnTheWay) {
  Scene s("L0: f9[a-c]@9 f8[b-h]@8 f7[x-z]@7\nL1: f1[a-d]@1 f2[e-m]@1\nL2: f3[k-n]@0 f4[o-z]@0");
  EXPECT_EQ("L0: f9 f8 + L1: f1 f2 + L2: f3 -> L2", s.Files({9}, 2));
  EXPECT_EQ("L1: f2 + L2: f3 -> L2", s.Files({2}, 2));
  EXPECT_EQ("L0: f9 f8 -> L0", s.Files({9, 8}, 0));
  EXPECT_NE(std::string::npos, s.Files({99}, 2).find("does not exist"));
  EXPECT_NE(std::string::npos, s.Files({3}, 1).find("above its own"));
  EXPECT_NE(std::string::npos, s.Files({3}, 9).find("Output level must be between"));
  EXPECT_NE(std::string::npos, s.Files({}, 2).find("at least one file"));
}

TEST(ManualPicker, CompactFilesRefusesBusyFiles) {
  Scene s("L1: f1[a-d]@1 f2[e-m]@1\nL2: f3[a-n]@0\nrunning: 1 L1->L2 f1 f3");
  EXPECT_NE(std::string::npos, s.Files({2}, 2).find("being compacted"));
}

// -- Other styles ---------------------------------------------------------------------------------

ColumnFamilyOptions Fifo() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleFIFO;
  cf.compaction_options_fifo.max_table_files_size = 3 << 20;
  return cf;
}

TEST(FifoPicker, DropsTheOldestWhenTooLarge) {
  EXPECT_EQ("L0: f7 f6 -> L0 drop",
            Scene("L0: f9[a-c]@9 f8[a-c]@8:2M f7[a-c]@7 f6[a-c]@6", Fifo()).Pick());
  EXPECT_EQ("none", Scene("L0: f9[a-c]@9 f8[a-c]@8", Fifo()).Pick());
  EXPECT_EQ("none", Scene("L0: f9[a-c]@9:9M f8[a-c]@8\nrunning: 1 L0->L0 f8", Fifo()).Pick());
}

TEST(FifoPicker, DropsWhatIsPastItsTtl) {
  ColumnFamilyOptions cf = Fifo();
  cf.ttl = 1000;
  EXPECT_EQ("L0: f8 -> L0 drop", Scene("L0: f9[a-c]@9~999900 f8[a-c]@8~5000", cf).Pick());
  EXPECT_TRUE(NeedsCompaction(Scene("L0: f9[a-c]@9~999900 f8[a-c]@8~5000", cf).Context()));
}

TEST(FifoPicker, MergesManySmallFilesWhenAllowed) {
  ColumnFamilyOptions cf = Fifo();
  cf.level0_file_num_compaction_trigger = 4;
  cf.compaction_options_fifo.allow_compaction = true;
  EXPECT_EQ("L0: f9 f8 f7 f6 -> L0",
            Scene("L0: f9[a-c]@9:100K f8[a-c]@8:100K f7[a-c]@7:100K f6[a-c]@6:100K", cf).Pick());
}

ColumnFamilyOptions Universal() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleUniversal;
  cf.level0_file_num_compaction_trigger = 3;
  return cf;
}

TEST(UniversalPicker, MergesEverythingWhenNewerRunsOutweighTheOldest) {
  EXPECT_EQ("L0: f9 f8 + L6: f1 -> L6",
            Scene("L0: f9[a-c]@9:3M f8[a-c]@8:3M\nL6: f1[a-c]@1:2M", Universal()).Pick());
}

TEST(UniversalPicker, MergesRunsOfSimilarSizeJustAboveTheNextRun) {
  EXPECT_EQ("L0: f9 f8 f7 -> L5",
            Scene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7\nL6: f1[a-c]@1:90M", Universal()).Pick());
  EXPECT_EQ("L0: f9 f8 -> L0",
            Scene("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7:20M\nL6: f1[a-c]@1:90M", Universal()).Pick());
}

TEST(UniversalPicker, MergesForCountWhenNoSizesMatch) {
  EXPECT_EQ(
      "L0: f9 f8 -> L0",
      Scene("L0: f9[a-c]@9 f8[a-c]@8:3M f7[a-c]@7:20M\nL6: f1[a-c]@1:190M", Universal()).Pick());
  EXPECT_EQ("none", Scene("L0: f9[a-c]@9\nL6: f1[a-c]@1:90M", Universal()).Pick());
}

TEST(UniversalPicker, Hazard12BucketsDoNotApply) {
  EXPECT_FALSE(BucketsApply(Universal()));
  EXPECT_FALSE(BucketsApply(Fifo()));
  EXPECT_TRUE(BucketsApply(SmallOptions()));
}

TEST(Picker, TheStyleNonePicksNothing) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleNone;
  Scene s("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7", cf);
  EXPECT_EQ("none", s.Pick());
  EXPECT_FALSE(NeedsCompaction(s.Context()));
}

TEST(PathForLevel, FillsDirectoriesFromTheTop) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 15 << 20}, {"slow", 1ull << 40}};
  Scene s("", cf);
  const PickContext ctx = s.Context();
  EXPECT_EQ(0u, PathForLevel(*ctx.config, ctx.targets, 0));
  EXPECT_EQ(1u, PathForLevel(*ctx.config, ctx.targets, 1));
  EXPECT_EQ(1u, PathForLevel(*ctx.config, ctx.targets, 6));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
