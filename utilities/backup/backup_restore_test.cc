// Restoring backups: over what is there already, with excluded files, and what is kept.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>

#include "utilities/backup/backup_fixture.h"

namespace system_test {
namespace {

class RestoreTest : public BackupTest {
 protected:
  IOStatus Restore(RestoreOptions::Mode mode, BackupID id = 1) {
    return engine_->RestoreDBFromBackup(RestoreOptions(false, mode), id, "/restored", "/restored");
  }
  // Leaves out what of the tables is not there yet.
  static CreateBackupOptions WithoutTables() {
    CreateBackupOptions options;
    options.exclude_files_callback = [](MaybeExcludeBackupFile* first,
                                        MaybeExcludeBackupFile* last) {
      for (; first != last; ++first) first->exclude_decision = true;
    };
    return options;
  }
  std::vector<std::string> Tables(const std::string& directory) {
    std::vector<std::string> tables;
    for (const std::string& name : Children(directory)) {
      if (name.size() > 4 && name.substr(name.size() - 4) == ".sst") tables.push_back(name);
    }
    return tables;
  }
};

TEST_F(RestoreTest, ReplacesWhatTheDirectoryHeld) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(env_->CreateDir("/restored"));
  ASSERT_OK(env_->CreateDir("/restored/archive"));
  for (const char* name : {"CURRENT", "MANIFEST-000099", "000099.log", "000099.sst", "IDENTITY",
                           "archive/000098.log", "readme"}) {
    Write("/restored/" + std::string(name), "x");
  }
  ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
  const auto names = Children("/restored");
  EXPECT_EQ(std::count(names.begin(), names.end(), "readme"), 0);
  EXPECT_EQ(std::count(names.begin(), names.end(), "MANIFEST-000099"), 0);
  EXPECT_TRUE(Children("/restored/archive").empty());
  ExpectHolds("/restored", 10);
}

TEST_F(RestoreTest, RestoresOverTheDatabaseThatWasBackedUp) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  Fill(10, 20);
  CloseDb();
  ASSERT_OK(engine_->RestoreDBFromLatestBackup("/db", "/db"));
  ASSERT_OK(OpenDb());
  Fill(10, 12);
  CloseDb();
  ExpectHolds("/db", 12);
}

TEST_F(RestoreTest, LogsGoToTheirOwnDirectory) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(10), "10"));
  ASSERT_OK(Back());
  ASSERT_OK(engine_->RestoreDBFromLatestBackup("/restored", "/logs"));
  EXPECT_EQ(Children("/logs").size(), 1u);
  options_.wal_dir = "/logs";
  ExpectHolds("/restored", 11);
}

TEST_F(RestoreTest, KeepsLogsThatAreNewerThanTheBackup) {
  BackupEngineOptions how = EngineOptions();
  how.backup_log_files = false;
  options_.avoid_flush_during_shutdown = true;
  ASSERT_OK(OpenDb());
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  ASSERT_OK(Back());
  for (int i = 10; i < 20; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(i), std::to_string(i)));
  }
  CloseDb();
  for (const std::string& name : Tables("/db")) ASSERT_OK(env_->DeleteFile("/db/" + name));
  ASSERT_OK(engine_->RestoreDBFromLatestBackup(RestoreOptions(/*keep_logs=*/true), "/db", "/db"));
  ExpectHolds("/db", 20);
}

TEST_F(RestoreTest, AKeptLogIsNotReplacedByTheBackupsShorterOne) {
  options_.avoid_flush_during_shutdown = true;
  ASSERT_OK(OpenDb());
  ASSERT_OK(OpenEngine());
  for (int i = 0; i < 20; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(i), std::to_string(i)));
    if (i == 9) ASSERT_OK(Back());
  }
  CloseDb();
  ASSERT_OK(engine_->RestoreDBFromLatestBackup(RestoreOptions(/*keep_logs=*/true), "/db", "/db"));
  ExpectHolds("/db", 20);
  // Where there is none, the backup's comes.
  ASSERT_OK(engine_->RestoreDBFromLatestBackup(RestoreOptions(true), "/restored", "/logs"));
  options_.wal_dir = "/logs";
  ExpectHolds("/restored", 10);
}

TEST_F(RestoreTest, NoPartOfALogIsKeptThatAnInterruptedRestoringHasLeft) {
  ASSERT_OK(OpenEngine());
  for (int i = 0; i < 10; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(i), std::to_string(i)));
  }
  ASSERT_OK(Back());
  CloseDb();
  int interrupted = 0;
  for (bool whole = false; !whole; ++interrupted) {
    const std::string path = "/restored" + std::to_string(interrupted);
    const std::string logs = path + ".logs";
    fs_->CutPowerAfter(static_cast<uint64_t>(interrupted));
    whole = engine_->RestoreDBFromLatestBackup(RestoreOptions(true), path, logs).ok();
    // Killed, and started again: nothing is lost that was written.
    fs_->SetActive(true);
    ASSERT_OK(engine_->RestoreDBFromLatestBackup(RestoreOptions(true), path, logs));
    options_.wal_dir = logs;
    ASSERT_NO_FATAL_FAILURE(ExpectHolds(path, 10)) << interrupted << " changes";
    EXPECT_EQ(Children(logs).size(), 1u);
  }
  EXPECT_GT(interrupted, 10);
}

