// The record that ends a prepared section fails in the log: it may be there or not, and whoever
// opens the database next has to find the transaction committed as a whole or still prepared.
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

class TwoPhaseFailure : public testing::TestWithParam<FsOp> {
 protected:
  TwoPhaseFailure() : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)) {
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
  void FailTheLogOnce() { fs_->FailNth(GetParam(), 1, PassingError(), false, ".log"); }
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

}  // namespace
}  // namespace system_test
