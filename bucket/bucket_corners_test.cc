// Corner cases of bucket/: maps whose comparator changed, merges without a benefit, outputs that
// find no free sequence numbers, and jobs that concern another level.
#include <gtest/gtest.h>

#include "bucket/bucket_audit.h"
#include "bucket/bucket_manager.h"
#include "bucket/bucket_properties.h"
#include "bucket/bucket_sizing.h"
#include "bucket/flush_numbers.h"
#include "bucket/flush_splitter.h"
#include "bucket/l0_closure.h"
#include "bucket/l0_picker.h"
#include "version/clean_cut.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Orders by bytes until `reversed` is set: a mistake users can make.
class Fickle : public Comparator {
 public:
  const char* Name() const override { return "Fickle"; }
  int Compare(const Slice& a, const Slice& b) const override {
    return reversed ? b.compare(a) : a.compare(b);
  }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}
  bool reversed = false;
};

TEST(BucketAudit, BoundariesThatTheComparatorNoLongerSortsAreFound) {
  Fickle comparator;
  const BucketMap map(InternalKeyOrder(&comparator), {"g", "p"});
  std::vector<TreeFault> found;
  FaultList faults(&found, 10);
  AuditBuckets(map, &faults);
  EXPECT_TRUE(found.empty());
  comparator.reversed = true;
  AuditBuckets(map, &faults);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ("boundary 1 does not ascend", found.front().what);
  EXPECT_EQ("a boundary does not fall into the bucket it begins", found.back().what);
  for (const TreeFault& f : found) EXPECT_EQ(TreeFault::kBuckets, f.kind);
}

TEST(BucketAudit, OnlyFilesThatReachOverABoundaryStraddle) {
  const Drawing d = Draw("L0: f3[a-g]@3 f2[a-g)@2 f1[g-z]@1\nmap: g");
  EXPECT_EQ(1u, CountStraddlers(BucketMap(kOrder, d.boundaries), d.tree->files(0)));
}

TEST(BucketMap, ABoundaryShorterThanATimestampStaysAsItIs) {
  EXPECT_EQ("short", BoundaryKey(kStamped, "short"));
  EXPECT_EQ("short", BoundaryKey(kOrder, "short"));
  EXPECT_EQ(std::string("k") + std::string(8, '\xff'), BoundaryKey(kStamped, "k12345678"));
}

TEST(BucketMap, ARangeAboveABucketDoesNotTouchIt) {
  const BucketMap map(kOrder, {"g", "p"});
  EXPECT_FALSE(map.Touches(0, {"g", "z", false}));
  EXPECT_TRUE(map.Touches(1, {"g", "z", false}));
  EXPECT_TRUE(map.Touches(2, {"g", "z", false}));
}

TEST(BucketSizing, ThereIsAlwaysRoomForOneBucket) {
  BucketOptions options;
  options.max_buckets = 0;
  EXPECT_EQ(1u, MaxBuckets(options));
  options.max_buckets = 64;
  EXPECT_EQ(64u, MaxBuckets(options));
  options.enabled = false;
  EXPECT_EQ(1u, MaxBuckets(options));
}

TEST(BucketStats, MediansOutsideTheBucketDoNotSplitIt) {
  BucketStats stats(2, 4);
  stats.RecordFlush({{1, 640, "c"}});
  const BucketMap map(kOrder, {"m"});
  EXPECT_EQ("", stats.MiddleKey(map, 1));
  stats.RecordFlush({{1, 640, "q"}});
  EXPECT_EQ("q", stats.MiddleKey(map, 1));
}

// Four equal flushes of `volumes` KiB, one a bucket, then the decision.
std::string Decide(const std::string& text, const std::vector<uint64_t>& volumes,
                   BucketOptions options) {
  const Drawing d = Draw(text);
  const BucketMap map(kOrder, d.boundaries);
  BucketStats stats(map.size(), 4);
  std::vector<BucketPiece> pieces;
  for (size_t i = 0; i < volumes.size(); i++) pieces.push_back({i, volumes[i] << 10, ""});
  for (int flush = 0; flush < 4; flush++) stats.RecordFlush(pieces);
  std::string out;
  const RebalanceInput in{&map, &stats, &options, d.tree.get(), &d.jobs, 1, 1024};
  for (const RebalanceStep& step : DecideRebalance(in)) out += Describe(step, false) + ";";
  return out;
}

TEST(BucketManager, ColdBucketsWhosePairsWouldBeHotStayApart) {
  BucketOptions options;
  options.merge_temperature = 1.0;
  options.split_temperature = 1.5;
  EXPECT_EQ("", Decide("map: m", {20, 20}, options));
  options.split_temperature = 2;
  EXPECT_EQ("merge buckets 0 and 1 (temperature 1.00);", Decide("map: m", {20, 20}, options));
}

TEST(BucketManager, WithMergeTemperatureZeroOnlyUnwrittenBucketsMerge) {
  BucketOptions options;
  options.merge_temperature = 0;
  options.split_temperature = 5;
  EXPECT_EQ("merge buckets 2 and 3 (temperature 1.95);",
            Decide("map: d m t", {1, 20, 20, 0}, options));
  EXPECT_EQ("", Decide("map: d m t", {1, 20, 20, 1}, options));
}

