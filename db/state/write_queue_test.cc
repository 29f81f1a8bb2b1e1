// The groups that leaders form in the queue of writers.
#include "db/state/write_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "rocksdb/write_batch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

struct WriteQueuePeer {
  // Whether some writer has lined up behind `w`. REQUIRES: w is in the queue.
  static bool AnyBehind(const WriteQueue& queue, const WriteQueue::Writer& w) {
    return queue.newest_.load(std::memory_order_acquire) != &w;
  }
};

namespace {

WriteBatch* OnePut() {
  static WriteBatch* batch = [] {
    auto* b = new WriteBatch;
    EXPECT_OK(b->Put("key", "value"));
    return b;
  }();
  return batch;
}

void AwaitFollower(const WriteQueue& queue, const WriteQueue::Writer& leader) {
  while (!WriteQueuePeer::AnyBehind(queue, leader)) std::this_thread::yield();
}

// A leader forms its group once one follower has joined the queue. Returns the size of the group.
size_t GroupWith(const WriteOptions& leader_options, const WriteOptions& follower_options,
                 uint64_t max_bytes = 1 << 20) {
  WriteQueue queue;
  WriteQueue::Writer leader(leader_options, OnePut());
  EXPECT_EQ(queue.Join(&leader), WriteQueue::Role::kLeader);
  std::thread follower([&] {
    WriteQueue::Writer w(follower_options, OnePut());
    if (queue.Join(&w) != WriteQueue::Role::kLeader) return;
    WriteQueue::Group own;
    queue.FormGroup(&w, 1 << 20, &own);
    queue.Finish(&own, Status::OK());
  });
  AwaitFollower(queue, leader);
  WriteQueue::Group group;
  queue.FormGroup(&leader, max_bytes, &group);
  const size_t size = group.size;
  queue.Finish(&group, Status::OK());
  follower.join();
  return size;
}

WriteOptions With(bool sync, bool disable_wal, bool no_slowdown = false, bool low_pri = false) {
  WriteOptions o;
  o.sync = sync;
  o.disableWAL = disable_wal;
  o.no_slowdown = no_slowdown;
  o.low_pri = low_pri;
  return o;
}

// Whether the leader sees that the writer behind it may not wait.
bool UrgentWith(const WriteOptions* follower_options) {
  WriteQueue queue;
  WriteQueue::Writer leader(WriteOptions(), OnePut());
  EXPECT_EQ(queue.Join(&leader), WriteQueue::Role::kLeader);
  EXPECT_FALSE(queue.AnyUrgentBehind(leader));
  std::thread follower([&] {
    if (follower_options == nullptr) {
      const WriteQueue::Exclusive alone(&queue);
      return;
    }
    WriteQueue::Writer w(*follower_options, OnePut());
    EXPECT_EQ(queue.Join(&w), WriteQueue::Role::kLeader);
    WriteQueue::Group own;
    queue.FormGroup(&w, 0, &own);
    queue.Finish(&own, Status::OK());
  });
  AwaitFollower(queue, leader);
  const bool urgent = queue.AnyUrgentBehind(leader);
  WriteQueue::Group group;
  queue.FormGroup(&leader, 0, &group);
  queue.Finish(&group, Status::OK());
  follower.join();
  return urgent;
}

TEST(WriteQueue, ALeaderSeesConcurrentlyWhoCannotWait) {
  const WriteOptions patient, impatient = With(false, false, true);
  EXPECT_FALSE(UrgentWith(&patient));
  EXPECT_TRUE(UrgentWith(&impatient));
  EXPECT_TRUE(UrgentWith(nullptr)) << "a writer that must lead alone";
}

TEST(WriteQueue, ALoneWriterLeadsAGroupOfOne) {
  WriteQueue queue;
  for (int i = 0; i < 2; ++i) {
    WriteQueue::Writer w(WriteOptions(), OnePut());
    ASSERT_EQ(queue.Join(&w), WriteQueue::Role::kLeader);
    WriteQueue::Group group;
    queue.FormGroup(&w, 1 << 20, &group);
    EXPECT_EQ(group.size, 1u);
    EXPECT_EQ(group.last, &w);
    queue.Finish(&group, Status::OK());
  }
}

TEST(WriteQueue, WritersOfOneKindShareAGroup) {
  EXPECT_EQ(GroupWith(With(false, false), With(false, false)), 2u);
  EXPECT_EQ(GroupWith(With(true, false), With(false, false)), 2u) << "a sync leader serves both";
}

TEST(WriteQueue, WritersThatNeedSomethingElseWaitForTheirOwnGroup) {
  EXPECT_EQ(GroupWith(With(false, false), With(true, false)), 1u);
  EXPECT_EQ(GroupWith(With(false, false), With(false, true)), 1u);
  EXPECT_EQ(GroupWith(With(false, false), With(false, false, true)), 1u);
  EXPECT_EQ(GroupWith(With(false, false), With(false, false, false, true)), 1u);
}

TEST(WriteQueue, AGroupEndsAtItsByteLimit) {
  EXPECT_EQ(GroupWith(With(false, false), With(false, false), OnePut()->GetDataSize()), 1u);
}

TEST(WriteQueue, ConcurrentFollowersGetTheStatusOfTheirGroup) {
  WriteQueue queue;
  WriteQueue::Writer leader(WriteOptions(), OnePut());
  ASSERT_EQ(queue.Join(&leader), WriteQueue::Role::kLeader);
  std::thread follower([&] {
    WriteQueue::Writer w(WriteOptions(), OnePut());
    const auto role = queue.Join(&w);
    EXPECT_EQ(role, WriteQueue::Role::kDone);
    EXPECT_TRUE(w.status.IsIOError());
  });
  AwaitFollower(queue, leader);
  WriteQueue::Group group;
  queue.FormGroup(&leader, 1 << 20, &group);
  queue.Finish(&group, Status::IOError("log"));
  follower.join();
}

// Leaders change `total` without a lock, so TSAN sees a second leader.
TEST(WriteQueue, ConcurrentWritersAreEachCommittedOnceByOneLeaderAtATime) {
  constexpr int kThreads = 4, kWrites = 2000;
  WriteQueue queue;
  uint64_t total = 0;
  std::atomic<uint64_t> applied{0};
  std::atomic<int> leading{0};
  const auto lead = [&](WriteQueue::Writer* w, bool apply_together) {
    EXPECT_EQ(leading.fetch_add(1), 0);
    WriteQueue::Group group;
    queue.FormGroup(w, 1 << 20, &group);
    total += group.size;
    if (apply_together && group.size > 1) {
      queue.StartApply(&group);
      applied.fetch_add(1);
      queue.WaitApplied(&group);
    } else {
      applied.fetch_add(group.size);
    }
    EXPECT_EQ(leading.fetch_sub(1), 1);
    queue.Finish(&group, Status::OK());
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kWrites; ++i) {
        WriteQueue::Writer w(WriteOptions(), OnePut());
        switch (queue.Join(&w)) {
          case WriteQueue::Role::kLeader:
            lead(&w, i % 2 == 0);
            break;
          case WriteQueue::Role::kApply:
            applied.fetch_add(1);
            queue.Applied(&w);
            break;
          case WriteQueue::Role::kDone:
            break;
        }
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(total, uint64_t{kThreads} * kWrites);
  EXPECT_EQ(applied.load(), uint64_t{kThreads} * kWrites);
}

TEST(WriteQueue, ConcurrentExclusiveHoldersKeepAllOthersOut) {
  WriteQueue queue;
  uint64_t inside = 0;  // no lock: TSAN checks the exclusion
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        if (t == 0) {
          WriteQueue::Exclusive alone(&queue);
          ++inside;
          continue;
        }
        WriteQueue::Writer w(WriteOptions(), OnePut());
        if (queue.Join(&w) != WriteQueue::Role::kLeader) continue;
        WriteQueue::Group group;
        queue.FormGroup(&w, 1 << 20, &group);
        inside += group.size;
        queue.Finish(&group, Status::OK());
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(inside, 2000u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
