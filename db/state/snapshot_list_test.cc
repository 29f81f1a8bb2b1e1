// The list of live snapshots.
#include "db/state/snapshot_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace ROCKSDB_NAMESPACE {
namespace {

const SnapshotHandle* At(SnapshotList* list, SequenceNumber sequence, int64_t time = 0) {
  return list->Create([sequence] { return sequence; }, time);
}

TEST(SnapshotList, AnEmptyListHoldsNothingBack) {
  SnapshotList list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.count(), 0u);
  EXPECT_EQ(list.oldest(), kLargestSequence);
  EXPECT_EQ(list.oldest_unix_time(), 0);
  EXPECT_TRUE(list.Sequences().empty());
  list.Release(nullptr);
}

TEST(SnapshotList, TheOldestAliveDecidesInWhateverOrderTheyAreReleased) {
  SnapshotList list;
  const auto *first = At(&list, 5, 100), *second = At(&list, 9, 200), *third = At(&list, 12, 300);
  EXPECT_EQ(first->GetSequenceNumber(), 5u);
  EXPECT_EQ(second->GetUnixTime(), 200);
  EXPECT_EQ(list.count(), 3u);
  list.Release(second);
  EXPECT_EQ(list.oldest(), 5u);
  list.Release(first);
  EXPECT_EQ(list.oldest(), 12u);
  EXPECT_EQ(list.oldest_unix_time(), 300);
  list.Release(third);
  EXPECT_TRUE(list.empty());
}

TEST(SnapshotList, SnapshotsOfOneMomentCountOnceAmongTheSequences) {
  SnapshotList list;
  const auto *a = At(&list, 5), *b = At(&list, 5), *c = At(&list, 7);
  EXPECT_EQ(list.Sequences(), (std::vector<SequenceNumber>{5, 7}));
  list.Release(a);
  EXPECT_EQ(list.Sequences(), (std::vector<SequenceNumber>{5, 7}));
  list.Release(b);
  EXPECT_EQ(list.Sequences(), (std::vector<SequenceNumber>{7}));
  list.Release(c);
}

TEST(SnapshotList, ConcurrentCreatorsKeepTheListAscending) {
  SnapshotList list;
  std::atomic<SequenceNumber> clock{1};
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        const auto* one = list.Create([&] { return clock.fetch_add(1); }, 0);
        const auto* two = list.Create([&] { return clock.load(); }, 0);
        list.Release(one);
        list.Release(two);
      }
      stop = true;
    });
  }
  while (!stop) {
    const std::vector<SequenceNumber> now = list.Sequences();
    EXPECT_TRUE(std::is_sorted(now.begin(), now.end()));
  }
  for (std::thread& t : threads) t.join();
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
