// Calls that change the database during its background work. Sync points force each into the order
// that hurts. Only in builds with sync points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "db/jobs/background.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

class RaceTest : public RaceFixture {
 protected:
  // Two level 0 layers that a compaction to the base has to merge.
  void TwoLayers(const std::string& older, const std::string& newer,
                 ColumnFamilyHandle* family = nullptr) {
    for (const std::string& tag : {older, newer}) {
      Fill(tag, 0, 400, family);
      ASSERT_OK(Flush(family));
    }
  }
  static bool Any(const CompactionPick&) { return true; }
  // Opens the database and holds an automatic compaction of two layers at its start.
  void HoldAnAutomaticCompaction(std::shared_ptr<Gate>* held) {
    options_.level0_file_num_compaction_trigger = 2;
    ASSERT_OK(Open(options_));
    TwoLayers("1", "2");
    *held = HoldJobAt("CompactionRunner::Execute:Start",
                      [](const CompactionPick& pick) { return !pick.manual; });
    ASSERT_OK(db_->SetOptions({{"disable_auto_compactions", "false"}}));
    ASSERT_TRUE((*held)->AwaitArrival());
  }
  uint64_t ManifestSize() { return Parts()->versions->manifest_size(); }
  Status OpenTwo() {
    options_.create_missing_column_families = true;
    return OpenFamilies(options_, {"default", "other"});
  }
  // Destroys the handle of the second family.
  void ForgetOther() {
    ASSERT_OK(db_->DestroyColumnFamilyHandle(handles_[1]));
    handles_.pop_back();
  }
  void ExpectNoOrphans() {
    ASSERT_OK(Put("zzz", "a job whose end deletes what waits"));
    ASSERT_OK(Flush());
    EXPECT_TRUE(WaitUntil([this] { return OnDisk() == LiveTables(); }));
  }
};

// ---- dropping a family

TEST_F(RaceTest, AFamilyDroppedDuringItsFlushLeavesNoFilesAndNoRecord) {
  ASSERT_OK(OpenTwo());
  Fill("d");
  const auto written = HoldAt("FlushJob::Run:BeforeDirSync");
  Fill("1", 0, 400, handles_[1]);
  ASSERT_OK(FlushLater(handles_[1]));
  ASSERT_TRUE(written->AwaitArrival());
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  const uint64_t manifest = ManifestSize();
  written->Open();
  ASSERT_TRUE(AwaitIdle());
  EXPECT_EQ(ManifestSize(), manifest) << "a record follows the one that drops the family";
  ExpectTag("1", 0, 400, handles_[1]);
  ForgetOther();
  ASSERT_NO_FATAL_FAILURE(ExpectNoOrphans());
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectTag("d");
}

TEST_F(RaceTest, AFamilyDroppedBeforeItsFlushIsRecordedLeavesNoFilesAndNoRecord) {
  ASSERT_OK(OpenTwo());
  const auto applying = HoldAt("VersionSet::Apply:Unlocked");
  Fill("1", 0, 400, handles_[1]);
  ASSERT_OK(FlushLater(handles_[1]));
  ASSERT_TRUE(applying->AwaitArrival()) << "past every check under the state lock";
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  const uint64_t manifest = ManifestSize();
  applying->Open();
  ASSERT_TRUE(AwaitIdle());
  EXPECT_EQ(ManifestSize(), manifest) << "a record follows the one that drops the family";
  ForgetOther();
  ASSERT_NO_FATAL_FAILURE(ExpectNoOrphans());
  ASSERT_OK(Put("k", "writers are not stopped"));
  Quiet();
  ASSERT_OK(Open(options_));
}

class RaceDropCompactingTest : public RaceTest, public testing::WithParamInterface<const char*> {};

TEST_P(RaceDropCompactingTest, AFamilyDroppedDuringItsCompactionLeavesNoFilesAndNoRecord) {
  ASSERT_OK(OpenTwo());
  Fill("d");
  TwoLayers("1", "2", handles_[1]);
  const auto compacting = HoldAt(GetParam());
  Call compact([&] { return CompactAll(handles_[1]); });
  ASSERT_TRUE(compacting->AwaitArrival());
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  const uint64_t manifest = ManifestSize();
  compacting->Open();
  EXPECT_TRUE(compact.Result().IsColumnFamilyDropped()) << compact.Result().ToString();
  EXPECT_EQ(ManifestSize(), manifest) << "a record follows the one that drops the family";
  ExpectTag("2", 0, 400, handles_[1]);
  ForgetOther();
  ASSERT_NO_FATAL_FAILURE(ExpectNoOrphans());
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectTag("d");
}
INSTANTIATE_TEST_SUITE_P(Points, RaceDropCompactingTest,
                         testing::Values("CompactionRunner::Execute:Start",
                                         "CompactionJob::Run:BeforeDirSync",
                                         "VersionSet::Apply:Unlocked"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase_if(name, [](char c) { return c == ':'; });
                           return name;
                         });

