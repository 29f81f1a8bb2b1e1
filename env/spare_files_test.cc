// Files that wait to be written over: which ones may, and what becomes of them.
#include "env/spare_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "env/file_io.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "env/test_dir.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// On the POSIX file system.
class SpareFilesTest : public testing::Test {
 protected:
  SpareFilesTest() { spares_.SetKept(true); }
  std::string Table(uint64_t number) { return TableFileName(dir_.path(), number); }
  std::string Spare(uint64_t number) { return TempFileName(dir_.path(), number); }
  std::string Make(uint64_t number, size_t bytes) {
    EXPECT_OK(
        WriteStringToFile(fs_.get(), std::string(bytes, 'a' + number % 20), Table(number), true));
    return Table(number);
  }
  bool Park(uint64_t number, uint64_t bytes) {
    return spares_.Park(fs_.get(), Table(number), dir_.path(), number, bytes);
  }
  bool Exists(const std::string& path) { return fs_->FileExists(path, kPlainIo, nullptr).ok(); }
  // A new file of `bytes`, as an output is written. True: over another one.
  bool Write(uint64_t number, size_t bytes, uint64_t expected) {
    std::unique_ptr<FSWritableFile> file;
    bool over = false;
    const FileOptions options;
    EXPECT_OK(
        spares_.Create(fs_.get(), dir_.path(), Table(number), expected, options, &file, &over));
    WritableFileWriter writer(std::move(file), Table(number), options, nullptr);
    EXPECT_OK(writer.Append(std::string(bytes, 'z')));
    if (over) EXPECT_OK(writer.CutBehind());
    EXPECT_OK(writer.Sync(false));
    EXPECT_OK(writer.Close());
    std::string content;
    EXPECT_OK(ReadFileToString(fs_.get(), Table(number), &content));
    EXPECT_EQ(content, std::string(bytes, 'z'));
    return over;
  }

  TestDir dir_{"spare_files"};
  std::shared_ptr<FileSystem> fs_ = FileSystem::Default();
  SpareFiles spares_{100000, FileOptions()};
};

TEST_F(SpareFilesTest, AreWrittenOverAndLeaveNoOldByteBehind) {
  Make(1, 30000);
  ASSERT_TRUE(Park(1, 30000)) << "the test directory is on ext4, XFS or tmpfs";
  EXPECT_FALSE(Exists(Table(1)));
  EXPECT_TRUE(Exists(Spare(1)));
  EXPECT_TRUE(Write(2, 12345, 12345));
  EXPECT_FALSE(Exists(Spare(1)));
  EXPECT_EQ(spares_.bytes(), 0u);
  // Longer than the old one, too; and without a spare a file is made.
  ASSERT_TRUE(Park(2, 12345));
  EXPECT_TRUE(Write(3, 40000, 40000));
  EXPECT_FALSE(Write(4, 10, 10));
}

TEST_F(SpareFilesTest, TheSmallestThatIsLargeEnoughIsTakenOrElseTheLargest) {
  for (const uint64_t number : {1, 2, 3}) {
    Make(number, 10000 * number);
    ASSERT_TRUE(Park(number, 10000 * number));
  }
  EXPECT_TRUE(Write(4, 1, 15000));
  EXPECT_FALSE(Exists(Spare(2)));
  EXPECT_TRUE(Write(5, 1, 99999));
  EXPECT_FALSE(Exists(Spare(3)));
  EXPECT_TRUE(Exists(Spare(1)));
}

TEST_F(SpareFilesTest, OneThatIsTooSmallIsTakenRatherThanOneOfWhichMostWouldBeCutOff) {
  for (const uint64_t number : {1, 2, 3}) {
    Make(number, 10000 * number * number);
    ASSERT_TRUE(Park(number, 1000 * number * number));
  }
  EXPECT_TRUE(Write(4, 1, 5000));
  EXPECT_FALSE(Exists(Spare(2))) << "nothing else is between a third too large and too small";
  EXPECT_TRUE(Write(5, 1, 700));
  EXPECT_FALSE(Exists(Spare(1))) << "all are large enough";
  EXPECT_TRUE(Write(6, 1, 700));
  EXPECT_FALSE(Exists(Spare(3))) << "it is the only one";
}

TEST_F(SpareFilesTest, HaveALimitTogetherAndGoWhenTheyAreWantedNoMore) {
  for (const uint64_t number : {1, 2, 3}) Make(number, 40000);
  EXPECT_TRUE(Park(1, 40000));
  EXPECT_TRUE(Park(2, 40000));
  EXPECT_FALSE(Park(3, 40000));
  EXPECT_TRUE(Exists(Table(3)));
  spares_.DeleteUnlessKept(fs_.get());
  EXPECT_TRUE(Exists(Spare(1)));
  spares_.SetKept(false);
  spares_.DeleteUnlessKept(fs_.get());
  EXPECT_FALSE(Exists(Spare(1)) || Exists(Spare(2)));
  EXPECT_EQ(spares_.bytes(), 0u);
  EXPECT_FALSE(Park(3, 40000));
}

