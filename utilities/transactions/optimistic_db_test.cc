// Optimistic transactions through a whole database, with both ways to validate.
#include "rocksdb/utilities/optimistic_transaction_db.h"

#include <thread>

#include <gtest/gtest.h>

#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "test/support/scratch.h"
#include "utilities/transactions/occ_locks.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class OptimisticDbTest : public testing::TestWithParam<OccValidationPolicy> {
 protected:
  OptimisticDbTest() {
    options_.create_if_missing = true;
    options_.merge_operator = std::make_shared<system_test::AppendOperator>();
    Open();
  }
  ~OptimisticDbTest() override { Close(); }

  void Open() {
    Close();
    OptimisticTransactionDBOptions occ;
    occ.validate_policy = GetParam();
    occ.occ_lock_buckets = 16;
    OptimisticTransactionDB* raw = nullptr;
    ASSERT_OK(OptimisticTransactionDB::Open(
        options_, occ, dir_ / "db", {{kDefaultColumnFamilyName, options_}}, &handles_, &raw));
    db_.reset(raw);
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles_) EXPECT_OK(db_->DestroyColumnFamilyHandle(handle));
    handles_.clear();
    db_.reset();
  }
  std::unique_ptr<Transaction> Begin(bool snapshot = false) {
    OptimisticTransactionOptions options;
    options.set_snapshot = snapshot;
    return std::unique_ptr<Transaction>(db_->BeginTransaction(WriteOptions(), options));
  }
  std::string Get(const std::string& key) {
    std::string value;
    Status s = db_->Get(ReadOptions(), key, &value);
    return s.ok() ? value : s.IsNotFound() ? "none" : s.ToString();
  }
  static std::string Get(Transaction* txn, const std::string& key) {
    std::string value;
    Status s = txn->Get(ReadOptions(), key, &value);
    return s.ok() ? value : s.IsNotFound() ? "none" : s.ToString();
  }

  system_test::ScratchDir dir_;
  Options options_;
  std::vector<ColumnFamilyHandle*> handles_;
  std::unique_ptr<OptimisticTransactionDB> db_;
};

INSTANTIATE_TEST_SUITE_P(Policies, OptimisticDbTest,
                         testing::Values(OccValidationPolicy::kValidateSerial,
                                         OccValidationPolicy::kValidateParallel));

TEST_P(OptimisticDbTest, WritesShowToTheTransactionAtOnceAndToOthersAfterCommit) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("a", "1"));
  ASSERT_OK(txn->Merge("a", "2"));
  EXPECT_EQ(Get(txn.get(), "a"), "1,2");
  EXPECT_EQ(Get("a"), "none");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1,2");
  ASSERT_OK(txn->Delete("a"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "none");
}

TEST_P(OptimisticDbTest, AKeyThatOthersHaveWrittenMakesTheCommitFail) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("a", "mine"));
  ASSERT_OK(db_->Put(WriteOptions(), "a", "theirs"));
  EXPECT_EQ(txn->Commit().ToString(), "Resource busy: ");
  EXPECT_TRUE(txn->Commit().IsBusy());
  EXPECT_EQ(Get("a"), "theirs");
  ASSERT_OK(txn->Rollback());
  ASSERT_OK(txn->Put("a", "again"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "again");
}

TEST_P(OptimisticDbTest, AReadForUpdateConflictsAndAPlainReadDoesNot) {
  auto reads = Begin();
  auto locks = Begin();
  EXPECT_EQ(Get(reads.get(), "k"), "none");
  ASSERT_OK(reads->Put("r", "1"));
  std::string value;
  EXPECT_TRUE(locks->GetForUpdate(ReadOptions(), "k", &value).IsNotFound());
  ASSERT_OK(locks->Put("l", "1"));
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(reads->Commit());
  EXPECT_TRUE(locks->Commit().IsBusy());
}

TEST_P(OptimisticDbTest, AReadForUpdateThatIsUndoneDoesNotConflict) {
  auto txn = Begin();
  std::string value;
  EXPECT_TRUE(txn->GetForUpdate(ReadOptions(), "k", &value).IsNotFound());
  ASSERT_OK(txn->Put("other", "1"));
  txn->UndoGetForUpdate("k");
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(txn->Commit());
}

TEST_P(OptimisticDbTest, ASnapshotDatesTheConflictBack) {
  auto txn = Begin(true);
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(txn->Put("k", "mine"));
  EXPECT_TRUE(txn->Commit().IsBusy());
  auto later = Begin();
  ASSERT_OK(later->Put("k", "mine"));
  ASSERT_OK(later->Commit());
}

