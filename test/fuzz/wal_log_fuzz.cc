// Log files (WAL and MANIFEST framing) from bytes: in every recovery mode, with and without
// checksum verification, compressed and recyclable; and records of the fuzzer's choice written,
// cut, read.
//
// Input: one byte of flags, then either the bytes of a file, or (kWritten) records to write.
#include <vector>

#include "db/log/log_reader.h"
#include "db/log/log_writer.h"
#include "test/fuzz/byte_files.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kWritten = 1;
constexpr uint8_t kRecyclable = 2;
constexpr uint8_t kCompressed = 4;
constexpr uint8_t kOverFormerUse = 8;
constexpr uint64_t kLogNumber = 7;
constexpr WALRecoveryMode kModes[] = {
    WALRecoveryMode::kTolerateCorruptedTailRecords, WALRecoveryMode::kAbsoluteConsistency,
    WALRecoveryMode::kPointInTimeRecovery, WALRecoveryMode::kSkipAnyCorruptedRecords};

struct Complaints : public log::Reader::Reporter {
  void Corruption(size_t, const Status& status) override {
    FUZZ_CHECK(!status.ok(), "a report of nothing");
    count++;
  }
  size_t count = 0;
};

struct Log {
  std::vector<std::string> records;
  size_t complaints = 0;
};

Log ReadLog(const Slice& file, WALRecoveryMode mode, bool checksum) {
  Complaints complaints;
  log::Reader reader(ReaderOf(file), &complaints, checksum, kLogNumber);
  Log result;
  Slice record;
  std::string scratch;
  uint64_t end = 0;
  while (reader.ReadRecord(&record, &scratch, mode)) {
    FUZZ_CHECK(reader.LastRecordOffset() >= end, "records overlap");
    FUZZ_CHECK(reader.LastRecordEnd() > reader.LastRecordOffset(), "a record without bytes");
    end = reader.LastRecordEnd();
    FUZZ_CHECK(end <= file.size(), "a record beyond the end");
    result.records.push_back(record.ToString());
  }
  FUZZ_CHECK(!reader.ReadRecord(&record, &scratch, mode), "records after the end");
  result.complaints = complaints.count;
  return result;
}

bool IsPrefix(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

void ReadBytes(const Slice& file) {
  for (const WALRecoveryMode mode : kModes) {
    ReadLog(file, mode, false);
    ReadLog(file, mode, true);
  }
}

std::string WriteLog(const std::vector<std::string>& records, uint8_t flags, uint64_t number) {
  std::string file;
  log::Writer writer(WriterTo(&file), number, (flags & kRecyclable) != 0, false);
  if ((flags & kCompressed) != 0) FUZZ_OK(writer.EnableCompression(kZSTD));
  for (const std::string& record : records) FUZZ_OK(writer.AddRecord(record));
  FUZZ_OK(writer.Close());
  return file;
}

std::vector<std::string> TakeRecords(Draws* draws) {
  std::vector<std::string> records;
  while (!draws->empty() && records.size() < 64) {
    std::string record = draws->Sized().ToString();
    // Now and then long enough to cross blocks, of bytes that do not compress to nothing.
    const size_t times = size_t{1} << (draws->Byte() % 12);
    const std::string unit = record;
    for (size_t i = 1; i < times && record.size() < 100000; i++) {
      record += unit;
      record.push_back(static_cast<char>(i * 167));
    }
    records.push_back(std::move(record));
  }
  return records;
}

void WriteAndRead(uint8_t flags, Draws draws) {
  const size_t cut_from_end = draws.Below(65536);
  const std::vector<std::string> records = TakeRecords(&draws);
  std::string file = WriteLog(records, flags, kLogNumber);
  const std::string plain = file;
  const bool former = (flags & kOverFormerUse) != 0 && (flags & kRecyclable) != 0;
  std::string before;
  if (former) {  // the file once was a longer log of another number
    std::vector<std::string> older(records.rbegin(), records.rend());
    older.insert(older.end(), records.begin(), records.end());
    before = WriteLog(older, flags, kLogNumber - 1);
    if (before.size() > file.size()) file += before.substr(file.size());
  }
  for (const WALRecoveryMode mode : kModes) {
    const Log log = ReadLog(file, mode, true);
    FUZZ_CHECK(log.records == records,
               "not what was written: " + std::to_string(log.records.size()) + " of " +
                   std::to_string(records.size()));
    FUZZ_CHECK(former || log.complaints == 0, "complaints about a good log");
    const size_t cut = cut_from_end % (plain.size() + 1);
    // What was there before shows behind the cut.
    std::string left = plain.substr(0, plain.size() - cut);
    if (before.size() > left.size()) left += before.substr(left.size());
    const Log torn = ReadLog(left, mode, true);
    FUZZ_CHECK(IsPrefix(torn.records, records), "a cut log gave something new");
  }
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(wal_log) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  if ((flags & kWritten) != 0) {
    WriteAndRead(flags, draws);
  } else {
    ReadBytes(draws.Rest());
  }
}
