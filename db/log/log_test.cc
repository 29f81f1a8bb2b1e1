// The framing of WAL and MANIFEST files: exact bytes, every way of cutting, every kind of damage.
#include "db/log/log_fixture.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace log {
namespace {

TEST(Log, HasTheBytesThatRocksDbWrites) {
  // Checksums computed by an independent program.
  const std::string plain(
      "\xdd\x5f\xb3\x7a\x03\x00\x01"
      "foo",
      10);
  const std::string recyclable(
      "\xfa\x5e\x62\xe0\x03\x00\x05\x44\x33\x22\x11"
      "foo",
      14);
  EXPECT_EQ(WriteAll({"foo"}, false), plain);
  EXPECT_EQ(WriteAll({"foo"}, true, 0x11223344), recyclable);
  EXPECT_EQ(Piece(kLongFullPiece, "foo", 0x11223344), recyclable);
  EXPECT_EQ(WriteAll({""}, false), Piece(kFullPiece, ""));
}

class LogBothHeaders : public testing::TestWithParam<bool> {
 protected:
  size_t Header() const { return GetParam() ? kLongHeader : kShortHeader; }
};
INSTANTIATE_TEST_SUITE_P(Headers, LogBothHeaders, testing::Bool());

TEST_P(LogBothHeaders, RecordsOfAllSizesComeBack) {
  const std::vector<size_t> sizes = {
      0, 1, 10, kBlockBytes - 30, 0, 5, kBlockBytes, 3 * kBlockBytes + 17, 200000, 0, 1000};
  std::vector<std::string> records;
  for (size_t n : sizes) records.push_back(Pattern(n, n + 1));
  const std::string bytes = WriteAll(records, GetParam());
  for (auto mode : {kTolerate, kAbsolute, kPointInTime, kSkipAny}) {
    const ReadResult got = ReadAll(bytes, mode);
    EXPECT_EQ(got.records, records);
    EXPECT_EQ(got.complaints.text, "");
  }
}

TEST_P(LogBothHeaders, ARecordMayBeginAtEveryOffsetOfABlock) {
  // The length of the first record puts the second at every offset around the end of the block.
  for (size_t rest = 0; rest < 60; ++rest) {
    const std::string first = Pattern(kBlockBytes - Header() - rest, rest);
    const std::string second = Pattern(40 + rest, rest + 1);
    const std::string bytes = WriteAll({first, second, "", "end"}, GetParam());
    const ReadResult got = ReadAll(bytes, kAbsolute);
    EXPECT_EQ(got.records, (std::vector<std::string>{first, second, "", "end"})) << "rest " << rest;
    EXPECT_EQ(got.complaints.text, "") << "rest " << rest;
    // A rest that is too short for a header is zeroes; the next piece begins the next block.
    if (rest < Header()) {
      EXPECT_EQ(bytes.substr(kBlockBytes - rest, rest), std::string(rest, '\0'));
      EXPECT_EQ(bytes.size(), kBlockBytes + 3 * Header() + 43 + rest);
    }
  }
}

TEST_P(LogBothHeaders, AFileCutAnywhereGivesItsWholeRecordsOnly) {
  const std::vector<std::string> records = {Pattern(100, 1), Pattern(kBlockBytes, 2),
                                            Pattern(300, 3)};
  const std::string bytes = WriteAll(records, GetParam());
  std::vector<size_t> ends;  // of each record in the file
  for (size_t n = 1; n <= records.size(); ++n) {
    ends.push_back(WriteAll({records.begin(), records.begin() + n}, GetParam()).size());
  }
  for (size_t cut = 0; cut <= bytes.size(); cut += cut > 200 && cut < bytes.size() - 500 ? 97 : 1) {
    const std::string torn = bytes.substr(0, cut);
    size_t whole = 0;
    while (whole < ends.size() && ends[whole] <= cut) ++whole;
    const std::vector<std::string> expected(records.begin(), records.begin() + whole);
    const bool clean = cut == 0 || (whole > 0 && ends[whole - 1] == cut);
    for (auto mode : {kTolerate, kSkipAny}) {
      const ReadResult got = ReadAll(torn, mode);
      EXPECT_EQ(got.records, expected) << "cut at " << cut;
      EXPECT_EQ(got.complaints.text, "") << "cut at " << cut;
    }
    for (auto mode : {kAbsolute, kPointInTime}) {
      const ReadResult got = ReadAll(torn, mode);
      EXPECT_EQ(got.records, expected) << "cut at " << cut;
      EXPECT_EQ(got.complaints.text.empty(), clean) << "cut at " << cut;
    }
  }
}

TEST_P(LogBothHeaders, EveryChangedByteOfAPieceIsNoticed) {
  const std::vector<std::string> records = {"first", Pattern(50, 1), "third"};
  const std::string bytes = WriteAll(records, GetParam());
  const size_t begin = Header() + records[0].size();
  for (size_t at = begin; at < begin + Header() + records[1].size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const ReadResult got = ReadAll(damaged, kPointInTime);
    ASSERT_EQ(got.records.size(), 1u) << "byte " << at;
    EXPECT_EQ(got.records[0], "first");
    EXPECT_TRUE(!got.complaints.text.empty() || got.complaints.old_records > 0) << "byte " << at;
  }
}

TEST(Log, DamageCostsTheRestOfItsBlockAndNoMore) {
  std::vector<std::string> records;
  for (int i = 0; i < 10; ++i) records.push_back(Pattern(10000, i));
  std::string bytes = WriteAll(records, false);
  bytes[kShortHeader + 5] ^= 1;  // in the first record, so all of the first block is lost
  for (auto mode : {kTolerate, kSkipAny}) {
    const ReadResult got = ReadAll(bytes, mode);
    // Records 0 to 2 lay in the first block; 3 began there.
    EXPECT_EQ(got.records, std::vector<std::string>(records.begin() + 4, records.end()));
    EXPECT_TRUE(got.complaints.Has("checksum mismatch"));
  }
}

TEST(Log, ZerosAfterTheLastRecordAreNotData) {
  const std::string bytes = WriteAll({"a", "b"}, false) + std::string(3 * kBlockBytes, '\0');
  const ReadResult got = ReadAll(bytes, kAbsolute);
  EXPECT_EQ(got.records, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(got.complaints.text, "");
}

TEST(Log, PiecesOutOfOrderAreReported) {
  const std::string first = Piece(kFirstPiece, "fi"), middle = Piece(kMiddlePiece, "mi"),
                    last = Piece(kLastPiece, "la"), full = Piece(kFullPiece, "full");
  ReadResult got = ReadAll(middle + full + last + full, kTolerate);
  EXPECT_EQ(got.records, (std::vector<std::string>{"full", "full"}));
  EXPECT_EQ(got.complaints.bytes, 4u);
  got = ReadAll(first + full + first + first + last, kTolerate);
  EXPECT_EQ(got.records, (std::vector<std::string>{"full", "fila"}));
  EXPECT_TRUE(got.complaints.Has("without its last piece"));
}

TEST(Log, UnknownPiecesAreReportedUnlessMarkedIgnorable) {
  ReadResult got =
      ReadAll(Piece(kPredecessorPiece, "info") + Piece(0x90, "future") +
                  Piece(kTimestampSizesPiece, std::string(6, '\1')) + Piece(kFullPiece, "data"),
              kAbsolute);
  EXPECT_EQ(got.records, std::vector<std::string>{"data"});
  EXPECT_EQ(got.complaints.text, "");
  got = ReadAll(Piece(50, "future") + Piece(kFullPiece, "data"), kTolerate);
  EXPECT_EQ(got.records, std::vector<std::string>{"data"});
  EXPECT_TRUE(got.complaints.Has("unknown type"));
}

TEST(Log, AnUnknownCompressionIsRefusedByName) {
  const std::string none(4, '\0'), lz4("\x04\0\0\0", 4);
  ReadResult got = ReadAll(Piece(kCompressionPiece, none) + Piece(kFullPiece, "data"), kAbsolute);
  EXPECT_EQ(got.records, std::vector<std::string>{"data"});
  got = ReadAll(Piece(kCompressionPiece, lz4) + Piece(kFullPiece, "data"), kAbsolute);
  EXPECT_TRUE(got.records.empty());
  EXPECT_TRUE(got.complaints.Has("wal_compression"));
}

#ifdef ZSTD
TEST_P(LogBothHeaders, CompressedRecordsComeBack) {
  const std::vector<std::string> records = {std::string(100000, 'a'), "", Pattern(70000, 1), "end"};
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, GetParam());
  ASSERT_OK(writer->EnableCompression(kZSTD));
  for (const std::string& record : records) ASSERT_OK(writer->AddRecord(record));
  EXPECT_LT(bytes.size(), 75000u);
  ReadResult got = ReadAll(bytes, kAbsolute);
  EXPECT_EQ(got.records, records);
  EXPECT_EQ(got.complaints.text, "");
  got = ReadAll(bytes.substr(0, bytes.size() - 1), kAbsolute);
  EXPECT_EQ(got.records, std::vector<std::string>(records.begin(), records.end() - 1));
}

TEST(Log, ADamagedFrameIsReportedAndPassedOver) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  ASSERT_OK(writer->EnableCompression(kZSTD));
  ASSERT_OK(writer->AddRecord("good"));
  const ReadResult got = ReadAll(bytes + Piece(kFullPiece, "no frame"), kSkipAny);
  EXPECT_EQ(got.records, std::vector<std::string>{"good"});
  EXPECT_TRUE(got.complaints.Has("wal_compression"));
}
#endif

