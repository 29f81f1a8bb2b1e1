// The measuring side of the public API: statistics, perf and I/O contexts, thread status,
// listeners, and the options that decide which calls wait.
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "rocksdb/cache.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/iostats_context.h"
#include "rocksdb/listener.h"
#include "rocksdb/perf_context.h"
#include "rocksdb/statistics.h"
#include "rocksdb/thread_status.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// Holds a compaction until the test has looked at it.
class SlowFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "SlowFilter"; }
  bool Filter(int, const Slice&, const Slice&, std::string*, bool*) const override {
    running = true;
    while (!seen) std::this_thread::yield();
    return false;
  }
  mutable std::atomic<bool> running{false};
  std::atomic<bool> seen{false};
};

class Measure : public DbTest {
 protected:
  void SetUp() override {
    options_ = SmallOptions();
    options_.statistics = CreateDBStatistics();
    options_.disable_auto_compactions = true;
    options_.write_buffer_size = 1 << 20;
    UseTable();
  }
  void TearDown() override {
    SetPerfLevel(kEnableCount);
    filter_.seen = true;
    Close();
  }

  void UseTable() {
    BlockBasedTableOptions table;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    table.block_cache = NewLRUCache(8 << 20);
    table.block_size = 1024;
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }
  void Fill(int from, int to, const std::string& tag = "f") {
    for (int i = from; i < to; i++)
      ASSERT_OK(Put(NumberedKey(static_cast<uint64_t>(i)), tag + std::string(100, 'v')));
  }
  Status Flush() { return db_->Flush(FlushOptions()); }
  Status CompactAll() { return db_->CompactRange(CompactRangeOptions(), nullptr, nullptr); }
  uint64_t Ticks(uint32_t ticker) const { return options_.statistics->getTickerCount(ticker); }
  HistogramData Histo(uint32_t histogram) const {
    HistogramData data;
    options_.statistics->histogramData(histogram, &data);
    return data;
  }

  Options options_;
  SlowFilter filter_;
};

// ---- statistics

TEST_F(Measure, FlushAndCompactionCountBytesTimesAndDrops) {
  options_.report_bg_io_stats = true;
  ASSERT_OK(Open(options_));
  Fill(0, 1000, "a");
  ASSERT_OK(Flush());
  Fill(0, 1000, "b");
  for (int i = 0; i < 100; i++) ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(i)));
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_GT(Ticks(FLUSH_WRITE_BYTES), 0u);
  EXPECT_EQ(Histo(FLUSH_TIME).count, 2u);
  EXPECT_GT(Histo(TABLE_SYNC_MICROS).count, 0u);
  EXPECT_GT(Histo(SST_WRITE_MICROS).count, 0u);
  EXPECT_GT(Histo(FILE_WRITE_FLUSH_MICROS).count, 0u);
  EXPECT_GT(Histo(FILE_WRITE_COMPACTION_MICROS).count, 0u);
  EXPECT_GT(Histo(COMPACTION_OUTFILE_SYNC_MICROS).count, 0u);
  EXPECT_GT(Histo(MANIFEST_FILE_SYNC_MICROS).count, 0u);
  EXPECT_GT(Histo(COMPACTION_TIME).count, 0u);
  EXPECT_GT(Histo(COMPACTION_CPU_TIME).count, 0u);
  EXPECT_EQ(Histo(NUM_FILES_IN_SINGLE_COMPACTION).count, 0u) << "of automatic ones only";
  EXPECT_GT(Ticks(COMPACT_READ_BYTES), 0u);
  EXPECT_GT(Ticks(COMPACT_WRITE_BYTES), 0u);
  EXPECT_EQ(Ticks(COMPACTION_KEY_DROP_NEWER_ENTRY), 1000u) << "the first version of each key";
  EXPECT_EQ(Ticks(COMPACTION_KEY_DROP_OBSOLETE), 100u);
  EXPECT_GT(Ticks(MEMTABLE_PAYLOAD_BYTES_AT_FLUSH), 0u);
  EXPECT_GT(Histo(FILE_READ_COMPACTION_MICROS).count, 0u);
  EXPECT_GT(Histo(READ_BLOCK_COMPACTION_MICROS).count, 0u);
  EXPECT_GT(Histo(WRITE_RAW_BLOCK_MICROS).count, 0u);
  EXPECT_GT(Ticks(NUMBER_BLOCK_COMPRESSION_BYPASSED), 0u);
}

TEST_F(Measure, AnAutomaticCompactionCountsTheFilesOfAllItsLevels) {
  options_.disable_auto_compactions = false;
  options_.level0_file_num_compaction_trigger = 2;
  SetBuckets(&options_, 0);
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 4; i++) {
    Fill(0, 100, std::to_string(i));
    ASSERT_OK(Flush());
    ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  }
  // Two files of Level 0, then two more and what the first two became.
  EXPECT_EQ(Histo(NUM_FILES_IN_SINGLE_COMPACTION).count, 2u);
  EXPECT_EQ(Histo(NUM_FILES_IN_SINGLE_COMPACTION).max, 3.0);
}

