// Asynchronous reads of the POSIX file system: the file interface, whether the kernel gives rings
// or not.
#include <gtest/gtest.h>

#include <deque>
#include <thread>

#include "env/test_dir.h"
#include "rocksdb/file_system.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

const IOOptions kPlain;

// One read, its memory, and how often it was called back.
struct OneRead {
  FSReadRequest request;
  std::string memory;
  void* handle = nullptr;
  IOHandleDeleter free_handle;
  int calls = 0;
  Status status;
  std::string got;

  ~OneRead() {
    if (handle != nullptr) free_handle(handle);
  }
  void Start(FSRandomAccessFile* file, uint64_t offset, size_t n) {
    memory.resize(n);
    request.offset = offset;
    request.len = n;
    request.scratch = memory.data();
    const auto done = [](FSReadRequest& answer, void* arg) {
      auto* me = static_cast<OneRead*>(arg);
      ++me->calls;
      me->status = answer.status;
      me->got = answer.status.ok() ? answer.result.ToString() : "";
    };
    ASSERT_OK(file->ReadAsync(request, kPlain, done, this, &handle, &free_handle, nullptr));
  }
};

class AsyncReads : public testing::Test {
 protected:
  AsyncReads() : dir_("async_reads"), fs_(FileSystem::Default()) {}
  std::unique_ptr<FSRandomAccessFile> Open(const std::string& path) {
    std::unique_ptr<FSRandomAccessFile> file;
    EXPECT_OK(fs_->NewRandomAccessFile(path, FileOptions(), &file, nullptr));
    return file;
  }
  std::unique_ptr<FSRandomAccessFile> FileOf(const std::string& content) {
    EXPECT_OK(WriteStringToFile(fs_.get(), content, dir_.File("f"), false));
    return Open(dir_.File("f"));
  }
  static std::vector<void*> Handles(const std::deque<OneRead>& reads) {
    std::vector<void*> handles;
    for (const OneRead& read : reads) {
      if (read.handle != nullptr) handles.push_back(read.handle);
    }
    return handles;
  }
  static std::string Numbered(size_t n) {
    std::string s;
    for (size_t i = 0; s.size() < n; ++i) s += std::to_string(i) + ",";
    return s;
  }

  TestDir dir_;
  const std::shared_ptr<FileSystem> fs_;
};

TEST_F(AsyncReads, MoreThanARingHoldsAreEachCalledBackOnceWithTheirBytes) {
  const std::string content = Numbered(100000);
  const auto file = FileOf(content);
  std::deque<OneRead> reads(500);
  for (size_t i = 0; i < reads.size(); ++i) reads[i].Start(file.get(), i * 199, 10 + i);
  auto handles = Handles(reads);
  ASSERT_OK(fs_->Poll(handles, handles.size()));
  ASSERT_OK(fs_->Poll(handles, handles.size()));
  for (size_t i = 0; i < reads.size(); ++i) {
    EXPECT_EQ(reads[i].calls, 1);
    EXPECT_EQ(reads[i].got, content.substr(i * 199, 10 + i));
  }
}

TEST_F(AsyncReads, PollReturnsOnceAsManyAsAskedForAreDone) {
  const auto file = FileOf("0123456789");
  std::deque<OneRead> reads(3);
  for (size_t i = 0; i < reads.size(); ++i) reads[i].Start(file.get(), i, 2);
  auto handles = Handles(reads);
  const size_t at_once = reads.size() - handles.size();
  ASSERT_OK(fs_->Poll(handles, std::min<size_t>(1, handles.size())));
  const auto called = [&reads] {
    size_t n = 0;
    for (const OneRead& read : reads) n += static_cast<size_t>(read.calls);
    return n;
  };
  EXPECT_GE(called(), std::min<size_t>(reads.size(), at_once + 1));
  ASSERT_OK(fs_->Poll(handles, handles.size()));
  EXPECT_EQ(called(), reads.size());
}

TEST_F(AsyncReads, AnAbortedReadIsCalledBackAndItsMemoryIsFree) {
  const auto file = FileOf(Numbered(1 << 20));
  for (int round = 0; round < 50; ++round) {
    OneRead read;
    read.Start(file.get(), 4096, 500000);
    std::vector<void*> handles;
    if (read.handle != nullptr) handles.push_back(read.handle);
    ASSERT_OK(fs_->AbortIO(handles));
    EXPECT_EQ(read.calls, 1);
    EXPECT_TRUE(read.status.ok() || read.status.IsAborted()) << read.status.ToString();
  }
}

TEST_F(AsyncReads, AnotherThreadMayPollWhatAThreadBeganThatHasEnded) {
  const std::string content = Numbered(200000);
  const auto file = FileOf(content);
  std::deque<OneRead> reads(20);
  std::thread([&] {
    for (size_t i = 0; i < reads.size(); ++i) reads[i].Start(file.get(), i * 9000, 9000);
  }).join();
  auto handles = Handles(reads);
  ASSERT_OK(fs_->Poll(handles, handles.size()));
  for (size_t i = 0; i < reads.size(); ++i) EXPECT_EQ(reads[i].got, content.substr(i * 9000, 9000));
}

TEST_F(AsyncReads, OnlyTheEndOfTheFileMakesAReadShort) {
  const auto file = FileOf("0123456789");
  std::deque<OneRead> reads(2);
  reads[0].Start(file.get(), 7, 100);
  reads[1].Start(file.get(), 50, 100);
  auto handles = Handles(reads);
  ASSERT_OK(fs_->Poll(handles, handles.size()));
  EXPECT_EQ(reads[0].got, "789");
  EXPECT_OK(reads[1].status);
  EXPECT_EQ(reads[1].got, "");
}

TEST_F(AsyncReads, AFailureNamesTheFile) {
  const auto directory = Open(dir_.path());
  OneRead read;
  read.Start(directory.get(), 0, 10);
  std::vector<void*> handles;
  if (read.handle != nullptr) handles.push_back(read.handle);
  ASSERT_OK(fs_->Poll(handles, handles.size()));
  EXPECT_TRUE(read.status.IsIOError());
  EXPECT_NE(read.status.ToString().find(dir_.path()), std::string::npos);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
