// The public API, keeping house: column families, flush, compaction, options, properties,
// listeners.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "rocksdb/cache.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/convenience.h"
#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/perf_context.h"
#include "rocksdb/perf_level.h"
#include "rocksdb/statistics.h"
#include "rocksdb/table.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"

namespace system_test {
namespace {

class ApiAdmin : public DbTest {
 protected:
  void SetUp() override { options_ = SmallOptions(); }
  Status Flush() { return db_->Flush(FlushOptions()); }
  Status CompactAll() { return db_->CompactRange(CompactRangeOptions(), nullptr, nullptr); }
  void Fill(int from, int to, size_t size = 100) {
    for (int i = from; i < to; i++) {
      ASSERT_OK(Put(NumberedKey(i), std::to_string(i) + std::string(size, 'f')));
    }
  }
  Options options_;
};

// ---- column families

TEST_F(ApiAdmin, ColumnFamiliesHoldTheirOwnKeys) {
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* other = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &other));
  handles_.push_back(other);
  EXPECT_EQ(other->GetName(), "other");
  EXPECT_EQ(other->GetID(), 1u);
  ASSERT_OK(db_->Put(WriteOptions(), other, "k", "other's"));
  ASSERT_OK(Put("k", "default's"));
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  EXPECT_EQ(Contents(), "k=default's");
  EXPECT_EQ(Contents(ReadOptions(), handles_[1]), "k=other's");
}

TEST_F(ApiAdmin, AReadOnlyDatabaseRefusesToCreateFamiliesUnlessThereAreNone) {
  ASSERT_OK(Open(options_));
  Close();
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::OpenForReadOnly(options_, DbPath(), &db));
  std::vector<ColumnFamilyHandle*> made;
  EXPECT_OK(db->CreateColumnFamilies(options_, std::vector<std::string>(), &made));
  EXPECT_TRUE(db->CreateColumnFamilies(options_, {"x"}, &made).IsNotSupported());
  EXPECT_TRUE(made.empty());
}

TEST_F(ApiAdmin, AReadOnlyDatabaseRefusesToHoldFilesAndCanBeCopiedAllTheSame) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Close();
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::OpenForReadOnly(options_, DbPath(), &db));
  EXPECT_TRUE(db->DisableFileDeletions().IsNotSupported());
  EXPECT_TRUE(db->EnableFileDeletions().IsNotSupported());
}

// k00 to k19 in one table of RocksDB 5.8.6, then in another k30 and the deletion of k05 to k09,
// which that table's properties do not count.
TEST_F(ApiAdmin, RangeDeletionsThatAnOldLibraryDidNotCountAreInForce) {
  const std::filesystem::path here(__FILE__);
  const auto golden = here.parent_path().parent_path() / "interop" / "golden" / "db_5_8_6";
  for (const bool all_counted : {true, false}) {
    std::filesystem::remove_all(DbPath());
    std::filesystem::copy(golden, DbPath());
    options_.skip_stats_update_on_db_open = !all_counted;
    ASSERT_OK(Open(options_));
    for (const char* kept : {"k04", "k10", "k19"}) EXPECT_EQ(Get(kept), "v") << kept;
    for (const char* gone : {"k05", "k09"}) EXPECT_EQ(Get(gone), "NOT_FOUND") << gone;
    EXPECT_EQ(Get("k30"), "w");
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    EXPECT_EQ(Get("k05"), "NOT_FOUND");
    EXPECT_EQ(Get("k04"), "v");
    Close();
  }
}

TEST_F(ApiAdmin, NobodyWaitsForTheCompactionsOfAReadOnlyDatabase) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(Put("k", "v"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  Close();
  options_.disable_auto_compactions = false;
  options_.level0_file_num_compaction_trigger = 2;
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::OpenForReadOnly(options_, DbPath(), &db));
  EXPECT_OK(db->WaitForCompact(WaitForCompactOptions()));
}

TEST_F(ApiAdmin, OnlyTheFormWithFamiliesMindsLogsOfAReadOnlyDatabase) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  Close();
  std::unique_ptr<DB> db;
  EXPECT_OK(DB::OpenForReadOnly(options_, DbPath(), &db, true));
  db.reset();
  std::vector<ColumnFamilyHandle*> handles;
  const Status s =
      DB::OpenForReadOnly(options_, DbPath(), {{"default", options_}}, &handles, &db, true);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
}

TEST_F(ApiAdmin, ListColumnFamiliesNamesThemWithoutOpening) {
  ASSERT_OK(Open(options_));
  std::vector<ColumnFamilyHandle*> made;
  ASSERT_OK(db_->CreateColumnFamilies(options_, {"x", "y"}, &made));
  handles_ = made;
  Close();
  std::vector<std::string> names;
  ASSERT_OK(DB::ListColumnFamilies(options_, DbPath(), &names));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"default", "x", "y"}));
}

