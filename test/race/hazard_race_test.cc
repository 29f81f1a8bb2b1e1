// The hazards of docs/buckets.md that are races. Sync points force each into the order that would
// do harm, on a real database. Only in builds with sync points.
#ifdef BUCKETLSM_SYNC_POINTS

#include "compaction/picker.h"
#include "db/jobs/background.h"
#include "env/composite_env.h"
#include "env/fault_fs.h"
#include "test/support/race_fixture.h"

namespace system_test {
namespace {

class HazardRaceTest : public RaceFixture {
 protected:
  // One bucket that stays one: all files compete for the same range.
  void OneBucket() {
    SetBuckets(&options_, 1);
    options_.bucket_options.dynamic = false;
    options_.level0_file_num_compaction_trigger = 2;
    options_.level0_slowdown_writes_trigger = options_.level0_stop_writes_trigger = 1000;
  }
  Status AutoCompact(bool on) {
    return db_->SetOptions({{"disable_auto_compactions", on ? "false" : "true"}});
  }
  struct Job {
    int from = 0, to = 0;
    std::string smallest, largest;
  };
  // Records every job that reaches `point`; `gate_of` returns the gate that holds it, or null.
  void Watch(const std::string& point, std::function<Gate*(const CompactionPick&)> gate_of) {
    SyncPoints::Get().SetCallback(point, [this, gate_of = std::move(gate_of)](void* arg) {
      const auto& pick = *static_cast<const CompactionPick*>(arg);
      {
        std::lock_guard<std::mutex> lock(jobs_mutex_);
        jobs_.push_back(Job{pick.start_level(), pick.output_level, pick.range().smallest.ToString(),
                            pick.range().largest.ToString()});
      }
      if (Gate* gate = gate_of(pick)) gate->Pass();
    });
  }
  size_t JobsSeen() {
    std::lock_guard<std::mutex> lock(jobs_mutex_);
    return jobs_.size();
  }
  // The picker finds no job that could start now.
  bool NothingMayStart() {
    StateLock lock(&Parts()->context.mutex);
    const FamilyPtr& family = FamilyOf(db_->DefaultColumnFamily());
    return !PickCompaction(Parts()->background->PickContextOf(*family));
  }
  size_t Buckets() {
    StateLock lock(&Parts()->context.mutex);
    return FamilyOf(db_->DefaultColumnFamily())->state().buckets()->size();
  }
  std::vector<std::string> LevelZeroFiles() {
    std::vector<std::string> names;
    ColumnFamilyMetaData meta;
    db_->GetColumnFamilyMetaData(&meta);
    for (const SstFileMetaData& file : meta.levels[0].files) names.push_back(file.name);
    return names;
  }

