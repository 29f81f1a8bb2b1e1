// Tests that the POSIX and the in-memory file system, the latter also behind both adapters, keep
// the same promises.
#include "rocksdb/file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "env/files_fixture.h"
#include "env/legacy_adapters.h"
#include "env/mem_fs.h"
#include "env/posix_error.h"
#include "test/support/status_assertions.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

enum class Kind { kPosix, kMemory, kEnvOverMemory };

class FileSystems : public testing::TestWithParam<Kind>, protected TestFiles {
 protected:
  FileSystems() : TestFiles("fs") {
    switch (GetParam()) {
      case Kind::kPosix:
        Use(FileSystem::Default());
        break;
      case Kind::kMemory:
        Use(NewMemFileSystem());
        break;
      case Kind::kEnvOverMemory:
        env_.reset(NewMemEnv(Env::Default()));
        wrapped_ = std::make_unique<EnvWrapper>(env_.get());
        Use(wrapped_->GetFileSystem());
        break;
    }
  }
  ~FileSystems() override { fs_.reset(); }

  std::unique_ptr<Env> env_;
  std::unique_ptr<Env> wrapped_;
};

}  // namespace

TEST_P(FileSystems, WhatIsWrittenIsRead) {
  const std::string f = dir_.File("a");
  Write(f, "hello");
  EXPECT_EQ(Read(f), "hello");
  uint64_t size = 0;
  EXPECT_OK(fs_->GetFileSize(f, kPlainIo, &size, nullptr));
  EXPECT_EQ(size, 5u);
  Write(f, "x");
  EXPECT_EQ(Read(f), "x");
}

TEST_P(FileSystems, AMissingFileIsPathNotFoundAndNamed) {
  std::unique_ptr<FSRandomAccessFile> file;
  const std::string f = dir_.File("missing");
  const IOStatus s = fs_->NewRandomAccessFile(f, FileOptions(), &file, nullptr);
  EXPECT_TRUE(s.IsPathNotFound());
  EXPECT_EQ(s.ToString(),
            "IO error: No such file or directory: While open a file for random "
            "read: " +
                f + ": No such file or directory");
  EXPECT_TRUE(fs_->FileExists(f, kPlainIo, nullptr).IsNotFound());
}

TEST_P(FileSystems, RandomReadsStopAtTheEnd) {
  const std::string f = dir_.File("a");
  Write(f, "0123456789");
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs_->NewRandomAccessFile(f, FileOptions(), &file, nullptr));
  char scratch[16];
  Slice result;
  ASSERT_OK(file->Read(7, 16, kPlainIo, &result, scratch, nullptr));
  EXPECT_EQ(result, Slice("789"));
  ASSERT_OK(file->Read(20, 4, kPlainIo, &result, scratch, nullptr));
  EXPECT_TRUE(result.empty());
}

TEST_P(FileSystems, ManyReadsGiveWhatSingleReadsGive) {
  const std::string f = dir_.File("a");
  std::string content;
  for (int i = 0; i < 100000; ++i) {
    content.push_back(static_cast<char>(i * 7 + (i >> 8)));
  }
  Write(f, content);
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs_->NewRandomAccessFile(f, FileOptions(), &file, nullptr));
  std::vector<FSReadRequest> reqs(300);
  std::vector<std::string> space(reqs.size(), std::string(500, '\0'));
  for (size_t i = 0; i < reqs.size(); ++i) {
    reqs[i].offset = i * 334;
    reqs[i].len = 500;
    reqs[i].scratch = space[i].data();
  }
  ASSERT_OK(file->MultiRead(reqs.data(), reqs.size(), kPlainIo, nullptr));
  for (const FSReadRequest& req : reqs) {
    ASSERT_OK(req.status);
    EXPECT_EQ(req.result, Slice(content.substr(req.offset, 500)));
  }
}

TEST_P(FileSystems, ReadsSideBySideEndWithTheFile) {
  const std::string f = dir_.File("a");
  std::string content;
  for (int i = 0; i < 10050; ++i) content.push_back(static_cast<char>(i * 7 + (i >> 8)));
  Write(f, content);
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs_->NewRandomAccessFile(f, FileOptions(), &file, nullptr));
  std::vector<FSReadRequest> reqs(103);
  std::string space(reqs.size() * 100, '\0');
  for (size_t i = 0; i < reqs.size(); ++i) {
    reqs[i].offset = i * 100;
    reqs[i].len = 100;
    // Memory that does not lie side by side.
    reqs[i].scratch = space.data() + (i * 17 % reqs.size()) * 100;
  }
  ASSERT_OK(file->MultiRead(reqs.data(), reqs.size(), kPlainIo, nullptr));
  for (const FSReadRequest& req : reqs) {
    ASSERT_OK(req.status);
    const size_t there = req.offset < content.size() ? content.size() - req.offset : 0;
    EXPECT_EQ(req.result, Slice(content.substr(content.size() - there, std::min(there, req.len))));
  }
}

TEST_P(FileSystems, ReopenAppendsAndReuseStartsOverInTheSameFile) {
  const std::string a = dir_.File("a");
  const std::string b = dir_.File("b");
  Write(a, "12345");
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->ReopenWritableFile(a, FileOptions(), &file, nullptr));
  ASSERT_OK(file->Append("67", kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(a), "1234567");
  ASSERT_OK(fs_->ReuseWritableFile(b, a, FileOptions(), &file, nullptr));
  ASSERT_OK(file->Append("xy", kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(b), "xy34567");
  EXPECT_TRUE(fs_->FileExists(a, kPlainIo, nullptr).IsNotFound());
}

TEST_P(FileSystems, RenameReplacesAndLinksShare) {
  Write(dir_.File("a"), "a");
  Write(dir_.File("b"), "b");
  ASSERT_OK(fs_->RenameFile(dir_.File("a"), dir_.File("b"), kPlainIo, nullptr));
  EXPECT_EQ(Read(dir_.File("b")), "a");
  ASSERT_OK(fs_->LinkFile(dir_.File("b"), dir_.File("c"), kPlainIo, nullptr));
  uint64_t links = 0;
  bool same = false;
  ASSERT_OK(fs_->NumFileLinks(dir_.File("b"), kPlainIo, &links, nullptr));
  EXPECT_EQ(links, 2u);
  ASSERT_OK(fs_->AreFilesSame(dir_.File("b"), dir_.File("c"), kPlainIo, &same, nullptr));
  EXPECT_TRUE(same);
  EXPECT_NOT_OK(fs_->RenameFile(dir_.File("x"), dir_.File("y"), kPlainIo, nullptr));
}

TEST_P(FileSystems, ADirectoryIsNeverMovedIntoItself) {
  const std::string dir = dir_.File("d");
  ASSERT_OK(fs_->CreateDir(dir, kPlainIo, nullptr));
  Write(dir + "/f", "bytes");
  EXPECT_OK(fs_->RenameFile(dir, dir, kPlainIo, nullptr));
  EXPECT_EQ(Read(dir + "/f"), "bytes");
  EXPECT_TRUE(fs_->RenameFile(dir, dir + "/sub", kPlainIo, nullptr).IsIOError());
  EXPECT_EQ(Read(dir + "/f"), "bytes");
}

TEST_P(FileSystems, DirectoriesListWhatIsInThem) {
  Write(dir_.File("f"), "");
  ASSERT_OK(fs_->CreateDir(dir_.File("sub"), kPlainIo, nullptr));
  EXPECT_NOT_OK(fs_->CreateDir(dir_.File("sub"), kPlainIo, nullptr));
  EXPECT_OK(fs_->CreateDirIfMissing(dir_.File("sub"), kPlainIo, nullptr));
  Write(dir_.File("sub/g"), "xyz");
  std::vector<std::string> names;
  ASSERT_OK(fs_->GetChildren(dir_.path(), kPlainIo, &names, nullptr));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"f", "sub"}));
  bool is_dir = false;
  ASSERT_OK(fs_->IsDirectory(dir_.File("sub"), kPlainIo, &is_dir, nullptr));
  EXPECT_TRUE(is_dir);
  EXPECT_NOT_OK(fs_->DeleteDir(dir_.File("sub"), kPlainIo, nullptr));
  ASSERT_OK(fs_->DeleteFile(dir_.File("sub/g"), kPlainIo, nullptr));
  EXPECT_OK(fs_->DeleteDir(dir_.File("sub"), kPlainIo, nullptr));
  std::unique_ptr<FSDirectory> dir;
  ASSERT_OK(fs_->NewDirectory(dir_.path(), kPlainIo, &dir, nullptr));
  EXPECT_OK(dir->Fsync(kPlainIo, nullptr));
  const IOStatus s = fs_->GetChildren(dir_.File("none"), kPlainIo, &names, nullptr);
  EXPECT_TRUE(s.IsNotFound()) << s.ToString();
}

