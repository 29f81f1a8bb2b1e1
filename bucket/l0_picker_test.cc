// Picks from level 0 and stall verdicts, drawing in, decision out. Each hazard that can be decided
// here has its test.
#include "bucket/l0_picker.h"

#include <gtest/gtest.h>

#include "bucket/bucket_stall.h"
#include "version/tree_builder.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct PickScene {
  explicit PickScene(const std::string& text, const InternalKeyOrder& order = kOrder)
      : drawing(Draw(text, order)), map(order) {
    map_ptr = std::make_shared<BucketMap>(order, drawing.boundaries);
    in.tree = drawing.tree.get();
    in.map = map_ptr.get();
    in.jobs = &drawing.jobs;
    in.trigger = 2;
  }
  static std::string Show(const std::optional<L0Pick>& pick) {
    if (!pick) return "none";
    std::string s = "bucket " + std::to_string(pick->bucket) + ": " + DrawNumbers(pick->l0);
    if (pick->intra_l0) return s + " stay";
    if (!pick->base.empty()) s += " + " + DrawNumbers(pick->base);
    return s;
  }
  std::string ToBase() { return Show(PickL0ToBase(L0View(in), by_size)); }
  std::string Intra() { return Show(PickIntraL0(L0View(in))); }

  Drawing drawing;
  BucketMap map;
  BucketMapPtr map_ptr;
  L0PickInput in;
  bool by_size = false;
};

TEST(L0Picker, TakesTheBucketWithMostFilesFirst) {
  PickScene s("L0: f9[a-c]@9 f8[m-p]@8 f7[m-q]@7 f6[a-d]@6 f5[n-q]@5\nmap: g");
  EXPECT_EQ("bucket 1: f8 f7 f5", s.ToBase());
}

TEST(L0Picker, AmongEqualsTheSmallestJobComesFirst) {
  PickScene s(
      "L0: f9[a-c]@9 f8[m-p]@8 f7[m-q]@7 f6[a-d]@6\nL1: f1[a-d]@1:50M f2[m-q]@1:3M\nmap: g");
  EXPECT_EQ("bucket 1: f8 f7 + f2", s.ToBase());
}

TEST(L0Picker, BelowTheTriggerNothingIsPicked) {
  PickScene s("L0: f9[a-c]@9 f8[m-p]@8\nmap: g");
  EXPECT_EQ("none", s.ToBase());
  s.in.trigger = 0;
  EXPECT_EQ("none", s.ToBase());
  s.in.trigger = 2;
  s.by_size = true;
  EXPECT_EQ("bucket 0: f9", s.ToBase());
}

TEST(L0Picker, JobsBeyondThePaceWaitForDeeperBuckets) {
  // f9 f8 are due, but one job runs already: deeper buckets are asked for.
  PickScene s("L0: f9[a-c]@9 f8[a-d]@8 f7[m-q]@7 f6[n-q]@6\nmap: g\nrunning: 1 L0->L1 f7 f6");
  EXPECT_EQ("bucket 0: f9 f8", s.ToBase());
  s.in.pace = 1;
  s.in.slowdown = 20;
  EXPECT_EQ("none", s.ToBase());
  EXPECT_EQ(0u, EligibleL0Jobs(L0View(s.in), 8));
  s.in.pace = 2;
  EXPECT_EQ("bucket 0: f9 f8", s.ToBase());
  EXPECT_EQ(1u, EligibleL0Jobs(L0View(s.in), 8));
}

TEST(L0Picker, TheDueWeightRisesWithRunningJobsFromHalfWayToNearTheSlowdown) {
  PickScene s("L0: f9[a-c]@9\nmap: g");
  s.in.trigger = 4;
  s.in.pace = 2;
  s.in.slowdown = 20;
  const BucketLoad load;
  EXPECT_EQ(4u, DueWeight(s.in, load, 1));
  EXPECT_EQ(12u, DueWeight(s.in, load, 2));
  EXPECT_EQ(16u, DueWeight(s.in, load, 3));
  EXPECT_EQ(16u, DueWeight(s.in, load, 40));
  s.in.slowdown = 9;  // half-way is nearer to the slow-down than a trigger's worth
  EXPECT_EQ(6u, DueWeight(s.in, load, 40));
  s.in.slowdown = 4;  // no room to wait in
  EXPECT_EQ(4u, DueWeight(s.in, load, 40));
  s.in.slowdown = 20;
  s.in.map = nullptr;  // buckets off: stock's rule
  EXPECT_EQ(4u, DueWeight(s.in, load, 40));
}

