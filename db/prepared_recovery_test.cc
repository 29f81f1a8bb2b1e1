// Prepared sections over the end of the process: they are found again, applied by their commit and
// dropped by a rollback, wherever in the logs these are.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <vector>

#include "db/batch/write_batch_internal.h"
#include "db/db_impl.h"
#include "db/engine_of.h"
#include "db/tool_access.h"
#include "env/filename.h"
#include "rocksdb/db.h"
#include "rocksdb/transaction_log.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class PreparedRecoveryTest : public testing::Test {
 protected:
  PreparedRecoveryTest() {
    options_.create_if_missing = true;
    options_.create_missing_column_families = true;
    options_.allow_2pc = true;
    Open();
  }
  ~PreparedRecoveryTest() override { Close(); }
  void Open() {
    ASSERT_OK(DB::Open(options_, Path(),
                       {{kDefaultColumnFamilyName, options_}, {"other", options_}}, &handles_,
                       &db_));
    engine_ = EngineOf(db_.get());
    recovered_ = engine_->TakeRecoveredTransactions();
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles_) delete handle;
    handles_.clear();
    db_.reset();
  }
  // What the end of the process leaves: the files as they are now, not those of a closed database.
  void Crash() {
    ASSERT_OK(db_->FlushWAL(false));
    CrashWithFullBuffer();
  }
  // The same without what waits in the log's buffer.
  void CrashWithFullBuffer() {
    const std::string before = Path();
    ++copies_;
    // A job could add files behind the list of the copy, and name them in the MANIFEST.
    ASSERT_OK(db_->PauseBackgroundWork());
    ASSERT_OK(db_->DisableFileDeletions());
    std::filesystem::copy(before, Path(), std::filesystem::copy_options::recursive);
    ASSERT_OK(db_->ContinueBackgroundWork());
    Close();
    Open();
  }
  std::string Path() const {
    return dir_.path() + (copies_ == 0 ? "/db" : "/copy" + std::to_string(copies_));
  }

  uint64_t Prepare(const std::string& name, std::vector<std::string> keys,
                   ColumnFamilyHandle* cf = nullptr) {
    WriteBatch batch;
    BatchAccess::AppendNoop(&batch);
    for (const std::string& key : keys) EXPECT_OK(batch.Put(cf, key, name));
    EXPECT_OK(BatchAccess::ClosePrepared(&batch, name, true, false));
    TransactionalWrite write;
    write.log_only = true;
    EXPECT_OK(engine_->WriteTransaction(WriteOptions(), &batch, &write));
    return write.log_number;
  }
  void Commit(const std::string& name, uint64_t log, const WriteBatch& updates) {
    WriteBatch batch;
    BatchAccess::AppendCommit(&batch, name);
    batch.MarkWalTerminationPoint();
    ASSERT_OK(BatchAccess::Append(&batch, updates, false));
    TransactionalWrite write;
    write.prepared_in = log;
    WriteOptions how;
    how.ignore_missing_column_families = true;
    ASSERT_OK(engine_->WriteTransaction(how, &batch, &write));
  }
  void CommitKeys(const std::string& name, uint64_t log, std::vector<std::string> keys,
                  ColumnFamilyHandle* cf = nullptr) {
    WriteBatch updates;
    for (const std::string& key : keys) ASSERT_OK(updates.Put(cf, key, name));
    Commit(name, log, updates);
  }
  void Rollback(const std::string& name, uint64_t log) {
    WriteBatch batch;
    BatchAccess::AppendRollback(&batch, name);
    TransactionalWrite write;
    write.log_only = true;
    ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &batch, &write));
    engine_->EndPreparedSection(log, write.log_number);
  }
  void Put(const std::string& key, ColumnFamilyHandle* cf = nullptr) {
    if (cf == nullptr) cf = handles_[0];
    ASSERT_OK(db_->Put(WriteOptions(), cf, key, "plain"));
  }
  void Flush(ColumnFamilyHandle* cf = nullptr) {
    ASSERT_OK(db_->Flush(FlushOptions(), cf == nullptr ? handles_[0] : cf));
  }
  // Its memtable becomes immutable, and the next write goes to a new log; the flush waits for
  // ContinueBackgroundWork. REQUIRES: background work pauses.
  void Seal() {
    FlushOptions seal;
    seal.wait = false;
    ASSERT_OK(db_->Flush(seal, handles_[0]));
  }
  void InstallFlushes() {
    ASSERT_OK(db_->ContinueBackgroundWork());
    ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  }
  std::string Value(const std::string& key, ColumnFamilyHandle* cf = nullptr) {
    std::string value;
    Status s = db_->Get(ReadOptions(), cf == nullptr ? handles_[0] : cf, key, &value);
    return s.IsNotFound() ? "none" : s.ok() ? value : s.ToString();
  }
  std::string Recovered() const {
    std::string names;
    for (const RecoveredTransaction& one : recovered_) names += one.name + ";";
    return names;
  }
  uint64_t OldestLog() {
    uint64_t number = 0;
    EXPECT_TRUE(db_->GetIntProperty("rocksdb.min-log-number-to-keep", &number));
    return number;
  }

  system_test::ScratchDir dir_;
  int copies_ = 0;
  Options options_;
  std::unique_ptr<DB> db_;
  DBImpl* engine_ = nullptr;
  std::vector<ColumnFamilyHandle*> handles_;
  std::vector<RecoveredTransaction> recovered_;
};

