// Shared by the tests of log files: logs in strings, pieces made by hand. Included by tests only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "db/log/log_reader.h"
#include "db/log/log_writer.h"
#include "test/support/status_assertions.h"
#include "test/support/string_files.h"
#include "util/coding.h"
#include "util/crc32c.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

inline constexpr auto kTolerate = WALRecoveryMode::kTolerateCorruptedTailRecords;
inline constexpr auto kAbsolute = WALRecoveryMode::kAbsoluteConsistency;
inline constexpr auto kPointInTime = WALRecoveryMode::kPointInTimeRecovery;
inline constexpr auto kSkipAny = WALRecoveryMode::kSkipAnyCorruptedRecords;

struct Complaints : public Reader::Reporter {
  void Corruption(size_t n, const Status& status) override {
    bytes += n;
    text += status.ToString() + "\n";
  }
  void OldLogRecord(size_t) override { ++old_records; }
  bool Has(const char* what) const { return text.find(what) != std::string::npos; }

  size_t bytes = 0;
  int old_records = 0;
  std::string text;
};

inline std::unique_ptr<Writer> MakeWriter(std::string* bytes, uint64_t number, bool recycle,
                                          StringFile** file = nullptr) {
  auto target = std::make_unique<StringFile>(bytes);
  if (file != nullptr) *file = target.get();
  auto writer =
      std::make_unique<WritableFileWriter>(std::move(target), "test.log", FileOptions(), nullptr);
  return std::make_unique<Writer>(std::move(writer), number, recycle, false);
}

inline std::unique_ptr<Reader> MakeReader(const std::string* bytes, Complaints* complaints,
                                          uint64_t number = 7) {
  auto source =
      std::make_unique<SequentialFileReader>(std::make_unique<StringSource>(bytes), "test.log");
  return std::make_unique<Reader>(std::move(source), complaints, true, number);
}

struct ReadResult {
  std::vector<std::string> records;
  Complaints complaints;
};

inline ReadResult ReadAll(const std::string& bytes, WALRecoveryMode mode, uint64_t number = 7) {
  ReadResult result;
  auto reader = MakeReader(&bytes, &result.complaints, number);
  Slice record;
  std::string scratch;
  while (reader->ReadRecord(&record, &scratch, mode)) result.records.push_back(record.ToString());
  return result;
}

inline std::string WriteAll(const std::vector<std::string>& records, bool recycle,
                            uint64_t number = 7) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, number, recycle);
  for (const std::string& record : records) EXPECT_OK(writer->AddRecord(record));
  EXPECT_OK(writer->Close());
  return bytes;
}

inline std::string Pattern(size_t n, uint64_t seed) {
  Random64 random(seed);
  std::string s(n, '\0');
  for (char& c : s) c = static_cast<char>(random.Next());
  return s;
}

// A piece made by hand.
inline std::string Piece(uint8_t type, const std::string& payload, uint32_t number = 7) {
  std::string covered(1, static_cast<char>(type));
  if (HasLogNumber(type)) AppendFixed32(&covered, number);
  covered += payload;
  std::string piece;
  AppendFixed32(&piece, crc32c::Mask(crc32c::Value(covered.data(), covered.size())));
  AppendFixed16(&piece, static_cast<uint16_t>(payload.size()));
  return piece + covered;
}

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
