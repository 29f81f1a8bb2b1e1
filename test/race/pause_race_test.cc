// PauseBackgroundWork beside jobs that end, listeners and recoveries. Only in builds that have sync
// points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "env/composite_env.h"
#include "env/fault_fs.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

// Pauses work for a moment whenever a table was deleted.
class PausesAtDeletions : public EventListener {
 public:
  void OnTableFileDeleted(const TableFileDeletionInfo&) override {
    DB* const db = db_of_test;
    if (db == nullptr) return;
    EXPECT_OK(db->PauseBackgroundWork());
    EXPECT_OK(db->ContinueBackgroundWork());
    ++pauses;
  }
  std::atomic<DB*> db_of_test{nullptr};
  std::atomic<int> pauses{0};
};

class PauseRaceTest : public RaceFixture {
 protected:
  PauseRaceTest() {
    options_.env = env_.get();
    options_.bgerror_resume_retry_interval = 1000;
  }
  ~PauseRaceTest() override {
    Quiet();
    Close();  // before the environment goes
  }
  // Work is paused, and the recovery from a flush that failed is about to begin.
  void PauseARecovery() {
    ASSERT_OK(Open(options_));
    Fill("1");
    attempt_ = HoldAt("ErrorHandler::Step:BeforeAttempt");
    fs_->FailNth(FsOp::kOpenWrite, 1, IOStatus::NoSpace("table"), false, ".sst");
    EXPECT_TRUE(Flush().IsNoSpace());
    ASSERT_TRUE(attempt_->AwaitArrival());
    ASSERT_OK(db_->PauseBackgroundWork());
    flushes_ = HoldAt("FlushJob::Run:Start", 0);
    attempt_->Open();
    EXPECT_TRUE(
        HoldsFor(std::chrono::milliseconds(30), [this] { return flushes_->arrived() == 0; }));
  }

  std::shared_ptr<FaultFileSystem> fs_ = std::make_shared<FaultFileSystem>(FileSystem::Default());
  std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  std::shared_ptr<Gate> attempt_, flushes_;
};

TEST_F(PauseRaceTest, APauseWaitsForWhatFollowsAJob) {
  ASSERT_OK(Open(options_));
  const auto after = HoldAt("Background::AfterJob:Unlocked");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(after->AwaitArrival());
  Call pause([this] { return db_->PauseBackgroundWork(); });
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(30), [&] { return !pause.Done(); }));
  after->Open();
  EXPECT_OK(pause.Result());
  EXPECT_OK(db_->ContinueBackgroundWork());
}

TEST_F(PauseRaceTest, AListenerThatIsCalledAfterAJobMayPauseWork) {
  const auto listener = std::make_shared<PausesAtDeletions>();
  options_.listeners.push_back(listener);
  ASSERT_OK(Open(options_));
  listener->db_of_test = db_.get();
  for (const char* tag : {"1", "2"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  EXPECT_TRUE(WaitUntil([&] { return listener->pauses > 0; }));
  listener->db_of_test = nullptr;
  ExpectTag("2");
}

TEST_F(PauseRaceTest, ARecoveryBeginsNoFlushMeanwhile) {
  ASSERT_NO_FATAL_FAILURE(PauseARecovery());
  ASSERT_OK(db_->ContinueBackgroundWork());
  EXPECT_TRUE(WaitUntil([this] { return !Parts()->errors->writes_stopped(); }));
  EXPECT_GT(flushes_->arrived(), 0);
  ExpectTag("1");
}

TEST_F(PauseRaceTest, ARecoveryThatWaitsForTheEndOfThePauseEndsWithTheDatabase) {
  ASSERT_NO_FATAL_FAILURE(PauseARecovery());
  Close();
  EXPECT_EQ(flushes_->arrived(), 0);
  ASSERT_OK(Open(options_));
  ExpectTag("1");
}

}  // namespace
}  // namespace system_test

#endif  // BUCKETLSM_SYNC_POINTS
