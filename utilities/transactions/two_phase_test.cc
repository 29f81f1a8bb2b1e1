// Two-phase commit through a whole database, with reopening between the phases.
#include <algorithm>
#include <atomic>
#include <utility>

#include "rocksdb/env.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/statistics.h"
#include "utilities/transactions/locking_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class TwoPhaseTest : public LockingDbTest {
 protected:
  // A prepared transaction that wrote `value` to `key`; the database owns it.
  Transaction* Prepared(const std::string& name, const std::string& key, const std::string& value) {
    Transaction* txn = db_->BeginTransaction(WriteOptions());
    EXPECT_OK(txn->SetName(name));
    EXPECT_OK(txn->Put(key, value));
    EXPECT_OK(txn->Prepare());
    return txn;
  }
  // The names of the prepared transactions.
  std::string PreparedNames() {
    std::vector<Transaction*> found;
    db_->GetAllPreparedTransactions(&found);
    std::vector<std::string> names;
    for (Transaction* txn : found) names.push_back(txn->GetName());
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += name + " ";
    return text;
  }
};

TEST_F(TwoPhaseTest, NamesAreGivenOnceAndAreUnique) {
  auto a = Begin();
  auto b = Begin();
  EXPECT_EQ(a->Prepare().ToString(),
            "Invalid argument: Cannot prepare a transaction that has not been named.");
  const std::string length_error =
      "Invalid argument: Transaction name length must be between 1 and 512 chars.";
  EXPECT_EQ(a->SetName("").ToString(), length_error);
  EXPECT_EQ(a->SetName(std::string(513, 'x')).ToString(), length_error);
  ASSERT_OK(a->SetName("x"));
  EXPECT_EQ(a->SetName("y").ToString(), "Invalid argument: Transaction has already been named.");
  EXPECT_EQ(b->SetName("x").ToString(), "Invalid argument: Duplicate txn name x");
  EXPECT_EQ(db_->GetTransactionByName("x"), a.get());
  a.reset();
  EXPECT_EQ(db_->GetTransactionByName("x"), nullptr);
  ASSERT_OK(b->SetName("x"));
}

TEST_F(TwoPhaseTest, ACommitTimeBatchNeedsAPrepare) {
  auto txn = Begin();
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Put("k", "v"));
  ASSERT_OK(txn->GetCommitTimeWriteBatch()->Put("position", "7"));
  EXPECT_EQ(txn->Commit().ToString(),
            "Invalid argument: Commit-time batch contains values that will not be committed.");
  EXPECT_EQ(txn->GetState(), Transaction::STARTED);
  EXPECT_EQ(Get("k") + " " + Get("position"), "none none");
  ASSERT_OK(txn->Prepare());
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k") + " " + Get("position"), "v 7");
}

// The log of the section stays, and with it all newer ones: the limit cannot be kept. Memtables
// must not be flushed again and again for it.
TEST_F(TwoPhaseTest, ALogKeptForASectionDoesNotMakeEveryWriteFlush) {
  options_.max_total_wal_size = 4000;
  options_.statistics = CreateDBStatistics();
  Open();
  Transaction* const txn = Prepared("x", "k", "v");
  for (int i = 0; i < 300; ++i) ASSERT_OK(Put("key" + std::to_string(i), std::string(100, 'v')));
  ASSERT_OK(db_->Flush(FlushOptions()));
  // 40 KB of logs, and some bytes in each.
  const uint64_t flushed = options_.statistics->getTickerCount(FLUSH_WRITE_BYTES);
  EXPECT_LE(flushed, 100u << 10);
  std::string tables;
  ASSERT_TRUE(db_->GetProperty("rocksdb.num-files-at-level0", &tables));
  EXPECT_LE(std::stoi(tables), 20);
  ASSERT_OK(txn->Commit());
  delete txn;
  Open();
  EXPECT_EQ(Get("k") + " " + Get("key299").substr(0, 2), "v vv");
}

TEST_F(TwoPhaseTest, UnorderedWritesAreRefused) {
  options_.unordered_write = true;
  TransactionDB* raw = nullptr;
  db_.reset();
  EXPECT_EQ(TransactionDB::Open(options_, txn_db_options_, dir_ / "db", &raw).ToString(),
            "Not implemented: WRITE_COMMITTED is incompatible with unordered_writes");
  EXPECT_EQ(raw, nullptr);
}

