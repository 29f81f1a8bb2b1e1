// Tests of the file writer and the readers, buffered and direct.
#include "env/file_io.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <thread>

#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "env/test_dir.h"
#include "test/support/status_assertions.h"
#include "util/perf_context_imp.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string RandomBytes(Random64* random, size_t n) {
  std::string s(n, '\0');
  for (char& c : s) {
    c = static_cast<char>(random->Next());
  }
  return s;
}

enum class How { kBuffered, kDirect, kWrittenBehind };

class FileIo : public testing::TestWithParam<How> {
 protected:
  FileIo() : dir_("file_io"), fs_(FileSystem::Default().get()) {
    options_.use_direct_writes = options_.use_direct_reads = Direct();
  }
  static bool Direct() { return GetParam() != How::kBuffered; }
  std::string Content(const std::string& f) {
    std::string data;
    EXPECT_OK(ReadFileToString(fs_, f, &data));
    return data;
  }

  TestDir dir_;
  FileSystem* const fs_;
  FileOptions options_;
};

}  // namespace

TEST_P(FileIo, AppendsOfAnySizeWithSyncsBetweenGiveTheirConcatenation) {
  const uint64_t seed = 17;
  SCOPED_TRACE(seed);
  Random64 random(seed);
  const std::string f = dir_.File("f");
  std::unique_ptr<WritableFileWriter> writer;
  const IOStatus opened = WritableFileWriter::Create(fs_, f, options_, &writer);
  if (Direct() && !opened.ok()) {
    return;  // a file system without direct I/O
  }
  ASSERT_OK(opened);
  if (GetParam() == How::kWrittenBehind) writer->AllowWriteBehind();
  std::string expected;
  for (int i = 0; i < 60; ++i) {
    const size_t n = random.OneIn(6) ? random.Uniform(3 << 20) : random.Uniform(9000);
    const std::string part = RandomBytes(&random, n);
    ASSERT_OK(writer->Append(part));
    expected += part;
    EXPECT_EQ(writer->FileSize(), expected.size());
    if (random.OneIn(4)) {
      ASSERT_OK(writer->Flush());
      uint64_t size = 0;
      ASSERT_OK(fs_->GetFileSize(f, IOOptions(), &size, nullptr));
      EXPECT_GE(size, expected.size());
    }
    if (random.OneIn(5)) {
      ASSERT_OK(writer->Sync(random.OneIn(2)));
      uint64_t size = 0;
      ASSERT_OK(fs_->GetFileSize(f, IOOptions(), &size, nullptr));
      EXPECT_EQ(size, expected.size());
    }
  }
  ASSERT_OK(writer->Close());
  EXPECT_TRUE(Content(f) == expected);
}

TEST_P(FileIo, ReadsNeedNoAlignment) {
  Random64 random(3);
  const std::string content = RandomBytes(&random, 50000);
  const std::string f = dir_.File("f");
  ASSERT_OK(WriteStringToFile(fs_, content, f));
  std::unique_ptr<RandomAccessFileReader> reader;
  std::unique_ptr<SequentialFileReader> sequential;
  if (Direct() && !RandomAccessFileReader::Open(fs_, f, options_, &reader).ok()) {
    return;  // a file system without direct I/O
  }
  ASSERT_OK(RandomAccessFileReader::Open(fs_, f, options_, &reader));
  std::string scratch(60000, '\0');
  for (int i = 0; i < 300; ++i) {
    const uint64_t offset = random.Uniform(55000);
    const size_t n = random.Uniform(10000);
    Slice result;
    ASSERT_OK(reader->Read(IOOptions(), offset, n, &result, scratch.data()));
    EXPECT_TRUE(result ==
                Slice(offset < content.size() ? content.substr(offset, n) : std::string()));
  }
  ASSERT_OK(SequentialFileReader::Open(fs_, f, options_, &sequential));
  std::string all;
  ASSERT_OK(sequential->Skip(10));
  for (Slice piece;;) {
    ASSERT_OK(sequential->Read(777, &piece, scratch.data()));
    if (piece.empty()) {
      break;
    }
    all.append(piece.data(), piece.size());
  }
  EXPECT_TRUE(all == content.substr(10));
}

INSTANTIATE_TEST_SUITE_P(BufferedAndDirect, FileIo,
                         testing::Values(How::kBuffered, How::kDirect, How::kWrittenBehind));

TEST(WritableFileWriter, CountsBytesAndPreallocationLeavesNoTrace) {
  TestDir dir("prealloc");
  FileSystem* fs = FileSystem::Default().get();
  const std::string f = dir.File("f");
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_OK(WritableFileWriter::Create(fs, f, FileOptions(), &writer));
  writer->file()->SetPreallocationBlockSize(1 << 20);
  const uint64_t before = iostats_context.bytes_written;
  ASSERT_OK(writer->Append(std::string(100000, 'x')));
  ASSERT_OK(writer->Close());
  EXPECT_EQ(iostats_context.bytes_written - before, 100000u);
  uint64_t size = 0;
  ASSERT_OK(fs->GetFileSize(f, IOOptions(), &size, nullptr));
  EXPECT_EQ(size, 100000u);
}

