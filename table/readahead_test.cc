// Windows of a walk forward or backward, and those that are read while the one before them is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "env/test_dir.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "table/readahead.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ReadaheadTest : public testing::TestWithParam<bool> {
 protected:
  ReadaheadTest()
      : dir_("async_readahead"), stats_(CreateDBStatistics()), random_(system_test::TestSeed()) {
    for (size_t i = 0; i < (3u << 20) + 777; ++i) content_ += static_cast<char>(random_());
    EXPECT_OK(WriteStringToFile(FileSystem::Default().get(), content_, dir_.File("f"), false));
  }
  // Null where the file system has no direct I/O.
  std::unique_ptr<RandomAccessFileReader> Open(FileSystem* fs) {
    FileOptions options;
    options.use_direct_reads = GetParam();
    std::unique_ptr<RandomAccessFileReader> file;
    const IOStatus s =
        RandomAccessFileReader::Open(fs, dir_.File("f"), options, &file, nullptr, stats_.get());
    EXPECT_TRUE(s.ok() || GetParam()) << s.ToString();
    return file;
  }
  // One block; what the window does not have is read beside it.
  void ReadOne(Readahead* ahead, const RandomAccessFileReader& file, uint64_t offset, size_t n) {
    Slice bytes;
    Status s;
    if (!ahead->Read(file, IOOptions(), offset, n, &bytes, &s)) return;
    ASSERT_OK(s);
    ASSERT_TRUE(bytes == Slice(content_).ToString().substr(offset, n))
        << offset << " " << n << " " << bytes.size();
  }
  // Mostly forward, sometimes elsewhere.
  void Walk(const ReadaheadPolicy& policy, const RandomAccessFileReader& file, size_t largest) {
    Readahead ahead(policy);
    if (random_() % 2 == 0) ahead.SetLimit(content_.size() - 1000);
    uint64_t at = 0;
    for (int i = 0; i < 300; ++i) {
      if (random_() % 40 == 0) at = random_() % content_.size();
      if (random_() % 20 == 0) at += random_() % 5000;
      if (at >= content_.size()) at = random_() % content_.size();
      const size_t n = 1 + random_() % largest;
      ReadOne(&ahead, file, at, n);
      at += n;
      if (at >= content_.size()) at = random_() % content_.size();
    }
  }

  TestDir dir_;
  const std::shared_ptr<Statistics> stats_;
  std::mt19937_64 random_;
  std::string content_;
};

ReadaheadPolicy Policy(size_t fixed) {
  ReadaheadPolicy policy;
  policy.fixed = fixed;
  policy.initial = 8 << 10;
  policy.largest = 256 << 10;
  policy.asynchronous = true;
  return policy;
}

TEST_P(ReadaheadTest, GivesTheBytesOfTheFileWhereverTheyAreAskedFor) {
  const auto file = Open(FileSystem::Default().get());
  if (file == nullptr) return;  // no direct I/O here
  for (const size_t fixed : {0, 5000, 64 << 10, 1 << 20}) {
    for (const size_t largest : {100, 5000, 30000, 200000}) Walk(Policy(fixed), *file, largest);
  }
}

TEST_P(ReadaheadTest, AScanReadsAheadWhereTheFileSystemCan) {
  const auto file = Open(FileSystem::Default().get());
  if (file == nullptr) return;
  {
    Readahead ahead(Policy(64 << 10));
    for (uint64_t at = 0; at < content_.size(); at += 4000) ReadOne(&ahead, *file, at, 4000);
  }
  HistogramData async;
  stats_->histogramData(ASYNC_READ_BYTES, &async);
  EXPECT_EQ(async.count > 0, file->CanStartReads());
  if (file->CanStartReads()) {
    EXPECT_GT(async.sum, content_.size() / 2) << "most of the file";
  }
}

