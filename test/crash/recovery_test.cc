// Background errors through the public API: their severity, the errors that writers get, the calls
// that listeners get, automatic recovery and Resume.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "rocksdb/statistics.h"
#include "test/support/faulty_db.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

using Severity = Status::Severity;
constexpr auto kLong = std::chrono::seconds(20);

// Records its calls; may refuse automatic recovery, or clear errors.
class Witness : public EventListener {
 public:
  void OnBackgroundError(BackgroundErrorReason reason, Status* error) override {
    std::lock_guard<std::mutex> lock(mutex_);
    errors.emplace_back(reason, *error);
    if (forgive) *error = Status::OK();
  }
  void OnErrorRecoveryBegin(BackgroundErrorReason, Status, bool* automatic) override {
    std::lock_guard<std::mutex> lock(mutex_);
    begun++;
    if (refuse) *automatic = false;
  }
  void OnErrorRecoveryCompleted(Status) override {
    std::lock_guard<std::mutex> lock(mutex_);
    completed++;
  }
  void OnErrorRecoveryEnd(const BackgroundErrorRecoveryInfo& info) override {
    std::lock_guard<std::mutex> lock(mutex_);
    ends.push_back(info);
    changed_.notify_all();
  }
  bool WaitForEnd(size_t count = 1) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, kLong, [&] { return ends.size() >= count; });
  }
  bool NeverBegan() {
    std::lock_guard<std::mutex> lock(mutex_);
    return begun == 0;
  }
  bool NeverRecovered() {
    std::lock_guard<std::mutex> lock(mutex_);
    return completed == 0;
  }
  bool AnyEnd() {
    std::lock_guard<std::mutex> lock(mutex_);
    return !ends.empty();
  }
  std::pair<BackgroundErrorReason, Status> FirstError() {
    std::lock_guard<std::mutex> lock(mutex_);
    return errors.empty() ? std::pair<BackgroundErrorReason, Status>() : errors.front();
  }

  bool refuse = false;
  bool forgive = false;
  std::vector<std::pair<BackgroundErrorReason, Status>> errors;
  std::vector<BackgroundErrorRecoveryInfo> ends;
  int begun = 0;
  int completed = 0;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

class Recovery : public testing::Test {
 protected:
  Recovery() : witness_(std::make_shared<Witness>()) {
    db_.options().listeners.push_back(witness_);
    db_.options().statistics = CreateDBStatistics();
    db_.options().disable_auto_compactions = true;
  }
  uint64_t Ticker(uint32_t ticker) { return db_.options().statistics->getTickerCount(ticker); }
  Status Flush() { return db_.db()->Flush(FlushOptions()); }
  Status Fill(int writes) {
    Status s;
    for (int i = 0; i < writes && s.ok(); i++) s = db_.Write();
    return s;
  }
  void ExpectSameAfterReopen() {
    const uint64_t acknowledged = db_.acknowledged();
    ASSERT_NO_FATAL_FAILURE(db_.ExpectPrefix(acknowledged));
    ASSERT_NO_FATAL_FAILURE(db_.ExpectNothingLeftBehind());
    ASSERT_OK(db_.Close());
    db_.ExpectNothingOpen();
    ASSERT_OK(db_.Open());
    ASSERT_NO_FATAL_FAILURE(db_.ExpectPrefix(acknowledged));
  }
  // One recovery, which went well.
  void ExpectRecovered(Severity severity, BackgroundErrorReason reason) {
    ASSERT_TRUE(witness_->WaitForEnd());
    EXPECT_EQ(witness_->FirstError().first, reason);
    EXPECT_EQ(witness_->FirstError().second.severity(), severity);
    EXPECT_EQ(witness_->begun, 1);
    EXPECT_EQ(witness_->completed, 1);
    EXPECT_OK(witness_->ends.front().new_bg_error);
    EXPECT_EQ(witness_->ends.front().old_bg_error.severity(), severity);
    EXPECT_EQ(Ticker(ERROR_HANDLER_AUTORESUME_COUNT), 1u);
    EXPECT_EQ(Ticker(ERROR_HANDLER_AUTORESUME_SUCCESS_COUNT), 1u);
  }

  std::shared_ptr<Witness> witness_;
  FaultyDb db_;
};

