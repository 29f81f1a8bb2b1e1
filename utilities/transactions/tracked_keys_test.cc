// TrackedKeys: what save points give back.
#include "utilities/transactions/tracked_keys.h"

#include <set>

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

class TrackedKeysTest : public testing::Test {
 protected:
  void Add(const Slice& key, SequenceNumber since, bool read, bool exclusive) {
    keys_.Add({0, key}, since, read, exclusive);
  }
  const TrackedKey* Find(uint32_t cf, const Slice& key) const { return keys_.Find({cf, key}); }
  void Read(const Slice& key) { Add(key, 9, true, false); }
  void Write(const Slice& key) { Add(key, 9, false, true); }
  std::set<std::string> Rollback() {
    std::set<std::string> released;
    keys_.RollbackToSavePoint([&](const FamilyKey& key) { released.insert(key.key.ToString()); });
    return released;
  }

  TrackedKeys keys_;
};

TEST_F(TrackedKeysTest, AKeyKeepsItsSmallestNumberAndItsStrongestLock) {
  Add("k", 9, true, false);
  Add("k", 12, false, true);
  ASSERT_NE(Find(0, "k"), nullptr);
  EXPECT_EQ(Find(0, "k")->since, 9u);
  EXPECT_TRUE(Find(0, "k")->exclusive);
  EXPECT_EQ(Find(0, "k")->reads, 1u);
  EXPECT_EQ(Find(0, "k")->writes, 1u);
  Add("k", 4, false, false);
  EXPECT_EQ(Find(0, "k")->since, 4u);
  EXPECT_TRUE(Find(0, "k")->exclusive);
  EXPECT_EQ(Find(1, "k"), nullptr);
  EXPECT_EQ(keys_.keys().size(), 1u);
}

TEST_F(TrackedKeysTest, RollingBackReleasesWhatWasTakenSince) {
  Write("before");
  keys_.SetSavePoint();
  Write("before");
  Read("since");
  Write("since");
  EXPECT_EQ(Rollback(), std::set<std::string>{"since"});
  EXPECT_EQ(Find(0, "before")->writes, 1u);
  EXPECT_EQ(Find(0, "since"), nullptr);
}

TEST_F(TrackedKeysTest, APoppedSavePointLeavesItsKeysToTheOneBelow) {
  keys_.SetSavePoint();
  Write("outer");
  keys_.SetSavePoint();
  Write("inner");
  keys_.PopSavePoint();
  EXPECT_EQ(Rollback(), (std::set<std::string>{"inner", "outer"}));
  EXPECT_EQ(keys_.keys().size(), 0u);
}

TEST_F(TrackedKeysTest, NestedSavePointsGiveBackTheirOwnPart) {
  keys_.SetSavePoint();
  Write("outer");
  keys_.SetSavePoint();
  Write("inner");
  EXPECT_EQ(Rollback(), std::set<std::string>{"inner"});
  EXPECT_EQ(Rollback(), std::set<std::string>{"outer"});
}

TEST_F(TrackedKeysTest, AReadIsUndoneUnlessAWriteOrAnotherReadProtectsTheKey) {
  Read("k");
  Read("k");
  EXPECT_FALSE(keys_.RemoveRead({0, "k"}));
  EXPECT_TRUE(keys_.RemoveRead({0, "k"}));
  EXPECT_FALSE(keys_.RemoveRead({0, "k"}));
  Read("w");
  Write("w");
  EXPECT_FALSE(keys_.RemoveRead({0, "w"}));
  EXPECT_EQ(Find(0, "w")->writes, 1u);
}

TEST_F(TrackedKeysTest, AReadBeforeTheSavePointIsNotUndone) {
  Read("k");
  keys_.SetSavePoint();
  EXPECT_FALSE(keys_.RemoveRead({0, "k"}));
  Read("k");
  EXPECT_FALSE(keys_.RemoveRead({0, "k"}));
  EXPECT_NE(Find(0, "k"), nullptr);
  Read("new");
  EXPECT_TRUE(keys_.RemoveRead({0, "new"}));
  EXPECT_TRUE(Rollback().empty());
  EXPECT_TRUE(keys_.RemoveRead({0, "k"}));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
