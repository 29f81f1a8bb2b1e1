// Where outputs end: key by key, without a table.
#include "compaction/output_cutter.h"

#include <gtest/gtest.h>

#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// "a b|c|d": a new output begins at c and at d. Every key is `bytes` large.
std::string Cut(const std::vector<std::string>& keys, const std::vector<std::string>& cuts,
                const FileList& below, OutputCutter::Limits limits, uint64_t bytes = 1) {
  OutputCutter cutter(kOrder, cuts, below, limits);
  std::string out;
  bool open = false;
  uint64_t size = 0;
  const auto end = [&] {
    if (open) out += "|";
    open = false;
    size = 0;
    cutter.OutputEnded();
  };
  for (const std::string& key : keys) {
    while (cutter.CutUpTo(key) != nullptr) end();
    if (cutter.EndsBefore(key, open, size, [&] { return size; })) end();
    if (open) out += " ";
    out += key;
    open = true;
    size += bytes;
  }
  while (const std::string* cut = cutter.NextCut()) out += " left:" + *cut;
  return out;
}

TEST(OutputCutter, OutputsEndAtEachCutPointOnce) {
  EXPECT_EQ("a b|g h|q left:x", Cut({"a", "b", "g", "h", "q"}, {"g", "m", "p", "x"}, {}, {}));
  EXPECT_EQ("a b", Cut({"a", "b"}, {}, {}, {}));
}

TEST(OutputCutter, AnOutputThatIsLargeEnoughEndsAtTheNextKey) {
  EXPECT_EQ("a b|c d|e", Cut({"a", "b", "c", "d", "e"}, {}, {}, {20, 0, UINT64_MAX}, 10));
  EXPECT_EQ("a b|c d|e f", Cut({"a", "b", "c", "d", "e", "f"}, {"c"}, {}, {20, 0, UINT64_MAX}, 10))
      << "the size counts from the cut";
}

TEST(OutputCutter, AnOutputEndsWhenItOverlapsTooMuchBelow) {
  const FileList below = Tree("L2: f1[a-b]:4M f2[c-d]:4M f3[e-f]:4M f4[x-y]:4M")->files(2);
  EXPECT_EQ("a c|e g|z", Cut({"a", "c", "e", "g", "z"}, {}, below, {UINT64_MAX, 0, 5 << 20}))
      << "one file may be passed over, the second ends the output";
  EXPECT_EQ("g z", Cut({"g", "z"}, {}, below, {UINT64_MAX, 0, 5 << 20}))
      << "what lies before the first key weighs on no output";
}

constexpr OutputCutter::Limits kFollow{6, 12, UINT64_MAX};

TEST(OutputCutter, FromTwoThirdsOfItsTargetOnAnOutputEndsWhereAFileBelowEnds) {
  const FileList below = Tree("L2: f1[a-d] f2[e-g] f3[h-z]")->files(2);
  EXPECT_EQ("a b c d|e f g h i j",
            Cut({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}, {}, below, kFollow));
  EXPECT_EQ("a b c e f g|h i", Cut({"a", "b", "c", "e", "f", "g", "h", "i"}, {}, below, kFollow))
      << "half of it at f1's end is too little";
}

