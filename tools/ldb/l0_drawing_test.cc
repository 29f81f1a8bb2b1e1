// The drawing of Level 0: text in, text out.
#include "tools/ldb/l0_drawing.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE::tools {
namespace {

L0File File(uint64_t number, const std::string& smallest, const std::string& largest,
            bool busy = false) {
  return {number, smallest, largest, 100, busy};
}

TEST(L0Drawing, DisjointFilesOfOneFlushShareARow) {
  L0Snapshot picture;
  picture.boundaries = {"g", "p"};
  picture.files = {File(12, "p", "z"), File(11, "g", "m"), File(10, "a", "f")};
  EXPECT_EQ(DrawL0(picture, 36),
            "bucket  |0          |1          |2\n"
            "newest  [10========][11========][12========]\n"
            "depth   111111111111111111111111111111111111\n");
  EXPECT_EQ(DeepestPoint(picture), 1u);
}

TEST(L0Drawing, WideFileLiesBelowNewerNarrowOnesAndBusyFilesAreMarked) {
  L0Snapshot picture;
  picture.files = {File(9, "c", "d"), File(5, "a", "f", true)};
  EXPECT_EQ(DrawL0(picture, 16),
            "newest      [9=====]\n"
            "        [5#############]\n"
            "depth   1111222222221111\n");
  EXPECT_EQ(DeepestPoint(picture), 2u);
}

TEST(L0Drawing, FollowsTheComparator) {
  L0Snapshot picture;
  picture.comparator = ReverseBytewiseComparator();
  picture.files = {File(2, "z", "p"), File(1, "f", "a")};
  EXPECT_EQ(DrawL0(picture, 12),
            "newest  [2===][1===]\n"
            "depth   111111111111\n");
}

TEST(L0Drawing, NothingToDrawIsSaid) { EXPECT_EQ(DrawL0(L0Snapshot(), 10), "Level 0 is empty\n"); }

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools
