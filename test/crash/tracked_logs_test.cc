// DBOptions::track_and_verify_wals_in_manifest: what is missing of a synced log is found when the
// database is opened, and nothing else is taken for that.
#include <filesystem>

#include "rocksdb/utilities/checkpoint.h"
#include "test/support/faulty_db.h"

namespace system_test {
namespace {

namespace files = std::filesystem;

// Two families; the second one keeps the logs in which it has data.
class TrackedLogs : public DbTest {
 protected:
  TrackedLogs() {
    options_ = SmallOptions();
    options_.create_missing_column_families = true;
    options_.track_and_verify_wals_in_manifest = true;
    options_.avoid_flush_during_shutdown = true;
  }
  Status OpenBoth() { return OpenFamilies(options_, {"default", "other"}); }
  void PutBoth(const std::string& key) {
    for (ColumnFamilyHandle* family : handles_)
      ASSERT_OK(db_->Put(WriteOptions(), family, key, "value"));
  }
  void Flush(int family) { ASSERT_OK(db_->Flush(FlushOptions(), handles_[family])); }
  // Ascending.
  std::vector<std::string> Logs() {
    std::vector<std::string> logs;
    for (const auto& entry : files::directory_iterator(dir_ / "db")) {
      if (entry.path().extension() == ".log") logs.push_back(entry.path());
    }
    std::sort(logs.begin(), logs.end());
    return logs;
  }
  // Of the database, without flushing it; what is opened afterwards is the copy.
  Status OpenCopy(const std::string& name, const std::vector<std::string>& families) {
    Checkpoint* raw = nullptr;
    Status s = Checkpoint::Create(db_.get(), &raw);
    const std::unique_ptr<Checkpoint> checkpoint(raw);
    if (s.ok()) s = checkpoint->CreateCheckpoint(dir_ / name, UINT64_MAX);
    Close();
    if (!s.ok()) return s;
    files::rename(dir_ / "db", dir_ / (name + " was copied"));
    files::rename(dir_ / name, dir_ / "db");
    return OpenFamilies(options_, families);
  }
  void ExpectFound(const std::string& log, const std::string& what) {
    const Status s = OpenBoth();
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    EXPECT_NE(s.ToString().find(files::path(log).filename()), std::string::npos) << s.ToString();
    EXPECT_NE(s.ToString().find(what), std::string::npos) << s.ToString();
  }

  Options options_;
};

TEST_F(TrackedLogs, AMissingAndAShortLogAreNamed) {
  ASSERT_OK(OpenBoth());
  PutBoth("a");
  Flush(0);
  PutBoth("b");
  Close();
  const std::string log = Logs().front();
  const auto size = files::file_size(log);
  files::copy_file(log, dir_ / "log");
  files::resize_file(log, size - 1);
  ExpectFound(log, "has " + std::to_string(size - 1) + " bytes");
  files::remove(log);
  ExpectFound(log, "is missing");
  Status s = OpenBoth();
  EXPECT_TRUE(s.IsCorruption());
  // Nothing was changed meanwhile.
  files::copy_file(dir_ / "log", log);
  ASSERT_OK(OpenBoth());
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), handles_[1], "a", &value));
}

TEST_F(TrackedLogs, WithoutTheOptionNobodyAsks) {
  ASSERT_OK(OpenBoth());
  PutBoth("a");
  Flush(0);
  Close();
  files::remove(Logs().front());
  options_.track_and_verify_wals_in_manifest = false;
  ASSERT_OK(OpenBoth());
  // The new MANIFEST names no log.
  options_.track_and_verify_wals_in_manifest = true;
  ASSERT_OK(OpenBoth());
}

TEST_F(TrackedLogs, LogsThatNobodyNeedsAreDeletedAndNotMissed) {
  ASSERT_OK(OpenBoth());
  for (int i = 0; i < 6; ++i) {
    PutBoth(std::to_string(i));
    Flush(i % 2);
    if (i % 3 == 2) Flush((i + 1) % 2);
  }
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_TRUE(WaitUntil([this] { return Logs().size() <= 2; }));
  ASSERT_OK(OpenBoth());
  ASSERT_OK(OpenBoth());
}