TEST_F(ApiAdmin, DroppedColumnFamilyIsGoneAfterReopen) {
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "doomed"}));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "k", "v"));
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  EXPECT_EQ(Contents(ReadOptions(), handles_[1]), "k=v") << "readable until the handle goes";
  Close();
  std::vector<std::string> names;
  ASSERT_OK(DB::ListColumnFamilies(options_, DbPath(), &names));
  EXPECT_EQ(names, std::vector<std::string>{"default"});
  options_.create_missing_column_families = false;
  EXPECT_NOT_OK(OpenFamilies(options_, {"default", "doomed"}));
}

TEST_F(ApiAdmin, ColumnFamilyCannotBeCreatedTwiceNorDefaultDropped) {
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* handle = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "x", &handle));
  handles_.push_back(handle);
  ColumnFamilyHandle* again = nullptr;
  EXPECT_TRUE(db_->CreateColumnFamily(options_, "x", &again).IsInvalidArgument());
  EXPECT_TRUE(db_->DropColumnFamily(db_->DefaultColumnFamily()).IsInvalidArgument());
}

TEST_F(ApiAdmin, OneBatchSpansColumnFamilies) {
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  WriteBatch batch;
  ASSERT_OK(batch.Put(handles_[0], "a", "1"));
  ASSERT_OK(batch.Put(handles_[1], "b", "2"));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  EXPECT_EQ(Contents(ReadOptions(), handles_[0]), "a=1");
  EXPECT_EQ(Contents(ReadOptions(), handles_[1]), "b=2");
}

// ---- flush and compaction

TEST_F(ApiAdmin, FullMemtablesAreFlushedInTheBackground) {
  ASSERT_OK(Open(options_));
  Fill(0, 3000);
  ASSERT_OK(Flush());
  EXPECT_GT(IntProperty("rocksdb.total-sst-files-size"), 200000u);
  EXPECT_EQ(IntProperty("rocksdb.num-immutable-mem-table"), 0u);
}

// Until the oldest log that is needed is another one than `log`.
bool WaitForNewerLogs(DB* db, uint64_t log) {
  return WaitUntil([&] {
    VectorLogPtr logs;
    EXPECT_OK(db->GetSortedWalFiles(logs));
    return logs.empty() || logs.front()->LogNumber() > log;
  });
}

uint64_t OldestLog(DB* db) {
  VectorLogPtr logs;
  EXPECT_OK(db->GetSortedWalFiles(logs));
  return logs.empty() ? 0 : logs.front()->LogNumber();
}

TEST_F(ApiAdmin, FamiliesThatHoldTheOldestLogAreFlushedWhenLogsGrowTooLarge) {
  options_.write_buffer_size = 8 << 20;
  options_.max_total_wal_size = 256 << 10;
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* quiet = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "quiet", &quiet));
  handles_.push_back(quiet);
  ASSERT_OK(db_->Put(WriteOptions(), quiet, "k", "v"));
  const uint64_t log = OldestLog(db_.get());
  ASSERT_NE(log, 0u);
  Fill(0, 400, 1000);
  EXPECT_TRUE(WaitForNewerLogs(db_.get(), log));
  std::string tables;
  ASSERT_TRUE(db_->GetProperty(quiet, "rocksdb.num-files-at-level0", &tables));
  EXPECT_EQ(tables, "1");
}

TEST_F(ApiAdmin, LogsThatAreTooLargeSealAMemtableOnceNotWithEachWriteUntilItIsFlushed) {
  options_.write_buffer_size = 8 << 20;
  options_.max_write_buffer_number = 20;
  options_.max_total_wal_size = 64 << 10;
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* quiet = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "quiet", &quiet));
  handles_.push_back(quiet);
  ASSERT_OK(db_->Put(WriteOptions(), quiet, "k", "v"));
  ASSERT_OK(db_->PauseBackgroundWork());
  int written = 0;
  while (IntProperty("rocksdb.num-immutable-mem-table") == 0 && written < 1000)
    Fill(written, written + 1, 1000), written++;
  Fill(written, written + 10, 1000);
  EXPECT_EQ(IntProperty("rocksdb.num-immutable-mem-table"), 1u);
  ASSERT_OK(db_->ContinueBackgroundWork());
}

