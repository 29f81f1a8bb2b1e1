// Backups on a disk that fails, runs full or loses power: what was saved before stays sound, and
// the next attempt works.
#include <functional>

#include "utilities/backup/backup_fixture.h"

namespace system_test {
namespace {

class BackupFaultTest : public BackupTest {
 protected:
  // Runs `attempt` once for each operation on part_ that it does, and fails that one; then once
  // without a failure. `prepare` goes before, `check` behind each, on a sound disk.
  void ForEachFailure(const std::function<void()>& prepare,
                      const std::function<IOStatus()>& attempt,
                      const std::function<void(bool failed)>& check) {
    int failures = 0;
    for (int op = 0; op < static_cast<int>(FsOp::kCount); ++op) {
      for (uint64_t nth = 1;; ++nth) {
        SCOPED_TRACE("operation " + std::to_string(op) + ", number " + std::to_string(nth));
        ASSERT_NO_FATAL_FAILURE(prepare());
        fs_->ResetCounts();
        fs_->FailNth(static_cast<FsOp>(op), nth, IOStatus::IOError("injected"), false, part_);
        const IOStatus s = attempt();
        const bool injected = fs_->Injected() > 0;
        fs_->ClearFaults();
        ASSERT_NO_FATAL_FAILURE(check(!s.ok()));
        if (!injected) {
          ASSERT_OK(s);
          break;
        }
        ++failures;
      }
    }
    EXPECT_GT(failures, 5);
  }
  // All backups that the engine knows can be read to the last byte.
  void ExpectSound(size_t least) {
    ASSERT_OK(OpenEngine());
    EXPECT_TRUE(DamagedIds().empty());
    const auto ids = Ids();
    EXPECT_GE(ids.size(), least);
    for (const BackupID id : ids) EXPECT_OK(engine_->VerifyBackup(id, true));
  }

  std::string part_ = "/backup";
};

TEST_F(BackupFaultTest, AFailedBackupHarmsNoneAndLeavesNothing) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  int keys = 10;
  ForEachFailure(
      [&] {
        Fill(keys, keys + 1);
        ++keys;
      },
      [&] { return Back(); },
      [&](bool failed) {
        ASSERT_NO_FATAL_FAILURE(ExpectSound(1));
        const auto ids = Ids();
        if (failed) {
          // What the failure left, if anything, is garbage that the next backup may collect.
          ASSERT_OK(engine_->GarbageCollect());
          EXPECT_EQ(Children("/backup/private").size(), ids.size());
          EXPECT_EQ(Children("/backup/meta").size(), ids.size());
        }
        ASSERT_OK(Back());
        ExpectRestores(Ids().back(), keys);
        ASSERT_OK(engine_->PurgeOldBackups(1));
      });
}

TEST_F(BackupFaultTest, AFailedReadOfTheDatabaseFailsTheBackupOnly) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  for (const FsOp op : {FsOp::kOpenRead, FsOp::kRead, FsOp::kGetChildren}) {
    fs_->FailNth(op, 1, IOStatus::IOError("injected"), false, "/db");
    EXPECT_NOT_OK(Back());
    fs_->ClearFaults();
    EXPECT_TRUE(Children("/backup/private").empty());
    EXPECT_TRUE(Children("/backup/shared_checksum").empty());
  }
  uint64_t enabled = 0;
  ASSERT_TRUE(db_->GetIntProperty("rocksdb.is-file-deletions-enabled", &enabled));
  EXPECT_EQ(enabled, 1u);
  ASSERT_OK(Back());
  ExpectRestores(Ids().back(), 10);
}

TEST_F(BackupFaultTest, AShortReadFailsTheBackup) {
  ASSERT_OK(OpenEngine());
  Fill(0, 1000);
  fs_->DamageNthRead(ReadDamage::kShort, 1, true, ".sst");
  const IOStatus s = Back();
  fs_->ClearFaults();
  if (s.ok()) {
    EXPECT_OK(engine_->VerifyBackup(1, true));
    ExpectRestores(1, 1000);
  }
}

TEST_F(BackupFaultTest, AFailedDeletionHarmsNoOtherBackup) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  int keys = 10;
  ForEachFailure(
      [&] {
        // Two that share a table, and one table each of their own.
        Fill(keys, keys + 1);
        ASSERT_OK(Back());
        Fill(keys + 1, keys + 2);
        ASSERT_OK(Back());
        keys += 2;
      },
      [&] {
        const auto ids = Ids();
        return engine_->DeleteBackup(ids[ids.size() - 2]);
      },
      [&](bool) {
        ASSERT_NO_FATAL_FAILURE(ExpectSound(2));
        ExpectRestores(Ids().back(), keys);
        ASSERT_OK(engine_->PurgeOldBackups(1));
        ASSERT_OK(engine_->GarbageCollect());
        EXPECT_EQ(Children("/backup/private").size(), 1u);
      });
}

