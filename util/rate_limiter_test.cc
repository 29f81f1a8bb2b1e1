// Tests of the rate limiter on the real clock, with generous bounds.
#include "rocksdb/rate_limiter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "test/support/status_assertions.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::unique_ptr<RateLimiter> Limiter(int64_t rate, int64_t period_us,
                                     RateLimiter::Mode mode = RateLimiter::Mode::kWritesOnly) {
  return std::unique_ptr<RateLimiter>(NewGenericRateLimiter(rate, period_us, 10, mode));
}

}  // namespace

TEST(RateLimiter, ThroughputStaysNearTheRateWithManyThreads) {
  constexpr int64_t kRate = 4 << 20;
  auto limiter = Limiter(kRate, 10 * 1000);
  const uint64_t start = CondVar::NowMicros();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&limiter, t] {
      for (int i = 0; i < 40; ++i) {
        limiter->Request(16 << 10, t % 2 == 0 ? Env::IO_LOW : Env::IO_HIGH, nullptr,
                         RateLimiter::OpType::kWrite);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const double seconds = static_cast<double>(CondVar::NowMicros() - start) / 1e6;
  const double ideal = 4.0 * 40 * (16 << 10) / kRate;
  EXPECT_GT(seconds, ideal * 0.8);
  EXPECT_LT(seconds, ideal * 3 + 1);
  EXPECT_EQ(limiter->GetTotalBytesThrough(Env::IO_TOTAL), 4 * 40 * (16 << 10));
  EXPECT_EQ(limiter->GetTotalRequests(Env::IO_HIGH), 80);
}

TEST(RateLimiter, OneFlushGetsMoreThanManyCompactionsThatAskAtTheSameTime) {
  auto limiter = Limiter(8 << 20, 10 * 1000);
  std::atomic<bool> flushed{false};
  std::vector<std::thread> compactions;
  for (int t = 0; t < 6; ++t) {
    compactions.emplace_back([&] {
      while (!flushed) limiter->Request(8 << 10, Env::IO_LOW, nullptr, RateLimiter::OpType::kWrite);
    });
  }
  for (int i = 0; i < 300; ++i) {
    limiter->Request(8 << 10, Env::IO_HIGH, nullptr, RateLimiter::OpType::kWrite);
  }
  const int64_t flush_bytes = limiter->GetTotalBytesThrough(Env::IO_HIGH);
  const int64_t compaction_bytes = limiter->GetTotalBytesThrough(Env::IO_LOW);
  flushed = true;
  for (std::thread& thread : compactions) thread.join();
  EXPECT_LT(compaction_bytes, flush_bytes) << "in turn it would be six times as much";
  EXPECT_GT(compaction_bytes, flush_bytes / 100) << "nor are compactions starved";
}

TEST(RateLimiter, ARequestBiggerThanARefillIsServedOverSeveral) {
  auto limiter = Limiter(1 << 20, 10 * 1000);
  limiter->Request(limiter->GetSingleBurstBytes() * 3, Env::IO_HIGH, nullptr,
                   RateLimiter::OpType::kWrite);
  EXPECT_EQ(limiter->GetTotalRequests(Env::IO_HIGH), 1);
}

TEST(RateLimiter, TheModeDecidesWhichRequestsAreLimited) {
  auto writes = Limiter(1, 1000);
  EXPECT_FALSE(writes->IsRateLimited(RateLimiter::OpType::kRead));
  EXPECT_TRUE(writes->IsRateLimited(RateLimiter::OpType::kWrite));
  writes->Request(1 << 30, Env::IO_HIGH, nullptr, RateLimiter::OpType::kRead);  // returns at once
  auto all = Limiter(1, 1000, RateLimiter::Mode::kAllIo);
  EXPECT_TRUE(all->IsRateLimited(RateLimiter::OpType::kRead));
}

TEST(RateLimiter, DestroyingItReleasesWaiters) {
  auto limiter = Limiter(1000, 1000 * 1000);
  limiter->Request(1000, Env::IO_HIGH, nullptr, RateLimiter::OpType::kWrite);
  std::thread waiter(
      [&limiter] { limiter->Request(1000, Env::IO_LOW, nullptr, RateLimiter::OpType::kWrite); });
  int64_t pending = 0;
  while (pending == 0) {
    ASSERT_OK(limiter->GetTotalPendingRequests(&pending, Env::IO_TOTAL));
  }
  RateLimiter* raw = limiter.release();
  delete raw;
  waiter.join();
}

TEST(RateLimiter, ARequestForZeroBytesNeitherWaitsNorStaysInTheQueue) {
  auto limiter = Limiter(1000, 100 * 1000);
  const auto ask = [&limiter](int64_t bytes) {
    limiter->Request(bytes, Env::IO_LOW, nullptr, RateLimiter::OpType::kWrite);
  };
  ask(100);
  std::thread waiter([&ask] { ask(200); });
  int64_t pending = 0;
  while (pending == 0) {
    ASSERT_OK(limiter->GetTotalPendingRequests(&pending, Env::IO_LOW));
  }
  ask(0);
  ask(-50);
  ASSERT_OK(limiter->GetTotalPendingRequests(&pending, Env::IO_LOW));
  EXPECT_LE(pending, 1);
  waiter.join();
  EXPECT_EQ(limiter->GetTotalBytesThrough(Env::IO_LOW), 300);
  EXPECT_EQ(limiter->GetTotalRequests(Env::IO_LOW), 4);
}

TEST(RateLimiter, TokensAreAlignedWhenAsked) {
  auto limiter = Limiter(100 << 20, 100 * 1000);
  EXPECT_EQ(limiter->RequestToken(10000, 4096, Env::IO_HIGH, nullptr, RateLimiter::OpType::kWrite),
            8192u);
  EXPECT_EQ(limiter->RequestToken(10000, 0, Env::IO_TOTAL, nullptr, RateLimiter::OpType::kWrite),
            10000u);
}

}  // namespace ROCKSDB_NAMESPACE