TEST_F(ApiAdmin, LogsThatRecoveryKeptCountTowardsTheirLimit) {
  options_.write_buffer_size = 8 << 20;
  options_.create_missing_column_families = true;  // one alone has no limit but its memtables
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  Fill(0, 400, 1000);
  options_.avoid_flush_during_recovery = true;
  options_.max_total_wal_size = 256 << 10;
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  const uint64_t log = OldestLog(db_.get());
  ASSERT_NE(log, 0u);
  Fill(400, 402);
  EXPECT_TRUE(WaitForNewerLogs(db_.get(), log));
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  EXPECT_EQ(Get(NumberedKey(399)).substr(0, 3), "399");
}

TEST_F(ApiAdmin, CompactRangeLeavesLevelZeroEmpty) {
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 3; round++) {
    Fill(0, 1000);
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "0");
  EXPECT_EQ(Get(NumberedKey(7)).substr(0, 2), "7f");
}

TEST_F(ApiAdmin, CompactionReclaimsOverwrittenData) {
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 5; round++) Fill(0, 1000);
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_LT(IntProperty("rocksdb.live-sst-files-size"), 1000u * 140 * 3 / 2);
}

TEST_F(ApiAdmin, FilesOutsideTheVersionAreDeletedFromDisk) {
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 6; round++) Fill(0, 1000);
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  Close();
  std::set<std::string> expected, found;
  for (const LiveFileMetaData& file : live)
    expected.insert(file.name.substr(file.name.rfind('/') + 1));
  for (const auto& entry : std::filesystem::directory_iterator(DbPath())) {
    if (entry.path().extension() == ".sst") found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, expected);
}

class DropOdd : public CompactionFilter {
 public:
  bool Filter(int level, const Slice& key, const Slice& value, std::string* fresh,
              bool* changed) const override {
    const char last = key[key.size() - 1];
    if (last == '4') {
      *fresh = "changed";
      *changed = true;
    }
    return (last - '0') % 2 == 1;
  }
  const char* Name() const override { return "DropOdd"; }
};

TEST_F(ApiAdmin, CompactionFilterDropsAndChangesValues) {
  DropOdd filter;
  options_.compaction_filter = &filter;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 6; i++) ASSERT_OK(Put(NumberedKey(i), "v"));
  ASSERT_OK(Flush());
  CompactRangeOptions force;
  force.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(force, nullptr, nullptr));
  EXPECT_EQ(Contents(),
            NumberedKey(0) + "=v " + NumberedKey(2) + "=v " + NumberedKey(4) + "=changed");
  Close();
}

// Makes a DropOdd for the reasons it was told, and notes what it was asked.
class DropOddFactory : public CompactionFilterFactory {
 public:
  explicit DropOddFactory(std::set<TableFileCreationReason> wanted) : wanted_(std::move(wanted)) {}
  bool ShouldFilterTableFileCreation(TableFileCreationReason reason) const override {
    return wanted_.count(reason) != 0;
  }
  std::unique_ptr<CompactionFilter> CreateCompactionFilter(
      const CompactionFilter::Context& context) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    made_.push_back(context);
    return std::make_unique<DropOdd>();
  }
  std::vector<CompactionFilter::Context> made() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return made_;
  }
  const char* Name() const override { return "DropOddFactory"; }

 private:
  const std::set<TableFileCreationReason> wanted_;
  mutable std::mutex mutex_;
  std::vector<CompactionFilter::Context> made_;
};

TEST_F(ApiAdmin, AFilterFactoryThatAsksForItFiltersFlushes) {
  const auto factory = std::make_shared<DropOddFactory>(
      std::set<TableFileCreationReason>{TableFileCreationReason::kFlush});
  options_.compaction_filter_factory = factory;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 6; i++) ASSERT_OK(Put(NumberedKey(i), "v"));
  const std::string kept =
      NumberedKey(0) + "=v " + NumberedKey(2) + "=v " + NumberedKey(4) + "=changed";
  ASSERT_OK(Flush());
  EXPECT_EQ(Contents(), kept);
  ASSERT_EQ(factory->made().size(), 1u);
  EXPECT_EQ(factory->made()[0].reason, TableFileCreationReason::kFlush);
  EXPECT_FALSE(factory->made()[0].is_full_compaction);
  ASSERT_OK(Put(NumberedKey(7), "v"));
  options_.avoid_flush_during_shutdown = true;
  Close();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), kept + " " + NumberedKey(7) + "=v") << "recovery is not a flush";
  EXPECT_EQ(factory->made().size(), 1u);
}