TEST_F(PreparedRecoveryTest, ASectionWithoutEndIsFoundAfterACrashAndCanBeCommitted) {
  Put("a");
  Prepare("x", {"k1", "k2"});
  Put("b");
  Crash();
  ASSERT_EQ(Recovered(), "x;");
  EXPECT_EQ(recovered_[0].batch->Count(), 2);
  EXPECT_EQ(Value("a") + Value("b") + Value("k1"), "plainplainnone");
  Commit("x", recovered_[0].log_number, *recovered_[0].batch);
  EXPECT_EQ(Value("k1") + Value("k2"), "xx");
  Crash();
  EXPECT_EQ(Recovered(), "");
  EXPECT_EQ(Value("k1") + Value("k2"), "xx");
}

TEST_F(PreparedRecoveryTest, CommittedSectionsAreThereAndRolledBackOnesAreNot) {
  const uint64_t x = Prepare("x", {"x1", "x2"});
  const uint64_t y = Prepare("y", {"y"});
  Put("a");
  CommitKeys("x", x, {"x1", "x2"});
  Rollback("y", y);
  Put("b");
  const SequenceNumber last = db_->GetLatestSequenceNumber();
  Crash();
  EXPECT_EQ(Recovered(), "");
  EXPECT_EQ(Value("x1") + Value("x2") + Value("y"), "xxnone");
  EXPECT_EQ(Value("a") + Value("b"), "plainplain");
  EXPECT_EQ(db_->GetLatestSequenceNumber(), last);
}

TEST_F(PreparedRecoveryTest, ACommitOverwritesWhatCameBeforeItAndNotWhatCameAfter) {
  const uint64_t x = Prepare("x", {"before", "after"});
  Put("before");
  CommitKeys("x", x, {"before", "after"});
  Put("after");
  Crash();
  EXPECT_EQ(Value("before") + " " + Value("after"), "x plain");
}

TEST_F(PreparedRecoveryTest, ASectionInAnOldLogSurvivesFlushesOfNewerOnes) {
  Prepare("x", {"k"});
  for (int i = 0; i < 3; ++i) {
    Put("a" + std::to_string(i));
    Flush();
  }
  Crash();
  ASSERT_EQ(Recovered(), "x;");
  // Once more: the log is as old as before.
  Put("b");
  Flush();
  Crash();
  ASSERT_EQ(Recovered(), "x;");
  Commit("x", recovered_[0].log_number, *recovered_[0].batch);
  Crash();
  EXPECT_EQ(Recovered(), "");
  EXPECT_EQ(Value("k"), "x");
}

TEST_F(PreparedRecoveryTest, TheLogOfASectionStaysUntilItsCommitIsInTables) {
  const uint64_t x = Prepare("x", {"k"});
  Put("a");
  Flush();
  CommitKeys("x", x, {"k"});
  Put("o", handles_[1]);
  Flush(handles_[1]);
  EXPECT_EQ(OldestLog(), x);
  Crash();
  EXPECT_EQ(Value("k"), "x");
  EXPECT_EQ(Recovered(), "");
  // Recovery has flushed it.
  EXPECT_GT(OldestLog(), x);
}