TEST(L0Picker, AProcessorIsLeftToWritersAndTwoThreadsToDeepBucketsAndLowerLevels) {
  const auto jobs = [](uint32_t processors, uint32_t threads) {
    return JobsAtTheTrigger(processors, threads, kNoCompression);
  };
  EXPECT_EQ(1u, jobs(2, 3)) << "two processors, max_background_jobs = 4";
  EXPECT_EQ(4u, jobs(2, 6)) << "max_background_jobs = 8";
  EXPECT_EQ(7u, jobs(8, 6)) << "as many as there are threads";
  EXPECT_EQ(1u, jobs(1, 1));
  EXPECT_EQ(1u, jobs(0, 2)) << "the number of processors is not known";
}

TEST(L0Picker, JobsThatCompressSlowlyDoNotOutnumberTheProcessors) {
  for (const CompressionType slow : {kZSTD, kZlibCompression, kLZ4HCCompression}) {
    EXPECT_EQ(1u, JobsAtTheTrigger(2, 6, slow)) << slow;
    EXPECT_EQ(7u, JobsAtTheTrigger(8, 6, slow)) << slow;
  }
  EXPECT_EQ(4u, JobsAtTheTrigger(2, 6, kLZ4Compression));
  EXPECT_EQ(4u, JobsAtTheTrigger(2, 6, kSnappyCompression));
}

TEST(L0Picker, ABucketThatWouldRewriteMuchOfTheBaseForLittleWaitsWhileOthersRun) {
  PickScene s("L0: f9[a-c]@9\nmap: g");
  s.in.trigger = 4;
  s.in.pace = 2;
  s.in.slowdown = 20;
  BucketLoad load;
  load.filling = true;
  load.l0_bytes = 10;
  load.base_bytes = 10;
  EXPECT_EQ(4u, DueWeight(s.in, load, 1));
  load.base_bytes = 20;
  EXPECT_EQ(8u, DueWeight(s.in, load, 1)) << "twice as much as is fair";
  EXPECT_EQ(4u, DueWeight(s.in, load, 0)) << "nothing else to do";
  load.base_bytes = 4000;
  EXPECT_EQ(12u, DueWeight(s.in, load, 1)) << "half-way to the slow-down";
  load.filling = false;
  EXPECT_EQ(4u, DueWeight(s.in, load, 1)) << "waiting brings nothing more";
}

TEST(L0Picker, ABucketThatHasWaitedTooLongIsDueAtTheTriggerAndComesFirst) {
  // Three epochs a flush: newest 300, so 108 and older have waited for 64 flushes.
  const std::string hot = "L0: f9[m-p]#300 f8[m-p]#299 f7[m-p]#298 ";
  PickScene s(hot + "f6[a-c]#109 f5[a-c]#108\nmap: g");
  EXPECT_TRUE(L0View(s.in).loads()[0].overdue);
  EXPECT_FALSE(L0View(s.in).loads()[1].overdue);
  EXPECT_EQ("bucket 0: f6 f5", s.ToBase());
  PickScene young(hot + "f6[a-c]#110 f5[a-c]#109\nmap: g");
  EXPECT_EQ("bucket 1: f9 f8 f7", young.ToBase());
  PickScene few(hot + "f5[a-c]#1\nmap: g");
  EXPECT_EQ("bucket 1: f9 f8 f7", few.ToBase()) << "however old, one file is no job";
  BucketLoad load;
  s.in.trigger = 4;
  s.in.pace = 1;
  s.in.slowdown = 20;
  EXPECT_EQ(16u, DueWeight(s.in, load, 9));
  load.overdue = true;
  EXPECT_EQ(4u, DueWeight(s.in, load, 9));
}

