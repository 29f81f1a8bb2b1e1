// Tests of the fault-injecting file system: planned failures, and the files after a crash.
#include "env/fault_fs.h"

#include <gtest/gtest.h>

#include "env/file_io.h"
#include "env/mem_fs.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class FaultFs : public testing::Test {
 protected:
  FaultFs() : fs_(std::make_shared<FaultFileSystem>(NewMemFileSystem())) {
    EXPECT_TRUE(fs_->CreateDirIfMissing("/db", kPlain, nullptr).ok());
  }
  std::string Read(const std::string& f) {
    std::string data;
    return ReadFileToString(fs_.get(), f, &data).ok() ? data : "(none)";
  }
  void Write(const std::string& f, const Slice& data, bool sync) {
    ASSERT_TRUE(WriteStringToFile(fs_.get(), data, f, sync).ok());
  }
  void SyncDir() { ASSERT_TRUE(SyncDirectory(fs_.get(), "/db").ok()); }
  void Crash() {
    const Status s = fs_->Crash();
    ASSERT_TRUE(s.ok()) << s.ToString();
  }

  std::shared_ptr<FaultFileSystem> fs_;
};

}  // namespace

TEST_F(FaultFs, TheNthOperationFailsOnceOrFromThenOn) {
  fs_->FailNth(FsOp::kOpenWrite, 2, IOStatus::IOError("once"));
  fs_->FailNth(FsOp::kRename, 1, IOStatus::IOError("always"), true);
  Write("/db/a", "a", true);
  EXPECT_FALSE(WriteStringToFile(fs_.get(), "b", "/db/b").ok());
  Write("/db/b", "b", true);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(fs_->RenameFile("/db/a", "/db/c", kPlain, nullptr).ok());
  }
  fs_->ClearFaults();
  EXPECT_TRUE(fs_->RenameFile("/db/a", "/db/c", kPlain, nullptr).ok());
  EXPECT_EQ(fs_->Injected(), 4u);
}

TEST_F(FaultFs, OnlyMatchingPathsCount) {
  fs_->FailNth(FsOp::kOpenWrite, 1, IOStatus::IOError("x"), true, ".sst");
  Write("/db/1.log", "x", false);
  EXPECT_FALSE(WriteStringToFile(fs_.get(), "b", "/db/1.sst").ok());
}

TEST_F(FaultFs, ACrashTakesUnsyncedBytes) {
  std::unique_ptr<FSWritableFile> file;
  ASSERT_TRUE(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr).ok());
  ASSERT_TRUE(file->Append("synced", kPlain, nullptr).ok());
  ASSERT_TRUE(file->Sync(kPlain, nullptr).ok());
  ASSERT_TRUE(file->Append("lost", kPlain, nullptr).ok());
  SyncDir();
  Crash();
  EXPECT_EQ(Read("/db/f"), "synced");
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
  ASSERT_TRUE(fs_->RenameFile("/db/tmp", "/db/CURRENT", kPlain, nullptr).ok());
  ASSERT_TRUE(fs_->DeleteFile("/db/gone", kPlain, nullptr).ok());
  EXPECT_EQ(Read("/db/CURRENT"), "new");
  Crash();
  EXPECT_EQ(Read("/db/CURRENT"), "old");
  EXPECT_EQ(Read("/db/gone"), "still");
  EXPECT_EQ(Read("/db/tmp"), "(none)");
}

TEST_F(FaultFs, AfterADirectorySyncRenamesStay) {
  Write("/db/CURRENT", "old", true);
  Write("/db/tmp", "new", true);
  ASSERT_TRUE(fs_->RenameFile("/db/tmp", "/db/CURRENT", kPlain, nullptr).ok());
  SyncDir();
  Crash();
  EXPECT_EQ(Read("/db/CURRENT"), "new");
  std::vector<std::string> names;
  ASSERT_TRUE(fs_->target()->GetChildren("/db", kPlain, &names, nullptr).ok());
  EXPECT_EQ(names, std::vector<std::string>{"CURRENT"});  // nothing is kept aside for ever
}

TEST_F(FaultFs, WhileInactiveChangesFailAndReadsGoOn) {
  Write("/db/f", "x", true);
  fs_->SetActive(false);
  EXPECT_FALSE(WriteStringToFile(fs_.get(), "b", "/db/g").ok());
  EXPECT_FALSE(fs_->DeleteFile("/db/f", kPlain, nullptr).ok());
  EXPECT_EQ(Read("/db/f"), "x");
}

TEST_F(FaultFs, ADiskRunsFullAndIsFreedAgain) {
  fs_->SetSpace(10);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_TRUE(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr).ok());
  ASSERT_TRUE(file->Append("12345678", kPlain, nullptr).ok());
  const IOStatus full = file->Append("abcd", kPlain, nullptr);
  EXPECT_TRUE(full.IsNoSpace()) << full.ToString();
  EXPECT_TRUE(full.GetRetryable());
  EXPECT_EQ(Read("/db/f"), "12345678ab");  // what fitted
  uint64_t free = 99;
  ASSERT_TRUE(fs_->GetFreeSpace("/db", kPlain, &free, nullptr).ok());
  EXPECT_EQ(free, 0u);
  fs_->AddSpace(2);
  EXPECT_TRUE(file->Append("cd", kPlain, nullptr).ok());
  ASSERT_TRUE(fs_->DeleteFile("/db/f", kPlain, nullptr).ok());
  ASSERT_TRUE(fs_->GetFreeSpace("/db", kPlain, &free, nullptr).ok());
  EXPECT_EQ(free, 12u);
  Write("/db/g", "12345", false);
  ASSERT_TRUE(fs_->Truncate("/db/g", 1, kPlain, nullptr).ok());
  ASSERT_TRUE(fs_->GetFreeSpace("/db", kPlain, &free, nullptr).ok());
  EXPECT_EQ(free, 11u);
  fs_->UnlimitSpace();
  Write("/db/h", std::string(100, 'h'), false);
}