TEST_F(Recovery, AFullDiskStopsWritesAtFlushAndLetsThemGoOnOnceThereIsSpace) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(200));
  db_.fs().SetSpace(3000);  // not enough for the tables
  const Status s = Flush();
  ASSERT_TRUE(s.IsNoSpace()) << s.ToString();
  EXPECT_EQ(s.severity(), Severity::kHardError);
  const Status refused = db_.Write();
  EXPECT_TRUE(refused.IsNoSpace()) << refused.ToString();
  EXPECT_TRUE(db_.db()->Resume().IsBusy());
  EXPECT_TRUE(
      HoldsFor(std::chrono::milliseconds(30), [this] { return witness_->NeverRecovered(); }));
  db_.fs().AddSpace(10 << 20);
  ASSERT_NO_FATAL_FAILURE(ExpectRecovered(Severity::kHardError, BackgroundErrorReason::kFlush));
  EXPECT_GT(Ticker(ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT), 1u);
  EXPECT_GE(Ticker(ERROR_HANDLER_BG_ERROR_COUNT), 2u);
  EXPECT_EQ(Ticker(ERROR_HANDLER_BG_RETRYABLE_IO_ERROR_COUNT), 0u);
  ASSERT_OK(Fill(100));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, AFullDiskAtTheLogRefusesTheWriteForGood) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(50));
  db_.fs().SetSpace(20);
  const Status s = db_.Write();
  ASSERT_TRUE(s.IsNoSpace()) << s.ToString();
  db_.fs().AddSpace(10 << 20);
  ASSERT_NO_FATAL_FAILURE(
      ExpectRecovered(Severity::kHardError, BackgroundErrorReason::kWriteCallback));
  // The torn record is in a log that is never read again; the next write takes its sequence number.
  ASSERT_NO_FATAL_FAILURE(db_.ExpectPrefix(50));
  ASSERT_OK(Fill(100));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, ASoftErrorOfACompactionEndsWithTheNextThatSucceeds) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(200));
  ASSERT_OK(Flush());
  IOStatus full = IOStatus::NoSpace("injected");
  CompactRangeOptions whole;
  whole.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_.db()->CompactRange(whole, nullptr, nullptr));  // fresh files are only moved
  db_.fs().FailNth(FsOp::kAppend, 1, full, false, ".sst");
  const Status s = db_.db()->CompactRange(whole, nullptr, nullptr);
  ASSERT_TRUE(s.IsNoSpace()) << s.ToString();
  EXPECT_EQ(s.severity(), Severity::kSoftError);
  EXPECT_EQ(witness_->begun, 1);
  ASSERT_OK(Fill(20));  // writes go on
  ASSERT_OK(db_.db()->CompactRange(whole, nullptr, nullptr));
  ASSERT_NO_FATAL_FAILURE(
      ExpectRecovered(Severity::kSoftError, BackgroundErrorReason::kCompaction));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST_F(Recovery, ResumeWaitsForAFlushOfAnotherThreadThatTookAllMemtables) {
  witness_->refuse = true;
  // A sealed memtable alone waits for a second one.
  db_.options().min_write_buffer_number_to_merge = 2;
  db_.options().max_write_buffer_number = 8;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(200));
  ASSERT_OK(Flush());
  CompactRangeOptions whole;
  whole.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_.db()->CompactRange(whole, nullptr, nullptr));  // fresh files are only moved
  db_.fs().FailNth(FsOp::kAppend, 1, IOStatus::NoSpace("injected"), false, ".sst");
  ASSERT_TRUE(db_.db()->CompactRange(whole, nullptr, nullptr).IsNoSpace());
  for (uint64_t sealed = 0; sealed == 0;) {
    ASSERT_OK(Fill(1));
    ASSERT_TRUE(db_.db()->GetIntProperty("rocksdb.num-immutable-mem-table", &sealed));
  }
  FlushOptions later;
  later.wait = false;

  Gate own, other;
  std::atomic<int> runs{0};
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("FlushJob::Run:Start", [&](void*) {
    if (const int run = runs++; run < 2) (run == 0 ? own : other).Pass();
  });
  points.SetCallback("Background::AfterJob:Unlocked", [&](void*) { other.AwaitArrival(); });
  points.Enable();
  {
    Call resume([&] { return db_.db()->Resume(); });
    EXPECT_TRUE(own.AwaitArrival());
    EXPECT_OK(Fill(20));
    EXPECT_OK(db_.db()->Flush(later));
    own.Open();
    EXPECT_TRUE(other.AwaitArrival()) << "a thread of the pool takes the second memtable";
    EXPECT_FALSE(resume.Done());
    other.Open();
    EXPECT_OK(resume.Result());
  }
  points.Clear();
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}
#endif