// ---- closing

TEST_F(RaceTest, CloseDuringAFlushReturnsAndLosesNothing) {
  ASSERT_OK(Open(options_));
  const auto writing = HoldAt("FlushJob::Run:Start");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(writing->AwaitArrival());
  Fill("2", 0, 100);
  Call close([&] { return db_->Close(); });
  ASSERT_TRUE(WaitUntil([&] { return Parts()->context.shutting_down.load(); }));
  EXPECT_FALSE(close.Done()) << "a job still writes";
  writing->Open();
  EXPECT_OK(close.Result());
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectTag("2", 0, 100);
  ExpectTag("1", 100, 400);
}

class RaceCloseCompactingTest : public RaceTest, public testing::WithParamInterface<bool> {};

TEST_P(RaceCloseCompactingTest, CloseDuringACompactionWaitsForItAndKeepsTheOldFiles) {
  const bool manual = GetParam();
  options_.level0_file_num_compaction_trigger = 2;
  ASSERT_OK(Open(options_));
  TwoLayers("1", "2");
  const auto compacting = HoldJobAt("CompactionRunner::Execute:Start", Any);
  std::unique_ptr<Call> compact;
  if (manual) {
    compact = std::make_unique<Call>([&] { return CompactAll(); });
  } else {
    ASSERT_OK(db_->SetOptions({{"disable_auto_compactions", "false"}}));
  }
  ASSERT_TRUE(compacting->AwaitArrival());
  Call close([&] { return db_->Close(); });
  ASSERT_TRUE(WaitUntil([&] { return Parts()->context.shutting_down.load(); }));
  EXPECT_FALSE(close.Done()) << "a job still reads and writes";
  compacting->Open();
  EXPECT_OK(close.Result());
  if (manual) {
    EXPECT_TRUE(compact->Result().IsShutdownInProgress()) << compact->Result().ToString();
  }
  EXPECT_EQ(IntProperty("rocksdb.num-running-compactions"), 0u);
  Quiet();
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  ExpectTag("2");
  EXPECT_EQ(OnDisk(), LiveTables());
}
INSTANTIATE_TEST_SUITE_P(Manual, RaceCloseCompactingTest, testing::Bool());

// ---- options, snapshots, range deletions against a running compaction

// For TSAN: a job that installs files must not read options that SetOptions replaces meanwhile.
TEST_F(RaceTest, OptionsMayBeReplacedWhileAFlushIsBeingRecorded) {
  ASSERT_OK(Open(options_));
  const auto recording = HoldAt("VersionSet::Apply:Unlocked");
  Fill("1", 0, 400);
  ASSERT_OK(FlushLater(db_->DefaultColumnFamily()));
  ASSERT_TRUE(recording->AwaitArrival());
  Call change([&] {
    Status s;
    for (int i = 0; i < 50 && s.ok(); i++)
      s = db_->SetOptions({{"target_file_size_base", std::to_string(4096 + i)}});
    return s;
  });
  recording->Open();
  EXPECT_OK(change.Result());
  ASSERT_TRUE(AwaitIdle());
  EXPECT_EQ(db_->GetOptions().target_file_size_base, 4145u);
  Quiet();
  ASSERT_OK(Open(options_));
}

TEST_F(RaceTest, SetOptionsDuringACompactionConcernTheNextOne) {
  ASSERT_OK(Open(options_));
  TwoLayers("1", "2");
  const auto compacting = HoldJobAt("CompactionRunner::Execute:Start", Any);
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(compacting->AwaitArrival());
  ASSERT_OK(db_->SetOptions({{"target_file_size_base", "1024"},
                             {"compression", "kLZ4Compression"},
                             {"max_bytes_for_level_base", "4096"},
                             {"level0_file_num_compaction_trigger", "9"}}));
  compacting->Open();
  EXPECT_OK(compact.Result());
  ExpectTag("2");
  Fill("3");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_EQ(db_->GetOptions().target_file_size_base, 1024u);
  ExpectTag("3");
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectTag("3");
}