// Eight buckets, a flush into all but one and one job at a time, without a byte of I/O.
class ColdBucketModel {
 public:
  static constexpr size_t kCold = 3;

  ColdBucketModel()
      : tree_(std::make_shared<const TreeVersion>(kOrder, std::vector<FileList>(5))),
        map_(kOrder, {"b", "c", "d", "e", "f", "g", "h"}) {}

  void Flush(bool cold) {
    VersionEdit edit;
    for (size_t bucket = 0; bucket < map_.size(); bucket++) {
      if ((bucket == kCold) == cold) edit.AddFile(0, MakeFile(bucket));
    }
    Apply(edit);
  }
  size_t FilesOf(size_t bucket) const {
    return static_cast<size_t>(std::count_if(
        tree_->files(0).begin(), tree_->files(0).end(),
        [&](const FilePtr& f) { return map_.BucketOf(f->smallest_user_key()) == bucket; }));
  }
  // One whole job.
  void Compact() {
    const std::vector<RunningJob> none;
    L0PickInput in;
    in.tree = tree_.get();
    in.map = &map_;
    in.jobs = &none;
    const auto pick = PickL0ToBase(L0View(in));
    ASSERT_TRUE(pick.has_value());
    VersionEdit edit;
    for (const FilePtr& f : pick->l0) edit.DeleteFile(0, f->number);
    for (const FilePtr& f : pick->base) edit.DeleteFile(1, f->number);
    edit.AddFile(1, MakeFile(pick->bucket));
    Apply(edit);
  }

 private:
  std::shared_ptr<FileMeta> MakeFile(size_t bucket) {
    auto f = std::make_shared<FileMeta>();
    const std::string begin(1, static_cast<char>('a' + bucket));
    f->number = f->epoch = f->smallest_seqno = f->largest_seqno = next_++;
    f->smallest = MakeInternalKey(begin + "1", f->number, kTypeValue);
    f->largest = MakeInternalKey(begin + "9", f->number, kTypeValue);
    f->file_size = f->compensated_size = 1 << 20;
    return f;
  }
  void Apply(const VersionEdit& edit) {
    TreeBuilder builder(kOrder, tree_, 5);
    Status s = builder.Apply(edit);
    if (s.ok()) s = builder.Build(&tree_);
    ASSERT_TRUE(s.ok()) << s.ToString();
  }

  TreePtr tree_;
  const BucketMap map_;
  uint64_t next_ = 1;
};

TEST(L0Picker, AColdBucketHasItsTurnHoweverFullTheOthersAre) {
  ColdBucketModel model;
  for (int i = 0; i < 4; i++) model.Flush(true);
  for (int i = 0; i < 20; i++) model.Flush(false);  // the hot ones are far ahead already
  uint64_t flushes = 20;
  while (model.FilesOf(ColdBucketModel::kCold) > 0) {
    ASSERT_LE(flushes, 2 * kPatience) << "the cold bucket starves";
    model.Flush(false);
    ASSERT_NO_FATAL_FAILURE(model.Compact());
    flushes++;
  }
  EXPECT_GT(flushes, kPatience) << "the hot ones come first, though";
}

TEST(L0Picker, ABucketFillsWhileTheLastFlushesPutFilesThere) {
  PickScene s("L0: f9[m-p]#29 f8[a-c]#10 f7[a-d]#9\nmap: g");
  const L0View view(s.in);
  EXPECT_FALSE(view.loads()[0].filling);
  EXPECT_TRUE(view.loads()[1].filling);
}

