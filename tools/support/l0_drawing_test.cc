// The drawing of Level 0: text in, text out.
#include "tools/support/l0_drawing.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE::tools {
namespace {

L0File File(uint64_t number, const std::string& smallest, const std::string& largest,
            bool busy = false) {
  return {number, smallest, largest, 100, busy};
}

TEST(L0Drawing, DisjointFilesOfOneFlushShareALine) {
  L0Snapshot snapshot;
  snapshot.boundaries = {"g", "p"};
  snapshot.files = {File(12, "p", "z"), File(11, "g", "m"), File(10, "a", "f")};
  EXPECT_EQ(DrawL0(snapshot, 36),
            "bucket  |0          |1          |2\n"
            "newest  [10========][11========][12========]\n"
            "depth   111111111111111111111111111111111111\n");
  EXPECT_EQ(DeepestPoint(snapshot), 1u);
}

TEST(L0Drawing, WideFileLiesBelowNewerNarrowOnesAndBusyFilesAreMarked) {
  L0Snapshot snapshot;
  snapshot.files = {File(9, "c", "d"), File(5, "a", "f", true)};
  EXPECT_EQ(DrawL0(snapshot, 16),
            "newest      [9=====]\n"
            "        [5#############]\n"
            "depth   1111222222221111\n");
  EXPECT_EQ(DeepestPoint(snapshot), 2u);
}

TEST(L0Drawing, FollowsTheComparator) {
  L0Snapshot snapshot;
  snapshot.comparator = ReverseBytewiseComparator();
  snapshot.files = {File(2, "z", "p"), File(1, "f", "a")};
  EXPECT_EQ(DrawL0(snapshot, 12),
            "newest  [2===][1===]\n"
            "depth   111111111111\n");
}

TEST(L0Drawing, AnEmptyLevelIsDrawnAsASentence) {
  EXPECT_EQ(DrawL0(L0Snapshot(), 10), "Level 0 is empty\n");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools
