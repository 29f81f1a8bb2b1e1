// The containers of rocksdb/data_structure.h, and OptSlice.
#include "rocksdb/data_structure.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

enum class Colour : uint8_t { kRed, kGreen, kBlue = 63 };
using Colours = SmallEnumSet<Colour, Colour::kBlue>;

TEST(SmallEnumSet, WalksItsMembersInAscendingOrder) {
  const Colours set(Colour::kBlue, Colour::kRed);
  std::vector<Colour> seen;
  for (Colour c : set) seen.push_back(c);
  EXPECT_EQ(seen, (std::vector<Colour>{Colour::kRed, Colour::kBlue}));
  EXPECT_EQ(set.count(), 2u);
  EXPECT_EQ(Colours::All().count(), 64u);
  EXPECT_TRUE(Colours().begin() == Colours().end());
}

TEST(SmallEnumSet, SeveralMembersComeAndGoAtOnce) {
  const Colours two = Colours().With(Colour::kRed, Colour::kGreen);
  EXPECT_TRUE(two.Contains(Colour::kGreen));
  EXPECT_TRUE(two.Without(Colour::kRed, Colour::kGreen).empty());
  EXPECT_EQ(two.Without(Colour::kRed), Colours(Colour::kGreen));
  Colours changing;
  EXPECT_TRUE(changing.Add(Colour::kRed));
  EXPECT_FALSE(changing.Add(Colour::kRed));
  EXPECT_TRUE(changing.Remove(Colour::kRed));
  EXPECT_FALSE(changing.Remove(Colour::kRed));
}

TEST(ManagedPtr, GivesItsObjectBackOnce) {
  struct Owner {
    void Return(int* object) { returned.push_back(object); }
    std::vector<int*> returned;
  };
  using Pointer = ManagedPtr<int, Owner, &Owner::Return>;
  Owner owner;
  int object = 7;
  {
    Pointer first(&object, &owner);
    Pointer second = std::move(first);
    EXPECT_FALSE(static_cast<bool>(first));
    EXPECT_EQ(*second, 7);
    EXPECT_EQ(second.owner(), &owner);
    Pointer none(nullptr, &owner);
    none = std::move(second);
    EXPECT_TRUE(owner.returned.empty());
  }
  EXPECT_EQ(owner.returned, std::vector<int*>{&object});
}

std::string Text(const IntervalSet<int>& set) {
  std::string text;
  for (auto it = set.cbegin(); it != set.cend(); ++it) {
    text +=
        std::to_string(it->start()) + "-" + (it->has_end() ? std::to_string(it->end()) : "") + " ";
  }
  return text;
}

TEST(IntervalSet, JoinsIntervalsThatMeet) {
  IntervalSet<int> set;
  set.insert(10, 20);
  set.insert(1, 5);
  EXPECT_EQ(Text(set), "1-5 10-20 ");
  set.insert(5, 10);
  EXPECT_EQ(Text(set), "1-20 ");
  set.insert(30, 40);
  set.insert(35);
  EXPECT_EQ(Text(set), "1-20 30- ");
  set.insert(0);
  EXPECT_EQ(Text(set), "0- ");
}

TEST(IntervalSet, OrdersKeysByTheirComparator) {
  IntervalSet<Slice, Comparator> set(ReverseBytewiseComparator());
  set.insert("d", "b");
  set.insert("z", "x");
  set.insert("c", "a");
  ASSERT_EQ(set.size(), 2u);
  EXPECT_EQ(set.begin()->start(), "z");
  EXPECT_EQ(set.cbegin()->end(), "x");
  EXPECT_EQ(std::prev(set.end())->start(), "d");
  EXPECT_EQ(std::prev(set.cend())->end(), "a");
}

TEST(Interval, AnOpenEndSortsBehindEveryEnd) {
  const Interval<int> closed(1, 2), open(1);
  EXPECT_LT(closed, open);
  EXPECT_EQ(closed, std::make_pair(1, 2));
  const Interval<Slice, Comparator> keys(BytewiseComparator(), "a", "b");
  const Interval<Slice, Comparator> from(BytewiseComparator(), "a");
  EXPECT_LT(keys.Compare(from), 0);
  EXPECT_GT(from.Compare(keys), 0);
  EXPECT_FALSE(from.has_end());
}

TEST(OptSlice, NoneDiffersFromTheEmptySlice) {
  EXPECT_FALSE(OptSlice().has_value());
  EXPECT_FALSE(OptSlice(nullptr).has_value());
  const OptSlice empty{Slice()};
  EXPECT_TRUE(empty.has_value());
  EXPECT_TRUE(empty->empty());
  const OptSlice key("key");
  EXPECT_EQ(*key, "key");
  EXPECT_EQ(*key.AsPtr(), "key");
  EXPECT_EQ(OptSlice().AsPtr(), nullptr);
  EXPECT_FALSE(OptSlice::CopyFromPtr(nullptr).has_value());
  EXPECT_EQ(OptSlice::CopyFromPtr(key.AsPtr()).value(), "key");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
