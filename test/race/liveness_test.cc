// Liveness: every call that waits for background work returns when the work goes on, or when the
// family is dropped or the database closes, during stalls, failures and manual compactions. A call
// that does not return within a minute counts as hanging (test/support/watchdog.h).
#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

class Liveness : public DbTest {
 protected:
  bool WritesAreStopped() { return IntProperty("rocksdb.is-write-stopped") == 1; }
  // Writes to `family` until writers are stopped. REQUIRES: background work is paused.
  void FillUntilStopped(ColumnFamilyHandle* family) {
    WriteOptions no_wait;
    no_wait.no_slowdown = true;
    Status s;
    for (uint64_t i = 0; s.ok(); i++) {
      ASSERT_LT(i, 100000u);
      s = db_->Put(no_wait, family, NumberedKey(i), std::string(1000, 'v'));
    }
    ASSERT_TRUE(s.IsIncomplete()) << s.ToString();
    ASSERT_TRUE(WritesAreStopped());
  }
};

// ---- cold buckets ----

class LivenessBuckets : public Liveness {
 protected:
  static constexpr uint64_t kColdKeys = 20;

  void SetUp() override {
    options_ = SmallOptions(8);
    options_.bucket_options.dynamic = false;
    options_.max_background_jobs = 2;
    options_.level0_file_num_compaction_trigger = 4;
    options_.disable_auto_compactions = true;
    ASSERT_OK(Open(options_));
    for (uint64_t i = 0; i < 800; i++) ASSERT_OK(Put(NumberedKey(i * 10), value_));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  void FlushCold() {
    for (uint64_t i = 0; i < kColdKeys; i++) ASSERT_OK(Put(NumberedKey(i), value_));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  // Into every bucket but the first two.
  void FlushHot() {
    for (int i = 0; i < 60; i++) ASSERT_OK(Put(NumberedKey(2000 + random_() % 6000), value_));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  bool ColdOnLevelZero() {
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    return std::any_of(files.begin(), files.end(), [](const LiveFileMetaData& f) {
      return f.level == 0 && f.smallestkey < NumberedKey(kColdKeys);
    });
  }

  Options options_;
  const std::string value_ = std::string(100, 'v');
  const Watchdog watchdog_{"cold bucket", 120};
  std::mt19937_64 random_{TestSeed()};
};

// A flush makes up to eight files, so 64 flushes' worth of them take a little longer than that.
TEST_F(LivenessBuckets, AColdOneIsCompactedWhileWritersKeepTheOthersBusy) {
  for (int i = 0; i < 4; i++) ASSERT_NO_FATAL_FAILURE(FlushCold());
  for (int i = 0; i < 12; i++) ASSERT_NO_FATAL_FAILURE(FlushHot());
  ASSERT_TRUE(ColdOnLevelZero());
  ASSERT_OK(db_->SetOptions({{"disable_auto_compactions", "false"}}));
  int flushes = 0;
  for (; ColdOnLevelZero(); flushes++) {
    ASSERT_LT(flushes, 300) << "the cold bucket starves";
    ASSERT_NO_FATAL_FAILURE(FlushHot());
  }
  std::cout << "the cold bucket waited for " << flushes << " flushes" << std::endl;
}

// ---- stalls ----

class LivenessStall : public Liveness, public testing::WithParamInterface<int> {
 protected:
  // Two families, work paused, writers stopped by the second one, some of them waiting.
  void SetUp() override {
    options_ = SmallOptions(static_cast<uint32_t>(GetParam()));
    options_.create_missing_column_families = true;
    options_.max_write_buffer_number = 2;
    ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "full"}));
    ASSERT_OK(db_->PauseBackgroundWork());
    ASSERT_NO_FATAL_FAILURE(FillUntilStopped(handles_[1]));
    for (int t = 0; t < 3; t++) {
      writers_.emplace_back([this, t] {
        results_[static_cast<size_t>(t)] =
            db_->Put(WriteOptions(), handles_[t == 0 ? 0 : 1], "waiting", "x");
        returned_++;
      });
    }
    EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(50), [this] { return returned_ == 0; }));
  }
  void TearDown() override {
    if (db_ != nullptr) db_->ContinueBackgroundWork().PermitUncheckedError();
    JoinWriters();
  }
  void JoinWriters() {
    for (std::thread& t : writers_) t.join();
    writers_.clear();
  }

  Options options_;
  const Watchdog watchdog_{"a call during a stall"};
  std::vector<std::thread> writers_;
  std::array<Status, 3> results_;
  std::atomic<int> returned_{0};
};

TEST_P(LivenessStall, CloseSendsWaitingWritersHome) {
  ASSERT_OK(db_->Close());
  JoinWriters();
  for (const Status& s : results_) EXPECT_TRUE(s.IsShutdownInProgress()) << s.ToString();
  for (ColumnFamilyHandle* handle : handles_) ASSERT_OK(db_->DestroyColumnFamilyHandle(handle));
  handles_.clear();
  db_.reset();
  ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "full"}));
  std::string value;
  EXPECT_OK(db_->Get(ReadOptions(), handles_[1], NumberedKey(0), &value));
}