TEST_F(Recovery, ARetryableErrorOfACompactionIsToldAndForgotten) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(200));
  ASSERT_OK(Flush());
  CompactRangeOptions whole;
  whole.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_.db()->CompactRange(whole, nullptr, nullptr));  // fresh files are only moved
  db_.fs().FailNth(FsOp::kAppend, 1, PassingError(), false, ".sst");
  EXPECT_TRUE(db_.db()->CompactRange(whole, nullptr, nullptr).IsIOError());
  EXPECT_EQ(witness_->errors.size(), 1u);
  EXPECT_EQ(witness_->begun, 0);
  ASSERT_OK(Fill(20));
  ASSERT_OK(db_.db()->CompactRange(whole, nullptr, nullptr));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, ARetryableErrorOfAFlushIsGotOverAtOnce) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kSync, 1, PassingError(), false, ".sst");
  Flush().PermitUncheckedError();  // may find that it is over already
  ASSERT_NO_FATAL_FAILURE(ExpectRecovered(Severity::kHardError, BackgroundErrorReason::kFlush));
  EXPECT_EQ(Ticker(ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT), 1u);
  EXPECT_EQ(Ticker(ERROR_HANDLER_BG_RETRYABLE_IO_ERROR_COUNT), 1u);
  HistogramData attempts;
  db_.options().statistics->histogramData(ERROR_HANDLER_AUTORESUME_RETRY_COUNT, &attempts);
  EXPECT_EQ(attempts.count, 1u);
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, AnErrorThatWillNotPassNeedsAReopen) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kSync, 1, IOStatus::IOError("injected"), false, ".sst");
  EXPECT_EQ(Flush().severity(), Severity::kFatalError);
  EXPECT_EQ(db_.Write().severity(), Severity::kFatalError);
  EXPECT_EQ(db_.db()->Resume().severity(), Severity::kFatalError);
  EXPECT_EQ(witness_->begun, 0);
  db_.Close().PermitUncheckedError();
  ASSERT_OK(db_.Open());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, AFailedManifestIsReplacedAndItsTablesGo) {
  for (const FsOp op : {FsOp::kAppend, FsOp::kSync}) {
    FaultyDb db;
    auto witness = std::make_shared<Witness>();
    db.options().listeners.push_back(witness);
    ASSERT_OK(db.Open());
    for (int i = 0; i < 100; i++) ASSERT_OK(db.Write());
    db.fs().FailNth(op, 1, PassingError(), false, "MANIFEST");
    db.db()->Flush(FlushOptions()).PermitUncheckedError();  // may find that it is over already
    ASSERT_TRUE(witness->WaitForEnd());
    EXPECT_EQ(witness->FirstError().first, BackgroundErrorReason::kManifestWrite);
    EXPECT_OK(witness->ends.front().new_bg_error);
    ASSERT_OK(db.Script(100));
    ASSERT_NO_FATAL_FAILURE(db.ExpectNothingLeftBehind());
    ASSERT_OK(db.Close());
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
  }
}

TEST_F(Recovery, AFailedLogAppendIsNeverReplayed) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(50));
  db_.fs().FailNth(FsOp::kAppend, 1, PassingError(), false, ".log");
  EXPECT_EQ(db_.Write().severity(), Severity::kHardError);
  ASSERT_NO_FATAL_FAILURE(
      ExpectRecovered(Severity::kHardError, BackgroundErrorReason::kWriteCallback));
  ASSERT_OK(Fill(50));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