class RaceSnapshotTest : public RaceTest, public testing::WithParamInterface<const char*> {};

TEST_P(RaceSnapshotTest, ASnapshotTakenAfterThePickStillSeesItsMoment) {
  ASSERT_OK(Open(options_));
  TwoLayers("1", "2");
  ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(5)));
  ASSERT_OK(Flush());
  const auto picked = HoldJobAt(GetParam(), Any);
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(picked->AwaitArrival());
  const Snapshot* snapshot = db_->GetSnapshot();
  ASSERT_OK(Put(NumberedKey(5), "again"));
  ASSERT_OK(Put(NumberedKey(7), "later"));
  picked->Open();
  EXPECT_OK(compact.Result());
  EXPECT_EQ(Get(NumberedKey(5), snapshot), "NOT_FOUND");
  EXPECT_EQ(Get(NumberedKey(7), snapshot), "2" + NumberedKey(7));
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get(NumberedKey(5), snapshot), "NOT_FOUND");
  EXPECT_EQ(Get(NumberedKey(7), snapshot), "2" + NumberedKey(7));
  EXPECT_EQ(Get(NumberedKey(399), snapshot), "2" + NumberedKey(399));
  EXPECT_EQ(Get(NumberedKey(5)), "again");
  EXPECT_EQ(Get(NumberedKey(7)), "later");
  db_->ReleaseSnapshot(snapshot);
}
INSTANTIATE_TEST_SUITE_P(Points, RaceSnapshotTest,
                         testing::Values("CompactionRunner::Execute:Picked",
                                         "CompactionRunner::Execute:Start"),
                         [](const auto& info) {
                           return std::string(info.param).ends_with("Picked") ? "Picked"
                                                                              : "Started";
                         });

TEST_F(RaceTest, ASnapshotTakenBeforeAFlushWritesKeepsWhatItSees) {
  ASSERT_OK(Open(options_));
  Fill("1");
  const auto flushing = HoldAt("FlushJob::Run:Start");
  const Snapshot* first = db_->GetSnapshot();
  Fill("2");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(flushing->AwaitArrival());
  const Snapshot* second = db_->GetSnapshot();
  Fill("3");
  flushing->Open();
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get(NumberedKey(9), first), "1" + NumberedKey(9));
  EXPECT_EQ(Get(NumberedKey(9), second), "2" + NumberedKey(9));
  ExpectTag("3");
  db_->ReleaseSnapshot(first);
  db_->ReleaseSnapshot(second);
}

TEST_F(RaceTest, ARangeDeletedDuringACompactionOfItStaysDeleted) {
  ASSERT_OK(Open(options_));
  TwoLayers("1", "2");
  const auto compacting = HoldJobAt("CompactionRunner::Execute:Start", Any);
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(compacting->AwaitArrival());
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), NumberedKey(100),
                             NumberedKey(300)));
  ASSERT_OK(Flush());
  Fill("3", 150, 160);
  compacting->Open();
  EXPECT_OK(compact.Result());
  const auto expect = [this] {
    ExpectTag("2", 0, 100);
    ExpectTag("3", 150, 160);
    ExpectTag("2", 300, 400);
    for (int i = 100; i < 300; ++i) {
      if (i < 150 || i >= 160) {
        ASSERT_EQ(Get(NumberedKey(i)), "NOT_FOUND") << i;
      }
    }
  };
  expect();
  ASSERT_OK(CompactAll());
  expect();
  Quiet();
  ASSERT_OK(Open(options_));
  expect();
}

// ---- readers against installation

TEST_F(RaceTest, AnIteratorMadeDuringInstallationsShowsOneMoment) {
  ASSERT_OK(Open(options_));
  TwoLayers("0", "1");
  const auto making = HoldAt("UserIterators::MakeSources:HaveSuperVersion");
  std::unique_ptr<Iterator> it;
  Call make([&] {
    it.reset(db_->NewIterator(ReadOptions()));
    return Status::OK();
  });
  ASSERT_TRUE(making->AwaitArrival());
  Fill("2", 0, 200);
  ASSERT_OK(Flush());
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), NumberedKey(300),
                             NumberedKey(400)));
  ASSERT_OK(CompactAll());
  Fill("3", 0, 50);
  making->Open();
  ASSERT_OK(make.Result());
  // It holds the memtable with the writes before the first switch, and no later write.
  int i = 0;
  for (it->SeekToFirst(); it->Valid(); it->Next(), ++i)
    ASSERT_EQ(it->value().ToString(), (i < 200 ? "2" : "1") + NumberedKey(i));
  ASSERT_OK(it->status());
  EXPECT_EQ(i, 400);
  for (it->SeekToLast(); it->Valid(); it->Prev()) --i;
  EXPECT_EQ(i, 0);
}

