// The range tombstone that covers a key, over memtables, Level 0 files and levels.
#include "db/read/range_del_view.h"

#include <gtest/gtest.h>

#include "db/state/module_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class RangeDelViewTest : public ModuleTest {
 protected:
  RangeDelView::Tombstones List(std::vector<RangeTombstone> tombstones) {
    return std::make_shared<FragmentedRangeTombstones>(config_->order.user_comparator(),
                                                       std::move(tombstones), true);
  }
  SequenceNumber At(const std::string& key, SequenceNumber snapshot = 1000) {
    return view_.MaxCovering(key, snapshot);
  }

  TableCache tables_{&context_, -1};
  RangeDelView view_{&tables_, *config_};
};

TEST_F(RangeDelViewTest, WithoutTombstonesItIsEmptyAndCoversNothing) {
  view_.AddMemtable(nullptr);
  view_.AddMemtable(List({}));
  view_.AddFile(WriteTable({{"a", 1}}));
  const FileList level = {WriteTable({{"b", 2}})};
  view_.AddLevel(level, 1);
  EXPECT_TRUE(view_.empty());
  EXPECT_EQ(At("a"), 0u);
}

TEST_F(RangeDelViewTest, ATombstoneCoversFromItsBeginToBeforeItsEnd) {
  view_.AddMemtable(List({{"c", "f", 9}}));
  EXPECT_FALSE(view_.empty());
  EXPECT_EQ(At("b"), 0u);
  EXPECT_EQ(At("c"), 9u);
  EXPECT_EQ(At("e"), 9u);
  EXPECT_EQ(At("f"), 0u);
}

TEST_F(RangeDelViewTest, ASnapshotSeesNoTombstoneYoungerThanItself) {
  view_.AddMemtable(List({{"a", "z", 9}, {"a", "z", 5}}));
  EXPECT_EQ(At("m", 8), 5u);
  EXPECT_EQ(At("m", 9), 9u);
  EXPECT_EQ(At("m", 4), 0u);
}

TEST_F(RangeDelViewTest, TheNewestOfAllSourcesCounts) {
  view_.AddMemtable(List({{"a", "c", 30}}));
  view_.AddFile(WriteTable({{"a", 10}, {"z", 11}}, {{"b", "m", 20}}));
  const FileList level = {WriteTable({{"a", 1}}, {{"a", "z", 5}})};
  view_.AddLevel(level, 1);
  EXPECT_EQ(At("b"), 30u);
  EXPECT_EQ(At("c"), 20u);
  EXPECT_EQ(At("m"), 5u);
  EXPECT_EQ(At("b", 25), 20u);
  EXPECT_OK(view_.status());
}

TEST_F(RangeDelViewTest, AFilesTombstoneEndsWithTheFile) {
  // The file's last key is the tombstone's own, exclusive end.
  const FilePtr file = WriteTable({{"b", 3}}, {{"c", "k", 7}});
  ASSERT_TRUE(file->ends_exclusive());
  view_.AddFile(file);
  EXPECT_EQ(At("j"), 7u);
  EXPECT_EQ(At("k"), 0u);
}

TEST_F(RangeDelViewTest, ALevelFindsTheRightFileInAnyOrderOfKeys) {
  const FileList level = {
      WriteTable({{"a", 1}}, {{"a", "c", 11}}), WriteTable({{"d", 2}, {"f", 3}}),
      WriteTable({{"k", 4}}, {{"h", "m", 12}}), WriteTable({{"p", 5}}, {{"m", "r", 13}})};
  view_.AddLevel(level, 2);
  const std::vector<std::pair<std::string, SequenceNumber>> expected = {
      {"a", 11}, {"b", 11}, {"c", 0},  {"e", 0}, {"g", 0}, {"h", 12},
      {"l", 12}, {"m", 13}, {"q", 13}, {"r", 0}, {"z", 0}, {"A", 0}};
  for (const auto& [key, seq] : expected) EXPECT_EQ(At(key), seq) << key;
  for (auto it = expected.rbegin(); it != expected.rend(); ++it)
    EXPECT_EQ(At(it->first), it->second) << it->first;
  for (size_t i = 0; i < 60; ++i) {
    const auto& [key, seq] = expected[i * 7 % expected.size()];
    EXPECT_EQ(At(key), seq) << key;
  }
}

TEST_F(RangeDelViewTest, WhereALevelIsCutBetweenRecordsOfOneKeyAllItsFilesAreAsked) {
  const FileList level = {WriteTable({{"a", 1}, {"k", 9}}), WriteTable({{"k", 7}}),
                          WriteTable({{"k", 3}, {"z", 4}}, {{"k", "m", 5}})};
  view_.AddLevel(level, 2);
  EXPECT_EQ(At("b"), 0u);
  EXPECT_EQ(At("k"), 5u);
  EXPECT_EQ(At("k", 4), 0u);
  EXPECT_EQ(At("l"), 5u);
  EXPECT_EQ(At("k"), 5u);
  EXPECT_EQ(At("m"), 0u);
}

TEST_F(RangeDelViewTest, AFileOfUnknownContentsIsAsked) {
  const FilePtr written = WriteTable({{"a", 1}}, {{"b", "d", 8}});
  auto unknown = written->Clone();
  unknown->stats_known = false;
  unknown->num_range_deletions = 0;
  view_.AddFile(unknown);
  EXPECT_EQ(At("c"), 8u);
}

TEST_F(RangeDelViewTest, AnUnreadableFileIsToldThoughNothingElseHasTombstones) {
  const FilePtr file = WriteTable({{"a", 1}}, {{"b", "d", 8}});
  fs_->FailNth(FsOp::kOpenRead, 1, IOStatus::IOError("planned"), true);
  view_.AddFile(file);
  EXPECT_FALSE(view_.empty());
  EXPECT_EQ(At("c"), 0u);
  EXPECT_TRUE(view_.status().IsIOError()) << view_.status().ToString();
}

TEST_F(RangeDelViewTest, ASourceThatCannotBeReadMakesTheViewNotOk) {
  const FilePtr file = WriteTable({{"a", 1}}, {{"b", "d", 8}});
  const FileList level = {file};
  view_.AddLevel(level, 1);
  fs_->FailNth(FsOp::kOpenRead, 1, IOStatus::IOError("planned"), true);
  EXPECT_EQ(At("c"), 0u);
  EXPECT_TRUE(view_.status().IsIOError()) << view_.status().ToString();
}

TEST_F(RangeDelViewTest, ALevelIsReadAgainAfterAFailure) {
  const FilePtr added = WriteTable({{"m", 9}}, {{"m", "n", 9}});
  view_.AddFile(added);
  const FileList level = {WriteTable({{"a", 1}}, {{"b", "d", 8}})};
  view_.AddLevel(level, 1);
  fs_->FailNth(FsOp::kOpenRead, 1, IOStatus::IOError("planned"));
  EXPECT_EQ(At("c"), 0u);
  EXPECT_TRUE(view_.status().IsIOError()) << view_.status().ToString();
  EXPECT_EQ(At("c"), 8u);
  EXPECT_OK(view_.status());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
