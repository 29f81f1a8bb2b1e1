// log::Reader on failing files and files full of damage, with and without a
// reporter.
#include "db/log/log_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace log {
namespace {

TEST(LogReader, TellsWhereRecordsLie) {
  const std::string large = Pattern(kBlockBytes, 1);
  const std::string bytes = WriteAll({"abc", large, "d"}, false);
  Complaints complaints;
  auto reader = MakeReader(&bytes, &complaints);
  Slice record;
  std::string scratch;
  ASSERT_TRUE(reader->ReadRecord(&record, &scratch));
  EXPECT_EQ(reader->LastRecordOffset(), 0u);
  EXPECT_EQ(reader->LastRecordEnd(), kShortHeader + 3);
  ASSERT_TRUE(reader->ReadRecord(&record, &scratch));
  EXPECT_EQ(reader->LastRecordOffset(), kShortHeader + 3);
  EXPECT_EQ(reader->LastRecordEnd(), 3 * kShortHeader + 3 + large.size());
  ASSERT_TRUE(reader->ReadRecord(&record, &scratch));
  EXPECT_EQ(reader->LastRecordEnd(), bytes.size());
}

TEST(LogReader, AFailedReadIsReportedAfterTheRecordsBeforeIt) {
  const std::string bytes = WriteAll({Pattern(20000, 1), Pattern(20000, 2)}, false);
  auto source = std::make_unique<StringSource>(&bytes);
  source->fail_from = 1;
  Complaints complaints;
  Reader reader(std::make_unique<SequentialFileReader>(std::move(source), "test.log"), &complaints,
                true, 7);
  Slice record;
  std::string scratch;
  ASSERT_TRUE(reader.ReadRecord(&record, &scratch, kTolerate));
  EXPECT_FALSE(reader.ReadRecord(&record, &scratch, kTolerate));
  EXPECT_TRUE(reader.io_status().IsIOError());
  EXPECT_TRUE(complaints.Has("told to fail"));
}

#ifdef ZSTD
TEST(LogReader, StaysAtTheEndAfterACompressionItDoesNotKnow) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  ASSERT_OK(writer->EnableCompression(kZSTD));
  ASSERT_OK(writer->AddRecord("hidden"));
  ASSERT_OK(writer->Close());
  bytes[kShortHeader] = 0x47;
  const uint32_t crc = crc32c::Value(bytes.data() + 6, 5);
  StoreFixed32(bytes.data(), crc32c::Mask(crc));
  Complaints complaints;
  auto reader = MakeReader(&bytes, &complaints);
  Slice record;
  std::string scratch;
  EXPECT_FALSE(reader->ReadRecord(&record, &scratch));
  EXPECT_FALSE(complaints.text.empty());
  EXPECT_FALSE(reader->ReadRecord(&record, &scratch));
}
#endif

TEST(LogReader, ARecordTornAfterAnEmptyFirstPieceIsTold) {
  for (bool recycle : {false, true}) {
    // After the first record its block has space for exactly one header.
    const size_t header = recycle ? kLongHeader : kShortHeader;
    const std::string first = Pattern(kBlockBytes - 2 * header, 1);
    const std::string bytes = WriteAll({first, "second"}, recycle);
    for (const std::string& after : {std::string(), std::string(1000, '\0')}) {
      const std::string torn = bytes.substr(0, kBlockBytes) + after;
      for (auto mode : {kAbsolute, kPointInTime}) {
        const ReadResult got = ReadAll(torn, mode);
        EXPECT_EQ(got.records, std::vector<std::string>{first});
        EXPECT_NE(got.complaints.text, "") << "recycle " << recycle << " zeros " << after.size();
      }
    }
    EXPECT_EQ(ReadAll(bytes.substr(0, kBlockBytes), kTolerate).complaints.text, "");
  }
}

TEST(LogReader, ALogEndsWhereUnwrittenSpaceBegins) {
  for (bool recycle : {false, true}) {
    const std::string whole = WriteAll({"one", "two"}, recycle);
    const std::string end = whole + std::string(2 * kBlockBytes - whole.size(), '\0');
    for (const std::string& behind : {std::string(), whole}) {
      for (auto mode : {kTolerate, kAbsolute, kPointInTime}) {
        const ReadResult got = ReadAll(end + behind, mode);
        EXPECT_EQ(got.records, (std::vector<std::string>{"one", "two"}));
        EXPECT_EQ(got.complaints.text, "");
      }
      EXPECT_EQ(ReadAll(end + behind, kSkipAny).records.size(), behind.empty() ? 2u : 4u);
    }
  }
}

