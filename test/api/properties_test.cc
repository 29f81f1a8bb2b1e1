// Properties, metadata, lists of files, and the functions that destroy or trim a database, through
// an open database. Stock RocksDB gives the same numbers for the same steps.
#include "db/report/property_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "db/db_impl.h"
#include "db/report/periodic_stats.h"
#include "rocksdb/convenience.h"
#include "rocksdb/file_checksum.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class PropertiesTest : public testing::Test {
 protected:
  PropertiesTest() {
    static int counter = 0;
    directory_ = std::filesystem::temp_directory_path() /
                 ("properties_" + std::to_string(getpid()) + "_" + std::to_string(counter++));
    options_.create_if_missing = true;
    options_.disable_auto_compactions = true;
  }
  ~PropertiesTest() override {
    db_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  void Open() {
    Status s = DB::Open(options_, directory_, &db_);
    ASSERT_OK(s);
  }
  void Put(const std::string& key, const std::string& value) {
    ASSERT_OK(db_->Put(WriteOptions(), key, value));
  }
  // Keys key<from> .. key<to - 1>, five digits each.
  void Fill(int from, int to) {
    for (int i = from; i < to; ++i) Put(Key(i), std::string(100, 'v'));
  }
  static std::string Key(int i) { return Format("key%05d", i); }
  void Flush() { ASSERT_OK(db_->Flush(FlushOptions())); }
  void Compact() { ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr)); }
  std::string Text(const std::string& name) {
    std::string value;
    EXPECT_TRUE(db_->GetProperty("rocksdb." + name, &value)) << name;
    return value;
  }
  uint64_t Int(const std::string& name) {
    uint64_t value = 0;
    EXPECT_TRUE(db_->GetIntProperty("rocksdb." + name, &value)) << name;
    return value;
  }
  std::map<std::string, std::string> Map(const std::string& name) {
    std::map<std::string, std::string> value;
    EXPECT_TRUE(db_->GetMapProperty("rocksdb." + name, &value)) << name;
    return value;
  }
  size_t TableFiles() const {
    size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      n += entry.path().extension() == ".sst";
    }
    return n;
  }

  std::string directory_;
  Options options_;
  std::unique_ptr<DB> db_;
};

// ---- properties ----

TEST_F(PropertiesTest, EveryRowOfTheTableIsAnsweredUnderItsOwnName) {
  options_.statistics = CreateDBStatistics();
  Open();
  Fill(0, 10);
  Flush();
  const std::set<const std::string*> conditional{&DB::Properties::kEstimateOldestKeyTime};
  const PropertyList all = AllProperties();
  for (const Property* p = all.begin; p != all.end; ++p) {
    const std::string name = *p->name + (p->takes_number ? "0" : "");
    std::string text;
    EXPECT_EQ(db_->GetProperty(name, &text), conditional.count(p->name) == 0) << name;
    if (conditional.count(p->name) != 0) continue;
    EXPECT_FALSE(text.empty()) << name;
    uint64_t number = 0;
    EXPECT_EQ(db_->GetIntProperty(name, &number), p->as_number != nullptr) << name;
    std::map<std::string, std::string> map;
    EXPECT_EQ(db_->GetMapProperty(name, &map), p->as_map != nullptr) << name;
    EXPECT_EQ(map.empty(), p->as_map == nullptr) << name;
  }
}

TEST_F(PropertiesTest, NamesOfThePropertiesAreDistinct) {
  std::set<std::string> names;
  const PropertyList all = AllProperties();
  for (const Property* p = all.begin; p != all.end; ++p) {
    EXPECT_TRUE(names.insert(*p->name).second) << *p->name;
  }
}

TEST_F(PropertiesTest, UnknownNamesAndBadNumbersAreRefused) {
  Open();
  std::string value = "untouched";
  for (const char* name :
       {"rocksdb.no-such", "num-files-at-level0", "rocksdb.num-files-at-level",
        "rocksdb.num-files-at-level7", "rocksdb.num-files-at-levelx",
        "rocksdb.num-files-at-level99999999999999999999", "rocksdb.stats0", ""}) {
    EXPECT_FALSE(db_->GetProperty(name, &value)) << name;
    EXPECT_TRUE(value.empty());
  }
  uint64_t number;
  EXPECT_FALSE(db_->GetIntProperty("rocksdb.stats", &number));
  EXPECT_FALSE(db_->GetAggregatedIntProperty("rocksdb.levelstats", &number));
}