TEST_F(Measure, LookupsCountTheLevelThatAnsweredAndTheReads) {
  options_.num_levels = 3;
  ASSERT_OK(Open(options_));
  Fill(0, 500);
  ASSERT_OK(Flush());
  CompactRangeOptions to_two;
  to_two.change_level = true;
  to_two.target_level = 2;
  ASSERT_OK(db_->CompactRange(to_two, nullptr, nullptr));
  Fill(500, 600);
  ASSERT_OK(Flush());
  Fill(600, 601);
  ASSERT_OK(options_.statistics->Reset());
  EXPECT_NE(Get(NumberedKey(600)), "NOT_FOUND");
  EXPECT_EQ(Ticks(MEMTABLE_HIT), 1u);
  EXPECT_NE(Get(NumberedKey(550)), "NOT_FOUND");
  EXPECT_EQ(Ticks(GET_HIT_L0), 1u);
  EXPECT_NE(Get(NumberedKey(5)), "NOT_FOUND");
  EXPECT_EQ(Ticks(GET_HIT_L2_AND_UP), 1u);
  EXPECT_EQ(Ticks(GET_HIT_L1), 0u);
  EXPECT_EQ(Ticks(NUMBER_KEYS_READ), 3u);
  EXPECT_EQ(Histo(DB_GET).count, 3u);
  EXPECT_EQ(Histo(BYTES_PER_READ).count, 3u);
  EXPECT_EQ(Ticks(BLOOM_FILTER_FULL_POSITIVE), Ticks(BLOOM_FILTER_FULL_TRUE_POSITIVE));
  EXPECT_GE(Ticks(BLOOM_FILTER_FULL_TRUE_POSITIVE), 2u);
  EXPECT_GT(Histo(FILE_READ_GET_MICROS).count, 0u);
  EXPECT_GT(Histo(SST_READ_MICROS).count, 0u);
  EXPECT_GT(Histo(READ_BLOCK_GET_MICROS).count, 0u);
  EXPECT_GT(Ticks(LAST_LEVEL_READ_BYTES), 0u);
  EXPECT_GT(Ticks(NON_LAST_LEVEL_READ_COUNT), 0u);
  EXPECT_EQ(Get("absent"), "NOT_FOUND");
  EXPECT_EQ(Ticks(MEMTABLE_MISS), 3u);
}

TEST_F(Measure, MultiGetAndIteratorsAreCounted) {
  ASSERT_OK(Open(options_));
  Fill(0, 300);
  ASSERT_OK(Flush());
  ASSERT_OK(options_.statistics->Reset());
  std::vector<std::string> names{NumberedKey(1), NumberedKey(2), "absent"};
  std::vector<Slice> keys(names.begin(), names.end());
  std::vector<std::string> values;
  const std::vector<Status> found = db_->MultiGet(ReadOptions(), keys, &values);
  EXPECT_TRUE(found[2].IsNotFound());
  EXPECT_EQ(Ticks(NUMBER_MULTIGET_CALLS), 1u);
  EXPECT_EQ(Ticks(NUMBER_MULTIGET_KEYS_READ), 3u);
  EXPECT_EQ(Ticks(NUMBER_MULTIGET_KEYS_FOUND), 2u);
  EXPECT_EQ(Ticks(NUMBER_MULTIGET_BYTES_READ), 202u);
  EXPECT_EQ(Histo(BYTES_PER_MULTIGET).count, 1u);
  EXPECT_EQ(Histo(DB_MULTIGET).count, 1u);
  EXPECT_GT(Histo(FILE_READ_MULTIGET_MICROS).count, 0u);
  {
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    it->Seek(NumberedKey(200));
    ASSERT_TRUE(it->Valid());
    for (int i = 0; i < 10; i++) it->Next();
    it->Prev();
    ASSERT_TRUE(it->Valid());
  }
  EXPECT_EQ(Ticks(NO_ITERATOR_CREATED), 1u);
  EXPECT_EQ(Ticks(NO_ITERATOR_DELETED), 1u);
  EXPECT_EQ(Ticks(NUMBER_DB_SEEK), 1u);
  EXPECT_EQ(Ticks(NUMBER_DB_SEEK_FOUND), 1u);
  EXPECT_EQ(Ticks(NUMBER_DB_NEXT_FOUND), 10u);
  EXPECT_EQ(Ticks(NUMBER_DB_PREV_FOUND), 1u);
  EXPECT_EQ(Ticks(ITER_BYTES_READ), 12u * (NumberedKey(0).size() + 101));
  EXPECT_EQ(Histo(DB_SEEK).count, 1u);
  EXPECT_GT(Histo(FILE_READ_DB_ITERATOR_MICROS).count, 0u);
  EXPECT_GT(Ticks(NON_LAST_LEVEL_SEEK_DATA), 0u);
}

TEST_F(Measure, SeeksAreCountedWhileTheirIteratorLives) {
  ASSERT_OK(Open(options_));
  Fill(0, 10);
  ASSERT_OK(options_.statistics->Reset());
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  it->Seek(NumberedKey(3));
  EXPECT_TRUE(it->Valid());
  it->Seek(NumberedKey(10));
  EXPECT_FALSE(it->Valid());
  const auto expect_counts = [this] {
    EXPECT_EQ(Ticks(NUMBER_DB_SEEK), 2u);
    EXPECT_EQ(Ticks(NUMBER_DB_SEEK_FOUND), 1u);
    EXPECT_EQ(Ticks(ITER_BYTES_READ), NumberedKey(3).size() + 101);
  };
  expect_counts();
  it.reset();
  expect_counts();
}