TEST_P(LivenessStall, CloseKeepsUnloggedWritesThoughWorkIsPaused) {
  ASSERT_OK(db_->ContinueBackgroundWork());
  JoinWriters();
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(db_->Put(unlogged, handles_[0], "unlogged", "kept"));
  ASSERT_OK(db_->PauseBackgroundWork());
  ASSERT_NO_FATAL_FAILURE(FillUntilStopped(handles_[1]));
  returned_ = 0;
  std::thread writer([&] {
    results_[0] = db_->Put(WriteOptions(), handles_[1], "waiting", "x");
    returned_++;
  });
  ASSERT_OK(db_->Close());
  writer.join();
  for (ColumnFamilyHandle* handle : handles_) ASSERT_OK(db_->DestroyColumnFamilyHandle(handle));
  handles_.clear();
  db_.reset();
  ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "full"}));
  EXPECT_EQ("kept", Get("unlogged"));
}

TEST_P(LivenessStall, DroppingTheFullFamilyEndsItWhileWritersWait) {
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  JoinWriters();
  EXPECT_OK(results_[0]);
  for (size_t i = 1; i < 3; i++) EXPECT_NOT_OK(results_[i]) << "the family is gone";
  EXPECT_OK(Put("after", "x"));
}

TEST_P(LivenessStall, FamiliesAreMadeFlushedAndDroppedWhileWritersWait) {
  ColumnFamilyHandle* fresh = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "fresh", &fresh));
  FlushOptions later;
  later.wait = false;
  ASSERT_OK(db_->Flush(later, handles_[0]));
  ASSERT_OK(db_->DropColumnFamily(fresh));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(fresh));
  EXPECT_EQ(0, returned_) << "the stall is not over";
  ASSERT_OK(db_->ContinueBackgroundWork());
  JoinWriters();
  for (const Status& s : results_) EXPECT_OK(s);
}

TEST_P(LivenessStall, WhoMustNotWaitIsTurnedAwayAtOnceWhileWritersWait) {
  WriteOptions no_wait;
  no_wait.no_slowdown = true;
  for (int i = 0; i < 10; i++) {
    const Status s = db_->Put(no_wait, "impatient", "x");
    EXPECT_TRUE(s.IsIncomplete()) << s.ToString();
  }
  EXPECT_EQ(0, returned_);
}

TEST_P(LivenessStall, OptionsThatLiftTheLimitEndItWhileWritersWait) {
  ASSERT_OK(db_->SetOptions(handles_[1], {{"max_write_buffer_number", "6"}}));
  JoinWriters();
  for (const Status& s : results_) EXPECT_OK(s);
}

TEST_P(LivenessStall, DestroyDBIsRefusedAndWorksAfterClose) {
  EXPECT_NOT_OK(DestroyDB(DbPath(), options_));
  ASSERT_OK(db_->Close());
  JoinWriters();
  for (ColumnFamilyHandle* handle : handles_) ASSERT_OK(db_->DestroyColumnFamilyHandle(handle));
  handles_.clear();
  db_.reset();
  ASSERT_OK(DestroyDB(DbPath(), options_));
}

INSTANTIATE_TEST_SUITE_P(Buckets, LivenessStall, testing::Values(0, 8), [](const auto& info) {
  return info.param == 0 ? std::string("Off") : std::string("On");
});

// ---- failing work ----

struct Failure {
  const char* name;
  FsOp op;
  const char* path;
  bool retryable;
  bool no_space;
};

class LivenessFailure : public testing::TestWithParam<Failure> {};

