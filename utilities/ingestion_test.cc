// IngestExternalFile: where files go, which numbers they get, who sees them, and what a failure
// leaves.
#include <gtest/gtest.h>

#include <thread>

#include "rocksdb/listener.h"
#include "rocksdb/sst_file_reader.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "rocksdb/utilities/tree_check.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Ranges = std::vector<std::pair<std::string, std::string>>;

class Ingests : public EventListener {
 public:
  void OnExternalFileIngested(DB* /*db*/, const ExternalFileIngestionInfo& info) override {
    seen.push_back(info);
  }
  std::vector<ExternalFileIngestionInfo> seen;
};

class IngestionTest : public testing::Test {
 protected:
  IngestionTest() : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)) {
    fs_->Ignore("/LOG");
    options_ = system_test::SmallOptions();
    options_.env = env_.get();
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<system_test::AppendOperator>();
    options_.listeners = {ingests_};
  }
  ~IngestionTest() override { Close(); }

  void Open() {
    std::vector<ColumnFamilyDescriptor> families{{kDefaultColumnFamilyName, options_},
                                                 {"other", options_}};
    DBOptions db_options(options_);
    db_options.create_missing_column_families = true;
    Close();
    ASSERT_OK(DB::Open(db_options, "/db", families, &handles_, &db_));
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles_) EXPECT_OK(db_->DestroyColumnFamilyHandle(handle));
    handles_.clear();
    if (db_ != nullptr) EXPECT_OK(db_->Close());
    db_.reset();
  }
  void Make(const std::string& path, const Pairs& pairs, const Ranges& ranges = {}) {
    SstFileWriter writer(EnvOptions(), options_);
    ASSERT_OK(writer.Open(path));
    for (const auto& [key, value] : pairs) ASSERT_OK(writer.Put(key, value));
    for (const auto& [begin, end] : ranges) ASSERT_OK(writer.DeleteRange(begin, end));
    ASSERT_OK(writer.Finish());
  }
  Status Ingest(const std::vector<std::string>& files) {
    return db_->IngestExternalFile(files, how_);
  }
  Status Put(const std::string& key, const std::string& value) {
    return db_->Put(WriteOptions(), key, value);
  }
  std::string Get(const std::string& key, const Snapshot* snapshot = nullptr) {
    ReadOptions read;
    read.snapshot = snapshot;
    std::string value;
    const Status s = db_->Get(read, key, &value);
    return s.ok() ? value : s.IsNotFound() ? "-" : s.ToString();
  }
  std::string Contents(ColumnFamilyHandle* family = nullptr) {
    std::unique_ptr<Iterator> it(
        db_->NewIterator(ReadOptions(), family != nullptr ? family : handles_[0]));
    std::string text;
    for (it->SeekToFirst(); it->Valid(); it->Next())
      text += it->key().ToString() + "=" + it->value().ToString() + " ";
    EXPECT_OK(it->status());
    return text;
  }
  // "0 0 1 0 0 0 2": the numbers of files by level.
  std::string Levels() {
    std::string text, one;
    for (int level = 0; level < db_->NumberLevels(); ++level) {
      EXPECT_TRUE(db_->GetProperty("rocksdb.num-files-at-level" + std::to_string(level), &one));
      text += (level > 0 ? " " : "") + one;
    }
    return text;
  }
  SequenceNumber Latest() { return db_->GetLatestSequenceNumber(); }
  bool Exists(const std::string& path) { return env_->FileExists(path).ok(); }
  // Tables in the directory of the database.
  std::vector<std::string> Tables() {
    std::vector<std::string> names, tables;
    EXPECT_OK(env_->GetChildren("/db", &names));
    for (const std::string& name : names) {
      if (name.find(".sst") != std::string::npos) tables.push_back(name);
    }
    std::sort(tables.begin(), tables.end());
    return tables;
  }
  void Flush() { ASSERT_OK(db_->Flush(FlushOptions())); }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  std::shared_ptr<Ingests> ingests_ = std::make_shared<Ingests>();
  Options options_;
  IngestExternalFileOptions how_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

