// DB::GetUpdatesSince() and the archive of logs: which batches an iterator gives, how it ends, and
// what happens to it when logs are switched, archived, recycled, damaged and deleted.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <random>
#include <thread>

#include "rocksdb/db.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "rocksdb/write_batch.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"

namespace system_test {
namespace {

using namespace ROCKSDB_NAMESPACE;

constexpr char kTail[] =
    "Operation failed. Try again.: Create a new iterator to fetch the new tail.";
constexpr char kGap[] = "NotFound: Gap in sequence numbers";

// Calls `on_open` with the path of each file that is opened for reading at any offset.
class WatchedFileSystem final : public FileSystemWrapper {
 public:
  explicit WatchedFileSystem(const std::shared_ptr<FileSystem>& base) : FileSystemWrapper(base) {}
  const char* Name() const override { return "WatchedFileSystem"; }
  IOStatus NewRandomAccessFile(const std::string& path, const FileOptions& options,
                               std::unique_ptr<FSRandomAccessFile>* file,
                               IODebugContext* dbg) override {
    if (on_open) on_open(path);
    return FileSystemWrapper::NewRandomAccessFile(path, options, file, dbg);
  }

  std::function<void(const std::string& path)> on_open;
};

class UpdatesSinceTest : public testing::Test {
 protected:
  UpdatesSinceTest()
      : faults_(NewFaultyFileSystem()),
        fs_(std::make_shared<WatchedFileSystem>(faults_)),
        env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
  }

  void Open() { ASSERT_OK(DB::Open(options_, "/db", &db_)); }
  void Reopen() {
    db_.reset();
    Open();
  }
  void Put(const std::string& key) { ASSERT_OK(db_->Put(WriteOptions(), key, "v")); }
  void PutUnlogged(const std::string& key) {
    WriteOptions options;
    options.disableWAL = true;
    ASSERT_OK(db_->Put(options, key, "v"));
  }
  void PutMany(int n) {
    WriteBatch batch;
    for (int i = 0; i < n; ++i) ASSERT_OK(batch.Put(std::to_string(i), "v"));
    ASSERT_OK(db_->Write(WriteOptions(), &batch));
  }
  // Waits also until the flushed logs have left the log directory, which the flush's job sees to
  // after it has answered.
  void Flush() {
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_TRUE(test_support::WaitUntil([this] { return Logs("/db").size() == 1; }));
  }
  SequenceNumber Last() { return db_->GetLatestSequenceNumber(); }

  std::unique_ptr<TransactionLogIterator> Since(SequenceNumber sequence, bool verify = true) {
    std::unique_ptr<TransactionLogIterator> iter;
    EXPECT_OK(db_->GetUpdatesSince(sequence, &iter, TransactionLogIterator::ReadOptions(verify)));
    return iter;
  }
  // The batches from the position on as "sequence+count", and then the status unless it is OK.
  static std::string Rest(TransactionLogIterator* iter) {
    std::string text;
    for (; iter->Valid(); iter->Next()) {
      EXPECT_OK(iter->status());
      const BatchResult batch = iter->GetBatch();
      text += std::to_string(batch.sequence) + "+" + std::to_string(batch.writeBatchPtr->Count());
      text += " ";
    }
    return iter->status().ok() ? text : text + iter->status().ToString();
  }
  std::string From(SequenceNumber sequence) { return Rest(Since(sequence).get()); }
  static std::string NextAndRest(TransactionLogIterator* iter) {
    iter->Next();
    return Rest(iter);
  }

  std::vector<std::string> Logs(const std::string& directory) {
    std::vector<std::string> names, logs;
    IOStatus s = fs_->GetChildren(directory, IOOptions(), &names, nullptr);
    if (!s.ok()) return {};
    for (const std::string& name : names) {
      if (name.size() > 4 && name.substr(name.size() - 4) == ".log") logs.push_back(name);
    }
    std::sort(logs.begin(), logs.end());
    return logs;
  }
  size_t Archived() { return Logs("/db/archive").size(); }

