// Close from two threads. Only in builds that have sync points.
#ifdef BUCKETLSM_SYNC_POINTS

#include <cstdarg>
#include <cstring>

#include "test/support/race_fixture.h"

namespace system_test {
namespace {

// Counts how often a database says that it has ended.
class EndCounter : public Logger {
 public:
  using Logger::Logv;
  void Logv(const char* format, va_list) override {
    ends += std::strstr(format, "Shutdown complete") != nullptr;
  }
  std::atomic<int> ends{0};
};

class CloseRaceTest : public RaceFixture {};

TEST_F(CloseRaceTest, TheSecondCallWaitsForTheFirst) {
  const auto log = std::make_shared<EndCounter>();
  options_.info_log = log;
  ASSERT_OK(Open(options_));
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(db_->Put(unlogged, "key", "value"));
  const auto flush = HoldAt("FlushJob::Run:Start");
  Call first([this] { return db_->Close(); });
  EXPECT_TRUE(flush->AwaitArrival());
  Call second([this] { return db_->Close(); });
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(30), [&] { return !second.Done(); }));
  flush->Open();
  EXPECT_OK(first.Result());
  EXPECT_OK(second.Result());
  EXPECT_EQ(log->ends, 1);
}

}  // namespace
}  // namespace system_test

#endif  // BUCKETLSM_SYNC_POINTS
