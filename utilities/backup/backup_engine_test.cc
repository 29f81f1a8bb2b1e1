// Backups of whole databases: making, sharing, listing, verifying, deleting.
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "rocksdb/rate_limiter.h"
#include "rocksdb/statistics.h"
#include "test/support/wait_until.h"
#include "utilities/backup/backup_fixture.h"

namespace system_test {
namespace {

TEST_F(BackupTest, EachBackupRestoresWhatTheDatabaseHeldThen) {
  ASSERT_OK(OpenEngine());
  Fill(0, 100);
  ASSERT_OK(Back());
  Fill(100, 200);
  ASSERT_OK(Back());
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(200), "200"));  // only in the log
  ASSERT_OK(Back());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{1, 2, 3}));
  ExpectRestores(1, 100);
  ExpectRestores(2, 200);
  ExpectRestores(3, 201);
  ASSERT_OK(OpenEngine());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{1, 2, 3}));
  ExpectRestores(2, 200);
}

TEST_F(BackupTest, TheLatestBackupIsRestoredByItsOwnCall) {
  ASSERT_OK(OpenEngine());
  EXPECT_TRUE(engine_->RestoreDBFromLatestBackup("/restored", "/restored").IsNotFound());
  Fill(0, 10);
  ASSERT_OK(Back());
  Fill(10, 20);
  ASSERT_OK(Back());
  ASSERT_OK(engine_->RestoreDBFromLatestBackup("/restored", "/restored"));
  ExpectHolds("/restored", 20);
}

TEST_F(BackupTest, TablesAreSharedAndCopiedOnce) {
  ASSERT_OK(OpenEngine());
  Fill(0, 100);
  ASSERT_OK(Back());
  const auto tables = Children("/backup/shared_checksum");
  ASSERT_FALSE(tables.empty());
  fs_->ResetCounts();
  const uint64_t before = fs_->Count(FsOp::kOpenWrite);
  ASSERT_OK(Back());
  EXPECT_EQ(Children("/backup/shared_checksum"), tables);
  // MANIFEST, CURRENT, OPTIONS and the description.
  EXPECT_EQ(fs_->Count(FsOp::kOpenWrite) - before, 4u);
}

TEST_F(BackupTest, NamesOfSharedTablesFollowTheOptions) {
  Fill(0, 10);
  std::string session;
  ASSERT_OK(db_->GetDbSessionId(session));
  BackupEngineOptions how = EngineOptions();
  const auto shared = [&] { return Children("/backup/shared_checksum").at(0); };
  const auto restart = [&] {
    how.destroy_old_data = true;
    ASSERT_OK(OpenEngine(how));
    ASSERT_OK(Back());
    ExpectRestores(Ids().at(0), 10);
  };
  restart();
  EXPECT_NE(shared().find("_s" + session + "_"), std::string::npos) << shared();
  how.share_files_with_checksum_naming = BackupEngineOptions::kUseDbSessionId;
  restart();
  EXPECT_NE(shared().find("_s" + session + ".sst"), std::string::npos) << shared();
  how.share_files_with_checksum_naming = BackupEngineOptions::kLegacyCrc32cAndFileSize;
  restart();
  EXPECT_EQ(shared().find("_s"), std::string::npos) << shared();
  const std::string by_checksum = shared();
  EXPECT_EQ(std::count(by_checksum.begin(), by_checksum.end(), '_'), 2) << by_checksum;
  how.share_files_with_checksum = false;
  restart();
  EXPECT_TRUE(Children("/backup/shared_checksum").empty());
  EXPECT_EQ(Children("/backup/shared").size(), 1u);
  how.share_table_files = false;
  restart();
  EXPECT_TRUE(Children("/backup/shared").empty());
  EXPECT_EQ(Children("/backup/private/" + std::to_string(Ids().at(0))).size(), 4u);
}

TEST_F(BackupTest, TwoDatabasesMayShareADirectory) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(OpenDb("/other"));
  Fill(0, 20);
  ASSERT_OK(Back());
  ExpectRestores(1, 10);
  ExpectRestores(2, 20);
}

TEST_F(BackupTest, WithoutChecksumsInNamesADifferentTableOfThatNameIsRefused) {
  BackupEngineOptions how = EngineOptions();
  how.share_files_with_checksum = false;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(Back());  // the same table again
  ASSERT_OK(OpenDb("/other"));
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(0), "another"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  const IOStatus s = Back();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("/backup/shared/"), std::string::npos) << s.ToString();
  EXPECT_EQ(Ids().size(), 2u);
  ExpectRestores(1, 10);
}

