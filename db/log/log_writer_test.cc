// log::Writer when it is closed, when its file fails, when it waits for a flush.
#include "db/log/log_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace log {
namespace {

TEST(LogWriter, AFailedWriteSticks) {
  std::string bytes;
  StringFile* file = nullptr;
  auto writer = MakeWriter(&bytes, 7, false, &file);
  ASSERT_TRUE(writer->AddRecord("a").ok());
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
  ASSERT_TRUE(writer->AddRecord("whole").ok());
  ASSERT_TRUE(writer->Flush().ok());
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
  ASSERT_TRUE(writer->AddRecord(first).ok());
  ASSERT_TRUE(writer->AddRecord(second).ok());
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
  ASSERT_TRUE(writer->AddRecord("a").ok());
  ASSERT_TRUE(writer->Close().ok());
  const std::string closed = bytes;
  EXPECT_TRUE(writer->AddRecord("b").IsIOError());
  EXPECT_EQ(writer->file(), nullptr);
  EXPECT_EQ(bytes, closed);
}

TEST(LogWriter, ClosingFlushingAndSyncingAClosedLogDoNothing) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  ASSERT_TRUE(writer->AddRecord("a").ok());
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_TRUE(writer->Close().ok());
  EXPECT_TRUE(writer->Flush().ok());
  EXPECT_TRUE(writer->Sync(false).ok());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{"a"});
}

TEST(LogWriter, WithManualFlushRecordsWaitUntilTheyAreAskedFor) {
  std::string bytes;
  auto file = std::make_unique<WritableFileWriter>(std::make_unique<StringFile>(&bytes), "test.log",
                                                   FileOptions(), nullptr);
  Writer writer(std::move(file), 7, false, true);
  ASSERT_TRUE(writer.AddRecord("one").ok());
  EXPECT_EQ(bytes, "");
  ASSERT_TRUE(writer.Flush().ok());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, std::vector<std::string>{"one"});
  ASSERT_TRUE(writer.AddRecord("two").ok());
  ASSERT_TRUE(writer.Sync(false).ok());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, (std::vector<std::string>{"one", "two"}));
  ASSERT_TRUE(writer.AddRecord("three").ok());
  ASSERT_TRUE(writer.Close().ok());
  EXPECT_EQ(ReadAll(bytes, kAbsolute).records, (std::vector<std::string>{"one", "two", "three"}));
}

TEST(LogWriter, ACompressionThatLogsCanNotHaveLeavesTheFileAsItIs) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  EXPECT_TRUE(writer->EnableCompression(kLZ4Compression).IsNotSupported());
  EXPECT_TRUE(writer->EnableCompression(kNoCompression).ok());
  ASSERT_TRUE(writer->AddRecord("foo").ok());
  EXPECT_EQ(bytes, Piece(kFullPiece, "foo"));
}

}  // namespace
}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