TEST_F(PreparedRecoveryTest, TheLogOfACommittedSectionGoesWithTheFlush) {
  const uint64_t x = Prepare("x", {"k"});
  Put("a");
  Flush();
  CommitKeys("x", x, {"k"});
  EXPECT_EQ(OldestLog(), x);
  Flush();
  EXPECT_GT(OldestLog(), x);
  Crash();
  EXPECT_EQ(Value("k"), "x");
  EXPECT_EQ(Recovered(), "");
}

//   log 1 [a, section x]   log 2 [c, the end of x]
//         '- in a table         '- in the buffer, and lost
TEST_F(PreparedRecoveryTest, ASectionWhoseEndIsLostWithTheWriteBeforeItIsFoundAgain) {
  enum End { kRollback, kCommitOfNothing, kCommitToADroppedFamily };
  options_.manual_wal_flush = true;
  for (const End end : {kRollback, kCommitOfNothing, kCommitToADroppedFamily}) {
    SCOPED_TRACE(end);
    Close();
    Open();
    ASSERT_OK(db_->PauseBackgroundWork());
    Put("a");
    ColumnFamilyHandle* const into = end == kCommitToADroppedFamily ? handles_[1] : handles_[0];
    std::vector<std::string> keys;
    if (end != kCommitOfNothing) keys.push_back("k");
    const uint64_t x = Prepare("x", keys, into);
    Seal();
    if (end == kCommitToADroppedFamily) ASSERT_OK(db_->DropColumnFamily(into));
    Put("c");
    if (end == kRollback) {
      Rollback("x", x);
    } else {
      // No memtable takes an entry that could keep the log.
      CommitKeys("x", x, keys, into);
    }
    InstallFlushes();
    EXPECT_EQ(OldestLog(), x);
    CrashWithFullBuffer();
    EXPECT_EQ(Value("a") + " " + Value("c"), "plain none");
    ASSERT_EQ(Recovered(), "x;");
    Rollback("x", recovered_[0].log_number);
  }
}

// Each log has the rollback of a section in the one before it: only the newest of them could be
// lost.
TEST_F(PreparedRecoveryTest, RollbacksOfOneLogAfterTheOtherDoNotKeepThemAll) {
  uint64_t before = Prepare("x0", {"k"});
  for (int i = 0; i < 4; ++i) {
    for (ColumnFamilyHandle* cf : handles_) Put("a" + std::to_string(i), cf);
    for (ColumnFamilyHandle* cf : handles_) Flush(cf);
    const uint64_t now = Prepare("x" + std::to_string(i + 1), {"k"});
    ASSERT_GT(now, before);
    Rollback("x" + std::to_string(i), before);
    EXPECT_EQ(OldestLog(), before);
    before = now;
  }
}

TEST_F(PreparedRecoveryTest, TheLogOfARolledBackSectionGoesWithTheLogOfTheRollback) {
  const uint64_t x = Prepare("x", {"k"});
  Put("a");
  Flush();
  const uint64_t y = Prepare("y", {"k"});
  ASSERT_GT(y, x);
  Put("o", handles_[1]);
  Rollback("x", x);
  Rollback("y", y);
  Put("b");
  Flush();
  EXPECT_EQ(OldestLog(), x) << "the other family needs the log with the rollbacks";
  Flush(handles_[1]);
  EXPECT_GT(OldestLog(), y);
  Crash();
  EXPECT_EQ(Recovered(), "");
  EXPECT_EQ(Value("a") + Value("b") + Value("k"), "plainplainnone");
}

// No family has data in the oldest log: those that need the log with the rollback keep it.
TEST_F(PreparedRecoveryTest, TheLimitOfAllLogsFlushesWhoeverKeepsTheLogOfARollback) {
  options_.max_total_wal_size = 20000;
  Close();
  Open();
  const uint64_t x = Prepare("x", {"k"});
  Put("a");
  Flush();
  Put("o", handles_[1]);
  Rollback("x", x);
  EXPECT_EQ(OldestLog(), x);
  for (int i = 0; i < 30; ++i)
    ASSERT_OK(db_->Put(WriteOptions(), handles_[0], "large", std::string(1000, 'v')));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_GT(OldestLog(), x);
}

