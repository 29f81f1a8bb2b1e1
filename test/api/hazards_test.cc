// Known ways to get a bucketized Level 0 wrong, through the public API, numbered as in
// docs/buckets.md. The tests of hazards that need internals lie beside the code they concern.
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "rocksdb/comparator.h"
#include "rocksdb/listener.h"
#include "rocksdb/universal_compaction.h"
#include "rocksdb/utilities/tree_check.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"

namespace system_test {
namespace {

// Sums what flushes wrote.
class FlushWitness : public EventListener {
 public:
  void OnFlushCompleted(DB* db, const FlushJobInfo& info) override { jobs++; }
  void OnTableFileCreated(const TableFileCreationInfo& info) override {
    if (info.reason == TableFileCreationReason::kCompaction) return;
    files++;
    entries += info.table_properties.num_entries;
    range_deletions += info.table_properties.num_range_deletions;
  }
  std::atomic<uint64_t> jobs{0}, files{0}, entries{0}, range_deletions{0};
};

// Orders decimal numbers by value: 9 before 10, unlike their bytes.
class NumberOrder : public Comparator {
 public:
  int Compare(const Slice& a, const Slice& b) const override {
    const uint64_t x = Number(a), y = Number(b);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  bool Equal(const Slice& a, const Slice& b) const override { return Compare(a, b) == 0; }
  const char* Name() const override { return "system_test.NumberOrder"; }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}

 private:
  static uint64_t Number(const Slice& s) {
    return std::strtoull(s.ToString().c_str(), nullptr, 10);
  }
};

class HazardTest : public DbTest {
 protected:
  void SetUp() override {
    options_ = SmallOptions(8);
    options_.write_buffer_size = 1 << 20;
    options_.listeners.push_back(witness_);
  }
  // Level 0 stays as flushes left it.
  void NoCompactions() {
    options_.disable_auto_compactions = true;
    options_.level0_slowdown_writes_trigger = 1000;
    options_.level0_stop_writes_trigger = 1000;
  }
  Status Flush() { return db_->Flush(FlushOptions()); }
  void Fill(int from, int to, const std::string& tag = "") {
    for (int i = from; i < to; i++) {
      const std::string key = NumberedKey(i),
                        value = tag + std::to_string(i) + std::string(60, 'h');
      ASSERT_OK(Put(key, value));
      expected_[key] = value;
    }
  }
  void EraseRange(int from, int to) {
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), NumberedKey(from),
                               NumberedKey(to)));
    expected_.erase(expected_.lower_bound(NumberedKey(from)),
                    expected_.lower_bound(NumberedKey(to)));
  }
  void ExpectEverything() {
    ASSERT_OK(CheckTree(db_.get(), nullptr, TreeCheckOptions(), nullptr));
    auto want = expected_.begin();
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next(), ++want) {
      ASSERT_TRUE(want != expected_.end()) << "extra " << it->key().ToString();
      ASSERT_EQ(it->key().ToString(), want->first);
      ASSERT_EQ(it->value().ToString(), want->second);
    }
    ASSERT_OK(it->status());
    ASSERT_TRUE(want == expected_.end()) << "missing " << want->first;
    for (const auto& [key, value] : expected_) ASSERT_EQ(Get(key), value) << key;
  }
  std::vector<SstFileMetaData> LevelZero() {
    ColumnFamilyMetaData meta;
    db_->GetColumnFamilyMetaData(&meta);
    return meta.levels.at(0).files;
  }
  // Smallest keys of the Level 0 files numbered above `after`, in key order.
  std::vector<std::string> StartsOfFilesAbove(uint64_t after) {
    std::vector<std::string> starts;
    for (const SstFileMetaData& file : LevelZero()) {
      if (file.file_number > after) starts.push_back(file.smallestkey);
    }
    std::sort(starts.begin(), starts.end());
    return starts;
  }
  uint64_t NewestFile() {
    uint64_t newest = 0;
    for (const SstFileMetaData& file : LevelZero()) newest = std::max(newest, file.file_number);
    return newest;
  }
  // Files of one flush may touch where a cut range tombstone ends, but never overlap.
  void ExpectDisjointAbove(uint64_t after) {
    std::map<std::string, std::string> ranges;
    for (const SstFileMetaData& file : LevelZero()) {
      if (file.file_number <= after) continue;
      EXPECT_TRUE(ranges.emplace(file.smallestkey, file.largestkey).second) << "same start twice";
    }
    for (auto it = ranges.begin(); it != ranges.end() && std::next(it) != ranges.end(); ++it) {
      EXPECT_LE(it->second, std::next(it)->first);
    }
  }

  std::shared_ptr<FlushWitness> witness_ = std::make_shared<FlushWitness>();
  Options options_;
  std::map<std::string, std::string> expected_;
};