TEST_F(SpareFilesTest, NoNameChangesWhileThatIsForbidden) {
  for (const uint64_t number : {1, 2}) Make(number, 1000);
  ASSERT_TRUE(Park(1, 1000));
  spares_.Forbid(fs_.get());
  spares_.Forbid(fs_.get());
  EXPECT_FALSE(Exists(Spare(1)));
  EXPECT_FALSE(Park(2, 1000));
  spares_.Allow();
  EXPECT_FALSE(Park(2, 1000));
  spares_.Allow();
  EXPECT_TRUE(Park(2, 1000));
}

// Deletes slowly: a deletion waits until the test lets it go on.
class HeldDeletions : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "HeldDeletions"; }
  IOStatus RetireFile(const std::string& from, const std::string& to, const FileOptions& next_use,
                      IODebugContext* dbg) override {
    return target()->RetireFile(from, to, next_use, dbg);
  }
  IOStatus DeleteFile(const std::string& path, const IOOptions& options,
                      IODebugContext* dbg) override {
    deleting = true;
    while (held) std::this_thread::yield();
    return target()->DeleteFile(path, options, dbg);
  }

  std::atomic<bool> held{true};
  std::atomic<bool> deleting{false};
};

TEST_F(SpareFilesTest, ForbiddingWaitsForDeletionsUnderWay) {
  const auto slow = std::make_shared<HeldDeletions>(fs_);
  Make(1, 1000);
  ASSERT_TRUE(spares_.Park(slow.get(), Table(1), dir_.path(), 1, 1000));
  spares_.SetKept(false);
  std::thread dropping([&] { spares_.DeleteUnlessKept(slow.get()); });
  while (!slow->deleting) std::this_thread::yield();
  std::atomic<bool> there{true};
  std::atomic<bool> forbidden{false};
  std::thread copying([&] {
    spares_.Forbid(slow.get());
    there = Exists(Spare(1));
    forbidden = true;
  });
  EXPECT_TRUE(test_support::HoldsFor(std::chrono::milliseconds(20), [&] { return !forbidden; }));
  slow->held = false;
  dropping.join();
  copying.join();
  EXPECT_FALSE(there);
}

TEST_F(SpareFilesTest, AFileWithAnotherNameIsNotTaken) {
  Make(1, 1000);
  ASSERT_OK(fs_->LinkFile(Table(1), dir_.path() + "/link", kPlainIo, nullptr));
  EXPECT_FALSE(Park(1, 1000));
  EXPECT_TRUE(Exists(Table(1)));
}

// Whether memory has lost the file's pages now; a file system in memory never loses one.
bool LosePages(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR);
  EXPECT_EQ(fdatasync(fd), 0);
  const bool lost = test_support::WaitUntil(
      [fd] {
        char byte = 0;
        iovec part = {&byte, 1};
        (void)posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
        return preadv2(fd, &part, 1, 0, RWF_NOWAIT) < 0 && errno == EAGAIN;
      },
      std::chrono::seconds(2));
  close(fd);
  return lost;
}

// A direct write has no old page to read first.
TEST_F(SpareFilesTest, AFileThatMemoryHasLostIsTakenForDirectWritesOnly) {
  constexpr size_t kBytes = 64 << 10;
  const bool lost = LosePages(Make(1, kBytes));
  EXPECT_EQ(Park(1, kBytes), !lost);
  FileOptions direct;
  direct.use_direct_writes = true;
  SpareFiles spares(1 << 20, direct);
  spares.SetKept(true);
  LosePages(Make(2, kBytes));
  EXPECT_TRUE(spares.Park(fs_.get(), Table(2), dir_.path(), 2, kBytes));
  spares.SetKept(false);
  spares.DeleteUnlessKept(fs_.get());
}

TEST_F(SpareFilesTest, AFileThatThisProcessReadsOrMapsIsNotTaken) {
  for (const bool mapped : {false, true}) {
    Make(1, 5000);
    FileOptions options;
    options.use_mmap_reads = mapped;
    std::unique_ptr<FSRandomAccessFile> reader;
    ASSERT_OK(fs_->NewRandomAccessFile(Table(1), options, &reader, nullptr));
    EXPECT_FALSE(Park(1, 5000));
    EXPECT_TRUE(Exists(Table(1)));
    reader.reset();
    EXPECT_TRUE(Park(1, 5000));
    EXPECT_TRUE(Write(1, 5000, 5000));
  }
}

