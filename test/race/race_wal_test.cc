// The write-ahead log under concurrency: log switches, syncs by leaders and by SyncWAL, the release
// of logs that a flush has made obsolete. Only in builds with sync points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "env/composite_env.h"
#include "env/fault_fs.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

class RaceWalTest : public RaceFixture {
 protected:
  RaceWalTest() {
    options_.env = env_.get();
    sync_.sync = true;
  }
  ~RaceWalTest() override {
    Quiet();
    Close();  // before the environment goes
  }
  // A power cut: unsynced bytes are lost.
  void PowerCut() {
    Quiet();
    fs_->SetActive(false);
    Status closed = db_->Close();  // it cannot succeed, and need not
    db_.reset();
    ASSERT_OK(fs_->Crash(0.0));
    fs_->SetActive(true);
  }

  std::shared_ptr<FaultFileSystem> fs_ = std::make_shared<FaultFileSystem>(FileSystem::Default());
  std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  WriteOptions sync_;
};

TEST_F(RaceWalTest, SyncWalBesideAFlushThatFreesTheLogSucceeds) {
  options_.spare_log_files = 0;
  ASSERT_OK(Open(options_));
  Fill("1");
  const auto syncing = HoldAt("WalManager::SyncAll:HaveWriters");
  Call sync([&] { return db_->SyncWAL(); });
  ASSERT_TRUE(syncing->AwaitArrival());
  const std::set<uint64_t> log = OnDisk(".log");
  ASSERT_OK(Flush());
  ASSERT_TRUE(AwaitIdle());
  EXPECT_EQ(OnDisk(".log").count(*log.begin()), 1u) << "it is still being synced";
  syncing->Open();
  EXPECT_OK(sync.Result());
  ASSERT_OK(Put("k", "writers go on"));
  ASSERT_OK(Flush());
  EXPECT_TRUE(WaitUntil([&] { return OnDisk(".log").size() == 1; })) << "the log was not released";
  EXPECT_EQ(OnDisk(".log").count(*log.begin()), 0u);
  ExpectTag("1");
}

TEST_F(RaceWalTest, ASyncedWriteBesideAFlushThatFreesTheOldLogSucceeds) {
  ASSERT_OK(Open(options_));
  const auto flushing = HoldAt("FlushJob::Run:Start");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(flushing->AwaitArrival());
  const auto syncing = HoldAt("WalManager::SyncAll:HaveWriters");
  Call write([&] { return db_->Put(sync_, "synced", "value"); });
  ASSERT_TRUE(syncing->AwaitArrival()) << "it is about to sync the closed log";
  flushing->Open();
  ASSERT_TRUE(WaitUntil([&] { return !Tree()->files(0).empty(); }));
  ASSERT_TRUE(AwaitIdle());
  syncing->Open();
  EXPECT_OK(write.Result());
  PowerCut();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("synced"), "value");
  ExpectTag("1");
}

TEST_F(RaceWalTest, AFlushBesideAnotherThatFreesALogSucceeds) {
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "a", "b"}));
  ColumnFamilyHandle *a = handles_[1], *b = handles_[2];
  const auto flushing = HoldAt("FlushJob::Run:Start");
  Fill("b", 0, 400, b);
  ASSERT_OK(FlushLater(b));  // the first log holds data of b alone
  ASSERT_TRUE(flushing->AwaitArrival());
  Fill("a", 0, 400, a);
  const auto syncing = HoldAt("WalManager::SyncAll:HaveWriters");
  ASSERT_OK(FlushLater(a));
  ASSERT_TRUE(syncing->AwaitArrival()) << "a's flush is about to sync the closed logs";
  flushing->Open();
  ASSERT_TRUE(WaitUntil([&] {
    return IntProperty("rocksdb.num-running-flushes") == 1 && !Tree(b)->files(0).empty();
  }));
  syncing->Open();
  ASSERT_OK(Flush(a));
  ASSERT_OK(db_->Put(WriteOptions(), a, "k", "writers go on"));
  ExpectTag("a", 0, 400, a);
  ExpectTag("b", 0, 400, b);
}

TEST_F(RaceWalTest, ASwitchWaitsForTheGroupThatSyncsAndBothKeepTheirData) {
  ASSERT_OK(Open(options_));
  Fill("1");
  const auto syncing = HoldAt("WalManager::Sync:Begin");
  Call first([&] { return db_->Put(sync_, "first", "1"); });
  ASSERT_TRUE(syncing->AwaitArrival());
  const auto lined_up = NewGate(0);
  SyncPoints::Get().SetCallback("WriteQueue::Join:Linked", [lined_up](void*) { lined_up->Pass(); });
  const uint64_t log = Parts()->wals->current_number();
  Call flush([&] { return Flush(); });
  ASSERT_TRUE(lined_up->AwaitArrival(1));
  Call second([&] { return db_->Put(sync_, "second", "2"); });
  ASSERT_TRUE(lined_up->AwaitArrival(2));
  EXPECT_EQ(Parts()->wals->current_number(), log) << "switched below a group";
  EXPECT_FALSE(first.Done());
  EXPECT_FALSE(flush.Done());
  syncing->Open();
  EXPECT_OK(first.Result());
  EXPECT_OK(second.Result());
  EXPECT_OK(flush.Result());
  PowerCut();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("first"), "1");
  EXPECT_EQ(Get("second"), "2");
  ExpectTag("1");
}

TEST_F(RaceWalTest, NothingIsVisibleBeforeItsGroupIsSynced) {
  ASSERT_OK(Open(options_));
  const auto syncing = HoldAt("WalManager::Sync:Begin");
  Call write([&] { return db_->Put(sync_, "k", "v"); });
  ASSERT_TRUE(syncing->AwaitArrival());
  EXPECT_EQ(Get("k"), "NOT_FOUND");
  const Snapshot* before = db_->GetSnapshot();
  syncing->Open();
  EXPECT_OK(write.Result());
  EXPECT_EQ(Get("k"), "v");
  EXPECT_EQ(Get("k", before), "NOT_FOUND");
  db_->ReleaseSnapshot(before);
}

TEST_F(RaceWalTest, ReadersSeeAGroupOnlyOnceItIsPublished) {
  ASSERT_OK(Open(options_));
  const auto applied = HoldAt("WritePath::Commit:BeforePublish");
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("b", "1"));
  Call write([&] { return db_->Write(WriteOptions(), &batch); });
  ASSERT_TRUE(applied->AwaitArrival()) << "it is in the memtable";
  EXPECT_EQ(Contents(), "");
  applied->Open();
  EXPECT_OK(write.Result());
  EXPECT_EQ(Contents(), "a=1 b=1");
}

}  // namespace
}  // namespace system_test

#endif
