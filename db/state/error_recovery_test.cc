// How errors start recoveries, with attempts that the test makes fail or work, and what LOG has.
#include <cstdarg>
#include <utility>

#include "db/state/error_handler.h"
#include "db/state/module_fixture.h"
#include "rocksdb/io_status.h"
#include "test/support/status_assertions.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ErrorRecoveryTest : public ModuleTest {
 protected:
  ErrorRecoveryTest() {
    DBOptions options;
    options.bgerror_resume_retry_interval = 1000;
    SetDbOptions(options);
  }
  ~ErrorRecoveryTest() override { handler_.Stop(); }
  void Await(const std::function<bool()>& happened) {
    for (int i = 0; i < 30000 && !happened(); ++i) context_.clock->SleepForMicroseconds(1000);
    EXPECT_TRUE(happened());
  }

  ErrorHandler handler_{&context_};
};

TEST_F(ErrorRecoveryTest, AWorseErrorThatComesDuringAFailedResumeIsRecoveredFrom) {
  std::atomic<int> attempts{0};
  handler_.Arm([&] {
    if (++attempts > 1) return handler_.Clear();
    return handler_.Set(IOStatus::NoSpace("flush"), BackgroundErrorReason::kFlush);
  });
  // Soft: it waits for a compaction, or for Resume.
  EXPECT_FALSE(
      handler_.Set(IOStatus::NoSpace("compaction"), BackgroundErrorReason::kCompaction).ok());
  EXPECT_FALSE(handler_.writes_stopped());
  EXPECT_NOT_OK(handler_.ResumeByHand());
  Await([&] { return attempts >= 2 && !handler_.writes_stopped(); });
  EXPECT_OK(handler_.error());
}

TEST_F(ErrorRecoveryTest, AFailedResumeStartsNoRecoveryOfItsOwn) {
  std::atomic<int> attempts{0};
  handler_.Arm([&] {
    ++attempts;
    return Status::IOError("again");
  });
  EXPECT_FALSE(
      handler_.Set(IOStatus::NoSpace("compaction"), BackgroundErrorReason::kCompaction).ok());
  EXPECT_NOT_OK(handler_.ResumeByHand());
  EXPECT_FALSE(handler_.recovering());
  EXPECT_EQ(attempts, 1);
}

TEST_F(ErrorRecoveryTest, WithoutAttemptsAllowedNoneIsMadeAfterAFailedResume) {
  DBOptions options;
  options.max_bgerror_resume_count = 0;
  SetDbOptions(options);
  std::atomic<int> attempts{0};
  handler_.Arm([&] {
    ++attempts;
    return handler_.Set(IOStatus::NoSpace("flush"), BackgroundErrorReason::kFlush);
  });
  EXPECT_FALSE(
      handler_.Set(IOStatus::NoSpace("compaction"), BackgroundErrorReason::kCompaction).ok());
  EXPECT_NOT_OK(handler_.ResumeByHand());
  EXPECT_FALSE(handler_.recovering());
  EXPECT_TRUE(handler_.writes_stopped());
  EXPECT_EQ(attempts, 1);
}

#ifdef BUCKETLSM_SYNC_POINTS
class RecoveryEnds : public EventListener {
 public:
  void OnErrorRecoveryEnd(const BackgroundErrorRecoveryInfo& info) override {
    outcomes.push_back(info.new_bg_error);
  }
  std::vector<Status> outcomes;
};

TEST_F(ErrorRecoveryTest, ARecoveryWithoutAThreadIsOverAtOnceAndLeavesTheErrorToResume) {
  const auto ends = std::make_shared<RecoveryEnds>();
  DBOptions options;
  options.listeners.push_back(ends);
  SetDbOptions(options);
  handler_.Arm([&] { return handler_.Clear(); });
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("RetryThread::Wake:NewThread",
                     [](void* refused) { *static_cast<bool*>(refused) = true; });
  points.Enable();
  EXPECT_NOT_OK(handler_.Set(IOStatus::NoSpace("flush"), BackgroundErrorReason::kFlush));
  points.Clear();
  EXPECT_FALSE(handler_.recovering());
  ASSERT_EQ(ends->outcomes.size(), 1u);
  EXPECT_TRUE(ends->outcomes[0].IsAborted());
  EXPECT_TRUE(handler_.writes_stopped());
  EXPECT_OK(handler_.ResumeByHand());
  EXPECT_FALSE(handler_.writes_stopped());
}
#endif

class BufferedLogger : public Logger {
 public:
  using Logger::Logv;
  void Logv(const char* format, va_list ap) override {
    char line[500];
    vsnprintf(line, sizeof(line), format, ap);
    buffered += line;
  }
  void Flush() override { written += std::exchange(buffered, {}); }

  std::string buffered, written;
};

TEST_F(ErrorRecoveryTest, AnErrorIsInTheLogFileAtOnce) {
  const auto logger = std::make_shared<BufferedLogger>();
  context_.info_log = logger;
  EXPECT_NOT_OK(handler_.Set(IOStatus::IOError("the reason"), BackgroundErrorReason::kFlush));
  EXPECT_NE(std::string::npos, logger->written.find("the reason"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