TEST_F(RaceTest, AMultiGetOverFamiliesShowsBatchesWholeOrNotAtAll) {
  ASSERT_OK(OpenTwo());
  const auto write_both = [&](const std::string& value) {
    WriteBatch batch;
    EXPECT_OK(batch.Put(handles_[0], "k", value));
    EXPECT_OK(batch.Put(handles_[1], "k", value));
    return db_->Write(WriteOptions(), &batch);
  };
  ASSERT_OK(write_both("1"));
  ASSERT_OK(Flush(handles_[0]));
  const auto reading = HoldAt("MultiGet::HoldVersions:HaveSuperVersion");
  std::vector<std::string> values;
  std::vector<Status> statuses;
  Call read([&] {
    statuses = db_->MultiGet(ReadOptions(), handles_, {"k", "k"}, &values);
    return Status::OK();
  });
  ASSERT_TRUE(reading->AwaitArrival()) << "it has the first family's memtable";
  Fill("x", 0, 10, handles_[0]);
  ASSERT_OK(Flush(handles_[0]));
  ASSERT_OK(write_both("2"));  // into a memtable of the first family that the reader does not have
  reading->Open();
  ASSERT_OK(read.Result());
  for (const Status& s : statuses) ASSERT_OK(s);
  EXPECT_EQ(values[0], values[1]) << "half of a batch";
}

// ---- manual against automatic work

TEST_F(RaceTest, AManualCompactionWaitsForAnAutomaticOneAndBothFinish) {
  std::shared_ptr<Gate> automatic;
  ASSERT_NO_FATAL_FAILURE(HoldAnAutomaticCompaction(&automatic));
  for (const bool exclusive : {true, false}) {
    CompactRangeOptions how;
    how.exclusive_manual_compaction = exclusive;
    Call compact(
        [&] { return db_->CompactRange(how, db_->DefaultColumnFamily(), nullptr, nullptr); });
    if (exclusive) {
      Fill("3", 0, 100);
      EXPECT_FALSE(compact.Done());
      automatic->Open();
    }
    EXPECT_OK(compact.Result());
  }
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  ExpectTag("3", 0, 100);
  ExpectTag("2", 100, 400);
}

// What the automatic one brings to the last level is more than that level may have, so that the
// base level moves up before the manual one gets its turn.
TEST_F(RaceTest, AManualCompactionFollowsWhatAnAutomaticOneBringsToTheLastLevel) {
  SetBuckets(&options_, 0);
  options_.level_compaction_dynamic_level_bytes = true;
  options_.max_bytes_for_level_base = 1 << 10;
  std::shared_ptr<Gate> automatic;
  ASSERT_NO_FATAL_FAILURE(HoldAnAutomaticCompaction(&automatic));
  Fill("3", 100, 300);
  const auto busy = NewGate(0);
  SyncPoints::Get().SetCallback("ManualCompaction::WaitForJobs", [busy](void*) { busy->Pass(); });
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(busy->AwaitArrival());
  automatic->Open();
  ASSERT_OK(compact.Result());
  std::set<int> levels;
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  for (const LiveFileMetaData& file : files) levels.insert(file.level);
  EXPECT_EQ(levels.size(), 1u);
  ExpectTag("3", 100, 300);
  ExpectTag("2", 0, 100);
}

TEST_F(RaceTest, NoAutomaticCompactionBeginsWhileAManualOneWaitsForOthers) {
  std::shared_ptr<Gate> automatic;
  ASSERT_NO_FATAL_FAILURE(HoldAnAutomaticCompaction(&automatic));
  ASSERT_TRUE(WaitUntil([this] { return IntProperty("rocksdb.num-running-compactions") == 1; }))
      << "those of the other buckets";
  const auto busy = NewGate(0);
  SyncPoints::Get().SetCallback("ManualCompaction::WaitForJobs", [busy](void*) { busy->Pass(); });
  CompactRangeOptions how;
  how.exclusive_manual_compaction = false;
  Call compact(
      [&] { return db_->CompactRange(how, db_->DefaultColumnFamily(), nullptr, nullptr); });
  ASSERT_TRUE(busy->AwaitArrival());
  const int begun = automatic->arrived();
  for (const char* tag : {"3", "4", "5"}) {  // work for every bucket
    Fill(tag);
    ASSERT_OK(Flush());
  }
  EXPECT_TRUE(
      HoldsFor(std::chrono::milliseconds(100), [&] { return automatic->arrived() == begun; }));
  automatic->Open();
  EXPECT_OK(compact.Result());
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  ExpectTag("5");
}