TEST_F(PropertiesTest, FilesAreCountedByLevel) {
  Open();
  for (int i = 0; i < 3; ++i) {
    Fill(0, 100);
    Flush();
  }
  EXPECT_EQ(Text("num-files-at-level0"), "3");
  Compact();
  EXPECT_EQ(Text("num-files-at-level0"), "0");
  EXPECT_EQ(Text("num-files-at-level6"), "1");
  EXPECT_EQ(Int("base-level"), 6u);
  EXPECT_EQ(Text("levelstats").substr(0, 42), "Level Files Size(MB)\n--------------------\n");
  EXPECT_NE(Text("levelstats").find("  6        1        0\n"), std::string::npos);
}

TEST_F(PropertiesTest, MemtableCountersFollowWritesAndFlushes) {
  Open();
  Fill(0, 100);
  ASSERT_OK(db_->Delete(WriteOptions(), Key(0)));
  EXPECT_EQ(Int("num-entries-active-mem-table"), 101u);
  EXPECT_EQ(Int("num-deletes-active-mem-table"), 1u);
  EXPECT_GT(Int("cur-size-active-mem-table"), 10000u);
  EXPECT_EQ(Int("cur-size-all-mem-tables"), Int("cur-size-active-mem-table"));
  EXPECT_EQ(Int("num-immutable-mem-table"), 0u);
  Flush();
  EXPECT_EQ(Int("num-entries-active-mem-table"), 0u);
  EXPECT_EQ(Int("num-deletes-active-mem-table"), 0u);
  EXPECT_LT(Int("cur-size-active-mem-table"), 10000u);
}

TEST_F(PropertiesTest, EstimatedKeysCountEveryDeletionTwice) {
  Open();
  Fill(0, 3000);
  Flush();
  Fill(0, 3000);
  Flush();
  Put("a", "b");
  ASSERT_OK(db_->Delete(WriteOptions(), Key(1)));
  EXPECT_EQ(Int("estimate-num-keys"), 6000u);
  Compact();
  EXPECT_EQ(Int("estimate-num-keys"), 3000u);
}

TEST_F(PropertiesTest, LiveDataExcludesFilesThatDeeperOnesOverlap) {
  Open();
  Fill(0, 1000);
  Flush();
  Compact();
  const uint64_t bottom = Int("total-sst-files-size");
  EXPECT_EQ(Int("estimate-live-data-size"), bottom);
  Fill(0, 1000);
  Flush();
  EXPECT_EQ(Int("estimate-live-data-size"), bottom);
  EXPECT_GT(Int("live-sst-files-size"), bottom);
  EXPECT_EQ(Text("live-sst-files-size-at-temperature0"), Text("live-sst-files-size"));
  EXPECT_EQ(Text("live-sst-files-size-at-temperature4"), "0");
}

TEST_F(PropertiesTest, CompressionRatioIsMinusOneWhereNothingIs) {
  Open();
  Fill(0, 1000);
  Flush();
  EXPECT_EQ(Text("compression-ratio-at-level3"), "-1.000000");
  EXPECT_GT(std::stod(Text("compression-ratio-at-level0")), 1.0);
}

TEST_F(PropertiesTest, CompressionRatioIsOfTheTablesWhoseSizesAreKnown) {
  options_.skip_stats_update_on_db_open = true;
  options_.max_open_files = 10;
  Open();
  Fill(0, 1000);
  Flush();
  const double ratio = std::stod(Text("compression-ratio-at-level0"));
  db_.reset();
  Open();
  EXPECT_EQ(Text("compression-ratio-at-level0"), "-1.000000");
  Fill(0, 1000);
  Flush();
  EXPECT_EQ(Text("num-files-at-level0"), "2");
  EXPECT_NEAR(std::stod(Text("compression-ratio-at-level0")), ratio, ratio / 10);
}

TEST_F(PropertiesTest, SnapshotsAreCountedWithTheOldestSequence) {
  Open();
  EXPECT_EQ(Int("num-snapshots"), 0u);
  EXPECT_EQ(Int("oldest-snapshot-time"), 0u);
  EXPECT_EQ(Int("oldest-snapshot-sequence"), 0u);
  Fill(0, 5);
  const Snapshot* first = db_->GetSnapshot();
  Fill(5, 10);
  const Snapshot* second = db_->GetSnapshot();
  EXPECT_EQ(Int("num-snapshots"), 2u);
  EXPECT_EQ(Int("oldest-snapshot-sequence"), 5u);
  EXPECT_GT(Int("oldest-snapshot-time"), 0u);
  db_->ReleaseSnapshot(first);
  EXPECT_EQ(Int("oldest-snapshot-sequence"), 10u);
  db_->ReleaseSnapshot(second);
}

