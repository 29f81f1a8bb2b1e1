// Where a compaction is cut into parts.
#include "compaction/part_split.h"

#include <gtest/gtest.h>

#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Keys = std::vector<std::string>;

TEST(PartSplit, SmallInputsAreNotWorthASecondPart) {
  EXPECT_EQ(0u, PartsWorthwhile(1 << 20, 8));
  EXPECT_EQ(1u, PartsWorthwhile(31 << 20, 8));
  EXPECT_EQ(2u, PartsWorthwhile(32 << 20, 8));
  EXPECT_EQ(8u, PartsWorthwhile(1 << 30, 8));
}

TEST(PartSplit, PartsAreOfSimilarSizeWhateverTheOrderOfTheAnchors) {
  const std::vector<KeyAnchor> anchors = {{"d", 10}, {"a", 10}, {"c", 10}, {"b", 10}};
  EXPECT_EQ(Keys({"b"}), SplitKeys(kOrder, anchors, 2));
  EXPECT_EQ(Keys({"a", "b", "c"}), SplitKeys(kOrder, anchors, 4));
  EXPECT_EQ(Keys(), SplitKeys(kOrder, anchors, 1));
}

TEST(PartSplit, AHeavyKeyMakesOneCutOnly) {
  EXPECT_EQ(Keys({"b"}), SplitKeys(kOrder, {{"a", 1}, {"b", 90}, {"b", 90}, {"b", 1}}, 4));
}

TEST(PartSplit, NoAnchorsNoCuts) { EXPECT_EQ(Keys(), SplitKeys(kOrder, {}, 4)); }

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