TEST_F(RaceTest, AManualCompactionHeldBackByAnotherCanBeCalledOff) {
  std::shared_ptr<Gate> automatic;
  ASSERT_NO_FATAL_FAILURE(HoldAnAutomaticCompaction(&automatic));
  const auto held_back = NewGate(0);
  SyncPoints::Get().SetCallback("ManualCompaction::WaitForJobs",
                                [held_back](void*) { held_back->Pass(); });
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(held_back->AwaitArrival());
  db_->DisableManualCompaction();
  EXPECT_TRUE(compact.Result().IsIncomplete()) << compact.Result().ToString();
  db_->EnableManualCompaction();
  automatic->Open();
  EXPECT_OK(CompactAll());
  ExpectTag("2");
}

TEST_F(RaceTest, PausingWaitsForRunningWorkAndKeepsNewWorkBack) {
  ASSERT_OK(Open(options_));
  const auto picks = NewGate(0);
  SyncPoints::Get().SetCallback("FlushJob::Pick:Done", [picks](void*) { picks->Pass(); });
  const auto flushing = HoldAt("FlushJob::Run:Start");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(flushing->AwaitArrival());
  Call pause([&] { return db_->PauseBackgroundWork(); });
  ASSERT_TRUE(WaitUntil([&] {
    StateLock lock(&Parts()->context.mutex);
    return Parts()->background->paused();
  }));
  EXPECT_FALSE(pause.Done()) << "a flush is running";
  flushing->Open();
  EXPECT_OK(pause.Result());
  EXPECT_EQ(IntProperty("rocksdb.num-running-flushes"), 0u);
  Fill("2");
  ASSERT_OK(FlushLater());
  EXPECT_EQ(IntProperty("rocksdb.num-immutable-mem-table"), 1u);
  EXPECT_EQ(picks->arrived(), 1) << "work was begun while paused";
  ExpectTag("2");
  ASSERT_OK(db_->ContinueBackgroundWork());
  EXPECT_TRUE(picks->AwaitArrival(2));
  ASSERT_OK(Flush());
  EXPECT_EQ(IntProperty("rocksdb.num-immutable-mem-table"), 0u);
  ExpectTag("2");
}

// ---- file deletions

TEST_F(RaceTest, NoFileDisappearsAfterDeletionsWereDisabled) {
  ASSERT_OK(Open(options_));
  TwoLayers("1", "2");
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));  // the flushes' own purges are over
  const auto purging = HoldAt("ObsoleteFiles::Purge:Taken");
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(purging->AwaitArrival()) << "it has decided what to delete";
  ASSERT_OK(db_->DisableFileDeletions());
  const std::set<uint64_t> before = OnDisk();
  EXPECT_GT(before.size(), LiveTables().size());
  purging->Open();
  EXPECT_OK(compact.Result());
  Fill("3");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  const std::set<uint64_t> after = OnDisk();
  for (const uint64_t number : before) EXPECT_EQ(after.count(number), 1u) << number;
  ASSERT_OK(db_->EnableFileDeletions());
  EXPECT_EQ(OnDisk(), LiveTables());
  ExpectTag("3");
}

TEST_F(RaceTest, NoLogIsWrittenOverWhileDeletionsAreDisabled) {
  options_.recycle_log_file_num = 2;
  ASSERT_OK(Open(options_));
  Fill("1");
  ASSERT_OK(db_->DisableFileDeletions());
  const std::set<uint64_t> before = OnDisk(".log");
  for (const char* tag : {"2", "3", "4"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  const std::set<uint64_t> after = OnDisk(".log");
  for (const uint64_t number : before) EXPECT_EQ(after.count(number), 1u) << number;
  ASSERT_OK(db_->EnableFileDeletions());
  EXPECT_LE(OnDisk(".log").size(), 1u + options_.recycle_log_file_num);
  ExpectTag("4");
}

}  // namespace
}  // namespace system_test

#endif