TEST_F(PropertiesTest, DbStatsCountWritesKeysAndLogBytes) {
  Open();
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("b", "2"));
  ASSERT_OK(batch.Put("c", "3"));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  WriteOptions sync;
  sync.sync = true;
  ASSERT_OK(db_->Put(sync, "d", "4"));
  auto stats = Map("dbstats");
  EXPECT_EQ(stats["db.user_keys_written"], "4");
  EXPECT_EQ(stats["db.user_writes_by_self"], "2");
  EXPECT_EQ(stats["db.user_writes_with_wal"], "2");
  EXPECT_EQ(stats["db.wal_syncs"], "1");
  EXPECT_EQ(stats["db.user_bytes_written"], stats["db.wal_bytes_written"]);
  const std::string text = Text("dbstats");
  EXPECT_NE(
      text.find(
          "\nCumulative writes: 2 writes, 4 keys, 2 commit groups, 1.0 writes per commit group"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("\nCumulative stall: 00:00:0.000 H:M:S, 0.0 percent\n"), std::string::npos)
      << text;
}

TEST_F(PropertiesTest, AnIntervalBeginsWithTheLastTextReportButNotWithAMap) {
  Open();
  Fill(0, 10);
  Map("dbstats");
  EXPECT_NE(Text("dbstats").find("Interval writes: 10 writes, 10 keys"), std::string::npos);
  Fill(0, 3);
  EXPECT_NE(Text("dbstats").find("Interval writes: 3 writes, 3 keys"), std::string::npos);
  EXPECT_NE(Text("dbstats").find("Interval writes: 0 writes, 0 keys"), std::string::npos);
}

TEST_F(PropertiesTest, TheIntervalOfAFamilyBeginsWithThePeriodicDumpAlone) {
  Open();
  Fill(0, 10);
  Flush();
  // The jobs of the interval: the 18th word of its row.
  const auto jobs = [this] {
    const std::string text = Text("cfstats");
    std::istringstream row(text.substr(std::min(text.find("\n Int "), text.size())));
    std::string word;
    for (int i = 0; i < 18; ++i) row >> word;
    return word;
  };
  EXPECT_EQ(jobs(), "1");
  Text("stats");
  EXPECT_EQ(jobs(), "1");
  PeriodicStats(static_cast<DBImpl*>(db_.get())->parts()).Dump();
  EXPECT_EQ(jobs(), "0");
  Fill(0, 10);
  Flush();
  EXPECT_EQ(jobs(), "1");
  ASSERT_OK(db_->ResetStats());
  EXPECT_EQ(jobs(), "0");
}

TEST_F(PropertiesTest, OfAMoveOnlyTheBytesCount) {
  options_.statistics = CreateDBStatistics();
  Open();
  Fill(0, 1000);
  Flush();
  Compact();
  auto stats = Map("cfstats");
  EXPECT_EQ(stats["compaction.L6.NumFiles"], "1.000000");
  EXPECT_GT(std::stod(stats["compaction.L6.MovedGB"]), 0);
  EXPECT_EQ(stats["compaction.L6.CompCount"], "0.000000");
  EXPECT_EQ(stats["compaction.Sum.CompCount"], "1.000000") << "the flush";
  HistogramData times;
  options_.statistics->histogramData(COMPACTION_TIME, &times);
  EXPECT_EQ(times.count, 0u);
}

TEST_F(PropertiesTest, FilesThatAFifoFamilyDropsAreNeitherReadNorCompacted) {
  options_.compaction_style = kCompactionStyleFIFO;
  options_.compaction_options_fifo.max_table_files_size = 150000;
  options_.compression = kNoCompression;
  options_.statistics = CreateDBStatistics();
  Open();
  for (int i = 0; i < 3; ++i) {
    Fill(0, 1000);
    Flush();
  }
  Compact();
  EXPECT_EQ(Text("num-files-at-level0"), "1") << "one file is some 120 KB";
  auto stats = Map("cfstats");
  EXPECT_EQ(stats["compaction.Sum.CompCount"], "3.000000") << "the flushes";
  EXPECT_EQ(stats["compaction.Sum.ReadGB"], "0.000000");
  HistogramData times;
  options_.statistics->histogramData(COMPACTION_TIME, &times);
  EXPECT_EQ(times.count, 0u);
  EXPECT_GE(options_.statistics->getTickerCount(FIFO_MAX_SIZE_COMPACTIONS), 1u);
}