TEST_F(BackupFaultTest, AFailedListingHidesNoBackup) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  for (const FsOp op : {FsOp::kGetChildren, FsOp::kOpenRead}) {
    fs_->FailNth(op, 1, IOStatus::IOError("injected"), false, "/backup/meta");
    EXPECT_NOT_OK(Back());
    fs_->ClearFaults();
    EXPECT_EQ(Ids(), std::vector<BackupID>{1});
    ExpectRestores(1, 10);
  }
}

TEST_F(BackupFaultTest, AFailedOpenLosesNothing) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ForEachFailure([] {}, [&] { return OpenEngine(); },
                 [&](bool) {
                   ASSERT_NO_FATAL_FAILURE(ExpectSound(1));
                   ExpectRestores(1, 10);
                 });
}

TEST_F(BackupFaultTest, AFailedRestoringLeavesNoDatabaseAndCanBeRepeated) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  part_ = "/restored";
  ForEachFailure([] {}, [&] { return engine_->RestoreDBFromBackup(1, "/restored", "/restored"); },
                 [&](bool failed) {
                   // The sync of the rename may fail: then CURRENT is there, with all it needs.
                   if (failed && env_->FileExists("/restored/CURRENT").ok()) {
                     ExpectHolds("/restored", 10);
                   }
                   ASSERT_OK(engine_->RestoreDBFromBackup(1, "/restored", "/restored"));
                   ExpectHolds("/restored", 10);
                 });
}

TEST_F(BackupFaultTest, AFullDiskFailsTheBackupAndKeepsTheOthers) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  Fill(10, 2000);
  for (uint64_t space = 0; space < 20000; space += 1500) {
    fs_->SetSpace(space);
    const IOStatus s = Back();
    fs_->UnlimitSpace();
    if (s.ok()) break;
    EXPECT_TRUE(s.IsNoSpace()) << s.ToString();
    EXPECT_EQ(Ids(), std::vector<BackupID>{1});
    EXPECT_EQ(Children("/backup/private"), std::vector<std::string>{"1"});
  }
  ExpectSound(1);
  ASSERT_OK(Back());
  ExpectRestores(Ids().back(), 2000);
}

TEST_F(BackupFaultTest, AFinishedBackupSurvivesAPowerCut) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(10), "10"));
  ASSERT_OK(Back());
  fs_->SetActive(false);
  engine_.reset();
  db_->Close().PermitUncheckedError();
  db_.reset();
  ASSERT_OK(fs_->Crash(PowerCut()));
  fs_->SetActive(true);
  ExpectSound(1);
  ExpectRestores(1, 11);
}

TEST_F(BackupFaultTest, APowerCutAtAnyChangeKeepsEveryFinishedBackup) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  bool done = false;
  for (uint64_t changes = 0; !done && changes < 100; ++changes) {
    SCOPED_TRACE(std::to_string(changes) + " changes");
    Fill(10, 20);
    fs_->CutPowerAfter(changes);
    const IOStatus s = Back();
    fs_->CutPowerAfter(UINT64_MAX);
    fs_->SetActive(false);
    engine_.reset();
    db_->Close().PermitUncheckedError();
    db_.reset();
    PowerCut cut;
    cut.keep_bytes = changes % 2 == 0 ? 0 : 1;
    cut.keep_entries = changes % 3 == 0 ? 0 : 1;
    cut.seed = changes + 1;
    ASSERT_OK(fs_->Crash(cut));
    fs_->SetActive(true);
    ASSERT_OK(OpenDb());
    ASSERT_NO_FATAL_FAILURE(ExpectSound(s.ok() ? 2 : 1));
    ExpectRestores(1, 10);
    done = s.ok();
    if (Ids().size() > 1) {
      ASSERT_OK(engine_->DeleteBackup(Ids().back()));
    }
    ASSERT_OK(engine_->GarbageCollect());
    EXPECT_EQ(Children("/backup/private").size(), 1u);
  }
  EXPECT_TRUE(done);
}

TEST_F(BackupFaultTest, APowerCutDuringRestoringLeavesAWholeDatabaseOrNone) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  bool done = false;
  for (uint64_t changes = 0; !done && changes < 100; ++changes) {
    SCOPED_TRACE(std::to_string(changes) + " changes");
    fs_->CutPowerAfter(changes);
    const IOStatus s = engine_->RestoreDBFromBackup(1, "/restored", "/restored");
    fs_->CutPowerAfter(UINT64_MAX);
    fs_->SetActive(false);
    engine_.reset();
    db_->Close().PermitUncheckedError();
    db_.reset();
    ASSERT_OK(fs_->Crash(PowerCut()));
    fs_->SetActive(true);
    done = s.ok();
    EXPECT_TRUE(!done || env_->FileExists("/restored/CURRENT").ok());
    if (env_->FileExists("/restored/CURRENT").ok()) ExpectHolds("/restored", 10);
    ASSERT_OK(OpenDb());
    ASSERT_OK(OpenEngine());
  }
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace system_test