TEST(WritableFileWriter, AllocatesAheadWhatOutgrowsTheBuffer) {
  TestDir dir("ahead");
  FileSystem* fs = FileSystem::Default().get();
  const std::string f = dir.File("f");
  for (const size_t bytes : {100, 3500000}) {
    std::unique_ptr<WritableFileWriter> writer;
    ASSERT_OK(WritableFileWriter::Create(fs, f, FileOptions(), &writer));
    writer->AllocateAhead(1 << 20);
    for (size_t done = 0; done < bytes; done += 100)
      ASSERT_OK(writer->Append(std::string(100, 'x')));
    size_t block = 0, allocated = 0;
    writer->file()->GetPreallocationStatus(&block, &allocated);
    EXPECT_EQ(block, 1u << 20);
    EXPECT_EQ(allocated, bytes == 100 ? 0u : 3u) << "what was written";
    ASSERT_OK(writer->Close());
    struct stat now = {};
    ASSERT_EQ(::stat(f.c_str(), &now), 0);
    EXPECT_EQ(static_cast<size_t>(now.st_size), bytes);
    EXPECT_LE(static_cast<size_t>(now.st_blocks) * 512, bytes + 8192) << "the rest is given back";
  }
}

// Notes what it is asked to write.
class RecordingFile : public FSWritableFileWrapper {
 public:
  RecordingFile(std::unique_ptr<FSWritableFile> file, std::vector<Slice>* writes)
      : FSWritableFileWrapper(file.get()), file_(std::move(file)), writes_(writes) {}
  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* dbg) override {
    writes_->push_back(data);
    return file_->Append(data, options, dbg);
  }

 private:
  const std::unique_ptr<FSWritableFile> file_;
  std::vector<Slice>* const writes_;
};

// Of the file /f.
std::unique_ptr<WritableFileWriter> RecordedWriter(FileSystem* fs, std::vector<Slice>* writes) {
  std::unique_ptr<FSWritableFile> file;
  EXPECT_OK(fs->NewWritableFile("/f", FileOptions(), &file, nullptr));
  return std::make_unique<WritableFileWriter>(
      std::make_unique<RecordingFile>(std::move(file), writes), "/f", FileOptions(), nullptr);
}

TEST(WritableFileWriter, WritesOfALongFileBeginAndEndAtMultiplesOfAPiece) {
  const auto fs = NewMemFileSystem();
  std::vector<Slice> writes;
  const auto writer = RecordedWriter(fs.get(), &writes);
  const uint64_t seed = 5;
  SCOPED_TRACE(seed);
  Random64 random(seed);
  std::string expected;
  for (const size_t n : {3000, 100000, 2500000, 5000, 1 << 20, 700000, 700000, 10}) {
    expected += RandomBytes(&random, n);
    ASSERT_OK(writer->Append(Slice(expected.data() + expected.size() - n, n)));
    if (n == 5000) ASSERT_OK(writer->Flush());
  }
  ASSERT_OK(writer->Close());
  const uint64_t flushed = 3000 + 100000 + 2500000 + 5000;
  uint64_t end = 0;
  for (const Slice& write : writes) {
    end += write.size();
    EXPECT_TRUE(end % (256 << 10) == 0 || end == flushed || end == expected.size()) << end;
  }
  EXPECT_LE(writes.size(), expected.size() / (256 << 10) + 2);
  std::string content;
  ASSERT_OK(ReadFileToString(fs.get(), "/f", &content));
  EXPECT_TRUE(content == expected);
}

TEST(WritableFileWriter, WholePiecesAreWrittenFromWhereTheCallerHasThem) {
  constexpr size_t kPiece = 256 << 10;
  const auto fs = NewMemFileSystem();
  std::vector<Slice> writes;
  const auto writer = RecordedWriter(fs.get(), &writes);
  const std::string first(kPiece, 'a'), second(2 * kPiece + 100, 'b'), third(kPiece, 'c');
  ASSERT_OK(writer->Append(first));
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].data(), first.data());
  ASSERT_OK(writer->Append(second));
  ASSERT_EQ(writes.size(), 3u) << "the rest waits";
  EXPECT_EQ(writes[1].data(), second.data());
  EXPECT_EQ(writes[2].data(), second.data() + kPiece);
  ASSERT_OK(writer->Append(third));
  EXPECT_NE(writes.back().data(), third.data()) << "it does not begin at a piece";
  ASSERT_OK(writer->Close());
  std::string content;
  ASSERT_OK(ReadFileToString(fs.get(), "/f", &content));
  EXPECT_TRUE(content == first + second + third);
}

