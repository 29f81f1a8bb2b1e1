// Command lines of the tools: sizes.
#include "tools/support/arguments.h"

#include "gtest/gtest.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE::tools {
namespace {

Arguments Given(const char* flag) {
  const char* const words[] = {"tool", flag};
  return Arguments(2, words);
}

TEST(ArgumentsTest, ASizeThatIsNotGivenKeepsItsDefault) {
  uint64_t size = 7;
  ASSERT_OK(Given("--other=1").Size("size", &size));
  EXPECT_EQ(7u, size);
}

TEST(ArgumentsTest, ASizeOutsideItsRangeIsRefusedWithTheRange) {
  uint64_t size = 7;
  ASSERT_OK(Given("--size=4096").Size("size", &size, 4096));
  EXPECT_EQ(4096u, size);
  for (const char* flag : {"--size=-1", "--size=4097"}) {
    const Status s = Given(flag).Size("size", &size, 4096);
    ASSERT_TRUE(s.IsInvalidArgument()) << flag;
    EXPECT_NE(std::string::npos, s.ToString().find("--size takes 0 to 4096")) << s.ToString();
    EXPECT_EQ(4096u, size);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools
