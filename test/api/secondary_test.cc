// DB::OpenAsSecondary and TryCatchUpWithPrimary: what a secondary instance shows of a live primary,
// and what it refuses.
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <utility>

#include "rocksdb/utilities/transaction_db.h"
#include "test/support/beside_primary.h"

namespace system_test {
namespace {

constexpr char kRefused[] = "Not implemented: Not supported operation in secondary mode.";
constexpr char kNoSnapshot[] = "Not implemented: snapshot not supported in secondary mode";

using SecondaryTest = BesidePrimaryTest;

TEST_F(SecondaryTest, ShowsWhatWasWrittenBeforeItWasOpenedAndLaterWritesOnceItCaughtUp) {
  OpenPrimary();
  ASSERT_OK(Put("in a table", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(Put("in a log", "2"));
  ASSERT_OK(OpenSecondary());
  EXPECT_EQ(Get("in a table"), "1");
  EXPECT_EQ(Get("in a log"), "2");
  ASSERT_OK(Put("later", "3"));
  ASSERT_OK(primary_.db->Delete(WriteOptions(), "in a log"));
  EXPECT_EQ(Get("later"), "NOT_FOUND");
  EXPECT_EQ(Get("in a log"), "2");
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("later"), "3");
  EXPECT_EQ(Get("in a log"), "NOT_FOUND");
  EXPECT_EQ(secondary_.db->GetLatestSequenceNumber(), primary_.db->GetLatestSequenceNumber());
}

TEST_F(SecondaryTest, FollowsFlushesCompactionsAndNewManifests) {
  options_.max_manifest_file_size = 500;
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 50; ++i) {
      ASSERT_OK(Put(NumberedKey(i), std::to_string(round)));
      ASSERT_OK(primary_.db->Merge(WriteOptions(), "sum", "x"));
    }
    if (round % 3 == 0) ASSERT_OK(Flush());
    if (round % 5 == 4) {
      ASSERT_OK(primary_.db->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    }
    ASSERT_OK(CatchUp());
    ASSERT_NO_FATAL_FAILURE(ExpectSame());
  }
}

TEST_F(SecondaryTest, CountsEachMergeOperandOnceWhereverItIs) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  std::string expected;
  for (int i = 0; i < 12; ++i) {
    ASSERT_OK(primary_.db->Merge(WriteOptions(), "m", std::to_string(i)));
    expected += (i == 0 ? "" : ",") + std::to_string(i);
    if (i % 2 == 0) ASSERT_OK(CatchUp());
    if (i % 3 == 0) ASSERT_OK(Flush());
    ASSERT_OK(CatchUp());
    EXPECT_EQ(Get("m"), expected);
  }
}

TEST_F(SecondaryTest, LetsGoOfMemtablesThatAreInTables) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  uint64_t entries = 0;
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(CatchUp());
  ASSERT_TRUE(secondary_.db->GetIntProperty(DB::Properties::kNumEntriesActiveMemTable, &entries));
  EXPECT_EQ(entries, 1u);
  ASSERT_OK(Flush());
  ASSERT_OK(CatchUp());
  ASSERT_TRUE(secondary_.db->GetIntProperty(DB::Properties::kNumEntriesActiveMemTable, &entries));
  EXPECT_EQ(entries, 0u);
  ASSERT_TRUE(secondary_.db->GetIntProperty(DB::Properties::kNumEntriesImmMemTables, &entries));
  EXPECT_EQ(entries, 0u);
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(SecondaryTest, KeepsTablesReadableThatThePrimaryHasDeleted) {
  OpenPrimary();
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(Put("a", std::to_string(i)));
    ASSERT_OK(Flush());
  }
  ASSERT_OK(OpenSecondary());
  std::unique_ptr<Iterator> it(secondary_.db->NewIterator(ReadOptions()));
  ASSERT_OK(Put("a", "new"));
  ASSERT_OK(primary_.db->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Get("a"), "2");
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("a"), "new");
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->value().ToString(), "2");
  ASSERT_OK(it->Refresh());
  it->SeekToFirst();
  EXPECT_EQ(it->value().ToString(), "new");
}