TEST_F(FaultFs, ReadsFallShortOrBringAWrongBit) {
  Write("/db/f", "0123456789", true);
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_TRUE(fs_->NewRandomAccessFile("/db/f", FileOptions(), &file, nullptr).ok());
  char scratch[10];
  Slice got;
  fs_->DamageNthRead(ReadDamage::kShort, 2);
  ASSERT_TRUE(file->Read(0, 10, kPlain, &got, scratch, nullptr).ok());
  EXPECT_EQ(got, "0123456789");
  ASSERT_TRUE(file->Read(0, 10, kPlain, &got, scratch, nullptr).ok());
  EXPECT_LT(got.size(), 10u);
  EXPECT_TRUE(Slice("0123456789").starts_with(got));
  fs_->DamageNthRead(ReadDamage::kFlipBit, 1);
  ASSERT_TRUE(file->Read(0, 10, kPlain, &got, scratch, nullptr).ok());
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
  ASSERT_TRUE(RandomAccessFileReader::Open(fs_.get(), "/db/f", FileOptions(), &random).ok());
  std::string scratch(2000, '\0');
  Slice got;
  ASSERT_TRUE(random->Read(IOOptions(), 0, 2000, &got, scratch.data()).ok());
  EXPECT_EQ(got, text);
  std::unique_ptr<SequentialFileReader> sequential;
  ASSERT_TRUE(SequentialFileReader::Open(fs_.get(), "/db/f", FileOptions(), &sequential).ok());
  ASSERT_TRUE(sequential->Read(2000, &got, scratch.data()).ok());
  EXPECT_EQ(got, text);
}

TEST_F(FaultFs, ThePowerGoesAfterTheNthChange) {
  fs_->Ignore("/LOG");
  fs_->CutPowerAfter(2);
  Write("/db/LOG", "not counted", false);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_TRUE(fs_->NewWritableFile("/db/f", FileOptions(), &file, nullptr).ok());
  EXPECT_TRUE(fs_->active());
  EXPECT_TRUE(file->Append("last", kPlain, nullptr).ok());
  EXPECT_FALSE(fs_->active());
  EXPECT_FALSE(file->Append("too late", kPlain, nullptr).ok());
  EXPECT_EQ(Read("/db/f"), "last");
  EXPECT_EQ(fs_->OpenFiles(), 1);
  file.reset();
  EXPECT_EQ(fs_->OpenFiles(), 0);
}

TEST_F(FaultFs, ACrashKeepsAsMuchAsItIsTold) {
  const auto prepare = [this] {
    ASSERT_TRUE(fs_->CreateDirIfMissing("/db", kPlain, nullptr).ok());
    for (const char* name : {"/db/a", "/db/b", "/db/c", "/db/d"}) {
      fs_->DeleteFile(name, kPlain, nullptr).PermitUncheckedError();
    }
    SyncDir();
    for (const char* name : {"/db/a", "/db/b", "/db/c", "/db/d"}) Write(name, "0123456789", false);
  };
  prepare();
  PowerCut cut;
  cut.exact = true;
  cut.keep_bytes = cut.keep_entries = 1;
  ASSERT_TRUE(fs_->Crash(cut).ok());
  EXPECT_EQ(Read("/db/d"), "0123456789");
  prepare();
  cut.keep_bytes = cut.keep_entries = 0.5;
  ASSERT_TRUE(fs_->Crash(cut).ok());
  EXPECT_EQ(Read("/db/a"), "01234");
  EXPECT_EQ(Read("/db/b"), "01234");
  EXPECT_EQ(Read("/db/c"), "(none)");  // the oldest entries stay
  prepare();
  cut.keep_bytes = cut.keep_entries = 1;
  cut.zero_tails = true;
  ASSERT_TRUE(fs_->Crash(cut).ok());
  std::string all;
  for (const char* name : {"/db/a", "/db/b", "/db/c", "/db/d"}) all += Read(name);
  EXPECT_EQ(all.size(), 40u);
  EXPECT_NE(all.find('\0'), std::string::npos);
}

TEST(FaultyFileSystem, IsMadeInMemoryOrOverAnother) {
  for (const bool in_memory : {true, false}) {
    const auto fs = NewFaultyFileSystem(in_memory ? nullptr : NewMemFileSystem());
    ASSERT_TRUE(fs->CreateDir("/d", kPlain, nullptr).ok());
    ASSERT_TRUE(WriteStringToFile(fs.get(), "x", "/d/f", true).ok());
    ASSERT_TRUE(fs->Crash(PowerCut()).ok());
    EXPECT_TRUE(fs->FileExists("/d/f", kPlain, nullptr).IsNotFound());
  }
}

}  // namespace ROCKSDB_NAMESPACE
