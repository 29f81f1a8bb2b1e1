// Trees: intervals and runs of level 0, lookups, building from edits, the order checker.
#include <gtest/gtest.h>

#include <random>

#include "test/support/status_assertions.h"
#include "version/tree_builder.h"
#include "version/tree_check.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// One line a run, highest first; within a run by key.
std::string Runs(const TreeVersion& tree) {
  std::string s;
  for (size_t r = tree.l0().runs().size(); r-- > 0;) {
    for (uint32_t i : tree.l0().runs()[r])
      s += "f" + std::to_string(tree.files(0)[i]->number) + " ";
    s += "/ ";
  }
  return s;
}

std::string Numbers(const TreeVersion& tree, int level, const UserRange& range) {
  FileList files;
  tree.FilesOverlapping(level, range, &files);
  return DrawNumbers(files);
}

TEST(L0Intervals, DisjointFilesFormOneRunWhateverTheirAge) {
  const TreePtr t = Tree("L0: f3[g-i]@3 f2[a-c]@2 f1[d-f]@1");
  EXPECT_EQ(1u, t->l0().RunCount());
  EXPECT_EQ(1u, t->l0().MaxDepth());
  EXPECT_EQ("f2 f1 f3 / ", Runs(*t));
}

TEST(L0Intervals, ANewerOverlappingFileLiesInAHigherRun) {
  const TreePtr t = Tree("L0: f4[a-b]@4 f3[c-h]@3 f2[a-d]@2 f1[a-z]@1");
  EXPECT_EQ("f4 f3 / f2 / f1 / ", Runs(*t));
  EXPECT_EQ(3u, t->l0().MaxDepth());
}

TEST(L0Intervals, ExclusiveEndsDoNotTouchTheNeighbour) {
  EXPECT_EQ(1u, Tree("L0: f2[a-g)@2 f1[g-k]@1")->l0().MaxDepth());
  EXPECT_EQ(2u, Tree("L0: f2[a-g]@2 f1[g-k]@1")->l0().MaxDepth());
}

TEST(L0Intervals, DepthIsTheMostFilesOverOneKeyNotTheNumberOfRuns) {
  // Three runs, but no key lies in three files.
  const TreePtr t = Tree("L0: f3[e-h]@3 f2[c-f]@2 f1[a-d]@1");
  EXPECT_EQ(3u, t->l0().RunCount());
  EXPECT_EQ(2u, t->l0().MaxDepth());
}

TEST(L0Intervals, FindTellsCoveredKeysFromGaps) {
  const TreePtr t = Tree("L0: f2[k-m]@2 f1[a-c]@1");
  const L0Intervals& l0 = t->l0();
  EXPECT_GE(l0.Find(kOrder, "a"), 0);
  EXPECT_GE(l0.Find(kOrder, "c"), 0);
  EXPECT_EQ(-1, l0.Find(kOrder, "ca"));
  EXPECT_EQ(-1, l0.Find(kOrder, "A"));
  EXPECT_GE(l0.Find(kOrder, "m"), 0);
  EXPECT_EQ(-1, l0.Find(kOrder, "n"));
}

TEST(L0Intervals, DepthInARangeIgnoresWhatLiesOutside) {
  const TreePtr t = Tree("L0: f3[k-m]@3 f2[k-p]@2 f1[a-c]@1");
  EXPECT_EQ(1u, t->l0().MaxDepthIn(kOrder, {"a", "j", false}));
  EXPECT_EQ(1u, t->l0().MaxDepthIn(kOrder, {"a", "k", true}));
  EXPECT_EQ(2u, t->l0().MaxDepthIn(kOrder, {"a", "k", false}));
  EXPECT_EQ(1u, t->l0().MaxDepthIn(kOrder, {"n", "z", false}));
  EXPECT_EQ(0u, t->l0().MaxDepthIn(kOrder, {"q", "z", false}));
  EXPECT_EQ(0u, L0Intervals().MaxDepthIn(kOrder, {"q", "z", false}));
}

TEST(L0Intervals, Hazard4ReverseComparatorsOrderIntervalsTheirWay) {
  const TreePtr t = Tree("L0: f2[z-m]@2 f1[k-a]@1", kReverse);
  EXPECT_EQ(1u, t->l0().MaxDepth());
  EXPECT_EQ("f2 f1 / ", Runs(*t));
  EXPECT_GE(t->l0().Find(kReverse, "p"), 0);
  EXPECT_EQ(-1, t->l0().Find(kReverse, "l"));
}

