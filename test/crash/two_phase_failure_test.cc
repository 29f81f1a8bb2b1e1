// Prepared sections where logs fail. The record that ends one fails: it may be there or not, and
// whoever opens the database next has to find the transaction committed as a whole or still
// prepared. A power cut takes what was not synced.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rocksdb/env.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"
#include "test/support/faulty_db.h"

namespace system_test {
namespace {

class TwoPhaseBase : public testing::Test {
 protected:
  TwoPhaseBase() : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.bgerror_resume_retry_interval = 5000;
    sync_.sync = true;
    unlogged_.disableWAL = true;
    Open();
  }
  // Power goes; `share` of what was not synced is there when it is back.
  void CutPower(double share, uint64_t seed = 1) {
    EndProcess();
    PowerCut rest;
    rest.keep_bytes = rest.keep_entries = share;
    rest.seed = seed;
    ASSERT_OK(fs_->Crash(rest));
    fs_->SetActive(true);
  }
  // Nothing more reaches the files; what is in them stays.
  void EndProcess() {
    fs_->SetActive(false);
    db_->Close().PermitUncheckedError();
    db_.reset();
  }
  bool Has(const std::string& key) {
    std::string value;
    return db_->Get(ReadOptions(), key, &value).ok();
  }
  std::unique_ptr<Transaction> Prepared(const std::string& name, const WriteOptions& how) {
    std::unique_ptr<Transaction> txn(db_->BeginTransaction(how));
    EXPECT_OK(txn->SetName(name));
    EXPECT_OK(txn->Put("k", "v"));
    EXPECT_OK(txn->Prepare());
    return txn;
  }
  void Open() {
    TransactionDB* opened = nullptr;
    ASSERT_OK(TransactionDB::Open(options_, TransactionDBOptions(), "/db", &opened));
    db_.reset(opened);
  }
  void Reopen() {
    fs_->ClearFaults();
    db_->Close().PermitUncheckedError();
    db_.reset();
    Open();
  }
  // The section is in a log that is not the newest.
  std::unique_ptr<Transaction> PrepareInOldLog() {
    std::unique_ptr<Transaction> txn = Prepared("x", sync_);
    EXPECT_OK(db_->Put(WriteOptions(), "other", "v"));
    EXPECT_OK(db_->Flush(FlushOptions()));
    EXPECT_OK(db_->Put(sync_, "another", "v"));
    return txn;
  }
  bool IsThere() { return Has("k"); }
  bool IsPrepared() { return db_->GetTransactionByName("x") != nullptr; }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  WriteOptions sync_;
  WriteOptions unlogged_;
  std::unique_ptr<TransactionDB> db_;
};

class TwoPhaseFailure : public TwoPhaseBase, public testing::WithParamInterface<FsOp> {
 protected:
  void FailTheLogOnce() { fs_->FailNth(GetParam(), 1, PassingError(), false, ".log"); }
};

TEST_P(TwoPhaseFailure, ACommitThatFailedIsDoneOrStillPreparedAfterTheNextOpening) {
  {
    const std::unique_ptr<Transaction> txn = PrepareInOldLog();
    FailTheLogOnce();
    const Status s = txn->Commit();
    EXPECT_EQ(s.severity(), Status::Severity::kFatalError) << s.ToString();
    EXPECT_FALSE(db_->Resume().ok());
    EXPECT_FALSE(db_->Put(WriteOptions(), "later", "v").ok());
  }
  for (int i = 0; i < 2; ++i) {
    Reopen();
    EXPECT_NE(IsThere(), IsPrepared());
  }
}

TEST_P(TwoPhaseFailure, ARollbackThatFailedLosesNoCommitAfterIt) {
  {
    const std::unique_ptr<Transaction> txn = PrepareInOldLog();
    FailTheLogOnce();
    const Status s = txn->Rollback();
    EXPECT_EQ(s.severity(), Status::Severity::kFatalError) << s.ToString();
  }
  Reopen();
  EXPECT_FALSE(IsThere());
  Transaction* const again = db_->GetTransactionByName("x");
  if (again == nullptr) return;  // rolled back
  ASSERT_OK(again->Commit());
  delete again;
  Reopen();
  EXPECT_TRUE(IsThere());
  EXPECT_FALSE(IsPrepared());
}

// Its log stays for another section. Got over, it could be found prepared long after the same
// transaction was prepared again and committed, in logs that are gone.
TEST_P(TwoPhaseFailure, APrepareThatFailedIsNotGotOverAndIsDecidedByTheNextOpening) {
  Prepared("other", sync_).reset();
  {
    std::unique_ptr<Transaction> txn(db_->BeginTransaction(sync_));
    ASSERT_OK(txn->SetName("x"));
    ASSERT_OK(txn->Put("k", "v"));
    FailTheLogOnce();
    const Status s = txn->Prepare();
    EXPECT_EQ(s.severity(), Status::Severity::kFatalError) << s.ToString();
    EXPECT_FALSE(db_->Resume().ok());
  }
  Reopen();
  const bool prepared = IsPrepared();
  Reopen();
  EXPECT_EQ(IsPrepared(), prepared);
  EXPECT_NE(db_->GetTransactionByName("other"), nullptr);
  EXPECT_FALSE(IsThere());
}

INSTANTIATE_TEST_SUITE_P(Logs, TwoPhaseFailure, testing::Values(FsOp::kAppend, FsOp::kSync),
                         [](const auto& info) {
                           return info.param == FsOp::kAppend ? "append" : "sync";
                         });

// A write that a table has made durable may not show without the section that was prepared before
// it, though neither was synced in the log.
TEST_F(TwoPhaseBase, APowerCutTakesNoSectionThatAnInstalledFlushHasLeftBehind) {
  for (const char* wal_dir : {"", "/logs"}) {
    for (int share = 0; share <= 4; ++share) {
      SCOPED_TRACE(std::string(wal_dir) + " kept of what was not synced: " + std::to_string(share) +
                   "/4");
      db_.reset();
      options_.wal_dir = wal_dir;
      Open();
      Prepared("x", WriteOptions()).reset();
      ASSERT_OK(db_->Put(WriteOptions(), "later", "v"));
      ASSERT_OK(db_->Flush(FlushOptions()));
      CutPower(share / 4.0, static_cast<uint64_t>(share) + 1);
      Open();
      ASSERT_TRUE(Has("later"));
      ASSERT_TRUE(IsPrepared());
      const std::unique_ptr<Transaction> again(db_->GetTransactionByName("x"));
      ASSERT_OK(again->Rollback());
    }
  }
}

// What an opening puts into tables of a killed process's logs, and what those logs keep prepared,
// is all in the page cache only.
TEST_F(TwoPhaseBase, APowerCutDuringAnOpeningTakesNoSectionThatItsTablesHaveLeftBehind) {
  Prepared("x", WriteOptions()).reset();
  ASSERT_OK(db_->Put(WriteOptions(), "later", "v"));
  EndProcess();
  fs_->SetActive(true);
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("injected"), true, ".log");
  TransactionDB* opened = nullptr;
  EXPECT_NOT_OK(TransactionDB::Open(options_, TransactionDBOptions(), "/db", &opened));
  fs_->ClearFaults();
  fs_->SetActive(false);
  ASSERT_OK(fs_->Crash(PowerCut()));
  fs_->SetActive(true);
  Open();
  EXPECT_EQ(Has("later"), IsPrepared());
}