  std::shared_ptr<FaultyFileSystem> faults_;
  std::shared_ptr<WatchedFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(UpdatesSinceTest, BatchesComeInOrderFromTheOneThatHoldsTheNumber) {
  Open();
  Put("a");
  PutMany(3);
  Put("b");
  EXPECT_EQ(From(0), "1+1 2+3 5+1 ");
  EXPECT_EQ(From(1), "1+1 2+3 5+1 ");
  EXPECT_EQ(From(2), "2+3 5+1 ");
  EXPECT_EQ(From(4), "2+3 5+1 ");
  EXPECT_EQ(From(5), "5+1 ");
}

TEST_F(UpdatesSinceTest, ABatchIsTheOneThatWasWritten) {
  Open();
  WriteBatch written;
  ASSERT_OK(written.Put("a", "1"));
  ASSERT_OK(written.DeleteRange("b", "c"));
  ASSERT_OK(written.PutLogData("blob"));
  ASSERT_OK(db_->Write(WriteOptions(), &written));
  const auto iter = Since(1);
  ASSERT_TRUE(iter->Valid());
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(iter->GetBatch().writeBatchPtr->Data(), written.Data());
  }
}

TEST_F(UpdatesSinceTest, ANumberBeyondTheLastWriteIsNotFound) {
  Open();
  std::unique_ptr<TransactionLogIterator> iter;
  EXPECT_EQ(db_->GetUpdatesSince(1, &iter).ToString(),
            "NotFound: Requested sequence not yet written in the db");
  EXPECT_EQ(iter, nullptr);
  Put("a");
  ASSERT_OK(db_->GetUpdatesSince(1, &iter));
  EXPECT_TRUE(db_->GetUpdatesSince(2, &iter).IsNotFound());
}

TEST_F(UpdatesSinceTest, AnEmptyDatabaseGivesAnEmptyWalkThatTheFirstWriteEnds) {
  Open();
  const auto iter = Since(0);
  EXPECT_FALSE(iter->Valid());
  EXPECT_EQ(NextAndRest(iter.get()), "");
  Put("a");
  EXPECT_EQ(NextAndRest(iter.get()), "1+1 ");
}

TEST_F(UpdatesSinceTest, AWriteAtTheTailShowsWithTheNextCall) {
  Open();
  Put("a");
  const auto iter = Since(1);
  EXPECT_EQ(Rest(iter.get()), "1+1 ");
  EXPECT_EQ(NextAndRest(iter.get()), "");
  Put("b");
  EXPECT_FALSE(iter->Valid());
  PutMany(2);
  EXPECT_EQ(NextAndRest(iter.get()), "2+1 3+2 ");
  EXPECT_EQ(NextAndRest(iter.get()), "");
}

TEST_F(UpdatesSinceTest, AWriteBetweenTwoCallsShowsBeforeTheTailIsReached) {
  Open();
  Put("a");
  Put("b");
  const auto iter = Since(1);
  Put("c");
  EXPECT_EQ(Rest(iter.get()), "1+1 2+1 3+1 ");
}

TEST_F(UpdatesSinceTest, ALogBehindTheListedOnesAsksForANewIterator) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  const auto iter = Since(1);
  EXPECT_EQ(Rest(iter.get()), "1+1 ");
  Flush();
  EXPECT_EQ(NextAndRest(iter.get()), "") << "nothing has been written since";
  Put("b");
  EXPECT_EQ(NextAndRest(iter.get()), kTail);
  EXPECT_EQ(NextAndRest(iter.get()), kTail);
  EXPECT_EQ(From(2), "2+1 ");
  EXPECT_EQ(From(1), "1+1 2+1 ");
}

TEST_F(UpdatesSinceTest, AWalkCrossesArchivedAndLiveLogs) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  PutMany(2);
  Flush();
  Put("b");
  Flush();
  Put("c");
  EXPECT_EQ(Archived(), 2u);
  EXPECT_EQ(From(0), "1+1 2+2 4+1 5+1 ");
  EXPECT_EQ(From(3), "2+2 4+1 5+1 ");
  EXPECT_EQ(From(4), "4+1 5+1 ");
  EXPECT_EQ(Rest(Since(1, false).get()), "1+1 2+2 4+1 5+1 ") << "checksums of the archive unread";
}

