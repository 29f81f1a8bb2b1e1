// Tests of number parsing, option-string syntax and texts for people.
#include <gtest/gtest.h>

#include "util/braced_pairs.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

TEST(ParseNumber, SuffixesMultiplyAndOverflowIsRefused) {
  uint64_t v = 0;
  EXPECT_TRUE(ParseUint64(" 16MB ", &v).ok());
  EXPECT_EQ(v, 16u << 20);
  EXPECT_TRUE(ParseUint64("2k", &v).ok());
  EXPECT_EQ(v, 2048u);
  EXPECT_TRUE(ParseUint64("18446744073709551615", &v).ok());
  EXPECT_FALSE(ParseUint64("18446744073709551616", &v).ok());
  EXPECT_FALSE(ParseUint64("18446744073709551615K", &v).ok());
  EXPECT_FALSE(ParseUint64("12x", &v).ok());
  EXPECT_FALSE(ParseUint64("", &v).ok());
  EXPECT_FALSE(ParseUint64("-1", &v).ok());
}

TEST(ParseNumber, SignedAndNarrowRangesAreKept) {
  int i = 7;
  EXPECT_TRUE(ParseInt("-1", &i).ok());
  EXPECT_EQ(i, -1);
  EXPECT_FALSE(ParseInt("3G", &i).ok());
  EXPECT_EQ(i, -1);
  int64_t wide = 0;
  EXPECT_TRUE(ParseInt64("-2K", &wide).ok());
  EXPECT_EQ(wide, -2048);
  EXPECT_FALSE(ParseInt64("-9223372036854775808K", &wide).ok());
  uint32_t u = 0;
  EXPECT_FALSE(ParseUint32("4G", &u).ok());
}

TEST(ParseNumber, DoublesAndBoolsMustBeWhole) {
  double d = 0;
  EXPECT_TRUE(ParseDouble("0.25", &d).ok());
  EXPECT_EQ(d, 0.25);
  EXPECT_FALSE(ParseDouble("0.25x", &d).ok());
  bool b = false;
  EXPECT_TRUE(ParseBool("true", &b).ok());
  EXPECT_TRUE(b);
  EXPECT_FALSE(ParseBool("yes", &b).ok());
}

TEST(Split, KeepsEmptyPartsAndAnEmptyTextHasNone) {
  EXPECT_EQ(Split("a,,b,", ','), (std::vector<std::string>{"a", "", "b", ""}));
  EXPECT_TRUE(Split("", ',').empty());
}

TEST(BracedPairs, NestedBracesStayOneValue) {
  std::unordered_map<std::string, std::string> map;
  ASSERT_TRUE(SplitBracedPairs(" a = 1 ; b={c=2;d={e=3;};}; f=;", &map).ok());
  EXPECT_EQ(map["a"], "1");
  EXPECT_EQ(map["b"], "c=2;d={e=3;};");
  EXPECT_EQ(map["f"], "");
  EXPECT_EQ(map.size(), 3u);
}

TEST(BracedPairs, UnbalancedOrNamelessTextIsRefused) {
  std::unordered_map<std::string, std::string> map;
  EXPECT_TRUE(SplitBracedPairs("a={b", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("a=b}", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("=b", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("ab", &map).IsInvalidArgument());
}

TEST(Texts, ReadAsPeopleExpect) { EXPECT_EQ(HumanCount(1234567), "1234K"); }

}  // namespace ROCKSDB_NAMESPACE
