// Files are marked for compaction (SuggestCompactRange) while writers, flushes and compactions run.
#include <atomic>
#include <thread>

#include "test/support/scratch.h"

namespace system_test {
namespace {

class RaceMarks : public DbTest, public testing::WithParamInterface<uint32_t> {
 protected:
  static constexpr int kKeys = 2000;
  Options options_;

  void SetUp() override {
    Options& options = options_;
    options = SmallOptions(GetParam());
    options.max_background_jobs = 4;
    options.level0_file_num_compaction_trigger = 2;
    ASSERT_OK(Open(options));
  }
  // Writes every key once in each round, with the round as its value.
  void Write(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (int i = 0; i < kKeys; ++i) {
        Status s = db_->Put(WriteOptions(), NumberedKey(i),
                            std::string(100, static_cast<char>('a' + round)));
        if (s.ok() && i % 400 == 0) s = db_->Flush(FlushOptions());
        EXPECT_OK(s);
        if (!s.ok()) return;
      }
    }
  }
  void Mark(std::mt19937_64* random) {
    const std::string from = NumberedKey((*random)() % kKeys),
                      to = NumberedKey((*random)() % kKeys);
    const Slice begin(std::min(from, to)), end(std::max(from, to));
    const bool all = (*random)() % 4 == 0;
    EXPECT_OK(db_->SuggestCompactRange(db_->DefaultColumnFamily(), all ? nullptr : &begin,
                                       all ? nullptr : &end));
  }
};

TEST_P(RaceMarks, FilesMarkedWhileWritersFlushesAndCompactionsRunKeepTheirData) {
  constexpr int kRounds = 10;
  const uint64_t seed = TestSeed();
  std::atomic<bool> done{false};
  std::thread marker([&] {
    std::mt19937_64 random(seed);
    while (!done) {
      Mark(&random);
      std::this_thread::yield();
    }
  });
  std::thread compacter([&] {
    while (!done) EXPECT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  });
  Write(Scaled(kRounds));
  done = true;
  marker.join();
  compacter.join();
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  const std::string last(100, static_cast<char>('a' + Scaled(kRounds) - 1));
  for (int i = 0; i < kKeys; ++i) ASSERT_EQ(Get(NumberedKey(i)), last) << i;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < kKeys; ++i) ASSERT_EQ(Get(NumberedKey(i)), last) << i;
}

INSTANTIATE_TEST_SUITE_P(Buckets, RaceMarks, testing::Values(0u, 8u));

}  // namespace
}  // namespace system_test