// ---- Recycled files ----

// `now` written over a file that held `before`.
std::string Recycle(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  const std::string old_bytes = WriteAll(before, true, 6);
  const std::string new_bytes = WriteAll(now, true, 7);
  return old_bytes.size() <= new_bytes.size() ? new_bytes
                                              : new_bytes + old_bytes.substr(new_bytes.size());
}

TEST(RecycledLog, FormerContentsEndTheFile) {
  // Same sizes, so an old piece begins exactly where the new ones end.
  const std::string bytes = Recycle({"aaaa", "bbbb", "cccc"}, {"AAAA", "BBBB"});
  for (auto mode : {kTolerate, kAbsolute, kPointInTime, kSkipAny}) {
    const ReadResult got = ReadAll(bytes, mode);
    EXPECT_EQ(got.records, (std::vector<std::string>{"AAAA", "BBBB"}));
    EXPECT_EQ(got.complaints.text, "");
    EXPECT_GE(got.complaints.old_records, 1);
  }
}

TEST(RecycledLog, FillerEndsTheFileWhereverItBegins) {
  const auto check = [](size_t end) {
    std::string bytes = WriteAll({std::string(end - kLongHeader, 'r')}, true);
    ASSERT_EQ(bytes.size(), end);
    bytes.resize(3 * kBlockBytes + 100, kFiller);
    for (const WALRecoveryMode mode :
         {WALRecoveryMode::kPointInTimeRecovery, WALRecoveryMode::kTolerateCorruptedTailRecords,
          WALRecoveryMode::kAbsoluteConsistency}) {
      const ReadResult got = ReadAll(bytes, mode);
      EXPECT_EQ(got.records.size(), 1u) << end;
      EXPECT_EQ(got.complaints.text, "") << end;
    }
  };
  for (size_t end = kBlockBytes - 1300; end <= kBlockBytes; ++end) check(end);
  for (size_t end = kLongHeader + 1; end < 200; ++end) check(end);
}