TEST_F(Measure, OpeningTablesCountsTheTailAndItsHits) {
  ASSERT_OK(Open(options_));
  Fill(0, 300);
  ASSERT_OK(Flush());
  ASSERT_OK(options_.statistics->Reset());
  // The counts of the tables are read while the database is opened.
  ASSERT_OK(Open(options_));
  EXPECT_NE(Get(NumberedKey(7)), "NOT_FOUND");
  EXPECT_GT(Ticks(NO_FILE_OPENS), 0u);
  EXPECT_EQ(Ticks(NO_FILE_ERRORS), 0u);
  EXPECT_GT(Histo(TABLE_OPEN_IO_MICROS).count, 0u);
  EXPECT_GT(Histo(TABLE_OPEN_PREFETCH_TAIL_READ_BYTES).count, 0u);
  EXPECT_GT(Ticks(TABLE_OPEN_PREFETCH_TAIL_HIT), 0u);
}

TEST_F(Measure, MergesCountOperandsAndTime) {
  options_.merge_operator = std::make_shared<AppendOperator>();
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 5; i++) ASSERT_OK(db_->Merge(WriteOptions(), "k", std::to_string(i)));
  EXPECT_EQ(Get("k"), "0,1,2,3,4");
  EXPECT_EQ(Histo(READ_NUM_MERGE_OPERANDS).max, 5.0);
  EXPECT_GT(Ticks(MERGE_OPERATION_TOTAL_TIME), 0u);
}

#ifdef SYSTEM_TEST_HAS_BUCKETS
TEST_F(Measure, AFlushedMemtableIsFreedBeforeWritersThatWaitForItGoOn) {
  struct Weigher : EventListener {
    explicit Weigher(WriteBufferManager* m) : manager(m) {}
    void OnFlushCompleted(DB*, const FlushJobInfo&) override { after = manager->memory_usage(); }
    WriteBufferManager* const manager;
    std::atomic<size_t> after{0};
  };
  auto manager = std::make_shared<WriteBufferManager>(64 << 20);
  auto weigher = std::make_shared<Weigher>(manager.get());
  options_.write_buffer_manager = manager;
  options_.listeners = {weigher};
  ASSERT_OK(Open(options_));
  Fill(0, 6000);
  const size_t before = manager->memory_usage();
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_LT(weigher->after, before / 2);
}

TEST_F(Measure, BucketsCountTheirJobsAndDepth) {
  options_.disable_auto_compactions = false;
  options_.write_buffer_size = 64 << 10;
  options_.level0_file_num_compaction_trigger = 2;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 6; round++) {
    Fill(0, 600, std::to_string(round));
    ASSERT_OK(Flush());
  }
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_GT(Ticks(BUCKET_FLUSH_FILES), 6u);
  EXPECT_GT(Ticks(BUCKET_JOBS), 0u);
  EXPECT_GT(Histo(BUCKET_L0_DEPTH).count, 0u);
  EXPECT_GT(Histo(BUCKET_JOB_BYTES).count, 0u);
  EXPECT_GT(Histo(BUCKET_JOB_MICROS).count, 0u);
}
#endif

TEST_F(Measure, ScansThatReadAheadCountItsBytes) {
  ASSERT_OK(Open(options_));
  Fill(0, 3000);
  ASSERT_OK(Flush());
  ASSERT_OK(Open(options_));
  ASSERT_OK(options_.statistics->Reset());
  ReadOptions ahead;
  ahead.readahead_size = 64 << 10;
  Contents(ahead);
  EXPECT_GT(Ticks(PREFETCH_BYTES), 0u);
  EXPECT_GT(Ticks(PREFETCH_HITS), 0u);
  EXPECT_GT(Ticks(PREFETCH_BYTES_USEFUL), 0u);
}

#ifdef BUCKETLSM
TEST_F(Measure, AScanReadsWithItsFirstReadWhatScansBeforeItWanted) {
  options_.compression = kNoCompression;
  ASSERT_OK(Open(options_));
  const auto key = [](int i) { return "key" + std::to_string(10000 + i); };
  for (int i = 0; i < 2000; ++i) ASSERT_OK(db_->Put(WriteOptions(), key(i), std::string(230, 'v')));
  ASSERT_OK(Flush());
  ASSERT_OK(Open(options_));
  const auto scan = [&](int from, int steps) {
    ReadOptions ro;
    ro.fill_cache = false;
    std::unique_ptr<Iterator> it(db_->NewIterator(ro));
    for (it->Seek(key(from)); it->Valid() && steps > 0; --steps) it->Next();
    ASSERT_OK(it->status());
  };
  scan(0, 12);
  EXPECT_LE(Ticks(PREFETCH_HITS), 1u) << "two reads before it looks like a scan";
  for (int i = 0; i < 30; ++i) scan(i, 12);
  ASSERT_OK(options_.statistics->Reset());
  for (int i = 0; i < 10; ++i) scan(i, 12);
  EXPECT_GE(Ticks(PREFETCH_HITS), 18u) << "of 30 to 40 blocks all but the first and the last";
  // Now nobody goes on from where a seek leads.
  for (int i = 0; i < 10; ++i) scan(i, 0);
  ASSERT_OK(options_.statistics->Reset());
  for (int i = 0; i < 10; ++i) scan(i, 0);
  EXPECT_EQ(Ticks(PREFETCH_BYTES), 0u);
}

