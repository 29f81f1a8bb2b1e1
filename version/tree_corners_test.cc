// Corner cases of trees: incomplete and contradictory drawings, trees that the checks must refuse,
// ranges that begin before or end within the files, and the text of faults.
#include <gtest/gtest.h>

#include <algorithm>

#include "test/support/status_assertions.h"
#include "version/tree_audit.h"
#include "version/tree_builder.h"
#include "version/tree_check.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TreeVersion OfLevel(int level, FileList files) {
  std::vector<FileList> levels(4);
  levels[level] = std::move(files);
  return TreeVersion(kOrder, std::move(levels));
}

TEST(L0Intervals, AFileThatEndsBeforeItBeginsIsPlacedAndThenRefused) {
  std::vector<FileList> levels(7);
  levels[0] = {File(1, "c", "a", 1, 1, 1)};
  const TreeVersion alone(kOrder, levels);
  EXPECT_EQ(1u, alone.l0().MaxDepth());
  EXPECT_TRUE(CheckTree(alone).IsCorruption());
  levels[0] = {File(3, "b", "d", 3, 3, 3), File(2, "z", "a", 2, 2, 2)};
  EXPECT_TRUE(CheckTree(TreeVersion(kOrder, levels)).IsCorruption());
}

TEST(TreeDrawing, WordsThatAreCutShortAreRefused) {
  Drawing d;
  for (const char* bad : {"L0: f",
                          "L0: f5",
                          "L0: f5x",
                          "L0: f[a-b]",
                          "L0: f5[ab]",
                          "L0: f5[a)b-c]",
                          "L0: f5[a-b",
                          "L0: f5[a-b]@1.",
                          "L0: f5[a-b]@1.2",
                          "L0: f5[a-b]@1..",
                          "L0: f5[a-b]:",
                          "L0: f5[a-b]:K",
                          "L0: f5[a-b]~",
                          "L0: f5[a-b]#",
                          "L0: f5[a-b]%",
                          "L0: f5[a-b]%1",
                          "L0: f5[a-b]%1/",
                          "L: f5[a-b]",
                          "L0 f5[a-b]",
                          "M0: f5[a-b]",
                          "running: 7",
                          "running: 7 L0 f5",
                          "running: 7 L0->M1 f5"}) {
    EXPECT_TRUE(ParseDrawing(kOrder, bad, 7, &d).IsInvalidArgument()) << bad;
  }
}

TEST(TreeDrawing, AMarkBeforeAnyFileOfItsLevelIsRefused) {
  Drawing d;
  EXPECT_TRUE(ParseDrawing(kOrder, "L0: !", 7, &d).IsInvalidArgument());
  EXPECT_TRUE(ParseDrawing(kOrder, "L0: f1[a-b]@1\nL1: ! f2[a-b]@1", 7, &d).IsInvalidArgument());
}

TEST(TreeDrawing, EveryAttributeIsRead) {
  const TreePtr t =
      Tree("\nL0: f5[a-b]@3!~77%4/9:3K#8\n\nL1: f1[a-c]:2G#6 f2[d-e]:5M f3[f-g]:700~5\n");
  const FileMeta& f = *t->files(0)[0];
  EXPECT_TRUE(f.marked_for_compaction);
  EXPECT_EQ(77u, f.oldest_ancestor_time);
  EXPECT_EQ(77u, f.creation_time);
  EXPECT_EQ(4u, f.num_deletions);
  EXPECT_EQ(9u, f.num_entries);
  EXPECT_TRUE(f.stats_known);
  EXPECT_EQ(3u << 10, f.file_size);
  EXPECT_EQ(8u, f.epoch);
  EXPECT_EQ(6u, t->files(1)[0]->epoch);
  EXPECT_EQ(1u, t->files(1)[1]->epoch);
  EXPECT_EQ(2ull << 30, t->files(1)[0]->file_size);
  EXPECT_EQ(5u << 20, t->files(1)[1]->file_size);
  EXPECT_EQ(700u, t->files(1)[2]->file_size);
}

