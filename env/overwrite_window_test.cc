// Reused files: what is written over them, and what must not go wrong with it.
#include "env/overwrite_window.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>

#include "env/files_fixture.h"
#include "rocksdb/file_system.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ReusedFiles : public TestFiles, public testing::Test {
 protected:
  ReusedFiles() : TestFiles("reused") { Use(FileSystem::Default()); }
  // A file of `length` old bytes, about to be written over under the name "new".
  std::unique_ptr<FSWritableFile> Reuse(size_t length, char filler = 0) {
    const std::string old_name = dir_.File("old");
    Write(old_name, std::string(length, 'o'));
    std::unique_ptr<FSWritableFile> file;
    EXPECT_OK(fs_->ReuseWritableFile(name_, old_name, Filled(filler), &file, nullptr));
    return file;
  }
  static FileOptions Filled(char filler) {
    FileOptions options;
    options.filler_ahead = filler;
    return options;
  }
  std::string Content() { return Read(name_); }

  const std::string name_ = dir_.File("new");
};

// Appends records of all sizes, across pages and windows and the end of the old bytes.
void WriteSome(FSWritableFile* file, size_t until, Random64* random, std::string* written) {
  while (written->size() < until) {
    const size_t largest = random->OneIn(50) ? 900000 : 5000;
    const std::string record(random->Uniform(largest),
                             static_cast<char>('a' + random->Uniform(26)));
    ASSERT_OK(file->Append(record, kPlainIo, nullptr));
    *written += record;
    ASSERT_EQ(file->GetFileSize(kPlainIo, nullptr), written->size());
  }
}

TEST_F(ReusedFiles, HoldWhatWasWrittenThenTheirOldBytesAndGrowPastThem) {
  const uint64_t seed = system_test::TestSeed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random64 random(seed);
  for (const char filler : {'\0', '\5'}) {
    for (const size_t length : {size_t{0}, size_t{100}, size_t{4096}, size_t{3000000}}) {
      auto file = Reuse(length, filler);
      std::string written;
      for (size_t until = 0; until < length + 400000; until += 100000) {
        WriteSome(file.get(), until, &random, &written);
        ASSERT_OK(file->Sync(kPlainIo, nullptr));
        const std::string now = Content();
        ASSERT_TRUE(now.starts_with(written)) << "at " << written.size();
        const std::string behind = now.substr(written.size());
        const size_t old = length > written.size() ? length - written.size() : 0;
        for (size_t i = 0; i < behind.size(); ++i) {
          const bool sound = behind[i] == filler || (i < old && behind[i] == 'o');
          ASSERT_TRUE(sound) << "at " << written.size() + i;
        }
      }
      ASSERT_OK(file->Close(kPlainIo, nullptr));
      EXPECT_TRUE(Content() == written) << "old bytes: " << length;
    }
  }
}

TEST_F(ReusedFiles, NewFilesMayHaveFillerUntilTheyAreClosed) {
  const uint64_t seed = system_test::TestSeed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random64 random(seed);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->NewWritableFile(name_, Filled('\5'), &file, nullptr));
  std::string written;
  for (const size_t until : {1, 5000, 60000, 70000, 600000, 5000000}) {
    WriteSome(file.get(), until, &random, &written);
    const std::string now = Content();
    ASSERT_TRUE(now.starts_with(written)) << "at " << written.size();
    ASSERT_EQ(now.find_first_not_of('\5', written.size()), std::string::npos);
    if (written.size() < 65536) {
      ASSERT_EQ(now.size(), written.size()) << "small files have none";
    }
  }
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_TRUE(Content() == written);
}

TEST_F(ReusedFiles, CanBeCutBehindWhatWasWritten) {
  auto file = Reuse(2000000);
  ASSERT_OK(file->Append("new bytes", kPlainIo, nullptr));
  ASSERT_OK(file->Truncate(9, kPlainIo, nullptr));
  EXPECT_EQ(Content(), "new bytes");
  ASSERT_OK(file->Append(" and more", kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Content(), "new bytes and more");
}

TEST_F(ReusedFiles, KeepEveryByteOfAProcessThatIsKilled) {
  auto file = Reuse(3000000);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (int i = 0; i < 20000; ++i) {
      if (!file->Append("a hundred bytes would be too round", kPlainIo, nullptr).ok()) _exit(1);
    }
    (void)kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  std::string expected;
  for (int i = 0; i < 20000; ++i) expected += "a hundred bytes would be too round";
  EXPECT_TRUE(Content().substr(0, expected.size()) == expected);
  ASSERT_OK(file->Close(kPlainIo, nullptr));
}

TEST_F(ReusedFiles, BeginEmptyWhereThePageCacheHasLostTheirPages) {
  const std::string old_name = dir_.File("old");
  Reuse(3000000)->Close(kPlainIo, nullptr).PermitUncheckedError();
  ASSERT_OK(fs_->RenameFile(name_, old_name, kPlainIo, nullptr));
  const int fd = open(old_name.c_str(), O_RDWR);
  ASSERT_GE(fd, 0);
  EXPECT_TRUE(PagesArePresent(fd, 3000000));
  ASSERT_EQ(fsync(fd), 0);
  // Beside other work the system drops some of them only, or later.
  bool present = true;
  for (int i = 0; i < 100 && present; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_EQ(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
    present = PagesArePresent(fd, 3000000);
  }
  close(fd);
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->ReuseWritableFile(name_, old_name, FileOptions(), &file, nullptr));
  ASSERT_OK(file->Append("new", kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  // A file in memory loses none.
  EXPECT_EQ(Content().size(), present ? 3000000u : 3u);
}

TEST_F(ReusedFiles, AWindowTakesNothingOnceItIsDropped) {
  Reuse(100000)->Close(kPlainIo, nullptr).PermitUncheckedError();
  const int fd = open(name_.c_str(), O_RDWR);
  ASSERT_GE(fd, 0);
  const auto window = OverwriteWindow::Open(fd, 100000, 0);
  // Null: this file system is not one of those on which writes rely on a mapping.
  if (window != nullptr) {
    EXPECT_EQ(window->Write(0, "abc", 3), 3u);
    EXPECT_EQ(window->Write(98302, "abc", 3), 2u) << "24 whole pages";
    EXPECT_EQ(window->Write(10, "abc", 3), 0u) << "the caller writes by itself from then on";
  }
  EXPECT_EQ(OverwriteWindow::Open(fd, 4095, 0), nullptr);
  close(fd);
  EXPECT_EQ(Content().substr(0, 3), window == nullptr ? "ooo" : "abc");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