TEST_F(Measure, ALongScanLeavesAFullCacheAsItIs) {
  options_.compression = kNoCompression;
  options_.write_buffer_size = options_.target_file_size_base = 64 << 20;
  BlockBasedTableOptions table;
  table.block_size = 1024;
  table.block_cache = NewLRUCache(1 << 20, 2);
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  SetBuckets(&options_, 0);
  ASSERT_OK(Open(options_));
  Fill(0, 40000);
  ASSERT_OK(Flush());
  const auto scan = [&] {
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
    }
    ASSERT_OK(it->status());
  };
  scan();
  EXPECT_GT(table.block_cache->GetUsage(), 900u << 10);
  std::string value;
  for (uint64_t i = 0; i < 1000; ++i) ASSERT_OK(db_->Get(ReadOptions(), NumberedKey(i), &value));
  ASSERT_OK(options_.statistics->Reset());
  scan();
  // Those stay that were read before it was a long scan, or where it met cached blocks.
  EXPECT_GT(Ticks(BLOCK_CACHE_MISS), 3000u);
  EXPECT_LT(Ticks(BLOCK_CACHE_ADD), Ticks(BLOCK_CACHE_MISS) / 2);
}
#endif

// ---- perf context

TEST_F(Measure, PerfContextTellsWhatOneLookupDid) {
  ASSERT_OK(Open(options_));
  Fill(0, 500);
  ASSERT_OK(Flush());
  SetPerfLevel(kEnableTime);
  PerfContext* perf = get_perf_context();
  perf->EnablePerLevelPerfContext();
  perf->Reset();
  const std::string value = Get(NumberedKey(77));
  EXPECT_EQ(perf->get_read_bytes, value.size());
  EXPECT_EQ(perf->get_from_memtable_count, 1u);
  EXPECT_GT(perf->get_from_memtable_time, 0u);
  EXPECT_GT(perf->get_from_output_files_time, 0u);
  EXPECT_GT(perf->get_snapshot_time, 0u);
  EXPECT_GT(perf->get_post_process_time, 0u);
  EXPECT_GT(perf->user_key_comparison_count, 0u);
  EXPECT_GT(perf->block_read_count, 0u);
  EXPECT_GT(perf->block_read_byte, 0u);
  EXPECT_GT(perf->block_read_time, 0u);
  EXPECT_GT(perf->block_seek_nanos, 0u);
  EXPECT_EQ(perf->bloom_sst_hit_count, 1u);
  ASSERT_NE(perf->level_to_perf_context, nullptr);
  const PerfContextByLevel level0 = (*perf->level_to_perf_context)[0];
  EXPECT_EQ(level0.user_key_return_count, 1u);
  EXPECT_EQ(level0.bloom_filter_full_positive, 1u);
  EXPECT_EQ(level0.bloom_filter_full_true_positive, 1u);
  EXPECT_GT(level0.get_from_table_nanos, 0u);
  EXPECT_GT(level0.block_cache_miss_count, 0u);
  perf->Reset();
  Get(NumberedKey(77));
  EXPECT_GT(perf->block_cache_hit_count, 0u);
  EXPECT_GT(perf->block_cache_read_byte, 0u);
  EXPECT_GT((*perf->level_to_perf_context)[0].block_cache_hit_count, 0u);
  EXPECT_EQ(perf->block_read_count, 0u);
  perf->ClearPerLevelPerfContext();
}

TEST_F(Measure, PerfLevelSaysHowMuchIsCollected) {
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  ASSERT_OK(Flush());
  PerfContext* perf = get_perf_context();
  SetPerfLevel(kDisable);
  perf->Reset();
  Get(NumberedKey(7));
  ASSERT_OK(Put("x", "y"));
  EXPECT_EQ(perf->ToString(true), "");
  SetPerfLevel(kEnableCount);
  Get(NumberedKey(8));
  EXPECT_GT(perf->user_key_comparison_count, 0u);
  EXPECT_EQ(perf->get_from_memtable_time, 0u);
  SetPerfLevel(kEnableTimeExceptForMutex);
  Get(NumberedKey(9));
  EXPECT_GT(perf->get_from_memtable_time, 0u);
  EXPECT_EQ(perf->get_cpu_nanos, 0u);
  SetPerfLevel(kEnableTimeAndCPUTimeExceptForMutex);
  Get(NumberedKey(10));
  EXPECT_GT(perf->get_cpu_nanos, 0u);
}

TEST_F(Measure, PerfContextCountsWhatIteratorsPassOver) {
  ASSERT_OK(Open(options_));
  Fill(0, 20, "a");
  Fill(0, 20, "b");
  for (int i = 5; i < 10; i++) ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(i)));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  Fill(0, 1, "later");
  SetPerfLevel(kEnableTime);
  PerfContext* perf = get_perf_context();
  perf->Reset();
  it->SeekToFirst();
  EXPECT_EQ(it->key(), NumberedKey(0));
  EXPECT_EQ(perf->internal_recent_skipped_count, 1u);
  EXPECT_EQ(perf->iter_seek_count, 1u);
  EXPECT_EQ(perf->seek_child_seek_count + perf->seek_on_memtable_count, 0u) << "one child only";
  EXPECT_GT(perf->seek_internal_seek_time, 0u);
  EXPECT_GT(perf->find_next_user_entry_time, 0u);
  for (int i = 0; i < 4; i++) it->Next();
  EXPECT_EQ(it->key(), NumberedKey(4));
  EXPECT_EQ(perf->iter_next_count, 4u);
  EXPECT_EQ(perf->internal_key_skipped_count, 8u)
      << "each step: the entry left and its old version";
  EXPECT_EQ(perf->internal_delete_skipped_count, 0u);
  it->Next();
  EXPECT_EQ(it->key(), NumberedKey(10));
  EXPECT_EQ(perf->internal_delete_skipped_count, 5u);
  EXPECT_EQ(perf->iter_read_bytes, 6u * (NumberedKey(0).size() + 101));
  it->Prev();
  EXPECT_EQ(perf->iter_prev_count, 1u);
  it->Seek(NumberedKey(3));
  EXPECT_EQ(perf->seek_on_memtable_count, 1u);
  EXPECT_GT(perf->seek_on_memtable_time, 0u);
}

