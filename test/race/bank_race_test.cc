// Threads move money between accounts by transactions that meet in every way, while others read:
// each snapshot shows the whole sum, and so does the database after it was opened again.
#include <atomic>
#include <thread>

#include "test/support/bank.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

class BankRaceTest : public DbTest, public testing::WithParamInterface<BankForm> {
 protected:
  // Each thread makes so many attempts.
  void Work(Bank* bank, uint64_t seed, int attempts) {
    std::atomic<int> working{Bank::kThreads};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < Bank::kThreads; ++thread) {
      threads.emplace_back([this, bank, thread, attempts, seed, &working] {
        std::mt19937_64 random(seed + static_cast<uint64_t>(thread));
        for (int i = 0; i < attempts; ++i) {
          const Status s = bank->TransferOnce(thread, &random, &progress_, &outcomes_);
          EXPECT_OK(s);
          if (!s.ok()) break;
        }
        --working;
      });
    }
    for (int reader = 0; reader < 2; ++reader) {
      threads.emplace_back([bank, &working] {
        while (working > 0) EXPECT_OK(bank->ExpectTotal());
      });
    }
    threads.emplace_back([bank, seed, &working] {
      std::mt19937_64 random(seed);
      while (working > 0) EXPECT_OK(bank->Flush(&random));
    });
    for (std::thread& thread : threads) thread.join();
  }

  Bank::Progress progress_;
  Bank::Outcomes outcomes_;
};

TEST_P(BankRaceTest, KeepsItsSumUnderThreadsAndOverOpenings) {
  const Watchdog watchdog("a bank at work", 500);
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  for (int opening = 0; opening < 3; ++opening) {
    Options options = SmallOptions(static_cast<uint32_t>(random() % 2 * 8));
    options.write_buffer_size = 16 << 10;
    Bank bank(GetParam(), DbPath(), options);
    ASSERT_OK(bank.Open());
    uint64_t prepared = 0;
    ASSERT_OK(bank.Resolve(&random, &prepared));
    EXPECT_EQ(prepared, 0u) << "every transfer has ended";
    ASSERT_OK(bank.ExpectTotal());
    ASSERT_OK(bank.ExpectJournal(&progress_));
    Work(&bank, random(), Scaled(500));
    ASSERT_OK(bank.ExpectTotal());
    ASSERT_OK(bank.ExpectJournal(&progress_));
    ASSERT_OK(bank.Close());
  }
  EXPECT_GT(outcomes_.committed, 0u);
  EXPECT_GT(outcomes_.rolled_back, 0u);
  std::cout << outcomes_.committed << " transfers, " << outcomes_.rolled_back << " rolled back, "
            << outcomes_.conflicts << " conflicts" << std::endl;
}
INSTANTIATE_TEST_SUITE_P(Forms, BankRaceTest,
                         testing::Values(BankForm::kPessimistic, BankForm::kOptimistic));

}  // namespace
}  // namespace system_test
