// The text cases themselves: what is compared, what a diff shows.
#include "test/support/text_cases.h"

#include <gtest/gtest.h>

namespace test_support {
namespace {

TEST(TextCases, ADiffShowsWhatIsMissingAndWhatIsNewBetweenWhatIsEqual) {
  EXPECT_EQ("", DiffOfLines("", ""));
  EXPECT_EQ("  a\n", DiffOfLines("a\n", "a\n"));
  EXPECT_EQ("  a\n- b\n+ x\n  c\n", DiffOfLines("a\nb\nc\n", "a\nx\nc\n"));
  EXPECT_EQ("+ a\n  b\n", DiffOfLines("b\n", "a\nb\n"));
  EXPECT_EQ("- none\n", DiffOfLines("none\n", ""));
}

// Answers each block with its lines in capitals, after the number of the block.
class Echo : public TextScene {
 public:
  std::string Run(const std::vector<std::string>& lines) override {
    std::string out = "block " + std::to_string(++blocks_) + "\n";
    for (std::string line : lines) {
      for (char& c : line) c = static_cast<char>(std::toupper(c));
      out += line + "\n";
    }
    return out;
  }

 private:
  int blocks_ = 0;
};

const size_t kCases = RegisterTextCases("test/support/testdata/text_cases.txt",
                                        [] { return std::make_unique<Echo>(); });

TEST(TextCases, EachTitleOfAFileIsATest) { EXPECT_EQ(2u, kCases); }

}  // namespace
}  // namespace test_support