TEST_F(ApiAdmin, AFilterFactoryThatAsksForItFiltersWhatRecoveryWrites) {
  options_.avoid_flush_during_shutdown = true;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 6; i++) ASSERT_OK(Put(NumberedKey(i), "v"));
  Close();
  const auto factory = std::make_shared<DropOddFactory>(
      std::set<TableFileCreationReason>{TableFileCreationReason::kRecovery});
  options_.compaction_filter_factory = factory;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(),
            NumberedKey(0) + "=v " + NumberedKey(2) + "=v " + NumberedKey(4) + "=changed");
  ASSERT_EQ(factory->made().size(), 1u);
  EXPECT_EQ(factory->made()[0].reason, TableFileCreationReason::kRecovery);
}

TEST_F(ApiAdmin, CloseEndsALockOfTheLogThatIsStillHeld) {
  ASSERT_OK(Open(options_));
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(db_->Put(unlogged, "k", "v"));
  ASSERT_OK(db_->LockWAL());
  ASSERT_OK(db_->Close());
  Close();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), "v");
}

TEST_F(ApiAdmin, CompactFilesMovesTheNamedFiles) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  ASSERT_OK(Flush());
  Fill(50, 150);
  ASSERT_OK(Flush());
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  std::vector<std::string> names;
  for (const LiveFileMetaData& file : live) names.push_back(file.name);
  ASSERT_GE(names.size(), 2u);
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), names, 3));
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "0");
  EXPECT_EQ(Get(NumberedKey(149)).substr(0, 4), "149f");
}

TEST_F(ApiAdmin, DisabledCompactionsDoNotRunUntilEnabled) {
  options_.disable_auto_compactions = true;
  options_.level0_file_num_compaction_trigger = 2;
  SetBuckets(&options_, 0);
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 4; round++) {
    Fill(0, 50);
    ASSERT_OK(Flush());
  }
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "4");
  ASSERT_OK(db_->EnableAutoCompaction({db_->DefaultColumnFamily()}));
  EXPECT_TRUE(WaitUntil([this] { return Property("rocksdb.num-files-at-level0") != "4"; }));
}

// ---- ranges

// As in stock, which looks for point entries and range tombstones of the range.
TEST_F(ApiAdmin, CompactRangeFlushesOnlyMemtablesThatMeetTheRange) {
  options_.disable_auto_compactions = true;
  const auto flushes = [this](const char* begin, const char* end) {
    const Slice from = begin == nullptr ? Slice() : begin, to = end == nullptr ? Slice() : end;
    EXPECT_OK(db_->CompactRange(CompactRangeOptions(), begin == nullptr ? nullptr : &from,
                                end == nullptr ? nullptr : &to));
    return Property("rocksdb.num-entries-active-mem-table") == "0";
  };
  ASSERT_OK(Open(options_));
  const auto refill = [this] {
    if (Property("rocksdb.num-entries-active-mem-table") != "0") return;
    ASSERT_OK(Put("m", "1"));
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "c", "f"));
  };
  const std::vector<std::tuple<const char*, const char*, bool>> cases = {
      {"a", "b", false},    {"f", "l", false},       {"n", "z", false}, {"g", "g", false},
      {"z", "a", false},    {"a", "m", true},        {"m", "z", true},  {"m", "m", true},
      {"a", "c", true},     {"d", "d", true},        {"ez", "g", true}, {nullptr, "b", true},
      {"n", nullptr, true}, {nullptr, nullptr, true}};
  for (const auto& [begin, end, expected] : cases) {
    refill();
    EXPECT_EQ(flushes(begin, end), expected)
        << (begin == nullptr ? "" : begin) << ".." << (end == nullptr ? "" : end);
  }
}

// What stock 10.6.2 leaves of the same steps.
TEST_F(ApiAdmin, SuggestedRangesAreCompactedInTheBackground) {
  SetBuckets(&options_, 0);
  options_.level0_file_num_compaction_trigger = 8;
  const auto at = [this](int level) {
    return Property("rocksdb.num-files-at-level" + std::to_string(level));
  };
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 2; ++round) {
    Fill(0, 60);
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  for (const std::vector<int>& keys : {std::vector<int>{10, 12}, {30}, {50, 59}}) {
    for (const int key : keys) ASSERT_OK(Put(NumberedKey(key), "new"));
    ASSERT_OK(Flush());
  }
  EXPECT_EQ(at(0), "3");
  const Slice outside = "z", before = "a";
  ASSERT_OK(db_->SuggestCompactRange(db_->DefaultColumnFamily(), &outside, nullptr));
  ASSERT_OK(db_->SuggestCompactRange(db_->DefaultColumnFamily(), &outside, &before));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_EQ(at(0), "3");
  const std::string middle = NumberedKey(11);
  const Slice one = middle;
  ASSERT_OK(db_->SuggestCompactRange(db_->DefaultColumnFamily(), &one, &one));
  EXPECT_TRUE(WaitUntil([&] { return at(0) == "2"; }));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_EQ(at(0), "2");
  ASSERT_OK(db_->SuggestCompactRange(db_->DefaultColumnFamily(), nullptr, nullptr));
  EXPECT_TRUE(WaitUntil([&] { return at(0) == "0"; }));
  EXPECT_EQ(Get(NumberedKey(30)), "new");
  EXPECT_EQ(Get(NumberedKey(31)).substr(0, 3), "31f");
}