// The record is whole in the log, but its writer got an error. A family without data must not
// replay it either.
TEST_F(Recovery, AFailedLogSyncLeavesNoWriteBehind) {
  ASSERT_OK(db_.Open());
  ASSERT_OK(db_.db()->Put(WriteOptions(), "key", "before"));
  WriteOptions synced;
  synced.sync = true;
  db_.fs().FailNth(FsOp::kSync, 1, PassingError(), false, ".log");
  WriteBatch batch;
  ASSERT_OK(batch.Put("key", "failed"));
  ASSERT_OK(batch.Put(db_.twin(), "key", "failed"));
  EXPECT_TRUE(db_.db()->Write(synced, &batch).IsIOError());
  ASSERT_NO_FATAL_FAILURE(
      ExpectRecovered(Severity::kHardError, BackgroundErrorReason::kWriteCallback));
  ASSERT_OK(db_.db()->Put(synced, db_.twin(), "other", "after"));
  for (const bool reopened : {false, true}) {
    if (reopened) {
      db_.Close().PermitUncheckedError();
      ASSERT_OK(db_.Open());
    }
    std::string value;
    ASSERT_OK(db_.db()->Get(ReadOptions(), "key", &value));
    EXPECT_EQ(value, "before");
    EXPECT_TRUE(db_.db()->Get(ReadOptions(), db_.twin(), "key", &value).IsNotFound());
    ASSERT_OK(db_.db()->Get(ReadOptions(), db_.twin(), "other", &value));
  }
}

// The kernel may have dropped the log's bytes, and a second sync would not bring them back. So no
// recovery may flush one family: the other family's half of a batch would be lost.
TEST_F(Recovery, AFailedLogSyncWithDataInTwoFamiliesIsNotGotOver) {
  db_.options().max_bgerror_resume_count = 2;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(10));  // of both families
  db_.fs().FailNth(FsOp::kSync, 1, PassingError(), false, ".log");
  EXPECT_TRUE(db_.db()->SyncWAL().IsIOError());
  ASSERT_TRUE(witness_->WaitForEnd());
  EXPECT_NOT_OK(witness_->ends.front().new_bg_error);
  EXPECT_NOT_OK(db_.Write());
  EXPECT_NOT_OK(db_.db()->Resume());
  db_.Close().PermitUncheckedError();
  ASSERT_OK(db_.Open());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, AttemptsAreCountedAndEnd) {
  db_.options().max_bgerror_resume_count = 3;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, PassingError(), true, ".sst");
  EXPECT_TRUE(Flush().IsIOError());
  ASSERT_TRUE(witness_->WaitForEnd());
  EXPECT_TRUE(witness_->ends.front().new_bg_error.IsAborted());
  EXPECT_EQ(witness_->completed, 0);
  EXPECT_EQ(Ticker(ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT), 3u);
  EXPECT_TRUE(db_.Write().IsIOError());
  EXPECT_NOT_OK(db_.db()->Resume());
  db_.fs().ClearFaults();
  // The listener is called at the end of the last attempt, before the attempt has returned.
  Status resumed;
  WaitUntil([&] {
    resumed = db_.db()->Resume();
    return !resumed.IsBusy();
  });
  ASSERT_OK(resumed);
  EXPECT_EQ(witness_->ends.size(), 2u);
  EXPECT_EQ(witness_->completed, 1);
  ASSERT_OK(Fill(20));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, WithoutAttemptsOnlyResumeHelps) {
  db_.options().max_bgerror_resume_count = 0;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, IOStatus::NoSpace("injected"), false, ".sst");
  EXPECT_TRUE(Flush().IsNoSpace());
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(30), [this] { return witness_->NeverBegan(); }));
  EXPECT_TRUE(db_.Write().IsNoSpace());
  ASSERT_OK(db_.db()->Resume());
  ASSERT_OK(Fill(20));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, AListenerMayKeepRecoveryForItself) {
  witness_->refuse = true;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, PassingError(), false, ".sst");
  EXPECT_TRUE(Flush().IsIOError());
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(30), [this] { return !witness_->AnyEnd(); }));
  EXPECT_EQ(witness_->begun, 1);
  EXPECT_TRUE(db_.Write().IsIOError());
  ASSERT_OK(db_.db()->Resume());
  ASSERT_OK(Fill(20));
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

TEST_F(Recovery, AWriteThatFailedIsAFailureWhateverAListenerMakesOfIt) {
  witness_->forgive = true;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(50));
  db_.fs().FailNth(FsOp::kAppend, 1, IOStatus::IOError("injected"), false, ".log");
  EXPECT_TRUE(db_.Write().IsIOError());
  // Nor does anything go into the log behind the torn record.
  EXPECT_TRUE(db_.db()->Put(WriteOptions(), "x", "y").IsIOError());
  db_.Close().PermitUncheckedError();
  ASSERT_OK(db_.Open());
  ASSERT_NO_FATAL_FAILURE(db_.ExpectPrefix(50));
}

