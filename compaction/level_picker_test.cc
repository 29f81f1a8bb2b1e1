// Leveled picks that depend on objects no text can name, and the directories of levels. The other
// cases are in compaction/testdata/level_picker.txt.
#include <gtest/gtest.h>

#include "compaction/leveled_policy.h"
#include "compaction/pick_ranges.h"
#include "compaction/picker_fixture.h"
#include "rocksdb/sst_partitioner.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(LevelPicker, APartitionerMayForbidAMove) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.sst_partitioner_factory = NewSstPartitionerFixedPrefixFactory(1);
  EXPECT_EQ("L1: f1 -> L2", PickerScene("L1: f1[aa-ca]@1:11M", cf).Pick());
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[aa-ac]@1:11M", cf).Pick());
}

TEST(LevelPicker, APartitionerFactoryThatMakesNoneForbidsNoMove) {
  struct MakesNone : SstPartitionerFactory {
    const char* Name() const override { return "none"; }
    std::unique_ptr<SstPartitioner> CreatePartitioner(
        const SstPartitioner::Context&) const override {
      return nullptr;
    }
  };
  ColumnFamilyOptions cf = SmallOptions();
  cf.sst_partitioner_factory = std::make_shared<MakesNone>();
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[aa-ca]@1:11M", cf).Pick());
}

TEST(LevelPicker, AFileThatBelongsInAnotherDirectoryIsRewrittenThereNotMoved) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 25 << 20}, {"slow", 1ull << 40}};  // levels 0 and 1 fill the first
  PickerScene s("L1: f1[a-c]@1:11M", cf);
  ASSERT_EQ("L1: f1 -> L2", s.Pick());
  EXPECT_EQ(1u, PickCompaction(s.Context())->output_path_id);
  cf.cf_paths[0].target_size = 200 << 20;
  EXPECT_EQ("L1: f1 -> L2 move", PickerScene("L1: f1[a-c]@1:11M", cf).Pick());
}

// -- Paths ----------------------------------------------------------------------------------------

TEST(PathForLevel, FillsDirectoriesFromTheTop) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 15 << 20}, {"slow", 1ull << 40}};
  PickerScene s("", cf);
  const PickContext ctx = s.Context();
  EXPECT_EQ(0u, PathForLevel(*ctx.config, ctx.targets, 0));
  EXPECT_EQ(1u, PathForLevel(*ctx.config, ctx.targets, 1));
  EXPECT_EQ(1u, PathForLevel(*ctx.config, ctx.targets, 6));
}

TEST(PathForLevel, LevelsAboveTheBaseTakeNoRoom) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.cf_paths = {{"fast", 25 << 20}, {"slow", 1ull << 40}};
  PickerScene s("", cf);
  LevelTargets targets = s.Context().targets;
  targets.base_level = 5;  // as with dynamic sizes, where the levels above it are unlimited
  targets.bytes = {10 << 20,
                   LevelTargets::kUnlimited,
                   LevelTargets::kUnlimited,
                   LevelTargets::kUnlimited,
                   LevelTargets::kUnlimited,
                   10 << 20,
                   100 << 20};
  EXPECT_EQ(0u, PathForLevel(*s.config, targets, 4));
  EXPECT_EQ(0u, PathForLevel(*s.config, targets, 5));
  EXPECT_EQ(1u, PathForLevel(*s.config, targets, 6));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