TEST_F(IngestionTest, AFileThatOverlapsNothingGoesToTheLastLevelWithoutANumber) {
  Open();
  ASSERT_OK(Put("z", "mem"));
  const SequenceNumber before = Latest();
  Make("/a.sst", {{"a", "1"}, {"c", "2"}});
  ASSERT_OK(Ingest({"/a.sst"}));
  EXPECT_EQ(Levels(), "0 0 0 0 0 0 1");
  EXPECT_EQ(Latest(), before);
  EXPECT_EQ(Contents(), "a=1 c=2 z=mem ");
  EXPECT_TRUE(Exists("/a.sst"));
  ASSERT_EQ(ingests_->seen.size(), 1u);
  EXPECT_EQ(ingests_->seen[0].cf_name, "default");
  EXPECT_EQ(ingests_->seen[0].external_file_path, "/a.sst");
  EXPECT_TRUE(Exists(ingests_->seen[0].internal_file_path));
  EXPECT_EQ(ingests_->seen[0].global_seqno, 0u);
  EXPECT_EQ(ingests_->seen[0].table_properties.num_entries, 2u);
  Open();
  EXPECT_EQ(Contents(), "a=1 c=2 z=mem ");
}

TEST_F(IngestionTest, FilesAreCountedInTheStatistics) {
  Open();
  Make("/one.sst", {{"a", "1"}, {"b", "2"}});
  ASSERT_OK(Ingest({"/one.sst"}));
  ASSERT_OK(Put("b", "3"));
  Flush();
  Make("/two.sst", {{"b", "4"}});
  ASSERT_OK(Ingest({"/two.sst"}));
  std::string report;
  ASSERT_TRUE(db_->GetProperty("rocksdb.cfstats", &report));
  for (const char* line : {"AddFile(Total Files): cumulative 2, interval 2\n",
                           "AddFile(L0 Files): cumulative 1, interval 1\n",
                           "AddFile(Keys): cumulative 3, interval 3\n"}) {
    EXPECT_NE(std::string::npos, report.find(line)) << line << report;
  }
}

TEST_F(IngestionTest, FilesCountAtTheirLevelsAndAsWhatCameIn) {
  Open();
  Make("/copied.sst", {{"a", std::string(2000, 'v')}});
  ASSERT_OK(Ingest({"/copied.sst"}));
  std::map<std::string, std::string> stats;
  ASSERT_TRUE(db_->GetMapProperty("rocksdb.cfstats", &stats));
  EXPECT_EQ(stats["compaction.L6.CompCount"], "1.000000");
  EXPECT_EQ(stats["compaction.Sum.WriteAmp"], "1.000000");
  EXPECT_EQ(stats["compaction.Sum.MovedGB"], "0.000000");
  how_.move_files = true;
  Make("/linked.sst", {{"b", std::string(2000, 'v')}});
  ASSERT_OK(Ingest({"/linked.sst"}));
  ASSERT_TRUE(db_->GetMapProperty("rocksdb.cfstats", &stats));
  EXPECT_EQ(stats["compaction.L6.CompCount"], "2.000000");
  EXPECT_NEAR(std::stod(stats["compaction.Sum.WriteAmp"]), 0.5, 0.1);
  EXPECT_GT(std::stod(stats["compaction.L6.MovedGB"]), 0);
  std::string report;
  ASSERT_TRUE(db_->GetProperty("rocksdb.cfstats", &report));
  EXPECT_NE(report.find("\nUser "), std::string::npos) << report;
}