TEST_F(BackupTest, UpdatesWithoutALogNeedAFlush) {
  ASSERT_OK(OpenEngine());
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(db_->Put(unlogged, NumberedKey(0), "0"));
  ASSERT_OK(engine_->CreateNewBackup(db_.get(), /*flush_before_backup=*/true));
  ExpectRestores(1, 1);
}

TEST_F(BackupTest, LogsAreLeftOutOnRequest) {
  BackupEngineOptions how = EngineOptions();
  how.backup_log_files = false;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(10), "10"));
  ASSERT_OK(Back());
  ExpectRestores(1, 10);
}

TEST_F(BackupTest, DescribesItsBackups) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(engine_->CreateNewBackupWithMetadata(db_.get(), "why: test"));
  BackupInfo info;
  ASSERT_OK(engine_->GetBackupInfo(1, &info));
  EXPECT_EQ(info.app_metadata, "why: test");
  EXPECT_GT(info.timestamp, 1600000000);
  EXPECT_EQ(info.number_files, 4u);
  EXPECT_TRUE(info.file_details.empty());
  EXPECT_EQ(info.env_for_open, nullptr);
  ASSERT_OK(engine_->GetLatestBackupInfo(&info, /*include_file_details=*/true));
  EXPECT_EQ(info.backup_id, 1u);
  ASSERT_EQ(info.file_details.size(), 4u);
  uint64_t total = 0;
  for (const BackupFileInfo& file : info.file_details) {
    uint64_t size = 0;
    ASSERT_OK(env_->GetFileSize(file.directory + "/" + file.relative_filename, &size));
    EXPECT_EQ(size, file.size);
    total += size;
  }
  EXPECT_EQ(info.size, total);
  EXPECT_EQ(info.file_details[0].file_type, kTableFile);
  EXPECT_EQ(info.file_details[0].file_checksum.size(), 4u);
  BackupInfo none;
  EXPECT_TRUE(engine_->GetBackupInfo(2, &none).IsNotFound());
}

TEST_F(BackupTest, ABackupCanBeOpenedWhereItIs) {
  ASSERT_OK(OpenEngine());
  Fill(0, 50);
  ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(50), "50"));
  ASSERT_OK(Back());
  BackupInfo info;
  ASSERT_OK(engine_->GetLatestBackupInfo(&info, true));
  engine_.reset();
  const auto before = Children("/backup/private/1");
  Options options = options_;
  options.env = info.env_for_open.get();
  DB* raw = nullptr;
  ASSERT_OK(DB::OpenForReadOnly(options, info.name_for_open, &raw));
  std::unique_ptr<DB> backup(raw);
  std::string value;
  for (int i = 0; i <= 50; ++i) {
    ASSERT_OK(backup->Get(ReadOptions(), NumberedKey(i), &value));
    ASSERT_EQ(value, std::to_string(i));
  }
  backup.reset();
  EXPECT_EQ(Children("/backup/private/1"), before);
  EXPECT_NOT_OK(DB::Open(options, info.name_for_open, &raw));
  EXPECT_EQ(Children("/backup/private/1"), before);
}

TEST_F(BackupTest, DeletingABackupDeletesOnlyWhatNoOtherNeeds) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  Fill(10, 20);
  ASSERT_OK(Back());
  EXPECT_EQ(Children("/backup/shared_checksum").size(), 2u);
  ASSERT_OK(engine_->DeleteBackup(2));
  EXPECT_EQ(Children("/backup/shared_checksum").size(), 1u);
  EXPECT_EQ(Children("/backup/private"), std::vector<std::string>{"1"});
  EXPECT_TRUE(engine_->DeleteBackup(2).IsNotFound());
  ExpectRestores(1, 10);
  // The number is not given again while the engine lives.
  ASSERT_OK(Back());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{1, 3}));
  ASSERT_OK(engine_->DeleteBackup(1));
  ExpectRestores(3, 20);
}