TEST_P(OptimisticDbTest, UntrackedWritesAreLeftOutOfTheValidation) {
  auto txn = Begin(true);
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(txn->PutUntracked("k", "mine"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "mine");
}

TEST_P(OptimisticDbTest, WhatASavePointTakesBackDoesNotConflict) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("kept", "1"));
  txn->SetSavePoint();
  ASSERT_OK(txn->Put("undone", "1"));
  EXPECT_EQ(txn->GetNumKeys(), 2u);
  EXPECT_EQ(txn->GetNumPuts(), 2u);
  ASSERT_OK(txn->RollbackToSavePoint());
  EXPECT_EQ(txn->GetNumKeys(), 1u);
  EXPECT_EQ(txn->GetNumPuts(), 1u);
  EXPECT_TRUE(txn->RollbackToSavePoint().IsNotFound());
  ASSERT_OK(db_->Put(WriteOptions(), "undone", "theirs"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("kept"), "1");
  EXPECT_EQ(Get("undone"), "theirs");
}

TEST_P(OptimisticDbTest, KeysThatWereFlushedAreFoundInKeptMemtables) {
  auto busy = Begin();
  auto fine = Begin();
  ASSERT_OK(busy->Put("k", "mine"));
  ASSERT_OK(fine->Put("other", "mine"));
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_TRUE(busy->Commit().IsBusy());
  ASSERT_OK(fine->Commit());
}

TEST_P(OptimisticDbTest, WithoutHistoryTheCommitAsksToTryAgain) {
  options_.max_write_buffer_size_to_maintain = 1;
  Open();
  auto txn = Begin();
  ASSERT_OK(txn->Put("k", "mine"));
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), "other", "theirs"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  const Status s = txn->Commit();
  EXPECT_TRUE(s.IsTryAgain()) << s.ToString();
  EXPECT_EQ(s.ToString(),
            "Operation failed. Try again.: Transaction could not check for conflicts for operation "
            "at SequenceNumber 0 as the MemTable only contains changes newer than SequenceNumber 3."
            "  Increasing the value of the max_write_buffer_size_to_maintain option could reduce "
            "the frequency of this error.");
  EXPECT_EQ(Get("k"), "none");
}

// What stock shows of updates that come after a seek: those that lie between the batch's next key
// and its end.
TEST_P(OptimisticDbTest, AnIteratorWhoseBatchHasEndedShowsNoLaterUpdates) {
  for (const char* key : {"k1", "k3", "k5"}) ASSERT_OK(db_->Put(WriteOptions(), key, "old"));
  const auto walk = [](Iterator* it) {
    std::string keys;
    for (; it->Valid(); it->Next())
      keys += it->key().ToString() + "=" + it->value().ToString() + " ";
    EXPECT_OK(it->status());
    return keys;
  };
  {
    auto txn = Begin();
    const std::unique_ptr<Iterator> it(txn->GetIterator(ReadOptions()));
    it->SeekToFirst();
    for (const char* key : {"k3", "k4", "k6"}) ASSERT_OK(txn->Put(key, "new"));
    ASSERT_OK(txn->Delete("k5"));
    EXPECT_EQ(walk(it.get()), "k1=old k3=old k5=old ");
    it->SeekToFirst();
    EXPECT_EQ(walk(it.get()), "k1=old k3=new k4=new k6=new ");
  }
  {
    auto txn = Begin();
    ASSERT_OK(txn->Put("k4", "new"));
    const std::unique_ptr<Iterator> it(txn->GetIterator(ReadOptions()));
    it->SeekToFirst();
    ASSERT_OK(txn->Put("k2", "new"));
    ASSERT_OK(txn->Put("k6", "new"));
    EXPECT_EQ(walk(it.get()), "k1=old k3=old k4=new k5=old k6=new ");
  }
  {
    auto txn = Begin();
    ASSERT_OK(txn->Put("k2", "new"));
    const std::unique_ptr<Iterator> it(txn->GetIterator(ReadOptions()));
    it->Seek("k3");
    ASSERT_OK(txn->Put("k4", "new"));
    ASSERT_OK(txn->Put("k6", "new"));
    EXPECT_EQ(walk(it.get()), "k3=old k5=old ");
  }
}

TEST_P(OptimisticDbTest, FamiliesAreValidatedApart) {
  ColumnFamilyHandle* cf = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &cf));
  auto txn = Begin();
  ASSERT_OK(txn->Put(cf, "k", "mine"));
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(txn->Commit());
  ASSERT_OK(txn->Put(cf, "k", "mine"));
  ASSERT_OK(db_->Put(WriteOptions(), cf, "k", "theirs"));
  EXPECT_TRUE(txn->Commit().IsBusy());
  ASSERT_OK(txn->Rollback());
  ASSERT_OK(txn->Put(cf, "k", "mine"));
  ASSERT_OK(db_->DropColumnFamily(cf));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(cf));
  EXPECT_NOT_OK(txn->Commit());
}