TEST_F(IngestionTest, AFileThatOverlapsIsNewer) {
  Open();
  Make("/a.sst", {{"a", "1"}, {"c", "1"}});
  Make("/b.sst", {{"b", "2"}, {"c", "2"}});
  Make("/c.sst", {{"c", "3"}});
  ASSERT_OK(Ingest({"/a.sst"}));
  ASSERT_OK(Ingest({"/b.sst"}));
  EXPECT_EQ(Levels(), "1 0 0 0 0 0 1");
  EXPECT_EQ(Latest(), 1u);
  ASSERT_OK(Ingest({"/c.sst"}));
  EXPECT_EQ(Levels(), "2 0 0 0 0 0 1");
  EXPECT_EQ(Latest(), 2u);
  EXPECT_EQ(Contents(), "a=1 b=2 c=3 ");
  ASSERT_OK(Put("c", "4"));
  EXPECT_EQ(Get("c"), "4");
  Open();
  EXPECT_EQ(Contents(), "a=1 b=2 c=4 ");
  EXPECT_EQ(Latest(), 3u);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Contents(), "a=1 b=2 c=4 ");
}

TEST_F(IngestionTest, MemtablesThatOverlapAreFlushedFirst) {
  Open();
  ASSERT_OK(Put("b", "mem"));
  ASSERT_OK(Put("x", "mem"));
  Make("/a.sst", {{"a", "1"}, {"c", "1"}});
  Make("/p.sst", {{"p", "1"}});
  how_.allow_blocking_flush = false;
  EXPECT_EQ(Ingest({"/a.sst"}).ToString(), "Invalid argument: External file requires flush");
  ASSERT_OK(Ingest({"/p.sst"}));
  EXPECT_EQ(Levels(), "0 0 0 0 0 0 1");
  how_.allow_blocking_flush = true;
  how_.allow_global_seqno = false;
  EXPECT_EQ(Ingest({"/a.sst"}).ToString(),
            "Invalid argument: Global seqno is required, but disabled");
  how_.allow_global_seqno = true;
  ASSERT_OK(Ingest({"/a.sst"}));
  EXPECT_EQ(Contents(), "a=1 b=mem c=1 p=1 x=mem ");
}

TEST_F(IngestionTest, ADeletedRangeInMemoryIsFlushedToo) {
  Open();
  ASSERT_OK(db_->DeleteRange(WriteOptions(), handles_[0], "a", "m"));
  Make("/b.sst", {{"b", "1"}});
  ASSERT_OK(Ingest({"/b.sst"}));
  EXPECT_EQ(Latest(), 2u);
  EXPECT_EQ(Contents(), "b=1 ");
}

TEST_F(IngestionTest, WhatLiesInAGapOfOtherFilesGoesBelowThem) {
  Open();
  ASSERT_OK(Put("a", "0"));
  ASSERT_OK(Put("z", "0"));
  Flush();
  Make("/m.sst", {{"m", "1"}, {"n", "1"}});
  ASSERT_OK(Ingest({"/m.sst"}));
  EXPECT_EQ(Latest(), 2u);
  EXPECT_EQ(Levels().back(), '1');
  // Between the files that the last level has there is no place.
  Make("/o.sst", {{"mm", "2"}});
  ASSERT_OK(Ingest({"/o.sst"}));
  EXPECT_EQ(Latest(), 2u);
  EXPECT_EQ(Contents(), "a=0 m=1 mm=2 n=1 z=0 ");
}

// With dynamic levels no place is left but Level 0, where older numbers seemed to be out of order.
TEST_F(IngestionTest, AGapOfLevel0MayBeTheOnlyPlaceAndTheTreeIsSound) {
  options_.level_compaction_dynamic_level_bytes = true;
  system_test::SetBuckets(&options_, 0);
  Open();
  for (int round = 0; round < 2; ++round) {
    ASSERT_OK(Put("a", std::to_string(round)));
    ASSERT_OK(Put("z", std::to_string(round)));
    Flush();
    if (round == 0) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  }
  const SequenceNumber before = Latest();
  Make("/m.sst", {{"m", "made"}});
  ASSERT_OK(Ingest({"/m.sst"}));
  EXPECT_EQ(Levels(), "2 0 0 0 0 0 1");
  EXPECT_EQ(Latest(), before);
  EXPECT_OK(CheckTree(db_.get(), handles_[0], TreeCheckOptions(), nullptr));
  EXPECT_EQ(Contents(), "a=1 m=made z=1 ");
}