TEST_F(RestoreTest, ArchivedLogsComeBackWithKeptLogs) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(env_->CreateDir("/restored"));
  ASSERT_OK(env_->CreateDir("/restored/archive"));
  Write("/restored/archive/000001.log", "");
  ASSERT_OK(engine_->RestoreDBFromLatestBackup(RestoreOptions(true), "/restored", "/restored"));
  EXPECT_OK(env_->FileExists("/restored/000001.log"));
  EXPECT_TRUE(Children("/restored/archive").empty());
}

TEST_F(RestoreTest, TablesThatAreAlreadyThereAreNotCopiedAgain) {
  ASSERT_OK(OpenEngine());
  for (int i = 0; i < 5; ++i) Fill(i * 10, i * 10 + 10);
  ASSERT_OK(Back());
  for (const auto mode :
       {RestoreOptions::kKeepLatestDbSessionIdFiles, RestoreOptions::kVerifyChecksum}) {
    ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
    const auto tables = Tables("/restored");
    Write("/restored/000999.sst", "not of the backup");
    ASSERT_OK(env_->DeleteFile("/restored/" + tables[0]));
    fs_->ResetCounts();
    ASSERT_OK(Restore(mode));
    // CURRENT, MANIFEST, OPTIONS and the table that was gone.
    EXPECT_EQ(fs_->Count(FsOp::kOpenWrite), 4u) << mode;
    EXPECT_EQ(Tables("/restored"), tables);
    ExpectHolds("/restored", 50);
  }
}

TEST_F(RestoreTest, ADamagedTableIsReplacedWhenChecksumsAreCompared) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
  const std::string path = "/restored/" + Tables("/restored").at(0);
  std::string bytes = Read(path);
  bytes[5] ^= 1;
  Write(path, bytes);
  ASSERT_OK(Restore(RestoreOptions::kVerifyChecksum));
  ExpectHolds("/restored", 10);
}

TEST_F(RestoreTest, KeptTablesStayWhereTheirDirectoryHasTwoNames) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
  for (const auto mode :
       {RestoreOptions::kKeepLatestDbSessionIdFiles, RestoreOptions::kVerifyChecksum}) {
    ASSERT_OK(
        engine_->RestoreDBFromBackup(RestoreOptions(false, mode), 1, "/restored", "/restored/"));
    ExpectHolds("/restored", 10);
  }
}

TEST_F(RestoreTest, ATableThatCannotBeReadIsCopiedAnew) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  for (const auto mode :
       {RestoreOptions::kKeepLatestDbSessionIdFiles, RestoreOptions::kVerifyChecksum}) {
    ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
    fs_->FailNth(FsOp::kOpenRead, 1, IOStatus::IOError("the disk's"), false, "/restored");
    ASSERT_OK(Restore(mode));
    fs_->ClearFaults();
    ExpectHolds("/restored", 10);
  }
}

TEST_F(RestoreTest, KeptTablesAreAsDurableAsCopiedOnes) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
  // As a restoring leaves them that is killed before it syncs.
  for (const std::string& name : Tables("/restored")) {
    const std::string path = "/restored/" + name, bytes = Read(path);
    ASSERT_OK(env_->DeleteFile(path));
    Write(path, bytes);
  }
  ASSERT_OK(Restore(RestoreOptions::kVerifyChecksum));
  CloseDb();
  ASSERT_OK(fs_->Crash(PowerCut()));
  ExpectHolds("/restored", 10);
}

TEST_F(RestoreTest, ATableOfAnotherSessionIsReplacedThoughItsNameIsTheSame) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(OpenDb("/restored"));
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(0), "other"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  CloseDb();
  ASSERT_OK(Restore(RestoreOptions::kKeepLatestDbSessionIdFiles));
  ExpectHolds("/restored", 10);
}

