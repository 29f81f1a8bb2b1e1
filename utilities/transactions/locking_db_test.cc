// TransactionDB through a whole database: locks, conflicts, save points, writes outside.
#include <algorithm>
#include <atomic>
#include <thread>

#include "db/db_impl.h"
#include "db/engine_of.h"
#include "rocksdb/utilities/checkpoint.h"
#include "utilities/transactions/locking_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST_F(LockingDbTest, WritesShowToTheTransactionAtOnceAndToOthersAfterCommit) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("a", "1"));
  ASSERT_OK(txn->Merge("a", "2"));
  EXPECT_EQ(Get(txn.get(), "a"), "1,2");
  EXPECT_EQ(Get("a"), "none");
  EXPECT_EQ(Locked(), "a ");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1,2");
  EXPECT_EQ(Locked(), "");
  EXPECT_EQ(txn->GetState(), Transaction::COMMITTED);
  EXPECT_EQ(txn->Commit().ToString(), "Invalid argument: Transaction has already been committed.");
  EXPECT_EQ(txn->Rollback().ToString(),
            "Invalid argument: This transaction has already been committed.");
  EXPECT_TRUE(txn->RollbackToSavePoint().IsInvalidArgument());
}

TEST_F(LockingDbTest, ARollbackForgetsWritesAndLocksAndTheTransactionGoesOn) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("a", "1"));
  ASSERT_OK(txn->Rollback());
  EXPECT_EQ(Locked(), "");
  EXPECT_EQ(Get(txn.get(), "a"), "none");
  ASSERT_OK(txn->Put("b", "2"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("b"), "2");
}

TEST_F(LockingDbTest, ALockedKeyIsClosedToOthers) {
  auto a = Begin();
  auto b = Begin();
  ASSERT_OK(a->Put("k", "1"));
  EXPECT_EQ(b->Put("k", "2").ToString(), "Operation timed out: Timeout waiting to lock key");
  EXPECT_TRUE(Lock(b.get(), "k", false).IsLockTimeout());
  EXPECT_TRUE(Put("k", "3").IsLockTimeout());
  WriteBatch batch;
  ASSERT_OK(batch.Put("j", "3"));
  ASSERT_OK(batch.Put("k", "3"));
  EXPECT_TRUE(db_->Write(WriteOptions(), &batch).IsLockTimeout());
  EXPECT_EQ(Locked(), "k ");
  a.reset();
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  EXPECT_EQ(Get("j"), "3");
  ASSERT_OK(b->Put("k", "2"));
}

TEST_F(LockingDbTest, SharedReadsStandSideBySideAndWritesWait) {
  auto a = Begin();
  auto b = Begin();
  ASSERT_OK(Lock(a.get(), "k", false));
  ASSERT_OK(Lock(b.get(), "k", false));
  EXPECT_TRUE(a->Put("k", "1").IsLockTimeout());
  b->UndoGetForUpdate("k");
  ASSERT_OK(a->Put("k", "1"));
  EXPECT_TRUE(Lock(b.get(), "k", false).IsLockTimeout());
}

TEST_F(LockingDbTest, AWriteAfterTheSnapshotIsAConflict) {
  auto txn = BeginWithSnapshot();
  ASSERT_OK(Put("k", "theirs"));
  EXPECT_EQ(txn->Put("k", "mine").ToString(), "Resource busy: ");
  EXPECT_TRUE(Lock(txn.get(), "k").IsBusy());
  EXPECT_EQ(Locked(), "");
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_TRUE(txn->Put("k", "mine").IsBusy());
  ASSERT_OK(txn->Put("other", "mine"));
  ASSERT_OK(txn->PutUntracked("k", "mine"));
  EXPECT_EQ(Locked(), "k other ");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "mine");
}