TEST_F(SpareFilesTest, AFileThatAnotherProcessReadsIsNotTaken) {
  Make(1, 5000);
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready) | pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    const int fd = open(Table(1).c_str(), O_RDONLY);
    if (write(ready[1], &byte, 1) != 1 || read(done[0], &byte, 1) != 1) _exit(1);
    _exit(fd >= 0 ? 0 : 1);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_FALSE(Park(1, 5000));
  EXPECT_TRUE(Exists(Table(1)));
  ASSERT_EQ(write(done[1], &byte, 1), 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(Park(1, 5000));
  for (const int fd : {ready[0], ready[1], done[0], done[1]}) close(fd);
}

// Whoever opens a file at the wrong moment breaks the lease, of which the kernel tells this process
// with a signal.
TEST_F(SpareFilesTest, ReadersThatComeAtTheWrongMomentDoNoHarm) {
  std::atomic<bool> stop{false};
  std::thread reader([&] {
    while (!stop.load()) {
      const int fd = open(Table(1).c_str(), O_RDONLY);
      if (fd >= 0) close(fd);
      // Otherwise it may hold the file open at every attempt.
      std::this_thread::sleep_for(std::chrono::microseconds(1));
    }
  });
  int taken = 0;
  for (int i = 0; i < 2000; ++i) {
    Make(1, 100);
    if (!Park(1, 100)) continue;
    ++taken;
    EXPECT_TRUE(Write(2, 10, 10));
  }
  stop.store(true);
  reader.join();
  EXPECT_GT(taken, 0);
}

TEST_F(SpareFilesTest, AMissingFileAndOneThatCannotBeWrittenOverAreNoErrors) {
  EXPECT_FALSE(Park(7, 10));
  EXPECT_EQ(spares_.bytes(), 0u);
  Make(1, 1000);
  ASSERT_TRUE(Park(1, 1000));
  ASSERT_OK(fs_->DeleteFile(Spare(1), kPlainIo, nullptr));
  EXPECT_FALSE(Write(2, 500, 500));
}

#ifdef BUCKETLSM_SYNC_POINTS

// Its open() has found the file and waits for the lease to go.
TEST_F(SpareFilesTest, AFileThatSomebodyIsJustOpeningKeepsItsName) {
  Make(1, 1000);
  std::thread opener;
  std::string content;
  SyncPoints::Get().SetCallback("RetirePosixFile:Leased", [&](void*) {
    opener = std::thread([&] { EXPECT_OK(ReadFileToString(fs_.get(), Table(1), &content)); });
    EXPECT_TRUE(test_support::WaitUntil([] {
      std::ifstream locks("/proc/locks");
      const std::string text{std::istreambuf_iterator<char>(locks), {}};
      return text.find("BREAKING") != std::string::npos;
    }));
  });
  SyncPoints::Get().Enable();
  EXPECT_FALSE(Park(1, 1000));
  SyncPoints::Get().Clear();
  ASSERT_TRUE(opener.joinable());
  opener.join();
  EXPECT_EQ(content, std::string(1000, 'b'));
  EXPECT_TRUE(Exists(Table(1)));
  EXPECT_FALSE(Exists(Spare(1)));
  EXPECT_FALSE(Write(2, 500, 500));
}

// A link opens nothing, so it does not break the lease.
TEST_F(SpareFilesTest, AFileThatSomebodyIsJustLinkingKeepsItsName) {
  Make(1, 1000);
  const std::string link = Table(1) + ".link";
  SyncPoints::Get().SetCallback("RetirePosixFile:Leased", [&](void*) {
    EXPECT_OK(fs_->LinkFile(Table(1), link, kPlainIo, nullptr));
  });
  SyncPoints::Get().Enable();
  EXPECT_FALSE(Park(1, 1000));
  SyncPoints::Get().Clear();
  EXPECT_TRUE(Exists(Table(1)));
  EXPECT_FALSE(Write(2, 500, 500));
  std::string content;
  ASSERT_OK(ReadFileToString(fs_.get(), link, &content));
  EXPECT_EQ(content, std::string(1000, 'b'));
}

#endif

TEST_F(SpareFilesTest, WrappersOfApplicationsHaveNone) {
  class Counting : public FileSystemWrapper {
   public:
    using FileSystemWrapper::FileSystemWrapper;
    const char* Name() const override { return "Counting"; }
  };
  fs_ = std::make_shared<Counting>(fs_);
  Make(1, 1000);
  EXPECT_FALSE(Park(1, 1000));
  EXPECT_TRUE(Exists(Table(1)));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