TEST_F(PropertiesTest, FamilyStatsAddUpFlushesAndCompactions) {
  Open();
  for (int i = 0; i < 2; ++i) {
    Fill(0, 1000);
    Flush();
  }
  Compact();
  auto stats = Map("cfstats");
  EXPECT_EQ(stats["compaction.L0.CompCount"], "2.000000");
  EXPECT_EQ(stats["compaction.L0.NumFiles"], "0.000000");
  EXPECT_EQ(stats["compaction.L6.NumFiles"], "1.000000");
  EXPECT_EQ(stats["compaction.Sum.CompCount"], "3.000000");
  EXPECT_EQ(stats["compaction.L6.KeyIn"], "2000.000000");
  EXPECT_EQ(stats["compaction.L6.KeyDrop"], "1000.000000");
  EXPECT_EQ(stats["compaction.L0.WriteAmp"], "1.000000");
  EXPECT_GT(std::stod(stats["compaction.L0.WPreCompGB"]), 0);
  for (const char* of : {"L0", "L6", "Sum"}) {
    const std::string name = std::string("compaction.") + of + ".CompMergeCPU";
    EXPECT_GT(std::stod(stats[name]), 0) << name;
  }
  EXPECT_EQ(stats["io_stalls.total_stop"], "0");
  const std::string text = Text("cfstats");
  EXPECT_EQ(text.find("\n** Compaction Stats [default] **\nLevel    Files   Size     Score "), 0u)
      << text;
  EXPECT_NE(text.find(" Write(GB) WPreComp(GB) Wnew(GB) "), std::string::npos) << text;
  EXPECT_NE(text.find("** File Read Latency Histogram By Level [default] **"), std::string::npos);
  EXPECT_EQ(Text("cfstats-no-file-histogram").find("Histogram"), std::string::npos);
  EXPECT_NE(Text("stats").find("** DB Stats **"), std::string::npos);
}

TEST_F(PropertiesTest, ResetStatsCountsAnewButForgetsNoFile) {
  Open();
  Fill(0, 100);
  Flush();
  Text("dbstats");
  Text("cfstats");
  ASSERT_OK(db_->ResetStats());
  EXPECT_EQ(Map("dbstats")["db.user_keys_written"], "0");
  EXPECT_EQ(Map("cfstats")["compaction.Sum.CompCount"], "0.000000");
  EXPECT_EQ(Map("cfstats")["compaction.L0.NumFiles"], "1.000000");
  Fill(0, 7);
  Flush();
  const std::string text = Text("dbstats");
  EXPECT_NE(text.find("Cumulative writes: 7 writes, 7 keys"), std::string::npos) << text;
  EXPECT_NE(text.find("Interval writes: 7 writes, 7 keys"), std::string::npos) << text;
  EXPECT_EQ(Map("cfstats")["compaction.L0.CompCount"], "1.000000");
}

TEST_F(PropertiesTest, TablePropertiesAddUpOverAllTablesAndByLevel) {
  Open();
  Fill(0, 100);
  Flush();
  Compact();
  Fill(0, 50);
  Flush();
  EXPECT_EQ(Map("aggregated-table-properties")["num_entries"], "150");
  EXPECT_EQ(Map("aggregated-table-properties-at-level0")["num_entries"], "50");
  EXPECT_EQ(Map("aggregated-table-properties-at-level6")["num_entries"], "100");
  EXPECT_NE(Text("aggregated-table-properties").find("# entries=150; "), std::string::npos);
}

TEST_F(PropertiesTest, AggregatedNumbersSumFamiliesButCountASharedCacheOnce) {
  BlockBasedTableOptions table;
  table.block_cache = NewLRUCache(1 << 20);
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  Open();
  ColumnFamilyHandle* other = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &other));
  Put("a", "1");
  ASSERT_OK(db_->Put(WriteOptions(), other, "b", "2"));
  ASSERT_OK(db_->Put(WriteOptions(), other, "c", "3"));
  uint64_t value = 0;
  ASSERT_TRUE(db_->GetAggregatedIntProperty("rocksdb.num-entries-active-mem-table", &value));
  EXPECT_EQ(value, 3u);
  ASSERT_TRUE(db_->GetAggregatedIntProperty("rocksdb.block-cache-capacity", &value));
  EXPECT_EQ(value, uint64_t{1} << 20);
  ASSERT_OK(db_->DestroyColumnFamilyHandle(other));
}

TEST_F(PropertiesTest, BucketStatsNameBoundariesDepthAndStalls) {
  options_.write_buffer_size = 1 << 20;
  Open();
  Fill(0, 5000);
  Flush();
  auto stats = Map("bucket-stats");
  const auto buckets = std::stoul(stats.at("buckets"));
  for (size_t i = 1; i < buckets; ++i)
    EXPECT_EQ(stats.count("boundary." + std::to_string(i)), 1u) << i;
  EXPECT_EQ(stats.count("boundary." + std::to_string(buckets)), 0u);
  EXPECT_EQ(stats.at("max-depth"), "1");
  EXPECT_EQ(stats.at("stall"), "none");
  EXPECT_EQ(stats.at("running-l0-jobs"), "0");
  EXPECT_EQ(stats.at("stall-micros-l0"), "0");
  const std::string text = Text("bucket-stats");
  EXPECT_EQ(text.find("Buckets: "), 0u) << text;
  EXPECT_NE(text.find("\nStall: none\n"), std::string::npos) << text;
}

