// The life of write-ahead logs: kept while needed, synced, released, recycled.
#include "db/state/wal_manager.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "db/batch/write_batch_internal.h"
#include "db/log/log_reader.h"
#include "db/state/module_fixture.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "test/support/status_assertions.h"
#include "util/coding.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class WalManagerTest : public ModuleTest {
 protected:
  WalManagerTest() { obsolete_->Arm(); }
  ~WalManagerTest() override { EXPECT_OK(wals_.Close()); }
  void Start(uint64_t number) { ASSERT_OK(wals_.StartNew(number, 0)); }
  void Append(const std::string& record) { ASSERT_OK(wals_.Append(record, 0)); }
  std::vector<uint64_t> Alive() {
    std::vector<uint64_t> numbers;
    for (const WalManager::Info& log : wals_.Alive()) numbers.push_back(log.number);
    return numbers;
  }
  uint64_t SizeOf(uint64_t number) {
    uint64_t bytes = 0;
    EXPECT_OK(fs_->GetFileSize(WalFileName("/db", number), IOOptions(), &bytes, nullptr));
    return bytes;
  }
  bool OnDisk(uint64_t number) { return Exists(WalFileName("/db", number)); }
  uint64_t Syncs() { return fs_->Count(FsOp::kSync); }

  TableCache tables_{&context_, -1};
  std::shared_ptr<ObsoleteFiles> obsolete_ =
      std::make_shared<ObsoleteFiles>(&context_, &tables_, events_.get());
  WalManager wals_{&context_, obsolete_, "/db"};
};

using Numbers = std::vector<uint64_t>;

TEST_F(WalManagerTest, ALogIsKeptUntilItIsReleasedAndTheCurrentOneAlways) {
  EXPECT_EQ(wals_.current_number(), 0);
  Start(5);
  EXPECT_TRUE(wals_.current_is_empty());
  Append("one");
  EXPECT_FALSE(wals_.current_is_empty());
  Start(6);
  Append("two");
  Start(7);
  EXPECT_EQ(Alive(), (Numbers{5, 6, 7}));
  wals_.ReleaseBefore(6);
  EXPECT_EQ(Alive(), (Numbers{6, 7}));
  EXPECT_TRUE(OnDisk(5)) << "only Purge deletes";
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(5));
  wals_.ReleaseBefore(100);
  EXPECT_EQ(Alive(), Numbers{7});
  wals_.ReleaseBefore(3);
  EXPECT_EQ(Alive(), Numbers{7});
}

TEST_F(WalManagerTest, ALogThatAManifestNamesStaysUntilARecordSaysThatItIsGone) {
  const auto track = [this](bool all) {
    Numbers numbers;
    for (const WalManager::Info& log : wals_.Track(all)) numbers.push_back(log.number);
    return numbers;
  };
  Start(5);
  Append("one");
  Start(6);
  Append("two");
  EXPECT_EQ(track(false), Numbers()) << "5 is not synced";
  ASSERT_OK(wals_.Sync());
  EXPECT_EQ(track(false), Numbers{5}) << "6 is being written";
  EXPECT_EQ(track(false), Numbers());
  EXPECT_EQ(track(true), Numbers{5}) << "a new MANIFEST names all";
  Start(7);
  ASSERT_OK(wals_.Sync());
  wals_.ReleaseBefore(7);
  EXPECT_EQ(Alive(), (Numbers{5, 6, 7}));
  EXPECT_EQ(track(false), Numbers()) << "6 is needed no more";
  wals_.ForgetTracked(6);
  EXPECT_EQ(Alive(), Numbers{7});
}

