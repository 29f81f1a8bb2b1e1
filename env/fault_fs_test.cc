// Tests of the fault-injecting file system: planned failures, and the files after a crash.
#include "env/fault_fs.h"

#include <gtest/gtest.h>

#include "env/file_io.h"
#include "env/mem_fs.h"
#include "env/plain_io.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class FaultFs : public testing::Test {
 protected:
  FaultFs() : fs_(std::make_shared<FaultFileSystem>(NewMemFileSystem())) {
    EXPECT_OK(fs_->CreateDirIfMissing("/db", kPlainIo, nullptr));
  }
  std::string Read(const std::string& f) {
    std::string data;
    return ReadFileToString(fs_.get(), f, &data).ok() ? data : "(none)";
  }
  void Write(const std::string& f, const Slice& data, bool sync) {
    ASSERT_OK(WriteStringToFile(fs_.get(), data, f, sync));
  }
  void SyncDir() { ASSERT_OK(SyncDirectory(fs_.get(), "/db")); }
  void Crash() {
    const Status s = fs_->Crash();
    ASSERT_OK(s);
  }

  std::shared_ptr<FaultFileSystem> fs_;
};

}  // namespace

TEST_F(FaultFs, TheNthOperationFailsOnceOrFromThenOn) {
  fs_->FailNth(FsOp::kOpenWrite, 2, IOStatus::IOError("once"));
  fs_->FailNth(FsOp::kRename, 1, IOStatus::IOError("always"), true);
  Write("/db/a", "a", true);
  EXPECT_NOT_OK(WriteStringToFile(fs_.get(), "b", "/db/b"));
  Write("/db/b", "b", true);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NOT_OK(fs_->RenameFile("/db/a", "/db/c", kPlainIo, nullptr));
  }
  fs_->ClearFaults();
  EXPECT_OK(fs_->RenameFile("/db/a", "/db/c", kPlainIo, nullptr));
  EXPECT_EQ(fs_->Injected(), 4u);
}

TEST_F(FaultFs, OnlyMatchingPathsCount) {
  fs_->FailNth(FsOp::kOpenWrite, 1, IOStatus::IOError("x"), true, ".sst");
  Write("/db/1.log", "x", false);
  EXPECT_NOT_OK(WriteStringToFile(fs_.get(), "b", "/db/1.sst"));
}

TEST_F(FaultFs, ACrashTakesUnsyncedBytes) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr));
  ASSERT_OK(file->Append("synced", kPlainIo, nullptr));
  ASSERT_OK(file->Sync(kPlainIo, nullptr));
  ASSERT_OK(file->Append("lost", kPlainIo, nullptr));
  SyncDir();
  Crash();
  EXPECT_EQ(Read("/db/f"), "synced");
}

TEST_F(FaultFs, AFailedSyncIsNotMadeGoodByALaterOne) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr));
  SyncDir();
  ASSERT_OK(file->Append("saved,", kPlainIo, nullptr));
  ASSERT_OK(file->Sync(kPlainIo, nullptr));
  ASSERT_OK(file->Append("lost", kPlainIo, nullptr));
  fs_->FailNth(FsOp::kSync, 1, IOStatus::IOError("once"));
  EXPECT_NOT_OK(file->Sync(kPlainIo, nullptr));
  EXPECT_OK(file->Sync(kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  Crash();
  EXPECT_EQ(Read("/db/f"), "saved,");
}

TEST_F(FaultFs, ACrashBringsBackWhatUnsyncedBytesWereWrittenOver) {
  const std::string old(2000, 'o');
  Write("/db/old", old, true);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->ReuseWritableFile("/db/new", "/db/old", FileOptions(), &file, nullptr));
  SyncDir();
  ASSERT_OK(file->Append(std::string(300, 's'), kPlainIo, nullptr));
  ASSERT_OK(file->Sync(kPlainIo, nullptr));
  ASSERT_OK(file->Append(std::string(900, 'u'), kPlainIo, nullptr));
  file.reset();  // without closing it
  ASSERT_EQ(Read("/db/new").substr(0, 1200), std::string(300, 's') + std::string(900, 'u'));
  Crash();
  EXPECT_EQ(Read("/db/new"), std::string(300, 's') + old.substr(300));
}