TEST(L0Picker, AStraddlingFileMakesTheJobGrowUntilItIsClosed) {
  // f7 lies in both buckets. Taking it takes f5, which is older and overlaps; f9 in bucket 0 is
  // newer than all and may stay, f8 is not.
  PickScene s(
      "L0: f9[m-p]@9 f8[a-c]@8 f7[b-n]@7 f6[m-o]@6 f5[a-b]@5\nL1: f1[a-e]@1 f2[k-z]@1\nmap: g");
  EXPECT_EQ("bucket 0: f8 f7 f6 f5 + f1 f2", s.ToBase());
}

TEST(L0Picker, Hazard1NewerFilesWaitForAnIntraL0JobOverOlderOnes) {
  // f3 f2 are becoming one L0 file that stays; sending f5 f4 down would let it shadow them.
  PickScene s("L0: f5[a-c]@5 f4[a-c]@4 f3[b-d]@3 f2[b-d]@2\nmap: g\nrunning: 1 L0->L0 f3 f2");
  EXPECT_EQ("none", s.ToBase());
}

TEST(L0Picker, Hazard1OlderFilesNeedNotWaitForAnIntraL0JobOverNewerOnes) {
  PickScene s("L0: f5[a-c]@5 f4[a-c]@4 f3[b-d]@3 f2[b-d]@2\nmap: g\nrunning: 1 L0->L0 f5 f4");
  EXPECT_EQ("bucket 0: f3 f2", s.ToBase());
}

TEST(L0Picker, Hazard2TheGapBetweenTheFilesOfARunningJobIsBusy) {
  // f9 and f8 touch neither input of job 1, but lie between them, where its outputs go.
  PickScene s(
      "L0: f9[d-e]@9 f8[d-e]@8 f3[g-h]@3 f2[a-b]@2\nL1: f1[a-b]@1\nrunning: 1 L0->L1 f3 f2 "
      "f1\nmap: z");
  EXPECT_EQ("none", s.ToBase());
  PickScene outside(
      "L0: f9[m-n]@9 f8[m-n]@8 f3[g-h]@3 f2[a-b]@2\nL1: f1[a-b]@1\nrunning: 1 L0->L1 f3 f2 "
      "f1\nmap: k");
  EXPECT_EQ("bucket 1: f9 f8", outside.ToBase());
}

TEST(L0Picker, Hazard3FilesThatMeetAtAnExclusiveEndAreSeparateJobs) {
  PickScene s("L0: f9[g-k]@9 f8[g-k]@8 f7[a-g)@7 f6[a-g)@6\nmap: g");
  EXPECT_EQ("bucket 0: f7 f6", s.ToBase());
  PickScene fused("L0: f9[g-k]@9 f8[g-k]@8 f7[a-g]@7 f6[a-g]@6\nmap: g");
  EXPECT_EQ("bucket 1: f9 f8 f7 f6", fused.ToBase());
}

TEST(L0Picker, Hazard4PicksInReverseOrderToo) {
  PickScene s("L0: f9[z-s]@9 f8[k-a]@8 f7[y-t]@7\nL1: f1[z-p]@1\nmap: m", kReverse);
  EXPECT_EQ("bucket 0: f9 f7 + f1", s.ToBase());
}

TEST(L0Picker, Hazard8WhenTheBestBucketsBaseIsBusyTheNextIsTaken) {
  PickScene s(
      "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7 f6[m-p]@6 f5[m-p]@5\nL1: f1[a-d]@1 f2[m-q]@1\nL2: "
      "f0[a-d]@0\n"
      "map: g\nrunning: 1 L1->L2 f1 f0");
  EXPECT_EQ("bucket 1: f6 f5 + f2", s.ToBase());
}

TEST(L0Picker, ABaseFileBusyUnderPartOfTheBucketStillLetsTheRestGo) {
  PickScene s(
      "L0: f9[a-c]@9 f8[e-f]@8 f7[a-b]@7\nL1: f1[a-d]@1 f2[e-f]@1\nL2: f0[e-f]@0\nmap: g\nrunning: "
      "1 L1->L2 f2 f0");
  EXPECT_EQ("bucket 0: f9 f7 + f1", s.ToBase());
}