// Compacts everything in the midst of the first read that merges.
class CompactingMerge final : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "CompactingMerge"; }
  bool Merge(const Slice&, const Slice*, const Slice& operand, std::string* result,
             Logger*) const override {
    result->assign(operand.data(), operand.size());
    if (DB* const db = db_to_compact.exchange(nullptr))
      EXPECT_OK(db->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    return true;
  }
  mutable std::atomic<DB*> db_to_compact{nullptr};
};

TEST_F(ApiAdmin, WaitForCompactDeletesWhatAReaderHeldLongerThanTheJob) {
  const auto merge = std::make_shared<CompactingMerge>();
  options_.merge_operator = merge;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 2; ++round) {
    ASSERT_OK(db_->Merge(WriteOptions(), "k", "v"));
    ASSERT_OK(Flush());
  }
  merge->db_to_compact = db_.get();
  EXPECT_EQ(Get("k"), "v");
  ASSERT_EQ(merge->db_to_compact.load(), nullptr);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  std::vector<std::string> names;
  ASSERT_OK(Env::Default()->GetChildren(DbPath(), &names));
  const auto is_table = [](const std::string& name) { return name.find(".sst") != name.npos; };
  EXPECT_EQ(std::count_if(names.begin(), names.end(), is_table), 1);
}

TEST_F(ApiAdmin, ASuggestionWaitsInTheManifestUntilCompactionsAreEnabled) {
  SetBuckets(&options_, 0);
  options_.disable_auto_compactions = true;
  options_.level0_file_num_compaction_trigger = 8;
  ASSERT_OK(Open(options_));
  Fill(0, 10);
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  Fill(0, 10);
  ASSERT_OK(Flush());
  ASSERT_OK(db_->SuggestCompactRange(db_->DefaultColumnFamily(), nullptr, nullptr));
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "1");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "1");
  EXPECT_EQ(Get(NumberedKey(7)).substr(0, 2), "7f");
  ASSERT_OK(db_->EnableAutoCompaction({db_->DefaultColumnFamily()}));
  EXPECT_TRUE(WaitUntil([this] { return Property("rocksdb.num-files-at-level0") == "0"; }));
}

// ---- options

TEST_F(ApiAdmin, SetOptionsChangesARunningDatabaseAndItsOptionsFile) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->SetOptions(
      {{"write_buffer_size", "131072"}, {"level0_file_num_compaction_trigger", "9"}}));
  EXPECT_EQ(db_->GetOptions().write_buffer_size, 131072u);
  EXPECT_EQ(db_->GetOptions().level0_file_num_compaction_trigger, 9);
  ASSERT_OK(db_->SetDBOptions({{"max_background_jobs", "6"}}));
  EXPECT_EQ(db_->GetDBOptions().max_background_jobs, 6);
}

TEST_F(ApiAdmin, UnknownOrImmutableOptionsAreRefusedAndNothingChanges) {
  ASSERT_OK(Open(options_));
  EXPECT_TRUE(db_->SetOptions({{"no_such_option", "1"}}).IsInvalidArgument());
  EXPECT_TRUE(db_->SetOptions({{"write_buffer_size", "many"}}).IsInvalidArgument());
  EXPECT_NOT_OK(db_->SetOptions({{"num_levels", "3"}}));
  EXPECT_NOT_OK(db_->SetDBOptions({{"no_such_option", "1"}}));
  EXPECT_EQ(db_->GetOptions().write_buffer_size, options_.write_buffer_size);
}

TEST_F(ApiAdmin, OptionStringsParseAndNameWhatTheyDoNotKnow) {
  ConfigOptions config;
  ColumnFamilyOptions base, parsed;
  ASSERT_OK(GetColumnFamilyOptionsFromString(
      config, base,
      "write_buffer_size=1M;compression=kZSTD;block_based_table_factory={block_size=8K};",
      &parsed));
  EXPECT_EQ(parsed.write_buffer_size, 1u << 20);
  EXPECT_EQ(parsed.compression, kZSTD);
  const Status s = GetColumnFamilyOptionsFromString(config, base, "nonsense=1", &parsed);
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_NE(s.ToString().find("nonsense"), std::string::npos) << s.ToString();
}

// ---- what can be seen