TEST_F(WalManagerTest, ALogWhoseRecordFailedIsNotNamedAndNotLongerThanItsFile) {
  Start(5);
  Append("one");
  const uint64_t whole = wals_.Alive().front().bytes;
  fs_->FailNth(FsOp::kAppend, 1, IOStatus::IOError("planned"));
  EXPECT_TRUE(wals_.Append("two", 0).IsIOError());
  Start(6);
  Append("three");
  Start(7);
  ASSERT_OK(wals_.Sync());
  EXPECT_EQ(wals_.Alive().front().bytes, whole);
  const std::vector<WalManager::Info> named = wals_.Track(true);
  ASSERT_EQ(named.size(), 1u);
  EXPECT_EQ(named[0].number, 6u);
  wals_.ForgetTracked(7);
  wals_.ReleaseBefore(7);
  obsolete_->Purge();  // closes them
}

TEST_F(WalManagerTest, TheTotalIsTheSumOfTheLogsThatAreKept) {
  wals_.KeepRecovered(4, 1000);
  EXPECT_EQ(Alive(), Numbers{4});
  EXPECT_EQ(wals_.Alive()[0].bytes, 1000u) << "also before there is a log being written";
  Start(5);
  Append(std::string(100, 'a'));
  const uint64_t first = wals_.total_bytes() - 1000;
  EXPECT_GT(first, 100u);
  Start(6);
  Append(std::string(300, 'b'));
  const auto alive = wals_.Alive();
  EXPECT_EQ(wals_.total_bytes(), 1000 + alive[1].bytes + alive[2].bytes);
  EXPECT_EQ(alive[1].bytes, first);
  wals_.ReleaseBefore(5);
  EXPECT_EQ(wals_.total_bytes(), alive[1].bytes + alive[2].bytes);
  wals_.ReleaseBefore(6);
  EXPECT_EQ(wals_.total_bytes(), alive[2].bytes);
}

TEST_F(WalManagerTest, SyncReachesClosedLogsOnceAndTheCurrentOneEachTime) {
  Start(5);
  Append("one");
  Start(6);
  Append("two");
  uint64_t before = Syncs();
  ASSERT_OK(wals_.Sync());
  EXPECT_EQ(Syncs(), before + 2);
  Append("three");
  before = Syncs();
  ASSERT_OK(wals_.SyncBesideAppends(nullptr));
  EXPECT_EQ(Syncs(), before + 1) << "the closed log was durable already";
  Start(7);
  before = Syncs();
  ASSERT_OK(wals_.SyncClosed());
  EXPECT_EQ(Syncs(), before + 1) << "log 6 has grown since it was synced while current";
  before = Syncs();
  ASSERT_OK(wals_.SyncClosed());
  EXPECT_EQ(Syncs(), before);
}

TEST_F(WalManagerTest, ALogThatFamiliesShareLeavesOnceItIsDurable) {
  Start(5);
  Append("one");
  Start(6);
  wals_.ReleaseBefore(6, true);
  EXPECT_EQ(wals_.Alive().front().number, 5u);
  ASSERT_OK(wals_.SyncClosed());
  EXPECT_EQ(wals_.Alive().front().number, 6u);
  Append("two");
  Start(7);
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("planned"));
  EXPECT_TRUE(wals_.SyncClosed().IsIOError());
  wals_.ReleaseBefore(7, true);
  EXPECT_EQ(wals_.Alive().front().number, 7u) << "it will never be durable";
}

TEST_F(WalManagerTest, AFailedSyncIsReportedUntilTheLogIsNotNeeded) {
  Start(5);
  Append("one");
  Start(6);
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("planned"));
  EXPECT_TRUE(wals_.SyncClosed().IsIOError());
  wals_.ReleaseBefore(6);  // its data is in tables: the failure matters no more
  ASSERT_OK(wals_.SyncClosed());
}

TEST_F(WalManagerTest, ALogWhoseNameIsNotDurableIsNotDurable) {
  Start(5);
  Append("one");
  fs_->FailNth(FsOp::kDirSync, 1, IOStatus::IOError("planned"));
  EXPECT_TRUE(wals_.Sync().IsIOError());
  Start(6);
  Append("two");
  ASSERT_OK(wals_.Sync());
}

