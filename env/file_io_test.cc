// Tests of the file writer and the readers, buffered and direct.
#include "env/file_io.h"

#include <gtest/gtest.h>

#include <thread>

#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "env/test_dir.h"
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

class FileIo : public testing::TestWithParam<bool> {
 protected:
  FileIo() : dir_("file_io"), fs_(FileSystem::Default().get()) {
    options_.use_direct_writes = GetParam();
    options_.use_direct_reads = GetParam();
  }
  std::string Content(const std::string& f) {
    std::string data;
    EXPECT_TRUE(ReadFileToString(fs_, f, &data).ok());
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
  if (GetParam() && !opened.ok()) {
    return;  // a file system without direct I/O
  }
  ASSERT_TRUE(opened.ok()) << opened.ToString();
  std::string expected;
  for (int i = 0; i < 60; ++i) {
    const size_t n = random.OneIn(6) ? random.Uniform(3 << 20) : random.Uniform(9000);
    const std::string part = RandomBytes(&random, n);
    ASSERT_TRUE(writer->Append(part).ok());
    expected += part;
    EXPECT_EQ(writer->FileSize(), expected.size());
    if (random.OneIn(4)) {
      ASSERT_TRUE(writer->Flush().ok());
      uint64_t size = 0;
      ASSERT_TRUE(fs_->GetFileSize(f, IOOptions(), &size, nullptr).ok());
      EXPECT_GE(size, expected.size());
    }
    if (random.OneIn(5)) {
      ASSERT_TRUE(writer->Sync(random.OneIn(2)).ok());
      uint64_t size = 0;
      ASSERT_TRUE(fs_->GetFileSize(f, IOOptions(), &size, nullptr).ok());
      EXPECT_EQ(size, expected.size());
    }
  }
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_TRUE(Content(f) == expected);
}

TEST_P(FileIo, ReadsNeedNoAlignment) {
  Random64 random(3);
  const std::string content = RandomBytes(&random, 50000);
  const std::string f = dir_.File("f");
  ASSERT_TRUE(WriteStringToFile(fs_, content, f).ok());
  std::unique_ptr<RandomAccessFileReader> reader;
  std::unique_ptr<SequentialFileReader> sequential;
  if (GetParam() && !RandomAccessFileReader::Open(fs_, f, options_, &reader).ok()) {
    return;  // a file system without direct I/O
  }
  ASSERT_TRUE(RandomAccessFileReader::Open(fs_, f, options_, &reader).ok());
  std::string scratch(60000, '\0');
  for (int i = 0; i < 300; ++i) {
    const uint64_t offset = random.Uniform(55000);
    const size_t n = random.Uniform(10000);
    Slice result;
    ASSERT_TRUE(reader->Read(IOOptions(), offset, n, &result, scratch.data()).ok());
    EXPECT_TRUE(result ==
                Slice(offset < content.size() ? content.substr(offset, n) : std::string()));
  }
  ASSERT_TRUE(SequentialFileReader::Open(fs_, f, options_, &sequential).ok());
  std::string all;
  ASSERT_TRUE(sequential->Skip(10).ok());
  for (Slice piece;;) {
    ASSERT_TRUE(sequential->Read(777, &piece, scratch.data()).ok());
    if (piece.empty()) {
      break;
    }
    all.append(piece.data(), piece.size());
  }
  EXPECT_TRUE(all == content.substr(10));
}

INSTANTIATE_TEST_SUITE_P(BufferedAndDirect, FileIo, testing::Bool());

TEST(WritableFileWriter, CountsBytesAndPreallocationLeavesNoTrace) {
  TestDir dir("prealloc");
  FileSystem* fs = FileSystem::Default().get();
  const std::string f = dir.File("f");
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_TRUE(WritableFileWriter::Create(fs, f, FileOptions(), &writer).ok());
  writer->file()->SetPreallocationBlockSize(1 << 20);
  const uint64_t before = iostats_context.bytes_written;
  ASSERT_TRUE(writer->Append(std::string(100000, 'x')).ok());
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_EQ(iostats_context.bytes_written - before, 100000u);
  uint64_t size = 0;
  ASSERT_TRUE(fs->GetFileSize(f, IOOptions(), &size, nullptr).ok());
  EXPECT_EQ(size, 100000u);
}

TEST(WritableFileWriter, AFailedWriteFailsEverythingAfterIt) {
  auto fs = std::make_shared<FaultFileSystem>(NewMemFileSystem());
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_TRUE(WritableFileWriter::Create(fs.get(), "/f", FileOptions(), &writer).ok());
  fs->FailNth(FsOp::kAppend, 1, IOStatus::NoSpace("full"));
  ASSERT_TRUE(writer->Append("abc").ok());  // buffered
  EXPECT_TRUE(writer->Flush().IsNoSpace());
  EXPECT_TRUE(writer->Append("abc").IsNoSpace());
  EXPECT_TRUE(writer->Sync(false).IsNoSpace());
  EXPECT_TRUE(writer->Close().IsNoSpace());
}

TEST(WritableFileWriter, AFailedSyncIsReportedAndNotForgotten) {
  auto fs = std::make_shared<FaultFileSystem>(NewMemFileSystem());
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_TRUE(WritableFileWriter::Create(fs.get(), "/f", FileOptions(), &writer).ok());
  fs->FailNth(FsOp::kSync, 1, IOStatus::IOError("sync"));
  ASSERT_TRUE(writer->Append("abc").ok());
  EXPECT_TRUE(writer->Sync(false).IsIOError());
  EXPECT_TRUE(writer->Sync(false).IsIOError());
}

TEST(WritableFileWriter, SyncWithoutFlushRunsBesideAppends) {
  TestDir dir("sync");
  std::unique_ptr<WritableFileWriter> writer;
  ASSERT_TRUE(
      WritableFileWriter::Create(FileSystem::Default().get(), dir.File("f"), FileOptions(), &writer)
          .ok());
  std::thread syncer([&writer] {
    for (int i = 0; i < 20; ++i) {
      EXPECT_TRUE(writer->SyncWithoutFlush(false).ok());
    }
  });
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(writer->Append("some record").ok());
    ASSERT_TRUE(writer->Flush().ok());
  }
  syncer.join();
  ASSERT_TRUE(writer->Close().ok());
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
  ASSERT_TRUE(WriteStringToFile(fs.get(), "0123456789", "/a").ok());
  uint64_t copied = 0;
  ASSERT_TRUE(CopyFile(fs.get(), "/a", "/b", 4, false, &copied).ok());
  EXPECT_EQ(copied, 4u);
  std::string data;
  ASSERT_TRUE(ReadFileToString(fs.get(), "/b", &data).ok());
  EXPECT_EQ(data, "0123");
  EXPECT_TRUE(CopyFile(fs.get(), "/a", "/c", 11, false).IsCorruption());
}

}  // namespace ROCKSDB_NAMESPACE