TEST_P(ReadaheadTest, AReadThatFailedIsMadeAgainAndItsErrorIsTold) {
  const auto faulty = NewFaultyFileSystem(FileSystem::Default());
  const auto file = Open(faulty.get());
  if (file == nullptr) return;
  for (uint64_t nth = 1; nth < 12; ++nth) {
    faulty->ClearFaults();
    faulty->FailNth(FsOp::kRead, nth, IOStatus::IOError("planned"));
    Readahead ahead(Policy(64 << 10));
    for (uint64_t at = 0; at < (1 << 20); at += 4000) {
      Slice bytes;
      Status s;
      if (!ahead.Read(*file, IOOptions(), at, 4000, &bytes, &s)) continue;
      if (s.ok()) {
        ASSERT_TRUE(bytes == Slice(content_.data() + at, 4000));
      } else {
        EXPECT_NE(s.ToString().find("planned"), std::string::npos);
      }
    }
  }
}

TEST_P(ReadaheadTest, OfAHintedWindowItHoldsAsMuchAsItIsTold) {
  if (GetParam()) return;  // direct I/O takes no hints
  const auto counted = NewFaultyFileSystem(FileSystem::Default());
  const auto file = Open(counted.get());
  ASSERT_NE(file, nullptr);
  for (const size_t held : {32 << 10, 256 << 10}) {
    counted->ResetCounts();
    ReadaheadPolicy policy = Policy(2 << 20);
    policy.asynchronous = false;
    policy.held = held;
    Readahead ahead(policy);
    for (uint64_t at = 0; at < content_.size(); at += 4000) ReadOne(&ahead, *file, at, 4000);
    const uint64_t pieces = content_.size() / held;
    EXPECT_LE(counted->Count(FsOp::kRead), pieces + 2);
    EXPECT_GE(counted->Count(FsOp::kRead), pieces * 4 / 5);
  }
}

// Reads of 4000 bytes from the end to the beginning; how many of them the file got.
TEST_P(ReadaheadTest, AWalkBackwardReadsAheadOfItself) {
  const auto counted = NewFaultyFileSystem(FileSystem::Default());
  const auto file = Open(counted.get());
  if (file == nullptr) return;
  for (const size_t fixed : {0, 100 << 10}) {
    counted->ResetCounts();
    Readahead ahead(Policy(fixed));
    size_t beside = 0;
    for (uint64_t end = content_.size(); end > 0;) {
      const uint64_t at = end - std::min<uint64_t>(end, 4000);
      Slice bytes;
      Status s;
      if (ahead.Read(*file, IOOptions(), at, end - at, &bytes, &s)) {
        ASSERT_OK(s);
        ASSERT_TRUE(bytes == Slice(content_.data() + at, end - at)) << at;
      } else {
        ++beside;
      }
      end = at;
    }
    EXPECT_LE(beside, 2u) << "the walk is noticed";
    EXPECT_TRUE(ahead.LongScan());
    EXPECT_LT(counted->Count(FsOp::kRead), 40u) << "3 MB in windows of up to 256 KB";
  }
}

TEST_P(ReadaheadTest, ATurnWithinAScanGivesTheBytesOfTheFile) {
  const auto file = Open(FileSystem::Default().get());
  if (file == nullptr) return;
  for (const size_t fixed : {0, 5000, 64 << 10}) {
    Readahead ahead(Policy(fixed));
    uint64_t begin = content_.size() / 2, end = begin;
    for (int i = 0; i < 2000; ++i) {
      const size_t n = 1 + random_() % 9000;
      // Runs of one direction, from where the last read began or ended.
      if (i / (20 + random_() % 20) % 2 == 0) {
        begin = end;
        end = std::min<uint64_t>(content_.size(), begin + n);
      } else {
        end = begin;
        begin = end - std::min<uint64_t>(end, n);
      }
      if (begin == end) begin = end = random_() % content_.size();
      ReadOne(&ahead, *file, begin, static_cast<size_t>(end - begin));
    }
  }
}

TEST_P(ReadaheadTest, ALookupIsNoScan) {
  const auto file = Open(FileSystem::Default().get());
  if (file == nullptr) return;
  Readahead ahead(Policy(0));
  for (int i = 0; i < 1000; ++i) {
    Slice bytes;
    Status s;
    EXPECT_FALSE(ahead.Read(*file, IOOptions(), random_() % content_.size(), 100, &bytes, &s));
  }
  EXPECT_FALSE(ahead.LongScan());
}

INSTANTIATE_TEST_SUITE_P(BufferedAndDirect, ReadaheadTest, testing::Bool());

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
