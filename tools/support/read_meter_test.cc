// What a ReadMeter counts, and the work that ldb expects of a manual compaction.
#include "tools/support/read_meter.h"

#include <gtest/gtest.h>

#include "rocksdb/env.h"
#include "rocksdb/metadata.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"
#include "tools/support/work_estimate.h"

namespace ROCKSDB_NAMESPACE::tools {
namespace {

TEST(ReadMeterTest, CountsTheBytesThatEveryKindOfReaderReturns) {
  const system_test::ScratchDir dir;
  const std::string path = dir.path() + "/file";
  const auto meter = std::make_shared<ReadMeter>(FileSystem::Default());
  ASSERT_OK(WriteStringToFile(meter.get(), std::string(1000, 'x'), path, false));
  EXPECT_EQ(meter->bytes(), 0u);

  char scratch[4096];
  Slice result;
  std::unique_ptr<FSSequentialFile> sequential;
  ASSERT_OK(meter->NewSequentialFile(path, FileOptions(), &sequential, nullptr));
  ASSERT_OK(sequential->Read(600, IOOptions(), &result, scratch, nullptr));
  EXPECT_EQ(meter->bytes(), 600u);
  ASSERT_OK(sequential->Read(600, IOOptions(), &result, scratch, nullptr));
  EXPECT_EQ(meter->bytes(), 1000u);

  std::unique_ptr<FSRandomAccessFile> random;
  ASSERT_OK(meter->NewRandomAccessFile(path, FileOptions(), &random, nullptr));
  ASSERT_OK(random->Read(990, 100, IOOptions(), &result, scratch, nullptr));
  EXPECT_EQ(meter->bytes(), 1010u);
  FSReadRequest requests[2];
  requests[0].offset = 0, requests[0].len = 10, requests[0].scratch = scratch;
  requests[1].offset = 500, requests[1].len = 20, requests[1].scratch = scratch + 100;
  ASSERT_OK(random->MultiRead(requests, 2, IOOptions(), nullptr));
  EXPECT_EQ(meter->bytes(), 1040u);
}

ColumnFamilyMetaData Levels(const std::vector<uint64_t>& sizes) {
  ColumnFamilyMetaData meta;
  for (size_t i = 0; i < sizes.size(); ++i) {
    meta.levels.emplace_back(static_cast<int>(i), sizes[i], std::vector<SstFileMetaData>());
  }
  return meta;
}

TEST(WorkEstimate, OfAManualCompactionCountsABytePerLevelThatItPasses) {
  EXPECT_EQ(CompactionWork(Levels({})), 0u);
  EXPECT_EQ(CompactionWork(Levels({0, 0, 0})), 0u);
  // One level is rewritten where it is.
  EXPECT_EQ(CompactionWork(Levels({0, 0, 70})), 70u);
  EXPECT_EQ(CompactionWork(Levels({5, 0, 0})), 5u);
  // 5 into 20, 25 into an empty level, 25 into 70.
  EXPECT_EQ(CompactionWork(Levels({5, 20, 0, 70})), 25u + 25u + 95u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools
