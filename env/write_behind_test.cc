// Tests of direct writes that another thread does, through WritableFileWriter.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "env/file_io.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"
#include "util/mutex.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr size_t kUnit = 4096;
constexpr size_t kBuffer = size_t{1} << 20;

// What a file was asked for. It outlives the file.
struct Seen {
  std::string content;
  int writes = 0;
  int cuts = 0;
  int syncs = 0;
  std::atomic<bool> in_call{false};
  std::atomic<bool> overlapped{false};  // two calls at once
  std::atomic<bool> closed{false};
  std::atomic<int> failing_write{0};  // the one that fails, from 1

  void Hold() {
    MutexLock lock(&mutex);
    held = true;
  }
  void Release() {
    MutexLock lock(&mutex);
    held = false;
    changed.SignalAll();
  }

  Mutex mutex;
  CondVar changed{&mutex};
  bool held GUARDED_BY(mutex) = false;
};

// Around each call of the file system.
class Call {
 public:
  explicit Call(Seen* seen) : seen_(*seen) {
    if (seen_.in_call.exchange(true)) seen_.overlapped = true;
  }
  ~Call() { seen_.in_call = false; }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  Seen& seen_;
};

class DirectFile final : public FSWritableFile {
 public:
  explicit DirectFile(Seen* seen) : seen_(*seen) {}

  using FSWritableFile::Append;
  using FSWritableFile::PositionedAppend;
  bool use_direct_io() const override { return true; }
  size_t GetRequiredBufferAlignment() const override { return kUnit; }
  IOStatus Append(const Slice&, const IOOptions&, IODebugContext*) override {
    return IOStatus::NotSupported("a direct file");
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions&,
                            IODebugContext*) override {
    const Call call(&seen_);
    {
      MutexLock lock(&seen_.mutex);
      while (seen_.held) seen_.changed.Wait();
    }
    if (++seen_.writes == seen_.failing_write) return IOStatus::IOError("no write");
    EXPECT_EQ(offset % kUnit + data.size() % kUnit, 0u);
    seen_.content.resize(std::max(seen_.content.size(), offset + data.size()));
    seen_.content.replace(offset, data.size(), data.data(), data.size());
    return IOStatus::OK();
  }
  IOStatus Truncate(uint64_t size, const IOOptions&, IODebugContext*) override {
    const Call call(&seen_);
    ++seen_.cuts;
    seen_.content.resize(size);
    return IOStatus::OK();
  }
  IOStatus Flush(const IOOptions&, IODebugContext*) override {
    const Call call(&seen_);
    return IOStatus::OK();
  }
  IOStatus Sync(const IOOptions&, IODebugContext*) override {
    const Call call(&seen_);
    ++seen_.syncs;
    return IOStatus::OK();
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override {
    const Call call(&seen_);
    seen_.closed = true;
    return IOStatus::OK();
  }
  uint64_t GetFileSize(const IOOptions&, IODebugContext*) override { return 0; }

 private:
  Seen& seen_;
};

class WriteBehindTest : public testing::Test {
 protected:
  WriteBehindTest()
      : writer_(std::make_unique<DirectFile>(&seen_), "000007.sst", FileOptions(), nullptr) {
    writer_.AllowWriteBehind();
  }
  ~WriteBehindTest() override {
    seen_.Release();
    writer_.Close().PermitUncheckedError();
    EXPECT_FALSE(seen_.overlapped);
  }
  static std::string Bytes(size_t n, char first) {
    std::string bytes(n, first);
    for (size_t i = 0; i < n; i += kUnit) bytes[i] = static_cast<char>(first + i / kUnit % 20);
    return bytes;
  }

  Seen seen_;
  WritableFileWriter writer_;
};

TEST_F(WriteBehindTest, TheNextBufferFillsWhileOneIsWritten) {
  seen_.Hold();
  const std::string first = Bytes(kBuffer, 'a'), second = Bytes(kBuffer, 'A');
  ASSERT_OK(writer_.Append(first));
  // Its last bytes come to the second buffer, behind which nothing waits yet.
  ASSERT_OK(writer_.Append(second));
  EXPECT_TRUE(test_support::WaitUntil([this] { return seen_.in_call.load(); }))
      << "the first one is written";
  EXPECT_EQ(seen_.content, "");
  seen_.Release();
  ASSERT_OK(writer_.Sync(false));
  EXPECT_TRUE(seen_.content == first + second);
  EXPECT_EQ(seen_.writes, 2);
  EXPECT_EQ(seen_.syncs, 1);
}

TEST_F(WriteBehindTest, WriteBackOnlyStartsAndASyncWaits) {
  seen_.Hold();
  const std::string bytes = Bytes(5 * kUnit, 'a');
  ASSERT_OK(writer_.Append(bytes));
  ASSERT_OK(writer_.StartWriteBack());
  EXPECT_TRUE(test_support::WaitUntil([this] { return seen_.in_call.load(); }));
  EXPECT_EQ(seen_.syncs, 0);
  std::thread release([this] { seen_.Release(); });
  ASSERT_OK(writer_.Sync(false));
  release.join();
  EXPECT_TRUE(seen_.content == bytes);
  EXPECT_EQ(seen_.writes, 1) << "what is on its way is not written again";
}

TEST_F(WriteBehindTest, AFileOfWholeUnitsIsNeverCut) {
  ASSERT_OK(writer_.Append(Bytes(kBuffer + 3 * kUnit, 'a')));
  ASSERT_OK(writer_.StartWriteBack());
  ASSERT_OK(writer_.Sync(false));
  ASSERT_OK(writer_.Close());
  EXPECT_EQ(seen_.cuts, 0);
}

TEST_F(WriteBehindTest, APaddedFileIsCutBeforeItsSync) {
  const std::string bytes = Bytes(kBuffer + 3 * kUnit + 17, 'a');
  ASSERT_OK(writer_.Append(bytes));
  ASSERT_OK(writer_.StartWriteBack());
  ASSERT_OK(writer_.Sync(false));
  EXPECT_TRUE(seen_.content == bytes);
  EXPECT_EQ(seen_.cuts, 1);
}

TEST_F(WriteBehindTest, OldBytesBehindAreCutWithTheSync) {
  seen_.content = std::string(3 * kBuffer, 'o');
  const std::string bytes = Bytes(kBuffer + kUnit, 'a');
  ASSERT_OK(writer_.Append(bytes));
  ASSERT_OK(writer_.CutBehind());
  ASSERT_OK(writer_.StartWriteBack());
  ASSERT_OK(writer_.Sync(false));
  EXPECT_TRUE(seen_.content == bytes);
  EXPECT_EQ(seen_.cuts, 1);
}

TEST_F(WriteBehindTest, AppendsAfterAWriteBackGoOnWhereItsTailBegan) {
  std::string bytes = Bytes(kUnit + 100, 'a');
  ASSERT_OK(writer_.Append(bytes));
  ASSERT_OK(writer_.StartWriteBack());
  const std::string more = Bytes(kBuffer, 'A');
  ASSERT_OK(writer_.Append(more));
  ASSERT_OK(writer_.Append("end"));
  ASSERT_OK(writer_.Sync(false));
  EXPECT_TRUE(seen_.content == bytes + more + "end");
}

TEST_F(WriteBehindTest, AFailureIsFoundLaterAndStays) {
  seen_.failing_write = 1;
  ASSERT_OK(writer_.Append(Bytes(kBuffer, 'a')));
  ASSERT_OK(writer_.Append("starts the write"));
  const IOStatus s = writer_.Flush();
  EXPECT_TRUE(s.IsIOError()) << s.ToString();
  EXPECT_EQ(writer_.Append("more"), s);
  EXPECT_EQ(writer_.StartWriteBack(), s);
  EXPECT_EQ(writer_.CutBehind(), s);
  EXPECT_EQ(writer_.Sync(false), s);
  EXPECT_EQ(writer_.Close(), s);
  EXPECT_EQ(seen_.writes, 1);
  EXPECT_EQ(seen_.syncs, 0);
  EXPECT_TRUE(seen_.closed);
}

TEST_F(WriteBehindTest, ACloseWaitsForTheWriteAndTellsItsFailure) {
  seen_.failing_write = 1;
  seen_.Hold();
  ASSERT_OK(writer_.Append(Bytes(2 * kUnit, 'a')));
  ASSERT_OK(writer_.StartWriteBack());
  std::thread release([this] { seen_.Release(); });
  EXPECT_TRUE(writer_.Close().IsIOError());
  release.join();
  EXPECT_TRUE(seen_.closed);
}

TEST_F(WriteBehindTest, ItsBytesCountForTheThreadThatAppends) {
  const uint64_t before = iostats_context.bytes_written;
  ASSERT_OK(writer_.Append(Bytes(kBuffer + 2 * kUnit, 'a')));
  ASSERT_OK(writer_.Sync(false));
  EXPECT_EQ(iostats_context.bytes_written - before, kBuffer + 2 * kUnit);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