TEST_F(SecondaryTest, ShowsRangeDeletionsAndSplittingBuckets) {
  options_.bucket_options.initial_buckets = 1;
  options_.bucket_options.min_file_size = 1;
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < 400; ++i) ASSERT_OK(Put(NumberedKey(i), std::string(100, 'v')));
    ASSERT_OK(primary_.db->DeleteRange(WriteOptions(), primary_.handles[0], NumberedKey(round * 10),
                                       NumberedKey(round * 10 + 25)));
    ASSERT_OK(Flush());
    ASSERT_OK(CatchUp());
    ASSERT_NO_FATAL_FAILURE(ExpectSame());
  }
}

TEST_F(SecondaryTest, OpensSomeFamiliesAndPassesOverThoseMadeLater) {
  OpenPrimary({kDefaultColumnFamilyName, "one", "two"});
  ASSERT_OK(Put("k", "one", 1));
  ASSERT_OK(Put("k", "two", 2));
  ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "two"}));
  EXPECT_EQ(Get("k", 1), "two");
  ColumnFamilyHandle* later = nullptr;
  ASSERT_OK(primary_.db->CreateColumnFamily(options_, "later", &later));
  primary_.handles.push_back(later);
  WriteBatch batch;
  ASSERT_OK(batch.Put(later, "k", "later"));
  ASSERT_OK(batch.Put(primary_.handles[2], "k", "two again"));
  ASSERT_OK(primary_.db->Write(WriteOptions(), &batch));
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("k", 1), "two again");
}

TEST_F(SecondaryTest, KeepsWhatADroppedFamilyHad) {
  OpenPrimary({kDefaultColumnFamilyName, "gone"});
  ASSERT_OK(Put("k", "in a table", 1));
  ASSERT_OK(Flush(1));
  ASSERT_OK(Put("l", "in a log", 1));
  ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "gone"}));
  ASSERT_OK(primary_.db->DropColumnFamily(primary_.handles[1]));
  ASSERT_OK(primary_.db->DestroyColumnFamilyHandle(primary_.handles[1]));
  primary_.handles.pop_back();
  ASSERT_OK(Put("d", "1"));
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("d"), "1");
  EXPECT_EQ(Get("k", 1), "in a table");
  EXPECT_EQ(Get("l", 1), "in a log");
  // One of the same name is another.
  ColumnFamilyHandle* again = nullptr;
  ASSERT_OK(primary_.db->CreateColumnFamily(options_, "gone", &again));
  primary_.handles.push_back(again);
  ASSERT_OK(Put("k", "new", 1));
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("k", 1), "in a table");
  ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "gone"}));
  EXPECT_EQ(Get("k", 1), "new");
}

TEST_F(SecondaryTest, FollowsAPrimaryThatIsOpenedAgain) {
  OpenPrimary();
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(OpenSecondary());
  for (int i = 0; i < 4; ++i) {
    options_.avoid_flush_during_recovery = i % 2 == 0;
    primary_.Close();
    ASSERT_OK(CatchUp());
    OpenPrimary();
    ASSERT_OK(Put("b", std::to_string(i)));
    ASSERT_OK(primary_.db->Merge(WriteOptions(), "m", std::to_string(i)));
    ASSERT_OK(CatchUp());
    ASSERT_NO_FATAL_FAILURE(ExpectSame());
  }
}

TEST_F(SecondaryTest, FollowsRecycledAndArchivedLogs) {
  for (const bool recycled : {true, false}) {
    options_.recycle_log_file_num = recycled ? 3 : 0;
    options_.WAL_ttl_seconds = recycled ? 0 : 1000;
    OpenPrimary();
    ASSERT_OK(OpenSecondary());
    for (int i = 0; i < 30; ++i) {
      ASSERT_OK(primary_.db->Merge(WriteOptions(), NumberedKey(i % 5), std::to_string(i)));
      if (i % 2 == 0) ASSERT_OK(Flush());
      if (i % 5 != 4) continue;
      ASSERT_OK(CatchUp());
      ASSERT_NO_FATAL_FAILURE(ExpectSame());
    }
  }
}

