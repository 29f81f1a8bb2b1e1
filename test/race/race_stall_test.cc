// Writers that wait for the end of a stall, and the calls that must pass them: calls that change
// the database, and writers that may not wait. Only in builds with sync points, which force the
// waiting.
#ifdef BUCKETLSM_SYNC_POINTS

#include "db/state/write_controller.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/race_fixture.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

class RaceStallTest : public RaceFixture {
 protected:
  // A writer waits for memtables while the flush that would free one is held.
  void Stall() {
    options_.max_write_buffer_number = 2;
    ASSERT_OK(Open(options_));
    waiting_ = NewGate(0);
    SyncPoints::Get().SetCallback("WritePath::WaitOutStop",
                                  [gate = waiting_](void*) { gate->Pass(); });
    flushing_ = HoldAt("FlushJob::Run:Start");
    for (const char* tag : {"1", "2"}) {
      Fill(tag);
      ASSERT_OK(FlushLater());
    }
    ASSERT_TRUE(flushing_->AwaitArrival());
    writer_ = std::make_unique<Call>([&] { return Put("stalled", "value"); });
    ASSERT_TRUE(waiting_->AwaitArrival());
    ASSERT_FALSE(writer_->Done());
  }
  std::shared_ptr<Gate> waiting_, flushing_;
  std::unique_ptr<Call> writer_;
};

TEST_F(RaceStallTest, CloseDuringAStallSendsTheWriterHome) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  Call close([&] { return db_->Close(); });
  EXPECT_TRUE(writer_->Result().IsShutdownInProgress()) << writer_->Result().ToString();
  flushing_->Open();
  EXPECT_OK(close.Result());
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectTag("2");
  EXPECT_EQ(Get("stalled"), "NOT_FOUND");
}

TEST_F(RaceStallTest, AFinishedFlushLetsTheStalledWriterGo) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  flushing_->Open();
  EXPECT_OK(writer_->Result());
  EXPECT_EQ(Get("stalled"), "value");
  ExpectTag("2");
}

TEST_F(RaceStallTest, SetOptionsThatLiftTheLimitLetTheStalledWriterGo) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  ASSERT_OK(db_->SetOptions({{"max_write_buffer_number", "6"}}));
  EXPECT_OK(writer_->Result());
  EXPECT_EQ(IntProperty("rocksdb.num-immutable-mem-table"), 2u) << "the flush is still held";
  EXPECT_EQ(Get("stalled"), "value");
}

// ---- calls that pass waiting writers

enum class Why { kStopped, kDelayed, kMemory };

class RacePastStallTest : public RaceFixture, public testing::WithParamInterface<Why> {
 protected:
  // Three writers wait. The test owns the token, the rate or the memory that holds them back.
  void Stall() {
    options_.create_missing_column_families = true;
    options_.write_buffer_manager = manager_;
    ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "other"}));
    ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "key", "value"));
    waiting_ = NewGate(0);
    for (const char* point :
         {"WritePath::WaitOutStop", "WritePath::WaitOutDelay", "WritePath::WaitForBuffer"}) {
      SyncPoints::Get().SetCallback(point, [gate = waiting_](void*) { gate->Pass(); });
    }
    ASSERT_NO_FATAL_FAILURE(Begin());
    for (int i = 0; i < 3; i++) {
      writers_.push_back(std::make_unique<Call>([this, i] {
        return db_->Put(WriteOptions(), handles_[i == 2 ? 1 : 0], "waiting", "value");
      }));
    }
    // A delayed writer keeps its place in the queue and holds the others back; stopped writers wait
    // outside the queue.
    ASSERT_TRUE(waiting_->AwaitArrival(GetParam() == Why::kDelayed ? 1 : 3));
    ExpectWaiting();
  }
  void Begin() {
    if (GetParam() == Why::kMemory) {
      manager_->ReserveMem(kForeign);
      return;
    }
    const auto state =
        GetParam() == Why::kStopped ? WriteController::kStopped : WriteController::kDelayed;
    Change(WriteController::kNormal, state);
    if (state != WriteController::kDelayed) return;
    Parts()->controller->set_max_rate(1);
    // The first write passes on credit; at 16 KiB a second the others wait for two minutes.
    ASSERT_OK(Put("first", std::string(2 << 20, 'v')));
  }
  void End() {
    if (GetParam() == Why::kMemory) {
      manager_->ScheduleFreeMem(kForeign);
      manager_->FreeMem(kForeign);
    } else if (GetParam() == Why::kStopped) {
      Change(WriteController::kStopped, WriteController::kNormal);
      StateLock lock(&Parts()->context.mutex);
      Parts()->writes->SignalStall();
    } else {
      Change(WriteController::kDelayed, WriteController::kNormal);
    }
  }
  void Change(WriteController::State from, WriteController::State to) {
    StateLock lock(&Parts()->context.mutex);
    Parts()->controller->FamilyChanged(from, to);
  }
  void ExpectWaiting() {
    for (const auto& writer : writers_) EXPECT_FALSE(writer->Done());
  }
  Status Impatient(const std::string& key) {
    WriteOptions no_wait;
    no_wait.no_slowdown = true;
    return db_->Put(no_wait, key, "value");
  }

  static constexpr size_t kForeign = 256 << 20;  // memory that another database is said to use
  const Watchdog watchdog_{"a call behind waiting writers", 120};
  const std::shared_ptr<WriteBufferManager> manager_ =
      std::make_shared<WriteBufferManager>(64 << 20, nullptr, true);
  std::shared_ptr<Gate> waiting_;
  std::vector<std::unique_ptr<Call>> writers_;
};