// Random level 0 against counting by brute force.
TEST(L0Intervals, AgreeWithBruteForceOnRandomTrees) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 rnd(seed);
  for (int round = 0; round < 200; round++) {
    std::string text = "L0:";
    const int n = 1 + static_cast<int>(rnd() % 12);
    for (int i = n; i > 0; i--) {
      const int a = static_cast<int>(rnd() % 25), b = a + static_cast<int>(rnd() % (26 - a));
      const bool open = b > a && rnd() % 3 == 0;
      text += " f" + std::to_string(i) + "[" + char('a' + a) + "-" + char('a' + b) +
              (open ? ")" : "]") + "@" + std::to_string(i);
    }
    const TreePtr t = Tree(text);
    size_t depth = 0;
    for (char c = 'a'; c <= 'z'; c++) {
      for (const std::string& key : {std::string(1, c), std::string(1, c) + "x"}) {
        std::vector<uint32_t> covering;
        for (uint32_t i = 0; i < t->files(0).size(); i++) {
          if (Contains(kOrder, UserRange::Of(*t->files(0)[i]), key)) covering.push_back(i);
        }
        depth = std::max(depth, covering.size());
        const int at = t->l0().Find(kOrder, key);
        const auto found = at < 0 ? std::vector<uint32_t>() : t->l0().intervals()[at].files;
        ASSERT_EQ(covering, found) << text << " key " << key;
      }
    }
    ASSERT_EQ(depth, t->l0().MaxDepth()) << text;
    for (const auto& run : t->l0().runs()) {
      for (size_t i = 1; i < run.size(); i++) {
        ASSERT_TRUE(EndsBefore(kOrder, UserRange::Of(*t->files(0)[run[i - 1]]),
                               UserRange::Of(*t->files(0)[run[i]])))
            << text;
      }
    }
    for (uint32_t a = 0; a < t->files(0).size(); a++) {
      for (uint32_t b = a + 1; b < t->files(0).size(); b++) {
        if (!Overlaps(kOrder, UserRange::Of(*t->files(0)[a]), UserRange::Of(*t->files(0)[b])))
          continue;
        ASSERT_GT(t->l0().RunOf(a), t->l0().RunOf(b)) << text;
      }
    }
  }
}

TEST(TreeVersion, FindsFilesOverlappingARange) {
  const TreePtr t = Tree("L0: f9[a-z]@9 f8[m-p]@8\nL1: f1[a-c]@1 f2[d-f)@1 f3[f-k]@1 f4[m-z]@1");
  EXPECT_EQ("f9", Numbers(*t, 0, {"a", "b", false}));
  EXPECT_EQ("f9 f8", Numbers(*t, 0, {"p", "p", false}));
  EXPECT_EQ("f1 f2", Numbers(*t, 1, {"b", "d", false}));
  EXPECT_EQ("f3", Numbers(*t, 1, {"f", "f", false}));
  EXPECT_EQ("f2", Numbers(*t, 1, {"e", "f", true}));
  EXPECT_EQ("", Numbers(*t, 1, {"l", "l", false}));
  EXPECT_EQ(2u << 20, t->BytesOverlapping(1, {"b", "d", false}));
  EXPECT_EQ(4u, t->FirstFileAtOrAfter(1, "zz"));
}

TEST(TreeVersion, KnowsItsTotalsAndItsBottom) {
  const TreePtr t = Tree("L0: f9[a-z]@9\nL2: f1[a-c]@1:3M f2[d-f]@1");
  EXPECT_EQ(5u << 20, t->total_bytes());
  EXPECT_EQ(3u, t->total_files());
  EXPECT_EQ(2, t->deepest_level());
  EXPECT_EQ(2u, t->max_epoch());
  EXPECT_TRUE(t->NothingBelow(2, {"a", "z", false}));
  EXPECT_FALSE(t->NothingBelow(0, {"a", "b", false}));
  EXPECT_TRUE(t->NothingBelow(0, {"g", "z", false}));
  int level = -1;
  EXPECT_EQ(2u, t->FindFile(2, &level)->number);
  EXPECT_EQ(2, level);
  EXPECT_EQ(nullptr, t->FindFile(99, &level));
  EXPECT_NE(std::string::npos, t->DebugString(false).find("#1[a-c]"));
}