TEST_F(SecondaryTest, FollowsAPrimaryWhoseManifestHasNoIdAnyMoreAndNoOtherDatabase) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  const auto write_and_reopen = [this](const std::string& value) {
    ASSERT_OK(Put("a", value));
    OpenPrimary();
    ASSERT_OK(CatchUp());
    EXPECT_EQ(Get("a"), value);
  };
  options_.write_dbid_to_manifest = false;
  write_and_reopen("1");
  write_and_reopen("2");
  options_.write_dbid_to_manifest = true;
  write_and_reopen("3");
  options_.write_dbid_to_manifest = false;
  write_and_reopen("4");
  primary_.Close();
  ASSERT_OK(DestroyDB(path_, options_));
  options_.write_dbid_to_manifest = true;
  OpenPrimary();
  const Status s = CatchUp();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("another database"), std::string::npos) << s.ToString();
  EXPECT_EQ(Get("a"), "4");
}

TEST_F(SecondaryTest, ShowsABatchWholeThatWaitedInThePrimarysBuffer) {
  options_.manual_wal_flush = true;
  OpenPrimary({kDefaultColumnFamilyName, "other"});
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(Put("b", "1"));
  // Records the sequence number of "b", whose record waits.
  ColumnFamilyHandle* made = nullptr;
  ASSERT_OK(primary_.db->CreateColumnFamily(options_, "made", &made));
  primary_.handles.push_back(made);
  ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "other"}));
  EXPECT_EQ(Get("a"), "1");
  ASSERT_OK(primary_.db->FlushWAL(false));
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("b"), "1");
  ASSERT_NO_FATAL_FAILURE(ExpectSame());
}

TEST_F(SecondaryTest, ShowsUnloggedWritesAndIngestedFilesOnceTheyAreInTables) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(primary_.db->Put(unlogged, "u", "1"));
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("u"), "NOT_FOUND");
  ASSERT_OK(Flush());
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("u"), "1");
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open(dir_ / "file.sst"));
  ASSERT_OK(writer.Put("u", "ingested"));
  ASSERT_OK(writer.Finish());
  ASSERT_OK(primary_.db->IngestExternalFile({dir_ / "file.sst"}, IngestExternalFileOptions()));
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("u"), "ingested");
}

// Does something once, between the listing of a directory and its answer.
class AfterListing : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "AfterListing"; }
  IOStatus GetChildren(const std::string& directory, const IOOptions& options,
                       std::vector<std::string>* names, IODebugContext* dbg) override {
    IOStatus s = FileSystemWrapper::GetChildren(directory, options, names, dbg);
    if (const auto fn = std::exchange(once, nullptr)) fn();
    return s;
  }
  std::function<void()> once;
};

class SecondaryListingTest : public BesidePrimaryTest {
 protected:
  // Before the environment goes.
  ~SecondaryListingTest() override { secondary_.Close(); }

  const std::shared_ptr<AfterListing> fs_ = std::make_shared<AfterListing>(FileSystem::Default());
  const std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
};

TEST_F(SecondaryListingTest, ShowsNoReplacedRangeWithoutTheWritesBeforeIt) {
  OpenPrimary({kDefaultColumnFamilyName, "before", "not shown"});
  ASSERT_OK(Put("m", "0"));
  ASSERT_OK(Put("p", "0", 1));
  ASSERT_OK(Flush());
  ASSERT_OK(Put("z", "0", 2));
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open(dir_ / "file.sst"));
  ASSERT_OK(writer.Put("m", "1"));
  ASSERT_OK(writer.Finish());
  options_.env = env_.get();
  ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "before"}));
  options_.env = Env::Default();
  // The secondary has listed the logs, and misses the one that is begun now.
  fs_->once = [this] {
    ASSERT_OK(Flush(2));
    ASSERT_OK(Put("p", "1", 1));
    IngestExternalFileArg arg;
    arg.column_family = primary_.handles[0];
    arg.external_files = {dir_ / "file.sst"};
    arg.options.snapshot_consistency = false;
    arg.atomic_replace_range = RangeOpt("m", "n");
    ASSERT_OK(primary_.db->IngestExternalFiles({arg}));
  };
  ASSERT_OK(CatchUp());
  EXPECT_FALSE(fs_->once) << "nothing was listed";
  EXPECT_EQ(Get("m"), "1");
  EXPECT_EQ(Get("p", 1), "1");
}