TEST(TreeDrawing, AJobCoversAllItsInputs) {
  Drawing d;
  ASSERT_OK(ParseDrawing(kOrder,
                         "L0: f5[k-m]@9 f4[c-d]@8\nL1: f1[a-b]@1 f2[c-z)@1\n"
                         "running: 7 L0->L1 f5 f4 f2\nrunning: 8 L1->L2 f1",
                         7, &d));
  ASSERT_EQ(2u, d.jobs.size());
  EXPECT_EQ("c", d.jobs[0].smallest_user_key);
  EXPECT_EQ("z", d.jobs[0].largest_user_key);
  EXPECT_TRUE(d.jobs[0].exclusive_end);
  EXPECT_EQ(3u << 20, d.jobs[0].input_bytes);
  EXPECT_EQ("b", d.jobs[1].largest_user_key);
}

TEST(TreeDrawing, NothingAfterAJobThatCannotBeIsRead) {
  Drawing d;
  EXPECT_TRUE(
      ParseDrawing(kOrder, "L0: f5[a-b]@3\nrunning: 7 L0->L1 f6\nrunning: 8 L0->L1 f5", 7, &d)
          .IsInvalidArgument());
  EXPECT_EQ(1u, d.jobs.size());
}

TEST(TreeDrawing, ATreeThatBreaksAnInvariantIsCorruption) {
  Drawing d;
  EXPECT_TRUE(ParseDrawing(kOrder, "L1: f5[a-m]@3 f6[c-z]@3", 7, &d).IsCorruption());
}

TEST(TreeCheck, ABoundThatIsNoInternalKeyIsRefused) {
  auto first = File(2, "a", "c", 5, 9, 1), last = File(2, "a", "c", 5, 9, 1);
  first->smallest = "short";
  last->largest = "short";
  EXPECT_TRUE(CheckTree(OfLevel(1, {first})).IsCorruption());
  EXPECT_TRUE(CheckTree(OfLevel(1, {last})).IsCorruption());
}

TEST(TreeCheck, AnyLevel0FileWithoutEpochIsRefused) {
  EXPECT_TRUE(CheckTree(OfLevel(0, {File(2, "a", "c", 5, 9, 3), File(1, "d", "e", 1, 4, 0)}))
                  .IsCorruption());
  EXPECT_TRUE(CheckTree(OfLevel(0, {File(2, "a", "c", 5, 9, 0), File(1, "d", "e", 1, 4, 3)}))
                  .IsCorruption());
  // Deeper files may lack one.
  EXPECT_OK(CheckTree(OfLevel(1, {File(2, "a", "c", 5, 9, 0)})));
}

TEST(TreeCheck, FilesOfOneEpochAreJudgedByOverlapOnEitherSide) {
  EXPECT_OK(CheckTree(OfLevel(0, {File(2, "p", "z", 5, 9, 3), File(1, "a", "k", 1, 4, 3)})));
  EXPECT_OK(CheckTree(OfLevel(0, {File(2, "a", "k", 5, 9, 3), File(1, "p", "z", 1, 4, 3)})));
  EXPECT_NOT_OK(CheckTree(OfLevel(0, {File(2, "a", "q", 5, 9, 3), File(1, "p", "z", 1, 4, 3)})));
}

TEST(TreeCheck, ARefusalShowsWhichFileEndsExclusively) {
  auto left = File(1, "a", "k", 5, 9, 1);
  left->largest = MakeExclusiveEnd("k");
  const Status s = CheckTree(OfLevel(1, {left, File(2, "c", "z", 5, 9, 1)}));
  ASSERT_TRUE(s.IsCorruption());
  EXPECT_NE(std::string::npos, s.ToString().find("#1 [61 .. 6B) seq 5..9")) << s.ToString();
  EXPECT_NE(std::string::npos, s.ToString().find("#2 [63 .. 7A] seq 5..9")) << s.ToString();
}

TEST(TreeCheck, For78FilesOfOneNumberTieUnlessItIsZero) {
  EXPECT_NOT_OK(CheckSequencesFor78(*Tree("L0: f2[a-c]@9 f1[d-f]@9")));
  // Ingested into an empty database: 7.8 takes any number of them.
  EXPECT_OK(CheckSequencesFor78(*Tree("L0: f2[a-c]@0 f1[d-f]@0")));
  const auto twice = File(1, "a", "c", 5, 9, 1);
  EXPECT_TRUE(CheckSequencesFor78(OfLevel(0, {twice, twice})).IsCorruption());
}