TEST_F(UpdatesSinceTest, ALogThatIsArchivedWhileItIsReadIsReadToItsEnd) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  // More than one block, so that the rest is read after the move.
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(40000, 'x')));
  }
  const auto iter = Since(1);
  Flush();
  EXPECT_EQ(Archived(), 1u);
  EXPECT_EQ(Rest(iter.get()), "1+1 2+1 3+1 ");
}

TEST_F(UpdatesSinceTest, ALogThatIsArchivedBeforeItIsOpenedIsFoundInTheArchive) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  int opened = 0;
  fs_->on_open = [&](const std::string& path) {
    if (path.find(".log") == std::string::npos || opened++ != 0) return;
    Flush();
  };
  EXPECT_EQ(From(1), "1+1 ");
  EXPECT_EQ(opened, 2) << "in the log directory, then in the archive";
  fs_->on_open = nullptr;
}

TEST_F(UpdatesSinceTest, WithoutAnArchiveAFlushedLogIsGone) {
  Open();
  Put("a");
  Flush();
  EXPECT_EQ(Logs("/db").size(), 1u);
  EXPECT_FALSE(fs_->FileExists("/db/archive", IOOptions(), nullptr).ok());
  const auto iter = Since(1);
  EXPECT_EQ(Rest(iter.get()), "");
  Put("b");
  EXPECT_EQ(NextAndRest(iter.get()), "2+1 ");
  EXPECT_EQ(From(1), "2+1 ") << "begins with what is left";
}

TEST_F(UpdatesSinceTest, AMissingLogInTheMiddleIsAGap) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  for (const char* key : {"a", "b", "c"}) {
    Put(key);
    Flush();
  }
  const auto before = Since(1);
  const std::vector<std::string> logs = Logs("/db/archive");
  ASSERT_EQ(logs.size(), 3u);
  ASSERT_OK(fs_->DeleteFile("/db/archive/" + logs[1], IOOptions(), nullptr));
  EXPECT_EQ(From(1), std::string("1+1 ") + kGap);
  EXPECT_EQ(From(2), "3+1 ");
  before->Next();
  EXPECT_FALSE(before->Valid());
  EXPECT_TRUE(before->status().IsIOError()) << "it had listed the log";
}

TEST_F(UpdatesSinceTest, AnUnloggedWriteIsAGap) {
  Open();
  Put("a");
  PutUnlogged("b");
  EXPECT_EQ(From(1), std::string("1+1 ") + kTail) << "at the tail it may still come";
  EXPECT_EQ(From(2), "");
  Put("c");
  const auto iter = Since(1);
  EXPECT_EQ(Rest(iter.get()), std::string("1+1 ") + kGap);
  EXPECT_EQ(NextAndRest(iter.get()), kGap);
  EXPECT_EQ(From(2), "3+1 ");
}

TEST_F(UpdatesSinceTest, BufferedRecordsComeWhenTheyAreFlushed) {
  options_.manual_wal_flush = true;
  Open();
  Put("a");
  ASSERT_OK(db_->FlushWAL(false));
  const auto iter = Since(1);
  EXPECT_EQ(Rest(iter.get()), "1+1 ");
  Put("b");
  EXPECT_EQ(NextAndRest(iter.get()), kTail);
  ASSERT_OK(db_->FlushWAL(false));
  EXPECT_EQ(NextAndRest(iter.get()), "2+1 ");
}

TEST_F(UpdatesSinceTest, ARecycledLogGivesNothingOfItsNewUse) {
  options_.recycle_log_file_num = 2;
  options_.wal_recovery_mode = WALRecoveryMode::kPointInTimeRecovery;
  Open();
  ASSERT_EQ(db_->GetDBOptions().recycle_log_file_num, 2u);
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(40000, 'x')));
  }
  const auto iter = Since(1);
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(70000, 'y')));
  }
  iter->Next();
  for (; iter->Valid(); iter->Next()) {
    EXPECT_EQ(iter->GetBatch().writeBatchPtr->Data().back(), 'x');
  }
  EXPECT_TRUE(iter->status().IsTryAgain());
  EXPECT_EQ(From(8), "8+1 ");
}