TEST(L0Picker, AnExclusiveJobKeepsEverythingBack) {
  PickScene s(
      "L0: f9[m-p]@9 f8[m-p]@8 f7[m-p]@7 f6[m-p]@6 f1[a-b]@1\nmap: g\nrunning: 1 L0->L1 f1");
  s.drawing.jobs[0].exclusive = true;
  EXPECT_EQ("none", s.ToBase());
  EXPECT_EQ("none", s.Intra());
  EXPECT_EQ(0u, EligibleL0Jobs(L0View(s.in), 8));
}

TEST(L0Picker, AJobStopsGrowingAtItsByteLimitButAlwaysTakesOne) {
  PickScene s("L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7:9M\nL1: f1[a-d]@1:5M\nmap: g");
  s.in.max_job_bytes = 15 << 20;
  EXPECT_EQ("bucket 0: f8 f7 + f1", s.ToBase());
  s.in.max_job_bytes = 1;
  EXPECT_EQ("bucket 0: f7 + f1", s.ToBase());
}

TEST(L0Picker, ManyFilesSideBySideLeaveTooAlthoughTheyAreNotDeep) {
  PickScene s(
      "L0: f9[h-i]@9 f8[g-gz]@8 f7[f-fz]@7 f6[e-ez]@6 f5[d-dz]@5 f4[c-cz]@4 f3[b-bz]@3 f2[a-az]@2");
  const auto pick = PickL0ToBase(L0View(s.in));
  ASSERT_TRUE(pick);
  EXPECT_EQ(8u, pick->l0.size());
}

TEST(L0Picker, AUserKeyOverTwoBaseFilesPullsInBoth) {
  PickScene s("L0: f9[a-c]@9 f8[a-c]@8\nL1: f1[a-d]@3 f2[d-g]@1 f3[h-k]@1\nmap: m");
  EXPECT_EQ("bucket 0: f9 f8 + f1 f2", s.ToBase());
}

TEST(L0Picker, Hazard13EveryEligibleBucketCounts) {
  PickScene s("L0: f9[a-c]@9 f8[m-p]@8 f7[a-c]@7 f6[m-p]@6 f5[t-u]@5\nmap: g s");
  EXPECT_EQ(2u, EligibleL0Jobs(L0View(s.in), 8));
  EXPECT_EQ(1u, EligibleL0Jobs(L0View(s.in), 1));
  PickScene running(
      "L0: f9[a-c]@9 f8[m-p]@8 f7[a-c]@7 f6[m-p]@6\nmap: g s\nrunning: 1 L0->L1 f9 f7");
  EXPECT_EQ(1u, EligibleL0Jobs(L0View(running.in), 8));
  PickScene tied("L0: f9[a-c]@9 f8[b-p]@8 f7[a-c]@7 f6[m-p]@6\nmap: g s");
  EXPECT_EQ(1u, EligibleL0Jobs(L0View(tied.in), 8));
}

TEST(L0Picker, ADearBucketThatWaitsDoesNotHideALighterOneThatNeedNot) {
  // Of the buckets by weight: 0 is due, 1 would rewrite ten times what it takes out and waits while
  // another job runs, 2 has nothing below it.
  const std::string l0 =
      "L0: f19[a-c]@19:1M f18[a-c]@18:1M f17[a-c]@17:1M f16[a-c]@16:1M f15[h-j]@15:1M "
      "f14[h-j]@14:1M f13[h-j]@13:1M f12[t-u]@12:1M f11[t-u]@11:1M";
  PickScene s(l0 + "\nL1: f1[h-j]@1:30M\nmap: g s");
  s.in.trigger = 2;
  s.in.pace = 8;
  s.in.slowdown = 20;
  const L0View view(s.in);
  ASSERT_LT(BucketWeight(view.loads()[1]), DueWeight(s.in, view.loads()[1], 1));
  EXPECT_EQ(2u, EligibleL0Jobs(view, 8));
}