TEST_F(WalManagerTest, ReleasedLogsAreWrittenOverUpToTheirNumber) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  for (uint64_t number : {5, 6, 7}) {
    Start(number);
    Append("x");
  }
  wals_.ReleaseBefore(7);
  obsolete_->Purge();
  EXPECT_TRUE(OnDisk(6)) << "kept for recycling";
  EXPECT_FALSE(OnDisk(5));
  Start(8);
  EXPECT_FALSE(OnDisk(6));
  EXPECT_TRUE(OnDisk(8));
}

TEST_F(WalManagerTest, LogsThatAreSparedWithoutBeingAskedForHaveAtMost256MB) {
  DBOptions options;
  options.spare_log_files = 2;
  options.env = Env::Default();
  std::shared_ptr<const DbConfig> config;
  ASSERT_OK(MakeDbConfig("/db", options, &config));
  EXPECT_EQ(config->log_reuse.files, 2u);
  EXPECT_EQ(config->log_reuse.at_first, 1u);
  EXPECT_EQ(config->log_reuse.largest, 256u << 20);
  options.recycle_log_file_num = 3;
  ASSERT_OK(MakeDbConfig("/db", options, &config));
  EXPECT_EQ(config->log_reuse.files, 3u);
  EXPECT_EQ(config->log_reuse.at_first, 3u);
  EXPECT_GT(config->log_reuse.largest, uint64_t{1} << 40);
}

TEST_F(WalManagerTest, ASecondLogIsSparedAfterSwitchesHaveMissedOne) {
  DBOptions options;
  options.spare_log_files = 2;
  options.env = Env::Default();  // no other spares logs
  std::shared_ptr<const DbConfig> config;
  ASSERT_OK(MakeDbConfig("/db", options, &config));
  context_.set_config(std::move(config));
  // A flush takes two memtables; two switches follow.
  const auto round = [this](uint64_t number) {
    Start(number);
    Start(number + 1);
    wals_.ReleaseBefore(number + 1);
    obsolete_->Purge();
    return OnDisk(number - 1);
  };
  Start(5);
  EXPECT_FALSE(round(6)) << "of 5 and 6 only 6 waits";
  EXPECT_TRUE(OnDisk(6));
  EXPECT_FALSE(round(8)) << "8 was written over 6, for 9 there was none: a first miss";
  EXPECT_TRUE(round(10)) << "and a second one";
  EXPECT_TRUE(OnDisk(10));
}

TEST_F(WalManagerTest, ALogWithASecondNameIsNotWrittenOver) {
  DBOptions options;
  options.recycle_log_file_num = 2;
  SetDbOptions(options);
  Start(5);
  Append("copied");
  Start(6);
  ASSERT_OK(fs_->LinkFile(WalFileName("/db", 5), "/copy", IOOptions(), nullptr));
  wals_.ReleaseBefore(6);
  Start(7);
  Append("x");
  EXPECT_TRUE(OnDisk(5)) << "the next purge deletes it";
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(5));
  std::string copy;
  ASSERT_OK(ReadFileToString(fs_.get(), "/copy", &copy));
  EXPECT_NE(copy.find("copied"), std::string::npos);
}

TEST_F(WalManagerTest, OnlyTheLogBeingWrittenEndsInOldBytes) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  Start(5);
  Append(std::string(100000, 'o'));
  Start(6);
  wals_.ReleaseBefore(6);
  Start(7);
  Append("short");
  EXPECT_GT(SizeOf(7), 100000u);
  Start(8);
  EXPECT_EQ(SizeOf(7), 11u + 5u);
}

TEST_F(WalManagerTest, NoLogGetsSmallerWhileDeletionsAreDisabled) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  Start(5);
  Append(std::string(100000, 'o'));
  Start(6);
  wals_.ReleaseBefore(6);
  Start(7);
  Append("short");
  obsolete_->Disable();
  const uint64_t listed = SizeOf(7);
  Start(8);
  EXPECT_EQ(SizeOf(7), listed);
  EXPECT_GT(listed, 100000u);
}