TEST(TreeBuilder, FilesDeletedDuringRecoveryGetNoEpoch) {
  TreeBuilder builder(kOrder, nullptr, 3);
  VersionEdit first, second;
  first.AddFile(0, File(11, "a", "k", 20, 30, 0));
  first.AddFile(0, File(12, "a", "k", 31, 40, 0));
  second.DeleteFile(0, 11);
  ASSERT_TRUE(builder.Apply(first).ok() && builder.Apply(second).ok());
  TreePtr out;
  ASSERT_OK(builder.Build(&out));
  ASSERT_EQ(1u, out->files(0).size());
  EXPECT_EQ(1u, out->files(0)[0]->epoch);
}

TEST(TreeBuilder, AFileWithoutEpochBeyondTheLastLevelIsRefusedNotPlaced) {
  TreeBuilder builder(kOrder, nullptr, 3);
  VersionEdit edit;
  edit.AddFile(5, File(12, "a", "k", 31, 40, 0));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  EXPECT_TRUE(builder.Build(&out).IsInvalidArgument());
  EXPECT_EQ(nullptr, out);
}

TEST(TreeBuilder, ATreeMayGrowDeeperThanItsBase) {
  Drawing d;
  ASSERT_OK(ParseDrawing(kOrder, "L1: f1[a-b]@1", 2, &d));
  TreeBuilder builder(kOrder, d.tree, 5);
  VersionEdit edit;
  edit.AddFile(4, File(2, "c", "d", 1, 1, 1));
  ASSERT_OK(builder.Apply(edit));
  TreePtr out;
  ASSERT_OK(builder.Build(&out));
  EXPECT_EQ("L1: f1[a-b]@1\nL4: f2[c-d]@1\n", DrawTree(*out));
}

TEST(TreeBuilder, WithoutChecksFilesThatBeginAlikeStandByNumber) {
  TreeBuilder builder(kOrder, nullptr, 3);
  VersionEdit edit;
  edit.AddFile(1, File(2, "a", "d", 1, 1, 1));
  edit.AddFile(1, File(1, "a", "k", 1, 1, 1));
  ASSERT_OK(builder.Apply(edit));
  builder.set_checks(false);
  TreePtr out;
  ASSERT_OK(builder.Build(&out));
  EXPECT_EQ("f1 f2", DrawNumbers(out->files(1)));
}

TEST(TreeVersion, BytesOfLevel0AreThoseOfTheFilesThatOverlap) {
  const TreePtr t = Tree("L0: f3[a-m]@9:3M f2[k-z]@8:2M f1[x-z)@7");
  EXPECT_EQ(5u << 20, t->BytesOverlapping(0, {"k", "l", false}));
  EXPECT_EQ(3u << 20, t->BytesOverlapping(0, {"a", "b", false}));
  EXPECT_EQ(2u << 20, t->BytesOverlapping(0, {"z", "zz", false}));
}

TEST(TreeVersion, WithoutLevelsNothingIsFound) {
  const TreeVersion none(kOrder, {});
  EXPECT_EQ(0, none.num_levels());
  EXPECT_EQ(-1, none.deepest_level());
  EXPECT_EQ(nullptr, none.FindFile(1, nullptr));
  EXPECT_EQ("", none.DebugString());
}

TEST(TreeVersion, ItsTextShowsWhichFilesEndExclusively) {
  EXPECT_EQ("L0: #2[a-g)@1..5/e2:1048576\nL1: #1[a-g]@1..1/e1:1048576\n",
            Tree("L0: f2[a-g)@1..5\nL1: f1[a-g]@1")->DebugString(false));
}

