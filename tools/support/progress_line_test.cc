// The text of a progress line.
#include "tools/support/progress_line.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE::tools {
namespace {

TEST(ProgressLineTest, TellsShareRateAndTimeLeft) {
  EXPECT_EQ(ProgressText("backup", 12000000, 48000000, 2000000),
            "backup: 12.0 of 48.0 MB, 25 %, 6.0 MB/s, 6 s left");
  EXPECT_EQ(ProgressText("backup", 0, 48000000, 2000000), "backup: 0.0 of 48.0 MB, 0 %, 0.0 MB/s");
  EXPECT_EQ(ProgressText("restore", 50000000, 48000000, 1000000),
            "restore: 48.0 of 48.0 MB, 100 %, 50.0 MB/s, 0 s left");
}

TEST(ProgressLineTest, WithoutATotalTellsWhatIsDone) {
  EXPECT_EQ(ProgressText("backup", 12000000, 0, 2000000), "backup: 12.0 MB, 6.0 MB/s");
  EXPECT_EQ(ProgressText("backup", 0, 0, 0), "backup: 0.0 MB, 0.0 MB/s");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools
