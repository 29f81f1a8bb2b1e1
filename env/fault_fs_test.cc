// Tests of the fault-injecting file system: planned failures, and what a crash leaves.
#include "env/fault_fs.h"

#include <gtest/gtest.h>

#include "env/file_io.h"
#include "env/mem_fs.h"

namespace ROCKSDB_NAMESPACE {

namespace {

const IOOptions kPlain;

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

}  // namespace ROCKSDB_NAMESPACE
