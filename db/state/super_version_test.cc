// Publishing, caching and releasing SuperVersions. A shared config object counts those that live.
#include "db/state/super_version.h"

#include <gtest/gtest.h>

#include <thread>

namespace ROCKSDB_NAMESPACE {
namespace {

class SuperVersionTest : public testing::Test {
 protected:
  SuperVersion* Make(uint64_t number) {
    auto* sv = new SuperVersion;
    sv->number = number;
    sv->config = alive_;
    return sv;
  }
  long Alive() const { return alive_.use_count() - 1; }

  std::shared_ptr<const CfConfig> alive_ =
      std::make_shared<CfConfig>(DBOptions(), ColumnFamilyOptions(), ColumnFamilyOptions());
};

TEST_F(SuperVersionTest, TakeGivesTheLatestPublished) {
  SuperVersionSlots slots;
  slots.Publish(Make(1));
  slots.Publish(Make(2));
  SuperVersionHold hold(&slots);
  EXPECT_EQ(hold->number, 2u);
  EXPECT_EQ(slots.current_number(), 2u);
  EXPECT_EQ(Alive(), 1);
}

TEST_F(SuperVersionTest, AReturnedOneIsTakenAgainWithoutANewReference) {
  SuperVersionSlots slots;
  slots.Publish(Make(1));
  SuperVersion* first = slots.Take();
  slots.Return(first);
  SuperVersion* again = slots.Take();
  EXPECT_EQ(first, again);
  EXPECT_EQ(again->refs.load(), 2u);
  slots.Return(again);
}

TEST_F(SuperVersionTest, PublishReleasesWhatIdleThreadsCached) {
  SuperVersionSlots slots;
  slots.Publish(Make(1));
  std::thread([&] { SuperVersionHold hold(&slots); }).join();
  { SuperVersionHold hold(&slots); }
  slots.Publish(Make(2));
  EXPECT_EQ(Alive(), 1);
}

TEST_F(SuperVersionTest, AnOldOneLivesUntilItsHolderReturnsIt) {
  SuperVersionSlots slots;
  slots.Publish(Make(1));
  SuperVersion* old = slots.Take();
  slots.Publish(Make(2));
  EXPECT_EQ(Alive(), 2);
  slots.Return(old);
  EXPECT_EQ(Alive(), 1);
}

TEST_F(SuperVersionTest, EverythingIsReleasedWithTheSlots) {
  {
    SuperVersionSlots slots;
    slots.Publish(Make(1));
    SuperVersionHold hold(&slots);
  }
  EXPECT_EQ(Alive(), 0);
}

TEST_F(SuperVersionTest, ConcurrentReadersSeeNumbersGrowAndPinNothing) {
  SuperVersionSlots slots;
  slots.Publish(Make(1));
  std::atomic<bool> stop{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      uint64_t seen = 0;
      while (!stop.load()) {
        SuperVersionHold hold(&slots);
        EXPECT_GE(hold->number, seen);
        seen = hold->number;
      }
    });
  }
  for (uint64_t n = 2; n <= 2000; ++n) slots.Publish(Make(n));
  stop.store(true);
  for (std::thread& t : readers) t.join();
  EXPECT_EQ(Alive(), 1) << "an idle slot holds an old SuperVersion";
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
