// Damaged files: whatever bytes are wrong, opening and reading end in a status. With checksums the
// status reports the damage with the file's name.
#include "table/block_checksum.h"
#include "table/sst_footer.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

BlockBasedTableOptions Options(ChecksumType checksum, bool partitioned) {
  BlockBasedTableOptions table;
  table.checksum = checksum;
  table.block_size = 256;
  table.metadata_block_size = 128;
  table.filter_policy.reset(NewBloomFilterPolicy(10));
  table.no_block_cache = true;
  if (partitioned) {
    table.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
    table.partition_filters = true;
  }
  return table;
}

EntryMap Entries() {
  EntryMap entries;
  for (int i = 0; i < 120; ++i) {
    entries[MakeInternalKey("key" + std::to_string(1000 + i), 5, kTypeValue)] =
        "value" + std::to_string(i);
  }
  entries[MakeInternalKey("key1000", 9, kTypeRangeDeletion)] = "key1003";
  return entries;
}

// Opens the file and uses everything that a reader offers. Returns the first error.
Status UseAll(SstFiles* files, const BlockBasedTableOptions& table) {
  std::unique_ptr<TableReader> reader;
  Status s = files->Open(table, TableReaderOptions(TestOrder()), &reader);
  if (!s.ok()) return s;
  s = reader->VerifyChecksums(ReadOptions());
  std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), {}));
  Forward(it.get());
  if (s.ok()) s = it->status();
  Backward(it.get());
  if (s.ok()) s = it->status();
  it->Seek(MakeInternalKey("key1050", kLargestSequence, kSeekType));
  it->SeekForPrev(MakeInternalKey("key1050", kLargestSequence, kSeekType));
  for (int i = 0; i < 120; i += 7) Find(reader.get(), "key" + std::to_string(1000 + i));
  std::ostringstream text;
  Status dumped = reader->Dump(text);
  return s.ok() ? dumped : s;
}

class Damage : public testing::TestWithParam<std::tuple<int, CompressionType, bool>> {};

TEST_P(Damage, OfAnySingleByteEndsInAStatus) {
  const auto [checksum, compression, partitioned] = GetParam();
  const BlockBasedTableOptions table = Options(static_cast<ChecksumType>(checksum), partitioned);
  SstFiles files;
  TableBuilderOptions how(TestOrder());
  how.compression = compression;
  ASSERT_OK(files.Build(table, how, Entries()));
  ASSERT_OK(UseAll(&files, table));
  const std::string good = files.contents();
  for (size_t i = 0; i < good.size(); i += 3) {
    for (const uint8_t flip : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      ASSERT_OK(files.SetContents(bad));
      Status s = UseAll(&files, table);
      if (checksum == kNoChecksum) continue;
      ASSERT_NOT_OK(s) << "byte " << i;
      EXPECT_NE(s.ToString().find(SstFiles::kName), std::string::npos) << s.ToString();
    }
  }
}

TEST_P(Damage, OfTheLengthEndsInAStatus) {
  const auto [checksum, compression, partitioned] = GetParam();
  const BlockBasedTableOptions table = Options(static_cast<ChecksumType>(checksum), partitioned);
  SstFiles files;
  TableBuilderOptions how(TestOrder());
  how.compression = compression;
  ASSERT_OK(files.Build(table, how, Entries()));
  const std::string good = files.contents();
  for (size_t n = 0; n < good.size(); n += 11) {
    ASSERT_OK(files.SetContents(good.substr(0, n)));
    EXPECT_TRUE(UseAll(&files, table).IsCorruption()) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Damage,
                         testing::Combine(testing::Values(kNoChecksum, kCRC32c, kXXH3),
                                          testing::Values(kNoCompression, kLZ4Compression),
                                          testing::Bool()));

// Both are in the block cache, under the offset that the handles of a damaged index share.
TEST(SstReader, AHandleOfADataBlockThatNamesTheFilterEndsInAStatus) {
  BlockBasedTableOptions table = Options(kNoChecksum, false);
  table.format_version = 2;
  table.no_block_cache = false;
  table.cache_index_and_filter_blocks = true;
  SstFiles files;
  TableBuilderOptions how(TestOrder());
  how.compression = kNoCompression;
  ASSERT_OK(files.Build(table, how, Entries()));
  const std::string good = files.contents();
  const std::string name = "fullfilter.rocksdb.BuiltinBloomFilter";
  const size_t at = good.find(name);
  ASSERT_NE(at, std::string::npos);
  uint64_t offset = 0;
  const char* const handle = good.data() + at + name.size();
  ASSERT_NE(nullptr, LoadVarint64(handle, handle + kMaxVarint64Bytes, &offset));
  std::string named;
  AppendVarint64(&named, offset);
  int refused = 0;
  for (size_t i = offset; i + named.size() < at; ++i) {
    std::string bad = good;
    bad.replace(i, named.size(), named);
    ASSERT_OK(files.SetContents(bad));
    table.block_cache = NewLRUCache(1 << 20);
    const Status s = UseAll(&files, table);
    refused += s.ToString().find("of another kind") != std::string::npos;
  }
  EXPECT_GT(refused, 0);
}

TEST(SstReader, ReportsStoredAndComputedChecksumOfABadBlock) {
  SstFiles files;
  const BlockBasedTableOptions table = Options(kCRC32c, false);
  ASSERT_OK(files.Build(table, TableBuilderOptions(TestOrder()), Entries()));
  std::string bad = files.contents();
  bad[10] ^= 1;
  ASSERT_OK(files.SetContents(bad));
  std::unique_ptr<TableReader> reader;
  ASSERT_OK(files.Open(table, TableReaderOptions(TestOrder()), &reader));
  const std::string found = Find(reader.get(), "key1000");
  EXPECT_NE(found.find("block checksum mismatch: stored"), std::string::npos) << found;
  EXPECT_NE(found.find("type = 1  in /000009.sst offset 0 size "), std::string::npos) << found;
}

TEST(SstFooter, IsDecodedAsItWasEncoded) {
  for (uint32_t version = 1; version <= 6; ++version) {
    SstFooter footer;
    footer.format_version = version;
    footer.checksum = kXXH3;
    footer.metaindex = {1000, 50};
    if (version >= 6) {
      footer.context_base = 77;
    } else {
      footer.index = {300, 400};
    }
    const uint64_t at = footer.metaindex.end();
    const std::string bytes = footer.Encode(at);
    SstFooter read;
    ASSERT_OK(DecodeFooter(bytes, at + bytes.size(), "f", &read));
    EXPECT_EQ(read.format_version, version);
    EXPECT_EQ(read.metaindex, footer.metaindex);
    EXPECT_EQ(read.index, footer.index);
    EXPECT_EQ(read.context_base, footer.context_base);
  }
}

TEST(SstFooter, ReadsTheLegacyForm) {
  std::string bytes;
  Extent{700, 60}.AppendTo(&bytes);
  Extent{100, 200}.AppendTo(&bytes);
  bytes.resize(40);
  AppendFixed64(&bytes, kLegacySstMagic);
  SstFooter read;
  ASSERT_OK(DecodeFooter(bytes, 1000, "f", &read));
  EXPECT_EQ(read.format_version, 0u);
  EXPECT_EQ(read.checksum, kCRC32c);
  EXPECT_EQ(read.metaindex, (Extent{700, 60}));
  EXPECT_EQ(read.index, (Extent{100, 200}));
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