TEST_F(ApiAdmin, PropertiesDescribeTheTree) {
  ASSERT_OK(Open(options_));
  Fill(0, 500);
  ASSERT_OK(Flush());
  EXPECT_NE(Property("rocksdb.stats").find("Compaction Stats"), std::string::npos);
  EXPECT_NE(Property("rocksdb.levelstats").find("Level Files Size(MB)"), std::string::npos);
  EXPECT_FALSE(Property("rocksdb.sstables").empty());
  EXPECT_GE(IntProperty("rocksdb.estimate-num-keys"), 500u);
  EXPECT_EQ(IntProperty("rocksdb.is-write-stopped"), 0u);
  EXPECT_EQ(IntProperty("rocksdb.background-errors"), 0u);
  EXPECT_GT(IntProperty("rocksdb.cur-size-all-mem-tables"), 0u);
  std::string ignored;
  EXPECT_FALSE(db_->GetProperty("rocksdb.no-such-thing", &ignored));
  uint64_t number = 0;
  EXPECT_FALSE(db_->GetIntProperty("rocksdb.stats", &number));
  std::map<std::string, std::string> map;
  EXPECT_TRUE(db_->GetMapProperty("rocksdb.cfstats", &map));
  EXPECT_FALSE(map.empty());
}

TEST_F(ApiAdmin, StatisticsCountWhatHappened) {
  options_.statistics = CreateDBStatistics();
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  EXPECT_EQ(options_.statistics->getTickerCount(NUMBER_KEYS_WRITTEN), 100u);
  EXPECT_GT(options_.statistics->getTickerCount(BYTES_WRITTEN), 100u * 100);
  EXPECT_GT(options_.statistics->getTickerCount(WAL_FILE_BYTES), 100u * 100);
  Get(NumberedKey(1));
  EXPECT_EQ(options_.statistics->getTickerCount(NUMBER_KEYS_READ), 1u);
  EXPECT_EQ(options_.statistics->getTickerCount(MEMTABLE_HIT), 1u);
  HistogramData gets;
  options_.statistics->histogramData(DB_GET, &gets);
  EXPECT_EQ(gets.count, 1u);
  EXPECT_NE(options_.statistics->ToString().find("rocksdb.number.keys.written COUNT : 100"),
            std::string::npos);
}

TEST_F(ApiAdmin, PerfContextCountsThisThreadsWork) {
  ASSERT_OK(Open(options_));
  Fill(0, 300);
  ASSERT_OK(Flush());
  SetPerfLevel(PerfLevel::kEnableTimeExceptForMutex);
  get_perf_context()->Reset();
  Get(NumberedKey(5));
  EXPECT_GT(get_perf_context()->block_read_count + get_perf_context()->block_cache_hit_count, 0u);
  EXPECT_GT(get_perf_context()->get_from_output_files_time, 0u);
  SetPerfLevel(PerfLevel::kDisable);
}

class AdminWitness : public EventListener {
 public:
  void OnFlushCompleted(DB* db, const FlushJobInfo& info) override {
    flushes++;
    flush_entries += info.table_properties.num_entries;
  }
  void OnCompactionCompleted(DB* db, const CompactionJobInfo& info) override {
    EXPECT_OK(info.status);
    compactions++;
  }
  void OnTableFileCreated(const TableFileCreationInfo& info) override { created++; }
  void OnTableFileDeleted(const TableFileDeletionInfo& info) override { deleted++; }
  std::atomic<uint64_t> flushes{0}, flush_entries{0}, compactions{0}, created{0}, deleted{0};
};

TEST_F(ApiAdmin, ListenersHearOfFlushesCompactionsAndFiles) {
  auto witness = std::make_shared<AdminWitness>();
  options_.listeners.push_back(witness);
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 3; round++) {
    Fill(0, 100);
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  Close();
  EXPECT_GE(witness->flushes, 3u);
  EXPECT_GE(witness->compactions, 1u);
  EXPECT_GE(witness->created, 4u);
  EXPECT_GE(witness->deleted, 3u);
}

// Pauses work for a moment whenever a table was deleted.
class AdminPauser : public EventListener {
 public:
  void OnTableFileDeleted(const TableFileDeletionInfo&) override {
    DB* const db = paused.load();
    if (db == nullptr) return;
    EXPECT_OK(db->PauseBackgroundWork());
    EXPECT_OK(db->ContinueBackgroundWork());
    ++deleted;
  }
  std::atomic<DB*> paused{nullptr};
  std::atomic<int> deleted{0};
};