TEST_F(LockingDbTest, WithoutMemtablesTheTablesAreAsked) {
  options_.max_write_buffer_size_to_maintain = 1;
  Open();
  auto txn = BeginWithSnapshot();
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(Put("k", "theirs"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  EXPECT_TRUE(txn->Put("k", "mine").IsBusy());
  ASSERT_OK(txn->Put("other", "mine"));
}

TEST_F(LockingDbTest, AKeyThatWasLockedBeforeTheSnapshotHasNoConflict) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("k", "1"));
  ASSERT_OK(Put("other", "theirs"));
  txn->SetSnapshot();
  ASSERT_OK(txn->Put("k", "2"));
  ASSERT_OK(txn->Put("other", "mine"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "2");
}

TEST_F(LockingDbTest, AssumeTrackedNeedsATrackedKey) {
  auto txn = Begin();
  ColumnFamilyHandle* const cf = db_->DefaultColumnFamily();
  EXPECT_EQ(txn->Put(cf, "k", "1", true).ToString(),
            "Invalid argument: assume_tracked is set but it is not tracked yet");
  EXPECT_TRUE(Lock(txn.get(), "k").ok());
  ASSERT_OK(txn->Put(cf, "k", "1", true));
  ASSERT_OK(txn->Merge(cf, "k", "2", true));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("k"), "1,2");
}

TEST_F(LockingDbTest, GetForUpdateWithoutValidationRefusesASnapshot) {
  auto txn = BeginWithSnapshot();
  ReadOptions read;
  read.snapshot = txn->GetSnapshot();
  std::string value;
  EXPECT_EQ(
      txn->GetForUpdate(read, db_->DefaultColumnFamily(), "k", &value, true, false).ToString(),
      "Invalid argument: If do_validate is false then GetForUpdate with snapshot is not "
      "defined.");
  ASSERT_OK(Put("k", "theirs"));
  ASSERT_OK(txn->GetForUpdate(ReadOptions(), db_->DefaultColumnFamily(), "k", &value, true, false));
  EXPECT_EQ(value, "theirs");
}

TEST_F(LockingDbTest, SavePointsGiveBackTheirLocks) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("a", "1"));
  txn->SetSavePoint();
  ASSERT_OK(txn->Put("a", "2"));
  ASSERT_OK(txn->Put("b", "2"));
  txn->SetSavePoint();
  ASSERT_OK(txn->Put("c", "3"));
  ASSERT_OK(txn->PopSavePoint());
  EXPECT_EQ(Locked(), "a b c ");
  ASSERT_OK(txn->RollbackToSavePoint());
  EXPECT_EQ(Locked(), "a ");
  EXPECT_EQ(Get(txn.get(), "a"), "1");
  EXPECT_TRUE(txn->PopSavePoint().IsNotFound());
  EXPECT_TRUE(txn->RollbackToSavePoint().IsNotFound());
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("b"), "none");
}

TEST_F(LockingDbTest, SavePointsBringBackTheSnapshot) {
  auto txn = BeginWithSnapshot();
  const SequenceNumber before = txn->GetSnapshot()->GetSequenceNumber();
  txn->SetSavePoint();
  ASSERT_OK(Put("k", "theirs"));
  txn->SetSnapshot();
  EXPECT_GT(txn->GetSnapshot()->GetSequenceNumber(), before);
  ASSERT_OK(txn->RollbackToSavePoint());
  EXPECT_EQ(txn->GetSnapshot()->GetSequenceNumber(), before);
}

TEST_F(LockingDbTest, TheLimitOfLocksIsAnAbort) {
  txn_db_options_.max_num_locks = 2;
  Open();
  auto txn = Begin();
  ASSERT_OK(txn->Put("a", "1"));
  ASSERT_OK(txn->Put("b", "1"));
  EXPECT_EQ(txn->Put("c", "1").ToString(),
            "Operation aborted: Failed to acquire lock due to max_num_locks limit");
  ASSERT_OK(txn->Put("a", "2"));
  ASSERT_OK(txn->Commit());
}

TEST_F(LockingDbTest, TheLimitOfABatchIsKept) {
  TransactionOptions options;
  options.max_write_batch_size = 40;
  auto txn = Begin(options);
  ASSERT_OK(txn->Put("a", "1"));
  EXPECT_TRUE(txn->Put("b", std::string(100, 'x')).IsMemoryLimit());
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "none");
}