TEST_F(PropertiesTest, FileDeletionsCanBeSwitchedOffAndOnByCount) {
  Open();
  EXPECT_EQ(Int("is-file-deletions-enabled"), 1u);
  for (int i = 0; i < 2; ++i) {
    Fill(0, 100);
    Flush();
  }
  const size_t before = TableFiles();
  ASSERT_OK(db_->DisableFileDeletions());
  ASSERT_OK(db_->DisableFileDeletions());
  EXPECT_EQ(Int("is-file-deletions-enabled"), 0u);
  Compact();
  EXPECT_EQ(TableFiles(), before + 1);
  EXPECT_GT(Int("obsolete-sst-files-size"), 0u);
  ASSERT_OK(db_->EnableFileDeletions());
  EXPECT_EQ(TableFiles(), before + 1);
  ASSERT_OK(db_->EnableFileDeletions());
  EXPECT_EQ(TableFiles(), 1u);
  EXPECT_EQ(Int("obsolete-sst-files-size"), 0u);
}

// ---- metadata and lists of files ----

TEST_F(PropertiesTest, MetadataDescribesEveryTable) {
  Open();
  Fill(0, 1000);
  Flush();
  Compact();
  Fill(500, 600);
  Flush();
  ColumnFamilyMetaData meta;
  db_->GetColumnFamilyMetaData(&meta);
  EXPECT_EQ(meta.name, "default");
  EXPECT_EQ(meta.file_count, 2u);
  EXPECT_EQ(meta.size, Int("live-sst-files-size"));
  ASSERT_EQ(meta.levels.size(), 7u);
  ASSERT_EQ(meta.levels[0].files.size(), 1u);
  const SstFileMetaData& file = meta.levels[0].files[0];
  EXPECT_EQ(file.smallestkey, Key(500));
  EXPECT_EQ(file.largestkey, Key(599));
  EXPECT_EQ(file.smallest_seqno, 1001u);
  EXPECT_EQ(file.largest_seqno, 1100u);
  EXPECT_EQ(file.num_entries, 100u);
  EXPECT_FALSE(file.being_compacted);
  EXPECT_EQ(file.directory, directory_);
  EXPECT_EQ(file.name, "/" + file.relative_filename);
  EXPECT_EQ(file.file_checksum_func_name, kUnknownFileChecksumFuncName);
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  ASSERT_EQ(live.size(), 2u);
  EXPECT_EQ(live[0].level, 0);
  EXPECT_EQ(live[1].level, 6);
  EXPECT_EQ(live[0].column_family_name, "default");
  uint64_t created = 0;
  ASSERT_OK(db_->GetCreationTimeOfOldestFile(&created));
  EXPECT_GT(created, 1500000000u);
}

// The MANIFEST has no counts. Stock 10.6.2 reads the same tables and gives the same numbers.
TEST_F(PropertiesTest, CountsOfOlderTablesAreReadWhenADatabaseIsOpened) {
  options_.level0_slowdown_writes_trigger = options_.level0_stop_writes_trigger = 1000;
  const auto known = [this] {
    std::vector<LiveFileMetaData> live;
    db_->GetLiveFilesMetaData(&live);
    std::string text;
    for (const LiveFileMetaData& file : live)
      text += std::to_string(file.num_entries) + "/" + std::to_string(file.num_deletions) + " ";
    return text;
  };
  const auto times = [](int n, const std::string& text) {
    std::string all;
    for (int i = 0; i < n; ++i) all += text;
    return all;
  };
  Open();
  for (int i = 0; i < 30; ++i) {
    Put(Key(i), "v");
    Put(Key(100 + i), "v");
    Put(Key(200 + i), "v");
    ASSERT_OK(db_->Delete(WriteOptions(), Key(300 + i)));
    Flush();
  }
  const auto reopen = [this] {
    db_.reset();
    Open();
  };
  EXPECT_EQ(Int("estimate-num-keys"), 60u);
  reopen();
  EXPECT_EQ(known(), times(30, "4/1 "));
  EXPECT_EQ(Int("estimate-num-keys"), 60u);
  options_.max_open_files = 10;
  reopen();
  EXPECT_EQ(known(), times(20, "4/1 ") + times(10, "0/0 "));
  EXPECT_EQ(Int("estimate-num-keys"), 60u);
  // 20 tables with 2 keys each and the new one with 1: 41 / 21 of 31 tables.
  Put("z", "v");
  Flush();
  EXPECT_EQ(Int("estimate-num-keys"), 60u);
  options_.skip_stats_update_on_db_open = true;
  reopen();
  EXPECT_EQ(known(), times(31, "0/0 "));
  EXPECT_EQ(Int("estimate-num-keys"), 0u);
  Put("z", "v");
  EXPECT_EQ(Int("estimate-num-keys"), 1u);
  // Nothing of this stands in the way of compactions.
  options_.skip_stats_update_on_db_open = false;
  reopen();
  Compact();
  EXPECT_EQ(Int("estimate-num-keys"), 91u);
}

