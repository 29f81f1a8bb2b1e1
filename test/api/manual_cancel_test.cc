// Manual compactions that are canceled in the middle of a job.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "db/state/module_fixture.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/db.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Keeps everything; calls back at each record.
class Watcher : public CompactionFilter {
 public:
  const char* Name() const override { return "Watcher"; }
  bool Filter(int, const Slice&, const Slice&, std::string*, bool*) const override {
    at_record(++seen);
    return false;
  }
  mutable std::atomic<int> seen{0};
  std::function<void(int)> at_record = [](int) {};
};

class ManualCancel : public ModuleTest {
 protected:
  static constexpr int kKeys = 3000;

  ~ManualCancel() override {
    const Status s = db_ == nullptr ? Status::OK() : db_->Close();
    EXPECT_OK(s);
  }
  void SetUp() override {
    Options options;
    options.env = env_.get();
    options.create_if_missing = true;
    options.disable_auto_compactions = true;
    options.compaction_filter = &watcher_;
    options.target_file_size_base = 8 << 10;  // several outputs
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, "/db", &raw));
    db_.reset(raw);
    for (const char* round : {"old", "new"}) {
      for (int i = 0; i < kKeys; ++i)
        ASSERT_OK(db_->Put(WriteOptions(), Key(i), round + std::string(50, 'v')));
      ASSERT_OK(db_->Flush(FlushOptions()));
    }
  }
  static std::string Key(int i) { return "key" + std::to_string(100000 + i); }
  size_t Tables() {
    std::vector<std::string> names;
    EXPECT_OK(env_->GetChildren("/db", &names));
    return static_cast<size_t>(std::count_if(names.begin(), names.end(), [](const auto& name) {
      return name.find(".sst") != std::string::npos;
    }));
  }
  // The compaction was canceled: it left no file, nothing is lost, and the next compaction works.
  void ExpectCalledOff(const Status& s) {
    EXPECT_TRUE(s.IsIncomplete() && s.IsManualCompactionPaused()) << s.ToString();
    EXPECT_LT(watcher_.seen, kKeys) << "only between two jobs";
    EXPECT_EQ(Tables(), 2u) << "outputs stay";
    uint64_t errors = 1;
    ASSERT_TRUE(db_->GetIntProperty(DB::Properties::kBackgroundErrors, &errors));
    EXPECT_EQ(errors, 0u);
    watcher_.at_record = [](int) {};
    for (const bool compacted : {false, true}) {
      if (compacted) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
      std::string value;
      for (int i = 0; i < kKeys; ++i) {
        ASSERT_OK(db_->Get(ReadOptions(), Key(i), &value));
        ASSERT_EQ(value.substr(0, 3), "new");
      }
    }
  }

  Watcher watcher_;
  std::unique_ptr<DB> db_;
};

TEST_F(ManualCancel, ByTheFlagOfCompactRangeWithinAJob) {
  std::atomic<bool> canceled{false};
  watcher_.at_record = [&](int seen) { canceled.store(seen >= 1000); };
  CompactRangeOptions how;
  how.canceled = &canceled;
  const Status s = db_->CompactRange(how, nullptr, nullptr);
  EXPECT_EQ(watcher_.seen, 1000) << "the next record is not worked on";
  ExpectCalledOff(s);
}

TEST_F(ManualCancel, ByTheFlagOfCompactFilesWithinAJob) {
  std::atomic<bool> canceled{false};
  watcher_.at_record = [&](int seen) { canceled.store(seen >= 1000); };
  CompactionOptions how;
  how.canceled = &canceled;
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  std::vector<std::string> names;
  for (const LiveFileMetaData& file : files) names.push_back(file.name);
  const Status s = db_->CompactFiles(how, names, 1);
  EXPECT_EQ(watcher_.seen, 1000);
  ExpectCalledOff(s);
}

TEST_F(ManualCancel, ByDisableManualCompactionWhichWaitsForTheRunningJob) {
  std::thread disabler;
  std::atomic<bool> disabling{false}, over{false};
  watcher_.at_record = [&](int seen) {
    if (seen == 100) {
      disabler = std::thread([&] {
        disabling = true;
        db_->DisableManualCompaction();
        over = true;
      });
    }
    if (seen == 100) {
      EXPECT_TRUE(test_support::WaitUntil([&] { return disabling.load(); }));
    }
    if (seen >= 100) {
      EXPECT_TRUE(test_support::HoldsFor(std::chrono::milliseconds(1), [&] {
        return !over.load();
      })) << "a job runs while manual compactions are disabled";
    }
  };
  const Status s = db_->CompactRange(CompactRangeOptions(), nullptr, nullptr);
  disabler.join();
  EXPECT_TRUE(
      db_->CompactRange(CompactRangeOptions(), nullptr, nullptr).IsManualCompactionPaused());
  db_->EnableManualCompaction();
  ExpectCalledOff(s);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