TEST_F(Measure, PerfContextTimesWrites) {
  ASSERT_OK(Open(options_));
  SetPerfLevel(kEnableTime);
  PerfContext* perf = get_perf_context();
  perf->Reset();
  Fill(0, 50);
  EXPECT_GT(perf->write_wal_time, 0u);
  EXPECT_GT(perf->write_memtable_time, 0u);
  EXPECT_GT(perf->write_pre_and_post_process_time, 0u);
  EXPECT_EQ(perf->write_delay_time, 0u);
}

TEST_F(Measure, IoContextCountsBytesByLevelOfTheTree) {
  options_.num_levels = 2;
  ASSERT_OK(Open(options_));
  IOStatsContext* io = get_iostats_context();
  io->Reset();
  SetPerfLevel(kEnableTimeAndCPUTimeExceptForMutex);
  Fill(0, 200);
  EXPECT_GT(io->bytes_written, 200u * 100u) << "the log";
  EXPECT_GT(io->write_nanos, 0u);
  ASSERT_OK(CompactAll());
  ASSERT_OK(Open(options_));
  io->Reset();
  Get(NumberedKey(9));
  EXPECT_GT(io->bytes_read, 0u);
  EXPECT_GT(io->read_nanos, 0u);
  const FileIOByTemperature& by = io->file_io_stats_by_temperature;
  EXPECT_EQ(by.unknown_last_level_bytes_read, io->bytes_read);
  EXPECT_GT(by.unknown_last_level_read_count, 0u);
  EXPECT_EQ(by.unknown_non_last_level_read_count, 0u);
}

// ---- listeners

// Records all its calls.
class JobRecorder : public EventListener {
 public:
  explicit JobRecorder(bool files = false) : files_(files) {}
  const char* Name() const override { return "JobRecorder"; }
  bool ShouldBeNotifiedOnFileIO() override { return files_; }

  void OnCompactionCompleted(DB*, const CompactionJobInfo& info) override {
    std::lock_guard<std::mutex> lock(mutex_);
    compactions.push_back(info);
  }
  void OnSubcompactionBegin(const SubcompactionJobInfo&) override { ++parts_begun; }
  void OnSubcompactionCompleted(const SubcompactionJobInfo& info) override {
    std::lock_guard<std::mutex> lock(mutex_);
    parts.push_back(info);
  }
  void OnFlushCompleted(DB*, const FlushJobInfo& info) override {
    std::lock_guard<std::mutex> lock(mutex_);
    flushes.push_back(info);
  }
  void OnManualFlushScheduled(DB*, const std::vector<ManualFlushInfo>& info) override {
    for (const ManualFlushInfo& one : info) {
      EXPECT_EQ(one.cf_name, "default");
      EXPECT_EQ(one.flush_reason, FlushReason::kManualFlush);
    }
    scheduled += info.size();
  }
  void OnFileReadFinish(const FileOperationInfo& info) override { Note("read", info); }
  void OnFileWriteFinish(const FileOperationInfo& info) override { Note("write", info); }
  void OnFileFlushFinish(const FileOperationInfo& info) override { Note("flush", info); }
  void OnFileSyncFinish(const FileOperationInfo& info) override { Note("sync", info); }
  void OnFileCloseFinish(const FileOperationInfo& info) override { Note("close", info); }
  void OnIOError(const IOErrorInfo& info) override {
    EXPECT_NOT_OK(info.io_status);
    ++io_errors;
  }
  void Note(const std::string& what, const FileOperationInfo& info) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++operations[what];
    bytes[what] += info.length;
    EXPECT_FALSE(info.path.empty());
    EXPECT_OK(info.status);
  }

  std::mutex mutex_;
  const bool files_;
  std::vector<CompactionJobInfo> compactions;
  std::vector<SubcompactionJobInfo> parts;
  std::vector<FlushJobInfo> flushes;
  std::map<std::string, uint64_t> operations;
  std::map<std::string, uint64_t> bytes;
  std::atomic<size_t> parts_begun{0}, scheduled{0}, io_errors{0};
};