TEST_F(LockingDbTest, AnExpiredTransactionLosesItsLocksAndCannotCommit) {
  TransactionOptions expires;
  expires.expiration = 0;
  auto old = Begin(expires);
  ASSERT_OK(old->Put("k", "old"));
  EXPECT_TRUE(old->Commit().IsExpired());
  EXPECT_EQ(old->GetState(), Transaction::STARTED);
  auto thief = Begin();
  ASSERT_OK(thief->Put("k", "new"));
  EXPECT_EQ(old->GetState(), Transaction::LOCKS_STOLEN);
  EXPECT_TRUE(old->Commit().IsExpired());
  EXPECT_TRUE(old->Rollback().IsInvalidArgument());
  old.reset();
  EXPECT_EQ(Locked(), "k ");
  ASSERT_OK(thief->Commit());
  EXPECT_EQ(Get("k"), "new");
}

TEST_F(LockingDbTest, ATransactionThatDoesNotExpireInTimeCommits) {
  TransactionOptions expires;
  expires.expiration = 1000 * 1000;
  auto txn = Begin(expires);
  ASSERT_OK(txn->Put("k", "1"));
  auto other = Begin();
  EXPECT_TRUE(other->Put("k", "2").IsLockTimeout());
  ASSERT_OK(txn->Commit());
  ASSERT_OK(other->Put("k", "2"));
}

TEST_F(LockingDbTest, ADeadlockIsFoundAndRemembered) {
  TransactionOptions options;
  options.deadlock_detect = true;
  options.lock_timeout = 1000 * 1000;
  auto a = Begin(options);
  auto b = Begin(options);
  ASSERT_OK(a->Put("x", "a"));
  ASSERT_OK(b->Put("y", "b"));
  Status waited = Status::Busy();
  std::thread waiter([&] { waited = a->Put("y", "a"); });
  uint32_t cf = 7;
  std::string key;
  while (a->GetWaitingTxns(&cf, &key).empty()) std::this_thread::yield();
  EXPECT_EQ(a->GetWaitingTxns(&cf, &key), std::vector<TransactionID>{b->GetID()});
  EXPECT_EQ(cf, 0u);
  EXPECT_EQ(key, "y");
  const Status s = b->Put("x", "b");
  EXPECT_TRUE(s.IsDeadlock()) << s.ToString();
  EXPECT_EQ(s.ToString(), "Resource busy: Deadlock");
  ASSERT_OK(b->Rollback());
  waiter.join();
  ASSERT_OK(waited);
  EXPECT_TRUE(a->GetWaitingTxns(&cf, &key).empty());
  ASSERT_EQ(db_->GetDeadlockInfoBuffer().size(), 1u);
  EXPECT_EQ(db_->GetDeadlockInfoBuffer()[0].path.back().m_txn_id, b->GetID());
  db_->SetDeadlockInfoBufferSize(0);
  EXPECT_TRUE(db_->GetDeadlockInfoBuffer().empty());
}

TEST_F(LockingDbTest, WritesOutsideOfTransactionsDoWhatTheySay) {
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Merge(WriteOptions(), "a", "2"));
  ASSERT_OK(Put("b", "1"));
  ASSERT_OK(db_->Delete(WriteOptions(), "b"));
  ASSERT_OK(Put("c", "1"));
  ASSERT_OK(db_->SingleDelete(WriteOptions(), "c"));
  EXPECT_EQ(Get("a"), "1,2");
  EXPECT_EQ(Get("b"), "none");
  EXPECT_EQ(Get("c"), "none");
  EXPECT_TRUE(
      db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "b").IsNotSupported());
  WriteBatch batch;
  ASSERT_OK(batch.DeleteRange("a", "b"));
  EXPECT_TRUE(db_->Write(WriteOptions(), &batch).IsInvalidArgument());
  EXPECT_EQ(Locked(), "");
}

TEST_F(LockingDbTest, WithoutConcurrencyControlNothingIsLocked) {
  auto holder = Begin();
  ASSERT_OK(holder->Put("k", "1"));
  TransactionOptions options;
  options.skip_concurrency_control = true;
  auto txn = Begin(options);
  ASSERT_OK(txn->Put("k", "2"));
  ASSERT_OK(txn->Commit());
  WriteBatch batch;
  ASSERT_OK(batch.Put("k", "3"));
  TransactionDBWriteOptimizations optimizations;
  optimizations.skip_concurrency_control = true;
  ASSERT_OK(db_->Write(WriteOptions(), optimizations, &batch));
  EXPECT_EQ(Get("k"), "3");
  holder.reset();
  txn.reset();
  txn_db_options_.skip_concurrency_control = true;
  Open();
  holder = Begin();
  ASSERT_OK(holder->Put("k", "1"));
  ASSERT_OK(Put("k", "4"));
  EXPECT_EQ(Locked(), "");
}

