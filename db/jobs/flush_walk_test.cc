// The ranges that the threads of one flush walk.
#include "db/jobs/flush_walk.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Text(const std::vector<WalkRange>& ranges) {
  std::string s;
  for (const WalkRange& r : ranges) {
    s += "[" + (r.lower == nullptr ? "" : *r.lower) + "," + (r.upper == nullptr ? "" : *r.upper) +
         ")";
  }
  return s;
}

TEST(ShareOut, WithoutCutsOneWalkReadsEverything) {
  EXPECT_EQ("[,)", Text(ShareOut(FlushPlan{{}, {100}}, 8)));
}

TEST(ShareOut, WalksGetSimilarVolumesAndEndAtCuts) {
  const FlushPlan even{{"b", "c", "d"}, {10, 10, 10, 10}};
  EXPECT_EQ("[,)", Text(ShareOut(even, 1)));
  EXPECT_EQ("[,c)[c,)", Text(ShareOut(even, 2)));
  EXPECT_EQ("[,b)[b,c)[c,d)[d,)", Text(ShareOut(even, 9)));
  const FlushPlan skewed{{"b", "c", "d"}, {70, 10, 10, 10}};
  EXPECT_EQ("[,b)[b,)", Text(ShareOut(skewed, 2)));
}

TEST(ShareOut, APlanWithoutVolumesIsStillCovered) {
  EXPECT_EQ("[,b)[b,c)[c,)", Text(ShareOut(FlushPlan{{"b", "c"}, {}}, 4)));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