TEST_F(BackupTest, PurgingKeepsTheNewest) {
  ASSERT_OK(OpenEngine());
  for (int i = 0; i < 5; ++i) {
    Fill(i, i + 1);
    ASSERT_OK(Back());
  }
  ASSERT_OK(engine_->PurgeOldBackups(2));
  EXPECT_EQ(Ids(), (std::vector<BackupID>{4, 5}));
  ExpectRestores(4, 4);
  ASSERT_OK(engine_->PurgeOldBackups(7));
  EXPECT_EQ(Ids().size(), 2u);
  ASSERT_OK(engine_->PurgeOldBackups(0));
  EXPECT_TRUE(Ids().empty());
  EXPECT_TRUE(Children("/backup/shared_checksum").empty());
  EXPECT_TRUE(Children("/backup/private").empty());
}

TEST_F(BackupTest, DestroyOldDataDeletesEveryBackup) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  Write("/backup/meta/9", "damaged");
  BackupEngineOptions how = EngineOptions();
  how.destroy_old_data = true;
  ASSERT_OK(OpenEngine(how));
  EXPECT_TRUE(Ids().empty());
  EXPECT_TRUE(DamagedIds().empty());
  EXPECT_TRUE(Children("/backup/shared_checksum").empty());
  EXPECT_TRUE(Children("/backup/meta").empty());
}

TEST_F(BackupTest, LeftoversOfAnInterruptedBackupAreCollected) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  ASSERT_OK(env_->CreateDir("/backup/private/2"));
  Write("/backup/private/2/CURRENT", "x");
  Write("/backup/shared_checksum/000077_sX_1.sst", "x");
  Write("/backup/shared_checksum/.000078_sX_1.sst.tmp", "x");
  Write("/backup/meta/.2.tmp", "x");
  Write("/backup/readme", "not ours");
  ASSERT_OK(OpenEngine());
  ASSERT_OK(Back());
  EXPECT_EQ(Children("/backup/shared_checksum").size(), 1u);
  EXPECT_EQ(Children("/backup/meta"), (std::vector<std::string>{"1", "2"}));
  Write("/backup/meta/.3.tmp", "x");
  ASSERT_OK(engine_->GarbageCollect());
  EXPECT_EQ(Children("/backup/meta"), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(Read("/backup/readme"), "not ours");
  ExpectRestores(1, 10);
  ExpectRestores(2, 10);
}

TEST_F(BackupTest, StoppedEnginesMakeNoMoreBackups) {
  BackupEngineOptions how = EngineOptions();
  how.callback_trigger_interval_size = 1;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  CreateBackupOptions options;
  options.progress_callback = [&] { engine_->StopBackup(); };
  EXPECT_TRUE(engine_->CreateNewBackup(options, db_.get()).IsIncomplete());
  EXPECT_TRUE(Back().IsIncomplete());
  EXPECT_TRUE(Children("/backup/private").empty());
  EXPECT_TRUE(Children("/backup/shared_checksum").empty());
  ASSERT_OK(OpenEngine());
  ASSERT_OK(Back());
  ExpectRestores(1, 10);
}

TEST_F(BackupTest, ProgressIsReportedOncePerInterval) {
  BackupEngineOptions how = EngineOptions();
  how.callback_trigger_interval_size = 1000;
  how.max_background_operations = 4;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 2000);
  std::atomic<uint64_t> calls{0};
  CreateBackupOptions options;
  options.progress_callback = [&] { ++calls; };
  ASSERT_OK(engine_->CreateNewBackup(options, db_.get()));
  BackupInfo info;
  ASSERT_OK(engine_->GetLatestBackupInfo(&info));
  EXPECT_EQ(calls, info.size / 1000);
}

TEST_F(BackupTest, ExceptionsOfCallbacksFailTheBackup) {
  BackupEngineOptions how = EngineOptions();
  how.callback_trigger_interval_size = 1;
  how.schema_version = 2;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  CreateBackupOptions options;
  options.progress_callback = [] { throw std::runtime_error("no progress"); };
  IOStatus s = engine_->CreateNewBackup(options, db_.get());
  EXPECT_TRUE(s.IsAborted()) << s.ToString();
  EXPECT_NE(s.ToString().find("no progress"), std::string::npos) << s.ToString();
  options.progress_callback = nullptr;
  options.exclude_files_callback = [](MaybeExcludeBackupFile*, MaybeExcludeBackupFile*) {
    throw std::runtime_error("cannot decide");
  };
  s = engine_->CreateNewBackup(options, db_.get());
  EXPECT_TRUE(s.IsAborted()) << s.ToString();
  EXPECT_TRUE(Ids().empty());
  ASSERT_OK(Back());
}

