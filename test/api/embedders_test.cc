// What programs that embed the library count on: what listeners and filter factories are told, one
// write buffer manager for several databases, families that are dropped beside other calls.
#include <atomic>
#include <mutex>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/listener.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class EmbedderListener : public EventListener {
 public:
  void OnFlushBegin(DB* db, const FlushJobInfo& info) override {
    if (info.cf_name != "x" || drops == nullptr) return;
    EXPECT_OK(db->DropColumnFamily(drops));
    dropped = true;
  }
  void OnCompactionBegin(DB*, const CompactionJobInfo&) override {
    EXPECT_TRUE(WaitUntil([this] { return !holds.load(); }));
  }
  void OnCompactionCompleted(DB*, const CompactionJobInfo& info) override {
    std::lock_guard<std::mutex> lock(mutex);
    jobs.push_back(info);
  }
  void OnStallConditionsChanged(const WriteStallInfo& info) override {
    condition = info.condition.cur;
  }

  std::mutex mutex;
  std::vector<CompactionJobInfo> jobs;
  ColumnFamilyHandle* drops = nullptr;
  std::atomic<bool> dropped{false};
  std::atomic<bool> holds{false};
  std::atomic<WriteStallCondition> condition{WriteStallCondition::kNormal};
};

class Embedders : public DbTest {
 protected:
  Embedders() {
    options_.listeners.push_back(recorder_);
    SetBuckets(&options_, 0);
  }
  std::vector<std::string> LiveFiles() {
    std::vector<LiveFileMetaData> live;
    db_->GetLiveFilesMetaData(&live);
    std::vector<std::string> names;
    for (const LiveFileMetaData& file : live) names.push_back(file.name);
    return names;
  }
  Status FlushKey(const std::string& key) {
    Status s = Put(key, "v");
    return s.ok() ? db_->Flush(FlushOptions()) : s;
  }

  std::shared_ptr<EmbedderListener> recorder_ = std::make_shared<EmbedderListener>();
  Options options_ = SmallOptions();
};

// Statistics of indexes are sums over outputs less sums over inputs.
TEST_F(Embedders, AMoveHasItsFilesAsInputsAndAsOutputs) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(FlushKey("a"));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  std::lock_guard<std::mutex> lock(recorder_->mutex);
  ASSERT_EQ(1u, recorder_->jobs.size());
  const CompactionJobInfo& job = recorder_->jobs[0];
  EXPECT_EQ(1u, job.stats.num_input_files_trivially_moved);
  ASSERT_EQ(1u, job.output_files.size());
  EXPECT_EQ(job.input_files, job.output_files);
  EXPECT_EQ(0, job.input_file_infos[0].level);
  EXPECT_EQ(job.output_level, job.output_file_infos[0].level);
  EXPECT_EQ(job.input_file_infos[0].file_number, job.output_file_infos[0].file_number);
  EXPECT_EQ(1u, job.table_properties.count(job.output_files[0]));
}

TEST_F(Embedders, CompactFilesDescribesItsJobAsListenersAreTold) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(FlushKey("a"));
  ASSERT_OK(FlushKey("a"));
  std::vector<std::string> made;
  CompactionJobInfo info;
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), LiveFiles(), 3, -1, &made, &info));
  ASSERT_EQ(1u, made.size());
  EXPECT_EQ(made, info.output_files);
  EXPECT_EQ(2u, info.input_files.size());
  EXPECT_EQ(0u, info.input_files[0].find(DbPath())) << info.input_files[0];
  for (const auto* files : {&info.input_files, &info.output_files}) {
    for (const std::string& file : *files) EXPECT_EQ(1u, info.table_properties.count(file)) << file;
  }
  EXPECT_EQ(3, info.output_file_infos[0].level);
  EXPECT_EQ(2u, info.stats.num_input_records);
  EXPECT_GT(info.job_id, 0);
}

TEST_F(Embedders, AFilterFactoryGetsThePropertiesOfTheInputs) {
  class Factory : public CompactionFilterFactory {
   public:
    const char* Name() const override { return "Factory"; }
    std::unique_ptr<CompactionFilter> CreateCompactionFilter(
        const CompactionFilter::Context& context) override {
      for (const auto& [path, properties] : context.input_table_properties)
        entries += properties->num_entries;
      return nullptr;
    }
    std::atomic<uint64_t> entries{0};
  };
  const auto factory = std::make_shared<Factory>();
  options_.disable_auto_compactions = true;
  options_.compaction_filter_factory = factory;
  ASSERT_OK(Open(options_));
  ASSERT_OK(FlushKey("a"));
  ASSERT_OK(FlushKey("a"));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(2u, factory->entries);
}

// One database is idle and holds most of the memory.
TEST_F(Embedders, ABudgetThatAnotherDatabaseHasSpentDoesNotSealAMemtableAtEveryWrite) {
  options_.write_buffer_manager = std::make_shared<WriteBufferManager>(2 << 20);
  options_.write_buffer_size = 64 << 20;
  options_.disable_auto_compactions = true;
  options_.level0_slowdown_writes_trigger = options_.level0_stop_writes_trigger = 100000;
  DB* raw = nullptr;
  ASSERT_OK(DB::Open(options_, dir_ / "idle", &raw));
  const std::unique_ptr<DB> idle(raw);
  ASSERT_OK(Open(options_));
  for (int i = 0; !options_.write_buffer_manager->ShouldFlush(); ++i)
    ASSERT_OK(idle->Put(WriteOptions(), "k" + std::to_string(i), std::string(10000, 'v')));
  constexpr int kWrites = 3000;
  for (int i = 0; i < kWrites; ++i) ASSERT_OK(Put("k" + std::to_string(i), "v"));
  ASSERT_TRUE(options_.write_buffer_manager->ShouldFlush());
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_LT(LiveFiles().size(), kWrites / 3u);
}

TEST_F(Embedders, AFamilyThatIsDroppedMeanwhileFailsNoFlushOfAllFamilies) {
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* family = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "x", &family));
  ASSERT_OK(db_->Put(WriteOptions(), family, "k", "v"));
  ASSERT_OK(Put("k", "v"));
  recorder_->drops = family;
  std::vector<std::string> files;
  uint64_t manifest_size = 0;
  ASSERT_OK(db_->GetLiveFiles(files, &manifest_size, true));
  EXPECT_TRUE(WaitUntil([this] { return recorder_->dropped.load(); }));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
}

TEST_F(Embedders, ListenersHearThatWritersMayGoOnWithoutAJob) {
  options_.level0_file_num_compaction_trigger = 2;
  options_.level0_slowdown_writes_trigger = 4;
  options_.level0_stop_writes_trigger = 100;
  ASSERT_OK(Open(options_));
  recorder_->holds = true;
  for (int i = 0; i < 6; ++i) {
    ASSERT_OK(Put("z", "v"));
    ASSERT_OK(FlushKey("a"));
  }
  EXPECT_TRUE(WaitUntil([this] { return recorder_->condition == WriteStallCondition::kDelayed; }));
  ASSERT_OK(db_->SetOptions({{"level0_slowdown_writes_trigger", "90"}}));
  EXPECT_EQ(WriteStallCondition::kNormal, recorder_->condition);
  recorder_->holds = false;
}

}  // namespace
}  // namespace system_test
