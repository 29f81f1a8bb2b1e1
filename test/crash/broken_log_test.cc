// Families whose data is in memory only when a log was left broken: what the next recovery makes of
// them. Only in builds that have sync points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "test/support/faulty_db.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

class BrokenLog : public testing::Test {
 protected:
  BrokenLog() {
    db_.options().max_bgerror_resume_count = 0;  // only the test calls Resume
    db_.options().disable_auto_compactions = true;
    SyncPoints::Get().Clear();
    SyncPoints::Get().Enable();
  }
  ~BrokenLog() override { SyncPoints::Get().Clear(); }

  Status Put(ColumnFamilyHandle* family, const std::string& key) {
    return db_.db()->Put(WriteOptions(), family, key, "value");
  }
  ColumnFamilyHandle* Main() { return db_.db()->DefaultColumnFamily(); }
  Status FlushMain(bool wait = true) {
    FlushOptions how;
    how.wait = wait;
    return db_.db()->Flush(how, Main());
  }
  Status Get(ColumnFamilyHandle* family, const std::string& key) {
    std::string value;
    return db_.db()->Get(ReadOptions(), family, key, &value);
  }
  void Reopen() {
    ASSERT_OK(db_.Close());
    ASSERT_OK(db_.Open());
  }
  //   log 1 [ main: m0 ] closed, its sync fails      log 2 [ twin: t0, main: m1 ] counts as broken
  //   log 3 is started by the flush of m1            t0 is in memory only
  void LeaveALogBehind() {
    ASSERT_OK(db_.Open());
    Gate picked;
    SyncPoints::Get().SetCallback("FlushJob::Run:Start", [&](void*) { picked.Pass(); });
    EXPECT_OK(Put(Main(), "m0"));
    EXPECT_OK(FlushMain(false));
    EXPECT_TRUE(picked.AwaitArrival());  // it has seen that nobody else has data in log 1
    EXPECT_OK(Put(db_.twin(), "t0"));
    EXPECT_OK(Put(Main(), "m1"));
    db_.fs().FailNth(FsOp::kSync, 1, PassingError(), false, ".log");
    picked.Open();
    EXPECT_OK(db_.db()->WaitForCompact(WaitForCompactOptions()));
    EXPECT_EQ(db_.fs().Injected(), 1u);
    EXPECT_OK(FlushMain());
    SyncPoints::Get().SetCallback("FlushJob::Run:Start", [](void*) {});
  }

  FaultyDb db_;
};

//   the writer that leads    the flush behind it
//   its append fails         in the queue already
TEST_F(BrokenLog, AFlushThatWaitedBehindTheFailedWriteSealsNothingAndNoOtherFamilyLosesData) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Put(Main(), "m0"));
  ASSERT_OK(Put(db_.twin(), "t0"));
  Gate joined;  // holds the writer before it leads
  SyncPoints::Get().SetCallback("WriteQueue::Join:Linked", [&](void*) { joined.Pass(); });
  db_.fs().FailNth(FsOp::kAppend, 1, PassingError(), false, ".log");
  {
    Call write([this] { return Put(Main(), "failed"); });
    EXPECT_TRUE(joined.AwaitArrival());
    Call flush([this] { return FlushMain(); });
    EXPECT_TRUE(joined.AwaitArrival(2));
    joined.Open();
    EXPECT_TRUE(write.Result().IsIOError());
    EXPECT_TRUE(flush.Result().IsIOError());
  }
  SyncPoints::Get().Clear();
  uint64_t sealed = 0;
  ASSERT_TRUE(db_.db()->GetIntProperty("rocksdb.num-immutable-mem-table", &sealed));
  EXPECT_EQ(sealed, 0u);
  ASSERT_OK(db_.db()->Resume());
  ASSERT_NO_FATAL_FAILURE(Reopen());
  EXPECT_OK(Get(Main(), "m0"));
  EXPECT_OK(Get(db_.twin(), "t0"));
  EXPECT_TRUE(Get(Main(), "failed").IsNotFound());
}

TEST_F(BrokenLog, RecoveryFromALaterErrorFlushesEveryFamily) {
  ASSERT_NO_FATAL_FAILURE(LeaveALogBehind());
  ASSERT_OK(Put(Main(), "m2"));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, IOStatus::NoSpace("injected"), false, ".sst");
  ASSERT_TRUE(FlushMain().IsNoSpace());
  ASSERT_OK(db_.db()->Resume());
  ASSERT_NO_FATAL_FAILURE(Reopen());
  for (const char* key : {"m0", "m1", "m2"}) EXPECT_OK(Get(Main(), key)) << key;
  EXPECT_OK(Get(db_.twin(), "t0"));
}

// Writers go on after a soft error, and switch to other logs while Resume is under way.
TEST_F(BrokenLog, ResumeKeepsTheLogsOfWhatIsWrittenMeanwhile) {
  ASSERT_NO_FATAL_FAILURE(LeaveALogBehind());
  CompactRangeOptions whole;
  whole.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_.db()->CompactRange(whole, nullptr, nullptr));  // fresh files may only be moved
  db_.fs().FailNth(FsOp::kAppend, 1, IOStatus::NoSpace("injected"), false, ".sst");
  ASSERT_TRUE(db_.db()->CompactRange(whole, nullptr, nullptr).IsNoSpace());
  SyncPoints::Get().SetCallback("ResumeJob::Run:BeforeFlush", [this](void*) {
    EXPECT_OK(Put(db_.twin(), "t1"));
    EXPECT_OK(Put(Main(), "m2"));
    EXPECT_OK(FlushMain());  // to another log
  });
  ASSERT_OK(db_.db()->Resume());
  SyncPoints::Get().Clear();
  ASSERT_NO_FATAL_FAILURE(Reopen());
  for (const char* key : {"t0", "t1"}) EXPECT_OK(Get(db_.twin(), key)) << key;
  EXPECT_OK(Get(Main(), "m2"));
}

}  // namespace
}  // namespace system_test

#endif  // BUCKETLSM_SYNC_POINTS
