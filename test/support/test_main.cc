// main() of the test programs: GoogleTest's flags, and --rewrite for tests that are text
// (test/support/text_cases.h). Unknown arguments are refused: a misspelt --gtest_filter would
// otherwise run everything, a misspelt --rewrite would pass for a run that rewrote nothing.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "test/support/text_cases.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) != "--rewrite") {
      std::fprintf(stderr, "%s: unknown argument %s\n", argv[0], argv[i]);
      return 2;
    }
    test_support::RewriteTextCases();
  }
  return RUN_ALL_TESTS();
}
