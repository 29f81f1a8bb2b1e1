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
    sync_.sync = true;
    Open();
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
    std::unique_ptr<Transaction> txn(db_->BeginTransaction(sync_));
    EXPECT_OK(txn->SetName("x"));
    EXPECT_OK(txn->Put("k", "v"));
    EXPECT_OK(txn->Prepare());
    EXPECT_OK(db_->Put(WriteOptions(), "other", "v"));
    EXPECT_OK(db_->Flush(FlushOptions()));
    EXPECT_OK(db_->Put(sync_, "another", "v"));
    return txn;
  }
  bool IsThere() {
    std::string value;
    return db_->Get(ReadOptions(), "k", &value).ok();
  }
  bool IsPrepared() { return db_->GetTransactionByName("x") != nullptr; }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  WriteOptions sync_;
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

INSTANTIATE_TEST_SUITE_P(Logs, TwoPhaseFailure, testing::Values(FsOp::kAppend, FsOp::kSync),
                         [](const auto& info) {
                           return info.param == FsOp::kAppend ? "append" : "sync";
                         });

// A write that a table has made durable may not show without the section that was prepared before
// it, though neither was synced in the log.
TEST_F(TwoPhaseBase, APowerCutTakesNoSectionThatAnInstalledFlushHasLeftBehind) {
  for (int share = 0; share <= 4; ++share) {
    SCOPED_TRACE("kept of what was not synced: " + std::to_string(share) + "/4");
    {
      const std::unique_ptr<Transaction> txn(db_->BeginTransaction(WriteOptions()));
      ASSERT_OK(txn->SetName("x"));
      ASSERT_OK(txn->Put("k", "v"));
      ASSERT_OK(txn->Prepare());
      ASSERT_OK(db_->Put(WriteOptions(), "later", "v"));
      ASSERT_OK(db_->Flush(FlushOptions()));
      fs_->SetActive(false);
      db_->Close().PermitUncheckedError();
    }
    db_.reset();
    PowerCut rest;
    rest.keep_bytes = rest.keep_entries = share / 4.0;
    rest.seed = static_cast<uint64_t>(share) + 1;
    ASSERT_OK(fs_->Crash(rest));
    fs_->SetActive(true);
    Open();
    std::string value;
    ASSERT_OK(db_->Get(ReadOptions(), "later", &value));
    ASSERT_TRUE(IsPrepared());
    const std::unique_ptr<Transaction> again(db_->GetTransactionByName("x"));
    ASSERT_OK(again->Rollback());
  }
}

}  // namespace
}  // namespace system_test