TEST_F(BackupTest, ManyThreadsMakeTheSameBackup) {
  BackupEngineOptions how = EngineOptions();
  how.max_background_operations = 7;
  ASSERT_OK(OpenEngine(how));
  for (int i = 0; i < 20; ++i) Fill(i * 10, i * 10 + 10);
  CreateBackupOptions options;
  options.decrease_background_thread_cpu_priority = true;
  options.background_thread_cpu_priority = CpuPriority::kLow;
  ASSERT_OK(engine_->CreateNewBackup(options, db_.get()));
  EXPECT_OK(engine_->VerifyBackup(1, true));
  ExpectRestores(1, 200);
}

TEST_F(BackupTest, RateLimitersAreAskedForEveryByte) {
  BackupEngineOptions how = EngineOptions();
  how.backup_rate_limiter.reset(
      NewGenericRateLimiter(100 << 20, 1000, 10, RateLimiter::Mode::kAllIo));
  how.restore_rate_limiter.reset(NewGenericRateLimiter(100 << 20, 1000));
  ASSERT_OK(OpenEngine(how));
  Fill(0, 1000);
  ASSERT_OK(Back());
  BackupInfo info;
  ASSERT_OK(engine_->GetLatestBackupInfo(&info));
  // CURRENT is written from memory, so it is not read.
  EXPECT_GE(how.backup_rate_limiter->GetTotalBytesThrough(),
            static_cast<int64_t>(2 * info.size) - 100);
  EXPECT_EQ(how.restore_rate_limiter->GetTotalBytesThrough(), 0);
  ExpectRestores(1, 1000);
  EXPECT_EQ(how.restore_rate_limiter->GetTotalBytesThrough(), static_cast<int64_t>(info.size));
}

TEST_F(BackupTest, RateLimitsAreKept) {
  BackupEngineOptions how = EngineOptions();
  how.share_table_files = false;
  Fill(0, 2000);
  ASSERT_OK(OpenEngine(how));
  ASSERT_OK(Back());
  BackupInfo info;
  ASSERT_OK(engine_->GetLatestBackupInfo(&info));
  // A fifth of the backup in each second, so the second one takes several hundred milliseconds.
  how.backup_rate_limit = info.size * 2;
  ASSERT_OK(OpenEngine(how));
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_OK(Back());
  const auto took = std::chrono::steady_clock::now() - begun;
  EXPECT_GE(took, std::chrono::milliseconds(200));
  ExpectRestores(2, 2000);
}

TEST_F(BackupTest, StatisticsCountTheBytes) {
  options_.statistics = CreateDBStatistics();
  ASSERT_OK(OpenDb());
  ASSERT_OK(OpenEngine());
  Fill(0, 100);
  ASSERT_OK(Back());
  BackupInfo info;
  ASSERT_OK(engine_->GetLatestBackupInfo(&info));
  EXPECT_EQ(options_.statistics->getTickerCount(BACKUP_WRITE_BYTES), info.size);
  EXPECT_GT(options_.statistics->getTickerCount(BACKUP_READ_BYTES), info.size / 2);
}

TEST_F(BackupTest, VerifyingFindsMissingShortAndChangedFilesByName) {
  ASSERT_OK(OpenEngine());
  Fill(0, 100);
  ASSERT_OK(Back());
  ASSERT_OK(engine_->VerifyBackup(1, true));
  const std::string path = "/backup/shared_checksum/" + Children("/backup/shared_checksum").at(0);
  const std::string good = Read(path);
  std::string bad = good;
  bad[10] ^= 1;
  Write(path, bad);
  EXPECT_OK(engine_->VerifyBackup(1));
  IOStatus s = engine_->VerifyBackup(1, true);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find(path), std::string::npos) << s.ToString();
  s = engine_->RestoreDBFromBackup(1, "/restored", "/restored");
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find(path), std::string::npos) << s.ToString();
  EXPECT_TRUE(env_->FileExists("/restored/CURRENT").IsNotFound());
  Write(path, good.substr(1));
  s = engine_->VerifyBackup(1);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find(path), std::string::npos) << s.ToString();
  ASSERT_OK(env_->DeleteFile(path));
  s = engine_->VerifyBackup(1);
  EXPECT_TRUE(s.IsNotFound()) << s.ToString();
  EXPECT_NE(s.ToString().find(path), std::string::npos) << s.ToString();
  EXPECT_TRUE(engine_->VerifyBackup(2).IsNotFound());
}

