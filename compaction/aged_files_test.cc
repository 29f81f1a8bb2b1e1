// Compactions for a file's own sake - age, marks, tombstones: drawing in, decision out.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(AgedFiles, PastTtlGoesDown) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.ttl = 1000;
  EXPECT_EQ("L1: f1 -> L2 move",
            PickerScene("L1: f1[a-c]@2~5000 f2[d-f]@2~999500\nL3: f3[x-z]@1", cf).Pick());
  EXPECT_EQ("none", PickerScene("L1: f1[a-c]@2~999500\nL3: f3[x-z]@1", cf).Pick());
  EXPECT_EQ("none", PickerScene("L6: f1[a-c]@2~5000", cf).Pick());
}

TEST(AgedFiles, PastPeriodIsRewrittenInPlace) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.periodic_compaction_seconds = 1000;
  EXPECT_EQ("L2: f1 -> L2", PickerScene("L2: f1[a-c]@2~5000", cf).Pick());
  EXPECT_EQ("L0: f9 + L1: f1 -> L1",
            PickerScene("L0: f9[a-c]@9~5000\nL1: f1[a-c]@1~999999", cf).Pick());
}

TEST(AgedFiles, MarkedFilesGoDownUnlessAtTheDeepestLevel) {
  EXPECT_EQ("L1: f1 + L2: f2 -> L2", PickerScene("L1: f1[a-c]@2!\nL2: f2[a-c]@1").Pick());
  EXPECT_EQ("none", PickerScene("L2: f2[a-c]@1!").Pick());
}

TEST(AgedFiles, BottommostTombstonesNoSnapshotNeedsAreRewrittenAway) {
  PickerScene s("L2: f1[a-c]@5%3/9");
  EXPECT_EQ("L2: f1 -> L2", s.Pick());
  PickContext ctx = s.Context();
  ctx.oldest_snapshot = 4;
  EXPECT_EQ("none", PickerScene::Show(PickCompaction(ctx)));
  EXPECT_EQ("none", PickerScene("L2: f1[a-c]@5%3/9\nL3: f2[b-d]@1").Pick());
  ColumnFamilyOptions patient = SmallOptions();
  patient.bottommost_file_compaction_delay = 1000;
  EXPECT_EQ("none", PickerScene("L2: f1[a-c]@5%3/9~999900", patient).Pick());
  EXPECT_EQ("L2: f1 -> L2", PickerScene("L2: f1[a-c]@5%3/9~5000", patient).Pick());
}

TEST(AgedFiles, OnlyTheFilesOfALevelThatQualifyAreTaken) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.ttl = 1000;
  EXPECT_EQ("L1: f2 -> L2 move",
            PickerScene("L1: f1[a-c]@2~999500 f2[d-f]@2~5000\nL3: f3[x-z]@1", cf).Pick());
  EXPECT_EQ("L1: f2 + L2: f3 -> L2", PickerScene("L1: f1[a-c]@2 f2[d-f]@2!\nL2: f3[e-z]@1").Pick());
  EXPECT_EQ("L2: f2 -> L2", PickerScene("L2: f1[a-c]@0%3/9 f2[d-f]@5%3/9").Pick())
      << "at sequence number 0 nothing is left to rewrite away";
}

TEST(AgedFiles, AnAgeBeyondTheClocksStartIsReachedByNoFile) {
  ColumnFamilyOptions cf = SmallOptions();
  for (uint64_t age : {uint64_t{1000000}, uint64_t{2000000}, UINT64_MAX}) {
    cf.ttl = cf.periodic_compaction_seconds = age;
    EXPECT_EQ("none", PickerScene("L1: f1[a-c]@2~1\nL3: f3[x-z]@1~1", cf).Pick()) << age;
  }
  cf.ttl = 999998;
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[a-c]@2~1\nL3: f3[x-z]@1", cf).Pick());
}

TEST(AgedFiles, AFileOfUnknownAgeIsNotOld) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.ttl = cf.periodic_compaction_seconds = 1000;
  EXPECT_EQ("L1: f2 -> L2 move",
            PickerScene("L1: f1[a-c]@2 f2[d-f]@2~5000\nL3: f3[x-z]@1", cf).Pick());
}

TEST(AgedFiles, AnAgedFileThatCanNotGoNowLeavesTheTurnToTheNext) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.ttl = 1000;
  EXPECT_EQ("L1: f2 -> L2 move",
            PickerScene("L1: f1[a-c]@2~5000 f2[d-f]@2~5000\nL2: f3[a-c]@1\nL3: f4[x-z]@0\n"
                        "running: 1 L2->L3 f3",
                        cf)
                .Pick());
}

TEST(AgedFiles, ARewriteInPlaceWaitsForItsNeighbourAndForItsRange) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.periodic_compaction_seconds = 1000;
  const std::string sharing = "L2: f1[a-c]@2~5000 f2[c-e]@1~999999";
  EXPECT_EQ("L2: f1 f2 -> L2", PickerScene(sharing, cf).Pick()) << "c lies in both";
  EXPECT_EQ("none", PickerScene(sharing + "\nrunning: 1 L2->L3 f2", cf).Pick());
  const std::string between = "L1: f5[a-b]@9 f6[x-z]@9\nL2: f1[m-n]@2~5000";
  EXPECT_EQ("L2: f1 -> L2", PickerScene(between, cf).Pick());
  EXPECT_EQ("none", PickerScene(between + "\nrunning: 1 L1->L2 f5 f6", cf).Pick());
}

TEST(AgedFiles, ALevelZeroFileWaitsForTheBaseLevel) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.periodic_compaction_seconds = 1000;
  const std::string text = "L0: f9[a-c]@9~5000\nL1: f1[a-c]@1~999999";
  EXPECT_EQ("L0: f9 + L1: f1 -> L1", PickerScene(text, cf).Pick());
  EXPECT_EQ("none", PickerScene(text + "\nrunning: 1 L1->L2 f1", cf).Pick());
}

TEST(AgedFiles, AnAgedFileIsWorkInATreeThatIsInShape) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.periodic_compaction_seconds = 1000;
  PickerScene old("L2: f1[a-c]@2~5000", cf);
  EXPECT_TRUE(NeedsCompaction(old.Context()));
  EXPECT_EQ(1u, EligibleJobs(old.Context(), 8));
  PickerScene young("L2: f1[a-c]@2~999999", cf);
  EXPECT_FALSE(NeedsCompaction(young.Context()));
  EXPECT_EQ(0u, EligibleJobs(young.Context(), 8));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