TEST(WritableFileWriter, AFailedWriteFailsEverythingAfterIt) {
  auto fs = std::make_shared<FaultFileSystem>(NewMemFileSystem());
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_OK(WritableFileWriter::Create(fs.get(), "/f", FileOptions(), &writer));
  fs->FailNth(FsOp::kAppend, 1, IOStatus::NoSpace("full"));
  ASSERT_OK(writer->Append("abc"));  // buffered
  EXPECT_TRUE(writer->Flush().IsNoSpace());
  EXPECT_TRUE(writer->Append("abc").IsNoSpace());
  EXPECT_TRUE(writer->Sync(false).IsNoSpace());
  EXPECT_TRUE(writer->Close().IsNoSpace());
}

TEST(WritableFileWriter, AFailedSyncIsReportedAndNotForgotten) {
  auto fs = std::make_shared<FaultFileSystem>(NewMemFileSystem());
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_OK(WritableFileWriter::Create(fs.get(), "/f", FileOptions(), &writer));
  fs->FailNth(FsOp::kSync, 1, IOStatus::IOError("sync"));
  ASSERT_OK(writer->Append("abc"));
  EXPECT_TRUE(writer->Sync(false).IsIOError());
  EXPECT_TRUE(writer->Sync(false).IsIOError());
}

TEST(WritableFileWriter, ASyncBesideOneThatHasNotEndedDoesNotRelyOnIt) {
  // Runs `during` in its first sync, and counts all.
  struct SyncedFile : FSWritableFileOwnerWrapper {
    using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;
    IOStatus Sync(const IOOptions& o, IODebugContext* d) override {
      if (++syncs == 1) during();
      return FSWritableFileOwnerWrapper::Sync(o, d);
    }
    int syncs = 0;
    std::function<void()> during;
  };
  const auto fs = NewMemFileSystem();
  std::unique_ptr<FSWritableFile> raw;
  ASSERT_OK(fs->NewWritableFile("/f", FileOptions(), &raw, nullptr));
  auto file = std::make_unique<SyncedFile>(std::move(raw));
  SyncedFile* const synced = file.get();
  WritableFileWriter writer(std::move(file), "/f", FileOptions(), nullptr);
  ASSERT_OK(writer.Append("record"));
  ASSERT_OK(writer.Flush());
  synced->during = [&] {
    EXPECT_OK(writer.Sync(false));
    EXPECT_EQ(synced->syncs, 2);
  };
  ASSERT_OK(writer.SyncWithoutFlush(false));
  ASSERT_OK(writer.Sync(false));
  EXPECT_EQ(synced->syncs, 2) << "nothing was written since";
  ASSERT_OK(writer.Close());
}

TEST(WritableFileWriter, SyncWithoutFlushRunsBesideAppends) {
  TestDir dir("sync");
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_TRUE(
      WritableFileWriter::Create(FileSystem::Default().get(), dir.File("f"), FileOptions(), &writer)
          .ok());
  std::thread syncer([&writer] {
    for (int i = 0; i < 20; ++i) {
      EXPECT_OK(writer->SyncWithoutFlush(false));
    }
  });
  for (int i = 0; i < 2000; ++i) {
    ASSERT_OK(writer->Append("some record"));
    ASSERT_OK(writer->Flush());
  }
  syncer.join();
  ASSERT_OK(writer->Close());
  EXPECT_EQ(writer->FileSize(), 2000u * 11);
}

TEST(AlignedBufferPool, BuffersComeBackAndAreAligned) {
  AlignedBufferPool::Get().Trim();
  char* first = nullptr;
  {
    AlignedBuffer buffer(100000);
    EXPECT_EQ(buffer.capacity(), 131072u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 4096, 0u);
    first = buffer.data();
  }
  EXPECT_EQ(AlignedBufferPool::Get().IdleBytes(), 131072u);
  AlignedBuffer again(131072);
  EXPECT_EQ(again.data(), first);
}

TEST(CopyFile, CopiesAPrefixAndRefusesMoreThanThereIs) {
  auto fs = NewMemFileSystem();
  ASSERT_OK(WriteStringToFile(fs.get(), "0123456789", "/a"));
  uint64_t copied = 0;
  ASSERT_OK(CopyFile(fs.get(), "/a", "/b", 4, false, &copied));
  EXPECT_EQ(copied, 4u);
  std::string data;
  ASSERT_OK(ReadFileToString(fs.get(), "/b", &data));
  EXPECT_EQ(data, "0123");
  EXPECT_TRUE(CopyFile(fs.get(), "/a", "/c", 11, false).IsCorruption());
}

}  // namespace ROCKSDB_NAMESPACE
