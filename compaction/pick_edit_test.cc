// What a pick changes in its family while it runs and once it is done.
#include "compaction/pick_edit.h"

#include <gtest/gtest.h>

#include "compaction/picker_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::shared_ptr<FileMeta> Output(uint64_t number, SequenceNumber smallest, SequenceNumber largest) {
  auto f = std::make_shared<FileMeta>();
  f->number = number;
  f->smallest = MakeInternalKey("a", largest, kTypeValue);
  f->largest = MakeInternalKey("c", smallest, kTypeValue);
  f->smallest_seqno = smallest;
  f->largest_seqno = largest;
  return f;
}

TEST(PickEdit, ARunningPickIsBusyUntilItEndsAndItsCursorMovesAtOnce) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_pri = kRoundRobin;
  PickerScene s("L1: f1[a-c]@1:6M f2[m-p]@1:6M", cf);
  const auto pick = PickCompaction(s.Context());
  ASSERT_TRUE(pick);
  EXPECT_EQ("L1: f1 -> L2 move", pick->DebugString());
  std::vector<RunningJob> running(1);
  running[0].job_id = 5;
  std::vector<std::string> cursors;
  StartPick(*pick, 7, &running, &cursors);
  ASSERT_EQ(2u, running.size());
  EXPECT_TRUE(running[1].Holds(1));
  ASSERT_EQ(2u, cursors.size());
  EXPECT_EQ("c", UserKeyOf(cursors[1]).ToString());
  EndPick(7, &running);
  ASSERT_EQ(1u, running.size());
  EXPECT_EQ(5u, running[0].job_id);
}

TEST(PickEdit, JobsWithinLevelZeroDoNotLeaveIt) {
  std::vector<RunningJob> running(3);
  running[0].output_level = 1;
  running[2].start_level = 1;
  running[2].output_level = 2;
  EXPECT_EQ(1u, JobsOutOfL0(running));
}

TEST(PickEdit, InputsGoAndOutputsComeWithTheLowestEpochOfTheInputs) {
  PickerScene s("L0: f9[a-c]@9#29 f8[a-c]@8#28\nL1: f1[a-c]@1#21");
  const auto pick = PickCompaction(s.Context());
  ASSERT_TRUE(pick);
  const auto made = Output(20, 1, 9);
  const VersionEdit edit = EditFor(*pick, {made});
  EXPECT_EQ(3u, edit.deleted_files.size());
  ASSERT_EQ(1u, edit.new_files.size());
  EXPECT_EQ(1, edit.new_files[0].first);
  EXPECT_EQ(21u, made->epoch);
  NumberOutputs(*pick, *s.drawing.tree, {made});
  EXPECT_EQ(1u, made->smallest_seqno) << "only level 0 orders files by it";
}

TEST(PickEdit, AMoveKeepsTheFilesOwnObject) {
  PickerScene s("L1: f1[a-c]@1:11M");
  const auto pick = PickCompaction(s.Context());
  ASSERT_TRUE(pick && pick->trivial_move);
  const VersionEdit edit = EditFor(*pick, {});
  ASSERT_EQ(1u, edit.new_files.size());
  EXPECT_EQ(2, edit.new_files[0].first);
  EXPECT_EQ(s.drawing.tree->files(1)[0], edit.new_files[0].second);
}

TEST(PickEdit, AnOutputWithinLevelZeroIsNumberedAmongTheFilesThatAreThereNow) {
  PickerScene s("L0: f8[a-c]@5..8#28 f7[a-c]@2..4#27");
  CompactionPick pick;
  pick.tree = s.drawing.tree;
  pick.inputs.push_back(CompactionPick::Inputs{0, pick.tree->files(0)});
  const auto made = Output(20, 2, 8);
  const VersionEdit edit = EditFor(pick, {made});
  EXPECT_EQ(27u, made->epoch);
  // A flush has come since the pick; its recorded range begins where the output's would.
  std::vector<FileList> levels(7);
  levels[0] = pick.tree->files(0);
  levels[0].insert(levels[0].begin(), Tree("L0: f9[a-c]@2..12#29")->files(0)[0]);
  NumberOutputs(pick, TreeVersion(kOrder, levels), {made});
  EXPECT_EQ(1u, made->smallest_seqno);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