TEST_F(TwoPhaseTest, ATransactionThatBeginsAgainCommitsItsOwnUpdatesOnly) {
  auto txn = Begin();
  // The second is larger than what is kept for the third.
  for (const size_t size : {size_t{10}, size_t{100000}, size_t{10}}) {
    ASSERT_OK(Put("k", "before"));
    ASSERT_OK(Put("position", "before"));
    ASSERT_EQ(db_->BeginTransaction(WriteOptions(), TransactionOptions(), txn.get()), txn.get());
    const std::string value(size, 'v');
    ASSERT_OK(txn->SetName("x"));
    ASSERT_OK(txn->Put("k", value));
    ASSERT_OK(txn->Prepare());
    ASSERT_OK(txn->GetCommitTimeWriteBatch()->Put("position", "7"));
    const SequenceNumber before = db_->GetLatestSequenceNumber();
    ASSERT_OK(txn->Commit());
    EXPECT_EQ(db_->GetLatestSequenceNumber(), before + 2);
    EXPECT_EQ(Get("k"), value);
    EXPECT_EQ(Get("position"), "7");
    EXPECT_EQ(Locked(), "");
  }
}

TEST_F(TwoPhaseTest, APreparedTransactionCommits) {
  Transaction* const txn = Prepared("x", "k", "v");
  EXPECT_EQ(txn->GetState(), Transaction::PREPARED);
  EXPECT_EQ(txn->Prepare().ToString(), "Invalid argument: Transaction has already been prepared.");
  EXPECT_EQ(txn->RollbackToSavePoint().ToString(),
            "Invalid argument: Transaction is beyond state for rollback.");
  EXPECT_EQ(txn->SetName("y").ToString(),
            "Invalid argument: Transaction is beyond state for naming.");
  EXPECT_EQ(PreparedNames(), "x ");
  EXPECT_EQ(Get("k"), "none");
  EXPECT_EQ(Locked(), "k ");
  ASSERT_OK(txn->GetCommitTimeWriteBatch()->Put("position", "7"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "v");
  EXPECT_EQ(Get("position"), "7");
  EXPECT_EQ(Locked(), "");
  EXPECT_EQ(PreparedNames(), "");
  delete txn;
  Open();
  EXPECT_EQ(PreparedNames(), "");
  EXPECT_EQ(Get("k"), "v");
  EXPECT_EQ(Get("position"), "7");
}

TEST_F(TwoPhaseTest, APrepareThatWasRefusedCanBeRepeatedOrCommittedWithout) {
  WriteOptions refused;
  refused.protection_bytes_per_key = 4;
  for (const bool again : {true, false}) {
    auto txn = Begin();
    ASSERT_OK(txn->SetName("x"));
    ASSERT_OK(txn->Put("k", "v"));
    txn->SetWriteOptions(refused);
    EXPECT_TRUE(txn->Prepare().IsNotSupported());
    txn->SetWriteOptions(WriteOptions());
    const std::string later = again ? "prepared" : "at once";
    ASSERT_OK(txn->Put(later, "v"));
    if (again) ASSERT_OK(txn->Prepare());
    ASSERT_OK(txn->Commit());
    std::string value;
    EXPECT_OK(db_->Get(ReadOptions(), later, &value));
  }
}

TEST_F(TwoPhaseTest, ATransactionThatDoesWithoutTheLogIsPreparedAndEndsInTheLog) {
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  for (const bool commits : {true, false}) {
    const std::string name = commits ? "commits" : "rolls back";
    std::unique_ptr<Transaction> txn(db_->BeginTransaction(unlogged));
    ASSERT_OK(txn->SetName(name));
    ASSERT_OK(txn->Put(name, "v"));
    ASSERT_OK(txn->Prepare());
    ASSERT_OK(commits ? txn->Commit() : txn->Rollback());
  }
  Open();
  EXPECT_EQ(PreparedNames(), "");
  EXPECT_EQ(Get("commits") + " " + Get("rolls back"), "v none");
}

// Its operator is gone with an opening. The section is all or nothing all the same.
TEST_F(TwoPhaseTest, ACommitThatIsRefusedLeavesTheTransactionPrepared) {
  Transaction* txn = db_->BeginTransaction(WriteOptions());
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Put("k", "v"));
  ASSERT_OK(txn->Merge("sum", "1"));
  ASSERT_OK(txn->Prepare());
  const auto merges = std::exchange(options_.merge_operator, nullptr);
  Open();
  txn = db_->GetTransactionByName("x");
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(txn->Commit().IsInvalidArgument());
  EXPECT_EQ(txn->GetState(), Transaction::PREPARED);
  EXPECT_EQ(Get("k"), "none");
  options_.merge_operator = merges;
  Open();
  ASSERT_EQ(PreparedNames(), "x ");
  EXPECT_EQ(Get("k"), "none");
  txn = db_->GetTransactionByName("x");
  ASSERT_OK(txn->Commit());
  delete txn;
  EXPECT_EQ(Get("k") + " " + Get("sum"), "v 1");
}