INSTANTIATE_TEST_SUITE_P(Reasons, RacePastStallTest,
                         testing::Values(Why::kStopped, Why::kDelayed, Why::kMemory),
                         [](const auto& info) -> std::string {
                           return info.param == Why::kStopped   ? "Stopped"
                                  : info.param == Why::kDelayed ? "Delayed"
                                                                : "Memory";
                         });

TEST_P(RacePastStallTest, TheDatabaseIsChangedWhileWritersWait) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  ColumnFamilyHandle* fresh = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "fresh", &fresh));
  ASSERT_OK(Flush(handles_[1]));
  ASSERT_OK(db_->SetOptions(handles_[1], {{"write_buffer_size", "1000000"}}));
  ASSERT_OK(db_->SetDBOptions({{"max_total_wal_size", "100000000"}}));
  ASSERT_OK(db_->FlushWAL(true));
  ASSERT_OK(db_->DropColumnFamily(fresh));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(fresh));
  ExpectWaiting();
  End();
  for (const auto& writer : writers_) EXPECT_OK(writer->Result());
  EXPECT_EQ(Get("waiting"), "value");
}

TEST_P(RacePastStallTest, WhoMustNotWaitIsTurnedAwayWhileWritersWait) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  for (int i = 0; i < 20; i++) {
    const Status s = Impatient("impatient");
    EXPECT_TRUE(s.IsIncomplete()) << s.ToString();
  }
  ExpectWaiting();
  End();
  for (const auto& writer : writers_) EXPECT_OK(writer->Result());
  EXPECT_OK(Impatient("later"));
  EXPECT_EQ(Get("impatient"), "NOT_FOUND");
}

TEST_P(RacePastStallTest, ClosingSendsAllOfThemHome) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  ASSERT_OK(db_->Close());
  for (const auto& writer : writers_) {
    EXPECT_TRUE(writer->Result().IsShutdownInProgress()) << writer->Result().ToString();
  }
  if (GetParam() == Why::kMemory) End();  // the manager must not know the database any more
}

TEST_P(RacePastStallTest, AnErrorThatStopsWritesEndsTheWaiting) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  const Status error =
      Parts()->errors->Set(Status::Corruption("the test's"), BackgroundErrorReason::kFlush);
  EXPECT_TRUE(error.IsCorruption()) << error.ToString();
  {
    StateLock lock(&Parts()->context.mutex);
    Parts()->writes->SignalStall();  // as background work does when it has failed
  }
  for (const auto& writer : writers_) {
    EXPECT_TRUE(writer->Result().IsCorruption()) << writer->Result().ToString();
  }
  End();
}

TEST_P(RacePastStallTest, TheFamilyOfAWaitingWriterMayBeDropped) {
  ASSERT_NO_FATAL_FAILURE(Stall());
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  ExpectWaiting();
  End();
  EXPECT_OK(writers_[0]->Result());
  EXPECT_OK(writers_[1]->Result());
  EXPECT_TRUE(writers_[2]->Result().IsInvalidArgument()) << writers_[2]->Result().ToString();
}

}  // namespace
}  // namespace system_test

#endif