TEST(RecycledLog, ATailInsideAnOldPieceIsTheEndUnlessConsistencyIsAsked) {
  const std::string old_record(5000, 'o');
  const std::string bytes = Recycle({old_record, old_record}, {"new"});
  ReadResult got = ReadAll(bytes, kTolerate);
  EXPECT_EQ(got.records, std::vector<std::string>{"new"});
  EXPECT_EQ(got.complaints.text, "");
  got = ReadAll(bytes, kPointInTime);
  EXPECT_EQ(got.records, std::vector<std::string>{"new"});
  EXPECT_NE(got.complaints.text, "");
}

TEST(RecycledLog, OldBytesAreNoLackOfConsistencyWhereverTheyBegin) {
  const std::vector<std::string> before = {Pattern(1700, 1), Pattern(70000, 2), Pattern(5000, 3)};
  const size_t old_bytes = WriteAll(before, true, 6).size();
  const auto check = [&](size_t end) {
    const std::string bytes = Recycle(before, {std::string(end - kLongHeader, 'r')});
    ASSERT_EQ(bytes.size(), old_bytes);
    const ReadResult got = ReadAll(bytes, kAbsolute);
    EXPECT_EQ(got.records.size(), 1u) << end;
    EXPECT_EQ(got.complaints.text, "") << end;
  };
  for (size_t end = kLongHeader; end < 3000; end += 97) check(end);
  for (size_t end = kBlockBytes - 20; end <= kBlockBytes; ++end) check(end);
}