TEST_F(TrackedLogs, ALogThatRecoveryKeptIsTracked) {
  options_.avoid_flush_during_recovery = true;
  ASSERT_OK(OpenBoth());
  PutBoth("a");
  ASSERT_OK(OpenBoth());
  Close();
  const std::string log = Logs().front();
  files::remove(log);
  ExpectFound(log, "is missing");
}

TEST_F(TrackedLogs, ACopyHasTheEmptyLogsThatItsManifestNames) {
  options_.avoid_flush_during_recovery = true;
  ASSERT_OK(OpenBoth());
  PutBoth("a");
  ASSERT_OK(OpenBoth());
  ASSERT_OK(OpenBoth());
  ASSERT_OK(OpenCopy("copy", {"default", "other"}));
  EXPECT_EQ("a=value", Contents());
  Close();
  // Of a database that is open for reading, too.
  DB* raw = nullptr;
  ASSERT_OK(DB::OpenForReadOnly(options_, dir_ / "db", &raw));
  db_.reset(raw);
  ASSERT_OK(OpenCopy("copy of the copy", {"default", "other"}));
  EXPECT_EQ("a=value", Contents());
}

TEST_F(TrackedLogs, ACopyHasTheLogsThatItsManifestNamesForADroppedFamily) {
  ASSERT_OK(OpenBoth());
  PutBoth("a");
  Flush(0);
  ASSERT_OK(db_->Put(WriteOptions(), handles_[0], "b", "value"));
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  ASSERT_OK(OpenCopy("copy", {"default"}));
  EXPECT_EQ("a=value b=value", Contents());
}

TEST_F(TrackedLogs, ASyncedWriteTracksTheLogsBeforeItsOwn) {
  ASSERT_OK(OpenBoth());
  PutBoth("a");
  Flush(0);
  PutBoth("b");
  Flush(0);
  WriteOptions synced;
  synced.sync = true;
  ASSERT_OK(db_->Put(synced, handles_[0], "c", "value"));
  Flush(0);
  Close();
  const std::string log = Logs()[1];
  files::remove(log);
  ExpectFound(log, "is missing");
}

// Power cuts and kills at random moments: what is there is never taken for damage.
TEST_F(TrackedLogs, NoCrashLooksLikeAMissingLog) {
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  for (int round = 0; round < Scaled(60); ++round) {
    const uint64_t changes = random() % 3000;
    SCOPED_TRACE("round " + std::to_string(round) + ", power cut after " + std::to_string(changes) +
                 " changes");
    FaultyDb db;
    db.options().track_and_verify_wals_in_manifest = true;
    db.options().recycle_log_file_num = round % 3 == 0 ? 2 : 0;
    db.options().avoid_flush_during_recovery = round % 2 == 0;
    db.MakeNoCopies();
    if (round % 4 == 0) db.UseTransactions();
    db.fs().CutPowerAfter(changes);
    Status s = db.Open();
    if (s.ok()) s = db.Script(500);
    db.Close().PermitUncheckedError();
    PowerCut rest;
    rest.keep_bytes = rest.keep_entries = static_cast<double>(random() % 3) / 2;
    rest.seed = changes;
    const uint64_t least = db.durable();
    ASSERT_OK(db.fs().Crash(rest));
    db.fs().SetActive(true);
    for (int opening = 0; opening < 3; ++opening) {
      SCOPED_TRACE("opening " + std::to_string(opening));
      ASSERT_OK(db.Open());
      ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(opening == 0 ? least : db.acknowledged()));
      for (int i = 0; i < 60; ++i) {
        ASSERT_OK(db.Write());
        if (i % 20 == 10) ASSERT_OK(db.db()->Flush(FlushOptions(), db.twin()));
      }
      if (opening == 0) ASSERT_OK(db.Close());
      if (opening == 1) db.KillProcess();
    }
  }
}

}  // namespace
}  // namespace system_test