// Found by the model check: an old log was still waiting to be written over when the one after it
// had been.
TEST_F(UpdatesSinceTest, LogsThatWaitToBeWrittenOverAreNoHistory) {
  options_.recycle_log_file_num = 2;
  Open();
  ColumnFamilyHandle* other = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &other));
  Put("a");
  ASSERT_OK(db_->Put(WriteOptions(), other, "a", "v"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Put("b");
  ASSERT_OK(db_->Flush(FlushOptions(), other));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Put("c");
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(From(1), "");
  Put("d");
  EXPECT_EQ(From(1), "5+1 ");
  ASSERT_OK(db_->DestroyColumnFamilyHandle(other));
}

#ifdef ZSTD
TEST_F(UpdatesSinceTest, CompressedLogsAreRead) {
  options_.wal_compression = kZSTD;
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  const auto iter = Since(1);
  EXPECT_EQ(Rest(iter.get()), "1+1 ");
  ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(100000, 'x')));
  EXPECT_EQ(NextAndRest(iter.get()), "2+1 ");
  Flush();
  Put("b");
  EXPECT_EQ(From(1), "1+1 2+1 3+1 ");
}
#endif

TEST_F(UpdatesSinceTest, DamageEndsTheWalkAndNamesTheLog) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(40000, 'x')));
  }
  Flush();
  Put("a");
  const std::string path = "/db/archive/" + Logs("/db/archive").front();
  std::string bytes;
  ASSERT_OK(ReadFileToString(fs_.get(), path, &bytes));
  bytes[60000] ^= 1;
  ASSERT_OK(WriteStringToFile(fs_.get(), bytes, path));
  const auto iter = Since(1);
  EXPECT_TRUE(iter->Valid());
  iter->Next();
  EXPECT_FALSE(iter->Valid());
  EXPECT_TRUE(iter->status().IsCorruption());
  EXPECT_NE(iter->status().ToString().find(path), std::string::npos);
}

TEST_F(UpdatesSinceTest, ARecordThatWasNeverPublishedIsNotGiven) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  const auto iter = Since(1);
  // The record gets into the log whole, and its sync fails: the write fails, and the next one has
  // the same sequence number in another log.
  faults_->FailNth(FsOp::kSync, 1, IOStatus::IOError("no sync"), false, ".log");
  WriteOptions sync;
  sync.sync = true;
  ASSERT_NOT_OK(db_->Put(sync, "failed", "v"));
  EXPECT_EQ(Rest(iter.get()), "1+1 ");
  faults_->ClearFaults();
}

TEST_F(UpdatesSinceTest, ARecoveredErrorLeavesItsRecordOut) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  const auto iter = Since(1);
  IOStatus failure = IOStatus::IOError("no sync");
  failure.SetRetryable(true);
  faults_->FailNth(FsOp::kSync, 1, failure, false, ".log");
  WriteOptions sync;
  sync.sync = true;
  ASSERT_NOT_OK(db_->Put(sync, "failed", "v"));
  // Recovers in the background as well: Busy then.
  Status resumed;
  do {
    resumed = db_->Resume();
  } while (resumed.IsBusy());
  ASSERT_OK(resumed);
  Put("second");
  EXPECT_EQ(Rest(iter.get()), std::string("1+1 ") + kTail);
  const auto all = Since(1);
  all->Next();
  ASSERT_TRUE(all->Valid()) << all->status().ToString();
  struct Keys : public WriteBatch::Handler {
    void Put(const Slice& key, const Slice&) override { text += key.ToString(); }
    std::string text;
  } keys;
  ASSERT_OK(all->GetBatch().writeBatchPtr->Iterate(&keys));
  EXPECT_EQ(keys.text, "second");
}

TEST_F(UpdatesSinceTest, OnlyUpdatesTakeSequenceNumbers) {
  Open();
  WriteBatch empty, log_data;
  ASSERT_OK(log_data.PutLogData("blob"));
  ColumnFamilyHandle* handle = nullptr;
  const auto everything = [&] {
    Flush();
    ASSERT_OK(db_->Write(WriteOptions(), &empty));
    ASSERT_OK(db_->Write(WriteOptions(), &log_data));
    ASSERT_OK(db_->CreateColumnFamily(ColumnFamilyOptions(), "cf", &handle));
    ASSERT_OK(db_->DropColumnFamily(handle));
    ASSERT_OK(db_->DestroyColumnFamilyHandle(handle));
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    ASSERT_OK(db_->FlushWAL(true));
    db_->ReleaseSnapshot(db_->GetSnapshot());
    ASSERT_OK(db_->SetOptions({{"write_buffer_size", "131072"}}));
  };
  everything();
  EXPECT_EQ(Last(), 0u);
  Put("a");
  everything();
  EXPECT_EQ(Last(), 1u);
  for (const bool keep_logs : {false, true}) {
    options_.avoid_flush_during_recovery = keep_logs;
    PutMany(2);
    const SequenceNumber last = Last();
    Reopen();
    EXPECT_EQ(Last(), last);
    everything();
    EXPECT_EQ(Last(), last);
  }
}

