// Unique ids, compared with one that stock RocksDB 10.6.2 wrote.
#include "table/unique_id.h"

#include <gtest/gtest.h>

#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr char kDbId[] = "5aa933a8-8176-439f-9fc0-303dcdac7970";
constexpr char kSession[] = "WK5GDF5EYEUQ7PH166WI";

TEST(UniqueId, IsTheOneStockPutIntoItsManifest) {
  UniqueId id{};
  ASSERT_OK(MakeUniqueId(kDbId, kSession, 9, &id));
  EXPECT_EQ(UniqueIdToText(id), "BEDBD2238B513D72-9CD031B6928E1F64");
}

TEST(UniqueId, NeedsAllItsIngredients) {
  UniqueId id{};
  EXPECT_TRUE(MakeUniqueId("", kSession, 9, &id).IsNotSupported());
  EXPECT_TRUE(MakeUniqueId(kDbId, "", 9, &id).IsNotSupported());
  EXPECT_TRUE(MakeUniqueId(kDbId, "short", 9, &id).IsNotSupported());
  EXPECT_TRUE(MakeUniqueId(kDbId, "WK5GDF5EYEUQ7PH166W!", 9, &id).IsNotSupported());
  EXPECT_TRUE(MakeUniqueId(kDbId, kSession, 0, &id).IsNotSupported());
}

TEST(SessionId, IsEncodedAsItIsDecoded) {
  uint64_t upper = 0, lower = 0;
  ASSERT_OK(DecodeSessionId(kSession, &upper, &lower));
  EXPECT_EQ(EncodeSessionId(upper, lower), kSession);
}

TEST(FileCacheKey, DiffersBetweenFilesAndStaysForOne) {
  const FileCacheKey a = MakeFileCacheKey(kDbId, kSession, 9);
  const FileCacheKey again = MakeFileCacheKey(kDbId, kSession, 9);
  const FileCacheKey b = MakeFileCacheKey(kDbId, kSession, 10);
  EXPECT_EQ(a.file_word, again.file_word);
  EXPECT_EQ(a.offset_word, again.offset_word);
  EXPECT_NE(a.file_word, b.file_word);
  EXPECT_NE(MakeFileCacheKey("", "", 0).file_word, MakeFileCacheKey("", "", 0).file_word);
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
