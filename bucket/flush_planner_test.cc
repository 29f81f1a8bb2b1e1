// What a flush decides: buckets, cuts, epochs, shares, and what it leaves in the family's counters.
#include "bucket/flush_planner.h"

#include <gtest/gtest.h>

#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class FlushPlannerTest : public testing::Test {
 protected:
  FlushPlannerTest() {
    options_.bucket_options.min_file_size = 10;
    options_.bucket_options.initial_buckets = 2;
    options_.write_buffer_size = 1000;
  }
  FlushDecision Plan(const std::vector<VolumeSample>& samples, uint64_t bytes) {
    Status s = MakeCfConfig(DBOptions(), options_, &config_);
    EXPECT_OK(s);
    FlushInputs in;
    in.config = config_.get();
    in.tree = tree_.get();
    in.map = map_;
    in.around.write_buffer_size = 1000;
    in.has_points = has_points_;
    return PlanFlush(in, samples, bytes);
  }

  ColumnFamilyOptions options_;
  CfConfigPtr config_;
  TreePtr tree_ = Tree("");
  BucketMapPtr map_ = std::make_shared<BucketMap>(kOrder);
  bool has_points_ = true;
  const std::vector<VolumeSample> samples_ = {{"a", 0}, {"g", 50}, {"m", 75}};
};

using Keys = std::vector<std::string>;

TEST_F(FlushPlannerTest, TheFirstFlushChoosesBoundariesAndCutsAtThem) {
  const FlushDecision d = Plan(samples_, 100);
  EXPECT_TRUE(d.map_changed);
  EXPECT_EQ(Keys({"g"}), d.map->boundaries());
  EXPECT_EQ(Keys({"g"}), d.plan.cuts);
  EXPECT_EQ(std::vector<uint64_t>({50, 50}), d.plan.expected);
}

TEST_F(FlushPlannerTest, WithoutDistinctKeysTheFilesBelowShowWhereTheDataLies) {
  tree_ = Tree("L1: f1[a-f]@1:8M f2[p-z]@1:8M");
  const FlushDecision d = Plan({{"a", 0}}, 100);
  EXPECT_TRUE(d.map_changed);
  EXPECT_EQ(Keys({"p"}), d.map->boundaries());
  EXPECT_EQ(Keys(), d.plan.cuts) << "all of this flush lies in one bucket";
}

TEST_F(FlushPlannerTest, AMapThatIsThereIsKept) {
  map_ = std::make_shared<BucketMap>(kOrder, Keys{"c", "m"});
  const FlushDecision d = Plan(samples_, 100);
  EXPECT_FALSE(d.map_changed);
  EXPECT_EQ(map_, d.map);
  EXPECT_EQ(Keys({"c", "m"}), d.plan.cuts);
  EXPECT_EQ(4u, EpochsToReserve(*map_, options_.bucket_options, BucketSizingInputs()));
}

TEST_F(FlushPlannerTest, TombstonesAloneAreCutAtEveryBoundary) {
  map_ = std::make_shared<BucketMap>(kOrder, Keys{"c", "m"});
  has_points_ = false;
  EXPECT_EQ(Keys({"c", "m"}), Plan({}, 0).plan.cuts);
}

TEST_F(FlushPlannerTest, WithoutBucketsNothingIsChosenOrCut) {
  options_.bucket_options.enabled = false;
  const FlushDecision d = Plan(samples_, 100);
  EXPECT_FALSE(d.map_changed);
  EXPECT_EQ(map_, d.map);
  EXPECT_EQ(Keys(), d.plan.cuts);
  EXPECT_EQ(2u, EpochsToReserve(*map_, options_.bucket_options, BucketSizingInputs()));
}

TEST_F(FlushPlannerTest, AFlushIsCountedOnlyByTheMapItWasPlannedFor) {
  const FlushDecision d = Plan(samples_, 100);
  const std::vector<BucketPiece> pieces = {{0, 64, "c"}, {1, 128, "m"}};
  BucketMapPtr map = map_;
  BucketStats stats(1, 8);
  RecordFlush(d, pieces, options_.bucket_options, &map, &stats);
  EXPECT_EQ(d.map, map) << "the family takes over what its first flush has chosen";
  EXPECT_EQ(64u, stats.Volume(0));
  EXPECT_EQ(128u, stats.Volume(1));
  // Another flush has chosen meanwhile.
  BucketMapPtr other = std::make_shared<BucketMap>(kOrder, Keys{"x"});
  const BucketMapPtr before = other;
  BucketStats fresh(2, 8);
  RecordFlush(d, pieces, options_.bucket_options, &other, &fresh);
  EXPECT_EQ(before, other);
  EXPECT_EQ(0u, fresh.flushes());
}

TEST(ShareOutWalks, RangesMeetAndCoverEverything) {
  const FlushPlan plan{{"b", "c", "d"}, {10, 10, 10, 10}};
  const std::vector<WalkRange> two = ShareOut(plan, 2);
  ASSERT_EQ(2u, two.size());
  EXPECT_EQ(nullptr, two[0].lower);
  EXPECT_EQ("c", *two[0].upper);
  EXPECT_EQ(two[0].upper, two[1].lower);
  EXPECT_EQ(nullptr, two[1].upper);
  EXPECT_EQ(1u, ShareOut(FlushPlan{{}, {100}}, 8).size());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
