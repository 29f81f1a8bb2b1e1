// The description part of the whole-tree check: sound trees pass, and it finds each drawn fault.
#include "version/tree_audit.h"

#include <gtest/gtest.h>

#include <random>

#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The files of a sound tree, for the tests to damage.
struct Files {
  explicit Files(const std::string& text, const InternalKeyOrder& by = kOrder) : order(by) {
    const Drawing d = Draw(text, order);
    for (int level = 0; level < d.tree->num_levels(); level++) {
      levels.emplace_back();
      for (const FilePtr& f : d.tree->files(level)) levels.back().push_back(f->Clone());
    }
  }
  FileMeta& File(int level, size_t i) { return const_cast<FileMeta&>(*levels[level][i]); }
  // Kinds of the faults found, in order.
  std::string Faults() const {
    const TreeVersion tree(order, levels);
    std::vector<TreeFault> found;
    FaultList faults(&found, 100);
    AuditLevels(tree, &faults);
    AuditLevel0(tree, &faults);
    AuditIntervals(order, tree.files(0), tree.l0(), &faults);
    std::string kinds;
    for (const TreeFault& f : found) {
      kinds += (kinds.empty() ? "" : ", ") + std::string(TreeFault::KindName(f.kind));
    }
    return kinds;
  }
  const InternalKeyOrder order;
  std::vector<FileList> levels;
};

TEST(TreeAudit, SoundTreesHaveNoFault) {
  EXPECT_EQ("", Files("L0: f5[c-k]@9 f4[a-d)@6..8 f3[d-z]@1..5\nL1: f2[a-g)@1 f1[g-z]@1").Faults());
  EXPECT_EQ("", Files("L0: f3[k-c]@9 f2[z-a]@3", kReverse).Faults());
  EXPECT_EQ("", Files("L2: f1[a-z]@1").Faults());
}

TEST(TreeAudit, NewerFilesMayHaveOlderNumbersWhereNoKeyIsShared) {
  // A job within Level 0 took the place of its oldest input: epoch 1, yet sequence number 9.
  EXPECT_EQ("", Files("L0: f3[a-c]@5#2 f4[d-f]@9#1").Faults());
  EXPECT_EQ("", Files("L0: f3[a-d)@5#2 f4[d-f]@9#1").Faults());
}

TEST(TreeAudit, EpochsAgainstSequenceNumbersAreFound) {
  Files files("L0: f2[a-m]@7..9 f1[c-z]@1..3");
  std::swap(files.File(0, 0).epoch, files.File(0, 1).epoch);
  std::swap(files.levels[0][0], files.levels[0][1]);
  EXPECT_EQ("epoch order", files.Faults());
}

TEST(TreeAudit, AFileIngestedBetweenTheKeysOfAnOlderOneNeedsNoNumber) {
  EXPECT_EQ("", Files("L0: f2[c-d]@0#9 f1[a-z]@3..5#2").Faults());
  EXPECT_EQ("epoch order", Files("L0: f2[c-d]@2#9 f1[a-z]@3..5#2").Faults());
}

TEST(TreeAudit, AMemtableMayBeFlushedAroundAFileIngestedMeanwhile) {
  EXPECT_EQ("", Files("L0: f2[a-z]@1..2#9 f1[c-d]@3#2").Faults());
}

TEST(TreeAudit, FilesIngestedMeanwhileMayHaveBeenMergedAroundTheKeysOfAMemtable) {
  EXPECT_EQ("", Files("L0: f3[a-z]@1..5#9 f2[c-m]@3..8#2").Faults());
}

TEST(TreeAudit, ALevel0ThatIsNotNewestFirstIsFound) {
  Files files("L0: f2[a-b]@9 f1[c-z]@3");
  std::swap(files.levels[0][0], files.levels[0][1]);
  EXPECT_EQ("epoch order", files.Faults());
}

TEST(TreeAudit, SharedAndMissingEpochsAreFound) {
  Files shared("L0: f2[a-m]@9 f1[c-z]@3");
  shared.File(0, 0).epoch = shared.File(0, 1).epoch;
  EXPECT_EQ("epoch order", shared.Faults());
  Files missing("L0: f2[a-m]@9");
  missing.File(0, 0).epoch = 0;
  EXPECT_EQ("epoch order", missing.Faults());
}

TEST(TreeAudit, OverlapDisorderAndDoubleNumbersOfLevelsAreFound) {
  Files overlap("L1: f2[a-g]@1 f1[h-z]@1");
  overlap.File(1, 0).largest = MakeInternalKey("k", 1, kTypeValue);
  EXPECT_EQ("level order", overlap.Faults());
  Files swapped("L3: f2[a-g]@1 f1[h-z]@1");
  std::swap(swapped.levels[3][0], swapped.levels[3][1]);
  EXPECT_EQ("level order", swapped.Faults());
  Files twice("L1: f2[a-g]@1\nL2: f1[h-z]@1");
  twice.File(2, 0).number = 2;
  EXPECT_EQ("level order", twice.Faults());
  Files backward("L1: f2[a-g]@1");
  std::swap(backward.File(1, 0).smallest, backward.File(1, 0).largest);
  EXPECT_EQ("level order", backward.Faults());
}

TEST(TreeAudit, IntervalsOfOtherFilesAreFound) {
  const Files now("L0: f3[a-m]@9 f2[c-z]@5 f1[d-e]@3");
  const Files before("L0: f3[a-b]@9 f2[c-d)@5 f1[d-e]@3");
  const TreeVersion tree(kOrder, now.levels), other(kOrder, before.levels);
  std::vector<TreeFault> found;
  FaultList faults(&found, 100);
  AuditIntervals(kOrder, tree.files(0), other.l0(), &faults);
  EXPECT_FALSE(found.empty());
  for (const TreeFault& f : found) EXPECT_EQ(TreeFault::kIntervals, f.kind) << f.what;
}

TEST(TreeAudit, IntervalsOfRandomLevelsAgreeWithBruteForce) {
  std::mt19937_64 random(20);
  for (int round = 0; round < 200; round++) {
    FileList files;
    for (int i = 0; i < 12; i++) {
      auto f = std::make_shared<FileMeta>();
      f->number = static_cast<uint64_t>(100 - i);
      f->epoch = static_cast<uint64_t>(100 - i);
      f->largest_seqno = f->smallest_seqno = static_cast<uint64_t>(100 - i);
      const char from = static_cast<char>('a' + random() % 20);
      const char to = static_cast<char>(from + 1 + random() % 5);
      f->smallest = MakeInternalKey(std::string(1, from), 1, kTypeValue);
      f->largest = random() % 2 == 0 ? MakeExclusiveEnd(std::string(1, to))
                                     : MakeInternalKey(std::string(1, to), 1, kTypeValue);
      files.push_back(std::move(f));
    }
    const L0Intervals intervals(kOrder, files);
    std::vector<TreeFault> found;
    FaultList faults(&found, 100);
    AuditIntervals(kOrder, files, intervals, &faults);
    EXPECT_TRUE(found.empty()) << "round " << round << ": " << found[0].what;
  }
}

TEST(TreeAudit, TheListOfFaultsEndsAtItsLimit) {
  std::vector<TreeFault> found;
  FaultList faults(&found, 2);
  for (int i = 0; i < 5; i++) faults.Add(TreeFault());
  EXPECT_EQ(2u, found.size());
  EXPECT_TRUE(faults.full());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