TEST_P(FileSystems, ALockIsHeldOnceAndItsErrorNamesTheFile) {
  const std::string f = dir_.File("LOCK");
  FileLock* lock = nullptr;
  FileLock* second = nullptr;
  ASSERT_OK(fs_->LockFile(f, kPlainIo, &lock, nullptr));
  const IOStatus s = fs_->LockFile(f, kPlainIo, &second, nullptr);
  EXPECT_TRUE(s.IsIOError());
  EXPECT_NE(s.ToString().find(f), std::string::npos) << s.ToString();
  EXPECT_EQ(second, nullptr);
  ASSERT_OK(fs_->UnlockFile(lock, kPlainIo, nullptr));
  ASSERT_OK(fs_->LockFile(f, kPlainIo, &lock, nullptr));
  ASSERT_OK(fs_->UnlockFile(lock, kPlainIo, nullptr));
}

TEST_P(FileSystems, EverySpellingOfAPathIsTheSameLock) {
  FileLock* lock = nullptr;
  ASSERT_OK(fs_->CreateDir(dir_.File("sub"), kPlainIo, nullptr));
  ASSERT_OK(fs_->LockFile(dir_.File("LOCK"), kPlainIo, &lock, nullptr));
  for (const char* spelling : {"./LOCK", "/LOCK", "sub/../LOCK", "././/LOCK"}) {
    FileLock* second = nullptr;
    EXPECT_TRUE(fs_->LockFile(dir_.File(spelling), kPlainIo, &second, nullptr).IsIOError())
        << spelling;
    EXPECT_EQ(second, nullptr);
  }
  ASSERT_OK(fs_->UnlockFile(lock, kPlainIo, nullptr));
  ASSERT_OK(fs_->LockFile(dir_.File("sub/../LOCK"), kPlainIo, &lock, nullptr));
  EXPECT_OK(fs_->UnlockFile(lock, kPlainIo, nullptr));
}

TEST_P(FileSystems, ALinkToALockFileIsTheSameLock) {
  FileLock* lock = nullptr;
  FileLock* second = nullptr;
  ASSERT_OK(fs_->LockFile(dir_.File("LOCK"), kPlainIo, &lock, nullptr));
  ASSERT_OK(fs_->LinkFile(dir_.File("LOCK"), dir_.File("link"), kPlainIo, nullptr));
  EXPECT_TRUE(fs_->LockFile(dir_.File("link"), kPlainIo, &second, nullptr).IsIOError());
  EXPECT_OK(fs_->UnlockFile(lock, kPlainIo, nullptr));
}

TEST_P(FileSystems, ALockFileMadeAnewUnderAHeldNameStaysLocked) {
  const std::string f = dir_.File("LOCK");
  FileLock* lock = nullptr;
  FileLock* second = nullptr;
  ASSERT_OK(fs_->LockFile(f, kPlainIo, &lock, nullptr));
  ASSERT_OK(fs_->DeleteFile(f, kPlainIo, nullptr));
  Write(f, "");
  EXPECT_TRUE(fs_->LockFile(f, kPlainIo, &second, nullptr).IsIOError());
  EXPECT_OK(fs_->UnlockFile(lock, kPlainIo, nullptr));
}

TEST_P(FileSystems, DotsInAPathNameNoFileOfTheirOwn) {
  ASSERT_OK(fs_->CreateDir(dir_.File("sub"), kPlainIo, nullptr));
  Write(dir_.File("sub/./a"), "x");
  EXPECT_EQ(Read(dir_.File("sub/../sub//a")), "x");
  std::vector<std::string> names;
  ASSERT_OK(fs_->GetChildren(dir_.File("./sub/."), kPlainIo, &names, nullptr));
  std::erase_if(names, [](const std::string& name) { return name == "." || name == ".."; });
  EXPECT_EQ(names, std::vector<std::string>{"a"});
}

INSTANTIATE_TEST_SUITE_P(All, FileSystems,
                         testing::Values(Kind::kPosix, Kind::kMemory, Kind::kEnvOverMemory));

TEST(PosixError, TextAndKindFollowTheErrno) {
  EXPECT_EQ(PosixError("lock file", "/db/LOCK", EAGAIN).ToString(),
            "IO error: While lock file: /db/LOCK: Resource temporarily unavailable");
  const IOStatus full = PosixError("appending to file", "/f", ENOSPC);
  EXPECT_TRUE(full.IsNoSpace());
  EXPECT_TRUE(full.GetRetryable());
  EXPECT_TRUE(PosixError("fsync", "/f", ESTALE).IsStaleFile());
}