TEST_F(LockingDbTest, FamiliesHaveLocksOfTheirOwn) {
  ColumnFamilyHandle* cf = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &cf));
  auto a = Begin();
  auto b = Begin();
  ASSERT_OK(a->Put(cf, "k", "1"));
  ASSERT_OK(b->Put("k", "2"));
  EXPECT_TRUE(b->Put(cf, "k", "2").IsLockTimeout());
  ASSERT_OK(a->Commit());
  ASSERT_OK(b->Put(cf, "k", "3"));
  ASSERT_OK(db_->DropColumnFamily(cf));
  EXPECT_TRUE(b->Put(cf, "k", "3").ok());
  EXPECT_TRUE(a->Put(cf, "j", "3").IsInvalidArgument());
  a.reset();
  b.reset();
  ASSERT_OK(db_->DestroyColumnFamilyHandle(cf));
}

// Families whose updates cannot be made: dropped where the transactions do not hear of it, closed
// to writes, without an operator.
TEST_F(LockingDbTest, ACommitThatIsRefusedWritesNothing) {
  Options closed = options_;
  closed.disallow_memtable_writes = true;
  Options no_merges = options_;
  no_merges.merge_operator = nullptr;
  std::vector<ColumnFamilyHandle*> cfs(3);
  ASSERT_OK(db_->CreateColumnFamily(options_, "dropped", &cfs[0]));
  ASSERT_OK(db_->CreateColumnFamily(closed, "closed", &cfs[1]));
  ASSERT_OK(db_->CreateColumnFamily(no_merges, "no merges", &cfs[2]));
  ASSERT_OK(db_->GetBaseDB()->DropColumnFamily(cfs[0]));
  for (ColumnFamilyHandle* cf : cfs) {
    SCOPED_TRACE(cf->GetName());
    auto txn = Begin();
    ASSERT_OK(txn->Put("k", "v"));
    ASSERT_OK(txn->Merge(cf, "k", "v"));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(txn->Commit().IsInvalidArgument());
    EXPECT_EQ(Get("k"), "none");
    ASSERT_OK(txn->Rollback());
  }
  for (int i : {1, 2}) ASSERT_OK(db_->DropColumnFamily(cfs[i]));
  for (ColumnFamilyHandle* cf : cfs) ASSERT_OK(db_->DestroyColumnFamilyHandle(cf));
  Open();
  EXPECT_EQ(Get("k"), "none");
}

TEST_F(LockingDbTest, ANullHandleIsJudgedAsByAPlainDatabase) {
  ColumnFamilyHandle* const null = nullptr;
  const WideColumns columns{{"column", "v"}};
  ASSERT_OK(db_->Put(WriteOptions(), null, "k", "v"));
  EXPECT_EQ(Get("k"), "v");
  ASSERT_OK(db_->Delete(WriteOptions(), null, "k"));
  EXPECT_EQ(Get("k"), "none");
  EXPECT_TRUE(db_->PutEntity(WriteOptions(), null, "k", columns).IsInvalidArgument());
  EXPECT_EQ(Locked(), "");
}

// The lock manager did not know of them, and refused every key.
TEST_F(LockingDbTest, AnImportedFamilyHasLocks) {
  ColumnFamilyHandle* cf = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "exported", &cf));
  ASSERT_OK(db_->Put(WriteOptions(), cf, "k", "1"));
  Checkpoint* raw = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  ExportImportFilesMetaData* files = nullptr;
  ASSERT_OK(checkpoint->ExportColumnFamily(cf, dir_ / "files", &files));
  const std::unique_ptr<ExportImportFilesMetaData> metadata(files);
  std::vector<ColumnFamilyHandle*> imported(2);
  ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "one", ImportColumnFamilyOptions(),
                                              *metadata, &imported[0]));
  ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "two", ImportColumnFamilyOptions(),
                                              std::vector<const ExportImportFilesMetaData*>{files},
                                              &imported[1]));
  for (ColumnFamilyHandle* family : imported) {
    auto txn = Begin();
    ASSERT_OK(txn->Put(family, "k", "2"));
    EXPECT_TRUE(db_->Put(WriteOptions(), family, "k", "3").IsLockTimeout());
    ASSERT_OK(txn->Commit());
    ASSERT_OK(db_->Put(WriteOptions(), family, "k", "4"));
  }
  imported.push_back(cf);
  for (ColumnFamilyHandle* family : imported) ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
}