TEST_F(PropertiesTest, ASampleOfDeletionsAloneIsFollowedByTheOldestTableWithValues) {
  options_.level0_slowdown_writes_trigger = options_.level0_stop_writes_trigger = 1000;
  Open();
  for (int i = 0; i < 2; ++i) {
    Fill(0, 100);
    Flush();
  }
  Compact();
  for (int i = 0; i < 25; ++i) {
    ASSERT_OK(db_->Delete(WriteOptions(), Key(i)));
    Flush();
  }
  options_.max_open_files = 10;
  db_.reset();
  Open();
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  ASSERT_EQ(live.size(), 26u);
  EXPECT_EQ(live[19].num_deletions, 1u);
  EXPECT_EQ(live[20].num_deletions, 0u);
  EXPECT_EQ(live[25].num_entries, 100u);
}

TEST_F(PropertiesTest, ATableThatCannotBeReadDoesNotPreventTheOpening) {
  Open();
  Fill(0, 100);
  Flush();
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  db_.reset();
  {
    std::fstream table(directory_ + live[0].name, std::ios::in | std::ios::out | std::ios::binary);
    table.seekp(-20, std::ios::end);
    table << "damagedamagedamage";
  }
  Open();
  EXPECT_EQ(Int("estimate-num-keys"), 0u);
  std::string value;
  EXPECT_TRUE(db_->Get(ReadOptions(), Key(1), &value).IsCorruption());
}

// Copies the files as GetLiveFilesStorageInfo says into `target`.
void CopyFiles(const std::vector<LiveFileStorageInfo>& files, const std::string& target_dir) {
  std::filesystem::create_directory(target_dir);
  for (const LiveFileStorageInfo& file : files) {
    const std::string target = target_dir + "/" + file.relative_filename;
    if (!file.replacement_contents.empty()) {
      std::ofstream(target) << file.replacement_contents;
      continue;
    }
    std::filesystem::copy_file(file.directory + "/" + file.relative_filename, target);
    if (file.trim_to_size) std::filesystem::resize_file(target, file.size);
    EXPECT_EQ(std::filesystem::file_size(target), file.size) << target;
  }
}

TEST_F(PropertiesTest, LiveFilesCanBeCopiedIntoAnEqualDatabase) {
  Open();
  Fill(0, 1000);
  Flush();
  Fill(1000, 1100);  // in the log only
  LiveFilesStorageInfoOptions how;
  how.wal_size_for_flush = UINT64_MAX;
  std::vector<LiveFileStorageInfo> files;
  ASSERT_OK(db_->DisableFileDeletions());
  ASSERT_OK(db_->GetLiveFilesStorageInfo(how, &files));
  Fill(2000, 2100);  // after the copy's moment
  const std::string copy = directory_ + "_copy";
  CopyFiles(files, copy);
  std::unique_ptr<DB> other;
  Options options = options_;
  options.create_if_missing = false;
  Status s = DB::Open(options, copy, &other);
  ASSERT_OK(s);
  std::string value;
  EXPECT_OK(other->Get(ReadOptions(), Key(999), &value));
  EXPECT_OK(other->Get(ReadOptions(), Key(1099), &value));
  EXPECT_TRUE(other->Get(ReadOptions(), Key(2000), &value).IsNotFound());
  other.reset();
  EXPECT_OK(DestroyDB(copy, options));
}

TEST_F(PropertiesTest, ACopyTakenBesideWritersAndJobsHoldsEverythingWrittenBefore) {
  options_.disable_auto_compactions = false;
  options_.write_buffer_size = 128 << 10;
  options_.level0_file_num_compaction_trigger = 2;
  Open();
  std::atomic<int> written{0};
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; !stop.load(); ++i) {
      EXPECT_OK(db_->Put(WriteOptions(), Key(i), std::string(200, 'v')));
      written.store(i + 1);
    }
  });
  for (int round = 0; round < 8; ++round) {
    const int before = written.load();
    LiveFilesStorageInfoOptions how;
    how.wal_size_for_flush = round % 2 == 0 ? UINT64_MAX : 0;
    std::vector<LiveFileStorageInfo> files;
    const std::string copy = directory_ + "_copy" + std::to_string(round);
    ASSERT_OK(db_->DisableFileDeletions());
    Status s = db_->GetLiveFilesStorageInfo(how, &files);
    EXPECT_OK(s);
    CopyFiles(files, copy);
    ASSERT_OK(db_->EnableFileDeletions());
    for (const char* name : {"stats", "bucket-stats", "sstables", "estimate-num-keys"}) Text(name);
    std::unique_ptr<DB> other;
    s = DB::OpenForReadOnly(options_, copy, &other);
    EXPECT_OK(s);
    std::string value;
    for (int i = 0; s.ok() && i < before; i += 97) {
      EXPECT_OK(other->Get(ReadOptions(), Key(i), &value)) << i << " of " << before;
    }
    other.reset();
    std::filesystem::remove_all(copy);
  }
  stop.store(true);
  writer.join();
}