// The commit's family was flushed, another one was not: what is replayed must not be applied twice.
TEST_F(PreparedRecoveryTest, AFlushedFamilyDoesNotGetACommitASecondTime) {
  const uint64_t x = Prepare("x", {"k"});
  Prepare("y", {"l"});
  Put("o", handles_[1]);
  CommitKeys("x", x, {"k"});
  Flush();
  ASSERT_OK(db_->Delete(WriteOptions(), handles_[0], "k"));
  Flush();
  Crash();
  EXPECT_EQ(Recovered(), "y;");
  EXPECT_EQ(Value("k"), "none");
  EXPECT_EQ(Value("o", handles_[1]), "plain");
}

TEST_F(PreparedRecoveryTest, SectionsCoverSeveralFamilies) {
  const uint64_t x = Prepare("x", {"k"}, handles_[1]);
  Crash();
  ASSERT_EQ(Recovered(), "x;");
  EXPECT_EQ(recovered_[0].log_number, x);
  Commit("x", recovered_[0].log_number, *recovered_[0].batch);
  EXPECT_EQ(Value("k", handles_[1]), "x");
  EXPECT_EQ(Value("k"), "none");
}

TEST_F(PreparedRecoveryTest, AnOpeningWithoutTwoPhaseCommitLosesNoSection) {
  Prepare("x", {"k"});
  Put("a");
  options_.allow_2pc = false;
  Crash();
  EXPECT_EQ(Recovered(), "x;");
  Put("b");
  Flush();
  options_.allow_2pc = true;
  Crash();
  EXPECT_EQ(Recovered(), "x;");
  EXPECT_EQ(Value("a") + Value("b"), "plainplain");
}

// The damaged log stays for its section: what is written afterwards must count all the same.
TEST_F(PreparedRecoveryTest, ACommitThatStaysInLogsKeepsItsSectionWithoutTwoPhaseCommit) {
  const uint64_t x = Prepare("x", {"k"});
  for (ColumnFamilyHandle* cf : handles_) {
    Put("a", cf);
    Flush(cf);
  }
  CommitKeys("x", x, {"k"});
  options_.allow_2pc = false;
  options_.avoid_flush_during_recovery = true;
  for (int opening = 0; opening < 3; ++opening) {
    Crash();
    EXPECT_EQ(Value("k"), "x") << opening;
    EXPECT_EQ(Recovered(), "");
    EXPECT_EQ(OldestLog(), x);
  }
  Flush();
  Crash();
  EXPECT_EQ(Value("k"), "x");
  EXPECT_GT(OldestLog(), x);
}

// Writes without a log take numbers that no log has. "other" keeps the log before them.
TEST_F(PreparedRecoveryTest, LogsThatAreWrittenOverAreReplayedAcrossNumbersThatNoLogHas) {
  options_.recycle_log_file_num = 2;
  Close();
  Open();
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  for (int round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    const std::string number = std::to_string(round);
    for (int log = 0; log < 4; ++log) {
      for (ColumnFamilyHandle* cf : handles_)
        ASSERT_OK(db_->Put(WriteOptions(), cf, "large", std::string(20000, 'x')));
      for (ColumnFamilyHandle* cf : handles_) Flush(cf);
    }
    Put("other" + number, handles_[1]);
    Put("logged" + number);
    ASSERT_OK(db_->Put(unlogged, "unlogged" + number, "plain"));
    Flush(handles_[0]);
    Put("behind" + number);
    Crash();
    for (const char* key : {"logged", "unlogged", "behind"})
      EXPECT_EQ(Value(key + number), "plain");
    EXPECT_EQ(Value("other" + number, handles_[1]), "plain");
  }
}

TEST_F(PreparedRecoveryTest, WritesAfterDamageInTheLogOfASectionAreKept) {
  const uint64_t log = Prepare("x", {"k"});
  Put("a");
  Put("lost");
  Close();
  const std::string path = WalFileName(Path(), log);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
  Open();
  EXPECT_EQ(Recovered(), "x;");
  EXPECT_EQ(Value("a") + " " + Value("lost"), "plain none");
  Put("b");
  Crash();
  EXPECT_EQ(Recovered(), "x;");
  EXPECT_EQ(Value("a") + Value("b"), "plainplain");
  Commit("x", recovered_[0].log_number, *recovered_[0].batch);
  Crash();
  EXPECT_EQ(Value("k") + Value("b"), "xplain");
}

