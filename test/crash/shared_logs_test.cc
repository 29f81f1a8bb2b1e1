// Logs of several families across power cuts, through the public API: the MANIFEST may name a log
// that nobody needs, for a family that has nothing in it.
#include <gtest/gtest.h>

#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/faulty_db.h"

namespace system_test {
namespace {

class SharedLogs : public testing::TestWithParam<size_t> {
 protected:
  SharedLogs() : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)), options_(SmallOptions()) {
    options_.env = env_.get();
    options_.create_missing_column_families = true;
    options_.recycle_log_file_num = GetParam();
  }
  ~SharedLogs() override { Close(); }

  Status Open(const std::vector<std::string>& names) {
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, options_);
    return DB::Open(options_, "/db", families, &handles_, &db_);
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles_)
      db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
    handles_.clear();
    db_.reset();
  }
  Status Put(int family, const std::string& key, bool sync = false) {
    WriteOptions how;
    how.sync = sync;
    return db_->Put(how, handles_[family], key, std::string(500, 'v'));
  }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

//   log 1  [ of the default family, not in a table ] closed, not synced, torn by the power cut
//   log 2  [ ]                                       all that "idle" would need
class BesideATornLog : public SharedLogs {
 protected:
  void FillLog() {
    options_.max_manifest_file_size = 1;  // each change begins a new MANIFEST
    ASSERT_OK(Open({"default", "idle"}));
    ASSERT_OK(Put(1, "in a table"));
    ASSERT_OK(db_->Flush(FlushOptions(), handles_[1]));
    for (int i = 0; i < 9; ++i) ASSERT_OK(Put(0, "k" + std::to_string(i)));
    FlushOptions seal;
    seal.wait = false;
    ASSERT_OK(db_->PauseBackgroundWork());
    ASSERT_OK(db_->Flush(seal, handles_[0]));
  }
  // Over a key that is in a table: the file gets a number.
  Status Ingest(int family, const std::string& key) {
    SstFileWriter writer(EnvOptions(), options_);
    Status s = writer.Open("/ingested.sst");
    if (s.ok()) s = writer.Put(key, "ingested");
    if (s.ok()) s = writer.Finish();
    return s.ok() ? db_->IngestExternalFile(handles_[family], {"/ingested.sst"}, {}) : s;
  }
  // Of what was not synced the first half of each file is there.
  void CutPower() {
    fs_->SetActive(false);
    ASSERT_OK(db_->ContinueBackgroundWork());
    Close();
    PowerCut rest;
    rest.keep_bytes = 0.5;
    rest.keep_entries = 1;
    rest.exact = true;
    ASSERT_OK(fs_->Crash(rest));
    fs_->SetActive(true);
  }
};

TEST_P(BesideATornLog, AFamilyThatWasCreatedAndFilledByIngestionDoesNotLookLikeOneThatIsAhead) {
  FillLog();
  ColumnFamilyHandle* created = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "new", &created));
  handles_.push_back(created);
  for (int i = 0; i < 2; ++i) ASSERT_OK(Ingest(2, "twice"));
  CutPower();
  ASSERT_OK(Open({"default", "idle", "new"}));
  std::string value;
  EXPECT_OK(db_->Get(ReadOptions(), handles_[2], "twice", &value));
}

TEST_P(BesideATornLog, AFamilyFilledByIngestionAloneDoesNotLookLikeOneThatIsAhead) {
  FillLog();
  ASSERT_OK(Ingest(1, "in a table"));
  CutPower();
  ASSERT_OK(Open({"default", "idle"}));
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), handles_[1], "in a table", &value));
  EXPECT_EQ(value, "ingested");
}

// Ingestion flushes all families where logs are recycled.
INSTANTIATE_TEST_SUITE_P(Unrecycled, BesideATornLog, testing::Values(0));