TEST_F(BackupTest, DamagedBackupsAreListedAndOthersUsed) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  Fill(10, 20);
  ASSERT_OK(Back());
  Fill(20, 30);
  ASSERT_OK(Back());
  const std::string meta = Read("/backup/meta/3");
  Write("/backup/meta/3", meta.substr(0, meta.size() / 2));
  ASSERT_OK(env_->DeleteFile("/backup/private/2/CURRENT"));
  ASSERT_OK(OpenEngine());
  EXPECT_EQ(Ids(), std::vector<BackupID>{1});
  EXPECT_EQ(DamagedIds(), (std::vector<BackupID>{2, 3}));
  BackupInfo info;
  EXPECT_TRUE(engine_->GetBackupInfo(3, &info).IsCorruption());
  const IOStatus s = engine_->VerifyBackup(2);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("/backup/private/2/CURRENT"), std::string::npos) << s.ToString();
  ExpectRestores(1, 10);
  // Whoever mends the description finds the backup whole: nothing of it was collected.
  ASSERT_OK(Back());
  ASSERT_OK(engine_->GarbageCollect());
  Write("/backup/meta/3", meta);
  ASSERT_OK(OpenEngine());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{1, 3, 4}));
  ExpectRestores(3, 30);
  ASSERT_OK(engine_->DeleteBackup(2));
  EXPECT_TRUE(DamagedIds().empty());
  EXPECT_EQ(Children("/backup/private"), (std::vector<std::string>{"1", "3", "4"}));
}

TEST_F(BackupTest, BackupsOfLaterReleasesAreKeptAndRefused) {
  ASSERT_OK(OpenEngine());
  Fill(0, 10);
  ASSERT_OK(Back());
  const std::string meta = Read("/backup/meta/1");
  Write("/backup/meta/1", "schema_version 3.0\n" + meta);
  ASSERT_OK(OpenEngine());
  EXPECT_EQ(DamagedIds(), std::vector<BackupID>{1});
  EXPECT_TRUE(engine_->VerifyBackup(1).IsNotSupported());
  ASSERT_OK(Back());
  ASSERT_OK(engine_->GarbageCollect());
  Write("/backup/meta/1", meta);
  ASSERT_OK(OpenEngine());
  ExpectRestores(1, 10);
}

TEST_F(BackupTest, OptionsThatDoNotGoTogetherAreRefusedByName) {
  BackupEngineOptions how = EngineOptions();
  Fill(0, 1);
  how.schema_version = 0;
  ASSERT_OK(OpenEngine(how));
  EXPECT_TRUE(Back().IsInvalidArgument());
  how.schema_version = 3;
  ASSERT_OK(OpenEngine(how));
  EXPECT_TRUE(Back().IsNotSupported());
  ASSERT_OK(OpenEngine());
  CreateBackupOptions options;
  options.exclude_files_callback = [](MaybeExcludeBackupFile*, MaybeExcludeBackupFile*) {};
  EXPECT_TRUE(engine_->CreateNewBackup(options, db_.get()).IsInvalidArgument());
  EXPECT_TRUE(engine_->CreateNewBackupWithMetadata(db_.get(), std::string(2 << 20, 'x'))
                  .IsInvalidArgument());
  EXPECT_TRUE(Ids().empty());
}

TEST_F(BackupTest, ReadOnlyEnginesChangeNothing) {
  ASSERT_OK(OpenEngine());
  for (int i = 0; i < 4; ++i) {
    Fill(i, i + 1);
    ASSERT_OK(Back());
  }
  BackupEngineOptions how = EngineOptions();
  BackupEngineReadOnly* raw = nullptr;
  how.max_valid_backups_to_open = 2;
  ASSERT_OK(BackupEngineReadOnly::Open(how, env_.get(), &raw));
  std::unique_ptr<BackupEngineReadOnly> reader(raw);
  std::vector<BackupInfo> infos;
  reader->GetBackupInfo(&infos);
  ASSERT_EQ(infos.size(), 2u);
  EXPECT_EQ(infos[0].backup_id, 3u);
  ASSERT_OK(reader->VerifyBackup(4, true));
  ASSERT_OK(reader->RestoreDBFromLatestBackup("/restored", "/restored"));
  ExpectHolds("/restored", 4);
  how.destroy_old_data = true;
  EXPECT_TRUE(BackupEngineReadOnly::Open(how, env_.get(), &raw).IsInvalidArgument());
  EXPECT_EQ(raw, nullptr);
  BackupEngineOptions nowhere("/nowhere", env_.get());
  EXPECT_NOT_OK(BackupEngineReadOnly::Open(nowhere, env_.get(), &raw));
  EXPECT_NOT_OK(env_->FileExists("/nowhere"));
}