TEST_F(IngestionTest, DeletedRangesOfAFileDeleteWhatIsOlder) {
  Open();
  ASSERT_OK(Put("a", "0"));
  ASSERT_OK(Put("b", "0"));
  ASSERT_OK(Put("x", "0"));
  Make("/d.sst", {{"b", "1"}}, {{"a", "f"}});
  ASSERT_OK(Ingest({"/d.sst"}));
  EXPECT_EQ(Contents(), "b=1 x=0 ");
  Make("/e.sst", {}, {{"b", "x"}});
  ASSERT_OK(Ingest({"/e.sst"}));
  EXPECT_EQ(Contents(), "x=0 ");
  Open();
  EXPECT_EQ(Contents(), "x=0 ");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Contents(), "x=0 ");
}

TEST_F(IngestionTest, SnapshotsDoNotSeeFilesThatCameLater) {
  Open();
  ASSERT_OK(Put("a", "0"));
  const Snapshot* snapshot = db_->GetSnapshot();
  Make("/a.sst", {{"a", "1"}});
  Make("/q.sst", {{"q", "1"}});
  Make("/r.sst", {{"r", "1"}});
  ASSERT_OK(Ingest({"/a.sst"}));
  ASSERT_OK(Ingest({"/q.sst"}));
  EXPECT_EQ(Get("a", snapshot), "0");
  EXPECT_EQ(Get("q", snapshot), "-");
  EXPECT_EQ(Get("a") + Get("q"), "11");
  const SequenceNumber before = Latest();
  how_.snapshot_consistency = false;
  ASSERT_OK(Ingest({"/r.sst"}));
  EXPECT_EQ(Latest(), before);
  EXPECT_EQ(Get("r", snapshot), "1");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Get("a", snapshot), "0");
  EXPECT_EQ(Get("q", snapshot), "-");
  db_->ReleaseSnapshot(snapshot);
}

// Going backwards, an iterator that has passed over many versions of a key seeks the one it may
// see. In a file whose entries all have the file's number that seek found a newer one.
TEST_F(IngestionTest, SnapshotsDoNotSeeThemGoingBackwardsOverManyVersions) {
  options_.max_sequential_skip_in_iterations = 1;
  Open();
  ASSERT_OK(Put("a", "0"));
  const Snapshot* const before_k = db_->GetSnapshot();
  ASSERT_OK(Put("k", "1"));
  const Snapshot* const with_k = db_->GetSnapshot();
  for (const char* value : {"2", "3", "4"}) ASSERT_OK(Put("k", value));
  Make("/k.sst", {{"k", "file"}, {"z", "file"}});
  ASSERT_OK(Ingest({"/k.sst"}));
  ASSERT_OK(Put("k", "5"));
  for (const auto& [snapshot, found] : {std::pair{before_k, "a=0"}, std::pair{with_k, "k=1"},
                                        std::pair{db_->GetSnapshot(), "k=5"}}) {
    ReadOptions read;
    read.snapshot = snapshot;
    const std::unique_ptr<Iterator> it(db_->NewIterator(read, handles_[0]));
    it->SeekForPrev("l");
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(it->key().ToString() + "=" + it->value().ToString(), found);
    db_->ReleaseSnapshot(snapshot);
  }
}

TEST_F(IngestionTest, OfSeveralFilesThatOverlapTheLastWins) {
  Open();
  Make("/1.sst", {{"m", "1"}, {"n", "1"}});
  Make("/2.sst", {{"m", "2"}});
  Make("/3.sst", {{"n", "3"}, {"o", "3"}});
  ASSERT_OK(Ingest({"/1.sst", "/2.sst", "/3.sst"}));
  EXPECT_EQ(Contents(), "m=2 n=3 o=3 ");
  EXPECT_EQ(Latest(), 3u);
  Open();
  EXPECT_EQ(Contents(), "m=2 n=3 o=3 ");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Contents(), "m=2 n=3 o=3 ");
  how_.fail_if_not_bottommost_level = true;
  EXPECT_TRUE(Ingest({"/1.sst"}).IsTryAgain());
}