TEST_F(WalManagerTest, ALogWhoseOldBytesCannotBeCutOffServesAsItIs) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  Start(5);
  Append("one");
  fs_->FailNth(FsOp::kTruncate, 1, IOStatus::IOError("planned"));
  Start(6);
  Append("two");
  EXPECT_EQ(Alive(), (Numbers{5, 6}));
}

// Old bytes at the end of a log look like damage, and replay goes on with the next log only.
TEST_F(WalManagerTest, NoLogIsGoneBehindOneThatIsKeptForReuse) {
  DBOptions options;
  options.recycle_log_file_num = 2;
  SetDbOptions(options);
  for (uint64_t number : {5, 6, 7, 8}) Start(number);
  wals_.ReleaseBefore(8);
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(5));
  EXPECT_TRUE(OnDisk(6) && OnDisk(7));
  Start(9);
  EXPECT_FALSE(OnDisk(6));
  EXPECT_TRUE(OnDisk(7) && OnDisk(8));
  obsolete_->Disable();
  wals_.ReleaseBefore(9);
  EXPECT_TRUE(obsolete_->Enable());
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(7) || OnDisk(8));
}

TEST_F(WalManagerTest, LogsThatAreWrittenOverLeaveNoNumbersOutBetweenThem) {
  const auto append = [this](SequenceNumber sequence, uint32_t count) {
    WriteBatch batch;
    for (uint32_t i = 0; i < count; ++i) ASSERT_OK(batch.Put("k", "v"));
    BatchAccess::SetSequence(&batch, sequence);
    ASSERT_OK(wals_.Append(batch.Data(), sequence + count));
  };
  // The sequence number of each record.
  const auto numbers_of = [this](uint64_t log) {
    std::unique_ptr<SequentialFileReader> file;
    EXPECT_OK(SequentialFileReader::Open(fs_.get(), WalFileName("/db", log), FileOptions(), &file));
    log::Reader reader(std::move(file), nullptr, true, log);
    Slice record;
    std::string scratch;
    Numbers numbers;
    while (reader.ReadRecord(&record, &scratch)) numbers.push_back(LoadFixed64(record.data()));
    return numbers;
  };
  for (const size_t spare : {0, 1}) {
    DBOptions options;
    options.recycle_log_file_num = spare;
    SetDbOptions(options);
    const uint64_t log = 10 + 10 * spare;
    const SequenceNumber at = 100 * (1 + spare);
    Start(log);
    append(at, 3);
    Start(log + 1);
    append(at + 3, 1);
    append(at + 7, 1);
    Start(log + 2);
    append(at + 20, 1);
    EXPECT_EQ(numbers_of(log + 1), (Numbers{at + 3, at + 7}));
    const Numbers bridged = {at + 8, at + 20};
    EXPECT_EQ(numbers_of(log + 2), spare == 0 ? Numbers{at + 20} : bridged);
  }
}

TEST_F(WalManagerTest, AReleasedLogIsClosedByWhoDeletesOrRecyclesIt) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  for (uint64_t number : {5, 6, 7}) Start(number);
  const uint64_t before = fs_->Count(FsOp::kClose);
  wals_.ReleaseBefore(7);
  EXPECT_EQ(fs_->Count(FsOp::kClose), before) << "releasing happens with the state lock held";
  obsolete_->Purge();
  EXPECT_EQ(fs_->Count(FsOp::kClose), before + 1) << "5";
  Start(8);
  EXPECT_EQ(fs_->Count(FsOp::kClose), before + 2) << "6, which 8 writes over";
  EXPECT_FALSE(OnDisk(6));
}

TEST_F(WalManagerTest, ALogThatCannotBeClosedIsNotWrittenOver) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  Start(5);
  Start(6);
  wals_.ReleaseBefore(6);
  fs_->FailNth(FsOp::kClose, 1, IOStatus::IOError("planned"));
  Start(7);
  EXPECT_TRUE(OnDisk(5));
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(5));
}