namespace {

// Whether another process finds the file locked.
bool LockedForOthers(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    struct flock range = {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    const int fd = open(path.c_str(), O_RDWR);
    _exit(fd >= 0 && fcntl(fd, F_GETLK, &range) == 0 && range.l_type != F_UNLCK ? 1 : 0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

}  // namespace

TEST(PosixLock, ARefusedSecondLockLeavesTheFirstInForce) {
  TestDir dir("lock");
  FileSystem* fs = FileSystem::Default().get();
  const std::string linked = dir.path() + "-link";
  ASSERT_EQ(symlink(dir.path().c_str(), linked.c_str()), 0);
  FileLock* lock = nullptr;
  ASSERT_OK(fs->LockFile(dir.File("LOCK"), kPlainIo, &lock, nullptr));
  for (const std::string& other : {dir.File("LOCK"), dir.File("./LOCK"), linked + "/LOCK"}) {
    FileLock* second = nullptr;
    const IOStatus s = fs->LockFile(other, kPlainIo, &second, nullptr);
    EXPECT_NE(s.ToString().find("lock hold by current process"), std::string::npos) << other;
    EXPECT_TRUE(LockedForOthers(dir.File("LOCK"))) << other;
  }
  EXPECT_OK(fs->UnlockFile(lock, kPlainIo, nullptr));
  EXPECT_FALSE(LockedForOthers(dir.File("LOCK")));
  EXPECT_EQ(unlink(linked.c_str()), 0);
}

#ifdef BUCKETLSM_SYNC_POINTS
// The second caller sees no file yet; by the time it has opened one, the first has locked it.
TEST(PosixLock, TwoSpellingsThatMakeTheFileAtOnceAreOneLock) {
  TestDir dir("lock");
  FileSystem* fs = FileSystem::Default().get();
  FileLock* lock = nullptr;
  int inner = 0;
  SyncPoints::Get().SetCallback("PosixFileSystem::LockFile:BeforeOpen", [&](void*) {
    if (++inner == 1) {
      EXPECT_OK(fs->LockFile(dir.File("LOCK"), kPlainIo, &lock, nullptr));
    }
  });
  SyncPoints::Get().Enable();
  FileLock* second = nullptr;
  const IOStatus s = fs->LockFile(dir.File("./LOCK"), kPlainIo, &second, nullptr);
  SyncPoints::Get().Clear();
  EXPECT_EQ(inner, 2);
  EXPECT_TRUE(s.IsIOError());
  EXPECT_EQ(second, nullptr);
  EXPECT_TRUE(LockedForOthers(dir.File("LOCK")));
  ASSERT_NE(lock, nullptr);
  EXPECT_OK(fs->UnlockFile(lock, kPlainIo, nullptr));
  ASSERT_OK(fs->LockFile(dir.File("./LOCK"), kPlainIo, &lock, nullptr));
  EXPECT_OK(fs->UnlockFile(lock, kPlainIo, nullptr));
}

// A lock of the kernel belongs to the process, and any close of the file ends it.
TEST(PosixLock, NoThreadTakesALockBeforeItsFileIsClosed) {
  TestDir dir("lock");
  const std::string f = dir.File("LOCK");
  FileSystem* fs = FileSystem::Default().get();
  FileLock* lock = nullptr;
  ASSERT_OK(fs->LockFile(f, kPlainIo, &lock, nullptr));
  int tried = 0;
  SyncPoints::Get().SetCallback("PosixFileSystem::UnlockFile:BeforeClose", [&](void*) {
    FileLock* second = nullptr;
    ++tried;
    EXPECT_TRUE(fs->LockFile(f, kPlainIo, &second, nullptr).IsIOError());
  });
  SyncPoints::Get().Enable();
  EXPECT_OK(fs->UnlockFile(lock, kPlainIo, nullptr));
  SyncPoints::Get().Clear();
  EXPECT_EQ(tried, 1);
  ASSERT_OK(fs->LockFile(f, kPlainIo, &lock, nullptr));
  EXPECT_OK(fs->UnlockFile(lock, kPlainIo, nullptr));
}
#endif

TEST(MappedFile, ReadsComeFromTheMapping) {
  TestDir dir("mmap");
  FileSystem* fs = FileSystem::Default().get();
  ASSERT_OK(WriteStringToFile(fs, "0123456789", dir.File("f")));
  FileOptions options;
  options.use_mmap_reads = true;
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs->NewRandomAccessFile(dir.File("f"), options, &file, nullptr));
  Slice result;
  ASSERT_OK(file->Read(4, 100, kPlainIo, &result, nullptr, nullptr));
  EXPECT_EQ(result, Slice("456789"));
  EXPECT_NOT_OK(file->Read(11, 1, kPlainIo, &result, nullptr, nullptr));
}

}  // namespace ROCKSDB_NAMESPACE
