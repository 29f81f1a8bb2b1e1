// A bank that is killed while it works: its sum holds, every committed transfer is there, and those
// that were prepared are found and can be ended either way. BUCKETLSM_CRASH_KILLS sets the number
// of kills.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "test/support/bank.h"

extern char** environ;

namespace system_test {
namespace {

class BankCrashTest : public DbTest, public testing::WithParamInterface<BankForm> {
 protected:
  void SetUp() override {
    const int fd = open((dir_ / "page").c_str(), O_RDWR | O_CREAT, 0600);
    ASSERT_GE(fd, 0);
    ASSERT_EQ(ftruncate(fd, sizeof(Bank::Progress)), 0);
    void* page = mmap(nullptr, sizeof(Bank::Progress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    ASSERT_NE(page, MAP_FAILED);
    progress_ = static_cast<Bank::Progress*>(page);
  }
  ~BankCrashTest() override {
    if (progress_ != nullptr) munmap(static_cast<void*>(progress_), sizeof(Bank::Progress));
  }

  uint64_t Transfers() const {
    uint64_t sum = 0;
    for (const auto& count : progress_->acknowledged) sum += count;
    return sum;
  }
  void WorkAndKill(uint64_t seed, uint64_t transfers) {
    const std::string db = DbPath(), page = dir_ / "page", text = std::to_string(seed);
    const std::string form = std::to_string(static_cast<int>(GetParam()));
    const char* argv[] = {BANK_WRITER,  db.c_str(),   page.c_str(),
                          text.c_str(), form.c_str(), nullptr};
    pid_t pid = 0;
    ASSERT_EQ(posix_spawn(&pid, BANK_WRITER, nullptr, nullptr, const_cast<char**>(argv), environ),
              0);
    const uint64_t enough = Transfers() + transfers;
    bool stopped = false;
    const bool worked = WaitUntil([&] {
      stopped = waitpid(pid, nullptr, WNOHANG) != 0;
      return stopped || Transfers() >= enough;
    });
    ASSERT_FALSE(stopped) << "the bank stopped without being killed";
    EXPECT_TRUE(worked) << "the bank hangs";
    kill(pid, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the bank stopped without being killed";
  }
  void ExpectSound(uint64_t seed, std::mt19937_64* random) {
    Bank bank(GetParam(), DbPath(), SmallOptions(static_cast<uint32_t>(seed % 3 * 4)));
    ASSERT_OK(bank.Open());
    ASSERT_OK(bank.ExpectTotal());
    uint64_t prepared = 0;
    ASSERT_OK(bank.Resolve(random, &prepared));
    resolved_ += prepared;
    ASSERT_OK(bank.ExpectTotal());
    ASSERT_OK(bank.ExpectJournal(progress_));
    ASSERT_OK(bank.Close());
  }

  Bank::Progress* progress_ = nullptr;
  uint64_t resolved_ = 0;
};

TEST_P(BankCrashTest, KeepsItsSumWhenItIsKilled) {
  std::mt19937_64 random(TestSeed());
  for (long kills = EnvNumber("BUCKETLSM_CRASH_KILLS", Scaled(15)); kills > 0 && !HasFatalFailure();
       kills--) {
    const uint64_t seed = random() >> 1;
    WorkAndKill(seed, 1 + random() % 1000);
    if (!HasFatalFailure()) ExpectSound(seed, &random);
  }
  std::cout << Transfers() << " transfers, " << resolved_ << " of them found prepared" << std::endl;
}
INSTANTIATE_TEST_SUITE_P(Forms, BankCrashTest,
                         testing::Values(BankForm::kPessimistic, BankForm::kOptimistic));

}  // namespace
}  // namespace system_test