TEST_F(WalManagerTest, RecordsOfManualFlushAreKnownToWaitUntilTheyAreFlushed) {
  Start(5);
  Append("at once");
  EXPECT_FALSE(wals_.holds_unflushed());
  DBOptions options;
  options.manual_wal_flush = true;
  SetDbOptions(options);
  Start(6);
  EXPECT_FALSE(wals_.holds_unflushed());
  Append("one");
  EXPECT_TRUE(wals_.holds_unflushed());
  ASSERT_OK(wals_.Flush());
  EXPECT_FALSE(wals_.holds_unflushed());
  Append("two");
  ASSERT_OK(wals_.Sync());
  EXPECT_FALSE(wals_.holds_unflushed());
  Append("three");
  Start(7);
  EXPECT_FALSE(wals_.holds_unflushed()) << "a new log waits for the records of the old one";
}

TEST_F(WalManagerTest, NoLogIsWrittenOverWhileDeletionsAreDisabled) {
  DBOptions options;
  options.recycle_log_file_num = 2;
  SetDbOptions(options);
  Start(5);
  Append("x");
  Start(6);
  obsolete_->Disable();
  wals_.ReleaseBefore(6);
  Start(7);
  obsolete_->Purge();
  EXPECT_TRUE(OnDisk(5));
  EXPECT_TRUE(obsolete_->Enable());
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(5));
}

TEST_F(WalManagerTest, AFailureToCreateALogLeavesTheOldOneCurrent) {
  Start(5);
  fs_->FailNth(FsOp::kOpenWrite, 1, IOStatus::NoSpace("planned"));
  EXPECT_TRUE(wals_.StartNew(6, 0).IsNoSpace());
  EXPECT_EQ(wals_.current_number(), 5u);
  Append("goes on");
  EXPECT_EQ(Alive(), Numbers{5});
}

TEST_F(WalManagerTest, WithoutALogFlushingIsNothingAndSyncingConcernsTheDirectory) {
  ASSERT_OK(wals_.Flush());
  const uint64_t before = fs_->Count(FsOp::kDirSync);
  ASSERT_OK(wals_.SyncBesideAppends(nullptr));
  EXPECT_EQ(fs_->Count(FsOp::kDirSync), before + 1);
  EXPECT_EQ(Syncs(), 0u);
  EXPECT_TRUE(Alive().empty());
}

TEST_F(WalManagerTest, AfterOneFailedSyncNoFurtherLogIsSynced) {
  for (uint64_t number : {5, 6, 7}) {
    Start(number);
    Append("x");
  }
  IOStatus planned = IOStatus::IOError("planned");
  planned.SetRetryable(true);
  fs_->FailNth(FsOp::kSync, 1, planned);
  const uint64_t before = Syncs();
  EXPECT_TRUE(wals_.SyncClosed().IsIOError());
  EXPECT_EQ(Syncs(), before + 1);
  const IOStatus refused = wals_.Append("y", 0);
  EXPECT_TRUE(refused.IsIOError()) << "a new log must be started first";
  EXPECT_TRUE(refused.GetRetryable()) << "as the sync was";
  Start(8);
  EXPECT_EQ(wals_.left_broken(), 7u);
  EXPECT_TRUE(wals_.SyncClosed().IsIOError()) << "a failed sync is not repeated";
  EXPECT_EQ(Syncs(), before + 1);
  wals_.ReleaseBefore(6);
  ASSERT_OK(wals_.SyncClosed());
  EXPECT_EQ(Syncs(), before + 3) << "6 and 7";
}