TEST_F(Measure, ListenersGetWholeDescriptionsOfJobs) {
  auto witness = std::make_shared<JobRecorder>();
  options_.listeners.push_back(witness);
  ASSERT_OK(Open(options_));
  Fill(0, 400, "a");
  ASSERT_OK(Flush());
  EXPECT_EQ(witness->scheduled, 1u);
  Fill(0, 400, "b");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  Close();
  ASSERT_FALSE(witness->flushes.empty());
  EXPECT_GT(witness->flushes[0].table_properties.num_entries, 0u);
  ASSERT_FALSE(witness->compactions.empty());
  uint64_t in = 0, replaced = 0;
  for (const CompactionJobInfo& job : witness->compactions) {
    EXPECT_OK(job.status);
    EXPECT_FALSE(job.aborted);
    EXPECT_EQ(job.compaction_reason, CompactionReason::kManualCompaction);
    EXPECT_EQ(job.input_files.size(), job.stats.num_input_files);
    for (const std::string& file : job.input_files)
      EXPECT_EQ(job.table_properties.count(file), 1u) << file;
    for (const std::string& file : job.output_files)
      EXPECT_EQ(job.table_properties.count(file), 1u) << file;
    EXPECT_EQ(job.stats.num_output_files, job.output_files.size());
    EXPECT_GT(job.stats.total_input_bytes, 0u);
    EXPECT_GT(job.stats.total_input_raw_key_bytes, 0u);
    EXPECT_GT(job.stats.elapsed_micros, 0u);
    EXPECT_FALSE(job.stats.smallest_output_key_prefix.empty());
    EXPECT_TRUE(job.stats.is_manual_compaction);
    in += job.stats.num_input_records;
    replaced += job.stats.num_records_replaced;
  }
  EXPECT_EQ(in, 800u);
  EXPECT_EQ(replaced, 400u);
  EXPECT_EQ(witness->parts_begun, witness->parts.size());
  EXPECT_GE(witness->parts.size(), witness->compactions.size());
  EXPECT_TRUE(witness->operations.empty()) << "it did not ask for file operations";
}

TEST_F(Measure, ListenersHearOfFileOperationsWhenTheyAskForThem) {
  auto witness = std::make_shared<JobRecorder>(true);
  options_.listeners.push_back(witness);
  ASSERT_OK(Open(options_));
  Fill(0, 200);
  WriteOptions synced;
  synced.sync = true;
  ASSERT_OK(db_->Put(synced, "s", "v"));
  ASSERT_OK(Flush());
  Get(NumberedKey(3));
  Close();
  EXPECT_GT(witness->operations["read"], 0u);
  EXPECT_GT(witness->operations["write"], 200u);
  EXPECT_GT(witness->bytes["write"], 200u * 100u);
  EXPECT_GT(witness->operations["sync"], 1u);
  EXPECT_GT(witness->operations["close"], 1u);
  EXPECT_EQ(witness->io_errors, 0u);
}

// ---- the LOG

// The keys of the first `event` line in the LOG, in order.
std::vector<std::string> KeysOfEvent(const std::string& log, const std::string& event) {
  std::vector<std::string> keys;
  const size_t mark = log.find("\"event\": \"" + event + "\"");
  if (mark == std::string::npos) return keys;
  const std::string line =
      log.substr(log.rfind('{', mark), log.find('\n', mark) - log.rfind('{', mark));
  for (size_t at = line.find('"'); at != std::string::npos; at = line.find('"', at + 1)) {
    const size_t end = line.find('"', at + 1);
    if (end != std::string::npos && line.compare(end + 1, 1, ":") == 0)
      keys.push_back(line.substr(at + 1, end - at - 1));
    at = end;
    if (at == std::string::npos) break;
  }
  return keys;
}

// As 10.6.2 writes them; our own keys come last.
TEST_F(Measure, EventLinesHaveStocksKeysInStocksOrder) {
  options_.level0_file_num_compaction_trigger = 2;
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 2; round++) {
    Fill(0, 100);
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  Close();
  std::string log;
  ASSERT_OK(ReadFileToString(Env::Default(), DbPath() + "/LOG", &log));
  using Keys = std::vector<std::string>;
  EXPECT_EQ(KeysOfEvent(log, "flush_started"),
            (Keys{"time_micros", "job", "event", "num_memtables", "total_num_input_entries",
                  "num_deletes", "total_data_size", "memory_usage", "num_range_deletes",
                  "flush_reason"}));
  EXPECT_EQ(KeysOfEvent(log, "flush_finished"),
            (Keys{"time_micros", "job", "event", "output_compression", "lsm_state",
                  "immutable_memtables", "output_files", "flush_micros"}));
  EXPECT_EQ(KeysOfEvent(log, "compaction_started"),
            (Keys{"time_micros", "job", "event", "cf_name", "compaction_reason", "files_L0",
                  "score", "input_data_size", "oldest_snapshot_seqno", "bucket"}));
  EXPECT_EQ(
      KeysOfEvent(log, "compaction_finished"),
      (Keys{"time_micros", "job", "event", "compaction_time_micros", "compaction_time_cpu_micros",
            "output_level", "num_output_files", "total_output_size", "num_input_records",
            "num_output_records", "num_subcompactions", "output_compression",
            "num_single_delete_mismatches", "num_single_delete_fallthrough", "lsm_state"}));
  Keys created = KeysOfEvent(log, "table_file_creation");
  ASSERT_EQ(created.size(), 52u);
  EXPECT_EQ(
      (Keys{created.begin(), created.begin() + 11}),
      (Keys{"time_micros", "cf_name", "job", "event", "file_number", "file_size", "file_checksum",
            "file_checksum_func_name", "smallest_seqno", "largest_seqno", "table_properties"}));
  EXPECT_EQ(created.back(), "status");
}

// ---- thread status

