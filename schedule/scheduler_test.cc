// Whose turn it is and how many calls the pools get.
#include "schedule/scheduler.h"

#include "schedule/schedule_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Two files over each other: due at the trigger of SmallOptions.
constexpr char kDue[] = "L0: f2[a-c]@2 f1[a-c]@1";
constexpr char kCalm[] = "L0: f1[a-c]@1";
// Two buckets; all keys are in the first.
const std::string kSplit = "\nmap: m";

// -- Flushes --------------------------------------------------------------------------------------

TEST(Scheduler, AFlushIsWantedForEachFamilyThatWaits) {
  ScheduleScene s;
  s.Add(1, kCalm)->flushes.unflushed = 3;
  s.Add(2, kCalm);
  s.Add(3, kCalm)->flushes.unflushed = 1;
  EXPECT_EQ(2, s.Wanted().flushes);
  EXPECT_EQ(s.families[0], s.scheduler.NextFlush(s.families));
  s.families[0]->flushes.running = 1;
  EXPECT_EQ(1, s.Wanted().flushes);
  EXPECT_EQ(s.families[2], s.scheduler.NextFlush(s.families));
}

TEST(Scheduler, FlushesBeginWithinTheLimitAndAreAskedForOnce) {
  ScheduleScene s;
  for (uint32_t id = 1; id <= 3; ++id) s.Add(id, kCalm)->flushes.unflushed = 1;
  EXPECT_EQ(2, s.Wanted().flushes);
  s.load.queued_flushes = 1;
  EXPECT_EQ(1, s.Wanted().flushes);
  s.load.running_flushes = 1;
  EXPECT_EQ(0, s.Wanted().flushes);
}

TEST(Scheduler, MemtablesThatAreToBeMergedWaitForEachOtherUnlessAFlushIsRequested) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.max_write_buffer_number = 6;
  cf.min_write_buffer_number_to_merge = 3;
  FamilyState* family = s.Add(1, kCalm, cf);
  family->flushes.unflushed = 2;
  EXPECT_EQ(nullptr, s.scheduler.NextFlush(s.families));
  family->flushes.requested = true;
  EXPECT_EQ(family, s.scheduler.NextFlush(s.families));
  family->flushes.requested = false;
  family->flushes.unflushed = 3;
  EXPECT_EQ(family, s.scheduler.NextFlush(s.families));
  family->flushes.unflushed = 0;
  family->flushes.requested = true;
  EXPECT_EQ(nullptr, s.scheduler.NextFlush(s.families));
}

// -- Turns ----------------------------------------------------------------------------------------

TEST(Scheduler, FamiliesTakeTurns) {
  ScheduleScene s;
  s.Add(1, kDue);
  s.Add(4, kCalm);
  s.Add(5, kDue);
  s.Add(9, kDue);
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
  s.families[0]->EndJob(1);  // it failed: the same work is due again
  EXPECT_EQ("5: L0: f2 f1 -> L1", s.Start());
  EXPECT_EQ("9: L0: f2 f1 -> L1", s.Start());
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
  EXPECT_EQ("none", s.Start());
}

TEST(Scheduler, AFamilyThatIsAlwaysDueKeepsNoOtherFromItsFlush) {
  ScheduleScene s;
  for (uint32_t id : {0, 3, 5}) s.Add(id, kCalm)->flushes.unflushed = 1;
  for (size_t turn : {0, 1, 2, 0, 1}) {
    EXPECT_EQ(s.families[turn], s.scheduler.NextFlush(s.families));
  }
  s.families[2]->flushes.running = 1;
  EXPECT_EQ(s.families[0], s.scheduler.NextFlush(s.families));
}

TEST(Scheduler, NoAutomaticJobBeginsWhileAManualOneWaitsForThoseThatRun) {
  ScheduleScene s;
  FamilyState* family = s.Add(1, kDue);
  family->manual.waiting = 1;
  EXPECT_EQ(0, s.Wanted().compactions);
  EXPECT_EQ("none", s.Start());
  EXPECT_FALSE(Scheduler::AnyDue(s.families, s.machine));
  // Behind another manual compaction the wait holds nothing back.
  family->manual.running = 1;
  EXPECT_EQ(1, s.Wanted().compactions);
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
}

TEST(Scheduler, NothingIsCompactedWhereAutomaticCompactionIsOff) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.disable_auto_compactions = true;
  s.Add(1, kDue, cf);
  EXPECT_EQ(0, s.Wanted().compactions);
  EXPECT_EQ("none", s.Start());
}

// -- Limits and pace ------------------------------------------------------------------------------

TEST(Scheduler, CompactionsBeginWithinTheLimitAndAreAskedForOnce) {
  ScheduleScene s;
  s.machine.limits.compactions = 2;
  for (uint32_t id = 1; id <= 3; ++id) s.Add(id, kDue);
  EXPECT_EQ(2, s.Wanted().compactions);
  s.load.queued_compactions = 2;
  EXPECT_EQ(0, s.Wanted().compactions);
  s.load.queued_compactions = 0;
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
  EXPECT_EQ(1, s.Wanted().compactions);
  s.load.queued_compactions = 1;
  EXPECT_EQ(0, s.Wanted().compactions);
}

