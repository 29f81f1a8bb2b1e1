// log::Writer: closing, a failing file, and records that wait for a flush.
#include "db/log/log_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace log {
namespace {

TEST(LogWriter, AFailedWriteSticks) {
  std::string bytes;
  StringFile* file = nullptr;
  auto writer = MakeWriter(&bytes, 7, false, &file);
  ASSERT_OK(writer->AddRecord("a"));
  file->fail = true;
  EXPECT_TRUE(writer->AddRecord("b").IsIOError());
  file->fail = false;
  EXPECT_TRUE(writer->AddRecord("c").IsIOError());
  EXPECT_TRUE(writer->Sync(false).IsIOError());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{"a"});
}

constexpr size_t kBuffer = 4096;

// With so small a buffer a record reaches the file in several parts.
std::unique_ptr<Writer> SmallBuffer(std::string* bytes, StringFile** file) {
  auto target = std::make_unique<StringFile>(bytes);
  *file = target.get();
  FileOptions options;
  options.writable_file_max_buffer_size = kBuffer;
  return std::make_unique<Writer>(
      std::make_unique<WritableFileWriter>(std::move(target), "test.log", options, nullptr), 7,
      false, true);
}

TEST(LogWriter, AFailureInTheMiddleOfARecordSticks) {
  std::string bytes;
  StringFile* file = nullptr;
  auto writer = SmallBuffer(&bytes, &file);
  ASSERT_OK(writer->AddRecord("whole"));
  ASSERT_OK(writer->Flush());
  file->fail = true;
  EXPECT_TRUE(writer->AddRecord(Pattern(2 * kBuffer, 1)).IsIOError());
  file->fail = false;
  EXPECT_TRUE(writer->AddRecord("after").IsIOError());
  EXPECT_TRUE(writer->Flush().IsIOError());
  EXPECT_TRUE(writer->Sync(true).IsIOError());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{"whole"});
}

TEST(LogWriter, AFailureToFillABlocksRestSticks) {
  // The second record fills the buffer but for one byte and the block but for three.
  const std::string second = Pattern(kBuffer - kShortHeader - 1, 2);
  const std::string first = Pattern(kBlockBytes - 3 - 2 * kShortHeader - second.size(), 1);
  std::string bytes;
  StringFile* file = nullptr;
  auto writer = SmallBuffer(&bytes, &file);
  ASSERT_OK(writer->AddRecord(first));
  ASSERT_OK(writer->AddRecord(second));
  ASSERT_EQ(bytes.size(), kShortHeader + first.size()) << "the second waits";
  file->fail = true;
  EXPECT_TRUE(writer->AddRecord("third").IsIOError());
  file->fail = false;
  EXPECT_TRUE(writer->AddRecord("fourth").IsIOError());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{first});
}

TEST(LogWriter, AClosedLogTakesNothingMore) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  ASSERT_OK(writer->AddRecord("a"));
  ASSERT_OK(writer->Close());
  const std::string closed = bytes;
  EXPECT_TRUE(writer->AddRecord("b").IsIOError());
  EXPECT_EQ(writer->file(), nullptr);
  EXPECT_EQ(bytes, closed);
}

TEST(LogWriter, ClosingFlushingAndSyncingAClosedLogDoNothing) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  ASSERT_OK(writer->AddRecord("a"));
  ASSERT_OK(writer->Close());
  EXPECT_OK(writer->Close());
  EXPECT_OK(writer->Flush());
  EXPECT_OK(writer->Sync(false));
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{"a"});
}

TEST(LogWriter, WithManualFlushRecordsWaitUntilTheyAreAskedFor) {
  std::string bytes;
  auto file = std::make_unique<WritableFileWriter>(std::make_unique<StringFile>(&bytes), "test.log",
                                                   FileOptions(), nullptr);
  Writer writer(std::move(file), 7, false, true);
  ASSERT_OK(writer.AddRecord("one"));
  EXPECT_EQ(bytes, "");
  ASSERT_OK(writer.Flush());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{"one"});
  ASSERT_OK(writer.AddRecord("two"));
  ASSERT_OK(writer.Sync(false));
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, (std::vector<std::string>{"one", "two"}));
  ASSERT_OK(writer.AddRecord("three"));
  ASSERT_OK(writer.Close());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, (std::vector<std::string>{"one", "two", "three"}));
}

TEST(LogWriter, ACompressionThatLogsCanNotHaveLeavesTheFileAsItIs) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  EXPECT_TRUE(writer->EnableCompression(kLZ4Compression).IsNotSupported());
  EXPECT_OK(writer->EnableCompression(kNoCompression));
  ASSERT_OK(writer->AddRecord("foo"));
  EXPECT_EQ(bytes, Piece(kFullPiece, "foo"));
}

}  // namespace
}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
