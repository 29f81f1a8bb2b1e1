// Tests of the option text syntax.
#include "options/option_text.h"

#include <gtest/gtest.h>

#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(OptionText, NestedValuesLoseOnlyTheirOuterBraces) {
  OptionMap map;
  ASSERT_OK(SplitOptionText(" a = 1 ; b={ c=2; d={e=3;} } ;f=;", &map));
  EXPECT_EQ(map, (OptionMap{{"a", "1"}, {"b", "c=2; d={e=3;}"}, {"f", ""}}));
}

TEST(OptionText, BracesAroundTheWholeTextAreIgnored) {
  OptionMap map;
  ASSERT_OK(SplitOptionText("{a=1;b=2}", &map));
  EXPECT_EQ(map, (OptionMap{{"a", "1"}, {"b", "2"}}));
  map.clear();
  ASSERT_OK(SplitOptionText("", &map));
  EXPECT_TRUE(map.empty());
}

TEST(OptionText, MalformedTextIsRefused) {
  OptionMap map;
  EXPECT_TRUE(SplitOptionText("a={b=1", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitOptionText("a={b=1}}", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitOptionText("{a=1;b=", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitOptionText("a}=1", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitOptionText("a", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitOptionText("=1", &map).IsInvalidArgument());
  EXPECT_TRUE(SplitOptionText("a=1;b", &map).IsInvalidArgument());
  for (const char* text : {";", "; ;", "a=1;;", ";a=1", "a=1;;b=2", "a={;}"}) {
    map.clear();
    Status s = SplitOptionText(text, &map);
    if (s.ok() && map.count("a") != 0) s = SplitOptionText(map["a"], &map);
    EXPECT_TRUE(s.IsInvalidArgument()) << text;
    EXPECT_NE(s.ToString().find("An option is missing before ';'"), std::string::npos) << text;
  }
}

TEST(OptionText, ListsAreSplitOutsideBraces) {
  std::vector<std::string> items;
  ASSERT_OK(SplitOptionList("a:{b:c}:d", ':', &items));
  EXPECT_EQ(items, (std::vector<std::string>{"a", "b:c", "d"}));
}

TEST(OptionText, EscapingIsUndoneByUnescaping) {
  const std::string raw = "a\\b#c:d\ne\rf;g";
  EXPECT_EQ(EscapeOptionValue(raw), "a\\\\b\\#c\\:d\\ne\\rf;g");
  EXPECT_EQ(UnescapeOptionValue(EscapeOptionValue(raw)), raw);
}

TEST(OptionText, CommentsEndALineUnlessEscaped) {
  EXPECT_EQ(StripComment("  a=1  # x"), "a=1");
  EXPECT_EQ(StripComment("a=\\#1"), "a=\\#1");
  EXPECT_EQ(StripComment("# all"), "");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
