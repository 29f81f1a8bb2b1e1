// Picks from level 0 and stall verdicts: drawings in, decisions out. L0Scene answers the cases in
// bucket/testdata/l0_picker.txt; the tests below need no drawing.
#include "bucket/l0_picker.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "bucket/bucket_stall.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class L0Scene : public DrawnScene {
 protected:
  void Set(const std::string& name, const std::string& value) override {
    if (name == "buckets") {
      buckets_ = value != "off";
    } else {
      settings_[name] = value;
    }
  }
  std::string Ask(const Words& words) override {
    const Drawing drawing = Drawn();
    const BucketMap map(order(), drawing.boundaries);
    if (words[0] == "stall") return Describe(JudgeStall(StallOf(drawing, map)), false);
    if (words[0] == "depth") {
      return std::to_string(L0Load(*drawing.tree, true)) + " with buckets, " +
             std::to_string(L0Load(*drawing.tree, false)) + " without";
    }
    const L0View view(PickInputOf(drawing, map));
    const bool by_size = settings_.count("by_size") > 0;
    if (words[0] == "to_base") return Show(PickL0ToBase(view, by_size));
    if (words[0] == "intra") return Show(PickIntraL0(view));
    if (words[0] == "eligible") {
      return std::to_string(EligibleL0Jobs(view, std::stoul(words.at(1)), by_size));
    }
    if (words[0] == "due") {
      const size_t running = std::stoul(words.at(1));
      return OfEachBucket(view, [&](const BucketLoad& load) {
        return "weight " + std::to_string(BucketWeight(load)) + ", due at " +
               std::to_string(DueWeight(view.in(), load, running));
      });
    }
    if (words[0] == "loads") return OfEachBucket(view, ShowLoad);
    return "unknown question " + words[0];
  }

 private:
  static std::string Show(const std::optional<L0Pick>& pick) {
    if (!pick) return "none";
    std::string s = "bucket " + std::to_string(pick->bucket) + ": " + DrawNumbers(pick->l0);
    if (pick->intra_l0) return s + " stay";
    if (!pick->base.empty()) s += " + " + DrawNumbers(pick->base);
    return s;
  }
  static std::string ShowLoad(const BucketLoad& load) {
    std::string s = "depth " + std::to_string(load.depth) + " of " +
                    std::to_string(load.depth_all) + ", " + std::to_string(load.files) + " files";
    if (load.base_bytes > 0) s += ", base " + std::to_string(load.base_bytes >> 20) + "M";
    if (load.filling) s += ", filling";
    if (load.overdue) s += ", overdue";
    return s;
  }
  static std::string OfEachBucket(const L0View& view,
                                  const std::function<std::string(const BucketLoad&)>& show) {
    std::string s;
    for (const BucketLoad& load : view.loads()) {
      s += (s.empty() ? "bucket " : "\nbucket ") + std::to_string(load.bucket) + ": " + show(load);
    }
    return s;
  }

  uint64_t Number(const std::string& name, uint64_t unless_set) const {
    const auto it = settings_.find(name);
    if (it == settings_.end()) return unless_set;
    const uint64_t number = std::stoull(it->second);
    return it->second.back() == 'M' ? number << 20 : number;
  }
  int Int(const std::string& name, int unless_set) const {
    const auto it = settings_.find(name);
    return it == settings_.end() ? unless_set : std::stoi(it->second);
  }
  L0PickInput PickInputOf(const Drawing& drawing, const BucketMap& map) const {
    L0PickInput in;
    in.tree = drawing.tree.get();
    in.map = buckets_ ? &map : nullptr;
    in.jobs = &drawing.jobs;
    in.trigger = Int("trigger", 2);
    in.pace = static_cast<uint32_t>(Int("pace", 0));
    in.slowdown = Int("slowdown", 0);
    in.max_job_bytes = Number("max_job_bytes", UINT64_MAX);
    return in;
  }
  StallInput StallOf(const Drawing& drawing, const BucketMap& map) const {
    StallInput in;
    in.tree = drawing.tree.get();
    in.map = buckets_ ? &map : nullptr;
    in.jobs = &drawing.jobs;
    in.unflushed_memtables = Int("unflushed_memtables", 0);
    in.pending_bytes = Number("pending_bytes", 0);
    in.limits.level0_slowdown = Int("level0_slowdown", 2);
    in.limits.level0_stop = Int("level0_stop", 3);
    in.limits.soft_pending = Number("soft_pending", 100);
    in.limits.hard_pending = Number("hard_pending", 200);
    in.limits.max_write_buffers = Int("max_write_buffers", 2);
    in.limits.min_write_buffers_to_merge = Int("min_write_buffers_to_merge", 1);
    in.limits.auto_compactions = Int("auto_compactions", 1) != 0;
    return in;
  }

  bool buckets_ = true;
  std::map<std::string, std::string> settings_;
};