TEST_F(PreparedRecoveryTest, ACleanCloseLeavesSectionsAsTheyAre) {
  Prepare("x", {"k"});
  Close();
  Open();
  EXPECT_EQ(Recovered(), "x;");
  Close();
  Open();
  EXPECT_EQ(Recovered(), "x;");
  recovered_ = engine_->TakeRecoveredTransactions();
  EXPECT_EQ(Recovered(), "") << "they are taken once";
}

TEST_F(PreparedRecoveryTest, RecordsThatWaitInTheBufferKeepTheirOrder) {
  options_.manual_wal_flush = true;
  options_.two_write_queues = true;
  Close();
  Open();
  const uint64_t x = Prepare("x", {"k"});
  Put("k");
  CommitKeys("x", x, {"k"});
  Prepare("y", {"l"});
  Crash();
  EXPECT_EQ(Value("k"), "x");
  EXPECT_EQ(Recovered(), "y;");
}

TEST_F(PreparedRecoveryTest, MarksOfOtherWritePoliciesAreRefusedByName) {
  WriteBatch batch;
  BatchAccess::AppendNoop(&batch);
  ASSERT_OK(batch.Put("k", "v"));
  ASSERT_OK(BatchAccess::ClosePrepared(&batch, "x", false, false));
  TransactionalWrite write;
  write.log_only = true;
  ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &batch, &write));
  Close();
  Status s = DB::Open(options_, Path(), {{kDefaultColumnFamilyName, options_}, {"other", options_}},
                      &handles_, &db_);
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString();
  EXPECT_NE(s.ToString().find("write-prepared"), std::string::npos) << s.ToString();
}

// Sections take no sequence numbers and commits take some that the log does not count.
TEST_F(PreparedRecoveryTest, TheWalkOverUpdatesFindsNoGapAtSectionsAndCommits) {
  Put("a");
  const uint64_t x = Prepare("x", {"k1", "k2", "k3"});
  Put("b");
  CommitKeys("x", x, {"k1", "k2", "k3"});
  Put("c");
  for (const SequenceNumber since : {0, 2, 6}) {
    std::unique_ptr<TransactionLogIterator> it;
    ASSERT_OK(db_->GetUpdatesSince(since, &it, TransactionLogIterator::ReadOptions()));
    SequenceNumber last = 0;
    for (; it->Valid(); it->Next()) last = it->GetBatch().sequence;
    EXPECT_OK(it->status());
    EXPECT_EQ(last, 6u) << since;
  }
}

// The section is in a log that is not read, so the number of updates is not known.
TEST_F(PreparedRecoveryTest, AWalkThatBeginsInsideACommitBeginsWithIt) {
  Put("a");
  const uint64_t x = Prepare("x", {"k1", "k2", "k3"});
  Flush();
  CommitKeys("x", x, {"k1", "k2", "k3"});
  const auto walk = [this](SequenceNumber since) {
    std::unique_ptr<TransactionLogIterator> it;
    EXPECT_OK(db_->GetUpdatesSince(since, &it, TransactionLogIterator::ReadOptions()));
    std::string text;
    for (; it->Valid(); it->Next()) text += std::to_string(it->GetBatch().sequence) + " ";
    EXPECT_TRUE(it->status().ok() || it->status().IsTryAgain()) << it->status().ToString();
    return text;
  };
  for (const SequenceNumber since : {2, 3, 4}) EXPECT_EQ(walk(since), "2 ") << since;
  Put("c");
  Put("d");
  for (const SequenceNumber since : {2, 3, 4}) EXPECT_EQ(walk(since), "2 5 6 ") << since;
  EXPECT_EQ(walk(5), "5 6 ");
  EXPECT_EQ(walk(6), "6 ");
}

TEST_F(PreparedRecoveryTest, ADumpShowsTheMarksInStocksWords) {
  Prepare("x", {"k"});
  const uint64_t log = Prepare("y", {"l"});
  CommitKeys("x", log, {"k"});
  Rollback("y", log);
  std::ostringstream out;
  tools::WalDumpOptions how;
  ASSERT_OK(tools::DumpWal(Env::Default(), WalFileName(Path(), log), how, out));
  const std::string text = out.str();
  for (const char* line : {"1,1,21,0,BEGIN_PREPARE(false) PUT(0) : 0x6B END_PREPARE(0x78) \n",
                           ",COMMIT(0x78) \n", ",ROLLBACK(0x79) \n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