TEST_F(UpdatesSinceTest, BatchesWithoutUpdatesComeWithACountOfZero) {
  Open();
  Put("a");
  WriteBatch log_data;
  ASSERT_OK(log_data.PutLogData("blob"));
  ASSERT_OK(db_->Write(WriteOptions(), &log_data));
  Put("b");
  EXPECT_EQ(From(1), "1+1 2+0 2+1 ");
  EXPECT_EQ(From(2), "2+1 ");
}

// As in stock: nobody knows yet what its sequence number will stand for.
TEST_F(UpdatesSinceTest, ABatchWithoutUpdatesShowsOnceTheNextUpdateIsThere) {
  Open();
  WriteBatch empty, log_data;
  ASSERT_OK(log_data.PutLogData("blob"));
  ASSERT_OK(db_->Write(WriteOptions(), &empty));
  EXPECT_EQ(From(0), "");
  Put("a");
  ASSERT_OK(db_->Write(WriteOptions(), &log_data));
  ASSERT_OK(db_->Write(WriteOptions(), &empty));
  EXPECT_EQ(From(0), "1+0 1+1 ");
  const auto follower = Since(1);
  EXPECT_EQ(Rest(follower.get()), "1+1 ");
  Put("b");
  EXPECT_EQ(NextAndRest(follower.get()), "2+0 2+0 2+1 ");
}

TEST_F(UpdatesSinceTest, ReopeningKeepsNumbersAndArchive) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  Flush();
  Put("b");
  Reopen();
  EXPECT_EQ(Archived(), 2u) << "recovery has flushed the second";
  Put("c");
  EXPECT_EQ(From(1), "1+1 2+1 3+1 ");
  // An archive of former times stays and is read.
  options_.WAL_ttl_seconds = 0;
  Reopen();
  EXPECT_EQ(Archived(), 2u);
  EXPECT_EQ(From(1), std::string("1+1 2+1 ") + kTail) << "the third was not archived";
}

TEST_F(UpdatesSinceTest, AReadOnlyDatabaseGivesWhatItsLogsHave) {
  Open();
  Put("a");
  Put("b");
  db_.reset();
  ASSERT_OK(DB::OpenForReadOnly(options_, "/db", &db_));
  EXPECT_EQ(From(1), "1+1 2+1 ");
}

TEST_F(UpdatesSinceTest, TheListOfLogsSaysWhichAreArchived) {
  options_.WAL_size_limit_MB = 100;
  Open();
  Put("a");
  Put("b");
  Flush();
  Put("c");
  VectorWalPtr logs;
  ASSERT_OK(db_->GetSortedWalFiles(logs));
  ASSERT_EQ(logs.size(), 2u);
  EXPECT_EQ(logs[0]->Type(), kArchivedLogFile);
  EXPECT_EQ(logs[0]->PathName(), "/archive/" + Logs("/db/archive").front());
  EXPECT_EQ(logs[0]->StartSequence(), 1u);
  uint64_t size = 0;
  ASSERT_OK(fs_->GetFileSize("/db" + logs[0]->PathName(), IOOptions(), &size, nullptr));
  EXPECT_EQ(logs[0]->SizeFileBytes(), size);
  EXPECT_EQ(logs[1]->Type(), kAliveLogFile);
  EXPECT_EQ(logs[1]->StartSequence(), 3u);
  EXPECT_LT(logs[0]->LogNumber(), logs[1]->LogNumber());
}