TEST(RecycledLog, ATailInTheLastOldPieceIsNoLackOfConsistency) {
  const std::string old_record = Pattern(500, 1);
  for (size_t end = kLongHeader; end < old_record.size(); ++end) {
    const std::string bytes = Recycle({old_record}, {std::string(end - kLongHeader, 'r')});
    const ReadResult got = ReadAll(bytes, kAbsolute);
    EXPECT_EQ(got.records.size(), 1u) << end;
    EXPECT_EQ(got.complaints.text, "") << end;
  }
}

TEST(RecycledLog, DamageBeforeMoreOfTheLogLacksConsistency) {
  const std::string first = Pattern(100, 1);
  const size_t begin = kLongHeader + first.size();
  for (const size_t second : {size_t{50}, 2 * kBlockBytes}) {  // what follows begins a later block
    const std::string bytes =
        Recycle({Pattern(4 * kBlockBytes, 2)}, {first, Pattern(second, 3), "third"});
    for (size_t at = begin; at < begin + kLongHeader + 20; ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      const ReadResult got = ReadAll(damaged, kAbsolute);
      ASSERT_FALSE(got.records.empty()) << at;
      EXPECT_EQ(got.records[0], first);
      EXPECT_NE(got.complaints.text, "") << at;
    }
  }
}

TEST(RecycledLog, ADamagedLastRecordLacksConsistencyAsFarAsItIsKnownForThisLogs) {
  const std::string first = Pattern(100, 1);
  const std::string bytes = Recycle({Pattern(4 * kBlockBytes, 2)}, {first, Pattern(50, 3)});
  const size_t begin = kLongHeader + first.size();
  for (size_t at = begin; at < begin + kLongHeader + 50; ++at) {
    if (at >= begin + 7 && at < begin + kLongHeader) continue;  // the log's number
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    EXPECT_NE(ReadAll(damaged, kAbsolute).complaints.text, "") << at;
  }
}

TEST(RecycledLog, NeverGivesAnOldRecordAtAnyTear) {
  std::vector<std::string> before, now;
  for (int i = 0; i < 40; ++i) {
    before.push_back("old" + Pattern(1700, i));
    now.push_back("new" + Pattern(900 + 37 * i, 100 + i));
  }
  const std::string old_bytes = WriteAll(before, true, 6);
  const std::string new_bytes = WriteAll(now, true, 7);
  for (size_t cut = 0; cut < new_bytes.size(); cut += 211) {
    std::string bytes = new_bytes.substr(0, cut);
    if (cut < old_bytes.size()) bytes += old_bytes.substr(cut);
    for (auto mode : {kTolerate, kAbsolute, kPointInTime, kSkipAny}) {
      const ReadResult got = ReadAll(bytes, mode);
      ASSERT_LE(got.records.size(), now.size());
      for (size_t i = 0; i < got.records.size(); ++i)
        EXPECT_EQ(got.records[i], now[i]) << "cut " << cut;
    }
  }
}

TEST(Log, RandomDamageNeverYieldsAnUnwrittenRecord) {
  const uint64_t seed = 42;
  SCOPED_TRACE(seed);
  Random64 random(seed);
  std::vector<std::string> records;
  for (int i = 0; i < 60; ++i) records.push_back(Pattern(random.Uniform(4000), i));
  const std::string bytes = WriteAll(records, true);
  const std::vector<std::string> sorted = [&] {
    std::vector<std::string> copy = records;
    std::sort(copy.begin(), copy.end());
    return copy;
  }();
  for (int round = 0; round < 300; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 4; ++i)
      damaged[random.Uniform(damaged.size())] = static_cast<char>(random.Next());
    for (auto mode : {kTolerate, kSkipAny}) {
      for (const std::string& record : ReadAll(damaged, mode).records) {
        EXPECT_TRUE(std::binary_search(sorted.begin(), sorted.end(), record));
      }
    }
  }
}

}  // namespace
}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