TEST(TreeBuilder, AppliesEditsOverABase) {
  const TreePtr base = Tree("L0: f3[a-k]@3 f2[a-k]@2\nL1: f1[c-d]@1");
  VersionEdit edit;
  edit.DeleteFile(0, 2);
  edit.DeleteFile(1, 1);
  edit.AddFile(1, File(5, "e", "f", 2, 2, 1));
  edit.AddFile(1, File(4, "a", "b", 2, 2, 1));
  edit.AddFile(0, File(6, "a", "b", 9, 9, 7));
  TreeBuilder builder(kOrder, base, 7);
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  ASSERT_OK(builder.Build(&out));
  EXPECT_EQ("L0: f6[a-b]@9 f3[a-k]@3\nL1: f4[a-b]@2 f5[e-f]@2\n", DrawTree(*out));
}

TEST(TreeBuilder, DeletingAnAbsentFileIsCorruption) {
  TreeBuilder builder(kOrder, Tree("L0: f3[a-k]@3"), 7);
  VersionEdit edit;
  edit.DeleteFile(2, 9);
  const Status s = builder.Apply(edit);
  ASSERT_TRUE(s.IsCorruption());
  EXPECT_NE(std::string::npos,
            s.ToString().find(
                "Cannot delete table file #9 from level 2 since it is not in the LSM tree"));
  VersionEdit wrong_level;
  wrong_level.DeleteFile(1, 3);
  EXPECT_NE(std::string::npos,
            builder.Apply(wrong_level).ToString().find("since it is on level 0"));
}

TEST(TreeBuilder, AddingAFileTwiceIsCorruption) {
  TreeBuilder builder(kOrder, Tree("L0: f3[a-k]@3"), 7);
  VersionEdit edit;
  edit.AddFile(1, File(3, "a", "b", 1, 1, 1));
  EXPECT_TRUE(builder.Apply(edit).IsCorruption());
}

TEST(TreeBuilder, AFileMayChangeLevelWithinOneEdit) {
  TreeBuilder builder(kOrder, Tree("L0: f3[a-k]@3"), 7);
  VersionEdit edit;
  edit.DeleteFile(0, 3);
  edit.AddFile(4, File(3, "a", "k", 3, 3, 2));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  ASSERT_OK(builder.Build(&out));
  EXPECT_EQ("L4: f3[a-k]@3\n", DrawTree(*out));
}

TEST(TreeBuilder, InfersEpochsOfOlderDatabasesFromTheBottomUp) {
  TreeBuilder builder(kOrder, nullptr, 7);
  VersionEdit edit;
  edit.AddFile(0, File(11, "a", "k", 20, 30, 0));
  edit.AddFile(0, File(12, "a", "k", 31, 40, 0));
  edit.AddFile(1, File(10, "a", "k", 5, 9, 0));
  edit.AddFile(6, File(8, "a", "c", 1, 2, 0));
  edit.AddFile(6, File(9, "d", "e", 1, 2, 0));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  ASSERT_OK(builder.Build(&out));
  EXPECT_EQ(1u, out->files(6)[0]->epoch);
  EXPECT_EQ(1u, out->files(6)[1]->epoch);
  EXPECT_EQ(2u, out->files(1)[0]->epoch);
  EXPECT_EQ(12u, out->files(0)[0]->number);
  EXPECT_EQ(4u, out->files(0)[0]->epoch);
  EXPECT_EQ(3u, out->files(0)[1]->epoch);
}

TEST(TreeBuilder, ALevelZeroFileWithoutEpochIsRefusedOnALiveTree) {
  TreeBuilder builder(kOrder, Tree("L0: f3[a-k]@3"), 7);
  VersionEdit edit;
  edit.AddFile(0, File(12, "a", "k", 31, 40, 0));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  EXPECT_TRUE(builder.Build(&out).IsCorruption());
}

TEST(TreeBuilder, FilesBeyondTheLastLevelAreRefused) {
  TreeBuilder builder(kOrder, nullptr, 3);
  VersionEdit edit;
  edit.AddFile(5, File(12, "a", "k", 31, 40, 3));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  EXPECT_TRUE(builder.Build(&out).IsInvalidArgument());
  VersionEdit gone;
  gone.DeleteFile(5, 12);
  ASSERT_OK(builder.Apply(gone));
  EXPECT_OK(builder.Build(&out));
}

TEST(TreeBuilder, KeepsTheLastCursorOfEachLevel) {
  TreeBuilder builder(kOrder, nullptr, 3);
  VersionEdit edit;
  edit.compact_cursors = {{1, "x"}, {2, "y"}, {1, "z"}};
  ASSERT_OK(builder.Apply(edit));
  ASSERT_EQ(2u, builder.cursors().size());
  EXPECT_EQ("z", builder.cursors()[0].second);
}