TEST_F(TwoPhaseTest, WhatCouldNotBeCommittedIsNotPrepared) {
  Options closed = options_;
  closed.disallow_memtable_writes = true;
  ColumnFamilyHandle* cf = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(closed, "closed", &cf));
  auto txn = Begin();
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Put("k", "v"));
  ASSERT_OK(txn->Put(cf, "k", "v"));
  EXPECT_TRUE(txn->Prepare().IsInvalidArgument());
  EXPECT_EQ(txn->GetState(), Transaction::STARTED);
  txn.reset();
  ASSERT_OK(db_->DropColumnFamily(cf));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(cf));
  Open();
  EXPECT_EQ(PreparedNames(), "");
}

TEST_F(TwoPhaseTest, APreparedTransactionIsRolledBack) {
  Transaction* const txn = Prepared("x", "k", "v");
  ASSERT_OK(txn->Rollback());
  EXPECT_EQ(txn->GetState(), Transaction::ROLLEDBACK);
  EXPECT_EQ(txn->Rollback().ToString(),
            "Invalid argument: Two phase transaction is not in state for rollback.");
  EXPECT_EQ(txn->Prepare().ToString(),
            "Invalid argument: Transaction has already been rolledback.");
  EXPECT_EQ(Locked(), "");
  delete txn;
  Open();
  EXPECT_EQ(PreparedNames(), "");
  EXPECT_EQ(Get("k"), "none");
}

TEST_F(TwoPhaseTest, APromisedPrepareIsDemanded) {
  TransactionOptions options;
  options.skip_prepare = false;
  auto txn = Begin(options);
  ASSERT_OK(txn->Put("k", "v"));
  EXPECT_TRUE(txn->Commit().IsTxnNotPrepared());
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Prepare());
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "v");
}

TEST_F(TwoPhaseTest, SavePointsEndWithThePrepare) {
  auto txn = Begin();
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Put("a", "1"));
  txn->SetSavePoint();
  ASSERT_OK(txn->Put("b", "2"));
  ASSERT_OK(txn->Prepare());
  EXPECT_TRUE(txn->PopSavePoint().IsNotFound());
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "2");
}

TEST_F(TwoPhaseTest, APreparedTransactionDoesNotExpire) {
  TransactionOptions options;
  options.expiration = 1000 * 1000;
  auto txn = Begin(options);
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Put("k", "v"));
  ASSERT_OK(txn->Prepare());
  ASSERT_OK(txn->Commit());
  options.expiration = 0;
  auto late = Begin(options);
  ASSERT_OK(late->SetName("y"));
  ASSERT_OK(late->Put("k", "w"));
  EXPECT_TRUE(late->Prepare().IsExpired());
}

// Time passes when the test says so.
class LaterEnv final : public EnvWrapper {
 public:
  LaterEnv() : EnvWrapper(Env::Default()) {}
  uint64_t NowMicros() override { return target()->NowMicros() + later; }

  std::atomic<uint64_t> later{0};
};

TEST_F(TwoPhaseTest, APreparedTransactionKeepsItsLocksWhenItsTimeHasPassed) {
  LaterEnv env;
  options_.env = &env;
  Open();
  TransactionOptions options;
  options.expiration = 1000 * 1000;
  auto txn = Begin(options);
  ASSERT_OK(txn->SetName("x"));
  ASSERT_OK(txn->Put("k", "v"));
  ASSERT_OK(txn->Prepare());
  env.later = uint64_t{2000} * 1000 * 1000;
  EXPECT_TRUE(Put("k", "theirs").IsLockTimeout());
  EXPECT_EQ(txn->GetState(), Transaction::PREPARED);
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "v");
  ASSERT_OK(Put("k", "theirs"));
  txn.reset();
  db_.reset();
}

TEST_F(TwoPhaseTest, AnOpeningFindsPreparedTransactionsWithoutLocks) {
  Prepared("one", "a", "1");
  Prepared("two", "b", "2");
  Open();
  EXPECT_EQ(PreparedNames(), "one two ");
  EXPECT_EQ(Locked(), "");
  EXPECT_EQ(Get("a"), "none");
  Transaction* const one = db_->GetTransactionByName("one");
  Transaction* const two = db_->GetTransactionByName("two");
  ASSERT_NE(one, nullptr);
  ASSERT_NE(two, nullptr);
  EXPECT_EQ(Get(one, "a"), "1");
  ASSERT_OK(one->Commit());
  ASSERT_OK(two->Rollback());
  delete one;
  delete two;
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "none");
  Open();
  EXPECT_EQ(PreparedNames(), "");
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "none");
}