TEST_F(SecondaryTest, ShowsPreparedTransactionsOnceTheyAreCommitted) {
  TransactionDB* transactions = nullptr;
  ASSERT_OK(TransactionDB::Open(options_, TransactionDBOptions(), path_, &transactions));
  primary_.db.reset(transactions);
  ASSERT_OK(OpenSecondary());
  std::vector<std::unique_ptr<Transaction>> open;
  for (const char* name : {"committed", "rolled back", "late"}) {
    open.emplace_back(transactions->BeginTransaction(WriteOptions()));
    ASSERT_OK(open.back()->SetName(name));
    ASSERT_OK(open.back()->Put(name, "1"));
    ASSERT_OK(open.back()->Prepare());
  }
  ASSERT_OK(CatchUp());
  EXPECT_TRUE(ContentsOf(secondary_.db.get(), secondary_.handles[0]).empty());
  ASSERT_OK(open[0]->Commit());
  ASSERT_OK(open[1]->Rollback());
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("committed"), "1");
  EXPECT_EQ(Get("rolled back"), "NOT_FOUND");
  EXPECT_EQ(Get("late"), "NOT_FOUND");
  // Its section is in an older log than its commit.
  ASSERT_OK(transactions->Flush(FlushOptions()));
  ASSERT_OK(CatchUp());
  ASSERT_OK(open[2]->Commit());
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("late"), "1");
  ASSERT_OK(OpenSecondary());
  EXPECT_EQ(Get("late"), "1");
}

TEST_F(SecondaryTest, RefusesEveryChangeInStocksWords) {
  OpenPrimary();
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(OpenSecondary());
  DB* db = secondary_.db.get();
  const WriteOptions write;
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "2"));
  ColumnFamilyHandle* handle = nullptr;
  std::vector<std::string> files;
  uint64_t size = 0;
  EXPECT_EQ(db->Put(write, "a", "2").ToString(), kRefused);
  EXPECT_EQ(db->Delete(write, "a").ToString(), kRefused);
  EXPECT_EQ(db->SingleDelete(write, "a").ToString(), kRefused);
  EXPECT_EQ(db->Merge(write, "a", "2").ToString(), kRefused);
  EXPECT_EQ(db->DeleteRange(write, db->DefaultColumnFamily(), "a", "b").ToString(), kRefused);
  EXPECT_EQ(db->Write(write, &batch).ToString(), kRefused);
  EXPECT_EQ(db->Flush(FlushOptions()).ToString(), kRefused);
  EXPECT_EQ(db->CompactRange(CompactRangeOptions(), nullptr, nullptr).ToString(), kRefused);
  EXPECT_EQ(db->CompactFiles(CompactionOptions(), {"/000001.sst"}, 1).ToString(), kRefused);
  EXPECT_EQ(db->SetOptions({{"write_buffer_size", "100000"}}).ToString(), kRefused);
  EXPECT_EQ(db->SetDBOptions({{"max_open_files", "10"}}).ToString(), kRefused);
  EXPECT_EQ(db->SyncWAL().ToString(), kRefused);
  EXPECT_EQ(db->LockWAL().ToString(), kRefused);
  EXPECT_EQ(db->DisableFileDeletions().ToString(), kRefused);
  EXPECT_EQ(db->EnableFileDeletions().ToString(), kRefused);
  EXPECT_EQ(db->GetLiveFiles(files, &size).ToString(), kRefused);
  EXPECT_EQ(db->IngestExternalFile({"x"}, IngestExternalFileOptions()).ToString(), kRefused);
  EXPECT_EQ(db->CreateColumnFamily(options_, "x", &handle).ToString(), kRefused);
  EXPECT_EQ(db->DropColumnFamily(secondary_.handles[0]).ToString(), kRefused);
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(SecondaryTest, RefusesReadsAtASnapshotAndTailingIterators) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  DB* db = secondary_.db.get();
  ReadOptions read;
  read.snapshot = db->GetSnapshot();
  std::string value;
  EXPECT_EQ(db->Get(read, "a", &value).ToString(), kNoSnapshot);
  std::vector<std::string> values;
  EXPECT_EQ(db->MultiGet(read, {"a"}, &values)[0].ToString(), kNoSnapshot);
  std::unique_ptr<Iterator> it(db->NewIterator(read));
  EXPECT_EQ(it->status().ToString(), kNoSnapshot);
  it.reset(db->NewIterator(ReadOptions()));
  EXPECT_EQ(it->Refresh(read.snapshot).ToString(), kNoSnapshot);
  db->ReleaseSnapshot(read.snapshot);
  read.snapshot = nullptr;
  read.tailing = true;
  it.reset(db->NewIterator(read));
  EXPECT_EQ(it->status().ToString(),
            "Not implemented: tailing iterator not supported in secondary mode");
}