#ifdef SYSTEM_TEST_HAS_BUCKETS
#define EXPECT_BUCKETED(condition) EXPECT_TRUE(condition)
#else
#define EXPECT_BUCKETED(condition) (void)(condition)
#endif

// ---- 3: range tombstones

TEST_F(HazardTest, Hazard3RangeTombstonesAcrossBucketsAreCutAndKeepTheirEffect) {
  NoCompactions();
  ASSERT_OK(Open(options_));
  Fill(0, 4000);
  ASSERT_OK(Flush());
  const uint64_t before = NewestFile();
  EraseRange(500, 3500);
  Fill(1000, 1100, "later");
  ASSERT_OK(Flush());
  EXPECT_BUCKETED(StartsOfFilesAbove(before).size() >= 2);
  ExpectDisjointAbove(before);
  ExpectEverything();
  ASSERT_OK(Open(options_));
  ExpectEverything();
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ExpectEverything();
}

TEST_F(HazardTest, Hazard3MemtableOfRangeTombstonesOnlyIsSplitToo) {
  NoCompactions();
  ASSERT_OK(Open(options_));
  Fill(0, 4000);
  ASSERT_OK(Flush());
  const uint64_t before = NewestFile();
  EraseRange(100, 3900);
  ASSERT_OK(Flush());
  EXPECT_BUCKETED(StartsOfFilesAbove(before).size() >= 2);
  ExpectDisjointAbove(before);
  ExpectEverything();
  Fill(200, 210, "after");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ExpectEverything();
}

TEST_F(HazardTest, Hazard3ManyRangeTombstonesKeepSnapshotsApart) {
  ASSERT_OK(Open(options_));
  Fill(0, 2000);
  ASSERT_OK(Flush());
  const Snapshot* full = db_->GetSnapshot();
  for (int i = 0; i < 2000; i += 20) EraseRange(i, i + 15);
  ASSERT_OK(Flush());
  ExpectEverything();
  for (int i = 0; i < 2000; i += 7) EXPECT_NE(Get(NumberedKey(i), full), "NOT_FOUND") << i;
  db_->ReleaseSnapshot(full);
}

// ---- 4: comparator

class Hazard4 : public HazardTest, public testing::WithParamInterface<const Comparator*> {};

TEST_P(Hazard4, BoundariesFollowTheComparatorAndNoEntryIsLost) {
  options_.comparator = GetParam();
  options_.write_buffer_size = 64 << 10;
  ASSERT_OK(Open(options_));
  std::map<std::string, std::string> written;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 3000; i++) {
      const std::string key = std::to_string(i * 7 % 3000);
      written[key] = std::to_string(round) + std::string(50, 'c');
      ASSERT_OK(Put(key, written[key]));
    }
    ASSERT_OK(Flush());
    for (const auto& [key, value] : written) ASSERT_EQ(Get(key), value) << key;
  }
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ASSERT_OK(Open(options_));
  for (const auto& [key, value] : written) ASSERT_EQ(Get(key), value) << key;
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  size_t count = 0;
  std::string last;
  for (it->SeekToFirst(); it->Valid(); it->Next(), count++) {
    if (count > 0) {
      ASSERT_LT(options_.comparator->Compare(last, it->key()), 0);
    }
    last = it->key().ToString();
  }
  EXPECT_EQ(count, written.size());
  EXPECT_EQ(witness_->entries, 9000u) << "every memtable entry reaches a file";
}
const NumberOrder kNumberOrder;
INSTANTIATE_TEST_SUITE_P(Hazard, Hazard4,
                         testing::Values(BytewiseComparator(), ReverseBytewiseComparator(),
                                         &kNumberOrder));

// ---- 7: nothing keeps dead files