// The first write into a log fails, and nothing is in memtables that a flush could put away.
TEST_F(TwoPhaseBase, AWriteThatFailedIsNotReplayedAndHidesNoLaterOne) {
  // A log whose sync has failed is never trusted again: while a section keeps it, nothing is
  // synced.
  enum Case { kWhole, kTorn, kTornBehindSection };
  for (const Case one : {kWhole, kTorn, kTornBehindSection}) {
    SCOPED_TRACE(one);
    // It would make room.
    ASSERT_OK(db_->DisableFileDeletions());
    ASSERT_OK(db_->Put(sync_, "a", "v"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    if (one == kTornBehindSection) Prepared("x", sync_).reset();
    if (one == kWhole) {
      fs_->FailNth(FsOp::kSync, 1, PassingError(), false, ".log");
    } else {
      fs_->SetSpace(20);
    }
    EXPECT_NOT_OK(db_->Put(sync_, "failed", "v"));
    fs_->UnlimitSpace();
    ASSERT_OK(db_->EnableFileDeletions());
    ASSERT_TRUE(WaitUntil([&] { return db_->Resume().ok(); }));
    // Takes a number that no log has.
    ASSERT_OK(db_->Put(unlogged_, "unlogged", "v"));
    ASSERT_OK(db_->Put(sync_, "later", "v"));
    CutPower(1);
    Open();
    EXPECT_TRUE(Has("later"));
    EXPECT_FALSE(Has("failed"));
    EXPECT_EQ(IsPrepared(), one == kTornBehindSection);
    ASSERT_OK(db_->Delete(sync_, "later"));
  }
}

// Its records are in no file, and a new log must not take their place in silence.
TEST_F(TwoPhaseBase, WhoeverCannotEmptyTheLogsBufferStopsWrites) {
  options_.manual_wal_flush = true;
  for (const bool checkpoint : {false, true}) {
    SCOPED_TRACE(checkpoint);
    Reopen();
    ASSERT_OK(db_->Put(WriteOptions(), "buffered", "v"));
    fs_->FailNth(FsOp::kAppend, 1, PassingError(), false, ".log");
    std::vector<LiveFileStorageInfo> files;
    EXPECT_NOT_OK(checkpoint ? db_->GetLiveFilesStorageInfo(LiveFilesStorageInfoOptions(), &files)
                             : db_->LockWAL());
    FlushOptions seal;
    seal.wait = false;
    db_->Flush(seal).PermitUncheckedError();
    EXPECT_NOT_OK(db_->Put(WriteOptions(), "later", "v"));
    EXPECT_NOT_OK(db_->FlushWAL(true));
  }
}

}  // namespace
}  // namespace system_test
