// Common to the compaction styles, and not to be drawn. The other cases are in
// compaction/testdata/style_picker.txt.
#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(UniversalPicker, WhereOlderDataMayComeDeletionsAreNotWorthAJob) {
  ColumnFamilyOptions cf = SmallOptions();
  PickerScene s("L6: f1[a-c]@1..5", cf);
  FileMeta& file = const_cast<FileMeta&>(*s.drawing.tree->files(6)[0]);
  file.stats_known = true;
  file.num_deletions = 10;
  std::vector<FileList> levels(7);
  levels[6] = s.drawing.tree->files(6);
  s.drawing.tree = std::make_shared<const TreeVersion>(kOrder, levels);  // sums up what it is given
  EXPECT_EQ("L6: f1 -> L6", s.Pick());
  cf.cf_allow_ingest_behind = true;
  ASSERT_OK(MakeCfConfig(DBOptions(), cf, &s.config));
  EXPECT_EQ("none", s.Pick());
}

TEST(UniversalPicker, Hazard12BucketsDoNotApply) {
  EXPECT_FALSE(PickerScene("", UniversalOptions()).config->bucketized);
  EXPECT_FALSE(PickerScene("", FifoOptions()).config->bucketized);
  EXPECT_TRUE(PickerScene("", SmallOptions()).config->bucketized);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