TEST_F(BackupTest, TwoEnginesOnOneDirectoryRespectEachOthersBackups) {
  ASSERT_OK(OpenEngine());
  BackupEngine* raw = nullptr;
  ASSERT_OK(BackupEngine::Open(EngineOptions(), env_.get(), &raw));
  std::unique_ptr<BackupEngine> other(raw);
  Fill(0, 10);
  ASSERT_OK(Back());
  Fill(10, 20);
  ASSERT_OK(other->CreateNewBackup(db_.get()));
  Fill(20, 30);
  ASSERT_OK(Back());
  ASSERT_OK(other->GarbageCollect());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{1, 2, 3}));
  ASSERT_OK(other->DeleteBackup(1));
  ASSERT_OK(Back());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{2, 3, 4}));
  ExpectRestores(2, 20);
  ExpectRestores(3, 30);
}

// The other engine would take the files of the unfinished backup for garbage, and its number.
TEST_F(BackupTest, ASecondEngineWaitsForTheBackupOfTheFirst) {
  BackupEngineOptions how = EngineOptions();
  how.callback_trigger_interval_size = 1;
  ASSERT_OK(OpenEngine(how));
  BackupEngine* raw = nullptr;
  ASSERT_OK(BackupEngine::Open(BackupEngineOptions("/backup/", env_.get()), env_.get(), &raw));
  const std::unique_ptr<BackupEngine> other(raw);
  Fill(0, 10);
  std::atomic<bool> done{false};
  std::thread second;
  const auto begin_second = [&] {
    if (second.joinable()) return;
    second = std::thread([&] {
      EXPECT_OK(other->CreateNewBackup(db_.get()));
      done = true;
    });
    EXPECT_TRUE(test_support::HoldsFor(std::chrono::milliseconds(100), [&] { return !done; }));
  };
  ASSERT_OK(engine_->CreateNewBackup(db_.get(), false, begin_second));
  ASSERT_TRUE(second.joinable());
  second.join();
  ASSERT_OK(OpenEngine());
  EXPECT_EQ(Ids(), (std::vector<BackupID>{1, 2}));
  ExpectRestores(1, 10);
  ExpectRestores(2, 10);
}

TEST_F(BackupTest, WhileABackupIsMadeAnotherEngineReadsTheFinishedOnes) {
  BackupEngineOptions how = EngineOptions();
  how.callback_trigger_interval_size = 1;
  ASSERT_OK(OpenEngine(how));
  Fill(0, 10);
  ASSERT_OK(Back());
  int asked = 0;
  const auto ask = [&] {
    if (asked++ > 0) return;
    BackupEngineReadOnly* raw = nullptr;
    ASSERT_OK(BackupEngineReadOnly::Open(EngineOptions(), env_.get(), &raw));
    const std::unique_ptr<BackupEngineReadOnly> reader(raw);
    BackupInfo info;
    ASSERT_OK(reader->GetLatestBackupInfo(&info));
    EXPECT_EQ(info.backup_id, 1u);
    EXPECT_OK(reader->VerifyBackup(1, true));
    EXPECT_OK(reader->RestoreDBFromLatestBackup("/restored", "/restored"));
  };
  ASSERT_OK(engine_->CreateNewBackup(db_.get(), false, ask));
  EXPECT_GT(asked, 0);
  ExpectHolds("/restored", 10);
}