TEST(Scheduler, EachBucketThatIsDueIsAJob) {
  ScheduleScene s;
  s.machine.processors = 8;
  s.Add(1, "L0: f6[n-p]@6 f5[n-p]@5 f4[g-j]@4 f3[g-j]@3 f2[a-c]@2 f1[a-c]@1\nmap: g n");
  EXPECT_EQ(3, s.Wanted().compactions);
  s.Start();
  EXPECT_EQ(2, s.Wanted().compactions);
  s.Start();
  s.Start();
  EXPECT_EQ(0, s.Wanted().compactions);
  EXPECT_EQ("none", s.Start());
}

TEST(Scheduler, FewProcessorsLetFewJobsBeginAtTheTrigger) {
  ColumnFamilyOptions cf = SmallOptions();
  cf.level0_slowdown_writes_trigger = 20;
  const std::string text =
      "L0: f6[n-p]@6 f5[n-p]@5 f4[g-j]@4 f3[g-j]@3 f2[a-c]@2 f1[a-c]@1\nmap: g n";
  ScheduleScene many, few;
  many.machine.processors = 8;
  few.machine.processors = 2;
  few.machine.limits.compactions = 3;
  many.Add(1, text, cf);
  few.Add(1, text, cf);
  EXPECT_EQ(3, many.Wanted().compactions);
  EXPECT_EQ(1, few.Wanted().compactions);
}

TEST(Scheduler, ADeviceThatTheThreadsShareLetsFewerJobsBegin) {
  ScheduleScene s;
  s.machine.processors = 8;
  FamilyState* family =
      s.Add(1, "L0: f6[n-p]@6 f5[n-p]@5 f4[g-j]@4 f3[g-j]@3 f2[a-c]@2 f1[a-c]@1\nmap: g n");
  EXPECT_EQ(0u, MakePickContext(*family, s.machine).most_leaving);
  EXPECT_EQ(3, s.Wanted().compactions);
  s.machine.useful_threads = 3;
  EXPECT_EQ(2u, MakePickContext(*family, s.machine).pace) << "one of the threads flushes";
  EXPECT_EQ(2u, MakePickContext(*family, s.machine).most_leaving);
  s.Start();
  s.Start();
  EXPECT_EQ("none", s.Start());
  s.machine.useful_threads = 1;
  EXPECT_EQ(1u, MakePickContext(*family, s.machine).pace);
  s.machine.useful_threads = 100;
  EXPECT_EQ(7u, MakePickContext(*family, s.machine).pace) << "the processors are fewer";
  EXPECT_EQ("1: L0: f6 f5 -> L1", s.Start().substr(0, 19));
}

TEST(Scheduler, WithDirectWritesTheDeviceCountsAsSharedUntilItIsMeasured) {
  ScheduleScene s;
  FamilyState* family = s.Add(1, kDue + kSplit);
  EXPECT_EQ(0u, MakePickContext(*family, s.machine).most_leaving);
  s.machine.direct_writes = true;
  EXPECT_EQ(1u, MakePickContext(*family, s.machine).most_leaving);
  EXPECT_EQ(1u, MakePickContext(*family, s.machine).pace);
  s.machine.useful_threads = UsefulThreads::kNoLimit;
  EXPECT_EQ(0u, MakePickContext(*family, s.machine).most_leaving);
}

TEST(Scheduler, OnASharedDeviceNothingLeavesLevel0WhileAFlushIsAtWork) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.level0_slowdown_writes_trigger = 20;
  FamilyState* family = s.Add(1, kDue + kSplit, cf);
  s.machine.useful_threads = 1;
  family->flushes.running = 1;
  EXPECT_EQ("none", s.Start()) << "it writes a memtable";
  family->flushes.running = 0;
  family->flushes.unflushed = 1;
  EXPECT_EQ("none", s.Start()) << "the next one waits for it";
  family->flushes.unflushed = 0;
  family->stall.kind = StallVerdict::kDelay;
  family->stall.cause = StallVerdict::kL0Depth;
  EXPECT_EQ("none", s.Start()) << "writers that would fill more wait for Level 0";
  s.machine.useful_threads = 4;
  EXPECT_FALSE(MakePickContext(*family, s.machine).flush_first) << "more threads are of use";
  s.machine.useful_threads = 3;
  EXPECT_TRUE(MakePickContext(*family, s.machine).flush_first);
  family->stall.cause = StallVerdict::kPendingBytes;
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
}

TEST(Scheduler, WithoutBucketsTheDeviceLimitsNothing) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.bucket_options.enabled = false;
  FamilyState* family = s.Add(1, kDue, cf);
  s.machine.useful_threads = 1;
  EXPECT_EQ(0u, MakePickContext(*family, s.machine).most_leaving);
}