TEST_F(IngestionTest, FilesOverBucketBoundariesAreOrdinary) {
  Open();
  for (int i = 0; i < 400; ++i) ASSERT_OK(Put(system_test::NumberedKey(i), "old"));
  Flush();
  Pairs wide;
  for (int i = 0; i < 400; i += 3) wide.emplace_back(system_test::NumberedKey(i), "file");
  Make("/w.sst", wide);
  ASSERT_OK(Ingest({"/w.sst"}));
  for (int i = 0; i < 400; i += 7) ASSERT_OK(Put(system_test::NumberedKey(i), "new"));
  Flush();
  const auto check = [this] {
    for (int i = 0; i < 400; ++i) {
      ASSERT_EQ(Get(system_test::NumberedKey(i)), i % 7 == 0 ? "new" : i % 3 == 0 ? "file" : "old");
    }
  };
  check();
  Open();
  check();
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  check();
}

TEST_F(IngestionTest, MovedFilesAreLinkedAndTheirOldNamesGo) {
  Open();
  Make("/a.sst", {{"a", "1"}});
  Make("/b.sst", {{"b", "1"}});
  Make("/c.sst", {{"c", "1"}});
  how_.move_files = true;
  fs_->ResetCounts();
  ASSERT_OK(Ingest({"/a.sst"}));
  EXPECT_EQ(fs_->Count(FsOp::kLink), 1u);
  EXPECT_FALSE(Exists("/a.sst"));
  how_.move_files = false;
  how_.link_files = true;
  ASSERT_OK(Ingest({"/b.sst"}));
  EXPECT_TRUE(Exists("/b.sst"));
  how_.move_files = true;
  EXPECT_EQ(Ingest({"/c.sst"}).ToString(),
            "Invalid argument: `move_files` and `link_files` can not both be true.");
  how_.link_files = false;
  how_.failed_move_fall_back_to_copy = false;
  fs_->FailNth(FsOp::kLink, 1, IOStatus::IOError("injected"));
  EXPECT_TRUE(Ingest({"/c.sst"}).IsIOError());
  EXPECT_TRUE(Exists("/c.sst"));
  how_.failed_move_fall_back_to_copy = true;
  fs_->FailNth(FsOp::kLink, 1, IOStatus::IOError("injected"));
  ASSERT_OK(Ingest({"/c.sst"}));
  EXPECT_FALSE(Exists("/c.sst"));
  EXPECT_EQ(Contents(), "a=1 b=1 c=1 ");
}

TEST_F(IngestionTest, SeveralFamiliesGetTheirFilesTogether) {
  Open();
  ASSERT_OK(Put("a", "0"));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "b", "0"));
  Make("/a.sst", {{"a", "1"}});
  Make("/b.sst", {{"b", "1"}});
  std::vector<IngestExternalFileArg> args(2);
  args[0].column_family = handles_[0];
  args[0].external_files = {"/a.sst"};
  args[1].column_family = handles_[1];
  args[1].external_files = {"/none.sst"};
  EXPECT_FALSE(db_->IngestExternalFiles(args).ok());
  EXPECT_EQ(Contents() + Contents(handles_[1]), "a=0 b=0 ");
  args[1].external_files = {"/b.sst"};
  ASSERT_OK(db_->IngestExternalFiles(args));
  EXPECT_EQ(Contents() + Contents(handles_[1]), "a=1 b=1 ");
  args[1].column_family = handles_[0];
  EXPECT_EQ(db_->IngestExternalFiles(args).ToString(),
            "Invalid argument: ingestion args have duplicate column families");
  EXPECT_EQ(db_->IngestExternalFiles({}).ToString(),
            "Invalid argument: ingestion arg list is empty");
  Open();
  EXPECT_EQ(Contents() + Contents(handles_[1]), "a=1 b=1 ");
}