//   log 1  [ of "gone" ] closed, not synced        nobody needs it once "gone" is dropped
//   log 2  [ of the default family, synced ]       the MANIFEST says of "idle": from log 1 on
TEST_P(SharedLogs, ALogThatOnlyADroppedFamilyNeededHidesNoSyncedWriteBehindIt) {
  for (int share = 0; share <= 4; ++share) {
    SCOPED_TRACE("kept of what was not synced: " + std::to_string(share) + "/4");
    ASSERT_OK(Open({"default", "idle", "gone"}));
    for (int family : {0, 1}) {
      ASSERT_OK(Put(family, "in a table"));
      ASSERT_OK(db_->Flush(FlushOptions(), handles_[family]));
    }
    ASSERT_OK(db_->PauseBackgroundWork());
    ASSERT_OK(Put(2, "never in a table"));
    FlushOptions seal;
    seal.wait = false;
    ASSERT_OK(db_->Flush(seal, handles_[2]));  // the next write goes to a new log
    ASSERT_OK(db_->DropColumnFamily(handles_[2]));
    ASSERT_OK(db_->ContinueBackgroundWork());
    // The logs that nobody needs go at the end of a job.
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), handles_[1], nullptr, nullptr));
    ASSERT_OK(Put(0, "b" + std::to_string(share), true));
    fs_->SetActive(false);
    Close();
    PowerCut rest;
    rest.keep_bytes = rest.keep_entries = share / 4.0;
    rest.seed = static_cast<uint64_t>(share) + 1;
    ASSERT_OK(fs_->Crash(rest));
    fs_->SetActive(true);
    ASSERT_OK(Open({"default", "idle"}));
    std::string value;
    for (int i = 0; i <= share; ++i)
      EXPECT_OK(db_->Get(ReadOptions(), handles_[0], "b" + std::to_string(i), &value)) << i;
    Close();
  }
}

// The flush does not need the closed log, but whoever writes next hears of it.
TEST_P(SharedLogs, ASyncOfAClosedLogThatMayWorkLaterIsRecoveredFrom) {
  options_.bgerror_resume_retry_interval = 5000;
  ASSERT_OK(Open({"default", "idle"}));
  FlushOptions seal;
  seal.wait = false;
  ASSERT_OK(db_->PauseBackgroundWork());
  ASSERT_OK(Put(0, "k0"));
  ASSERT_OK(db_->Flush(seal, handles_[0]));
  fs_->FailNth(FsOp::kSync, 1, PassingError(), false, ".log");
  ASSERT_OK(db_->ContinueBackgroundWork());
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  ASSERT_EQ(fs_->Injected(), 1u);
  const Status s = Put(0, "k1");
  EXPECT_EQ(s.severity(), Status::Severity::kHardError) << s.ToString();
  EXPECT_TRUE(WaitUntil([&] { return Put(0, "k1", true).ok(); }));
}

//   log 1 [ k0 ] closed, its sync fails     log 2 [ k1 ] in the buffer (manual_wal_flush)
TEST_P(SharedLogs, ASyncOfAClosedLogThatFailsTakesNothingOfTheOneBeingWritten) {
  options_.manual_wal_flush = true;
  ASSERT_OK(Open({"default", "idle"}));
  FlushOptions seal;
  seal.wait = false;
  ASSERT_OK(db_->PauseBackgroundWork());
  ASSERT_OK(Put(0, "k0"));
  ASSERT_OK(db_->Flush(seal, handles_[0]));
  ASSERT_OK(Put(0, "k1"));
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("injected"), false, ".log");
  ASSERT_OK(db_->ContinueBackgroundWork());
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_EQ(fs_->Injected(), 1u);
  ASSERT_OK(db_->PauseBackgroundWork());
  ASSERT_OK(db_->Flush(seal, handles_[0]));
  // The process ends.
  fs_->SetActive(false);
  ASSERT_OK(db_->ContinueBackgroundWork());
  Close();
  fs_->SetActive(true);
  ASSERT_OK(Open({"default", "idle"}));
  std::string value;
  for (const char* key : {"k0", "k1"}) EXPECT_OK(db_->Get(ReadOptions(), handles_[0], key, &value));
}

INSTANTIATE_TEST_SUITE_P(Recycled, SharedLogs, testing::Values(0, 2));

}  // namespace
}  // namespace system_test
