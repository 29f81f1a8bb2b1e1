// The time that a memtable notes: that of its first entry, with one look at the clock.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "memtable/memtable.h"
#include "rocksdb/comparator.h"
#include "rocksdb/system_clock.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A second later at every look.
class LookCountingClock final : public SystemClockWrapper {
 public:
  LookCountingClock() : SystemClockWrapper(SystemClock::Default()) {}
  const char* Name() const override { return "LookCountingClock"; }
  uint64_t NowMicros() override { return (700 + looks_.fetch_add(1)) * 1000000 + 999999; }
  int looks() const { return looks_.load(); }

 private:
  std::atomic<int> looks_{0};
};

class MemTableKeyTime : public testing::Test {
 protected:
  MemTableKeyTime() { options_.clock = &clock_; }

  LookCountingClock clock_;
  const InternalKeyOrder order_{BytewiseComparator()};
  MemTableOptions options_;
};

TEST_F(MemTableKeyTime, IsThatOfTheFirstEntryAndAskedForOnce) {
  MemTable mem(order_, options_, nullptr, 0);
  EXPECT_EQ(mem.oldest_key_time(), UINT64_MAX);
  EXPECT_EQ(clock_.looks(), 0);
  ASSERT_OK(mem.Add(9, kTypeValue, "k", "v", false, nullptr));
  EXPECT_EQ(mem.oldest_key_time(), 700u);
  ASSERT_OK(mem.Add(3, kTypeValue, "older", "v", false, nullptr));
  ASSERT_OK(mem.AddNew(10, kTypeValue, "new", "v"));
  mem.MarkImmutable();
  EXPECT_EQ(mem.oldest_key_time(), 700u);
  EXPECT_EQ(clock_.looks(), 1);
}

TEST_F(MemTableKeyTime, IsNotedWhateverTheFirstEntryIs) {
  MemTable waiting(order_, options_, nullptr, 0), deleted(order_, options_, nullptr, 0);
  ASSERT_OK(waiting.AddNew(1, kTypeValue, "k", "v"));
  ASSERT_OK(deleted.Add(1, kTypeRangeDeletion, "a", "b", false, nullptr));
  EXPECT_EQ(waiting.oldest_key_time(), 700u);
  EXPECT_EQ(deleted.oldest_key_time(), 701u);
}

TEST_F(MemTableKeyTime, OneOfManyFirstWritersAsks) {
  MemTable mem(order_, options_, nullptr, 0);
  std::vector<std::thread> writers;
  for (SequenceNumber seq = 1; seq <= 8; ++seq) {
    writers.emplace_back([&mem, seq] {
      MemTable::Hint hint;
      EXPECT_OK(mem.Add(seq, kTypeValue, "k" + std::to_string(seq), "v", true, &hint));
      mem.PublishCounts(&hint);
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(mem.oldest_key_time(), 700u);
  EXPECT_EQ(clock_.looks(), 1);
}

TEST_F(MemTableKeyTime, IsUnknownWithoutAClock) {
  options_.clock = nullptr;
  MemTable mem(order_, options_, nullptr, 0);
  ASSERT_OK(mem.Add(1, kTypeValue, "k", "v", false, nullptr));
  EXPECT_EQ(mem.oldest_key_time(), UINT64_MAX);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
