// CompactRange out of a Level 0 with buckets: one stretch after the other, and what lies between
// two of them.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>

#include "db/state/module_fixture.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/db.h"
#include "rocksdb/listener.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Keeps everything; calls back at each record.
class StretchFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "StretchFilter"; }
  bool Filter(int, const Slice& key, const Slice&, std::string*, bool*) const override {
    at_record(key);
    return false;
  }
  std::function<void(const Slice&)> at_record = [](const Slice&) {};
};

class StretchWitness : public EventListener {
 public:
  void OnCompactionCompleted(DB*, const CompactionJobInfo& info) override {
    if (info.status.ok()) ++jobs;
  }
  void OnTableFileDeleted(const TableFileDeletionInfo&) override {
    at_deletion();
    ++deleted;
  }
  std::function<void()> at_deletion = [] {};
  std::atomic<int> jobs{0}, deleted{0};
};

class ManualStretch : public ModuleTest {
 protected:
  static constexpr int kKeys = 4000, kBuckets = 4;

  ~ManualStretch() override {
    const Status s = db_ == nullptr ? Status::OK() : db_->Close();
    EXPECT_OK(s);
  }
  void Open(const CompactionFilter* filter) {
    Options options;
    options.env = env_.get();
    options.create_if_missing = true;
    options.disable_auto_compactions = true;
    options.compression = kNoCompression;
    options.target_file_size_base = 8 << 10;
    options.bucket_options.initial_buckets = kBuckets;
    options.bucket_options.min_file_size = 1;
    options.bucket_options.dynamic = false;
    options.compaction_filter = filter;
    options.listeners.push_back(witness_);
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, "/db", &raw));
    db_.reset(raw);
  }
  void OpenWithTwoFilesABucket() {
    Open(&filter_);
    Write("old", 0, kKeys);
    Write("new", 0, kKeys);
    ASSERT_EQ(FilesAt(0), 2 * kBuckets);
  }
  static std::string Key(int i) { return "key" + std::to_string(100000 + i); }
  void Write(const std::string& value, int begin, int end) {
    for (int i = begin; i < end; ++i)
      ASSERT_OK(db_->Put(WriteOptions(), Key(i), value + std::string(50, 'v')));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  int FilesAt(int level) {
    std::string count;
    EXPECT_TRUE(db_->GetProperty("rocksdb.num-files-at-level" + std::to_string(level), &count));
    return std::stoi(count);
  }
  Status CompactAll() { return db_->CompactRange(CompactRangeOptions(), nullptr, nullptr); }
  void ExpectNew() {
    std::string value;
    for (int i = 0; i < kKeys; ++i) {
      ASSERT_OK(db_->Get(ReadOptions(), Key(i), &value));
      ASSERT_EQ(value.substr(0, 3), "new");
    }
  }

  StretchFilter filter_;
  const std::shared_ptr<StretchWitness> witness_ = std::make_shared<StretchWitness>();
  std::unique_ptr<DB> db_;
};

TEST_F(ManualStretch, InputsOfOneStretchAreDeletedWhileTheNextOneMerges) {
  OpenWithTwoFilesABucket();
  std::atomic<bool> deleted{false};
  filter_.at_record = [&](const Slice& key) {
    if (key == Key(kKeys - 1))
      deleted = test_support::WaitUntil([this] { return witness_->deleted >= 2 * (kBuckets - 1); });
  };
  ASSERT_OK(CompactAll());
  EXPECT_TRUE(deleted);
  EXPECT_EQ(witness_->jobs, kBuckets);
  EXPECT_EQ(witness_->deleted, 2 * kBuckets) << "those of the last stretch before the call returns";
  EXPECT_EQ(FilesAt(0), 0);
  ExpectNew();
}

TEST_F(ManualStretch, ACallThatIsCanceledInASecondStretchKeepsTheFirst) {
  OpenWithTwoFilesABucket();
  std::atomic<bool> canceled{false};
  filter_.at_record = [&](const Slice&) { canceled = witness_->jobs == 1; };
  CompactRangeOptions how;
  how.canceled = &canceled;
  EXPECT_TRUE(db_->CompactRange(how, nullptr, nullptr).IsManualCompactionPaused());
  EXPECT_EQ(FilesAt(0), 2 * (kBuckets - 1));
  EXPECT_EQ(witness_->deleted, 2) << "before the call returns";
  ExpectNew();
  filter_.at_record = [](const Slice&) {};
  ASSERT_OK(CompactAll());
  EXPECT_EQ(FilesAt(0), 0);
  ExpectNew();
}

TEST_F(ManualStretch, AListenerMayPauseWorkWhileTheNextStretchMerges) {
  OpenWithTwoFilesABucket();
  witness_->at_deletion = [this] {
    EXPECT_OK(db_->PauseBackgroundWork());
    EXPECT_OK(db_->ContinueBackgroundWork());
  };
  ASSERT_OK(CompactAll());
  EXPECT_EQ(witness_->deleted, 2 * kBuckets);
  EXPECT_EQ(FilesAt(0), 0);
  ExpectNew();
}

TEST_F(ManualStretch, DataFlushedMeanwhileIsNotLost) {
  OpenWithTwoFilesABucket();
  std::atomic<bool> once{false};
  filter_.at_record = [&](const Slice&) {
    if (witness_->jobs == 2 && !once.exchange(true)) Write("new and newer", 0, kKeys);
  };
  ASSERT_OK(CompactAll());
  EXPECT_TRUE(once);
  EXPECT_GT(FilesAt(0), 0) << "what comes behind the call's place stays";
  std::string value;
  for (int i = 0; i < kKeys; ++i) {
    ASSERT_OK(db_->Get(ReadOptions(), Key(i), &value));
    ASSERT_EQ(value.substr(0, 13), "new and newer");
  }
}

TEST_F(ManualStretch, DeletionsGoAlsoOutOfAStretchThatIsOneFile) {
  Open(nullptr);
  for (int i = kKeys * 3 / 4; i < kKeys; ++i) ASSERT_OK(db_->Delete(WriteOptions(), Key(i)));
  Write("old", 0, kKeys * 3 / 4);
  Write("new", 0, kKeys / 4);
  ASSERT_OK(CompactAll());
  EXPECT_GT(witness_->jobs, 1);
  TablePropertiesCollection tables;
  ASSERT_OK(db_->GetPropertiesOfAllTables(&tables));
  for (const auto& [name, properties] : tables) EXPECT_EQ(properties->num_deletions, 0u) << name;
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
