// Under load, while options change and background work pauses, no writer waits forever: writers are
// stopped only while a job runs or is about to start.
#include <atomic>
#include <functional>
#include <thread>

#include "test/support/scratch.h"
#include "test/support/wait_until.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

struct Load {
  const char* name;
  uint32_t buckets;
  CompactionStyle style;
  int families;
  int jobs;
};

class LivenessLoad : public DbTest, public testing::WithParamInterface<Load> {
 protected:
  using Clock = std::chrono::steady_clock;

  void SetUp() override {
    const Load& load = GetParam();
    Options options = SmallOptions(load.buckets);
    options.create_missing_column_families = true;
    options.compaction_style = load.style;
    options.max_background_jobs = load.jobs;
    options.max_write_buffer_number = 2;
    options.level0_file_num_compaction_trigger = 2;
    options.level0_slowdown_writes_trigger = 3;
    options.level0_stop_writes_trigger = 4;
    options.delayed_write_rate = 64 << 20;
    std::vector<std::string> names{kDefaultColumnFamilyName};
    for (int i = 1; i < load.families; i++) names.push_back("family " + std::to_string(i));
    ASSERT_OK(OpenFamilies(options, names));
    for (int t = 0; t < 3; t++) threads_.emplace_back([this, t] { Write(t); });
    threads_.emplace_back([this] { Watch(); });
  }
  void TearDown() override {
    done_ = true;
    for (std::thread& t : threads_) t.join();
  }
  void Write(int thread) {
    std::mt19937_64 random(static_cast<uint64_t>(thread));
    while (!done_) {
      const Status s = db_->Put(WriteOptions(), AnyFamily(random), NumberedKey(random() % 5000),
                                std::string(500, static_cast<char>('a' + thread)));
      if (!s.ok()) ADD_FAILURE() << s.ToString();
      if (!s.ok()) return;
      written_++;
    }
  }
  bool StandsStill() {
    return IntProperty("rocksdb.is-write-stopped") == 1 && !paused_ &&
           IntProperty("rocksdb.num-running-flushes") == 0 &&
           IntProperty("rocksdb.num-running-compactions") == 0;
  }
  // A scheduled job may need a moment to start.
  void Watch() {
    Clock::time_point moved = Clock::now();
    WaitUntil(
        [&] {
          if (!StandsStill()) moved = Clock::now();
          longest_ = std::max(longest_, Clock::now() - moved);
          return done_.load();
        },
        std::chrono::hours(1));
  }
  ColumnFamilyHandle* AnyFamily(std::mt19937_64& random) {
    return handles_[random() % handles_.size()];
  }
  void Disturb(std::mt19937_64& random) {
    ColumnFamilyHandle* family = AnyFamily(random);
    const std::string trigger = std::to_string(random() % 6);
    switch (random() % 6) {
      case 0:
        EXPECT_OK(db_->SetOptions(family, {{"level0_file_num_compaction_trigger", trigger}}));
        break;
      case 1:
        EXPECT_OK(db_->SetOptions(family, {{"level0_stop_writes_trigger", trigger}}));
        break;
      case 2:
        EXPECT_OK(db_->SetOptions(
            family, {{"disable_auto_compactions", random() % 2 == 0 ? "true" : "false"}}));
        break;
      case 3:
        paused_ = true;
        EXPECT_OK(db_->PauseBackgroundWork());
        LetWrite(random() % 20);
        EXPECT_OK(db_->ContinueBackgroundWork());
        paused_ = false;
        break;
      case 4: {
        FlushOptions later;
        later.wait = random() % 2 == 0;
        EXPECT_OK(db_->Flush(later, family));
        break;
      }
      default:
        EXPECT_OK(db_->SetOptions(
            family, {{"hard_pending_compaction_bytes_limit", random() % 2 == 0 ? "1" : "0"},
                     {"max_write_buffer_number", std::to_string(2 + random() % 3)}}));
    }
  }
  // Waits for `writes` writes, or for as many milliseconds, because writers may be stopped.
  void LetWrite(uint64_t writes) {
    const uint64_t before = written_;
    WaitUntil([&] { return written_ >= before + writes; }, std::chrono::milliseconds(writes));
  }
  // For people, when writers wait for ever.
  std::string State() {
    std::string all;
    for (ColumnFamilyHandle* family : handles_) {
      const Options o = db_->GetOptions(family);
      all += family->GetName() + ": trigger " +
             std::to_string(o.level0_file_num_compaction_trigger) + ", stop " +
             std::to_string(o.level0_stop_writes_trigger) + ", off " +
             std::to_string(o.disable_auto_compactions) + ", hard limit " +
             std::to_string(o.hard_pending_compaction_bytes_limit) + ", buffers " +
             std::to_string(o.max_write_buffer_number);
      for (const char* name :
           {"num-immutable-mem-table", "mem-table-flush-pending", "compaction-pending",
            "num-running-flushes", "num-running-compactions", "estimate-pending-compaction-bytes",
            "is-write-stopped", "background-errors"}) {
        uint64_t value = 0;
        db_->GetIntProperty(family, std::string("rocksdb.") + name, &value);
        all += std::string(", ") + name + " " + std::to_string(value);
      }
      std::string levels;
      db_->GetProperty(family, "rocksdb.levelstats", &levels);
      all += "\n" + levels;
    }
    return all;
  }
  bool WritersGetOn() {
    const uint64_t before = written_;
    return WaitUntil([&] { return written_ >= before + 4; });
  }

  const Watchdog watchdog_{"writers under changing options", 180};
  std::vector<std::thread> threads_;
  std::atomic<bool> done_{false}, paused_{false};
  std::atomic<uint64_t> written_{0};
  Clock::duration longest_{};  // the watching thread's, until it has ended
};

TEST_P(LivenessLoad, SomethingRunsWhileWritersAreStopped) {
  std::mt19937_64 random(TestSeed());
  const auto end = Clock::now() + std::chrono::seconds(3);
  while (Clock::now() < end && !HasFailure()) {
    Disturb(random);
    LetWrite(random() % 10);
  }
  for (int i = 0; i < 3 && !HasFailure(); i++) {
    EXPECT_TRUE(WritersGetOn()) << "whatever options were set last\n" << State();
  }
  TearDown();
  threads_.clear();
  EXPECT_LT(longest_, std::chrono::seconds(10)) << "writers were stopped, and nobody worked";
}

INSTANTIATE_TEST_SUITE_P(Loads, LivenessLoad,
                         testing::Values(Load{"Buckets", 8, kCompactionStyleLevel, 1, 4},
                                         Load{"OneBucket", 0, kCompactionStyleLevel, 1, 2},
                                         Load{"OneJob", 8, kCompactionStyleLevel, 2, 1},
                                         Load{"ManyFamilies", 4, kCompactionStyleLevel, 12, 3},
                                         Load{"Universal", 0, kCompactionStyleUniversal, 2, 2}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace system_test
