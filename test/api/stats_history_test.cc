// DB::GetStatsHistory: which slices a database makes, and when.
#include "rocksdb/stats_history.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "db/db_impl.h"
#include "db/report/periodic_stats.h"
#include "env/mem_fs.h"
#include "rocksdb/convenience.h"
#include "rocksdb/utilities/stackable_db.h"
#include "test/support/hand_clock.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The second of each slice, and the keys that were written in it.
using Written = std::vector<std::pair<uint64_t, uint64_t>>;

class GetStatsHistoryTest : public testing::Test {
 protected:
  // Without a period of its own the database makes no slice: the tests do.
  GetStatsHistoryTest() {
    options_.env = &env_;
    options_.create_if_missing = true;
    options_.statistics = CreateDBStatistics();
    options_.stats_persist_period_sec = 0;
  }
  void Open() { ASSERT_OK(DB::Open(options_, "/db", &db_)); }
  void Write(int keys) {
    for (int i = 0; i < keys; ++i) ASSERT_OK(db_->Put(WriteOptions(), "key", "value"));
  }
  static void EndSlice(DB* db) { PeriodicStats(static_cast<DBImpl*>(db)->parts()).Remember(); }
  void EndSliceAt(uint64_t second) {
    clock_->Set(second);
    EndSlice(db_.get());
  }
  static std::unique_ptr<StatsHistoryIterator> Walk(DB* db, uint64_t begin = 0,
                                                    uint64_t end = UINT64_MAX) {
    std::unique_ptr<StatsHistoryIterator> walk;
    EXPECT_OK(db->GetStatsHistory(begin, end, &walk));
    return walk;
  }
  static Written History(DB* db, uint64_t begin = 0, uint64_t end = UINT64_MAX) {
    Written written;
    for (auto walk = Walk(db, begin, end); walk->Valid(); walk->Next())
      written.emplace_back(walk->GetStatsTime(), KeysWritten(*walk));
    return written;
  }
  static uint64_t KeysWritten(const StatsHistoryIterator& walk) {
    return walk.GetStatsMap().at("rocksdb.number.keys.written");
  }

  std::shared_ptr<HandClock> clock_ = std::make_shared<HandClock>(1000);
  HandClockEnv env_{std::make_shared<MemFileSystem>(), clock_};
  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(GetStatsHistoryTest, SlicesHoldWhatEveryTickerGainedUnderTheSecondOfTheirEnd) {
  Open();
  Write(1);
  EndSliceAt(1010);
  EXPECT_EQ(History(db_.get()), Written());
  Write(3);
  EndSliceAt(1020);
  Write(2);
  EndSliceAt(1030);
  EXPECT_EQ(History(db_.get()), (Written{{1020, 3}, {1030, 2}}));
  EXPECT_EQ(History(db_.get(), 1020, 1030), (Written{{1020, 3}}));
  const auto walk = Walk(db_.get());
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsMap().size(), TickersNameMap.size());
  EXPECT_OK(walk->status());
}

TEST_F(GetStatsHistoryTest, ResetStatisticsBeginAtZero) {
  Open();
  Write(5);
  EndSliceAt(1010);
  ASSERT_OK(options_.statistics->Reset());
  Write(2);
  EndSliceAt(1020);
  EXPECT_EQ(History(db_.get()), (Written{{1020, 2}}));
}

TEST_F(GetStatsHistoryTest, TheBufferSizeOfTheMomentDecidesWhatStays) {
  Open();
  for (const uint64_t second : {1010, 1020, 1030}) EndSliceAt(second);
  EXPECT_EQ(History(db_.get()).size(), 2u);
  // A slice names some 240 tickers: more than 5000 bytes, less than 50000.
  ASSERT_OK(db_->SetDBOptions({{"stats_history_buffer_size", "50000"}}));
  for (uint64_t second = 1040; second < 1140; second += 10) EndSliceAt(second);
  const Written kept = History(db_.get());
  ASSERT_GE(kept.size(), 1u);
  EXPECT_LE(kept.size(), 10u);
  EXPECT_EQ(kept.back().first, 1130u);
  ASSERT_OK(db_->SetDBOptions({{"stats_history_buffer_size", "0"}}));
  EndSliceAt(1140);
  EXPECT_EQ(History(db_.get()), Written());
}

TEST_F(GetStatsHistoryTest, AWalkMeetsSlicesThatComeAndOutlivesTheDatabase) {
  Open();
  EndSliceAt(1010);
  Write(1);
  EndSliceAt(1020);
  const auto walk = Walk(db_.get());
  ASSERT_TRUE(walk->Valid());
  Write(4);
  EndSliceAt(1030);
  ASSERT_OK(db_->Close());
  db_.reset();
  EXPECT_EQ(KeysWritten(*walk), 1u);
  walk->Next();
  ASSERT_TRUE(walk->Valid());
  EXPECT_EQ(walk->GetStatsTime(), 1030u);
  EXPECT_EQ(KeysWritten(*walk), 4u);
}