TEST_P(LivenessFailure, DroppingClosingAndDestroyingReturn) {
  const Failure& failure = GetParam();
  const Watchdog watchdog("ending a database whose work fails", 120);
  for (const bool drop_first : {false, true}) {
    const auto fs = NewFaultyFileSystem();
    fs->Ignore("/LOG");
    const std::unique_ptr<Env> env = NewCompositeEnv(fs);
    Options options = SmallOptions();
    options.env = env.get();
    options.create_missing_column_families = true;
    options.max_write_buffer_number = 2;
    options.level0_file_num_compaction_trigger = 2;
    options.level0_stop_writes_trigger = 4;
    options.bgerror_resume_retry_interval = 2000;
    std::vector<ColumnFamilyHandle*> handles;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, "/db", {{kDefaultColumnFamilyName, options}, {"other", options}},
                       &handles, &raw));
    std::unique_ptr<DB> db(raw);
    for (uint64_t i = 0; i < 500; i++) {
      ASSERT_OK(db->Put(WriteOptions(), handles[i % 2], NumberedKey(i), std::string(300, 'v')));
    }
    if (failure.no_space) {
      fs->SetSpace(200 << 10);
    } else {
      IOStatus error = IOStatus::IOError("the test's");
      error.SetRetryable(failure.retryable);
      fs->FailNth(failure.op, 2, error, true, failure.path);
    }
    std::atomic<bool> done{false};
    std::atomic<uint64_t> calls{0};
    // Of the default family, by key: the number of the last write that was acknowledged.
    std::vector<uint64_t> acknowledged(3000);
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; t++) {
      threads.emplace_back([&, t] {
        for (uint64_t i = 1; !done; i++) {
          const Status s =
              db->Put(WriteOptions(), handles[static_cast<size_t>(t)], NumberedKey(i % 3000),
                      std::to_string(i) + std::string(300, 'w'));
          calls++;
          if (s.ok() && t == 0) acknowledged[i % 3000] = i;
          if (!s.ok()) std::this_thread::yield();
        }
      });
    }
    threads.emplace_back([&] {
      while (!done) {
        db->CompactRange(CompactRangeOptions(), handles[1], nullptr, nullptr)
            .PermitUncheckedError();
        calls++;
        std::this_thread::yield();
      }
    });
    // The failure may stop the writers before they get so far.
    WaitUntil([&] { return calls >= 20000; }, std::chrono::milliseconds(300));
    if (drop_first) db->DropColumnFamily(handles[1]).PermitUncheckedError();
    EXPECT_NOT_OK(DestroyDB("/db", options)) << "it is open";
    db->Close().PermitUncheckedError();  // while the others write and compact
    EXPECT_NOT_OK(db->Put(WriteOptions(), handles[0], "after", "closing"));
    done = true;
    for (std::thread& t : threads) t.join();
    for (ColumnFamilyHandle* handle : handles) ASSERT_OK(db->DestroyColumnFamilyHandle(handle));
    db.reset();
    fs->ClearFaults();
    fs->UnlimitSpace();
    std::vector<std::string> names;
    ASSERT_OK(DB::ListColumnFamilies(options, "/db", &names));
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, options);
    ASSERT_OK(DB::Open(options, "/db", families, &handles, &raw));
    db.reset(raw);
    for (uint64_t i = 0; i < 3000; i++) {
      if (acknowledged[i] == 0 && (i % 2 != 0 || i >= 500)) continue;
      std::string value;
      ASSERT_OK(db->Get(ReadOptions(), handles[0], NumberedKey(i), &value));
      // A failed write may be there, too.
      EXPECT_GE(std::strtoull(value.c_str(), nullptr, 10), acknowledged[i]) << NumberedKey(i);
    }
    for (ColumnFamilyHandle* handle : handles) ASSERT_OK(db->DestroyColumnFamilyHandle(handle));
    db.reset();  // without Close
    ASSERT_OK(DestroyDB("/db", options));
    EXPECT_EQ(0, fs->OpenFiles());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, LivenessFailure,
    testing::Values(Failure{"EveryTableAppend", FsOp::kAppend, ".sst", false, false},
                    Failure{"EveryTableAppendMayPass", FsOp::kAppend, ".sst", true, false},
                    Failure{"EveryTableSyncMayPass", FsOp::kSync, ".sst", true, false},
                    Failure{"EveryManifestAppend", FsOp::kAppend, "MANIFEST", false, false},
                    Failure{"EveryManifestAppendMayPass", FsOp::kAppend, "MANIFEST", true, false},
                    Failure{"EveryLogAppend", FsOp::kAppend, ".log", false, false},
                    Failure{"EveryAppendMayPass", FsOp::kAppend, "", true, false},
                    Failure{"EveryRead", FsOp::kRead, ".sst", true, false},
                    Failure{"NoSpace", FsOp::kAppend, "", true, true}),
    [](const auto& info) { return std::string(info.param.name); });

// ---- manual compactions ----

class LivenessManual : public Liveness {
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
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(200), [&] { return returned == 0; }));
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
  std::atomic<int> begun{0}, returned{0};
  const auto compact = [&](size_t family, Status* result) {
    begun++;
    *result = Compact(family);
    returned++;
  };
  // The first `count` of them have begun, and the last one waits.
  const auto waits = [&](int count) {
    return WaitUntil([&] { return begun == count; }) &&
           HoldsFor(std::chrono::milliseconds(20), [&] { return returned < count; });
  };
  std::thread to_drop([&] { compact(1, &dropped); });
  EXPECT_TRUE(waits(1));
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  to_drop.join();
  EXPECT_TRUE(dropped.IsColumnFamilyDropped()) << dropped.ToString();
  std::thread to_disable([&] { compact(0, &disabled); });
  EXPECT_TRUE(waits(2));
  db_->DisableManualCompaction();
  to_disable.join();
  EXPECT_TRUE(disabled.IsIncomplete()) << disabled.ToString();
  db_->EnableManualCompaction();
  std::thread to_close([&] { compact(0, &closed); });
  EXPECT_TRUE(waits(3));
  ASSERT_OK(db_->Close());
  to_close.join();
  EXPECT_TRUE(closed.IsShutdownInProgress()) << closed.ToString();
}

TEST_F(LivenessManual, ClosingAndDroppingDuringParallelOnesReturn) {
  const Watchdog watchdog("closing during manual compactions");
  for (int round = 0; round < 5; round++) {
    ASSERT_NO_FATAL_FAILURE(Build());
    std::atomic<bool> done{false};
    std::atomic<int> ended{0};
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
          ended++;
        }
      });
    }
    WaitUntil([&] { return ended >= round; }, std::chrono::seconds(5));
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