  std::mutex jobs_mutex_;
  std::vector<Job> jobs_;
};

// ---- 1: stale read past an intra-L0 job

TEST_F(HazardRaceTest, Hazard1NewerFilesStayWhileOlderOnesAreRewrittenInLevelZero) {
  OneBucket();
  // Four idle files are due though another job runs, however few processors there are.
  options_.level0_slowdown_writes_trigger = 6;
  ASSERT_OK(Open(options_));
  Fill("base");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  const auto to_base = NewGate(), within = NewGate();
  Watch("CompactionRunner::Execute:Start", [&](const CompactionPick& pick) {
    return pick.output_level == 0 ? within.get() : to_base.get();
  });
  ASSERT_OK(AutoCompact(true));
  for (const char* tag : {"1", "2"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  ASSERT_TRUE(to_base->AwaitArrival()) << "the base is busy from here";
  for (const char* tag : {"3", "4", "5", "6"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  ASSERT_TRUE(within->AwaitArrival()) << "old files are being rewritten within level 0";
  for (const char* tag : {"7", "8"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  to_base->Open();
  ASSERT_TRUE(WaitUntil([&] { return IntProperty("rocksdb.num-running-compactions") == 1; }));
  EXPECT_TRUE(NothingMayStart()) << "the newer files would go below the older ones";
  ExpectTag("8");
  Fill("9");
  ASSERT_OK(Flush());
  EXPECT_TRUE(NothingMayStart());
  EXPECT_EQ(JobsSeen(), 2u);
  within->Open();
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_GT(JobsSeen(), 2u) << "the jobs that had to wait run afterwards";
  ExpectTag("9");
  ExpectOrderedLevelZero(Tree());
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectTag("9");
}

// ---- 2: the gap

class HazardRaceGapTest : public HazardRaceTest, public testing::WithParamInterface<bool> {};

TEST_P(HazardRaceGapTest, Hazard2NoSecondJobStartsBetweenTheFilesOfARunningOne) {
  const bool trivial_move = GetParam();
  OneBucket();
  ASSERT_OK(Open(options_));
  for (int round = 0; round < (trivial_move ? 1 : 2); ++round) {
    Fill("end", 0, 10);
    ASSERT_OK(Flush());
    Fill("end", 390, 400);
    ASSERT_OK(Flush());
  }
  const auto manual = NewGate();
  Watch("CompactionRunner::Execute:Picked", [&](const CompactionPick& pick) {
    EXPECT_TRUE(!pick.manual || pick.trivial_move == trivial_move);
    return pick.manual ? manual.get() : nullptr;
  });
  Call compact([&] { return CompactAll(); });
  ASSERT_TRUE(manual->AwaitArrival());
  ASSERT_OK(AutoCompact(true));
  for (const char* tag : {"old", "new"}) {
    Fill(tag, 100, 200);
    ASSERT_OK(Flush());
  }
  EXPECT_TRUE(NothingMayStart()) << "the gap belongs to the running job";
  EXPECT_EQ(JobsSeen(), 1u);
  manual->Open();
  EXPECT_OK(compact.Result());
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_GT(JobsSeen(), 1u);
  ExpectTag("end", 0, 10);
  ExpectTag("new", 100, 200);
  ExpectTag("end", 390, 400);
  const TreePtr tree = Tree();
  for (int level = 1; level < tree->num_levels(); ++level) {
    const FileList& files = tree->files(level);
    for (size_t i = 1; i < files.size(); ++i)
      EXPECT_LT(files[i - 1]->largest_user_key().compare(files[i]->smallest_user_key()), 0);
  }
}
INSTANTIATE_TEST_SUITE_P(TrivialMove, HazardRaceGapTest, testing::Bool());

// ---- 5: numbers out of order

TEST_F(HazardRaceTest, Hazard5AFamilysNextFlushWaitsForTheOneUnderWay) {
  ASSERT_OK(Open(options_));
  const auto picks = NewGate(0);
  SyncPoints::Get().SetCallback("FlushJob::Pick:Done", [picks](void*) { picks->Pass(); });
  const auto written = HoldAt("FlushJob::Run:BeforeDirSync");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(written->AwaitArrival());
  Fill("2");
  ASSERT_OK(FlushLater());
  Fill("3", 0, 100);
  EXPECT_EQ(picks->arrived(), 1) << "a second flush of the family was started beside the first";
  EXPECT_EQ(IntProperty("rocksdb.num-immutable-mem-table"), 2u);
  ExpectTag("3", 0, 100);
  ExpectTag("2", 100, 400);
  written->Open();
  ASSERT_OK(Flush());
  EXPECT_GE(picks->arrived(), 2);
  ExpectTag("3", 0, 100);
  ExpectTag("2", 100, 400);
  ExpectOrderedLevelZero(Tree());
  std::vector<uint64_t> epochs, again;
  for (const FilePtr& file : Tree()->files(0)) epochs.push_back(file->epoch);
  EXPECT_GE(epochs.size(), 4u);
  Quiet();
  ASSERT_OK(Open(options_));
  for (const FilePtr& file : Tree()->files(0)) again.push_back(file->epoch);
  EXPECT_EQ(again, epochs) << "as the MANIFEST records them";
  ExpectOrderedLevelZero(Tree());
  ExpectTag("3", 0, 100);
  ExpectTag("2", 100, 400);
}

TEST_F(HazardRaceTest, Hazard5AnotherFamilysFlushOvertakesOneUnderWay) {
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "slow", "fast"}));
  ColumnFamilyHandle *slow = handles_[1], *fast = handles_[2];
  Fill("0", 0, 400, slow);
  Fill("0", 0, 400, fast);
  ASSERT_OK(Flush(slow));
  const auto written = HoldAt("FlushJob::Run:BeforeDirSync");
  Fill("1", 0, 400, slow);
  ASSERT_OK(FlushLater(slow));
  ASSERT_TRUE(written->AwaitArrival());
  Fill("1", 0, 400, fast);
  Fill("2", 0, 200, slow);
  ASSERT_OK(Flush(fast));
  ExpectTag("1", 0, 400, fast);
  ExpectTag("2", 0, 200, slow);
  const std::string image = CrashImage("image");
  written->Open();
  ASSERT_OK(Flush(slow));
  ExpectTag("2", 0, 200, slow);
  ExpectTag("1", 200, 400, slow);
  ExpectOrderedLevelZero(Tree(slow));
  ExpectOrderedLevelZero(Tree(fast));
  Quiet();
  ASSERT_OK(OpenFamilies(options_, {"default", "slow", "fast"}));
  ExpectTag("2", 0, 200, handles_[1]);
  ExpectTag("1", 200, 400, handles_[1]);
  ExpectTag("1", 0, 400, handles_[2]);
  // A kill between the two installations: the log still holds the data of the slow flush.
  Close();
  std::filesystem::remove_all(DbPath());
  std::filesystem::rename(image, DbPath());
  ASSERT_OK(OpenFamilies(options_, {"default", "slow", "fast"}));
  ExpectTag("2", 0, 200, handles_[1]);
  ExpectTag("1", 200, 400, handles_[1]);
  ExpectTag("1", 0, 400, handles_[2]);
  ExpectOrderedLevelZero(Tree(handles_[1]));
}

class HazardRaceEpochTest : public HazardRaceTest, public testing::WithParamInterface<int> {};

TEST_P(HazardRaceEpochTest, Hazard5ACompactionInstalledDuringAFlushStaysBelowIt) {
  const int output_level = GetParam();
  ASSERT_OK(Open(options_));
  for (const char* tag : {"1", "2"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  const auto written = HoldAt("FlushJob::Run:BeforeDirSync");
  Fill("3", 0, 200);
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(written->AwaitArrival());
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), LevelZeroFiles(), output_level));
  ExpectTag("3", 0, 200);
  ExpectTag("2", 200, 400);
  written->Open();
  ASSERT_OK(Flush());
  ExpectOrderedLevelZero(Tree());
  ExpectTag("3", 0, 200);
  ExpectTag("2", 200, 400);
  Quiet();
  ASSERT_OK(Open(options_));
  ExpectOrderedLevelZero(Tree());
  ExpectTag("3", 0, 200);
  ExpectTag("2", 200, 400);
}
INSTANTIATE_TEST_SUITE_P(OutputLevel, HazardRaceEpochTest, testing::Values(0, 1));

TEST_F(HazardRaceTest, Hazard5AFlushMakesNoMoreFilesThanItHasEpochsWhateverChangesMeanwhile) {
  options_.max_background_jobs = 1;
  options_.write_buffer_size = 1 << 20;
  options_.bucket_options.initial_buckets = 0;
  options_.bucket_options.min_file_size = 1 << 10;
  ASSERT_OK(Open(options_));
  const auto picked = HoldAt("FlushJob::Run:Start");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(picked->AwaitArrival());
  ASSERT_OK(db_->SetDBOptions({{"max_background_jobs", "16"}}));
  picked->Open();
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  const size_t first = Tree()->files(0).size();
  uint64_t newest = 0;
  for (const FilePtr& file : Tree()->files(0)) newest = std::max(newest, file->epoch);
  // Descending keys: epochs follow the newest entry, so files of equal ranges would change places.
  for (int i = 400; i-- > 0;) Fill("2", i, i + 1);
  ASSERT_OK(Flush());
  EXPECT_GT(Tree()->files(0).size(), first + 1) << "one file proves nothing";
  for (const FilePtr& file : Tree()->files(0)) {
    EXPECT_EQ(file->largest_seqno > 400, file->epoch > newest);
  }
  ExpectTag("2");
  ExpectOrderedLevelZero(Tree());
}

// ---- 6: swallowed sync errors

class HazardRaceFaultTest : public HazardRaceTest {
 protected:
  HazardRaceFaultTest() {
    options_.env = env_.get();
    options_.create_missing_column_families = true;
    options_.max_bgerror_resume_count = 0;  // no automatic recovery
  }
  ~HazardRaceFaultTest() override {
    Quiet();
    Close();  // before the environment goes
  }
  std::shared_ptr<FaultFileSystem> fs_ = std::make_shared<FaultFileSystem>(FileSystem::Default());
  std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
};

TEST_F(HazardRaceFaultTest, Hazard6AFlushWhoseDirectorySyncFailsInstallsNothingWhileWritersGoOn) {
  ASSERT_OK(Open(options_));
  const auto written = HoldAt("FlushJob::Run:BeforeDirSync");
  Fill("1");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(written->AwaitArrival());
  EXPECT_FALSE(OnDisk().empty());
  fs_->FailNth(FsOp::kDirSync, 1, IOStatus::NoSpace("directory"));
  Fill("2", 0, 200);
  written->Open();
  ASSERT_TRUE(AwaitStop() && AwaitIdle());
  EXPECT_EQ(fs_->Injected(), 1u);
  EXPECT_TRUE(Tree()->files(0).empty());
  EXPECT_TRUE(OnDisk().empty()) << "files of a failed flush stay behind";
  ExpectTag("2", 0, 200);
  ExpectTag("1", 200, 400);
  EXPECT_NOT_OK(Put("k", "v"));
  fs_->ClearFaults();
  Quiet();
  ASSERT_OK(Open(options_));  // the log has everything
  ExpectTag("2", 0, 200);
  ExpectTag("1", 200, 400);
  ExpectOrderedLevelZero(Tree());
}

TEST_F(HazardRaceFaultTest, Hazard6AFlushThatWaitsBehindAFailedManifestSyncIsNotBuiltOnIt) {
  ASSERT_OK(OpenFamilies(options_, {"default", "a", "b"}));
  Fill("a", 0, 400, handles_[1]);
  Fill("b", 0, 400, handles_[2]);
  ASSERT_OK(db_->SyncWAL());
  const auto applying = NewGate(0);
  SyncPoints::Get().SetCallback("VersionSet::Apply:Unlocked",
                                [applying](void*) { applying->Pass(); });
  const auto recorded = HoldAt("VersionSet::WriteRecords:BeforeSync");
  ASSERT_OK(FlushLater(handles_[1]));
  ASSERT_TRUE(recorded->AwaitArrival());
  ASSERT_OK(FlushLater(handles_[2]));
  ASSERT_TRUE(applying->AwaitArrival(2)) << "the second waits for the MANIFEST";
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("MANIFEST"), false, "MANIFEST");
  recorded->Open();
  ASSERT_TRUE(AwaitStop() && AwaitIdle());
  EXPECT_EQ(fs_->Injected(), 1u);
  EXPECT_TRUE(Tree(handles_[1])->files(0).empty()) << "an unsynced record was installed";
  ExpectTag("a", 0, 400, handles_[1]);
  ExpectTag("b", 0, 400, handles_[2]);
  EXPECT_NOT_OK(db_->Put(WriteOptions(), handles_[1], "k", "v"));
  fs_->ClearFaults();
  // A power cut too: only the synced part of the MANIFEST is left, and of the logs.
  fs_->SetActive(false);
  Quiet();
  for (ColumnFamilyHandle* handle : handles_) ASSERT_OK(db_->DestroyColumnFamilyHandle(handle));
  handles_.clear();
  db_->Close().PermitUncheckedError();  // what a log has buffered cannot be written
  db_.reset();
  ASSERT_OK(fs_->Crash(PowerCut()));
  fs_->SetActive(true);
  ASSERT_OK(OpenFamilies(options_, {"default", "a", "b"}));
  ExpectTag("a", 0, 400, handles_[1]);
  ExpectTag("b", 0, 400, handles_[2]);
}

// ---- 7: a version never released

TEST_F(HazardRaceTest, Hazard7AReaderKeepsItsFilesUntilItReturnsAndNoLonger) {
  ASSERT_OK(Open(options_));
  Fill("1");
  ASSERT_OK(Flush());
  const std::set<uint64_t> old = OnDisk();
  const auto reading = HoldAt("ReadPath::Get:HaveSuperVersion");
  std::string value;
  Call get([&] { return db_->Get(ReadOptions(), NumberedKey(7), &value); });
  ASSERT_TRUE(reading->AwaitArrival());
  ASSERT_OK(Put("zz", "so that the reader's memtable is switched"));
  ASSERT_OK(Flush());
  Fill("2");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  for (const uint64_t number : old) EXPECT_EQ(OnDisk().count(number), 1u) << number;
  reading->Open();
  ASSERT_OK(get.Result());
  EXPECT_EQ(value, "1" + NumberedKey(7)) << "its super version still holds the old files";
  ASSERT_OK(Put("zzz", "a job whose end deletes what waits"));
  ASSERT_OK(Flush());
  ASSERT_TRUE(AwaitIdle());
  EXPECT_TRUE(WaitUntil([&] { return OnDisk() == LiveTables(); }));
  ExpectTag("2");
}

TEST_F(HazardRaceTest, Hazard7AnIteratorKeepsItsFilesUntilItIsDeletedAndNoLonger) {
  ASSERT_OK(Open(options_));
  Fill("1");
  ASSERT_OK(Flush());
  const std::set<uint64_t> old = OnDisk();
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  it->SeekToFirst();
  Fill("2");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  for (const uint64_t number : old) EXPECT_EQ(OnDisk().count(number), 1u) << number;
  for (int i = 0; i < 400; ++i, it->Next()) {
    ASSERT_TRUE(it->Valid());
    ASSERT_EQ(it->value().ToString(), "1" + NumberedKey(i));
  }
  EXPECT_FALSE(it->Valid());
  EXPECT_OK(it->status());
  it.reset();
  EXPECT_EQ(OnDisk(), LiveTables());
  ExpectTag("2");
}

TEST_F(HazardRaceTest, Hazard7AFlushUnderWayPinsNothingAfterItsEnd) {
  ASSERT_OK(Open(options_));
  for (const char* tag : {"1", "2"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  const std::set<uint64_t> old = OnDisk();
  const auto written = HoldAt("FlushJob::Run:BeforeDirSync");
  Fill("3");
  ASSERT_OK(FlushLater());
  ASSERT_TRUE(written->AwaitArrival());
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), LevelZeroFiles(), 1));
  written->Open();
  ASSERT_OK(Flush());
  ASSERT_TRUE(AwaitIdle());
  ASSERT_OK(CompactAll());
  EXPECT_TRUE(WaitUntil([&] { return OnDisk() == LiveTables(); }));
  for (const uint64_t number : old) EXPECT_EQ(OnDisk().count(number), 0u) << number;
  ExpectTag("3");
}

// ---- 11: restart

// A process killed at `point` during the work after the first flush, which chose the boundaries.
class HazardRaceKillTest : public HazardRaceTest,
                           public testing::WithParamInterface<const char*> {};

TEST_P(HazardRaceKillTest, Hazard11AKilledProcessLosesNeitherDataNorBoundaries) {
  ASSERT_OK(Open(options_));
  Fill("1");
  ASSERT_OK(Flush());
  const size_t buckets = Buckets();
  ASSERT_GT(buckets, 1u);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));  // its purge is over
  std::string image;
  std::once_flag once;
  SyncPoints::Get().SetCallback(
      GetParam(), [&](void*) { std::call_once(once, [&] { image = CrashImage("image"); }); });
  Fill("2");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  Quiet();
  ASSERT_FALSE(image.empty()) << GetParam() << " was not passed";
  Close();
  std::filesystem::remove_all(DbPath());
  std::filesystem::rename(image, DbPath());
  ASSERT_OK(Open(options_));
  const bool at_first_write = std::string(GetParam()).find("Publish") != std::string::npos;
  ExpectTag(at_first_write ? "1" : "2", 1, 400);
  EXPECT_GE(Buckets(), buckets);
  ExpectOrderedLevelZero(Tree());
  EXPECT_LE(Tree()->l0().MaxDepth(), 2u) << "recovery wrote one wide file";
  ASSERT_OK(CompactAll());
  ExpectTag(at_first_write ? "1" : "2", 1, 400);
  EXPECT_TRUE(WaitUntil([&] { return OnDisk() == LiveTables(); })) << "orphans stay on disk";
}
INSTANTIATE_TEST_SUITE_P(
    Points, HazardRaceKillTest,
    testing::Values("WritePath::Commit:BeforePublish", "WritePath::SwitchMemtable:BeforeNewWal",
                    "FlushJob::Run:Start", "FlushJob::Run:BeforeDirSync",
                    "VersionSet::Apply:Unlocked", "VersionSet::WriteRecords:BeforeSync",
                    "CompactionRunner::Execute:Start", "TableOutputs::Seal:BeforeSync",
                    "CompactionJob::Run:BeforeDirSync", "ObsoleteFiles::Purge:Taken"),
    [](const auto& info) {
      std::string name = info.param;
      std::erase_if(name, [](char c) { return c == ':'; });
      return name;
    });

// ---- 15: grouping under the state lock

TEST_F(HazardRaceTest, Hazard15IntervalsAreWorkedOutWithoutTheStateLock) {
  ASSERT_OK(Open(options_));
  std::atomic<int> built{0}, locked_out{0};
  SyncPoints::Get().SetCallback("L0Intervals:Build", [&](void*) {
    ++built;
    // Another thread gets the state lock while this one is at work on the intervals.
    std::thread([&] {
      Mutex& state = *Parts()->context.mutex.for_waiting();
      const bool got = WaitUntil([&] { return state.TryLock(); });
      if (got) state.Unlock();
      locked_out += !got;
    }).join();
  });
  for (const char* tag : {"1", "2", "3"}) {
    Fill(tag);
    ASSERT_OK(Flush());
  }
  EXPECT_GE(built, 3);
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), LevelZeroFiles(), 0));
  EXPECT_GE(built, 4);
  EXPECT_EQ(locked_out, 0);
  const int before = built;
  ExpectTag("3");
  std::string stats;
  EXPECT_TRUE(db_->GetProperty("rocksdb.bucket-stats", &stats));
  EXPECT_EQ(built, before)
      << "once for each tree; readers and reports use the intervals that exist";
}

}  // namespace
}  // namespace system_test

#endif
