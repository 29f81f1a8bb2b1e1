// A flush that begins while the one in front of it is made durable. Only in builds that have sync
// points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "env/composite_env.h"
#include "env/fault_fs.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

class FlushBehindRaceTest : public RaceFixture {
 protected:
  FlushBehindRaceTest() {
    options_.env = env_.get();
    options_.max_bgerror_resume_count = 0;  // no automatic recovery
  }
  ~FlushBehindRaceTest() override {
    Quiet();
    Close();  // before the environment goes
  }
  // "0" is in tables. The flush of "1" is held before its directory is synced; "2" was sealed
  // before that flush began to write, "3" afterwards.
  void HoldTheFirstOfThree() {
    ASSERT_OK(Open(options_));
    Fill("0");
    ASSERT_OK(Flush());
    in_tables_ = Tree()->files(0).size();
    begun_ = HoldAt("FlushJob::Run:Start");
    Fill("1");
    ASSERT_OK(FlushLater());
    ASSERT_TRUE(begun_->AwaitArrival());
    Fill("2", 0, 300);
    ASSERT_OK(FlushLater());
    synced_ = HoldAt("FlushJob::Run:BeforeDirSync");
    begun_->Open();
    ASSERT_TRUE(synced_->AwaitArrival());
    ASSERT_TRUE(begun_->AwaitArrival(2)) << "the second does not begin";
    Fill("3", 0, 200);
    ASSERT_OK(FlushLater());
  }
  void ExpectAll() {
    ExpectTag("3", 0, 200);
    ExpectTag("2", 200, 300);
    ExpectTag("1", 300, 400);
    ExpectOrderedLevelZero(Tree());
  }

  std::shared_ptr<FaultFileSystem> fs_ = std::make_shared<FaultFileSystem>(FileSystem::Default());
  std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  std::shared_ptr<Gate> begun_, synced_;
  size_t in_tables_ = 0;
};

TEST_F(FlushBehindRaceTest, NoneIsInstalledBeforeTheOneInFrontAndOneAtMostIsBehind) {
  ASSERT_NO_FATAL_FAILURE(HoldTheFirstOfThree());
  EXPECT_EQ(Tree()->files(0).size(), in_tables_);
  EXPECT_EQ(IntProperty("rocksdb.num-running-flushes"), 1u);
  ExpectAll();
  const std::string image = CrashImage("image");
  EXPECT_EQ(begun_->arrived(), 2) << "a third begins";
  synced_->Open();
  ASSERT_OK(Flush());
  ASSERT_TRUE(AwaitIdle());
  EXPECT_EQ(begun_->arrived(), 3) << "each memtable is written once";
  EXPECT_GT(Tree()->files(0).size(), in_tables_);
  EXPECT_EQ(OnDisk(), LiveTables());
  ExpectAll();
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectAll();
  Close();
  std::filesystem::remove_all(DbPath());
  std::filesystem::rename(image, DbPath());
  ASSERT_OK(Open(options_));
  ExpectAll();
}

TEST_F(FlushBehindRaceTest, WhereTheOneInFrontFailsNothingIsInstalledAndAllIsFlushedLater) {
  ASSERT_NO_FATAL_FAILURE(HoldTheFirstOfThree());
  fs_->FailNth(FsOp::kDirSync, 1, IOStatus::NoSpace("directory"));
  synced_->Open();
  ASSERT_TRUE(AwaitStop() && AwaitIdle());
  EXPECT_EQ(fs_->Injected(), 1u);
  EXPECT_EQ(Tree()->files(0).size(), in_tables_);
  EXPECT_EQ(OnDisk(), LiveTables()) << "files of failed flushes stay behind";
  ExpectAll();
  fs_->ClearFaults();
  Quiet();
  ASSERT_OK(db_->Resume());
  ASSERT_OK(Flush());
  EXPECT_GT(Tree()->files(0).size(), in_tables_);
  ExpectAll();
  ASSERT_OK(Open(options_));
  ExpectAll();
}

TEST_F(FlushBehindRaceTest, ClosingWaitsForBoth) {
  ASSERT_NO_FATAL_FAILURE(HoldTheFirstOfThree());
  Call close([this] {
    Close();
    return Status::OK();
  });
  synced_->Open();
  ASSERT_OK(close.Result());
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectAll();
}

}  // namespace
}  // namespace system_test

#endif  // BUCKETLSM_SYNC_POINTS