TEST(BucketPropertiesInputs, JobsFromDeeperLevelsAreNotJobsOfABucket) {
  const Drawing d = Draw(
      "L0: f1[q-r]@1\nL1: f9[a-z]@1\nL2: f8[a-b]@1\nmap: m\n"
      "running: 4 L0->L1 f1\nrunning: 5 L1->L2 f9");
  const BucketMap map(kOrder, d.boundaries);
  const BucketStats stats(2, 4);
  const std::string table = BucketTable({d.tree.get(), &map, &stats, &d.jobs, 1, 0, 0}, false);
  EXPECT_NE(std::string::npos, table.find("    0  (-inf, m)")) << table;
  EXPECT_NE(std::string::npos, table.find("    1  [m, +inf)")) << table;
}

TEST(FlushSplitter, NoBoundaryIsDrawnAtTheFirstKeyThoughManyFilesBeginThere) {
  EXPECT_TRUE(ChooseInitialBoundaries(kOrder, {{"a", 0}, {"a", 50}}, 100, 2).empty());
  EXPECT_EQ((std::vector<std::string>{"b"}),
            ChooseInitialBoundaries(kOrder, {{"a", 0}, {"a", 30}, {"b", 60}}, 100, 3));
}

// Smallest number recorded for the last file drawn, whose true range is low..high.
SequenceNumber Recorded(const std::string& others, SequenceNumber low, SequenceNumber high) {
  const Drawing d =
      Draw("L0: " + others + " f1[y-z]@" + std::to_string(low) + ".." + std::to_string(high));
  const FileList& all = d.tree->files(0);
  return RecordedSmallestOfL0Output(all, {all.back()}, low, high);
}

TEST(FlushNumbers, AnOutputBeginsLowerWhenTheNumbersAboveAreTaken) {
  EXPECT_EQ(7u, Recorded("f3[a-b]@8..10 f2[c-d]@9..10", 8, 10));
  EXPECT_EQ(6u, Recorded("f4[e-f]@7..10 f3[a-b]@8..10 f2[c-d]@9..10", 8, 10));
}

TEST(FlushNumbers, AnOutputWithoutRoomIsSingleValuedUnlessThatNumberIsTaken) {
  const std::string crowd = "f4[a-b]@8..10 f3[c-d]@9..10 f2[e-f]@7..9";
  EXPECT_EQ(10u, Recorded(crowd, 8, 10));
  EXPECT_EQ(8u, Recorded("f5[g-h]@10 " + crowd, 8, 10));
  // A newer range begins below the begin of the older one: no number is free between them.
  EXPECT_EQ(10u, Recorded("f4[a-b]@3..20 f3[c-d]@7..9", 8, 10));
}

TEST(FlushNumbers, ASingleValuedOutputKeepsItsNumberUnlessAnotherHasIt) {
  EXPECT_EQ(10u, Recorded("f2[a-b]@9", 10, 10));
  EXPECT_EQ(9u, Recorded("f2[a-b]@10", 10, 10));
}

struct CornerScene {
  explicit CornerScene(const std::string& text)
      : drawing(Draw(text)), map(kOrder, drawing.boundaries) {
    in.tree = drawing.tree.get();
    in.map = &map;
    in.jobs = &drawing.jobs;
    in.trigger = 2;
  }
  Drawing drawing;
  BucketMap map;
  L0PickInput in;
};

TEST(L0Closure, ACutBetweenVersionsOfOneKeyTakesTheNeighbourOnEitherSide) {
  const Drawing d = Draw("L1: f1[a-g]@9 f2[g-m]@5 f3[m-p]@2 f4[p-z)@1..1");
  UserRange range{"h", "k", false};
  FileList files;
  CleanCut(*d.tree, 1, &range, &files);
  EXPECT_EQ("f1 f2 f3 f4", DrawNumbers(files));
  EXPECT_EQ("a", range.smallest.ToString());
  EXPECT_EQ("z", range.largest.ToString());
  const Drawing apart = Draw("L1: f1[a-g)@9 f2[g-m)@5 f3[m-p]@2");
  UserRange inside{"h", "k", false};
  CleanCut(*apart.tree, 1, &inside, &files);
  EXPECT_EQ("f2", DrawNumbers(files));
}

TEST(L0Closure, NoBaseIsFreeBesideAnExclusiveJob) {
  CornerScene s("L0: f2[a-c]@2\nL1: f1[a-d]@1\nL3: f9[x-z]@1\nrunning: 1 L3->L4 f9");
  FileList base;
  EXPECT_TRUE(FindFreeBase(L0View(s.in), {"a", "c", false}, &base));
  EXPECT_EQ("f1", DrawNumbers(base));
  s.drawing.jobs[0].exclusive = true;
  EXPECT_FALSE(FindFreeBase(L0View(s.in), {"a", "c", false}, &base));
}

TEST(L0Picker, JobsBetweenDeeperLevelsDoNotTakeABucketsPlace) {
  CornerScene s("L0: f9[a-c]@9 f8[a-c]@8\nL2: f2[a-z]@1\nL3: f3[a-z]@1\nrunning: 1 L2->L3 f2");
  EXPECT_EQ(1u, EligibleL0Jobs(L0View(s.in), 8, false));
  CornerScene into("L0: f9[a-c]@9 f8[a-c]@8\nL2: f2[a-z]@1\nrunning: 1 L2->L1 f2");
  EXPECT_EQ(0u, EligibleL0Jobs(L0View(into.in), 8, false));
}

TEST(L0View, ABaseBeyondTheLastLevelWeighsNothing) {
  CornerScene s("L0: f9[a-c]@9\nL6: f1[a-z]@1:3M");
  s.in.base_level = 6;
  EXPECT_EQ(3u << 20, L0View(s.in).loads()[0].base_bytes);
  s.in.base_level = 7;
  EXPECT_EQ(0u, L0View(s.in).loads()[0].base_bytes);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