TEST(L0Intervals, ARangeBeforeAllFilesHasNoDepthUnlessItReachesTheFirst) {
  const TreePtr t = Tree("L0: f2[c-m]@2 f1[c-e]@1");
  EXPECT_EQ(0u, t->l0().MaxDepthIn(kOrder, {"a", "b", false}));
  EXPECT_EQ(0u, t->l0().MaxDepthIn(kOrder, {"a", "c", true}));
  EXPECT_EQ(2u, t->l0().MaxDepthIn(kOrder, {"a", "c", false}));
  // Just behind e only f2 is left; a range that ends with e does not reach there.
  EXPECT_EQ(2u, t->l0().MaxDepthIn(kOrder, {"d", "e", false}));
  EXPECT_EQ(1u, t->l0().MaxDepthIn(kOrder, {"f", "g", true}));
}

TEST(L0Intervals, ARangeOfOneKeyHasTheDepthOverThatKey) {
  const TreePtr t = Tree("L0: f2[c-m]@2 f1[c-e]@1");
  EXPECT_EQ(2u, t->l0().MaxDepthIn(kOrder, {"c", "c", false}));
  EXPECT_EQ(2u, t->l0().MaxDepthIn(kOrder, {"e", "e", false}));
  EXPECT_EQ(1u, t->l0().MaxDepthIn(kOrder, {"m", "m", false}));
  EXPECT_EQ(0u, t->l0().MaxDepthIn(kOrder, {"n", "n", false}));
}

TEST(TreeAudit, BoundsThatAreNoInternalKeysAreFoundAndNotRead) {
  auto bad = File(2, "a", "c", 5, 9, 1), again = File(2, "d", "e", 5, 9, 1);
  bad->smallest = "x";
  again->largest = "y";
  std::vector<TreeFault> found;
  FaultList faults(&found, 10);
  AuditLevels(OfLevel(1, {bad, again}), &faults);
  ASSERT_EQ(3u, found.size());  // both bounds, and the number that occurs twice
  for (const TreeFault& f : found) {
    EXPECT_EQ(TreeFault::kLevelOrder, f.kind);
    EXPECT_EQ("", f.key);
  }
}

TEST(TreeFault, EveryKindHasANameOfItsOwn) {
  std::vector<std::string> names;
  for (int kind = TreeFault::kLevelOrder; kind <= TreeFault::kUnreadable; kind++) {
    names.push_back(TreeFault::KindName(static_cast<TreeFault::Kind>(kind)));
    EXPECT_NE("unknown", names.back());
  }
  EXPECT_EQ(12u, names.size());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names.end(), std::unique(names.begin(), names.end()));
}

TEST(TreeFault, ItsLineNamesPlacesKeyAndSequencesAsFarAsTheyAreKnown) {
  TreeFault fault;
  fault.kind = TreeFault::kKeyOrder;
  fault.what = "a newer entry lies below an older one";
  EXPECT_EQ("key order: a newer entry lies below an older one; memtable", fault.ToString());
  fault.other_file = 7;
  EXPECT_EQ("key order: a newer entry lies below an older one; memtable and file 7",
            fault.ToString());
  fault.other_level = 0;
  fault.other_sequence = 12;
  fault.key = "k";
  EXPECT_EQ(
      "key order: a newer entry lies below an older one; memtable and L0 file 7, key 0x6B, "
      "sequence 0 and 12",
      fault.ToString());
  fault.level = 2;
  fault.file = 5;
  fault.sequence = 3;
  fault.other_sequence = 0;
  EXPECT_EQ(
      "key order: a newer entry lies below an older one; L2 file 5 and L0 file 7, key 0x6B, "
      "sequence 3 and 0",
      fault.ToString());
}

TEST(TreeFault, AReportCountsAndListsItsFaults) {
  TreeCheckReport report;
  report.memtables = 1;
  report.files = 2;
  report.straddling_files = 3;
  report.entries = 4;
  report.keys = 5;
  report.range_deletions = 6;
  EXPECT_EQ("1 memtables, 2 files (3 straddle), 4 entries of 5 keys, 6 range deletions, 0 faults\n",
            report.ToString());
  report.faults.emplace_back();
  report.faults.back().what = "a sentence";
  EXPECT_EQ(
      "1 memtables, 2 files (3 straddle), 4 entries of 5 keys, 6 range deletions, 1 faults\n"
      "level order: a sentence; memtable\n",
      report.ToString());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
