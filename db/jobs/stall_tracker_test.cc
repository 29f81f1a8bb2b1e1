// The cause that a stall verdict is charged to.
#include "db/jobs/stall_tracker.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(StallCause, FollowsTheVerdict) {
  StallVerdict v;
  v.cause = StallVerdict::kMemtables;
  EXPECT_EQ(CauseOf(v), StallCause::kMemtables);
  v.cause = StallVerdict::kL0Depth;
  EXPECT_EQ(CauseOf(v), StallCause::kL0);
  v.cause = StallVerdict::kPendingBytes;
  EXPECT_EQ(CauseOf(v), StallCause::kPendingBytes);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