TEST(Scheduler, WhileWritersWaitForTheFlushOnlyWhatIsUrgentBegins) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.level0_slowdown_writes_trigger = 20;
  FamilyState* level0 = s.Add(1, kDue + kSplit, cf);
  FamilyState* level1 = s.Add(2, "L1: f1[a-c]@1:15M" + kSplit, cf);
  FamilyState* urgent = s.Add(3, "L1: f1[a-c]@1:20M" + kSplit, cf);
  for (FamilyState* family : s.families) {
    family->flushes.running = 1;
    family->stall.kind = StallVerdict::kDelay;
    family->stall.cause = StallVerdict::kMemtables;
  }
  EXPECT_GT(s.Wanted().compactions, 0);
  EXPECT_EQ("3: L1: f1 -> L2 move", s.Start());
  EXPECT_EQ("none", s.Start());
  level0->stall.cause = StallVerdict::kL0Depth;
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
  level1->flushes.running = 0;  // it failed, and is tried again later
  EXPECT_EQ("2: L1: f1 -> L2 move", s.Start());
  urgent->EndJob(1);
}

TEST(Scheduler, WithoutBucketsTheFlushDoesNotHoldJobsBack) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.bucket_options.enabled = false;
  FamilyState* family = s.Add(1, kDue, cf);
  family->flushes.running = 1;
  family->stall.kind = StallVerdict::kStop;
  family->stall.cause = StallVerdict::kMemtables;
  EXPECT_EQ("1: L0: f2 f1 -> L1", s.Start());
}

TEST(Scheduler, OneBucketIsPickedAsIfBucketsWereOff) {
  ScheduleScene s;
  EXPECT_NE(nullptr, MakePickContext(*s.Add(1, kDue + kSplit), s.machine).map);
  EXPECT_EQ(nullptr, MakePickContext(*s.Add(2, kDue), s.machine).map);
}

// -- The plan -------------------------------------------------------------------------------------

TEST(Scheduler, APickIsWorkedOutOnceForEachState) {
  ScheduleScene s;
  FamilyState* family = s.Add(1, kDue);
  EXPECT_EQ(1, s.Wanted().compactions);
  ASSERT_TRUE(family->plan() && family->plan()->pick);
  family->plan()->pick->score = 77;  // recognised by it
  EXPECT_EQ(1, s.Wanted().compactions);
  s.machine.oldest_snapshot = 5;  // no rule asks for it here
  const auto choice = s.scheduler.NextCompaction(s.families, s.machine);
  ASSERT_TRUE(choice);
  EXPECT_EQ(77, choice->pick.score);
  EXPECT_FALSE(family->plan()) << "what was handed out is not handed out again";
}

TEST(Scheduler, NoPlanOutlivesTheStateItIsOf) {
  ScheduleScene s;
  FamilyState* family = s.Add(1, kDue);
  const std::vector<std::function<void()>> changes = {
      [&] { family->SetTree(family->tree()); },
      [&] { family->SetConfig(family->config()); },
      [&] { family->SetBuckets(family->buckets(), family->bucket_stats()); },
      [&] { family->AddJob(RunningJob()); },
      [&] { family->EndJob(0); },
      [&] { family->SetCursor(1, "k"); },
  };
  for (const auto& change : changes) {
    s.Wanted();
    ASSERT_TRUE(family->plan());
    change();
    EXPECT_FALSE(family->plan());
  }
}

TEST(Scheduler, WhatTimeMakesDueIsFoundThoughNothingElseChanged) {
  ScheduleScene s;
  ColumnFamilyOptions cf = SmallOptions();
  cf.ttl = 100;
  s.Add(1, "L1: f1[a-c]@2~999950\nL3: f2[x-z]@1", cf);
  EXPECT_EQ(0, s.Wanted().compactions);
  s.machine.now_seconds += 50;
  EXPECT_EQ(0, s.Wanted().compactions);
  s.machine.now_seconds += 1;
  EXPECT_EQ(1, s.Wanted().compactions);
  EXPECT_EQ("1: L1: f1 -> L2 move", s.Start());
}

TEST(Scheduler, WhatASnapshotHeldBackIsFoundOnceItIsReleased) {
  ScheduleScene s;
  s.machine.oldest_snapshot = 3;
  s.Add(1, "L6: f1[a-c]@1..5%3/9");
  EXPECT_EQ(0, s.Wanted().compactions);
  s.machine.oldest_snapshot = 6;
  EXPECT_EQ(1, s.Wanted().compactions);
  EXPECT_EQ("1: L6: f1 -> L6", s.Start());
}

TEST(Scheduler, AHigherBoundCountsOnWhereALowerOneStopped) {
  ScheduleScene s;
  s.machine.processors = 8;
  s.Add(1, "L0: f4[g-j]@4 f3[g-j]@3 f2[a-c]@2 f1[a-c]@1\nmap: g");
  EXPECT_TRUE(Scheduler::AnyDue(s.families, s.machine));  // counts to one
  EXPECT_EQ(2, s.Wanted().compactions);
  s.machine.limits.compactions = 1;
  EXPECT_EQ(1, s.Wanted().compactions);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