TEST_F(HazardTest, Hazard7DiskUseAfterAQuietPeriodEqualsLiveBytes) {
  options_.write_buffer_size = 64 << 10;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 8; round++) Fill(0, 2000, std::to_string(round));
  ASSERT_OK(Flush());
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ExpectEverything();
  const uint64_t live = IntProperty("rocksdb.live-sst-files-size");
  const auto on_disk = [this] {
    uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(DbPath())) {
      std::error_code gone;
      const uint64_t size = entry.file_size(gone);
      if (entry.path().extension() == ".sst" && !gone) bytes += size;
    }
    return bytes;
  };
  WaitUntil([&] { return on_disk() == live; });
  EXPECT_EQ(on_disk(), live);
  EXPECT_EQ(IntProperty("rocksdb.num-live-versions"), 1u);
}

// ---- 9: one bucket must be able to become many

TEST_F(HazardTest, Hazard9OneBucketSplitsOnceThereIsDataToSplit) {
#ifdef SYSTEM_TEST_HAS_BUCKETS
  NoCompactions();
  options_.bucket_options.initial_buckets = 0;
  options_.bucket_options.window_flushes = 2;
  options_.max_background_jobs = 8;
  ASSERT_OK(Open(options_));
  Fill(0, 1);  // too little for more than one bucket
  ASSERT_OK(Flush());
  EXPECT_EQ(LevelZero().size(), 1u);
  for (int round = 0; round < 8; round++) {
    Fill(0, 4000, std::to_string(round));
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));  // lets boundaries move
  }
  const uint64_t before = NewestFile();
  Fill(0, 4000, "last");
  ASSERT_OK(Flush());
  EXPECT_GT(StartsOfFilesAbove(before).size(), 1u);
  ExpectEverything();
#endif
}

// ---- 11: restart

TEST_F(HazardTest, Hazard11RecoverySplitsWhatItFlushes) {
  NoCompactions();
  ASSERT_OK(Open(options_));
  Fill(0, 4000);
  ASSERT_OK(Flush());
  const uint64_t before = NewestFile();
  Fill(0, 4000, "again");
  Close();
  options_.avoid_flush_during_recovery = false;
  ASSERT_OK(Open(options_));
  EXPECT_BUCKETED(StartsOfFilesAbove(before).size() >= 2);
  ExpectDisjointAbove(before);
  ExpectEverything();
}

TEST_F(HazardTest, Hazard11BoundariesSurviveARestart) {
  NoCompactions();
  ASSERT_OK(Open(options_));
  Fill(0, 4000);
  ASSERT_OK(Flush());
  const std::vector<std::string> first = StartsOfFilesAbove(0);
  EXPECT_BUCKETED(first.size() >= 4);
  const uint64_t before = NewestFile();
  ASSERT_OK(Open(options_));
  Fill(0, 4000, "again");
  ASSERT_OK(Flush());
  EXPECT_EQ(StartsOfFilesAbove(before), first);
  ExpectEverything();
}

// ---- 12: other compaction styles

TEST_F(HazardTest, ALevelKeptForIngestedFilesStaysEmptyAndDeletionsAboveItStay) {
  options_.compaction_style = kCompactionStyleUniversal;
  options_.cf_allow_ingest_behind = true;
  options_.num_levels = 4;
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->Put(WriteOptions(), "a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "b", "c"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  CompactRangeOptions all;
  all.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(all, nullptr, nullptr));
  TablePropertiesCollection tables;
  ASSERT_OK(db_->GetPropertiesOfAllTables(&tables));
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables.begin()->second->num_deletions, 2u);
  EXPECT_EQ(tables.begin()->second->num_range_deletions, 1u);
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  EXPECT_LT(files.at(0).level, 3);
}

TEST_F(HazardTest, Hazard12UniversalAndFifoFlushOneFile) {
  for (const CompactionStyle style : {kCompactionStyleUniversal, kCompactionStyleFIFO}) {
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
    Options options = options_;
    options.compaction_style = style;
    options.disable_auto_compactions = true;
    ASSERT_OK(Open(options));
    expected_.clear();
    Fill(0, 4000);
    ASSERT_OK(Flush());
    EXPECT_EQ(LevelZero().size(), 1u);
    ExpectEverything();
  }
}

// ---- 14: the files that a key probes count, not all files