TEST_F(PropertiesTest, LiveFilesAreListedWithTheManifestsLength) {
  Open();
  Fill(0, 10);
  std::vector<std::string> files;
  uint64_t manifest_size = 0;
  ASSERT_OK(db_->GetLiveFiles(files, &manifest_size, true));
  EXPECT_EQ(Int("num-entries-active-mem-table"), 0u);
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[1], "/CURRENT");
  EXPECT_EQ(files[2].substr(0, 10), "/MANIFEST-");
  EXPECT_EQ(files[3].substr(0, 9), "/OPTIONS-");
  EXPECT_EQ(std::filesystem::file_size(directory_ + files[2]), manifest_size);
}

TEST_F(PropertiesTest, LogsAreListedWithTheirFirstSequence) {
  Open();
  VectorWalPtr logs;
  ASSERT_OK(db_->GetSortedWalFiles(logs));
  EXPECT_TRUE(logs.empty());
  Fill(0, 10);
  ASSERT_OK(db_->GetSortedWalFiles(logs));
  ASSERT_EQ(logs.size(), 1u);
  EXPECT_EQ(logs[0]->StartSequence(), 1u);
  EXPECT_EQ(logs[0]->Type(), kAliveLogFile);
  EXPECT_EQ(std::filesystem::file_size(directory_ + logs[0]->PathName()), logs[0]->SizeFileBytes());
  std::unique_ptr<WalFile> current;
  ASSERT_OK(db_->GetCurrentWalFile(&current));
  EXPECT_EQ(current->LogNumber(), logs[0]->LogNumber());
}

TEST_F(PropertiesTest, SizesOfRangesComeFromFilesAndMemtables) {
  options_.compression = kNoCompression;
  Open();
  Fill(0, 2000);
  Flush();
  const std::string a = Key(0), middle = Key(1000), end = Key(2000);
  const Range ranges[] = {{a, end}, {a, middle}, {middle, a}, {end, "z"}};
  uint64_t sizes[4];
  ASSERT_OK(db_->GetApproximateSizes(ranges, 4, sizes));
  EXPECT_EQ(sizes[0], Int("live-sst-files-size"));
  EXPECT_NEAR(static_cast<double>(sizes[1]), static_cast<double>(sizes[0]) / 2,
              static_cast<double>(sizes[0]) / 10);
  EXPECT_EQ(sizes[2], 0u);
  EXPECT_EQ(sizes[3], 0u);
  Fill(0, 500);
  SizeApproximationOptions memtables;
  memtables.include_files = false;
  memtables.include_memtables = true;
  ASSERT_OK(db_->GetApproximateSizes(memtables, db_->DefaultColumnFamily(), ranges, 1, sizes));
  EXPECT_GT(sizes[0], 25000u);
  EXPECT_LT(sizes[0], 200000u);
  memtables.include_memtables = false;
  EXPECT_TRUE(db_->GetApproximateSizes(memtables, db_->DefaultColumnFamily(), ranges, 1, sizes)
                  .IsInvalidArgument());
}

TEST_F(PropertiesTest, PropertiesOfTablesAreGivenUnderTheirFullNames) {
  Open();
  Fill(0, 100);
  Flush();
  Fill(500, 600);
  Flush();
  TablePropertiesCollection all, some;
  ASSERT_OK(db_->GetPropertiesOfAllTables(&all));
  EXPECT_GE(all.size(), 2u);
  for (const auto& [name, properties] : all) EXPECT_TRUE(std::filesystem::exists(name)) << name;
  const std::string from = Key(550), to = Key(560);
  const Range range(from, to);
  ASSERT_OK(db_->GetPropertiesOfTablesInRange(db_->DefaultColumnFamily(), &range, 1, &some));
  EXPECT_LT(some.size(), all.size());
  EXPECT_GE(some.size(), 1u);
}

