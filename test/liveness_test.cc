// Liveness: whatever waits for background work returns when the work goes on, or ends with the
// database or the family. A call that has not returned within a minute counts as hanging
// (test/watchdog.h).
#include <atomic>
#include <thread>

#include "test/scratch.h"
#include "test/watchdog.h"

namespace system_test {
namespace {

// ---- manual compactions ----

class LivenessManual : public DbTest {
 protected:
  // Several overlapping files on level 0, none of them being compacted.
  void Build() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.create_missing_column_families = true;
    ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "other"}));
    for (int round = 0; round < 4; round++) {
      for (uint64_t i = 0; i < 300; i++) {
        for (ColumnFamilyHandle* handle : handles_) {
          ASSERT_OK(db_->Put(WriteOptions(), handle, NumberedKey(i), std::string(200, 'v')));
        }
      }
      for (ColumnFamilyHandle* handle : handles_) ASSERT_OK(db_->Flush(FlushOptions(), handle));
    }
  }
  Status Compact(size_t family) {
    return db_->CompactRange(CompactRangeOptions(), handles_[family], nullptr, nullptr);
  }
  std::vector<std::string> LevelZero(size_t family) {
    ColumnFamilyMetaData meta;
    db_->GetColumnFamilyMetaData(handles_[family], &meta);
    std::vector<std::string> names;
    for (const SstFileMetaData& f : meta.levels[0].files) names.push_back(f.name);
    return names;
  }

  Options options_;
};

TEST_F(LivenessManual, PausedWorkHoldsThemBackUntilItGoesOn) {
  const Watchdog watchdog("paused manual compactions");
  ASSERT_NO_FATAL_FAILURE(Build());
  ASSERT_OK(db_->PauseBackgroundWork());
  const std::vector<std::string> before = LevelZero(0), other = LevelZero(1);
  ASSERT_GT(before.size(), 1u);
  std::atomic<int> returned{0};
  Status range, files;
  std::thread compact_range([&] {
    range = Compact(0);
    returned++;
  });
  std::thread compact_files([&] {
    files = db_->CompactFiles(CompactionOptions(), handles_[1], other, 1);
    returned++;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(0, returned);
  EXPECT_EQ(0u, IntProperty("rocksdb.num-running-compactions"));
  EXPECT_EQ(before, LevelZero(0));
  EXPECT_EQ(other, LevelZero(1));
  ASSERT_OK(db_->ContinueBackgroundWork());
  compact_range.join();
  compact_files.join();
  EXPECT_OK(range);
  EXPECT_OK(files);
  EXPECT_TRUE(LevelZero(0).empty());
  EXPECT_TRUE(LevelZero(1).empty());
}

TEST_F(LivenessManual, PausedOnesAreSentHomeByDroppingDisablingAndClosing) {
  const Watchdog watchdog("paused manual compactions");
  ASSERT_NO_FATAL_FAILURE(Build());
  ASSERT_OK(db_->PauseBackgroundWork());
  Status dropped, disabled, closed;
  std::thread to_drop([&] { dropped = Compact(1); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  to_drop.join();
  EXPECT_TRUE(dropped.IsColumnFamilyDropped()) << dropped.ToString();
  std::thread to_disable([&] { disabled = Compact(0); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  db_->DisableManualCompaction();
  to_disable.join();
  EXPECT_TRUE(disabled.IsIncomplete()) << disabled.ToString();
  db_->EnableManualCompaction();
  std::thread to_close([&] { closed = Compact(0); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_OK(db_->Close());
  to_close.join();
  EXPECT_TRUE(closed.IsShutdownInProgress()) << closed.ToString();
}

TEST_F(LivenessManual, ClosingAndDroppingDuringParallelOnesReturn) {
  const Watchdog watchdog("closing during manual compactions");
  for (int round = 0; round < 5; round++) {
    ASSERT_NO_FATAL_FAILURE(Build());
    std::atomic<bool> done{false};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++) {
      threads.emplace_back([&, t] {
        CompactRangeOptions how;
        how.bottommost_level_compaction = BottommostLevelCompaction::kForce;
        how.exclusive_manual_compaction = t % 2 == 0;
        how.max_subcompactions = static_cast<uint32_t>(t);
        while (!done) {
          const Status s =
              db_->CompactRange(how, handles_[static_cast<size_t>(t) % 2], nullptr, nullptr);
          EXPECT_TRUE(s.ok() || s.IsShutdownInProgress() || s.IsColumnFamilyDropped() ||
                      s.IsIncomplete())
              << s.ToString();
        }
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10 * round));
    if (round % 2 == 0) EXPECT_OK(db_->DropColumnFamily(handles_[1]));
    EXPECT_OK(db_->Close());
    done = true;
    for (std::thread& t : threads) t.join();
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
  }
}

}  // namespace
}  // namespace system_test