TEST_F(SecondaryTest, ShowsEntitiesAndWalksOverFamiliesOnceItCaughtUp) {
  const std::vector<std::string> names = {kDefaultColumnFamilyName, "other"};
  OpenPrimary(names);
  ASSERT_OK(OpenSecondary(names));
  DB* db = secondary_.db.get();
  const WideColumns columns = {{"", "default"}, {"x", "1"}};
  for (ColumnFamilyHandle* family : primary_.handles)
    ASSERT_OK(primary_.db->PutEntity(WriteOptions(), family, "e", columns));
  PinnableWideColumns found;
  EXPECT_TRUE(db->GetEntity(ReadOptions(), secondary_.handles[0], "e", &found).IsNotFound());
  ASSERT_OK(CatchUp());
  ASSERT_OK(db->GetEntity(ReadOptions(), secondary_.handles[0], "e", &found));
  EXPECT_EQ(found.columns(), columns);
  PinnableAttributeGroups groups;
  for (ColumnFamilyHandle* family : secondary_.handles) groups.emplace_back(family);
  ASSERT_OK(db->GetEntity(ReadOptions(), "e", &groups));
  for (const PinnableAttributeGroup& group : groups) {
    ASSERT_OK(group.status());
    EXPECT_EQ(group.columns(), columns);
  }
  const auto it = db->NewCoalescingIterator(ReadOptions(), secondary_.handles);
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->columns(), columns);
  const auto by_group = db->NewAttributeGroupIterator(ReadOptions(), secondary_.handles);
  by_group->SeekToFirst();
  ASSERT_TRUE(by_group->Valid());
  EXPECT_EQ(by_group->attribute_groups().size(), 2u);
}

TEST_F(SecondaryTest, RefusesEntitiesAndWalksOverFamiliesAtASnapshot) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  DB* db = secondary_.db.get();
  ColumnFamilyHandle* family = secondary_.handles[0];
  ReadOptions read;
  read.snapshot = db->GetSnapshot();
  PinnableWideColumns columns;
  EXPECT_EQ(db->GetEntity(read, family, "e", &columns).ToString(), kNoSnapshot);
  const Slice key = "e";
  Status status;
  db->MultiGetEntity(read, family, 1, &key, &columns, &status);
  EXPECT_EQ(status.ToString(), kNoSnapshot);
  PinnableAttributeGroups groups;
  groups.emplace_back(family);
  EXPECT_OK(db->GetEntity(read, "e", &groups));
  EXPECT_EQ(groups[0].status().ToString(), kNoSnapshot);
  db->MultiGetEntity(read, 1, &key, &groups);
  EXPECT_EQ(groups[0].status().ToString(), kNoSnapshot);
  EXPECT_EQ(db->NewCoalescingIterator(read, {family})->status().ToString(), kNoSnapshot);
  EXPECT_EQ(db->NewAttributeGroupIterator(read, {family})->status().ToString(), kNoSnapshot);
  db->ReleaseSnapshot(read.snapshot);
  read.snapshot = nullptr;
  read.tailing = true;
  EXPECT_TRUE(db->NewCoalescingIterator(read, {family})->status().IsNotSupported());
  EXPECT_TRUE(db->NewAttributeGroupIterator(read, {family})->status().IsNotSupported());
}

