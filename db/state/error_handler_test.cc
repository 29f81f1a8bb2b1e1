// The verdict on each failure, and the thread that retries.
#include <gtest/gtest.h>

#include <atomic>

#include "db/state/error_verdict.h"
#include "db/state/retry_thread.h"
#include "rocksdb/io_status.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Reason = BackgroundErrorReason;
using Severity = Status::Severity;

ErrorVerdict Judge(const Status& error, Reason reason, bool paranoid = true, bool manual = false) {
  ErrorCircumstances around;
  around.reason = reason;
  around.paranoid_checks = paranoid;
  around.manual_wal_flush = manual;
  return JudgeError(error, around);
}

IOStatus Passing() {
  IOStatus s = IOStatus::IOError("x");
  s.SetRetryable(true);
  return s;
}

TEST(ErrorVerdict, AFullDiskGoesByItself) {
  const Status full = IOStatus::NoSpace("x");
  EXPECT_EQ(Judge(full, Reason::kCompaction).severity, Severity::kSoftError);
  for (const Reason reason : {Reason::kFlush, Reason::kWriteCallback, Reason::kManifestWrite}) {
    EXPECT_EQ(Judge(full, reason).severity, Severity::kHardError);
    EXPECT_TRUE(Judge(full, reason).automatic);
  }
  const Status limit = Status::SpaceLimit();
  EXPECT_EQ(Judge(limit, Reason::kCompaction).severity, Severity::kHardError);
  EXPECT_EQ(Judge(limit, Reason::kCompaction, false).severity, Severity::kHardError);
  EXPECT_FALSE(Judge(limit, Reason::kFlush).automatic);
}

TEST(ErrorVerdict, RetryableErrorsAreHardButForCompactions) {
  EXPECT_EQ(Judge(Passing(), Reason::kFlush).severity, Severity::kHardError);
  EXPECT_TRUE(Judge(Passing(), Reason::kFlush).automatic);
  EXPECT_TRUE(Judge(Passing(), Reason::kManifestWrite).automatic);
  EXPECT_FALSE(Judge(Passing(), Reason::kCompaction).kept);
  IOStatus of_file = IOStatus::IOError("x");
  EXPECT_FALSE(Judge(of_file, Reason::kFlush).retryable);
  of_file.SetScope(IOStatus::kIOErrorScopeFile);
  EXPECT_TRUE(Judge(of_file, Reason::kFlush).retryable);
}

TEST(ErrorVerdict, OtherErrorsNeedAReopen) {
  for (const Reason reason :
       {Reason::kFlush, Reason::kCompaction, Reason::kWriteCallback, Reason::kManifestWrite}) {
    EXPECT_EQ(Judge(IOStatus::IOError("x"), reason).severity, Severity::kFatalError);
    EXPECT_EQ(Judge(Status::Corruption("x"), reason).severity, Severity::kUnrecoverableError);
    EXPECT_FALSE(Judge(IOStatus::IOError("x"), reason).automatic);
  }
  EXPECT_EQ(Judge(Status::NotSupported("x"), Reason::kMemTable).severity, Severity::kFatalError);
  IOStatus loss = Passing();
  loss.SetDataLoss(true);
  EXPECT_EQ(Judge(loss, Reason::kFlush).severity, Severity::kUnrecoverableError);
}

TEST(ErrorVerdict, ALogWithBufferedWritesIsNotGotOver) {
  EXPECT_EQ(Judge(Passing(), Reason::kWriteCallback, true, true).severity, Severity::kFatalError);
  EXPECT_EQ(Judge(IOStatus::NoSpace("x"), Reason::kMemTable, true, true).severity,
            Severity::kFatalError);
  EXPECT_EQ(Judge(Passing(), Reason::kFlush, true, true).severity, Severity::kHardError);
}

TEST(ErrorVerdict, AMarkOfAPreparedSectionThatFailedInTheLogIsNotGotOver) {
  ErrorCircumstances around;
  around.reason = Reason::kWriteCallback;
  around.marks_section = true;
  EXPECT_EQ(JudgeError(Passing(), around).severity, Severity::kFatalError);
  EXPECT_EQ(JudgeError(IOStatus::NoSpace("x"), around).severity, Severity::kFatalError);
}

TEST(ErrorVerdict, WithoutParanoidChecksJobsOnlyTell) {
  for (const Reason reason : {Reason::kFlush, Reason::kCompaction}) {
    EXPECT_FALSE(Judge(Status::Corruption("x"), reason, false).kept);
    EXPECT_EQ(Judge(IOStatus::NoSpace("x"), reason, false).severity, Severity::kNoError);
  }
  EXPECT_TRUE(Judge(IOStatus::IOError("x"), Reason::kWriteCallback, false).kept);
  EXPECT_TRUE(Judge(IOStatus::IOError("x"), Reason::kManifestWrite, false).kept);
}

TEST(RetryThread, StepsAgainUntilEnoughAndAfterEachWake) {
  std::atomic<int> steps{0};
  RetryThread thread([&]() -> uint64_t { return ++steps % 3 == 0 ? RetryThread::kEnough : 100; });
  for (int round = 1; round <= 3; ++round) {
    EXPECT_TRUE(thread.Wake(0));
    while (steps.load() < round * 3) std::this_thread::yield();
  }
  thread.Stop();
  EXPECT_EQ(steps.load(), 9);
  EXPECT_TRUE(thread.Wake(0));
  EXPECT_EQ(steps.load(), 9);
}

TEST(RetryThread, StopDoesNotWaitForADelay) {
  std::atomic<int> steps{0};
  RetryThread thread([&]() -> uint64_t {
    ++steps;
    return 3600ull * 1000000;
  });
  EXPECT_TRUE(thread.Wake(0));
  while (steps.load() == 0) std::this_thread::yield();
  thread.Stop();
  EXPECT_EQ(steps.load(), 1);
}

TEST(RetryThread, ConcurrentWakesAndStopAreSafe) {
  std::atomic<int> inside{0}, most{0};
  RetryThread thread([&]() -> uint64_t {
    most = std::max(most.load(), ++inside);
    --inside;
    return RetryThread::kEnough;
  });
  std::vector<std::thread> wakers;
  for (int i = 0; i < 4; ++i) {
    wakers.emplace_back([&] {
      for (int n = 0; n < 200; ++n) EXPECT_TRUE(thread.Wake(static_cast<uint64_t>(n % 5)));
    });
  }
  for (std::thread& waker : wakers) waker.join();
  thread.Stop();
  EXPECT_LE(most.load(), 1);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