TEST_F(PropertiesTest, VerifyChecksumFindsAFlippedByte) {
  Open();
  Fill(0, 100);
  Flush();
  EXPECT_OK(db_->VerifyChecksum());
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  ASSERT_FALSE(live.empty());
  const std::string path = live[0].directory + live[0].name;
  EXPECT_OK(VerifySstFileChecksum(options_, EnvOptions(), path));
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(20);
  file.put('\x7f');
  file.close();
  EXPECT_TRUE(db_->VerifyChecksum().IsCorruption());
  EXPECT_TRUE(VerifySstFileChecksum(options_, EnvOptions(), path).IsCorruption());
}

// ---- dropping, destroying, listing ----

TEST_F(PropertiesTest, DeleteFilesInRangeDropsOnlyFilesInsideBelowLevelZero) {
  options_.target_file_size_base = 64 << 10;
  options_.compression = kNoCompression;
  Open();
  for (int i = 0; i < 2; ++i) {  // one file alone would only be moved
    Fill(0, 5000);
    Flush();
  }
  Compact();
  const uint64_t files = std::stoull(Text("num-files-at-level6"));
  ASSERT_GT(files, 3u);
  const std::string from = Key(1000), to = Key(4000);
  const Slice begin(from), end(to);
  ASSERT_OK(DeleteFilesInRange(db_.get(), db_->DefaultColumnFamily(), &begin, &end));
  EXPECT_LT(std::stoull(Text("num-files-at-level6")), files);
  EXPECT_EQ(TableFiles(), std::stoull(Text("num-files-at-level6")));
  std::string value;
  EXPECT_OK(db_->Get(ReadOptions(), Key(0), &value));
  EXPECT_OK(db_->Get(ReadOptions(), Key(4999), &value));
  EXPECT_TRUE(db_->Get(ReadOptions(), Key(2500), &value).IsNotFound());
}

TEST_F(PropertiesTest, DestroyLeavesStrangersFilesAlone) {
  Open();
  Fill(0, 10);
  Flush();
  EXPECT_NOT_OK(DestroyDB(directory_, options_));  // still open
  db_.reset();
  std::ofstream(directory_ + "/mine.txt") << "keep";
  EXPECT_OK(DestroyDB(directory_, options_));
  EXPECT_TRUE(std::filesystem::exists(directory_ + "/mine.txt"));
  const std::filesystem::directory_iterator left(directory_);
  EXPECT_EQ(std::distance(begin(left), end(left)), 1);
  std::filesystem::remove(directory_ + "/mine.txt");
  EXPECT_OK(DestroyDB(directory_, options_));
  EXPECT_FALSE(std::filesystem::exists(directory_));
  EXPECT_OK(DestroyDB(directory_, options_));  // nothing there
}

TEST_F(PropertiesTest, DestroyEmptiesTheLogDirectoryToo) {
  options_.wal_dir = directory_ + "_wal";
  Open();
  Fill(0, 10);
  db_.reset();
  EXPECT_TRUE(std::filesystem::exists(options_.wal_dir));
  EXPECT_OK(DestroyDB(directory_, options_));
  EXPECT_FALSE(std::filesystem::exists(options_.wal_dir));
}

TEST_F(PropertiesTest, FamiliesOfAClosedDatabaseAreListed) {
  Open();
  ColumnFamilyHandle* other = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &other));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(other));
  db_.reset();
  std::vector<std::string> names;
  ASSERT_OK(DB::ListColumnFamilies(options_, directory_, &names));
  EXPECT_EQ(names, (std::vector<std::string>{"default", "other"}));
}

// ---- the periodic dump ----

class LineCollector : public Logger {
 public:
  using Logger::Logv;
  void Logv(const char* format, va_list ap) override {
    MutexLock lock(&mutex_);
    text_ += FormatV(format, ap) + "\n";
  }
  bool Has(const std::string& what) {
    MutexLock lock(&mutex_);
    return text_.find(what) != std::string::npos;
  }

 private:
  Mutex mutex_;
  std::string text_;
};

TEST_F(PropertiesTest, StatisticsGoToTheLogOncePeriodIsSet) {
  auto log = std::make_shared<LineCollector>();
  options_.info_log = log;
  options_.stats_dump_period_sec = 0;
  Open();
  EXPECT_FALSE(log->Has("DUMPING STATS"));
  ASSERT_OK(db_->SetDBOptions({{"stats_dump_period_sec", "1"}}));
  EXPECT_TRUE(
      test_support::WaitUntil([&] { return log->Has("** Compaction Stats [default] **"); }));
  EXPECT_TRUE(log->Has("------- DUMPING STATS -------\n"));
  EXPECT_TRUE(log->Has("** DB Stats **\n"));
  const auto begin = std::chrono::steady_clock::now();
  db_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