TEST_F(LockingDbTest, ATransactionObjectLivesAgain) {
  auto txn = Begin();
  const TransactionID first = txn->GetID();
  ASSERT_OK(txn->SetName("one"));
  ASSERT_OK(txn->Put("a", "1"));
  EXPECT_EQ(db_->BeginTransaction(WriteOptions(), TransactionOptions(), txn.get()), txn.get());
  EXPECT_NE(txn->GetID(), first);
  EXPECT_EQ(txn->GetName(), "");
  EXPECT_EQ(db_->GetTransactionByName("one"), nullptr);
  EXPECT_EQ(Locked(), "");
  ASSERT_OK(txn->Put("b", "2"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "none");
  EXPECT_EQ(Get("b"), "2");
}

TEST_F(LockingDbTest, UnindexedWritesAreCommittedAndNotSeen) {
  auto txn = Begin();
  txn->DisableIndexing();
  ASSERT_OK(txn->Put("a", "1"));
  EXPECT_EQ(Get(txn.get(), "a"), "none");
  txn->EnableIndexing();
  ASSERT_OK(txn->Put("b", "2"));
  EXPECT_EQ(Get(txn.get(), "b"), "2");
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "2");
}

TEST_F(LockingDbTest, EveryFormOfAWriteArrives) {
  auto txn = Begin();
  ColumnFamilyHandle* const cf = db_->DefaultColumnFamily();
  const Slice key_parts[] = {"ke", "y"};
  const Slice value_parts[] = {"val", "ue"};
  const SliceParts key(key_parts, 2);
  const SliceParts value(value_parts, 2);
  ASSERT_OK(txn->Put(key, value));
  EXPECT_EQ(Get(txn.get(), "key"), "value");
  ASSERT_OK(txn->Delete(key));
  EXPECT_EQ(Get(txn.get(), "key"), "none");
  ASSERT_OK(txn->PutUntracked(key, value));
  EXPECT_EQ(Get(txn.get(), "key"), "value");
  ASSERT_OK(txn->SingleDelete(key));
  EXPECT_EQ(Get(txn.get(), "key"), "none");
  ASSERT_OK(txn->MergeUntracked("m", "1"));
  ASSERT_OK(txn->MergeUntracked(cf, "m", "2"));
  EXPECT_EQ(Get(txn.get(), "m"), "1,2");
  ASSERT_OK(txn->CollapseKey(ReadOptions(), "m", nullptr));
  ASSERT_OK(txn->PutUntracked(cf, "d", "1"));
  ASSERT_OK(txn->DeleteUntracked("d"));
  EXPECT_EQ(Get(txn.get(), "d"), "none");
  ASSERT_OK(txn->PutUntracked("s", "1"));
  ASSERT_OK(txn->SingleDeleteUntracked("s"));
  EXPECT_EQ(Get(txn.get(), "s"), "none");
  EXPECT_EQ(txn->GetNumMerges(), 2u);
  EXPECT_EQ(txn->GetNumPuts(), 5u);
  EXPECT_EQ(txn->GetNumDeletes(), 4u);
  EXPECT_EQ(txn->GetNumKeys(), 4u);
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("m"), "1,2");
}

TEST_F(LockingDbTest, ManyKeysAreReadForUpdateTogether) {
  ASSERT_OK(Put("a", "1"));
  auto txn = Begin();
  std::vector<std::string> values;
  std::vector<Status> statuses = txn->MultiGetForUpdate(ReadOptions(), {"a", "b"}, &values);
  ASSERT_OK(statuses[0]);
  EXPECT_EQ(values[0], "1");
  EXPECT_TRUE(statuses[1].IsNotFound());
  EXPECT_EQ(Locked(), "a b ");
  auto other = Begin();
  statuses = other->MultiGetForUpdate(ReadOptions(), {"c", "a"}, &values);
  EXPECT_TRUE(statuses[0].IsLockTimeout());
  EXPECT_TRUE(statuses[1].IsLockTimeout());
}

