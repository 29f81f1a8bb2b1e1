// Stall verdicts over time.
#include "schedule/stall_rules.h"

#include "schedule/schedule_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

ColumnFamilyOptions Limits() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.max_write_buffer_number = 4;
  cf.level0_file_num_compaction_trigger = 2;
  cf.level0_slowdown_writes_trigger = 4;
  cf.level0_stop_writes_trigger = 8;
  return cf;
}

// `depth` files over each other.
TreePtr Deep(int depth) {
  std::string text = "L0:";
  for (int i = depth; i > 0; --i) text += " f" + std::to_string(i) + "[a-c]@" + std::to_string(i);
  return Tree(text);
}

TEST(StallRules, MemtablesDelayThenStopThenLetGo) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  StallStep step = Judge(family.get());
  EXPECT_FALSE(step.changed);
  EXPECT_EQ(StallStep::kKeep, step.rate);
  family->flushes.unflushed = 2;
  family->flushes.flushing = 1;  // its memory is not free yet
  step = Judge(family.get());
  EXPECT_TRUE(step.changed);
  EXPECT_TRUE(step.pressed);
  EXPECT_EQ(StallStep::kAdapt, step.rate);
  EXPECT_FALSE(step.near_stop);
  EXPECT_EQ(StallVerdict::kDelay, family->stall.kind);
  family->flushes.unflushed = 3;
  step = Judge(family.get());
  EXPECT_TRUE(step.changed);
  EXPECT_EQ(StallStep::kKeep, step.rate);
  EXPECT_EQ(StallVerdict::kDelay, step.previous.kind);
  EXPECT_EQ(StallVerdict::kStop, family->stall.kind);
  family->flushes = FlushQueue();
  step = Judge(family.get());
  EXPECT_TRUE(step.changed);
  EXPECT_EQ(StallStep::kKeep, step.rate) << "no delay has ended";
  EXPECT_EQ(StallVerdict::kNone, family->stall.kind);
}

TEST(StallRules, AFlushGoesFirstOnceWritersFillTheLastMemtable) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  family->flushes.unflushed = 2;
  EXPECT_FALSE(Judge(family.get()).flush_first) << "another memtable is left";
  family->flushes.unflushed = 3;
  EXPECT_TRUE(Judge(family.get()).flush_first);
  family->flushes.unflushed = 0;
  family->flushes.flushing = 3;
  EXPECT_FALSE(Judge(family.get()).flush_first) << "the flush has ended";
  family->flushes.running = 1;
  EXPECT_TRUE(Judge(family.get()).flush_first);
  family->SetTree(Deep(3));
  EXPECT_FALSE(Judge(family.get()).flush_first) << "Level 0 is half-way to the slow-down";
}

TEST(StallRules, ADelayThatEndsIsToldOnce) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  family->flushes.unflushed = 3;
  Judge(family.get());
  family->flushes.unflushed = 0;
  EXPECT_EQ(StallStep::kEnded, Judge(family.get()).rate);
  EXPECT_EQ(StallStep::kKeep, Judge(family.get()).rate);
}

TEST(StallRules, TheSameVerdictAgainIsNoChangeButAdaptsTheRate) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  family->flushes.unflushed = 3;
  EXPECT_TRUE(Judge(family.get()).changed);
  const StallStep again = Judge(family.get());
  EXPECT_FALSE(again.changed);
  EXPECT_EQ(StallStep::kAdapt, again.rate);
}

TEST(StallRules, AnotherCauseOfTheSameKindIsAChange) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  family->flushes.unflushed = 3;
  Judge(family.get());
  family->flushes.unflushed = 0;
  family->SetTree(Deep(4));
  const StallStep step = Judge(family.get());
  EXPECT_TRUE(step.changed);
  EXPECT_EQ(StallVerdict::kDelay, step.previous.kind);
  EXPECT_EQ(StallVerdict::kL0Depth, family->stall.cause);
}

TEST(StallRules, TwoFilesFromAStopAndJustAfterOneTheBrakeIsHarder) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  family->SetTree(Deep(5));
  EXPECT_FALSE(Judge(family.get()).near_stop);
  family->SetTree(Deep(6));
  EXPECT_TRUE(Judge(family.get()).near_stop);
  family->SetTree(Deep(8));
  Judge(family.get());
  EXPECT_EQ(StallVerdict::kStop, family->stall.kind);
  family->SetTree(Deep(4));
  EXPECT_TRUE(Judge(family.get()).near_stop);
  EXPECT_FALSE(Judge(family.get()).near_stop);
}

TEST(StallRules, PressureComesBeforeTheSlowdown) {
  ColumnFamilyOptions cf = Limits();
  cf.level0_slowdown_writes_trigger = 10;
  cf.level0_stop_writes_trigger = 20;
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", cf);
  family->SetTree(Deep(3));
  EXPECT_FALSE(Judge(family.get()).pressed);
  family->SetTree(Deep(4));  // the trigger and a quarter of the way to the slow-down
  const StallStep step = Judge(family.get());
  EXPECT_TRUE(step.pressed);
  EXPECT_EQ(StallVerdict::kNone, family->stall.kind);
}

TEST(StallRules, TheBacklogBeforeIsKnownWhenTheRateAdapts) {
  ColumnFamilyOptions cf = Limits();
  cf.soft_pending_compaction_bytes_limit = 1;
  const auto family = DrawFamily(1, "L1: f1[a-c]@1:40M\nL2: f2[a-c]@1:100M", cf);
  Judge(family.get());
  const uint64_t owed = family->pending_bytes;
  EXPECT_GT(owed, 0u);
  EXPECT_EQ(StallVerdict::kPendingBytes, family->stall.cause);
  family->SetTree(Tree("L1: f1[a-c]@1:60M\nL2: f2[a-c]@1:100M"));
  const StallStep step = Judge(family.get());
  EXPECT_EQ(owed, step.previous_backlog);
  EXPECT_GT(family->pending_bytes, owed);
}

TEST(StallRules, AFamilyThatGoesHoldsNobodyUp) {
  const auto family = DrawFamily(1, "L0: f1[a-c]@1", Limits());
  family->flushes.unflushed = 4;
  Judge(family.get());
  EXPECT_EQ(StallVerdict::kStop, Forgive(family.get()).kind);
  EXPECT_EQ(StallVerdict::kNone, family->stall.kind);
  EXPECT_EQ(StallVerdict::kNone, Forgive(family.get()).kind);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