TEST_P(OptimisticDbTest, ATransactionObjectLivesAgain) {
  std::unique_ptr<Transaction> txn = Begin();
  ASSERT_OK(txn->Put("a", "1"));
  txn->SetSavePoint();
  txn->DisableIndexing();
  OptimisticTransactionOptions options;
  options.set_snapshot = true;
  EXPECT_EQ(db_->BeginTransaction(WriteOptions(), options, txn.get()), txn.get());
  EXPECT_NE(txn->GetSnapshot(), nullptr);
  EXPECT_EQ(txn->GetNumPuts(), 0u);
  EXPECT_TRUE(txn->PopSavePoint().IsNotFound());
  ASSERT_OK(txn->Put("b", "2"));
  EXPECT_EQ(Get(txn.get(), "b"), "2");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "none");
  EXPECT_EQ(Get("b"), "2");
}

TEST_P(OptimisticDbTest, TheSnapshotIsTakenByTheNextOperation) {
  class Notifier final : public TransactionNotifier {
   public:
    void SnapshotCreated(const Snapshot* newSnapshot) override { taken = newSnapshot; }
    const Snapshot* taken = nullptr;
  };
  const auto notifier = std::make_shared<Notifier>();
  auto txn = Begin();
  txn->SetSnapshotOnNextOperation(notifier);
  EXPECT_EQ(txn->GetSnapshot(), nullptr);
  ASSERT_OK(db_->Put(WriteOptions(), "k", "theirs"));
  ASSERT_OK(txn->Put("k", "mine"));
  EXPECT_NE(txn->GetSnapshot(), nullptr);
  EXPECT_EQ(notifier->taken, txn->GetSnapshot());
  ASSERT_OK(txn->Commit());
  txn->ClearSnapshot();
  EXPECT_EQ(txn->GetSnapshot(), nullptr);
}

TEST_P(OptimisticDbTest, TwoPhasesAndNamesAreForLockingTransactions) {
  auto txn = Begin();
  EXPECT_EQ(txn->Prepare().ToString(),
            "Invalid argument: Two phase commit not supported for optimistic transactions.");
  EXPECT_EQ(txn->SetName("x").ToString(),
            "Invalid argument: Optimistic transactions cannot be named.");
}

// The family is dropped where the transactions do not hear of it.
TEST_P(OptimisticDbTest, ACommitThatIsRefusedWritesNothing) {
  ColumnFamilyHandle* cf = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "dropped", &cf));
  auto txn = Begin();
  ASSERT_OK(txn->Put("k", "v"));
  ASSERT_OK(txn->PutUntracked(cf, "k", "v"));
  ASSERT_OK(db_->GetBaseDB()->DropColumnFamily(cf));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(txn->Commit().IsInvalidArgument());
  txn.reset();
  ASSERT_OK(db_->DestroyColumnFamilyHandle(cf));
  EXPECT_EQ(Get("k"), "none");
  Open();
  EXPECT_EQ(Get("k"), "none");
}

TEST_P(OptimisticDbTest, ABatchOutsideOfTransactionsRemovesNoRanges) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  ASSERT_OK(batch.DeleteRange("a", "b"));
  EXPECT_TRUE(db_->Write(WriteOptions(), &batch).IsNotSupported());
  EXPECT_TRUE(
      db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "b").IsNotSupported());
  auto txn = Begin();
  EXPECT_TRUE(txn->RebuildFromWriteBatch(&batch).IsInvalidArgument());
}

TEST_P(OptimisticDbTest, ATransactionRepeatsABatch) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Merge("a", "2"));
  ASSERT_OK(batch.Delete("b"));
  ASSERT_OK(batch.SingleDelete("c"));
  ASSERT_OK(db_->Put(WriteOptions(), "b", "x"));
  auto txn = Begin();
  ASSERT_OK(txn->RebuildFromWriteBatch(&batch));
  EXPECT_EQ(txn->GetNumKeys(), 3u);
  EXPECT_EQ(txn->GetNumPuts(), 1u);
  EXPECT_EQ(txn->GetNumMerges(), 1u);
  EXPECT_EQ(txn->GetNumDeletes(), 2u);
  EXPECT_EQ(Get(txn.get(), "a"), "1,2");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1,2");
  EXPECT_EQ(Get("b"), "none");
}