TEST(TreeBuilder, ChecksCanBeSwitchedOff) {
  TreeBuilder builder(kOrder, nullptr, 3);
  VersionEdit edit;
  edit.AddFile(1, File(1, "a", "k", 1, 1, 1));
  edit.AddFile(1, File(2, "c", "d", 1, 1, 1));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  EXPECT_TRUE(builder.Build(&out).IsCorruption());
  builder.set_checks(false);
  EXPECT_OK(builder.Build(&out));
}

// Parses without the drawing's own check: builds the tree by hand.
Status Check(std::vector<std::pair<int, std::shared_ptr<FileMeta>>> files) {
  std::vector<FileList> levels(4);
  for (auto& [level, f] : files) levels[level].push_back(f);
  return CheckTree(TreeVersion(kOrder, std::move(levels)));
}

TEST(TreeCheck, RefusesWhatStockWouldOpenAsAnEmptyDatabase) {
  // Overlapping files of one epoch.
  EXPECT_NOT_OK(Check({{0, File(2, "a", "k", 5, 9, 3)}, {0, File(1, "c", "z", 1, 4, 3)}}));
  EXPECT_OK(Check({{0, File(2, "a", "k", 5, 9, 3)}, {0, File(1, "l", "z", 1, 4, 3)}}));
  // Not newest first.
  EXPECT_NOT_OK(Check({{0, File(2, "a", "k", 5, 9, 3)}, {0, File(1, "c", "z", 1, 4, 4)}}));
  // No epoch.
  EXPECT_NOT_OK(Check({{0, File(2, "a", "k", 5, 9, 0)}}));
  // Overlap, disorder, repetition on a deeper level.
  EXPECT_NOT_OK(Check({{1, File(2, "a", "k", 5, 9, 1)}, {1, File(1, "k", "z", 9, 12, 1)}}));
  EXPECT_NOT_OK(Check({{1, File(2, "c", "k", 5, 9, 1)}, {1, File(1, "a", "b", 1, 4, 1)}}));
  EXPECT_NOT_OK(Check({{1, File(2, "c", "k", 5, 9, 1)}, {2, File(2, "c", "k", 5, 9, 1)}}));
  // Bounds the wrong way round.
  EXPECT_NOT_OK(Check({{1, File(2, "k", "c", 5, 9, 1)}}));
  EXPECT_NOT_OK(Check({{1, File(2, "a", "c", 5, 9, 1)}, {1, File(3, "b", "z", 5, 9, 1)}}));
}

TEST(TreeCheck, AUserKeyMaySpanTwoDeepFiles) {
  EXPECT_OK(Check({{1, File(2, "a", "k", 5, 9, 1)}, {1, File(1, "k", "z", 1, 3, 1)}}));
}

TEST(TreeCheck, For78NestedSequencesAreRefusedAndSingleValuedOnesAccepted) {
  EXPECT_NOT_OK(CheckSequencesFor78(*Tree("L0: f2[a-c]@1..100 f1[d-f]@20..90")));
  EXPECT_OK(CheckSequencesFor78(*Tree("L0: f2[a-c]@10..100 f1[d-f]@5..90")));
  EXPECT_NOT_OK(CheckSequencesFor78(*Tree("L0: f2[a-c]@5..100 f1[d-f]@5..100")));
  EXPECT_OK(CheckSequencesFor78(*Tree("L0: f2[a-c]@1..100 f1[d-f]@90")));
}

TEST(TreeDrawing, WhatIsDrawnIsReadBack) {
  const std::string text = "L0: f5[c-k]@9 f4[a-d)@6..8\nL1: f3[a-m]@5\n";
  EXPECT_EQ(text, DrawTree(*Tree(text)));
}

TEST(TreeDrawing, BadDrawingsAreNamed) {
  Drawing d;
  for (const char* bad : {"L0: g5[a-b]", "L0: f5[a", "L0: f5[a-b]?", "X0 f5[a-b]", "L9: f5[a-b]",
                          "running: L0->L1 f5", "running: 7 L0->L1 f5", "L0: f5[a-b]@x"}) {
    EXPECT_NOT_OK(ParseDrawing(kOrder, bad, 7, &d)) << bad;
  }
  ASSERT_OK(ParseDrawing(kOrder, "L0: f5[a-b]@3 !\nmap: c d\nrunning: 7 L0->L1 f5\n", 7, &d));
  EXPECT_EQ(2u, d.boundaries.size());
  EXPECT_EQ(7u, d.jobs[0].job_id);
  EXPECT_EQ("b", d.jobs[0].largest_user_key);
  EXPECT_TRUE(d.tree->files(0)[0]->marked_for_compaction);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
