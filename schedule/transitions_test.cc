// Buckets that follow the load, and the counts of a family.
#include "schedule/transitions.h"

#include "schedule/schedule_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr uint64_t kFlush = 64 << 20;

class TransitionsTest : public testing::Test {
 protected:
  TransitionsTest() {
    options_.bucket_options.initial_buckets = 4;
    options_.bucket_options.window_flushes = 1;
    options_.bucket_options.min_file_size = 1;
  }
  void Make() { family_ = DrawFamily(1, "map: g n t", options_); }
  // A flush that brings all its bytes to one bucket, around `median`.
  void FlushInto(size_t bucket, const std::string& median) {
    FlushDecision done;
    done.map = family_->buckets();
    family_->CountFlush(done, {BucketPiece{bucket, kFlush, median}}, options_.bucket_options);
  }
  std::vector<RebalanceStep> Step() {
    BucketSizingInputs sizing;
    sizing.write_buffer_size = kFlush;
    sizing.compaction_threads = 4;
    sizing.processors = 4;
    return Rebalance(family_.get(), sizing);
  }
  std::vector<std::string> Boundaries() { return family_->buckets()->boundaries(); }

  ColumnFamilyOptions options_ = SmallOptions();
  std::unique_ptr<FamilyState> family_;
};

TEST_F(TransitionsTest, AHotBucketIsSplitAndTheCountsFollow) {
  Make();
  FlushInto(0, "c");
  const auto steps = Step();
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(RebalanceStep::kSplit, steps[0].kind);
  EXPECT_EQ("c", Boundaries()[0]);
  EXPECT_EQ(family_->buckets()->size(), family_->bucket_stats().size());
}

TEST_F(TransitionsTest, WhatGoesToTheManifestIsTheMapInUse) {
  Make();
  FlushInto(0, "c");
  ASSERT_FALSE(Step().empty());
  BucketMapPtr stored;
  ASSERT_OK(BucketMap::DecodeFrom(kOrder, EncodedBoundaries(*family_), &stored));
  EXPECT_TRUE(*stored == *family_->buckets());
}

TEST_F(TransitionsTest, AJobOutOfLevel0AsksForRebalancingUnlessAFlushRuns) {
  Make();
  EXPECT_TRUE(AsksForRebalance(*family_, 0, 1));
  EXPECT_FALSE(AsksForRebalance(*family_, 0, 0));
  EXPECT_FALSE(AsksForRebalance(*family_, 1, 2));
  family_->flushes.running = 1;
  EXPECT_FALSE(AsksForRebalance(*family_, 0, 1));
}

TEST_F(TransitionsTest, AnEvenLoadChangesNothing) {
  Make();
  FlushDecision done;
  done.map = family_->buckets();
  std::vector<BucketPiece> even;
  const char* medians[] = {"c", "j", "r", "w"};
  for (size_t i = 0; i < 4; ++i) even.push_back(BucketPiece{i, kFlush / 4, medians[i]});
  family_->CountFlush(done, even, options_.bucket_options);
  const BucketMapPtr before = family_->buckets();
  EXPECT_TRUE(Step().empty());
  EXPECT_EQ(before, family_->buckets());
}

TEST_F(TransitionsTest, FixedBoundariesStay) {
  options_.bucket_options.dynamic = false;
  Make();
  FlushInto(0, "c");
  EXPECT_TRUE(Step().empty());
  EXPECT_EQ(3u, Boundaries().size());
}

TEST_F(TransitionsTest, PiecesOfAnotherMapAreNotCounted) {
  Make();
  FlushDecision other;
  other.map = std::make_shared<BucketMap>(kOrder, std::vector<std::string>{"k"});
  family_->CountFlush(other, {BucketPiece{0, kFlush, "c"}}, options_.bucket_options);
  EXPECT_EQ(0u, family_->bucket_stats().Total());
  EXPECT_EQ(3u, Boundaries().size());
}

TEST_F(TransitionsTest, EpochsAreGivenOutOnce) {
  Make();
  const uint64_t first = family_->TakeEpochs(5);
  EXPECT_EQ(first + 5, family_->TakeEpochs(1));
  family_->RaiseNextEpoch(first);
  EXPECT_EQ(first + 6, family_->TakeEpochs(1));
  family_->RaiseNextEpoch(first + 100);
  EXPECT_EQ(first + 100, family_->TakeEpochs(1));
}

// The LOG orders decisions by this count, and lsm_sim --replay tells from it what the LOG leaves
// out.
TEST_F(TransitionsTest, ChangesThatPicksDependOnAreCountedAndOthersAreNot) {
  Make();
  const uint64_t before = family_->changes();
  family_->SetTree(family_->tree());
  family_->TakeEpochs(3);
  EXPECT_EQ(before, family_->changes());
  FlushInto(0, "c");
  EXPECT_EQ(before + 1, family_->changes());
  family_->AddJob(RunningJob{});
  family_->EndJob(0);
  EXPECT_EQ(before + 3, family_->changes());
  family_->SetTree(
      std::make_shared<TreeVersion>(family_->tree()->order(), std::vector<FileList>(7)));
  EXPECT_EQ(before + 4, family_->changes());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