TEST_F(GetStatsHistoryTest, NothingIsRememberedWithoutStatisticsOrAfterCancelling) {
  options_.statistics = nullptr;
  Open();
  for (const uint64_t second : {1010, 1020}) EndSliceAt(second);
  EXPECT_EQ(History(db_.get()), Written());
  db_.reset();
  options_.statistics = CreateDBStatistics();
  Open();
  for (const uint64_t second : {1030, 1040}) EndSliceAt(second);
  CancelAllBackgroundWork(db_.get(), true);
  EndSliceAt(1050);
  EXPECT_EQ(History(db_.get()), (Written{{1040, 0}}));
}

TEST_F(GetStatsHistoryTest, ReadOnlyAndSecondaryDatabasesHaveAnEmptyHistory) {
  Open();
  Write(1);
  std::unique_ptr<DB> read_only, secondary;
  ASSERT_OK(DB::OpenAsSecondary(options_, "/db", "/secondary", &secondary));
  ASSERT_OK(db_->Close());
  db_.reset();
  ASSERT_OK(DB::OpenForReadOnly(options_, "/db", &read_only));
  for (DB* db : {read_only.get(), secondary.get()}) {
    for (int i = 0; i < 2; ++i) EndSlice(db);
    EXPECT_EQ(History(db), Written());
  }
}

TEST_F(GetStatsHistoryTest, WrappedDatabasesAnswerAndANullPointerIsRefused) {
  Open();
  for (const uint64_t second : {1010, 1020}) EndSliceAt(second);
  StackableDB wrapped(std::move(db_));
  EXPECT_EQ(History(&wrapped), (Written{{1020, 0}}));
  EXPECT_TRUE(wrapped.GetStatsHistory(0, 1, nullptr).IsInvalidArgument());
}

TEST_F(GetStatsHistoryTest, APeriodThatIsSetLiveMakesSlicesAndCloseWaitsForNone) {
  Open();
  clock_->Set(2000);
  ASSERT_OK(db_->SetDBOptions({{"stats_persist_period_sec", "1"}}));
  // The first write may come before the counting begins.
  EXPECT_TRUE(test_support::WaitUntil([&] {
    Write(1);
    const Written history = History(db_.get());
    return !history.empty() && history[0].second > 0;
  }));
  const Written history = History(db_.get());
  ASSERT_EQ(history.size(), 1u);
  EXPECT_EQ(history[0].first, 2000u);
  ASSERT_OK(db_->SetDBOptions({{"stats_persist_period_sec", "3600"}}));
  const auto begin = std::chrono::steady_clock::now();
  db_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

class StatsOnDiskTest : public GetStatsHistoryTest {
 protected:
  StatsOnDiskTest() { options_.persist_stats_to_disk = true; }
  void Reopen() {
    ASSERT_OK(db_->Close());
    db_.reset();
    Open();
  }
  // What the family holds, through an opening that names it.
  std::map<std::string, std::string> Contents() {
    EXPECT_OK(db_->Close());
    db_.reset();
    Options plain = options_;
    plain.persist_stats_to_disk = false;
    std::vector<ColumnFamilyHandle*> handles;
    EXPECT_OK(DB::Open(plain, "/db", BothFamilies(), &handles, &db_));
    std::map<std::string, std::string> contents;
    const std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), handles[1]));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      contents[it->key().ToString()] = it->value().ToString();
    for (ColumnFamilyHandle* handle : handles) delete handle;
    return contents;
  }
  std::vector<ColumnFamilyDescriptor> BothFamilies() const {
    return {{kDefaultColumnFamilyName, options_}, {kPersistentStatsColumnFamilyName, options_}};
  }
};

TEST_F(StatsOnDiskTest, SlicesAreThereAgainAtTheNextOpening) {
  Open();
  EndSliceAt(1010);
  Write(3);
  EndSliceAt(1020);
  Reopen();
  EXPECT_EQ(History(db_.get()), (Written{{1020, 3}}));
  EndSliceAt(1030);
  Write(5);
  EndSliceAt(1040);
  const Written history = History(db_.get());
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[1], (std::pair<uint64_t, uint64_t>(1040, 5)));
  EXPECT_EQ(History(db_.get(), 1021), (Written{{1040, 5}}));
  EXPECT_EQ(History(db_.get(), 0, 1040), (Written{{1020, 3}}));
  EXPECT_EQ(History(db_.get(), 2000, UINT64_MAX), Written());
}

TEST_F(StatsOnDiskTest, TheFamilyHoldsStocksKeys) {
  Open();
  EndSliceAt(1010);
  Write(3);
  EndSliceAt(1020);
  const auto contents = Contents();
  EXPECT_EQ(contents.at("0000001020#rocksdb.number.keys.written"), "3");
  EXPECT_EQ(contents.at("__persistent_stats_format_version__"), "1");
  EXPECT_EQ(contents.at("__persistent_stats_compatible_version__"), "1");
  for (const auto& [key, value] : contents)
    EXPECT_TRUE(key.rfind("0000001020#rocksdb.", 0) == 0 || key.rfind("__", 0) == 0) << key;
}

