// Whole user keys: which files of a level belong together.
#include "version/clean_cut.h"

#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string DrawGroups(const std::string& drawing) {
  const Drawing d = Draw(drawing);
  std::string out;
  for (const FileList& group : WholeKeys(*d.tree, 1)) out += "(" + DrawNumbers(group) + ")";
  return out;
}

TEST(WholeKeys, NeighboursThatShareAKeyBelongTogether) {
  EXPECT_EQ("", DrawGroups("L2: f1[a-g]@9"));
  EXPECT_EQ("(f1)(f2)", DrawGroups("L1: f1[a-f]@9 f2[g-m]@5"));
  EXPECT_EQ("(f1 f2 f3)(f4)", DrawGroups("L1: f1[a-g]@9 f2[g-m]@5 f3[m-p]@2 f4[q-z]@1"));
}

TEST(WholeKeys, AnExclusiveEndIsNotShared) {
  EXPECT_EQ("(f1)(f2 f3)", DrawGroups("L1: f1[a-g)@9 f2[g-m]@5 f3[m-p]@2"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