TEST_F(WalManagerTest, ALogThatCouldNotBeWrittenOverIsGoneUnderBothNames) {
  DBOptions options;
  options.recycle_log_file_num = 1;
  SetDbOptions(options);
  Start(5);
  Start(6);
  wals_.ReleaseBefore(6);
  for (const FsOp op : {FsOp::kRename, FsOp::kOpenWrite}) {
    const uint64_t number = op == FsOp::kRename ? 7 : 8;
    if (op == FsOp::kOpenWrite) {  // 5 was lost to the first failure: give the next one a file too
      Start(7);
      wals_.ReleaseBefore(7);
    }
    const uint64_t current = wals_.current_number();
    fs_->FailNth(op, 1, IOStatus::IOError("planned"));
    EXPECT_TRUE(wals_.StartNew(number, 0).IsIOError());
    EXPECT_EQ(wals_.current_number(), current);
    Append("goes on");
    obsolete_->Purge();
    EXPECT_FALSE(OnDisk(number));
    EXPECT_FALSE(OnDisk(op == FsOp::kRename ? 5 : 6));
    EXPECT_TRUE(OnDisk(current));
  }
}

TEST_F(WalManagerTest, ClosingGoesOnWhenALogKeptForReuseCanNotBeDeleted) {
  DBOptions options;
  options.recycle_log_file_num = 2;
  SetDbOptions(options);
  for (uint64_t number : {5, 6, 7}) Start(number);
  wals_.ReleaseBefore(7);
  fs_->FailNth(FsOp::kDelete, 1, IOStatus::IOError("planned"));
  ASSERT_OK(wals_.Close());
  EXPECT_EQ(OnDisk(5) + OnDisk(6), 1) << "the other one was deleted";
  EXPECT_EQ(Alive(), Numbers());
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST_F(WalManagerTest, RaceALogThatIsStartedDuringADirectorySyncNeedsAnother) {
  Start(5);
  Append("one");
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("WalManager::SyncDirectoryOnce:Synced",
                     [this](void*) { EXPECT_OK(wals_.StartNew(6, 0)); });
  points.Enable();
  const IOStatus s = wals_.SyncBesideAppends(nullptr);
  points.Clear();
  EXPECT_OK(s);
  Append("two");
  const uint64_t before = fs_->Count(FsOp::kDirSync);
  ASSERT_OK(wals_.Sync());
  EXPECT_EQ(fs_->Count(FsOp::kDirSync), before + 1);
  ASSERT_OK(wals_.Sync());
  EXPECT_EQ(fs_->Count(FsOp::kDirSync), before + 1) << "once for each log";
}

TEST_F(WalManagerTest, RaceASyncBesideOneThatFailsDoesNotSucceed) {
  Start(5);
  Append("one");
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("planned"));
  std::promise<void> begun, may_fail;
  std::atomic<bool> beside_begun{false};
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("WritableFileWriter:Sync", [&](void*) {
    if (beside_begun.exchange(true)) return;
    begun.set_value();
    may_fail.get_future().wait();
  });
  // The leader has asked by then whether a sync failed before.
  points.SetCallback("WalManager::SyncAll:HaveWriters", [&](void*) {
    if (beside_begun) may_fail.set_value();
  });
  points.Enable();
  std::thread beside([this] { EXPECT_TRUE(wals_.SyncBesideAppends(nullptr).IsIOError()); });
  begun.get_future().wait();
  Append("two");
  const IOStatus s = wals_.Sync();
  beside.join();
  points.Clear();
  EXPECT_TRUE(s.IsIOError()) << s.ToString();
}

TEST_F(WalManagerTest, RaceALogThatIsBeingSyncedIsReleasedAfterwards) {
  Start(5);
  Append("one");
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("WalManager::SyncAll:HaveWriters", [this](void*) {
    EXPECT_OK(wals_.StartNew(6, 0));  // the log that is being synced is switched away
    wals_.ReleaseBefore(6);           // and its data reaches tables
    EXPECT_EQ(Alive(), (Numbers{5, 6}));
  });
  points.Enable();
  const IOStatus s = wals_.SyncBesideAppends(nullptr);
  points.Clear();
  EXPECT_OK(s);
  EXPECT_EQ(Alive(), Numbers{6});
  obsolete_->Purge();
  EXPECT_FALSE(OnDisk(5));
}
#endif

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