TEST_F(StatsOnDiskTest, TheFamilyIsListedAndHasNoHandleUnlessItIsNamed) {
  Open();
  std::vector<std::string> names;
  ASSERT_OK(DB::ListColumnFamilies(options_, "/db", &names));
  EXPECT_EQ(names,
            (std::vector<std::string>{kDefaultColumnFamilyName, kPersistentStatsColumnFamilyName}));
  ASSERT_OK(db_->Close());
  db_.reset();
  std::vector<ColumnFamilyHandle*> handles;
  ASSERT_OK(DB::Open(options_, "/db", {{kDefaultColumnFamilyName, options_}}, &handles, &db_));
  EXPECT_EQ(handles.size(), 1u);
  for (ColumnFamilyHandle* handle : handles) delete handle;
  db_.reset();
  ASSERT_OK(DB::Open(options_, "/db", BothFamilies(), &handles, &db_));
  ASSERT_EQ(handles.size(), 2u);
  EXPECT_EQ(handles[1]->GetName(), kPersistentStatsColumnFamilyName);
  for (ColumnFamilyHandle* handle : handles) delete handle;
  for (const uint64_t second : {1010, 1020}) EndSliceAt(second);
  EXPECT_EQ(History(db_.get()).size(), 1u);
  db_.reset();
}

TEST_F(StatsOnDiskTest, NobodyHasToNameTheFamilyAndOnlyTheOptionMakesIt) {
  options_.persist_stats_to_disk = false;
  Open();
  std::vector<std::string> names;
  ASSERT_OK(DB::ListColumnFamilies(options_, "/db", &names));
  EXPECT_EQ(names.size(), 1u);
  options_.persist_stats_to_disk = true;
  Reopen();
  EndSliceAt(1010);
  Write(3);
  EndSliceAt(1020);
  options_.persist_stats_to_disk = false;
  Reopen();
  EXPECT_EQ(History(db_.get()), Written());
  Write(1);
  ASSERT_OK(db_->Flush(FlushOptions()));
  options_.persist_stats_to_disk = true;
  Reopen();
  EXPECT_EQ(History(db_.get()), (Written{{1020, 3}}));
}

TEST_F(StatsOnDiskTest, ASliceThatCannotBeWrittenIsPartOfTheNext) {
  Open();
  EndSliceAt(1010);
  Write(3);
  ASSERT_OK(db_->LockWAL());
  EndSliceAt(1020);
  ASSERT_OK(db_->UnlockWAL());
  EXPECT_EQ(History(db_.get()), Written());
  Write(4);
  EndSliceAt(1030);
  EXPECT_EQ(History(db_.get()), (Written{{1030, 7}}));
}

TEST_F(StatsOnDiskTest, TheFamilyIsFlushedWhereItAloneKeepsALog) {
  Open();
  for (const uint64_t second : {1010, 1020}) EndSliceAt(second);
  // 0: there is none with anything in it.
  const auto oldest_log = [this] {
    VectorWalPtr files;
    EXPECT_OK(db_->GetSortedWalFiles(files));
    return files.empty() ? 0 : files[0]->LogNumber();
  };
  Write(1);
  const uint64_t first = oldest_log();
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(oldest_log(), first) << "it has the slices";
  EndSliceAt(1030);
  EXPECT_TRUE(test_support::WaitUntil([&] { return oldest_log() != first; }));
  EXPECT_EQ(History(db_.get()).size(), 2u);
}

TEST_F(StatsOnDiskTest, AFormatThatOnlyLaterReadersKnowIsBegunAnew) {
  Open();
  EndSliceAt(1010);
  EndSliceAt(1020);
  ASSERT_OK(db_->Close());
  db_.reset();
  std::vector<ColumnFamilyHandle*> handles;
  ASSERT_OK(DB::Open(options_, "/db", BothFamilies(), &handles, &db_));
  for (const char* key :
       {"__persistent_stats_format_version__", "__persistent_stats_compatible_version__"})
    ASSERT_OK(db_->Put(WriteOptions(), handles[1], key, "2"));
  for (ColumnFamilyHandle* handle : handles) delete handle;
  Reopen();
  EXPECT_EQ(History(db_.get()), Written());
  EndSliceAt(1030);
  Write(2);
  EndSliceAt(1040);
  EXPECT_EQ(History(db_.get()), (Written{{1040, 2}}));
  EXPECT_EQ(Contents().at("__persistent_stats_compatible_version__"), "1");
}

TEST_F(StatsOnDiskTest, ReadOnlyDatabasesHaveAnEmptyHistoryHereToo) {
  Open();
  Write(1);
  ASSERT_OK(db_->Close());
  db_.reset();
  std::unique_ptr<DB> read_only;
  ASSERT_OK(DB::OpenForReadOnly(options_, "/db", &read_only));
  EXPECT_EQ(History(read_only.get()), Written());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