TEST_P(OptimisticDbTest, IteratorsAndMultiGetSeeTheBatchOverTheDatabase) {
  ASSERT_OK(db_->Put(WriteOptions(), "a", "db"));
  ASSERT_OK(db_->Put(WriteOptions(), "b", "db"));
  auto txn = Begin();
  ASSERT_OK(txn->Put("b", "txn"));
  ASSERT_OK(txn->Put("c", "txn"));
  ASSERT_OK(txn->Delete("a"));
  std::unique_ptr<Iterator> it(txn->GetIterator(ReadOptions()));
  std::string seen;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    seen += it->key().ToString() + "=" + it->value().ToString() + " ";
  }
  EXPECT_EQ(seen, "b=txn c=txn ");
  std::vector<std::string> values;
  const std::vector<Status> statuses = txn->MultiGet(ReadOptions(), {"a", "b", "d"}, &values);
  EXPECT_TRUE(statuses[0].IsNotFound());
  ASSERT_OK(statuses[1]);
  EXPECT_EQ(values[1], "txn");
  EXPECT_TRUE(statuses[2].IsNotFound());
}

// Threads move money between accounts; each transfer reads both for update.
TEST_P(OptimisticDbTest, ABankKeepsItsSum) {
  constexpr int kAccounts = 5;
  constexpr int kThreads = 4;
  constexpr int kTransfers = 50;
  for (int i = 0; i < kAccounts; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), std::to_string(i), "100"));
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this, t] {
      for (int done = 0; done < kTransfers;) {
        auto txn = Begin(true);
        const std::string from = std::to_string((done + t) % kAccounts);
        const std::string to = std::to_string((done + 2 * t + 1) % kAccounts);
        if (from == to) {
          ++done;
          continue;
        }
        ReadOptions read;
        read.snapshot = txn->GetSnapshot();
        std::string a;
        std::string b;
        ASSERT_OK(txn->GetForUpdate(read, from, &a));
        ASSERT_OK(txn->GetForUpdate(read, to, &b));
        ASSERT_OK(txn->Put(from, std::to_string(std::stol(a) - 1)));
        ASSERT_OK(txn->Put(to, std::to_string(std::stol(b) + 1)));
        const Status s = txn->Commit();
        ASSERT_TRUE(s.ok() || s.IsBusy() || s.IsTryAgain()) << s.ToString();
        if (s.ok()) ++done;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  long sum = 0;
  for (int i = 0; i < kAccounts; ++i) sum += std::stol(Get(std::to_string(i)));
  EXPECT_EQ(sum, 100 * kAccounts);
}

TEST(OccLocks, AlignedLocksTakeACacheLineEach) {
  EXPECT_EQ(MakeSharedOccLockBuckets(16, true)->ApproximateMemoryUsage(), 16u * 64);
  EXPECT_LE(MakeSharedOccLockBuckets(16)->ApproximateMemoryUsage(), 16u * 8);
}

TEST(OccLocks, OneThreadAtATimeHoldsALock) {
  OccLockTable table(4, false);
  int counters[4] = {};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const std::vector<size_t> places =
          t % 2 == 0 ? std::vector<size_t>{0, 3} : std::vector<size_t>{1, 2, 3};
      for (int round = 0; round < 500; ++round) {
        const OccLockTable::Hold hold(&table, places);
        for (const size_t place : places) ++counters[place];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counters[0], 1000);
  EXPECT_EQ(counters[1], 1000);
  EXPECT_EQ(counters[3], 2000);
}

TEST(OptimisticDb, DatabasesShareTheirLocks) {
  system_test::ScratchDir dir;
  Options options;
  options.create_if_missing = true;
  OptimisticTransactionDBOptions occ;
  occ.shared_lock_buckets = MakeSharedOccLockBuckets(2, true);
  for (const char* name : {"one", "two"}) {
    std::vector<ColumnFamilyHandle*> handles;
    OptimisticTransactionDB* raw = nullptr;
    ASSERT_OK(OptimisticTransactionDB::Open(options, occ, dir / name,
                                            {{kDefaultColumnFamilyName, options}}, &handles, &raw));
    const std::unique_ptr<OptimisticTransactionDB> db(raw);
    EXPECT_NE(db->GetOptions(handles[0]).max_write_buffer_size_to_maintain, 0);
    const std::unique_ptr<Transaction> txn(db->BeginTransaction(WriteOptions()));
    ASSERT_OK(txn->Put("a", "1"));
    ASSERT_OK(txn->Put("b", "1"));
    ASSERT_OK(txn->Commit());
    ASSERT_OK(db->DestroyColumnFamilyHandle(handles[0]));
  }
  EXPECT_EQ(occ.shared_lock_buckets.use_count(), 1);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