TEST_F(IngestionTest, FilesThatAreNotForThisFamilyAreRefused) {
  Open();
  EXPECT_EQ(Ingest({}).ToString(), "Invalid argument: external_files[0] is empty");
  ASSERT_OK(Put("k", "1"));
  Flush();
  EXPECT_EQ(Ingest({"/db/" + Tables()[0]}).ToString(),
            "Corruption: External file version not found");
  how_.allow_db_generated_files = true;
  EXPECT_EQ(Ingest({"/db/" + Tables()[0]}).ToString(),
            "Corruption: External file has non zero sequence number");
  SstFileWriter backward(EnvOptions(), options_, ReverseBytewiseComparator());
  ASSERT_OK(backward.Open("/r.sst"));
  ASSERT_OK(backward.Put("b", "1"));
  ASSERT_OK(backward.Finish());
  EXPECT_EQ(Ingest({"/r.sst"}).ToString(),
            "Invalid argument: leveldb.BytewiseComparator: does not match existing comparator "
            "rocksdb.ReverseBytewiseComparator");
  SstFileWriter other(EnvOptions(), options_, handles_[1]);
  ASSERT_OK(other.Open("/o.sst"));
  ASSERT_OK(other.Put("b", "1"));
  ASSERT_OK(other.Finish());
  how_ = IngestExternalFileOptions();
  EXPECT_TRUE(Ingest({"/o.sst"}).IsInvalidArgument());
  EXPECT_OK(db_->IngestExternalFile(handles_[1], {"/o.sst"}, IngestExternalFileOptions()));
  how_.ingest_behind = true;
  EXPECT_TRUE(Ingest({"/o.sst"}).IsInvalidArgument());
  EXPECT_EQ(Tables().size(), 2u);
}

TEST_F(IngestionTest, FilesOfADatabaseWithoutNumbersAreTakenOnRequest) {
  Open();
  Make("/a.sst", {{"a", "1"}, {"b", "1"}});
  Make("/b.sst", {{"b", "2"}});
  ASSERT_OK(Ingest({"/a.sst", "/b.sst"}));
  CompactRangeOptions all;
  all.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(all, nullptr, nullptr));
  how_.allow_db_generated_files = true;
  how_.link_files = true;
  ASSERT_TRUE(test_support::WaitUntil([&] { return Tables().size() == 1; }));
  ASSERT_OK(db_->IngestExternalFile(handles_[1], {"/db/" + Tables()[0]}, how_));
  EXPECT_EQ(Contents(handles_[1]), "a=1 b=2 ");
  // A second one would need a number.
  EXPECT_TRUE(
      db_->IngestExternalFile(handles_[1], {"/db/" + Tables()[0]}, how_).IsInvalidArgument());
}

TEST_F(IngestionTest, NumbersAreWrittenIntoFilesOnRequest) {
  Open();
  ASSERT_OK(Put("a", "0"));
  Make("/a.sst", {{"a", "1"}});
  how_.write_global_seqno = true;
  ASSERT_OK(Ingest({"/a.sst"}));
  EXPECT_EQ(Get("a"), "1");
  const std::string inside = ingests_->seen[0].internal_file_path;
  SstFileReader reader(options_);
  ASSERT_OK(reader.Open(inside));
  std::unique_ptr<Iterator> it = reader.NewTableIterator();
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  // Sequence number 2, type 1.
  EXPECT_EQ(it->key(), Slice("a\1\2\0\0\0\0\0\0", 9));
  ASSERT_OK(reader.VerifyChecksum());
  // A file with a number takes another one when it is ingested again.
  how_.write_global_seqno = false;
  ASSERT_OK(Ingest({inside}));
  EXPECT_EQ(ingests_->seen[1].global_seqno, 3u);
  EXPECT_EQ(Get("a"), "1");
  Open();
  EXPECT_EQ(Get("a"), "1");
  ASSERT_OK(db_->VerifyChecksum());
}