[[maybe_unused]] const size_t kL0PickerCases = test_support::RegisterTextCases(
    "bucket/testdata/l0_picker.txt", [] { return std::make_unique<L0Scene>(); });

TEST(L0Picker, AProcessorIsLeftToWritersAndTwoThreadsToDeepBucketsAndLowerLevels) {
  const auto jobs = [](uint32_t processors, uint32_t threads) {
    return JobsAtTheTrigger(processors, threads, kNoCompression);
  };
  EXPECT_EQ(1u, jobs(2, 3)) << "two processors, max_background_jobs = 4";
  EXPECT_EQ(4u, jobs(2, 6)) << "max_background_jobs = 8";
  EXPECT_EQ(7u, jobs(8, 6)) << "as many as there are threads";
  EXPECT_EQ(1u, jobs(1, 1));
  EXPECT_EQ(1u, jobs(0, 2)) << "an unknown number of processors";
}

TEST(L0Picker, JobsThatCompressSlowlyDoNotOutnumberTheProcessors) {
  for (const CompressionType slow : {kZSTD, kZlibCompression, kLZ4HCCompression}) {
    EXPECT_EQ(1u, JobsAtTheTrigger(2, 6, slow)) << slow;
    EXPECT_EQ(7u, JobsAtTheTrigger(8, 6, slow)) << slow;
  }
  EXPECT_EQ(4u, JobsAtTheTrigger(2, 6, kLZ4Compression));
  EXPECT_EQ(4u, JobsAtTheTrigger(2, 6, kSnappyCompression));
}

TEST(L0Picker, WhileWritersWaitForTheFlushABucketIsDueHalfWayToTheSlowDown) {
  const BucketMap map(kOrder, {"g"});
  L0PickInput in;
  in.map = &map;
  in.trigger = 4;
  in.pace = 2;
  in.slowdown = 20;
  in.flush_first = true;
  BucketLoad load;
  EXPECT_EQ(12u, DueWeight(in, load, 0));
  EXPECT_EQ(12u, DueWeight(in, load, 2));
  EXPECT_EQ(16u, DueWeight(in, load, 3)) << "as without it";
  load.overdue = true;
  EXPECT_EQ(4u, DueWeight(in, load, 0)) << "it has waited long enough";
  in.map = nullptr;
  load.overdue = false;
  EXPECT_EQ(4u, DueWeight(in, load, 0)) << "buckets are off";
}

TEST(L0Picker, ABucketThatWouldRewriteMuchOfTheBaseForLittleWaitsWhileOthersRun) {
  const BucketMap map(kOrder, {"g"});
  L0PickInput in;
  in.map = &map;
  in.trigger = 4;
  in.pace = 2;
  in.slowdown = 20;
  BucketLoad load;
  load.filling = true;
  load.l0_bytes = 10;
  load.base_bytes = 10;
  EXPECT_EQ(4u, DueWeight(in, load, 1));
  load.base_bytes = 20;
  EXPECT_EQ(8u, DueWeight(in, load, 1)) << "twice the fair base bytes";
  EXPECT_EQ(4u, DueWeight(in, load, 0)) << "no other job runs";
  load.base_bytes = 4000;
  EXPECT_EQ(12u, DueWeight(in, load, 1)) << "half-way to the slow-down";
  load.filling = false;
  EXPECT_EQ(4u, DueWeight(in, load, 1)) << "the bucket gets no more files";
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
  void Apply(const VersionEdit& edit) { ApplyEdit(kOrder, edit, 5, &tree_); }

  TreePtr tree_;
  const BucketMap map_;
  uint64_t next_ = 1;
};

TEST(L0Picker, AColdBucketHasItsTurnHoweverFullTheOthersAre) {
  ColdBucketModel model;
  for (int i = 0; i < 4; i++) model.Flush(true);
  for (int i = 0; i < 20; i++) model.Flush(false);  // the hot buckets already have many more files
  uint64_t flushes = 20;
  while (model.FilesOf(ColdBucketModel::kCold) > 0) {
    ASSERT_LE(flushes, 2 * kPatience) << "the cold bucket starves";
    model.Flush(false);
    ASSERT_NO_FATAL_FAILURE(model.Compact());
    flushes++;
  }
  EXPECT_GT(flushes, kPatience) << "hot buckets come first";
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
