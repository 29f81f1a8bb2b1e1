// What universal and FIFO compaction do for a file's age or mark, and that a move of many disjoint
// files is found without comparing each with each. Drawing in, decision out.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"
#include "version/counting_comparator.h"

namespace ROCKSDB_NAMESPACE {
namespace {

ColumnFamilyOptions AgedUniversal() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleUniversal;
  cf.level0_file_num_compaction_trigger = 9;
  cf.periodic_compaction_seconds = 1000;
  return cf;
}

TEST(UniversalAge, AnOldFileBringsAllRunsDownToTheOldest) {
  const ColumnFamilyOptions cf = AgedUniversal();
  PickerScene s("L0: f9[a-c]@9~999900 f8[a-c]@8~5000\nL6: f1[a-c]@1~999900", cf);
  EXPECT_EQ("L0: f9 f8 + L6: f1 -> L6", s.Pick());
  EXPECT_TRUE(NeedsCompaction(s.Context()));
  const auto pick = PickCompaction(s.Context());
  ASSERT_TRUE(pick);
  EXPECT_EQ(CompactionReason::kPeriodicCompaction, pick->reason);
  EXPECT_TRUE(pick->bottommost);
  EXPECT_EQ("L6: f1 -> L6", PickerScene("L6: f1[a-c]@1~5000", cf).Pick()) << "a run alone";
  PickerScene young("L0: f9[a-c]@9~999900\nL6: f1[a-c]@1~999900", cf);
  EXPECT_EQ("none", young.Pick());
  EXPECT_FALSE(NeedsCompaction(young.Context()));
}

TEST(UniversalAge, AnOldFileIsRewrittenAlsoWhereItCouldBeMoved) {
  ColumnFamilyOptions cf = AgedUniversal();
  cf.compaction_options_universal.allow_trivial_move = true;
  EXPECT_EQ("L0: f8 -> L6", PickerScene("L0: f8[a-c]@8~5000", cf).Pick());
  cf.num_levels = 1;
  EXPECT_EQ("L0: f8 -> L0", PickerScene("L0: f8[a-c]@8~5000", cf).Pick());
}

TEST(UniversalAge, OldFilesWaitForTheOldestRunAndForBusyRunsBelowThem) {
  const ColumnFamilyOptions cf = AgedUniversal();
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9~5000\nL6: f1[a-c]@1~5000\n"
                                "running: 1 L6->L6 f1",
                                cf)
                        .Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9~5000 f8[a-c]@8\nL6: f1[a-c]@1\n"
                                "running: 1 L0->L0 f8",
                                cf)
                        .Pick());
}