TEST_F(IngestionTest, WhatComesFromBehindIsOlderThanEverything) {
  options_.allow_ingest_behind = true;
  Open();
  ASSERT_OK(Put("a", "mem"));
  Make("/b.sst", {{"a", "behind"}, {"b", "behind"}});
  Make("/c.sst", {{"b", "again"}});
  Make("/d.sst", {{"d", "1"}});
  how_.ingest_behind = true;
  const Snapshot* snapshot = db_->GetSnapshot();
  ASSERT_OK(Ingest({"/b.sst"}));
  EXPECT_EQ(Levels(), "0 0 0 0 0 0 1");
  EXPECT_EQ(Contents(), "a=mem b=behind ");
  EXPECT_EQ(Get("b", snapshot), "behind");
  db_->ReleaseSnapshot(snapshot);
  EXPECT_EQ(Ingest({"/c.sst"}).ToString(),
            "Invalid argument: Can't ingest_behind file as it doesn't fit at the last level!");
  EXPECT_TRUE(Ingest({"/d.sst", "/d.sst"}).IsNotSupported());
  ASSERT_OK(db_->Delete(WriteOptions(), "b"));
  Flush();
  Open();
  EXPECT_EQ(Contents(), "a=mem ");
}

// A flush reserves its epochs when it begins, and its table may come after the file from behind.
TEST_F(IngestionTest, WhatComesFromBehindHasALowerEpochThanAllThatWasFlushed) {
  options_.cf_allow_ingest_behind = true;
  Open();
  ASSERT_OK(Put("z", "flushed"));
  Flush();
  Make("/b.sst", {{"b", "behind"}});
  how_.ingest_behind = true;
  ASSERT_OK(Ingest({"/b.sst"}));
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 2u);
  ASSERT_EQ(files[0].level, 0);
  EXPECT_LT(files[1].epoch_number, files[0].epoch_number);
}

TEST_F(IngestionTest, DamagedFilesAreFoundBeforeTheyAreIngested) {
  Open();
  Make("/a.sst", {{"a", std::string(5000, 'x')}, {"b", std::string(5000, 'y')}});
  std::string bytes;
  ASSERT_OK(ReadFileToString(env_.get(), "/a.sst", &bytes));
  bytes[2000] ^= 1;
  ASSERT_OK(WriteStringToFile(env_.get(), bytes, "/bad.sst"));
  how_.verify_checksums_before_ingest = true;
  EXPECT_TRUE(Ingest({"/bad.sst"}).IsCorruption());
  ASSERT_OK(WriteStringToFile(env_.get(), "junk", "/junk.sst"));
  EXPECT_TRUE(Ingest({"/junk.sst"}).IsCorruption());
  EXPECT_EQ(Tables().size(), 0u);
  how_.verify_checksums_readahead_size = 1 << 20;
  ASSERT_OK(Ingest({"/a.sst"}));
}

TEST_F(IngestionTest, ADatabaseOpenForReadingIngestsNothing) {
  Open();
  Close();
  Make("/a.sst", {{"a", "1"}});
  ASSERT_OK(DB::OpenForReadOnly(options_, "/db", &db_));
  EXPECT_EQ(Ingest({"/a.sst"}).ToString(),
            "Not implemented: Not supported operation in read only mode.");
}