TEST_F(Measure, ThreadListShowsCompactionsOfTrackedDatabases) {
  options_.compaction_filter = &filter_;
  options_.enable_thread_tracking = true;
  options_.disable_auto_compactions = false;
  options_.level0_file_num_compaction_trigger = 2;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 3; round++) {
    Fill(0, 100);
    ASSERT_OK(Flush());
  }
  while (!filter_.running) std::this_thread::yield();
  std::vector<ThreadStatus> threads;
  ASSERT_OK(Env::Default()->GetThreadList(&threads));
  bool shown = false;
  for (const ThreadStatus& thread : threads) {
    if (thread.operation_type != ThreadStatus::OP_COMPACTION || thread.db_name != DbPath())
      continue;
    EXPECT_EQ(thread.cf_name, "default");
    EXPECT_EQ(ThreadStatus::GetOperationName(thread.operation_type), "Compaction");
    // One job is held in the filter; others may be in any stage.
    shown |= thread.operation_stage == ThreadStatus::STAGE_COMPACTION_PROCESS_KV;
    const auto properties =
        ThreadStatus::InterpretOperationProperties(thread.operation_type, thread.op_properties);
    EXPECT_EQ(properties.at("BaseInputLevel"), 0u);
    EXPECT_GT(properties.at("TotalInputBytes"), 0u);
    EXPECT_EQ(properties.at("IsManual"), 0u);
  }
  filter_.seen = true;
  EXPECT_TRUE(shown);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
}

// ---- options that decide which calls wait and which tables are read

TEST_F(Measure, DeadlinesEndReadsThatNeedTheFile) {
  ASSERT_OK(Open(options_));
  Fill(0, 300);
  ASSERT_OK(Flush());
  EXPECT_NE(Get(NumberedKey(1)), "NOT_FOUND") << "opens the table";
  ReadOptions late;
  late.deadline = std::chrono::microseconds(1);
  std::string value;
  EXPECT_TRUE(db_->Get(late, NumberedKey(299), &value).IsTimedOut());
  std::unique_ptr<Iterator> it(db_->NewIterator(late));
  it->SeekToLast();
  EXPECT_FALSE(it->Valid());
  EXPECT_TRUE(it->status().IsTimedOut());
  std::vector<std::string> names{NumberedKey(3), NumberedKey(4)};
  std::vector<Slice> keys(names.begin(), names.end());
  std::vector<std::string> values;
  for (const Status& s : db_->MultiGet(late, keys, &values)) EXPECT_TRUE(s.IsTimedOut());
  ReadOptions ample;
  ample.deadline = std::chrono::microseconds(Env::Default()->NowMicros() + 60 * 1000 * 1000);
  EXPECT_OK(db_->Get(ample, NumberedKey(299), &value));
}

TEST_F(Measure, MultiGetStopsAtTheSoftLimitOfValueBytes) {
  ASSERT_OK(Open(options_));
  Fill(0, 4);
  ReadOptions read;
  read.value_size_soft_limit = 150;
  std::vector<std::string> names{NumberedKey(0), NumberedKey(1), NumberedKey(2)};
  std::vector<Slice> keys(names.begin(), names.end());
  std::vector<std::string> values;
  const std::vector<Status> found = db_->MultiGet(read, keys, &values);
  EXPECT_OK(found[0]);
  EXPECT_OK(found[1]);
  EXPECT_TRUE(found[2].IsAborted());
}

TEST_F(Measure, TableFilterKeepsIteratorsOutOfTables) {
  ASSERT_OK(Open(options_));
  Fill(0, 10);
  ASSERT_OK(Flush());
  Fill(10, 30);
  ASSERT_OK(Flush());
  ReadOptions read;
  std::set<uint64_t> asked;
  read.table_filter = [&](const TableProperties& p) {
    asked.insert(p.orig_file_number);
    return false;
  };
  EXPECT_EQ(Contents(read), "");
  EXPECT_GE(asked.size(), 2u);
  read.table_filter = [](const TableProperties&) { return true; };
  EXPECT_NE(Contents(read), "");
}

TEST_F(Measure, DbWriteBufferSizeFlushesAllFamiliesTogether) {
  options_.db_write_buffer_size = 256 << 10;
  options_.write_buffer_size = 64 << 20;
  options_.arena_block_size = 16 << 10;
  ASSERT_OK(Open(options_));
  Fill(0, 6000);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_GT(Histo(FLUSH_TIME).count, 0u);
  // What came while the last flush was under way is sealed by the next write, as in stock.
  Fill(6000, 6001);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_LT(IntProperty("rocksdb.cur-size-active-mem-table"), 512u << 10);
}

TEST_F(Measure, WriterWaitsForTheBufferManagerAndGoesOnWhileWritersFlush) {
  auto manager = std::make_shared<WriteBufferManager>(256 << 10, nullptr, true);
  options_.write_buffer_manager = manager;
  options_.write_buffer_size = 64 << 20;
  options_.arena_block_size = 16 << 10;
  ASSERT_OK(Open(options_));
  manager->ReserveMem(1 << 20);  // as if another database held it
  WriteOptions impatient;
  impatient.no_slowdown = true;
  ASSERT_TRUE(db_->Put(impatient, "k", "v").IsIncomplete());
  std::atomic<bool> written{false};
  std::thread writer([&] {
    EXPECT_OK(db_->Put(WriteOptions(), "k", "v"));
    written = true;
  });
  while (!manager->IsStallActive()) std::this_thread::yield();
  EXPECT_FALSE(written);
  manager->ScheduleFreeMem(1 << 20);
  manager->FreeMem(1 << 20);
  writer.join();
  EXPECT_TRUE(written);
  EXPECT_EQ(Get("k"), "v");
}

