// Manual picks that depend on filters or on CompactionOptions. The other cases are in
// compaction/testdata/manual_picker.txt.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"
#include "rocksdb/compaction_filter.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(ManualPicker, ACompactionFilterSeesEveryEntrySoNothingIsMoved) {
  struct Keep : CompactionFilter {
    const char* Name() const override { return "keep"; }
  };
  const Keep keep;
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_filter = &keep;
  PickerScene s("L1: f1[a-d]@1", cf);
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  r.path_id = 0;
  r.max_subcompactions = 7;
  EXPECT_EQ("L1: f1 -> L2", s.Manual(r));
}

TEST(ManualPicker, AFilterMadeForEachJobSeesEveryEntryToo) {
  struct Factory : CompactionFilterFactory {
    const char* Name() const override { return "keep"; }
    std::unique_ptr<CompactionFilter> CreateCompactionFilter(
        const CompactionFilter::Context&) override {
      return nullptr;
    }
  };
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_filter_factory = std::make_shared<Factory>();
  cf.periodic_compaction_seconds = 0;
  ManualRequest r;
  r.level = 1;
  r.output_level = 2;
  EXPECT_EQ("L1: f1 -> L2", PickerScene("L1: f1[a-d]@1", cf).Manual(r));
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[a-d]@1:11M", cf).Pick())
      << "an automatic pick";
}

TEST(ManualPicker, CompactFilesMovesOnlyOnRequestAndFollowsItsOptions) {
  PickerScene s("L1: f1[a-d]@1\nL3: f2[b-c]@0");
  CompactionOptions options;
  CompactionPick pick;
  ASSERT_OK(PickCompactFiles(s.Context(), {1}, 2, -1, options, &pick));
  EXPECT_FALSE(pick.trivial_move);
  options.allow_trivial_move = true;
  options.output_file_size_limit = 777;
  options.max_subcompactions = 3;
  options.compression = kZSTD;
  options.output_temperature_override = Temperature::kCold;
  ASSERT_OK(PickCompactFiles(s.Context(), {1}, 2, -1, options, &pick));
  EXPECT_FALSE(pick.trivial_move) << "it would keep its compression";
  EXPECT_EQ(777u, pick.target_file_size);
  EXPECT_EQ(0u, pick.stretched_file_size) << "no output exceeds what the caller asked for";
  EXPECT_EQ(3u, pick.max_subcompactions);
  EXPECT_EQ(kZSTD, pick.compression);
  EXPECT_EQ(Temperature::kCold, pick.output_temperature);
}

TEST(ManualPicker, CompactFilesWritesIntoPathsThatThereAre) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"/first", 1}, {"/second", 1}};
  PickerScene s("L1: f1[a-d]@1", cf);
  CompactionOptions options;
  options.allow_trivial_move = true;
  CompactionPick pick;
  ASSERT_OK(PickCompactFiles(s.Context(), {1}, 2, 0, options, &pick));
  const bool at_home = pick.trivial_move;
  ASSERT_OK(PickCompactFiles(s.Context(), {1}, 2, 1, options, &pick));
  EXPECT_EQ(1u, pick.output_path_id);
  EXPECT_FALSE(at_home && pick.trivial_move) << "a move leaves a file where it is";
  EXPECT_TRUE(PickCompactFiles(s.Context(), {1}, 2, 2, options, &pick).IsInvalidArgument());
  PickerScene plain("L1: f1[a-d]@1");
  ASSERT_OK(PickCompactFiles(plain.Context(), {1}, 2, 0, options, &pick));
  EXPECT_TRUE(pick.trivial_move);
  EXPECT_TRUE(PickCompactFiles(plain.Context(), {1}, 2, 1, options, &pick).IsInvalidArgument());
}

TEST(ManualPicker, WhatStaysInLevel0IsOneFileWhateverTheCallerAsks) {
  PickerScene s("L0: f9[a-c]@9:90M f8[b-h]@8:90M");
  ManualRequest r;
  r.output_level = 0;
  r.max_subcompactions = 4;
  CompactionPick pick;
  std::optional<std::string> next;
  ASSERT_EQ(ManualAnswer::kPicked, PickManual(s.Context(), r, &pick, &next));
  EXPECT_EQ(1u, pick.max_subcompactions);
  CompactionOptions options;
  options.max_subcompactions = 4;
  options.output_file_size_limit = 1000;
  for (const int level : {0, 1}) {
    ASSERT_OK(PickCompactFiles(s.Context(), {9, 8}, level, -1, options, &pick));
    EXPECT_EQ(level == 0 ? 1u : 4u, pick.max_subcompactions);
    EXPECT_EQ(level == 0 ? UINT64_MAX : 1000u, pick.target_file_size);
  }
}

TEST(ManualPicker, WhereOlderDataMayComeTheLastLevelIsReservedInUniversalStyleOnly) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_allow_ingest_behind = true;
  cf.level_compaction_dynamic_level_bytes = true;
  const std::string text = "L0: f9[a-c]@9\nL6: f1[a-c]@1";
  ManualRequest r;
  r.output_level = 6;
  EXPECT_EQ("L0: f9 + L6: f1 -> L6", PickerScene(text, cf).Manual(r));
  EXPECT_EQ(6, ShapeOf(PickerScene(text, cf).Context()).last_level);
  cf.compaction_style = kCompactionStyleUniversal;
  EXPECT_EQ(5, ShapeOf(PickerScene(text, cf).Context()).last_level);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