// Backups of two databases with tables of the same numbers, deletions and garbage collection.
TEST_F(BackupTest, TwoEnginesInTwoThreadsMixNoFilesAndLoseNone) {
  Fill(0, 100);
  DB* raw_db = nullptr;
  ASSERT_OK(DB::Open(options_, "/db2", &raw_db));
  const std::unique_ptr<DB> db2(raw_db);
  for (int i = 0; i < 50; ++i) {
    ASSERT_OK(db2->Put(WriteOptions(), NumberedKey(i), std::to_string(i)));
  }
  ASSERT_OK(db2->Flush(FlushOptions()));
  const int rounds = Scaled(20);
  std::atomic<int> failures{0};
  const auto work = [&](DB* db, const std::string& name) {
    BackupEngine* raw = nullptr;
    if (!BackupEngine::Open(EngineOptions(), env_.get(), &raw).ok()) ++failures;
    const std::unique_ptr<BackupEngine> engine(raw);
    for (int i = 0; i < rounds && engine != nullptr; ++i) {
      if (!engine->CreateNewBackupWithMetadata(db, name).ok()) ++failures;
      if (i % 3 == 1 && !engine->PurgeOldBackups(6).ok()) ++failures;
      if (i % 3 == 2 && !engine->GarbageCollect().ok()) ++failures;
    }
  };
  std::thread second([&] { work(db2.get(), "second"); });
  work(db_.get(), "first");
  second.join();
  EXPECT_EQ(failures, 0);
  ASSERT_OK(OpenEngine());
  EXPECT_TRUE(DamagedIds().empty());
  std::vector<BackupInfo> infos;
  engine_->GetBackupInfo(&infos);
  ASSERT_GE(infos.size(), 6u);
  // No number was given twice.
  EXPECT_EQ(infos.back().backup_id, static_cast<BackupID>(2 * rounds));
  for (const BackupInfo& info : infos) {
    EXPECT_OK(engine_->VerifyBackup(info.backup_id, true));
    ExpectRestores(info.backup_id, info.app_metadata == "first" ? 100 : 50);
  }
}

TEST_F(BackupTest, ReadersAndABackupMayRunSideBySide) {
  ASSERT_OK(OpenEngine());
  Fill(0, 200);
  ASSERT_OK(Back());
  std::atomic<bool> stop{false};
  std::thread reader([&] {
    while (!stop) {
      EXPECT_OK(engine_->VerifyBackup(1, true));
      std::vector<BackupInfo> infos;
      engine_->GetBackupInfo(&infos, true);
      EXPECT_FALSE(infos.empty());
    }
  });
  for (int i = 0; i < Scaled(20); ++i) EXPECT_OK(Back());
  stop = true;
  reader.join();
}

// Each batch writes one number to two places. A backup that mixed moments would have a hole.
TEST_F(BackupTest, TakenWhileWritersRunIsAConsistentPrefix) {
  ASSERT_OK(OpenEngine());
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; !stop; ++i) {
      EXPECT_OK(db_->Put(WriteOptions(), NumberedKey(i), std::to_string(i)));
    }
  });
  const int rounds = Scaled(10);
  for (int i = 0; i < rounds; ++i) EXPECT_OK(engine_->CreateNewBackup(db_.get(), i % 2 == 0));
  stop = true;
  writer.join();
  for (int i = 1; i <= rounds; ++i) {
    ASSERT_OK(engine_->RestoreDBFromBackup(i, "/restored", "/restored"));
    DB* raw = nullptr;
    ASSERT_OK(DB::OpenForReadOnly(options_, "/restored", &raw));
    const uint64_t last = raw->GetLatestSequenceNumber();
    delete raw;
    ExpectHolds("/restored", static_cast<int>(last));
    const std::string meta = Read("/backup/meta/" + std::to_string(i));
    EXPECT_EQ(std::stoull(meta.substr(meta.find('\n') + 1)), last) << i;
  }
}

TEST_F(BackupTest, DumpsEveryOption) {
  struct Collector : Logger {
    using Logger::Logv;
    void Logv(const char* format, va_list ap) override {
      char line[500];
      std::vsnprintf(line, sizeof(line), format, ap);
      text += std::string(line) + "\n";
    }
    std::string text;
  };
  Collector log;
  EngineOptions().Dump(&log);
  EXPECT_NE(log.text.find("               Options.backup_dir: /backup\n"), std::string::npos)
      << log.text;
  EXPECT_NE(log.text.find(" Options.max_background_operations: 1\n"), std::string::npos)
      << log.text;
  BackupStatistics statistics(3, 1);
  statistics.IncrementNumberSuccessBackup();
  EXPECT_EQ(statistics.ToString(), "# success backup: 4, # fail backup: 1");
}

}  // namespace
}  // namespace system_test