TEST_F(SecondaryTest, SaysWhatItCannotOpen) {
  EXPECT_TRUE(OpenSecondary().IsPathNotFound());
  EXPECT_EQ(secondary_.db, nullptr);
  OpenPrimary();
  Status s = OpenSecondary({kDefaultColumnFamilyName, "missing"});
  EXPECT_EQ(s.ToString(), "Invalid argument: Column family not found: missing");
  options_.comparator = ReverseBytewiseComparator();
  EXPECT_TRUE(OpenSecondary().IsInvalidArgument());
  EXPECT_NE(primary_.db->TryCatchUpWithPrimary().ToString().find("not a secondary instance"),
            std::string::npos);
}

TEST_F(SecondaryTest, AMultiScanPassesItsRangesOverOneState) {
  OpenPrimary();
  for (const char* key : {"a", "b", "c", "d", "e"}) ASSERT_OK(Put(key, "old"));
  ASSERT_OK(OpenSecondary());
  MultiScanArgs ranges(BytewiseComparator());
  ranges.insert("a", "b1");
  ranges.insert("c", "c1");
  ranges.insert("d");
  ReadOptions read;
  const Slice bound("b");  // the ranges have their own
  read.iterate_upper_bound = &bound;
  auto scans = secondary_.db->NewMultiScan(read, secondary_.handles[0], ranges);
  for (const char* key : {"a", "d"}) ASSERT_OK(Put(key, "new"));
  ASSERT_OK(Flush());
  ASSERT_OK(primary_.db->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  std::string seen;
  for (auto scan : *scans) {
    for (auto entry : scan) seen += entry.first.ToString() + "=" + entry.second.ToString() + " ";
    seen += "| ";
    ASSERT_OK(CatchUp());
  }
  EXPECT_EQ(seen, "a=old b=old | c=old | d=old e=old | ");
  EXPECT_EQ(Get("d"), "new");
}

TEST_F(SecondaryTest, AMultiScanOfASnapshotIsRefusedWhereItBegins) {
  OpenPrimary();
  ASSERT_OK(OpenSecondary());
  ReadOptions read;
  read.snapshot = secondary_.db->GetSnapshot();
  MultiScanArgs ranges(BytewiseComparator());
  ranges.insert("a");
  auto scans = secondary_.db->NewMultiScan(read, secondary_.handles[0], ranges);
  EXPECT_THROW(scans->begin(), MultiScanException);
  secondary_.db->ReleaseSnapshot(read.snapshot);
}

// The contents of each file, but the primary's LOG.
std::map<std::string, std::string> FilesOf(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file() || entry.path().filename() == "LOG") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path()] = std::string(std::istreambuf_iterator<char>(in), {});
  }
  return files;
}

TEST_F(SecondaryTest, ChangesNothingInThePrimarysDirectory) {
  options_.WAL_ttl_seconds = 1;
  OpenPrimary();
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(Put("a", "2"));
  ASSERT_OK(OpenSecondary());
  ASSERT_OK(primary_.db->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  primary_.Close();
  const auto before = FilesOf(path_);
  ASSERT_OK(CatchUp());
  EXPECT_EQ(Get("a"), "2");
  secondary_.Close();
  EXPECT_EQ(FilesOf(path_), before);
  EXPECT_TRUE(std::filesystem::exists(own_path_ + "/LOG"));
  ASSERT_OK(OpenSecondary());
  OpenPrimary();  // it holds no lock
}

}  // namespace
}  // namespace system_test