TEST(OutputCutter, AnOutputGrowsBeyondItsTargetUntilAFileBelowEnds) {
  const FileList below = Tree("L2: f1[a-h] f2[i-z]")->files(2);
  const std::vector<std::string> keys{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  EXPECT_EQ("a b c d e f g h|i j", Cut(keys, {}, below, kFollow));
  EXPECT_EQ("a b c d e f g|h i j", Cut(keys, {}, below, {6, 7, UINT64_MAX}));
}

TEST(OutputCutter, BehindTheLastFileBelowAnOutputEndsAtItsTarget) {
  const FileList below = Tree("L2: f1[a-c]")->files(2);
  EXPECT_EQ("a b d e f g|h i j",
            Cut({"a", "b", "d", "e", "f", "g", "h", "i", "j"}, {}, below, kFollow));
}

TEST(OutputCutter, WithoutFilesBelowOrNotToFollowThemAnOutputEndsAtItsTarget) {
  const std::vector<std::string> keys{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  EXPECT_EQ("a b c d e f|g h i j", Cut(keys, {}, {}, kFollow));
  const FileList below = Tree("L2: f1[a-d] f2[e-z]")->files(2);
  EXPECT_EQ("a b c d e f|g h i j", Cut(keys, {}, below, {6, 0, UINT64_MAX}));
}

TEST(OutputCutter, AnOutputEndsBeforeFilesBelowThatItHasNothingFor) {
  const FileList below = Tree("L2: f1[a-c]:4M f2[d-f]:4M f3[g-i]:4M f4[j-z]:4M")->files(2);
  const OutputCutter::Limits limits{16 << 20, 32 << 20, UINT64_MAX};
  EXPECT_EQ("a b|k l", Cut({"a", "b", "k", "l"}, {}, below, limits, 1 << 20));
  EXPECT_EQ("a b g h k",
            Cut({"a", "b", "g", "h", "k"}, {}, below, {64 << 20, 128 << 20, UINT64_MAX}, 1 << 20))
      << "a file of 4 MB does not outweigh one more where these have 64";
  EXPECT_EQ("a b d e g", Cut({"a", "b", "d", "e", "g"}, {}, below, limits, 1 << 20))
      << "into each of them a key falls";
}

TEST(OutputCutter, AnOutputOfAFewKeysGoesOnOverFilesBelow) {
  const FileList below = Tree("L2: f1[a-c]:4M f2[d-f]:4M f3[g-i]:4M f4[j-z]:4M")->files(2);
  EXPECT_EQ("a b k l", Cut({"a", "b", "k", "l"}, {}, below, {16 << 20, 32 << 20, UINT64_MAX}, 100));
}

TEST(OutputCutter, WhatIsNotOpenDoesNotEnd) {
  const std::vector<std::string> no_cuts;
  const FileList nothing_below;
  OutputCutter cutter(kOrder, no_cuts, nothing_below, {0, 0, 0});
  const auto nothing = [] { return 0; };
  EXPECT_FALSE(cutter.EndsBefore("a", false, 0, nothing));
  EXPECT_TRUE(cutter.EndsBefore("b", true, 0, nothing));
}

TEST(OutputCutter, KeysThatShareTheirFirstBytesAreComparedAsAWhole) {
  EXPECT_EQ("prefixed-a|prefixed-c prefixed-d|prefixed-f",
            Cut({"prefixed-a", "prefixed-c", "prefixed-d", "prefixed-f"},
                {"prefixed-b", "prefixed-e"}, {}, {}));
  EXPECT_EQ("a|a#|b", Cut({"a", "a#", "b"}, {std::string("a\0", 2), "a$"}, {}, {}))
      << "a shorter key and one padded with zeros have one prefix";
}

TEST(OutputCutter, KeysOfAnotherOrderAreNotJudgedByTheirPrefixes) {
  const InternalKeyOrder reverse(ReverseBytewiseComparator());
  const std::vector<std::string> cuts{"m"};
  const FileList nothing_below;
  OutputCutter cutter(reverse, cuts, nothing_below, {});
  EXPECT_EQ(nullptr, cutter.CutUpTo("x"));
  EXPECT_EQ(nullptr, cutter.CutUpTo("n"));
  EXPECT_EQ(&cuts[0], cutter.CutUpTo("c"));
}

// The number of calls follows the logarithm of the limit, and no output is larger than the limit
// and the record that reaches it.
TEST(OutputCutter, TheSizeOfAnOutputIsAskedForRarely) {
  constexpr uint64_t kLimit = 1 << 20, kRecord = 100;
  const std::vector<std::string> no_cuts;
  const FileList nothing_below;
  for (const uint64_t growth : {1, 2, 8}) {
    OutputCutter cutter(kOrder, no_cuts, nothing_below, {kLimit, 0, UINT64_MAX});
    uint64_t added = 0;
    int calls = 0;
    const auto size_of = [&] {
      ++calls;
      return added * growth;
    };
    do {
      added += kRecord;
    } while (!cutter.EndsBefore("k", true, added, size_of));
    EXPECT_GE(added * growth, kLimit);
    EXPECT_LT(added * growth, kLimit + kRecord * growth) << growth;
    EXPECT_LT(calls, 150) << growth;
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
