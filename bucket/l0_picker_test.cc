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
    const bool by_size = Yes("by_size");
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
  bool Yes(const std::string& name) const {
    const auto it = settings_.find(name);
    return it != settings_.end() && it->second == "yes";
  }
  L0PickInput PickInputOf(const Drawing& drawing, const BucketMap& map) const {
    L0PickInput in;
    in.tree = drawing.tree.get();
    in.map = buckets_ ? &map : nullptr;
    in.jobs = &drawing.jobs;
    in.trigger = Int("trigger", 2);
    in.pace = static_cast<uint32_t>(Int("pace", 0));
    in.slowdown = Int("slowdown", 0);
    in.most_leaving = static_cast<uint32_t>(Int("most_leaving", 0));
    in.flush_first = Yes("flush_first");
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

TEST(L0Picker, JobsThatWantAProcessorAllTheTimeLeaveOneToWriters) {
  EXPECT_EQ(1u, JobsAtTheTrigger(2, 3, 100));
  EXPECT_EQ(1u, JobsAtTheTrigger(2, 6, 100)) << "more threads do not make more processors";
  EXPECT_EQ(7u, JobsAtTheTrigger(8, 6, 100)) << "as many as there are threads";
  EXPECT_EQ(1u, JobsAtTheTrigger(1, 1, 100));
  EXPECT_EQ(1u, JobsAtTheTrigger(0, 2, 100)) << "an unknown number of processors";
}

TEST(L0Picker, JobsThatWaitForADeviceAreMoreByWhatTheyLeaveOfTheProcessors) {
  EXPECT_EQ(2u, JobsAtTheTrigger(2, 6, 50));
  EXPECT_EQ(4u, JobsAtTheTrigger(2, 6, 5)) << "two threads are left";
  EXPECT_EQ(20u, JobsAtTheTrigger(2, 36, 5));
  EXPECT_EQ(1u, JobsAtTheTrigger(2, 6, 99));
  EXPECT_EQ(4u, JobsAtTheTrigger(2, 6, 0)) << "nothing is divided by 0";
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