TEST(L0Picker, Hazard17OffTakesAllOfLevelZeroOneJobAtATime) {
  PickScene s("L0: f9[a-c]@9 f8[m-p]@8 f7[a-c]@7 f6[t-v]@6\nL1: f1[a-z]@1");
  s.in.map = nullptr;
  s.in.trigger = 4;
  EXPECT_EQ("bucket 0: f9 f8 f7 f6 + f1", s.ToBase());
  PickScene busy("L0: f9[a-c]@9 f8[a-p]@8 f7[a-c]@7 f6[a-v]@6 f5[x-z]@5\nrunning: 1 L0->L1 f5");
  busy.in.map = nullptr;
  EXPECT_EQ("none", busy.ToBase());
  EXPECT_EQ(0u, EligibleL0Jobs(L0View(busy.in), 8));
  EXPECT_EQ("bucket 0: f9 f8 f7 f6 stay", busy.Intra());
}

TEST(IntraL0, TakesARowOfNewestFilesOfTheDeepBucket) {
  PickScene s("L0: f9[a-c]@9 f8[m-p]@8 f7[a-c]@7 f6[a-d]@6 f5[b-c]@5\nmap: g");
  EXPECT_EQ("bucket 0: f9 f7 f6 f5 stay", s.Intra());
}

TEST(IntraL0, NeedsTwoMoreThanTheTriggerAndAtLeastFour) {
  PickScene s("L0: f9[a-c]@9 f7[a-c]@7 f6[a-d]@6\nmap: g");
  EXPECT_EQ("none", s.Intra());
  s.in.trigger = 1;
  EXPECT_EQ("none", s.Intra());
}

TEST(IntraL0, StopsAtAFileThatIsBusyOrMuchLarger) {
  PickScene busy(
      "L0: f9[a-c]@9 f7[a-c]@7 f6[a-d]@6 f5[b-c]@5 f4[a-c]@4\nmap: g\nrunning: 1 L0->L1 f4");
  EXPECT_EQ("bucket 0: f9 f7 f6 f5 stay", busy.Intra());
  PickScene large("L0: f9[a-c]@9 f7[a-c]@7 f6[a-d]@6 f5[b-c]@5 f4[a-c]@4:900M\nmap: g");
  EXPECT_EQ("bucket 0: f9 f7 f6 f5 stay", large.Intra());
}

TEST(IntraL0, DoesNotJumpOverAnOverlappingFileOfAnotherBucket) {
  // f8 lies in bucket 1 only until f6, which straddles, widens the range over it.
  PickScene s("L0: f9[a-c]@9 f8[h-i]@8 f7[a-c]@7 f6[a-j]@6 f5[a-c]@5 f4[a-c]@4\nmap: g");
  EXPECT_EQ("none", s.Intra());
}

TEST(IntraL0, NewestFilesInARunningJobAreSteppedOver) {
  PickScene s(
      "L0: f9[a-c]@9 f8[a-c]@8 f7[a-c]@7 f6[a-d]@6 f5[b-c]@5 f4[a-c]@4\nmap: g\nrunning: 1 L0->L0 "
      "f9 f8");
  EXPECT_EQ("bucket 0: f7 f6 f5 f4 stay", s.Intra());
}

TEST(L0View, CountsIdleFilesAndAllDepth) {
  PickScene s("L0: f9[a-c]@9 f8[b-n]@8 f7[a-c]@7\nL1: f1[a-d]@1:5M\nmap: g\nrunning: 1 L0->L1 f7");
  const auto loads = L0View(s.in).loads();
  ASSERT_EQ(2u, loads.size());
  EXPECT_EQ(2u, loads[0].depth);
  EXPECT_EQ(3u, loads[0].depth_all);
  EXPECT_EQ(2u, loads[0].files);
  EXPECT_EQ(5u << 20, loads[0].base_bytes);
  EXPECT_EQ(1u, loads[1].depth);
}

// -- Stalls ---------------------------------------------------------------------------------------