TEST_F(FaultFs, ACrashTakesNewFilesOfUnsyncedDirectories) {
  Write("/db/f", "x", true);
  Crash();
  EXPECT_EQ(Read("/db/f"), "(none)");
  Write("/db/f", "x", true);
  SyncDir();
  Crash();
  EXPECT_EQ(Read("/db/f"), "x");
}

TEST_F(FaultFs, ACrashUndoesRenamesAndDeletesNotMadeDurable) {
  Write("/db/CURRENT", "old", true);
  Write("/db/gone", "still", true);
  SyncDir();
  Write("/db/tmp", "new", true);
  ASSERT_OK(fs_->RenameFile("/db/tmp", "/db/CURRENT", kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteFile("/db/gone", kPlainIo, nullptr));
  EXPECT_EQ(Read("/db/CURRENT"), "new");
  Crash();
  EXPECT_EQ(Read("/db/CURRENT"), "old");
  EXPECT_EQ(Read("/db/gone"), "still");
  EXPECT_EQ(Read("/db/tmp"), "(none)");
}

TEST_F(FaultFs, AfterADirectorySyncRenamesStay) {
  Write("/db/CURRENT", "old", true);
  Write("/db/tmp", "new", true);
  ASSERT_OK(fs_->RenameFile("/db/tmp", "/db/CURRENT", kPlainIo, nullptr));
  SyncDir();
  Crash();
  EXPECT_EQ(Read("/db/CURRENT"), "new");
  std::vector<std::string> names;
  ASSERT_OK(fs_->target()->GetChildren("/db", kPlainIo, &names, nullptr));
  EXPECT_EQ(names, std::vector<std::string>{"CURRENT"});  // nothing is kept aside for ever
}

TEST_F(FaultFs, ACrashUndoesARenamedDirectoryWithWhatIsInIt) {
  ASSERT_OK(fs_->CreateDir("/db/d.tmp", kPlainIo, nullptr));
  Write("/db/d.tmp/synced", "x", true);
  ASSERT_OK(SyncDirectory(fs_.get(), "/db/d.tmp"));
  Write("/db/d.tmp/unsynced", "x", false);
  ASSERT_OK(fs_->RenameFile("/db/d.tmp", "/db/d", kPlainIo, nullptr));
  Crash();
  EXPECT_EQ(Read("/db/d.tmp/synced"), "x");
  EXPECT_EQ(Read("/db/d.tmp/unsynced"), "(none)");
  EXPECT_EQ(Read("/db/d/synced"), "(none)");
}

TEST_F(FaultFs, AfterTheSyncOfItsParentARenamedDirectoryStays) {
  ASSERT_OK(fs_->CreateDir("/db/d.tmp", kPlainIo, nullptr));
  Write("/db/d.tmp/f", "x", true);
  ASSERT_OK(SyncDirectory(fs_.get(), "/db/d.tmp"));
  Write("/db/d.tmp/unsynced", "x", false);
  ASSERT_OK(fs_->RenameFile("/db/d.tmp", "/db/d", kPlainIo, nullptr));
  SyncDir();
  Crash();
  EXPECT_EQ(Read("/db/d/f"), "x");
  EXPECT_EQ(Read("/db/d/unsynced"), "(none)");
}

TEST_F(FaultFs, ADirectoryIsDeletedWhenItsFilesAre) {
  ASSERT_OK(fs_->CreateDir("/db/d", kPlainIo, nullptr));
  Write("/db/d/f", "x", true);
  EXPECT_NOT_OK(fs_->DeleteDir("/db/d", kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteFile("/db/d/f", kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteDir("/db/d", kPlainIo, nullptr));
  Crash();
  EXPECT_TRUE(fs_->FileExists("/db/d", kPlainIo, nullptr).IsNotFound());
}

TEST_F(FaultFs, ADirectoryThatWasDeletedBeforeItsRenameWasSyncedStaysDeleted) {
  ASSERT_OK(fs_->CreateDir("/db/d.tmp", kPlainIo, nullptr));
  Write("/db/d.tmp/f", "x", true);
  ASSERT_OK(fs_->RenameFile("/db/d.tmp", "/db/d", kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteFile("/db/d/f", kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteDir("/db/d/", kPlainIo, nullptr));
  Crash();
  EXPECT_TRUE(fs_->FileExists("/db/d", kPlainIo, nullptr).IsNotFound());
  EXPECT_TRUE(fs_->FileExists("/db/d.tmp", kPlainIo, nullptr).IsNotFound());
}

TEST_F(FaultFs, WhileInactiveChangesFailAndReadsGoOn) {
  Write("/db/f", "x", true);
  fs_->SetActive(false);
  EXPECT_NOT_OK(WriteStringToFile(fs_.get(), "b", "/db/g"));
  EXPECT_NOT_OK(fs_->DeleteFile("/db/f", kPlainIo, nullptr));
  EXPECT_EQ(Read("/db/f"), "x");
}

TEST_F(FaultFs, ADiskRunsFullAndIsFreedAgain) {
  fs_->SetSpace(10);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr));
  ASSERT_OK(file->Append("12345678", kPlainIo, nullptr));
  const IOStatus full = file->Append("abcd", kPlainIo, nullptr);
  EXPECT_TRUE(full.IsNoSpace()) << full.ToString();
  EXPECT_TRUE(full.GetRetryable());
  EXPECT_EQ(Read("/db/f"), "12345678ab");  // what fitted
  uint64_t free = 99;
  ASSERT_OK(fs_->GetFreeSpace("/db", kPlainIo, &free, nullptr));
  EXPECT_EQ(free, 0u);
  fs_->AddSpace(2);
  EXPECT_OK(file->Append("cd", kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteFile("/db/f", kPlainIo, nullptr));
  ASSERT_OK(fs_->GetFreeSpace("/db", kPlainIo, &free, nullptr));
  EXPECT_EQ(free, 12u);
  Write("/db/g", "12345", false);
  ASSERT_OK(fs_->Truncate("/db/g", 1, kPlainIo, nullptr));
  ASSERT_OK(fs_->GetFreeSpace("/db", kPlainIo, &free, nullptr));
  EXPECT_EQ(free, 11u);
  fs_->UnlimitSpace();
  Write("/db/h", std::string(100, 'h'), false);
}

TEST_F(FaultFs, ReadsFallShortOrBringAWrongBit) {
  Write("/db/f", "0123456789", true);
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs_->NewRandomAccessFile("/db/f", FileOptions(), &file, nullptr));
  char scratch[10];
  Slice got;
  fs_->DamageNthRead(ReadDamage::kShort, 2);
  ASSERT_OK(file->Read(0, 10, kPlainIo, &got, scratch, nullptr));
  EXPECT_EQ(got, "0123456789");
  ASSERT_OK(file->Read(0, 10, kPlainIo, &got, scratch, nullptr));
  EXPECT_LT(got.size(), 10u);
  EXPECT_TRUE(Slice("0123456789").starts_with(got));
  fs_->DamageNthRead(ReadDamage::kFlipBit, 1);
  ASSERT_OK(file->Read(0, 10, kPlainIo, &got, scratch, nullptr));
  ASSERT_EQ(got.size(), 10u);
  int wrong_bits = 0;
  for (size_t i = 0; i < 10; ++i)
    wrong_bits += __builtin_popcount(static_cast<unsigned>(got[i] ^ ("0123456789"[i])));
  EXPECT_EQ(wrong_bits, 1);
  EXPECT_EQ(Read("/db/f"), "0123456789");
  EXPECT_EQ(fs_->Injected(), 2u);
}

// The engine's file readers continue after a short read.
TEST_F(FaultFs, FileReadersCompleteShortReads) {
  const std::string text(1000, 'x');
  Write("/db/f", text, true);
  fs_->DamageNthRead(ReadDamage::kShort, 1, true);
  std::unique_ptr<RandomAccessFileReader> random;
  ASSERT_OK(RandomAccessFileReader::Open(fs_.get(), "/db/f", FileOptions(), &random));
  std::string scratch(2000, '\0');
  Slice got;
  ASSERT_OK(random->Read(IOOptions(), 0, 2000, &got, scratch.data()));
  EXPECT_EQ(got, text);
  std::unique_ptr<SequentialFileReader> sequential;
  ASSERT_OK(SequentialFileReader::Open(fs_.get(), "/db/f", FileOptions(), &sequential));
  ASSERT_OK(sequential->Read(2000, &got, scratch.data()));
  EXPECT_EQ(got, text);
}

TEST_F(FaultFs, ThePowerGoesAfterTheNthChange) {
  fs_->Ignore("/LOG");
  fs_->CutPowerAfter(2);
  Write("/db/LOG", "not counted", false);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr));
  EXPECT_TRUE(fs_->active());
  EXPECT_OK(file->Append("last", kPlainIo, nullptr));
  EXPECT_FALSE(fs_->active());
  EXPECT_NOT_OK(file->Append("too late", kPlainIo, nullptr));
  EXPECT_EQ(Read("/db/f"), "last");
  EXPECT_EQ(fs_->OpenFiles(), 1);
  file.reset();
  EXPECT_EQ(fs_->OpenFiles(), 0);
}

TEST_F(FaultFs, ACrashKeepsAsMuchAsItIsTold) {
  const auto prepare = [this] {
    ASSERT_OK(fs_->CreateDirIfMissing("/db", kPlainIo, nullptr));
    for (const char* name : {"/db/a", "/db/b", "/db/c", "/db/d"}) {
      fs_->DeleteFile(name, kPlainIo, nullptr).PermitUncheckedError();
    }
    SyncDir();
    for (const char* name : {"/db/a", "/db/b", "/db/c", "/db/d"}) Write(name, "0123456789", false);
  };
  prepare();
  PowerCut cut;
  cut.exact = true;
  cut.keep_bytes = cut.keep_entries = 1;
  ASSERT_OK(fs_->Crash(cut));
  EXPECT_EQ(Read("/db/d"), "0123456789");
  prepare();
  cut.keep_bytes = cut.keep_entries = 0.5;
  ASSERT_OK(fs_->Crash(cut));
  EXPECT_EQ(Read("/db/a"), "01234");
  EXPECT_EQ(Read("/db/b"), "01234");
  EXPECT_EQ(Read("/db/c"), "(none)");  // the oldest entries stay
  prepare();
  cut.keep_bytes = cut.keep_entries = 1;
  cut.zero_tails = true;
  ASSERT_OK(fs_->Crash(cut));
  std::string all;
  for (const char* name : {"/db/a", "/db/b", "/db/c", "/db/d"}) all += Read(name);
  EXPECT_EQ(all.size(), 40u);
  EXPECT_NE(all.find('\0'), std::string::npos);
}

TEST(FaultyFileSystem, IsMadeInMemoryOrOverAnother) {
  for (const bool in_memory : {true, false}) {
    const auto fs = NewFaultyFileSystem(in_memory ? nullptr : NewMemFileSystem());
    ASSERT_OK(fs->CreateDir("/d", kPlainIo, nullptr));
    ASSERT_OK(WriteStringToFile(fs.get(), "x", "/d/f", true));
    ASSERT_OK(fs->Crash(PowerCut()));
    EXPECT_TRUE(fs->FileExists("/d/f", kPlainIo, nullptr).IsNotFound());
  }
}

}  // namespace ROCKSDB_NAMESPACE