TEST_F(LockingDbTest, ABaseDatabaseIsWrapped) {
  db_.reset();
  Options options = options_;
  std::vector<ColumnFamilyDescriptor> families{{kDefaultColumnFamilyName, options}};
  std::vector<size_t> compacted;
  TransactionDB::PrepareWrap(&options, &families, &compacted);
  EXPECT_TRUE(families[0].options.disable_auto_compactions);
  EXPECT_EQ(families[0].options.max_write_buffer_size_to_maintain, -1);
  EXPECT_TRUE(options.allow_2pc);
  DB* base = nullptr;
  std::vector<ColumnFamilyHandle*> handles;
  ASSERT_OK(DB::Open(options, dir_ / "db", families, &handles, &base));
  TransactionDB* raw = nullptr;
  ASSERT_OK(TransactionDB::WrapDB(base, txn_db_options_, compacted, handles, &raw));
  db_.reset(raw);
  EXPECT_EQ(db_->GetBaseDB(), base);
  EXPECT_FALSE(db_->GetOptions(handles[0]).disable_auto_compactions);
  auto txn = Begin();
  ASSERT_OK(txn->Put(handles[0], "a", "1"));
  ASSERT_OK(txn->Commit());
  EXPECT_EQ(Get("a"), "1");
  ASSERT_OK(db_->DestroyColumnFamilyHandle(handles[0]));
}

TEST_F(LockingDbTest, SnapshotsCarryTimestamps) {
  auto txn = Begin();
  ASSERT_OK(txn->Put("k", "1"));
  EXPECT_EQ(txn->CommitAndTryCreateSnapshot().ToString(),
            "Invalid argument: Commit timestamp unset");
  std::shared_ptr<const Snapshot> snapshot;
  ASSERT_OK(txn->CommitAndTryCreateSnapshot(nullptr, 5, &snapshot));
  ASSERT_NE(snapshot, nullptr);
  EXPECT_EQ(snapshot->GetTimestamp(), 5u);
  ASSERT_OK(Put("k", "2"));
  ReadOptions read;
  read.snapshot = snapshot.get();
  std::string value;
  ASSERT_OK(db_->Get(read, "k", &value));
  EXPECT_EQ(value, "1");
  EXPECT_EQ(db_->GetTimestampedSnapshot(5), snapshot);
  EXPECT_TRUE(db_->CreateTimestampedSnapshot(4).first.IsInvalidArgument());
  EXPECT_TRUE(db_->CreateTimestampedSnapshot(5).first.IsInvalidArgument());
  ASSERT_OK(db_->CreateTimestampedSnapshot(9).first);
  EXPECT_EQ(db_->GetLatestTimestampedSnapshot()->GetTimestamp(), 9u);
  std::vector<std::shared_ptr<const Snapshot>> all;
  ASSERT_OK(db_->GetAllTimestampedSnapshots(all));
  EXPECT_EQ(all.size(), 2u);
  ASSERT_OK(db_->GetTimestampedSnapshots(6, 10, all));
  EXPECT_EQ(all.size(), 1u);
  db_->ReleaseTimestampedSnapshotsOlderThan(9);
  EXPECT_EQ(db_->GetTimestampedSnapshot(5), nullptr);
}

TEST_F(LockingDbTest, ClosingReleasesSnapshotsWithTimestamps) {
  WaitForCompactOptions closes;
  closes.close_db = true;
  for (const bool waits : {false, true}) {
    ASSERT_OK(db_->CreateTimestampedSnapshot(5).first);
    EXPECT_OK(waits ? db_->WaitForCompact(closes) : db_->Close());
    Open();
  }
  auto [s, held] = db_->CreateTimestampedSnapshot(5);
  ASSERT_OK(s);
  EXPECT_TRUE(db_->Close().IsAborted());
  held.reset();
  EXPECT_OK(db_->Close());
}

TEST_F(LockingDbTest, AWaitThatEndsWithoutClosingReleasesNoSnapshots) {
  ASSERT_OK(db_->CreateTimestampedSnapshot(5).first);
  ASSERT_OK(db_->PauseBackgroundWork());
  WaitForCompactOptions closes;
  closes.close_db = true;
  closes.abort_on_pause = true;
  EXPECT_TRUE(db_->WaitForCompact(closes).IsAborted());
  EXPECT_NE(db_->GetTimestampedSnapshot(5), nullptr);
  ASSERT_OK(db_->ContinueBackgroundWork());
}