TEST_F(ApiAdmin, AListenerMayPauseWorkWhileManyTablesAreDeleted) {
  const auto pauser = std::make_shared<AdminPauser>();
  options_.listeners.push_back(pauser);
  options_.disable_auto_compactions = true;
  options_.level0_slowdown_writes_trigger = options_.level0_stop_writes_trigger = 1000;
  ASSERT_OK(Open(options_));
  pauser->paused = db_.get();
  for (int i = 0; i < 80; ++i) {
    Fill(0, 2);
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  EXPECT_GE(pauser->deleted, 80);
  pauser->paused = nullptr;
}

TEST_F(ApiAdmin, TablePropertiesAddUpToTheKeysOfTheDatabase) {
  ASSERT_OK(Open(options_));
  Fill(0, 1000);
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  TablePropertiesCollection properties;
  ASSERT_OK(db_->GetPropertiesOfAllTables(&properties));
  uint64_t entries = 0;
  for (const auto& [name, table] : properties) {
    entries += table->num_entries;
    EXPECT_EQ(table->comparator_name, "leveldb.BytewiseComparator");
  }
  EXPECT_EQ(entries, 1000u);
}

TEST_F(ApiAdmin, MetadataListsEveryLiveFileWithItsRange) {
  ASSERT_OK(Open(options_));
  Fill(0, 1000);
  ASSERT_OK(Flush());
  ColumnFamilyMetaData meta;
  db_->GetColumnFamilyMetaData(&meta);
  EXPECT_EQ(meta.name, "default");
  size_t files = 0;
  for (const LevelMetaData& level : meta.levels) {
    for (const SstFileMetaData& file : level.files) {
      files++;
      EXPECT_LE(file.smallestkey, file.largestkey);
      EXPECT_TRUE(std::filesystem::exists(DbPath() + file.name.substr(file.name.rfind('/'))))
          << file.name;
    }
  }
  EXPECT_EQ(files, meta.file_count);
  EXPECT_GT(files, 0u);
}

TEST_F(ApiAdmin, InfoLogHoldsOptionsAndEvents) {
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  ASSERT_OK(Flush());
  Close();
  std::string log;
  ASSERT_OK(ReadFileToString(Env::Default(), DbPath() + "/LOG", &log));
  for (const char* text :
       {"EVENT_LOG_v1", "\"event\": \"flush_finished\"", "\"event\": \"table_file_creation\"",
        "format_version: 6", "Options.write_buffer_size: 65536"}) {
    EXPECT_NE(log.find(text), std::string::npos) << text;
  }
}

TEST_F(ApiAdmin, EventsOfFlushesHaveStocksNumbersBeforeAndAfter) {
  struct Watcher : EventListener {
    void OnFlushBegin(DB*, const FlushJobInfo& info) override { begun.push_back(info); }
    void OnFlushCompleted(DB*, const FlushJobInfo& info) override { ended.push_back(info); }
    std::vector<FlushJobInfo> begun, ended;
  };
  auto watcher = std::make_shared<Watcher>();
  options_.listeners.push_back(watcher);
  options_.level0_file_num_compaction_trigger = 1;
  options_.level0_slowdown_writes_trigger = 1;
  options_.level0_stop_writes_trigger = 2;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Flush());
  Close();
  ASSERT_EQ(watcher->begun.size(), 1u);
  ASSERT_EQ(watcher->ended.size(), 1u);
  // An empty range until there is a file.
  EXPECT_EQ(watcher->begun[0].smallest_seqno, (uint64_t{1} << 56) - 1);
  EXPECT_EQ(watcher->begun[0].largest_seqno, 0u);
  EXPECT_FALSE(watcher->begun[0].triggered_writes_slowdown);
  EXPECT_EQ(watcher->ended[0].smallest_seqno, 1u);
  EXPECT_EQ(watcher->ended[0].largest_seqno, 1u);
  // Its own file is the first of Level 0.
  EXPECT_TRUE(watcher->ended[0].triggered_writes_slowdown);
  EXPECT_FALSE(watcher->ended[0].triggered_writes_stop);
}

TEST_F(ApiAdmin, InfoLogHoldsTheOptionsOfAFamilyThatIsMadeLater) {
  ASSERT_OK(Open(options_));
  ColumnFamilyOptions later = options_;
  later.write_buffer_size = 77777;
  ColumnFamilyHandle* family = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(later, "later", &family));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
  Close();
  std::string log;
  ASSERT_OK(ReadFileToString(Env::Default(), DbPath() + "/LOG", &log));
  const size_t heading = log.find("--------------- Options for column family [later]:");
  ASSERT_NE(heading, std::string::npos);
  const size_t option = log.find("Options.write_buffer_size: 77777", heading);
  ASSERT_NE(option, std::string::npos);
  EXPECT_NE(log.find("Created column family [later]", option), std::string::npos);
}

