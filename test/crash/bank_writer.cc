// Moves money between the accounts of a bank until it is killed, and counts what was committed in a
// shared page. usage: bank_writer DB_DIR PAGE_FILE SEED FORM. Run by bank_crash_test.cc only.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <thread>

#include "test/support/bank.h"

using namespace system_test;  // NOLINT: one small program

namespace {

[[noreturn]] void Stop(const Status& s) {
  std::cerr << "bank_writer: " << s.ToString() << std::endl;
  _exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int fd = open(argv[2], O_RDWR);
  if (fd < 0) return 2;
  void* page = mmap(nullptr, sizeof(Bank::Progress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page == MAP_FAILED) return 2;
  auto* const progress = static_cast<Bank::Progress*>(page);
  const uint64_t seed = std::strtoull(argv[3], nullptr, 10);
  Options options = SmallOptions(static_cast<uint32_t>(seed % 2 * 8));
  options.write_buffer_size = 16 << 10;
  Bank bank(static_cast<BankForm>(std::atoi(argv[4])), argv[1], options);
  Status s = bank.Open();
  if (!s.ok()) Stop(s);
  Bank::Outcomes outcomes;
  for (int thread = 0; thread < Bank::kThreads; ++thread) {
    std::thread([&bank, &outcomes, progress, thread, seed] {
      std::mt19937_64 random(seed + static_cast<uint64_t>(thread));
      for (;;) {
        const Status transferred = bank.TransferOnce(thread, &random, progress, &outcomes);
        if (!transferred.ok()) Stop(transferred);
      }
    }).detach();
  }
  std::mt19937_64 random(seed);
  for (;;) {
    s = bank.ExpectTotal();
    if (s.ok()) s = bank.Flush(&random);
    if (!s.ok()) Stop(s);
  }
}