TEST_F(UpdatesSinceTest, LogsThatWaitForTheirArchivingAreListedToo) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  ASSERT_OK(db_->DisableFileDeletions());
  Put("a");
  ASSERT_OK(db_->Flush(FlushOptions()));
  Put("b");
  EXPECT_EQ(Archived(), 0u);
  VectorWalPtr logs;
  ASSERT_OK(db_->GetSortedWalFiles(logs));
  EXPECT_EQ(logs.size(), 2u);
  EXPECT_EQ(From(1), "1+1 2+1 ");
  ASSERT_OK(db_->EnableFileDeletions());
  EXPECT_EQ(Archived(), 1u);
}

TEST_F(UpdatesSinceTest, LogsThatMustNotBeDeletedAreReadWithoutAnArchive) {
  Open();
  ASSERT_OK(db_->DisableFileDeletions());
  Put("a");
  ASSERT_OK(db_->Flush(FlushOptions()));
  Put("b");
  EXPECT_EQ(From(1), "1+1 2+1 ");
  ASSERT_OK(db_->EnableFileDeletions());
  EXPECT_EQ(From(1), "2+1 ");
}

TEST_F(UpdatesSinceTest, TheArchiveIsTrimmedToItsLimit) {
  options_.WAL_size_limit_MB = 1;
  Open();
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), "k", std::string(400000, 'x')));
    Flush();
  }
  EXPECT_EQ(Archived(), 4u) << "it is looked through every ten minutes";
  Reopen();
  EXPECT_EQ(Archived(), 2u);
  EXPECT_EQ(From(1), "3+1 4+1 ");
}

TEST_F(UpdatesSinceTest, DestroyingTheDatabaseRemovesItsArchive) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  Flush();
  ASSERT_EQ(Archived(), 1u);
  db_.reset();
  ASSERT_OK(DestroyDB("/db", options_));
  EXPECT_EQ(Archived(), 0u);
}

TEST_F(UpdatesSinceTest, ALogThatCannotBeArchivedStaysAndIsArchivedLater) {
  options_.WAL_ttl_seconds = 1000;
  Open();
  Put("a");
  faults_->FailNth(FsOp::kRename, 1, IOStatus::IOError("no rename"), false, ".log");
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_TRUE(test_support::WaitUntil([this] { return faults_->Injected() == 1; }));
  EXPECT_EQ(Archived(), 0u);
  EXPECT_EQ(From(1), "1+1 ");
  Reopen();
  EXPECT_EQ(Archived(), 1u);
  EXPECT_EQ(From(1), "1+1 ");
}

// A replica: applies each batch once and in order, and starts anew when it is told to.
TEST_F(UpdatesSinceTest, AReplicaFollowsWritersAcrossLogSwitchesAndTheArchive) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  options_.WAL_ttl_seconds = 1000;
  Open();
  constexpr int kWriters = 3, kWrites = 400;
  std::atomic<int> running{kWriters};
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([&, w] {
      std::mt19937 random(seed + static_cast<unsigned>(w));
      for (int i = 0; i < kWrites; ++i) {
        WriteBatch batch;
        const unsigned count = 1 + random() % 3;
        for (unsigned k = 0; k < count; ++k) {
          EXPECT_OK(batch.Put(std::to_string(random() % 100), std::string(random() % 3000, 'x')));
        }
        EXPECT_OK(db_->Write(WriteOptions(), &batch));
        if (random() % 60 == 0) EXPECT_OK(db_->Flush(FlushOptions()));
      }
      --running;
    });
  }
  SequenceNumber next = 1;
  std::unique_ptr<TransactionLogIterator> iter;
  while (true) {
    const bool last_round = running == 0;
    if (iter == nullptr && next <= Last()) iter = Since(next);
    if (iter != nullptr) {
      for (; iter->Valid(); iter->Next()) {
        const BatchResult batch = iter->GetBatch();
        ASSERT_EQ(batch.sequence, next);
        next += batch.writeBatchPtr->Count();
        ASSERT_LE(next, Last() + 1) << "never past what is published";
      }
      ASSERT_TRUE(iter->status().ok() || iter->status().IsTryAgain()) << iter->status().ToString();
      if (iter->status().ok()) iter->Next();
      if (!iter->Valid() && iter->status().IsTryAgain()) iter.reset();
    }
    if (last_round && next == Last() + 1) break;
  }
  for (std::thread& writer : writers) writer.join();
}

}  // namespace
}  // namespace system_test