TEST_F(RestoreTest, ExcludedFilesComeFromOtherDirectories) {
  BackupEngineOptions how = EngineOptions();
  how.schema_version = 2;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  Fill(10, 20);
  // Another directory has everything.
  BackupEngine* raw = nullptr;
  ASSERT_OK(BackupEngine::Open(BackupEngineOptions("/elsewhere", env_.get()), env_.get(), &raw));
  const std::unique_ptr<BackupEngine> elsewhere(raw);
  ASSERT_OK(elsewhere->CreateNewBackup(db_.get()));
  CreateBackupOptions options;
  std::vector<std::string> asked;
  options.exclude_files_callback = [&](MaybeExcludeBackupFile* first,
                                       MaybeExcludeBackupFile* last) {
    for (; first != last; ++first) {
      asked.push_back(first->info.relative_file);
      first->exclude_decision = asked.size() == 1;
    }
  };
  ASSERT_OK(engine_->CreateNewBackup(options, db_.get()));
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(asked[0].rfind("shared_checksum/", 0), 0u) << asked[0];
  EXPECT_EQ(Children("/backup/shared_checksum").size(), 1u);
  ASSERT_OK(OpenEngine(how));
  BackupInfo info;
  ASSERT_OK(engine_->GetLatestBackupInfo(&info, true));
  ASSERT_EQ(info.excluded_files.size(), 1u);
  EXPECT_EQ(info.excluded_files[0].relative_file, asked[0]);
  EXPECT_EQ(info.number_files, 4u);
  EXPECT_EQ(info.env_for_open, nullptr);
  EXPECT_OK(engine_->VerifyBackup(1, true));
  IOStatus s = Restore(RestoreOptions::kPurgeAllFiles);
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_NE(s.ToString().find(asked[0]), std::string::npos) << s.ToString();
  EXPECT_TRUE(Children("/restored").empty());
  RestoreOptions restore;
  restore.alternate_dirs = {engine_.get(), elsewhere.get()};
  ASSERT_OK(engine_->RestoreDBFromLatestBackup(restore, "/restored", "/restored"));
  ExpectHolds("/restored", 20);
  // A later backup that excludes nothing takes the file in.
  ASSERT_OK(Back());
  EXPECT_EQ(Children("/backup/shared_checksum").size(), 2u);
  for (const BackupID id : {1u, 2u}) {
    ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles, id));
    ExpectHolds("/restored", 20);
  }
}

TEST_F(RestoreTest, AnExcludedTableThatIsThereIsKept) {
  BackupEngineOptions how = EngineOptions();
  how.schema_version = 2;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  Fill(10, 20);
  ASSERT_OK(engine_->CreateNewBackup(WithoutTables(), db_.get()));
  CloseDb();
  const auto restore = [&](RestoreOptions::Mode mode) {
    return engine_->RestoreDBFromBackup(RestoreOptions(false, mode), 1, "/db", "/db");
  };
  const auto session = RestoreOptions::kKeepLatestDbSessionIdFiles;
  ASSERT_OK(restore(session));
  ExpectHolds("/db", 20);
  for (const auto mode : {RestoreOptions::kVerifyChecksum, RestoreOptions::kPurgeAllFiles}) {
    EXPECT_TRUE(restore(mode).IsInvalidArgument());
    ExpectHolds("/db", 20);
  }
  // A refusal leaves the directory as it is.
  const std::string path = "/db/" + Tables("/db").at(0), bytes = Read(path);
  ASSERT_OK(env_->DeleteFile(path));
  EXPECT_TRUE(restore(session).IsInvalidArgument());
  Write(path, bytes);
  ExpectHolds("/db", 20);
}

// The log tells when the first file is being restored.
TEST_F(RestoreTest, AnotherEngineDeletesNothingMeanwhile) {
  struct Hook : Logger {
    using Logger::Logv;
    void Logv(const char* format, va_list ap) override {
      char line[500];
      std::vsnprintf(line, sizeof(line), format, ap);
      if (std::string(line).rfind("Restoring /", 0) == 0) copying();
    }
    std::function<void()> copying;
  };
  BackupEngineOptions how("/elsewhere", env_.get());
  BackupEngine* raw = nullptr;
  ASSERT_OK(BackupEngine::Open(how, env_.get(), &raw));
  const std::unique_ptr<BackupEngine> elsewhere(raw);
  Fill(0, 10);
  ASSERT_OK(elsewhere->CreateNewBackup(db_.get()));
  Hook hook;
  how = EngineOptions();
  how.schema_version = 2;
  how.info_log = &hook;
  hook.copying = [] {};
  ASSERT_OK(OpenEngine(how));
  ASSERT_OK(engine_->CreateNewBackup(WithoutTables(), db_.get()));
  std::atomic<bool> done{false};
  std::thread deletion;
  hook.copying = [&] {
    if (deletion.joinable()) return;
    deletion = std::thread([&] {
      EXPECT_OK(elsewhere->DeleteBackup(1));
      done = true;
    });
    EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(100), [&] { return !done; }));
  };
  RestoreOptions restore;
  restore.alternate_dirs = {elsewhere.get()};
  EXPECT_OK(engine_->RestoreDBFromLatestBackup(restore, "/restored", "/restored"));
  ASSERT_TRUE(deletion.joinable());
  deletion.join();
  ExpectHolds("/restored", 10);
  engine_.reset();
}

TEST_F(RestoreTest, UnknownAndDamagedBackupsTouchNothing) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(Restore(RestoreOptions::kPurgeAllFiles));
  EXPECT_TRUE(Restore(RestoreOptions::kPurgeAllFiles, 2).IsNotFound());
  Write("/backup/meta/1", "damaged");
  ASSERT_OK(OpenEngine());
  EXPECT_TRUE(Restore(RestoreOptions::kPurgeAllFiles, 1).IsCorruption());
  ExpectHolds("/restored", 10);
}

}  // namespace
}  // namespace system_test