TEST_F(Measure, WritesThatMeetASpentBufferManagerAreCounted) {
  auto manager = std::make_shared<WriteBufferManager>(256 << 10, nullptr, true);
  options_.write_buffer_manager = manager;
  options_.write_buffer_size = 64 << 20;
  options_.arena_block_size = 16 << 10;
  ASSERT_OK(Open(options_));
  const auto stops = [this](const std::string& property) {
    std::map<std::string, std::string> counts;
    EXPECT_TRUE(db_->GetMapProperty(property, &counts)) << property;
    return counts["write-buffer-manager-limit-stops"];
  };
  EXPECT_EQ(stops("rocksdb.db-write-stall-stats"), "0");
  manager->ReserveMem(1 << 20);  // as if another database held it
  WriteOptions impatient;
  impatient.no_slowdown = true;
  for (int i = 0; i < 2; i++) EXPECT_TRUE(db_->Put(impatient, "k", "v").IsIncomplete());
  EXPECT_EQ(stops("rocksdb.db-write-stall-stats"), "2");
  EXPECT_EQ(stops("rocksdb.dbstats"), "2");
  std::string text;
  EXPECT_TRUE(db_->GetProperty("rocksdb.dbstats", &text));
  EXPECT_NE(text.find("write-buffer-manager-limit-stops: 2"), std::string::npos) << text;
  ASSERT_OK(db_->ResetStats());
  EXPECT_EQ(stops("rocksdb.dbstats"), "0");
  manager->ScheduleFreeMem(1 << 20);
  manager->FreeMem(1 << 20);
}

TEST_F(Measure, LowPriorityWritesGiveWayWhenCompactionFallsBehind) {
  options_.compaction_filter = &filter_;
  options_.disable_auto_compactions = false;
  options_.level0_file_num_compaction_trigger = 2;
  options_.level0_slowdown_writes_trigger = 100;
  options_.level0_stop_writes_trigger = 200;
  ASSERT_OK(Open(options_));
  WriteOptions low;
  low.low_pri = true;
  low.no_slowdown = true;
  ASSERT_OK(db_->Put(low, "before", "v"));
  for (int round = 0; round < 6; round++) {
    Fill(0, 50);
    ASSERT_OK(Flush());
  }
  while (!filter_.running) std::this_thread::yield();
  EXPECT_TRUE(db_->Put(low, "behind", "v").IsIncomplete());
  EXPECT_OK(Put("others", "are not held up"));
  low.no_slowdown = false;
  EXPECT_OK(db_->Put(low, "patient", "v"));
  filter_.seen = true;
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  low.no_slowdown = true;
  EXPECT_OK(db_->Put(low, "behind", "v"));
}

TEST_F(Measure, DamagedProtectedBatchesAreRefused) {
  ASSERT_OK(Open(options_));
  WriteBatch batch(0, 0, 8, 0);
  ASSERT_OK(batch.Put("key", "value"));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  const_cast<char*>(batch.Data().data())[batch.Data().size() - 1] ^= 1;
  EXPECT_TRUE(db_->Write(WriteOptions(), &batch).IsCorruption());
  EXPECT_EQ(Get("key"), "value");
  WriteOptions odd;
  odd.protection_bytes_per_key = 4;
  EXPECT_TRUE(db_->Put(odd, "a", "b").IsNotSupported());
}

TEST_F(Measure, FamiliesThatTakeNoWritesRefuseThem) {
  options_.disallow_memtable_writes = true;
  ASSERT_OK(Open(options_));
  EXPECT_TRUE(Put("k", "v").IsInvalidArgument());
  EXPECT_EQ(Get("k"), "NOT_FOUND");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), "NOT_FOUND") << "nor does replaying the log add it";
}

TEST_F(Measure, TablePropertiesComeByLevel) {
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  ASSERT_OK(CompactAll());
  Fill(100, 150);
  ASSERT_OK(Flush());
  std::vector<std::unique_ptr<TablePropertiesCollection>> levels;
  ASSERT_OK(db_->GetPropertiesOfTablesByLevel(db_->DefaultColumnFamily(), &levels));
  ASSERT_EQ(levels.size(), static_cast<size_t>(options_.num_levels));
  std::vector<uint64_t> entries;
  for (const auto& level : levels) {
    uint64_t sum = 0;
    for (const auto& [file, properties] : *level) sum += properties->num_entries;
    if (sum > 0) entries.push_back(sum);
  }
  EXPECT_EQ(entries, (std::vector<uint64_t>{50, 100}));
}

TEST_F(Measure, LevelZeroIsPromotedWhenNothingIsInTheWay) {
  SetBuckets(&options_, 0);
  ASSERT_OK(Open(options_));
  Fill(0, 10);
  ASSERT_OK(Flush());
  Fill(10, 20);
  ASSERT_OK(Flush());
  EXPECT_TRUE(db_->PromoteL0(db_->DefaultColumnFamily(), 99).IsInvalidArgument());
  ASSERT_OK(db_->PromoteL0(db_->DefaultColumnFamily(), 2));
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "0");
  EXPECT_EQ(Property("rocksdb.num-files-at-level2"), "2");
  EXPECT_NE(Get(NumberedKey(15)), "NOT_FOUND");
  Fill(0, 10);
  ASSERT_OK(Flush());
  EXPECT_TRUE(db_->PromoteL0(db_->DefaultColumnFamily(), 2).IsInvalidArgument())
      << "level 2 holds data";
}

}  // namespace
}  // namespace system_test