TEST(UniversalMark, AMarkedFileGoesToTheNextRunWithWhatItOverlaps) {
  ColumnFamilyOptions cf = AgedUniversal();
  PickerScene s("L0: f9[a-c]@9\nL4: f5[a-c]@5 f6[m-p]@6!\nL6: f1[a-d]@1 f2[n-z]@2", cf);
  EXPECT_EQ("L4: f6 + L6: f2 -> L6", s.Pick());
  EXPECT_TRUE(NeedsCompaction(s.Context()));
  EXPECT_EQ(CompactionReason::kFilesMarkedForCompaction, PickCompaction(s.Context())->reason);
  EXPECT_EQ("L4: f6 -> L6", PickerScene("L4: f6[m-p]@6!\nL6: f1[a-d]@1", cf).Pick())
      << "rewritten: moves are not allowed";
  cf.compaction_options_universal.allow_trivial_move = true;
  EXPECT_EQ("L4: f6 -> L6 move", PickerScene("L4: f6[m-p]@6!\nL6: f1[a-d]@1", cf).Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9\nL6: f1[a-d]@1!", cf).Pick())
      << "nothing lies below the oldest run";
}

TEST(UniversalMark, AMarkedFileOfLevel0BringsTheOlderOnesItOverlaps) {
  const ColumnFamilyOptions cf = AgedUniversal();
  EXPECT_EQ("L0: f8 f6 + L5: f2 -> L5",
            PickerScene("L0: f9[a-z]@9 f8[a-c]@8! f7[x-z]@7 f6[b-d]@6\nL5: f2[a-e]@2 f3[m-p]@3\n"
                        "L6: f1[a-z]@1",
                        cf)
                .Pick());
  EXPECT_EQ("L0: f8 -> L6", PickerScene("L0: f8[a-c]@8!", cf).Pick());
}

TEST(UniversalMark, AMarkedFileIsNotTakenWhileItsNeighboursAreBusy) {
  const ColumnFamilyOptions cf = AgedUniversal();
  PickerScene s("L4: f5[a-c]@5! f6[m-p]@6!\nL6: f1[a-d]@1 f2[n-z]@2\nrunning: 1 L6->L6 f1", cf);
  EXPECT_EQ("L4: f6 + L6: f2 -> L6", s.Pick()) << "the next marked one is";
  s = PickerScene("L4: f5[a-c]@5!\nL6: f1[a-d]@1\nrunning: 1 L6->L6 f1", cf);
  EXPECT_EQ("none", s.Pick());
  EXPECT_EQ(0u, EligibleJobs(s.Context(), 8));
}

TEST(UniversalMark, WithOneLevelAMarkedRunIsMergedWithAllOlderOnes) {
  ColumnFamilyOptions cf = AgedUniversal();
  cf.num_levels = 1;
  EXPECT_EQ("L0: f8 f7 -> L0", PickerScene("L0: f9[a-c]@9 f8[a-c]@8! f7[x-z]@7", cf).Pick());
  EXPECT_EQ("none", PickerScene("L0: f9[a-c]@9 f8[a-c]@8 f7[x-z]@7!", cf).Pick());
}

TEST(FifoAge, AFileIsAsOldAsItsNewestDataAndElseAsItsOldestInput) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleFIFO;
  cf.compaction_options_fifo.max_table_files_size = 30 << 20;
  cf.ttl = 1000;
  PickerScene s("L0: f8[a-c]@8~5000", cf);
  auto& file = const_cast<FileMeta&>(*s.drawing.tree->files(0)[0]);
  file.creation_time = 999900;
  EXPECT_EQ("L0: f8 -> L0 drop", s.Pick()) << "its table does not tell";
  file.newest_key_time = 999800;
  EXPECT_EQ("none", s.Pick());
  EXPECT_FALSE(NeedsCompaction(s.Context()));
  file.newest_key_time = 6000;
  EXPECT_EQ("L0: f8 -> L0 drop", s.Pick());
  EXPECT_TRUE(NeedsCompaction(s.Context()));
  file.newest_key_time = file.oldest_ancestor_time = 0;
  EXPECT_EQ("none", s.Pick()) << "where nothing is known, as old as the file";
}

uint64_t ComparisonsOfAPick(uint64_t files) {
  static CountingComparator counting;
  ColumnFamilyOptions cf = SmallOptions();
  cf.comparator = &counting;
  cf.bucket_options.enabled = false;
  CfConfigPtr config;
  Status s = MakeCfConfig(DBOptions(), cf, &config);
  EXPECT_OK(s);
  std::vector<FileList> levels(7);
  for (uint64_t i = 0; i < files; ++i) {
    auto f = std::make_shared<FileMeta>();
    f->number = i + 1;
    f->epoch = files - i;
    f->file_size = f->compensated_size = 1000;
    const std::string key = std::to_string(1000000 + (i * 7919) % files);
    f->smallest = MakeInternalKey(key, 10, kTypeValue);
    f->largest = MakeInternalKey(key + "x", 10, kTypeValue);
    levels[0].push_back(std::move(f));
  }
  const std::vector<RunningJob> none;
  const PickContext ctx =
      PickContext::Of(std::make_shared<const TreeVersion>(config->order, std::move(levels)),
                      *config, nullptr, none);
  counting.calls = 0;
  const auto pick = PickCompaction(ctx);
  EXPECT_TRUE(pick && pick->trivial_move && pick->inputs[0].files.size() == files);
  return counting.calls;
}

TEST(Picker, Hazard15AMoveOfDisjointFilesIsFoundInNLogNComparisons) {
  const uint64_t small = ComparisonsOfAPick(500), large = ComparisonsOfAPick(2000);
  // Four times the files cost five times as much, not sixteen times.
  EXPECT_LT(large, 6 * small);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