TEST_F(HazardTest, Hazard14ManyNarrowFilesDoNotStallWrites) {
  options_.disable_auto_compactions = false;
  options_.level0_file_num_compaction_trigger = 100;
  options_.level0_slowdown_writes_trigger = 6;
  options_.level0_stop_writes_trigger = 8;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 4; round++) {
    Fill(0, 4000, std::to_string(round));
    ASSERT_OK(Flush());
  }
  EXPECT_BUCKETED(LevelZero().size() > 8);
  EXPECT_EQ(IntProperty("rocksdb.is-write-stopped"), 0u);
  EXPECT_EQ(IntProperty("rocksdb.actual-delayed-write-rate"), 0u);
  ExpectEverything();
}

TEST_F(HazardTest, Hazard14StalledWritersAreReleasedByTheirCompactions) {
  options_.disable_auto_compactions = false;
  options_.level0_file_num_compaction_trigger = 4;
  options_.level0_slowdown_writes_trigger = 4;
  options_.level0_stop_writes_trigger = 4;
  ASSERT_OK(Open(options_));
  // Stalled writers must be released by the compactions that the stall is waiting for.
  for (int round = 0; round < 12; round++) {
    Fill(0, 1000, std::to_string(round));
    ASSERT_OK(Flush());
  }
  ExpectEverything();
}

TEST_F(HazardTest, Hazard14ZeroPendingBytesLimitMeansOff) {
  options_.soft_pending_compaction_bytes_limit = 0;
  options_.hard_pending_compaction_bytes_limit = 0;
  options_.write_buffer_size = 64 << 10;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 4; round++) Fill(0, 3000, std::to_string(round));
  ASSERT_OK(Flush());
  EXPECT_EQ(IntProperty("rocksdb.is-write-stopped"), 0u);
  ExpectEverything();
}

// ---- 17: off is stock

TEST_F(HazardTest, Hazard17WithBucketsOffAFlushIsOneFile) {
  SetBuckets(&options_, 0);
  NoCompactions();
  ASSERT_OK(Open(options_));
  for (int round = 1; round <= 5; round++) {
    Fill(0, 2000, std::to_string(round));
    ASSERT_OK(Flush());
    EXPECT_EQ(LevelZero().size(), static_cast<size_t>(round));
  }
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "5");
  ExpectEverything();
}

TEST_F(HazardTest, Hazard17BucketsMayBeSwitchedAtEveryOpen) {
  NoCompactions();
  for (int round = 0; round < 6; round++) {
    SetBuckets(&options_, round % 2 == 0 ? 8 : 0);
    ASSERT_OK(Open(options_));
    ExpectEverything();
    Fill(round * 500, round * 500 + 3000, std::to_string(round));
    ASSERT_OK(Flush());
    ExpectEverything();
  }
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ExpectEverything();
}

// ---- reads and writes go on while buckets split, merge and compact side by side

TEST_F(HazardTest, HazardConcurrentReadersNeverSeeAnOlderValue) {
  options_.write_buffer_size = 64 << 10;
  options_.level0_file_num_compaction_trigger = 2;
#ifdef SYSTEM_TEST_HAS_BUCKETS
  options_.bucket_options.window_flushes = 1;
  options_.bucket_options.split_temperature = 1.2;
  options_.bucket_options.merge_temperature = 0.8;
#endif
  ASSERT_OK(Open(options_));
  constexpr int kCells = 500;
  std::vector<std::atomic<int>> published(kCells);
  std::atomic<bool> stop{false};
  std::atomic<int> stale{0};
  for (int i = 0; i < kCells; i++) ASSERT_OK(Put(NumberedKey(i), "0"));
  std::vector<std::thread> readers;
  for (int r = 0; r < 2; r++) {
    readers.emplace_back([&, r] {
      std::mt19937_64 random(r);
      while (!stop) {
        const int cell = static_cast<int>(random() % kCells);
        const int floor = published[cell].load();
        if (std::atoi(Get(NumberedKey(cell)).c_str()) < floor) stale++;
      }
    });
  }
  std::mt19937_64 random(7);
  for (int i = 1; i <= Scaled(30000); i++) {
    const int cell = static_cast<int>((i / 3000 * 100 + random() % 120) % kCells);
    ASSERT_OK(Put(NumberedKey(cell), std::to_string(i) + std::string(80, 'r')));
    published[cell] = i;
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(stale, 0);
}

}  // namespace
}  // namespace system_test