struct Stall {
  explicit Stall(const std::string& text) : scene(text) {
    in.tree = scene.drawing.tree.get();
    in.map = scene.map_ptr.get();
    in.jobs = &scene.drawing.jobs;
    in.limits.level0_slowdown = 2;
    in.limits.level0_stop = 3;
    in.limits.soft_pending = 100;
    in.limits.hard_pending = 200;
    in.limits.max_write_buffers = 2;
  }
  std::string Say() { return Describe(JudgeStall(in), false); }
  PickScene scene;
  StallInput in;
};

TEST(BucketStall, Hazard14DisjointFilesAreNotDeep) {
  Stall s("L0: f9[a-b]@9 f8[c-d]@8 f7[e-f]@7 f6[g-h]@6\nmap: e");
  EXPECT_EQ("none", s.Say());
  EXPECT_EQ(1u, L0Load(*s.in.tree, true));
  EXPECT_EQ(4u, L0Load(*s.in.tree, false));
}

TEST(BucketStall, Hazard14FilesUnderCompactionStillHaveToBeProbed) {
  Stall s("L0: f9[g-k]@9 f8[g-h]@8 f7[h-i]@7\nmap: e m\nrunning: 17 L0->L1 f7");
  EXPECT_EQ("stop: L0 depth 3 of 3 in bucket 1 [e, m), cleared by job 17", s.Say());
}

TEST(BucketStall, SlowsDownBeforeItStops) {
  Stall s("L0: f9[g-k]@9 f8[g-h]@8\nmap: e");
  EXPECT_EQ("delay: L0 depth 2 of 2 in bucket 1 [e, +inf)", s.Say());
}

TEST(BucketStall, Hazard17OffCountsFiles) {
  Stall s("L0: f9[a-b]@9 f8[c-d]@8 f7[e-f]@7");
  s.in.map = nullptr;
  EXPECT_EQ("stop: L0 depth 3 of 3 in bucket 0 (-inf, +inf)", s.Say());
}

TEST(BucketStall, ZeroLimitsAreOff) {
  Stall s("L0: f9[g-k]@9 f8[g-h]@8 f7[h-i]@7");
  s.in.limits.level0_slowdown = 0;
  s.in.limits.level0_stop = -1;
  s.in.limits.soft_pending = s.in.limits.hard_pending = 0;
  s.in.pending_bytes = UINT64_MAX;
  EXPECT_EQ("none", s.Say());
}

TEST(BucketStall, PendingBytesDelayThenStop) {
  Stall s("");
  s.in.pending_bytes = 99;
  EXPECT_EQ("none", s.Say());
  s.in.pending_bytes = 100;
  EXPECT_EQ("delay: pending compaction bytes 100 of 100", s.Say());
  s.in.pending_bytes = 200;
  EXPECT_EQ("stop: pending compaction bytes 200 of 200", s.Say());
}

TEST(BucketStall, MemtablesStopAtTheirNumberAndDelayOneBeforeOnlyWhenThereAreMany) {
  Stall s("");
  s.in.unflushed_memtables = 1;
  EXPECT_EQ("none", s.Say());
  s.in.unflushed_memtables = 2;
  EXPECT_EQ("stop: memtables 2 of 2", s.Say());
  s.in.limits.max_write_buffers = 4;
  s.in.unflushed_memtables = 3;
  EXPECT_EQ("delay: memtables 3 of 4", s.Say());
  s.in.limits.min_write_buffers_to_merge = 3;
  EXPECT_EQ("none", s.Say());
}

TEST(BucketStall, WithoutAutomaticCompactionOnlyMemtablesCount) {
  Stall s("L0: f9[g-k]@9 f8[g-h]@8 f7[h-i]@7");
  s.in.limits.auto_compactions = false;
  s.in.pending_bytes = 1000;
  EXPECT_EQ("none", s.Say());
}

TEST(BucketStall, LimitsComeFromTheOptions) {
  AdvancedColumnFamilyOptions options;
  const StallLimits limits = StallLimits::Of(options, true);
  EXPECT_EQ(20, limits.level0_slowdown);
  EXPECT_EQ(36, limits.level0_stop);
  EXPECT_EQ(2, limits.max_write_buffers);
  EXPECT_EQ(64ull << 30, limits.soft_pending);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