// Other threads commit all the time: none of their updates may be in it.
TEST_F(LockingDbTest, TheSnapshotOfACommitShowsNothingBehindIt) {
  // A limit of 0 would not even wait for a stripe of the lock table, which both keys may share.
  TransactionOptions patient;
  patient.lock_timeout = 60 * 1000;
  std::atomic<bool> over{false};
  std::thread beside([&] {
    while (!over) {
      auto txn = Begin(patient);
      EXPECT_OK(txn->Put("beside", "x"));
      EXPECT_OK(txn->Commit());
    }
  });
  for (TxnTimestamp ts = 1; ts <= 200; ++ts) {
    auto txn = Begin(patient);
    ASSERT_OK(txn->Put("k", std::to_string(ts)));
    const bool two_phase = ts % 2 == 0;
    if (two_phase) {
      ASSERT_OK(txn->SetName(std::to_string(ts)));
      ASSERT_OK(txn->Prepare());
    }
    std::shared_ptr<const Snapshot> snapshot;
    ASSERT_OK(txn->CommitAndTryCreateSnapshot(nullptr, ts, &snapshot));
    ASSERT_NE(snapshot, nullptr);
    // The newest entry of the key has the number of the snapshot.
    SequenceNumber newest = 0;
    bool complete = false;
    ASSERT_OK(EngineOf(db_.get())->NewestSequence(db_->DefaultColumnFamily(), "k", 0, false,
                                                  &newest, &complete));
    EXPECT_EQ(snapshot->GetSequenceNumber(), newest);
    db_->ReleaseTimestampedSnapshotsOlderThan(ts);
  }
  over = true;
  beside.join();
}

// Threads move money between accounts, in an order that may deadlock.
TEST_F(LockingDbTest, ABankKeepsItsSum) {
  constexpr int kAccounts = 5;
  constexpr int kThreads = 4;
  constexpr int kTransfers = 50;
  for (int i = 0; i < kAccounts; ++i) ASSERT_OK(Put(std::to_string(i), "100"));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this, t] {
      TransactionOptions options;
      options.deadlock_detect = true;
      options.lock_timeout = 1000 * 1000;
      for (int done = 0; done < kTransfers;) {
        auto txn = Begin(options);
        const std::string from = std::to_string((done + t) % kAccounts);
        const std::string to = std::to_string((done + 2 * t + 1) % kAccounts);
        std::string a;
        std::string b;
        Status s = txn->GetForUpdate(ReadOptions(), from, &a);
        if (s.ok()) s = txn->Put(from, std::to_string(std::stol(a) - 1));
        if (s.ok()) s = txn->GetForUpdate(ReadOptions(), to, &b);
        if (s.ok()) s = txn->Put(to, std::to_string(std::stol(b) + 1));
        if (s.ok()) s = txn->Commit();
        ASSERT_TRUE(s.ok() || s.IsDeadlock()) << s.ToString();
        if (s.ok()) ++done;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  long sum = 0;
  for (int i = 0; i < kAccounts; ++i) sum += std::stol(Get(std::to_string(i)));
  EXPECT_EQ(sum, 100 * kAccounts);
  EXPECT_EQ(Locked(), "");
}

// A put and its single deletion leave nothing for readers, but a transaction asks for writes.
TEST_F(LockingDbTest, AKeyThatWasWrittenAndSingleDeletedSinceTheSnapshotIsAConflict) {
  options_.max_write_buffer_size_to_maintain = 1000;
  Open();
  auto txn = BeginWithSnapshot();
  ASSERT_OK(Put("k", "v"));
  ASSERT_OK(db_->SingleDelete(WriteOptions(), "k"));
  // Until no memtable of that time is left.
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK(Put("other" + std::to_string(i), std::string(5000, 'v')));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  EXPECT_TRUE(txn->Put("k", "mine").IsBusy());
  ASSERT_OK(txn->Rollback());
  txn.reset();
  CompactRangeOptions force;
  force.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(force, nullptr, nullptr));
  EXPECT_EQ("none", Get("k"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