TEST_F(ApiAdmin, ChecksumsOfEveryFileVerify) {
  ASSERT_OK(Open(options_));
  Fill(0, 1000);
  ASSERT_OK(Flush());
  EXPECT_OK(db_->VerifyChecksum());
}

// ---- the end of a database

TEST_F(ApiAdmin, DestroyDbLeavesNothingButForeignFiles) {
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  Close();
  ASSERT_OK(WriteStringToFile(Env::Default(), "mine", DbPath() + "/foreign.txt"));
  ASSERT_OK(DestroyDB(DbPath(), options_));
  EXPECT_TRUE(std::filesystem::exists(DbPath() + "/foreign.txt"));
  EXPECT_FALSE(std::filesystem::exists(DbPath() + "/CURRENT"));
}

TEST_F(ApiAdmin, DestroyDbRemovesTablesThatWaitedToBeWrittenOverFromEveryDirectory) {
  const std::string ours = dir_ / "tables", families = dir_ / "families", logs = dir_ / "logs";
  options_.db_paths = {{ours, 1 << 30}};
  options_.cf_paths = {{families, 1 << 30}};
  options_.wal_dir = logs;
  ASSERT_OK(Open(options_));
  Fill(0, 100);
  Close();
  // What a process leaves behind that was killed.
  for (const std::string& directory : {ours, families, logs}) {
    std::filesystem::create_directories(directory);
    ASSERT_OK(WriteStringToFile(Env::Default(), "old table", directory + "/000099.dbtmp"));
  }
  ASSERT_OK(WriteStringToFile(Env::Default(), "mine", families + "/foreign.dbtmp"));
  ASSERT_OK(DestroyDB(DbPath(), options_));
  EXPECT_FALSE(std::filesystem::exists(ours));
  EXPECT_FALSE(std::filesystem::exists(logs));
  EXPECT_FALSE(std::filesystem::exists(families + "/000099.dbtmp"));
  EXPECT_TRUE(std::filesystem::exists(families + "/foreign.dbtmp"));
}

TEST_F(ApiAdmin, CloseReportsLiveSnapshotsAndThenSucceeds) {
  ASSERT_OK(Open(options_));
  const Snapshot* snapshot = db_->GetSnapshot();
  EXPECT_TRUE(db_->Close().IsAborted());
  db_->ReleaseSnapshot(snapshot);
  EXPECT_OK(db_->Close());
}

TEST_F(ApiAdmin, DirectIoFindsWhatItWrote) {
  options_.use_direct_io_for_flush_and_compaction = true;
  options_.use_direct_reads = true;
  const Status s = Open(options_);
  if (!s.ok()) {  // some file systems, tmpfs of old kernels among them, cannot; that must be said
    EXPECT_TRUE(s.IsIOError() || s.IsNotSupported() || s.IsInvalidArgument()) << s.ToString();
    return;
  }
  Fill(0, 2000);
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  for (int i = 0; i < 2000; i += 37)
    EXPECT_EQ(Get(NumberedKey(i)), std::to_string(i) + std::string(100, 'f'));
}

TEST_F(ApiAdmin, CompactionsWithDirectIoReadOnWhileTheyMerge) {
  options_.use_direct_io_for_flush_and_compaction = options_.use_direct_reads = true;
  options_.write_buffer_size = 16 << 20;
  options_.target_file_size_base = 16 << 20;
  options_.disable_auto_compactions = true;
  SetBuckets(&options_, 0);  // two large tables
  options_.statistics = CreateDBStatistics();
  if (!Open(options_).ok()) return;  // a file system without direct I/O; see above
  for (const char* round : {"first", "second"}) {
    for (int i = 0; i < 4000; ++i) ASSERT_OK(Put(NumberedKey(i), round + std::string(1000, 'v')));
    ASSERT_OK(Flush());
  }
  ASSERT_OK(CompactAll());
  for (int i = 0; i < 4000; i += 37)
    EXPECT_EQ(Get(NumberedKey(i)), "second" + std::string(1000, 'v'));
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  for (const LiveFileMetaData& file : files)
    EXPECT_EQ(file.size % 4096, 0u) << "a table that is not cut after its last write";
  int64_t offers = 0;
  FileSystem::Default()->SupportedOps(offers);
  HistogramData reads;
  options_.statistics->histogramData(ASYNC_READ_BYTES, &reads);
  const bool can = (offers & (int64_t{1} << static_cast<int>(FSSupportedOps::kAsyncIO))) != 0;
  EXPECT_EQ(reads.count > 0, can);
}

}  // namespace
}  // namespace system_test