// The logs stay though everything in them is flushed, and the file's number is in none of them:
// where a recycled log ends in older bytes, that was taken for damage.
TEST_F(TwoPhaseTest, LogsThatAPreparedTransactionKeepsAreReadPastAnIngestion) {
  const auto ingest = [this](const std::string& value) {
    SstFileWriter writer(EnvOptions(), options_);
    ASSERT_OK(writer.Open(dir_ / "made.sst"));
    ASSERT_OK(writer.Put("a", value));
    ASSERT_OK(writer.Finish());
    ASSERT_OK(db_->IngestExternalFile({dir_ / "made.sst"}, IngestExternalFileOptions()));
  };
  // Its files keep what lies behind the end, as after a crash.
  const std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  options_.env = env.get();
  options_.recycle_log_file_num = 2;
  Open();
  for (int i = 0; i < 100; ++i) ASSERT_OK(Put("a", "fills the log that is written over later"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Prepared("x", "k", "v");
  ASSERT_OK(Put("b", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Put("a", "in the recycled log"));
  ingest("file");
  ingest("second file");
  Open();
  ASSERT_NE(db_, nullptr);
  EXPECT_EQ(PreparedNames(), "x ");
  EXPECT_EQ(Get("a"), "second file");
  ASSERT_OK(Put("a", "after all"));
  Open();
  EXPECT_EQ(PreparedNames(), "x ");
  EXPECT_EQ(Get("a"), "after all");
  db_.reset();
}

TEST_F(TwoPhaseTest, APreparedTransactionOutlivesFlushesAndOpenings) {
  Prepared("x", "k", "v");
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(Put("other", std::to_string(i)));
    ASSERT_OK(db_->Flush(FlushOptions()));
    Open();
    EXPECT_EQ(PreparedNames(), "x ");
  }
  Transaction* const txn = db_->GetTransactionByName("x");
  ASSERT_OK(txn->Commit());
  delete txn;
  ASSERT_OK(db_->Flush(FlushOptions()));
  Open();
  EXPECT_EQ(Get("k"), "v");
  EXPECT_EQ(PreparedNames(), "");
}

// Who has decided after a crash counts on the answer of Commit.
TEST_F(TwoPhaseTest, WhatAnOpeningFindsIsCommittedWithASync) {
  Prepared("x", "k", "v");
  Open();
  Transaction* const txn = db_->GetTransactionByName("x");
  ASSERT_NE(nullptr, txn);
  EXPECT_TRUE(txn->GetWriteOptions()->sync);
  ASSERT_OK(txn->Rollback());
  delete txn;
}

class TwoPhaseDropTest : public TwoPhaseTest {
 protected:
  // In the default family and in one that is dropped then.
  std::unique_ptr<Transaction> BeginInDroppedFamily(const std::string& name) {
    ColumnFamilyHandle* cf = nullptr;
    EXPECT_OK(db_->CreateColumnFamily(options_, "dropped", &cf));
    auto txn = Begin();
    EXPECT_OK(txn->SetName(name));
    EXPECT_OK(txn->Put(cf, "k", "v"));
    EXPECT_OK(txn->Merge("sum", "1"));
    if (name != "at once") EXPECT_OK(txn->Prepare());
    EXPECT_OK(db_->DropColumnFamily(cf));
    EXPECT_OK(db_->DestroyColumnFamilyHandle(cf));
    return txn;
  }
};

TEST_F(TwoPhaseDropTest, ADroppedFamilyTakesNothingButItsOwnUpdatesFromAPreparedTransaction) {
  const auto txn = BeginInDroppedFamily("x");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("sum"), "1");
  EXPECT_TRUE(txn->Commit().IsInvalidArgument());
  Open();
  EXPECT_EQ(Get("sum"), "1");
  EXPECT_EQ(PreparedNames(), "");
}

TEST_F(TwoPhaseDropTest, AnOpeningTakesAPreparedTransactionOverWithoutTheDroppedFamily) {
  // The database deletes it.
  (void)BeginInDroppedFamily("x").release();
  Open();
  ASSERT_EQ(PreparedNames(), "x ");
  Transaction* const found = db_->GetTransactionByName("x");
  ASSERT_OK(found->Commit());
  delete found;
  EXPECT_EQ(Get("sum"), "1");
  Open();
  EXPECT_EQ(Get("sum"), "1");
}

TEST_F(TwoPhaseDropTest, ACommitAtOnceWithADroppedFamilyWritesNothing) {
  auto txn = BeginInDroppedFamily("at once");
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(txn->Commit().IsInvalidArgument());
  EXPECT_EQ(Get("sum"), "none");
  ASSERT_OK(txn->Rollback());
  txn.reset();
  ASSERT_OK(Put("later", "write"));
  Open();
  EXPECT_EQ(Get("sum") + " " + Get("later"), "none write");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