TEST_F(Recovery, CloseDoesNotWaitForTheNextAttempt) {
  db_.options().bgerror_resume_retry_interval = 3600ull * 1000000;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, PassingError(), true, ".sst");
  EXPECT_TRUE(Flush().IsIOError());
  const auto begin = std::chrono::steady_clock::now();
  db_.Close().PermitUncheckedError();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  ASSERT_EQ(witness_->ends.size(), 1u);
  EXPECT_TRUE(witness_->ends.front().new_bg_error.IsShutdownInProgress());
  db_.fs().ClearFaults();
  ASSERT_OK(db_.Open());
  ASSERT_NO_FATAL_FAILURE(db_.ExpectPrefix(db_.acknowledged()));
}

TEST_F(Recovery, AttemptsComeNoFasterThanTheInterval) {
  db_.options().bgerror_resume_retry_interval = 100000;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, PassingError(), true, ".sst");
  EXPECT_TRUE(Flush().IsIOError());
  // Three intervals and a half.
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(350), [this] {
    return Ticker(ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT) <= 5u;
  }));
  db_.fs().ClearFaults();
  ASSERT_TRUE(witness_->WaitForEnd());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

// Without paranoid checks an error is reported and then cleared; the retry must pause there too.
TEST_F(Recovery, WithoutParanoidChecksAFailedFlushIsTriedAgain) {
  db_.options().paranoid_checks = false;
  ASSERT_OK(db_.Open());
  ASSERT_OK(Fill(100));
  db_.fs().FailNth(FsOp::kOpenWrite, 1, IOStatus::IOError("injected"), false, ".sst");
  ASSERT_OK(Flush());
  EXPECT_EQ(witness_->errors.size(), 1u);
  EXPECT_EQ(witness_->FirstError().second.severity(), Severity::kNoError);
  ASSERT_NO_FATAL_FAILURE(ExpectSameAfterReopen());
}

// Holds compactions up until it is opened.
class Gate : public EventListener {
 public:
  void OnCompactionBegin(DB*, const CompactionJobInfo&) override {
    std::unique_lock<std::mutex> lock(mutex_);
    opened_.wait(lock, [this] { return open_; });
  }
  void Open() {
    std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

TEST(RecoveryStall, AStalledWriterIsToldOfAnErrorThatStopsWrites) {
  auto gate = std::make_shared<Gate>();
  FaultyDb db(0);
  db.options().listeners.push_back(gate);
  db.options().level0_slowdown_writes_trigger = 3;
  db.options().level0_stop_writes_trigger = 3;
  ASSERT_OK(db.Open());
  for (int i = 0; i < 3; i++) {
    ASSERT_OK(db.Write());
    ASSERT_OK(db.db()->Flush(FlushOptions()));
  }
  uint64_t stopped = 0;
  ASSERT_TRUE(db.db()->GetIntProperty("rocksdb.is-write-stopped", &stopped));
  ASSERT_EQ(stopped, 1u);
  Status s;
  std::atomic<bool> done{false};
  std::thread writer([&] {
    s = db.db()->Put(WriteOptions(), "stalled", "x");
    done = true;
  });
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(50), [&] { return !done; }));
  db.fs().FailNth(FsOp::kOpenWrite, 1, IOStatus::IOError("injected"), true, ".sst");
  gate->Open();
  writer.join();  // or never
  EXPECT_EQ(s.severity(), Severity::kFatalError) << s.ToString();
  db.Close().PermitUncheckedError();
}

// Every size of disk, from one that is too small for an empty database.
TEST_F(Recovery, WhereverSpaceRunsOutNothingIsLost) {
  const bool all = std::getenv("BUCKETLSM_FAULT_POINTS") != nullptr;
  for (uint64_t room = 100; room < 400000; room += room / (all ? 40 : 2)) {
    SCOPED_TRACE("room for " + std::to_string(room) + " bytes");
    FaultyDb db;
    db.fs().SetSpace(room);
    Status s = db.Open();
    if (!s.ok()) {
      db.fs().AddSpace(50 << 20);
      ASSERT_OK(db.Open());
    }
    if (s.ok()) s = db.Script(500);
    db.fs().AddSpace(50 << 20);
    ASSERT_OK(db.StubbornScript(100));
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
    ASSERT_NO_FATAL_FAILURE(db.ExpectNothingLeftBehind());
    ASSERT_OK(db.Close());
    db.ExpectNothingOpen();
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
  }
}

}  // namespace
}  // namespace system_test