TEST(LogReader, AnEmptyFirstPieceBeforeAnotherBeginningIsNoLoss) {
  const std::string empty = Piece(kFirstPiece, "");
  const ReadResult got = ReadAll(empty + Piece(kFullPiece, "full") + empty +
                                     Piece(kFirstPiece, "fi") + Piece(kLastPiece, "la"),
                                 kAbsolute);
  EXPECT_EQ(got.records, (std::vector<std::string>{"full", "fila"}));
  EXPECT_EQ(got.complaints.text, "");
}

TEST(LogReader, AnEmptyPieceWithoutItsFirstIsToldLikeAnyOther) {
  const ReadResult got = ReadAll(Piece(kFullPiece, "full") + Piece(kLastPiece, ""), kAbsolute);
  EXPECT_EQ(got.records, std::vector<std::string>{"full"});
  EXPECT_TRUE(got.complaints.Has("without its first"));
}

TEST(LogReader, NotesWithALogNumberArePassedOverUnlessTheyAreOfAFormerUse) {
  for (uint8_t note : {kLongTimestampSizesPiece, kLongPredecessorPiece}) {
    const std::string full = Piece(kLongFullPiece, "data");
    ReadResult got = ReadAll(Piece(note, std::string(6, '\1')) + full, kAbsolute);
    EXPECT_EQ(got.records, std::vector<std::string>{"data"}) << int{note};
    EXPECT_EQ(got.complaints.text, "");
    got = ReadAll(full + Piece(note, std::string(6, '\1'), 6) + full, kAbsolute);
    EXPECT_EQ(got.records, std::vector<std::string>{"data"}) << int{note};
    EXPECT_EQ(got.complaints.old_records, 1);
  }
}

TEST(LogReader, ACompressionNoteOfAnotherLengthIsRefused) {
  for (size_t n : {0, 3, 5}) {
    const ReadResult got = ReadAll(
        Piece(kCompressionPiece, std::string(n, '\0')) + Piece(kFullPiece, "data"), kSkipAny);
    EXPECT_TRUE(got.records.empty()) << n;
    EXPECT_TRUE(got.complaints.Has("wal_compression")) << n;
  }
}

TEST(LogReader, WhetherAnybodyListensDoesNotChangeWhatIsRead) {
  const std::string lz4("\x04\0\0\0", 4), zstd("\x07\0\0\0", 4);
  std::string flipped = WriteAll({Pattern(100, 1), Pattern(50000, 2), "end"}, false);
  flipped[50] ^= 1;
  const std::string full = Piece(kFullPiece, "full"), ours = Piece(kLongFullPiece, "ours");
  const std::vector<std::string> files = {
      flipped,
      Piece(kLastPiece, "la") + full + Piece(kFirstPiece, "fi"),
      Piece(50, "future") + full,
      Piece(kCompressionPiece, lz4) + full,
      Piece(kCompressionPiece, zstd) + full,
      ours + Piece(kLongFullPiece, "theirs", 6) + ours,
      full + std::string(100, '\0') + full,
  };
  for (size_t i = 0; i < files.size(); ++i) {
    for (auto mode : {kTolerate, kAbsolute, kPointInTime, kSkipAny}) {
      const ReadResult told = ReadAll(files[i], mode);
      auto reader = MakeReader(&files[i], nullptr);
      std::vector<std::string> records;
      Slice record;
      std::string scratch;
      while (reader->ReadRecord(&record, &scratch, mode)) records.push_back(record.ToString());
      EXPECT_EQ(records, told.records) << "file " << i << " mode " << static_cast<int>(mode);
      EXPECT_OK(reader->io_status());
    }
  }
}

TEST(LogReader, AFailedReadIsKeptWhenNobodyListens) {
  const std::string bytes = WriteAll({"record"}, false);
  auto source = std::make_unique<StringSource>(&bytes);
  source->fail_from = 0;
  Reader reader(std::make_unique<SequentialFileReader>(std::move(source), "test.log"), nullptr,
                true, 7);
  Slice record;
  std::string scratch;
  EXPECT_FALSE(reader.ReadRecord(&record, &scratch));
  EXPECT_TRUE(reader.io_status().IsIOError());
}

}  // namespace
}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
