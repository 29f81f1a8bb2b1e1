// Tests of number parsing, option-string syntax and texts for people.
#include <gtest/gtest.h>

#include "test/support/status_assertions.h"
#include "util/braced_pairs.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

TEST(ParseNumber, SuffixesMultiplyAndOverflowIsRefused) {
  uint64_t v = 0;
  EXPECT_OK(ParseUint64(" 16MB ", &v));
  EXPECT_EQ(v, 16u << 20);
  EXPECT_OK(ParseUint64("2k", &v));
  EXPECT_EQ(v, 2048u);
  EXPECT_OK(ParseUint64("18446744073709551615", &v));
  EXPECT_NOT_OK(ParseUint64("18446744073709551616", &v));
  EXPECT_NOT_OK(ParseUint64("18446744073709551615K", &v));
  EXPECT_NOT_OK(ParseUint64("12x", &v));
  EXPECT_NOT_OK(ParseUint64("", &v));
  EXPECT_NOT_OK(ParseUint64("-1", &v));
}

TEST(ParseNumber, SignedAndNarrowRangesAreKept) {
  int i = 7;
  EXPECT_OK(ParseInt("-1", &i));
  EXPECT_EQ(i, -1);
  EXPECT_NOT_OK(ParseInt("3G", &i));
  EXPECT_EQ(i, -1);
  int64_t wide = 0;
  EXPECT_OK(ParseInt64("-2K", &wide));
  EXPECT_EQ(wide, -2048);
  EXPECT_NOT_OK(ParseInt64("-9223372036854775808K", &wide));
  uint32_t u = 0;
  EXPECT_NOT_OK(ParseUint32("4G", &u));
}

TEST(ParseNumber, DoublesAndBoolsMustBeWhole) {
  double d = 0;
  EXPECT_OK(ParseDouble("0.25", &d));
  EXPECT_EQ(d, 0.25);
  EXPECT_NOT_OK(ParseDouble("0.25x", &d));
  bool b = false;
  EXPECT_OK(ParseBool("true", &b));
  EXPECT_TRUE(b);
  EXPECT_NOT_OK(ParseBool("yes", &b));
}

TEST(Split, KeepsEmptyPartsAndAnEmptyTextHasNone) {
  EXPECT_EQ(Split("a,,b,", ','), (std::vector<std::string>{"a", "", "b", ""}));
  EXPECT_TRUE(Split("", ',').empty());
}

TEST(BracedPairs, NestedBracesStayOneValue) {
  std::unordered_map<std::string, std::string> map;
  ASSERT_OK(SplitBracedPairs(" a = 1 ; b={c=2;d={e=3;};}; f=;", &map));
  EXPECT_EQ(map["a"], "1");
  EXPECT_EQ(map["b"], "c=2;d={e=3;};");
  EXPECT_EQ(map["f"], "");
  EXPECT_EQ(map.size(), 3u);
}

TEST(BracedPairs, UnbalancedOrNamelessTextIsRefused) {
  std::unordered_map<std::string, std::string> map;
  EXPECT_TRUE(SplitBracedPairs("a={b", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("a=b}", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("{a=b", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("=b", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitBracedPairs("ab", &map).IsInvalidArgument());
}

TEST(Texts, ReadAsPeopleExpect) { EXPECT_EQ(HumanCount(1234567), "1234K"); }

}  // namespace ROCKSDB_NAMESPACE