// Every operation on the way fails once; the last call of each round succeeds.
TEST_F(IngestionTest, AFailureLeavesTheDatabaseAsItWas) {
  Open();
  ASSERT_OK(Put("a", "0"));
  Flush();
  Make("/a.sst", {{"a", "1"}, {"b", "1"}});
  Make("/b.sst", {{"x", "1"}});
  int failed = 0;
  for (const FsOp op : {FsOp::kOpenRead, FsOp::kRead, FsOp::kOpenWrite, FsOp::kAppend, FsOp::kSync,
                        FsOp::kClose, FsOp::kLink, FsOp::kDirSync}) {
    for (const bool move : {false, true}) {
      for (uint64_t nth = 1; nth < 50; ++nth) {
        const std::string before = Contents();
        const size_t tables = Tables().size();
        how_ = IngestExternalFileOptions();
        how_.link_files = move;
        how_.failed_move_fall_back_to_copy = false;
        fs_->ResetCounts();
        fs_->FailNth(op, nth, IOStatus::IOError("injected"));
        const Status s = Ingest({"/a.sst", "/b.sst"});
        const bool hit = fs_->Injected() > 0;
        fs_->ClearFaults();
        if (s.ok()) {
          if (hit) continue;
          break;
        }
        ++failed;
        ASSERT_TRUE(s.IsIOError()) << s.ToString();
        EXPECT_EQ(Contents(), before);
        // A MANIFEST that may name the files keeps them until the next one is in force.
        ASSERT_OK(Put("k", "next"));
        Flush();
        ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
        EXPECT_TRUE(test_support::WaitUntil([&] { return Tables().size() <= tables + 1; }));
        EXPECT_TRUE(Exists("/a.sst"));
      }
    }
  }
  EXPECT_GT(failed, 10);
  Open();
  EXPECT_EQ(Get("a") + Get("b") + Get("x"), "111");
}

TEST_F(IngestionTest, RecycledLogsAreReplayedPastAnIngestion) {
  options_.recycle_log_file_num = 2;
  Open();
  for (int round = 0; round < 4; ++round) {
    ASSERT_OK(Put("a", std::to_string(round)));
    Flush();
  }
  ASSERT_OK(Put("p", "1"));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "p", "1"));
  Make("/a.sst", {{"a", "file"}});
  ASSERT_OK(Ingest({"/a.sst"}));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "q", "2"));
  Flush();
  ASSERT_OK(Put("q", "2"));
  fs_->SetActive(false);
  for (ColumnFamilyHandle* handle : handles_)
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  handles_.clear();
  db_->Close().PermitUncheckedError();
  db_.reset();
  fs_->SetActive(true);
  Open();
  EXPECT_EQ(Contents(), "a=file p=1 q=2 ");
  EXPECT_EQ(Contents(handles_[1]), "p=1 q=2 ");
}

TEST_F(IngestionTest, APowerCutAfterwardsKeepsTheFiles) {
  Open();
  ASSERT_OK(Put("a", "0"));
  Make("/a.sst", {{"a", "1"}});
  how_.move_files = true;
  ASSERT_OK(Ingest({"/a.sst"}));
  fs_->SetActive(false);
  for (ColumnFamilyHandle* handle : handles_)
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  handles_.clear();
  db_->Close().PermitUncheckedError();
  db_.reset();
  ASSERT_OK(fs_->Crash(PowerCut()));
  fs_->SetActive(true);
  Open();
  EXPECT_EQ(Contents(), "a=1 ");
  ASSERT_OK(Put("a", "2"));
  EXPECT_EQ(Get("a"), "2");
}

TEST_F(IngestionTest, WritersAndReadersGoOnBesideIngestions) {
  options_.disable_auto_compactions = false;
  Open();
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (int i = 0; !done.load(); ++i) {
      EXPECT_OK(Put("w" + std::to_string(i % 50), "v"));
    }
  });
  std::thread reader([&] {
    while (!done.load()) {
      const std::string value = Get("a");
      EXPECT_TRUE(value == "-" || value.size() <= 2) << value;
    }
  });
  for (int i = 0; i < 30; ++i) {
    const std::string path = "/" + std::to_string(i) + ".sst";
    Make(path, {{"a", std::to_string(i)}, {"w2", "file"}});
    EXPECT_OK(Ingest({path}));
    EXPECT_EQ(Get("a"), std::to_string(i));
  }
  done = true;
  writer.join();
  reader.join();
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_EQ(Get("a"), "29");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
