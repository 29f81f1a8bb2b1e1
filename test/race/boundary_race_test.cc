// The bucket boundaries that the MANIFEST ends with are those in use, whatever flushes do side by
// side. Only in builds that have sync points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "bucket/bucket_manager.h"
#include "schedule/transitions.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

class BoundaryRaceTest : public RaceFixture {
 protected:
  // Four buckets, and a flush into one of them changes the map at once.
  BoundaryRaceTest() {
    SetBuckets(&options_, 4);
    options_.bucket_options.dynamic = true;
    options_.bucket_options.window_flushes = 1;
  }
  std::vector<std::string> Boundaries() {
    StateLock lock(&Parts()->context.mutex);
    return FamilyOf(db_->DefaultColumnFamily())->state().buckets()->boundaries();
  }
  // A flush is due and waits for another one of its family.
  bool FlushWaits() {
    StateLock lock(&Parts()->context.mutex);
    const FamilyPtr& family = FamilyOf(db_->DefaultColumnFamily());
    return family->state().flushes.running > 0 && family->NeedsFlush();
  }
  // The first flush that rebalances is held between its decision and the MANIFEST.
  std::shared_ptr<Gate> HoldRebalance() {
    auto gate = NewGate();
    auto decided = std::make_shared<std::atomic<std::thread::id>>();
    SyncPoints::Get().SetCallback("Background::Rebalance:Decided", [this, decided](void*) {
      if (++rebalanced_ == 1) *decided = std::this_thread::get_id();
    });
    SyncPoints::Get().SetCallback("VersionSet::Apply:Unlocked", [gate, decided](void*) {
      if (decided->load() == std::this_thread::get_id()) gate->Pass();
    });
    return gate;
  }

  // As another job of the family does at its end.
  Status SplitLastBucketAt(const std::string& key) {
    StateLock lock(&Parts()->context.mutex);
    std::vector<VersionSet::FamilyEdit> edits(1);
    edits[0].family = FamilyOf(db_->DefaultColumnFamily());
    FamilyState& state = edits[0].family->state();
    BucketStats stats = state.bucket_stats();
    const RebalanceStep split{RebalanceStep::kSplit, state.buckets()->size() - 1, key, 0};
    BucketMapPtr map = ApplyStep(split, *state.buckets(), &stats);
    state.SetBuckets(std::move(map), std::move(stats));
    edits[0].edit.bucket_boundaries = EncodedBoundaries(state);
    return Parts()->versions->Apply(std::move(edits), nullptr);
  }

  std::atomic<int> rebalanced_{0};
};

TEST_F(BoundaryRaceTest, BoundariesReachTheManifestInTheOrderInWhichTheyCameIntoUse) {
  ASSERT_OK(Open(options_));
  Fill("1");
  ASSERT_OK(Flush());
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  const std::vector<std::string> chosen = Boundaries();
  ASSERT_EQ(chosen.size(), 3u);
  std::atomic<int> ended{0};
  const auto held = HoldRebalance();
  SyncPoints::Get().SetCallback("Background::AfterJob:Unlocked", [&](void*) { ++ended; });
  Fill("2", 0, 100);
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(held->AwaitArrival());
  const std::vector<std::string> first = Boundaries();
  ASSERT_NE(first, chosen) << "in use, and not yet in the MANIFEST";
  Fill("3", 300, 400);
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(WaitUntil([&] { return ended > 0 || FlushWaits(); }));
  held->Open();
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_EQ(rebalanced_, 2);
  const std::vector<std::string> last = Boundaries();
  EXPECT_NE(last, first);
  Quiet();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Boundaries(), last);
  ExpectTag("3", 300, 400);
}

TEST_F(BoundaryRaceTest, BoundariesThatAnotherJobHasReplacedAreNotWrittenBehindItsOwn) {
  ASSERT_OK(Open(options_));
  Fill("1");
  ASSERT_OK(Flush());
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  const auto held = HoldRebalance();
  Fill("2", 0, 100);
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(held->AwaitArrival());
  const std::vector<std::string> first = Boundaries();
  ASSERT_OK(SplitLastBucketAt(NumberedKey(390)));
  const std::vector<std::string> last = Boundaries();
  ASSERT_EQ(last.size(), first.size() + 1);
  held->Open();
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  Quiet();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Boundaries(), last);
}

}  // namespace
}  // namespace system_test

#endif  // BUCKETLSM_SYNC_POINTS
